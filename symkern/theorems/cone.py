"""The metric across the radius, and the cone of each degree: n > 1/2.

    lim J_n(theta) = J_n(0),    lim (J_n(0) - J_n(theta))/(1 - cos theta) = n^2 J_{n-1}(0)    as theta falls to 0

A vector of norm r and its turn by theta are 2 r^2 (1 - cos theta) apart, squared, and their images k(x, x) + k(y, y) -
2 k(x, y). The quotient tends to the metric across the radius. Times r^2 and over the square of the distance from the
image of the origin, k(x, x), it is the square of the slope of a cone.
"""

from fractions import Fraction

from symkern.proofs import cited
from symkern.proofs.domains import POSITIVE, above, domain, interval
from symkern.proofs.rules.derivatives import differentiate
from symkern.proofs.rules.equality import combine, identity, instantiate, restrict, transitivity
from symkern.proofs.rules.integrals import bounded_factor, constant_factor, under_integral
from symkern.proofs.rules.limits import (
    limit_of_continuous,
    limit_of_equal,
    limit_of_linear,
    limit_of_quotient,
    limit_under_integral,
)
from symkern.proofs.terms import (
    Term,
    TermLike,
    cos,
    exp,
    gamma,
    half,
    integral,
    limit,
    oo,
    opened,
    pi,
    sqrt,
    substituted,
    sym,
    symbols,
    term,
)
from symkern.proofs.theorem import Theorem
from symkern.theorems import diagonal, kernel, price
from symkern.theorems.diagonal import J_at_zero
from symkern.theorems.differential_formula import slope_of
from symkern.theorems.lemma import lemma
from symkern.theorems.reduction import EULER, SIN, J, angle_integral, moebius, n, tau, theta

(r,) = symbols("r")
DEGREES = domain(n=above(Fraction(-1, 2)), theta=interval(0, pi))
SMOOTH = domain(n=above(Fraction(1, 2)), theta=interval(0, pi))
CHORD = 1 - cos(theta)


@lemma("cone.euler", "the integrand grows as θ falls to 0: monotone convergence, and Euler's Beta integral")
def euler_limit() -> Theorem:
    """The limit of the integral in tau."""
    where = DEGREES.without("theta")
    beta = instantiate(cited.euler_beta(), {"a": half, "b": n + half}, where)
    at_zero = substituted(EULER, {"theta": term(0)})
    same = identity(opened(beta.rhs, tau), opened(at_zero, tau), where.with_symbol("tau", interval(0, 1)))
    known = under_integral(beta.rhs, same, tau, beta)
    found = limit_under_integral(EULER, tau, theta, DEGREES, known)
    right = gamma(half) * gamma(n + half) / gamma(n + 1)
    return combine(found.lhs, right, where, (1, found), (-1, known), (-1, beta))


@lemma("cone.continuous", "J_n is 2^n Γ(n + 1) cos(θ/2)^(2n+1) times the integral in τ")
def continuous_at_zero() -> Theorem:
    """J_n(theta) tends to J_n(0), for n > -1/2."""
    factor = 2**n * gamma(n + 1) * cos(theta / 2) ** (2 * n + 1)
    known = limit_of_linear(0, factor, theta, DEGREES, euler_limit())
    constant = Term("*", None, moebius().lhs.args[:-1])
    front = gamma(n + 1) * SIN ** (2 * n + 1)
    same = combine(J(n, theta), opened(known.lhs, theta), DEGREES, (1, angle_integral()), (front / constant, moebius()))
    found = limit_of_equal(same, theta, known)
    return combine(found.lhs, J_at_zero(n), found.domain, (1, found), (-1, diagonal.value_at_zero()))


