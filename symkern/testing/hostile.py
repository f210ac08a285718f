"""Matrices of hostile rows: duplicates, neighbours, multiples, opposites, orthogonal rows, zeros, extreme scales."""

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

COLUMNS = (1, 2, 3, 17)
LARGEST_EXPONENT = 996
"""Powers of two between about 1e-300 and 1e300."""


def hostile_rows(rng: np.random.Generator, count: int, columns: int, *, scales: str = "mixed") -> Array:
    """Rows whose pairs are hard for a kernel.

    Parameters
    ----------
    rng : numpy.random.Generator
        Source of the choices.
    count, columns : int
        Shape of the matrix.
    scales : str, default "mixed"
        "one" for rows of norm near 1, "same" for one magnitude in the whole matrix, "mixed" for one for each row.

    Returns
    -------
    array of shape (count, columns)
        Finite doubles, subnormal ones and rows of zeros among them.

    Examples
    --------
    >>> hostile_rows(np.random.default_rng(0), 64, 3).shape
    (64, 3)
    """
    seeds = rng.standard_normal((max(2, count // 8), columns))
    if rng.random() < 0.5:
        seeds = np.rint(4 * seeds)  # ties, orthogonal rows and exact multiples
        seeds[~seeds.any(axis=1), 0] = 1.0
    rows = [_relative(rng, seeds) for _ in range(count)]
    matrix = np.array(rows)
    if scales == "same":
        matrix = np.ldexp(matrix, rng.integers(-LARGEST_EXPONENT, LARGEST_EXPONENT))
    if scales == "mixed":
        exponents = rng.integers(-LARGEST_EXPONENT, LARGEST_EXPONENT, size=(count, 1))
        matrix = np.ldexp(matrix, np.where(rng.random((count, 1)) < 0.5, 0, exponents))
    if scales != "one" and rng.random() < 0.25:
        few = rng.integers(0, count, size=max(1, count // 32))
        matrix[few] = rng.integers(-3, 4, size=(len(few), columns)) * 5e-324
    return matrix


def _relative(rng: np.random.Generator, seeds: Array) -> Any:
    """A row that has a special position to one of the seeds."""
    row: Array = seeds[rng.integers(len(seeds))].copy()
    kind = rng.integers(10)
    if kind == 0:
        return row
    if kind == 1:
        return np.where(row == 0.0, row, np.nextafter(row, rng.choice([-np.inf, np.inf])))
    if kind == 2:
        return row * rng.choice([2.0, 3.0, 1 / 3, 0.1, 1e-5])
    if kind == 3:
        return -row * rng.choice([1.0, 2.0, 1 / 3])
    if kind == 4:
        return np.zeros_like(row) if rng.random() < 0.3 else row[::-1].copy()
    if kind == 5 and len(row) > 1:
        other = np.zeros_like(row)
        other[:2] = -row[1], row[0]
        return other if other.any() else row
    if kind in (6, 7, 8):  # near-duplicates and near-opposites, along any direction
        distance = 10.0 ** rng.uniform(-16, -1)
        moved = row + distance * np.linalg.norm(row) * rng.standard_normal(len(row))
        return moved if kind < 8 else -moved
    return rng.standard_normal(len(row))
