"""Layers on layers: the routes agree at every depth, zero vectors and parallel inputs included."""

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from oracles import within
from strategies import layer_lists, pairs

from symkern.reference import route
from symkern.reference.enclosure import Enclosure
from symkern.reference.evaluate import evaluate, read_quantity


@given(layer_lists(3), pairs())
@settings(max_examples=25)
def test_quadrature_layer_by_layer(layers, pair):
    x, y = pair
    assume(any(y) or min(layers) >= 0)
    quantity = read_quantity(layers=layers, x=x, y=y)
    right = quantity.enclose(20)
    assert within(quantity.by_quadrature(route.one_dimension, 20), right, 20)


@pytest.mark.parametrize(
    "asked",
    [
        {"layers": [0, 1, 1], "theta": "2*pi/3"},
        {"layers": [0, "1/2", 0, 2], "bias": ["1/2", None, "0.3", None], "x": [1, 2], "y": [3, 1]},
        {"layers": [0, 0], "sigma": [None, "1/2"], "x": [1, 2], "y": [3, 1]},
        {"layers": [0, 1, "-1/4"], "theta": "pi"},
        {"layers": [0, 1], "x": [0, 0], "y": [1, 2]},
        {"layers": [0, 0], "bias": ["-1", "1/2"], "x": [0, 0], "y": [1, 2]},
        {"layers": ["5/2", 1, 1], "x": [1, 2], "y": [2, 4]},
    ],
)
def test_the_definition_at_every_layer(asked):
    quantity = read_quantity(**asked)
    right = quantity.enclose(20)
    assert within(quantity.by_quadrature(route.definition, 20), right, 20)
    assert within(quantity.by_quadrature(route.one_dimension, 20), right, 20)


def test_near_parallel_inputs_keep_their_digits():
    """1 - k is of order 1e-40 and is what a next layer sees."""
    quantity = read_quantity(layers=[1, 0], theta="1e-20")
    assert within(quantity.by_quadrature(route.one_dimension, 40), quantity.enclose(40), 40)
    assert quantity.enclose(25).value.startswith("0.9999999999999999999")


def test_a_zero_row_is_not_a_unit_vector_for_the_next_layer():
    """k_0(0, 0) = k_0(0, y) = 1/2: the inner cosine is 1/sqrt 2, so the next degree 0 gives 1 - 1/4."""
    assert Enclosure("0.75", "0").overlaps(evaluate(layers=[0, 0], x=[0, 0], y=[1, 0]))


def test_a_ramp_of_a_ramp_by_hand():
    """k_1(k_1) at a right angle: cos theta_1 = 1/pi."""
    inner = math.acos(1 / math.pi)
    expected = (math.sin(inner) + (math.pi - inner) * math.cos(inner)) / math.pi
    assert float(evaluate(layers=[1, 1], theta="pi/2").value) == pytest.approx(expected, rel=1e-15)


def test_norms_are_carried():
    """k_2(x, x) = 3 |x|^4, and again; k_1(2, -2) = 0, a right angle between norms 2, and J_2 there is pi/2."""
    assert evaluate(layers=[2, 2], x=[2], y=[2], digits=20).overlaps(Enclosure(str(3 * (3 * 16) ** 2), "0"))
    assert evaluate(layers=[Fraction(1), 2], x=[2], y=[-2], digits=20).overlaps(Enclosure("8", "0"))
