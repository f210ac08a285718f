"""The kernel neuron and its sparse training, xu_2003: o(x) = f(sum_i alpha_i k(x_i, x) + beta)."""

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from scipy.sparse import vstack as sparse_rows
from sklearn.base import RegressorMixin
from sklearn.utils.validation import _check_sample_weight, check_is_fitted

from symkern.errors import InvalidArgument, UsageError
from symkern.kernels.rows import is_sparse
from symkern.kernels.threads import single_threaded_blas
from symkern.learn.gram_input import KernelMachine, check_positive
from symkern.learn.multiclass import Places, places_of, problems, scores
from symkern.learn.neuron_training import Neuron, NeuronTraining, start_of
from symkern.learn.scored_classes import ScoredClasses
from symkern.learn.single_sample import TRANSFERS
from symkern.networks.weights import read_count
from symkern.numbers import exact

Array = npt.NDArray[np.float64]

PROCEDURES = ("kn", "skn1", "skn2")


class _KernelNeuron(NeuronTraining, KernelMachine, ABC):
    """Parts that classifier and regressor share: xu_2003 section 3."""

    def __init__(
        self,
        kernel: Any = None,
        *,
        procedure: str = "skn2",
        transfer: str = "linear",
        solver: str = "auto",
        mu: float = 0.01,
        theta: float = 0.1,
        delta: float = 0.01,
        relative: bool = True,
        learning_rate: float | None = None,
        momentum: float = 0.5,
        anneal: bool = True,
        max_iter: int = 1000,
        tol: float | None = None,
        stopping: str = "epoch",
        kernel_params: dict[str, Any] | None = None,
        positive_check: bool = False,
        warm_start: bool = False,
        random_state: Any = None,
    ) -> None:
        self.kernel, self.procedure, self.transfer, self.solver = kernel, procedure, transfer, solver
        self.mu, self.theta, self.delta, self.relative = mu, theta, delta, relative
        self.learning_rate, self.momentum, self.anneal = learning_rate, momentum, anneal
        self.max_iter, self.tol = max_iter, tol
        self.stopping, self.kernel_params, self.positive_check = stopping, kernel_params, positive_check
        self.warm_start, self.random_state = warm_start, random_state

    def _check_parameters(self) -> str:
        """Check all parameters; return the solver to use."""
        for name, choices in (
            ("procedure", PROCEDURES),
            ("transfer", tuple(TRANSFERS)),
            ("solver", ("auto", "cd", "sgd")),
            ("stopping", ("epoch", "printed")),
        ):
            if getattr(self, name) not in choices:
                raise InvalidArgument(name, f"one of {', '.join(choices)}", getattr(self, name))
        for name in ("mu", "theta", "delta"):
            if exact(name, getattr(self, name)) < 0:
                raise InvalidArgument(name, "at least 0", getattr(self, name))
        for name in ("learning_rate", "tol"):
            if getattr(self, name) is not None and exact(name, getattr(self, name)) <= 0:
                raise InvalidArgument(name, "greater than 0", getattr(self, name), "Leave it out for one that is safe.")
        if not 0 <= exact("momentum", self.momentum) < 1:
            raise InvalidArgument("momentum", "at least 0 and below 1", self.momentum)
        read_count("max_iter", self.max_iter, 1)
        solver = self.solver if self.solver != "auto" else "cd" if self.transfer == "linear" else "sgd"
        if solver == "cd" and self.transfer != "linear":
            raise InvalidArgument(
                "solver", "sgd unless transfer is linear, where the problem is convex", solver, "Or leave it out."
            )
        return solver

    def _prepare(self, X: Any, y: Any, sample_weight: Any) -> tuple[Any, Any, Array, Array, Places, str]:
        """Samples, targets, weights, the Gram matrix of the samples that have a weight, their places, the solver."""
        solver = self._check_parameters()
        X, y = self._read(X, y, reset=True)
        weights = self._read_weights(sample_weight, len(y))
        self._check_square(X)
        counted = np.flatnonzero(weights)
        seen = X
        if len(counted) < len(y):  # samples without weight are as good as not there
            seen = X[np.ix_(counted, counted)] if self._kernel() == "precomputed" else X[counted]
        gram = self._gram(seen)
        if len(gram) != len(counted):
            raise UsageError(f"The kernel must give a row for each sample; got {len(gram)} for {len(counted)} samples.")
        if self.positive_check:
            check_positive(gram)
        return X, y, weights, gram, counted, solver

    def _read_weights(self, sample_weight: Any, count: int, *, none_needed: bool = False) -> Array:
        """Weights of all samples, checked; 1 where none are given. With `none_needed` all of them may be 0."""
        if none_needed and np.shape(sample_weight) == (count,) and not np.any(sample_weight):
            return np.zeros(count)
        rows = np.zeros((count, 1))
        weights = _check_sample_weight(sample_weight, rows, dtype=np.float64, ensure_non_negative=True)
        return np.asarray(weights, dtype=np.float64)

    def _keep(self, X: Any, y: Any, weights: Array, neurons: list[Neuron]) -> None:
        """Store what predictions and further trainings need; samples without weight keep their places."""
        self.X_fit_, self.y_fit_, self.weights_fit_, self._neurons = X, y, weights, neurons
        alphas = np.array([self._pruned(neuron) for neuron in neurons])
        spectra = np.array([neuron.spectrum for neuron in neurons])
        single = len(neurons) == 1
        self.alpha_: Array = alphas[0] if single else alphas
        self.spectrum_: Array = spectra[0] if single else spectra
        self.beta_: Any = neurons[0].beta if single else np.array([neuron.beta for neuron in neurons])
        self.support_ = np.flatnonzero(np.any(alphas != 0.0, axis=0))
        self.risk_curve_: list[Any] = neurons[0].risks if single else [neuron.risks for neuron in neurons]
        gaps = [neuron.gap for neuron in neurons if neuron.gap is not None]
        self.gap_ = max(gaps) if gaps else None
        thetas = [neuron.theta for neuron in neurons]
        self.theta_: Any = thetas[0] if single or thetas[0] is None else np.array(thetas)
        self.consistent_ = all(neuron.consistent for neuron in neurons)
        self.n_iter_ = max(len(neuron.risks) for neuron in neurons)

    def _begun(self) -> list[Neuron] | None:
        return self._neurons if self.warm_start and hasattr(self, "_neurons") else None

    def _go_on(self, X: Any, y: Any, sample_weight: Any) -> Self:
        """Train with new samples beside those already seen, starting from the present coefficients."""
        if self._kernel() == "precomputed":
            raise UsageError("partial_fit must have samples, not a precomputed Gram matrix. Fit all of it instead.")
        X, y = self._read(X, y, reset=False)
        weights = self._read_weights(sample_weight, len(y), none_needed=True)
        stack = sparse_rows if is_sparse(X) or is_sparse(self.X_fit_) else np.concatenate
        begun = [replace(neuron, spectrum=np.append(neuron.spectrum, np.zeros(len(y)))) for neuron in self._neurons]
        together = stack([self.X_fit_, X]), np.append(self.y_fit_, y), np.append(self.weights_fit_, weights)
        return self._fit(*together, begun)

    @abstractmethod
    def _fit(self, X: Any, y: Any, sample_weight: Any, begun: list[Neuron] | None) -> Self:
        """Train, starting from the coefficients of an earlier training if it saw as many samples."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Train with samples and their targets."""
        return self._fit(X, y, sample_weight, self._begun())

    def _activations(self, X: Any) -> Array:
        """sum_i alpha_i k(x_i, x) + beta, a column for each neuron."""
        check_is_fitted(self)
        X = self._read(X, reset=False)
        alphas, betas = np.atleast_2d(self.alpha_), np.atleast_1d(self.beta_)
        if not len(self.support_):
            return np.tile(betas, (X.shape[0], 1))
        if self._kernel() == "precomputed":
            gram = np.asarray(X)[:, self.support_]
        else:
            gram = self._gram(X, self.X_fit_[self.support_])
        with single_threaded_blas():
            return np.asarray(gram @ alphas[:, self.support_].T + betas)


