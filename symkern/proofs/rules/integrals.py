"""Rules of integration on an interval.

An integral is Lebesgue's, over the open interval between its limits. Every rule that concludes an equation knows that
the integral on one side converges, and concludes that the other does.
"""

from __future__ import annotations

from symkern.proofs.bounds import bounds, is_not_negative
from symkern.proofs.domains import Domain, Interval, constant
from symkern.proofs.exact import INFINITY, Exact
from symkern.proofs.rules.derivatives import differentiate
from symkern.proofs.rules.equality import CONTINUOUS, checked, continuous, holds_on, identity, positive_on
from symkern.proofs.terms import Term, TermLike, fresh, integral, opened, shown, substituted, term
from symkern.proofs.theorem import Equal, HasDerivative, HasValue, NotProved, Theorem, conclude, valued


def limits(value: Term) -> tuple[Term, Term]:
    """Return the limits of an integral."""
    if value.head != "integral":
        raise NotProved(f"{shown(value)} is not an integral")
    return value.args[0], value.args[1]


def inside(value: Term, variable: Term, domain: Domain, closed: bool = False) -> Domain:
    """Return the domain with the variable of an integral between its limits, which must be in order."""
    lower, upper = limits(value)
    if variable.name in domain.intervals or variable.name in value.symbols:
        raise NotProved(f"{variable} is a symbol of the statement; another name is needed for the variable")
    ends = [constant(end) for end in (lower, upper)]
    if ends[0] is not None and ends[1] is not None:
        if not ends[0] < ends[1]:
            raise NotProved(f"the limits of {shown(value)} are not in order")
        if closed and (ends[0].infinite or ends[1].infinite):
            raise NotProved(f"{shown(value)} has an infinite limit")
        return domain.with_symbol(variable.name, Interval(ends[0], ends[1], not closed, not closed))
    if closed:  # a larger interval, that of the bounds of the limits; for each value of these it holds a closed one
        if any(end is not None and end.infinite for end in ends):
            raise NotProved(f"{shown(value)} has an infinite limit")
        low, high = bounds(lower, domain).low, bounds(upper, domain).high
        return domain.with_symbol(variable.name, Interval(low, high, bool(low.infinite), bool(high.infinite)))
    low = ends[0] or bounds(lower, domain).low
    high = ends[1] or bounds(upper, domain).high
    larger = domain.with_symbol(variable.name, Interval(low, high))
    return larger.where(
        *(distance for end, distance in zip(ends, (variable - lower, upper - variable), strict=True) if end is None)
    )


def in_order(value: Term, domain: Domain) -> None:
    """Raise `NotProved` unless the lower limit of an integral is nowhere above the upper one."""
    lower, upper = limits(value)
    ends = [constant(end) for end in (lower, upper)]
    if ends[0] is not None and ends[1] is not None:
        if not ends[0] < ends[1]:
            raise NotProved(f"the limits of {shown(value)} are not in order")
        return
    if upper.head == "oo" or lower is -Term("oo"):
        return
    if not is_not_negative(upper - lower, domain) and not positive_on(upper - lower, domain):
        raise NotProved(f"the limits of {shown(value)} are not shown to be in order")


def converges(theorems: tuple[Theorem, ...] | list[Theorem], value: Term, domain: Domain) -> Theorem:
    """Return the theorem among those given that says that an integral has a value; `NotProved` if there is none."""
    for theorem in theorems:
        if value in valued([theorem]):
            holds_on(theorem, domain)
            return theorem
    raise NotProved(f"{shown(value)} is not known to converge")


def proper(value: Term, domain: Domain, *given: Theorem) -> Theorem:
    """Conclude that an integral converges: continuous integrand, bounded closed interval."""
    variable = fresh(value.symbols | domain.intervals.keys())
    in_order(value, domain)
    within = inside(value, variable, domain, closed=True)
    field = continuous(opened(value, variable), variable, within, given)
    return conclude("continuous integrand", HasValue(value), domain, given, used=field.used)


def bounded_factor(value: Term, known: Term, factor: TermLike, variable: Term, *given: Theorem) -> Theorem:
    """Conclude that the integral of h k converges from that of h, `known`, over the same interval.

    The factor k, a function of the variable, is continuous on the closed interval, or does not depend on the variable.
    """
    if limits(value) != limits(known):
        raise NotProved(f"{shown(value)} and {shown(known)} have different limits")
    domain, k = _domain_of(given, known), term(factor)
    premise = converges(given, known, domain)
    same = identity(opened(value, variable), opened(known, variable) * k, inside(value, variable, domain))
    if same.hypotheses:
        raise NotProved(f"not shown: {next(iter(same.hypotheses))}")
    if variable.name in k.symbols:
        continuous(k, variable, inside(value, variable, domain, closed=True))
    return conclude("bounded factor", HasValue(value), domain, [premise, same])


