"""Equal directions: Cho & Saul (2010), eqs. (8) and (27), for real n > -1/2."""

from fractions import Fraction

from symkern.proofs import cited
from symkern.proofs.domains import POSITIVE, Domain, above, domain
from symkern.proofs.rules.definitions import define, function_of
from symkern.proofs.rules.equality import combine, has_value, instantiate, restrict
from symkern.proofs.rules.integrals import bounded_factor, change_of_variable, constant_factor, join
from symkern.proofs.terms import Term, TermLike, exp, gamma, half, integral, oo, pi, sqrt, symbols
from symkern.proofs.theorem import Theorem
from symkern.theorems.lemma import lemma

n, a, w, w_2 = symbols("n a w w_2")
DEGREES = domain(n=above(Fraction(-1, 2)))
WITH_NORM = domain(n=above(Fraction(-1, 2)), a=POSITIVE)
MOMENT = integral(exp(-(w**2) / 2) * w ** (2 * n), w, 0, oo)
"""The integral of eq. (27)."""
GAUSSIAN = integral(exp(-(w_2**2) / 2), w_2, -oo, oo)


@lemma("diagonal.moment", "τ = w²/2 makes the integral a gamma function", "Cho & Saul (2010), eq. (27)")
def moment() -> Theorem:
    """The integral of eq. (27), as a gamma function."""
    return _half_line(MOMENT, 2 * n, DEGREES)


def _half_line(value: Term, power: Term, where: Domain) -> Theorem:
    """Return the integral of exp(-w^2/2) w^power over w > 0, from Euler's integral."""
    euler = instantiate(cited.euler_gamma(), {"a": power / 2 + half}, where)
    factor = 2 ** (power / 2 - half)
    integrand = factor**-1 * (exp(-(w**2) / 2) * w**power)
    moved = change_of_variable(euler.rhs, w, half * w**2, integrand, 0, oo, euler)
    converges = bounded_factor(value, moved.lhs, factor, w, moved)
    outside = constant_factor(factor**-1, value, converges)
    right = factor * gamma(power / 2 + half)
    return combine(value, right, where, (-factor, outside), (factor, moved), (-factor, euler))


@lemma("diagonal.27", "eq. (27) with the norm's power", "Cho & Saul (2010), eq. (27)")
def with_norm() -> Theorem:
    """k_n(x, x) as in eq. (27), a being the norm of x."""
    left = sqrt(2 / pi) * a ** (2 * n) * MOMENT
    right = 2**n / sqrt(pi) * gamma(n + half) * a ** (2 * n)
    return combine(left, right, WITH_NORM, (sqrt(2 / pi) * a ** (2 * n), restrict(moment(), WITH_NORM)))


@lemma("diagonal.gaussian", "τ = w²/2 on each half of the line")
def gaussian() -> Theorem:
    """The integral of exp(-w^2/2) over the line is sqrt(2 pi)."""
    where = domain()
    value = exp(-(w_2**2) / 2)
    euler = instantiate(cited.euler_gamma(), {"a": half}, where)
    factor = 2**half
    right = change_of_variable(euler.rhs, w_2, half * w_2**2, factor * value, 0, oo, euler)
    left = change_of_variable(euler.rhs, w_2, half * (-w_2) ** 2, factor * value, -oo, 0, euler)
    joined = join(left.lhs, right.lhs, left, right)
    converges = bounded_factor(GAUSSIAN, joined.lhs, factor**-1, w_2, joined)
    outside = constant_factor(factor, GAUSSIAN, converges)
    scale = factor**-1
    steps = [(-scale, outside), (scale, joined), (scale, left), (scale, right), (-2 * scale, euler)]
    return combine(GAUSSIAN, sqrt(2 * pi), where, *steps)


@lemma("diagonal.definition", "eq. (20) at θ = 0: both units see the weight w₁ alone", "Cho & Saul (2010), eq. (20)")
def definition() -> Theorem:
    """J_n(0): the integral over w_1 > 0, and over all w_2."""
    product = MOMENT * GAUSSIAN
    known = [has_value(MOMENT, DEGREES, moment()), restrict(has_value(GAUSSIAN, domain(), gaussian()), DEGREES)]
    return define("J0", (n,), product, DEGREES, *known)


def J_at_zero(degree: TermLike) -> Term:
    """Return J_n(0) as a term."""
    return function_of(definition())(degree)


@lemma("diagonal.8", "eq. (27) of a unit vector", "Cho & Saul (2010), eq. (8)")
def value_at_zero() -> Theorem:
    """Eq. (8)."""
    right = sqrt(pi) * 2**n * gamma(n + half)
    line = restrict(gaussian(), DEGREES)
    return combine(J_at_zero(n), right, DEGREES, (1, definition()), (GAUSSIAN, moment()), (moment().rhs, line))
