"""Convergence of integrals of a bounded function times one whose integral converges."""

from __future__ import annotations

from symkern.proofs.bounds import Undefined, bounds
from symkern.proofs.domains import REALS, Domain
from symkern.proofs.rules.equality import CONTINUOUS, checked
from symkern.proofs.rules.integrals import converges, inside, limits
from symkern.proofs.rules.plane import fresh_variables, not_negative, whole_plane
from symkern.proofs.terms import Term, TermLike, integral, opened, shown, term
from symkern.proofs.theorem import HasValue, NotProved, Theorem, conclude, valued


def bounded_on_line(value: Term, factor: TermLike, variable: Term, *given: Theorem) -> Theorem:
    """Conclude that the integral of k f converges if that of f, which is `value`, does.

    The engine shows that k, made of functions that are continuous where they have values, has values between two
    numbers wherever the variable is between the limits. Unlike with `bounded_factor`, the limits may be infinite.
    """
    k = term(factor)
    for theorem in given:
        if value in valued([theorem]):
            _bounded(k, inside(value, variable, theorem.domain))
            product = integral(k * opened(value, variable), variable, *limits(value))
            return conclude("bounded factor", HasValue(product), theorem.domain, [theorem])
    raise NotProved(f"{shown(value)} is not known to converge")


def bounded_on_plane(body: TermLike, factor: TermLike, weights: tuple[Term, Term], known: Theorem) -> Theorem:
    """Conclude that the integral of k f over the plane converges if that of f does.

    f and k are not negative, and the engine shows that k is bounded, as in `bounded_on_line` (Tonelli).
    """
    f, k, domain = term(body), term(factor), known.domain
    fresh_variables(domain, *weights)
    wide = domain.with_symbol(weights[0].name, REALS).with_symbol(weights[1].name, REALS)
    not_negative(f, wide)
    not_negative(k, wide)
    _bounded(k, wide)
    converges([known], whole_plane(f, *weights), domain)
    return conclude("bounded factor", HasValue(whole_plane(k * f, *weights)), domain, [known])


def _bounded(value: Term, domain: Domain) -> None:
    """Raise `NotProved` unless a term has values everywhere, between two numbers, and is continuous."""
    if any(part.head not in CONTINUOUS for part in value.subterms()):
        raise NotProved(f"{shown(value)} is not made of continuous functions")
    if checked(value, domain).open:
        raise NotProved(f"{shown(value)} is not shown to have a value everywhere")
    try:
        found = bounds(value, domain)
    except Undefined as failure:
        raise NotProved(str(failure)) from None
    if found.low.infinite or found.high.infinite:
        raise NotProved(f"{shown(value)} is not shown to be bounded")
