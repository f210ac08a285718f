"""A relation between two sides, one of which owes nothing to the other: what a claim comes down to."""

import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

import sympy as sp

from symkern.claims.proof import Proof
from symkern.claims.reading import EXACT, Reading, read_number, written_digits
from symkern.claims.trial import holds_at
from symkern.proofs.domains import Domain, Interval
from symkern.proofs.exact import Exact
from symkern.symbolic.step import Step
from symkern.typeset.unicode import unicode

Point: TypeAlias = Mapping[sp.Symbol, sp.Rational]

SPARE_DIGITS = 5
MARGIN = 3
"""Sides that differ by more than 10^3 times what their digits leave open are a counterexample."""
CONSTANT_DIGITS = 60
"""Digits for statements without symbols: fewer would take an almost-integer for an integer."""
CONSTANT_FROM = 20
STANDARD_ERRORS = 5
"""A sampled value agrees with a number that is nearer than so many of its standard errors."""


@dataclass(frozen=True)
class Sampled:
    """The mean of a simulation and its standard error."""

    mean: float
    standard_error: float


@dataclass(frozen=True)
class Side:
    """The left side of a relation: how it is written, and its value by a route that does not use the formula.

    `value` takes a point, a mapping from names to fractions, and the number of digits wanted. It returns a fraction, an
    enclosure, a ball, a decimal as text, a number of SymPy, mpmath or Python, or `Sampled`.
    """

    shown: str
    value: Callable[[dict[str, Fraction], int], Any]


@dataclass(frozen=True)
class Relation:
    """left = right; `right` is the printed formula, which the engine mutates.

    Parameters
    ----------
    left : Side
    right : sympy.Expr
    points : tuple of mappings
        Points chosen by the author. The engine draws more from the domain.
    digits : int
        Digits to which the sides are compared at a point.
    argument : callable, optional
        Takes the formula and returns steps for readers. It is checked to hold together, but proves nothing.
    proof : Proof, optional
        A theorem of the proof kernel that is this relation. Without it the verdict is at best `agrees`.
    domain : Domain, optional
        The values of the symbols for which the relation is stated. A proof needs it.
    sense : "=", "<", ">" or "≠"
        Other senses than "=" are for printed statements that are to be shown false: a mutant of an inequality need not
        be wrong.
    scale : int
        Digits count from this size on, where both sides may vanish and the left one is not exact.
    tied : str
        How the symbols depend on each other at the points, or why there are no other points. Without it, and without
        a domain, the engine draws points between the author's.
    """

    left: Side
    right: sp.Expr
    points: tuple[Point, ...] = ()
    digits: int = 20
    argument: Callable[[sp.Expr], Sequence[Step]] | None = None
    proof: Proof | None = None
    domain: Domain | None = None
    sense: str = "="
    scale: int = 0
    tied: str = ""

    def with_right(self, right: sp.Expr) -> "Relation":
        """Return the relation with another formula on the right."""
        return replace(self, right=right)

    def shown(self) -> str:
        """Return the relation that is judged, to be read beside the printed one."""
        where = f" for {self.domain}" if self.domain is not None and self.domain.intervals else ""
        return f"{self.left.shown} {self.sense} {unicode(self.right)}{where}"


def grid(values: Mapping[sp.Symbol, str], most: int = 24) -> tuple[Point, ...]:
    """The points with these coordinates, in their order: all of them, or `most` of them, the same ones each time."""
    axes = [[(symbol, sp.Rational(text)) for text in texts.split()] for symbol, texts in values.items()]
    points = [dict(point) for point in itertools.product(*axes)]
    if len(points) > most:  # not every so many, which could leave out all but one value of an axis
        points = [points[k] for k in sorted(random.Random(0).sample(range(len(points)), most))]
    return tuple(points)


