"""Rules for step functions: 1 where the argument is positive, 0 where it is negative."""

from __future__ import annotations

from collections.abc import Sequence

from symkern.proofs.domains import POSITIVE, REALS, Domain, interval
from symkern.proofs.normal_form import Field
from symkern.proofs.rules.equality import CONTINUOUS, checked, has_value, identity, positive_on
from symkern.proofs.rules.integrals import converges, in_order, inside, limits
from symkern.proofs.rules.plane import coefficients, fresh_variables, not_negative, whole_plane
from symkern.proofs.terms import (  # fmt: skip
    Term,
    TermLike,
    absolute,
    cos,
    fresh,
    integral,
    oo,
    opened,
    pi,
    shown,
    sin,
    step,
    substituted,
    term,
)
from symkern.proofs.theorem import Equal, HasValue, NotProved, Theorem, conclude, valued


def same_step(first: TermLike, factor: TermLike, second: TermLike, domain: Domain, *given: Theorem) -> Theorem:
    """Conclude step(y) = step(z) from y = k z, which the engine shows, with a positive factor k.

    Given equations are used from left to right, as in `identity`.
    """
    y, k, z = term(first), term(factor), term(second)
    if not positive_on(k, domain):
        raise NotProved(f"the factor {shown(k)} is not shown to be positive")
    same = identity(y, k * z, domain, *given)
    if same.hypotheses:
        raise NotProved(f"not shown: {next(iter(same.hypotheses))}")
    return conclude("same step", Equal(step(y), step(z)), domain, [same])


def from_step(part: Term, end: TermLike, *given: Theorem, above: bool) -> Theorem:
    """Conclude that a step function restricts the range of an integral.

    `above`: integral(step(x - s) f, x, end, b) = integral(f, x, s, b), which is `part`; otherwise
    integral(step(s - x) f, x, a, end) = integral(f, x, a, s). One of the two converges by a given theorem, and s lies
    between the limits, which the engine shows. Where the step function is 0 the product counts as 0, whether or not f
    has a value.
    """
    (lower, upper), outer = limits(part), term(end)
    for theorem in given:
        domain = theorem.domain
        variable = fresh(part.symbols | outer.symbols | domain.intervals.keys())
        cut = lower if above else upper
        body = step(variable - cut if above else cut - variable) * opened(part, variable)
        whole = integral(body, variable, *((outer, upper) if above else (lower, outer)))
        if {part, whole} & valued([theorem]):
            break
    else:
        raise NotProved(f"{shown(part)} is not known to converge")
    if "oo" in {piece.head for piece in cut.subterms()}:
        raise NotProved(f"a step function cuts at a number; got {cut}")
    has_value(cut, domain)
    in_order(part, domain)
    in_order(whole, domain)
    in_order(integral(0, variable, *((outer, cut) if above else (cut, outer))), domain)
    inside(part, variable, domain)
    return conclude("step restricts the range", Equal(whole, part), domain, [theorem, has_value(cut, domain)])


def line_with_steps(value: Term, steps: Sequence[TermLike], variable: Term, *given: Theorem) -> Theorem:
    """Conclude that the integral of step(z_1) ... step(z_k) f converges if that of f, which is `value`, does.

    The z are made of functions that are continuous where they have values, which they have between the limits: so the
    product is measurable, and its absolute value is at most that of f.
    """
    for theorem in given:
        if value in valued([theorem]):
            _measurable(steps, inside(value, variable, theorem.domain))
            product = integral(_product(steps, opened(value, variable)), variable, *limits(value))
            return conclude("bounded by steps", HasValue(product), theorem.domain, [theorem])
    raise NotProved(f"{shown(value)} is not known to converge")


def plane_with_steps(body: TermLike, steps: Sequence[TermLike], weights: tuple[Term, Term], known: Theorem) -> Theorem:
    """Conclude that the integral of step(z_1) ... step(z_k) f over the plane converges if that of f does.

    f is not negative, and the z are made of functions that are continuous where they have values, which they have all
    over the plane: so the product is measurable and lies between 0 and f (Tonelli).
    """
    f, domain = term(body), known.domain
    fresh_variables(domain, *weights)
    wide = domain.with_symbol(weights[0].name, REALS).with_symbol(weights[1].name, REALS)
    not_negative(f, wide)
    _measurable(steps, wide)
    converges([known], whole_plane(f, *weights), domain)
    return conclude("bounded by steps", HasValue(whole_plane(_product(steps, f), *weights)), domain, [known])


