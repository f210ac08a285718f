"""The layers of an infinite network as maps of pairs: degrees, smoothed and biased steps.

A layer takes k(x, x), k(y, y) and the cosine of the layer below (the inputs themselves, for the first) to its own:
cho_saul_2010 section 3.2, where (13) to (19) have the same for the other kernels (`classical.py`).
`combined.py` puts layers together.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from symkern.approximation.analytic import SIXTH_ORDER
from symkern.errors import UsageError
from symkern.kernels import biased
from symkern.kernels.angular import AngularFunction, angular_function
from symkern.kernels.magnitudes import Magnitudes, magnitudes
from symkern.kernels.pairs import HALF, Pairs

Array = npt.NDArray[np.float64]

LARGEST = 1e150
"""Norms beyond this many thresholds or widths are as good as infinite, and their squares are doubles."""


@dataclass(frozen=True)
class Partials:
    """The derivatives of k(x, y) by the inner product and by k(x, x) of the layer below, and that of k(x, x) itself."""

    by_product: Array
    by_norm: Array
    diagonal: Array


@dataclass(frozen=True)
class Changes:
    """The derivatives of k(x, y), of every k(x, x) and of every k(y, y) by a parameter."""

    product: Array
    own: Array
    other: Array


class Layer(ABC):
    """What stands between the pairs of one layer and those of the next."""

    @abstractmethod
    def diagonal(self, x: Magnitudes) -> Magnitudes:
        """k(x, x) from that of the layer below."""

    def above(self, x: Magnitudes) -> Magnitudes:
        """The same, found once."""
        return x.found(self, self.diagonal)

    def pairs(self, below: Pairs) -> Pairs:
        """From the kernel itself, for layers that have nothing better to say of small angles."""
        values = np.empty(below.s.shape)
        self.values(below, values)
        return from_values(self.above(below.x), self.above(below.y), values, below)

    def values(self, below: Pairs, out: Array) -> None:
        """k(x, y), for the last layer: what is in s may be lost."""
        self.pairs(below).value(out)

    @abstractmethod
    def partials(self, below: Pairs) -> Partials:
        """The derivatives, for the chain rule."""

    def by_parameter(self, name: str, below: Pairs) -> Changes:
        """The derivatives by a parameter of its own."""
        raise UsageError(f"A layer of this kind has no parameter {name}.")


class Degrees(Layer):
    """One or more layers of units step(z) z^n, evaluated as one function of the cosine."""

    def __init__(self, degrees: Sequence[Fraction]) -> None:
        self.degrees = tuple(degrees)

    @property
    def function(self) -> AngularFunction:
        return angular_function(*self.degrees)

    @property
    def power(self) -> Fraction:
        """The kernel is homogeneous: |x|^power |y|^power times the angular function."""
        return math.prod(self.degrees, start=Fraction(1))

    @property
    def negative(self) -> Fraction | None:
        """A degree that makes no number of 0, unless a step has made something else of it first."""
        negative = next((n for n in self.degrees if n < 0), None)
        return None if negative is None or 0 in self.degrees[: self.degrees.index(negative)] else negative

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        if not np.any(x.zero):
            return x.power(self.power).times(self.function.at_one)
        if self.negative is not None:
            raise UsageError(
                f"The layers below degree {self.negative} must not make 0 of an input, where its kernel is infinite."
                " Drop such inputs or take a degree of at least 0."
            )
        found = x.power(self.power).times(self.function.at_one)
        if self.power:
            return found
        mantissa = np.where(x.zero, zero_inputs(self.degrees)[1], found.mantissa)
        return Magnitudes(mantissa, np.where(x.zero, 0, found.exponent))

    def refuse_zeros(self, zeros: npt.NDArray[np.intp], name: str) -> None:
        """Names the inputs of which a negative degree makes no number."""
        negative = self.negative
        if len(zeros) and negative is not None:
            listed = ", ".join(map(str, zeros[:5])) + (", ..." if len(zeros) > 5 else "")
            raise UsageError(
                f"{name} must have no row of zeros with degree {negative}, where the kernel of 0 is infinite;"
                f" got row{'s' if len(zeros) > 1 else ''} {listed}. Drop them or take a degree of at least 0."
            )

    def pairs(self, below: Pairs) -> Pairs:
        x, y = self.above(below.x), self.above(below.y)
        flat, s = below.cosine.reshape(-1), below.s.reshape(-1)
        cosine = np.empty(flat.size)
        self.function.fill(flat, s.copy(), cosine)
        cosine /= self.function.at_one
        gap = self.function.gap(flat, s)
        above = Pairs(x, y, cosine.reshape(below.s.shape), gap.reshape(below.s.shape), below.listed)
        if not self.power and (np.any(below.x.zero) or np.any(below.y.zero)):
            other, itself = zero_inputs(self.degrees)  # and no unit vector for the next layer
            zero, zeros = other / math.sqrt(itself * self.function.at_one), below.spread(below.x.zero, below.y.zero)
            _assign(above.cosine, *zeros, zero, 1.0)
            _assign(above.s, *zeros, 1.0 - abs(zero), 0.0)
        return above

    def values(self, below: Pairs, out: Array) -> None:
        """k(x, y); what is in s is lost, because this is the last layer."""
        flat = np.empty(below.s.size)
        self.function.fill(below.cosine.reshape(-1), below.s.reshape(-1), flat)
        values = flat.reshape(below.s.shape)
        if self.power:
            below.scaled(values, self.power / 2, out)
            return
        out[...] = values
        self.fill_zeros(below, out)

    def fill_zeros(self, below: Pairs, out: Array) -> None:
        """The kernel of zero vectors is what step(0) = 1/2 makes it, where their norm does not make it 0."""
        x, y = below.spread(below.x.zero, below.y.zero)
        if not self.power and (np.any(x) or np.any(y)):
            other, itself = zero_inputs(self.degrees)
            _assign(out, x, y, other, itself)

    def single(self) -> "list[Degrees]":
        return [Degrees((n,)) for n in self.degrees]

    def partials(self, below: Pairs) -> Partials:
        """Of one degree, (ab)^(n/2) f(p/sqrt(ab)): Price's theorem for f', and Euler's for the rest."""
        (n,) = self.degrees
        if n <= HALF and np.any(below.s == 0.0):
            raise UsageError(
                f"The kernel of degree {n} has a kink where two inputs are parallel, and no gradient there."
                " Leave such pairs out, or take a degree above 1/2."
            )
        slope = self.function.slope(below.cosine.reshape(-1), below.s.reshape(-1)).reshape(below.s.shape)
        value = np.empty(below.s.size)
        self.function.fill(below.cosine.reshape(-1), below.s.reshape(-1).copy(), value)
        x, y = (side.power(HALF).value() for side in (below.x, below.y))
        power = float(n)
        with np.errstate(divide="ignore", invalid="ignore"):
            left, right = below.spread(x, y)
            by_product = left ** (power - 1) * right ** (power - 1) * slope
            by_norm = power / 2 * value.reshape(below.s.shape) - below.cosine * slope / 2
            by_norm = by_norm * (left ** (power - 2) * right**power)
            diagonal = self.function.at_one * power * below.x.value() ** (power - 1)
        if np.any(below.x.zero) or np.any(below.y.zero):
            by_product, by_norm, diagonal = (
                np.nan_to_num(a, nan=0.0, posinf=0.0) for a in (by_product, by_norm, diagonal)
            )
        return Partials(by_product, by_norm, diagonal)

    def by_parameter(self, name: str, below: Pairs) -> Changes:
        """By the degree: (ab)^(n/2) f_n(c) has a logarithm of the norms, and what the degree makes of f_n."""
        (n,) = self.degrees
        zeros = np.any(below.x.zero) or np.any(below.y.zero)
        if zeros and n <= 0:
            raise UsageError(f"The kernel of degree {n} has no derivative by the degree at 0. Leave such inputs out.")
        value = np.empty(below.s.size)
        self.function.fill(below.cosine.reshape(-1), below.s.reshape(-1).copy(), value)
        change = _by_degree(n, below.cosine.reshape(-1), below.s.reshape(-1)).reshape(below.s.shape)
        one = float(_by_degree(n, np.ones(1), np.zeros(1))[0])
        squares = [side.value() for side in (below.x, below.y)]
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = [np.where(side == 0.0, 0.0, np.log(side)) for side in squares]
        a, b = below.spread(*(side ** (float(n) / 2) for side in squares))
        log_a, log_b = below.spread(*logs)
        product = a * b * ((log_a + log_b) / 2 * value.reshape(below.s.shape) + change)
        own, other = (
            side ** float(n) * (log * self.function.at_one + one) for side, log in zip(squares, logs, strict=True)
        )
        return Changes(product, own, other)