@dataclass(frozen=True)
class Comparison:
    """Both sides at a point; `given` says how many digits the left one has."""

    point: Point
    left: sp.Expr
    right: sp.Expr
    sense: str = "="
    scale: int = 0
    standard_error: float | None = None
    given: int = EXACT

    def holds(self, digits: int) -> bool:
        """Return whether the sides agree to so many digits, or as many as the left one has, or standard errors."""
        if not (self.left.is_finite and self.right.is_finite):
            return False
        if self.sense != "=":
            return bool({"<": self.left < self.right, ">": self.left > self.right}.get(self.sense, self.z != 0))
        if self.standard_error is not None:
            return self.z <= STANDARD_ERRORS
        return bool(abs(self.left - self.right) <= self._size * sp.Integer(10) ** -min(digits, self.given))

    def excludes(self, digits: int) -> bool:
        """Return whether the sides differ by far more than what the digits leave open: a counterexample."""
        if not self.left.is_finite or self.right is sp.nan or not self.right.is_finite:
            return self.left.is_finite is True
        if self.sense != "=" or self.standard_error is not None:
            return not self.holds(digits)
        margin = MARGIN if self.given >= digits else 0  # a number of few digits is taken at its word
        open_ = self._size * sp.Integer(10) ** (margin - min(digits, self.given))
        return bool(abs(self.left - self.right) > open_)

    @property
    def _size(self) -> sp.Expr:
        return max(abs(self.left), abs(self.right), sp.Integer(self.scale))

    @property
    def z(self) -> float:
        """How far apart the sides are, in standard errors where there are any."""
        return abs(float(self.left - self.right)) / (self.standard_error or 1.0)

    @property
    def resolution(self) -> float:
        """The smallest deviation that a simulation excludes, relative to the size or the scale."""
        return STANDARD_ERRORS * (self.standard_error or 0.0) / max(float(self._size), 1e-300)

    @property
    def size(self) -> int:
        """How large the numbers of the point are, for who looks for a small one."""
        return int(sum(abs(value.p) + value.q for value in self.point.values()))

    def shown(self) -> str:
        """Return the point and both values."""
        named = {symbol.name: value for symbol, value in self.point.items()}
        chosen = {name: value for name, value in named.items() if name[:2] not in ("x_", "δ_") or name[2:].isdigit()}
        where = ", ".join(f"{name} = {value}" for name, value in chosen.items())
        digits = 12 if self.right is sp.nan or not self.holds(10) else 30
        return f"at {where or 'the values given'}: {sp.N(self.left, digits)} against {sp.N(self.right, digits)}"


def compare(relation: Relation, point: Point) -> Comparison:
    """Return both sides at a point."""
    at = {symbol.name: _fraction(value) for symbol, value in point.items()}
    if not point and relation.digits >= CONSTANT_FROM:
        relation = replace(relation, digits=max(relation.digits, CONSTANT_DIGITS))
    left = relation.left.value(at, relation.digits + SPARE_DIGITS)
    if isinstance(left, Sampled):
        mean, error = sp.Float(left.mean), left.standard_error
        return Comparison(point, mean, _right(relation, point), relation.sense, relation.scale, error)
    reading: Reading = read_number(left)
    right = _right(relation, point)
    found = Comparison(point, reading.value, right, relation.sense, relation.scale, given=reading.digits)
    written = written_digits(left)
    return found if written is None or found.holds(relation.digits) else replace(found, given=written)


def compare_again(relation: Relation, before: Comparison) -> Comparison:
    """Return another formula, which may make no sense there, against a left side that is known already."""
    try:
        return replace(before, right=_right(relation, before.point))
    except (TypeError, ValueError):
        return replace(before, right=sp.nan)


def _right(relation: Relation, point: Point) -> sp.Expr:
    right = sp.N(relation.right.subs(point), relation.digits + 10, maxn=20 * relation.digits + 200)
    return right if right.is_real else sp.nan


def _fraction(value: sp.Rational) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def drawn_points(relation: Relation, count: int, seed: int = 0) -> list[Point]:
    """Return points that the engine draws from a relation's domain, on which all its conditions hold."""
    where = relation.domain
    if where is None or not where.intervals:
        return []
    found: dict[tuple[Fraction, ...], Point] = {}
    by_name = {symbol.name: symbol for symbol in (*relation.right.free_symbols, *_symbols(relation))}
    for values in where.points(50 * count, seed):
        if all(holds_at(condition, values) for condition in where.positive):
            point = {
                by_name.get(name, sp.Symbol(name)): sp.Rational(value.numerator, value.denominator)
                for name, value in values.items()
            }
            found.setdefault(tuple(values.values()), point)
        if len(found) == count:
            break
    return list(found.values())


def contains(where: Domain, point: Point) -> bool:
    """Return whether a point is in a domain, as far as the domain speaks of its symbols."""
    values = {symbol.name: _fraction(value) for symbol, value in point.items() if symbol.name in where.intervals}
    if not all(where.intervals[name].has(value) for name, value in values.items()):
        return False
    return all(holds_at(condition, values) for condition in where.positive if condition.symbols <= values.keys())


def _symbols(relation: Relation) -> set[sp.Symbol]:
    return {symbol for point in relation.points for symbol in point}


def hull(relation: Relation) -> Domain | None:
    """Return the smallest box around the author's points, or None if a symbol has one value at all of them."""
    intervals = {}
    for symbol in _symbols(relation):
        values = [_fraction(point[symbol]) for point in relation.points if symbol in point]
        if len(set(values)) < 2:
            return None
        whole = symbol.is_integer is True
        low, high = (Exact(end(values)) for end in (min, max))
        intervals[symbol.name] = Interval(low, high, False, False, integer=whole)
    return Domain(intervals)
