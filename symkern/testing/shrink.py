"""The smallest input that breaks a law, found greedily: fewer rows, fewer columns, simpler entries."""

from collections.abc import Callable, Iterator

import numpy as np

from symkern.testing.subject import Array

MOST_TRIALS = 1000
"""Trials after which the smallest input found so far is good enough."""


def shrink(X: Array, breaks: Callable[[Array], bool], trials: int = MOST_TRIALS) -> Array:
    """Return a matrix that still breaks the law and from which no row, column or digit can be taken.

    Parameters
    ----------
    X : ndarray of shape (m, d)
        Inputs that break a law.
    breaks : callable
        Whether a matrix breaks it.
    trials : int, default 1000
        Largest number of calls of `breaks`.

    Returns
    -------
    ndarray
        The smallest matrix found.

    Examples
    --------
    >>> shrink(np.array([[0.3, 7.2], [5.1, 12.9]]), lambda X: bool(np.max(X) > 10)).tolist()
    [[13.0]]
    """
    left = trials

    def still_breaks(candidate: Array) -> bool:
        nonlocal left
        left -= 1
        return left >= 0 and breaks(candidate)

    before = None
    while left > 0 and (before is None or not np.array_equal(before, X)):
        before = X
        for axis in (0, 1):
            X = _fewer(X, axis, still_breaks)
        X = _rounded(X, still_breaks)
        X = _simpler_entries(X, still_breaks)
    return X


def _fewer(X: Array, axis: int, breaks: Callable[[Array], bool]) -> Array:
    """Return X without the rows or columns that are not needed, taken away in halves, quarters and so on."""
    size = X.shape[axis] // 2
    while size:
        start = 0
        while start < X.shape[axis] and X.shape[axis] > size:
            candidate = np.delete(X, slice(start, start + size), axis=axis)
            if candidate.size and breaks(candidate):
                X = candidate
            else:
                start += size
        size //= 2
    return X


def _rounded(X: Array, breaks: Callable[[Array], bool]) -> Array:
    """Return X scaled to 1 and with few digits, all entries together, as far as the law is still broken."""
    largest = float(np.max(np.abs(X), initial=0.0))
    if largest not in (0.0, 1.0) and breaks(X / largest):
        X = X / largest
    for digits in (0, 1, 3):
        candidate = np.array([[float(f"{entry:.{digits}e}") for entry in row] for row in X.tolist()])
        if not np.array_equal(candidate, X) and breaks(candidate):
            return candidate
    return X


def _simpler_entries(X: Array, breaks: Callable[[Array], bool]) -> Array:
    """Return X with each entry as simple as the law allows while it is still broken."""
    X = X.copy()
    for place in np.ndindex(X.shape):
        for entry in _simpler_numbers(float(X[place])):
            candidate = X.copy()
            candidate[place] = entry
            if breaks(candidate):
                X = candidate
                break
    return X


def _simpler_numbers(entry: float) -> Iterator[float]:
    """Yield numbers that are shorter to write than this one: 0, 1, then fewer digits, binary and decimal."""
    if entry in (0.0, 1.0):
        yield from (0.0,) * int(entry)
        return
    binary = [round(entry * 2.0**bits) / 2.0**bits for bits in (0, 2, 5, 10) if abs(entry) < 1e6]
    decimal = [float(f"{entry:.{digits}e}") for digits in (0, 1, 3, 7)]
    shorter = [number for number in (*binary, *decimal) if len(repr(number)) < len(repr(entry))]
    yield from dict.fromkeys([0.0, 1.0, *([] if entry == -1.0 else [-1.0]), *shorter])
