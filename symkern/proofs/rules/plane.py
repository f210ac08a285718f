"""Rules of integration over the plane and its first quadrant, of functions that are not negative."""

from __future__ import annotations

from symkern.proofs.bounds import Undefined, is_not_negative
from symkern.proofs.domains import POSITIVE, REALS, Domain, interval
from symkern.proofs.normal_form import Field
from symkern.proofs.rules.equality import has_value, holds_on, identity, positive_on
from symkern.proofs.rules.integrals import converges
from symkern.proofs.terms import Term, TermLike, absolute, cos, integral, oo, pi, shown, sin, step, substituted, term
from symkern.proofs.theorem import Equal, NotProved, Theorem, conclude


def quadrant(body: TermLike, u: Term, v: Term) -> Term:
    """Return the integral over u > 0 and v > 0."""
    return integral(integral(body, v, 0, oo), u, 0, oo)


def whole_plane(body: TermLike, w_1: Term, w_2: Term) -> Term:
    """Return the integral over all of the plane."""
    return integral(integral(body, w_2, -oo, oo), w_1, -oo, oo)


def polar(body: TermLike, u: Term, v: Term, radius: Term, angle: Term, radial: Theorem, outer: Theorem) -> Theorem:
    """Conclude that the integral of g over the quadrant is that of h over the angle from 0 to pi/2.

    `radial` says h(phi) = integral(g(r cos phi, r sin phi) r, r, 0, oo); `outer` speaks of the integral of h over the
    angle, which converges. g is not negative (Tonelli).
    """
    g, domain = term(body), outer.domain
    fresh_variables(domain, u, v, radius, angle)
    not_negative(g, domain.with_symbol(u.name, POSITIVE).with_symbol(v.name, POSITIVE))
    moved = substituted(g, {u.name: radius * cos(angle), v.name: radius * sin(angle)}) * radius
    inner = integral(moved, radius, 0, oo)
    if radial.rhs is not inner:
        raise NotProved(f"the radial integral must be {shown(inner)}; got {shown(radial.rhs)}")
    holds_on(radial, domain.with_symbol(angle.name, interval(0, pi / 2)))
    total = integral(radial.lhs, angle, 0, pi / 2)
    converges([outer], total, domain)
    return conclude("polar coordinates", Equal(quadrant(g, u, v), total), domain, [radial, outer])


def linear_plane(
    body: TermLike,
    forms: tuple[TermLike, TermLike],
    weights: tuple[Term, Term],
    target: TermLike,
    new: tuple[Term, Term],
    known: Theorem,
    *,
    scales: tuple[TermLike, TermLike] = (1, 1),
    factor: TermLike = 1,
) -> Theorem:
    """Conclude that the integral of step(a L_1) step(b L_2) f over the plane is k/|det| times one over the quadrant.

    u = L_1 and v = L_2 are linear forms of the weights whose determinant does not vanish; a and b, the scales, are
    positive. The engine inverts the forms and shows f = k g there, k being the factor. Where a step function is 0 the
    product counts as 0, whether or not f has a value. `known` speaks of the integral of g over the quadrant, which
    converges; g is not negative.
    """
    f, g, k, domain = term(body), term(target), term(factor), known.domain
    fresh_variables(domain, *weights, *new)
    (a, b), (c, d) = (coefficients(term(form), weights, domain) for form in forms)
    determinant = a * d - b * c
    if not Field(domain).shows("nonzero", determinant):
        raise NotProved(f"the determinant {shown(determinant)} is not shown to differ from 0")
    if not all(positive_on(term(scale), domain) for scale in scales):
        raise NotProved("the scales of the step functions are not shown to be positive")
    u, v = new
    inverse = {
        weights[0].name: (d * u - b * v) / determinant,
        weights[1].name: (a * v - c * u) / determinant,
    }
    within = domain.with_symbol(u.name, POSITIVE).with_symbol(v.name, POSITIVE)
    not_negative(g, within)
    premises = [has_value(k, domain), identity(substituted(f, inverse), k * g, within)]
    for form, variable in zip(forms, new, strict=True):
        premises.append(identity(substituted(term(form), inverse), variable, within))
    if any(premise.hypotheses for premise in premises):
        raise NotProved("a side condition of the change of variables is open")
    region = quadrant(g, u, v)
    premises.append(converges([known], region, domain))
    steps = [step(form if scale == 1 else term(scale) * term(form)) for scale, form in zip(scales, forms, strict=True)]
    left = whole_plane(steps[0] * steps[1] * f, *weights)
    size = determinant if positive_on(determinant, domain) else absolute(determinant)
    value = size**-1 * region if factor == 1 else k * size**-1 * region
    return conclude("linear change in the plane", Equal(left, value), domain, premises)


def coefficients(form: Term, weights: tuple[Term, Term], domain: Domain) -> tuple[Term, Term]:
    """Return the coefficients of a linear form in two symbols."""
    wide = domain.with_symbol(weights[0].name, REALS).with_symbol(weights[1].name, REALS)
    field = Field(wide)
    try:
        poly = field.polynomial(form)
    except Undefined as failure:
        raise NotProved(str(failure)) from None
    atoms = [field.atom(weight, weight) for weight in weights]
    found: list[Term] = []
    for atom in atoms:
        part = {m: c for m, c in poly.items() if dict(m).get(atom)}
        rest = {tuple(pair for pair in m if pair[0] != atom): c for m, c in part.items()}
        if any(dict(m)[atom] != 1 for m in part) or any(other in dict(m) for m in rest for other in atoms):
            raise NotProved(f"{shown(form)} is not linear in {weights[0]} and {weights[1]}")
        coefficient = field.meaning(rest) if rest else term(0)
        if {weight.name for weight in weights} & coefficient.symbols:
            raise NotProved(f"{shown(form)} is not linear in {weights[0]} and {weights[1]}")
        found.append(coefficient)
    if any(not any(atom in dict(m) for atom in atoms) for m in poly) or field.open:
        raise NotProved(f"{shown(form)} is not a linear form in {weights[0]} and {weights[1]}")
    return found[0], found[1]


def fresh_variables(domain: Domain, *variables: Term) -> None:
    names = [variable.name for variable in variables]
    if len(set(names)) != len(names) or set(names) & domain.intervals.keys():
        raise NotProved(f"the variables {', '.join(names)} must be new and different")


def not_negative(value: Term, domain: Domain) -> None:
    if not (is_not_negative(value, domain) or Field(domain).shows("not negative", value)):
        raise NotProved(f"{shown(value)} is not shown to be non-negative")
