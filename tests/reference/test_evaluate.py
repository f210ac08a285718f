"""What may be asked of `evaluate`, and what is said to the rest."""

from decimal import Decimal
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from flint import arb
from hypothesis import assume, given
from oracles import as_ball
from strategies import degrees, pairs

import symkern
from symkern.errors import UsageError
from symkern.reference.enclosure import Enclosure
from symkern.reference.evaluate import evaluate, read_quantity
from symkern.reference.precision import ball, ball_precision
from symkern.reference.quantity import agreement


def test_a_float_is_the_number_that_it_is():
    assert evaluate(0.1, theta=1, digits=40) == evaluate(Fraction(0.1), theta=1, digits=40)
    assert evaluate(0.1, theta=1, digits=40) != evaluate("0.1", theta=1, digits=40)


def test_numpy_arrays_are_vectors():
    x, y = np.array([1.0, 2.0]), np.array([3, 1])
    assert evaluate(1, x=x, y=y) == evaluate(1, x=[1, 2], y=[3, 1])


@given(degrees(), pairs())
def test_a_kernel_is_symmetric(n, pair):
    x, y = pair
    assume(n >= 0 or any(y))
    assert evaluate(n, x=x, y=y).overlaps(evaluate(n, x=y, y=x))


@given(degrees(6), pairs())
def test_a_kernel_is_homogeneous(n, pair):
    """k_n(3 x, y) = 3^n k_n(x, y) for x, y other than 0: eq. (3)."""
    x, y = pair
    assume(any(y))
    scaled, plain = (as_ball(evaluate(n, x=[factor * entry for entry in x], y=y)) for factor in (3, 1))
    with ball_precision(150):
        assert scaled.overlaps(arb(3) ** ball(n) * plain)


def test_other_kinds_of_numbers_are_exact_or_refused():
    assert evaluate(Decimal("0.1"), theta=1) == evaluate("0.1", theta=1)
    third = np.longdouble(1) / 3
    assert evaluate(third, theta=1, digits=40) == evaluate(Fraction(*third.as_integer_ratio()), theta=1, digits=40)


def test_an_enclosure_is_a_number():
    assert float(evaluate(0, theta=1)) == pytest.approx(2.141592653589793)


def test_a_value_beyond_reach_is_refused_in_one_line():
    with pytest.raises(UsageError, match="too small to be enclosed"):
        evaluate(layers=[0, 0], bias=[1000, 1000], theta=1)


def test_a_zero_agrees_with_a_zero():
    assert all(found.agrees > 0 for found in read_quantity(1, theta="pi").by_routes(20))


@pytest.mark.parametrize("name", ["bias", "sigma"])
@given(pairs())
def test_a_vanishing_bias_or_width_is_degree_zero(name, pair):
    x, y = pair
    assume(any(y))
    tiny = evaluate(0, **{name: "1e-60"}, x=x, y=y, digits=20)
    assert Enclosure(tiny.value, "1e-18").overlaps(evaluate(0, x=x, y=y, digits=20))


def test_zero_vectors_by_definition():
    assert evaluate(0, x=[0, 0], y=[1, 2]).value.rstrip("0") == "0.5"
    assert evaluate(0, x=[0, 0], y=[0, 0]).value.rstrip("0") == "0.5"
    assert evaluate(2, x=[0, 0], y=[1, 2]) == Enclosure("0", "0")
    with pytest.raises(UsageError, match="no finite value at a zero vector"):
        evaluate("-1/4", x=[0, 0], y=[1, 2])


def test_angle_cosine_and_vectors_say_the_same():
    right = evaluate("1/2", theta="pi/3", digits=40)
    assert evaluate("1/2", cosine="1/2", digits=40).overlaps(right)
    assert read_quantity("1/2", theta="pi/3").label == "J_{1/2}(pi/3)"


def test_every_route_is_listed():
    routes = read_quantity(0, bias=1, x=[1, 2], y=[3, 1]).by_routes(25)
    assert [route.agrees for route in routes] == [25, 25, 25]
    routes = read_quantity("-1/4", theta=1).by_routes(25)
    assert [route.agrees for route in routes] == [25, 25, 20]
    assert read_quantity(1, theta="1e-5").by_routes(20)[-1].value is None


