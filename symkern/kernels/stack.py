"""Layers on top of each other, bound to their inputs: one loop where there is one, layer by layer elsewhere."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from symkern.approximation.forms import IntegerDegree, RealDegree
from symkern.kernels import biased
from symkern.kernels.biased_step import Biased
from symkern.kernels.combined import single_layers, stacked_diagonal, stacked_pairs
from symkern.kernels.degrees import Degrees
from symkern.kernels.gram import NEAR, Inputs, Tile
from symkern.kernels.layers import Layer
from symkern.kernels.lookup import SECOND
from symkern.kernels.magnitudes import Magnitudes
from symkern.kernels.near import near_gaps
from symkern.kernels.pairs import Pairs
from symkern.kernels.smoothed import Smoothed

Array = npt.NDArray[np.float64]

BIASED_COLUMNS = 4096
"""A row's table is some kilobytes."""


def fused(layers: Sequence[Layer]) -> list[Layer]:
    """Return the layers with neighbouring degrees as one layer."""
    joined: list[Layer] = []
    for layer in layers:
        if isinstance(layer, Degrees) and joined and isinstance(joined[-1], Degrees):
            joined[-1] = Degrees(joined[-1].degrees + layer.degrees)
        else:
            joined.append(layer)
    return joined


class Stack:
    """Layers, the first first, on one view of the inputs."""

    def __init__(self, layers: Sequence[Layer], inputs: Inputs, view: int) -> None:
        self.layers, self.view = single_layers(layers) if inputs.apart else fused(layers), view
        self.x, self.y = inputs.views[view]
        first = self.layers[0]
        if isinstance(first, Degrees):
            first.refuse_zeros(self.x.zeros, "X")
            first.refuse_zeros(self.y.zeros, "Y")
        if any(isinstance(layer, Biased) for layer in self.layers):
            inputs.widest = min(inputs.widest, BIASED_COLUMNS)
        self.fast: Any = inputs.fast if len(self.layers) == 1 else None
        self._loop = _loop(self.layers[0], self.fast) if self.fast is not None else None

    def magnitudes(self) -> tuple[Magnitudes, Magnitudes]:
        """Return k(x, x) and k(y, y) of all rows and columns."""
        x, y = self.x.norms_squared, self.y.norms_squared
        return stacked_diagonal(self.layers, x), stacked_diagonal(self.layers, y)

    def diagonal(self) -> Array:
        return stacked_diagonal(self.layers, self.x.norms_squared).value()

    def numbers(self, tile: Tile, rows: slice) -> Magnitudes:
        *lower, last = self.layers
        return last.numbers(stacked_pairs(lower, tile.pairs(self.view, rows)))

    def fill(self, tile: Tile, out: Array) -> None:
        if self._loop is not None and self._compiled(tile, out):
            return
        *lower, last = self.layers
        for rows in tile.rows_at_once():
            last.values(stacked_pairs(lower, tile.pairs(self.view, rows)), out[rows])

    def _compiled(self, tile: Tile, out: Array) -> bool:
        """Fill `out` with the compiled loop; recompute nearly parallel pairs from vector differences.

        Return False if magnitudes exceed the loop's range.
        """
        left, right = tile.left[self.view], tile.right[self.view]
        sides = _sides(self.layers[0], left.squared, right.squared)
        if sides is None:
            return False
        products = tile.product(self.view)
        work, listed = np.empty((self.fast.ARRAYS, self.fast.SEGMENT)), np.empty(out.size, dtype=np.int64)
        count = self._loop(products, left.inverse, right.inverse, *sides, work, listed, out)  # type: ignore[misc]
        if count:
            near_places = listed[:count]
            places = np.where(near_places < 0, ~near_places, near_places)
            order = np.argsort(places)  # a loop may list them column by column
            sign = np.where(near_places < 0, -1.0, 1.0)[order]
            i, j = np.divmod(places[order], out.shape[1])
            s = near_gaps(left, right, i, j, sign, self.fast)
            near = Pairs(left.squared.within(i), right.squared.within(j), sign * (1.0 - s), s, listed=True)
            values = np.empty(len(i))
            self.layers[0].values(near, values)
            out[i, j] = values
        if isinstance(self.layers[0], Degrees):
            self.layers[0].fill_zeros(Pairs(left.squared, right.squared, out, out), out)
        return True