DEGREE_STEP = Fraction(1, 256)
"""Of a central difference of sixth order: its error is below 1e-9 from n = -1/4 on, rounding's a tenth of that."""


def _by_degree(n: Fraction, cosine: Array, s: Array) -> Array:
    """The derivative of f_n(c) by n, which is analytic in n: differences of neighbouring degrees."""
    step = min(DEGREE_STEP, (n + HALF) / 16)
    total = np.zeros(cosine.size)
    for number, weight in enumerate(SIXTH_ORDER, 1):
        for sign in (1, -1):
            values = np.empty(cosine.size)
            angular_function(n + sign * number * step).fill(cosine, s.copy(), values)
            total += sign * float(weight / step) * values
    return total


@dataclass(frozen=True)
class Smoothed(Layer):
    """Units that are the cumulative Gaussian of width sigma: cho_saul_2012 (29), (30)."""

    sigma: float

    @property
    def step(self) -> AngularFunction:
        return angular_function(Fraction(0))

    def widths(self, x: Magnitudes) -> tuple[Array, Array]:
        """|x|/sqrt(|x|^2 + sigma^2), and sigma^2/(|x|^2 + sigma^2)."""
        r = np.minimum(x.power(HALF).times(1 / self.sigma).value(), LARGEST)
        longer = np.hypot(r, 1.0)
        return r / longer, 1.0 / longer**2

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        shrink, s = self.widths(x)
        values = np.empty(len(x))
        self.step.fill(shrink * shrink, s, values)
        return magnitudes(values)

    def extended(self, below: Pairs) -> tuple[Array, Array]:
        """The cosine of the inputs extended by the thresholds of their units, and s as a sum of positive terms."""
        (px, ax), (py, ay) = self.widths(below.x), self.widths(below.y)
        (px, py), (alpha, beta) = below.spread(px, py), below.spread(ax, ay)
        shrink = px * py
        cosine = below.cosine * shrink
        squared_sine = below.s * (2.0 - below.s) * shrink * shrink + (alpha + beta - alpha * beta)
        return cosine, squared_sine / (1.0 + np.abs(cosine))

    def values(self, below: Pairs, out: Array) -> None:
        cosine, s = self.extended(below)
        values = np.empty(s.size)
        self.step.fill(cosine.reshape(-1), s.reshape(-1), values)
        out[...] = values.reshape(s.shape)

    def partials(self, below: Pairs) -> Partials:
        cosine, s = self.extended(below)
        slope = self.step.slope(cosine, s)
        own = below.x.value() + self.sigma**2
        a, b = below.spread(own, below.y.value() + self.sigma**2)
        rest = self.sigma**2 / own
        diagonal = rest / own / (np.pi * np.sqrt(rest * (2 - rest)))
        return Partials(slope / np.sqrt(a * b), -slope * cosine / (2 * a), diagonal)

    def by_parameter(self, name: str, below: Pairs) -> Changes:
        """By sigma."""
        cosine, s = self.extended(below)
        squares = below.x.value(), below.y.value()
        a, b = below.spread(*(squared + self.sigma**2 for squared in squares))
        product = -self.step.slope(cosine, s) * cosine * self.sigma * (1 / a + 1 / b)
        own, other = (
            -2 * squared / ((squared + self.sigma**2) * np.pi * np.sqrt(2 * squared + self.sigma**2))
            for squared in squares
        )
        return Changes(product, own, other)


