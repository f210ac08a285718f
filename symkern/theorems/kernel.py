"""The arc-cosine kernel of two vectors in terms of their norms a, b and the angle: Cho & Saul (2010), eq. (3).

The integral (1) over all weights, with the d - 2 weights across the plane of x and y integrated out: they contribute
the factor 1, being independent standard normal variables. What is left is the mean over the two weights in the plane.
"""

from symkern.proofs.domains import POSITIVE, above, domain, interval
from symkern.proofs.rules.definitions import define, function_of
from symkern.proofs.rules.equality import combine, has_value, instantiate, restrict
from symkern.proofs.rules.plane import linear_plane
from symkern.proofs.terms import Term, TermLike, exp, pi, symbols, term
from symkern.proofs.theorem import Theorem
from symkern.theorems.closed_form import J_closed, closed_form
from symkern.theorems.differential_formula import low_degree
from symkern.theorems.lemma import lemma
from symkern.theorems.reduction import COS, DENSITY, SIN, J, first_quadrant, n, polar_coordinates, theta, u, v, w_1, w_2

a, b = symbols("a b")
DOMAIN = domain(n=above(-1), theta=interval(0, pi), a=POSITIVE, b=POSITIVE)


@lemma("kernel.plane", "w·x = a w₁ and w·y = b (w₁ cos θ + w₂ sin θ)")
def plane() -> Theorem:
    """The integral over the plane of weights, with norms."""
    second = w_1 * COS + w_2 * SIN
    weight = exp(-(w_1**2 + w_2**2) / 2) * (a * w_1) ** n * (b * second) ** n
    known = restrict(polar_coordinates(), DOMAIN)
    return linear_plane(weight, (w_1, second), (w_1, w_2), DENSITY, (u, v), known, scales=(a, b), factor=a**n * b**n)


@lemma("kernel.1", "the mean over Gaussian weights in the plane of x and y, twice", "Cho & Saul (2010), eq. (1)")
def definition() -> Theorem:
    """Eq. (1), with 2/(2 pi) for the normalisation of two weights."""
    return define("k", (n, theta, a, b), pi**-1 * plane().lhs, DOMAIN, has_value(plane().lhs, DOMAIN, plane()))


def k(degree: TermLike, angle: TermLike, first: TermLike, second: TermLike) -> Term:
    """Return the kernel of vectors with these norms and this angle, as a term."""
    return function_of(definition())(degree, angle, first, second)


@lemma(
    "kernel.3", "the norms come out of the integral, and step functions do not see them", "Cho & Saul (2010), eq. (3)"
)
def norms_and_angle() -> Theorem:
    """Eq. (3)."""
    right = pi**-1 * a**n * b**n * J(n, theta)
    angular = restrict(first_quadrant(), DOMAIN)
    factor = a**n * b**n / pi
    return combine(k(n, theta, a, b), right, DOMAIN, (1, definition()), (pi**-1, plane()), (-factor, angular))


@lemma("kernel.closed", "eq. (3) with the closed form of J")
def closed() -> Theorem:
    """k_n in closed form."""
    right = pi**-1 * a**n * b**n * closed_form(n, theta)
    factor = a**n * b**n / pi
    return combine(k(n, theta, a, b), right, DOMAIN, (1, norms_and_angle()), (factor, restrict(J_closed(), DOMAIN)))


def of_degree(degree: int) -> Theorem:
    """Return k_n for an integer degree, from the differential formula."""
    where = DOMAIN.without("n")
    angular = restrict(low_degree(degree), where)
    third = instantiate(norms_and_angle(), {"n": degree}, where)
    right = pi**-1 * a**degree * b**degree * angular.rhs
    return combine(k(degree, theta, a, b), right, where, (1, third), (pi**-1 * a**degree * b ** term(degree), angular))
