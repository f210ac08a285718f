"""Kernels to compare and compose with: linear, polynomial, Gaussian, Williams' arcsine, the two-layer network's."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from symkern.errors import InvalidArgument, UsageError
from symkern.kernels.base import Kernel
from symkern.kernels.layers import LARGEST, Changes, Layer, Partials
from symkern.kernels.magnitudes import Magnitudes, magnitudes, ones
from symkern.kernels.pairs import HALF, Pairs
from symkern.numbers import exact

Array = npt.NDArray[np.float64]


class Linear(Kernel):
    """x.y: cho_saul_2010 (13)."""

    def __init__(self) -> None:
        pass

    def _layers(self) -> list[Layer]:
        return [LinearLayer()]


class Polynomial(Kernel):
    """(x.y + offset)^degree: cho_saul_2010 (14)."""

    def __init__(self, degree: Any = 2, offset: Any = 1) -> None:
        self.degree, self.offset = degree, offset
        self._check()

    def _check(self) -> None:
        degree = exact("degree", self.degree)
        if degree < 1 or degree.denominator != 1:
            raise InvalidArgument("degree", "a positive integer", self.degree)
        if exact("offset", self.offset) < 0:
            raise InvalidArgument("offset", "at least 0", self.offset, "With less the kernel is not positive definite.")

    def _smooth(self) -> list[str]:
        return ["offset"]

    def _layers(self) -> list[Layer]:
        return [PolynomialLayer(int(exact("degree", self.degree)), float(exact("offset", self.offset)))]


class Gaussian(Kernel):
    """exp(-|x - y|^2/(2 width^2)): cho_saul_2010 (16); scikit-learn's gamma is 1/(2 width^2)."""

    def __init__(self, width: Any = 1) -> None:
        self.width = width
        self._check()

    def _check(self) -> None:
        if exact("width", self.width) <= 0:
            raise InvalidArgument("width", "greater than 0", self.width)

    def _smooth(self) -> list[str]:
        return ["width"]

    def _layers(self) -> list[Layer]:
        return [GaussianLayer(float(exact("width", self.width)))]


class Arcsine(Kernel):
    """Williams' kernel of error-function units with weights of variance 1 and an offset of the given variance.

    2/pi arcsin(2 (o + x.y)/sqrt((1 + 2 (o + |x|^2))(1 + 2 (o + |y|^2)))); for general weights scale the inputs.
    """

    def __init__(self, offset: Any = 0) -> None:
        self.offset = offset
        self._check()

    def _check(self) -> None:
        if exact("offset", self.offset) < 0:
            raise InvalidArgument("offset", "at least 0, a variance", self.offset)

    def _smooth(self) -> list[str]:
        return ["offset"]

    def _layers(self) -> list[Layer]:
        return [ArcsineLayer(float(exact("offset", self.offset)))]


class TwoLayer(Kernel):
    """tanh(scale x.y + offset), which kernels_notes names after the two-layer network.

    It is not positive semi-definite in general: machines that need that may fail with it, and no layer goes on top
    where it is negative on the diagonal.
    """

    def __init__(self, scale: Any = 1, offset: Any = 0) -> None:
        self.scale, self.offset = scale, offset
        self._check()

    def _check(self) -> None:
        if exact("scale", self.scale) <= 0:
            raise InvalidArgument("scale", "greater than 0", self.scale)
        exact("offset", self.offset)

    def _smooth(self) -> list[str]:
        return ["scale", "offset"]

    def _layers(self) -> list[Layer]:
        return [TanhLayer(float(exact("scale", self.scale)), float(exact("offset", self.offset)))]


@dataclass(frozen=True)
class LinearLayer(Layer):
    """The inner product itself: cho_saul_2010 (13)."""

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        return x

    def pairs(self, below: Pairs) -> Pairs:
        return below

    def partials(self, below: Pairs) -> Partials:
        return Partials(np.ones(below.s.shape), np.zeros(below.s.shape), np.ones(len(below.x)))


