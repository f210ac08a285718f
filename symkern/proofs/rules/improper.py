"""The fundamental theorem on half-lines and on the line, for integrands that are not negative."""

from __future__ import annotations

from symkern.proofs.bounds import is_not_negative
from symkern.proofs.domains import REALS, Domain, constant
from symkern.proofs.normal_form import Field
from symkern.proofs.rules.derivatives import differentiate
from symkern.proofs.rules.equality import identity, positive_on
from symkern.proofs.rules.integrals import continuous_at, in_order, inside, limits
from symkern.proofs.terms import Term, TermLike, opened, shown, substituted, term
from symkern.proofs.theorem import Equal, HasDerivative, NotProved, Theorem, conclude


def improper(value: Term, antiderivative: TermLike, variable: Term, domain: Domain) -> Theorem:
    """Conclude integral(f, x, a, b) = F(b) - F(a), where an infinite end stands for the limit of F there.

    The engine shows that f is not negative on the open interval and differentiates F there, which must give f. So F
    rises, and the integrals over closed intervals inside are differences of F, which tend to what is concluded
    (monotone convergence). At a finite end F is continuous; at an infinite one its limit is found as a sum of products
    of constants, of erf(k x + m), which tends to 1 or -1, and of exp(-k x + m) and exp(-k x^2 + m), which vanish.
    """
    lower, upper = limits(value)
    in_order(value, domain)
    within, target, body = inside(value, variable, domain), term(antiderivative), opened(value, variable)
    slope = differentiate(target, variable, within)
    assert isinstance(slope.statement, HasDerivative)
    same = identity(slope.statement.slope, body, within)
    if slope.hypotheses | same.hypotheses:
        raise NotProved(f"not shown: {next(iter(slope.hypotheses | same.hypotheses))}")
    if not (is_not_negative(body, within) or Field(within).shows("not negative", body)):
        raise NotProved(f"{shown(body)} is not shown to be non-negative")
    ends = [_end(target, variable, end, domain) for end in (upper, lower)]
    return conclude("fundamental theorem", Equal(value, ends[0] - ends[1]), domain, [slope, same])


def _end(target: Term, variable: Term, end: Term, domain: Domain) -> Term:
    """Return the value of a term at an end of the interval, or its limit there."""
    place = constant(end)
    if place is not None and place.infinite:
        return _limit(target, variable, place.sign(), domain)
    continuous_at(target, variable, end, domain)
    return substituted(target, {variable.name: end})


def _limit(value: Term, variable: Term, sign: int, domain: Domain) -> Term:
    """Return the limit of a term where the variable tends to infinity, or to minus infinity."""
    if variable.name not in value.symbols:
        return value
    if value.head in ("+", "*"):
        return Term(value.head, None, tuple(_limit(arg, variable, sign, domain) for arg in value.args))
    if value.head == "erf":
        return term(_direction(value.args[0], variable, sign, domain))
    if value.head == "exp" and _direction(value.args[0], variable, sign, domain) < 0:
        return term(0)
    raise NotProved(f"the limit of {shown(value)} is not known")


def _direction(value: Term, variable: Term, sign: int, domain: Domain) -> int:
    """Return 1 or -1 if a term tends to that multiple of infinity: k x + m or k x^2 + m, k of one sign."""
    constant_part = substituted(value, {variable.name: term(0)})
    leading = substituted(value, {variable.name: term(1)}) - constant_part
    for degree in (1, 2):
        try:
            same = identity(value, leading * variable**degree + constant_part, domain.with_symbol(variable.name, REALS))
        except NotProved:
            continue
        if same.hypotheses:
            continue
        for factor, direction in ((leading, 1), (-leading, -1)):
            if positive_on(factor, domain):
                return direction * sign**degree
    raise NotProved(f"{shown(value)} is not shown to tend to infinity with {variable}")
