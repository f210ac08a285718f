"""What a simulation says of a kernel: scores of single pairs, and one test for all of them together.

The pairs of one simulation share their weights, so their errors are correlated; the test takes the covariance from the
simulation and asks two independent questions. By what factor would all kernels have to be multiplied, and is it 1? And
is there anything else in the differences, once that factor is allowed for? The first is Rao's test for one direction,
the second Hotelling's T^2 for the rest; both allow for the covariance being an estimate.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import fdtrc, ndtr, ndtri, stdtr

Array = npt.NDArray[np.float64]

FALSE_ALARM = 1e-6
"""How often a right kernel is rejected."""
SMALLEST = 1e-4
"""Of the eigenvalues of a correlation matrix: smaller ones, which differences between nearly equal pairs have, rest on
too few units to be normal, or on rounding."""


@dataclass(frozen=True)
class Joint:
    """All pairs together."""

    factor: float
    factor_error: float
    p: float
    p_factor: float
    p_shape: float

    @property
    def rejected(self) -> bool:
        return not self.p >= FALSE_ALARM


def scores(difference: Array, variance: Array, count: int) -> Array:
    """Differences over their errors, as standard normal scores: Student's t where the replicates are few."""
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(difference == 0.0, 0.0, difference / np.sqrt(variance))
    with np.errstate(over="ignore"):
        tail = stdtr(count - 1, -np.abs(t))
    found = np.where(tail > 1e-300, -np.sign(t) * ndtri(np.maximum(tail, 1e-300)), t)
    return np.asarray(found)


def joint(difference: Array, values: Array, covariance: Array, count: int) -> Joint:
    """The test of all differences from the values, given the covariance of their mean over so many replicates."""
    variance = np.diag(covariance)
    free = variance > 0.0
    if not np.any(free) or np.any(difference[~free] != 0.0):
        certain = 0.0 if np.any(difference != 0.0) else 1.0
        return Joint(math.nan, math.nan, certain, certain, certain)
    difference, values = difference[free], values[free]
    entries = len(values)
    if count <= entries + 1:  # too few to tell how the errors are correlated
        largest = np.max(np.abs(scores(difference, variance[free], count)))
        p = float(min(1.0, 2 * entries * ndtr(-largest)))
        return Joint(math.nan, math.nan, p, math.nan, math.nan)
    scale = 1.0 / np.sqrt(variance[free])
    eigenvalues, axes = np.linalg.eigh(covariance[np.ix_(free, free)] * scale * scale[:, None])
    whiten = (axes / np.sqrt(np.maximum(eigenvalues, SMALLEST))).T * scale
    white, direction = whiten @ difference, whiten @ values
    length = float(direction @ direction)
    along = float(direction @ white) / length if length else 0.0
    rest = white - along * direction
    shape = float(rest @ rest)
    spread = (count - 1 + shape) / (count - entries)
    error = math.sqrt(spread / length) if length else math.inf
    p_factor = float(fdtrc(1, count - entries, (along / error) ** 2))
    p_shape = 1.0
    if entries > 1:
        p_shape = float(fdtrc(entries - 1, count - entries + 1, _f_of(shape, entries - 1, count)))
    least = min(p_factor, p_shape)
    return Joint(1.0 + along, error, least * (2.0 - least), p_factor, p_shape)


def _f_of(t_squared: float, entries: int, count: int) -> float:
    """Hotelling's T^2 as a value of F."""
    return t_squared * (count - entries) / (entries * (count - 1))
