"""What a layer of an infinite network does to pairs of inputs: cho_saul_2010 section 3.2.

A layer takes k(x, x), k(y, y) and the cosine of the layer below (the inputs themselves, for the first) to its own. Each
kind of layer has a file of its own: `degrees.py`, `biased_step.py`, `smoothed.py`, `classical.py`; `combined.py` puts
layers together. Derivatives are logarithmic, so that they too are free of the inputs' scale.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from symkern.errors import UsageError
from symkern.kernels.magnitudes import Magnitudes
from symkern.kernels.pairs import Pairs

Array = npt.NDArray[np.float64]

LARGEST = 1e150
"""Norms beyond this many thresholds or widths are as good as infinite, and their squares are doubles."""


@dataclass(frozen=True)
class Partials:
    """Derivatives of a layer's k(x, y) and k(x, x) by what is below it, free of scale.

    With p = x.y, a = |x|^2, b = |y|^2 of the layer below and A = k(x, x), B = k(y, y):
    by_product = sqrt(a b/(A B)) dk/dp, by_norm = a/sqrt(A B) dk/da, diagonal = (a/A) dA/da.
    """

    by_product: Array
    by_norm: Array
    diagonal: Array


@dataclass(frozen=True)
class Changes:
    """Derivatives by a parameter, of k(x, y) over sqrt(k(x, x) k(y, y)), and of the logarithms of k(x, x), k(y, y)."""

    product: Array
    own: Array
    other: Array


class Layer(ABC):
    """A map from the pairs of one layer to those of the next."""

    @abstractmethod
    def diagonal(self, x: Magnitudes) -> Magnitudes:
        """Return k(x, x) from that of the layer below."""

    def homogeneity(self, below: Fraction) -> Fraction | None:
        """Return the power of |x|^2 that k(x, x) is a multiple of, given that of the layer below; None for none."""
        return None if below else below

    def above(self, x: Magnitudes) -> Magnitudes:
        """Return `diagonal(x)`, found once, where a layer above takes norms from it."""
        found: Magnitudes = x.found(self, self.diagonal)
        if np.any(found.mantissa < 0.0):
            raise UsageError(
                "A kernel must not be negative on the diagonal where another is put on top of it; got"
                f" {np.min(found.value()):.3g}. Use it without layers above, or with a larger offset."
            )
        return found

    @abstractmethod
    def pairs(self, below: Pairs) -> Pairs:
        """Return this layer's pairs; neither array of `below` is changed."""

    def values(self, below: Pairs, out: Array) -> None:
        """Write k(x, y)."""
        self.pairs(below).value(out)

    def numbers(self, below: Pairs) -> Magnitudes:
        """Return k(x, y) as mantissas, which have signs, and powers of two."""
        return self.pairs(below).numbers()

    def size(self, x: Magnitudes) -> Magnitudes:
        """Return the positive numbers by whose roots derivatives are divided: k(x, x), unless that may be negative."""
        return self.above(x)

    def relative_values(self, below: Pairs) -> Array:
        """Return k(x, y) over the roots of the sizes of x and y."""
        return self.pairs(below).cosine

    @abstractmethod
    def partials(self, below: Pairs) -> Partials:
        """Return the derivatives for the chain rule."""

    def by_parameter(self, name: str, below: Pairs) -> Changes:
        """Return the derivatives by a parameter of this layer."""
        raise UsageError(f"A layer of this kind has no parameter {name}.")
