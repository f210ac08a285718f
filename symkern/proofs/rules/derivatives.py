"""Rules of differentiation. That a function has a derivative is a statement of its own, and is proved."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from symkern.proofs.domains import Domain
from symkern.proofs.rules.equality import checked, holds_on, instantiate, open_in
from symkern.proofs.terms import (  # fmt: skip
    Term,
    TermLike,
    absolute,
    acos,
    asin,
    atan,
    cos,
    derivative,
    exp,
    log,
    pi,
    shown,
    sin,
    sqrt,
    substituted,
    tan,
    term,
)
from symkern.proofs.theorem import Equal, HasDerivative, NotProved, Theorem, conclude

SLOPES: Mapping[str, Callable[[Term], Term]] = {
    "sin": lambda u: cos(u),
    "cos": lambda u: -sin(u),
    "tan": lambda u: cos(u) ** -2,
    "exp": lambda u: exp(u),
    "log": lambda u: u**-1,
    "atan": lambda u: (1 + u**2) ** -1,
    "acos": lambda u: -(sqrt(1 - u**2) ** -1),
    "asin": lambda u: sqrt(1 - u**2) ** -1,
    "erf": lambda u: 2 / sqrt(pi) * exp(-(u**2)),
    "abs": lambda u: u / absolute(u),
}
"""Derivatives of functions of one argument; where these have values, the functions are differentiable."""


def differentiate(function: TermLike, variable: Term, domain: Domain, *given: Theorem) -> Theorem:
    """Conclude that a term has the derivative that the rules of calculus give, on an open interval of the variable.

    Given theorems say which derivatives integrals and other opaque parts have, exactly as they stand in the term.
    """
    target = term(function)
    open_in(variable, domain)
    known = {}
    for theorem in given:
        holds_on(theorem, domain)
        if isinstance(theorem.statement, HasDerivative) and theorem.statement.variable is variable:
            known[theorem.statement.function] = theorem.statement.slope
    slope = slope_term(target, variable, known)
    fields = [checked(part, domain, given) for part in (target, slope)]
    used = [condition for field in fields for condition in field.used]
    open_ = [condition for field in fields for condition in field.open]
    return conclude("derivative", HasDerivative(variable, target, slope), domain, given, used=used, open_=open_)


def slope_term(value: Term, x: Term, known: Mapping[Term, Term] | None = None) -> Term:
    """Return the derivative of a term by a symbol, not simplified; it counts where it has a value."""
    if x.name not in value.symbols:
        return term(0)
    if value is x:
        return term(1)
    if known and value in known:
        return known[value]
    if value.head == "+":
        return sum((slope_term(arg, x, known) for arg in value.args if x.name in arg.symbols), term(0))
    if value.head == "*":
        result = term(0)
        for k, arg in enumerate(value.args):
            if x.name in arg.symbols:
                others = value.args[:k] + value.args[k + 1 :]
                result = result + Term("*", None, (*others, slope_term(arg, x, known)))
        return result
    if value.head == "^":
        base, exponent = value.args
        if x.name not in exponent.symbols:
            inner = slope_term(base, x, known)
            # b^m with an integer m has the slope m b^(m-1), for m = 0 where b is not 0; else b is positive
            return exponent * base ** (exponent - 1) * inner if not _is_one(exponent) else inner
        return value * slope_term(exponent * log(base), x, known)
    if value.head in SLOPES:
        (inner,) = value.args
        return SLOPES[value.head](inner) * slope_term(inner, x, known)
    raise NotProved(f"the derivative of {shown(value)} by {x} is not known; give a theorem that says it")


def _is_one(exponent: Term) -> bool:
    return exponent is term(1)


def chain(outer: Theorem, inner: TermLike, variable: Term, domain: Domain, *given: Theorem) -> Theorem:
    """Conclude the derivative of F(u(x)) from that of F by its own variable and that of u by x."""
    statement, inside = _derivative(outer), term(inner)
    if variable.name in outer.domain.intervals:
        raise NotProved(f"{variable} is a symbol of the outer function already")
    by_inner = differentiate(inside, variable, domain, *given)
    values = {statement.variable.name: inside}
    function, slope = (substituted(part, values) for part in (statement.function, statement.slope))
    # the values at u(x): as an instance of two equations, so that u(x) is shown to stay in the domain of F
    within = instantiate(derivative_value(outer), values, domain, *given)
    result = HasDerivative(variable, function, slope * by_inner.statement.slope)  # type: ignore[union-attr]
    return conclude("chain rule", result, domain, [outer, by_inner, within])


def derivative_value(theorem: Theorem) -> Theorem:
    """Conclude that the derivative, as a term, has the value that a theorem gives."""
    statement = _derivative(theorem)
    left = derivative(statement.function, statement.variable)
    return conclude("value of a derivative", Equal(left, statement.slope), theorem.domain, [theorem])


def of_equal(theorem: Theorem, equation: Theorem) -> Theorem:
    """Conclude the derivative of f from that of g and f = g on the same open interval."""
    statement = _derivative(theorem)
    open_in(statement.variable, theorem.domain)
    holds_on(equation, theorem.domain)
    if equation.rhs is not statement.function:
        raise NotProved(f"{shown(equation.rhs)} is not the function {shown(statement.function)}")
    result = HasDerivative(statement.variable, equation.lhs, statement.slope)
    return conclude("derivative of equal functions", result, theorem.domain, [theorem, equation])


def with_slope(theorem: Theorem, equation: Theorem) -> Theorem:
    """Restate a derivative with an equal term for the slope."""
    statement = _derivative(theorem)
    holds_on(equation, theorem.domain)
    if equation.lhs is not statement.slope:
        raise NotProved(f"{shown(equation.lhs)} is not the slope {shown(statement.slope)}")
    result = HasDerivative(statement.variable, statement.function, equation.rhs)
    return conclude("equal slopes", result, theorem.domain, [theorem, equation])


def multiple(factor: TermLike, theorem: Theorem) -> Theorem:
    """Conclude the derivative of k f from that of f, for k without the variable."""
    statement, k = _derivative(theorem), term(factor)
    if statement.variable.name in k.symbols:
        raise NotProved(f"{shown(k)} depends on {statement.variable}")
    field = checked(k, theorem.domain, [theorem])
    result = HasDerivative(statement.variable, k * statement.function, k * statement.slope)
    return conclude("multiple", result, theorem.domain, [theorem], used=field.used, open_=field.open)


def _derivative(theorem: Theorem) -> HasDerivative:
    if not isinstance(theorem.statement, HasDerivative):
        raise NotProved(f"a derivative is needed; got {theorem.statement}")
    return theorem.statement


def unique(first: Theorem, second: Theorem) -> Theorem:
    """Conclude that two derivatives of one function are equal."""
    one, two = _derivative(first), _derivative(second)
    holds_on(second, first.domain)
    if (one.variable, one.function) != (two.variable, two.function):
        raise NotProved(f"these are derivatives of different functions: {one.function} and {two.function}")
    return conclude("one derivative", Equal(one.slope, two.slope), first.domain, [first, second])


INVERSE = {"atan": tan, "acos": cos, "asin": sin, "log": exp}
RANGES = {"atan": ("()", -1, 1), "acos": ("[]", 0, 2), "asin": ("[]", -1, 1)}
"""Ends of the ranges of inverse functions, in halves of pi; that of log is all numbers."""


def inverse(name: str, value: TermLike, equation: Theorem) -> Theorem:
    """Conclude atan(t) = y from tan(y) = t and y in (-pi/2, pi/2); likewise acos, asin and log."""
    y = term(value)
    if equation.lhs is not INVERSE[name](y):
        raise NotProved(f"the equation must begin with {INVERSE[name](y)}; got {equation.statement}")
    if name in RANGES:
        ends, low, high = RANGES[name]
        kinds = ["positive" if end in "()" else "not negative" for end in ends]
        field = checked(y, equation.domain, [equation])
        for kind, distance in zip(kinds, (y - low * pi / 2, high * pi / 2 - y), strict=True):
            if not field.shows(kind, distance):
                raise NotProved(f"{shown(distance)} is not shown to be {kind}")
    function = {"atan": atan, "acos": acos, "asin": asin, "log": log}[name]
    return conclude("inverse function", Equal(function(equation.rhs), y), equation.domain, [equation])


def of_inverse(name: str, value: TermLike, domain: Domain, *given: Theorem) -> Theorem:
    """Conclude tan(atan(t)) = t, which is what atan means; likewise cos(acos(t)), sin(asin(t)) and exp(log(t)).

    It assumes nothing but that the inverse function has a value at t: where the bounds do not show that, it stays a
    hypothesis.
    """
    t = term(value)
    function = {"atan": atan, "acos": acos, "asin": asin, "log": log}[name](t)
    for theorem in given:
        holds_on(theorem, domain)
    field = checked(function, domain, given)
    result = Equal(INVERSE[name](function), t)
    return conclude("function of its inverse", result, domain, given, used=field.used, open_=field.open)
