"""Kernels of finite networks, with error bars and a verdict."""

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from symkern.errors import UsageError
from symkern.networks.verdict import Conditions, Joint, judge, scores

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
    """Kernels of some pairs, and what networks make of them, with error bars and a verdict.

    Attributes
    ----------
    values : array of shape (pairs,)
        The kernels under test.
    mean : array of shape (pairs,)
        Mean over the replicates. Where there are several layers, it is extrapolated to infinite width, and `bias` says
        what that has removed.
    unit : array of shape (pairs,)
        Factor by which the norms of the inputs multiply the kernel of each pair.
    covariance : array of shape (pairs, pairs)
        Estimated covariance of `mean / unit`.
    count : int
        Independent replicates: units, groups of units, scramblings or networks.
    units : int
        Units drawn in the first layer.
    active, expected_active : arrays of shape (inputs,) or None
        Fractions of units of the first layer that each input makes active, as drawn and in the limit.
    bias : Bias or None
        For several layers.
    """

    values: Array
    mean: Array
    unit: Array
    covariance: Array
    count: int
    units: int
    active: Array | None
    expected_active: Array | None
    bias: Bias | None
    known: "Known"

    def against(self, values: npt.ArrayLike) -> "Estimate":
        """Hold the same networks against other kernels, one for each pair."""
        other = np.asarray(values, dtype=np.float64)
        if other.shape != self.values.shape or not np.all(np.isfinite(other)):
            raise UsageError(f"values must be {len(self.values)} finite numbers, one for each pair.")
        return replace(self, values=other)

    @property
    def _relative_variance(self) -> Array:
        estimated = np.maximum(np.diag(self.covariance), 0.0)  # rounding may take it below 0
        return self.known.variance(self.values / self.unit, estimated)

    @property
    def variance(self) -> Array:
        return np.asarray(self.standard_error**2)

    @property
    def standard_error(self) -> Array:
        return np.asarray(np.sqrt(self._relative_variance) * self.unit)

    @property
    def z(self) -> Array:
        """Standard normal score of each pair, if the values are the kernels of the networks."""
        return scores((self.mean - self.values) / self.unit, self._relative_variance, self.count)

    @property
    def joint(self) -> Joint:
        """One verdict on all pairs."""
        values, wanted = self.values / self.unit, self._relative_variance
        estimated = np.diag(self.covariance)
        scale = np.sqrt(np.divide(wanted, estimated, out=np.ones_like(wanted), where=estimated > 0.0))
        covariance = self.covariance * scale * scale[:, None]
        np.fill_diagonal(covariance, wanted)
        difference = (self.mean - self.values) / self.unit
        return judge(difference, values, covariance, self.count, self.known.conditions(values))


class Known(Protocol):
    """Facts about the replicates that do not come from their spread. Values are kernels over their units."""

    def variance(self, values: Array, estimated: Array) -> Array:
        """Variances of the means to be used, if these are the kernels and these variances were estimated."""

    def conditions(self, values: Array) -> Conditions:
        """Conditions of a verdict on these kernels."""
