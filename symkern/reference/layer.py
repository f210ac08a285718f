"""One layer of an infinite network: its degree, and for degree 0 a bias or a smoothing width."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Layer:
    """Units step(z) z^n; step(z - b) with a bias b; the cumulative Gaussian of width sigma with a width."""

    n: Fraction
    bias: Fraction | None = None
    sigma: Fraction | None = None
