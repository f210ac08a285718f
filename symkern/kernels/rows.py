"""The rows of a matrix: what may be given, their norms to the last bit, and blocks of them ready for a product."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from symkern.computed_once import computed_once
from symkern.errors import InvalidArgument, UsageError
from symkern.kernels.magnitudes import Magnitudes
from symkern.kernels.threads import in_parallel

Array = npt.NDArray[np.float64]
Matrix: TypeAlias = Any  # an array with two dimensions, or scipy's CSR
Transform: TypeAlias = Callable[[Matrix], Matrix]

FIXED_BITS = 21
"""Of the leading parts whose squares add up without rounding: 2 * 21 + 11 = 53 bits hold the sum of 2048 of them."""
SAFE_EXPONENT = 200
"""Rows with entries up to 2^200 are multiplied as they are; larger and smaller ones are scaled by a power of two."""
BLOCK_NUMBERS = 1 << 16


@dataclass(frozen=True)
class Rows:
    """The rows of one matrix, each x = 2^exponent (scaled x), and their squared norms as 4^exponent (squared + low)."""

    matrix: Matrix
    transform: Transform | None
    exponent: npt.NDArray[np.int64]
    squared: Array
    low: Array
    scaled: bool  # whether blocks are: some row could overflow or vanish in a product
    kind: npt.DTypeLike
    before: npt.NDArray[np.int64] | None = None  # power of two by which each row is divided before the transform

    def __len__(self) -> int:
        return len(self.squared)

    @property
    def is_sparse(self) -> bool:
        return is_sparse(self.matrix)

    @property
    def copies(self) -> bool:
        """Whether blocks are copies."""
        return self.scaled or self.transform is not None or self.matrix.dtype != np.float64

    @computed_once
    def norms_squared(self) -> Magnitudes:
        mantissa, shift = np.frexp(self.squared)
        return Magnitudes(
            mantissa, 2 * self.exponent + shift, self.low / np.where(self.squared > 0.0, self.squared, 1.0)
        )

    @computed_once
    def inverse(self) -> Array:
        """1/norm of the rows as blocks have them, 0 for a row of zeros."""
        with np.errstate(divide="ignore"):
            found = np.where(self.squared > 0.0, 1.0 / np.sqrt(self.squared), 0.0)
        return found if self.scaled else np.ldexp(found, -self.exponent)

    @computed_once
    def zeros(self) -> npt.NDArray[np.intp]:
        return np.flatnonzero(self.squared == 0.0)

    def block(self, start: int, stop: int) -> Matrix:
        """Rows from start to stop in double precision, a view where nothing had to be done to them."""
        rows = slice(start, stop)
        before = None if self.before is None else self.before[rows]
        part = _prepared(self.matrix[rows], self.transform, before)
        if not self.scaled:
            return part
        return _scaled(part, self.exponent[rows] if before is None else self.exponent[rows] - before)


def is_sparse(matrix: object) -> bool:
    return hasattr(matrix, "tocsr")


def read_matrix(given: Any, name: str) -> tuple[Matrix, bool]:
    """A matrix of real numbers as it was given, or one row from a vector, and whether it was a vector."""
    if is_sparse(given):
        sparse = given.tocsr()
        if len(sparse.shape) != 2:
            raise InvalidArgument(name, "a matrix with a row for each point", f"{len(sparse.shape)} dimensions")
        if not sparse.has_canonical_format:
            sparse = sparse.copy()
            sparse.sum_duplicates()
        array, vector = sparse, False
    else:
        array = _read_array(given, name)
        vector = array.ndim == 1
        if array.ndim not in (1, 2):
            raise InvalidArgument(
                name, "a matrix with a row for each point", f"{array.ndim} dimensions", "Flatten each point to one row."
            )
        array = array.reshape(1, -1) if vector else array
    if not all(array.shape):
        raise InvalidArgument(
            name, "a matrix with at least one row and one column", f"{array.shape[0]} x {array.shape[1]}"
        )
    if array.dtype.kind not in "fiub":
        raise InvalidArgument(name, "a matrix of real numbers", f"entries of type {array.dtype}")
    return array, vector


def _read_array(given: Any, name: str) -> npt.NDArray[Any]:
    if isinstance(given, np.ma.MaskedArray):
        raise InvalidArgument(
            name, "a matrix without masked entries", "a masked array", "Fill them or drop their rows."
        )
    try:
        array = np.asarray(given)
        return array.astype(np.float64) if array.dtype == object else array
    except (TypeError, ValueError):
        raise InvalidArgument(
            name, "a matrix of real numbers, all rows of one length", f"a {type(given).__name__}"
        ) from None


def measured(matrix: Matrix, name: str, transform: Transform | None = None, jobs: int = 1, fast: Any = None) -> Rows:
    """The rows with their norms, which is also where an entry that is no number is found; `fast` are loops for it."""
    count, columns = matrix.shape
    kind = np.float32 if matrix.dtype == np.float32 else np.float64
    exponent = np.zeros(count, dtype=np.int64)
    squared, low = np.empty(count), np.empty(count)
    width = columns if not is_sparse(matrix) else max(1, matrix.nnz // count)
    step = max(1, BLOCK_NUMBERS // width)
    before = None if transform is None else _extreme_exponents(matrix)

    def measure(start: int) -> None:
        part = slice(start, min(start + step, count))
        block = _prepared(matrix[part], transform, None if before is None else before[part])
        if is_sparse(block):
            finite = _sparse_squares(block, exponent[part], squared[part], low[part])
        elif fast is not None and block.flags.c_contiguous:
            bits = _fixed_bits(columns)
            finite = fast.squares(block, bits, np.empty((3, columns)), exponent[part], squared[part], low[part])
        else:
            finite = _squares(block, exponent[part], squared[part], low[part])
        if not finite:
            _refuse_nonfinite(matrix[part], name, start)

    in_parallel(measure, range(0, count, step), jobs)
    if before is not None:
        exponent += before
    scaled = before is not None or bool(np.max(np.abs(exponent)) > SAFE_EXPONENT)
    return Rows(matrix, transform, exponent, squared, low, scaled, kind, before)


def _extreme_exponents(matrix: Matrix) -> npt.NDArray[np.int64] | None:
    """Return the power of two of each row's largest entry, or None where a transform can neither overflow nor round
    to a subnormal."""
    if is_sparse(matrix):
        top = abs(matrix).max(axis=1).toarray().reshape(-1)
    else:
        top = np.maximum(np.max(matrix, axis=1), -np.min(matrix, axis=1).astype(np.float64))
    exponent = np.where(np.isfinite(top), np.frexp(top.astype(np.float64))[1], 0).astype(np.int64)
    return exponent if np.max(np.abs(exponent)) > SAFE_EXPONENT else None


def _prepared(part: Matrix, transform: Transform | None, before: npt.NDArray[np.int64] | None = None) -> Matrix:
    """In double precision, with rows or columns that are contiguous, after scaling and the transform."""
    if is_sparse(part):
        part = part if part.dtype == np.float64 else part.astype(np.float64)
    else:
        part = part if part.dtype == np.float64 and part.dtype.isnative else part.astype(np.float64)
        if part.strides[1] != 8 and (part.strides[0] != 8 or part.strides[1] < 8):
            part = np.ascontiguousarray(part)
    if before is not None:
        part = _scaled(part, before)
    return part if transform is None else transform(part)


def _refuse_nonfinite(part: Matrix, name: str, start: int) -> None:
    """Says where; what became infinite by a covariance has no place."""
    found = part.tocoo() if is_sparse(part) else None
    places = np.argwhere(~np.isfinite(part)) if found is None else np.flatnonzero(~np.isfinite(found.data))
    if not len(places):
        raise UsageError(f"{name} must be finite once the covariance is applied; it overflows. Scale it down.")
    i, j = places[0] if found is None else (found.row[places[0]], found.col[places[0]])
    value = part[i, j]
    raise UsageError(f"{name} must have finite entries; got {value} in row {start + i}, column {j}.")


def _scaled(block: Matrix, exponent: npt.NDArray[np.int64]) -> Matrix:
    """Each row times 2^-exponent, exactly: in two steps where 2^-exponent is no double."""
    if np.max(np.abs(exponent)) > 1000:
        half = exponent // 2
        return _scaled(_scaled(block, half), exponent - half)
    factors = np.ldexp(1.0, -exponent)
    if is_sparse(block):
        return type(block)(
            (block.data * np.repeat(factors, np.diff(block.indptr)), block.indices, block.indptr), block.shape
        )
    return block * factors[:, None]


def _squares(block: Array, exponent: npt.NDArray[np.int64], squared: Array, low: Array) -> bool:
    """Exponents and squared norms of the scaled rows as leading and trailing part; whether all entries are finite.

    Entries are cut into a leading part of few bits, whose squares add up exactly in any order, and a small rest.
    """
    top = np.maximum(np.max(block, axis=1), -np.min(block, axis=1))
    if not np.all(np.isfinite(top)):
        return False
    exponent[:] = np.frexp(top)[1]
    scaled = _scaled(block, exponent) if np.any(np.abs(exponent) > SAFE_EXPONENT) else None
    shift = 1.5 * 2.0 ** (52 - _fixed_bits(block.shape[1]))
    shifts = shift if scaled is not None else np.ldexp(shift, exponent)[:, None]
    entries = block if scaled is None else scaled
    leading = entries + shifts
    leading -= shifts
    exact = np.einsum("ij,ij->i", leading, leading)
    rest = entries - leading
    leading += entries
    small = np.einsum("ij,ij->i", leading, rest)
    if scaled is None:
        exact, small = np.ldexp(exact, -2 * exponent), np.ldexp(small, -2 * exponent)
    squared[:], low[:] = _two_sum(exact, small)
    return True


def _sparse_squares(block: Matrix, exponent: npt.NDArray[np.int64], squared: Array, low: Array) -> bool:
    """The same where only what is not zero is stored."""
    full = np.flatnonzero(np.diff(block.indptr))
    starts = block.indptr[full]
    exponent[:], squared[:], low[:] = 0, 0.0, 0.0
    if len(full):
        top = np.maximum.reduceat(np.abs(block.data), starts)
        if not np.all(np.isfinite(top)):
            return False
        exponent[full] = np.frexp(top)[1]
        scaled = _scaled(block, exponent).data
        shift = 1.5 * 2.0 ** (52 - _fixed_bits(int(np.max(np.diff(block.indptr)))))
        leading = (scaled + shift) - shift
        exact = np.add.reduceat(leading * leading, starts)
        squared[full], low[full] = _two_sum(exact, np.add.reduceat((scaled + leading) * (scaled - leading), starts))
    return True


def _fixed_bits(terms: int) -> int:
    """So few bits that the squares of that many numbers below 1 add up without rounding."""
    return min(FIXED_BITS, (53 - int(terms).bit_length()) // 2)


def _two_sum(large: Array, small: Array) -> tuple[Array, Array]:
    total = large + small
    return total, small - (total - large)