@dataclass(frozen=True)
class Biased(Layer):
    """Units step(z - b): cho_saul_2012 (23), as two integrals over the angles of the triangle 0, x, y."""

    bias: float

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        found = 2.0 * biased.thresholds(self.bias, x).tail
        return magnitudes(found if self.bias > 0 else 2.0 - found)

    def values(self, below: Pairs, out: Array) -> None:
        biased.fill(self.bias, below, out)

    def partials(self, below: Pairs) -> Partials:
        return Partials(*biased.partials(self.bias, below))

    def by_parameter(self, name: str, below: Pairs) -> Changes:
        """By the bias."""
        sides = (biased.thresholds(self.bias, squared) for squared in (below.x, below.y))
        own, other = (-2 * side.density * side.h / abs(self.bias) for side in sides)
        return Changes(biased.by_bias(self.bias, below), own, other)


def _assign(out: Array, x: npt.NDArray[np.bool_], y: npt.NDArray[np.bool_], either: float, both: float) -> None:
    out[np.broadcast_to(x | y, out.shape)] = either
    out[np.broadcast_to(x & y, out.shape)] = both


def from_values(x: Magnitudes, y: Magnitudes, values: Array, below: Pairs) -> Pairs:
    """Pairs from the kernel itself; equal inputs stay equal, to the last bit."""
    with np.errstate(divide="ignore"):
        a, b = below.spread(*(np.where(side.zero, 0.0, 1.0 / np.sqrt(side.value())) for side in (x, y)))
    cosine = np.clip(values * (a * b), -1.0, 1.0)
    own, other = below.spread(below.x.value(), below.y.value())
    cosine[(below.s == 0.0) & (below.cosine > 0) & (own == other)] = 1.0
    return Pairs(x, y, cosine, 1.0 - np.abs(cosine), below.listed)


def zero_inputs(degrees: tuple[Fraction, ...]) -> tuple[float, float]:
    """The kernel of 0 with a unit vector, and with itself, by definition: step(0) = 1/2."""
    below: tuple[float, float, float] = (0.0, 0.0, 1.0)  # with a unit vector, with itself, and the unit vector's own
    for n in degrees:
        other, itself, unit = below
        f = angular_function(n)
        cosine = other / math.sqrt(itself * unit) if itself else 0.0
        scale = float((itself * unit) ** (n / 2)) if itself or not n else 0.0
        below = (
            float(f(min(cosine, 1.0))) * scale if itself or n == 0 else 0.0,
            (f.at_one * float(itself) ** float(n) if itself else (0.5 if n == 0 else 0.0)),
            f.at_one * unit ** float(n),
        )
    return below[0], below[1]
