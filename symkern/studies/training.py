"""Training as the command line does it: settings chosen on held-out samples, then all samples, then a test."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from symkern.datasets.files import Samples
from symkern.errors import InvalidArgument, UsageError
from symkern.kernels import ArcCosine
from symkern.learn import KernelNeuronClassifier, KernelNeuronRegressor, KernelPerceptron

SHARES = (1e-4, 1e-3, 1e-2, 1e-1)
"""The mu that are tried where none is given, over the mean kernel of a sample with itself."""
HELD_OUT = 5
"""One sample of so many is held out."""
CONFIDENCE = 1.959963984540054


@dataclass(frozen=True)
class Tried:
    """One setting on the held-out samples."""

    setting: str
    vectors: int
    error: float


@dataclass(frozen=True)
class Trained:
    """The machine, how its settings were chosen, and its error on samples that it has not seen."""

    machine: Any
    tried: list[Tried]
    error: float
    interval: tuple[float, float]
    tested: int
    regression: bool

    def table(self) -> str:
        """For people."""
        rows = [f"{'setting':16}{'support vectors':>16}{'held-out error':>18}"] if self.tried else []
        rows += [f"{row.setting:16}{row.vectors:>16}{self._error(row.error):>18}" for row in self.tried]
        low, high = self.interval
        rows += [""] if self.tried else []
        rows.append(f"support vectors  {len(self.machine.support_)} of {self.machine.X_fit_.shape[0]}")
        rows.append(
            f"{'test' if self.tested else 'held-out'} error       {self._error(self.error)}"
            f" ({self._error(low)} to {self._error(high)} with 95 % confidence)"
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
    progress: Callable[[], None] = lambda: None,
    seed: int = 0,
) -> Trained:
    """Tries settings on a fifth of the samples, fits the best to all, and tests it on the test part if there is one."""
    if samples.y is None:
        raise UsageError("The data must have targets: an array y, or a last column.")
    y = samples.y
    regression = y.dtype.kind == "f" and not np.all(y == np.round(y))
    if learner == "perceptron" and regression:
        raise InvalidArgument("learner", "skn for real targets", "perceptron")
    order = np.random.default_rng(seed).permutation(len(y))
    held, rest = order[: len(y) // HELD_OUT], order[len(y) // HELD_OUT :]
    if not len(held):
        raise UsageError(f"The data must have at least {HELD_OUT} samples; got {len(y)}.")
    candidates = _candidates(learner, regression, kernel, settings, samples.X)
    tried, errors = [], []
    for name, machine in candidates.items():
        machine.fit(samples.X[rest], y[rest])
        error, interval = judged(machine, samples.X[held], y[held], regression)
        tried.append(Tried(name, len(machine.support_), error))
        errors.append((error, interval))
        progress()
    best = int(np.argmin([row.error for row in tried]))
    machine = list(candidates.values())[best].fit(samples.X, y)
    progress()
    error, interval = errors[best]
    tested = 0
    if samples.X_test is not None and samples.y_test is not None:
        error, interval = judged(machine, samples.X_test, samples.y_test, regression)
        tested = len(samples.y_test)
    return Trained(machine, tried, error, interval, tested, regression)


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
