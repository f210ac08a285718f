"""The pairs of a tile as every layer of a network sees them: two squared norms, the cosine, its distance from 1."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from symkern.kernels.magnitudes import HALF, Magnitudes, normalised

Array = npt.NDArray[np.float64]
NEARLY_ONE = 0.5
"""Below this, 1 - |cosine| is taken from its own formula, and the cosine from it, so that it cannot exceed 1."""


@dataclass(frozen=True)
class Pairs:
    """k(x, x), k(y, y), the cosine k(x, y)/sqrt(k(x, x) k(y, y)), and s = 1 - |cosine|.

    s is its own array because the cosine does not tell small angles apart. Where a norm is 0, so is the cosine. Norms
    are magnitudes and cosines are at most 1, so nothing between two layers overflows. Pairs are those of every row with
    every column, or, listed, of each x with its y.
    """

    x: Magnitudes
    y: Magnitudes
    cosine: Array
    s: Array
    listed: bool = False

    def __getitem__(self, rows: slice) -> "Pairs":
        y = self.y.within(rows) if self.listed else self.y
        return Pairs(self.x.within(rows), y, self.cosine[rows], self.s[rows], self.listed)

    def spread(self, x: npt.NDArray[Any], y: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Return what belongs to each x and to each y, shaped so that they meet in every pair."""
        return (x, y) if self.listed else (x[:, None], y)

    def above(self, x: Magnitudes, y: Magnitudes, cosine: Array, s: Array) -> "Pairs":
        """Return the pairs of the layer above from its norms, its cosine and 1 - |cosine|, both kept within range."""
        np.clip(s, 0.0, 1.0, out=s)
        near = s < NEARLY_ONE
        np.copyto(cosine, np.copysign(1.0 - s, cosine), where=near)
        return Pairs(x, y, cosine, s, self.listed)

    def value(self, out: Array) -> None:
        """Write k(x, y) itself; `out` may be the cosine."""
        self.scaled(self.cosine, HALF, out)

    def numbers(self) -> Magnitudes:
        """Return k(x, y) as mantissas, which have signs, and powers of two."""
        x, y = self.x.root(), self.y.root()
        (a, b), (e, f) = self.spread(x.mantissa, y.mantissa), self.spread(x.exponent, y.exponent)
        mantissa, shift = np.frexp(self.cosine)
        return normalised(mantissa * (a * b), shift + e + f)

    def scaled(self, values: Array, power: Fraction, out: Array, unit: int = 0) -> None:
        """Write values k(x, x)^power k(y, y)^power 2^unit, a double wherever the product of all is one."""
        x, y = self.x.doubles(power), self.y.doubles(power)
        with np.errstate(under="ignore", over="ignore"):
            if x is not None and y is not None and not unit:
                a, b = self.spread(x, y)
                np.multiply(values, a, out=out)
                out *= b
                return
            left, right = self.x.raised(power), self.y.raised(power)
            mantissa, shift = np.frexp(values)  # a subnormal value would lose digits in a product
            a, b = self.spread(left.mantissa, right.mantissa)
            np.multiply(mantissa, a, out=out)
            out *= b
            a, b = self.spread(left.exponent, right.exponent)
            np.ldexp(out, np.clip(a + b + shift + unit, -5000, 5000), out=out)

    def scaled_magnitudes(self, values: Magnitudes, x: Magnitudes, y: Magnitudes, out: Array) -> None:
        """Write values x y, given as magnitudes, one value for each pair in the order of the flattened tile."""
        a, b = self.spread(x.mantissa, y.mantissa)
        e, f = self.spread(x.exponent, y.exponent)
        shift = values.exponent.reshape(self.s.shape) + e + f
        with np.errstate(over="ignore", under="ignore"):
            np.ldexp(values.mantissa.reshape(self.s.shape) * a * b, np.clip(shift, -5000, 5000), out=out)

    @property
    def log_ratio(self) -> Array:
        """log(|x|^2/|y|^2) to all digits, also where it is small; NaN for zero vectors."""
        (a, b), (e, f) = self.spread(self.x.mantissa, self.y.mantissa), self.spread(self.x.exponent, self.y.exponent)
        own, other = (np.zeros(len(side)) if side.correction is None else side.correction for side in (self.x, self.y))
        rest = np.subtract(*self.spread(own, other))
        shift = e - f
        with np.errstate(divide="ignore", invalid="ignore"):
            near = np.ldexp(a, np.clip(shift, -2, 2))
            close = np.log1p((near - b) / b + rest)
            far = np.log(a / b) + shift * math.log(2)
        return np.where(np.abs(shift) <= 1, close, far)

    @property
    def fall(self) -> Array:
        """1 - cosine."""
        return np.where(self.cosine > 0, self.s, 2.0 - self.s)

    @property
    def rise(self) -> Array:
        """1 + cosine."""
        return np.where(self.cosine > 0, 2.0 - self.s, self.s)
