"""The lower part of a symmetric matrix, copied from its upper part strip by strip."""

import functools
from typing import Any

import numpy as np
import numpy.typing as npt

SQUARE = 64
"""Rows of a square on the diagonal whose halves are told apart by a mask."""
COLUMNS = 256
"""Columns of a strip that numpy turns at a time: with its rows, half a megabyte at most."""
PADDING = 8
"""Numbers between the rows of the copy, a line of the cache: rows of 2^k numbers would share few places in it."""


def mirror(
    result: npt.NDArray[Any], start: int, stop: int, first: int, last: int, diagonal: npt.NDArray[np.float64], fast: Any
) -> None:
    """Copy rows start to stop, columns first to last, to below the diagonal; `fast` has the compiled loop.

    Where first is start, the block begins with a square on the diagonal. Its upper part is copied to its lower part,
    and the diagonal is set.
    """
    if fast is not None and result.flags.c_contiguous:
        fast.mirror(result, start, stop, first, last)
    else:
        if first == start:
            _mirror_square(result, start, stop)
        _mirror_rectangle(result, start, stop, max(first, stop), last)
    if first == start:
        with np.errstate(over="ignore"):  # infinite in single precision, where it is beyond that
            np.fill_diagonal(result[start:stop, start:stop], diagonal[start:stop])


def _mirror_square(result: npt.NDArray[Any], start: int, stop: int) -> None:
    for top in range(start, stop, SQUARE):
        bottom = min(top + SQUARE, stop)
        square = result[top:bottom, top:bottom]
        np.copyto(square, square.T.copy(), where=_below()[: bottom - top, : bottom - top])
        _mirror_rectangle(result, top, bottom, bottom, stop)


def _mirror_rectangle(result: npt.NDArray[Any], start: int, stop: int, first: int, last: int) -> None:
    """Turn a contiguous copy: columns of the result itself may all fall on the same places of the cache.

    A matrix with 4096 columns takes fifty times as long to turn without the copy.
    """
    height = stop - start
    copy = np.empty((height, COLUMNS + PADDING), dtype=result.dtype)
    for left in range(first, last, COLUMNS):
        right = min(left + COLUMNS, last)
        part = copy[:, : right - left]
        part[:] = result[start:stop, left:right]
        result[left:right, start:stop] = part.T


@functools.cache
def _below() -> npt.NDArray[np.bool_]:
    """Mask of what is below the diagonal of a square."""
    return np.tri(SQUARE, k=-1, dtype=bool)
