"""Rules of limits: a symbol falls to the lower end of its interval, the other symbols being fixed.

`limit(f, x, a)` has a value if f(x) is defined for all x > a that are near enough, and tends to a number as x falls to
a. Every rule takes a domain on which x runs through an open interval from a on, and concludes on the domain without x.
"""

from __future__ import annotations

from dataclasses import replace

from symkern.proofs.bounds import is_not_negative
from symkern.proofs.domains import Domain, Interval
from symkern.proofs.normal_form import Field
from symkern.proofs.rules.derivatives import differentiate
from symkern.proofs.rules.equality import (
    continuous,
    has_value,
    holds_on,
    instantiate,
    open_in,
    positive_on,
    reflexivity,
)
from symkern.proofs.rules.integrals import converges, in_order, inside, limits
from symkern.proofs.terms import Term, TermLike, limit, opened, shown, substituted, term
from symkern.proofs.theorem import Equal, HasDerivative, NotProved, Theorem, conclude


def limit_of_continuous(value: TermLike, variable: Term, domain: Domain, *given: Theorem) -> Theorem:
    """Conclude that the limit of a term is its value at the end, where it is continuous with the end included."""
    f, (end, rest) = term(value), _falling(variable, domain)
    field = continuous(f, variable, _closed(variable, domain), given)
    at_end = substituted(f, {variable.name: end})
    return conclude("continuous", Equal(limit(f, variable, end), at_end), rest, given, used=field.used)


def limit_of_equal(equation: Theorem, variable: Term, known: Theorem) -> Theorem:
    """Conclude the limit of f from that of g and f = g on the open interval."""
    end, rest = _falling(variable, equation.domain)
    _is_limit(known, equation.rhs, variable, end, rest)
    return conclude("equal functions", Equal(limit(equation.lhs, variable, end), known.rhs), rest, [equation, known])


def limit_of_linear(first: TermLike, factor: TermLike, variable: Term, domain: Domain, known: Theorem) -> Theorem:
    """Conclude lim (g + h F) = g(a) + h(a) lim F, where g and h are continuous with the end included."""
    g, h, (end, rest) = term(first), term(factor), _falling(variable, domain)
    if known.lhs.head != "limit" or known.lhs.args[0] is not end:
        raise NotProved(f"a limit at {shown(end)} is needed; got {known.statement}")
    holds_on(known, rest)
    if variable.name in known.lhs.symbols:
        raise NotProved(f"{variable} stands free in {shown(known.lhs)}")
    for part in (g, h):
        continuous(part, variable, _closed(variable, domain))
    ends = [substituted(part, {variable.name: end}) for part in (g, h)]
    whole = limit(g + h * opened(known.lhs, variable), variable, end)
    return conclude("linear", Equal(whole, ends[0] + ends[1] * known.rhs), rest, [known])


def limit_of_function(outer: TermLike, place: Term, variable: Term, domain: Domain, known: Theorem) -> Theorem:
    """Conclude lim F(u) = F(lim u), where F is continuous in `place` on its interval, which holds u and its limit.

    `known` says the limit of u; the domain is that of u with the interval of `place` besides.
    """
    F, inner = term(outer), _without(place, domain)
    end, rest = _falling(variable, inner)
    if known.lhs.head != "limit" or known.lhs.args[0] is not end or variable.name in known.lhs.symbols | F.symbols:
        raise NotProved(f"a limit at {shown(end)} is needed; got {known.statement}")
    holds_on(known, rest)
    places, u = _without(variable, domain), opened(known.lhs, variable)
    continuous(F, place, places)
    # u, and its limit, are in the interval of the place
    inside_ = instantiate(reflexivity(place, places), {place.name: u}, inner)
    at_end = instantiate(
        reflexivity(place, places), {place.name: known.rhs}, rest, has_value(known.rhs, known.domain, known)
    )
    whole, value = (substituted(F, {place.name: part}) for part in (u, known.rhs))
    return conclude("continuous function", Equal(limit(whole, variable, end), value), rest, [known, inside_, at_end])


