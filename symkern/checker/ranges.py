"""Ranges: intervals with exact ends, and the ranges of functions on them.

An end is a + b pi with rational a and b, or an infinity; whether it belongs to the range is kept. An operation that
leaves these numbers is rounded outwards, and the rounded end is open because the true value lies strictly inside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, ctx, fmpq

from symkern.checker.reading import End, Interval

BITS = 160
"""Bits of the enclosures that are rounded to rational ends."""


def sign(end: End) -> int:
    """Return the sign of an end."""
    if end.infinite:
        return end.infinite
    if end.b == 0:
        return (end.a > 0) - (end.a < 0)
    if end.a == 0:
        return 1 if end.b > 0 else -1
    bits = BITS
    while True:  # pi is irrational, so the enclosure excludes 0 at some precision
        with ctx.workprec(bits):
            value = ball(end)
            if value > 0:
                return 1
            if value < 0:
                return -1
        bits *= 2


def ball(end: End) -> arb:
    """Return an enclosure of a finite end at the precision that is set."""
    return arb(fmpq_of(end.a)) + arb(fmpq_of(end.b)) * arb.pi()


def fmpq_of(value: Fraction) -> fmpq:
    """Return a rational number for flint."""
    return fmpq(value.numerator, value.denominator)


def plus(first: End, second: End) -> End:
    """Return a sum; infinities of unlike signs are never added."""
    if first.infinite or second.infinite:
        return End(infinite=first.infinite or second.infinite)
    return End(first.a + second.a, first.b + second.b)


def times(factor: Fraction, end: End) -> End:
    """Return a multiple by a number other than 0."""
    if end.infinite:
        return End(infinite=end.infinite if factor > 0 else -end.infinite)
    return End(factor * end.a, factor * end.b)


def less(first: End, second: End) -> bool:
    """Return whether the first end is the smaller one."""
    if first.infinite or second.infinite:
        return first.infinite < second.infinite
    return sign(plus(first, times(Fraction(-1), second))) < 0


def bounds(value: arb) -> tuple[Fraction, Fraction] | None:
    """Return rational numbers strictly below and above a real ball, or None if it is not finite."""
    if not value.is_finite():
        return None
    middle, radius = value.mid().fmpq(), value.rad().fmpq()
    slack = Fraction(int(radius.p), int(radius.q)) + Fraction(1, 2**120)
    centre = Fraction(int(middle.p), int(middle.q))
    return centre - slack, centre + slack


ZERO, ONE, INFINITE, PI = End(), End(Fraction(1)), End(infinite=1), End(b=Fraction(1))
MINUS_ONE, MINUS_INFINITE = End(Fraction(-1)), End(infinite=-1)


@dataclass(frozen=True)
class Range:
    """An interval that holds every value of a term."""

    low: End = MINUS_INFINITE
    high: End = INFINITE
    low_open: bool = True
    high_open: bool = True

    def sign(self) -> int | None:
        """Return 1 or -1 if all values have this sign, 0 if all are 0, otherwise None."""
        low, high = sign(self.low), sign(self.high)
        if low > 0 or (low == 0 and self.low_open):
            return 1
        if high < 0 or (high == 0 and self.high_open):
            return -1
        return 0 if low == high == 0 else None

    def not_negative(self) -> bool:
        """Return whether no value is negative."""
        return sign(self.low) >= 0

    def inside(self, low: End, high: End) -> bool:
        """Return whether all values lie strictly between two numbers."""
        left = less(low, self.low) or (low == self.low and self.low_open)
        right = less(self.high, high) or (high == self.high and self.high_open)
        return left and right


REALS = Range()
POSITIVE = Range(ZERO, INFINITE)


def point(value: Fraction | End) -> Range:
    """Return the range of one number."""
    end = value if isinstance(value, End) else End(value)
    return Range(end, end, False, False)


def of_interval(values: Interval) -> Range | None:
    """Return the range of a symbol, to the integers inside if it holds integers only; None if it is empty."""
    low, high, low_open, high_open = values.low, values.high, values.low_open, values.high_open
    if low.infinite > 0 or high.infinite < 0 or (low.infinite and not low_open) or (high.infinite and not high_open):
        return None
    if values.integer:
        if not low.infinite:
            first = _floor(low) + 1
            low = End(low.a if low.b == 0 and low.a.denominator == 1 and not low_open else Fraction(first))
            low_open = False
        if not high.infinite:
            last = Fraction(_floor(high))
            high = End(last - 1 if high == End(last) and high_open else last)
            high_open = False
    if less(high, low) or (low == high and (low_open or high_open)):
        return None
    return Range(low, high, low_open, high_open)


def _floor(end: End) -> int:
    """Return the greatest integer that is not above a finite end."""
    if end.b == 0:
        return end.a.numerator // end.a.denominator
    with ctx.workprec(BITS):
        guess = int(ball(end).mid().floor().unique_fmpz() or 0)
    while sign(plus(end, End(Fraction(-guess)))) < 0:
        guess -= 1
    while sign(plus(end, End(Fraction(-guess - 1)))) >= 0:
        guess += 1
    return guess


def add(first: Range, second: Range) -> Range:
    """Return the range of a sum."""
    return Range(
        plus(first.low, second.low),
        plus(first.high, second.high),
        first.low_open or second.low_open,
        first.high_open or second.high_open,
    )


def scale(factor: Fraction, values: Range) -> Range:
    """Return the range of a multiple."""
    if factor == 0:
        return point(Fraction(0))
    low, high = times(factor, values.low), times(factor, values.high)
    if factor > 0:
        return Range(low, high, values.low_open, values.high_open)
    return Range(high, low, values.high_open, values.low_open)


_Candidate = tuple[End, End, bool]
"""A lower and an upper bound of a number, and whether the number is not attained."""


def _product(first: End, first_open: bool, second: End, second_open: bool) -> _Candidate:
    if sign(first) == 0 or sign(second) == 0:
        # a closed 0 is attained whatever the other factor; an open 0 times infinity adds nothing beyond the corners
        attained = (sign(first) == 0 and not first_open) or (sign(second) == 0 and not second_open)
        return ZERO, ZERO, not attained
    if first.infinite or second.infinite:
        end = End(infinite=sign(first) * sign(second))
        return end, end, True
    if first.b == 0 or second.b == 0:
        end = times(first.a, second) if first.b == 0 else times(second.a, first)
        return end, end, first_open or second_open
    with ctx.workprec(BITS):
        found = bounds(ball(first) * ball(second))
    assert found is not None
    return End(found[0]), End(found[1]), True


def _hull(candidates: list[_Candidate]) -> Range:
    low, high = candidates[0], candidates[0]
    for candidate in candidates[1:]:
        if less(candidate[0], low[0]) or (candidate[0] == low[0] and not candidate[2]):
            low = candidate
        if less(high[1], candidate[1]) or (candidate[1] == high[1] and not candidate[2]):
            high = candidate
    return Range(low[0], high[1], low[2], high[2])


def multiply(first: Range, second: Range) -> Range:
    """Return the range of a product."""
    ends = [(values.low, values.low_open, values.high, values.high_open) for values in (first, second)]
    one, two = ([(e[0], e[1]), (e[2], e[3])] for e in ends)
    return _hull([_product(a, a_open, b, b_open) for a, a_open in one for b, b_open in two])


def inverse(values: Range) -> Range:
    """Return the range of 1/x for values without 0; of all reals otherwise."""
    if values.sign() not in (1, -1):
        return REALS
    low, low_open = _reciprocal(values.high, values.high_open, values.sign() == -1, False)
    high, high_open = _reciprocal(values.low, values.low_open, values.sign() == -1, True)
    return Range(low, high, low_open, high_open)


def _reciprocal(end: End, open_: bool, negative: bool, up: bool) -> tuple[End, bool]:
    if end.infinite:
        return ZERO, True
    if sign(end) == 0:
        return End(infinite=-1 if negative else 1), True
    if end.b == 0:
        return End(1 / end.a), open_
    with ctx.workprec(BITS):
        found = bounds(1 / ball(end))
    assert found is not None
    return End(found[up]), True


def power(values: Range, exponent: int) -> Range:
    """Return the range of a power with an integer exponent."""
    if exponent < 0:
        return inverse(power(values, -exponent))
    if exponent == 0:
        return point(Fraction(1))
    if exponent % 2 == 0:
        values = absolute(values)
    if exponent > 64:
        return Range(ZERO, INFINITE, values.sign() == 1) if values.not_negative() else REALS
    return _repeated(values, exponent)


def _repeated(values: Range, exponent: int) -> Range:
    """Return the range of a power of values on one side of 0, or of an odd power: it is monotone."""
    low = high = point(Fraction(1))
    below = Range(values.low, values.low, values.low_open, values.low_open)
    above = Range(values.high, values.high, values.high_open, values.high_open)
    for _ in range(exponent):
        low, high = multiply(low, below), multiply(high, above)
    return _hull([(low.low, low.high, low.low_open), (high.low, high.high, high.high_open)])


def absolute(values: Range) -> Range:
    """Return the range of the absolute value."""
    found = values.sign()
    if found in (1, 0) or values.not_negative():
        return values
    mirrored = scale(Fraction(-1), values)
    if found == -1 or mirrored.not_negative():
        return mirrored
    if less(mirrored.high, values.high):
        return Range(ZERO, values.high, False, values.high_open)
    if less(values.high, mirrored.high):
        return Range(ZERO, mirrored.high, False, mirrored.high_open)
    return Range(ZERO, values.high, False, values.high_open and mirrored.high_open)


def cosine(values: Range) -> Range:
    """Return the range of the cosine."""
    whole = Range(MINUS_ONE, ONE, False, False)
    if values.low.infinite or values.high.infinite:
        return whole
    width = plus(values.high, times(Fraction(-1), values.low))
    if not less(width, End(b=Fraction(2))):
        return whole
    found = [_cosine_at(values.low, values.low_open), _cosine_at(values.high, values.high_open)]
    first = _floor_of_turns(values.low)
    for turn in range(first, first + 5):
        place = End(b=Fraction(turn))
        if less(values.low, place) and less(place, values.high):
            end = ONE if turn % 2 == 0 else MINUS_ONE
            found.append((end, end, False))
    return _hull(found)


def _floor_of_turns(end: End) -> int:
    """Return an integer k with k pi not above the end, at most one less than the greatest."""
    with ctx.workprec(BITS):
        lower = bounds(ball(end) / arb.pi())
    assert lower is not None
    return lower[0].numerator // lower[0].denominator


_COSINES = {0: 2, 1: None, 2: 1, 3: 0, 4: -1, 5: None, 6: -2}
"""Twice the cosine of k pi/6, where it is rational."""


def _cosine_at(end: End, open_: bool) -> _Candidate:
    if end.a == 0 and (6 * end.b).denominator == 1:
        step = int(6 * end.b) % 12
        twice = _COSINES[min(step, 12 - step)]
        if twice is not None:
            exact = End(Fraction(twice, 2))
            return exact, exact, open_
    if end == ZERO:
        return ONE, ONE, open_
    with ctx.workprec(BITS):
        found = bounds(ball(end).cos())
    assert found is not None
    return End(max(found[0], Fraction(-1))), End(min(found[1], Fraction(1))), True


def monotone(values: Range, exact: Mapping[End, End], function: Callable[[arb], arb], rising: bool = True) -> Range:
    """Return the range of a monotone function: known values at the ends, otherwise enclosures rounded outwards."""

    def at(end: End, open_: bool, up: bool) -> tuple[End, bool]:
        if end in exact:
            return exact[end], open_ or bool(exact[end].infinite)
        found = None
        if not end.infinite:
            with ctx.workprec(BITS):
                found = bounds(function(ball(end)))
        if found is None:
            return (INFINITE if up else MINUS_INFINITE), True
        return End(found[up]), True

    first, second = (values.low, values.low_open), (values.high, values.high_open)
    if not rising:
        first, second = second, first
    low, high = at(*first, up=False), at(*second, up=True)
    return Range(low[0], high[0], low[1], high[1])


EXP = {MINUS_INFINITE: ZERO, ZERO: ONE, INFINITE: INFINITE}
LOG = {ZERO: MINUS_INFINITE, ONE: ZERO, INFINITE: INFINITE}
_QUARTER, _HALF = End(b=Fraction(1, 4)), End(b=Fraction(1, 2))
_MINUS_QUARTER, _MINUS_HALF = End(b=Fraction(-1, 4)), End(b=Fraction(-1, 2))
_ATAN = {MINUS_INFINITE: _MINUS_HALF, MINUS_ONE: _MINUS_QUARTER, ZERO: ZERO, ONE: _QUARTER, INFINITE: _HALF}
_ASIN = {MINUS_ONE: _MINUS_HALF, ZERO: ZERO, ONE: _HALF}
_ACOS = {MINUS_ONE: PI, ZERO: _HALF, ONE: ZERO}
ERF = {MINUS_INFINITE: MINUS_ONE, ZERO: ZERO, INFINITE: ONE}
HALF_TANGENT = {End(b=Fraction(-1)): MINUS_INFINITE, _MINUS_HALF: MINUS_ONE, ZERO: ZERO, _HALF: ONE, PI: INFINITE}
"""Tangent of half an angle, at angles in [-pi, pi]."""


def half_tangent(values: Range) -> Range:
    """Return the range of tan(x/2) for x strictly between -pi and pi."""
    return monotone(values, HALF_TANGENT, lambda angle: (angle / 2).tan())


def within(values: Range, low: End, high: End) -> Range:
    """Return the part of a range that lies in a closed interval."""
    left = (values.low, values.low_open) if less(low, values.low) else (low, low == values.low and values.low_open)
    right = (
        (values.high, values.high_open) if less(values.high, high) else (high, high == values.high and values.high_open)
    )
    return Range(left[0], right[0], left[1], right[1])


def arcus(name: str, values: Range) -> Range:
    """Return the range of atan, asin or acos; arguments of the last two lie in [-1, 1]."""
    if name == "atan":
        return monotone(values, _ATAN, arb.atan)
    inner = within(values, MINUS_ONE, ONE)
    if less(inner.high, inner.low):
        return REALS
    return monotone(inner, _ASIN, arb.asin) if name == "asin" else monotone(inner, _ACOS, arb.acos, rising=False)
