"""Rules of definition: a name for a term, and a sequence of functions defined by recursion."""

from __future__ import annotations

from dataclasses import dataclass

from symkern.proofs.domains import Domain, Interval
from symkern.proofs.exact import ZERO
from symkern.proofs.rules.equality import checked, holds_on, open_in
from symkern.proofs.terms import BINDERS, Term, TermLike, derivative, opened, shown, substituted, sym, term
from symkern.proofs.theorem import Equal, NotProved, Theorem, conclude


@dataclass(frozen=True)
class Definition:
    """What a function symbol means. It is part of the symbol: two meanings of one name are two functions."""

    name: str
    parameters: tuple[str, ...]
    domain: Domain
    body: Term
    step: Term | None = None
    """Of a recursion: what the next function is, in terms of the symbol `PREVIOUS`; the body is the first one."""

    def __call__(self, *args: TermLike) -> Term:
        if len(args) != len(self.parameters):
            raise TypeError(f"{self.name} takes {len(self.parameters)} arguments; got {len(args)}")
        return Term("fn", self, tuple(term(arg) for arg in args))

    def conditions(self, args: tuple[Term, ...]) -> list[tuple[str, Term]]:
        """Return what arguments must obey to be in the domain of the function."""
        found = []
        for name, arg in zip(self.parameters, args, strict=True):
            found += membership(arg, self.domain.intervals[name])
        values = dict(zip(self.parameters, args, strict=True))
        return found + [("positive", substituted(condition, values)) for condition in self.domain.positive]


PREVIOUS = sym("previous")


def membership(value: Term, interval: Interval) -> list[tuple[str, Term]]:
    """Return the conditions under which a value is in an interval."""
    found = [("integer", value)] if interval.integer else []
    for end, open_, sign in ((interval.low, interval.low_open, 1), (interval.high, interval.high_open, -1)):
        if not end.infinite:
            distance = (
                value if end == ZERO else value - (term(end.a) + term(end.b) * Term("pi") if end.b else term(end.a))
            )
            found.append(("positive" if open_ else "not negative", distance if sign > 0 else -distance))
    return found


def define(name: str, parameters: tuple[Term, ...], body: TermLike, domain: Domain, *given: Theorem) -> Theorem:
    """Introduce a function: name(parameters) = body. The body must have a value everywhere on the domain."""
    meaning, names = term(body), tuple(parameter.name for parameter in parameters)
    if len(set(names)) != len(names) or set(names) != set(domain.intervals):
        raise NotProved(f"the parameters of {name} must be the symbols of its domain, each once")
    for theorem in given:
        holds_on(theorem, domain)
    field = checked(meaning, domain, given)
    if field.open:
        raise NotProved(f"{name} has no value unless {next(iter(field.open))}")
    function = Definition(name, names, domain, meaning)
    return conclude("definition", Equal(function(*parameters), meaning), domain, given, used=field.used)


def function_of(theorem: Theorem) -> Definition:
    """Return the function that a definition introduced."""
    if theorem.rule not in ("definition", "recursion") or not isinstance(theorem.lhs.data, Definition):
        raise NotProved("this theorem is not a definition")
    return theorem.lhs.data


def recursion(
    name: str,
    index: Term,
    variable: Term,
    domain: Domain,
    first: TermLike,
    step: TermLike,
    solution: TermLike,
    base: Theorem,
    advance: Theorem,
) -> Theorem:
    """Define functions by f(0) = first, f(m+1) = step(f(m)), and conclude f(m) = solution for every m >= 0.

    `step` is a term with the symbol `PREVIOUS` for f(m) as a function of the variable, derivatives by it included.
    The premises are solution(0) = first and solution(m+1) = step(solution(m)), on the whole domain: by induction, the
    functions exist, and are equal to the solution.
    """
    if not domain.intervals[index.name].integer or domain.intervals[index.name].low != ZERO:
        raise NotProved(f"{index} must run through the integers from 0")
    open_in(variable, domain)
    solved, start, after = term(solution), term(first), term(step)
    holds_on(base, domain.without(index.name))
    holds_on(advance, domain)
    at_zero = substituted(solved, {index.name: term(0)})
    if (base.lhs, base.rhs) != (at_zero, start):
        raise NotProved(f"the first step must be {shown(at_zero)} = {shown(start)}; got {base.statement}")
    following = substituted(solved, {index.name: index + 1})
    expected = filled(after, solved, variable)
    if (advance.lhs, advance.rhs) != (following, expected):
        raise NotProved(f"the step must be {shown(following)} = {shown(expected)}; got {advance.statement}")
    function = Definition(name, tuple(domain.intervals), domain, start, after)
    application = function(*(sym(parameter) for parameter in domain.intervals))
    return conclude("recursion", Equal(application, solved), domain, [base, advance])


def filled(template: Term, function: Term, variable: Term) -> Term:
    """Return a template with a function of the variable for `PREVIOUS`, which derivatives by the variable see."""
    if PREVIOUS.name not in template.symbols:
        return template
    if template is PREVIOUS:
        return function
    if template.head == "diff" and template.args[0] is variable:
        return derivative(filled(opened(template, variable), function, variable), variable)
    if template.head in BINDERS:
        raise NotProved("a recursion may use the function before it and derivatives of it by the variable only")
    return Term(template.head, template.data, tuple(filled(arg, function, variable) for arg in template.args))
