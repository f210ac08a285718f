"""One layer of units, as wide as asked, in cells: cho_saul_2010 (10) and (11).

The units are independent, or come in independent groups, so one network has its own error bars.
"""

import numpy as np
import numpy.typing as npt

from symkern.computed_once import computed_once
from symkern.errors import InvalidArgument
from symkern.kernels import ArcCosine
from symkern.networks.activations import Activation, Power, SmoothStep
from symkern.networks.pairs import InputPairs
from symkern.networks.tally import Tally
from symkern.networks.tilted import Tilt
from symkern.networks.weights import Scheme, stream

Array = npt.NDArray[np.float64]

BLOCK_NUMBERS = 1 << 18
"""Of a matrix that is worked on at once."""


class Shallow:
    """Cells of one hidden layer, each of which can be drawn alone."""

    def __init__(
        self, activation: Activation, pairs: InputPairs, width: int, seed: int, scheme: Scheme, *, tilted: bool
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
        self.tilt = None
        if tilted and isinstance(activation, Power):
            self.tilt = Tilt(activation, pairs.vectors @ pairs.vectors.T)

    @property
    def tasks(self) -> int:
        return -(-self.width // self.cell)

    def empty(self) -> Tally:
        return Tally.empty(len(self.pairs), self.inputs.shape[1], len(self.pairs))

    def work(self, cell: int) -> Tally:
        """The sums over one cell."""
        generator, beside = stream(self.seed, 0, cell), stream(self.seed, 0, cell, 1)
        tally = self.empty()
        remaining = min(self.cell, self.width - cell * self.cell)
        expected = self.pairs.values / self.activation.factor
        while remaining:
            units = min(self.block, remaining)
            remaining -= units
            z = self.scheme.draw(generator, units, len(self.inputs)) @ self.inputs
            if self.tilt:
                self.tilt.apply(self.tilt.draw(beside, units), z)
            products = outputs(self.activation, self.pairs, z, beside, tally)
            if self.tilt:
                products *= self.tilt.weigh(z)[:, None]
            if self.group > 1:
                products = products.reshape(-1, self.group, len(self.pairs)).mean(axis=1)
            products -= expected
            tally.add(products)
        tally.total *= self.activation.factor
        tally.outer *= self.activation.factor**2
        return tally

    @property
    def implies_exactly(self) -> bool:
        """Whether the implied variance is more than a bound."""
        return self.tilt is None and not isinstance(self.activation, SmoothStep)

    @computed_once
    def _squares(self) -> Array:
        """The mean squares of products of step(z) z^n are kernels of twice the degree; infinite from -1/4 downwards."""
        assert isinstance(self.activation, Power)
        if 4 * self.activation.n <= -1:
            return np.full(len(self.pairs), np.inf)
        kernel = ArcCosine(2 * self.activation.n)
        pairs = zip(self.pairs.vectors[self.pairs.first], self.pairs.vectors[self.pairs.second], strict=True)
        return 2 * np.array([kernel(x, y) for x, y in pairs])

    def implied_variance(self, values: Array) -> Array:
        """Of one term, if these are the kernels; at most, where it is a bound."""
        if self.tilt is not None:
            lengths = np.linalg.norm(self.pairs.vectors, axis=1) ** self.tilt.n
            squares = self.activation.factor * self.tilt.largest * self.pairs.of(lengths[None, :])[0] * values
        elif isinstance(self.activation, Power) and self.activation.n:
            squares = self._squares
        else:
            squares = self.activation.factor * values  # what is 0 or 1 is its own square
        return np.asarray(np.maximum(squares - values**2, 0.0))


def outputs(activation: Activation, pairs: InputPairs, z: Array, generator: np.random.Generator, tally: Tally) -> Array:
    """Products of what units say of the two inputs of a pair; z becomes what they say, and active ones are counted."""
    if (offsets := activation.offsets(generator, len(z))) is not None:
        z += offsets[:, None]
    activation.apply(z)
    products = pairs.of(z)
    tally.units += len(z)
    if activation.threshold:
        tally.active += np.count_nonzero(z, axis=0)
        tally.both += np.count_nonzero(products, axis=0)
    return products
