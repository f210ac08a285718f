r"""1 - |cosine| of nearly parallel and nearly opposite pairs, to full relative accuracy however small it is.

A product of unit vectors tells nothing of angles below 1e-8, and a difference of rounded unit vectors little of angles
below 1e-15. Here y less a multiple of x is computed with the product exact, and what is parallel to x is taken off
again: the rest is |y| sin(theta) long. Pairs that are parallel to the last bit are recognised by x_i y_k = x_k y_i.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from symkern.kernels.blocks import Block
from symkern.kernels.residuals import residuals, two_product
from symkern.kernels.rows import Matrix, is_sparse

Array = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]

NUMBERS_AT_ONCE = 1 << 17
CLUSTERED, FEW_PAIRS = 0.25, 4096
"""Of a strip's pairs: from so many near ones on, it is quicker to multiply again than to subtract each."""
CLOSER = 0.125
"""Of the squares of two residuals: pairs that are nearer than that to each other are subtracted all the same."""
PARALLEL = 2.0**-180
"""Squared sines below this may be rounding of 0."""


def near_gaps(left: Block, right: Block, i: Places, j: Places, sign: Array, fast: Any) -> Array:
    """Return 1 - |cosine| of the pairs i of the left and j of the right; i in order, sign -1 for opposite ones."""
    dense = not (is_sparse(left.matrix) or is_sparse(right.matrix))
    rows = int(i[-1] - i[0]) + 1
    if dense and len(i) > CLUSTERED * rows * len(right.inverse) and len(i) > FEW_PAIRS and np.all(sign > 0):
        return _clustered(left, right, i, j, fast)
    return _pair_by_pair(left, right, i, j, sign, fast)


def _pair_by_pair(left: Block, right: Block, i: Places, j: Places, sign: Array, fast: Any) -> Array:
    sparse = is_sparse(left.matrix) and is_sparse(right.matrix)
    if fast is not None and not (is_sparse(left.matrix) or is_sparse(right.matrix)):
        squared_sines = np.empty(len(i))
        work = np.empty(left.matrix.shape[1])
        fast.squared_sines(left.matrix, right.matrix, left.inverse, right.inverse, i, j, sign, work, squared_sines)
        close = np.flatnonzero(squared_sines < PARALLEL)
        step = max(1, NUMBERS_AT_ONCE // left.matrix.shape[1])
        for start in range(0, len(close), step):
            closest = close[start : start + step]
            parallel = _parallel(left.matrix[i[closest]], right.matrix[j[closest]])
            squared_sines[closest[parallel]] = 0.0
        return _gaps(squared_sines)
    step = max(1, NUMBERS_AT_ONCE // left.matrix.shape[1]) if not sparse else NUMBERS_AT_ONCE
    parts = []
    for start in range(0, len(i), step):
        some = slice(start, start + step)
        x, y = (_rows(block, k[some], dense=not sparse) for block, k in ((left, i), (right, j)))
        inverse, other = left.inverse[i[some]], right.inverse[j[some]]
        find = _sparse_squared_sines if sparse else _squared_sines
        parts.append(find(x, y, inverse, other, sign[some] * (inverse / other)))
    return _gaps(np.concatenate(parts))


def _gaps(squared_sines: Array) -> Array:
    """Return 1 - |cosine|."""
    return squared_sines / (1.0 + np.sqrt(1.0 - np.minimum(squared_sines, 1.0)))


def _rows(block: Block, rows: Places, *, dense: bool) -> Matrix:
    """Return some rows; beside a dense block, those of a sparse one are made dense too."""
    part = block.matrix[rows]
    return part.toarray() if dense and is_sparse(part) else part


def _squared_sines(x: Array, y: Array, inverse: Array, other: Array, ratio: Array) -> Array:
    """Return sin^2 of the angles of dense rows; the ratio is that of y to x where they are parallel, nearly."""
    product, low = two_product(ratio[:, None], x)
    rest = (y - product) - low
    rest -= (np.einsum("ij,ij->i", rest, x) * inverse * inverse)[:, None] * x
    rest *= other[:, None]
    squared_sines = np.einsum("ij,ij->i", rest, rest)
    close = np.flatnonzero(squared_sines < PARALLEL)
    if len(close):
        squared_sines[close[_parallel(x[close], y[close])]] = 0.0
    return squared_sines


def _parallel(x: Array, y: Array) -> npt.NDArray[np.bool_]:
    """Return which rows are parallel to the last bit: x_i y_k = x_k y_i, k the place of the largest entry of x."""
    k = np.argmax(np.abs(x), axis=1)[:, None]
    first = two_product(x, np.take_along_axis(y, k, axis=1))
    second = two_product(y, np.take_along_axis(x, k, axis=1))
    return np.all((first[0] == second[0]) & (first[1] == second[1]), axis=1)


def _sparse_squared_sines(x: Matrix, y: Matrix, inverse: Array, other: Array, ratio: Array) -> Array:
    """Return the same for sparse rows, whose products have the places of x."""
    product, low = _times(x, ratio)
    rest = (y - product) - low
    along = np.asarray(rest.multiply(x).sum(axis=1)).reshape(-1) * inverse * inverse
    rest = (rest - _times(x, along)[0]).multiply(other[:, None]).tocsr()
    squared_sines = np.asarray(rest.multiply(rest).sum(axis=1)).reshape(-1)
    for place in np.flatnonzero(squared_sines < PARALLEL):
        if _parallel(x[[place]].toarray(), y[[place]].toarray())[0]:
            squared_sines[place] = 0.0
    return squared_sines


def _times(x: Matrix, factors: Array) -> tuple[Matrix, Matrix]:
    """Return sparse rows times a factor each, and what rounding took from them."""
    products = two_product(np.repeat(factors, np.diff(x.indptr)), x.data)
    high, low = (type(x)((data, x.indices, x.indptr), x.shape) for data in products)
    return high, low


def _clustered(left: Block, right: Block, i: Places, j: Places, fast: Any) -> Array:
    """Return the same where many pairs are nearly parallel: from products of what is left beside their mean direction.

    With x = rho (m + p), y = rho' (m + q) and e = q - p, sin^2 is (|m + p|^2 |e|^2 - (p.e)^2)/(|m + p|^2 |m + q|^2).
    """
    columns = right.centred
    squared_sines = np.empty(len(i))
    step = max(1, NUMBERS_AT_ONCE // len(columns.rows))
    for start in range(int(i[0]), int(i[-1]) + 1, step):
        rows = residuals(left.matrix[start : start + step], columns.direction)
        first, last = np.searchsorted(i, (start, start + step))
        some, row, column = slice(first, last), i[first:last] - start, j[first:last]
        products = (rows.rows @ columns.rows.T)[row, column]
        own, other = rows.squares[row], columns.squares[column]
        apart = own + other - 2 * products
        size = 1.0 + own
        squared_sines[some] = (size * apart - (products - own) ** 2) / (size * (1.0 + other))
        closer = first + np.flatnonzero(apart < CLOSER * (own + other))
        if len(closer):
            gaps = _pair_by_pair(left, right, i[closer], j[closer], np.ones(len(closer)), fast)
            squared_sines[closer] = gaps * (2.0 - gaps)
    return _gaps(squared_sines)
