"""Layers of the classical kernels: linear, polynomial, Gaussian, Williams' arcsine, the two-layer network's tanh."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from symkern.kernels.combined import Scale, added
from symkern.kernels.layers import LARGEST, Changes, Layer, Partials
from symkern.kernels.magnitudes import Magnitudes, magnitudes, normalised, ones, ratio, sum_of
from symkern.kernels.noisy_angle import SMALL_SINE, NoisyAngles, noisy_angles, shares, small_arcsine_gap
from symkern.kernels.pairs import Pairs

Array = npt.NDArray[np.float64]

NOISE = math.sqrt(0.5)
"""The deviation of the noise that makes error-function units of sign functions."""


@dataclass(frozen=True)
class LinearLayer(Layer):
    """The inner product itself: cho_saul_2010 (13)."""

    def homogeneity(self, below: Fraction) -> Fraction:
        return below

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        return x

    def pairs(self, below: Pairs) -> Pairs:
        return below

    def partials(self, below: Pairs) -> Partials:
        return Partials(np.ones(below.s.shape), np.zeros(below.s.shape), np.ones(len(below.x)))


def _constant(value: float, count: int) -> Magnitudes:
    return magnitudes(np.full(count, value))


def with_offset(below: Pairs, offset: float) -> Pairs:
    """Return the pairs of x.y + offset: inputs with one more coordinate, the root of the offset."""
    if not offset:
        return below
    same = np.zeros(below.s.shape)
    constant = Pairs(_constant(offset, len(below.x)), _constant(offset, len(below.y)), same + 1.0, same, below.listed)
    return added([below, constant])


def _offset_norms(x: Magnitudes, offset: float) -> Magnitudes:
    return sum_of([x, _constant(offset, len(x))]) if offset else x


@dataclass(frozen=True)
class PolynomialLayer(Layer):
    """(x.y + offset)^degree: cho_saul_2010 (14), (15)."""

    degree: int
    offset: float

    def homogeneity(self, below: Fraction) -> Fraction | None:
        return super().homogeneity(below) if self.offset else self.degree * below

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        return _offset_norms(x, self.offset).power(Fraction(self.degree))

    def pairs(self, below: Pairs) -> Pairs:
        inner = with_offset(below, self.offset)
        with np.errstate(under="ignore", divide="ignore"):
            cosine = inner.cosine**self.degree
            gap = -np.expm1(self.degree * np.log1p(-inner.s))
        return below.above(self.above(below.x), self.above(below.y), cosine, gap)

    def values(self, below: Pairs, out: Array) -> None:
        out[...] = self.numbers(below).value()

    def numbers(self, below: Pairs) -> Magnitudes:
        """Return powers of the inner product; a power of the cosine alone may be too small for a double."""
        inner = with_offset(below, self.offset).numbers()
        size = Magnitudes(np.abs(inner.mantissa.reshape(-1)), inner.exponent.reshape(-1)).power(Fraction(self.degree))
        mantissa = size.mantissa.reshape(inner.mantissa.shape)
        signed = np.copysign(mantissa, inner.mantissa) if self.degree % 2 else mantissa
        return Magnitudes(signed, size.exponent.reshape(mantissa.shape))

    def _shares(self, x: Magnitudes) -> Array:
        """Return |x|/sqrt(|x|^2 + offset)."""
        return ratio(x.root(), _offset_norms(x, self.offset).root())

    def partials(self, below: Pairs) -> Partials:
        inner = with_offset(below, self.offset)
        own, other = self._shares(below.x), self._shares(below.y)
        left, right = below.spread(own, other)
        with np.errstate(under="ignore"):
            slope = self.degree * inner.cosine ** (self.degree - 1) * left * right
        return Partials(slope, np.zeros(below.s.shape), self.degree * own * own)

    def by_parameter(self, name: str, below: Pairs) -> Changes:
        """Return those by the offset."""
        inner = with_offset(below, self.offset)
        own, other = (_inverse(_offset_norms(side, self.offset)) for side in (below.x, below.y))
        left, right = below.spread(np.sqrt(own), np.sqrt(other))
        with np.errstate(under="ignore", over="ignore", invalid="ignore"):
            product = self.degree * inner.cosine ** (self.degree - 1) * left * right
        return Changes(product, self.degree * own, self.degree * other)


def _inverse(x: Magnitudes) -> Array:
    """Return 1/x as doubles, 0 for 0."""
    return np.where(x.zero, 0.0, ratio(ones(len(x)), x))


@dataclass(frozen=True)
class GaussianLayer(Layer):
    """exp(-|x - y|^2/(2 width^2)): cho_saul_2010 (16), (17)."""

    width: float

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        return ones(len(x))

    def _norms(self, x: Magnitudes) -> Magnitudes:
        """Return |x|/width."""
        size, exponent = math.frexp(self.width)
        root = x.root()
        return normalised(root.mantissa / size, root.exponent - exponent)

    def _exponent(self, below: Pairs) -> Array:
        """Return |x - y|^2/(2 width^2), infinite where it is beyond doubles.

        Norms are divided by the larger one of each pair first, so that their difference is exact at any scale.
        """
        x, y = self._norms(below.x), self._norms(below.y)
        (a, b), (e, f) = below.spread(x.mantissa, y.mantissa), below.spread(x.exponent, y.exponent)
        top = np.maximum(np.where(a > 0.0, e, f), np.where(b > 0.0, f, e))
        with np.errstate(over="ignore", under="ignore"):
            left, right = (np.ldexp(m, np.maximum(n - top, -2000)) for m, n in ((a, e), (b, f)))
            apart = (left - right) ** 2 / 2 + left * right * below.fall
            return np.ldexp(apart, np.clip(2 * top, -5000, 5000))

    def pairs(self, below: Pairs) -> Pairs:
        exponent = self._exponent(below)
        with np.errstate(under="ignore"):
            cosine, gap = np.exp(-exponent), -np.expm1(-exponent)
        return below.above(self.above(below.x), self.above(below.y), cosine, gap)

    def partials(self, below: Pairs) -> Partials:
        own, other = (np.minimum(self._norms(side).value(), LARGEST) for side in (below.x, below.y))
        left, right = below.spread(own, other)
        with np.errstate(under="ignore"):
            value = np.exp(-self._exponent(below))
            return Partials(value * left * right, -value * left * left / 2, np.zeros(len(below.x)))

    def by_parameter(self, name: str, below: Pairs) -> Changes:
        """Return those by the width."""
        exponent = self._exponent(below)
        with np.errstate(under="ignore", over="ignore", invalid="ignore"):
            product = np.where(np.isinf(exponent), 0.0, np.exp(-exponent) * exponent) * 2 / self.width
        return Changes(product, np.zeros(len(below.x)), np.zeros(len(below.y)))


@dataclass(frozen=True)
class ArcsineLayer(Layer):
    """Units that are error functions of a weight with a Gaussian offset: Williams' arcsine kernel.

    2/pi arcsin((o + x.y)/sqrt((1/2 + o + |x|^2)(1/2 + o + |y|^2))), o the variance of the offset: sign functions of
    inputs that carry noise of variance 1/2.
    """

    offset: float

    def _angles(self, below: Pairs) -> NoisyAngles:
        return noisy_angles(with_offset(below, self.offset), NOISE)

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        return self._own(_offset_norms(x, self.offset))

    def _own(self, x: Magnitudes) -> Magnitudes:
        """Return k(x, x) of squared norms with the offset; where they are small it is their multiple."""
        own = shares(x, NOISE)
        angle = magnitudes(own.complement)
        small = x.times(2.0)  # arcsin(2 a) where a square root of it is no double
        tiny = own.shrink < 1e-100
        mantissa = np.where(tiny, small.mantissa, angle.mantissa)
        return Magnitudes(mantissa, np.where(tiny, small.exponent, angle.exponent)).times(2 / math.pi)

    def pairs(self, below: Pairs) -> Pairs:
        angles = self._angles(below)
        inner, x, y = angles.below, self.above(below.x), self.above(below.y)
        own, other = (side.shrink**2 for side in (angles.x, angles.y))
        small = np.logical_and(*below.spread(own < SMALL_SINE, other < SMALL_SINE))
        gap = np.empty(below.s.shape)
        if not np.all(small):
            gap = angles.gap_of_complements()
        if np.any(small):
            gap = np.where(
                small, small_arcsine_gap(inner, *(np.minimum(side, SMALL_SINE) for side in (own, other))), gap
            )
        return below.above(x, y, angles.cosine_of_complements(), gap)

    def values(self, below: Pairs, out: Array) -> None:
        angles = self._angles(below)
        out[...] = 2 / math.pi * angles.complement

    def _whole(self, x: Magnitudes) -> Magnitudes:
        """Return R = 1/2 + o + |x|^2."""
        return sum_of([_offset_norms(x, self.offset), _constant(0.5, len(x))])

    def _rows(self, x: Magnitudes) -> tuple[Array, Array, Array, Array]:
        """Return |x|, |x| with the offset and 1, each over sqrt(R k(x, x)), and sqrt(1/R)."""
        inner, own, whole = _offset_norms(x, self.offset), self.above(x), self._whole(x)
        scale = whole.product(own).root()
        one = ones(len(x))
        norm, shifted = (np.minimum(ratio(part.root(), scale), LARGEST) for part in (x, inner))
        inverse = np.where(own.zero, 0.0, np.minimum(ratio(one, scale), LARGEST))
        return norm, shifted, inverse, ratio(one, whole.root())

    def _slope(self, angles: NoisyAngles) -> Array:
        return 2 / math.pi / np.sqrt(angles.s * (1.0 + np.abs(angles.cosine)))

    def _own_slope(self, x: Magnitudes) -> Array:
        """Return the derivative of the arcsine of k(x, x) by its argument, times nu/R."""
        own = shares(_offset_norms(x, self.offset), NOISE)
        return 2 / math.pi * own.deviation / np.sqrt(2.0 - own.noise)

    def partials(self, below: Pairs) -> Partials:
        angles = self._angles(below)
        (norm, whole, _, _), (other, other_whole, _, _) = self._rows(below.x), self._rows(below.y)
        slope = self._slope(angles)
        with np.errstate(under="ignore"):
            (left, right), (a, b) = below.spread(norm, other), below.spread(whole, other_whole)
            share = ratio(below.x.root(), self._whole(below.x).root())
            relative = angles.below.cosine * a * b  # the cosine with noise over sqrt(k(x, x) k(y, y))
            by_norm = -slope * relative / 2 * below.spread(share**2, share)[0]
            return Partials(slope * left * right, by_norm, norm**2 * self._own_slope(below.x))

    def by_parameter(self, name: str, below: Pairs) -> Changes:
        """Return those by the offset."""
        angles = self._angles(below)
        (_, whole, one, root), (_, other_whole, other_one, other_root) = self._rows(below.x), self._rows(below.y)
        (a, b), (i, j) = below.spread(whole, other_whole), below.spread(one, other_one)
        r, t = below.spread(root**2, other_root**2)
        product = self._slope(angles) * (i * j - angles.below.cosine * a * b * (r + t) / 2)
        own, other = one**2 * self._own_slope(below.x), other_one**2 * self._own_slope(below.y)
        return Changes(product, own, other)


TINY_EXPONENT = -30
"""Powers of two below which tanh(z) is z: the cube is beyond the digits of a double."""


@dataclass(frozen=True)
class TanhLayer(Layer):
    """tanh(scale x.y + offset), the kernel of a two-layer network's name; not positive definite in general."""

    scale: float
    offset: float

    def _own(self, x: Magnitudes) -> Array:
        """Return the argument of tanh for x with itself."""
        return x.times(self.scale).value() + self.offset

    def _arguments(self, below: Pairs) -> Array:
        """Return scale x.y + offset."""
        arguments = np.empty(below.s.shape)
        Scale(self.scale).pairs(below).value(arguments)
        return arguments + self.offset

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        return self._tanh(x.times(self.scale))

    def size(self, x: Magnitudes) -> Magnitudes:
        values = np.tanh(self._own(x))
        return magnitudes(np.where(values > 0.0, values, 1.0)) if np.all(values >= 0.0) else ones(len(x))

    def pairs(self, below: Pairs) -> Pairs:
        x, y = self.above(below.x), self.above(below.y)
        with np.errstate(divide="ignore", invalid="ignore"):
            a, b = below.spread(*(np.where(side.zero, 0.0, 1.0 / np.sqrt(side.value())) for side in (x, y)))
        cosine = np.clip(np.tanh(self._arguments(below)) * a * b, -1.0, 1.0)
        own, other = below.spread(below.x.value(), below.y.value())
        cosine[(below.s == 0.0) & (below.cosine > 0) & (own == other)] = 1.0
        return below.above(x, y, cosine, 1.0 - np.abs(cosine))

    def values(self, below: Pairs, out: Array) -> None:
        np.tanh(self._arguments(below), out=out)

    def numbers(self, below: Pairs) -> Magnitudes:
        return self._tanh(Scale(self.scale).pairs(below).numbers())

    def _tanh(self, product: Magnitudes) -> Magnitudes:
        """Return tanh(product + offset), which is the product itself where that is tiny and the offset 0."""
        found = magnitudes(np.tanh(product.value() + self.offset))
        if self.offset:
            return found
        tiny = product.exponent < TINY_EXPONENT
        mantissa, exponent = (
            np.where(tiny, own, other)
            for own, other in ((product.mantissa, found.mantissa), (product.exponent, found.exponent))
        )
        return Magnitudes(mantissa, exponent)

    def relative_values(self, below: Pairs) -> Array:
        a, b = below.spread(*(np.sqrt(self.size(side).value()) for side in (below.x, below.y)))
        return np.tanh(self._arguments(below)) / (a * b)

    def _derivatives(self, below: Pairs) -> tuple[Array, Array, Array]:
        """Return 1 - tanh^2 for the pairs, and for x and y with themselves, over the sizes."""
        size, other = (self.size(side).value() for side in (below.x, below.y))
        a, b = below.spread(np.sqrt(size), np.sqrt(other))
        return (
            _bell(self._arguments(below)) / (a * b),
            _bell(self._own(below.x)) / size,
            _bell(self._own(below.y)) / other,
        )

    def partials(self, below: Pairs) -> Partials:
        product, own, _ = self._derivatives(below)
        x, y = (np.minimum(side.times(self.scale).root().value(), LARGEST) for side in (below.x, below.y))
        left, right = below.spread(x, y)
        return Partials(product * left * right, np.zeros(below.s.shape), own * x * x)

    def by_parameter(self, name: str, below: Pairs) -> Changes:
        """Return those by the scale or the offset."""
        product, own, other = self._derivatives(below)
        if name == "offset":
            return Changes(product, own, other)
        x, y = (np.minimum(side.root().value(), LARGEST) for side in (below.x, below.y))
        left, right = below.spread(x, y)
        return Changes(product * below.cosine * left * right, own * x * x, other * y * y)


def _bell(z: Array) -> Array:
    """Return 1 - tanh(z)^2 = 1/cosh(z)^2."""
    return 1.0 / np.cosh(np.clip(z, -350.0, 350.0)) ** 2
