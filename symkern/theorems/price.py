"""Price's law and the recurrence, for every real degree n > 0 and theta in (0, pi).

    dJ_n/d cos(theta) = n^2 J_{n-1},    J_{n+1} = (2n+1) cos(theta) J_n + n^2 sin^2(theta) J_{n-1}

J_{n-1} is that of the integral (20), which converges for n - 1 > -1 off the diagonal.
"""

from fractions import Fraction

from symkern.proofs import cited
from symkern.proofs.domains import POSITIVE, domain, interval
from symkern.proofs.rules.derivatives import chain, differentiate, multiple, of_equal, unique, with_slope
from symkern.proofs.rules.equality import combine, identity, instantiate, restrict
from symkern.proofs.terms import cos, half, pi, sin, symbols
from symkern.proofs.theorem import Theorem
from symkern.theorems.closed_form import J_closed, closed_form, coefficient
from symkern.theorems.differential_formula import function_of_slope, quotient_slope, slope_of
from symkern.theorems.lemma import lemma
from symkern.theorems.reduction import J

n, theta = symbols("n theta")
DOMAIN = domain(n=POSITIVE, theta=interval(0, pi))
COS, SIN = cos(theta), sin(theta)


@lemma("price.slope", "the closed form, term by term: d z^(n+1/2) F/dz, and dz = -sin(θ)/2 dθ", "Price (1958)")
def slope() -> Theorem:
    """dJ_n/dtheta = -n^2 sin(theta) J_{n-1}."""
    z = cos(theta / 2) ** 2
    series = instantiate(
        cited.hypergeometric_slope(),
        {"a": half, "b": half, "c": n + Fraction(3, 2)},
        domain(n=POSITIVE, z=interval(0, 1)),
    )
    by_angle = multiple(coefficient(n), chain(series, z, theta, DOMAIN))
    closed = restrict(J_closed(), DOMAIN)
    form = identity(closed_form(n, theta), function_of_slope(by_angle), DOMAIN)
    function = combine(J(n, theta), function_of_slope(by_angle), DOMAIN, (1, closed), (1, form))
    lower = instantiate(J_closed(), {"n": n - 1}, DOMAIN)
    target = -(n**2) * SIN * J(n - 1, theta)
    return with_slope(of_equal(by_angle, function), combine(slope_of(by_angle), target, DOMAIN, (n**2 * SIN, lower)))


@lemma("price.recurrence", "the raising law of eq. (4) with Price's law")
def recurrence() -> Theorem:
    """J_{n+1} = (2n+1) cos(theta) J_n + n^2 sin^2(theta) J_{n-1}."""
    quotient = instantiate(quotient_slope(), {}, DOMAIN)
    direct = differentiate(function_of_slope(quotient), theta, DOMAIN, slope())
    slopes = unique(quotient, direct)
    right = (2 * n + 1) * COS * J(n, theta) + n**2 * SIN**2 * J(n - 1, theta)
    return combine(J(n + 1, theta), right, DOMAIN, (-(SIN ** (2 * n + 2)), slopes))
