"""Rules of equality: identities, chains of equations, rewriting, and special cases of a theorem."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from symkern.proofs.bounds import Undefined, bounds, is_integer, is_positive
from symkern.proofs.domains import Domain, Interval, constant
from symkern.proofs.normal_form import Condition, Field, compared, outside_binders
from symkern.proofs.terms import BINDERS, Term, TermLike, fresh, opened, replaced, shown, substituted, sym, term
from symkern.proofs.theorem import (
    Equal,
    HasDerivative,
    HasValue,
    Less,
    NotProved,
    Statement,
    Tends,
    Theorem,
    conclude,
    mapped,
    terms_of,
    valued,
)


def identity(lhs: TermLike, rhs: TermLike, domain: Domain, *given: Theorem) -> Theorem:
    """Conclude lhs = rhs if the normal form of the difference is 0.

    Equations among the given theorems are used from left to right on both sides first, in their order; all given
    theorems vouch that the integrals, derivatives and functions they speak of have values. The engine computes the
    difference itself.
    """
    left, right = term(lhs), term(rhs)
    sides = [left, right]
    for theorem in given:
        holds_on(theorem, domain)
        if isinstance(theorem.statement, Equal):
            sides = [replaced(side, theorem.lhs, theorem.rhs) for side in sides]
    sides, integrands = _unified(sides, domain, given)
    try:
        rest, field = compared(sides[0], sides[1], domain, valued(given))
    except Undefined as failure:
        raise NotProved(f"{shown(left)} = {shown(right)}: {failure}") from None
    if rest:
        raise NotProved(f"{shown(left)} = {shown(right)}: the difference does not vanish; what remained is"
                        f" {shown(field.meaning(rest))}")  # fmt: skip
    premises, pair = [*given, *integrands], (sides[0], sides[1])
    return conclude("identity", Equal(left, right), domain, premises, used=field.used, open_=field.open, compared=pair)


def _unified(sides: list[Term], domain: Domain, given: Iterable[Theorem]) -> tuple[list[Term], list[Theorem]]:
    """Replace integrals by known ones with the same limits and equal integrands; return the identities of these."""
    known = [part for part in valued(given) if part.head == "integral"]
    chosen: list[Term] = []
    premises: list[Theorem] = []
    parts = dict.fromkeys(part for side in sides for part in outside_binders(side) if part.head == "integral")
    for part in sorted(parts, key=lambda part: part not in known):  # known ones first: they stand for the others
        for other in (*chosen, *(() if part in known else known)):
            found = _same_integrand(part, other, domain)
            if found is not None:
                sides = [replaced(side, part, other) for side in sides]
                premises += found
                break
        else:
            chosen.append(part)
    return sides, premises


def _same_integrand(first: Term, second: Term, domain: Domain) -> list[Theorem] | None:
    """Return the identities that make two integrals equal, or None: the same limits, and equal integrands between."""
    if second.head != "integral" or first.head != "integral":
        return None
    ends = [constant(end) for end in first.args[:2]]
    if None in ends or ends != [constant(end) for end in second.args[:2]]:
        return None
    low, high = ends
    assert low is not None and high is not None
    if not low < high:
        return None
    variable = fresh(first.symbols | second.symbols | domain.intervals.keys())
    within = domain.with_symbol(variable.name, Interval(low, high))
    one, two = opened(first, variable), opened(second, variable)
    if one is two:
        return []
    if one.head == "integral":
        return _same_integrand(one, two, within)
    try:
        same = identity(one, two, within)
    except NotProved:
        return None
    return [same] if same.proved else None


def combine(lhs: TermLike, rhs: TermLike, domain: Domain, *steps: tuple[TermLike, Theorem]) -> Theorem:
    """Conclude lhs = rhs as a combination of equations: lhs - rhs is the sum of k (l - r) over equations l = r.

    The factors k are the author's; the engine shows that the combination is an identity.
    """
    equations = [equation for _, equation in steps]
    for equation in equations:
        holds_on(equation, domain)
    total: Term = term(rhs)
    for factor, equation in steps:
        total = total + term(factor) * (equation.lhs - equation.rhs)
    known = [conclude("values", HasValue(part), e.domain, [e]) for e in equations for part in (e.lhs, e.rhs)]
    same = identity(lhs, total, domain, *known)
    return conclude("combination", Equal(term(lhs), term(rhs)), domain, [*equations, same])


def has_value(value: TermLike, domain: Domain, *given: Theorem) -> Theorem:
    """Conclude that a term has a value everywhere on a domain."""
    for theorem in given:
        holds_on(theorem, domain)
    field = checked(term(value), domain, given)
    return conclude("has value", HasValue(term(value)), domain, given, used=field.used, open_=field.open)


def reflexivity(value: TermLike, domain: Domain, *given: Theorem) -> Theorem:
    """Conclude value = value for a term that has a value."""
    theorem = has_value(value, domain, *given)
    return conclude("reflexivity", Equal(term(value), term(value)), domain, [theorem])


def symmetry(theorem: Theorem) -> Theorem:
    """Conclude b = a from a = b."""
    return conclude("symmetry", Equal(theorem.rhs, theorem.lhs), theorem.domain, [theorem])


def transitivity(first: Theorem, *others: Theorem) -> Theorem:
    """Conclude a = z from a = b, b = c, ..., all on the domain of the first."""
    last = first
    for theorem in others:
        holds_on(theorem, first.domain)
        if theorem.lhs is not last.rhs:
            raise NotProved(f"the equations do not meet: {shown(last.rhs)} is not {shown(theorem.lhs)}")
        last = theorem
    return conclude("transitivity", Equal(first.lhs, last.rhs), first.domain, [first, *others])


def rewrite(theorem: Theorem, equation: Theorem) -> Theorem:
    """Replace the left side of an equation by its right side everywhere in a theorem."""
    holds_on(equation, theorem.domain)
    statement = _replaced(theorem.statement, equation.lhs, equation.rhs)
    if statement == theorem.statement:
        raise NotProved(f"{shown(equation.lhs)} does not occur in: {theorem.statement}")
    return conclude("rewriting", statement, theorem.domain, [theorem, equation])


def _replaced(statement: Statement, old: Term, new: Term) -> Statement:
    if isinstance(statement, HasDerivative):
        variable = statement.variable
        if statement.variable.name in old.symbols | new.symbols:
            raise NotProved(f"an equation that depends on {variable} cannot be used under the derivative by it")
        return HasDerivative(variable, *(replaced(part, old, new) for part in terms_of(statement)))
    if isinstance(statement, Tends):
        raise NotProved("a limit is restated by the rules of limits")
    return type(statement)(*(replaced(part, old, new) for part in terms_of(statement)))


def instantiate(theorem: Theorem, values: Mapping[str, TermLike], domain: Domain, *given: Theorem) -> Theorem:
    """Put terms in the place of symbols. Each must have a value, and lie in the domain of its symbol."""
    chosen = {name: term(value) for name, value in values.items()}
    if unknown := chosen.keys() - theorem.domain.intervals.keys():
        raise NotProved(f"{', '.join(sorted(unknown))} is not a symbol of: {theorem.statement}")
    for other in given:
        holds_on(other, domain)
    used: list[Condition] = []
    open_: list[Condition] = []
    for value in chosen.values():
        field = checked(value, domain, given)
        used += field.used
        open_ += field.open
    more = _within(theorem.domain, chosen, domain)
    statement = mapped(theorem.statement, chosen)
    return conclude("instance", statement, domain, [theorem, *given], used=[*used, *more], open_=open_)


def restrict(theorem: Theorem, domain: Domain) -> Theorem:
    """State a theorem on a part of its domain, or beside more symbols."""
    return instantiate(theorem, {}, domain)


def positive(value: TermLike, domain: Domain, *given: Theorem) -> Theorem:
    """Conclude 0 < value from the bounds of the domain, of the term as written or of its factors."""
    target = term(value)
    field = checked(target, domain, given)
    if not field.shows("positive", target):
        raise NotProved(f"{shown(target)} > 0 does not follow from the bounds of {domain}")
    condition = Condition("positive", target, domain)
    return conclude("bounds", Less(term(0), target), domain, given, used=[*field.used, condition], open_=field.open)


def discharge(theorem: Theorem, fact: Theorem) -> Theorem:
    """Remove a hypothesis that another theorem proves: 0 < a, or that a term has a value."""
    closed = [condition for condition in theorem.hypotheses if _shows(fact, condition)]
    if not closed:
        raise NotProved(f"no hypothesis of the theorem is: {fact.statement}")
    return conclude("discharge", theorem.statement, theorem.domain, [theorem, fact], closed=closed)


def _shows(fact: Theorem, condition: Condition) -> bool:
    """Return whether a fact without hypotheses of its own is a condition, on all of its domain."""
    try:
        holds_on(fact, condition.domain)
    except NotProved:
        return False
    statement = fact.statement
    if fact.hypotheses:
        return False
    if condition.kind == "has a value":
        return condition.term in valued([fact])
    positive_ = isinstance(statement, Less) and statement.lhs is term(0) and statement.rhs is condition.term
    return positive_ and condition.kind in ("positive", "nonzero", "not negative")


# What rules ask of domains and terms


def holds_on(theorem: Theorem, domain: Domain) -> None:
    """Raise `NotProved` unless a theorem holds on all of a domain."""
    _within(theorem.domain, {}, domain)


def _within(whole: Domain, values: Mapping[str, Term], part: Domain) -> list[Condition]:
    """Return the conditions shown when every symbol of `whole`, replaced by its value, stays within it on `part`."""
    used = []
    for name, interval in whole.intervals.items():
        value = values.get(name, sym(name))
        try:
            found = bounds(value, part)
        except Undefined as failure:
            raise NotProved(str(failure)) from None
        if interval.integer and not is_integer(value, part):
            raise NotProved(f"{shown(value)} must be an integer on {part}")
        real = interval.__class__(interval.low, interval.high, interval.low_open, interval.high_open)
        if not real.contains(found) and not _inside(value, interval, part):
            raise NotProved(f"{shown(value)} is not shown to be in {interval} on {part}")
    for condition in whole.positive:
        needed = substituted(condition, values)
        if needed not in part.positive and not Field(part).shows("positive", needed):
            raise NotProved(f"{shown(needed)} > 0 is not shown on {part}")
        used.append(Condition("positive", needed, part))
    return used


def _inside(value: Term, interval: object, part: Domain) -> bool:
    """Return whether a value is shown to be between two ends by the signs of its distances from them."""
    field = Field(part)
    low, high = interval.low, interval.high  # type: ignore[attr-defined]
    checks = []
    if not low.infinite:
        end = term(low.a) + term(low.b) * Term("pi")
        checks.append(("positive" if interval.low_open else "not negative", value - end))  # type: ignore[attr-defined]
    if not high.infinite:
        end = term(high.a) + term(high.b) * Term("pi")
        checks.append(("positive" if interval.high_open else "not negative", end - value))  # type: ignore[attr-defined]
    return all(field.shows(kind, distance) for kind, distance in checks)


def checked(value: Term, domain: Domain, given: Iterable[Theorem] = ()) -> Field:
    """Return the field in which a term was read, with the conditions under which it has a value.

    Given theorems vouch for values on their own domains: they must hold on all of this one.
    """
    given = tuple(given)
    for theorem in given:
        holds_on(theorem, domain)
    try:
        return compared(value, value, domain, valued(given))[1]
    except Undefined as failure:
        raise NotProved(f"{shown(value)}: {failure}") from None


CONTINUOUS = (
    "num", "sym", "pi", "+", "*", "^", "sin", "cos", "tan", "exp", "log", "atan", "acos", "asin", "gamma", "erf", "abs",
    "hyp2f1",
)  # fmt: skip
"""Heads of functions that are continuous wherever they have a value."""


def continuous(value: Term, variable: Term, domain: Domain, given: Iterable[Theorem] = ()) -> Field:
    """Return the field of a term that is a continuous function of a variable on the domain; `NotProved` otherwise."""
    for part in value.subterms():
        if variable.name in part.symbols and part.head not in CONTINUOUS:
            raise NotProved(f"{shown(part)} is not known to be continuous in {variable}")
        if part.head in BINDERS and variable.name in part.symbols:
            raise NotProved(f"{shown(part)} is not known to be continuous in {variable}")
    field = checked(value, domain, given)
    if field.open:
        raise NotProved(f"{shown(value)} is not continuous: {next(iter(field.open))} was not shown")
    return field


def open_in(variable: Term, domain: Domain) -> None:
    """Raise `NotProved` unless a variable runs through open sets, whatever the values of the other symbols.

    Only then do equal functions have equal derivatives.
    """
    interval = domain.intervals.get(variable.name)
    if interval is None or interval.integer or not (interval.low_open and interval.high_open):
        raise NotProved(f"{variable} must run through an open interval; it is in {interval}")
    for condition in domain.positive:
        for part in condition.subterms():
            if variable.name in part.symbols and part.head not in CONTINUOUS:
                raise NotProved(f"{shown(condition)} > 0 is not known to be an open condition on {variable}")


def positive_on(value: Term, domain: Domain) -> bool:
    """Return whether the bounds show a term to be positive, as written or by its factors."""
    return is_positive(value, domain) or Field(domain).shows("positive", value)
