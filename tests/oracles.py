"""Independent routes to the kernels, from their defining integrals, and evaluation of what was derived."""

from fractions import Fraction

import sympy as sp
from flint import arb
from mpmath.ctx_mp import MPContext

from symkern.reference import route
from symkern.reference.enclosure import Enclosure
from symkern.reference.evaluate import read_quantity
from symkern.reference.precision import ball_precision
from symkern.symbolic.notation import theta


def context(digits: int) -> MPContext:
    """A private working precision."""
    mp = MPContext()
    mp.dps = digits
    return mp


def at_angle(expr: sp.Expr, angle: Fraction, digits: int):
    """A derived expression at an angle, as a number of a private context; precision enough for its cancellation."""
    mp = context(digits)
    value = sp.N(expr.subs(theta, sp.Rational(angle)), digits, maxn=20 * digits)
    return mp.mpf(str(value))


def angular_in_polar_coordinates(n: Fraction, angle: Fraction, digits: int):
    """J_n straight from Cho & Saul (2010), eq. (20): polar coordinates in the plane of the weights, radius done.

    What is left is 2^n Gamma(n+1) times the integral of (cos f cos(f - theta))^n over the sector where both are
    positive; with f = theta/2 + g it is even in g. Near its end g = (pi - theta)/2 the integrand goes like a power.
    """
    mp = context(digits + 25)
    degree = mp.mpf(n.numerator) / n.denominator
    theta_ = mp.mpf(angle.numerator) / angle.denominator
    end = (mp.pi - theta_) / 2
    m = max(1, int(mp.ceil(4 / (degree + 1))))

    def integrand(v):  # v = 1 is the middle of the sector, where the integrand is scaled to 1
        h = end * v**m  # the distance from the end of the sector, where one cosine is sin h, the other sin(h + theta)
        return (mp.sin(h) * mp.sin(h + theta_) / mp.sin(end) ** 2) ** degree * m * v ** (m - 1)

    turn = min(1, theta_ / end) ** (mp.mpf(1) / m)  # the second factor changes over at the distance theta
    nodes = sorted({mp.mpf(0), turn / 4, turn / 2, turn, *(mp.mpf(i) / 4 for i in (1, 2, 3, 4))})
    return 2 ** (degree + 1) * mp.gamma(degree + 1) * mp.sin(end) ** (2 * degree) * end * mp.quad(integrand, nodes)


def angular_by_quadrature(n: Fraction, angle: Fraction, digits: int) -> str:
    """J_n by quadrature of eq. (23)."""
    return read_quantity(n, theta=angle).by_quadrature(route.one_dimension, digits)


def within(value: str, enclosure: Enclosure, digits: int) -> bool:
    """Whether a decimal agrees with an enclosure to this many significant digits."""
    if enclosure.exponent is None:
        return Enclosure(value, "0").exponent is None
    return Enclosure(value, f"1e{enclosure.exponent + 1 - digits}").overlaps(enclosure)


def as_ball(enclosure: Enclosure) -> arb:
    """An enclosure as a ball again."""
    with ball_precision(4 * len(enclosure.value) + 64):
        return arb(f"[{enclosure.value} +/- {enclosure.radius}]")


def agree(first, second, digits: int) -> bool:
    """Whether two positive numbers agree to this many significant digits."""
    mp = context(digits + 10)
    first, second = mp.mpf(first), mp.mpf(second)
    return bool(abs(first - second) <= abs(second) * mp.mpf(10) ** -digits)
