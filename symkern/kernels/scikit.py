"""Adapters to scikit-learn, which is loaded here and nowhere else in the kernels."""

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.gaussian_process.kernels import Hyperparameter
from sklearn.gaussian_process.kernels import Kernel as ScikitKernel
from sklearn.utils.validation import check_is_fitted

from symkern.errors import UsageError
from symkern.kernels.base import Kernel


class GaussianProcessKernel(ScikitKernel):
    """A kernel of ours for `GaussianProcessRegressor`; biases and widths are hyperparameters, searched in logarithms.

    A bias keeps its sign. Combine it with scikit-learn's own: `ConstantKernel() * k.gp() + WhiteKernel()`.
    """

    def __init__(self, kernel: Kernel, limits: tuple[float, float] = (1e-5, 1e5)) -> None:
        self.kernel, self.limits = kernel, limits

    def _searched(self) -> list[str]:
        return [
            key
            for key, value in sorted(self.kernel.get_params().items())
            if key.rpartition("__")[2] in ("bias", "sigma") and value
        ]

    @property
    def hyperparameters(self) -> list[Hyperparameter]:
        return [Hyperparameter(name, "numeric", self.limits) for name in self._searched()]

    @property
    def theta(self) -> npt.NDArray[np.float64]:
        params = self.kernel.get_params()
        return np.log(np.array([abs(float(params[name])) for name in self._searched()]))

    @theta.setter
    def theta(self, theta: npt.NDArray[np.float64]) -> None:
        params = self.kernel.get_params()
        for name, value in zip(self._searched(), theta, strict=True):
            self.kernel.set_params(**{name: float(np.copysign(np.exp(value), float(params[name])))})

    @property
    def bounds(self) -> npt.NDArray[np.float64]:
        return np.log(np.array([self.limits] * len(self._searched())).reshape(-1, 2))

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        found: dict[str, Any] = {"kernel": self.kernel, "limits": self.limits}
        if deep:
            found |= {f"kernel__{key}": value for key, value in self.kernel.get_params().items()}
        return found

    def __call__(self, X: Any, Y: Any = None, eval_gradient: bool = False) -> Any:
        K = self.kernel(X) if Y is None else self.kernel(X, Y)
        if not eval_gradient:
            return K
        if Y is not None:
            raise UsageError("The gradient by hyperparameters is that of k(X); leave Y out.")
        params = self.kernel.get_params()
        columns = [self.kernel.gradient(X, by=name) * float(params[name]) for name in self._searched()]
        return K, np.dstack(columns) if columns else np.empty((*K.shape, 0))

    def diag(self, X: Any) -> npt.NDArray[np.float64]:
        return self.kernel.diag(X)

    def is_stationary(self) -> bool:
        return False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GaussianProcessKernel) and self.kernel == other.kernel and self.limits == other.limits

    def __hash__(self) -> int:
        return hash((GaussianProcessKernel, self.kernel))

    def __repr__(self) -> str:
        return f"{self.kernel!r}.gp()"


class GramMatrix(TransformerMixin, BaseEstimator):
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
        from sklearn.utils import check_array

        self.X_fit_ = check_array(X, accept_sparse="csr", dtype=[np.float64, np.float32])
        self.n_features_in_ = self.X_fit_.shape[1]
        return self

    def fit_transform(self, X: Any, y: Any = None, **_: Any) -> npt.NDArray[Any]:
        return self.kernel(self.fit(X).X_fit_)

    def transform(self, X: Any) -> npt.NDArray[Any]:
        check_is_fitted(self)
        return self.kernel(X, self.X_fit_)