@lemma("cone.second_order", "l'Hospital's rule with Price's law: both slopes have the factor sin θ")
def second_order() -> Theorem:
    """(J_n(0) - J_n(theta))/(1 - cos theta) tends to n^2 J_{n-1}(0), for n > 1/2."""
    where = SMOOTH.without("theta")
    top = differentiate(J_at_zero(n) - J(n, theta), theta, SMOOTH, restrict(price.slope(), SMOOTH))
    bottom = differentiate(CHORD, theta, SMOOTH)
    falls = limit_of_linear(J_at_zero(n), -1, theta, SMOOTH, restrict(continuous_at_zero(), where))
    top_end = transitivity(falls, identity(falls.rhs, 0, where))
    chord = limit_of_continuous(CHORD, theta, SMOOTH)
    bottom_end = transitivity(chord, identity(chord.rhs, 0, where))
    lower = instantiate(continuous_at_zero(), {"n": n - 1}, where)
    known = limit_of_linear(0, n**2, theta, SMOOTH, lower)
    same = identity(slope_of(top) / slope_of(bottom), opened(known.lhs, theta), SMOOTH, top)
    slopes = limit_of_equal(same, theta, known)
    found = limit_of_quotient(top, bottom, top_end, bottom_end, slopes)
    return transitivity(found, identity(found.rhs, n**2 * J_at_zero(n - 1), where, lower))


def diagonal_kernel(degree: TermLike, norm: TermLike) -> Term:
    """Return k_n(x, x) as a term: the integral (27) of 2010."""
    return substituted(diagonal.with_norm().lhs, {"n": term(degree), "a": term(norm)})


def slope_squared(degree: TermLike) -> Term:
    """Return a^2 as a term: the metric across the radius, times r^2, over the square of the distance from the tip."""
    squared = 2 * diagonal_kernel(degree, r) - 2 * kernel.k(degree, theta, r, r)
    return r**2 * limit(squared / (2 * r**2 * CHORD), theta, 0) / diagonal_kernel(degree, r)


@lemma("cone.slope", "norms come out as powers; k_{n-1}(x, x)/k_n(x, x) is a quotient of Gamma functions")
def cone() -> Theorem:
    """a^2 = n^2/(2n - 1), for n > 1/2 and every norm r."""
    with_angle = SMOOTH.with_symbol("r", POSITIVE)
    where = with_angle.without("theta")
    power = r ** (2 * n - 2) / pi
    known = limit_of_linear(0, power, theta, with_angle, restrict(second_order(), where))
    value = instantiate(diagonal.with_norm(), {"a": r}, where)
    zero, lower = (instantiate(diagonal.value_at_zero(), {"n": degree}, where) for degree in (n, n - 1))
    third = instantiate(kernel.norms_and_angle(), {"a": r, "b": r}, with_angle)
    ratio = opened(slope_squared(n).args[1], theta)
    scale = 1 / (r**2 * CHORD)
    steps = [(scale, value), (-scale, third), (-scale * r ** (2 * n) / pi, zero)]
    same = combine(ratio, opened(known.lhs, theta), with_angle, *((k, restrict(one, with_angle)) for k, one in steps))
    found = limit_of_equal(same, theta, known)
    right = n**2 / (2 * n - 1)
    inverse = 1 / diagonal_kernel(n, r)
    steps = [(r**2 * inverse, found), (r ** (2 * n) / pi * n**2 * inverse, lower), (-right * inverse, value)]
    return combine(slope_squared(n), right, where, *steps)


@lemma("cone.rays", "∫ e^(-w²/2) (a w)^n (b w)^n = a^n b^n times the same integral without norms")
def rays() -> Theorem:
    """k(x, x) + k(y, y) - 2 k(x, y) = (rho_x - rho_y)^2 for norms a and b in one direction; rho^2 = k(x, x)."""
    a, b, w, where = diagonal.a, sym("b"), diagonal.w, domain(n=DEGREES.intervals["n"], a=POSITIVE, b=POSITIVE)
    weight = exp(-(w**2) / 2)
    moment = restrict(diagonal.moment(), where)
    whole = integral(weight * (a * w) ** n * (b * w) ** n, w, 0, oo)
    converges = bounded_factor(whole, diagonal.MOMENT, a**n * b**n, w, moment)
    outside = constant_factor(a**n * b**n, diagonal.MOMENT, moment)
    within = where.with_symbol("w", POSITIVE)
    same = under_integral(whole, identity(opened(whole, w), opened(outside.lhs, w), within), w, converges)
    front = sqrt(2 / pi)
    squares = [diagonal_kernel(n, norm) for norm in (a, b)]
    distance = squares[0] + squares[1] - 2 * (front * whole)
    right = (sqrt(squares[0]) - sqrt(squares[1])) ** 2
    return combine(distance, right, where, (-2 * front, same), (-2 * front, outside))
