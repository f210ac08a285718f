"""Layers of units step(z) z^n: cho_saul_2010 (1), (3)."""

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from symkern.approximation.analytic import SIXTH_ORDER
from symkern.errors import UsageError
from symkern.kernels.angular import AngularFunction, angular_function
from symkern.kernels.layers import Changes, Layer, Partials
from symkern.kernels.magnitudes import HALF, Magnitudes, normalised
from symkern.kernels.pairs import Pairs

Array = npt.NDArray[np.float64]

DEGREE_STEP = Fraction(1, 256)
"""Of a central difference of sixth order: its error is below 1e-9 from n = -1/4 on, rounding's a tenth of that."""


class Degrees(Layer):
    """One or more layers of units step(z) z^n, evaluated as one function of the cosine."""

    def __init__(self, degrees: Sequence[Fraction]) -> None:
        self.degrees = tuple(degrees)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Degrees) and self.degrees == other.degrees

    def __hash__(self) -> int:
        return hash((Degrees, self.degrees))

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

    def homogeneity(self, below: Fraction) -> Fraction:
        return self.power * below

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        has_zeros = bool(np.any(x.zero))
        if has_zeros and self.negative is not None:
            raise UsageError(
                f"The layers below degree {self.negative} must not make 0 of an input, where its kernel is infinite."
                " Drop such inputs or take a degree of at least 0."
            )
        unit = self.function.unit
        powers = x.power(self.power).times(self.function.at_one)
        powers = Magnitudes(powers.mantissa, powers.exponent + unit)
        if self.power or not has_zeros:
            return powers
        mantissa = np.where(x.zero, zero_inputs(self.degrees)[1], powers.mantissa)
        return Magnitudes(mantissa, np.where(x.zero, 0, powers.exponent))

    def refuse_zeros(self, zeros: npt.NDArray[np.intp], name: str) -> None:
        """Refuse inputs 0 where a negative degree makes no number of them, and name their rows."""
        negative = self.negative
        if len(zeros) and negative is not None:
            listed = ", ".join(map(str, zeros[:5])) + (", ..." if len(zeros) > 5 else "")
            raise UsageError(
                f"{name} must have no row of zeros with degree {negative}, where the kernel of 0 is infinite;"
                f" got row{'s' if len(zeros) > 1 else ''} {listed}. Drop them or take a degree of at least 0."
            )

    def pairs(self, below: Pairs) -> Pairs:
        x, y = self.above(below.x), self.above(below.y)
        cosine, gap = self.function.normalised(below.cosine.reshape(-1), below.s.reshape(-1))
        above = below.above(x, y, cosine.reshape(below.s.shape), gap.reshape(below.s.shape))
        if not self.power and (np.any(below.x.zero) or np.any(below.y.zero)):
            other, itself = zero_inputs(self.degrees)  # and no unit vector for the next layer
            zero, zeros = other / math.sqrt(itself * self.function.at_one), below.spread(below.x.zero, below.y.zero)
            _assign(above.cosine, *zeros, zero, 1.0)
            _assign(above.s, *zeros, 1.0 - abs(zero), 0.0)
        return above

    def values(self, below: Pairs, out: Array) -> None:
        flat = np.empty(below.s.size)
        self.function.fill(below.cosine.reshape(-1), below.s.reshape(-1).copy(), flat)
        values = flat.reshape(below.s.shape)
        if self.power:
            below.scaled(values, self.power / 2, out, self.function.unit)
            if len(self.degrees) == 1 and np.any(self.function.is_tiny(below.cosine, below.s)):
                out[...] = self.numbers(below).value()
            return
        out[...] = values
        self.fill_zeros(below, out)

    def numbers(self, below: Pairs) -> Magnitudes:
        """Return k(x, y) as magnitudes; nearly opposite pairs, which may be tiny, from the power of s."""
        whole = super().numbers(below)
        if len(self.degrees) > 1:
            return whole
        tiny = self.function.is_tiny(below.cosine, below.s)
        if not np.any(tiny):
            return whole
        x, y = below.x.raised(self.power / 2), below.y.raised(self.power / 2)
        (a, b), (e, f) = below.spread(x.mantissa, y.mantissa), below.spread(x.exponent, y.exponent)
        mantissa, exponent = whole.mantissa.copy(), whole.exponent.copy()
        angular = self.function.opposite(below.s[tiny])
        mantissa[tiny] = angular.mantissa * np.broadcast_to(a * b, tiny.shape)[tiny]
        exponent[tiny] = angular.exponent + np.broadcast_to(e + f, tiny.shape)[tiny]
        return normalised(mantissa, exponent)

    def fill_zeros(self, below: Pairs, out: Array) -> None:
        """Write the kernel of zero vectors, which step(0) = 1/2 decides where their norm does not make it 0."""
        x, y = below.spread(below.x.zero, below.y.zero)
        if not self.power and (np.any(x) or np.any(y)):
            other, itself = zero_inputs(self.degrees)
            _assign(out, x, y, other, itself)

    def single(self) -> "list[Degrees]":
        return [Degrees((n,)) for n in self.degrees]

    def partials(self, below: Pairs) -> Partials:
        """Return those of one degree, (ab)^(n/2) f(p/sqrt(ab)): Price's theorem for f', and Euler's for the rest."""
        (n,) = self.degrees
        if n <= HALF and np.any(below.s == 0.0):
            raise UsageError(
                f"The kernel of degree {n} has a kink where two inputs are parallel, and no gradient there."
                " Leave such pairs out, or take a degree above 1/2."
            )
        cosine, s = below.cosine.reshape(-1), below.s.reshape(-1)
        slope = self.function.relative_slope(cosine, s).reshape(below.s.shape)
        value = self.function.normalised(cosine, s)[0].reshape(below.s.shape)
        by_norm = float(n) / 2 * value - below.cosine * slope / 2
        return Partials(slope, by_norm, np.full(len(below.x), float(n)))

    def by_parameter(self, name: str, below: Pairs) -> Changes:
        """Return those by the degree: (ab)^(n/2) f_n(c) has a logarithm of the norms, and f_n depends on n."""
        (n,) = self.degrees
        zeros = np.any(below.x.zero) or np.any(below.y.zero)
        if zeros and n <= 0:
            raise UsageError(f"The kernel of degree {n} has no derivative by the degree at 0. Leave such inputs out.")
        cosine, s = below.cosine.reshape(-1), below.s.reshape(-1)
        value = self.function.normalised(cosine, s)[0].reshape(below.s.shape)
        change, one = _by_degree(n, cosine, s)
        own, other = (_logarithms(side) for side in (below.x, below.y))
        log_a, log_b = below.spread(own, other)
        product = (log_a + log_b) / 2 * value + change.reshape(below.s.shape)
        if zeros:
            x, y = below.spread(below.x.zero, below.y.zero)
            _assign(product, x, y, 0.0, 0.0)
        return Changes(product, own + one, other + one)


