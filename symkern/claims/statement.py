"""A relation between two sides, one of which owes nothing to the other: what a claim comes down to."""

import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

import sympy as sp

from symkern.reference.enclosure import Enclosure
from symkern.symbolic.step import Step
from symkern.typeset.unicode import unicode

Point: TypeAlias = Mapping[sp.Symbol, sp.Rational]

SPARE_DIGITS = 5


@dataclass(frozen=True)
class Side:
    """What a formula is compared with: how it is written, and its value by a route that does not use the formula."""

    shown: str
    value: Callable[[dict[str, Fraction], int], Any]  # (values by the symbols' names, digits)


@dataclass(frozen=True)
class Relation:
    """left = right at the points; `right` is the printed formula, which the engine mutates.

    `proof` takes the formula and returns the steps that establish it for all values of its symbols, or raises.
    """

    left: Side
    right: sp.Expr
    points: tuple[Point, ...]
    digits: int = 20
    proof: Callable[[sp.Expr], Sequence[Step]] | None = None

    def with_right(self, right: sp.Expr) -> "Relation":
        return replace(self, right=right)

    def shown(self) -> str:
        """The relation that is judged, beside the printed one."""
        return f"{self.left.shown} = {unicode(self.right)}"


def grid(values: Mapping[sp.Symbol, str], most: int = 24) -> tuple[Point, ...]:
    """The points with these coordinates, in their order: all of them, or `most` of them, the same ones each time."""
    axes = [[(symbol, sp.Rational(text)) for text in texts.split()] for symbol, texts in values.items()]
    points = [dict(point) for point in itertools.product(*axes)]
    if len(points) > most:  # not every so many, which could leave out all but one value of an axis
        points = [points[k] for k in sorted(random.Random(0).sample(range(len(points)), most))]
    return tuple(points)


@dataclass(frozen=True)
class Comparison:
    """Both sides at a point."""

    point: Point
    left: sp.Expr
    right: sp.Expr

    def holds(self, digits: int) -> bool:
        """Whether the sides agree to so many digits; never where one is not a real number."""
        if not (self.left.is_finite and self.right.is_finite):
            return False
        scale = max(abs(self.left), abs(self.right))
        return bool(abs(self.left - self.right) <= scale * sp.Integer(10) ** -digits)

    def shown(self) -> str:
        where = ", ".join(f"{symbol} = {value}" for symbol, value in self.point.items())
        return f"at {where or 'the values given'}: {sp.N(self.left, 12)} against {sp.N(self.right, 12)}"


def compare(relation: Relation, point: Point, left: sp.Expr | None = None) -> Comparison:
    """Both sides at a point; `left` where it is known already."""
    if left is None:
        at = {symbol.name: _fraction(value) for symbol, value in point.items()}
        left = _number(relation.left.value(at, relation.digits + SPARE_DIGITS))
    right = sp.N(relation.right.subs(point), relation.digits + 10, maxn=20 * relation.digits + 200)
    if not right.is_real:
        right = sp.nan
    return Comparison(point, left, right)


def _fraction(value: sp.Rational) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def _number(value: Any) -> sp.Expr:
    """A side's value as a number of SymPy: an enclosure's midpoint, a decimal, a fraction, a number of another kind."""
    if isinstance(value, Enclosure):
        return sp.Rational(value.value)
    if isinstance(value, Fraction):
        return sp.Rational(value.numerator, value.denominator)
    if isinstance(value, sp.Expr):
        return sp.N(value, 60)
    return sp.Rational(str(value))
