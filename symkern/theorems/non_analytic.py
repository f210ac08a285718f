"""Steps of degree 0 near a point: Cho & Saul (2012), Section 2.3.

The distance of features is |Phi(x) - Phi(y)|^2 = k(x, x) + k(y, y) - 2 k(x, y). The integral that defines k_0(x, x) is
that of `diagonal`, the one of k_0(x, y) that of `kernel`.
"""

from symkern.proofs.domains import POSITIVE, REALS, domain
from symkern.proofs.rules.derivatives import inverse, of_inverse
from symkern.proofs.rules.equality import combine, identity, instantiate, restrict, transitivity
from symkern.proofs.terms import Term, TermLike, acos, asin, atan, cos, pi, sin, sqrt, substituted, symbols, tan, term
from symkern.proofs.theorem import Theorem
from symkern.theorems import diagonal, kernel
from symkern.theorems.lemma import lemma

a, b = symbols("a b")
SIDES = domain(a=POSITIVE, b=POSITIVE)
LEGS = domain(a=POSITIVE, b=REALS)
"""Sides of which the second may point downwards."""
HYPOTENUSE = sqrt(a**2 + b**2)


def of_itself(norm: TermLike) -> Term:
    """Return k_0(x, x) as a term: the integral (27) of 2010 at degree 0, for a vector of this norm."""
    return substituted(diagonal.with_norm().lhs, {"n": term(0), "a": term(norm)})


@lemma("non_analytic.unit_sphere", "eq. (27) of 2010 at n = 0", "Cho & Saul (2012), Section 2.3")
def unit_sphere() -> Theorem:
    """k_0(x, x) = 1, a being the norm of x."""
    where = domain(a=POSITIVE)
    found = instantiate(diagonal.with_norm(), {"n": 0}, where)
    return transitivity(found, identity(found.rhs, 1, where))


@lemma("non_analytic.magnitudes", "at n = 0 the norms have the power 0", "Cho & Saul (2012), Section 2.3")
def magnitudes() -> Theorem:
    """k_0(x, y) is that of vectors of norm 1 with the same angle."""
    where = kernel.DOMAIN.without("n")
    known = kernel.of_degree(0)
    of_unit_vectors = instantiate(known, {"a": 1, "b": 1}, where)
    return combine(known.lhs, of_unit_vectors.lhs, where, (1, known), (-1, of_unit_vectors))


@lemma("non_analytic.cosine", "tan, sine and cosine of the angle whose tangent is b/a")
def cosine() -> Theorem:
    """cos(atan(b/a)) = a/sqrt(a^2 + b^2)."""
    angle, value = atan(b / a), a / HYPOTENUSE
    tangent = of_inverse("atan", b / a, LEGS)
    ratio = tan(angle) + b / a
    # cos^2 (1 + tan^2) = 1, divided by the sum of both values, which is positive
    front = -(cos(angle) ** 2) * ratio * value**2 / (cos(angle) + value)
    return combine(cos(angle), value, LEGS, (front, tangent))


@lemma("non_analytic.sine", "tan, sine and cosine of the angle whose tangent is b/a")
def sine() -> Theorem:
    """sin(atan(b/a)) = b/sqrt(a^2 + b^2)."""
    angle = atan(b / a)
    return combine(sin(angle), b / HYPOTENUSE, LEGS, (cos(angle), of_inverse("atan", b / a, LEGS)), (b / a, cosine()))


@lemma("non_analytic.arc_cosine", "the cosine determines an angle between 0 and π")
def arc_cosine() -> Theorem:
    """acos(a/sqrt(a^2 + b^2)) = atan(b/a)."""
    return inverse("acos", atan(b / a), restrict(cosine(), SIDES))


@lemma("non_analytic.arc_sine", "the sine determines an angle between 0 and π/2")
def arc_sine() -> Theorem:
    """asin(b/sqrt(a^2 + b^2)) = atan(b/a)."""
    return inverse("asin", atan(b / a), restrict(sine(), SIDES))


def squared_distance() -> Term:
    """Return |Phi(x + dx) - Phi(x)|^2 for a step dx across x: the norms are a and h, the angle is arccos(a/h)."""
    return of_itself(HYPOTENUSE) + of_itself(a) - 2 * kernel.k(0, acos(a / HYPOTENUSE), a, HYPOTENUSE)


@lemma(
    "non_analytic.21",
    "k₀(x, x) = 1, and k₀(x, y) = 1 - θ/π with the angle θ of a right triangle",
    "Cho & Saul (2012), eq. (21)",
)
def step_across() -> Theorem:
    """Eq. (21): the squared distance of features for a step across x, of length b."""
    angle = instantiate(kernel.of_degree(0), {"theta": atan(b / a), "b": HYPOTENUSE}, SIDES)
    spheres = [instantiate(unit_sphere(), {"a": norm}, SIDES) for norm in (a, HYPOTENUSE)]
    return identity(squared_distance(), 2 / pi * asin(b / HYPOTENUSE), SIDES, arc_cosine(), arc_sine(), angle, *spheres)


@lemma("non_analytic.21_cosine", "the same angle by its cosine", "Cho & Saul (2012), eq. (21)")
def step_across_by_cosine() -> Theorem:
    """The middle of eq. (21): the same as (2/pi) arccos(|x|/|x + dx|)."""
    return identity(2 / pi * acos(a / HYPOTENUSE), 2 / pi * asin(b / HYPOTENUSE), SIDES, arc_cosine(), arc_sine())
