"""Gradients of kernels by the inputs and by every parameter, against differences of exact values."""

import copy
import math
from fractions import Fraction

import numpy as np
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from strategies import examples

from symkern.kernels import ArcCosine, Arcsine, Gaussian, Linear, Polynomial, deep
from symkern.numbers import exact
from symkern.testing import exact_value
from symkern.testing.bound import LARGEST, UNIT, layer_count

STEP = Fraction(1, 2**80)
"""Relative step of central differences: they are then right to some forty digits."""
DIGITS = 75
BY_DEGREE = Fraction(1, 10**9)
"""Relative error of a derivative by a degree from -1/4 on, as `symkern/kernels/degrees.py` documents it."""
TINY = Fraction(1, 10**290)


def kernels(scale):
    """Kernels whose parameters go with inputs of this scale; every kind of layer and combination."""
    return [
        *(ArcCosine(n) for n in (0, 1, 2, "1/2", "-1/4", "5/2", 12)),
        ArcCosine(0, bias=0.5 * scale),
        ArcCosine(0, bias=-2.0 * scale),
        ArcCosine(0, sigma=0.3 * scale),
        Linear(),
        Polynomial(2, scale * scale if 1e-150 < scale < 1e150 else 1.0),
        Gaussian(2.0 * scale),
        Arcsine(0.5),
        deep(1, 1),
        deep(0, 1, 1),
        deep("1/3", 0),
        ArcCosine(0) @ (2 * ArcCosine("1/2")),
        deep(ArcCosine(0, bias=0.5 * scale), 1),
        ArcCosine(1) @ (ArcCosine(0, sigma=scale) + Gaussian(scale)),
        ArcCosine(1) * Gaussian(scale),
        1e-200 * ArcCosine(2) + 3 * ArcCosine(0),
        Gaussian(1) @ ArcCosine(0),
        (ArcCosine(1) * Linear()) * (1 / scale * ArcCosine("1/2")),
    ]


COUNT = len(kernels(1.0))
SCALES = (1.0, 1.0, 1e160, 1e-160, 1e-300, 1e300)
pairs = st.tuples(st.floats(0.3, 2.8), st.floats(0.5, 2.0), st.floats(0.5, 2.0))


def vectors(pair, scale):
    angle, first, second = pair
    x = [scale * first * 0.6, scale * first * 0.8]
    turned = angle + math.atan2(0.8, 0.6)
    return x, [scale * second * math.cos(turned), scale * second * math.sin(turned)]


def value(kernel, x, y):
    return Fraction(exact_value(kernel, x, y, DIGITS).value)


def assert_derivative(computed, right, size, kernel, unit=1024 * UNIT):
    """Within 1024 L u of the largest part, where both are representable.

    Angles are at least 0.3 here, so that 1 - |cos| is at least 0.04 and its rounding is magnified 25 times a layer.
    Derivatives by a degree are differences of sixth order in it, which divide a rounding by their step.
    """
    assume(abs(right) < LARGEST[False] and abs(size) < LARGEST[False])
    assert math.isfinite(computed)
    allowed = layer_count(kernel) * unit * max(abs(right), abs(size)) + TINY
    assert abs(Fraction(computed) - right) <= allowed, f"{computed!r}, {float(right)!r}"


@given(st.integers(0, COUNT - 1), pairs, st.sampled_from(SCALES))
@settings(max_examples=examples(80))
@example(2, (1.0, 1.0, 1.0), 1e160)
@example(20, (1.0, 1.0, 1.0), 1e160)
@example(12, (1.0, 1.0, 1.0), 1e-160)
@example(16, (1.0, 1.0, 1.0), 1e160)
@example(13, (1.0, 1.0, 1.0), 1e160)
def test_gradient_by_the_inputs(number, pair, scale):
    assert_gradient(kernels(scale)[number], *vectors(pair, scale))


HOMOGENEOUS = [
    *(ArcCosine(n) for n in (1, 2, "1/2", "5/2")),
    Polynomial(2, 0),
    deep(1, 2),
    2 * ArcCosine(1) * Linear(),
    ArcCosine(2) + 3 * Polynomial(2, 0),
]


@given(st.sampled_from(HOMOGENEOUS), pairs, st.sampled_from((1e160, 1e-160, 1e120, 1e-100)))
@settings(max_examples=examples(60))
@example(ArcCosine(2), (1.0, 1.0, 1.0), 1e160)
@example(ArcCosine(2), (1.0, 1.0, 1.0), 1e-160)
def test_gradient_where_one_input_is_long_and_one_is_short(kernel, pair, scale):
    """k(x, x) and k(y, y) are beyond doubles, but their product and the gradient are not."""
    assert_gradient(kernel, vectors(pair, scale)[0], vectors(pair, 1 / scale)[1])


def assert_gradient(kernel, x, y):
    computed = kernel.gradient(np.array([x]), np.array([y]))[0, 0]
    step = Fraction(max(map(abs, x))) * STEP
    right = []
    for place in range(2):
        up, down = ([Fraction(v) + (sign * step if i == place else 0) for i, v in enumerate(x)] for sign in (1, -1))
        right.append((value(kernel, up, y) - value(kernel, down, y)) / (2 * step))
    size = max(max(map(abs, right)), abs(value(kernel, x, y)) / Fraction(max(map(abs, x))))
    for one, other in zip(computed, right, strict=True):
        assert_derivative(one, other, size, kernel)


@given(st.integers(0, COUNT - 1), pairs, st.sampled_from(SCALES))
@settings(max_examples=examples(60))
@example(21, (1.0, 1.0, 1.0), 1e160)
@example(20, (1.0, 1.0, 1.0), 1e-160)
def test_gradient_by_every_parameter(number, pair, scale):
    kernel = kernels(scale)[number]
    x, y = vectors(pair, scale)
    for name in kernel._smooth_parameters():
        at = exact(name, kernel.get_params()[name])
        step = (abs(at) or 1) * STEP
        up, down = (copy.deepcopy(kernel).set_params(**{name: at + sign * step}) for sign in (1, -1))
        right = (value(up, x, y) - value(down, x, y)) / (2 * step)
        size = abs(value(kernel, x, y)) / (abs(at) or 1)
        computed = float(kernel.gradient(np.array([x]), np.array([y]), by=name)[0, 0])
        by_degree = name.rpartition("__")[2] == "n"
        assert_derivative(computed, right, size, kernel, BY_DEGREE if by_degree else 1024 * UNIT)
