"""Coq checks what a certificate says, and an export that was tampered with is refused."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from checker.by_hand import (
    NATURALS,
    POSITIVE,
    REALS,
    TO_PI,
    add,
    certificate,
    cos,
    gamma,
    identity,
    inv,
    mul,
    power,
    sin,
    sqrt,
    sub,
    sym,
)

from symkern.checker import coq, parse

x, y, m, n, t = map(sym, "xymnt")
CHAIN: dict[str, Any] = json.loads(Path(__file__).with_name("chain.json").read_text())
needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed")

TRUE = [
    identity(sqrt(sub("1", power(cos(t), "2"))), sin(t), lemma="sine", t=TO_PI),
    identity(mul(sqrt(x), sqrt(x)), x, lemma="square.root", x=POSITIVE),
    identity(power(mul(x, y), n), mul(power(x, n), power(y, n)), lemma="product", x=POSITIVE, y=POSITIVE, n=REALS),
    identity(
        power(mul(x, sqrt(y)), n),
        mul(power(x, n), power(y, mul("1/2", n))),
        lemma="root",
        x=POSITIVE,
        y=POSITIVE,
        n=REALS,
    ),
    identity(power("-1", add(m, "1")), mul("-1", power("-1", m)), lemma="sign", m=NATURALS),
    identity(gamma(add(x, "2")), mul(x, add(x, "1"), gamma(x)), lemma="gamma", x=POSITIVE),
    identity(sub(inv(x), inv(y)), mul(sub(y, x), inv(mul(x, y))), lemma="rational", x=POSITIVE, y=POSITIVE),
]


def written(folder: Path, *identities: Any) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "certificate.json"
    path.write_text(json.dumps(certificate(*identities)))
    return path


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("coq")
    assert coq.main([str(written(folder, *TRUE)), str(folder / "out")]) == 0
    return folder


@needs_coq
def test_identities_by_hand_are_lemmas(exported: Path) -> None:
    manifest = json.loads((exported / "out" / "manifest.json").read_text())
    assert len(manifest["lemmas"]) == len(TRUE)
    assert manifest["not_exported"] == {}


@needs_coq
def test_the_text_is_the_same_every_time(exported: Path) -> None:
    (one, _), (two, _) = (coq.lemmas(parse((exported / "certificate.json").read_text())) for _ in range(2))
    assert [lemma.text for lemma in one] == [lemma.text for lemma in two]


@needs_coq
def test_identities_of_the_chain_are_lemmas(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["radial_integral", "moebius", "closed_form", "iterated", "sixth_degree"]
    path = written(tmp_path, *(CHAIN[name] for name in names))
    assert coq.main([str(path), str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out == "5 lemmas checked by Coq, 0 identities not exported\n"


@needs_coq
def test_what_does_not_hold_is_not_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = identity(sin(mul("2", t)), mul("3", sin(t), cos(t)), lemma="wrong", t=TO_PI)
    assert coq.main([str(written(tmp_path, wrong)), str(tmp_path / "out")]) == 1
    assert "not exported" in capsys.readouterr().out
    assert coq.main([str(written(tmp_path, wrong, TRUE[0])), str(tmp_path / "out")]) == 0
    assert "1 lemmas checked by Coq, 1 identities not exported" in capsys.readouterr().out


@needs_coq
def test_a_proof_that_coq_refuses_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    honest = coq.lemmas

    def forged(data: Any) -> Any:
        found, left_out = honest(data)
        return [coq.Lemma("forged", "1 = 2", "  lra.\n"), *found], left_out

    monkeypatch.setattr(coq, "lemmas", forged)
    coq.main([str(written(tmp_path, TRUE[1])), str(tmp_path / "out")])
    assert "forged: not exported: Coq did not accept its proof" in capsys.readouterr().out


def last_lemma(text: str) -> str:
    return text[: text.rindex("Lemma ")]


TAMPERED: dict[str, Callable[[str], str]] = {
    "cut_between_two_lemmas": last_lemma,
    "cut_inside_a_lemma": lambda text: text[: text.rindex("Qed.")],
    "admitted": lambda text: text[: text.rindex("Qed.")] + "Admitted.\n",
    "axiom": lambda text: last_lemma(text) + "Axiom lie : 0 = 1.\n" + text[text.rindex("Lemma ") :],
    "weaker_statement": lambda text: text.replace("= v0_x.", "= v0_x + 0.", 1),
    "redefined_function": lambda text: text.replace("Lemma named", "Definition cos (x : R) := 1.\nLemma named", 1),
    "empty": lambda _: "",
}


@needs_coq
@pytest.mark.parametrize("name", TAMPERED)
def test_tampered_proofs_are_refused(name: str, exported: Path, tmp_path: Path) -> None:
    shutil.copytree(exported / "out", tmp_path / "out")
    path = tmp_path / "out" / "Identities.v"
    changed = TAMPERED[name](path.read_text())
    assert changed != path.read_text()
    path.write_text(changed)
    assert coq.main([str(exported / "certificate.json"), str(tmp_path / "out"), "--check"]) == 1


@needs_coq
def test_an_export_is_checked_again(exported: Path) -> None:
    assert coq.main([str(exported), str(exported / "out"), "--check"]) == 0


@pytest.mark.parametrize(
    "change",
    [
        lambda manifest: {**manifest, "lemmas": manifest["lemmas"][1:]},
        lambda manifest: {**manifest, "lemmas": [{**manifest["lemmas"][0], "sha256": "0"}, *manifest["lemmas"][1:]]},
        lambda manifest: {"lemmas": manifest["lemmas"]},
        lambda manifest: {**manifest, "not_exported": {"another": "reason"}},
    ],
)
@needs_coq
def test_a_changed_manifest_is_refused(change: Callable[[Any], Any], exported: Path, tmp_path: Path) -> None:
    shutil.copytree(exported / "out", tmp_path / "out")
    path = tmp_path / "out" / "manifest.json"
    path.write_text(json.dumps(change(json.loads(path.read_text()))))
    assert coq.main([str(exported / "certificate.json"), str(tmp_path / "out"), "--check"]) == 1


def test_without_coq_nothing_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert coq.main([str(written(tmp_path, *TRUE)), str(tmp_path / "out")]) == 3
    assert capsys.readouterr().out == "NOT CHECKED: coqc is not installed\n"


def test_a_damaged_certificate_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "certificate.json").write_text("{")
    assert coq.main([str(tmp_path), str(tmp_path / "out")]) == 2
    assert len(capsys.readouterr().out.splitlines()) == 1
