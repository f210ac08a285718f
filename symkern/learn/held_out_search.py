"""Tuning as the papers do it, cho_saul_2012 section 5: on held-out samples, then once more on all samples."""

import functools
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix
from scipy.sparse import vstack as sparse_rows
from sklearn.base import BaseEstimator, clone
from sklearn.utils import Tags, check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from symkern.errors import InvalidArgument, UsageError
from symkern.kernels import ArcCosine, Kernel
from symkern.kernels.rows import is_sparse
from symkern.kernels.threads import single_threaded_blas
from symkern.learn.finished_trainings import FinishedTrainings, Outcome
from symkern.learn.multiclass import Places, pairwise_errors, places_of
from symkern.learn.scored_classes import ScoredClasses
from symkern.learn.shared_gram import Matrix, SharedGram
from symkern.learn.support_vector_machine import SupportVectorMachine
from symkern.learn.support_vectors import Machine
from symkern.numbers import exact

Array = npt.NDArray[np.float64]

COARSE = (0.1, 1.0, 10.0, 100.0, 1000.0, 10_000.0)
"""The penalties that are tried first, over the mean kernel of a sample with itself."""
FINE = tuple(10.0 ** (k / 4) for k in (-3, -2, -1, 1, 2, 3))
"""And then these multiples of the best of them."""
KINDS = {"float64": np.float64, "float32": np.float32}


@dataclass(frozen=True)
class Trial:
    """One kernel with one penalty: the share of held-out samples that it gets wrong, and its support vectors."""

    kernel: str
    C: float
    error: float
    vectors: int
    pairwise_errors: Array
    """For each two classes, the share of wrong decisions between them; NaN where no sample of theirs is held out."""


