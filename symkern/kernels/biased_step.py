r"""Layers of units step(z - b): cho_saul_2012 (23), as two integrals over the angles of the triangle 0, x, y.

Two inputs that are nearly alike differ by the units of which one is active and one is not. With Owen's T the kernel has

    k(x, x) + k(y, y) - 2 k(x, y) = 4 T(h, a_x) + 4 T(k, a_y)
                                  = 4 [T(h, a_x) - T(h, -a_y)] + 4 [T(h, -a_y) - T(k, -a_y)],

where x is the longer of the two. Both brackets are positive integrals over short intervals whose lengths are known to
all digits, so the distance of the cosine from 1 is, too.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from symkern.errors import UsageError
from symkern.kernels import biased
from symkern.kernels.biased import Thresholds
from symkern.kernels.layers import Changes, Layer, Partials
from symkern.kernels.magnitudes import Magnitudes, magnitudes
from symkern.kernels.pairs import Pairs

Array = npt.NDArray[np.float64]

ALIKE = 0.02
"""Where 1 - cosine is less, it is integrated: a difference of cosines would lose a hundredth of its digits or more."""
NODES, WEIGHTS = np.polynomial.legendre.leggauss(16)
LONGEST_PANEL = 1.0
"""Of the logarithm of a threshold: 16 nodes have all digits on it."""
STEEPEST_PANEL = 10.0
"""Of the exponent z^2/2: likewise."""
FARTHEST_FALL = 40.0
"""Exponents beyond which exp(-z^2/2) adds nothing to its integral."""
FARTHEST_PANEL = 40.0
"""Logarithms of thresholds that lie further below the larger one add nothing to the integral."""
FARTHEST = 2.0**1000
"""Cotangents beyond this are infinite."""
ORTHOGONAL = 20.0
"""The cosine is at most exp(-(k^2 - h^2)/4). Beyond this exponent only thresholds above 2^20 are asked about, whose
relative rounding of 2^-53 changes cosines by 1e-4 or more."""
ROOT_2, ROOT_2_PI = math.sqrt(2), math.sqrt(2 * math.pi)


@dataclass(frozen=True)
class Biased(Layer):
    """Units step(z - b), b of either sign but not 0."""

    bias: float

    def thresholds(self, x: Magnitudes) -> Thresholds:
        return biased.side(self.bias, x).thresholds

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        active = biased.thresholds(self.bias, x).active
        return active if self.bias > 0 else magnitudes(2.0 - active.value())

    def values(self, below: Pairs, out: Array) -> None:
        if self.bias < 0 or (biased.moderate(self.bias, below.x) and biased.moderate(self.bias, below.y)):
            biased.fill(self.bias, below, out)
        else:
            self.pairs(below).value(out)

    def pairs(self, below: Pairs) -> Pairs:
        x, y = self.above(below.x), self.above(below.y)
        cosine = np.empty(below.s.shape)
        if self.bias > 0:
            biased.joint(self.bias, below, cosine, relative=True)
        else:
            biased.fill(self.bias, below, cosine)
            a, b = below.spread(x.root().value(), y.root().value())
            cosine /= a * b
        zero = np.logical_or(*below.spread(x.zero, y.zero))
        cosine[np.broadcast_to(zero, cosine.shape)] = 0.0
        s = 1.0 - np.minimum(cosine, 1.0)
        clipped = np.logical_and(
            *below.spread(*(self.thresholds(side).h >= biased.LONGEST for side in (below.x, below.y)))
        )
        near = np.nonzero(((s < ALIKE) | clipped) & ~zero)
        if len(near[0]):
            s[near] = self._gap(_chosen(below, near))
            cosine[near] = 1.0 - s[near]
        return below.above(x, y, cosine, s)

    def _gap(self, below: Pairs) -> Array:
        """Return 1 - cosine of listed pairs that are nearly alike."""
        unlike, share, quotient, apart = _unlike(self.bias, below)
        if self.bias > 0:
            unlike, share = quotient * unlike, quotient * share
            return np.where(apart, 1.0, unlike / 2 - share**2 / 4 / (np.sqrt(1 + share**2 / 4) + 1))
        x, y = (self.thresholds(side).active.root() for side in (below.x, below.y))
        left, right = (self.above(side).root().value() for side in (below.x, below.y))
        scale = np.maximum(x.value(), y.value()) ** 2
        return scale * (unlike - scale * (share / (left + right)) ** 2) / (2 * left * right)

    def partials(self, below: Pairs) -> Partials:
        x, y = self.thresholds(below.x), self.thresholds(below.y)
        self._refuse_kinks(below, x, y)
        a_x, _ = biased.cotangents(below, x, y)
        density = self._density(below, x, y)
        first = self._hazards(below, x, y)[0]
        by_norm = first * (_above(a_x * below.spread(x.h, y.h)[0]) - (self.bias < 0)) - density * below.cosine / 2
        own = _own_hazards(self.bias, x)
        zero = np.broadcast_to(np.logical_or(*below.spread(below.x.zero, below.y.zero)), below.s.shape)
        return Partials(np.where(zero, 0.0, density), np.where(zero, 0.0, by_norm), np.where(below.x.zero, 0.0, own))

    def _density(self, below: Pairs, x: Thresholds, y: Thresholds) -> Array:
        """Return the derivative by the inner product (Price): the density of w.x = w.y = b, free of scale."""
        a_x, a_y = biased.cotangents(below, x, y)
        h, k = below.spread(x.h, y.h)
        sine = np.sqrt(below.s * (2.0 - below.s))
        with np.errstate(under="ignore", divide="ignore", invalid="ignore"):
            exponential = np.exp(-((a_x * h) ** 2 + (a_y * k) ** 2) / 4)
            if self.bias > 0:
                left, right = below.spread(x.level, y.level)
            else:
                left, right = below.spread(*(side.root / np.sqrt(2.0 - side.active.value()) for side in (x, y)))
            return np.where(sine > 0, exponential * left * right / (math.pi * sine), 0.0)

    def _hazards(self, below: Pairs, x: Thresholds, y: Thresholds) -> tuple[Array, Array]:
        """Return h phi(h)/sqrt(k(x, x) k(y, y)), and k phi(k) over the same."""
        sizes = [self.above(side).root() for side in (below.x, below.y)]
        own, other = below.spread(abs(_own_hazards(self.bias, x)), abs(_own_hazards(self.bias, y)))
        left, right = biased.quotients(below, *sizes)
        return own * left, other * right

    def by_parameter(self, name: str, below: Pairs) -> Changes:
        """Return those by the bias."""
        x, y = self.thresholds(below.x), self.thresholds(below.y)
        a_x, a_y = biased.cotangents(below, x, y)
        h, k = below.spread(x.h, y.h)
        first, second = self._hazards(below, x, y)
        negative = self.bias < 0
        product = 2 / -self.bias * (first * (_above(a_x * h) - negative) + second * (_above(a_y * k) - negative))
        own, other = (-2 / self.bias * _own_hazards(self.bias, side) for side in (x, y))
        zero = np.broadcast_to(np.logical_or(*below.spread(below.x.zero, below.y.zero)), below.s.shape)
        return Changes(np.where(zero, 0.0, product), own, other)

    def _refuse_kinks(self, below: Pairs, x: Thresholds, y: Thresholds) -> None:
        h, k = below.spread(x.h, y.h)
        if np.any((below.s == 0.0) & (below.cosine > 0) & (h == k)):
            raise UsageError(
                "The biased kernel has a kink where two inputs are equal, and no gradient there. Leave such pairs out."
            )


def _own_hazards(bias: float, x: Thresholds) -> Array:
    """Return the logarithmic derivative of k(x, x) by |x|^2: h phi(h)/k(x, x), negative for a negative bias."""
    if bias > 0:
        return np.where(x.mantissa > 0.0, x.h * x.level**2 / ROOT_2_PI, 0.0)
    return -x.h * x.density / (2.0 - x.active.value())


def _above(threshold: Array) -> Array:
    """Return the probability that a normal variable is above the threshold."""
    from scipy.special import ndtr

    return ndtr(-threshold)


def _chosen(below: Pairs, places: tuple[npt.NDArray[np.intp], ...]) -> Pairs:
    """Return some pairs as a list."""
    i, j = (places[0], places[0]) if below.listed else places
    return Pairs(below.x.within(i), below.y.within(j), below.cosine[places], below.s[places], listed=True)


def _both(x: Thresholds, y: Thresholds) -> tuple[Array, Array, Array]:
    """Return the thresholds of listed pairs and h - k to all digits, not clipped unless that changes no cosine.

    Where both are beyond 2^400 they are divided by the same power of two: all but equal inputs are then orthogonal.
    """
    common = np.maximum(np.minimum(x.power, y.power) - 400, 0)
    powers = [np.clip(side.power - common, -1000, 500) for side in (x, y)]
    (h, k), (h_rest, k_rest) = (
        [np.ldexp(values, power) for values, power in zip(pair, powers, strict=True)]
        for pair in ((x.digits, y.digits), (x.rest, y.rest))
    )
    return h, k, (h - k) + (h_rest - k_rest)


def _unlike(bias: float, below: Pairs) -> tuple[Array, Array, Array, npt.NDArray[np.bool_]]:
    """Return k(x, x) + k(y, y) - 2 k(x, y) and |k(x, x) - k(y, y)| of steps at |b|, over k of the longer input.

    The third result is the square root of k of the longer input over that of the shorter one, and the last says where
    it is so large that a cosine is 0 to nine digits.
    """
    from scipy.special import erf, erfcx

    sides = [biased.side(bias, squared) for squared in (below.x, below.y)]
    h, k, apart = _both(*(side.thresholds for side in sides))
    longer = apart <= 0.0  # x is the longer one
    h, k, apart = np.where(longer, h, k), np.where(longer, k, h), np.abs(apart)
    sine, fall = np.sqrt(below.s * (2.0 - below.s)), below.fall
    opposite = below.cosine < 0.0
    parallel = np.where(opposite, -np.inf, np.where(apart > 0.0, np.inf, 0.0))
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        start = np.where(sine > 0.0, (apart / k - fall) / sine, parallel)  # -a_y
        length = np.where(sine > 0.0, (2 * fall + (apart / h) * (apart / k)) / sine, np.where(opposite, np.inf, 0.0))
    start, length = np.clip(start, -FARTHEST, FARTHEST), np.minimum(length, 2 * FARTHEST)  # length is a_x + a_y
    level, other = (1.0 / np.sqrt(erfcx(threshold / ROOT_2)) for threshold in (h, k))
    with np.errstate(under="ignore", over="ignore"):
        turn = level * level * _turning(h, start, length, sides, longer) / (2 * math.pi)
        decay = share = np.zeros(len(h))
        for beyond, weight in _panels(h, apart):
            bell = weight * np.exp(-beyond * (2 * h + beyond) / 2)
            decay = decay + bell * erf(start * (h + beyond) / ROOT_2)
            share = share + bell
        fourth = apart * (h + k) / 4
    scale = level * level / ROOT_2_PI
    quotient = other / level * np.exp(np.minimum(fourth, ORTHOGONAL))
    return 4 * (turn + scale * decay / 2), 2 * scale * share, quotient, fourth > ORTHOGONAL


def _turning(h: Array, start: Array, length: Array, sides: list[biased.Side], longer: npt.NDArray[np.bool_]) -> Array:
    """Return the integral of exp(-h^2 t^2/2)/(1 + t^2) over an interval.

    On a short one by Gauss's rule; on a long one as the difference of the integrals from either end to infinity, whose
    integrand is even.
    """
    total = np.zeros(len(h))
    for node, weight in zip((1 + NODES) / 2, WEIGHTS / 2, strict=True):
        t = start + node * length
        total += weight * np.exp(-((h * t) ** 2) / 2) / (1.0 + t * t)
    total *= length
    end = start + length
    with np.errstate(invalid="ignore"):  # 0 times infinity
        long = np.flatnonzero((length > np.hypot(1.0, start) / 2) | (h * h * length * end > 4.0))
    if len(long):
        rows, which, own = np.arange(len(h))[long], longer[long], h[long]
        tails = [
            np.exp(-((own * t) ** 2) / 2) * _to_infinity(own, t, rows, sides, which)
            for t in (np.abs(start[long]), end[long], np.zeros(len(long)))
        ]
        total[long] = np.where(start[long] < 0.0, 2 * tails[2] - tails[0], tails[0]) - tails[1]
    return total


def _to_infinity(
    h: Array, a: Array, rows: npt.NDArray[np.intp], sides: list[biased.Side], first: npt.NDArray[np.bool_]
) -> Array:
    """Return F(h, a) of `biased.py`, for thresholds of any size.

    Beyond those of the tables it is a function of h a over h, and below them arccot(a) less h sqrt(pi/2) erfcx(h a/sqrt
    2), to terms of the order of h^2.
    """
    from scipy.special import erfcx

    stretch = np.maximum(h / biased.LONGEST, 1.0)
    tabulated = np.where(first, *(side.table(rows, a * stretch) for side in sides)) / stretch
    short = np.arctan2(1.0, a) - h * (ROOT_2_PI / 2) * erfcx(h * a / ROOT_2)
    return np.where(h < biased.SHORTEST, short, tabulated)


def _panels(h: Array, apart: Array) -> list[tuple[Array, Array]]:
    """Return nodes z, as z - h, and weights of integrals over z from h to h + apart, in panels of the logarithm of z.

    The integrand falls like exp(-z^2/2). What lies beyond FARTHEST_FALL is left out.
    """
    length = np.minimum(apart, 2 * FARTHEST_FALL / (np.sqrt(h * h + 2 * FARTHEST_FALL) + h))
    logarithm, fall = np.log1p(length / h), length * (2 * h + length) / 2
    reach = np.minimum(logarithm, FARTHEST_PANEL)
    count = max(1, math.ceil(float(np.max(np.maximum(reach / LONGEST_PANEL, fall / STEEPEST_PANEL), initial=0.0))))
    width = reach / count
    panels = []
    for panel in range(count):
        for node, weight in zip((1 + NODES) / 2, WEIGHTS / 2, strict=True):
            down = (panel + node) * width  # from the larger threshold
            beyond = np.where(length < h, h * np.expm1(logarithm - down), (h + length) * np.exp(-down) - h)
            panels.append((beyond, weight * width * (h + beyond)))
    return panels
