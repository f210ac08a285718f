"""Files of claims as users have them: good ones, and every kind of bad one."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from symkern.claims import collect
from symkern.cli import main

HEAD = """
import sympy as sp
from symkern.claims import Definition, Refuted, Relation, Side, claim, grid
x = sp.Symbol("x", positive=True)
square = Side("x^2", lambda at, digits: at["x"] ** 2)
points = grid({x: "1/2 3/2 2"})

@claim("paper.1", "x^2 = x^2", "agrees")
def good():
    return Relation(square, x**2, points)

@claim("paper.2", "x^2 = 2 x^2", "refuted")
def wrong():
    return Refuted(Relation(square, 2 * x**2, points), Relation(square, x**2, points), "A factor.")
"""
CLAIM = """
@claim("paper.{id}", "", "{verdict}")
def f_{id}():
    {body}
"""


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def verify(tmp_path, capsys, text, *words):
    file = tmp_path / "paper.py"
    file.write_text(text, encoding="utf-8")
    status = main(["verify", str(file), *words])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_good_claims_pass_and_the_second_run_is_from_the_cache(tmp_path, capsys, monkeypatch):
    status, out, err = verify(tmp_path, capsys, HEAD)
    assert (status, err) == (0, "")
    assert "✓ paper.1" in out
    assert "✓ paper.2" in out
    monkeypatch.setattr("symkern.claims.run._start", lambda: pytest.fail("a worker was started"))
    assert verify(tmp_path, capsys, HEAD)[:2] == (status, out)


def test_a_changed_file_is_judged_anew(tmp_path, capsys):
    assert verify(tmp_path, capsys, HEAD)[0] == 0
    status, out, _ = verify(
        tmp_path, capsys, HEAD.replace("Relation(square, x**2, points)\n\n", "Relation(square, x**3, points)\n\n")
    )
    assert status == 1
    assert "✗ paper.1" in out


def test_every_failure_is_reported_and_the_others_are_judged(tmp_path, capsys):
    bodies = {
        "3": ("agrees", "raise KeyError('lost')"),
        "4": ("agrees", "while True: pass"),
        "5": ("definition", "print('hello'); return Definition()"),
        "6": ("agrees", "return Relation(square, x**2, grid({x: '1'}), tied='x is 1')"),
        "7": ("proved", "return Relation(square, x**2, points)"),
        "8": ("agrees", "Relation(square, x**2, points)"),
    }
    text = HEAD + "".join(CLAIM.format(id=id_, verdict=verdict, body=body) for id_, (verdict, body) in bodies.items())
    status, out, _ = verify(tmp_path, capsys, text, "--limit", "6", "--format", "json")
    found = json.loads(out)
    verdicts = {claim["id"]: claim["verdict"] for claim in found["claims"]}
    assert status == 1
    assert found["ok"] is False
    assert verdicts == {
        "paper.1": "agrees",
        "paper.2": "refuted",
        "paper.3": "raised",
        "paper.4": "timed out",
        "paper.5": "raised",
        "paper.6": "vacuous",
        "paper.7": "agrees",
        "paper.8": "raised",
    }
    evidence = {claim["id"]: " ".join(claim["evidence"]) for claim in found["claims"]}
    assert "KeyError" in evidence["paper.3"]
    assert "6 seconds" in evidence["paper.4"]
    assert "hello" in evidence["paper.5"]
    assert "Is a `return` missing?" in evidence["paper.8"]
    for claim in found["claims"]:
        assert {"id", "paper", "statement", "verdict", "declared", "evidence", "mutants", "killed"} <= claim.keys()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + "\ndef (:\n", "syntax error in line"),
        (
            HEAD + CLAIM.format(id="1", verdict="definition", body="return Definition()"),
            "the id paper.1 is given twice",
        ),
        (HEAD + "\nprint('loud')\n", "prints: loud"),
        (HEAD + "\n1 / 0\n", "ZeroDivisionError in line"),
        (HEAD + CLAIM.format(id="9", verdict="true", body="return Definition()"), "must be one of proved"),
    ],
)
def test_a_bad_file_is_one_clear_line(tmp_path, capsys, text, said):
    status, _, err = verify(tmp_path, capsys, text)
    assert status == 1
    assert said in err
    assert err.count("\n") == 1


def test_what_a_file_declares_before_it_fails_is_judged(tmp_path, capsys):
    status, out, _ = verify(tmp_path, capsys, HEAD + "\n1 / 0\n")
    assert status == 1
    assert "✓ paper.1" in out


def test_two_functions_of_one_name_are_two_claims(tmp_path, capsys):
    again = CLAIM.format(id="8", verdict="definition", body="return Definition()").replace("f_8", "good")
    _, out, _ = verify(tmp_path, capsys, HEAD + again)
    assert "✓ paper.1" in out
    assert "✓ paper.8" in out


def test_errata_are_fit_to_be_sent(tmp_path, capsys):
    _, out, _ = verify(tmp_path, capsys, HEAD, "--errata")
    assert out.startswith("Errata: paper\n")
    assert "Printed: x^2 = 2 x^2" in out
    assert "Corrected: x^2 = x² (agrees)." in out
    assert "paper.1" not in out


def test_selection(tmp_path, capsys):
    assert "paper.1" not in verify(tmp_path, capsys, HEAD, "-k", ".2")[1]
    assert "paper.2" not in verify(tmp_path, capsys, HEAD, "paper.1")[1]
    status, _, err = verify(tmp_path, capsys, HEAD, "paper.11")
    assert status == 2
    assert "Did you mean paper.1?" in err


def test_the_carried_files_are_read_without_a_word():
    for file in collect.files([]):
        collected = collect.read(Path(file))
        assert (collected.error, collected.printed) == ("", "")
        assert collected.claims


def test_the_carried_claims_have_every_number_of_their_papers():
    ids = {claim.id for file in collect.files([]) for claim in collect.read(Path(file)).claims}
    numbers = {f"cho_saul_2010.{k}" for k in range(1, 28)} | {f"cho_saul_2012.{k}" for k in range(1, 33)}
    numbers |= {
        f"cho_saul_2012.{letter}.{k}" for letter, last in (("A", 10), ("B", 10), ("C", 5)) for k in range(1, last + 1)
    }
    rows = ("linear", "polynomial", "gaussian", "arccosine")
    cells = {f"cho_saul_2012.table1.{row}.{cell}" for row in rows for cell in ("k", "g", "S")}
    assert len(numbers) == 84
    assert numbers | cells <= ids
    assert len(ids - numbers) >= 25


def test_the_curvature_in_print_is_declared_refuted():
    claims = {claim.id: claim for file in collect.files([]) for claim in collect.read(Path(file)).claims}
    for number in ("18", "20", "A.10", "table1.arccosine.S"):
        assert claims[f"cho_saul_2012.{number}"].declared == "refuted"
    assert sum(claim.declared == "unknown" for claim in claims.values()) <= 3


SLOW = """
@claim("paper.{id}", "", "definition")
def f_{id}():
    import time
    time.sleep({seconds})
    return Definition()
"""


def test_an_interrupt_loses_no_finished_verdict(tmp_path):
    """Ctrl-C while the last claim runs: the others are in the cache, and the next run judges only what is left."""
    file = tmp_path / "paper.py"
    quick = "".join(SLOW.format(id=k, seconds=0) for k in range(10, 16))
    file.write_text(HEAD + quick + SLOW.format(id=99, seconds=600), encoding="utf-8")
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "symkern", "verify", str(file)]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    hearing = {
        "preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    }  # also where tests run in the background
    process = subprocess.Popen(command, env=environment, start_new_session=True, **streams, **hearing)
    store = tmp_path / "cache" / "symkern" / "claims"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not store.is_dir() or len(list(store.glob("*.json"))) < 8):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"Traceback" not in errors
    assert b"Interrupted: 8 of 9 verdicts are kept" in errors
    assert len(list(store.glob("*.json"))) == 8