def under_integral(value: Term, equation: Theorem, variable: Term, *given: Theorem) -> Theorem:
    """Conclude that two integrals are equal from f = g for every value of the variable between the limits.

    `value` is the integral of f, which a given theorem says converges. The equation holds on the open interval.
    """
    lower, upper = limits(value)
    domain = _domain_of(given, value)
    holds_on(equation, inside(value, variable, domain))
    if equation.lhs is not opened(value, variable):
        raise NotProved(f"{shown(equation.lhs)} is not the integrand {shown(opened(value, variable))}")
    premise = converges(given, value, domain)
    other = integral(equation.rhs, variable, lower, upper)
    return conclude("under the integral", Equal(value, other), domain, [premise, equation])


def _domain_of(given: tuple[Theorem, ...], value: Term) -> Domain:
    for theorem in given:
        if value in valued([theorem]):
            return theorem.domain
    raise NotProved(f"{shown(value)} is not known to converge")


def constant_factor(factor: TermLike, value: Term, *given: Theorem) -> Theorem:
    """Conclude that the integral of k f is k times that of f, which converges, for k without the variable."""
    domain, number = _domain_of(given, value), term(factor)
    premise = converges(given, value, domain)
    field = checked(number, domain, given)
    variable = fresh(value.symbols | number.symbols | domain.intervals.keys())
    whole = integral(number * opened(value, variable), variable, *limits(value))
    return conclude(
        "constant factor", Equal(whole, number * value), domain, [premise, *given], used=field.used, open_=field.open
    )


def sum_of_integrals(first: Term, second: Term, *given: Theorem) -> Theorem:
    """Conclude that the integral of f + g is the sum of those of f and g, which converge."""
    domain = _domain_of(given, first)
    premises = [converges(given, value, domain) for value in (first, second)]
    if limits(first) != limits(second):
        raise NotProved("the integrals have different limits")
    variable = fresh(first.symbols | second.symbols | domain.intervals.keys())
    whole = integral(opened(first, variable) + opened(second, variable), variable, *limits(first))
    return conclude("sum of integrals", Equal(whole, first + second), domain, premises)


def join(first: Term, second: Term, *given: Theorem) -> Theorem:
    """Conclude that integrals of one function over neighbouring intervals add up to that over both."""
    domain = _domain_of(given, first)
    premises = [converges(given, value, domain) for value in (first, second)]
    (low, middle), (same, high) = limits(first), limits(second)
    if middle is not same:
        raise NotProved(f"the intervals do not meet: {middle} and {same}")
    for value in (first, second):
        in_order(value, domain)
        inside(value, fresh(value.symbols | domain.intervals.keys()), domain)
    variable = fresh(first.symbols | second.symbols | domain.intervals.keys())
    body = opened(first, variable)
    if body is not opened(second, variable):
        raise NotProved("the integrands differ")
    return conclude(
        "neighbouring intervals", Equal(integral(body, variable, low, high), first + second), domain, premises
    )


def change_of_variable(
    known: Term, variable: Term, new: TermLike, integrand: TermLike, lower: TermLike, upper: TermLike, *given: Theorem
) -> Theorem:
    """Conclude integral(g(x), x, lower, upper) = integral(f(t), t, a, b), the known one, by t = new(x).

    The engine shows that `new` is monotone on the open interval (its derivative has one sign), that it takes the old
    limits at the new ones, and that g = f(new) |new'|.
    """
    domain = _domain_of(given, known)
    premise = converges(given, known, domain)
    target = integral(integrand, variable, lower, upper)
    in_order(known, domain)
    in_order(target, domain)
    within, image = inside(target, variable, domain), term(new)
    slope = differentiate(image, variable, within)
    by = slope.statement.slope  # type: ignore[union-attr]
    rising = positive_on(by, within)
    if not rising and not positive_on(-by, within):
        raise NotProved(f"{shown(image)} is not shown to be monotone: the sign of {shown(by)} is not known")
    old = limits(known) if rising else limits(known)[::-1]
    ends = []
    for at, to in zip((term(lower), term(upper)), old, strict=True):
        ends += _takes(image, variable, at, to, domain)
    same = identity(term(integrand), opened(known, image) * (by if rising else -by), within)
    return conclude("change of variable", Equal(target, known), domain, [premise, slope, same, *ends])


