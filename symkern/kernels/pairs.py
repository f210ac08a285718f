"""The pairs of a tile as every layer of a network sees them: two squared norms, the cosine, its distance from 1."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from symkern.kernels.magnitudes import Magnitudes

Array = npt.NDArray[np.float64]
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Pairs:
    """k(x, x), k(y, y), the cosine k(x, y)/sqrt(k(x, x) k(y, y)), and s = 1 - |cosine|.

    s is its own array because the cosine does not tell small angles apart. Where a norm is 0, so is the cosine. Pairs
    are those of every row with every column, or, listed, of each x with its y.
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
        """What belongs to each x and to each y, so that they meet in every pair."""
        return (x, y) if self.listed else (x[:, None], y)

    def value(self, out: Array) -> None:
        """k(x, y) itself; `out` may be the cosine."""
        self.scaled(self.cosine, HALF, out)

    def scaled(self, values: Array, power: Fraction, out: Array) -> None:
        """values k(x, x)^power k(y, y)^power, which is a double wherever the product of all three is one."""
        x, y = self.x.doubles(power), self.y.doubles(power)
        with np.errstate(under="ignore", over="ignore"):
            if x is not None and y is not None:
                a, b = self.spread(x, y)
                np.multiply(values, a, out=out)
                out *= b
                return
            left, right = self.x.raised(power), self.y.raised(power)
            a, b = self.spread(left.mantissa, right.mantissa)
            np.multiply(values, a, out=out)
            out *= b
            a, b = self.spread(left.exponent, right.exponent)
            np.ldexp(out, np.clip(a + b, -5000, 5000), out=out)

    @property
    def fall(self) -> Array:
        """1 - cosine."""
        return np.where(self.cosine > 0, self.s, 2.0 - self.s)
