"""Two feature vectors in ball arithmetic: squared norms, inner product, Gram determinant, and special positions.

Balls cannot tell whether two vectors are parallel or equally long, so both are settled in fractions for the inputs and
carried through the layers by rules. For parallel vectors |y|/|x| is a power of the inputs' own ratio, and that power is
carried: two parallel parts make a parallel whole only if their ratios are the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any

from flint import arb

from symkern.errors import UsageError
from symkern.reference.inputs import Inputs, Relation
from symkern.reference.precision import ball


@dataclass(frozen=True)
class Perturbation:
    """Changes of two squared norms and of s = 1 - |cos(x, y)|, which becomes s (1 + relative) + absolute.

    Parameters
    ----------
    xx, yy : Fraction, default 0
        Relative changes of the squared norms of x and y.
    relative, absolute : Fraction, default 0
        Changes of s. A result below 0 is taken as 0.

    Examples
    --------
    >>> from symkern.kernels import Linear
    >>> from symkern.testing import exact_value
    >>> print(exact_value(Linear(), [2], [3], perturbed=Perturbation(xx=Fraction(3), yy=Fraction(-3, 4)), digits=5))
    6.0000
    """

    xx: Fraction = Fraction(0)
    yy: Fraction = Fraction(0)
    relative: Fraction = Fraction(0)
    absolute: Fraction = Fraction(0)


@dataclass(frozen=True)
class FeaturePair:
    """Squared norms, inner product and Gram determinant xx yy - xy^2, with exact knowledge of special positions."""

    xx: arb
    xy: arb
    yy: arb
    gram: arb
    sign: int  # 1 for parallel vectors, -1 for antiparallel ones, 0 otherwise
    power: Fraction  # of parallel vectors: |y|/|x| is the inputs' own ratio to this power
    same_norm: bool
    x_is_zero: bool
    y_is_zero: bool

    @property
    def equal(self) -> bool:
        return self.same_norm and (self.sign == 1 or self.x_is_zero)

    def x_with_itself(self) -> "FeaturePair":
        return _with_itself(self.xx, self.x_is_zero)

    def y_with_itself(self) -> "FeaturePair":
        return _with_itself(self.yy, self.y_is_zero)

    def scaled(self, factor: arb) -> "FeaturePair":
        """Both vectors times the root of a positive number."""
        parts = {name: factor * getattr(self, name) for name in ("xx", "xy", "yy")}
        return replace(self, gram=factor**2 * self.gram, **parts)

    def perturbed(self, change: Perturbation) -> "FeaturePair":
        """Vectors with other norms and another angle; equally long only if these were and both norms change alike."""
        xx, yy = self.xx * ball(1 + change.xx), self.yy * ball(1 + change.yy)
        same_norm = self.same_norm and change.xx == change.yy
        if self.x_is_zero or self.y_is_zero:
            return replace(self, xx=xx, yy=yy, same_norm=same_norm)
        size, norms = (self.xx * self.yy).sqrt(), (xx * yy).sqrt()
        s = arb(0) if self.sign else self.gram / (size * (size + abs(self.xy))) * ball(1 + change.relative)
        s += ball(change.absolute)
        if s < 0:
            s = arb(0)
        sign = -1 if self.xy < 0 else 1
        parallel = bool(s.is_exact() and s == 0)
        return replace(
            self,
            xx=xx,
            xy=sign * (1 - s) * norms,
            yy=yy,
            gram=xx * yy * s * (2 - s),
            sign=sign if parallel else 0,
            same_norm=same_norm,
        )

    def inputs(self) -> Inputs:
        """The pair as symkern.reference takes it."""
        relation = Relation.GENERAL
        if self.equal:
            relation = Relation.EQUAL
        elif self.sign:
            relation = Relation.PARALLEL if self.sign > 0 else Relation.ANTIPARALLEL
        return Inputs(self.xx, self.xy, self.yy, self.gram, relation, self.x_is_zero, self.y_is_zero)

    def squared_distance(self) -> arb:
        """|x - y|^2 as a sum of two squares: of the difference of the norms, and across it."""
        if self.equal:
            return arb(0)
        if self.x_is_zero or self.y_is_zero:
            return self.xx + self.yy
        x, y = self.xx.sqrt(), self.yy.sqrt()
        along = arb(0) if self.same_norm else (x - y) ** 2
        if self.sign > 0:
            return along
        across = self.gram / (x * y + self.xy) if self.xy > 0 else x * y - self.xy
        return along + 2 * across

    def settled(self) -> bool:
        """Whether the sign of the inner product is known."""
        return bool(self.xy.is_exact() or not self.xy.contains(0))


def _with_itself(squared: arb, is_zero: bool) -> FeaturePair:
    return FeaturePair(squared, squared, squared, arb(0), 0 if is_zero else 1, Fraction(0), True, is_zero, is_zero)


@dataclass(frozen=True)
class ExactPair:
    """Two vectors of fractions as a rotation-invariant kernel sees them."""

    xx: Fraction
    xy: Fraction
    yy: Fraction
    gram: Fraction

    @classmethod
    def of_vectors(cls, x: Sequence[Fraction], y: Sequence[Fraction]) -> "ExactPair":
        (first, x_scale), (second, y_scale) = _integers(x), _integers(y)
        return cls._of_products(
            sum(a * a for a in first),
            sum(a * b for a, b in zip(first, second, strict=True)),
            sum(b * b for b in second),
            x_scale,
            y_scale,
        )

    @classmethod
    def weighted(cls, x: Sequence[Fraction], y: Sequence[Fraction], covariance: Sequence[Any]) -> "ExactPair":
        """Inner products with a covariance between the vectors: a list of variances, or a matrix as a list of rows."""
        (first, x_scale), (second, y_scale) = _integers(x), _integers(y)
        if isinstance(covariance[0], Fraction):
            variances, scale = _integers(covariance)
            rows = [[v if i == j else 0 for j in range(len(variances))] for i, v in enumerate(variances)]
        else:
            entries, scale = _integers([entry for row in covariance for entry in row])
            size = len(covariance)
            rows = [entries[i * size : (i + 1) * size] for i in range(size)]
        if len(rows) != len(first):
            raise UsageError(f"covariance must have a row for each entry of x; got {len(rows)} for {len(first)}.")

        def product(a: list[int], b: list[int]) -> int:
            return sum(p * sum(r * q for r, q in zip(row, b, strict=True)) for p, row in zip(a, rows, strict=True))

        pair = cls._of_products(
            product(first, first), product(first, second), product(second, second), x_scale, y_scale
        )
        pair = cls(pair.xx / scale, pair.xy / scale, pair.yy / scale, pair.gram / scale**2)
        if min(pair.xx, pair.yy, pair.gram) < 0:
            raise UsageError("covariance must be positive semi-definite, exactly, to have an exact value; it is not.")
        return pair

    @classmethod
    def _of_products(cls, xx: int, xy: int, yy: int, x_scale: int, y_scale: int) -> "ExactPair":
        gram = Fraction(xx * yy - xy * xy, (x_scale * y_scale) ** 2)
        return cls(Fraction(xx, x_scale**2), Fraction(xy, x_scale * y_scale), Fraction(yy, y_scale**2), gram)

    @property
    def is_degenerate(self) -> bool:
        """Whether one of the vectors is zero."""
        return not (self.xx and self.yy)

    @property
    def lost_bits(self) -> int:
        """About how many bits xx yy - xy^2 loses where it comes from numbers that are not exact."""
        if not self.gram:
            return 0
        ratio = self.xx * self.yy / self.gram
        return max(0, ratio.numerator.bit_length() - ratio.denominator.bit_length() + 1)

    def perturbed(self, change: Perturbation) -> FeaturePair:
        """The pair at the working precision, with other norms and another angle."""
        same_norm = self.xx * (1 + change.xx) == self.yy * (1 + change.yy)
        return replace(self.balls().perturbed(change), same_norm=same_norm)

    def balls(self) -> FeaturePair:
        """The pair at the working precision."""
        sign = 0 if self.gram or not self.xy else 1 if self.xy > 0 else -1
        xx, xy, yy, gram = (ball(value) for value in (self.xx, self.xy, self.yy, self.gram))
        return FeaturePair(xx, xy, yy, gram, sign, Fraction(1), self.xx == self.yy, not self.xx, not self.yy)


def _integers(values: Sequence[Fraction]) -> tuple[list[int], int]:
    """Integers and the common denominator that they have been multiplied with."""
    scale = lcm(*(value.denominator for value in values))
    return [value.numerator * (scale // value.denominator) for value in values], scale
