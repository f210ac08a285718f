"""The smallest input that breaks a law, found greedily: fewer rows, fewer columns, simpler entries."""

from collections.abc import Callable, Iterator

import numpy as np

from symkern.testing.subject import Array

MOST_TRIALS = 3000
"""Trials after which the smallest input found so far is good enough."""


def shrink(X: Array, breaks: Callable[[Array], bool], trials: int = MOST_TRIALS) -> Array:
    """Return a matrix that still breaks the law and from which no row, column or digit can be taken.

    Parameters
    ----------
    X : ndarray of shape (m, d)
        Inputs that break a law.
    breaks : callable
        Whether a matrix breaks it.
    trials : int
        Largest number of calls of `breaks`.

    Returns
    -------
    ndarray
        The smallest matrix found.

    Examples
    --------
    >>> shrink(np.array([[0.3, 7.2], [5.1, 12.9]]), lambda X: bool(np.max(X) > 10)).tolist()
    [[12.0]]
    """
    left = trials
    improved = True
    while improved and left > 0:
        improved = False
        for candidate in _simpler(X):
            left -= 1
            if left < 0:
                break
            if breaks(candidate):
                X, improved = candidate, True
                break
    return X


def _simpler(X: Array) -> Iterator[Array]:
    """Yield matrices simpler than X, the boldest first."""
    rows, columns = X.shape
    if rows > 3:
        half = rows // 2
        yield X[:half]
        yield X[half:]
    if rows > 1:
        for k in range(rows):
            yield np.delete(X, k, axis=0)
    if columns > 3:
        yield X[:, : columns // 2]
    if columns > 1:
        for k in range(columns):
            yield np.delete(X, k, axis=1)
    largest = float(np.max(np.abs(X), initial=0.0))
    if largest > 0 and largest != 1.0:
        yield X / largest
    for digits in (0, 1, 3):
        rounded = np.array([[float(f"{entry:.{digits}e}") for entry in row] for row in X.tolist()])
        if not np.array_equal(rounded, X):
            yield rounded
    for i in range(rows):
        for j in range(columns):
            for entry in _simpler_numbers(float(X[i, j])):
                simpler = X.copy()
                simpler[i, j] = entry
                yield simpler


def _simpler_numbers(entry: float) -> Iterator[float]:
    """Yield numbers that are shorter to write than this one: 0, 1, then fewer digits, decimal and binary."""
    if entry == 0:
        return
    binary = (round(entry * 2.0**bits) / 2.0**bits for bits in (0, 2, 5, 10) if abs(entry) < 1e6)
    seen = len(repr(entry)), abs(entry)
    for candidate in (0.0, 1.0, -1.0, *(float(f"{entry:.{digits}e}") for digits in (0, 1, 3, 7)), *binary):
        plain = candidate in (0.0, 1.0) and entry not in (0.0, 1.0)
        if plain or len(repr(candidate)) < seen[0] or (candidate == -1.0 and entry not in (0.0, 1.0, -1.0)):
            yield candidate
