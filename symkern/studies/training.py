"""Training as the command line does it: settings chosen on held-out samples, then all samples, then a test."""

import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from symkern.datasets.files import Samples
from symkern.errors import InvalidArgument, UsageError
from symkern.kernels import ArcCosine
from symkern.learn import HeldOutSearch, KernelNeuronClassifier, KernelNeuronRegressor, KernelPerceptron
from symkern.learn.held_out_search import hold_out

SHARES = (1e-4, 1e-3, 1e-2, 1e-1)
"""The mu that are tried where none is given, over the mean kernel of a sample with itself."""
SHARE = 0.2
"""Of the samples is held out."""
HARDEST = 3
"""Pairs of classes that are named."""
CONFIDENCE = 1.959963984540054


@dataclass(frozen=True)
class Tried:
    """One setting on the held-out samples."""

    setting: str
    vectors: int
    error: float
    interval: tuple[float, float]


@dataclass(frozen=True)
class Trained:
    """The machine, how its settings were chosen, and its error on samples that it has not seen."""

    machine: Any
    tried: list[Tried]
    error: float
    interval: tuple[float, float]
    samples: int
    tested: int
    regression: bool
    hardest: list[tuple[str, float]]
    """The two classes that are hardest to tell apart, with the error between them, and the next ones."""

    def table(self) -> str:
        """For people."""
        rows = [f"{'setting':16}{'support vectors':>16}{'held-out error':>18}"]
        rows += [f"{row.setting:16}{row.vectors:>16}{self._error(row.error):>18}" for row in self.tried]
        low, high = self.interval
        rows += ["", f"support vectors  {len(self.machine.support_)} of {self.samples}"]
        if self.hardest:
            rows.append("hardest pairs    " + ", ".join(f"{pair} {self._error(e)}" for pair, e in self.hardest))
        rows.append(
            f"{'test' if self.tested else 'held-out'} error".ljust(17)
            + f"{self._error(self.error)} ({self._error(low)} to {self._error(high)} with 95 % confidence)"
        )
        return "\n".join(rows)

    def _error(self, value: float) -> str:
        return f"{value:.4g}" if self.regression else f"{100 * value:.2f} %"


def wilson(wrong: int, count: int) -> tuple[float, float]:
    """A 95 percent interval for the probability of an error: Wilson's."""
    share, z = wrong / count, CONFIDENCE
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return max(0.0, middle - half), min(1.0, middle + half)


def judged(machine: Any, X: Any, y: npt.NDArray[Any], regression: bool) -> tuple[float, tuple[float, float]]:
    """The error on some samples with its interval: of classes, or root mean square."""
    found = machine.predict(X)
    if not regression:
        wrong = int(np.sum(found != y))
        return wrong / len(y), wilson(wrong, len(y))
    squares = (found - y) ** 2
    mean, error = float(np.mean(squares)), float(np.std(squares)) / math.sqrt(len(y))
    low, high = max(0.0, mean - CONFIDENCE * error), mean + CONFIDENCE * error
    return math.sqrt(mean), (math.sqrt(low), math.sqrt(high))


def train(
    learner: str,
    samples: Samples,
    kernel: Any,
    settings: Mapping[str, Any],
    progress: Callable[[int], None] = lambda known: None,
    *,
    limit: int | None = None,
    held: int | None = None,
    seed: int = 0,
) -> Trained:
    """Tries settings on held-out samples, fits the best to all, and tests it on the test part if there is one.

    Held out are the last `held` samples, or a fifth at random; with a limit so many are used, at random. After each
    training `progress` is told how many there will be, as far as is known.
    """
    if samples.y is None:
        raise UsageError("The data must have targets: an array y, or a last column.")
    X, y = samples.X, samples.y
    if limit is not None:
        X, y = _some(X, y, limit, seed)
    regression = y.dtype.kind == "f" and not np.all(y == np.round(y))
    if learner != "skn" and regression:
        raise InvalidArgument("learner", "skn for real targets", learner)
    if settings.get("form", "gram") == "gram":
        _check_memory(X.shape[0], 4 if settings.get("dtype") == "float32" else 8)
    rest, out = _split(y, regression, held, seed)
    data = X, y, rest, out
    if learner == "svm":
        machine, tried, hardest = _tuned(kernel, settings, data, progress)
    else:
        machine, tried = _selected(_candidates(learner, regression, kernel, settings, X), data, progress)
        hardest = []
    if samples.X_test is not None and samples.y_test is not None:
        error, interval = judged(machine, samples.X_test, samples.y_test, regression)
        tested = len(samples.y_test)
    else:
        error, tested = min(row.error for row in tried), 0
        interval = next(row.interval for row in tried if row.error == error)
    return Trained(machine, tried, error, interval, X.shape[0], tested, regression, hardest)


