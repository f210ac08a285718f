"""Weights drawn where the units matter, and weighed accordingly, so that no product of two units is large.

step(z) z^n is infinite at z = 0 for n < 0, and grows fast for large n: an average of products of plain units then has
heavy tails (for parallel inputs an infinite variance from n = -1/4 downwards, since E z^4n diverges). Here half of the
units are plain, and for each of the others one of the inputs is chosen, and z = w.x for it has the density of
z^2n exp(-z^2/2) for z > 0. With q the ratio of this mixture to the plain density, 1/q weighs a unit, and because
x^n y^n <= (x^2n + y^2n)/2, products of two units over q are bounded for every n > -1/2.
"""

import numpy as np
import numpy.typing as npt

from symkern.kernels import angular_function
from symkern.networks.activations import Power

Array = npt.NDArray[np.float64]


class Tilt:
    """The mixture for inputs with these inner products."""

    def __init__(self, activation: Power, products: Array) -> None:
        self.n = float(activation.n)
        norms = np.sqrt(np.diag(products))
        self.chosen = np.flatnonzero(norms > 0.0)  # the units of an input 0 need no help
        self.norms = norms[self.chosen]
        with np.errstate(divide="ignore"):
            self.shifts = products[self.chosen] / self.norms[:, None]
        self.size = angular_function(activation.n).at_one  # E z^2n over z > 0, doubled
        self.shares = np.zeros(len(norms))
        self.shares[self.chosen] = 1.0 / (self.size * len(self.chosen) * self.norms ** (2 * self.n))

    def draw(self, generator: np.random.Generator, units: int) -> tuple[Array, Array]:
        """What decides which units move, and where to."""
        return generator.random(units), generator.standard_gamma(self.n + 0.5, units)

    def apply(self, drawn: tuple[Array, Array], z: Array) -> None:
        """Moves half of the units, the rows of z, to the tilted densities."""
        places, targets = drawn
        picks = (places * (2 * len(self.chosen))).astype(np.intp)
        moved = np.flatnonzero(picks < len(self.chosen))
        picks = picks[moved]
        found = z[moved, self.chosen[picks]] / self.norms[picks]
        z[moved] += (np.sqrt(2.0 * targets[moved]) - found)[:, None] * self.shifts[picks]

    def weigh(self, values: Array) -> Array:
        """1/q for units with these values of step(z) z^n."""
        return 1.0 / (0.5 + (values * values) @ self.shares)

    @property
    def largest(self) -> float:
        """What a weighed product of two units never exceeds, over |x|^n |y|^n."""
        return self.size * len(self.chosen) / 2
