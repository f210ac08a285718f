"""The biased, smoothed and classical kernels against the Gaussian integrals that define them."""

from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracles import agree, context
from strategies import vectors

from symkern.symbolic import biased, classical, smoothed
from symkern.symbolic.notation import BiasIntegral, OwenT, dot, norm_x, norm_y, p, psi, sigma, theta, xi
from symkern.symbolic.step import NotProved

R = sp.Rational


def geometry(mp, x, y):
    """Norms, inner product, and the angles at x and at y of the triangle 0, x, y."""
    xx, yy, xy = (
        mp.mpf(sum(a * b for a, b in zip(u, v, strict=True)).numerator)
        / sum(a * b for a, b in zip(u, v, strict=True)).denominator
        for u, v in ((x, x), (y, y), (x, y))
    )
    cross = mp.sqrt(xx * yy - xy**2)
    return mp.sqrt(xx), mp.sqrt(yy), xy, mp.atan2(cross, xx - xy), mp.atan2(cross, yy - xy)


def half_plane_probability(mp, b, norm, other, cosine):
    """2 P(w.x > b, w.y > b) from eq. (B.3): the integral over w_2 is a normal tail, the one over w_1 by quadrature."""
    sine = mp.sqrt(1 - cosine**2)

    def integrand(w):
        return mp.exp(-(w**2) / 2) * mp.erfc((b / other - w * cosine) / (sine * mp.sqrt(2))) / 2

    start = b / norm
    nodes = [start + i for i in range(13)]
    return 2 * mp.quad(integrand, [*nodes, mp.inf]) / mp.sqrt(2 * mp.pi)


def owen(mp, h, a):
    return mp.quad(lambda t: mp.exp(-(h**2) * (1 + t**2) / 2) / (1 + t**2), [0, a]) / (2 * mp.pi)


def evaluate(expr, mp, x, y):
    """A derived expression for two vectors: Owen's T and eq. (24) by quadrature."""
    norm, other, inner, at_x, at_y = geometry(mp, x, y)
    values = {norm_x: norm, norm_y: other, dot: inner, psi: at_x, xi: at_y}

    def number(e):
        return mp.mpf(str(sp.N(e.subs({k: sp.Float(str(v), 40) for k, v in values.items()}), 40)))

    def integral(r, end):
        return mp.quad(lambda f: mp.exp(-1 / (2 * r**2 * mp.sin(f) ** 2)), [0, end]) / mp.pi

    functions = {OwenT: lambda h, a: owen(mp, h, a), BiasIntegral: integral}
    for call in expr.atoms(OwenT, BiasIntegral):
        expr = expr.subs(call, sp.Float(str(functions[type(call)](*map(number, call.args))), 40))
    return number(expr)


@given(vectors(), vectors(), st.sampled_from([R(1, 2), R(1), R(3), R(-1, 2), R(-2)]))
@settings(max_examples=20)
def test_biased_kernel_is_the_probability_that_defines_it(x, y, bias):
    mp = context(40)
    norm, other, inner, *_ = geometry(mp, x, y)
    cosine = inner / (norm * other)
    assume(abs(cosine) < 0.99)  # the quadrature of the oracle wants an open angle
    probability = half_plane_probability(mp, mp.mpf(bias.p) / bias.q, norm, other, cosine)
    derivation = biased.derive(bias)
    assert abs(evaluate(derivation["k"], mp, x, y) - probability) < 1e-20
    assert abs(evaluate(derivation["k_owen"], mp, x, y) - probability) < 1e-20


def test_no_bias_is_the_kernel_of_degree_zero():
    mp = context(40)
    x, y = [Fraction(1), Fraction(2)], [Fraction(3), Fraction(-1)]
    inner = geometry(mp, x, y)[2]
    angle = mp.acos(inner / mp.sqrt(50))
    assert agree(evaluate(biased.derive(R(0))["k"], mp, x, y), 1 - angle / mp.pi, 30)


@pytest.mark.parametrize("bias", [R(1, 3), R(-1, 3)])
def test_the_biased_diagonal_and_slope(bias):
    """Both from the defining probability of nearly equal vectors."""
    mp = context(40)
    derivation = biased.derive(bias)
    b, t = mp.mpf(bias.p) / bias.q, mp.mpf(10) ** -6
    law = derivation["small_angle"].subs({norm_x: 1, theta: sp.Float("1e-6", 40)})
    assert abs(half_plane_probability(mp, b, mp.mpf(1), mp.mpf(1), mp.cos(t)) - mp.mpf(str(sp.N(law, 40)))) < 1e-10
    assert sp.simplify(derivation["k_diagonal"] - 2 * sp.erfc(bias / (sp.sqrt(2) * norm_x)) / 2) == 0


@given(vectors(), vectors(), st.sampled_from([R(1, 10), R(1), R(3)]))
@settings(max_examples=20)
def test_smoothed_kernel_is_the_mean_that_defines_it(x, y, width):
    """Eq. (29) by quadrature over the plane's two coordinates of w, done as one: Psi(w.y) given w.x is Gaussian."""
    mp = context(30)
    norm, other, inner, *_ = geometry(mp, x, y)
    s = mp.mpf(width.p) / width.q
    cosine = min(1, max(-1, inner / (norm * other)))
    sine = mp.sqrt(1 - cosine**2)

    def integrand(w):
        first = mp.erfc(-w * norm / (s * mp.sqrt(2))) / 2
        spread = mp.sqrt(s**2 + (other * sine) ** 2)  # a smoothed step of a Gaussian is a wider smoothed step
        second = mp.erfc(-w * other * cosine / (spread * mp.sqrt(2))) / 2
        return mp.exp(-(w**2) / 2) * first * second

    mean = 2 * mp.quad(integrand, [-12, -4, -1, 0, 1, 4, 12]) / mp.sqrt(2 * mp.pi)
    assert abs(evaluate(smoothed.derive(width)["k"], mp, x, y) - mean) < 1e-15


def test_smoothed_values():
    derivation = smoothed.derive()
    value = derivation["k"].subs({norm_y: norm_x, dot: norm_x**2 * sp.cos(theta)})
    expansion = sp.diff(value, theta, 2).subs(theta, 0) / 2
    law = derivation["small_angle"].coeff(theta, 2) if derivation["small_angle"].has(theta) else 0
    at = {norm_x: R(3, 2), sigma: R(2, 5)}
    assert abs(sp.N((expansion - law).subs(at), 20)) < 1e-15
    assert value.subs(theta, sp.pi) == derivation["k_at_pi"]
    assert value.subs(theta, 0) == derivation["k_diagonal"]


def test_compositions_of_the_classical_kernels():
    """Cho & Saul (2010), eq. (14): the kernel of images, from the kernel of their inner products."""
    twice = classical.polynomial()["composition"]
    assert twice == dot ** (p**2)
    assert classical.polynomial(R(3))["composition"] == dot**9
    assert classical.linear()["composition"] == dot
    gaussian = classical.gaussian(R(2))
    at = {norm_x: 1, norm_y: 2, dot: R(1, 2)}
    inner = sp.exp(-R(1 + 4 - 1, 4))  # |x - y|^2 = 4, sigma^2 = 4
    assert gaussian["k"].subs(at) == inner
    composed = gaussian["composition"].replace(lambda e: type(e).__name__ == "Kernel", lambda e: inner)
    assert sp.expand(composed - sp.exp(-(2 - 2 * inner) / 4)) == 0


def test_a_wrong_crossing_is_caught(monkeypatch):
    monkeypatch.setattr(biased, "norm_x", 2 * norm_x)
    with pytest.raises(NotProved):
        assert biased.derive().steps
