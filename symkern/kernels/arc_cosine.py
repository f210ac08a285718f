"""Arc-cosine kernels, with a bias, a smoothing width, or weights of a general covariance."""

import functools
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from symkern.errors import InvalidArgument, UsageError
from symkern.kernels.base import Kernel
from symkern.kernels.biased_step import Biased
from symkern.kernels.degrees import Degrees
from symkern.kernels.layers import Layer
from symkern.kernels.rows import Matrix, Transform, is_sparse
from symkern.kernels.smoothed import Smoothed
from symkern.numbers import exact


class ArcCosine(Kernel):
    r"""The kernel of an infinite layer of units step(z) z^n with Gaussian weights: cho_saul_2010 (1), (3).

        k_n(x, y) = 1/pi |x|^n |y|^n J_n(theta)

    Parameters
    ----------
    n : the degree, any real number greater than -1/2: an int, a float (to its last bit), a Fraction or text, "5/2".
    bias : for degree 0, the threshold of step(z - b), of either sign: cho_saul_2012 (23).
    sigma : for degree 0, the width of the cumulative Gaussian that takes the place of the step: cho_saul_2012 (29).
    covariance : of the weights, as cho_saul_2010 section 3.3 suggests: a matrix, or a vector with a variance for each
        coordinate (automatic relevance). The kernel is then that of the inputs times its root.

    >>> round(ArcCosine(1)([3.0, 4.0], [4.0, 3.0]), 12)
    24.060141908845
    >>> round(float(ArcCosine("5/2").angular(1.0)), 12)
    6.383076486423
    """

    def __init__(self, n: Any, *, bias: Any = None, sigma: Any = None, covariance: Any = None) -> None:
        self.n, self.bias, self.sigma, self.covariance = n, bias, sigma, covariance
        self._check()

    def _check(self) -> None:
        degree = exact("n", self.n)
        if degree <= Fraction(-1, 2):
            raise InvalidArgument(
                "n", "greater than -1/2", self.n, "At -1/2 the kernel of a vector with itself diverges."
            )
        if self.bias is not None and self.sigma is not None:
            raise UsageError(
                f"A kernel has a bias or a width sigma, not both; got bias={self.bias} and sigma={self.sigma}."
            )
        for name, value in (("bias", self.bias), ("sigma", self.sigma)):
            if value is not None:
                exact(name, value)
                if degree:
                    raise UsageError(f"{name} must be left out unless n is 0; got {name}={value} with n={self.n}.")
        if self.sigma is not None and exact("sigma", self.sigma) <= 0:
            raise InvalidArgument("sigma", "greater than 0", self.sigma, "Leave it out for the step function itself.")
        if self.covariance is not None:
            _root(_key(self.covariance))

    def _smooth(self) -> list[str]:
        if self.bias is not None and exact("bias", self.bias):
            return ["bias"]
        return ["n"] if self.sigma is None else ["sigma"]

    def _layers(self) -> list[Layer]:
        if self.bias is not None and exact("bias", self.bias):
            return [Biased(float(exact("bias", self.bias)))]
        if self.sigma is not None:
            return [Smoothed(float(exact("sigma", self.sigma)))]
        return [Degrees((exact("n", self.n),))]

    def _view(self) -> tuple[Any, Transform | None]:
        if self.covariance is None:
            return None, None
        key = _key(self.covariance)
        return key, functools.partial(_transformed, root=_root(key))


def _key(covariance: Any) -> tuple[tuple[int, ...], bytes]:
    """The covariance as something that can be compared and looked up."""
    try:
        array = np.ascontiguousarray(covariance, dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidArgument("covariance", "a matrix or a vector of real numbers", type(covariance).__name__) from None
    return array.shape, array.tobytes()


@functools.lru_cache(maxsize=16)
def _root(key: tuple[tuple[int, ...], bytes]) -> npt.NDArray[np.float64]:
    """A root of the covariance: of its entries, or L with L L^T = covariance."""
    shape, content = key
    array = np.frombuffer(content).reshape(shape)
    remedy = "Give a matrix that is symmetric and positive semi-definite, or a vector of variances."
    if (
        array.ndim not in (1, 2)
        or not array.size
        or array.shape[0] != array.shape[-1]
        or not np.all(np.isfinite(array))
    ):
        raise InvalidArgument("covariance", "a square matrix or a vector of finite numbers", f"shape {shape}", remedy)
    if array.ndim == 1:
        if np.min(array) < 0:
            raise InvalidArgument("covariance", "without negative variances", float(np.min(array)), remedy)
        return np.sqrt(array)
    values, vectors = np.linalg.eigh(array)
    size = float(np.max(np.abs(array)))
    if np.max(np.abs(array - array.T)) > 1e-12 * size:
        raise InvalidArgument("covariance", "symmetric", "a matrix that is not", remedy)
    if values[0] < -1e-12 * values[-1] * len(values):
        raise InvalidArgument("covariance", "positive semi-definite", f"an eigenvalue of {values[0]:.3g}", remedy)
    return vectors * np.sqrt(np.maximum(values, 0.0))


def _transformed(block: Matrix, root: npt.NDArray[np.float64]) -> Matrix:
    if block.shape[1] != root.shape[0]:
        raise UsageError(
            f"covariance must have as many rows as X has columns; got {root.shape[0]} for {block.shape[1]} columns."
        )
    if root.ndim == 2:
        return np.ascontiguousarray(block @ root)
    return block.multiply(root).tocsr() if is_sparse(block) else block * root
