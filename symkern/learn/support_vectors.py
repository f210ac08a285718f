"""Support vector machines on a Gram matrix that is there already: libSVM, the matrix shared by all penalties.

libSVM reads a precomputed matrix where it lies, and tells several classes apart two by two without copying it. The
trainings run on all cores: libSVM does not hold Python's lock, and each is the same whatever runs beside it. A matrix
in single precision is handed over in parts for two classes each, made double, each part once for all penalties.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.linalg import eigh
from sklearn import config_context
from sklearn.svm import SVC, LinearSVC

from symkern.kernels.threads import in_parallel
from symkern.learn.multiclass import Places, Problem, problems

Array = npt.NDArray[np.float64]
Gram = npt.NDArray[Any]

STRATEGIES = ("ovo", "ovr", "crammer-singer")
CACHE = 200.0
"""Megabytes that libSVM takes for copies of rows, all trainings that run at the same time together."""
NEGLIGIBLE = 1e-10
"""Eigenvalues below this share of the largest have no direction that is more than rounding."""


@dataclass(frozen=True)
class Machine:
    """Functions f = sum_i coefficients_i k(x_i, .) + intercept over the same support, a row of coefficients for each.

    Of two classes there is one, positive for the second; of several, one for each pair, positive for its first class
    ("ovo"), or one for each class.
    """

    support: Places
    coefficients: Array
    intercepts: Array

    def decisions(self, gram: Gram) -> Array:
        """The functions, a column each, for rows of the kernel of other samples with those of the training."""
        seen = gram[:, self.support].astype(np.float64, copy=False)
        return np.asarray(seen @ self.coefficients.T + self.intercepts)


def train(gram: Array, targets: npt.NDArray[Any], penalty: float, tol: float, cache: float = CACHE) -> Machine:
    """By libSVM, two classes or several one against one."""
    machine = SVC(kernel="precomputed", C=penalty, tol=tol, cache_size=cache)
    with config_context(assume_finite=True, skip_parameter_validation=True):
        machine.fit(gram, targets)
    support, dual = machine.support_.astype(np.intp), machine.dual_coef_
    count = len(machine.classes_)
    if count == 2:
        return Machine(support, dual.copy(), machine.intercept_.copy())
    # the support is in the order of classes; in the row of a pair only those of its two classes count
    ends = np.cumsum(machine.n_support_)
    places = [slice(end - size, end) for end, size in zip(ends, machine.n_support_, strict=True)]
    coefficients = np.zeros((len(machine.intercept_), len(support)))
    for row, (first, second) in zip(coefficients, combinations(range(count), 2), strict=True):
        row[places[first]], row[places[second]] = dual[second - 1, places[first]], dual[first, places[second]]
    return Machine(support, coefficients, machine.intercept_.copy())


def stacked(machines: Sequence[Machine]) -> Machine:
    """The functions of several machines together."""
    support = np.unique(np.concatenate([machine.support for machine in machines]))
    rows = []
    for machine in machines:
        spread = np.zeros((len(machine.coefficients), len(support)))
        spread[:, np.searchsorted(support, machine.support)] = machine.coefficients
        rows.append(spread)
    return Machine(support, np.vstack(rows), np.concatenate([machine.intercepts for machine in machines]))


Done = Callable[[float, Machine], None]


def train_all(gram: Gram, places: Places, strategy: str, penalties: Sequence[float], done: Done, **words: Any) -> None:
    """A machine for each penalty, handed over by the thread that has completed it; `words` are tol and jobs."""
    count = int(np.max(places)) + 1
    if strategy == "crammer-singer":
        space = FeatureSpace(gram)
        for penalty in penalties:
            done(penalty, space.crammer_singer(places, penalty, words["tol"]))
    elif strategy == "ovr" and count > 2:
        _whole(gram, [posed.positive for posed in problems(places, count, "ovr")], penalties, done, **words)
    elif gram.dtype == np.float64 or count == 2:
        _whole(gram, [places], penalties, done, **words)
    else:
        _by_pairs(gram, problems(places, count, "ovo"), penalties, done, **words)


def _whole(
    gram: Gram, targets: Sequence[Any], penalties: Sequence[float], done: Done, *, tol: float, jobs: int
) -> None:
    """Trainings that see the matrix itself, the longest first."""
    double: Array = gram.astype(np.float64, copy=False)
    pieces = _Pieces(len(targets), done)

    def work(task: tuple[float, int]) -> None:
        penalty, number = task
        pieces.add(penalty, number, train(double, targets[number], penalty, tol, CACHE / jobs))

    tasks = [(penalty, number) for penalty in sorted(penalties, reverse=True) for number in range(len(targets))]
    in_parallel(work, tasks, jobs)


def _by_pairs(
    gram: Gram, pairs: Sequence[Problem], penalties: Sequence[float], done: Done, *, tol: float, jobs: int
) -> None:
    """Trainings that see two classes of several, each pair's part of the matrix made once."""
    pieces = _Pieces(len(pairs), done)

    def work(number: int) -> None:
        pair = pairs[number]
        assert pair.members is not None
        part = pair.part(gram).astype(np.float64)
        for penalty in penalties:
            # of two classes a machine is positive for the second, of a pair for the first, with which libSVM begins
            found = train(part, ~pair.positive, penalty, tol, CACHE / jobs)
            pieces.add(penalty, number, Machine(pair.members[found.support], -found.coefficients, -found.intercepts))

    in_parallel(work, range(len(pairs)), jobs)


class _Pieces:
    """Machines of one penalty that are trained one by one, in any order, until they are all there."""

    def __init__(self, count: int, done: Done) -> None:
        self.count, self.done, self.lock = count, done, threading.Lock()
        self.found: dict[float, dict[int, Machine]] = {}

    def add(self, penalty: float, number: int, machine: Machine) -> None:
        with self.lock:
            known = self.found.setdefault(penalty, {})
            known[number] = machine
            if len(known) < self.count:
                return
            del self.found[penalty]
        self.done(penalty, stacked([known[k] for k in range(self.count)]))


class FeatureSpace:
    """Coordinates in which inner products are the kernel: for machines that are known for linear features alone."""

    def __init__(self, gram: Gram) -> None:
        values, vectors = eigh(gram.astype(np.float64))
        kept = values > NEGLIGIBLE * values[-1]
        self.back: Array = vectors[:, kept] / np.sqrt(values[kept])
        self.features: Array = vectors[:, kept] * np.sqrt(values[kept])

    def crammer_singer(self, places: Places, penalty: float, tol: float) -> Machine:
        """One machine for all classes at once, by liblinear, as a function for each of them; of two, for the second."""
        machine = LinearSVC(
            C=penalty, multi_class="crammer_singer", fit_intercept=False, tol=tol, max_iter=20_000, random_state=0
        )
        with config_context(assume_finite=True):
            machine.fit(self.features, places)
        return Machine(np.arange(len(self.features)), machine.coef_ @ self.back.T, np.zeros(len(machine.coef_)))
