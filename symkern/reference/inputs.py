"""What a rotation-invariant kernel sees of two inputs: their norms, their inner product, and exactly how they lie.

Numbers with errors cannot tell whether two vectors are parallel; the exact inputs can. So the relation between them is
settled once, in fractions, and carried through the layers.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from operator import mul
from typing import Any

from flint import arb
from mpmath.ctx_mp import MPContext

from symkern.errors import InvalidArgument
from symkern.numbers import PiNumber
from symkern.reference.layer import Layer
from symkern.reference.precision import BITS_PER_DIGIT, ball, ball_precision, mpf


class Relation(Enum):
    """How two inputs lie; a zero vector is GENERAL unless the other one is zero too."""

    EQUAL = "equal"
    PARALLEL = "parallel"
    ANTIPARALLEL = "antiparallel"
    GENERAL = "general"


@dataclass(frozen=True)
class Inputs:
    """Squared norms, inner product and Gram determinant, as numbers of any one kind: all that our kernels need."""

    xx: Any
    xy: Any
    yy: Any
    gram: Any  # xx yy - xy^2, without the cancellation
    relation: Relation
    x_is_zero: bool = False
    y_is_zero: bool = False

    def half_angle(self, sqrt: Callable[[Any], Any]) -> tuple[Any, Any]:
        """The squares of cos(theta/2) and sin(theta/2), each to full relative accuracy."""
        norms = sqrt(self.xx * self.yy)
        larger = (norms + abs(self.xy)) / (2 * norms)
        smaller = self.gram / (2 * norms * (norms + abs(self.xy)))
        return (smaller, larger) if self.xy < 0 else (larger, smaller)

    def x_with_itself(self) -> "Inputs":
        return Inputs(self.xx, self.xx, self.xx, 0 * self.xx, Relation.EQUAL, self.x_is_zero, self.x_is_zero)

    def y_with_itself(self) -> "Inputs":
        return Inputs(self.yy, self.yy, self.yy, 0 * self.yy, Relation.EQUAL, self.y_is_zero, self.y_is_zero)

    def through(self, layer: Layer, kernel: Callable[[Layer, "Inputs"], Any]) -> "Inputs":
        """The outputs of a layer as the inputs of the next: its kernel gives their norms and inner product."""
        xx = kernel(layer, self.x_with_itself())
        stays_zero = layer.n > 0 or (layer.bias or 0) > 0
        x_is_zero, y_is_zero = self.x_is_zero and stays_zero, self.y_is_zero and stays_zero
        if self.relation is Relation.EQUAL:
            return Inputs(xx, xx, xx, 0 * xx, Relation.EQUAL, x_is_zero, y_is_zero)
        xy, yy = kernel(layer, self), kernel(layer, self.y_with_itself())
        relation = Relation.GENERAL
        if self.relation is Relation.PARALLEL and not layer.bias and not layer.sigma:
            relation = Relation.PARALLEL if layer.n else Relation.EQUAL
        return Inputs(xx, xy, yy, xx * yy - xy * xy, relation, x_is_zero, y_is_zero)


class Pair:
    """Two inputs, exactly: vectors of fractions, or unit vectors at an angle that may be a multiple of pi."""

    def __init__(self, exact: Inputs, theta: PiNumber | None = None) -> None:
        self._exact, self._theta = exact, theta

    @classmethod
    def of_vectors(cls, x: Sequence[Fraction], y: Sequence[Fraction]) -> "Pair":
        xx, xy, yy = (sum(map(mul, *both), Fraction(0)) for both in ((x, x), (x, y), (y, y)))
        gram = xx * yy - xy * xy
        relation = Relation.GENERAL
        if xx == xy == yy:
            relation = Relation.EQUAL
        elif not gram and xy:
            relation = Relation.PARALLEL if xy > 0 else Relation.ANTIPARALLEL
        return cls(Inputs(xx, xy, yy, gram, relation, not xx, not yy))

    @classmethod
    def at_cosine(cls, cosine: Fraction) -> "Pair":
        """Unit vectors with this inner product."""
        one = Fraction(1)
        relation = {one: Relation.EQUAL, -one: Relation.ANTIPARALLEL}.get(cosine, Relation.GENERAL)
        return cls(Inputs(one, cosine, one, 1 - cosine * cosine, relation))

    @classmethod
    def at_angle(cls, theta: PiNumber) -> "Pair":
        """Unit vectors at an angle from 0 to pi."""
        from_pi = _supplement(theta)
        if _logarithm(theta) is None or _logarithm(from_pi) is None:
            raise InvalidArgument("theta", "an angle from 0 to pi", theta, "Multiples of pi are exact: theta=2*pi/3")
        one, zero = Fraction(1), Fraction(0)
        relation = Relation.GENERAL
        if PiNumber() in (theta, from_pi):
            relation = Relation.EQUAL if theta == PiNumber() else Relation.ANTIPARALLEL
        return cls(Inputs(one, zero, one, one, relation), theta)

    @property
    def relation(self) -> Relation:
        return self._exact.relation

    @property
    def lost_digits(self) -> int:
        """About how many digits 1 - |cos(theta)| has lost where theta comes from numbers that are not exact."""
        exact = self._exact
        if self.relation is not Relation.GENERAL or exact.x_is_zero or exact.y_is_zero:
            return 0
        if self._theta is not None:
            nearest = min(_logarithm(self._theta) or 0, _logarithm(_supplement(self._theta)) or 0)
            return math.ceil(max(0, -2 * nearest / math.log(10)))
        return _digits(exact.xx * exact.yy / exact.gram)

    def exponent_digits(self, bias: Fraction) -> int:
        """How many digits the exponent b^2 |x - y|^2/(2 gram) of the biased kernel has; its power loses as many."""
        exact = self._exact
        if self._theta is not None:
            return self.lost_digits + _digits(bias**2)
        return _digits(bias**2 * (exact.xx - 2 * exact.xy + exact.yy) / exact.gram) if exact.gram else 0

    def balls(self) -> Inputs:
        """The numbers as balls at the working precision."""
        if self._theta is None:
            return self._as(ball)
        angle, from_pi = _ball(self._theta), _ball(_supplement(self._theta))
        cosine, sine = (angle.cos(), angle.sin()) if angle < from_pi else (-from_pi.cos(), from_pi.sin())
        return replace(self._exact, xx=arb(1), xy=cosine, yy=arb(1), gram=sine**2)

    def numbers(self, mp: MPContext) -> Inputs:
        """The numbers in a context of mpmath."""
        if self._theta is None:
            return self._as(lambda value: mpf(mp, value))
        with ball_precision(mp.prec + 16 + math.ceil(BITS_PER_DIGIT * self.lost_digits)):
            inputs = self.balls()
            cosine, gram = (mp.mpf(value.mid().str(mp.dps + 5, radius=False)) for value in (inputs.xy, inputs.gram))
        return replace(self._exact, xx=mp.one, xy=cosine, yy=mp.one, gram=gram)

    def _as(self, number: Callable[[Fraction], Any]) -> Inputs:
        exact = self._exact
        values = {name: number(getattr(exact, name)) for name in ("xx", "xy", "yy", "gram")}
        return replace(exact, **values)


def _digits(value: Fraction) -> int:
    """About how many digits a non-negative number has before the point."""
    bits = value.numerator.bit_length() - value.denominator.bit_length() + 1
    return max(0, math.ceil(bits * math.log10(2)))


def _supplement(theta: PiNumber) -> PiNumber:
    return PiNumber(-theta.rational, 1 - theta.of_pi)


def _ball(angle: PiNumber) -> arb:
    return ball(angle.rational) + ball(angle.of_pi) * arb.pi()


def _logarithm(angle: PiNumber) -> float | None:
    """Roughly the logarithm of an angle; None if it is negative. Zero is not small: it is exact."""
    if angle == PiNumber():
        return 0.0
    bits = 64
    while True:  # ends, because pi is irrational
        with ball_precision(bits):
            size = _ball(angle)
            if size > 0:
                return float(size.log())
            if size < 0:
                return None
        bits *= 2
