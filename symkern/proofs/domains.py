"""Domains: the values that the symbols of a theorem may take, as data.

A domain gives every symbol an interval, whose ends are open or closed and may hold integers only, and a list of terms
that are positive. The engine reads it to prove side conditions and to draw points at which a theorem is tried.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from symkern.proofs.exact import INFINITY, Exact
from symkern.proofs.terms import Term, shown


@dataclass(frozen=True)
class Interval:
    """An interval of real numbers, or of the integers in it."""

    low: Exact
    high: Exact
    low_open: bool = True
    high_open: bool = True
    integer: bool = False

    def __post_init__(self) -> None:
        if self.high < self.low or (self.low == self.high and (self.low_open or self.high_open)):
            raise ValueError(f"the interval {self} is empty")
        if (self.low.infinite and not self.low_open) or (self.high.infinite and not self.high_open):
            raise ValueError("an interval does not contain infinity")

    def __str__(self) -> str:
        text = f"{'(' if self.low_open else '['}{self.low}, {self.high}{')' if self.high_open else ']'}"
        return f"integers in {text}" if self.integer else text

    def contains(self, other: Interval) -> bool:
        """Return whether every number of the other interval is in this one."""
        if self.integer and not other.integer:
            return False
        left = self.low < other.low or (self.low == other.low and (other.low_open or not self.low_open))
        right = other.high < self.high or (self.high == other.high and (other.high_open or not self.high_open))
        return left and right

    def has(self, value: Fraction) -> bool:
        """Return whether a rational number is in the interval."""
        if self.integer and value.denominator != 1:
            return False
        point = Exact(value)
        return self.contains(Interval(point, point, False, False, value.denominator == 1))

    @property
    def opened(self) -> Interval:
        """The interval without its ends."""
        return replace(self, low_open=True, high_open=True)


def exact(value: int | Fraction | Exact | Term) -> Exact:
    """Return an end of an interval from a number or a term such as pi/2."""
    if isinstance(value, Exact):
        return value
    if isinstance(value, Term):
        found = constant(value)
        if found is None:
            raise ValueError(f"the end of an interval must be a + b pi with rational a and b; got {value}")
        return found
    return Exact(Fraction(value))


def constant(value: Term) -> Exact | None:
    """Return a term without symbols that is a + b pi or an infinity, or None."""
    if value.head == "num":
        return Exact(Fraction(str(value.data)))
    if value.head == "pi":
        return Exact(b=Fraction(1))
    if value.head == "oo":
        return INFINITY
    if value.head == "+":
        parts = [constant(arg) for arg in value.args]
        if any(part is None or part.infinite for part in parts):
            return None
        return sum((part for part in parts if part is not None), Exact())
    if value.head == "*":
        product = Exact(Fraction(1))
        for part in map(constant, value.args):
            if part is None or (part.b and product.b):
                return None
            if part.infinite or product.infinite:
                sign = part.sign() * product.sign()
                if sign == 0:
                    return None
                product = Exact(infinite=sign)
            else:
                product = Exact(part.a * product.a, part.a * product.b + part.b * product.a)
        return product
    if value.head == "^" and value.args[1].head == "num":
        base, exponent = constant(value.args[0]), Fraction(str(value.args[1].data))
        if base is None or base.infinite or base.b or exponent.denominator != 1 or (base.a == 0 and exponent < 0):
            return None
        return Exact(base.a ** int(exponent))
    return None


def interval(low: object, high: object, ends: str = "()") -> Interval:
    """Return the interval between two ends: `interval(0, pi)` is open, `interval(0, 1, "[]")` is closed."""
    return Interval(exact(low), exact(high), ends[0] == "(", ends[1] == ")")  # type: ignore[arg-type]


def above(low: object) -> Interval:
    """Return all numbers greater than this."""
    return Interval(exact(low), INFINITY)  # type: ignore[arg-type]


def integers(low: int, high: int | None = None) -> Interval:
    """Return the integers from `low` on, or up to `high`."""
    last = INFINITY if high is None else Exact(Fraction(high))
    return Interval(Exact(Fraction(low)), last, False, high is None, integer=True)


REALS = Interval(-INFINITY, INFINITY)
POSITIVE = above(0)


@dataclass(frozen=True)
class Domain:
    """Intervals by the names of symbols, and terms that are positive wherever the statement is made."""

    intervals: Mapping[str, Interval]
    positive: tuple[Term, ...] = ()
    _hash: int = field(default=0, repr=False, compare=False)

    def __post_init__(self) -> None:
        ordered = dict(sorted(self.intervals.items()))
        object.__setattr__(self, "intervals", ordered)
        for condition in self.positive:
            if unknown := condition.symbols - ordered.keys():
                raise ValueError(f"the condition {condition} > 0 names {', '.join(sorted(unknown))}, without a domain")
        object.__setattr__(self, "_hash", hash((tuple(ordered.items()), self.positive)))

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        parts = [f"{name} in {values}" for name, values in self.intervals.items()]
        return ", ".join(parts + [f"{shown(condition)} > 0" for condition in self.positive]) or "no symbols"

    def with_symbol(self, name: str, values: Interval) -> Domain:
        """Return the domain with one more symbol."""
        if name in self.intervals:
            raise ValueError(f"{name} is a symbol of the domain already")
        return Domain({**self.intervals, name: values}, self.positive)

    def where(self, *positive: Term) -> Domain:
        """Return the part of the domain on which these terms are positive."""
        return Domain(self.intervals, self.positive + positive)

    def without(self, name: str) -> Domain:
        """Return the domain of the other symbols; conditions that name this one must not be there."""
        if any(name in condition.symbols for condition in self.positive):
            raise ValueError(f"{name} stands in a condition of the domain")
        return Domain({other: values for other, values in self.intervals.items() if other != name}, self.positive)

    def points(self, count: int, seed: int = 0) -> Iterator[dict[str, Fraction]]:
        """Yield points of the intervals: near both ends, at closed ones, at integers and between, huge and tiny.

        Conditions between symbols are not looked at here: who evaluates a point checks them.
        """
        chance = random.Random(seed)
        pools = {name: _candidates(values, chance) for name, values in self.intervals.items()}
        for index in range(count):
            if index < FIRST:  # closed ends and zero come first in every pool, each with others of the other symbols
                yield {name: pool[index] if index < len(pool) else chance.choice(pool) for name, pool in pools.items()}
            else:
                yield {name: chance.choice(pool) for name, pool in pools.items()}


def domain(positive: Iterable[Term] = (), **intervals: Interval) -> Domain:
    """Return a domain from intervals by name."""
    return Domain(intervals, tuple(positive))


SPREAD = (Fraction(1, 10**6), Fraction(1, 100), Fraction(1, 3), Fraction(1, 2), Fraction(5, 7), Fraction(97, 100))
SIZES = (Fraction(1, 10**4), Fraction(1, 7), Fraction(1, 2), Fraction(1), Fraction(4, 3), Fraction(2), Fraction(5, 2))
FIRST = 3
"""Points that are taken from the beginning of each pool."""
LARGE = (Fraction(3), Fraction(37, 11), Fraction(10), Fraction(50))


def _candidates(values: Interval, chance: random.Random) -> list[Fraction]:
    low, high = values.low, values.high
    if values.integer:
        start = 0 if low.infinite else int(low.a) + (values.low_open and low.a.denominator == 1)
        stop = start + 6 if high.infinite else int(high.a)
        below = [Fraction(-k) for k in (1, 2, 5)] if low.infinite else []
        return [k for k in [*below, *map(Fraction, range(start, min(stop, start + 6) + 1))] if values.has(k)]
    if low.infinite and high.infinite:
        found = [Fraction(0), *(sign * size for size in SIZES + LARGE for sign in (1, -1))]
    elif high.infinite:
        found = [low.rational(True) + size for size in SIZES + LARGE]
    elif low.infinite:
        found = [high.rational(False) - size for size in SIZES + LARGE]
    else:
        first, width = low.rational(True), high.rational(False) - low.rational(True)
        found = [first + width * share for share in (*SPREAD, Fraction(chance.randrange(1, 1000), 1000))]
    ends = [end.a for end, open_ in ((low, values.low_open), (high, values.high_open)) if not open_ and not end.b]
    within = [Fraction(0)] if not (low.infinite and high.infinite) else []  # where many statements fail
    return [value for value in dict.fromkeys([*ends, *within, *found]) if values.has(value)]
