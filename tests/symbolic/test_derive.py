"""`symkern.derive` as Python users call it."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

import symkern
from symkern.errors import InvalidArgument, UsageError


@pytest.mark.parametrize("n", [2.5, Fraction(5, 2), sp.Rational(5, 2), np.float64(2.5), np.float32(2.5)])
def test_numbers_of_every_kind_are_taken_exactly(n):
    assert symkern.derive(n=n).parameters["n"] == sp.Rational(5, 2)


def test_a_float_is_the_decimal_that_it_prints_as():
    assert symkern.derive(n=0.1).parameters["n"] == sp.Rational(1, 10)
    assert symkern.derive(n=np.int64(3)).parameters["n"] == 3


@pytest.mark.parametrize(
    "request_",
    [
        {"n": float("nan")},
        {"n": float("inf")},
        {"n": "3"},
        {"n": True},
        {"n": 1j},
        {"n": Decimal("2.5")},
        {"n": [3]},
        {"n": 3, "d": 2.5},
        {"n": 3, "d": "4"},
        {"n": 3, "d": 0},
        {"layers": 3},
        {"layers": "0,1"},
        {"layers": [0, "1"]},
        {"layers": []},
        {"kernel": 5},
        {"kernel": "biased", "bias": None, "sigma": 1},
        {"kernel": "smoothed", "sigma": 0},
        {},
        {"n": 1, "layers": [1]},
    ],
    ids=str,
)
def test_bad_arguments_are_named_in_one_line(request_):
    with pytest.raises(UsageError) as caught:
        symkern.derive(**request_)
    assert "\n" not in str(caught.value)


def test_the_error_says_name_rule_and_value():
    with pytest.raises(InvalidArgument) as caught:
        symkern.derive(n=3, d=0)
    assert str(caught.value) == "d must be a positive integer; got d=0. Leave it out to keep d symbolic."


def test_results_by_key():
    derivation = symkern.derive(n=3)
    assert derivation["J_at_0"] == 15 * sp.pi
    assert "J" in derivation and "no such result" not in derivation
    assert set(derivation["metric"]) == {"identity", "radial"}
    assert "J_at_0" in list(derivation)
    with pytest.raises(KeyError, match="the keys are J, closed_form"):
        derivation["no such result"]


def test_a_bias_of_zero_is_the_kernel_of_degree_zero():
    assert symkern.derive(kernel="biased", bias=0)["distance_law"] == symkern.derive(n=0)["distance_law"]
    assert symkern.derive(kernel="biased", bias=0, d=1)["metric"] is None
