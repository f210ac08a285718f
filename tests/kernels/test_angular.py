"""Angular functions at run time: any degrees, no SymPy, numbers kept and never trusted blindly."""

import json
import os
import stat
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import doubles_in_the_unit_interval

from symkern.approximation import forms
from symkern.errors import InvalidArgument
from symkern.kernels.angular import AngularFunction, angular_function, fitted
from symkern.reference.evaluate import evaluate


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "symkern" / "forms"


SPECS = {("7",): 8, ("7/3",): 16, ("3",): 8, ("-1/5",): 16, ("7/2",): 16}


@pytest.mark.parametrize("degrees", SPECS)
@settings(max_examples=60, deadline=None)
@given(doubles_in_the_unit_interval())
def test_single_degrees_are_right_to_the_last_bits(degrees, c):
    found = float(angular_function(*degrees)(c))
    true = Fraction(evaluate(layers=list(degrees), cosine=c, digits=25).value)
    assert abs(Fraction(found) - true) <= SPECS[degrees] * Fraction(float(np.spacing(float(true))))


@pytest.mark.parametrize("degrees", [("1", "2"), ("1/3", "1"), ("0", "2", "0")])
@settings(max_examples=30, deadline=None)
@given(doubles_in_the_unit_interval())
def test_compositions(degrees, c):
    function = angular_function(*degrees)
    true = float(evaluate(layers=list(degrees), cosine=c, digits=25))
    assert abs(float(function(c)) - true) <= 1e-15 * function.at_one


@pytest.mark.parametrize("layers", [("9",), ("7/3",), ("1", "3"), ("1/3", "1")])
def test_what_is_kept_is_what_was_fitted(own_cache, layers):
    degrees = tuple(map(Fraction, layers))
    first = fitted(degrees)
    assert len(list(own_cache.glob("*.json"))) == (2 if layers == ("1/3", "1") else 1)  # a chain keeps its parts
    assert fitted(degrees) == first == forms.form(degrees)


def test_the_second_time_nothing_is_fitted(own_cache, monkeypatch):
    first = fitted((Fraction(9),))
    monkeypatch.setattr(forms, "form", lambda layers: pytest.fail("fitted again"))
    assert fitted((Fraction(9),)) == first


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"value": 1}', "cut", "changed"])
def test_a_damaged_or_foreign_file_is_rebuilt(own_cache, damage):
    degrees = (Fraction(9),)
    first = fitted(degrees)
    (file,) = own_cache.glob("*.json")
    text = file.read_text(encoding="utf-8")
    content = json.loads(text)
    content["value"]["fractions"]["constant"] *= 2
    damaged = {"cut": text[: len(text) // 2], "changed": json.dumps(content)}.get(damage, damage)
    file.write_text(damaged, encoding="utf-8")
    assert fitted(degrees) == first
    assert file.read_text(encoding="utf-8") == text


def test_a_home_that_cannot_be_written_will_do(tmp_path, monkeypatch):
    blocked = tmp_path / "blocked"
    blocked.write_text("not a folder", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert fitted((Fraction(9),)) == forms.form([Fraction(9)])
    if os.geteuid() != 0:  # root may write anywhere
        folder = tmp_path / "readonly"
        folder.mkdir()
        folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
        monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
        assert fitted((Fraction(9),)) == forms.form([Fraction(9)])


def test_sympy_is_not_needed():
    code = "import sys; from symkern.kernels import angular_function as f; f('7/3')(0.5); print('sympy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_input_like_that_of_emitted_modules():
    function = angular_function("9")
    assert function(np.zeros((2, 0))).shape == (2, 0)
    assert function(np.float32(0.5)).dtype == np.float32
    assert function([0.5, 1]).shape == (2,)
    assert function(1 + 4e-16) == function(1.0) == function.at_one
    with pytest.raises(ValueError, match=r"c must be between -1 and 1; got 1\.5"):
        function(1.5)
    with pytest.raises(TypeError, match="c must be real numbers"):
        function("0.5")
    with pytest.raises(InvalidArgument):
        angular_function("-1/2")
    assert repr(AngularFunction([Fraction(9)])) == "AngularFunction(9)"


@pytest.mark.parametrize(
    ("half", "apart"),
    [("1/2", 2.0**-52), ("5/2", -(2.0**-51)), ("-1/2", 1e-12), ("21/2", 1e-10), ("1/2", -1e-9)],
)
def test_degrees_within_a_rounding_of_a_half_integer(half, apart):
    """Floats such as exp(log(3)) - 1/2: two parts that would cancel there are replaced by one and its slope."""
    n = Fraction(half) + Fraction(apart)
    for cosine in (-1 + 1e-15, -0.5, 0.0, 0.1, 0.6, 0.99999, 1.0):
        truth = Decimal(evaluate(layers=[n], cosine=Fraction(cosine), digits=40).value)
        assert abs(Decimal(float(angular_function(n)(cosine))) / truth - 1) < 8 * Decimal(2) ** -53
