"""Derivatives of kernels: by the coordinates of x and by any real parameter, through layers, sums and products.

k(x, y) depends on x through the inner product p = x.y and the square a = |x|^2 alone, so its gradient is

    (dk/dp) y + 2 (dk/da) x = sqrt(k(x, x) k(y, y))/|x| (P y/|y| + 2 N x/|x|),

and the chain rule carries the two numbers P and N, which are free of scale, from layer to layer. For the arc-cosine
kernels dk/dp is n^2 k_{n-1} (Price's theorem).
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from symkern.errors import InvalidArgument, UsageError
from symkern.kernels.blocks import Block, directions
from symkern.kernels.combined import Product, Sum, single_layers, stacked_partials, stacked_size
from symkern.kernels.gram import TALLEST, Inputs, Tile, check_columns
from symkern.kernels.layers import Changes, Layer
from symkern.kernels.magnitudes import Magnitudes, normalised
from symkern.kernels.pairs import Pairs
from symkern.kernels.rows import is_sparse, read_matrix
from symkern.kernels.threads import single_threaded_blas

if TYPE_CHECKING:
    from symkern.kernels.base import Kernel

Array = npt.NDArray[np.float64]


def gradient(kernel: "Kernel", X: Any, Y: Any, by: str, weights: Any) -> npt.NDArray[Any]:
    """The rules are those of `Kernel.gradient`."""
    x, _ = read_matrix(X, "X")
    y = None if Y is None or Y is X else read_matrix(Y, "Y")[0]
    inputs = Inputs(x, y, 1)
    check_columns(inputs)
    view = inputs.view(*kernel._view())
    left, right = inputs.views[view]
    shape = (len(left), len(right))
    if weights is not None and np.shape(weights) != shape:
        raise InvalidArgument("weights", f"a matrix with shape {shape}", f"shape {np.shape(weights)}")
    stack = single_layers(kernel._layers())
    place = None if by == "X" else _place(kernel, by)
    if place is None and (is_sparse(x) or (y is not None and is_sparse(y)) or left.transform is not None):
        raise UsageError(
            "The gradient by X needs dense inputs and a kernel without covariance. Convert or scale them first."
        )
    columns = x.shape[1]
    if place is not None:
        out = np.empty(shape)
    else:
        out = np.empty((shape[0], columns) if weights is not None else (*shape, columns))
    with single_threaded_blas():
        other = Block(right, 0, shape[1], is_sparse(x))
        for start in range(0, shape[0], TALLEST):
            stop = min(start + TALLEST, shape[0])
            block = Block(left, start, stop)
            tile = Tile([block], [other], np.empty((stop - start, shape[1])), in_place=False)
            pairs = tile.pairs(0, slice(0, stop - start))
            rows = np.arange(stop - start)
            if y is None:  # each with itself: parallel to the last bit; by parameters that is k(x, x), and no pair
                pairs.cosine[rows, start + rows], pairs.s[rows, start + rows] = (1.0, 0.0) if by == "X" else (0.0, 1.0)
            if place is not None:
                sizes = stacked_size(stack, pairs.x).root(), stacked_size(stack, pairs.y).root()
                changes = _changes(stack, place, pairs)
                _times(changes.product, pairs, *sizes, out[start:stop])
                if y is None:
                    own = sizes[0].product(sizes[0])
                    out[start + rows, start + rows] = _products(changes.own, own)
                continue
            weight = None if weights is None else np.asarray(weights, dtype=np.float64)[start:stop]
            out[start:stop] = _by_x(
                stack, pairs, directions(block, slice(None)), directions(other, slice(None)), weight
            )
    if place is not None and weights is not None:
        return np.asarray(np.sum(out * weights))
    return out


def _times(values: Array, pairs: Pairs, x: Magnitudes, y: Magnitudes, out: Array) -> None:
    """Write values x y for every row and column; a product that is a double does not overflow on the way."""
    flat = values.reshape(-1)
    parts = normalised(flat, np.zeros(flat.size, dtype=np.int64))
    pairs.scaled_magnitudes(parts, x, y, out)


def _products(values: Array, sizes: Magnitudes) -> Array:
    product = normalised(values * sizes.mantissa, sizes.exponent)
    return product.value()


ZERO_NORMS = -200, -400
"""Powers of two that stand for the norm of a zero vector: the gradient there is its limit along them, where there is
one, and 0 elsewhere."""


def _by_x(stack: Sequence[Layer], pairs: Pairs, x: Array, y: Array, weight: Array | None) -> Array:
    """Return the gradient by the rows x, as directions; with weights, that of the weighted sum over the columns."""
    by_product, by_norm = _scaled_partials(stack, pairs)
    if weight is not None:
        own = np.sum(weight * by_norm, axis=1)
        return (weight * by_product) @ y + 2 * own[:, None] * x
    i, j = np.nonzero(~(np.isfinite(by_product) & np.isfinite(by_norm)))
    by_product[i, j] = by_norm[i, j] = 0.0
    found = by_product[:, :, None] * y + 2 * by_norm[:, :, None] * x[:, None, :]
    if len(i):
        found[i, j] = _by_long_x(
            stack,
            Pairs(pairs.x.within(i), pairs.y.within(j), pairs.cosine[i, j], pairs.s[i, j], listed=True),
            x[i],
            y[j],
        )
    return found


def _by_long_x(stack: Sequence[Layer], pairs: Pairs, x: Array, y: Array) -> Array:
    """Return the gradient by x of listed pairs whose partials are beyond doubles: their sum is scaled, not they."""
    part = stacked_partials(stack, pairs)
    scale = _size_by_norm(stack, pairs.x).product(stacked_size(stack, pairs.y).root())
    relative = part.by_product[:, None] * y + 2 * part.by_norm[:, None] * x
    with np.errstate(over="ignore"):
        return np.ldexp(relative * scale.mantissa[:, None], np.clip(scale.exponent, -4000, 4000)[:, None])


def _scaled_partials(stack: Sequence[Layer], pairs: Pairs) -> tuple[Array, Array]:
    """Return P and N times sqrt(k(x, x) k(y, y))/|x|."""
    zero = np.flatnonzero(pairs.x.zero)
    if not len(zero):
        return _at_norms(stack, pairs, pairs.x)
    near, far = (_at_norms(stack, pairs, _stand_in(pairs.x, power)) for power in ZERO_NORMS)
    for first, second in zip(near, far, strict=True):
        with np.errstate(divide="ignore", invalid="ignore"):
            steady = np.abs(np.log2(np.abs(first[zero])) - np.log2(np.abs(second[zero]))) < 1.0
        first[zero] = np.where(steady, first[zero], 0.0)
    return near


def _stand_in(x: Magnitudes, power: int) -> Magnitudes:
    """Return squared norms with 2^(2 power) in the place of 0."""
    return Magnitudes(np.where(x.zero, 0.5, x.mantissa), np.where(x.zero, 2 * power + 1, x.exponent))


def _at_norms(stack: Sequence[Layer], pairs: Pairs, x: Magnitudes) -> tuple[Array, Array]:
    """Return the scaled partials for these squared norms of x."""
    pairs = Pairs(x, pairs.y, pairs.cosine, pairs.s)
    part = stacked_partials(stack, pairs)
    own, other = _size_by_norm(stack, x), stacked_size(stack, pairs.y).root()
    by_product, by_norm = np.empty(pairs.s.shape), np.empty(pairs.s.shape)
    _times(part.by_product, pairs, own, other, by_product)
    _times(part.by_norm, pairs, own, other, by_norm)
    return by_product, by_norm


def _size_by_norm(stack: Sequence[Layer], x: Magnitudes) -> Magnitudes:
    """Return sqrt(k(x, x))/|x|."""
    return stacked_size(stack, x).root().product(x.power(Fraction(-1, 2)))


Place = list[tuple[int, int | str]]
"""Where a parameter is: which of the single layers and its name there, or which of its terms and then where in that."""


def _place(kernel: "Kernel", by: str) -> Place:
    known = kernel._smooth_parameters()
    if by not in known:
        raise InvalidArgument("by", f"one of {', '.join(['X', *known])}", by)
    return _path(kernel, by.split("__"))


def _path(kernel: "Kernel", names: list[str]) -> Place:
    """The first of the names is that of a part, or of a parameter of the kernel's last layer."""
    if len(names) == 1:
        return [(len(single_layers(kernel._layers())) - 1, names[0])]
    before = 0
    for number, (name, part) in enumerate(kernel._parts()):
        if name == names[0]:
            inside = _path(part, names[1:])
            if name.startswith("term"):
                return [(0, number), *inside]
            (index, what), *rest = inside
            return [(before + index, what), *rest]
        before += len(single_layers(part._layers()))
    raise UsageError(f"There is no part {names[0]} in {kernel!r}.")


def _changes(stack: Sequence[Layer], place: Place, below: Pairs) -> Changes:
    """Forward from the layer that has the parameter: k(x, y), k(x, x) and k(y, y) all depend on it."""
    (index, what), *inside = place
    for layer in stack[:index]:
        below = layer.pairs(below)
    layer = stack[index]
    if isinstance(what, str):
        changes = layer.by_parameter(what, below)
    else:
        assert isinstance(layer, Sum | Product)
        changes = layer.change(what, _changes(single_layers(layer.terms[what]), inside, below), below)
    for above in stack[index + 1 :]:
        below = layer.pairs(below)
        part = above.partials(below)
        swapped = above.partials(Pairs(below.y, below.x, below.cosine.T, below.s.T))
        product = (
            part.by_product * changes.product + part.by_norm * changes.own[:, None] + swapped.by_norm.T * changes.other
        )
        changes, layer = Changes(product, part.diagonal * changes.own, swapped.diagonal * changes.other), above
    return changes
