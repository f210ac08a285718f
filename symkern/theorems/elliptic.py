"""J_{1/2} in complete elliptic integrals of parameter z = cos^2(theta/2), theta in (0, pi).

    J_{-1/2} = sqrt(2 pi) K(z),    J_{1/2} = sqrt(2 pi) [E(z) - (1 - z) K(z)]

K and E are the integrals that define them, over a quarter turn: DLMF 19.2.8, with the parameter m = k^2.
"""

from fractions import Fraction

from symkern.proofs.domains import domain, interval
from symkern.proofs.rules.derivatives import chain, multiple, of_equal, unique, with_slope
from symkern.proofs.rules.equality import combine, identity, instantiate
from symkern.proofs.rules.integrals import (
    bounded_factor,
    change_of_variable,
    constant_factor,
    derivative_under_integral,
    fundamental,
    proper,
    sum_of_integrals,
    under_integral,
)
from symkern.proofs.terms import Term, TermLike, cos, half, integral, opened, pi, sin, sqrt, symbols, term
from symkern.proofs.theorem import Theorem
from symkern.theorems.differential_formula import ANGLES, function_of_slope, quotient_slope, slope_of
from symkern.theorems.lemma import lemma
from symkern.theorems.reduction import SIN, J, Z, angle_integral, moebius, theta

m, t = symbols("m t")
PARAMETERS = domain(m=interval(0, 1))
QUARTER = (term(0), pi / 2)
DELTA = 1 - m * sin(t) ** 2
"""The square of what is usually called Delta."""


def power_integral(power: TermLike, parameter: TermLike) -> Term:
    """Return the integral of (1 - m sin^2 t)^power over a quarter turn."""
    return integral((1 - term(parameter) * sin(t) ** 2) ** term(power), t, *QUARTER)


def K(parameter: TermLike) -> Term:
    """Return the complete elliptic integral of the first kind as a term."""
    return power_integral(-half, parameter)


def E(parameter: TermLike) -> Term:
    """Return the complete elliptic integral of the second kind as a term."""
    return power_integral(half, parameter)


CUBE = power_integral(Fraction(-3, 2), m)


def _converges(value: Term) -> Theorem:
    return proper(value, PARAMETERS)


@lemma("elliptic.second", "m sin t cos t/√(1 - m sin² t) vanishes at both ends", "DLMF 19.4")
def second_kind() -> Theorem:
    """E(m) = (1 - m) times the integral of (1 - m sin^2 t)^(-3/2)."""
    known = constant_factor(-(1 - m), CUBE, _converges(CUBE))
    added = sum_of_integrals(E(m), known.lhs, _converges(E(m)), known)
    ends = fundamental(added.lhs, m * sin(t) * cos(t) * DELTA**-half, t, PARAMETERS, added)
    return combine(E(m), (1 - m) * CUBE, PARAMETERS, (-1, added), (1, ends), (-1, known))


@lemma("elliptic.slope", "the derivative under the integral: m sin² t = 1 - (1 - m sin² t)", "DLMF 19.4.1")
def slope() -> Theorem:
    """dK/dm = (E - (1 - m) K)/(2 m (1 - m))."""
    one = proper(integral(1, t, *QUARTER), PARAMETERS)
    by_parameter = derivative_under_integral(K(m), 1, DELTA**-half, t, m, one)
    moved = slope_of(by_parameter)
    within = PARAMETERS.with_symbol("t", interval(0, pi / 2))
    first = constant_factor(1 / (2 * m), CUBE, _converges(CUBE))
    second = constant_factor(-1 / (2 * m), K(m), _converges(K(m)))
    added = sum_of_integrals(first.lhs, second.lhs, first, second)
    same = under_integral(moved, identity(opened(moved, t), opened(added.lhs, t), within), t, by_parameter)
    target = (E(m) - (1 - m) * K(m)) / (2 * m * (1 - m))
    factor = 1 / (2 * m * (1 - m))
    steps = [(1, same), (1, added), (1, first), (1, second), (-factor, second_kind())]
    return with_slope(by_parameter, combine(moved, target, PARAMETERS, *steps))  # type: ignore[arg-type]


@lemma("elliptic.start", "eq. (23) at n = -1/2, where it converges, with τ = sin² t")
def degree_minus_half() -> Theorem:
    """J_{-1/2} = sqrt(2 pi) K(z)."""
    at = {"n": -half}
    euler = instantiate(moebius(), at, ANGLES)
    moved = change_of_variable(euler.rhs, t, sin(t) ** 2, 2 * (1 - Z * sin(t) ** 2) ** -half, *QUARTER, euler)
    converges = bounded_factor(K(Z), moved.lhs, half, t, moved)
    doubled = constant_factor(2, K(Z), converges)
    integral_ = instantiate(angle_integral(), at, ANGLES)
    scale = sqrt(pi / 2)
    steps = [(1, integral_), (scale, euler), (-scale, moved), (scale, doubled)]
    return combine(J(-half, theta), sqrt(2 * pi) * K(Z), ANGLES, *steps)  # type: ignore[arg-type]


@lemma("elliptic.half", "the raising law of eq. (4), from n = -1/2", "for n = 1/2")
def degree_half() -> Theorem:
    """J_{1/2} = sqrt(2 pi) [E(z) - (1 - z) K(z)]."""
    quotient = instantiate(quotient_slope(), {"n": -half}, ANGLES)
    direct = multiple(sqrt(2 * pi), chain(slope(), Z, theta, ANGLES))
    same = combine(function_of_slope(quotient), function_of_slope(direct), ANGLES, (1, degree_minus_half()))
    slopes = unique(quotient, of_equal(direct, same))
    right = sqrt(2 * pi) * (E(Z) - (1 - Z) * K(Z))
    return combine(J(half, theta), right, ANGLES, (-SIN, slopes))