Data = tuple[Any, npt.NDArray[Any], npt.NDArray[np.intp], npt.NDArray[np.intp]]
"""Samples, targets, which of them to train with and which to hold out."""


def _some(X: Any, y: npt.NDArray[Any], count: int, seed: int) -> tuple[Any, npt.NDArray[Any]]:
    if not 0 < count <= len(y):
        raise InvalidArgument("samples", f"from 1 to {len(y)}, as many as there are", count)
    chosen = np.sort(np.random.default_rng(seed).permutation(len(y))[:count])
    return X[chosen], y[chosen]


def _check_memory(samples: int, size: int) -> None:
    """Before anything is computed: a Gram matrix that does not fit would end the process."""
    needed = size * samples**2
    available = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else needed
    if needed > available:
        raise InvalidArgument(
            "samples",
            f"few enough for their Gram matrix, which takes {needed / 1e9:.1f} GB of {available / 1e9:.1f}",
            samples,
            f"Give samples={int(math.sqrt(available / 2 / size))} or fewer.",
        )


def _split(y: npt.NDArray[Any], regression: bool, held: int | None, seed: int) -> Any:
    if held is not None:
        if not 0 < held < len(y):
            raise InvalidArgument("held", f"at least 1 and fewer than the {len(y)} samples", held)
        return np.arange(len(y) - held), np.arange(len(y) - held, len(y))
    places = np.zeros(len(y), dtype=np.intp) if regression else np.unique(y, return_inverse=True)[1]
    return hold_out(places, SHARE, np.random.RandomState(seed))


def _tuned(
    kernel: Any, settings: Mapping[str, Any], data: Data, progress: Callable[[int], None]
) -> tuple[Any, list[Tried], list[tuple[str, float]]]:
    """A support vector machine, what was tried for it, and the pairs of classes that are hardest for it."""
    X, y, rest, out = data
    words: dict[str, Any] = {key: value for key, value in settings.items() if key != "C"}
    if settings.get("C", "auto") != "auto":
        words |= {"penalties": [settings["C"]], "fine": ()}
    search = HeldOutSearch(kernel, progress=lambda done, known, which: progress(known), **words)
    search.fit(X[rest], y[rest], X[out], y[out])
    tried = [
        Tried(f"C={trial.C:g}", trial.vectors, trial.error, wilson(round(trial.error * len(out)), len(out)))
        for trial in search.trials_
    ]
    pairs = [
        (f"{search.classes_[i]} and {search.classes_[j]}", float(search.pairwise_errors_[i, j]))
        for i, j in combinations(range(len(search.classes_)), 2)
    ]
    known = [pair for pair in pairs if pair[1] > 0] if len(search.classes_) > 2 else []
    return search.best_estimator_, tried, sorted(known, key=lambda pair: -pair[1])[:HARDEST]


def _selected(candidates: Mapping[str, Any], data: Data, progress: Callable[[int], None]) -> tuple[Any, list[Tried]]:
    """The best of some machines, and what each has reached."""
    X, y, rest, out = data
    tried = []
    for name, machine in candidates.items():
        machine.fit(X[rest], y[rest])
        regression = not hasattr(machine, "classes_")
        tried.append(Tried(name, len(machine.support_), *judged(machine, X[out], y[out], regression)))
        progress(len(candidates) + 1)
    best = int(np.argmin([row.error for row in tried]))
    machine = list(candidates.values())[best].fit(X, y)
    progress(len(candidates) + 1)
    return machine, tried


def _candidates(learner: str, regression: bool, kernel: Any, settings: Mapping[str, Any], X: Any) -> dict[str, Any]:
    """Machines by what is tried."""
    if learner == "perceptron":
        variants = [settings["variant"]] if "variant" in settings else ["last", "averaged", "voted"]
        rest = {key: value for key, value in settings.items() if key != "variant"}
        return {f"variant={v}": KernelPerceptron(kernel, variant=v, random_state=0, **rest) for v in variants}
    kind = KernelNeuronRegressor if regression else KernelNeuronClassifier
    size = float(np.mean((ArcCosine(1) if kernel is None else kernel).diag(X)))
    decays = [settings["mu"]] if "mu" in settings else [float(f"{share * size:.2g}") for share in SHARES]
    rest = {key: value for key, value in settings.items() if key != "mu"}
    return {f"mu={mu:g}": kind(kernel, mu=float(mu), random_state=0, **rest) for mu in decays}
