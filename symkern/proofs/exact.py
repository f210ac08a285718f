"""Ends of intervals: numbers a + b pi with rational a and b, and the two infinities, compared exactly."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering

PI_LOW = Fraction(314159265358979323846264338327950288419716939937510, 10**50)
PI_HIGH = PI_LOW + Fraction(1, 10**50)
"""The fifty decimals of pi, rounded down and up. Two ends that these cannot tell apart are refused."""
PI_BELOW = Fraction(314159265358979323846, 10**20)
PI_ABOVE = PI_BELOW + Fraction(1, 10**20)
"""Coarser ones, for rational ends: these can then be told from what they were rounded from."""


@total_ordering
@dataclass(frozen=True)
class Exact:
    """The number a + b pi, or an infinity where `infinite` is 1 or -1."""

    a: Fraction = Fraction(0)
    b: Fraction = Fraction(0)
    infinite: int = 0

    def sign(self) -> int:
        """Return -1, 0 or 1."""
        if self.infinite:
            return self.infinite
        if not self.b:
            return (self.a > 0) - (self.a < 0)
        low, high = self.a + self.b * PI_LOW, self.a + self.b * PI_HIGH
        if (low > 0) == (high > 0) and low and high:
            return 1 if low > 0 else -1
        raise ArithmeticError(f"{self} is too near 0 to be compared")

    def __lt__(self, other: Exact) -> bool:
        if self.infinite or other.infinite:
            return self.infinite < other.infinite
        return self.a < other.a if self.b == other.b else (self - other).sign() < 0

    def __le__(self, other: Exact) -> bool:
        return self == other or self < other

    def __add__(self, other: Exact) -> Exact:
        if self.infinite or other.infinite:
            return Exact(infinite=self.infinite or other.infinite)
        return Exact(self.a + other.a, self.b + other.b)

    def __neg__(self) -> Exact:
        return Exact(-self.a, -self.b, -self.infinite)

    def __sub__(self, other: Exact) -> Exact:
        return self + -other

    def __str__(self) -> str:
        if self.infinite:
            return "oo" if self.infinite > 0 else "-oo"
        part = "" if not self.b else "pi" if self.b == 1 else f"{self.b} pi"
        return " + ".join(text for text in (str(self.a) if self.a or not self.b else "", part) if text)

    def rational(self, up: bool) -> Fraction:
        """Return a rational number that is not below (`up`) or not above this finite one."""
        return self.a + self.b * (PI_ABOVE if (self.b > 0) == up else PI_BELOW)

    def approximate(self) -> float:
        """Return the nearest float, or nearly so."""
        return self.infinite * math.inf if self.infinite else float(self.a + self.b * PI_LOW)


ZERO, ONE = Exact(), Exact(Fraction(1))
INFINITY = Exact(infinite=1)
PI = Exact(b=Fraction(1))
