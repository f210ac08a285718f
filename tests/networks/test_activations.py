"""Units compute what the papers print, and every kernel finds its own."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtr
from strategies import degrees

from symkern import ArcCosine, Arcsine, Gaussian, Linear, Polynomial, deep
from symkern.errors import UsageError
from symkern.networks.activations import Cosine, Power, ShiftedStep, SmoothStep, activations, read_kernel

Z = np.array([-3.0, -1e-300, 0.0, 1e-300, 0.3, 1.0, 2.5])


@given(degrees(), st.lists(st.floats(-50, 50), min_size=1, max_size=20))
def test_powers_are_those_of_the_definition(n, z):
    z = np.array(z)
    found = z.copy()
    Power(n).apply(found)
    expected = np.where(z > 0, np.abs(np.where(z == 0, 1.0, z)) ** float(n), 0.0)
    if n == 0:
        expected[z == 0] = 0.5
    assert np.allclose(found, expected, rtol=1e-13, atol=0)


def test_steps_and_their_variations():
    for activation, expected in (
        (Power(Fraction(0)), [0, 0, 0.5, 1, 1, 1, 1]),
        (ShiftedStep(0.3), [0, 0, 0, 0, 0.5, 1, 1]),
        (SmoothStep(2.0), ndtr(Z / 2)),
    ):
        found = Z.copy()
        activation.apply(found)
        assert np.array_equal(found, expected)


@pytest.mark.parametrize("n", ["1", "3/2", "2", "3"])
def test_the_slope_is_the_derivative(n):
    z, h = np.array([-1.0, 0.4, 2.0]), 1e-6
    above, below = z + h, z - h
    activation = Power(Fraction(n))
    activation.apply(above)
    activation.apply(below)
    assert np.allclose(activation.slope(z), (above - below) / (2 * h), rtol=1e-8)


def test_every_kernel_finds_its_units():
    stack = deep(ArcCosine(0, bias=0.5), 1, ArcCosine(0, sigma=2), "5/2", 2)
    assert activations(stack) == [
        ShiftedStep(0.5),
        Power(Fraction(1)),
        SmoothStep(2.0),
        Power(Fraction(5, 2)),
        Power(Fraction(2)),
    ]
    assert activations(Gaussian(3)) == [Cosine(3.0)]
    assert [type(a).__name__ for a in activations(Arcsine(1) @ Linear())] == ["Identity", "ErrorFunction"]


@pytest.mark.parametrize(
    ("given_layers", "said"),
    [
        ("tanh", "activation must be one of"),
        ([], "layers must be at least one"),
        ("-1/2", "n must be greater than -1/2"),
        ([1, "sigmoid"], "activation must be one of"),
        (None, "n must be a finite number"),
    ],
)
def test_bad_layers_are_one_clear_line(given_layers, said):
    with pytest.raises(UsageError, match=said) as caught:
        read_kernel(given_layers)
    assert "\n" not in str(caught.value)


def test_a_kernel_without_units_is_refused():
    with pytest.raises(UsageError, match="has no units"):
        activations(Polynomial(2))
    with pytest.raises(UsageError, match="has no units"):
        activations(ArcCosine(1) + ArcCosine(0))
