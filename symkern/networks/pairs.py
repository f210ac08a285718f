"""Pairs of inputs whose kernels are simulated: given as rows of X and Y, all those of a Gram matrix, or at random."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from symkern.errors import InvalidArgument, UsageError
from symkern.kernels import Kernel
from symkern.kernels.rows import is_sparse, read_matrix
from symkern.networks.activations import Identity, Power, activations
from symkern.networks.weights import read_count, stream

Array = npt.NDArray[np.float64]

MOST_PAIRS = 2048
"""Their covariance is a matrix with as many rows."""
LARGEST_LOGARITHM = 700.0
"""Logarithm of the largest unit, and of the reciprocal of the smallest."""


@dataclass(frozen=True)
class InputPairs:
    """Vectors, which of them make a pair, and the kernels of the pairs.

    Where every layer is homogeneous, the vectors have norm 1 or 0, simulations divide the outputs of each layer by
    `gains`, so that the limit of every hidden vector has norm 1 or 0 too, and `unit` holds what the kernel of each pair
    is to be multiplied by for that. So no power of a norm overflows in a simulation, whatever the scale of the inputs.
    """

    vectors: Array
    first: slice | npt.NDArray[np.intp]
    second: slice | npt.NDArray[np.intp]
    kernel: Kernel
    values: Array
    unit: Array
    gains: tuple[float, ...]
    homogeneous: bool

    def __len__(self) -> int:
        return len(self.values)

    @property
    def relative(self) -> Array:
        """Kernels of the pairs over their units."""
        return np.asarray(self.values / self.unit)

    @property
    def places(self) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """Indices of the two vectors of each pair."""
        every = np.arange(len(self.vectors))
        return every[self.first], every[self.second]

    def of(self, columns: Array) -> Array:
        """Products of the two columns of every pair."""
        return np.asarray(columns[:, self.first] * columns[:, self.second])

    @property
    def angles(self) -> Array:
        """Between the two vectors of each pair, accurate for small angles too; a right angle where one of them is 0."""
        norms = np.linalg.norm(self.vectors, axis=1, keepdims=True)
        unit = self.vectors / np.where(norms > 0, norms, 1.0)
        x, y = unit[self.first], unit[self.second]
        return 2 * np.arctan2(np.linalg.norm(x - y, axis=1), np.linalg.norm(x + y, axis=1))


def read_pairs(kernel: Kernel, X: Any, Y: Any = None) -> InputPairs:
    """Row i of X with row i of Y, or all pairs of the rows of X, and their kernels."""
    x = _dense(X, "X")
    first: slice | npt.NDArray[np.intp]
    second: slice | npt.NDArray[np.intp]
    if Y is None:
        first, second = np.triu_indices(len(x))
        _check_count(len(first))
        values = kernel(x)[first, second]
    else:
        y = _dense(Y, "Y")
        if x.shape != y.shape:
            raise UsageError(
                f"X and Y must have the same shape, a pair in each row; got {_shape(x)} and {_shape(y)}."
                " Leave Y out for all pairs of the rows of X."
            )
        _check_count(len(x))
        values = np.diag(kernel(x, y)).copy()
        x, first, second = np.concatenate([x, y]), slice(0, len(x)), slice(len(x), None)
    if not np.all(np.isfinite(values)):
        raise UsageError("The kernels of the pairs must be finite numbers; some overflow. Scale the inputs down.")
    transform = kernel._view()[1]
    vectors = x if transform is None else transform(x)
    layers = activations(kernel)
    if not all(isinstance(layer, (Power, Identity)) for layer in layers):
        ones = np.ones(len(values))
        return InputPairs(vectors, first, second, kernel, values, ones, tuple(ones[:1]) * len(layers), False)
    vectors, logarithms = _normalised(vectors)
    logarithm, gains = logarithms[first] + logarithms[second], tuple(layer.size for layer in layers)
    for layer, gain in zip(layers, gains, strict=True):
        logarithm = (float(layer.n) if isinstance(layer, Power) else 1.0) * logarithm + math.log(gain)
    if np.any(np.abs(logarithm) > LARGEST_LOGARITHM):
        raise UsageError(
            "The kernels of the pairs must be in the range of doubles; some underflow or overflow. Scale the inputs."
        )
    return InputPairs(vectors, first, second, kernel, values, np.exp(logarithm), gains, True)


def _normalised(vectors: Array) -> tuple[Array, Array]:
    """Vectors of norm 1 or 0, and the logarithms of their norms; 0 for those that are 0."""
    largest = np.max(np.abs(vectors), axis=1, initial=0.0)
    present = largest > 0.0
    exponents = np.where(present, np.floor(np.log2(np.where(present, largest, 1.0))), 0.0)
    # By powers of two first: squares of huge and of tiny entries are out of range.
    vectors = np.ldexp(vectors, -exponents.astype(np.int64)[:, None])
    norms = np.where(present, np.linalg.norm(vectors, axis=1), 1.0)
    return vectors / norms[:, None], exponents * math.log(2.0) + np.log(norms)


def _dense(given: Any, name: str) -> Array:
    matrix, _ = read_matrix(given, name)
    return np.ascontiguousarray(matrix.toarray() if is_sparse(matrix) else matrix, dtype=np.float64)


def _shape(matrix: Array) -> str:
    return " x ".join(map(str, matrix.shape))


def _check_count(count: int) -> None:
    if count > MOST_PAIRS:
        raise InvalidArgument("pairs", f"at most {MOST_PAIRS}, all of whose covariances are kept", count)


def random_pairs(count: int, d: int = 5, seed: int = 0) -> tuple[Array, Array]:
    """X and Y with a pair in each row: most at any angle, every fifth nearly parallel, every fifth nearly antiparallel.

    Norms are between 1/2 and 2; small angles, and small differences from pi, between 0.01 and 0.1.
    """
    count, d = read_count("pairs", count, 1), read_count("d", d, 1)
    generator = stream(seed, 0)
    x, y = generator.standard_normal((2, count, d))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    y /= np.linalg.norm(y, axis=1, keepdims=True)
    across = y - np.sum(x * y, axis=1, keepdims=True) * x
    if d > 1:
        across /= np.linalg.norm(across, axis=1, keepdims=True)
    near = np.exp(generator.uniform(math.log(0.01), math.log(0.1), (count, 1)))
    close = np.cos(near) * x + np.sin(near) * across
    place = np.arange(count)[:, None] % 5
    y = np.where(place == 3, close, np.where(place == 4, -close, y))
    return x * generator.uniform(0.5, 2.0, (count, 1)), y * generator.uniform(0.5, 2.0, (count, 1))