@dataclass(frozen=True)
class PolynomialLayer(Layer):
    """(x.y + offset)^degree: cho_saul_2010 (14), (15)."""

    degree: int
    offset: float

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        if not self.offset:
            return x.power(Fraction(self.degree))
        return magnitudes(x.value() + self.offset).power(Fraction(self.degree))

    def pairs(self, below: Pairs) -> Pairs:
        x, y = self.above(below.x), self.above(below.y)
        if not self.offset:
            cosine = below.cosine**self.degree
            gap = -np.expm1(self.degree * np.log1p(-np.minimum(below.s, 1.0 - 1e-16)))
            return Pairs(x, y, cosine, gap, below.listed)
        r, t = below.spread(*(np.sqrt(side.value()) for side in (below.x, below.y)))
        a, b = np.sqrt(r * r + self.offset), np.sqrt(t * t + self.offset)
        # ab - (x.y + offset) where a^2 = r^2 + offset: (r - t)^2 is the larger of the squares
        fall = (r * t * below.fall + ((r - t) ** 2 - (a - b) ** 2) / 2) / (a * b)
        inner = np.clip((r * t * below.cosine + self.offset) / (a * b), -1.0, 1.0)
        cosine = inner**self.degree
        gap = np.where(inner > 0.5, -np.expm1(self.degree * np.log1p(-np.clip(fall, 0.0, 0.75))), 1.0 - np.abs(cosine))
        return Pairs(x, y, cosine, gap, below.listed)

    def partials(self, below: Pairs) -> Partials:
        product = np.empty(below.s.shape)
        below.value(product)
        p = self.degree
        return Partials(
            p * (product + self.offset) ** (p - 1),
            np.zeros(below.s.shape),
            p * (below.x.value() + self.offset) ** (p - 1),
        )

    def by_parameter(self, name: str, below: Pairs) -> Changes:
        """By the offset."""
        product = np.empty(below.s.shape)
        below.value(product)
        return Changes(
            *(
                self.degree * (part + self.offset) ** (self.degree - 1)
                for part in (product, below.x.value(), below.y.value())
            )
        )


@dataclass(frozen=True)
class GaussianLayer(Layer):
    """exp(-|x - y|^2/(2 width^2)): cho_saul_2010 (16), (17)."""

    width: float

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        return ones(len(x))

    def _exponent(self, below: Pairs) -> Array:
        x, y = (np.minimum(side.power(HALF).times(1 / self.width).value(), LARGEST) for side in (below.x, below.y))
        a, b = below.spread(x, y)
        with np.errstate(over="ignore"):
            return (a - b) ** 2 / 2 + a * b * below.fall

    def pairs(self, below: Pairs) -> Pairs:
        exponent = self._exponent(below)
        with np.errstate(under="ignore"):
            cosine, gap = np.exp(-exponent), -np.expm1(-exponent)
        return Pairs(self.above(below.x), self.above(below.y), cosine, gap, below.listed)

    def partials(self, below: Pairs) -> Partials:
        with np.errstate(under="ignore"):
            value = np.exp(-self._exponent(below)) / self.width**2
        return Partials(value, -value / 2, np.zeros(len(below.x)))

    def by_parameter(self, name: str, below: Pairs) -> Changes:
        """By the width."""
        exponent = self._exponent(below)
        with np.errstate(under="ignore", over="ignore", invalid="ignore"):
            product = np.where(np.isinf(exponent), 0.0, np.exp(-exponent) * exponent) * 2 / self.width
        return Changes(product, np.zeros(len(below.x)), np.zeros(len(below.y)))


