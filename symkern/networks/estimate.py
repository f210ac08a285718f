"""Kernels as finite networks have them, with error bars."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from symkern.errors import UsageError
from symkern.networks.verdict import Joint, joint, scores

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Bias:
    """How far networks of a finite width are off on average: what is not noise, and falls as 1/width."""

    at_width: Array
    at_width_error: Array
    bias: Array
    bias_error: Array


@dataclass(frozen=True)
class Estimate:
    """The kernels of some pairs, `values`, and what networks make of them: `mean` and the covariance of its errors.

    Where there are several layers, `mean` is extrapolated to infinite width, and `bias` says what that has removed.
    `count` independent replicates (units, groups of units, networks) are behind it; `active` is the fraction of units
    of the first layer that each input makes active, beside the expected one.
    """

    values: Array
    mean: Array
    covariance: Array
    count: int
    units: int
    active: Array | None
    expected_active: Array | None
    bias: Bias | None
    doubt: Callable[[Array, Array], Array]
    """What is added to the variances of means, for pairs that few units see, if these are the kernels."""

    def against(self, values: npt.ArrayLike) -> "Estimate":
        """The same networks, held against other kernels."""
        other = np.asarray(values, dtype=np.float64)
        if other.shape != self.values.shape or not np.all(np.isfinite(other)):
            raise UsageError(f"values must be {len(self.values)} finite numbers, one for each pair.")
        return replace(self, values=other)

    @property
    def variance(self) -> Array:
        found = np.maximum(np.diag(self.covariance), 0.0)  # which rounding may take below 0
        return np.asarray(found + self.doubt(self.values, found))

    @property
    def standard_error(self) -> Array:
        return np.sqrt(self.variance)

    @property
    def z(self) -> Array:
        """A standard normal score for each pair, if the values are the kernels of the networks."""
        return scores(self.mean - self.values, self.variance, self.count)

    @property
    def joint(self) -> Joint:
        """One verdict on all pairs."""
        covariance = self.covariance + np.diag(self.variance - np.diag(self.covariance))
        return joint(self.mean - self.values, self.values, covariance, self.count)
