"""Numbers are read by a grammar of their own, exactly, and nothing is evaluated."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symkern.errors import InvalidArgument
from symkern.numbers import PiNumber, exact, read_number, read_pi_number

FRACTIONS = st.fractions(-1000, 1000, max_denominator=10**6)


@given(FRACTIONS)
def test_a_fraction_comes_back(value):
    assert read_number("n", str(value)) == value == exact("n", value)


@given(FRACTIONS, FRACTIONS)
def test_a_sum_with_pi_comes_back(rational, of_pi):
    number = PiNumber(rational, of_pi)
    assert read_pi_number("theta", str(number)) == number


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_exact(value):
    assert exact("x", value) == Fraction(value)


@pytest.mark.parametrize(
    ("text", "rational", "of_pi"),
    [
        ("2*pi/3", 0, Fraction(2, 3)),
        ("2/3*pi", 0, Fraction(2, 3)),
        ("2pi", 0, 2),
        ("π/4", 0, Fraction(1, 4)),
        ("PI", 0, 1),
        ("-pi + 4", 4, -1),
        ("pi-1e-20", -Fraction(1, 10**20), 1),
        ("1/3 + pi/7 - pi/7", Fraction(1, 3), 0),
        (" 1.5 ", Fraction(3, 2), 0),
    ],
)
def test_multiples_of_pi(text, rational, of_pi):
    assert read_pi_number("theta", text) == PiNumber(Fraction(rational), Fraction(of_pi))


@pytest.mark.parametrize(
    "text",
    ["", " ", "pi pi", "1 2", "pi*2", "pi/0", "1/0", "e", "1e", "pi^2", "__import__('os')", "1e500*pi", "2**3"],
)  # fmt: skip
def test_anything_else_is_refused(text):
    with pytest.raises(InvalidArgument, match="theta must be"):
        read_pi_number("theta", text)


@pytest.mark.parametrize("value", [True, None, 1j, [1], float("inf"), "pi"])
def test_what_is_not_a_number_is_refused(value):
    with pytest.raises(InvalidArgument, match="x must be"):
        exact("x", value)
