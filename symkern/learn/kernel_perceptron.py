"""The perceptron of kernels_notes: primal (3.4), dual (3.5), with a Gram matrix (3.6), and the bound on its mistakes.

The three forms are the same algorithm: they make the same mistakes at the same steps. Where some unit vector separates
all samples with margin rho in feature space, through the origin, the perceptron makes at most R^2/rho^2 mistakes, R the
largest norm, in whatever order samples come, however often: there is no threshold in (3.4), and the bound needs none.
"""

import math
from collections.abc import Callable, Iterator
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from symkern.errors import InvalidArgument, UsageError
from symkern.kernels import Linear
from symkern.kernels.rows import is_sparse
from symkern.learn.gram_input import KernelMachine
from symkern.learn.scored_classes import ScoredClasses
from symkern.networks.weights import read_count

Array = npt.NDArray[np.float64]
Order = npt.NDArray[np.intp]

FORMS, VARIANTS, ORDERS = ("gram", "dual", "primal"), ("last", "averaged", "voted"), ("cyclic", "shuffled", "sampled")


class KernelPerceptron(ScoredClasses, KernelMachine):
    """The kernel perceptron.

    Parameters
    ----------
    kernel : None for ArcCosine(1), a kernel of ours, the name of one of scikit-learn's with `kernel_params`, a function
        of two lists of samples that returns a matrix (samples may be texts), or "precomputed".
    form : "gram" keeps the Gram matrix, "dual" computes its rows when they are needed, "primal" keeps the weights (for
        the linear kernel, whose features are the inputs). All three make the same mistakes.
    variant : which of the vectors that it went through predicts: the "last", their average over all steps
        ("averaged"), or all of them by vote, each with as many votes as steps it survived ("voted").
    order : of samples in each epoch: "cyclic", "shuffled", or "sampled" with replacement, as the notes do.
    max_iter : epochs at most; it stops after one without a mistake ("sampled": without a mistake in all samples).
    random_state : a seed for the order.

    Attributes
    ----------
    mistakes_ : which sample was misclassified, mistake by mistake (for several classes, a list for each).
    alpha_ : how often each sample was (kernels_notes, 3.2); for several classes, a row for each against the rest.

    >>> X, y = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [0, 0, 1, 1]
    >>> machine = KernelPerceptron("rbf").fit(X, y)
    >>> machine.predict(X).tolist(), len(machine.mistakes_)
    ([0, 0, 1, 1], 10)
    >>> machine.bound(X, y) >= 10
    True
    """

    def __init__(
        self,
        kernel: Any = None,
        *,
        form: str = "gram",
        variant: str = "last",
        order: str = "cyclic",
        max_iter: int = 100,
        kernel_params: dict[str, Any] | None = None,
        random_state: Any = None,
    ) -> None:
        self.kernel, self.form, self.variant, self.order = kernel, form, variant, order
        self.max_iter, self.kernel_params, self.random_state = max_iter, kernel_params, random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Goes through the samples until it makes no mistake, or max_iter times."""
        self._check_parameters()
        X, y = self._read(X, y, reset=True)
        self._check_square(X)
        sides = self._sides(self._read_classes(y))
        gram = self._gram(X) if self.form == "gram" else None
        self.X_fit_, self.n_iter_ = X, 0
        runs = [self._run(X, gram, side) for side in sides]
        self._targets = np.array([targets for targets, _, _ in runs])
        self._mistakes = [mistakes for _, mistakes, _ in runs]
        self._survivals = [survivals for _, _, survivals in runs]
        counts = np.array([np.bincount(mistakes, minlength=len(y)) for mistakes in self._mistakes])
        single = len(runs) == 1
        self.mistakes_ = self._mistakes[0] if single else self._mistakes
        self.alpha_ = counts[0] if single else counts
        self.support_ = np.flatnonzero(np.any(counts, axis=0))
        return self

    def _check_parameters(self) -> None:
        for name, choices in (("form", FORMS), ("variant", VARIANTS), ("order", ORDERS)):
            if getattr(self, name) not in choices:
                raise InvalidArgument(name, f"one of {', '.join(choices)}", getattr(self, name))
        read_count("max_iter", self.max_iter, 1)
        kernel = self._kernel()
        if self.form == "primal" and not (kernel == "linear" or isinstance(kernel, Linear)):
            raise InvalidArgument("form", "gram or dual unless the kernel is linear", self.form)

    def _run(self, X: Any, gram: Array | None, y: Array) -> tuple[Array, Order, Order]:
        """The mistakes of one perceptron, and for how many steps each vector it had survived, the first of them 0."""
        score, correct = self._memory(X, gram, y)
        mistakes: list[int] = []
        survivals = [0]
        for epoch, samples in enumerate(self._epochs(len(y)), 1):
            before = len(mistakes)
            for t in samples:
                if y[t] * score(t) <= 0.0:
                    correct(t)
                    mistakes.append(int(t))
                    survivals.append(0)
                survivals[-1] += 1
            self.n_iter_ = max(self.n_iter_, epoch)
            if len(mistakes) == before and (
                self.order != "sampled" or all(y[t] * score(t) > 0.0 for t in range(len(y)))
            ):
                break
        return y, np.array(mistakes, dtype=np.intp), np.array(survivals, dtype=np.intp)

    def _memory(self, X: Any, gram: Array | None, y: Array) -> tuple[Callable[[int], float], Callable[[int], None]]:
        """w.phi(x_t), and w <- w + y_t phi(x_t), in one of the three forms."""
        if self.form == "primal":
            weights = np.zeros(X.shape[1])
            rows = X.toarray() if is_sparse(X) else X

            def learn(t: int) -> None:
                weights.__iadd__(y[t] * rows[t])

            return lambda t: float(weights @ rows[t]), learn
        signed = np.zeros(len(y))

        def count(t: int) -> None:
            signed[t] += y[t]

        if gram is not None:
            return lambda t: float(signed @ gram[t]), count
        return lambda t: float(signed @ self._row(X, t)), count

    def _row(self, X: Any, t: int) -> Array:
        """The kernel of one sample with all."""
        return np.asarray(X[t]) if self._kernel() == "precomputed" else self._gram(X[t : t + 1], X)[0]

    def _epochs(self, count: int) -> Iterator[Order]:
        random = check_random_state(self.random_state)
        for _ in range(self.max_iter):
            if self.order == "cyclic":
                yield np.arange(count)
            elif self.order == "shuffled":
                yield random.permutation(count)
            else:
                yield random.randint(count, size=count)

    def decision_function(self, X: Any) -> Array:
        """w.phi(x), the average of it, or the balance of votes; for several classes, a column for each."""
        check_is_fitted(self)
        X = self._read(X, reset=False)
        if self._kernel() == "precomputed":
            gram = np.asarray(X)[:, self.support_]
        else:
            gram = self._gram(X, self.X_fit_[self.support_]) if len(self.support_) else np.zeros((X.shape[0], 0))
        place = np.zeros(len(self._targets[0]), dtype=np.intp)
        place[self.support_] = np.arange(len(self.support_))
        found = [
            self._scores(gram[:, place[mistakes]] * targets[mistakes], survivals)
            for targets, mistakes, survivals in zip(self._targets, self._mistakes, self._survivals, strict=True)
        ]
        return found[0] if len(found) == 1 else np.array(found).T

    def _scores(self, steps: Array, survivals: Order) -> Array:
        """Of one perceptron, from what each mistake has added."""
        if self.variant == "last":
            return np.asarray(steps.sum(axis=1))
        every = np.cumsum(steps, axis=1)  # after each mistake; before the first it is 0
        every = np.sign(every) if self.variant == "voted" else every
        return np.asarray(every @ survivals[1:] / max(1, int(np.sum(survivals))))

    def bound(self, X: Any, y: Any) -> float:
        """R^2/rho^2 for these samples of two classes, infinite where nothing through the origin separates them."""
        X, y = self._read(X, y, reset=False)
        classes = np.unique(y)
        if len(classes) != 2:
            raise UsageError(f"y must have two classes for the bound; got {len(classes)}.")
        gram = self._gram(X)
        rho = margin(gram, np.where(y == classes[1], 1.0, -1.0))
        return float(np.max(np.diag(gram))) / rho**2 if rho > 0.0 else float("inf")


def margin(gram: Array, y: Array, *, tol: float = 1e-6, max_iter: int = 10_000) -> float:
    """The margin of the best separating direction through the origin, or a little less; 0 if none was found.

    Coordinate ascent for the vector of least norm with y_i w.phi_i >= 1. What it returns is the margin of a vector that
    it has, so a bound made of it holds whether or not that vector is the best.
    """
    signed = gram * np.outer(y, y)
    norms: Array = np.diag(signed).copy()
    if np.min(norms) <= 0.0:
        return 0.0
    dual: Array = np.zeros(len(y))
    reached: Array = np.zeros(len(y))
    best = 0.0
    for _ in range(max_iter):
        for i in range(len(y)):
            step = max(dual[i] + (1.0 - reached[i]) / norms[i], 0.0) - dual[i]
            if step:
                dual[i] += step
                reached = reached + step * signed[i]
        length = math.sqrt(max(float(dual @ reached), 0.0))
        found = float(np.min(reached)) / length if length else 0.0
        best = max(best, found)
        largest = length / float(np.sum(dual)) if np.any(dual) else np.inf  # no direction has a larger margin
        if best > 0.0 and best >= (1.0 - tol) * largest:
            break
        if largest <= tol * float(np.sqrt(np.max(norms))):
            break
    return best
