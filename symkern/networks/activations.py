"""What the units of a network compute: step(z) z^n, shifted and smoothed steps, error functions, cosines.

The kernel of each is k(x, y) = factor * E[g(w.x + offset) g(w.y + offset)]: cho_saul_2010 (9) to (11), where the factor
is 2, and cho_saul_2012 (23), (28) and (29) for the variations.
"""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from symkern.errors import InvalidArgument, UsageError
from symkern.kernels import ArcCosine, Kernel, deep
from symkern.kernels.biased_step import Biased
from symkern.kernels.classical_layers import ArcsineLayer, GaussianLayer, LinearLayer
from symkern.kernels.combined import single_layers
from symkern.kernels.degrees import Degrees
from symkern.kernels.layers import Layer
from symkern.kernels.smoothed import Smoothed

Array = npt.NDArray[np.float64]
Reals = npt.NDArray[Any]  # of single or double precision

NAMES: dict[str, Any] = {"spike": "-1/4", "step": 0, "ramp": 1, "relu": 1, "quarter-pipe": 2}
"""Activation functions by the names of cho_saul_2010, Fig. 2, and by that of today."""


class Activation(ABC):
    """The function g of a unit."""

    factor: float = 2.0
    threshold: bool = True  # whether a unit can be silent

    @abstractmethod
    def apply(self, z: Reals) -> None:
        """g(z) in the place of z."""

    @property
    def size(self) -> float:
        """Kernel of a vector of norm 1 with itself, where the activation is homogeneous; 1 where it is not."""
        return 1.0

    def offsets(self, generator: np.random.Generator, units: int) -> Array | None:
        """What each unit adds to w.x, if it adds anything."""
        return None

    def active(self, norms: Array) -> Array:
        """The fraction of units that inputs of these norms make active."""
        return np.full(len(norms), 0.5)


@dataclass(frozen=True)
class Power(Activation):
    """step(z) z^n with step(0) = 1/2: cho_saul_2010 (9)."""

    n: Fraction

    @property
    def size(self) -> float:
        """E |z|^2n for a standard normal z."""
        n = float(self.n)
        return math.exp(n * math.log(2.0) + math.lgamma(n + 0.5) - 0.5 * math.log(math.pi))

    def apply(self, z: Reals) -> None:
        if self.n == 0:
            np.heaviside(z, 0.5, out=z)
            return
        np.maximum(z, 0.0, out=z)
        if self.n < 0:
            silent = z == 0.0
            z[silent] = 1.0
            raise_to(z, self.n)
            z[silent] = 0.0
        else:
            raise_to(z, self.n)

    def slope(self, z: Reals) -> Reals:
        """The derivative of g, which those who train a network descend along."""
        if self.n < 1:
            raise InvalidArgument("n", "at least 1 where weights are trained, or there is no gradient", self.n)
        slope = z.copy()
        Power(self.n - 1).apply(slope)
        slope *= float(self.n)
        return slope


def raise_to(z: Reals, n: Fraction) -> None:
    """Replace z, at least 0, by z^n: by products and square roots, which are quick, where 4n is an integer."""
    if n == 1:
        return
    if (4 * n).denominator != 1 or abs(n) > LARGEST_PRODUCT:
        np.power(z, float(n), out=z)
        return
    whole, quarters = divmod(int(4 * abs(n)), 4)
    base = z.copy()
    z[...] = 1.0
    if quarters:
        root = np.sqrt(base)
        if quarters > 1:
            z *= root
        if quarters != 2:
            np.sqrt(root, out=root)
            z *= root
    while whole:
        if whole & 1:
            z *= base
        whole >>= 1
        if whole:
            base *= base
    if n < 0:
        np.reciprocal(z, out=z)


LARGEST_PRODUCT = 64
"""Degree up to which powers are products: their rounding errors add up to that many units in the last place."""


@dataclass(frozen=True)
class ShiftedStep(Activation):
    """step(z - b): cho_saul_2012 (23)."""

    bias: float

    def apply(self, z: Reals) -> None:
        z -= self.bias
        np.heaviside(z, 0.5, out=z)

    def active(self, norms: Array) -> Array:
        from scipy.special import ndtr

        with np.errstate(divide="ignore"):
            return np.asarray(ndtr(-self.bias / norms))


@dataclass(frozen=True)
class SmoothStep(Activation):
    """The cumulative Gaussian of width sigma: cho_saul_2012 (28)."""

    sigma: float
    threshold = False

    def apply(self, z: Reals) -> None:
        from scipy.special import ndtr

        z /= self.sigma
        ndtr(z, out=z)


@dataclass(frozen=True)
class ErrorFunction(Activation):
    """erf(z) with a Gaussian offset: Williams' network."""

    variance: float
    factor = 1.0
    threshold = False

    def apply(self, z: Reals) -> None:
        from scipy.special import erf

        erf(z, out=z)

    def offsets(self, generator: np.random.Generator, units: int) -> Array | None:
        return math.sqrt(self.variance) * generator.standard_normal(units) if self.variance else None


@dataclass(frozen=True)
class Cosine(Activation):
    """cos(z/width + phase), the phase uniform: random Fourier features, kernels_notes section 3.4.1.

    Without a phase, as the notes print it, the kernel would be half the Gaussian of x - y and half that of x + y, and
    not invariant under shifts; the phase takes the second half away.
    """

    width: float
    threshold = False

    def apply(self, z: Reals) -> None:
        z /= self.width
        np.cos(z, out=z)

    def offsets(self, generator: np.random.Generator, units: int) -> Array | None:
        return generator.uniform(0.0, 2 * math.pi * self.width, units)


@dataclass(frozen=True)
class Identity(Activation):
    """z itself."""

    factor = 1.0
    threshold = False

    def apply(self, z: Reals) -> None:
        """Leaves it."""


def is_step(activation: Activation) -> bool:
    """Whether the units are 0 or 1 (1/2 on the threshold)."""
    return isinstance(activation, ShiftedStep) or activation == Power(Fraction(0))


def activations(kernel: Kernel) -> list[Activation]:
    """The units behind a kernel, the first layer first."""
    return [_activation(layer, kernel) for layer in single_layers(kernel._layers())]


def _activation(layer: Layer, kernel: Kernel) -> Activation:
    match layer:
        case Degrees():
            return Power(layer.degrees[0])
        case Biased():
            return ShiftedStep(layer.bias)
        case Smoothed():
            return SmoothStep(layer.sigma)
        case ArcsineLayer():
            return ErrorFunction(layer.offset)
        case GaussianLayer():
            return Cosine(layer.width)
        case LinearLayer():
            return Identity()
    raise UsageError(
        f"{kernel!r} must be a kernel of a random network, and {type(layer).__name__} has no units:"
        " take ArcCosine, Gaussian, Arcsine, Linear or a composition of them."
    )


def read_kernel(given: Any) -> Kernel:
    """A kernel as it is, a degree, the name of an activation function, or a list of layers of any of these.

    >>> read_kernel(["step", 1])
    deep(0, 1)
    """
    if isinstance(given, Kernel):
        given._check()
        return given
    if isinstance(given, (list, tuple)):
        if not given:
            raise InvalidArgument("layers", "at least one degree, activation or kernel", "none", "For example: [0, 1]")
        return deep(*(read_kernel(entry) for entry in given))
    if isinstance(given, str) and not any(character.isdigit() for character in given):
        if given not in NAMES:
            raise InvalidArgument("activation", f"one of {', '.join(NAMES)}, a degree or a kernel", given)
        return ArcCosine(NAMES[given])
    return ArcCosine(given)