def _sides(layer: Layer, x: Any, y: Any) -> tuple[Any, ...] | None:
    """Return what a loop is told of rows and columns; None where numbers are too large or small for it."""
    if isinstance(layer, Degrees):
        powers = x.doubles(layer.power / 2), y.doubles(layer.power / 2)
        return None if any(power is None for power in powers) else powers
    if isinstance(layer, Smoothed):
        (x_shrink, x_width), (y_shrink, y_width) = layer.widths(x), layer.widths(y)
        return x_shrink, y_shrink, x_width, y_width
    assert isinstance(layer, Biased)
    if layer.bias > 0 and not (biased.moderate(layer.bias, x) and biased.moderate(layer.bias, y)):
        return None
    left, right = biased.side(layer.bias, x), biased.side(layer.bias, y)
    longer = left.table if len(left.table.centre) > len(right.table.centre) else right.table
    tables = left.table.start, right.table.start, left.table.coefficients, right.table.coefficients
    return *(_biased_rows(side) for side in (left, right)), *tables, longer.centre, longer.inverse


def _biased_rows(side: biased.Side) -> Array:
    of, table = side.thresholds, side.table
    return np.array([of.h, of.low, 1.0 / of.h, of.tail, of.root, table.stretch, table.last])


def _loop(layer: Layer, fast: Any) -> Callable[..., int] | None:
    """Return the compiled loop of a layer with its coefficients, or None where there is none."""
    if isinstance(layer, Biased):
        return lambda *given: fast.biased(*given[:-3], layer.bias < 0, NEAR, *given[-3:])
    if isinstance(layer, Smoothed):
        series = _padded(layer.step.form.series.coefficients)  # type: ignore[union-attr]
        return lambda *given: fast.smoothed(*given[:-3], series, NEAR, *given[-3:])
    if not isinstance(layer, Degrees):
        return None
    form = layer.function.form
    numbers: tuple[Any, ...]
    if isinstance(form, IntegerDegree):
        numbers = form.n, _padded(form.series.coefficients), _padded(form.cosine_polynomial)
        return lambda *given: fast.integer(*given[:-3], *numbers, NEAR, *given[-3:])
    if isinstance(form, RealDegree):
        polynomials = (_padded(part.coefficients) for part in (form.series, form.regular, form.octave))
        numbers = form.m, form.eps, form.kappa, *polynomials, _octaves(form.eps)
        return lambda *given: fast.real(*given[:-3], *numbers, NEAR, *given[-3:])
    table = layer.function.lookup
    if table is None:
        return None
    numbers = table.roots, SECOND, np.ascontiguousarray(table.coefficients).reshape(-1)
    return lambda *given: fast.tabulated(*given[:-3], *numbers, NEAR, *given[-3:])


def _padded(coefficients: Sequence[float]) -> Array:
    """Return coefficients, highest power first, with zeros in front to a multiple of six, at least twelve."""
    count = max(12, -(-len(coefficients) // 6) * 6)
    padded = np.zeros(count)
    padded[count - len(coefficients) :] = coefficients[::-1]
    return padded


def _octaves(eps: float) -> Array:
    """Return the factors 2^(-k eps) and the constants (2^(-k eps) - 1)/eps for k from 0 to 14, and -1.

    For s = 2^-k t: (s^eps - 1)/eps = 2^(-k eps) (t^eps - 1)/eps + (2^(-k eps) - 1)/eps.
    """
    k = np.array([*range(15), -1])
    exponent = -k * math.log(2)
    return np.concatenate([np.exp(eps * exponent), np.expm1(eps * exponent) / eps if eps else exponent])