def plane_map(
    body: TermLike,
    steps: Sequence[TermLike],
    weights: tuple[Term, Term],
    forms: tuple[TermLike, TermLike],
    target: TermLike,
    images: Sequence[TermLike],
    new: tuple[Term, Term],
    known: Theorem,
) -> Theorem:
    """Conclude that the integral of step(z_1) ... f over the plane is that of step(y_1) ... g, over |det|.

    u = L_1 and v = L_2 are linear forms of the weights with a determinant that does not vanish. The engine inverts them
    and shows that there f = g and z_i = y_i, one by one. `known` speaks of the integral on the right, which converges;
    g is not negative (Tonelli).
    """
    f, g, domain = term(body), term(target), known.domain
    fresh_variables(domain, *weights, *new)
    if len(steps) != len(images):
        raise NotProved("both integrals must have the same number of step functions")
    (a, b), (c, d) = (coefficients(term(form), weights, domain) for form in forms)
    determinant = a * d - b * c
    if not Field(domain).shows("nonzero", determinant):
        raise NotProved(f"the determinant {shown(determinant)} is not shown to differ from 0")
    u, v = new
    inverse = {weights[0].name: (d * u - b * v) / determinant, weights[1].name: (a * v - c * u) / determinant}
    within = domain.with_symbol(u.name, REALS).with_symbol(v.name, REALS)
    not_negative(g, within)
    _measurable(images, within)
    pairs = [(f, g), *zip(steps, images, strict=True), *zip(forms, new, strict=True)]
    premises = [identity(substituted(term(old), inverse), term(value), within) for old, value in pairs]
    if any(premise.hypotheses for premise in premises):
        raise NotProved("a side condition of the change of variables is open")
    region = whole_plane(_product(images, g), u, v)
    premises.append(converges([known], region, domain))
    size = determinant if positive_on(determinant, domain) else absolute(determinant)
    left = whole_plane(_product(steps, f), *weights)
    return conclude("linear map of the plane", Equal(left, size**-1 * region), domain, premises)


def plane_polar(
    body: TermLike,
    steps: Sequence[TermLike],
    weights: tuple[Term, Term],
    radial: TermLike,
    images: Sequence[TermLike],
    polar: tuple[Term, Term],
    known: Theorem,
) -> Theorem:
    """Conclude that the integral of step(z_1) ... f over the plane is that of step(y_1) ... g in polar coordinates.

    The radius r runs from 0 to infinity, the angle phi from -pi to pi.
    The engine shows that at (r cos(phi), r sin(phi)) r f = g and z_i = y_i, one by one. `known` speaks of the integral
    over the plane, which converges; f is not negative (Tonelli). The angle is outside, the radius inside.
    """
    f, g, domain, (r, phi) = term(body), term(radial), known.domain, polar
    fresh_variables(domain, *weights, r, phi)
    if len(steps) != len(images):
        raise NotProved("both integrals must have the same number of step functions")
    wide = domain.with_symbol(weights[0].name, REALS).with_symbol(weights[1].name, REALS)
    not_negative(f, wide)
    _measurable(steps, wide)
    within = domain.with_symbol(r.name, POSITIVE).with_symbol(phi.name, interval(-pi, pi))
    place = {weights[0].name: r * cos(phi), weights[1].name: r * sin(phi)}
    premises = [identity(substituted(f, place) * r, g, within)]
    premises += [identity(substituted(term(z), place), y, within) for z, y in zip(steps, images, strict=True)]
    if any(premise.hypotheses for premise in premises):
        raise NotProved("a side condition of the polar coordinates is open")
    left = whole_plane(_product(steps, f), *weights)
    premises.append(converges([known], left, domain))
    right = integral(integral(_product(images, g), r, 0, oo), phi, -pi, pi)
    return conclude("polar coordinates of the plane", Equal(left, right), domain, premises)


def _product(steps: Sequence[TermLike], body: Term) -> Term:
    """Return the product of step functions of these arguments, and the body last."""
    result = body
    for argument in reversed(steps):
        result = step(argument) * result
    return result


def _measurable(arguments: Sequence[TermLike], domain: Domain) -> None:
    """Raise `NotProved` unless terms have values everywhere, and are made of continuous functions."""
    for argument in map(term, arguments):
        if any(part.head not in CONTINUOUS for part in argument.subterms()):
            raise NotProved(f"{shown(argument)} is not made of continuous functions")
        if checked(argument, domain).open:
            raise NotProved(f"{shown(argument)} is not shown to have a value everywhere")
