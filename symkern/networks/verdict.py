"""Scores of single pairs, and one test for all pairs together.

The pairs of one simulation share their weights, so their errors are correlated. The test takes the covariance from the
simulation and combines two independent tests. The first asks whether all kernels have to be multiplied by a factor
other than 1; it is Rao's test for one direction. The second asks whether anything else is in the differences, once that
factor is allowed for; it is Hotelling's T^2 for the rest. Both allow for the covariance being an estimate.

A verdict is given only where its error rate is known. Pairs that too few units see are left out of both tests; they
are rejected only where a bound that holds for any number of units rejects them.
"""

import math
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt
from scipy.special import fdtrc, ndtr, ndtri, stdtr

from symkern.networks.tails import LARGEST_SHARE, LARGEST_SKEWNESS, heavier, rare, skewness_along

Array = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

FALSE_ALARM = 1e-6
"""Probability that a right kernel is rejected."""
RARE_SHARE = 1e-3
"""Share of that probability for the pairs which too few units see."""
SMALLEST = 1e-4
"""Smallest eigenvalue of a correlation matrix. Smaller ones, of differences between nearly equal pairs, rest on too few
units to be normal, or on rounding."""
SPARE = 16
"""Replicates needed beyond the number of pairs for the covariance of all pairs."""


@dataclass(frozen=True)
class Joint:
    """Verdict on all pairs together. `rejected` is None, and `reason` says why, where there is no verdict.

    `judged` says which pairs the verdict is about.
    """

    factor: float
    factor_error: float
    p: float
    p_factor: float
    p_shape: float
    reason: str | None = None
    judged: Mask | None = None
    direction: Array = field(default_factory=lambda: np.zeros(0))

    @property
    def rejected(self) -> bool | None:
        return None if self.reason is not None else not self.p >= FALSE_ALARM


@dataclass(frozen=True)
class Conditions:
    """What decides whether a verdict is possible.

    `skewness` is that of the mean of each pair, `bound` the largest value of one of its terms, `terms` how many there
    are, `seen` whether enough units see the pair. `replicates` are the replicates or means over batches of them;
    without them, the largest skewness stands for that of all pairs together. `obstacle` says why no
    pair can be judged, and `remedy` what would help pairs that are not.
    """

    skewness: Array
    bound: Array
    terms: int
    seen: Mask
    replicates: Array | None
    obstacle: str | None
    remedy: str


def scores(difference: Array, variance: Array, count: int) -> Array:
    """Differences over their errors, as standard normal scores: Student's t where the replicates are few."""
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(difference == 0.0, 0.0, difference / np.sqrt(variance))
    with np.errstate(over="ignore"):
        tail = stdtr(count - 1, -np.abs(t))
    return np.asarray(np.where(tail > 1e-300, -np.sign(t) * ndtri(np.maximum(tail, 1e-300)), t))


def joint(difference: Array, values: Array, covariance: Array, count: int) -> Joint:
    """Test all differences from the values, given the covariance of their mean over so many normal replicates."""
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
    rejecting = np.zeros(len(free))
    rejecting[free] = whiten.T @ (rest if p_shape < p_factor else direction)
    return Joint(1.0 + along, error, least * (2.0 - least), p_factor, p_shape, direction=rejecting)


def _f_of(t_squared: float, entries: int, count: int) -> float:
    """Hotelling's T^2 as a value of F."""
    return t_squared * (count - entries) / (entries * (count - 1))


def judge(difference: Array, values: Array, covariance: Array, count: int, known: Conditions) -> Joint:
    """Judge pairs whose means are nearly normal, and the others by a bound; no verdict where it would be a guess."""
    fixed = (np.diag(covariance) == 0.0) & (known.bound == 0.0)  # products that are always 0
    judged = fixed | (known.seen & (known.skewness <= LARGEST_SKEWNESS))
    impossible = rare(values + difference, values, known.bound, known.terms)[~judged]
    p_rare = float(min(1.0, np.min(impossible * len(impossible) / RARE_SHARE, initial=1.0)))
    if p_rare < FALSE_ALARM:
        return Joint(math.nan, math.nan, p_rare, math.nan, math.nan, judged=judged)
    reason = known.obstacle
    if reason is None and not np.any(judged):
        reason = f"products of units are too skewed for their mean to be normal at this width; {known.remedy}"
    if reason is None and count < np.count_nonzero(judged) + SPARE:
        needed = np.count_nonzero(judged) + SPARE
        reason = f"{count} independent replicates are too few for so many pairs; {needed} are needed"
    if reason is not None:
        return _none(reason, judged)
    found = joint(difference[judged], values[judged], covariance[np.ix_(judged, judged)], count)
    skewness = float(np.max(known.skewness[judged], initial=0.0))
    if known.replicates is not None and len(found.direction):
        skewness, share = skewness_along(known.replicates[:, judged], found.direction)
        if skewness > LARGEST_SKEWNESS or share > LARGEST_SHARE:
            return _none(f"a few of the {count} replicates decide the mean; {known.remedy}", judged)
    p = min(1.0, heavier(found.p, skewness) / (1.0 - RARE_SHARE * bool(len(impossible))))
    return replace(found, p=p, judged=judged)


def _none(reason: str, judged: Mask) -> Joint:
    return Joint(math.nan, math.nan, math.nan, math.nan, math.nan, reason=reason, judged=judged)
