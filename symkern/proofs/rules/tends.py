"""Rules for functions that tend to a value at an end of the interval of their variable.

`Tends` is a statement about a function; `rules/limits.py` has limits as terms, for equations between them.
"""

from __future__ import annotations

from symkern.proofs.bounds import bounds
from symkern.proofs.domains import Domain, Interval, constant
from symkern.proofs.exact import Exact
from symkern.proofs.rules.equality import continuous, holds_on
from symkern.proofs.terms import Term, TermLike, fresh, replaced, shown, substituted, term
from symkern.proofs.theorem import NotProved, Tends, Theorem, conclude


def _tends(theorem: Theorem) -> Tends:
    if not isinstance(theorem.statement, Tends):
        raise NotProved(f"a limit is needed; got {theorem.statement}")
    return theorem.statement


def limit_of_expression(function: TermLike, variable: Term, at: TermLike, domain: Domain, *known: Theorem) -> Theorem:
    """Conclude the limit of a term in which some opaque parts tend to known limits and all else is continuous.

    The domain holds the variable in an open interval with `at` as one of its ends. Each known theorem says that a part
    of the term, exactly as it stands there, tends to a value at the same end. With symbols in the place of these parts,
    the term must be continuous where the variable is at the end and the symbols have those values.
    """
    target, end = term(function), term(at)
    place = _end(variable, end, domain)
    rest = domain.without(variable.name)
    whole = target
    values: dict[str, Term] = {}
    for theorem in known:
        statement = _tends(theorem)
        if statement.variable is not variable or statement.at is not end:
            raise NotProved(f"the limit of {shown(statement.function)} is taken elsewhere")
        holds_on(theorem, rest)
        symbol = fresh(whole.symbols.union(domain.intervals, values), "q")
        whole = replaced(whole, statement.function, symbol)
        values[symbol.name] = statement.value
    # continuity at the limit point: in the variable by an interval that is this point, in the parts by substitution
    points = rest.with_symbol(variable.name, Interval(place, place, False, False))
    continuous(substituted(whole, values), variable, points)
    for name in values:
        for part in whole.subterms():
            if name in part.symbols and part.head not in SMOOTH:
                raise NotProved(f"{shown(part)} is not known to be continuous in its parts")
    value = substituted(whole, {**values, variable.name: end})
    return conclude("limit of an expression", Tends(variable, end, target, value), rest, known)


SMOOTH = ("sym", "+", "*", "^", "sin", "cos", "exp")
"""Heads that are continuous wherever they have a value; of powers, the base is positive or the exponent natural."""


def _end(variable: Term, at: Term, domain: Domain) -> Exact:
    interval, place = domain.intervals.get(variable.name), constant(at)
    if interval is None or place is None or place not in (interval.low, interval.high):
        raise NotProved(f"{at} is not an end of the interval of {variable}, {interval}")
    if interval.integer or not (interval.low_open and interval.high_open):
        raise NotProved(f"{variable} must run through an open interval")
    if any(variable.name in condition.symbols for condition in domain.positive):
        raise NotProved(f"a condition of the domain depends on {variable}")
    return place


def limit_of_composition(outer: Theorem, inner: Theorem, domain: Domain) -> Theorem:
    """Conclude that F(u(x)) tends to L if F(z) does at z_0 and u(x) tends to z_0, without reaching it.

    On the domain, where the variable of u is in its open interval, u must stay in the open interval of z.
    """
    first, second = _tends(outer), _tends(inner)
    if second.value is not first.at and constant(second.value) != constant(first.at):
        raise NotProved(f"{shown(second.function)} tends to {second.value}, not to {first.at}")
    rest = domain.without(second.variable.name)
    holds_on(inner, rest)
    holds_on(outer, rest)
    _end(second.variable, second.at, domain)
    function = substituted(first.function, {first.variable.name: second.function})
    if first.variable.name in domain.intervals or first.within is None:
        raise NotProved(f"the interval of {first.variable} near its limit is not known")
    if not first.within.contains(bounds(second.function, domain)):
        raise NotProved(f"{shown(second.function)} is not shown to stay in {first.within}")
    statement = Tends(second.variable, second.at, function, first.value)
    return conclude("limit of a composition", statement, rest, [outer, inner])


def equal_limits(theorem: Theorem, equation: Theorem, domain: Domain) -> Theorem:
    """Conclude that f tends to L from g tending to L and f = g in the open interval of the variable."""
    statement = _tends(theorem)
    rest = domain.without(statement.variable.name)
    _end(statement.variable, statement.at, domain)
    holds_on(theorem, rest)
    holds_on(equation, domain)
    if equation.rhs is not statement.function:
        raise NotProved(f"{shown(equation.rhs)} is not the function {shown(statement.function)}")
    result = Tends(statement.variable, statement.at, equation.lhs, statement.value)
    return conclude("limit of equal functions", result, rest, [theorem, equation])


def with_limit(theorem: Theorem, equation: Theorem) -> Theorem:
    """Restate a limit with an equal term for its value."""
    statement = _tends(theorem)
    holds_on(equation, theorem.domain)
    if equation.lhs is not statement.value:
        raise NotProved(f"{shown(equation.lhs)} is not the limit {shown(statement.value)}")
    result = Tends(statement.variable, statement.at, statement.function, equation.rhs, statement.within)
    return conclude("equal limits", result, theorem.domain, [theorem, equation])
