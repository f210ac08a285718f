"""The support vector machine of the papers: libSVM on our kernels, one against one (cho_saul_2012, section 5)."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.utils.validation import check_is_fitted

from symkern.errors import InvalidArgument
from symkern.kernels.threads import job_count, single_threaded_blas
from symkern.learn.gram_input import KernelMachine
from symkern.learn.multiclass import Places, scores, votes
from symkern.learn.scored_classes import ScoredClasses
from symkern.learn.support_vectors import STRATEGIES, Done, Machine, train_all
from symkern.numbers import exact

Array = npt.NDArray[np.float64]


class SupportVectorMachine(ScoredClasses, KernelMachine):
    """Classification by support vectors, with the Gram matrix computed once for all classes and on all cores.

    `sklearn.svm.SVC(kernel=k)` finds the same machines; this one trains those of several classes side by side, has
    other ways to tell them apart, and is written to a file that loads without executing anything.

    Parameters
    ----------
    kernel : None for ArcCosine(1), a kernel of ours, the name of one of scikit-learn's with `kernel_params`, a function
        of two lists of samples that returns a matrix (samples may be texts), or "precomputed".
    C : the penalty of samples within the margin or on the wrong side.
    strategy : for several classes: "ovo", a machine for each two, which vote as libSVM does; "ovr", each class against
        the rest; "crammer-singer", one machine for all classes at once (for up to some thousands of samples).
    tol : of libSVM's stopping rule.
    n_jobs : threads, all cores unless given; the machines are the same for any number.

    Attributes
    ----------
    support_, support_vectors_ : indices of the samples that count, and those samples.
    dual_coef_, intercept_ : a row for each function over the support, and its threshold; of two classes one function,
        of several one for each pair, or each class.

    >>> X, y = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], ["no", "no", "yes", "yes"]
    >>> SupportVectorMachine("rbf", C=10).fit(X, y).predict(X).tolist()
    ['no', 'no', 'yes', 'yes']
    """

    def __init__(
        self,
        kernel: Any = None,
        *,
        C: float = 1.0,
        strategy: str = "ovo",
        tol: float = 1e-3,
        kernel_params: dict[str, Any] | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.kernel, self.C, self.strategy, self.tol = kernel, C, strategy, tol
        self.kernel_params, self.n_jobs = kernel_params, n_jobs

    def _check_parameters(self) -> None:
        for name in ("C", "tol"):
            if exact(name, getattr(self, name)) <= 0:
                raise InvalidArgument(name, "greater than 0", getattr(self, name))
        if self.strategy not in STRATEGIES:
            raise InvalidArgument("strategy", f"one of {', '.join(STRATEGIES)}", self.strategy)

    def fit(self, X: Any, y: Any) -> Self:
        """Learns from samples and their classes."""
        self._check_parameters()
        X, y = self._read(X, y, reset=True)
        self._check_square(X)
        places = self._read_classes(y)
        self._fit_gram(self._gram(X), places)
        self.support_vectors_ = X[:0] if self._kernel() == "precomputed" else X[self.support_]
        return self

    def _fit_gram(self, gram: npt.NDArray[Any], places: Places) -> None:
        """Learns from a Gram matrix that is there already."""
        found: list[Machine] = []
        self._train(gram, places, [float(self.C)], lambda penalty, machine: found.append(machine))
        order = np.argsort(found[0].support)
        self.support_ = found[0].support[order]
        self.dual_coef_, self.intercept_ = found[0].coefficients[:, order], found[0].intercepts

    def _train(self, gram: npt.NDArray[Any], places: Places, penalties: Sequence[float], done: Done) -> None:
        """Trains a machine for each of some penalties, and hands it over."""
        jobs = job_count(self.n_jobs)
        train_all(gram, places, self.strategy, penalties, done, tol=float(self.tol), jobs=jobs)

    def _decisions(self, X: Any) -> Array:
        """Of every machine, a column each."""
        check_is_fitted(self)
        X = self._read(X, reset=False)
        if self._kernel() == "precomputed":
            gram = np.asarray(X)[:, self.support_]
        else:
            gram = self._gram(X, self.support_vectors_)
        with single_threaded_blas():  # the same bits for any number of threads
            return np.asarray(gram @ self.dual_coef_.T + self.intercept_)

    def decision_function(self, X: Any) -> Array:
        """For two classes, how far a sample is on the side of the second; for more, votes or values of each."""
        found = self._decisions(X)
        count = len(self.classes_)
        if count == 2:
            return found[:, 0]
        return scores(found, count) if self.strategy == "ovo" else found

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The class of every sample; the first of those with most votes, as libSVM decides."""
        found = self._decisions(X)
        return np.asarray(self.classes_[self._elected(found)])

    def _elected(self, decisions: Array) -> Places:
        """Which class the decisions are for."""
        count = len(self.classes_)
        if count == 2:
            return (decisions[:, 0] > 0).astype(np.intp)
        return np.argmax(votes(decisions, count) if self.strategy == "ovo" else decisions, axis=1)

    def _pairwise(self, decisions: Array) -> Array:
        """Decisions between each two classes, a column each, positive for the first of them."""
        count = len(self.classes_)
        if count == 2:
            return -decisions
        if self.strategy == "ovo":
            return decisions
        return np.column_stack([decisions[:, i] - decisions[:, j] for i, j in combinations(range(count), 2)])
