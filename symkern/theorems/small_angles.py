"""J_n near theta = 0: its limit, and that of its slope over sin(theta). Cho & Saul (2012), eqs. (12), (A.5)."""

from fractions import Fraction

from symkern.proofs import cited
from symkern.proofs.domains import above, domain, interval
from symkern.proofs.rules.derivatives import derivative_value
from symkern.proofs.rules.equality import combine, identity, instantiate, restrict
from symkern.proofs.rules.tends import equal_limits, limit_of_composition, limit_of_expression, with_limit
from symkern.proofs.terms import cos, derivative, gamma, half, pi, sin, sqrt, symbols
from symkern.proofs.theorem import Theorem
from symkern.theorems import price
from symkern.theorems.closed_form import J_closed, closed_form
from symkern.theorems.lemma import lemma
from symkern.theorems.reduction import J

n, theta = symbols("n theta")
DEGREES = domain(n=above(Fraction(-1, 2)))
DOMAIN = domain(n=above(Fraction(-1, 2)), theta=interval(0, pi))


@lemma("small_angles.J", "the closed form at z → 1, by Gauss's sum", "Cho & Saul (2010), eq. (8)")
def limit_at_zero() -> Theorem:
    """J_n(theta) tends to sqrt(pi) 2^n Gamma(n + 1/2), for n > -1/2."""
    z = cos(theta / 2) ** 2
    gauss = instantiate(cited.gauss_sum(), {"a": half, "b": half, "c": n + Fraction(3, 2)}, DEGREES)
    inner = limit_of_expression(z, theta, 0, DOMAIN)
    one = with_limit(inner, identity(inner.statement.value, 1, DEGREES))  # type: ignore[union-attr]
    series = limit_of_composition(gauss, one, DOMAIN)
    whole = limit_of_expression(closed_form(n, theta), theta, 0, DOMAIN, series)
    found = equal_limits(whole, restrict(J_closed(), DOMAIN), DOMAIN)
    value = sqrt(pi) * 2**n * gamma(n + half)
    return with_limit(found, identity(found.statement.value, value, DEGREES))  # type: ignore[union-attr]


@lemma(
    "small_angles.slope",
    "Price's law: J'/sin θ = -n² J_{n-1}",
    "Cho & Saul (2012), eqs. (A.5), (A.6)",
)
def slope_over_sine() -> Theorem:
    """J_n'(theta)/sin(theta) tends to -n^2 sqrt(pi) 2^(n-1) Gamma(n - 1/2), for n > 1/2."""
    where = domain(n=above(half), theta=interval(0, pi))
    degrees = where.without("theta")
    lower = instantiate(limit_at_zero(), {"n": n - 1}, degrees)
    function = -(n**2) * J(n - 1, theta)
    whole = limit_of_expression(function, theta, 0, where, lower)
    slope = restrict(derivative_value(price.slope()), where)
    ratio = derivative(J(n, theta), theta) / sin(theta)
    same = combine(ratio, function, where, (1 / sin(theta), slope))
    found = equal_limits(whole, same, where)
    value = -(n**2) * (sqrt(pi) * 2 ** (n - 1) * gamma(n - half))
    return with_limit(found, identity(found.statement.value, value, degrees))  # type: ignore[union-attr]