class HeldOutSearch(ScoredClasses, BaseEstimator):
    """A support vector machine whose kernel and penalty are chosen on held-out samples, and which is then trained on
    all of them: first a coarse logarithmic grid of penalties, then a fine one around the best.

    The Gram matrix of a kernel is computed once, for all penalties and all pairs of classes; penalties train side by
    side on all cores. With equal errors the smaller penalty is taken, and the kernel that was named first.

    Parameters
    ----------
    kernels : one or a list; each a kernel of ours, or what else `SupportVectorMachine` takes, but for "precomputed".
    penalties : the coarse grid; unless given, 0.1 to 10,000 over the mean kernel of a sample with itself.
    fine : factors of the best penalty that are tried next; () for none.
    strategy : for several classes, "ovo", "ovr" or "crammer-singer".
    held_out : the share that is held out of every class, where `fit` is given no held-out samples.
    dtype : "float32" keeps the Gram matrix in half the memory: worth it for several classes, of which libSVM is handed
        double precision for two at a time; of two classes, or each against the rest, it would be a second matrix.
    tol, n_jobs : as of `SupportVectorMachine`.
    resume : a file of trials; those that are in it already for the same samples are not made again.
    progress : called with (trainings done, trainings known of, the kernel), one for each penalty; for bars.
    random_state : a seed for what is held out.

    Attributes
    ----------
    best_estimator_ : the `SupportVectorMachine`, trained on all samples; best_kernel_, best_C_, best_error_.
    trials_ : all that was tried; pairwise_errors_ : of the best, a square matrix.

    >>> import numpy as np
    >>> X = np.random.default_rng(0).standard_normal((300, 4))
    >>> search = HeldOutSearch([ArcCosine(0), ArcCosine(2)], random_state=0).fit(X, X[:, 0] * X[:, 1] > 0)
    >>> search.best_kernel_, search.best_error_ < 0.1
    (ArcCosine(2), True)
    """

    def __init__(
        self,
        kernels: Any = None,
        *,
        penalties: Sequence[float] | None = None,
        fine: Sequence[float] = FINE,
        strategy: str = "ovo",
        held_out: float = 0.2,
        dtype: str = "float64",
        tol: float = 1e-3,
        n_jobs: int | None = None,
        resume: str | Path | None = None,
        progress: Callable[[int, int, str], None] | None = None,
        random_state: Any = None,
    ) -> None:
        self.kernels, self.penalties, self.fine, self.strategy = kernels, penalties, fine, strategy
        self.held_out, self.dtype, self.tol, self.n_jobs = held_out, dtype, tol, n_jobs
        self.resume, self.progress, self.random_state = resume, progress, random_state

    def fit(self, X: Any, y: Any, X_held: Any = None, y_held: Any = None) -> Self:
        """Chooses and learns; samples are held out of X unless others are given for that."""
        kernels = self._check_parameters()
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=KINDS[self.dtype])
        places = self._read_classes(y)
        if (X_held is None) != (y_held is None):
            raise UsageError("X_held and y_held must be given together, or neither of them.")
        if X_held is None:
            train, held = hold_out(places, float(self.held_out), check_random_state(self.random_state))
        else:
            more = validate_data(self, X_held, accept_sparse="csr", dtype=KINDS[self.dtype], reset=False)
            train, held = np.arange(len(y)), np.arange(len(y), len(y) + more.shape[0])
            if is_sparse(X) or is_sparse(more):
                X = sparse_rows([csr_matrix(X), csr_matrix(more)], format="csr")
            else:
                X = np.concatenate([X, more])
            places = np.append(places, places_of(np.asarray(y_held), self.classes_))
            if len(places) != X.shape[0]:
                raise UsageError(f"y_held must have a class for each of {more.shape[0]} samples; got {len(y_held)}.")
        found = _Search(self, X, places, train, held)
        for kernel in kernels:
            found.try_kernel(kernel)
        self.trials_ = found.trials
        best, self.best_estimator_ = found.winner()
        self.best_kernel_, self.best_C_, self.best_error_ = self.best_estimator_.kernel, best.C, best.error
        self.pairwise_errors_ = best.pairwise_errors
        return self

    def _check_parameters(self) -> list[Any]:
        """The kernels, once all parameters keep their rules."""
        kernels = list(self.kernels) if isinstance(self.kernels, (list, tuple)) else [self.kernels]
        kernels = [ArcCosine(1) if kernel is None else clone(kernel, safe=False) for kernel in kernels]
        if not kernels or "precomputed" in [kernel for kernel in kernels if isinstance(kernel, str)]:
            raise InvalidArgument("kernels", "a list of kernels, none of them precomputed", self.kernels)
        for kernel in kernels:
            SupportVectorMachine(kernel, strategy=self.strategy, tol=self.tol)._check_parameters()
        for name, values in (("penalties", self.penalties), ("fine", self.fine)):
            if values is not None and any(exact(name, value) <= 0 for value in values):
                raise InvalidArgument(name, "greater than 0, all of them", list(values))
        if self.penalties is not None and not len(self.penalties):
            raise InvalidArgument("penalties", "at least one", "none", "Leave them out for a grid.")
        if not 0 < exact("held_out", self.held_out) < 1:
            raise InvalidArgument("held_out", "between 0 and 1", self.held_out)
        if self.dtype not in KINDS:
            raise InvalidArgument("dtype", " or ".join(KINDS), self.dtype)
        return kernels

    def decision_function(self, X: Any) -> Array:
        """That of the machine."""
        check_is_fitted(self)
        return self.best_estimator_.decision_function(validate_data(self, X, accept_sparse="csr", reset=False))

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The class of every sample."""
        check_is_fitted(self)
        return self.best_estimator_.predict(validate_data(self, X, accept_sparse="csr", reset=False))

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def hold_out(places: Places, share: float, random: np.random.RandomState) -> tuple[Places, Places]:
    """Which samples to train with, and which to hold out: the same share of every class, but never all of it."""
    held = []
    for number in range(int(np.max(places)) + 1):
        members = random.permutation(np.flatnonzero(places == number))
        held.append(members[: max(0, min(round(len(members) * share), len(members) - 1))])
    found = np.sort(np.concatenate(held))
    if not len(found):
        raise UsageError(f"X must have enough samples to hold some out; got n_samples={len(places)}.")
    return np.setdiff1d(np.arange(len(places)), found), found


class _Search:
    """One search under way: its samples, what was tried, and the best machine so far."""

    def __init__(self, settings: HeldOutSearch, X: Any, places: Places, train: Places, held: Places) -> None:
        self.settings, self.X, self.count = settings, X, len(train)
        self.order = np.concatenate([train, held])  # as they lie in the Gram matrix
        self.places = places[self.order]
        self.trials: list[Trial] = []
        self.best: Trial | None = None
        self._kernel: Any = None
        self._machine: SupportVectorMachine | None = None
        self._done, self._known, self._lock = 0, 0, threading.Lock()
        what = f"{settings.strategy} {settings.dtype} {settings.tol} {self.count}"
        self._finished = FinishedTrainings(settings.resume, what, X, places, self.order) if settings.resume else None

    def try_kernel(self, kernel: Any) -> None:
        """All penalties with one kernel, coarse and then fine; while its Gram matrix is there, the best on all."""
        matrix = functools.cache(lambda: self._gram(kernel))  # where all trainings are known, it is never computed
        tried = self._tried(kernel, matrix, self._coarse(kernel))
        finer = [float(f"{min(tried, key=_rank).C * float(factor):.3g}") for factor in self.settings.fine]
        tried += self._tried(kernel, matrix, [C for C in dict.fromkeys(finer) if C not in {row.C for row in tried}])
        self.trials += sorted(tried, key=lambda trial: trial.C)
        best = min(tried, key=_rank)
        if self.best is None or best.error < self.best.error:
            self.best, self._kernel = best, kernel
            self._machine = self._on_all(matrix()) if matrix.cache_info().currsize else None

    def winner(self) -> tuple[Trial, SupportVectorMachine]:
        """The best, and its machine; one whose trainings were all known is trained now."""
        assert self.best is not None
        return self.best, self._machine or self._on_all(self._gram(self._kernel))

    def _gram(self, kernel: Any) -> SharedGram:
        machine = self._new_machine(kernel)

        def fill(X: Any, Y: Any, out: Matrix) -> Matrix:
            if isinstance(kernel, Kernel):
                found: Matrix = kernel(X, Y, out=out, n_jobs=self.settings.n_jobs)
                return found
            return machine._gram(X, Y)

        train, held = (_rows(self.X, places) for places in np.split(self.order, [self.count]))
        return SharedGram(fill, train, held, KINDS[self.settings.dtype])

    def _coarse(self, kernel: Any) -> list[float]:
        if self.settings.penalties is not None:
            return list(dict.fromkeys(float(exact("penalties", value)) for value in self.settings.penalties))
        size = float(np.mean(kernel.diag(self.X))) if isinstance(kernel, Kernel) else 1.0
        return [float(f"{share / size:.3g}") for share in COARSE] if size > 0 else list(COARSE)

    def _tried(self, kernel: Any, matrix: Callable[[], SharedGram], penalties: list[float]) -> list[Trial]:
        """The trials of some penalties; trainings that an earlier search has finished are not made again."""
        machine = self._new_machine(kernel)
        outcomes: dict[float, Outcome] = {}
        if self._finished:
            found = {C: self._finished.get(kernel, C) for C in penalties}
            outcomes = {C: outcome for C, outcome in found.items() if outcome is not None}
        wanted = [C for C in penalties if C not in outcomes]
        self._known += len(wanted)
        if wanted:
            gram = matrix()

            def done(C: float, trained: Machine) -> None:
                outcomes[C] = Outcome(trained.decisions(gram.across), trained.support)
                if self._finished:
                    self._finished.put(kernel, C, outcomes[C])
                self._advance(repr(kernel))

            with single_threaded_blas():  # whose threads would wait, and keep trainings from their cores
                machine._train(gram.train, self.places[: self.count], wanted, done)
        return [self._trial(machine, C, outcomes[C]) for C in penalties]

    def _trial(self, machine: SupportVectorMachine, C: float, outcome: Outcome) -> Trial:
        held, decisions = self.places[self.count :], outcome.decisions
        return Trial(
            repr(machine.kernel),
            C,
            float(np.mean(machine._elected(decisions) != held)),
            len(outcome.support),
            pairwise_errors(machine._pairwise(decisions), held, len(machine.classes_)),
        )

    def _advance(self, kernel: str) -> None:
        with self._lock:
            self._done += 1
            if self.settings.progress is not None:
                self.settings.progress(self._done, self._known, kernel)

    def _on_all(self, gram: SharedGram) -> SupportVectorMachine:
        """The machine of the best penalty, trained on all samples; `support_` are their places as they were given."""
        assert self.best is not None
        machine = self._new_machine(self._kernel).set_params(C=self.best.C)
        machine._fit_gram(gram.grow(), self.places)
        machine.support_ = self.order[machine.support_]
        machine.support_vectors_ = self.X[machine.support_]
        machine.n_features_in_ = self.X.shape[1]
        return machine

    def _new_machine(self, kernel: Any) -> SupportVectorMachine:
        settings = self.settings
        machine = SupportVectorMachine(kernel, strategy=settings.strategy, tol=settings.tol, n_jobs=settings.n_jobs)
        machine.kernel_, machine.classes_ = kernel, settings.classes_
        return machine


def _rows(X: Any, places: Places) -> Any:
    """Some samples, without a copy where they stand together."""
    together = places[-1] - places[0] == len(places) - 1 and np.all(np.diff(places) == 1)
    return X[places[0] : places[-1] + 1] if together else X[places]


def _rank(trial: Trial) -> tuple[float, float]:
    return trial.error, trial.C
