"""Moments of the terms of a mean that are known before anything is drawn: variance, skewness and the largest value.

The mean of m independent terms of skewness g has skewness g/sqrt(m), and its score is nearly normal where that is
small. Its tails are heavier by a factor of about exp(g x^3/(3 sqrt(m))) at x standard errors, if the variance is
estimated from the same terms.

The moments of plain units step(z) z^n are kernels themselves, since the square and the cube of such a unit have degrees
2n and 3n. A term between 0 and B with mean k has a skewness of about sqrt(B/k): that of a term which is B with
probability k/B, and 0 otherwise.
"""

import math

import numpy as np
import numpy.typing as npt
from scipy.special import gammaln, hyp2f1

from symkern.networks.activations import Activation, Power, SmoothStep, is_step
from symkern.networks.pairs import InputPairs
from symkern.networks.tilted import Tilt

Array = npt.NDArray[np.float64]

SKEWNESS_OF_OTHERS = 3.0
"""Taken for units that are neither powers nor steps: error functions, cosines, linear units."""


class Moments:
    """Moments of the product that one unit of a single layer adds for each pair, times the factor of the activation."""

    def __init__(self, activation: Activation, pairs: InputPairs, tilt: Tilt | None = None) -> None:
        self.activation, self.pairs, self.tilt = activation, pairs, tilt
        self.factor = activation.factor / pairs.gains[-1]

    @property
    def bound(self) -> Array:
        """Largest product for each pair, the smallest being 0; infinite where there is none."""
        if self.tilt is not None:
            return self.factor * self.tilt.bounds
        limited = is_step(self.activation) or isinstance(self.activation, SmoothStep)
        return np.full(len(self.pairs), self.factor if limited else math.inf)

    def variance(self, values: Array) -> Array | None:
        """Variance of a product if these are the kernels, where that is known exactly; else None."""
        if is_step(self.activation):
            squares = self.factor * values  # what is 0 or 1 is its own square
        elif isinstance(self.activation, Power) and self.tilt is None:
            squares = self._power(2)
        else:
            return None
        return np.asarray(np.maximum(squares - values**2, 0.0))

    def skewness(self, values: Array) -> Array:
        """Skewness of a product if these are the kernels; infinite where it is unknown or does not exist."""
        bound = self.bound
        if is_step(self.activation):
            with np.errstate(divide="ignore", invalid="ignore"):
                share = values / self.factor
                skewness = np.abs(1.0 - 2.0 * share) / np.sqrt(share * (1.0 - share))
            return np.where(np.isfinite(skewness), skewness, math.inf)
        if np.all(np.isfinite(bound)):
            with np.errstate(divide="ignore"):
                ratio = np.divide(bound, np.abs(values), out=np.zeros_like(bound), where=bound > 0.0)
            return np.sqrt(ratio)
        if not isinstance(self.activation, Power):
            return np.full(len(values), SKEWNESS_OF_OTHERS)
        first, second, third = self._power(1), self._power(2), self._power(3)
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            variance = second - first**2
            skewness = (third - 3 * first * second + 2 * first**3) / variance**1.5
        skewness[second == 0.0] = 0.0  # opposite inputs and zeros, for which no unit is active
        return np.where(np.isfinite(skewness), np.abs(skewness), math.inf)

    def _power(self, exponent: int) -> Array:
        """Mean of this power of a product of plain units step(z) z^n, by the closed form of J_n for real degrees.

        The power of a product has the kernel of as many times the degree, and is infinite from -1/2 downwards.
        """
        assert isinstance(self.activation, Power)
        n = exponent * float(self.activation.n)
        x, y = self.pairs.places
        norms = np.linalg.norm(self.pairs.vectors, axis=1)
        if n <= -0.5:
            return np.full(len(x), math.inf)
        z = np.cos(self.pairs.angles / 2) ** 2
        size = 0.5 * math.log(math.pi) + n * math.log(2) + 2 * gammaln(n + 1) - gammaln(n + 1.5)
        with np.errstate(divide="ignore", over="ignore"):
            logarithm = size + (n + 0.5) * np.log(z) + np.log(hyp2f1(0.5, 0.5, n + 1.5, z)) - math.log(2 * math.pi)
            mean = np.exp(logarithm + n * np.log(norms[x]) + n * np.log(norms[y]))
        return np.asarray(self.factor**exponent * mean)
