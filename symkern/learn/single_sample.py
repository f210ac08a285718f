"""The printed training of xu_2003: single-sample correction with momentum and a constant decay, Algorithms 1 and 2.

    da(t) = rate (y_j - f(z_j)) f'(z_j) k_j - rate mu sgn(a) + momentum da(t - 1)

The decay is applied with every sample. Over the l samples of an epoch it acts l times, so the mean step is along minus
the gradient of

    1/2 sum_j (y_j - f(z_j))^2 + l mu sum_m |a_m|,

which is the functional (5) with l mu in the place of mu: that is what these steps descend, not (5) itself. As printed,
they stop once a single step is small. That is a trap both ways: a sample that is already fitted makes a small step at
the very beginning, and with a decay hardly any step is smaller than sqrt(l) rate mu. Here an epoch decides, by how far
it has moved the coefficients in all, unless the printed rule is asked for. And at a constant rate single samples keep
the coefficients in motion for ever: here the rate falls to 0 over the second half of the epochs, unless told otherwise.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from symkern.errors import UsageError

Array = npt.NDArray[np.float64]

DIVERGED = 1e6
"""How many times a risk may grow."""


@dataclass(frozen=True)
class Transfer:
    """The transform function f of a neuron, its derivative in terms of its value, and what it makes of two classes."""

    value: Callable[[float], float]
    slope: Callable[[float], float]
    targets: tuple[float, float]
    of_array: Callable[[Array], Array]

    @property
    def middle(self) -> float:
        return sum(self.targets) / 2


def _logistic(z: float) -> float:
    return 0.5 * (1.0 + math.tanh(z / 2))


TRANSFERS = {
    "linear": Transfer(lambda z: z, lambda o: 1.0, (-1.0, 1.0), lambda z: z),
    "tanh": Transfer(math.tanh, lambda o: 1.0 - o * o, (-1.0, 1.0), np.tanh),
    "logistic": Transfer(_logistic, lambda o: o * (1.0 - o), (0.0, 1.0), lambda z: 0.5 * (1.0 + np.tanh(z / 2))),
}


@dataclass
class Schedule:
    """How to descend."""

    rate: float
    momentum: float
    mu: float
    max_epochs: int
    tol: float
    printed_rule: bool
    anneal: bool
    generator: np.random.RandomState


@dataclass
class State:
    """Where a descent is: coefficients, threshold, the last steps, the risk after each epoch."""

    alpha: Array
    beta: float
    risks: list[float] = field(default_factory=list)
    converged: bool = False


def safe_rate(gram: Array, momentum: float) -> float:
    """Half of what a single step can bear: the curvature of one sample's error is at most |k_j|^2 + 1."""
    largest = max(float(row @ row) for row in gram) + 1.0
    return (1.0 - momentum) / largest


def risk(gram: Array, y: Array, transfer: Transfer, state: State, penalties: Array, weights: Array) -> float:
    """The functional that the steps descend."""
    outputs = transfer.of_array(gram @ state.alpha + state.beta)
    return float(0.5 * weights @ (y - outputs) ** 2 + penalties @ np.abs(state.alpha))


def descend(
    gram: Array,
    y: Array,
    transfer: Transfer,
    schedule: Schedule,
    state: State,
    weights: Array,
    threshold: float = math.inf,
) -> None:
    """Algorithm 1, in place; with a threshold, the second phase of Algorithm 2: only what is below it decays."""
    alpha, beta = state.alpha, state.beta
    step, beta_step = np.zeros_like(alpha), 0.0
    momentum = schedule.momentum
    total = float(np.sum(weights)) * schedule.mu
    state.converged = False
    for epoch in range(schedule.max_epochs):
        rate = schedule.rate * (min(1.0, 2.0 * (1.0 - epoch / schedule.max_epochs)) if schedule.anneal else 1.0)
        decay = rate * schedule.mu
        before, beta_before = alpha.copy(), beta
        for j in schedule.generator.permutation(len(y)):
            row = gram[j]
            output = transfer.value(float(row @ alpha) + beta)
            error = rate * weights[j] * (y[j] - output) * transfer.slope(output)
            step *= momentum
            step += error * row
            if decay:
                shrink = np.sign(alpha)
                if threshold < math.inf:
                    shrink[np.abs(alpha) >= threshold] = 0.0
                shrink *= decay * weights[j]
                step -= shrink
            beta_step = error + momentum * beta_step
            alpha += step
            beta += beta_step
            if schedule.printed_rule and float(step @ step) + beta_step * beta_step < schedule.tol:
                state.converged = True
                break
        state.beta = beta
        penalties = np.where(np.abs(alpha) < threshold, total, 0.0)
        state.risks.append(risk(gram, y, transfer, state, penalties, weights))
        if not math.isfinite(state.risks[-1]) or state.risks[-1] > DIVERGED * (1.0 + state.risks[0]):
            raise Diverged(
                f"learning_rate must be small enough for the risk to fall; it diverged in epoch {len(state.risks)}; got"
                f" learning_rate={rate:.3g}. Leave it out for one that is safe."
            )
        moved = float(np.sum((alpha - before) ** 2)) + (beta - beta_before) ** 2
        if not schedule.printed_rule and moved < schedule.tol**2 * (float(alpha @ alpha) + beta * beta):
            state.converged = True
        if state.converged:
            return


class Diverged(UsageError):
    """The risk has grown beyond all bounds."""