@dataclass(frozen=True)
class ArcsineLayer(Layer):
    """Units that are error functions of a weight with a Gaussian offset: Williams' arcsine kernel.

    2/pi arcsin(2 (o + x.y)/sqrt((1 + 2 (o + |x|^2))(1 + 2 (o + |y|^2)))), o the variance of the offset.
    """

    offset: float

    def _sine(self, below: Pairs) -> tuple[Array, Array, Array, Array]:
        """Its sine and 1 - |that| as a sum of positive terms, and the two factors under the root."""
        r, t = below.spread(*(np.minimum(side.power(HALF).value(), LARGEST) for side in (below.x, below.y)))
        a, b = 1 + 2 * (self.offset + r * r), 1 + 2 * (self.offset + t * t)
        root_a, root_b = np.sqrt(a), np.sqrt(b)
        sine = np.clip(2 * ((r / root_a) * (t / root_b) * below.cosine + self.offset / root_a / root_b), -1.0, 1.0)
        # ab - 4 (o + p)^2 = 1 + 2 (2 o + r^2 + t^2) + 4 (o |x - y|^2 + r^2 t^2 sin^2), each over ab
        apart = ((r - t) / root_a / root_b) ** 2 + 2 * (r / a) * (t / b) * below.fall
        area = ((r / root_a) * (t / root_b)) ** 2 * below.s * (2.0 - below.s)
        rest = (1 + 4 * self.offset) / a / b + 2 * (r / a * (r / b) + t / a * (t / b))
        return sine, (rest + 4 * (self.offset * apart + area)) / (1.0 + np.abs(sine)), a, b

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        a = 2 * (self.offset + np.minimum(x.power(HALF).value(), LARGEST) ** 2)
        return magnitudes(2 / np.pi * np.arcsin(a / (1 + a)))

    def values(self, below: Pairs, out: Array) -> None:
        sine, s, _, _ = self._sine(below)
        # the angle from its half where the sine is near 1
        values = np.copysign(1.0 - 4 / np.pi * np.arcsin(np.sqrt(np.minimum(s, 1.0) / 2)), sine)
        out[...] = np.where(np.abs(sine) < 0.5, 2 / np.pi * np.arcsin(sine), values)

    def partials(self, below: Pairs) -> Partials:
        sine, s, a, b = self._sine(below)
        slope = 2 / np.pi / np.sqrt(s * (1.0 + np.abs(sine)))
        return Partials(slope * 2 / np.sqrt(a * b), -slope * sine / a, self._diagonal_slope(below.x))

    def _diagonal_slope(self, x: Magnitudes) -> Array:
        """Of k(x, x), by |x|^2 or the offset: it depends on their sum."""
        own = 1 + 2 * (self.offset + x.value())
        return 4 / np.pi / own / np.sqrt(2 * own - 1)

    def by_parameter(self, name: str, below: Pairs) -> Changes:
        """By the offset."""
        sine, s, a, b = self._sine(below)
        slope = 2 / np.pi / np.sqrt(s * (1.0 + np.abs(sine)))
        product = slope * (2 / np.sqrt(a * b) - sine * (1 / a + 1 / b))
        return Changes(product, self._diagonal_slope(below.x), self._diagonal_slope(below.y))


@dataclass(frozen=True)
class TanhLayer(Layer):
    """tanh(scale x.y + offset), the kernel of a two-layer network's name; not positive definite in general."""

    scale: float
    offset: float

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        found = np.tanh(self.scale * x.value() + self.offset)
        if np.any(found < 0):
            raise UsageError(
                "The two-layer kernel must not be negative on the diagonal where a norm is taken from it;"
                f" got {np.min(found):.3g}. Take a larger offset, or use it without layers above."
            )
        return magnitudes(found)

    def values(self, below: Pairs, out: Array) -> None:
        below.value(out)
        np.tanh(self.scale * out + self.offset, out=out)

    def partials(self, below: Pairs) -> Partials:
        values = np.empty(below.s.shape)
        self.values(below, values)
        own = np.tanh(self.scale * below.x.value() + self.offset)
        return Partials(self.scale * (1 - values**2), np.zeros(below.s.shape), self.scale * (1 - own**2))

    def by_parameter(self, name: str, below: Pairs) -> Changes:
        """By the scale or the offset."""
        product = np.empty(below.s.shape)
        below.value(product)
        parts = (product, below.x.value(), below.y.value())
        factors = parts if name == "scale" else (1.0, 1.0, 1.0)
        return Changes(
            *(
                factor * (1 - np.tanh(self.scale * part + self.offset) ** 2)
                for factor, part in zip(factors, parts, strict=True)
            )
        )
