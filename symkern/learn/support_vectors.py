"""Support vector machines on a Gram matrix that is there already: libSVM for two classes, shared by all penalties.

libSVM reads a precomputed matrix where it lies. A machine that sees all samples is handed the matrix itself, one that
sees two classes of several a part of it, made once for all penalties. Trainings run on all cores: libSVM does not hold
Python's lock, and each of them is the same whatever runs beside it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.linalg import eigh
from sklearn import config_context
from sklearn.svm import SVC, LinearSVC

from symkern.kernels.threads import in_parallel
from symkern.learn.multiclass import Problem

Array = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]

CACHE = 200.0
"""Megabytes that libSVM takes for copies of rows, all trainings that run at the same time together."""
NEGLIGIBLE = 1e-10
"""Eigenvalues below this share of the largest have no direction that is more than rounding."""


@dataclass(frozen=True)
class Machine:
    """What a training has found: f(x) = sum_i coefficients_i k(x_i, x) + intercept over the support."""

    support: Places
    coefficients: Array
    intercept: float

    def decisions(self, gram: npt.NDArray[Any]) -> Array:
        """f for the rows of the kernel of other samples with those of the training."""
        return gram[:, self.support].astype(np.float64, copy=False) @ self.coefficients + self.intercept


def train(gram: npt.NDArray[Any], problem: Problem, penalty: float, tol: float, cache: float = CACHE) -> Machine:
    """One machine by libSVM; the Gram matrix is what the problem sees, in double precision."""
    machine = SVC(kernel="precomputed", C=penalty, tol=tol, cache_size=cache)
    paired = problem.members is not None  # libSVM begins with the first class of a pair, which is our positive one
    with config_context(assume_finite=True, skip_parameter_validation=True):
        machine.fit(gram, ~problem.positive if paired else problem.positive)
    sign = -1.0 if paired else 1.0
    support = machine.support_.astype(np.intp)
    places = support if problem.members is None else problem.members[support]
    return Machine(places, sign * machine.dual_coef_[0], sign * float(machine.intercept_[0]))


Wanted = tuple[float, int]
"""A training: its penalty, and the number of its problem."""


def train_all(
    gram: npt.NDArray[Any],
    problems: Sequence[Problem],
    wanted: Sequence[Wanted],
    done: Callable[[Wanted, Machine], None],
    *,
    tol: float,
    jobs: int,
) -> None:
    """Trainings on all cores, the longest first; each machine is handed over by the thread that has trained it."""
    by_size = sorted(wanted, reverse=True)
    whole = gram.astype(np.float64, copy=False) if problems[0].members is None else gram
    if problems[0].members is None:  # all see the same matrix
        tasks = [[each] for each in by_size]
    else:
        tasks = [[each for each in by_size if each[1] == number] for number in range(len(problems))]

    def work(task: Sequence[Wanted]) -> None:
        problem = problems[task[0][1]]
        part = problem.part(whole).astype(np.float64, copy=False)
        for each in task:
            done(each, train(part, problem, each[0], tol, CACHE / jobs))

    in_parallel(work, [task for task in tasks if task], jobs)


class FeatureSpace:
    """Coordinates in which inner products are the kernel: for machines that are known for linear features alone."""

    def __init__(self, gram: npt.NDArray[Any]) -> None:
        values, vectors = eigh(gram.astype(np.float64))
        kept = values > NEGLIGIBLE * values[-1]
        self.back: Array = vectors[:, kept] / np.sqrt(values[kept])
        self.features: Array = vectors[:, kept] * np.sqrt(values[kept])

    def crammer_singer(self, places: Places, penalty: float, tol: float, seed: int) -> list[Machine]:
        """One machine for all classes at once, by liblinear, as one for each of them; of two, for the second."""
        machine = LinearSVC(
            C=penalty, multi_class="crammer_singer", fit_intercept=False, tol=tol, max_iter=20_000, random_state=seed
        )
        with config_context(assume_finite=True):
            machine.fit(self.features, places)
        everyone = np.arange(len(self.features))
        return [Machine(everyone, self.back @ row, 0.0) for row in machine.coef_]
