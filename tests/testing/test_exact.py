"""Exact values of kernel objects: against `evaluate`, other routes, and the formulas in plain high precision."""

import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import assume, given
from oracles import as_ball, context, within
from strategies import layer_lists, pairs

from symkern.errors import UsageError
from symkern.kernels import ArcCosine, Arcsine, Gaussian, Linear, Polynomial, TwoLayer, deep
from symkern.reference import route
from symkern.reference.enclosure import Enclosure
from symkern.reference.evaluate import evaluate, read_quantity
from symkern.reference.precision import ball_precision
from symkern.testing import Perturbation, exact_value

X, Y = [1.0, 2.0, -0.5], [3.0, 1.0, 0.25]
XX, XY, YY = Fraction(21, 4), Fraction(39, 8), Fraction(161, 16)
MP = context(45)


def number(fraction):
    return MP.mpf(fraction.numerator) / fraction.denominator


def agrees(enclosure, value, digits=29):
    return within(MP.nstr(value, 40), enclosure, digits)


def ramp(xx, xy, yy):
    """cho_saul_2010 (6) as printed, with the norms."""
    size = MP.sqrt(xx * yy)
    theta = MP.acos(xy / size)
    return size * (MP.sin(theta) + (MP.pi - theta) * MP.cos(theta)) / MP.pi


def step(xx, xy, yy):
    return 1 - MP.acos(xy / MP.sqrt(xx * yy)) / MP.pi


def gaussian(xx, xy, yy):
    return MP.exp(-(xx + yy - 2 * xy) / 2)


def arcsine(xx, xy, yy, o=Fraction(1, 2)):
    o = number(o)
    return 2 / MP.pi * MP.asin(2 * (o + xy) / MP.sqrt((1 + 2 * (o + xx)) * (1 + 2 * (o + yy))))


def cubic(xx, xy, yy):
    return (xy + 1) ** 3


def line(xx, xy, yy):
    return xy


def over(outer, inner):
    """Composition of two formulas, cho_saul_2010 section 3.2."""
    return lambda xx, xy, yy: outer(inner(xx, xx, xx), inner(xx, xy, yy), inner(yy, yy, yy))


@pytest.mark.parametrize(
    ("kernel", "formula"),
    [
        (ArcCosine(1), ramp),
        (ArcCosine(0), step),
        (Linear(), line),
        (Polynomial(3, 1), cubic),
        (Gaussian(1), gaussian),
        (Arcsine(0.5), arcsine),
        (TwoLayer(0.25, -1), lambda xx, xy, yy: MP.tanh(xy / 4 - 1)),
        (ArcCosine(1) + 3 * Gaussian(1), lambda *p: ramp(*p) + 3 * gaussian(*p)),
        (ArcCosine(1) * Arcsine(0.5), lambda *p: ramp(*p) * arcsine(*p)),
        (ArcCosine(0) @ (2 * ArcCosine(1)), over(step, ramp)),
        (Gaussian(1) @ ArcCosine(1), over(gaussian, ramp)),
        (Arcsine(0.5) @ Polynomial(3, 1), over(arcsine, cubic)),
        (ArcCosine(1) @ (ArcCosine(0) + Linear()), over(ramp, lambda *p: step(*p) + line(*p))),
        (ArcCosine(0) @ (ArcCosine(1) * Gaussian(1)), over(step, lambda *p: ramp(*p) * gaussian(*p))),
        (ArcCosine(1) @ Gaussian(1) @ ArcCosine(0), over(ramp, over(gaussian, step))),
        ((ArcCosine(1) @ Gaussian(1)) * Linear(), lambda *p: over(ramp, gaussian)(*p) * line(*p)),
    ],
)
def test_formulas_in_plain_high_precision(kernel, formula):
    assert agrees(exact_value(kernel, X, Y), formula(number(XX), number(XY), number(YY)))


@given(layer_lists(3), pairs())
def test_compositions_agree_with_evaluate(layers, pair):
    x, y = pair
    assume(any(y) or min(layers) >= 0)
    assert exact_value(deep(*layers), x, y).overlaps(evaluate(layers=layers, x=x, y=y))


@pytest.mark.parametrize(
    ("kernel", "asked"),
    [
        (ArcCosine("-1/4"), {"n": "-1/4"}),
        (ArcCosine(50.3), {"n": 50.3}),
        (ArcCosine(0, bias=0.5), {"n": 0, "bias": 0.5}),
        (ArcCosine(0, bias=-2), {"n": 0, "bias": -2}),
        (ArcCosine(0, sigma=0.3), {"n": 0, "sigma": 0.3}),
        (deep(ArcCosine(0, bias=0.5), "1/3"), {"layers": [0, "1/3"], "bias": 0.5}),
        (deep(1, ArcCosine(0, sigma="1/3")), {"layers": [1, 0], "sigma": [None, "1/3"]}),
    ],
)
@pytest.mark.parametrize("y", [Y, X, [-2.0, -4.0, 1.0], [2.0, 4.0, -1.0]])
def test_quadrature_and_evaluate_agree(kernel, asked, y):
    exact = exact_value(kernel, X, y, 15)
    quantity = read_quantity(**asked, x=X, y=y)
    assert exact.overlaps(quantity.enclose(20))
    assert within(quantity.by_quadrature(route.one_dimension, 15), exact, 14)


