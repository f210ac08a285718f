r"""The angle between two inputs that each carry independent noise, and kernels that are linear in it.

With R = |x|^2 + nu, T = |y|^2 + nu the angle w has cos w = x.y/sqrt(R T). The smoothed step of cho_saul_2012 (30) has
the kernel 1/2 + w'/pi and Williams' arcsine kernel 2 w'/pi, w' = pi/2 - w. Of x with itself the angle is not 0 but u,
with cos u = |x|^2/R, and v of y. Two inputs are alike when w is near the mean m of u and v. With V = nu/R, W = nu/T

    sin(w - m) sin(w + m) = |x|^2 |y|^2 sin^2(theta)/(R T) + ((W - V)/(sqrt(W (2 - V)) + sqrt(V (2 - W))))^2,

whose terms are positive: the difference w - m is known to all digits, however small it is. Angles are taken from sines
and these from the roots of V and W, because the squares of small ones are no doubles.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from symkern.kernels.magnitudes import Magnitudes, normalised, ratio, sum_of
from symkern.kernels.pairs import Pairs

Array = npt.NDArray[np.float64]

LEAST = 1e-305
"""Smaller deviations of the noise, in units of the whole, change no value, but would not divide."""
LEAST_GAP = 1e-300
"""Smallest 1 - |cos w|: angles below 1e-150 count as 0, so no slope by the angle's cosine may exceed 1e150."""


@dataclass(frozen=True)
class Shares:
    """Of every input: |x|/sqrt(R), the cosine of an angle whose sine is sqrt(nu/R)."""

    shrink: Array
    deviation: Array

    def __getitem__(self, part: slice | npt.NDArray[np.intp]) -> "Shares":
        return Shares(self.shrink[part], self.deviation[part])

    @property
    def noise(self) -> Array:
        """V = nu/R."""
        with np.errstate(under="ignore"):
            return self.deviation**2

    @property
    def cosine(self) -> Array:
        """cos u of the angle of x with itself."""
        with np.errstate(under="ignore"):
            return self.shrink**2

    @property
    def sine(self) -> Array:
        """sin u."""
        return self.deviation * np.sqrt(2.0 - self.noise)

    @property
    def angle(self) -> Array:
        """u."""
        return np.arctan2(self.sine, self.cosine)

    @property
    def complement(self) -> Array:
        """u' = pi/2 - u."""
        return np.arctan2(self.cosine, self.sine)


def shares(squared: Magnitudes, deviation: float) -> Shares:
    """Return the shares of inputs with these squared norms; nu is the square of the deviation."""

    def find(whole: Magnitudes) -> Shares:
        size, exponent = math.frexp(deviation)
        nu = normalised(np.full(len(whole), size * size), np.full(len(whole), 2 * exponent, dtype=np.int64))
        total = sum_of([whole, nu])
        return Shares(ratio(whole.root(), total.root()), np.maximum(ratio(nu.root(), total.root()), LEAST))

    return squared.found(("noise", deviation), find)


def _stretch(complement: Array, cosine: Array) -> Array:
    """Return arcsin(c)/c, which has its limit 1 where c has no digits left."""
    ordinary = np.abs(cosine) > 1e-9
    return np.where(ordinary, complement, 1.0) / np.where(ordinary, cosine, 1.0)


