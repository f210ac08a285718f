"""Layers on top of each other and beside each other: stacks, what they make of pairs, and sums and products of them.

Sums and products are taken of cosines, weighed by norms that are magnitudes. With alpha_i = sqrt(k_i(x, x)/k(x, x)) and
beta_i likewise for y, a sum has the cosine sum alpha_i beta_i c_i, and its distance from 1 has no cancellation:

    1 - c = sum alpha_i beta_i (1 - c_i) + sum_{i<j} (alpha_i beta_j - alpha_j beta_i)^2/(1 + sum alpha_i beta_i),

and the same with 1 + c and 1 + c_i (Lagrange). The differences cancel where two terms have nearly the same ratio for x
and for y, and rounding would put an angle between parallel inputs. Norms of homogeneous terms are powers of |x|, whose
ratio is known to all digits.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np
import numpy.typing as npt

from symkern.kernels.degrees import Degrees
from symkern.kernels.layers import Changes, Layer, Partials
from symkern.kernels.magnitudes import Magnitudes, ratio, sum_of
from symkern.kernels.pairs import Pairs

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Scale(Layer):
    """A factor."""

    factor: float

    def homogeneity(self, below: Fraction) -> Fraction:
        return below

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        return x.times(self.factor)

    def pairs(self, below: Pairs) -> Pairs:
        return Pairs(self.above(below.x), self.above(below.y), below.cosine, below.s, below.listed)

    def partials(self, below: Pairs) -> Partials:
        return Partials(np.ones(below.s.shape), np.zeros(below.s.shape), np.ones(len(below.x)))

    def by_parameter(self, name: str, below: Pairs) -> Changes:
        """Return those by the factor: k is proportional to it."""
        return Changes(
            below.cosine / self.factor,
            np.where(below.x.zero, 0.0, 1 / self.factor),
            np.where(below.y.zero, 0.0, 1 / self.factor),
        )


@dataclass(frozen=True)
class Sum(Layer):
    """Stacks of layers on the same inputs, added."""

    terms: tuple[tuple[Layer, ...], ...]

    def homogeneity(self, below: Fraction) -> Fraction | None:
        powers = {_stacked_homogeneity(term, below) for term in self.terms}
        return powers.pop() if len(powers) == 1 else None

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        return sum_of([stacked_diagonal(term, x) for term in self.terms])

    def pairs(self, below: Pairs) -> Pairs:
        terms = [stacked_pairs(term, below) for term in self.terms]
        powers = [_stacked_homogeneity(term, Fraction(1)) for term in self.terms]

        def turn(i: int, j: int) -> Array | None:
            """Return the logarithm of the ratio of two terms' norms, of x over y, where it is known to all digits."""
            if self._multiples(i, j):
                return np.zeros(below.s.shape)
            first, second = powers[i], powers[j]
            return None if first is None or second is None else float(first - second) / 2 * below.log_ratio

        return added(terms, turn)

    def _multiples(self, i: int, j: int) -> bool:
        """Return whether two terms are the same but for a factor on top."""
        first, second = (list(self.terms[k]) for k in (i, j))
        for term in (first, second):
            while term and isinstance(term[-1], Scale):
                term.pop()
        return first == second

    def size(self, x: Magnitudes) -> Magnitudes:
        return sum_of([stacked_size(term, x) for term in self.terms])

    def shares(self, x: Magnitudes) -> list[Array]:
        """Return sqrt(k_i(x, x)/k(x, x)) of every term."""
        whole = self.size(x).root()
        return [ratio(stacked_size(term, x).root(), whole) for term in self.terms]

    def relative_values(self, below: Pairs) -> Array:
        total = np.zeros(below.s.shape)
        for term, alpha, beta in zip(self.terms, self.shares(below.x), self.shares(below.y), strict=True):
            left, right = below.spread(alpha, beta)
            total += left * right * _relative_values(term, below)
        return total

    def partials(self, below: Pairs) -> Partials:
        parts = [stacked_partials(term, below) for term in self.terms]
        own, other = self.shares(below.x), self.shares(below.y)
        by_product, by_norm = np.zeros(below.s.shape), np.zeros(below.s.shape)
        diagonal = np.zeros(len(below.x))
        for part, alpha, beta in zip(parts, own, other, strict=True):
            left, right = below.spread(alpha, beta)
            by_product += left * right * part.by_product
            by_norm += left * right * part.by_norm
            diagonal += alpha * alpha * part.diagonal
        return Partials(by_product, by_norm, diagonal)

    def change(self, number: int, change: Changes, below: Pairs) -> Changes:
        """Return the derivatives of the sum from those of one term."""
        alpha, beta = self.shares(below.x)[number], self.shares(below.y)[number]
        left, right = below.spread(alpha, beta)
        return Changes(left * right * change.product, alpha * alpha * change.own, beta * beta * change.other)


@dataclass(frozen=True)
class Product(Layer):
    """Stacks of layers on the same inputs, multiplied."""

    terms: tuple[tuple[Layer, ...], ...]

    def homogeneity(self, below: Fraction) -> Fraction | None:
        powers = [_stacked_homogeneity(term, below) for term in self.terms]
        return None if None in powers else sum(filter(None, powers), Fraction(0))

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        return product_of([stacked_diagonal(term, x) for term in self.terms])

    def size(self, x: Magnitudes) -> Magnitudes:
        return product_of([stacked_size(term, x) for term in self.terms])

    def pairs(self, below: Pairs) -> Pairs:
        return multiplied([stacked_pairs(term, below) for term in self.terms])

    def relative_values(self, below: Pairs) -> Array:
        return math.prod((_relative_values(term, below) for term in self.terms), start=np.ones(below.s.shape))

    def partials(self, below: Pairs) -> Partials:
        parts = [stacked_partials(term, below) for term in self.terms]
        cosines = [_relative_values(term, below) for term in self.terms]
        return Partials(
            _product_rule(cosines, [part.by_product for part in parts]),
            _product_rule(cosines, [part.by_norm for part in parts]),
            np.sum([part.diagonal for part in parts], axis=0),
        )

    def change(self, number: int, change: Changes, below: Pairs) -> Changes:
        """Return the derivatives of the product from those of one factor."""
        others = [_relative_values(term, below) for k, term in enumerate(self.terms) if k != number]
        return Changes(math.prod(others, start=change.product), change.own, change.other)