@pytest.mark.parametrize("x", [[1, 0], [2**-1074, 2**-1074], [1e300, -3e299]])
@pytest.mark.parametrize("factor", [1, 2, -1, -0.5])
@pytest.mark.parametrize(
    ("inner", "parallel", "antiparallel"),
    [
        (2 * ArcCosine(1), 1, 0.5),
        (Linear(), 1, 0),
        (Polynomial(2, 0), 1, 1),
        (Polynomial(3, 0), 1, 0),
        (ArcCosine(1) + Linear(), 1, Fraction(1, 3)),
        (ArcCosine(1) * Linear(), 1, 0.5),
        (Polynomial(3, 0) * Linear(), 1, 1),
        (Polynomial(3, 0) * Linear() + 2 * Polynomial(4, 0), 1, 1),
    ],
)
def test_parallel_features_are_exactly_parallel(inner, parallel, antiparallel, x, factor):
    """What no ball can tell: a degree 0 on top is exactly 1 for parallel features, whatever makes them."""
    y = [Fraction(factor) * Fraction(entry) for entry in x]
    right = Fraction(parallel if factor > 0 else antiparallel)
    enclosure = exact_value(ArcCosine(0) @ inner, x, y)
    with ball_precision(200):
        assert as_ball(enclosure).overlaps(as_ball(Enclosure(str(right.numerator), "0")) / right.denominator)


def test_unequal_ratios_are_not_parallel():
    """(x, |x|^2) and (2 x, 4 |x|^2) are not multiples of each other."""
    sum_of_powers = ArcCosine(1) + ArcCosine(2)  # k_1(x, y) = |x| |y|, k_2(x, y) = 3 |x|^2 |y|^2 for parallel ones
    cosine = (MP.mpf(2) + 12) / MP.sqrt((1 + 3) * (4 + MP.mpf(48)))
    assert agrees(exact_value(ArcCosine(0) @ sum_of_powers, [1], [2]), 1 - MP.acos(cosine) / MP.pi)


@pytest.mark.parametrize(
    ("kernel", "right"),
    [
        (ArcCosine(0), 0.5),
        (ArcCosine(1), 0),
        (ArcCosine(0, bias=1), 0),
        (deep(0, 0), 0.75),
        (ArcCosine(0) @ (2 * ArcCosine(0)), 0.75),
        (ArcCosine(0) @ (ArcCosine(1) + ArcCosine(2)), 0.5),
        (Gaussian(1) @ ArcCosine(1), None),
        (Polynomial(2, 3), 9),
        (ArcCosine(0, sigma=2), 0.5),
    ],
)
def test_zero_vectors(kernel, right):
    """step(0) = 1/2; a zero vector stays one only where the kernel of it with itself is 0."""
    value = float(exact_value(kernel, [0, 0], [1, 0], 20))
    assert value == (pytest.approx(float(MP.exp(-MP.mpf(1) / 2)), rel=1e-15) if right is None else right)


def test_no_value_is_said_in_a_line():
    with pytest.raises(UsageError, match="no finite value at a zero vector"):
        exact_value(ArcCosine("-1/4"), [0], [1])
    with pytest.raises(UsageError, match="layers can go on top of; got TwoLayer"):
        exact_value(ArcCosine(1) @ TwoLayer(), [1], [1])
    with pytest.raises(UsageError, match="same length"):
        exact_value(ArcCosine(1), [1], [1, 2])


@pytest.mark.parametrize("angle", [1e-16, 1e-8, 1e-3])
@pytest.mark.parametrize("degrees", [("-0.49", 1), (0, "-1/4"), ("1/3", 0), (1, 1, "1/2")])
def test_near_duplicates_agree_with_quadrature(degrees, angle):
    quantity = read_quantity(layers=list(degrees), x=[1, 0], y=[1, angle])
    exact = exact_value(deep(*degrees), [1, 0], [1, angle])
    assert within(quantity.by_quadrature(route.one_dimension, 25), exact, 25)


@pytest.mark.parametrize("covariance", [[4.0, 0.25, 1.0], [[2.0, 1.0, 0.0], [1.0, 2.0, 0.5], [0.0, 0.5, 1.0]]])
def test_covariance_is_an_inner_product(covariance):
    weights = covariance if isinstance(covariance[0], list) else [[4, 0, 0], [0, 0.25, 0], [0, 0, 1]]

    def product(a, b):
        return sum(
            number(Fraction(p) * Fraction(w) * Fraction(q))
            for p, row in zip(a, weights, strict=True)
            for w, q in zip(row, b, strict=True)
        )

    exact = exact_value(ArcCosine(1, covariance=covariance) + ArcCosine(1), X, Y)
    inner = [product(X, X), product(X, Y), product(Y, Y)]
    assert agrees(exact, ramp(*inner) + ramp(number(XX), number(XY), number(YY)))


def test_tiny_values_are_enclosed_about_zero():
    assert str(exact_value(Gaussian(1), [0], [1e200])) == "0 ± 1e-400"
    assert str(exact_value(ArcCosine(0, bias=1), [1e-200], [2e-200])) == "0 ± 1e-400"


@pytest.mark.parametrize("kernel", [ArcCosine("5/2"), deep("1/3", 0), Gaussian(2), ArcCosine(0, bias=0.5)])
def test_a_perturbation_is_another_pair(kernel):
    """x = (1, 0) and y = (3, 4) with norms times 4 and 2, s = 2/5 halved and raised by 1/25: the cosine is 19/25."""
    change = Perturbation(xx=Fraction(15), yy=Fraction(3), relative=Fraction(-1, 2), absolute=Fraction(1, 25))
    moved = exact_value(kernel, [1, 0], [3, 4], 25, perturbed=change)
    mp_sine = MP.sqrt(1 - MP.mpf(19) ** 2 / 625)
    direct = exact_value(kernel, [4, 0], [Fraction(190, 25), Fraction(str(10 * mp_sine))], 25)
    assert within(direct.value, moved, 24)


def test_importing_loads_no_heavy_package():
    code = "import sys, symkern.testing; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"sympy", "sklearn", "scipy", "numba"} & set(loaded)
