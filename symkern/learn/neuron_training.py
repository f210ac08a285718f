"""Training of one kernel neuron, xu_2003: by exact minima or by the printed single-sample steps."""

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state

from symkern.errors import UsageError
from symkern.kernels.threads import single_threaded_blas
from symkern.learn.gram_input import check_positive, largest_entry
from symkern.learn.selective_decay import Stages, all_decay, small_decay
from symkern.learn.single_sample import TRANSFERS, Diverged, Schedule, State, descend, safe_rate

Array = npt.NDArray[np.float64]
Start = tuple[Array, float]

TOLERANCES = {"sgd": 1e-4, "cd": 1e-10}
TIES = 1e-9
"""Relative distance from theta or delta within which a coefficient is not below it, whatever its rounding error."""
ACCEPTED = 1e-7
"""Duality gap over the variance of y that is no reason to warn if it is due to rounding and no tol is given."""
PRUNED_TOO_MUCH = 0.5
"""Change of the outputs by pruning, over the standard deviation of y, that is a reason to warn."""


@dataclass(frozen=True)
class Neuron:
    """Result of one training, before pruning."""

    spectrum: Array
    beta: float
    risks: list[float]
    gap: float | None
    theta: float | None
    consistent: bool

    def spread(self, places: npt.NDArray[np.intp], count: int) -> "Neuron":
        """The same neuron as one of more samples, of which it has seen those at some places."""
        spectrum = np.zeros(count)
        spectrum[places] = self.spectrum
        return Neuron(spectrum, self.beta, self.risks, self.gap, self.theta, self.consistent)


def start_of(begun: list[Neuron] | None, number: int, samples: int) -> Start | None:
    """Coefficients and threshold with which one neuron's training begins."""
    if begun is None or number >= len(begun) or len(begun[number].spectrum) != samples:
        return None
    return begun[number].spectrum, begun[number].beta


