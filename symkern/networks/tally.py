"""Sums over independent replicates of a vector: their mean, and the covariance of that mean."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]


@dataclass
class Tally:
    """Sums of deviations from the expected values, so that nothing cancels, and numbers of units.

    A replicate is whatever is independent of the others: a unit, a group of units, a scrambling, a network. `active`
    counts the units that each input makes active, `both` those of the last layer that are active for both inputs of a
    pair. `hidden` counts the active units of each hidden layer for each input, `apart` its steps that tell the inputs
    of a pair apart. `kept` holds the replicates themselves, where they are few.
    """

    count: int
    total: Array
    outer: Array
    units: int
    active: Counts
    both: Counts
    hidden: Counts
    apart: Counts
    kept: list[Array] = field(default_factory=list)

    @classmethod
    def empty(cls, entries: int, vectors: int, pairs: int, hidden: int = 0) -> "Tally":
        return cls(
            0,
            np.zeros(entries),
            np.zeros((entries, entries)),
            0,
            np.zeros(vectors, dtype=np.int64),
            np.zeros(pairs, dtype=np.int64),
            np.zeros((hidden, vectors), dtype=np.int64),
            np.zeros((hidden, pairs), dtype=np.int64),
        )

    def add(self, replicates: Array, *, keep: bool = False) -> None:
        """Add rows of independent replicates."""
        self.count += len(replicates)
        self.total += replicates.sum(axis=0)
        self.outer += replicates.T @ replicates
        if keep:
            self.kept.extend(replicates)

    def merge(self, other: "Tally") -> None:
        self.count += other.count
        self.total += other.total
        self.outer += other.outer
        self.units += other.units
        self.active += other.active
        self.both += other.both
        self.hidden += other.hidden
        self.apart += other.apart
        self.kept += other.kept

    @property
    def mean(self) -> Array:
        return self.total / self.count

    @property
    def covariance(self) -> Array:
        """Covariance of the mean, not of one replicate."""
        mean = self.mean
        return np.asarray((self.outer / self.count - np.outer(mean, mean)) / (self.count - 1))
