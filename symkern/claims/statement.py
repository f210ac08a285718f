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
STANDARD_ERRORS = 5
"""A sampled value agrees with a number that is nearer than so many of its standard errors."""


@dataclass(frozen=True)
class Sampled:
    """The mean of a simulation and its standard error."""

    mean: float
    standard_error: float


@dataclass(frozen=True)
class Side:
    """What a formula is compared with: how it is written, and its value by a route that does not use the formula."""

    shown: str
    value: Callable[[dict[str, Fraction], int], Any]  # (values by the symbols' names, digits)


@dataclass(frozen=True)
class Relation:
    """left = right at the points; `right` is the printed formula, which the engine mutates.

    `proof` takes the formula and returns the steps that establish it for all values of its symbols, or raises. `sense`
    may be "<", ">" or "≠" in a printed statement that is to be shown false; what is to be established is an equation,
    because a mutant of an inequality need not be wrong.
    """

    left: Side
    right: sp.Expr
    points: tuple[Point, ...]
    digits: int = 20
    proof: Callable[[sp.Expr], Sequence[Step]] | None = None
    sense: str = "="
    scale: int = 0
    """Digits count from this size on, where both sides may vanish and the left one is not exact."""

    def with_right(self, right: sp.Expr) -> "Relation":
        return replace(self, right=right)

    def shown(self) -> str:
        """The relation that is judged, beside the printed one."""
        return f"{self.left.shown} {self.sense} {unicode(self.right)}"


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
    sense: str = "="
    scale: int = 0
    standard_error: float | None = None

    def holds(self, digits: int) -> bool:
        """Whether the sides agree to so many digits, or standard errors; never where one is not a real number."""
        if not (self.left.is_finite and self.right.is_finite):
            return False
        if self.sense != "=":
            return bool({"<": self.left < self.right, ">": self.left > self.right}.get(self.sense, self.z != 0))
        if self.standard_error is not None:
            return self.z <= STANDARD_ERRORS
        scale = max(abs(self.left), abs(self.right), sp.Integer(self.scale))
        return bool(abs(self.left - self.right) <= scale * sp.Integer(10) ** -digits)

    @property
    def z(self) -> float:
        """How far apart the sides are, in standard errors where there are any."""
        return abs(float(self.left - self.right)) / (self.standard_error or 1.0)

    @property
    def size(self) -> int:
        """How large the numbers of the point are, for who looks for a small one."""
        return int(sum(abs(value.p) + value.q for value in self.point.values()))

    def shown(self) -> str:
        named = {symbol.name: value for symbol, value in self.point.items()}
        chosen = {name: value for name, value in named.items() if name[:2] not in ("x_", "δ_") or name[2:].isdigit()}
        where = ", ".join(f"{name} = {value}" for name, value in chosen.items())
        return f"at {where or 'the values given'}: {sp.N(self.left, 12)} against {sp.N(self.right, 12)}"


def compare(relation: Relation, point: Point) -> Comparison:
    """Both sides at a point."""
    at = {symbol.name: _fraction(value) for symbol, value in point.items()}
    left = relation.left.value(at, relation.digits + SPARE_DIGITS)
    error = None
    if isinstance(left, Sampled):
        left, error = sp.Float(left.mean), left.standard_error
    return Comparison(point, _number(left), _right(relation, point), relation.sense, relation.scale, error)


def compare_again(relation: Relation, before: Comparison) -> Comparison:
    """Another formula, which may make no sense there, against a left-hand side that is known already."""
    try:
        return replace(before, right=_right(relation, before.point))
    except (TypeError, ValueError):
        return replace(before, right=sp.nan)


def _right(relation: Relation, point: Point) -> sp.Expr:
    right = sp.N(relation.right.subs(point), relation.digits + 10, maxn=20 * relation.digits + 200)
    return right if right.is_real else sp.nan


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
