"""Bounds of a term on a domain: interval arithmetic with exact, open or closed ends.

`bounds(term, domain)` returns an interval that contains every value the term takes where the symbols are in the domain.
An end is open only if the value is not taken, so `1 - cos(theta) cos(psi)` is found positive for theta in (0, pi),
because cos(theta) does not reach 1 there. Terms are read as they are written: expanding a product loses signs.

Ends that are no a + b pi are rounded outwards to rational numbers with Arb, and open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache

from flint import arb, fmpq

from symkern.proofs.domains import REALS, Domain, Interval
from symkern.proofs.exact import INFINITY, ONE, PI, ZERO, Exact
from symkern.proofs.terms import Term, fresh, opened

HALF_PI = Exact(b=Fraction(1, 2))
NOT_NEGATIVE = Interval(ZERO, INFINITY, False, True)
POSITIVE = Interval(ZERO, INFINITY)


class Undefined(ArithmeticError):
    """A term has no value somewhere on the domain, or none that could be shown to exist."""


@lru_cache(maxsize=100_000)
def bounds(value: Term, domain: Domain) -> Interval:
    """Return an interval that contains all values of a term on a domain."""
    if value in domain.positive:
        return _meet(_bounds(value, domain), POSITIVE)
    return _bounds(value, domain)


def is_positive(value: Term, domain: Domain) -> bool:
    """Return whether the bounds show that a term is positive everywhere on the domain."""
    low = bounds(value, domain)
    return low.low > ZERO or (low.low == ZERO and low.low_open)


def is_not_negative(value: Term, domain: Domain) -> bool:
    """Return whether the bounds show that a term is nowhere negative on the domain."""
    return not bounds(value, domain).low < ZERO


def is_nonzero(value: Term, domain: Domain) -> bool:
    """Return whether the bounds show that a term vanishes nowhere on the domain."""
    return is_positive(value, domain) or is_positive(-value, domain)


def is_integer(value: Term, domain: Domain) -> bool:
    """Return whether a term takes integer values only: sums, products and powers of integers."""
    if value.head == "num":
        return Fraction(str(value.data)).denominator == 1
    if value.head == "sym":
        return domain.intervals[value.name].integer
    if value.head == "^":
        return all(is_integer(arg, domain) for arg in value.args) and is_not_negative(value.args[1], domain)
    return value.head in ("+", "*") and all(is_integer(arg, domain) for arg in value.args)


def _bounds(value: Term, domain: Domain) -> Interval:
    if value.head == "num":
        number = Exact(Fraction(str(value.data)))
        return Interval(number, number, False, False)
    if value.head == "sym":
        if value.name not in domain.intervals:
            raise Undefined(f"{value} has no domain")
        return domain.intervals[value.name]
    if value.head == "pi":
        return Interval(PI, PI, False, False)
    if value.head == "+":
        return _sum(bounds(arg, domain) for arg in value.args)
    if value.head == "*":
        product = Interval(ONE, ONE, False, False)
        for arg in value.args:
            product = _product(product, bounds(arg, domain))
        return product
    if value.head == "^":
        return _power(value, domain)
    if value.head == "integral":
        return _integral(value, domain)
    if value.head == "acos" and {1 - value.args[0], 1 + value.args[0]} <= set(domain.positive):
        return Interval(ZERO, PI)
    if value.head in MONOTONE:
        return MONOTONE[value.head](bounds(value.args[0], domain))
    return REALS


def _sum(parts: Iterable[Interval]) -> Interval:
    low = high = ZERO
    low_open = high_open = False
    for part in parts:
        low = -INFINITY if low.infinite or part.low.infinite else low + part.low
        high = INFINITY if high.infinite or part.high.infinite else high + part.high
        low_open, high_open = low_open or part.low_open, high_open or part.high_open
    return Interval(low, high, low_open, high_open)


def _product(first: Interval, second: Interval) -> Interval:
    """Return the bounds of products. A corner is taken if both ends are, or one of them is 0 and taken."""
    corners: list[tuple[Exact, Exact, bool]] = []  # rounded down, rounded up, open
    for x, x_open in ((first.low, first.low_open), (first.high, first.high_open)):
        for y, y_open in ((second.low, second.low_open), (second.high, second.high_open)):
            if ZERO in (x, y):
                taken = (x == ZERO and not x_open) or (y == ZERO and not y_open)
                corners.append((ZERO, ZERO, not taken))
            elif x.infinite or y.infinite:
                end = Exact(infinite=x.sign() * y.sign())
                corners.append((end, end, True))
            elif x.b and y.b:
                ends = [
                    u * v for u in (x.rational(False), x.rational(True)) for v in (y.rational(False), y.rational(True))
                ]
                corners.append((Exact(min(ends)), Exact(max(ends)), True))
            else:
                end = Exact(x.a * y.a, x.a * y.b + x.b * y.a)
                corners.append((end, end, x_open or y_open))
    low = min(down for down, _, _ in corners)
    high = max(up for _, up, _ in corners)
    return Interval(
        low,
        high,
        all(open_ for down, _, open_ in corners if down == low),
        all(open_ for _, up, open_ in corners if up == high),
    )


def _power(value: Term, domain: Domain) -> Interval:
    base, exponent = value.args
    inside = bounds(base, domain)
    if exponent.head == "num" and Fraction(str(exponent.data)).denominator == 1:
        return _integer_power(inside, int(Fraction(str(exponent.data))))
    if is_positive(base, domain):
        if exponent.head == "num":
            return _rational_power(inside, Fraction(str(exponent.data)))
        return POSITIVE
    if is_not_negative(base, domain) and is_positive(exponent, domain):
        return NOT_NEGATIVE
    return REALS


def _integer_power(inside: Interval, exponent: int) -> Interval:
    if exponent < 0:
        if not (
            inside.low > ZERO or inside.high < ZERO or (ZERO in (inside.low, inside.high) and _misses_zero(inside))
        ):
            return REALS
        return _reciprocal(_integer_power(inside, -exponent))
    if exponent == 0:
        return Interval(ONE, ONE, False, False)
    if exponent % 2 == 0:
        inside = _absolute(inside)
    result = inside
    for _ in range(exponent - 1):
        result = _product(result, inside)  # of one sign, or an odd power, whose ends are those of the product
    if exponent % 2 and inside.low < ZERO < inside.high:
        ends = [_integer_power(part, exponent) for part in (_part(inside, 1), _part(inside, -1))]
        return Interval(ends[1].low, ends[0].high, inside.low_open, inside.high_open)
    return result


def _part(inside: Interval, sign: int) -> Interval:
    """Return the numbers of one sign, 0 included."""
    if sign > 0:
        return Interval(ZERO, inside.high, False, inside.high_open)
    return Interval(inside.low, ZERO, inside.low_open, False)


def _misses_zero(inside: Interval) -> bool:
    return (inside.low == ZERO and inside.low_open) or (inside.high == ZERO and inside.high_open)


def _reciprocal(inside: Interval) -> Interval:
    def flipped(end: Exact, up: bool) -> Exact:
        if end.infinite:
            return ZERO
        if end == ZERO:
            return Exact(infinite=1 if inside.high > ZERO else -1)
        return Exact(1 / end.rational(not up)) if end.b else Exact(1 / end.a)

    return Interval(
        flipped(inside.high, False),
        flipped(inside.low, True),
        inside.high_open or bool(inside.high.b),
        inside.low_open or bool(inside.low.b),
    )


def _rational_power(inside: Interval, exponent: Fraction) -> Interval:
    """Return the bounds of x^q for positive x, which is monotone in x."""

    def raised(end: Exact, up: bool) -> tuple[Exact, bool]:
        if end.infinite:
            return (INFINITY if exponent > 0 else ZERO), True
        if end == ZERO:
            return (ZERO if exponent > 0 else INFINITY), True
        if end == ONE:
            return ONE, False
        ball = _arb(end) ** arb(fmpq(exponent.numerator, exponent.denominator))
        return _outward(ball, up), True

    first, second = (inside.low, inside.high) if exponent > 0 else (inside.high, inside.low)
    opens = (inside.low_open, inside.high_open) if exponent > 0 else (inside.high_open, inside.low_open)
    (low, low_rounded), (high, high_rounded) = raised(first, False), raised(second, True)
    return Interval(low, high, opens[0] or low_rounded, opens[1] or high_rounded)


def _absolute(inside: Interval) -> Interval:
    if inside.low < ZERO < inside.high:
        high = max(-inside.low, inside.high)
        taken = (inside.high == high and not inside.high_open) or (-inside.low == high and not inside.low_open)
        return Interval(ZERO, high, False, not taken)
    return inside if not inside.low < ZERO else _negated(inside)


def _negated(inside: Interval) -> Interval:
    return Interval(-inside.high, -inside.low, inside.high_open, inside.low_open)


def _integral(value: Term, domain: Domain) -> Interval:
    lower, upper, _ = value.args
    ends = [bounds(end, domain) if end.head != "oo" and end != -Term("oo") else None for end in (lower, upper)]
    if ends[0] is not None and ends[1] is not None and ends[1].low < ends[0].high:
        return REALS
    variable = fresh(value.symbols | domain.intervals.keys())
    low = -INFINITY if ends[0] is None else ends[0].low
    high = INFINITY if ends[1] is None else ends[1].high
    inside = domain.with_symbol(variable.name, Interval(low, high)) if low < high else domain
    body = opened(value, variable)
    if low < high and is_positive(body, inside) and (None in ends or ends[0].high < ends[1].low):  # type: ignore[union-attr]
        return POSITIVE
    return NOT_NEGATIVE if low < high and is_not_negative(body, inside) else REALS


COSINES = {Fraction(0): Fraction(1), Fraction(1, 3): Fraction(1, 2), Fraction(1, 2): Fraction(0)}
COSINES |= {1 - turn: -value for turn, value in COSINES.items()}
"""Rational cosines of rational multiples of pi, from 0 to pi."""


def _cosine(inside: Interval) -> Interval:
    if inside.low.infinite or inside.high.infinite:
        return Interval(-ONE, ONE, False, False)
    first, last = (_floor_over_pi(end) for end in (inside.low, inside.high))
    if last - first > 2:
        return Interval(-ONE, ONE, False, False)
    found = [_cosine_at(inside.low, inside.low_open), _cosine_at(inside.high, inside.high_open)]
    for turn in range(first, last + 1):
        point = Exact(b=Fraction(turn))
        if inside.low < point < inside.high:
            end = ONE if turn % 2 == 0 else -ONE
            found.append((end, end, False))
    low, high = min(down for down, _, _ in found), max(up for _, up, _ in found)
    return Interval(
        low,
        high,
        all(open_ for down, _, open_ in found if down == low),
        all(open_ for _, up, open_ in found if up == high),
    )


def _floor_over_pi(end: Exact) -> int:
    guess = int(end.approximate() // 3.141592653589793)
    while Exact(b=Fraction(guess + 1)) <= end:
        guess += 1
    while end < Exact(b=Fraction(guess)):
        guess -= 1
    return guess


def _cosine_at(end: Exact, open_: bool) -> tuple[Exact, Exact, bool]:
    turn = abs(end.b) % 2
    turn = 2 - turn if turn > 1 else turn
    if end.a == 0 and turn in COSINES:
        value = Exact(COSINES[turn])
        return value, value, open_
    ball = _arb(end).cos()
    return _outward(ball, False), _outward(ball, True), True


def _shifted(inside: Interval, by: Exact) -> Interval:
    return Interval(inside.low + by, inside.high + by, inside.low_open, inside.high_open)


Special = dict[Exact, Exact]


def _monotone(
    function: Callable[[arb], arb],
    special: Special,
    where: Interval,
    limits: tuple[Exact, Exact],
    falling: bool = False,
) -> Callable[[Interval], Interval]:
    """Return bounds of a monotone function: its exact values at some points, its limits at both ends of `where`."""

    def at(end: Exact, open_: bool, up: bool) -> tuple[Exact, bool]:
        if end in special:
            return special[end], open_
        if end == where.low or end == where.high:
            return limits[end == where.high], True
        return _outward(function(_arb(end)), up), True

    def of(inside: Interval) -> Interval:
        if not where.contains(Interval(inside.low, inside.high, inside.low_open, inside.high_open)):
            return REALS
        low, low_open = at(inside.low, inside.low_open, falling)
        high, high_open = at(inside.high, inside.high_open, not falling)
        return Interval(high, low, high_open, low_open) if falling else Interval(low, high, low_open, high_open)

    return of


def _tangent(inside: Interval) -> Interval:
    return _monotone(
        lambda x: x.tan(), {ZERO: ZERO, Exact(b=Fraction(1, 4)): ONE, Exact(b=Fraction(-1, 4)): -ONE},
        Interval(-HALF_PI, HALF_PI), (-INFINITY, INFINITY),
    )(inside)  # fmt: skip


def _gamma(inside: Interval) -> Interval:
    return POSITIVE if not inside.low < ZERO and (inside.low_open or inside.low > ZERO) else REALS


def _step(inside: Interval) -> Interval:
    return Interval(ZERO, ONE, False, False)


UNIT = Interval(-ONE, ONE, False, False)
QUARTER = Exact(b=Fraction(1, 4))
MONOTONE: dict[str, Callable[[Interval], Interval]] = {
    "cos": _cosine,
    "sin": lambda inside: _cosine(_shifted(inside, -HALF_PI)),
    "tan": _tangent,
    "exp": _monotone(lambda x: x.exp(), {ZERO: ONE}, REALS, (ZERO, INFINITY)),
    "log": _monotone(lambda x: x.log(), {ONE: ZERO}, POSITIVE, (-INFINITY, INFINITY)),
    "atan": _monotone(lambda x: x.atan(), {ZERO: ZERO, ONE: QUARTER, -ONE: -QUARTER}, REALS, (-HALF_PI, HALF_PI)),
    "erf": _monotone(lambda x: x.erf(), {ZERO: ZERO}, REALS, (-ONE, ONE)),
    "acos": _monotone(lambda x: x.acos(), {ONE: ZERO, ZERO: HALF_PI, -ONE: PI}, UNIT, (PI, ZERO), True),
    "asin": _monotone(lambda x: x.asin(), {ONE: HALF_PI, ZERO: ZERO, -ONE: -HALF_PI}, UNIT, (-HALF_PI, HALF_PI)),
    "gamma": _gamma,
    "step": _step,
    "abs": _absolute,
}
"""Functions of one argument whose bounds follow from those of the argument."""


def _meet(first: Interval, second: Interval) -> Interval:
    """Return the numbers of both intervals, of which the second is that of positive numbers."""
    if first.low > ZERO:
        return first
    return Interval(second.low, first.high, second.low_open, first.high_open) if first.high > ZERO else second


def _arb(end: Exact) -> arb:
    return arb(fmpq(end.a.numerator, end.a.denominator)) + arb.pi() * arb(fmpq(end.b.numerator, end.b.denominator))


def _outward(ball: arb, up: bool) -> Exact:
    """Return a rational number strictly above or below all of a ball, whatever the precision it was computed with."""
    if not ball.is_finite():
        return INFINITY if up else -INFINITY
    mantissa, exponent = (ball.upper() if up else ball.lower()).man_exp()
    end = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    nudge = max(abs(end), Fraction(1)) / 2**100
    return Exact(end + nudge if up else end - nudge)
