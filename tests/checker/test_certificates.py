"""Certificates of the real chain: accepted as written, refused when tampered with."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from checker.by_hand import REALS, add, certificate, identity, interval, mul, signed, sym

from symkern.checker import check_files, parse
from symkern.checker.__main__ import main
from symkern.checker.checking import missing
from symkern.checker.trial import refuted
from symkern.proofs.certificates import write
from symkern.theorems import closed_form, differential_formula

Data = Any
CHAIN: dict[str, Data] = json.loads(Path(__file__).with_name("chain.json").read_text())
"""Identities of the chain to the closed form and the differential formula, as they were written once."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The certificate of the closed form, the differential formula and the low degrees."""
    low = (differential_formula.low_degree(degree) for degree in range(7))
    theorems = [closed_form.J_closed(), differential_formula.differential_formula(), *low]
    return write(theorems, tmp_path_factory.mktemp("certificates"))


@pytest.fixture
def data(written: Path) -> Data:
    return json.loads(written.read_text())


def status(folder: Path, data: Data) -> int:
    """Return the exit status for a certificate with the manifest made anew."""
    (folder / "certificate.json").write_text(json.dumps(signed(data)))
    return main([str(folder)])


def test_the_whole_chain_is_rechecked(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(written)]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    count = json.loads(written.read_text())["count"]
    assert count >= 50
    assert line.startswith(f"{count} identities re-checked, 0 rejected, 0 not checked, ")


@pytest.mark.parametrize("name", CHAIN)
def test_kept_identities_are_rechecked(name: str, tmp_path: Path) -> None:
    assert status(tmp_path, certificate(CHAIN[name])) == 0


def test_a_folder_and_a_digest_may_be_given(written: Path, data: Data) -> None:
    assert check_files([written.parent], data["sha256"]).status == 0
    assert check_files([written.parent], "0" * 64).status == 2