def added(terms: Sequence[Pairs], turn: Callable[[int, int], Array | None] = lambda _i, _j: None) -> Pairs:
    """Return the pairs of a sum of kernels from those of its terms.

    `turn` may return log(alpha_i beta_j/(alpha_j beta_i)) for two terms, NaN where it is not known.
    """
    first = terms[0]
    x, y = sum_of([term.x for term in terms]), sum_of([term.y for term in terms])
    cosine, fall, rise, apart, alike = (np.zeros(first.s.shape) for _ in range(5))
    shares = [first.spread(ratio(term.x.root(), x.root()), ratio(term.y.root(), y.root())) for term in terms]
    with np.errstate(under="ignore"):
        for term, (alpha, beta) in zip(terms, shares, strict=True):
            weight = alpha * beta
            alike += weight
            cosine += weight * term.cosine
            fall += weight * term.fall
            rise += weight * term.rise
        for i, j in combinations(range(len(terms)), 2):
            (a, b), (c, d) = shares[i], shares[j]
            area, angle = a * d - b * c, turn(i, j)
            if angle is not None:  # the difference cancels where the ratio is near 1
                area = np.where(np.abs(angle) < 1.0, b * c * np.expm1(np.clip(angle, -1.0, 1.0)), area)
            apart += area**2
        apart /= 1.0 + alike
    return first.above(x, y, cosine, np.where(cosine > 0, fall, rise) + apart)


def multiplied(terms: Sequence[Pairs]) -> Pairs:
    """Return the pairs of a product of kernels from those of its factors: 1 - |c d| = s + (1 - s) t."""
    first = terms[0]
    x, y, cosine, s = first.x, first.y, first.cosine.copy(), first.s.copy()
    for term in terms[1:]:
        x, y = x.product(term.x), y.product(term.y)
        with np.errstate(under="ignore"):
            cosine *= term.cosine
            s += (1.0 - s) * term.s
    return first.above(x, y, cosine, s)


def product_of(terms: Sequence[Magnitudes]) -> Magnitudes:
    """Return the product of magnitudes, element by element."""
    first, *others = terms
    for other in others:
        first = first.product(other)
    return first


def _product_rule(values: list[Array], derivatives: list[Array]) -> Array:
    total = np.zeros_like(derivatives[0])
    for k, derivative in enumerate(derivatives):
        total = total + math.prod(values[:k] + values[k + 1 :], start=derivative)
    return total


def _stacked_homogeneity(stack: Sequence[Layer], power: Fraction | None) -> Fraction | None:
    """Return the power of |x|^2 that k(x, x) on top of some layers is a multiple of; None for none."""
    for layer in stack:
        power = None if power is None else layer.homogeneity(power)
    return power


def stacked_diagonal(stack: Sequence[Layer], x: Magnitudes) -> Magnitudes:
    """Return k(x, x) on top of some layers, at least one."""
    *lower, last = stack
    below = _stacked_norms(lower, x)
    found: Magnitudes = below.found(last, last.diagonal)
    return found


def _stacked_norms(stack: Sequence[Layer], x: Magnitudes) -> Magnitudes:
    """Return the squared norms that a layer on top of some others sees."""
    for layer in stack:
        x = layer.above(x)
    return x


def stacked_size(stack: Sequence[Layer], x: Magnitudes) -> Magnitudes:
    """Return the numbers by whose roots the derivatives of some layers are divided."""
    *lower, last = stack
    return last.size(_stacked_norms(lower, x))


def _relative_values(stack: Sequence[Layer], below: Pairs) -> Array:
    """Return k(x, y) on top of some layers, divided by the roots of the sizes: the cosine, for most kernels."""
    *lower, last = stack
    below = stacked_pairs(lower, below)
    return last.relative_values(below)


def stacked_pairs(stack: Sequence[Layer], below: Pairs) -> Pairs:
    """Return the pairs on top of some layers."""
    for layer in stack:
        below = layer.pairs(below)
    return below


def stacked_values(stack: Sequence[Layer], below: Pairs) -> Array:
    """Return k(x, y) on top of some layers."""
    *lower, last = stack
    values = np.empty(below.s.shape)
    last.values(stacked_pairs(lower, below), values)
    return values


def stacked_partials(stack: Sequence[Layer], below: Pairs) -> Partials:
    """Return the derivatives through some layers, by the chain rule."""
    by_product, by_norm = np.ones(below.s.shape), np.zeros(below.s.shape)
    diagonal = np.ones(len(below.x))
    layers = single_layers(stack)
    for number, layer in enumerate(layers):
        part = layer.partials(below)
        own = below.spread(diagonal, diagonal)[0]
        by_norm = part.by_product * by_norm + part.by_norm * own
        by_product = part.by_product * by_product
        diagonal = part.diagonal * diagonal
        if number + 1 < len(layers):
            below = layer.pairs(below)
    return Partials(by_product, by_norm, diagonal)


def single_layers(stack: Sequence[Layer]) -> list[Layer]:
    """Return the layers with every degree as a layer of its own: the chain rule needs what is between them."""
    return [part for layer in stack for part in (layer.single() if isinstance(layer, Degrees) else [layer])]
