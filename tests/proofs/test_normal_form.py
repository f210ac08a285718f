"""Identities that the kernel proves, and false or unfounded ones that it refuses."""

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symkern.proofs.domains import POSITIVE, REALS, above, domain, integers, interval
from symkern.proofs.rules.equality import identity
from symkern.proofs.terms import (
    absolute,
    acos,
    asin,
    atan,
    cos,
    exp,
    gamma,
    half,
    hyp2f1,
    integral,
    log,
    pi,
    sin,
    sqrt,
    step,
    symbols,
    tan,
    term,
)  # fmt: skip
from symkern.proofs.theorem import NotProved

x, y, u, v, n, m, t, c, theta, psi = symbols("x y u v n m t c theta psi")
WHERE = domain(
    x=REALS, y=REALS, u=POSITIVE, v=POSITIVE, n=above(F(-1, 2)), m=integers(0), t=interval(-3, 0), c=interval(-1, 1),
    theta=interval(0, pi), psi=interval(0, pi / 2),
)  # fmt: skip

TRUE = [
    (sin(3 * x), 3 * sin(x) - 4 * sin(x) ** 3),
    (cos(2 * x), 2 * cos(x) ** 2 - 1),
    (sin(x + y) ** 2 + cos(x + y) ** 2, 1),
    (sin(x - pi / 2), -cos(x)),
    (cos(x + pi), -cos(x)),
    (sqrt(1 - cos(theta) ** 2), sin(theta)),
    (sqrt(sin(theta) ** 2), sin(theta)),
    ((1 - cos(theta)) ** n * (1 + cos(theta)) ** n, sin(theta) ** (2 * n)),
    (tan(psi / 2), sin(psi) / (1 + cos(psi))),
    (tan(psi / 2), (1 - cos(psi)) / sin(psi)),
    (sqrt(u**2), u),
    (sqrt(t**2), -t),
    (sqrt(u) * sqrt(v), sqrt(u * v)),
    ((u * v) ** n, u**n * v**n),
    ((u**m) ** m, u ** (m**2)),
    (u ** (n + 1) / u, u**n),
    (8 ** (n / 3), 2**n),
    (sqrt(12), 2 * sqrt(3)),
    (exp(x) * exp(y), exp(x + y)),
    (exp(-x) * exp(2 * x), exp(x)),
    ((-1) ** (2 * m), 1),
    ((-1) ** (m + 1), -((-1) ** m)),
    (x ** (m + 2), x**m * x**2),
    (gamma(n + 2), (n + 1) * gamma(n + 1)),
    (gamma(term(5)), 24),
    (gamma(F(5, 2)), F(3, 4) * sqrt(pi)),
    (gamma(n + F(7, 2)) / gamma(n + F(1, 2)), (n + F(5, 2)) * (n + F(3, 2)) * (n + half)),
    (acos(cos(theta)), theta),
    (atan(1), pi / 4),
    (asin(-1), -pi / 2),
    (sin(pi / 3), sqrt(3) / 2),
    (absolute(t), -t),
    (step(u), 1),
    (step(t), 0),
    (1 / (1 - c**2), 1 / ((1 - c) * (1 + c))),
    (log(u + u), log(2 * u)),
    (hyp2f1(half, n, n + 1, c), hyp2f1(half, n + 0, 1 + n, c)),
    ((u**2 - v**2) / (u + v), u - v),
]

FALSE = [
    (sqrt(x**2), x),
    (sqrt(t**2), t),
    (sqrt(x) * sqrt(y), sqrt(x * y)),
    ((-1) ** (31 * u), -1),
    ((-1) ** (2 * u), 1),
    ((-1) ** (2 * n), 1),
    (x / x, 1),
    (x**0 * x ** (-1) * x, 1),
    ((x**2 - y**2) / (x - y), x + y),
    (sqrt(1 - cos(x) ** 2), sin(x)),
    (acos(cos(x)), x),
    (tan(x) * cos(x), sin(x)),
    (gamma(n), gamma(n + 1) / n),
    (gamma(x + 1), x * gamma(x)),
    (log(x**2), 2 * log(x)),
    (exp(log(x)), x),
    ((u**x) ** y, u ** (x + y)),
    (sin(x) ** 2 + cos(x) ** 2, 2),
    (sin(x) ** 2 + cos(y) ** 2, 1),
    (sin(theta / 2), sin(theta) / 2),
    (cos(theta), sqrt(1 - sin(theta) ** 2)),
    (absolute(x), x),
    (step(x), 1),
    (u ** (n + 1), u**n),
    ((u + v) ** n, u**n + v**n),
    (t**n * t**n, t ** (2 * n)),
    (x ** (m - 1) * x, x**m),
    (asin(2 * c), 2 * asin(c)),
    (atan(tan(x)), x),
    (hyp2f1(half, n, n + 1, c), hyp2f1(half, n, n + 2, c)),
    (hyp2f1(half, half, n, c), hyp2f1(half, half, n, c)),
    (integral(1 / x, x, 0, 1), integral(1 / x, x, 0, 1)),
    (exp(pi * sqrt(163)), 640320**3 + 744),
    (sqrt(2) + sqrt(3), sqrt(5 + 2 * sqrt(6)) + F(1, 10**30)),
    (log(-u), log(u)),
    (sqrt(-u) * sqrt(-v), sqrt(u * v)),
    (1 / (1 - x), 1 + x + x**2 / (1 - x)),
]


@pytest.mark.parametrize(("left", "right"), TRUE, ids=str)
def test_true_identities_are_proved(left, right):
    assert identity(left, right, WHERE).proved


@pytest.mark.parametrize(("left", "right"), FALSE, ids=str)
def test_false_and_unfounded_identities_are_not(left, right):
    try:
        theorem = identity(left, right, WHERE)
    except NotProved:
        return
    assert not theorem.proved, "a condition must be open"


@pytest.mark.parametrize(
    ("left", "right", "where"),
    [
        (1 / x, 1 / x, domain(x=interval(0, 1, "[]"))),
        (sqrt(x), sqrt(x), domain(x=interval(-1, 1))),
        (x**n, x**n, domain(x=REALS, n=REALS)),
        (log(x), log(x), domain(x=interval(0, 1, "[]"))),
        (gamma(x), gamma(x), domain(x=REALS)),
        (acos(x), acos(x), domain(x=interval(-2, 2))),
        (tan(x), tan(x), domain(x=interval(0, pi))),
        (x ** (m - 1), x ** (m - 1), domain(x=REALS, m=integers(0))),
    ],
    ids=str,
)
def test_a_term_without_a_value_is_not_even_equal_to_itself(left, right, where):
    try:
        theorem = identity(left, right, where)
    except NotProved:
        return
    assert not theorem.proved


@given(st.fractions(min_value=-3, max_value=3, max_denominator=6).filter(lambda q: q not in (0, 1)), st.integers(0, 5))
def test_a_wrong_coefficient_is_never_proved(factor, power):
    left = (sin(x) + u) ** power * exp(u) + cos(2 * x)
    wrong = (sin(x) + u) ** power * exp(u) + factor * (2 * cos(x) ** 2 - 1)
    with pytest.raises(NotProved):
        identity(left, wrong, WHERE)


@given(st.integers(-6, 6), st.integers(-6, 6))
def test_exponents_add(first, second):
    assert identity(u**first * u**second, u ** (first + second), WHERE).proved
    assert identity(u ** (first * n) * u ** (second * n), u ** ((first + second) * n), WHERE).proved
