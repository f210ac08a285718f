"""Sums over independent replicates of a vector: what a mean, its covariance and its error bars are made from."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]


@dataclass
class Tally:
    """Of deviations from what is expected, so that nothing cancels; and of units: all, active, and active for both."""

    count: int
    total: Array
    outer: Array
    units: int
    active: Counts
    both: Counts

    @classmethod
    def empty(cls, entries: int, vectors: int, pairs: int) -> "Tally":
        return cls(
            0,
            np.zeros(entries),
            np.zeros((entries, entries)),
            0,
            np.zeros(vectors, dtype=np.int64),
            np.zeros(pairs, dtype=np.int64),
        )

    def add(self, replicates: Array) -> None:
        """Rows of independent replicates."""
        self.count += len(replicates)
        self.total += replicates.sum(axis=0)
        self.outer += replicates.T @ replicates

    def merge(self, other: "Tally") -> None:
        self.count += other.count
        self.total += other.total
        self.outer += other.outer
        self.units += other.units
        self.active += other.active
        self.both += other.both

    @property
    def mean(self) -> Array:
        return self.total / self.count

    @property
    def covariance(self) -> Array:
        """Of the mean, not of one replicate."""
        mean = self.mean
        return np.asarray((self.outer / self.count - np.outer(mean, mean)) / (self.count - 1))