def limit_of_quotient(top: Theorem, bottom: Theorem, top_end: Theorem, bottom_end: Theorem, slopes: Theorem) -> Theorem:
    """Conclude lim f/g = lim f'/g' (l'Hospital's rule, 0/0).

    `top` and `bottom` say the derivatives of f and g on the open interval, `top_end` and `bottom_end` that both tend to
    0, and `slopes` what f'/g' tends to. The engine shows that g' has one sign.
    """
    f, g, domain = top.statement, bottom.statement, top.domain
    if not isinstance(f, HasDerivative) or not isinstance(g, HasDerivative) or f.variable is not g.variable:
        raise NotProved("two derivatives by one variable are needed")
    end, rest = _falling(f.variable, domain)
    holds_on(bottom, domain)
    for function, known in ((f.function, top_end), (g.function, bottom_end)):
        _is_limit(known, function, f.variable, end, rest)
        if known.rhs is not term(0):
            raise NotProved(f"{shown(function)} must tend to 0; got {known.statement}")
    _is_limit(slopes, f.slope / g.slope, f.variable, end, rest)
    if not positive_on(g.slope, domain) and not positive_on(-g.slope, domain):
        raise NotProved(f"the sign of {shown(g.slope)} is not known")
    whole = limit(f.function / g.function, f.variable, end)
    return conclude("quotient of slopes", Equal(whole, slopes.rhs), rest, [top, bottom, top_end, bottom_end, slopes])


def limit_under_integral(value: Term, variable: Term, parameter: Term, domain: Domain, known: Theorem) -> Theorem:
    """Conclude that the limit of an integral by a parameter is the integral of the limit (monotone convergence).

    The engine shows that the integrand is not negative, continuous in the parameter with the end included, and that it
    grows as the parameter falls. `known` says that the integral at the end converges.
    """
    end, rest = _falling(parameter, domain)
    if parameter.name in limits(value)[0].symbols | limits(value)[1].symbols:
        raise NotProved(f"{parameter} stands in a limit of {shown(value)}")
    at_end = substituted(value, {parameter.name: end})
    in_order(value, domain)
    converges([known], at_end, rest)
    within, body = inside(value, variable, domain), opened(value, variable)
    continuous(body, variable, within)
    continuous(body, parameter, _closed(parameter, within))
    if not is_not_negative(body, within) and not Field(within).shows("not negative", body):
        raise NotProved(f"{shown(body)} is not shown to be non-negative")
    slope = differentiate(body, parameter, within)
    by = slope.statement.slope  # type: ignore[union-attr]
    if slope.hypotheses or not positive_on(-by, within):
        raise NotProved(f"{shown(body)} is not shown to grow as {parameter} falls")
    return conclude("monotone convergence", Equal(limit(value, parameter, end), at_end), rest, [known, slope])


def _falling(variable: Term, domain: Domain) -> tuple[Term, Domain]:
    """Return the lower end of a symbol's open interval, and the domain of the other symbols."""
    open_in(variable, domain)
    low = domain.intervals[variable.name].low
    if low.infinite:
        raise NotProved(f"{variable} falls to no number")
    return term(low.a) + term(low.b) * Term("pi") if low.b else term(low.a), _without(variable, domain)


def _without(variable: Term, domain: Domain) -> Domain:
    try:
        return domain.without(variable.name)
    except ValueError as failure:
        raise NotProved(str(failure)) from None


def _closed(variable: Term, domain: Domain) -> Domain:
    """Return the domain with the lower end of a symbol's interval."""
    interval: Interval = replace(domain.intervals[variable.name], low_open=False)
    return Domain({**domain.intervals, variable.name: interval}, domain.positive)


def _is_limit(known: Theorem, function: Term, variable: Term, end: Term, domain: Domain) -> None:
    """Raise `NotProved` unless a theorem says the limit of a function, on a domain."""
    expected = limit(function, variable, end)
    if known.lhs is not expected:
        raise NotProved(f"{shown(expected)} is needed; got {known.statement}")
    holds_on(known, domain)
