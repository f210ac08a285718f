"""Input of kernel machines: a kernel of ours or of scikit-learn, any function of two lists, or a Gram matrix."""

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, clone
from sklearn.metrics.pairwise import PAIRWISE_KERNEL_FUNCTIONS, pairwise_kernels
from sklearn.utils import Tags
from sklearn.utils.validation import validate_data

from symkern.errors import InvalidArgument, UsageError
from symkern.kernels import ArcCosine, Kernel
from symkern.kernels.rows import is_sparse

Array = npt.NDArray[np.float64]

ASYMMETRY = 1e-9
"""Relative to the largest entry, above which a Gram matrix is not symmetric."""
BLOCK_ROWS = 32
NEGATIVE = 1e-9
"""Relative to the largest eigenvalue, below which minus this an eigenvalue is negative."""


class KernelMachine(BaseEstimator):
    """Estimators with a parameter `kernel`: how they read samples, and the Gram matrices they see.

    `kernel` is None for ArcCosine(1), a kernel of ours, the name of one of scikit-learn's with its `kernel_params`, a
    function of two lists of samples (which may then be texts) that returns a matrix, or "precomputed".
    """

    kernel: Any
    kernel_: Any
    kernel_params: dict[str, Any] | None = None

    def _kernel(self) -> Any:
        kernel = ArcCosine(1) if self.kernel is None else self.kernel
        if isinstance(kernel, str) and kernel != "precomputed" and kernel not in PAIRWISE_KERNEL_FUNCTIONS:
            names = ", ".join(sorted({"precomputed", *PAIRWISE_KERNEL_FUNCTIONS}))
            raise InvalidArgument("kernel", f"a kernel, a function, or one of {names}", kernel)
        if not isinstance(kernel, (Kernel, str)) and not callable(kernel):
            raise InvalidArgument("kernel", "a kernel, a function or a name", kernel)
        return kernel

    def _reads_anything(self) -> bool:
        """Whether samples need not be rows of numbers."""
        kernel = self._kernel()
        return callable(kernel) and not isinstance(kernel, Kernel)

    def _read(self, X: Any, y: Any = "no_validation", *, reset: bool) -> Any:
        """Samples, checked; with their targets if they are given. With `reset`, the kernel is from now on a copy."""
        alone = isinstance(y, str)
        if reset:  # whoever shares the kernel object may change it: what is fitted stays as it was
            self.kernel_ = clone(self._kernel(), safe=False)
        if self._reads_anything() and not _is_numeric(X):
            samples = np.empty(len(X), dtype=object)
            samples[:] = list(X)
            return samples if alone else (samples, np.asarray(y))
        accepted: dict[str, Any] = {"accept_sparse": "csr", "dtype": np.float64, "reset": reset}
        return validate_data(self, X, **accepted) if alone else validate_data(self, X, y, **accepted)

    def _gram(self, X: Any, Y: Any = None) -> Array:
        """The kernel of all samples with each other, or with those of the training."""
        kernel = self.kernel_ if hasattr(self, "kernel_") else self._kernel()
        if isinstance(kernel, str):
            if kernel == "precomputed":
                found = X
            else:
                found = pairwise_kernels(X, Y, metric=kernel, filter_params=True, **(self.kernel_params or {}))
        else:
            found = kernel(X) if Y is None and isinstance(kernel, Kernel) else kernel(X, X if Y is None else Y)
        found = np.asarray(found.toarray() if is_sparse(found) else found, dtype=np.float64)
        shape = (len(found), len(found)) if Y is None else (_count(X), _count(Y))
        if found.ndim != 2 or found.shape != shape:
            wanted = "a square matrix" if Y is None else f"a {shape[0]} x {shape[1]} matrix"
            raise UsageError(f"The kernel must give {wanted}; got shape {found.shape}.")
        if not np.isfinite(largest_entry(found)):
            raise UsageError("The kernel must give finite numbers; got NaN or infinity. Scale the samples.")
        if Y is None:
            _check_symmetric(found)
        return found

    def _check_square(self, X: Any) -> None:
        """Raise an error if a Gram matrix is expected and X is not square."""
        if self._kernel() == "precomputed" and X.shape[0] != X.shape[1]:
            raise UsageError(f"X must be a square Gram matrix; got shape {X.shape}.")

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self.kernel != "precomputed"
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags


def _is_numeric(X: Any) -> bool:
    return is_sparse(X) or np.asarray(X).dtype.kind in "fiub"


def _count(samples: Any) -> int:
    return samples.shape[0] if hasattr(samples, "shape") else len(samples)


def largest_entry(gram: Array) -> float:
    """In absolute value, NaN if one is; no second matrix is made for it."""
    return float(np.maximum(np.max(gram, initial=0.0), -np.min(gram, initial=0.0)))


def _check_symmetric(gram: Array) -> None:
    size = largest_entry(gram)
    for start in range(0, len(gram), BLOCK_ROWS):  # so that no second matrix is made
        block = gram[start : start + BLOCK_ROWS]
        off = np.abs(block - gram[:, start : start + BLOCK_ROWS].T)
        if np.max(off) > ASYMMETRY * size:
            i, j = np.unravel_index(int(np.argmax(off)), off.shape)
            raise UsageError(
                f"The kernel must be symmetric; got {block[i, j]:.6g} for samples {start + i} and {j}, and"
                f" {gram[j, start + i]:.6g} the other way round."
            )


def smallest_eigenvalue(gram: Array) -> tuple[float, float]:
    """The smallest eigenvalue of a symmetric matrix, and the largest, by Lanczos."""
    from scipy.sparse.linalg import eigsh

    if len(gram) < 3:
        values = np.linalg.eigvalsh(gram)
    else:
        start = np.random.default_rng(0).standard_normal(len(gram))
        values = np.sort([eigsh(gram, 1, which=end, v0=start, return_eigenvectors=False)[0] for end in ("SA", "LA")])
    return float(values[0]), float(values[-1])


def check_positive(gram: Array) -> None:
    """Raise an error if a Gram matrix is not positive semi-definite."""
    smallest, largest = smallest_eigenvalue(gram)
    if smallest < -NEGATIVE * max(abs(largest), abs(smallest)):
        raise UsageError(
            f"The kernel must be positive semi-definite; its Gram matrix has an eigenvalue of {smallest:.3g}"
            f" (the largest is {largest:.3g})."
        )
