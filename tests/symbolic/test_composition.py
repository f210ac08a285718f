"""Layers: against a composition done by hand in numbers, and the printed examples."""

from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import assume, given, settings
from oracles import agree, at_angle, context
from strategies import angles, layer_lists

from symkern.symbolic import composition
from symkern.symbolic.notation import norm_x, theta

R = sp.Rational


def layer_by_layer(layers, angle, digits):
    """k(x, y), k(x, x) of unit vectors by eqs. (18)-(19), in numbers, with J_n from the closed form in mpmath."""
    mp = context(digits)

    def J(n, t):
        z = mp.cos(t / 2) ** 2
        return (
            mp.sqrt(mp.pi)
            * 2**n
            * mp.gamma(n + 1) ** 2
            / mp.gamma(n + 1.5)
            * z ** (n + 0.5)
            * mp.hyp2f1(0.5, 0.5, n + 1.5, z)
        )

    xy, xx = mp.cos(mp.mpf(angle.numerator) / angle.denominator), mp.mpf(1)
    for degree in layers:
        n = mp.mpf(degree.numerator) / degree.denominator
        xy, xx = xx**n * J(n, mp.acos(xy / xx)) / mp.pi, xx**n * J(n, 0) / mp.pi
    return xy, xx


@given(layer_lists(), angles())
@settings(max_examples=40)
def test_composition_by_numbers(layers, angle):
    assume(Fraction(1, 10**6) < angle)
    degrees = [R(layer) for layer in layers]
    xy, xx = layer_by_layer(layers, angle, 80)
    factor, power = composition.diagonal(degrees)
    assert agree(sp.N(factor, 40), xx, 35)
    assert agree(at_angle(composition.normalised(degrees), angle, 60), xy / xx, 30)
    assert power == 2 * sp.prod(degrees)


def test_degree_zero_twice_is_the_printed_example():
    """Cho & Saul (2010), eq. (17)."""
    kernel = composition.normalised([R(0), R(0)])
    assert sp.expand(kernel - (1 - sp.acos(1 - theta / sp.pi) / sp.pi)) == 0


@given(layer_lists())
@settings(max_examples=25)
def test_the_leading_law_at_small_angles(layers):
    """1 - cos of the last angle over its law tends to 1 as theta -> 0: like 1/log where there is a logarithm."""
    alpha, beta, gamma = composition.composed_law([R(layer) for layer in layers])
    mp = context(500)
    errors = []
    for digits in (60, 120):
        xy, xx = layer_by_layer(layers, Fraction(1, 10**digits), 500)
        power = mp.mpf(10) ** (-digits * mp.mpf(beta.p) / beta.q)
        logarithm = (digits * mp.log(10)) ** (mp.mpf(gamma.p) / gamma.q)
        errors.append(abs((1 - xy / xx) / (mp.mpf(str(sp.N(alpha, 50))) * power * logarithm) - 1))
    assert errors[1] < 0.15
    assert errors[1] < 0.7 * errors[0] or errors[1] < 1e-40  # the digits of alpha


@pytest.mark.parametrize("depth", [1, 2, 6])
def test_ramp_layers_keep_the_norm_and_the_angle(depth):
    derivation = composition.derive([R(1)] * depth)
    assert derivation["k_diagonal"] == norm_x**2
    assert sp.expand(derivation["small_angle"] - (1 - theta**2 / 2)) == 0


def test_opposite_vectors_are_not_orthogonal_after_two_layers():
    assert composition.derive([R(0)])["k_at_pi"] == 0
    assert composition.derive([R(0), R(0)])["k_at_pi"] == R(1, 2)
    assert composition.derive([R(1), R(1)])["k_at_pi"] == 1 / sp.pi