@dataclass(frozen=True)
class NoisyAngles:
    """The angles of pairs of inputs with noise: cos w, sin w, and what is needed of each input."""

    below: Pairs
    x: Shares
    y: Shares
    cosine: Array
    sine: Array

    @property
    def s(self) -> Array:
        """1 - |cos w|, nowhere 0."""
        with np.errstate(under="ignore"):
            return np.maximum(self.sine**2 / (1.0 + np.abs(self.cosine)), LEAST_GAP)

    @property
    def complement(self) -> Array:
        """w' = pi/2 - w."""
        return np.arctan2(self.cosine, self.sine)

    def gap(self, constant: float, slope: float) -> Array:
        """Return 1 - k(x, y)/sqrt(k(x, x) k(y, y)) of the kernel constant + slope w', where that is not negative."""
        w = self.complement
        u, v = self.below.spread(self.x.complement, self.y.complement)
        mean, half = (u + v) / 2, (u - v) / 2
        apart = np.where(2 * w > mean, self._apart(w, mean), mean - w)
        own, other, value = constant + slope * u, constant + slope * v, constant + slope * w
        excess = slope * apart * (2 * constant + slope * (mean + w)) - (slope * half) ** 2
        root = np.sqrt(own * other)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(root > 0.0, excess / (root * (root + value)), 1.0)

    def gap_of_complements(self) -> Array:
        """Return 1 - |w'|/sqrt(u' v'), where one of u' and v' may be as small as it likes, but not both."""
        mirrored = NoisyAngles(self.below, self.x, self.y, np.abs(self.cosine), self.sine)
        u, v = self.below.spread(self.x.complement, self.y.complement)
        near = 4 * mirrored.complement > u + v
        return np.where(near, mirrored.gap(0.0, 1.0), 1.0 - np.abs(self.cosine_of_complements()))

    def cosine_of_complements(self) -> Array:
        """Return w'/sqrt(u' v'), however small these are."""
        own, other = self.below.spread(*(_stretch(side.complement, side.cosine) for side in (self.x, self.y)))
        return self.below.cosine * _stretch(self.complement, self.cosine) / np.sqrt(own * other)

    def _apart(self, w: Array, mean: Array) -> Array:
        """Return w - m, which is m' - w', from its sine."""
        (a, b), (p, q) = (self.below.spread(getattr(self.x, n), getattr(self.y, n)) for n in ("shrink", "deviation"))
        V, W = self.below.spread(self.x.noise, self.y.noise)
        longer = np.minimum(V, W) > 0.5  # than the norm is the noise, whose shares 1 - a^2 and 1 - b^2 are near 1
        first, second = np.where(longer, b, p), np.where(longer, a, q)
        bend = (second - first) * ((first + second) / (q * np.sqrt(2.0 - V) + p * np.sqrt(2.0 - W)))
        narrow = np.arctan2(self.sine, self.cosine) + sum(self.below.spread(self.x.angle, self.y.angle)) / 2
        total = np.sin(np.where(w + mean > math.pi / 2, narrow, w + mean))
        root = np.hypot(_turn(self.below, a * b), bend)
        with np.errstate(divide="ignore", invalid="ignore", under="ignore"):
            sine = np.where(total > 0.0, root * (root / total), 0.0)
        return np.arcsin(np.minimum(sine, 1.0))


def _turn(below: Pairs, shrink: Array) -> Array:
    """Return |x| |y| sin(theta)/sqrt(R T)."""
    with np.errstate(under="ignore"):
        return shrink * np.sqrt(below.s * (2.0 - below.s))


def noisy_angles(below: Pairs, deviation: float) -> NoisyAngles:
    """Return the angles of these pairs once noise of this standard deviation is added to each input."""
    x, y = shares(below.x, deviation), shares(below.y, deviation)
    (a, b), (p, q) = below.spread(x.shrink, y.shrink), below.spread(x.deviation, y.deviation)
    with np.errstate(under="ignore"):
        shrink = a * b
        noise = np.hypot(p, q * a)  # V + W - V W, squared
        return NoisyAngles(below, x, y, below.cosine * shrink, np.hypot(_turn(below, shrink), noise))


def _log_arcsine_series(terms: int) -> tuple[float, ...]:
    """Return the coefficients of t, t^2, ... in log(arcsin(sqrt t)/sqrt t), exactly until they are rounded."""
    series, factor = [Fraction(1)], Fraction(1)
    for k in range(1, terms + 1):
        factor *= Fraction(2 * k - 1, 2 * k)
        series.append(factor / (2 * k + 1))
    logs: list[Fraction] = [Fraction(0)]
    for k in range(1, terms + 1):  # k a_k = sum of j l_j a_(k-j)
        logs.append(series[k] - sum((j * logs[j] * series[k - j] for j in range(1, k)), Fraction(0)) / k)
    return tuple(map(float, logs[1:]))


LOG_ARCSINE = _log_arcsine_series(16)
SMALL_SINE = 0.3
"""Sines up to this are small: 16 terms of the series in their squares have all digits."""


def small_arcsine_gap(below: Pairs, x: Array, y: Array) -> Array:
    """Return 1 - |k(x, y)|/sqrt(k(x, x) k(y, y)) of the arcsine kernel of inputs whose own sines x and y are small.

    The kernel is then nearly linear, and its distance from the linear one is a sum of positive terms.
    """
    a, b = below.spread(x, y)
    log_cosine = np.log1p(-np.minimum(below.s, 1.0 - 2.0**-53))
    total = log_cosine.copy()
    for k, coefficient in enumerate(LOG_ARCSINE, 1):
        total -= coefficient * ((a**k - b**k) ** 2 / 2 - (a * b) ** k * np.expm1(2 * k * log_cosine))
    return -np.expm1(total)