class NeuronTraining:
    """Procedures KN, SKN-1 and SKN-2 with the parameters of the estimators."""

    procedure: str
    transfer: str
    mu: float
    theta: float
    delta: float
    relative: bool
    learning_rate: float | None
    momentum: float
    anneal: bool
    max_iter: int
    tol: float | None
    stopping: str
    random_state: Any

    def _train(self, gram: Array, y: Array, weights: Array, start: Start | None, solver: str) -> Neuron:
        """One neuron by one procedure."""
        if not np.any(np.ptp(gram, axis=0) > 1e-12 * largest_entry(gram)):
            raise UsageError(
                "X must have samples that differ; all of them look the same to the kernel. Drop constant features."
            )
        try:
            with single_threaded_blas():  # the same bits for any number of threads
                neuron = (self._by_minima if solver == "cd" else self._by_samples)(gram, y, weights, start)
                self._check_pruning(gram, y, weights, neuron)
                return neuron
        except Diverged:
            check_positive(gram)
            raise

    def _by_minima(self, gram: Array, y: Array, weights: Array, start: Start | None) -> Neuron:
        """The exact minimum of what single-sample steps descend."""
        tol = TOLERANCES["cd"] if self.tol is None else float(self.tol)
        penalty = 0.0 if self.procedure == "kn" else float(self.mu) * float(np.sum(weights))
        begun = None if start is None else start[0]
        words: dict[str, float] = {"tol": tol, "max_iter": int(self.max_iter)}
        if self.procedure == "skn2":
            stages = small_decay(
                gram, y, penalty, weights, begun, lambda alpha: self._threshold(alpha, self.theta), **words
            )
        else:
            stages = all_decay(gram, y, penalty, weights, begun, **words)
        self._check_gap(stages, y, weights, tol)
        minimum = stages.minimum
        return Neuron(minimum.alpha, minimum.beta, stages.risks, minimum.gap, stages.theta, stages.consistent)

    def _check_gap(self, stages: Stages, y: Array, weights: Array, tol: float) -> None:
        """Warn of a duality gap above tol, with what makes it fall."""
        minimum = stages.minimum
        size = max(0.5 * _variation(y, weights), np.finfo(float).tiny)
        gap = minimum.gap / size
        if gap <= (max(tol, ACCEPTED) if minimum.rounded and self.tol is None else tol):
            return
        if not minimum.rounded:
            rule, remedy = "max_iter must be larger", f"got max_iter={self.max_iter}."
        else:
            rule = "tol must be larger"
            remedy = f"the rest is rounding of large coefficients that cancel; got tol={tol:g}. Take tol={2 * gap:.1g}"
            safe = minimum.safe_penalty / float(np.sum(weights))
            remedy += "." if self.procedure == "kn" or self.mu >= safe else f", or procedure='skn1' and mu={safe:.1g}."
        warnings.warn(
            f"{rule} for the duality gap to fall below tol; it is {gap:.2g} of the variance of y after"
            f" {minimum.iterations} rounds; {remedy}",
            ConvergenceWarning,
            stacklevel=7,
        )

    def _check_pruning(self, gram: Array, y: Array, weights: Array, neuron: Neuron) -> None:
        """Warn where the coefficients that (8) drops matter for the outputs."""
        dropped = np.flatnonzero((neuron.spectrum != 0.0) & (self._pruned(neuron) == 0.0))
        change = neuron.spectrum[dropped] @ gram[dropped] if len(dropped) else np.zeros(len(y))
        share = np.sqrt(float(weights @ change**2) / max(_variation(y, weights), np.finfo(float).tiny))
        if share > PRUNED_TOO_MUCH:
            warnings.warn(
                f"delta must be smaller for pruning to leave the outputs as they are; the {len(dropped)} coefficients"
                f" that it drops change them by {share:.2g} standard deviations of y; got delta={self.delta}."
                " Take delta=0.",
                UserWarning,
                stacklevel=6,
            )

    def _by_samples(self, gram: Array, y: Array, weights: Array, start: Start | None) -> Neuron:
        """The printed algorithms."""
        momentum = 0.0 if self.procedure == "kn" else float(self.momentum)
        schedule = Schedule(
            rate=safe_rate(gram, momentum) if self.learning_rate is None else float(self.learning_rate),
            momentum=momentum,
            mu=0.0 if self.procedure == "kn" else float(self.mu),
            max_epochs=int(self.max_iter),
            tol=TOLERANCES["sgd"] if self.tol is None else float(self.tol),
            printed_rule=self.stopping == "printed",
            anneal=bool(self.anneal),
            generator=check_random_state(self.random_state),
        )
        state = State(np.zeros(len(gram)), 0.0) if start is None else State(start[0].copy(), start[1])
        transfer = TRANSFERS[self.transfer]
        with np.errstate(over="ignore", invalid="ignore"):
            descend(gram, y, transfer, schedule, state, weights)
            theta = self._threshold(state.alpha, self.theta) if self.procedure == "skn2" else None
            if theta is not None:
                descend(gram, y, transfer, schedule, state, weights, theta)
        return Neuron(state.alpha, state.beta, state.risks, None, theta, True)

    def _threshold(self, alpha: Array, share: float) -> float:
        """theta or delta, relative to the largest coefficient unless told otherwise; a rounding less, for ties."""
        return (1.0 - TIES) * float(share) * (float(np.max(np.abs(alpha), initial=0.0)) if self.relative else 1.0)

    def _pruned(self, neuron: Neuron) -> Array:
        """xu_2003 (8): coefficients below delta are 0; but KN has none that may go."""
        if self.procedure == "kn":
            return neuron.spectrum
        return np.where(np.abs(neuron.spectrum) >= self._threshold(neuron.spectrum, self.delta), neuron.spectrum, 0.0)


def _variation(y: Array, weights: Array) -> float:
    """Weighted sum of squared distances from the mean."""
    return float(weights @ (y - weights @ y / np.sum(weights)) ** 2)