def test_neither_sympy_nor_the_proof_kernel_is_loaded(written: Path) -> None:
    code = (
        "import sys; from symkern.checker.__main__ import main; status = main(sys.argv[1:]);"
        "print(*(name for name in sys.modules if name.split('.')[0] in ('sympy', 'mpmath', 'numpy', 'scipy')"
        " or name.startswith('symkern.') and not name.startswith('symkern.checker'))); sys.exit(status)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(written)], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == ""


# tampering with terms


def paths(term: Data, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Yield the places of all parts of a term."""
    yield path
    if isinstance(term, list) and term[0] != "sym":
        for k in range(2 if term[0] in ("integral", "sum", "diff") else 1, len(term)):
            yield from paths(term[k], (*path, k))


def part(term: Data, path: tuple[int, ...]) -> Data:
    for k in path:
        term = term[k]
    return term


def put(term: Data, path: tuple[int, ...], new: Data) -> Data:
    if not path:
        return new
    return [*term[: path[0]], put(term[path[0]], path[1:], new), *term[path[0] + 1 :]]


def first(term: Data, wanted: Callable[[Data], bool]) -> tuple[int, ...]:
    return next(path for path in paths(term) if wanted(part(term, path)))


def last(term: Data, wanted: Callable[[Data], bool]) -> tuple[int, ...]:
    return [path for path in paths(term) if wanted(part(term, path))][-1]


def is_number(value: str) -> Callable[[Data], bool]:
    return lambda term: term == value


def has_head(head: str) -> Callable[[Data], bool]:
    return lambda term: isinstance(term, list) and term[0] == head


def changed_definition(term: Data) -> Data:
    return put(term, (*first(term, has_head("fn:J:0b0004f42e94")), 0), "fn:J:0b0004f42e95")


TERMS: dict[str, tuple[str, str, Callable[[Data], Data]]] = {
    "coefficient_of_the_sixth_degree": ("sixth_degree", "rhs", lambda t: put(t, first(t, is_number("4050")), "4051")),
    "last_coefficient": ("sixth_degree", "rhs", lambda t: put(t, first(t, is_number("1764")), "-1764")),
    "exponent_of_the_sixth_degree": ("sixth_degree", "rhs", lambda t: put(t, first(t, is_number("6")), "8")),
    "sign_of_the_density": ("density", "lhs", lambda t: put(t, first(t, is_number("-1")), "1")),
    "exponent_of_the_density": ("density", "rhs", lambda t: put(t, first(t, has_head("^"))[:-1], "3")),
    "sine_for_cosine": ("first_weight", "lhs", lambda t: put(t, first(t, has_head("sin")), ["cos", sym("theta")])),
    "exponent_of_the_sine": ("radial_integral", "lhs", lambda t: put(t, first(t, is_number("2")), "3")),
    "limit_of_an_integral": ("double_angle", "lhs", lambda t: put(t, (2,), "1/8")),
    "body_of_an_integral": ("plane", "rhs", lambda t: put(t, first(t, has_head("cos")), ["sin", sym("theta")])),
    "argument_of_gamma": ("angle_integral", "lhs", lambda t: put(t, first(t, is_number("1")), "2")),
    "argument_of_the_series": ("series", "rhs", lambda t: put(t, last(t, has_head("cos")), ["sin", sym("theta")])),
    "half_for_a_third": ("series", "lhs", lambda t: put(t, last(t, is_number("1/2")), "1/3")),
    "power_of_two": ("closed_form", "rhs", lambda t: put(t, first(t, has_head("gamma")), "1")),
    "degree_of_a_function": ("degree_zero", "lhs", lambda t: put(t, (1,), "1")),
    "definition_of_a_function": ("first_quotient", "rhs", changed_definition),
    "sign_of_an_integer_power": ("iterated", "lhs", lambda t: put(t, first(t, is_number("-1")), "1")),
    "point_of_a_derivative": ("iterated", "rhs", lambda t: put(t, (*first(t, has_head("diff")), 2), "1")),
    "negated_side": ("differential_formula", "lhs", lambda t: mul("-1", t)),
    "added_term": ("first_degree", "rhs", lambda t: add(t, "1/1000000000000000000000000000000")),
    "complement_of_an_angle": ("complement", "lhs", lambda t: put(t, first(t, is_number("-1")), "1")),
}


@pytest.mark.parametrize("name", TERMS)
def test_a_changed_term_is_refused(name: str, tmp_path: Path) -> None:
    which, side, change = TERMS[name]
    entry = CHAIN[which]
    changed = change(entry[side])
    assert changed != entry[side]
    assert status(tmp_path, certificate({**entry, side: changed})) == 1


def test_mutants_that_are_proved_are_not_refuted(data: Data) -> None:
    # the laws and the balls are two routes: no change by chance may pass the one and fail the other
    chance = random.Random(3)
    proved = 0
    for entry in data["identities"]:
        for _ in range(2):
            side = chance.choice(["lhs", "rhs"])
            numbers = [path for path in paths(entry[side]) if isinstance(part(entry[side], path), str)]
            if not numbers:
                continue
            path = chance.choice(numbers)
            new = Fraction(part(entry[side], path)) + chance.choice([1, -1, Fraction(1, 2), -2])
            mutant = {**entry, side: put(entry[side], path, str(new))}
            (found,) = parse(json.dumps(certificate(mutant))).identities
            reason, classes = missing(found)
            if not reason:
                proved += 1
                assert not refuted(found, classes)
    assert proved < len(data["identities"]) // 2


# tampering with domains


def widened(entry: Data, name: str, **ends: Data) -> Data:
    entry = copy.deepcopy(entry)
    entry["domain"]["intervals"][name].update(ends)
    return entry


DOMAINS = {
    "angle_at_zero": ("first_weight", "theta", {"low_open": False}),
    "angle_at_pi": ("first_weight", "theta", {"high_open": False}),
    "angle_beyond_pi": ("radial_integral", "theta", {"high": ["0", "2"]}),
    "angle_below_zero": ("angle_integral", "theta", {"low": ["-1", "0"]}),
    "negative_radius": ("radial", "r", {"low": ["-1", "0"]}),
    "radius_zero": ("radial", "r", {"low_open": False}),
    "base_may_be_negative": ("euler_weight", "tau", {"high": ["2", "0"]}),
    "base_may_be_zero": ("euler_weight", "tau", {"high_open": False}),
    "quadrant_with_its_end": ("moebius", "psi", {"high_open": False}),
    "quadrant_too_wide": ("moebius", "psi", {"high": ["0", "1"]}),
    "gamma_at_its_pole": ("angle_integral", "n", {"low_open": False}),
    "gamma_beyond_its_pole": ("angle_integral", "n", {"low": ["-2", "0"]}),
    "denominator_may_vanish": ("raised", "n", {"low_open": False}),
    "cosine_may_be_one": ("quotient", "c", {"high": ["2", "0"]}),
    "degree_not_an_integer": ("iterated", "m", {"integer": False}),
    "no_lower_end": ("iterated", "theta", {"low": "-oo"}),
}


@pytest.mark.parametrize("name", DOMAINS)
def test_a_larger_domain_is_refused(name: str, tmp_path: Path) -> None:
    which, symbol, ends = DOMAINS[name]
    assert status(tmp_path, certificate(widened(CHAIN[which], symbol, **ends))) == 1


@pytest.mark.parametrize("name", [name for name, entry in CHAIN.items() if entry["known"]])
def test_values_that_no_theorem_vouches_for_are_refused(name: str, tmp_path: Path) -> None:
    assert status(tmp_path, certificate({**CHAIN[name], "known": []})) == 1


def test_a_dropped_symbol_is_refused(tmp_path: Path) -> None:
    entry = copy.deepcopy(CHAIN["first_weight"])
    del entry["domain"]["intervals"]["theta"]
    assert status(tmp_path, certificate(entry)) == 1


# tampering with files


def test_a_removed_identity_is_refused(data: Data, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "certificate.json"
    for removed in (0, data["count"] // 2, data["count"] - 1):
        kept = [entry for number, entry in enumerate(data["identities"]) if number != removed]
        path.write_text(json.dumps({**data, "identities": kept}))
        assert main([str(path)]) == 2
        path.write_text(json.dumps({**data, "identities": kept, "count": len(kept)}))
        assert main([str(path)]) == 2
        assert "digest" in capsys.readouterr().out


def test_a_removed_identity_with_a_new_manifest_is_refused_by_the_digest(data: Data, tmp_path: Path) -> None:
    status(tmp_path, {**data, "identities": data["identities"][:-1]})
    assert check_files([tmp_path]).status == 0
    assert check_files([tmp_path], data["sha256"]).status == 2


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_file_is_one_line(
    share: float, written: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = written.read_text()
    path = tmp_path / "cut.json"
    path.write_text(text[: int(len(text) * share)])
    assert main([str(path)]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert "not a certificate" in lines[0]


GOOD = identity(add(sym("x"), sym("x")), mul("2", sym("x")), x=REALS)


def deep(levels: int) -> Data:
    term: Data = sym("x")
    for _ in range(levels):
        term = ["sin", term]
    return term


BROKEN: dict[str, Any] = {
    "not_json": "{",
    "not_text": b"\xff\xfe\x00",
    "a_number": "3",
    "a_list": "[]",
    "null": "null",
    "empty_object": "{}",
    "nan": '{"format": NaN}',
    "key_twice": '{"format": 1, "format": 1}',
    "very_deep": "[" * 100_000,
    "format_two": {**certificate(GOOD), "format": 2},
    "no_manifest": {k: v for k, v in certificate(GOOD).items() if k not in ("count", "sha256")},
    "forged_relation": {**certificate(GOOD), "relations": ["sin^2 + cos^2 = 2"]},
    "forged_relation_of_an_identity": certificate({**GOOD, "relations": [[["^", ["sin", sym("x")], "2"], "1"]]}),
    "negative_count": {**certificate(GOOD), "same_term": -1},
    "no_rhs": certificate({k: v for k, v in GOOD.items() if k != "rhs"}),
    "no_open": certificate({k: v for k, v in GOOD.items() if k != "open"}),
    "no_known": certificate({k: v for k, v in GOOD.items() if k != "known"}),
    "known_not_opaque": certificate(identity(sym("x"), mul("1", sym("x")), known=[["^", "0", "-1"]], x=REALS)),
    "unknown_head": certificate(identity(["sinc", sym("x")], "1", x=REALS)),
    "wrong_arity": certificate(identity(["sin", sym("x"), "1"], "1", x=REALS)),
    "binder_without_a_body": certificate(identity(["integral", "z", "0", "1"], "1")),
    "function_without_a_digest": certificate(identity(["fn:J", "1"], "1")),
    "number_as_a_float": certificate(identity(0.5, "1/2")),
    "number_as_a_number": certificate(identity(1, "1")),
    "number_with_an_exponent": certificate(identity("1e3", "1000")),
    "denominator_zero": certificate(identity("1/0", "1/0")),
    "huge_number": certificate(identity("9" * 5000, "1")),
    "deep_term": certificate(identity(deep(200), "1", x=REALS)),
    "very_deep_term": certificate(identity(deep(900), "1", x=REALS)),
    "flag_as_a_number": certificate(identity("1", "1", x={**interval("0", "1"), "integer": 1})),
    "end_not_a_pair": certificate(identity("1", "1", x={**interval("0", "1"), "low": "0"})),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_one_line(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "certificate.json"
    content = BROKEN[name]
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content))
    assert main([str(path)]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert "not a certificate" in lines[0]
    assert lines[1].startswith("0 identities re-checked")


def test_nothing_to_check_is_no_success(tmp_path: Path) -> None:
    assert status(tmp_path, certificate()) == 1
    assert main([str(tmp_path / "none.json")]) == 2
    (tmp_path / "empty").mkdir()
    assert main([str(tmp_path / "empty")]) == 2


def test_the_same_term_is_no_evidence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status(tmp_path, certificate(identity(sym("x"), sym("x"), x=REALS))) == 1
    assert capsys.readouterr().out == "0 identities re-checked, 0 rejected, 0 not checked, 1 same term\n"


def test_a_failure_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = identity(sym("x"), mul("2", sym("x")), lemma="a.wrong.lemma", x=REALS)
    assert status(tmp_path, certificate(GOOD, wrong)) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "identity 1 of a.wrong.lemma: rejected: " in lines[0]
    assert lines[1] == "1 identities re-checked, 1 rejected, 0 not checked, 0 same term"