def _logarithms(side: Magnitudes) -> Array:
    """Return logarithms of squared norms, 0 for a norm 0."""
    with np.errstate(divide="ignore"):
        return np.where(side.zero, 0.0, np.log(side.mantissa) + side.exponent * math.log(2))


def _by_degree(n: Fraction, cosine: Array, s: Array) -> tuple[Array, float]:
    """Return the derivative of f_n(c) by n over f_n(1), and that of log f_n(1): differences of neighbouring degrees."""
    step = min(DEGREE_STEP, (n + HALF) / 16)
    function = angular_function(n)
    total, one = np.zeros(cosine.size), 0.0
    for number, weight in enumerate(SIXTH_ORDER, 1):
        for sign in (1, -1):
            near = angular_function(n + sign * number * step)
            share = sign * float(weight / step) * math.ldexp(near.at_one / function.at_one, near.unit - function.unit)
            total += share * near.normalised(cosine, s)[0]
            one += share
    return total, one


def _assign(out: Array, x: npt.NDArray[np.bool_], y: npt.NDArray[np.bool_], either: float, both: float) -> None:
    out[np.broadcast_to(x | y, out.shape)] = either
    out[np.broadcast_to(x & y, out.shape)] = both


def zero_inputs(degrees: tuple[Fraction, ...]) -> tuple[float, float]:
    """Return the kernel of 0 with a unit vector, and with itself, by definition: step(0) = 1/2."""
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
