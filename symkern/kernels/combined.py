"""Layers on top of each other and beside each other: stacks, what they make of pairs, and sums and products of them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from symkern.kernels.layers import Changes, Degrees, Layer, Partials
from symkern.kernels.magnitudes import Magnitudes, magnitudes
from symkern.kernels.pairs import Pairs

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Scale(Layer):
    """A factor."""

    factor: float

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        return x.times(self.factor)

    def pairs(self, below: Pairs) -> Pairs:
        return Pairs(self.above(below.x), self.above(below.y), below.cosine, below.s, below.listed)

    def partials(self, below: Pairs) -> Partials:
        constant = np.full(below.s.shape, self.factor)
        return Partials(constant, np.zeros(below.s.shape), np.full(len(below.x), self.factor))

    def by_parameter(self, name: str, below: Pairs) -> Changes:
        """By the factor: what it multiplies."""
        product = np.empty(below.s.shape)
        below.value(product)
        return Changes(product, below.x.value(), below.y.value())


@dataclass(frozen=True)
class Sum(Layer):
    """Stacks of layers on the same inputs, added."""

    terms: tuple[tuple[Layer, ...], ...]

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        return magnitudes(sum((stacked_diagonal(term, x).value() for term in self.terms), np.zeros(len(x))))

    def values(self, below: Pairs, out: Array) -> None:
        out[...] = sum((stacked_values(term, below) for term in self.terms), np.zeros(below.s.shape))

    def partials(self, below: Pairs) -> Partials:
        parts = [stacked_partials(term, below) for term in self.terms]
        return Partials(*(sum(each[1:], each[0]) for each in zip(*map(_fields, parts), strict=True)))


@dataclass(frozen=True)
class Product(Layer):
    """Stacks of layers on the same inputs, multiplied."""

    terms: tuple[tuple[Layer, ...], ...]

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        return magnitudes(np.prod([stacked_diagonal(term, x).value() for term in self.terms], axis=0))

    def values(self, below: Pairs, out: Array) -> None:
        np.prod([stacked_values(term, below) for term in self.terms], axis=0, out=out)

    def partials(self, below: Pairs) -> Partials:
        parts = [stacked_partials(term, below) for term in self.terms]
        values = [stacked_values(term, below) for term in self.terms]
        own = [stacked_diagonal(term, below.x).value() for term in self.terms]
        return Partials(
            _product_rule(values, [part.by_product for part in parts]),
            _product_rule(values, [part.by_norm for part in parts]),
            _product_rule(own, [part.diagonal for part in parts]),
        )


def _fields(part: Partials) -> tuple[Array, Array, Array]:
    return part.by_product, part.by_norm, part.diagonal


def _product_rule(values: list[Array], derivatives: list[Array]) -> Array:
    total = np.zeros_like(derivatives[0])
    for k, derivative in enumerate(derivatives):
        total = total + math.prod(values[:k] + values[k + 1 :], start=derivative)
    return total


def stacked_diagonal(stack: Sequence[Layer], x: Magnitudes) -> Magnitudes:
    """k(x, x) on top of some layers."""
    for layer in stack:
        x = layer.above(x)
    return x


def stacked_values(stack: Sequence[Layer], below: Pairs) -> Array:
    """k(x, y) on top of some layers."""
    *lower, last = stack
    for layer in lower:
        below = layer.pairs(below)
    values = np.empty(below.s.shape)
    last.values(replace(below, s=below.s.copy()), values)
    return values


def stacked_partials(stack: Sequence[Layer], below: Pairs) -> Partials:
    """The chain rule through some layers."""
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
    """Every degree as a layer of its own: the chain rule needs what is between them."""
    return [part for layer in stack for part in (layer.single() if isinstance(layer, Degrees) else [layer])]
