"""J_n from derivatives: Cho & Saul (2010), eqs. (4)-(7), (25), (26), for integers; raising laws for real degrees."""

from functools import cache

from symkern.proofs.domains import above, domain, integers, interval
from symkern.proofs.rules.definitions import PREVIOUS, recursion
from symkern.proofs.rules.derivatives import (
    chain,
    derivative_value,
    differentiate,
    inverse,
    multiple,
    of_equal,
    unique,
    with_slope,
)
from symkern.proofs.rules.equality import combine, identity, instantiate, restrict, transitivity
from symkern.proofs.rules.integrals import (
    bounded_factor,
    constant_factor,
    derivative_under_integral,
    fundamental,
    under_integral,
)
from symkern.proofs.terms import Term, TermLike, atan, cos, derivative, gamma, integral, opened, pi, symbols, tan, term
from symkern.proofs.theorem import Theorem, terms_of
from symkern.theorems.lemma import lemma
from symkern.theorems.reduction import COS, DOMAIN, SIN, J, angle_integral, angle_integrand, moebius, n, psi, theta

c, m = symbols("c m")
ANGLES = domain(theta=interval(0, pi))
INTEGERS = domain(m=integers(0), theta=interval(0, pi))
BASE = (pi - theta) / SIN
"""The function to which eq. (4) applies its operator."""


def angle_integral_of(degree: TermLike, cosine: TermLike) -> Term:
    """Return the integral of eq. (23), for any cosine."""
    return integral(angle_integrand(term(degree), term(cosine), psi), psi, 0, pi / 2)


@lemma(
    "differential.25",
    "the antiderivative (2/sin θ) arctan(cot(θ/2) tan(ψ/2)) has no branch in [0, π/2]",
    "Cho & Saul (2010), eq. (25)",
)
def complete_integral() -> Theorem:
    """Eq. (25)."""
    ratio = (1 + COS) / SIN
    value = integral((1 - COS * cos(psi)) ** -1, psi, 0, pi / 2)
    found = fundamental(value, 2 / SIN * atan(ratio * tan(psi / 2)), psi, ANGLES)
    complement = pi / 2 - theta / 2
    angle = inverse("atan", complement, identity(tan(complement), ratio, ANGLES))
    ends = identity(found.rhs, 2 / SIN * atan(ratio), ANGLES)
    return transitivity(found, ends, identity(ends.rhs, BASE, ANGLES, angle))


@lemma("differential.weight", "eq. (23) at θ = π/2", "")
def weight_converges() -> Theorem:
    """The integral of cos^n over a quarter turn converges for n > -1."""
    degrees = domain(n=above(-1))
    quarter = instantiate(moebius(), {"theta": pi / 2}, degrees)
    value = integral(angle_integrand(n, cos(pi / 2), psi), psi, 0, pi / 2)
    same = identity(opened(value, psi), cos(psi) ** n, degrees.with_symbol("psi", interval(0, pi / 2)))
    return under_integral(value, same, psi, quarter)


@lemma(
    "differential.26",
    "a derivative with respect to cos θ raises n by one in eq. (23) and brings the factor n + 1",
    "Cho & Saul (2010), eq. (26)",
)
def raising() -> Theorem:
    """d/dc of the integral of eq. (23) is n + 1 times that of the next degree, for real n > -1 and c in (-1, 1)."""
    where = domain(n=above(-1), c=interval(-1, 1))
    value, weight = angle_integral_of(n, c), cos(psi) ** n
    known = restrict(weight_converges(), where)
    slope = derivative_under_integral(value, weight, (1 - c * cos(psi)) ** (-(n + 1)), psi, c, known)
    moved, raised = slope_of(slope), angle_integral_of(n + 1, c)
    target = (n + 1) * angle_integrand(n + 1, c, psi)
    same = identity(opened(moved, psi), target, where.with_symbol("psi", interval(0, pi / 2)))
    integrals = under_integral(moved, same, psi, slope)
    converges = bounded_factor(raised, integrals.rhs, (n + 1) ** -1, psi, integrals)
    return with_slope(slope, transitivity(integrals, constant_factor(n + 1, raised, converges)))


@lemma("differential.quotient", "the chain rule: d cos θ = -sin θ dθ")
def quotient_slope() -> Theorem:
    """d/dtheta of J_n / sin^(2n+1) is -J_(n+1) / sin^(2n+2), for real n > -1."""
    by_angle = multiple(gamma(n + 1), chain(raising(), COS, theta, DOMAIN))
    front = SIN ** (-(2 * n + 1))
    same = combine(
        J(n, theta) / SIN ** (2 * n + 1), gamma(n + 1) * angle_integral_of(n, COS), DOMAIN, (front, angle_integral())
    )
    raised = instantiate(angle_integral(), {"n": n + 1}, DOMAIN)
    target = -1 * (J(n + 1, theta) / SIN ** (2 * n + 2))
    return with_slope(
        of_equal(by_angle, same), combine(slope_of(by_angle), target, DOMAIN, (SIN ** (-(2 * n + 2)), raised))
    )


