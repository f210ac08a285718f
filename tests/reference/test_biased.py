"""The biased kernel by four routes: degenerate triangles, both signs, tiny and large biases."""

from fractions import Fraction

import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import as_ball, context, within
from strategies import biases, pairs, vectors

from symkern.reference import route
from symkern.reference.biased import owen_t
from symkern.reference.enclosure import Enclosure
from symkern.reference.evaluate import evaluate, read_quantity
from symkern.reference.precision import ball, ball_precision
from symkern.reference.quadrature import Unreached

BIASES = ("-3", "-1e-8", "0", "1e-8", "1/2", "5", "40")
X = [3, 4]
SECONDS = {
    "x = y": [3, 4],
    "x = -y": [-3, -4],
    "x = 2y": ["3/2", 2],
    "y = 0": [0, 0],
    "near-parallel": [Fraction(3) + Fraction(1, 10**20), 4],
    "near-antiparallel": [Fraction(-3) + Fraction(1, 10**20), -4],
    "general": [1, -2],
    "far": [Fraction(1, 10**5), 0],
}


@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("y", SECONDS.values(), ids=SECONDS)
def test_all_routes_agree(bias, y):
    for first, second in ((X, y), (y, X)):
        quantity = read_quantity(0, bias=bias, x=first, y=second)
        right = quantity.enclose(40)
        reached = 0
        for make in (route.one_dimension, route.definition, route.owen):
            try:
                value = quantity.by_quadrature(make, 20 if bias == "0" else 40)
            except Unreached:
                continue
            assert within(value, right, 20 if bias == "0" else 40), make.__name__
            reached += 1
        assert reached >= (1 if bias == "0" else 2)


def test_two_zero_vectors():
    values = {bias: evaluate(0, bias=bias, x=[0, 0], y=[0, 0]).value.rstrip("0.") or "0" for bias in BIASES}
    assert values == {"-3": "2", "-1e-8": "2", "0": "0.5", "1e-8": "0", "1/2": "0", "5": "0", "40": "0"}


@given(vectors(), vectors(), st.fractions(Fraction(1, 16), 8, max_denominator=16))
@settings(max_examples=15)
def test_opposite_biases(x, y, bias):
    """Eq. (26), between values that come from the definition alone; the extremes are in the table above."""
    below, above = (read_quantity(0, bias=b, x=x, y=y) for b in (-abs(bias), abs(bias)))
    low = Enclosure(below.by_quadrature(route.definition, 20), "1e-19")
    high = Enclosure(above.by_quadrature(route.definition, 20), "1e-19")
    with ball_precision(200):
        jump = arb(0)
        for vector in (x, y):
            norm = sum((ball(entry) ** 2 for entry in map(Fraction, vector)), arb(0)).sqrt()
            jump += (ball(abs(bias)) / (norm * arb(2).sqrt())).erf() if any(vector) else 1
        assert (as_ball(low) - as_ball(high) - jump).overlaps(arb(0))
    assert evaluate(0, bias=-abs(bias), x=x, y=y).overlaps(low)


@given(pairs(), biases())
@settings(max_examples=40)
def test_scaling(pair, bias):
    """Eq. (27): k^b(rho x, rho y) = k^(b/rho)(x, y), to all digits."""
    x, y = pair
    for rho in (Fraction(1, 7), Fraction(1000)):
        scaled = evaluate(0, bias=bias, x=[rho * entry for entry in x], y=[rho * entry for entry in y], digits=50)
        assert scaled.overlaps(evaluate(0, bias=bias / rho, x=x, y=y, digits=50))


@given(pairs(), biases())
@settings(max_examples=40)
def test_symmetric_and_below_the_diagonal(pair, bias):
    x, y = pair
    both = evaluate(0, bias=bias, x=x, y=y, digits=40)
    assert both.overlaps(evaluate(0, bias=bias, x=y, y=x, digits=40))
    own = [as_ball(evaluate(0, bias=bias, x=v, y=v, digits=40)) for v in (x, y)]
    with ball_precision(200):
        for diagonal in own:
            assert not diagonal < as_ball(both)


def test_owens_t_is_scipys():
    from scipy import special

    mp = context(30)
    for h in (0.1, 1.0, 3.0):
        for a in (-4.0, -0.5, 0.0, 0.3, 1.0, 2.5):
            assert float(owen_t(mp, mp.mpf(h), mp.mpf(a))) == pytest.approx(special.owens_t(h, a), rel=1e-13)


def test_the_difference_that_cancels_in_double_precision():
    """|x| = 1, |y| = 3, b = 6: Owen's form loses 2,000 times too much there."""
    quantity = read_quantity(0, bias=6, x=[1, 0], y=[0, 3])
    assert within(quantity.by_quadrature(route.owen, 40), quantity.enclose(40), 40)
    assert within(quantity.by_quadrature(route.definition, 40), quantity.enclose(40), 40)
