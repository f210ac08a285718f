"""One layer of units, as wide as asked, in cells: cho_saul_2010 (10) and (11).

The units are independent, or come in independent groups. A replicate is the mean over such a group, and error bars are
those of the mean over all replicates.
"""

import numpy as np
import numpy.typing as npt

from symkern.errors import InvalidArgument
from symkern.networks.activations import Activation
from symkern.networks.moments import Moments
from symkern.networks.pairs import InputPairs
from symkern.networks.tally import Tally
from symkern.networks.tilted import Tilt
from symkern.networks.weights import Scheme, stream

Array = npt.NDArray[np.float64]

BLOCK_NUMBERS = 1 << 18
"""Entries of a matrix that is worked on at once."""
BATCHES = 512
"""Means over so many batches are kept: their skewness is that of the whole mean."""


class Shallow:
    """Cells of one hidden layer, each of which can be drawn alone."""

    def __init__(
        self,
        activation: Activation,
        pairs: InputPairs,
        width: int,
        seed: int,
        scheme: Scheme,
        tilt: Tilt | None = None,
    ) -> None:
        self.activation, self.pairs, self.width, self.seed, self.scheme = activation, pairs, width, seed, scheme
        self.inputs = np.ascontiguousarray(pairs.vectors.T)
        fan_in = len(self.inputs)
        self.group = scheme.group(fan_in)
        if width % self.group or width < 2 * self.group:
            raise InvalidArgument("width", f"a multiple of {self.group}, and not less than {2 * self.group}", width)
        self.cell = scheme.cell(fan_in)
        largest = max(fan_in, self.inputs.shape[1], len(pairs))
        self.block = self.group * max(1, BLOCK_NUMBERS // (largest * self.group))
        self.batch = max(1, min(width // (BATCHES * self.group), self.block // self.group))
        self.tilt, self.moments = tilt, Moments(activation, pairs, tilt)

    @property
    def tasks(self) -> int:
        return -(-self.width // self.cell)

    def empty(self) -> Tally:
        return Tally.empty(len(self.pairs), self.inputs.shape[1], len(self.pairs))

    def work(self, cell: int) -> Tally:
        """Sums over one cell."""
        generator, beside = stream(self.seed, 0, cell), stream(self.seed, 0, cell, 1)
        tally = self.empty()
        remaining = min(self.cell, self.width - cell * self.cell)
        factor = self.activation.factor / self.pairs.gains[0]
        expected = self.pairs.relative / factor
        while remaining:
            units = min(self.block, remaining)
            remaining -= units
            z = self.scheme.draw(generator, units, len(self.inputs)) @ self.inputs
            wedges: Array | float = 0.0
            if self.tilt:
                self.tilt.apply(self.tilt.draw(beside, units), z)
                wedges = self.tilt.wedge_density(z)
            products = outputs(self.activation, self.pairs, z, beside, tally)
            if self.tilt:
                products *= self.tilt.weigh(z, wedges)[:, None]
            if self.group > 1:
                products = products.reshape(-1, self.group, len(self.pairs)).mean(axis=1)
            products -= expected
            tally.add(products)
            whole = len(products) // self.batch * self.batch
            batches = products[:whole].reshape(-1, self.batch, len(self.pairs)).mean(axis=1)
            tally.kept.extend(factor * batches)
        tally.total *= factor
        tally.outer *= factor**2
        return tally


def outputs(activation: Activation, pairs: InputPairs, z: Array, generator: np.random.Generator, tally: Tally) -> Array:
    """Replace z by the values of the units, count active units, and return the products of the values of each pair."""
    if (offsets := activation.offsets(generator, len(z))) is not None:
        z += offsets[:, None]
    activation.apply(z)
    products = pairs.of(z)
    tally.units += len(z)
    if activation.threshold:
        tally.active += np.count_nonzero(z, axis=0)
        tally.both += np.count_nonzero(products, axis=0)
    return products
