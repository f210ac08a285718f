"""Rows of a matrix in loops compiled by numba: as contiguous arrays, their squared norms, and their distances."""

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import carray, njit, types  # type: ignore[attr-defined]
from numba.core import cgutils
from numba.extending import intrinsic

Array = npt.NDArray[np.float64]

contracted: Any = njit(fastmath={"contract"}, error_model="numpy", nogil=True, cache=True)
summed: Any = njit(fastmath={"reassoc"}, error_model="numpy", nogil=True, cache=True)
"""For sums in any order."""


@intrinsic
def _pointer(_: Any, address: Any) -> Any:
    """Pointer to a memory address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], cgutils.voidptr_t)

    return types.voidptr(types.uintp), generate


@contracted
def row_part(matrix: Array, i: int, first: int, width: int) -> Array:
    """View of `width` numbers of row i, whose numbers lie side by side in memory.

    The type of a block of columns does not say that they do, and a loop over numbers at unknown distances is not turned
    into packed arithmetic: it takes four times as long. Who changes this function must also touch `fast.py`, because
    numba keeps what it has compiled until the file of the caller changes.
    """
    address = matrix.ctypes.data + i * matrix.strides[0] + first * matrix.itemsize
    return carray(_pointer(types.uintp(address)), width, np.float64)  # type: ignore[call-arg]


@summed
def _dot(a: Array, b: Array) -> float:
    total = 0.0
    for j in range(len(a)):
        total += a[j] * b[j]
    return total


@contracted
def squares(
    block: Array, bits: int, work: Array, exponent: npt.NDArray[np.int64], squared: Array, low: Array
) -> bool:  # fmt: skip
    """`rows._squares`: what is cut off at `bits` bits adds up exactly; whether all entries are finite."""
    scaled, leading, rest = work[0], work[1], work[2]
    patterns = block.view(np.int64)
    factors = np.empty(2)
    factor_bits = factors.view(np.int64)
    shift = 1.5 * 2.0 ** (52 - bits)
    for i in range(len(block)):
        row, pattern = block[i], patterns[i]
        top = 0
        for j in range(len(row)):
            top = max(top, pattern[j] & 0x7FFFFFFFFFFFFFFF)  # doubles are ordered as the integers of their bits
        if top >= 0x7FF << 52:
            return False
        power = (top >> 52) - 1022
        if power == -1022 and top:  # subnormal: no leading bit
            while top < 1 << 52:
                top <<= 1
                power -= 1
            power += 1
        power = 0 if top == 0 else power
        half = -power // 2  # 2^-power itself need not be a double
        factor_bits[0], factor_bits[1] = (1023 + half) << 52, (1023 - power - half) << 52
        first, second = factors[0], factors[1]
        for j in range(len(row)):
            value = (row[j] * first) * second
            scaled[j] = value
            leading[j] = (value + shift) - shift
        for j in range(len(row)):
            rest[j] = scaled[j] - leading[j]
            scaled[j] += leading[j]
        exact, small = _dot(leading, leading), _dot(scaled, rest)
        total = exact + small
        exponent[i], squared[i], low[i] = power, total, small - (total - exact)
    return True


exactly: Any = njit(error_model="numpy", nogil=True, cache=True)
"""For what rounding takes from a product: every operation as it is written."""


@exactly
def _rest(x: Array, y: Array, ratio: float, rest: Array) -> None:
    """y - ratio x, with the product exact (Dekker)."""
    scaled = 134217729.0 * ratio
    ratio_high = scaled - (scaled - ratio)
    ratio_low = ratio - ratio_high
    for k in range(len(x)):
        product = ratio * x[k]
        split = 134217729.0 * x[k]
        high = split - (split - x[k])
        low = x[k] - high
        lost = ((ratio_high * high - product) + ratio_high * low + ratio_low * high) + ratio_low * low
        rest[k] = (y[k] - product) - lost


@exactly
def squared_sines(
    left: Array, right: Array, x: Array, y: Array, i: npt.NDArray[np.int64], j: npt.NDArray[np.int64], sign: Array,
    rest: Array, out: Array,
) -> None:  # fmt: skip
    """sin^2 of the angles of pairs that are nearly parallel, as in `near.py`; `rest` is room for a row."""
    for place in range(len(i)):
        first, second = left[i[place]], right[j[place]]
        a, b = x[i[place]], y[j[place]]
        _rest(first, second, sign[place] * (a / b), rest)
        along = _dot(rest, first) * a * a
        for k in range(len(rest)):
            rest[k] -= along * first[k]
        for k in range(len(rest)):
            rest[k] *= b
        out[place] = _dot(rest, rest)
