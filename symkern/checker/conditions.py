"""The domain of an identity, and the proofs of the conditions that its terms take.

A condition is proved from the range of the term as it is written or from the sign of its normal form. One that is not
proved raises `NotChecked`.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from flint import fmpq_mpoly

from symkern.checker.fractions_of_polynomials import CONTEXT, Element, Field, Generator, NotChecked
from symkern.checker.ranges import MINUS_ONE, ONE, PI, Range, of_interval, point
from symkern.checker.reading import End, Identity, Node
from symkern.checker.signs import Signs
from symkern.checker.written import Ranges

MOST_MULTIPLE = 200
"""Multiple of a unit of angle or exponent."""


class Again(Exception):
    """A smaller unit is needed: the translation starts anew."""


class Units:
    """Common denominators of angles and exponents, and smallest arguments of Gamma, found while translating."""

    def __init__(self) -> None:
        self.divisors: dict[tuple[str, str, str], int] = {}
        self.shifts: dict[str, int] = {}

    def divisor(self, key: tuple[str, str, str], needed: int) -> int:
        """Return the common denominator for a key; start anew if this one does not divide it."""
        found = self.divisors.get(key, 1)
        if found % needed:
            self.divisors[key] = lcm(found, needed)
            if self.divisors[key] > MOST_MULTIPLE:
                raise NotChecked("the denominators of its exponents or angles are too large")
            raise Again
        return found

    def shift(self, key: str, needed: int) -> int:
        """Return the smallest shift of a class of arguments of Gamma; start anew if this one is smaller."""
        found = self.shifts.setdefault(key, needed)
        if needed < found:
            self.shifts[key] = needed
            raise Again
        return found


class Conditions:
    """The generators, ranges and signs of one identity; subclasses add the laws."""

    def __init__(self, identity: Identity, units: Units, relations: bool = True) -> None:
        self.units = units
        self.field = Field(relations)
        self.signs = Signs(self.field)
        self.shown: list[Element] = []
        """Fractions that are positive because the terms as written are."""
        self.symbols: dict[str, Range] = {}
        self.integers: set[str] = set()
        for name, values in identity.intervals.items():
            found = of_interval(values)
            if found is None:
                raise NotChecked(f"the interval of {name} is empty")
            self.symbols[name] = found
            if values.integer:
                self.integers.add(name)
        self.ranges = Ranges(self.symbols)

    def _end(self, end: End) -> Element:
        return self.field.add(self.field.number(end.a), self.field.scale(end.b, self._pi()))

    def _pi(self) -> Element:
        return self.field.generator("pi", Generator("pi", point(PI)))

    def _symbol(self, name: str) -> Element:
        if name not in self.symbols:
            raise NotChecked(f"{name} has no domain")
        about = ("integer",) if name in self.integers else ()
        return self.field.generator(("sym", name), Generator("symbol", self.symbols[name], about=about))

    def require_positive(self, node: Node, value: Element) -> None:
        """Prove that a term is positive on the domain."""
        if self._sign(node, value) != 1:
            raise NotChecked(f"{node} > 0 is not shown")

    def require_nonzero(self, node: Node, value: Element) -> None:
        """Prove that a term is nowhere 0 on the domain."""
        if self._sign(node, value) not in (1, -1):
            raise NotChecked(f"{node} != 0 is not shown")

    def _sign(self, node: Node, value: Element) -> int | None:
        """Return the sign of a term from its form as written or its normal form; what the first shows is kept."""
        written = self.ranges.of(node).sign()
        if written is None or written == 0:
            return self.signs.everywhere(value)
        self.shown.append(self.field.scale(Fraction(written), value))
        return written

    def sign_of_factor(self, factor: fmpq_mpoly) -> int | None:
        """Return the sign of a factor where it is finite, if need be from the terms whose forms as written show it."""
        found = self.signs.polynomial(factor)
        while found is None and self.shown:
            value = self.shown.pop()
            if self.signs.where_finite(value) is None:
                self.signs.learn(value)
                found = self.signs.polynomial(factor)
        return found

    def require_between(self, node: Node, value: Element, strictly: bool) -> None:
        """Prove that a term lies in [-1, 1], or strictly between."""
        written = self.ranges.of(node)
        if written.inside(MINUS_ONE, ONE):
            return
        one = self.field.number(1)
        for side in (self.field.subtract(one, value), self.field.add(one, value)):
            if not (self.signs.everywhere(side) == 1 if strictly else self.signs.not_negative(side)):
                raise NotChecked(f"{node} {'strictly ' if strictly else ''}between -1 and 1 is not shown")

    def _as_generator(self, atom: fmpq_mpoly) -> Generator | None:
        """Return the generator that a polynomial is, or None."""
        used = self.field.used(atom)
        return self.field.generators[used[0]] if len(used) == 1 and atom == CONTEXT.gen(used[0]) else None
