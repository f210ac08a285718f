"""The two-layer network of kernels_notes, (3.11) and (3.12): features and classifier learnt on the hinge loss."""

import math
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator
from sklearn.utils import Tags, check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from symkern.errors import InvalidArgument, UsageError
from symkern.kernels.rows import is_sparse
from symkern.learn.scored_classes import ScoredClasses
from symkern.networks.activations import Power
from symkern.networks.weights import read_count
from symkern.numbers import exact

Array = npt.NDArray[np.float64]


class TwoLayerNetworkClassifier(ScoredClasses, BaseEstimator):
    """sign(w.g(S x)) with w and S that minimise the hinge loss plus alpha/2 |w|^2, by Adam on small batches.

    It begins as the random network of the kernel of degree n, so with `learn_features=False` it is (3.10), a linear
    machine on random features; with True it is (3.12), and no longer convex. Several classes are told apart each from
    the rest. Inputs are scaled by one number and have a constant 1 appended.

    Parameters
    ----------
    width : hidden units.
    n : the degree of g(z) = step(z) z^n, at least 1 where the features are learnt.
    learn_features : whether S is learnt, or stays random.
    alpha : the penalty of w.
    learning_rate, batch_size, max_iter : of Adam; max_iter counts passes through the data.
    tol, n_iter_no_change : it stops when the loss has not fallen by tol for so many passes.
    random_state : a seed.

    Attributes
    ----------
    loss_curve_ : the loss, penalty included, averaged over each pass.
    features_, weights_ : S, a row for each unit, and w, a row for each class (one for two classes).
    """

    def __init__(
        self,
        width: int = 200,
        *,
        n: Any = 1,
        learn_features: bool = True,
        alpha: float = 1e-4,
        learning_rate: float = 0.01,
        batch_size: int = 64,
        max_iter: int = 200,
        tol: float = 1e-4,
        n_iter_no_change: int = 10,
        random_state: Any = None,
    ) -> None:
        self.width, self.n, self.learn_features, self.alpha = width, n, learn_features, alpha
        self.learning_rate, self.batch_size, self.max_iter = learning_rate, batch_size, max_iter
        self.tol, self.n_iter_no_change, self.random_state = tol, n_iter_no_change, random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Learns from rows of X, dense or sparse, and their classes."""
        activation = self._check()
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64)
        targets = np.column_stack(self._sides(self._read_classes(y)))
        squares = np.asarray(X.multiply(X).sum() if is_sparse(X) else np.sum(X * X)) / X.shape[0]
        self.scale_ = 1.0 / math.sqrt(squares) if squares else 1.0
        random = check_random_state(self.random_state)
        self.features_ = random.standard_normal((self.width, X.shape[1] + 1))
        self.weights_ = np.zeros((targets.shape[1], self.width))
        self.loss_curve_: list[float] = []
        self._descend(X, targets, activation, random)
        self.n_iter_ = len(self.loss_curve_)
        return self

    def _check(self) -> Power:
        """The activation function, once all parameters keep their rules."""
        activation = Power(exact("n", self.n))
        if activation.n < (1 if self.learn_features else 0):
            remedy = "Or take learn_features=False." if self.learn_features else ""
            raise InvalidArgument("n", "at least 1, or g has no slope to follow", self.n, remedy)
        for name in ("width", "batch_size", "max_iter", "n_iter_no_change"):
            read_count(name, getattr(self, name), 1)
        for name in ("alpha", "tol", "learning_rate"):
            value = getattr(self, name)
            if not (exact(name, value) > 0 if name == "learning_rate" else exact(name, value) >= 0):
                raise InvalidArgument(name, "greater than 0" if name == "learning_rate" else "at least 0", value)
        return activation

    def _descend(self, X: Any, targets: Array, activation: Power, random: np.random.RandomState) -> None:
        parameters = [self.weights_] + ([self.features_] if self.learn_features else [])
        moments = [(np.zeros_like(part), np.zeros_like(part)) for part in parameters]
        steps, best, waited = 0, math.inf, 0
        for _ in range(self.max_iter):
            order = random.permutation(len(targets))
            total = 0.0
            for start in range(0, len(order), self.batch_size):
                batch = order[start : start + self.batch_size]
                loss, gradients = self._gradients(X[batch], targets[batch], activation)
                total += loss * len(batch)
                steps += 1
                for part, gradient, (first, second) in zip(parameters, gradients, moments, strict=True):
                    _adam(part, gradient, first, second, steps, self.learning_rate)
            self.loss_curve_.append(total / len(order))
            if not math.isfinite(self.loss_curve_[-1]):
                raise UsageError(
                    f"learning_rate must be small enough for the loss to stay finite; it diverged in pass"
                    f" {len(self.loss_curve_)}; got learning_rate={self.learning_rate}."
                )
            waited = 0 if self.loss_curve_[-1] < best - self.tol else waited + 1
            best = min(best, self.loss_curve_[-1])
            if waited >= self.n_iter_no_change:
                return

    def _gradients(self, X: Any, targets: Array, activation: Power) -> tuple[float, list[Array]]:
        """The loss over some samples, and its gradients by w and S."""
        inputs = self._inputs(X)
        z = inputs @ self.features_.T
        hidden = z.copy()
        activation.apply(hidden)
        hidden *= self._normalisation
        margins = 1.0 - targets * (hidden @ self.weights_.T)
        loss = float(np.sum(np.maximum(margins, 0.0))) / len(targets) + self.alpha / 2 * float(np.sum(self.weights_**2))
        pull = np.where(margins > 0.0, -targets, 0.0) / len(targets)
        found = [pull.T @ hidden + self.alpha * self.weights_]
        if self.learn_features:
            back = (pull @ self.weights_) * activation.slope(z) * self._normalisation
            found.append(back.T @ inputs)
        return loss, found

    @property
    def _normalisation(self) -> float:
        return math.sqrt(2.0 / self.width)

    def _inputs(self, X: Any) -> Array:
        """Scaled, with a constant 1."""
        dense = X.toarray() if is_sparse(X) else X
        return np.hstack([dense * self.scale_, np.ones((dense.shape[0], 1))])

    def decision_function(self, X: Any) -> Array:
        """w.g(S x): one number for each row of X, or one for each class where there are more than two."""
        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        activation = Power(exact("n", self.n))
        parts = []
        for start in range(0, X.shape[0], 1024):
            hidden = self._inputs(X[start : start + 1024]) @ self.features_.T
            activation.apply(hidden)
            parts.append(self._normalisation * hidden @ self.weights_.T)
        found = np.concatenate(parts)
        return found[:, 0] if len(self.classes_) == 2 else found

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def _adam(part: Array, gradient: Array, first: Array, second: Array, steps: int, rate: float) -> None:
    """One step of Adam, in place."""
    first += 0.1 * (gradient - first)
    second += 0.001 * (gradient * gradient - second)
    size = rate * math.sqrt(1.0 - 0.999**steps) / (1.0 - 0.9**steps)
    part -= size * first / (np.sqrt(second) + 1e-8)
