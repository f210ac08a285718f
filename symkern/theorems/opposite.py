"""Opposite directions: J_m(pi) = 0 for every integer m >= 0, and J_n near pi for every real n > -1.

No weight is on the positive side of two opposite vectors. Near pi, J_n goes like (pi - theta)^(2n+1).
"""

from fractions import Fraction

from symkern.proofs import cited
from symkern.proofs.domains import POSITIVE, above, domain, integers, interval
from symkern.proofs.rules.definitions import define, function_of
from symkern.proofs.rules.derivatives import differentiate
from symkern.proofs.rules.equality import combine, has_value, identity, instantiate, restrict, transitivity
from symkern.proofs.rules.integrals import bounded_factor, change_of_variable, constant_factor, join, under_integral
from symkern.proofs.rules.limits import (
    limit_of_continuous,
    limit_of_equal,
    limit_of_function,
    limit_of_linear,
    limit_of_quotient,
)
from symkern.proofs.terms import (
    Term,
    TermLike,
    exp,
    gamma,
    half,
    hyp2f1,
    integral,
    oo,
    opened,
    pi,
    sin,
    sqrt,
    step,
    sym,
    symbols,
    term,
)
from symkern.proofs.theorem import Theorem, terms_of
from symkern.theorems.closed_form import J_closed, coefficient
from symkern.theorems.diagonal import GAUSSIAN, gaussian, moment, w
from symkern.theorems.lemma import lemma
from symkern.theorems.reduction import J, n

m, t = symbols("m t")
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


@lemma("opposite.sine", "l'Hospital's rule")
def sine_ratio() -> Theorem:
    """sin(t/2)/t tends to 1/2."""
    where = domain(t=interval(0, pi))
    top, bottom = differentiate(sin(t / 2), t, where), differentiate(t, t, where)
    ends = [limit_of_continuous(function, t, where) for function in (sin(t / 2), t)]
    first, second = (transitivity(end, identity(end.rhs, 0, domain())) for end in ends)
    slopes = limit_of_continuous(terms_of(top.statement)[1] / terms_of(bottom.statement)[1], t, where)
    found = limit_of_quotient(top, bottom, first, second, slopes)
    return transitivity(found, identity(found.rhs, half, domain()))


@lemma("opposite.law", "the first term of the closed form, which is a power series in sin²(t/2)")
def law_near_pi() -> Theorem:
    """J_n(pi - t)/t^(2n+1) tends to a number as t falls to 0, for every real n > -1."""
    where, y = domain(n=above(-1), t=interval(0, pi)), sym("y")
    power = y ** (2 * n + 1)
    ratio = limit_of_function(power, y, t, where.with_symbol("y", POSITIVE), restrict(sine_ratio(), where.without("t")))
    series = coefficient(n) * hyp2f1(half, half, n + Fraction(3, 2), sin(t / 2) ** 2)
    known = limit_of_linear(0, series, t, where, ratio)
    closed = instantiate(J_closed(), {"theta": pi - t}, where)
    same = combine(J(n, pi - t) / t ** (2 * n + 1), opened(known.lhs, t), where, (t ** (-2 * n - 1), closed))
    found = limit_of_equal(same, t, known)
    right = coefficient(n) * half ** (2 * n + 1)
    return combine(found.lhs, right, found.domain, (1, found), (right, series_at_zero()))


@lemma("opposite.series", "Euler's integrals of the hypergeometric and of the Beta function are the same at z = 0")
def series_at_zero() -> Theorem:
    """2F1(1/2, 1/2; n + 3/2; 0) = 1."""
    where = domain(n=above(-1))
    values: dict[str, TermLike] = {"a": half, "b": half, "c": n + Fraction(3, 2), "z": 0}
    euler = instantiate(cited.euler_hypergeometric(), values, where)
    beta = instantiate(cited.euler_beta(), {"a": half, "b": n + 1}, where)
    same = identity(opened(beta.rhs, t), opened(euler.rhs, t), where.with_symbol("t", interval(0, 1)))
    integrals = under_integral(beta.rhs, same, t, beta)
    series, scale = hyp2f1(half, half, n + Fraction(3, 2), 0), gamma(n + Fraction(3, 2)) / (sqrt(pi) * gamma(n + 1))
    return combine(series, 1, where, (scale, euler), (-scale, integrals), (-scale, beta))
