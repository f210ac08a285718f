"""Several classes from machines that tell two apart: one against one by vote, as libSVM does, or each from the rest."""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from symkern.errors import UsageError

Array = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Problem:
    """What one machine learns: which samples it sees, and which of those are on the positive side."""

    members: Places | None
    """None for all of them."""
    positive: npt.NDArray[np.bool_]

    def part(self, gram: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """What it sees of a Gram matrix."""
        return gram if self.members is None else gram[np.ix_(self.members, self.members)]


def problems(places: Places, count: int, strategy: str) -> list[Problem]:
    """One of two classes; of several one for each pair ("ovo": the first of it is positive) or each class ("ovr")."""
    if count == 2:
        return [Problem(None, places == 1)]
    if strategy == "ovr":
        return [Problem(None, places == number) for number in range(count)]
    found = []
    for first, second in combinations(range(count), 2):
        members = np.flatnonzero((places == first) | (places == second))
        found.append(Problem(members, places[members] == first))
    return found


def votes(decisions: Array, count: int) -> Array:
    """How many of the pairwise decisions, a column for each, are for each class."""
    found = np.zeros((len(decisions), count))
    for column, (first, second) in zip(decisions.T, combinations(range(count), 2), strict=True):
        found[:, first] += column > 0
        found[:, second] += column <= 0
    return found


def scores(decisions: Array, count: int) -> Array:
    """Votes, and less than half a vote for how clear they were, to break ties."""
    sums = np.zeros((len(decisions), count))
    for column, (first, second) in zip(decisions.T, combinations(range(count), 2), strict=True):
        sums[:, first] += column
        sums[:, second] -= column
    return votes(decisions, count) + sums / (3 * (np.abs(sums) + 1))


def pairwise_errors(decisions: Array, places: Places, count: int) -> Array:
    """For each two classes, the share of their samples on the wrong side of the machine that tells them apart."""
    found = np.full((count, count), np.nan)
    for column, (first, second) in zip(decisions.T, combinations(range(count), 2), strict=True):
        seen = (places == first) | (places == second)
        if np.any(seen):
            wrong = float(np.mean((column[seen] > 0) != (places[seen] == first)))
            found[first, second] = found[second, first] = wrong
    return found


def places_of(y: npt.NDArray[Any], classes: npt.NDArray[Any]) -> Places:
    """Where targets are among sorted classes, all of which must be known."""
    unseen = np.setdiff1d(y, classes)
    if len(unseen):
        raise UsageError(f"y must have classes that were seen before; got {unseen[0]}.")
    return np.searchsorted(classes, y)