class KernelNeuronRegressor(RegressorMixin, _KernelNeuron):
    """Regression by a kernel neuron, xu_2003: KN, SKN-1 and SKN-2.

    Parameters
    ----------
    kernel : None for ArcCosine(1), a kernel of ours, the name of one of scikit-learn's with `kernel_params`, a function
        of two lists of samples that returns a matrix (samples may be texts), or "precomputed".
    procedure : "kn" (no decay), "skn1" (all coefficients decay), "skn2" (then only those below theta).
    transfer : transform function f: "linear", "tanh" or "logistic".
    solver : "cd", exact minima by an active-set method with a duality gap as certificate (linear f only, and the
        default there); "sgd", the printed single-sample steps. Both minimise the functional that those steps descend,
        which has mu times the sum of the sample weights where (5) and (7) have mu. "kn" and "skn1" with "cd" are the
        minimum of a convex functional. "skn2" with "cd" repeats its second phase until the coefficients that decay are
        those below theta: the result is a local minimum of (7), and the exact minimum for that set of coefficients.
    mu : strength of the decay with each single-sample step. A kernel times c with mu times c gives the same outputs.
    theta, delta : sizes below which coefficients decay in the second phase, and below which they are pruned; relative
        to the largest coefficient, or absolute with `relative=False`. theta refers to the end of the first phase.
    learning_rate, momentum, anneal, max_iter, tol, stopping, random_state : of the single-sample steps. The rate is
        safe for the kernel unless given, and falls to 0 over the second half of the epochs unless `anneal=False`, as
        printed. stopping="printed" stops at the first small step; "epoch" when an epoch has moved little. For "cd" tol
        is the duality gap relative to the variance of y: 1e-10 unless given, or what rounding allows up to 1e-7.
    positive_check : whether a Gram matrix that is not positive semi-definite is refused before training (by Lanczos).
    warm_start : whether `fit` begins where the last one ended.

    Attributes
    ----------
    alpha_, beta_, support_ : coefficients after pruning, threshold, indices of the coefficients that are not 0. There
        is a coefficient for every sample of `fit`: 0 for one without weight, and of equal samples one has it all
        (in KN they share it in proportion to their weights).
    spectrum_ : coefficients before pruning.
    risk_curve_ : the functional after every epoch ("sgd") or stage ("cd"): (5) after the first, then (7), each with the
        coefficients of that stage, and with `theta_` as theta.
    theta_ : theta of (7) in units of the coefficients, None but for "skn2".
    consistent_ : whether the coefficients that decayed last are those below theta_, as (7) asks.
    gap_ : duality gap of the last convex problem ("cd").

    >>> import numpy as np
    >>> x = np.linspace(-3, 3, 40)[:, None]
    >>> machine = KernelNeuronRegressor("rbf", kernel_params={"gamma": 0.5}, mu=0.001).fit(x, np.sin(x[:, 0]))
    >>> len(machine.support_) < 10, round(machine.score(x, np.sin(x[:, 0])), 2)
    (True, 1.0)
    """

    def _fit(self, X: Any, y: Any, sample_weight: Any, begun: list[Neuron] | None) -> Self:
        X, y, weights, gram, counted, solver = self._prepare(X, y, sample_weight)
        if len(counted) < 2:
            raise UsageError("X must have at least two samples with a weight; got n_samples=1.")
        y = np.asarray(y, dtype=np.float64)
        start = start_of(begun, 0, len(y))
        part = None if start is None else (start[0][counted], start[1])
        neuron = self._train(gram, y[counted], weights[counted], part, solver)
        self._keep(X, y, weights, [neuron.spread(counted, len(y))])
        return self

    def partial_fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Train with more samples, beside those already seen."""
        return self._go_on(X, y, sample_weight) if hasattr(self, "_neurons") else self.fit(X, y, sample_weight)

    def predict(self, X: Any) -> Array:
        """f of the neuron for every sample."""
        return TRANSFERS[self.transfer].of_array(self._activations(X)[:, 0])


class KernelNeuronClassifier(ScoredClasses, _KernelNeuron):
    __doc__ = (
        (KernelNeuronRegressor.__doc__ or "")
        .split("    >>>")[0]
        .replace("Regression by a kernel neuron", "Classification by kernel neurons")
        + """
    Several classes are told apart two by two, by vote (`multiclass="ovo"`), or each from the rest ("ovr"); `alpha_`
    then has a row for each neuron.

    >>> X, y = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], ["no", "no", "yes", "yes"]
    >>> KernelNeuronClassifier("rbf", mu=1e-3).fit(X, y).predict(X).tolist()
    ['no', 'no', 'yes', 'yes']
    """
    )

    def __init__(
        self,
        kernel: Any = None,
        *,
        procedure: str = "skn2",
        transfer: str = "linear",
        solver: str = "auto",
        mu: float = 0.01,
        theta: float = 0.1,
        delta: float = 0.01,
        relative: bool = True,
        learning_rate: float | None = None,
        momentum: float = 0.5,
        anneal: bool = True,
        max_iter: int = 1000,
        tol: float | None = None,
        stopping: str = "epoch",
        multiclass: str = "ovo",
        kernel_params: dict[str, Any] | None = None,
        positive_check: bool = False,
        warm_start: bool = False,
        random_state: Any = None,
    ) -> None:
        super().__init__(
            kernel,
            procedure=procedure,
            transfer=transfer,
            solver=solver,
            mu=mu,
            theta=theta,
            delta=delta,
            relative=relative,
            learning_rate=learning_rate,
            momentum=momentum,
            anneal=anneal,
            max_iter=max_iter,
            tol=tol,
            stopping=stopping,
            kernel_params=kernel_params,
            positive_check=positive_check,
            warm_start=warm_start,
            random_state=random_state,
        )
        self.multiclass = multiclass

    def _fit(self, X: Any, y: Any, sample_weight: Any, begun: list[Neuron] | None) -> Self:
        if self.multiclass not in ("ovo", "ovr"):
            raise InvalidArgument("multiclass", "ovo or ovr", self.multiclass)
        X, y, weights, gram, counted, solver = self._prepare(X, y, sample_weight)
        places = self._read_classes(np.asarray(y)[counted])
        low, high = TRANSFERS[self.transfer].targets
        neurons = []
        for number, problem in enumerate(problems(places, len(self.classes_), self.multiclass)):
            targets, start = np.where(problem.positive, high, low), start_of(begun, number, len(y))
            members = counted if problem.members is None else counted[problem.members]
            part = None if start is None else (start[0][members], start[1])
            neuron = self._train(problem.part(gram), targets, weights[members], part, solver)
            neurons.append(neuron.spread(members, len(y)))
        self._keep(X, y, weights, neurons)
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Train with more samples, beside those already seen; all classes must be among the first."""
        if not hasattr(self, "_neurons"):
            self.fit(X, y, sample_weight)
            missing = np.setdiff1d([] if classes is None else classes, self.classes_)
            if len(missing):
                raise UsageError(f"The first samples must have all classes; class {missing[0]} is not among them.")
            return self
        counted = self._read_weights(sample_weight, len(y), none_needed=True) > 0.0
        places_of(np.asarray(y)[counted], self.classes_)
        return self._go_on(X, y, sample_weight)

    def decision_function(self, X: Any) -> Array:
        """For two classes, how far a sample is on the side of the second; for more, votes or activations of each."""
        found = self._activations(X)
        count = len(self.classes_)
        if count == 2:
            return found[:, 0]
        return found if self.multiclass == "ovr" else scores(found, count)
