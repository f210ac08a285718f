"""Importance sampling of weights: units are drawn where their products are large, and divided by the density ratio.

step(z) z^n is infinite at z = 0 for n < 0 and grows fast for large n. An average of products of plain units then has
heavy tails: for parallel inputs the variance is infinite from n = -1/4 downwards, since E z^4n diverges. Here a share
of the units is plain, and each other unit belongs to a component of a mixture. There are two kinds of component.

An axis belongs to one input x. Its z = w.x/|x| has the density of z^2n exp(-z^2/2) for z > 0. Because
x^n y^n <= (x^2n + y^2n)/2, the axes of both inputs bound every product of two units, for every n > -1/2.

A wedge belongs to a pair at an angle theta, for n > 0. In the plane of the pair, the radius of w has r^2/2 of the Gamma
distribution with shape n + 1, and its direction is uniform in the wedge of opening pi - theta where both units are
active. Because x^n y^n <= r^2n cos(theta/2)^2n there, the product over the density ratio is at most about sqrt(pi n)
times the kernel of the pair and the number of components, whatever the angle is. Its constants are Gamma functions and
the angle: the kernel that is under test is not among them.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import gammaln

from symkern.networks.activations import Power, raise_to
from symkern.networks.pairs import InputPairs

Array = npt.NDArray[np.float64]

PLAIN, PLAIN_BELOW_ZERO = 0.1, 0.5
"""Shares of plain units, for positive and negative degrees. Plain ones cover large z, where z^2n is small for n < 0."""
NARROW = 1e-5
"""Sine of the angle of a pair below which its plane is lost in rounding."""
PARALLEL = 1e-14
"""Difference of a cosine from 1 that is rounding."""
SMALLEST = 1e-300
"""Smallest z of a tilted unit. Products over their density ratio are as good as constant below it."""
LARGEST_RADIUS = 40.0
"""Length of a Gaussian vector in the plane that is never exceeded: the probability is exp(-800)."""


class Drawn(NamedTuple):
    """Random numbers that choose the component of each unit and its place in there."""

    places: Array
    axial: Array
    planar: Array
    turns: Array


class Tilt:
    """Mixture of densities for inputs with these inner products.

    With `pairs`, the products of these pairs are bounded; without, those of all inputs.
    """

    def __init__(self, activation: Power, products: Array, pairs: InputPairs | None = None) -> None:
        self.n = float(activation.n)
        self.degree, self.size = activation.n, activation.size
        self.norms = np.sqrt(np.diag(products))
        present = self.norms > 0.0
        inverse = np.divide(1.0, self.norms, out=np.zeros_like(self.norms), where=present)
        axial = present.copy()
        self.first = self.second = np.zeros(0, dtype=np.intp)
        self.pairs = pairs
        self.pairwise = pairs is not None and self.n > 0.0
        if pairs is not None and self.n > 0.0:
            x, y = pairs.places
            cosines = np.clip(products[x, y] * inverse[x] * inverse[y], -1.0, 1.0)
            both = present[x] & present[y]
            self.spans = both & ((1.0 - cosines) * (1.0 + cosines) > NARROW**2)
            self.first, self.second = x[self.spans], y[self.spans]
            self.parallel = both & ~self.spans & (cosines > 0.0)
            axial[:] = False
            axial[x[self.parallel]] = True
        self.axes = np.flatnonzero(axial)
        self.inverse = inverse
        self._place_wedges(products)
        components = len(self.axes) + len(self.first)
        self.plain = (PLAIN if self.n > 0.0 else PLAIN_BELOW_ZERO) if components else 1.0
        self.share = (1.0 - self.plain) / max(components, 1)
        self.axis_ratio = 2.0 * self.share / self.size
        self.ratios = np.zeros(len(self.norms))
        self.ratios[self.axes] = self.axis_ratio * inverse[self.axes] ** (2 * self.n)
        self.shifts = products[self.axes] * inverse[self.axes, None]
        self.along = self.shifts * inverse > 1.0 - PARALLEL  # inputs in the direction of each axis

    def _place_wedges(self, products: Array) -> None:
        """Set the two axes of the plane of each wedge, as inner products with all inputs, and its opening."""
        x, y, inverse = self.first, self.second, self.inverse
        cosines = products[x, y] * inverse[x] * inverse[y]
        self.cos_half, self.sin_half = np.sqrt((1.0 + cosines) / 2), np.sqrt((1.0 - cosines) / 2)
        self.opening = 2.0 * np.arctan2(self.cos_half, self.sin_half)
        one, other = products[x] * inverse[x, None], products[y] * inverse[y, None]
        self.middles = (one + other) / (2.0 * self.cos_half[:, None])
        self.sides = (one - other) / (2.0 * self.sin_half[:, None])

    @property
    def _log_wedge_ratio(self) -> Array:
        """Logarithm of the density ratio of each wedge at r = 1, with its share."""
        log_size = self.n * math.log(2.0) + float(gammaln(self.n + 1.0))
        return np.asarray(np.log(2.0 * math.pi * self.share / self.opening) - log_size)

    def draw(self, generator: np.random.Generator, units: int, *, spread: bool = False) -> Drawn:
        """Random numbers for so many units. With `spread`, every component has its exact share of them."""
        places = (generator.random() + np.arange(units)) / units if spread else generator.random(units)
        axial = generator.standard_gamma(self.n + 0.5, units)
        none = np.zeros(0)
        if not self.pairwise:
            return Drawn(places, axial, none, none)
        return Drawn(places, axial, generator.standard_gamma(0.5, units), generator.random(units) - 0.5)

    def apply(self, drawn: Drawn, z: Array) -> None:
        """Move the units that are not plain, which are rows of z, to their components."""
        components = len(self.axes) + len(self.first)
        if not components:
            return
        picks = np.floor((drawn.places - self.plain) / (1.0 - self.plain) * components).astype(np.intp)
        np.minimum(picks, components - 1, out=picks)
        moved = np.flatnonzero((picks >= 0) & (picks < len(self.axes)))
        chosen = picks[moved]
        columns = self.axes[chosen]
        present = z[moved, columns] * self.inverse[columns]
        targets = np.maximum(np.sqrt(2.0 * drawn.axial[moved]), SMALLEST)
        z[moved] += (targets - present)[:, None] * self.shifts[chosen]
        if self.n < 0.0:
            # The sum above has lost small targets, at which units of a negative degree are large.
            rows, inputs = np.nonzero(self.along[chosen])
            z[moved[rows], inputs] = targets[rows] * self.norms[inputs]
        moved = np.flatnonzero(picks >= len(self.axes))
        if not len(moved):
            return
        chosen = picks[moved] - len(self.axes)
        middle, side = self._coordinates(z, moved, chosen)
        radii = np.sqrt(2.0 * (drawn.axial[moved] + drawn.planar[moved]))
        directions = drawn.turns[moved] * self.opening[chosen]
        z[moved] += (radii * np.cos(directions) - middle)[:, None] * self.middles[chosen]
        z[moved] += (radii * np.sin(directions) - side)[:, None] * self.sides[chosen]

    def _coordinates(self, z: Array, rows: npt.NDArray[np.intp], wedges: npt.NDArray[np.intp]) -> tuple[Array, Array]:
        """Coordinates of the weights of these units in the planes of these wedges."""
        x, y = self.first[wedges], self.second[wedges]
        one, other = z[rows, x] * self.inverse[x], z[rows, y] * self.inverse[y]
        return (one + other) / (2.0 * self.cos_half[wedges]), (one - other) / (2.0 * self.sin_half[wedges])

    def wedge_density(self, z: Array) -> Array:
        """Density ratio of all wedges together, for units with these z."""
        total = np.zeros(len(z))
        if not len(self.first):
            return total
        one, other = z[:, self.first] * self.inverse[self.first], z[:, self.second] * self.inverse[self.second]
        units, wedges = np.nonzero((one > 0.0) & (other > 0.0))
        one, other = one[units, wedges], other[units, wedges]
        squares = ((one + other) / (2.0 * self.cos_half[wedges])) ** 2
        squares += ((one - other) / (2.0 * self.sin_half[wedges])) ** 2
        squares /= 2.0 * self.n  # near 1 where the density is large, so that no power overflows
        raise_to(squares, self.degree)
        ratios = squares * np.exp(self._log_wedge_ratio + self.n * math.log(2.0 * self.n))[wedges]
        return np.asarray(np.bincount(units, weights=ratios, minlength=len(z)), dtype=np.float64)

    def weigh(self, values: Array, wedges: Array | float = 0.0) -> Array:
        """Weights of units with these values of step(z) z^n: one over the density ratio of the mixture."""
        density = self.plain + (values[:, self.axes] ** 2) @ self.ratios[self.axes] + wedges
        return np.asarray(1.0 / density)

    @property
    def largest(self) -> float:
        """Bound of a weighed product of two units that have axes, over |x|^n |y|^n."""
        return 0.5 / self.axis_ratio

    @property
    def bounds(self) -> Array:
        """Bound of the weighed product of each pair; 0 where no unit is active for both inputs."""
        assert self.pairs is not None
        x, y = self.pairs.places
        both = (self.norms[x] > 0.0) & (self.norms[y] > 0.0)
        lengths = np.zeros(len(x))
        lengths[both] = (self.norms[x[both]] * self.norms[y[both]]) ** self.n
        if not self.pairwise:
            return lengths * self.largest
        # Units that see both of two opposite inputs have a product of at most (r/2)^2n times the sine to the 2n.
        bounds = lengths * (NARROW * LARGEST_RADIUS / 2) ** (2 * self.n) / self.plain
        bounds[self.parallel] = lengths[self.parallel] / self.axis_ratio
        wedges = np.exp(2 * self.n * np.log(self.cos_half) - self._log_wedge_ratio)
        bounds[self.spans] = lengths[self.spans] * wedges
        return bounds
