"""Derivatives of kernels: by the coordinates of x and by any real parameter, through layers, sums and products.

k(x, y) depends on x through the inner product p = x.y and the square a = |x|^2 alone, so its gradient is

    (dk/dp) y + 2 (dk/da) x,

and the chain rule carries two numbers per pair from layer to layer. For the arc-cosine kernels dk/dp is n^2 k_{n-1}
(Price's theorem).
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from symkern.errors import InvalidArgument, UsageError
from symkern.kernels.combined import Product, Sum, single_layers, stacked_diagonal, stacked_partials, stacked_values
from symkern.kernels.gram import TALLEST, Block, Inputs, Tile, check_columns
from symkern.kernels.layers import Changes, Layer, Partials
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
            tile = Tile([Block(left, start, stop)], [other], np.empty((stop - start, shape[1])), in_place=False)
            pairs = tile.pairs(0, slice(0, stop - start))
            rows = np.arange(stop - start)
            if y is None:  # each with itself: parallel to the last bit; by parameters that is k(x, x), and no pair
                pairs.cosine[rows, start + rows], pairs.s[rows, start + rows] = (1.0, 0.0) if by == "X" else (0.0, 1.0)
            if place is not None:
                found = _changes(stack, place, pairs)
                out[start:stop] = found.product
                if y is None:
                    out[start + rows, start + rows] = found.own
                continue
            part = stacked_partials(stack, pairs)
            weight = 1.0 if weights is None else np.asarray(weights, dtype=np.float64)[start:stop]
            out[start:stop] = _by_x(part, weight, x[start:stop], x if y is None else y)
    if place is not None and weights is not None:
        return np.asarray(np.sum(out * weights))
    return out


def _by_x(part: Partials, weight: Any, x: Any, y: Any) -> Array:
    if np.ndim(weight):
        own = np.sum(weight * part.by_norm, axis=1)
        return (weight * part.by_product) @ y + 2 * own[:, None] * x
    return part.by_product[:, :, None] * y + 2 * part.by_norm[:, :, None] * x[:, None, :]


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
        found = layer.by_parameter(what, below)
    else:
        assert isinstance(layer, Sum | Product)
        found = _inside(layer, what, inside, below)
    for above in stack[index + 1 :]:
        below = layer.pairs(below)
        part = above.partials(below)
        swapped = above.partials(Pairs(below.y, below.x, below.cosine.T, below.s.T))
        product = part.by_product * found.product + part.by_norm * found.own[:, None] + swapped.by_norm.T * found.other
        found, layer = Changes(product, part.diagonal * found.own, swapped.diagonal * found.other), above
    return found


def _inside(layer: Sum | Product, number: int, place: Place, below: Pairs) -> Changes:
    """Of one term: the others stay where they are, and multiply it in a product."""
    found = _changes(single_layers(layer.terms[number]), place, below)
    if isinstance(layer, Sum):
        return found
    others = [term for k, term in enumerate(layer.terms) if k != number]
    return Changes(
        math.prod((stacked_values(term, below) for term in others), start=found.product),
        *(
            math.prod((stacked_diagonal(term, side).value() for term in others), start=change)
            for side, change in ((below.x, found.own), (below.y, found.other))
        ),
    )
