"""The examples run as they stand, say what their pages promise, and draw a picture."""

import re
import runpy
from pathlib import Path

import pytest

import symkern

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_an_example_runs(file, tmp_path, capsys):
    runpy.run_path(str(file))["main"](str(tmp_path / "picture.png"))
    assert (tmp_path / "picture.png").stat().st_size > 10_000
    assert capsys.readouterr().out.count("\n") >= 3


def test_digits_are_told_apart(tmp_path, capsys):
    runpy.run_path(str(EXAMPLES[0]))["main"](str(tmp_path / "picture.png"))
    errors = [float(found) for found in re.findall(r"test error ([\d.]+)%", capsys.readouterr().out)]
    assert len(errors) == 3 and errors[0] < 2


def test_every_example_is_on_the_page():
    page = (EXAMPLES[0].parent / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `(\w+)\.py`", page, re.M)) == [file.stem for file in EXAMPLES]


def test_the_file_of_claims_to_copy_is_judged_as_it_says(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    found = symkern.verify(EXAMPLES[0].parent / "claims" / "judge_a_formula.py")
    assert found.ok, str(found)
    assert {outcome.verdict for outcome in found.outcomes} == {"proved", "certified", "qualified", "refuted"}
