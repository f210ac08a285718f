"""Layers of units that are the cumulative Gaussian of width sigma: cho_saul_2012 (29), (30)."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from symkern.kernels.angular import AngularFunction, angular_function
from symkern.kernels.layers import Changes, Layer, Partials
from symkern.kernels.magnitudes import Magnitudes, magnitudes
from symkern.kernels.noisy_angle import NoisyAngles, noisy_angles, shares
from symkern.kernels.pairs import Pairs

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Smoothed(Layer):
    """A step smoothed to width sigma: the step of inputs that carry noise of that width, cho_saul_2012 (30)."""

    sigma: float

    @property
    def step(self) -> AngularFunction:
        return angular_function(Fraction(0))

    def widths(self, x: Magnitudes) -> tuple[Array, Array]:
        """Return |x|/sqrt(|x|^2 + sigma^2) and sigma^2/(|x|^2 + sigma^2)."""
        own = shares(x, self.sigma)
        return own.shrink, own.noise

    def diagonal(self, x: Magnitudes) -> Magnitudes:
        shrink, noise = self.widths(x)
        values = np.empty(len(x))
        self.step.fill(shrink * shrink, noise.copy(), values)
        return magnitudes(values)

    def angles(self, below: Pairs) -> NoisyAngles:
        return noisy_angles(below, self.sigma)

    def pairs(self, below: Pairs) -> Pairs:
        angles = self.angles(below)
        x, y = self.above(below.x), self.above(below.y)
        a, b = below.spread(x.root().value(), y.root().value())
        return below.above(x, y, self._steps(angles) / (a * b), angles.gap(0.5, 1 / math.pi))

    def values(self, below: Pairs, out: Array) -> None:
        out[...] = self._steps(self.angles(below))

    def _steps(self, angles: NoisyAngles) -> Array:
        values = np.empty(angles.s.size)
        self.step.fill(angles.cosine.reshape(-1), angles.s.reshape(-1).copy(), values)
        return values.reshape(angles.s.shape)

    def partials(self, below: Pairs) -> Partials:
        angles = self.angles(below)
        x, y = self.above(below.x).value(), self.above(below.y).value()
        a, b = below.spread(np.sqrt(x), np.sqrt(y))
        left, right = below.spread(angles.x.shrink, angles.y.shrink)
        slope = self.step.slope(angles.cosine, angles.s) / (a * b)
        own = angles.x.cosine
        diagonal = own * angles.x.deviation / (math.pi * np.sqrt(2.0 - angles.x.noise)) / x
        by_norm = -slope * angles.cosine / 2 * below.spread(own, own)[0]
        return Partials(slope * left * right, by_norm, diagonal)

    def by_parameter(self, name: str, below: Pairs) -> Changes:
        """Return those by sigma."""
        angles = self.angles(below)
        x, y = self.above(below.x).value(), self.above(below.y).value()
        a, b = below.spread(np.sqrt(x), np.sqrt(y))
        V, W = below.spread(angles.x.noise, angles.y.noise)
        slope = self.step.slope(angles.cosine, angles.s) / (a * b)
        product = -slope * angles.cosine * (V + W) / self.sigma
        own, other = (
            -2 * part.cosine * part.deviation / (self.sigma * math.pi * np.sqrt(2.0 - part.noise)) / value
            for part, value in ((angles.x, x), (angles.y, y))
        )
        return Changes(product, own, other)
