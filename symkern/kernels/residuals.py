"""Differences of nearly parallel vectors, with the product exact: what is left of one once the other is taken off."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


def two_product(a: Any, b: Any) -> tuple[Any, Any]:
    """Return a b and what rounding took from it (Dekker)."""
    product = a * b
    (a_high, a_low), (b_high, b_low) = _split(a), _split(b)
    return product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low


def _split(a: Any) -> tuple[Any, Any]:
    scaled = 134217729.0 * a  # 2^27 + 1
    high = scaled - (scaled - a)
    return high, a - high


@dataclass(frozen=True)
class Residuals:
    """Rows x = rho (m + p) with a direction m at right angles to p: m, the rows p, and |p|^2."""

    direction: Array
    rows: Array
    squares: Array

    def __getitem__(self, part: slice) -> "Residuals":
        return Residuals(self.direction, self.rows[part], self.squares[part])


def residuals(x: Array, direction: Array) -> Residuals:
    """Return the residuals of rows beside a unit vector; each entry of p is right to a few units in its last place."""
    size = float(direction @ direction)
    rho = x @ direction / size
    product, low = two_product(rho[:, None], direction)
    rest = (x - product) - low
    more = rest @ direction / size
    rest -= more[:, None] * direction
    along = rho + more
    rest /= np.where(np.abs(along) > 0.0, along, 1.0)[:, None]  # a row of zeros is near no other
    return Residuals(direction, rest, np.einsum("ij,ij->i", rest, rest))
