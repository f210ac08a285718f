"""Tail probabilities of means that are not quite normal: of skewed terms, and of terms that are hardly ever seen."""

import math

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri

Array = npt.NDArray[np.float64]

LARGEST_SKEWNESS = 0.15
"""Skewness of a mean up to which its tails are known: the correction below is of first order in it."""
LARGEST_SHARE = 0.25
"""Share of one replicate in the sum of squares of all, beyond which the spread rests on that one replicate."""


def heavier(p: float, skewness: float) -> float:
    """Tail probability that allows for the skewness of a mean whose error is estimated from the same terms.

    At x standard errors the tail of such a score is heavier than a normal one by exp(skewness x^3 / 3), to first order.
    """
    if not 0.0 < p < 1.0:
        return p
    x = -float(ndtri(max(p, 1e-300) / 2))
    return min(1.0, p * math.exp(min(skewness * x**3 / 3, 700.0)))


def rare(mean: Array, values: Array, bound: Array, count: int) -> Array:
    """Bound of the probability that means of so many terms between 0 and `bound` are as far from `values` as these are.

    Hoeffding (1963), eq. (2.1): exp(-count KL), with the relative entropy KL of two binary variables. It holds however
    few terms differ from 0.
    """
    found = np.ones(len(values))
    limited = np.isfinite(bound) & (bound > 0.0)
    found[limited & ((values < 0.0) | (values > bound))] = 0.0
    inside = limited & (values >= 0.0) & (values <= bound)
    share, expected = (np.clip(side[inside] / bound[inside], 0.0, 1.0) for side in (mean, values))
    entropy = _entropy(share, expected) + _entropy(1.0 - share, 1.0 - expected)
    found[inside] = np.minimum(1.0, 2.0 * np.exp(-count * np.maximum(entropy, 0.0)))
    return found


def _entropy(share: Array, expected: Array) -> Array:
    """share log(share/expected), which is 0 for share = 0 and infinite for expected = 0."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return np.where(share == 0.0, 0.0, share * np.log(share / expected))


def skewness_along(replicates: Array, direction: Array) -> tuple[float, float]:
    """Skewness of the mean of these replicates along a direction, and the largest share of one in the sum of squares.

    The standard error of the skewness of so many normal replicates is taken off.
    """
    scores = replicates @ direction
    scores = scores - np.mean(scores)
    squares = float(scores @ scores)
    if not squares > 0.0:
        return 0.0, 0.0
    count = len(scores)
    third = float(np.mean(scores**3)) / (squares / count) ** 1.5
    return max(abs(third) - math.sqrt(6.0 / count), 0.0) / math.sqrt(count), float(np.max(scores**2)) / squares
