"""The closed form of J_n for every real degree n > -1, theta in (0, pi).

J_n = sqrt(pi) 2^n Gamma(n+1)^2 / Gamma(n+3/2) cos(theta/2)^(2n+1) 2F1(1/2, 1/2; n+3/2; cos^2(theta/2))
"""

from fractions import Fraction

from symkern.proofs import cited
from symkern.proofs.rules.equality import combine, identity, instantiate, symmetry, transitivity
from symkern.proofs.rules.integrals import under_integral
from symkern.proofs.terms import Term, TermLike, cos, gamma, half, hyp2f1, opened, pi, sqrt, term
from symkern.proofs.theorem import Theorem
from symkern.theorems.lemma import lemma
from symkern.theorems.reduction import ANGLE, DOMAIN, EULER, FRONT, J, Z, angle_integral, moebius, n, tau, theta


def coefficient(degree: TermLike) -> Term:
    """Return the factor in front of the closed form."""
    m = term(degree)
    return sqrt(pi) * 2**m * gamma(m + 1) ** 2 / gamma(m + Fraction(3, 2))


def closed_form(degree: TermLike, angle: TermLike) -> Term:
    """Return the closed form as a term."""
    m, half_cosine = term(degree), cos(term(angle) / 2)
    series = hyp2f1(half, half, m + Fraction(3, 2), half_cosine**2)
    return coefficient(m) * half_cosine ** (2 * m + 1) * series


@lemma("closed_form.series", "Euler's integral of 2F1(1/2, 1/2; n + 3/2; z) at z = cos²(θ/2)")
def euler_integral() -> Theorem:
    """The integral in tau, as a hypergeometric function."""
    values = {"a": half, "b": half, "c": n + Fraction(3, 2), "z": Z}
    euler = instantiate(cited.euler_hypergeometric(), values, DOMAIN)
    within = DOMAIN.with_symbol("tau", cited.UNIT)
    same = identity(opened(euler.rhs, tau), opened(EULER, tau), within)
    integrals = under_integral(euler.rhs, same, tau, euler)
    shorter = (
        gamma(half)
        * gamma(n + 1)
        / gamma(n + Fraction(3, 2))
        * hyp2f1(half, half, n + Fraction(3, 2), cos(theta / 2) ** 2)
    )
    found = transitivity(symmetry(integrals), symmetry(euler))
    return transitivity(found, identity(found.rhs, shorter, DOMAIN))


@lemma("closed_form.J", "eq. (23), a Moebius substitution, and Euler's integral", "for every real n > -1")
def J_closed() -> Theorem:
    """J_n(theta) for every real degree."""
    value = combine(
        ANGLE,
        euler_integral().rhs / _constant(),
        DOMAIN,
        (_constant() ** -1, moebius()),
        (_constant() ** -1, euler_integral()),
    )
    return combine(J(n, theta), closed_form(n, theta), DOMAIN, (1, angle_integral()), (FRONT, value))


def _constant() -> Term:
    """Return the factor of eq. (23)'s integral in `reduction.moebius`."""
    return Term("*", None, moebius().lhs.args[:-1])
