"""Copy of a symmetric matrix's upper part to its lower part, compiled by numba."""

from typing import Any

import numpy.typing as npt
from numba import njit

SIDE = 8
"""Rows and columns copied at a time: eight doubles are a line of the cache, so each line is read and written once."""


@njit(nogil=True, cache=True)
def mirror(result: npt.NDArray[Any], start: int, stop: int, first: int, last: int) -> None:
    """Copy rows start to stop, columns first to last, to the transposed place below the diagonal.

    Where first is start, the block begins with a square on the diagonal, of which the upper part alone is read.
    """
    if first == start:
        for top in range(start, stop, SIDE):
            bottom = min(top + SIDE, stop)
            for i in range(top + 1, bottom):
                for j in range(top, i):
                    result[i, j] = result[j, i]
            _rectangle(result, top, bottom, bottom, stop)
    _rectangle(result, start, stop, max(first, stop), last)


@njit(nogil=True, cache=True)
def _rectangle(result: npt.NDArray[Any], start: int, stop: int, first: int, last: int) -> None:
    full_rows = start + (stop - start) // SIDE * SIDE
    full_columns = first + (last - first) // SIDE * SIDE
    for left in range(first, full_columns, SIDE):
        for j in range(start, full_rows, SIDE):
            for k in range(SIDE):  # of constant length, so that it becomes one of packed instructions
                i = left + k
                a, b, c, d = result[j, i], result[j + 1, i], result[j + 2, i], result[j + 3, i]
                e, f, g, h = result[j + 4, i], result[j + 5, i], result[j + 6, i], result[j + 7, i]
                result[i, j], result[i, j + 1], result[i, j + 2], result[i, j + 3] = a, b, c, d
                result[i, j + 4], result[i, j + 5], result[i, j + 6], result[i, j + 7] = e, f, g, h
        for i in range(left, left + SIDE):
            for j in range(full_rows, stop):
                result[i, j] = result[j, i]
    for i in range(full_columns, last):
        for j in range(start, stop):
            result[i, j] = result[j, i]
