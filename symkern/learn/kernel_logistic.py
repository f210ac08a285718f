"""Logistic regression with a kernel: the question of kernels_notes section 3.3.2, in both of its forms.

In feature space a step is w <- w + rate y s(-y w.phi) phi with s the logistic function; with the Gram matrix it is
a_t <- a_t + rate y s(-y f_t), f = G a, and the two are the same. Without a penalty, on samples that can be separated,
the loss has no minimum: |w| grows like the logarithm of the number of steps, and w/|w| tends to the direction of the
largest margin, which is why this classifier is near the support vector machine although nothing in its loss speaks of a
margin. With the penalty alpha |w|^2/2 the minimum is unique, and Newton's method finds it in a few steps.
"""

import math
import warnings
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from scipy.special import expit
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from symkern.errors import InvalidArgument, UsageError
from symkern.kernels.threads import single_threaded_blas
from symkern.learn.gram_input import KernelMachine
from symkern.learn.scored_classes import ScoredClasses
from symkern.networks.weights import read_count
from symkern.numbers import exact

Array = npt.NDArray[np.float64]


class KernelLogisticRegression(ScoredClasses, KernelMachine):
    """Minimises mean log(1 + exp(-y f)) + alpha/2 |f|^2 over functions f of the kernel, without a threshold.

    Parameters
    ----------
    kernel : None for ArcCosine(1), a kernel of ours, the name of one of scikit-learn's with `kernel_params`, a function
        of two lists of samples that returns a matrix (samples may be texts), or "precomputed".
    alpha : the penalty; 0 only with solver="sgd".
    solver : "newton", or "sgd", the single-sample steps of the notes.
    learning_rate, max_iter, tol, random_state : of the solver; max_iter counts Newton's steps or epochs, and Newton's
        method stops once a step would lower the loss by less than tol^2/2.

    Attributes
    ----------
    dual_coef_ : the coefficients of f = sum_i a_i k(x_i, .), a row for each class against the rest (one for two).
    n_iter_ : steps or epochs.

    >>> X, y = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [0, 0, 1, 1]
    >>> KernelLogisticRegression("rbf").fit(X, y).predict_proba(X).round(2)[:, 1].tolist()
    [0.26, 0.26, 0.74, 0.74]
    """

    def __init__(
        self,
        kernel: Any = None,
        *,
        alpha: float = 0.01,
        solver: str = "newton",
        learning_rate: float | None = None,
        max_iter: int = 100,
        tol: float = 1e-8,
        kernel_params: dict[str, Any] | None = None,
        random_state: Any = None,
    ) -> None:
        self.kernel, self.alpha, self.solver, self.learning_rate = kernel, alpha, solver, learning_rate
        self.max_iter, self.tol, self.kernel_params, self.random_state = max_iter, tol, kernel_params, random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Learns from samples and their classes."""
        self._check_parameters()
        X, y = self._read(X, y, reset=True)
        self._check_square(X)
        sides = self._sides(self._read_classes(y))
        gram = self._gram(X)
        solve = newton if self.solver == "newton" else self._by_samples
        with single_threaded_blas():  # the same bits for any number of threads
            found = [solve(gram, side, float(self.alpha), self.max_iter, float(self.tol)) for side in sides]
        self.X_fit_, self.dual_coef_ = X, np.array([coefficients for coefficients, _ in found])
        self.n_iter_ = max(steps for _, steps in found)
        return self

    def _check_parameters(self) -> None:
        if self.solver not in ("newton", "sgd"):
            raise InvalidArgument("solver", "newton or sgd", self.solver)
        least = "at least 0" if self.solver == "sgd" else "greater than 0"
        if exact("alpha", self.alpha) < 0 or (self.solver == "newton" and not self.alpha):
            raise InvalidArgument("alpha", least, self.alpha)
        for name in ("learning_rate", "tol"):
            if getattr(self, name) is not None and exact(name, getattr(self, name)) <= 0:
                raise InvalidArgument(name, "greater than 0", getattr(self, name))
        read_count("max_iter", self.max_iter, 1)

    def _by_samples(self, gram: Array, y: Array, alpha: float, epochs: int, _: float) -> tuple[Array, int]:
        """One sample after another, with the Gram matrix."""
        random = check_random_state(self.random_state)
        rate = 1.0 / float(np.max(np.diag(gram))) if self.learning_rate is None else float(self.learning_rate)
        coefficients = np.zeros(len(y))
        for _epoch in range(epochs):
            for t in random.permutation(len(y)):
                value = float(coefficients @ gram[t])
                coefficients *= 1.0 - rate * alpha
                coefficients[t] += rate * y[t] * float(expit(-y[t] * value))
            if not math.isfinite(float(coefficients @ coefficients)):
                raise UsageError(f"learning_rate must be smaller: the steps diverge; got learning_rate={rate:.3g}.")
        return coefficients, epochs

    def decision_function(self, X: Any) -> Array:
        """f(x), for several classes a column for each."""
        check_is_fitted(self)
        X = self._read(X, reset=False)
        gram = np.asarray(X) if self._kernel() == "precomputed" else self._gram(X, self.X_fit_[:])
        with single_threaded_blas():
            found = gram @ self.dual_coef_.T
        return found[:, 0] if len(self.classes_) == 2 else found

    def predict_proba(self, X: Any) -> Array:
        """The probability of every class; for more than two, of each against the rest, normalised."""
        scores = self.decision_function(X)
        if scores.ndim == 1:
            return np.column_stack([expit(-scores), expit(scores)])
        found = expit(scores)
        return np.asarray(found / found.sum(axis=1, keepdims=True))


def newton(gram: Array, y: Array, alpha: float, max_iter: int, tol: float) -> tuple[Array, int]:
    """Minimum of mean log(1 + exp(-y G a)) + alpha/2 a.G a, by steps that are halved until they help; their number."""
    count = len(y)
    coefficients, values = np.zeros(count), np.zeros(count)

    def loss(a: Array, f: Array) -> float:
        return float(np.mean(np.logaddexp(0.0, -y * f))) + alpha / 2 * float(a @ f)

    current = loss(coefficients, values)
    for steps in range(1, max_iter + 1):
        pull = y * expit(-y * values) / count - alpha * coefficients  # the gradient is minus G times this
        slopes = expit(values) * expit(-values) / count
        step = np.linalg.solve(slopes[:, None] * gram + alpha * np.eye(count), pull)
        # Newton's decrement is twice what the step gains, in units of the loss: the kernel's units cancel in it
        if float(pull @ (gram @ step)) <= tol**2:
            return coefficients, steps
        size, slack = 1.0, 8 * np.finfo(float).eps * (1.0 + abs(current))
        while size > 1e-8:
            tried = coefficients + size * step
            outputs = gram @ tried
            if loss(tried, outputs) <= current + slack:
                break
            size /= 2
        coefficients, values, current = tried, outputs, loss(tried, outputs)
    warnings.warn(
        f"max_iter must be larger for the Newton decrement to fall below tol; got max_iter={max_iter}.",
        ConvergenceWarning,
        stacklevel=3,
    )
    return coefficients, max_iter
