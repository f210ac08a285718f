"""Derivatives of kernels: by the coordinates of x, by a bias, by a smoothing width, through any layers.

k(x, y) depends on x through the inner product p = x.y and the square a = |x|^2 alone, so its gradient is

    (dk/dp) y + 2 (dk/da) x,

and the chain rule carries two numbers per pair from layer to layer. For the arc-cosine kernels dk/dp is n^2 k_{n-1}
(Price's theorem).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from symkern.errors import InvalidArgument, UsageError
from symkern.kernels import biased
from symkern.kernels.gram import TALLEST, Block, Inputs, Tile, check_columns
from symkern.kernels.layers import Biased, Layer, Partials, Smoothed, single_layers, stacked_partials
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
            if y is None:  # each with itself: parallel to the last bit
                rows = np.arange(stop - start)
                pairs.cosine[rows, start + rows], pairs.s[rows, start + rows] = 1.0, 0.0
            if place is not None:
                out[start:stop] = _by_parameter(stack, place, pairs)
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


def _place(kernel: "Kernel", by: str) -> int:
    """Which of the single layers has the parameter."""
    name = by.rpartition("__")[2]
    known = [
        key for key, value in kernel.get_params().items() if key.rpartition("__")[2] in ("bias", "sigma") and value
    ]
    if by not in known or name not in ("bias", "sigma"):
        raise InvalidArgument("by", f"one of {', '.join(['X', *known])}", by)
    return _count(kernel, by.split("__")[:-1])


def _count(kernel: "Kernel", path: list[str]) -> int:
    """How many single layers come before the one that a path of parts leads to."""
    if not path:
        return 0
    before = 0
    for name, part in kernel._parts():
        if name == path[0]:
            return before + _count(part, path[1:])
        if not name.startswith("layer"):
            break
        before += len(single_layers(part._layers()))
    raise UsageError(
        "The derivative by a parameter inside a sum or product is not there; take that of the term itself."
    )


def _by_parameter(stack: Sequence[Layer], place: int, below: Pairs) -> Array:
    """Forward from the layer that has the parameter: k(x, y), k(x, x) and k(y, y) all depend on it."""
    for layer in stack[:place]:
        below = layer.pairs(below)
    layer = stack[place]
    change: Array
    if isinstance(layer, Biased):
        change = biased.by_bias(layer.bias, below)
        own, other = (_diagonal_by_bias(layer.bias, side) for side in (below.x, below.y))
    else:
        assert isinstance(layer, Smoothed)
        change = layer.by_width(below)
        own, other = (layer.diagonal_by_width(side) for side in (below.x, below.y))
    for above in stack[place + 1 :]:
        below = layer.pairs(below)
        part = above.partials(below)
        swapped = above.partials(Pairs(below.y, below.x, below.cosine.T, below.s.T))
        change = part.by_product * change + part.by_norm * own[:, None] + swapped.by_norm.T * other
        own, other, layer = part.diagonal * own, swapped.diagonal * other, above
    return change


def _diagonal_by_bias(bias: float, squared: Any) -> Array:
    side = biased.thresholds(bias, squared)
    return -2 * side.density * side.h / abs(bias)
