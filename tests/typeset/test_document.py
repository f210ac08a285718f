import json
import re
import shutil
import subprocess

import pytest
import sympy as sp
from hypothesis import given, settings
from strategies import degrees

from symkern import derive
from symkern.symbolic.notation import theta
from symkern.typeset import as_json, as_latex, as_text

DERIVATIONS = [
    {"n": 3},
    {"n": 0},
    {"n": 60},
    {"n": sp.Rational(5, 2)},
    {"n": sp.Rational(-1, 4)},
    {"layers": [0, 1, 1]},
    {"layers": [sp.Rational(1, 2), 2]},
    {"n": 3, "d": 2},
    {"kernel": "arc-cosine"},
    {"kernel": "biased"},
    {"kernel": "biased", "bias": -1},
    {"kernel": "smoothed"},
    {"kernel": "polynomial"},
    {"kernel": "gaussian"},
    {"kernel": "linear"},
]


@given(degrees())
@settings(max_examples=20)
def test_json_is_parsed_back_to_the_same_function(degree):
    derivation = derive(n=degree)
    data = json.loads(as_json(derivation))
    assert data["n"] == str(degree)
    for key in ("J", "small_angle", "law_at_pi", "J_at_0"):
        parsed = sp.sympify(data[key])
        at = sp.Rational(7, 5)
        assert abs(sp.N(parsed.subs("theta", at) - derivation[key].subs(theta, at), 20)) < 1e-12 * (
            1 + abs(sp.N(derivation[key].subs(theta, at)))
        )


@pytest.mark.parametrize("request_", DERIVATIONS, ids=str)
def test_every_format_of_every_derivation(request_):
    derivation = derive(**request_)
    data = json.loads(as_json(derivation, steps=True))
    assert len(data["steps"]) == len(derivation.steps) > 0
    text = as_text(derivation, steps=True, width=90)
    assert "Function" not in text and "sqrt" not in text and "**" not in text
    for line in text.splitlines():  # longer only where a number or a product cannot be broken
        assert (
            len(line) <= 90 or re.search(r"\d{40}", line) or line.strip().count(" + ") + line.strip().count(" − ") <= 1
        )


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("request_", DERIVATIONS, ids=str)
def test_latex_compiles(request_, tmp_path):
    (tmp_path / "page.tex").write_text(as_latex(derive(**request_), steps=True), encoding="utf-8")
    run = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        errors="replace",
    )
    assert run.returncode == 0, run.stdout[-2000:]
    assert "Missing character" not in run.stdout
    assert (tmp_path / "page.pdf").stat().st_size > 0


def test_latex_without_latex_is_balanced():
    """What can be said where pdflatex is absent: braces and environments close, and every character is declared."""
    for request in DERIVATIONS:
        page = as_latex(derive(**request), steps=True)
        declared = {chr(int(code, 16)) for code in re.findall(r"DeclareUnicodeCharacter\{(\w+)\}", page)}
        assert {character for character in page if ord(character) > 127} <= declared
        assert page.count("{") == page.count("}")
        assert page.count(r"\begin{") == page.count(r"\end{")
        assert page.count(r"\left") == page.count(r"\right")
