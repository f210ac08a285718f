"""Opposite directions: J_m(pi) = 0 for every integer m >= 0, for no weight is on the positive side of both vectors."""

from symkern.proofs.domains import domain, integers, interval
from symkern.proofs.rules.definitions import define, function_of
from symkern.proofs.rules.equality import combine, has_value, identity, instantiate, restrict, transitivity
from symkern.proofs.rules.integrals import bounded_factor, change_of_variable, constant_factor, join, under_integral
from symkern.proofs.terms import Term, TermLike, exp, integral, oo, opened, step, symbols, term
from symkern.proofs.theorem import Theorem
from symkern.theorems.diagonal import GAUSSIAN, gaussian, moment, w
from symkern.theorems.lemma import lemma

(m,) = symbols("m")
DEGREES = domain(m=integers(0))
BODY = step(w) * step(-w) * (exp(-(w**2) / 2) * w**m * (-w) ** m)
"""The integrand over the weight along x, where y = -x: both units see this weight alone."""
ALONG = integral(BODY, w, -oo, oo)


@lemma("opposite.line", "one of the two step functions is 0 on each half of the line")
def along() -> Theorem:
    """The integral over the weight along x vanishes."""
    right = instantiate(moment(), {"n": m}, DEGREES)
    left = change_of_variable(right.lhs, w, (-w) ** 1, exp(-(w**2) / 2) * (-w) ** (2 * m), -oo, 0, right)
    halves = [_vanishes(left.lhs, left), _vanishes(right.lhs, right)]
    joined = join(halves[0].lhs, halves[1].lhs, *halves)
    return combine(ALONG, 0, DEGREES, (1, joined), *((1, half) for half in halves))


def _vanishes(known: Term, converges: Theorem) -> Theorem:
    """Return that the integral over a half line is 0, from an integral over it that converges."""
    value = integral(BODY, w, *known.args[:2])
    positive = known.args[0] is term(0)
    within = DEGREES.with_symbol("w", interval(0, oo) if positive else interval(-oo, 0))
    converges_too = bounded_factor(value, known, 0, w, converges)
    zero = under_integral(value, identity(opened(value, w), 0 * opened(known, w), within), w, converges_too)
    outside = transitivity(zero, constant_factor(0, known, converges))
    return transitivity(outside, identity(outside.rhs, 0, DEGREES, converges))


@lemma("opposite.definition", "eq. (20) at θ = π: both units see the weight w₁ alone", "Cho & Saul (2010), eq. (20)")
def definition() -> Theorem:
    """J_m(pi): the integral over the weight along x, and over all weights across it."""
    known = [has_value(ALONG, DEGREES, along()), restrict(has_value(GAUSSIAN, domain(), gaussian()), DEGREES)]
    return define("Jpi", (m,), ALONG * GAUSSIAN, DEGREES, *known)


def J_at_pi(degree: TermLike) -> Term:
    """Return J_m(pi) as a term."""
    return function_of(definition())(degree)


@lemma("opposite.value", "the integral over the weight along x is 0")
def value_at_pi() -> Theorem:
    """J_m(pi) = 0."""
    return combine(J_at_pi(m), 0, DEGREES, (1, definition()), (GAUSSIAN, along()))