def _takes(image: Term, variable: Term, at: Term, to: Term, domain: Domain) -> list[Theorem]:
    """Show that a monotone term tends to `to` at an end of its interval, by its value there or by growth."""
    place, goal = constant(at), constant(to)
    if place is not None and place.infinite:
        _grows(image, variable, place, goal, domain)
        return []
    value = substituted(image, {variable.name: at})
    if goal is not None and goal.infinite:
        raise NotProved(f"{shown(image)} is not shown to tend to {to} at {at}")
    # the value at the end is the limit if the term is continuous there
    end = identity(value, to, domain)
    continuous_at(image, variable, at, domain)
    return [end]


def continuous_at(image: Term, variable: Term, at: Term, domain: Domain) -> None:
    """Show that a term has a value at an end of the interval, and is made of continuous functions."""
    place = constant(at)
    if place is not None:
        continuous(image, variable, domain.with_symbol(variable.name, Interval(place, place, False, False)))
    else:
        parts = [part for part in image.subterms() if variable.name in part.symbols]
        field = checked(substituted(image, {variable.name: at}), domain)
        if field.open or any(part.head not in CONTINUOUS for part in parts):
            raise NotProved(f"{shown(image)} is not shown to be continuous at {at}")


def _grows(image: Term, variable: Term, place: Exact, goal: Exact | None, domain: Domain) -> None:
    """Show that k x^q + m, or k (-x)^q + m, with k > 0 and q > 0, tends to infinity with x, or with -x."""
    if goal != INFINITY:
        raise NotProved(f"{shown(image)}: its limit at {place} is not known")
    far = variable if place == INFINITY else -variable
    if image.head == "+":
        moving = [part for part in image.args if variable.name in part.symbols]
        image = moving[0] if len(moving) == 1 else image
    factors = image.args if image.head == "*" else (image,)
    depends = [part for part in factors if variable.name in part.symbols]
    if len(depends) == 1:
        power = depends[0]
        base, exponent = (power.args[0], power.args[1]) if power.head == "^" else (power, term(1))
        rest = [part for part in factors if part is not power]
        if base is far and positive_on(exponent, domain) and all(positive_on(part, domain) for part in rest):
            return
    raise NotProved(f"{shown(image)} is not a positive multiple of a positive power of {shown(far)}")


def fundamental(value: Term, antiderivative: TermLike, variable: Term, domain: Domain, *given: Theorem) -> Theorem:
    """Conclude integral(f, x, a, b) = F(b) - F(a).

    The engine differentiates F on the open interval, shows that this is f, that F is continuous on the closed interval,
    and that f is too, unless a given theorem says that the integral converges.
    """
    lower, upper = limits(value)
    for theorem in given:
        holds_on(theorem, domain)
    in_order(value, domain)
    within, target = inside(value, variable, domain), term(antiderivative)
    slope = differentiate(target, variable, within)
    same = identity(slope.statement.slope, opened(value, variable), within)  # type: ignore[union-attr]
    if slope.hypotheses | same.hypotheses:
        raise NotProved(f"not shown: {next(iter(slope.hypotheses | same.hypotheses))}")
    continuous(target, variable, inside(value, variable, domain, closed=True))
    if not any(value in valued([theorem]) for theorem in given):
        given = (*given, proper(value, domain))
    ends = [substituted(target, {variable.name: end}) for end in (upper, lower)]
    result = Equal(value, ends[0] - ends[1])
    return conclude("fundamental theorem", result, domain, [*given, slope, same])


def derivative_under_integral(
    value: Term, weight: TermLike, factor: TermLike, variable: Term, parameter: Term, *given: Theorem
) -> Theorem:
    """Conclude the derivative of an integral by a parameter: that of the integrand, under the integral.

    The integrand is h k. The integral of the weight h, without the parameter, converges by a given theorem; the factor
    k and its derivative by the parameter are continuous on the closed interval, for all values of the parameter in an
    open interval: so on a smaller closed one they are bounded, and h times a constant dominates.
    """
    h, k = term(weight), term(factor)
    lower, upper = limits(value)
    domain = _domain_of(given, integral(h, variable, lower, upper))
    if parameter.name in h.symbols or parameter.name in lower.symbols | upper.symbols:
        raise NotProved(f"{parameter} stands in the weight or in a limit")
    premise = converges(given, integral(h, variable, lower, upper), domain)
    within, closed = inside(value, variable, domain), inside(value, variable, domain, closed=True)
    same = identity(opened(value, variable), h * k, within)
    slope = differentiate(k, parameter, closed)
    by = slope.statement.slope  # type: ignore[union-attr]
    for part in (k, by):
        continuous(part, variable, closed)
        continuous(part, parameter, closed)
    if same.hypotheses | slope.hypotheses:
        raise NotProved(f"not shown: {next(iter(same.hypotheses | slope.hypotheses))}")
    moved = integral(h * by, variable, lower, upper)
    statement = HasDerivative(parameter, value, moved)
    return conclude("derivative under the integral", statement, domain, [premise, same, slope])