def test_agreement_can_be_partial():
    right = Enclosure("1.2345678", "1e-8")
    assert [agreement(text, right) for text in ("1.2345678", "1.234567", "1.23460", "2.0", "0.9")] == [8, 7, 5, 1, 0]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"n": "-1/2", "theta": 1}, "n must be a real number greater than -1/2; got n=-1/2."),
        ({"n": -0.75, "theta": 1}, "greater than -1/2; got n=-0.75."),
        ({"n": 1, "theta": 4}, "theta must be an angle from 0 to pi; got theta=4."),
        ({"n": 1, "theta": "pi+1e-300"}, "theta must be an angle from 0 to pi"),
        ({"n": 1, "theta": "-1e-300"}, "theta must be an angle from 0 to pi"),
        ({"n": 1, "theta": float("nan")}, "theta must be a finite number"),
        ({"n": 1, "theta": 1, "digits": 0}, "digits must be a whole number from 1 to 10000; got digits=0."),
        ({"n": 1, "theta": 1, "digits": 10**7}, "digits must be a whole number from 1 to 10000; got digits=10000000."),
        ({"n": 1, "theta": 1, "digits": 2.5}, "digits must be a whole number"),
        ({"n": 1, "x": [1, 2], "y": [1]}, "x and y must have the same length, at least 1; got 2 and 1 entries."),
        ({"n": 1, "x": [], "y": []}, "x and y must have the same length, at least 1; got 0 and 0 entries."),
        ({"n": 1, "x": [1, float("inf")], "y": [1, 2]}, "x must be a finite number"),
        ({"n": 1, "x": [1, "nan"], "y": [1, 2]}, "x must be a number such as"),
        ({"n": 1, "x": 3, "y": [1]}, "x must be a sequence of numbers; got x=3."),
        ({"n": 1, "x": [1]}, "evaluate needs both x and y."),
        ({"n": 1}, "evaluate needs an angle or two vectors."),
        ({"theta": 1}, "evaluate needs a degree or layers."),
        ({"n": 1, "layers": [1], "theta": 1}, "evaluate takes one of n and layers, not both."),
        ({"n": 1, "theta": 1, "x": [1]}, "evaluate takes one of theta, cosine, or x and y; got theta and x."),
        ({"n": 1, "x": {1, 2}, "y": [1, 2]}, "x must be a sequence of numbers"),
        ({"n": 1, "theta": mpmath.mpf("1.2")}, "theta must be a finite number"),
        ({"n": 1, "theta": 1, "cosine": 0}, "evaluate takes one of theta, cosine, or x and y; got theta and cosine."),
        ({"n": 1, "cosine": "1.01"}, "cosine must be a number from -1 to 1; got cosine=1.01."),
        ({"n": 0, "sigma": 0, "theta": 1}, "sigma must be greater than 0; got sigma=0."),
        ({"n": 1, "bias": 2, "theta": 1}, "bias and sigma go with degree 0; got bias=2 where n is 1."),
        ({"n": 0, "bias": 2, "sigma": 1, "theta": 1}, "A layer has a bias or a width sigma"),
        ({"layers": [0, 1], "bias": [1], "theta": 1}, "bias must be one number, or one per layer (2)"),
        ({"layers": [], "theta": 1}, "layers must be a list of 1 to 64 degrees"),
        ({"layers": "0,1", "theta": 1}, "layers must be a sequence of numbers"),
        ({"n": 10**7, "theta": 1}, "n must be at most 1000000 to be evaluated"),
        ({"n": True, "theta": 1}, "n must be a finite number"),
        ({"n": Decimal("nan"), "theta": 1}, "n must be a finite number"),
        ({"n": 1, "bias": None, "theta": 1, "derivative": 21}, "derivative must be a whole number from 0 to 20"),
        ({"n": 0, "bias": 1, "theta": 1, "derivative": 1}, "derivative goes with n and an angle alone"),
    ],
)  # fmt: skip
def test_bad_input_is_one_clear_line(asked, said):
    with pytest.raises(UsageError) as raised:
        evaluate(**asked)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


def test_evaluate_is_a_public_name():
    assert symkern.evaluate(n=1, theta="pi", digits=5) == Enclosure("0", "0")