@lemma("differential.5", "eq. (25) in eq. (23)", "Cho & Saul (2010), eq. (5)")
def degree_zero() -> Theorem:
    """Eq. (5): J_0 = pi - theta."""
    found = instantiate(angle_integral(), {"n": 0}, ANGLES)
    within = ANGLES.with_symbol("psi", interval(0, pi / 2))
    same = identity(opened(angle_integral_of(0, COS), psi), (1 - COS * cos(psi)) ** -1, within)
    integrals = under_integral(angle_integral_of(0, COS), same, psi, found)
    return combine(J(0, theta), pi - theta, ANGLES, (1, found), (SIN, integrals), (SIN, complete_integral()))


@lemma("differential.recursion", "induction over m, with the slope of J_m / sin^(2m+1)")
def iterated() -> Theorem:
    """The m-th application of (1/sin theta) d/dtheta to (pi - theta)/sin theta, for every integer m >= 0."""

    def solution(index: Term) -> Term:
        return (-1) ** index * (J(index, theta) / SIN ** (2 * index + 1))

    zero = combine(solution(term(0)), BASE, ANGLES, (SIN**-1, degree_zero()))
    slope = multiple((-1) ** m, instantiate(quotient_slope(), {"n": m}, INTEGERS))
    advance = combine(
        solution(m + 1), SIN**-1 * derivative(solution(m), theta), INTEGERS, (-(SIN**-1), derivative_value(slope))
    )
    step = SIN**-1 * derivative(PREVIOUS, theta)
    return recursion("D", m, theta, INTEGERS, BASE, step, solution(m), zero, advance)


@lemma("differential.4", "the recursion, solved for J_m", "Cho & Saul (2010), eq. (4)")
def differential_formula() -> Theorem:
    """Eq. (4): J_m = (-1)^m sin^(2m+1) D_m, with D_m the operator applied m times to (pi - theta)/sin."""
    right = (-1) ** m * SIN ** (2 * m + 1) * iterated().lhs
    return combine(J(m, theta), right, INTEGERS, (-((-1) ** m) * SIN ** (2 * m + 1), iterated()))


@cache
def low_degree(degree: int) -> Theorem:
    """Return J_n for an integer degree as (pi - theta) P(cos) + sin Q(cos), by differentiating the one before.

    P_{n+1} = (1-c^2) P_n' + (2n+1) c P_n and Q_{n+1} = P_n + 2n c Q_n + (1-c^2) Q_n' are proposed; the engine
    differentiates J_n / sin^(2n+1) and compares.
    """
    if degree == 0:
        return degree_zero()
    before = low_degree(degree - 1)
    quotient = instantiate(quotient_slope(), {"n": degree - 1}, ANGLES)
    function = before.rhs / SIN ** (2 * term(degree - 1) + 1)
    same = combine(function, function_of_slope(quotient), ANGLES, (-(SIN ** -(2 * term(degree - 1) + 1)), before))
    slopes = unique(of_equal(quotient, same), differentiate(function, theta, ANGLES))
    target = trigonometric(degree)
    front = -(SIN ** (2 * degree))
    found = combine(J(degree, theta), target, ANGLES, (front, slopes))
    return found.named(
        f"differential.J{degree}", "the operator of eq. (4), applied once more", "Cho & Saul (2010), eq. (4)"
    )


def trigonometric(degree: int) -> Term:
    """Return (pi - theta) P_n(cos theta) + sin(theta) Q_n(cos theta) as a term."""
    P, Q = coefficients(degree)

    def polynomial(values: tuple[int, ...]) -> Term:
        parts = [value * COS**power if power else term(value) for power, value in enumerate(values) if value]
        return sum(parts[1:], parts[0]) if parts else term(0)

    return (pi - theta) * polynomial(P) + SIN * polynomial(Q)


@cache
def coefficients(degree: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the coefficients of P_n and Q_n, the constant ones first."""
    if degree == 0:
        return (1,), ()
    n_, (P, Q) = degree - 1, coefficients(degree - 1)
    size = degree + 1

    def at(values: tuple[int, ...], power: int) -> int:
        return values[power] if 0 <= power < len(values) else 0

    def slope(values: tuple[int, ...], power: int) -> int:  # of (1 - c^2) times the derivative
        return (power + 1) * at(values, power + 1) - (power - 1) * at(values, power - 1)

    next_P = tuple(slope(P, k) + (2 * n_ + 1) * at(P, k - 1) for k in range(size))
    next_Q = tuple(at(P, k) + 2 * n_ * at(Q, k - 1) + slope(Q, k) for k in range(size))
    return next_P, next_Q


def slope_of(theorem: Theorem) -> Term:
    """Return the slope that a theorem about a derivative gives."""
    return terms_of(theorem.statement)[1]


def function_of_slope(theorem: Theorem) -> Term:
    """Return the function of a theorem about a derivative."""
    return terms_of(theorem.statement)[0]
