"""The smoothed kernel: eq. (30) against the integral (29) over one weight and over two."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import within
from strategies import pairs

from symkern.reference import route
from symkern.reference.enclosure import Enclosure
from symkern.reference.evaluate import evaluate, read_quantity


@pytest.mark.parametrize("sigma", ["1", "2", "1000"])
@pytest.mark.parametrize("y", [[3, 1], [-1, -2], [1, 2], [0, 0], ["1/1000", 0]])
def test_the_definition_in_two_dimensions(sigma, y):
    quantity = read_quantity(0, sigma=sigma, x=[1, 2], y=y)
    assert within(quantity.by_quadrature(route.definition, 20), quantity.enclose(20), 20)


@given(pairs(), st.sampled_from([Fraction(text) for text in ("1e-30", "1/1000", "1/3", "1", "7", "1e12")]))
@settings(max_examples=20)
def test_the_definition_over_one_weight(pair, sigma):
    x, y = pair
    quantity = read_quantity(0, sigma=sigma, x=x, y=y)
    # near-antiparallel inputs have a tiny value: it is the integral's difference from 1/2 - 1/2 that is accurate
    assert Enclosure(quantity.by_quadrature(route.one_dimension, 30), "1e-29").overlaps(quantity.enclose(30))


def test_a_zero_vector_is_half_on():
    assert evaluate(0, sigma=1, x=[0, 0], y=[3, 1]).value.rstrip("0") == "0.5"
