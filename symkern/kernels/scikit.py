"""Adapters to scikit-learn, which is loaded here and nowhere else in the kernels."""

from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.gaussian_process.kernels import Hyperparameter
from sklearn.gaussian_process.kernels import Kernel as ScikitKernel
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted, validate_data

from symkern.errors import UsageError
from symkern.kernels.algebra import Product, Scaled, Sum
from symkern.kernels.base import Kernel
from symkern.numbers import exact

ScikitKernel.register(Kernel)
"""So `pairwise_kernels`, and with it KernelRidge, KernelPCA and SpectralClustering, ask ours for whole matrices too."""
DEGREES = (0.01, 20.5)
"""Where n + 1/2 is searched: from -0.49 to 20."""


class GaussianProcessKernel(ScikitKernel):
    """A kernel of ours as one of scikit-learn's, for `GaussianProcessRegressor` and `GaussianProcessClassifier`.

    Hyperparameters are searched in logarithms, signs are kept: biases, widths, factors, offsets; with `degrees=True`
    also the degrees n, in the logarithm of n + 1/2. Combine it with scikit-learn's own: `k.gp() + WhiteKernel()`.
    """

    def __init__(self, kernel: Kernel, limits: tuple[float, float] = (1e-5, 1e5), degrees: bool = False) -> None:
        self.kernel, self.limits, self.degrees = kernel, limits, degrees

    def _searched(self) -> dict[str, float]:
        """Hyperparameters by name, as they are: of degrees n + 1/2, of others the value; none of them 0."""
        params = self.kernel.get_params()
        found = {}
        for name in self.kernel._smooth_parameters():
            if name.rpartition("__")[2] != "n":
                found[name] = float(exact(name, params[name]))
            elif self.degrees:
                found[name] = float(exact(name, params[name]) + Fraction(1, 2))
        return {name: value for name, value in found.items() if value}

    def _bounds(self, name: str) -> tuple[float, float]:
        return DEGREES if name.rpartition("__")[2] == "n" else self.limits

    @property
    def hyperparameters(self) -> list[Hyperparameter]:
        return [Hyperparameter(name, "numeric", self._bounds(name)) for name in self._searched()]

    @property
    def theta(self) -> npt.NDArray[np.float64]:
        return np.log(np.abs(np.array(list(self._searched().values()))))

    @theta.setter
    def theta(self, theta: npt.NDArray[np.float64]) -> None:
        for (name, value), log in zip(self._searched().items(), theta, strict=True):
            shift = 0.5 if name.rpartition("__")[2] == "n" else 0.0
            self.kernel.set_params(**{name: float(np.copysign(np.exp(log), value)) - shift})

    @property
    def bounds(self) -> npt.NDArray[np.float64]:
        return np.log(np.array([self._bounds(name) for name in self._searched()]).reshape(-1, 2))

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        found: dict[str, Any] = {"kernel": self.kernel, "limits": self.limits, "degrees": self.degrees}
        if deep:
            found |= {f"kernel__{key}": value for key, value in self.kernel.get_params().items()}
        return found

    def __call__(self, X: Any, Y: Any = None, eval_gradient: bool = False) -> Any:
        K = self.kernel._matrix(X, Y, None, None, apart=self.degrees)  # a search tries many degrees once
        if not eval_gradient:
            return K
        if Y is not None:
            raise UsageError("The gradient by hyperparameters is that of k(X); leave Y out.")
        columns = [self.kernel.gradient(X, by=name) * value for name, value in self._searched().items()]
        return K, np.dstack(columns) if columns else np.empty((*K.shape, 0))

    def diag(self, X: Any) -> npt.NDArray[np.float64]:
        return self.kernel.diag(X)

    def is_stationary(self) -> bool:
        return False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GaussianProcessKernel) and self.get_params(False) == other.get_params(False)

    def __hash__(self) -> int:
        return hash((GaussianProcessKernel, self.kernel))

    def __repr__(self) -> str:
        inner = f"({self.kernel!r})" if isinstance(self.kernel, Product | Scaled | Sum) else repr(self.kernel)
        return f"{inner}.gp({'degrees=True' if self.degrees else ''})"


class GramMatrix(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """The kernel of new points with those seen in `fit`: what estimators with kernel="precomputed" take.

    >>> from sklearn.kernel_ridge import KernelRidge
    >>> from sklearn.pipeline import make_pipeline
    >>> from symkern import ArcCosine
    >>> model = make_pipeline(ArcCosine(1).gram(), KernelRidge(kernel="precomputed"))
    >>> model.fit([[0.0, 1.0], [1.0, 0.0]], [1.0, 2.0]).predict([[1.0, 1.0]]).round(3)
    array([1.382])
    """

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel

    def fit(self, X: Any, y: Any = None) -> "GramMatrix":
        """Keeps the samples."""
        self.X_fit_ = self._read(X, reset=True)
        return self

    def fit_transform(self, X: Any, y: Any = None, **_: Any) -> npt.NDArray[Any]:
        """The kernel of the samples with each other."""
        return self._matrix(self.fit(X).X_fit_, None)

    def transform(self, X: Any) -> npt.NDArray[Any]:
        """The kernel of other samples with those of `fit`."""
        check_is_fitted(self)
        return self._matrix(self._read(X, reset=False), self.X_fit_)

    def _matrix(self, X: Any, Y: Any) -> npt.NDArray[Any]:
        found = self.kernel(X, Y)
        return np.array([[found]]) if np.ndim(found) == 0 else found  # two sparse samples are a pair elsewhere

    def _read(self, X: Any, *, reset: bool) -> Any:
        return validate_data(self, X, accept_sparse="csr", dtype=[np.float64, np.float32], reset=reset)

    @property
    def _n_features_out(self) -> int:
        return int(self.X_fit_.shape[0])

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags
