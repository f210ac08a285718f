"""The kernels' analytic parts as functions of a complex variable, in balls.

With c the cosine of the angle, J_n/pi is w^(n+1/2) S_n(w), w = (1 + c)/2, where S_n is the positive series of the
closed form. Near c = 1 it is, in v = (1 - c)/2 = q^2, a polynomial plus or minus v^(n+1/2) S_n(v) for integers n, and
for other degrees A(v) + kappa v^m S_n(v) L(v) with L = (v^eps - 1)/eps, n + 1/2 = m + eps: both parts stay finite where
eps vanishes and L is a logarithm. `symkern.symbolic.endpoints` derives all of this; here it is evaluated.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import factorial

from flint import acb, acb_poly, arb

from symkern.reference.precision import ball

HALF = Fraction(1, 2)
CLOSE = Fraction(1, 2**33)
"""Degrees nearer to a half-integer take the regular part there and its slope: two parts of size 1/eps would leave no
proof of their difference. What is neglected is eps^2 and 1e-10 eps: measured, not proved, but far below a rounding."""
SLOPE_STEP = Fraction(1, 64)
SIXTH_ORDER = (Fraction(3, 4), Fraction(-3, 20), Fraction(1, 60))
"""Weights of a central difference of sixth order, one, two and three steps apart."""
TERMS = 400
"""Of a power series that is summed within three quarters of its radius of convergence: what is left is bounded."""


@cache
def cosine_polynomial(n: int) -> tuple[int, ...]:
    """P_n of J_n = (pi - theta) P_n(c) + sin(theta) Q_n(c), lowest power first: `symbolic.angular` has the proof.

    >>> cosine_polynomial(3)
    (0, 9, 0, 6)
    """
    coefficients = [1]
    for m in range(n):
        below, above = [0, *coefficients], [*coefficients[1:], 0, 0]
        coefficients = [(k + 1) * above[k] + (2 * m + 2 - k) * below[k] for k in range(m + 2)]
    return tuple(coefficients)


def at_one(n: Fraction) -> arb:
    """J_n(0)/pi."""
    return arb(2) ** ball(n) * ball(n + HALF).gamma() / arb.pi().sqrt()


def leading(n: Fraction) -> arb:
    """S_n(0)."""
    return arb(2) ** ball(n) * ball(n + 1).gamma() ** 2 / (ball(n + 3 * HALF).gamma() * arb.pi().sqrt())


def series(n: Fraction, w: acb) -> acb:
    """S_n(w), analytic off [1, oo)."""
    return leading(n) * _off_the_cut(w).hypgeom_2f1(acb(1) / 2, acb(1) / 2, acb(ball(n + 3 * HALF)))


def _off_the_cut(w: acb) -> acb:
    """A ball that does not touch [1, oo), where the hypergeometric functions are not analytic; no number otherwise."""
    return acb(arb("nan")) if w.imag.contains(0) and not w.real < 1 else w


def splitting(n: Fraction) -> tuple[int, Fraction]:
    """m and eps with n + 1/2 = m + eps, |eps| <= 1/2."""
    m = round(n + HALF)
    return m, n + HALF - m


def kappa(n: Fraction) -> arb:
    """The factor of v^m S_n(v) L(v)."""
    m, eps = splitting(n)
    size = ball(eps) / (arb.pi() * ball(eps)).sin() if eps else 1 / arb.pi()
    return -size if m % 2 == 0 else size


def regular_part(n: Fraction, v: acb) -> acb:
    """A(v)."""
    m, eps = splitting(n)
    if not eps:
        return _regular_part_at_half_integers(m, v)
    if abs(eps) < CLOSE:
        return _regular_part_at_half_integers(m, v) + ball(eps) * _slope_at_half_integers(m, v)
    degree = acb(ball(n))
    even = at_one(n) * _off_the_cut(v).hypgeom_2f1(-degree, -degree, acb(ball(HALF - n)))
    return even + v**m * series(n, v) * kappa(n) / ball(eps)


def _regular_part_at_half_integers(m: int, v: acb) -> acb:
    """The part without the logarithm: DLMF 15.8.10, with a = b = 1/2, in powers of v."""
    infinite, following = _infinite_sum(m)
    size = v.abs_upper()
    ratio = size * (1 + arb(m) / TERMS)  # of the terms that are left out, at most
    error = arb(0, (following * size ** (m + TERMS) / (1 - ratio)).upper()) if ratio < 1 else arb("nan")
    total = _finite_sum(m)(v) + v**m * infinite(v) + acb(error, error)
    found: acb = total * leading(m - HALF) * factorial(m) * (1 - v) ** m
    return found


def _slope_at_half_integers(m: int, v: acb) -> acb:
    """The derivative of A(v) by the degree: A is analytic in it, and this central difference is of sixth order."""
    total = acb(0)
    for number, weight in enumerate(SIXTH_ORDER, 1):
        apart = number * SLOPE_STEP
        difference = regular_part(m - HALF + apart, v) - regular_part(m - HALF - apart, v)
        total += ball(weight / SLOPE_STEP) * difference
    return total


@cache
def _finite_sum(m: int) -> acb_poly:
    bottom = ball(m + HALF).gamma() ** 2
    rising = [_rising(HALF, k) for k in range(m)]
    return acb_poly(
        [ball(rising[k] ** 2 * Fraction((-1) ** k * factorial(m - k - 1), factorial(k))) / bottom for k in range(m)]
    )


@cache
def _infinite_sum(m: int) -> tuple[acb_poly, arb]:
    """-(-1)^m/pi (1/2+m)_k^2/(k! (k+m)!) times digamma functions for k < TERMS; a bound of the first one after them.

    Beyond, the rational factor grows by less than 1 + m/TERMS a step, and because psi'(x) < 2/x for x >= 1 the digamma
    functions add up to less than (2m + 2)/k.
    """
    found, rational = [], ball(Fraction((-1) ** m, factorial(m))) / arb.pi()
    digammas = -arb(1).digamma() - arb(m + 1).digamma() + 2 * ball(m + HALF).digamma()
    for k in range(TERMS):
        found.append(-rational * digammas)
        rational = rational * ball((m + HALF + k) ** 2 / Fraction((k + 1) * (k + 1 + m)))
        digammas += ball(2 / (m + HALF + k) - Fraction(1, k + 1) - Fraction(1, k + 1 + m))
    return acb_poly(found), abs(rational) * (2 * m + 2) / TERMS


def _rising(a: Fraction, k: int) -> Fraction:
    product = Fraction(1)
    for j in range(k):
        product *= a + j
    return product


# compositions


def scale(layers: Sequence[Fraction]) -> arb:
    """The kernel of equal unit vectors."""
    factor = arb(1)
    for n in layers:
        factor = factor ** ball(n) * at_one(n)
    return factor


@cache
def _drop(n: int) -> tuple[Fraction, ...]:
    """(P_n(1) - P_n(1 - 2 v))/(2 v P_n(1)) in powers of v, by the hypergeometric form of P_n."""
    found, term = [], Fraction(1)
    for k in range(n):
        term *= Fraction(k - n) ** 2 / ((HALF - n + k) * (k + 1))
        found.append(-term / 2)
    return tuple(found)


def half_angle(layers: Sequence[Fraction], unit: acb, t: acb, order: int) -> acb:
    """sin(theta'/2) after the layers, where sin(theta/2) = t^order unit: analytic in t where unit does not vanish.

    A degree n >= 1 keeps the order of the zero and multiplies by the square root of what does not vanish there;
    degree 0 halves the order, which must be even until then. Other degrees want order 0.
    """
    for n in layers:
        q = t**order * unit
        if n == 0:
            order //= 2
            unit = (unit * series(n, q * q) / 2).sqrt(analytic=True)
        elif n.denominator == 1:
            unit = unit * _fall(int(n), q).sqrt(analytic=True)
        else:
            unit = ((1 - normalised(n, q)) / 2).sqrt(analytic=True)
    return t**order * unit


def _fall(n: int, q: acb) -> acb:
    """(1 - J_n/J_n(0))/(2 q^2) for an integer n >= 1, where sin(theta/2) = q."""
    v = q * q
    even = sum((ball(a) * v**k for k, a in enumerate(_drop(n))), acb(0))
    odd = q ** (2 * n - 1) * series(Fraction(n), v) / (2 * at_one(Fraction(n)))
    return even + odd if n % 2 == 0 else even - odd


def normalised(n: Fraction, q: acb) -> acb:
    """J_n/J_n(0) where sin(theta/2) = q."""
    if n == 0:
        return 1 - q * series(n, q * q)
    if n.denominator == 1:
        return 1 - 2 * q * q * _fall(int(n), q)
    w = 1 - q * q
    return w.pow(acb(ball(n + HALF)), analytic=True) * series(n, w) / at_one(n)


def past_a_right_angle(n: Fraction, q: acb) -> acb:
    """J_n/J_n(0) where cos(theta/2) = q."""
    power = q ** int(2 * n + 1) if n.denominator == 1 else q.pow(acb(ball(2 * n + 1)), analytic=True)
    return power * series(n, q * q) / at_one(n)
