"""Several layers of finite width, and the bias that a finite width makes.

A unit of a layer sees the layer below only through z = w.h, and given the hidden vectors h of all inputs, the z of one
unit are Gaussian with their inner products as covariance: to draw them is to draw the weights, at the cost of the
number of inputs instead of the width. So a network is a chain of matrices of inner products.

The expected kernel of a network of width m differs from the limit by c/m + O(1/m^2), because a layer is no linear
function of the inner products below, which are known to 1/sqrt(m) only. Each network here comes with its two halves and
its four quarters, networks of their own that share its weights, and the combination 8/3 K(m) - 2 K(m/2) + 1/3 K(m/4)
has neither the 1/m nor the 1/m^2 term. Error bars come from the spread between independent networks, and what the last
step of the extrapolation has changed, if that is more than noise, counts as an error too: it bounds what is left. Much
is left where a quarter of a network has too few units to tell two inputs apart, so step functions under other layers
need more of them the smaller the angle is.

Layers of high degrees amplify the noise of the norms below them by the product of their degrees. Where no affordable
width is enough for that, and all layers are homogeneous, hidden vectors are scaled to the norm that they have in the
limit, which the moments of a Gaussian give. The limit of the network is the same, and the noise of the norms is gone.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from symkern.errors import InvalidArgument
from symkern.networks.activations import Activation, Power, is_step
from symkern.networks.pairs import InputPairs
from symkern.networks.tally import Tally
from symkern.networks.tilted import Tilt
from symkern.networks.weights import Scheme, stream

Array = npt.NDArray[np.float64]

LEVELS = (1, 2, 4)
"""Into how many networks a network is divided."""
EXTRAPOLATION = (8 / 3, -2.0, 1 / 3)
LAST_STEP = (2 / 3, -1.0, 1 / 3)
"""The difference from 2 K(m) - K(m/2), which has lost the 1/m term alone."""
MOST_PAIRS = 600
TELLING = 24
"""Units of the smallest network in an extrapolation that should be active, and that should tell two inputs apart."""
SAME = 1e-6
"""Share of units that tell two inputs apart, below which the inputs are as good as parallel."""
BLOCK_NUMBERS = 1 << 18
SMALL = 1 << 14
"""Numbers in a layer below which threads would only wait for each other."""


class Deep:
    """Independent networks of several layers, each of which can be drawn alone."""

    def __init__(
        self,
        layers: Sequence[Activation],
        pairs: InputPairs,
        width: int,
        seed: int,
        scheme: Scheme,
        networks: int,
        tilted: Sequence[bool],
        normalised: bool,
    ) -> None:
        self.layers, self.pairs, self.width, self.seed, self.scheme = layers, pairs, width, seed, scheme
        self.tasks, self.tilted, self.normalised = networks, tilted, normalised
        if width % 8 or width < 16:
            raise InvalidArgument("width", "a multiple of 8 and at least 16, for networks of several layers", width)
        if len(pairs) > MOST_PAIRS:
            raise InvalidArgument("pairs", f"at most {MOST_PAIRS} for networks of several layers", len(pairs))
        self.block = 2 * max(1, BLOCK_NUMBERS // (2 * max(*pairs.vectors.shape, len(pairs))))

    @property
    def small(self) -> bool:
        return self.width * len(self.pairs.vectors) < SMALL

    def empty(self) -> Tally:
        pairs, vectors = len(self.pairs), len(self.pairs.vectors)
        return Tally.empty(len(LEVELS) * pairs, vectors, pairs, hidden=len(self.layers) - 1)

    def work(self, network: int) -> Tally:
        """One network: its pairs on top, and those of its halves and quarters."""
        tally = self.empty()
        vectors = self.pairs.vectors
        chains = {LEVELS[-1]: [(vectors.T, vectors @ vectors.T)] * LEVELS[-1]}  # the first layer is the same for all
        for number in range(len(self.layers)):
            top = number + 1 == len(self.layers)
            sums = self._layer(network, number, chains, _of_pairs(self.pairs) if top else _of_all, tally)
            if top:
                break
            if number == 0:
                quarters = np.array(sums[LEVELS[-1]])
                sums = {level: [np.mean(part, axis=0) for part in np.split(quarters, level)] for level in LEVELS}
            if self.normalised:
                sums = {level: [_cosines(products)[0] for products in parts] for level, parts in sums.items()}
            chains = {level: [(_root(products), products) for products in parts] for level, parts in sums.items()}
        deviations = np.concatenate([np.mean(sums[level], axis=0) - self.pairs.relative for level in LEVELS])
        tally.add(deviations[None, :], keep=True)
        return tally

    def unseen_variance(self, values: Array) -> Array:
        """Bound of the variance of one network, if these are the kernels and the last layer has steps; else 0."""
        top = self.layers[-1]
        if isinstance(top, Power) and top.n:
            return np.zeros(len(values))
        amplified = sum(weight**2 * level for weight, level in zip(EXTRAPOLATION, LEVELS, strict=True))
        most = top.factor / self.pairs.gains[-1]
        rarer = np.minimum(np.abs(values), np.abs(most - values)) if is_step(top) else np.abs(values)
        return np.asarray(amplified * most * rarer / self.width)

    def decided_by(self, tally: Tally) -> npt.NDArray[np.int64]:
        """Return how many units of the last layer decide the mean of each pair.

        These are the units that see both inputs. Of steps it is the other ones, if they are fewer: at a very negative
        bias hardly any unit is silent.
        """
        if not is_step(self.layers[-1]):
            return tally.both
        return np.minimum(tally.both, tally.count * self.width - tally.both)

    def _count_hidden(self, number: int, values: Array, tally: Tally) -> None:
        """Count the active units of a hidden layer and, if it has steps, those that tell the inputs of a pair apart."""
        tally.hidden[number] += np.count_nonzero(values, axis=0)
        if is_step(self.layers[number]):
            apart = values[:, self.pairs.first] != values[:, self.pairs.second]
            tally.apart[number] += np.count_nonzero(apart, axis=0)

    def resolved(self, tally: Tally) -> npt.NDArray[np.bool_]:
        """Pairs for which every quarter of a network has enough units in each hidden layer for the extrapolation.

        Enough units have to be active for either input, and enough steps to tell the two inputs apart, unless the
        inputs are as good as parallel.
        """
        quarters = LEVELS[-1] * tally.count
        enough = np.min(tally.hidden, axis=0) >= TELLING * quarters
        x, y = self.pairs.places
        resolved = enough[x] & enough[y]
        for number, layer in enumerate(self.layers[:-1]):
            if is_step(layer):
                same = tally.apart[number] <= SAME * tally.count * self.width
                resolved &= same | (tally.apart[number] >= TELLING * quarters)
        return np.asarray(resolved)

    def _layer(self, network: int, number: int, chains: "Chains", collect: "Collect", tally: Tally) -> "Sums":
        """What is collected from a layer, for every network in every chain, normalised by the width."""
        activation = self.layers[number]
        top = number + 1 == len(self.layers)
        factor = activation.factor / self.pairs.gains[number]
        tilts = {
            level: [Tilt(activation, products, self.pairs if top else None) for _, products in parts]
            for level, parts in chains.items()
            if self.tilted[number] and isinstance(activation, Power)
        }
        sums: Sums = {level: [0.0] * level for level in chains}
        for quarter in range(LEVELS[-1]):
            generator = stream(self.seed, 1, network, number, quarter)
            remaining = self.width // LEVELS[-1]
            while remaining:
                units = min(self.block, remaining)
                remaining -= units
                weights = self.scheme.draw(generator, units, len(chains[LEVELS[-1]][0][0]))
                offsets = activation.offsets(generator, units)
                drawn = tilts[LEVELS[-1]][0].draw(generator, units, spread=True) if tilts else None
                for level, parts in chains.items():
                    part = quarter * level // LEVELS[-1]
                    z = weights @ parts[part][0]
                    wedges: Array | float = 0.0
                    if drawn is not None:
                        tilts[level][part].apply(drawn, z)
                        wedges = tilts[level][part].wedge_density(z)
                    if offsets is not None:
                        z += offsets[:, None]
                    activation.apply(z)
                    if number == 0:
                        tally.units += units
                        tally.active += np.count_nonzero(z, axis=0)
                    if not top and (number == 0 or level == 1):
                        self._count_hidden(number, z, tally)
                    if top and level == 1:
                        tally.both += np.count_nonzero(self.pairs.of(z), axis=0)
                    if drawn is not None:
                        z *= np.sqrt(tilts[level][part].weigh(z, wedges))[:, None]
                    sums[level][part] = sums[level][part] + collect(z) * (factor * level / self.width)
        return sums


Chains = dict[int, list[tuple[Array, Array]]]
"""For each level and each network in it, what makes z of independent numbers, and the inner products behind it."""
Sums = dict[int, list[Any]]
Collect = Callable[[Array], Array]


def _of_all(values: Array) -> Array:
    return values.T @ values


def _of_pairs(pairs: InputPairs) -> Collect:
    return lambda values: pairs.of(values).sum(axis=0)


def _root(products: Array) -> Array:
    """A matrix whose columns have these products: the symmetric root of the cosines, which changes little where they
    do, times the norms, which may differ by many orders of magnitude. Vectors that are 0 stay so.
    """
    cosines, norms = _cosines(products)
    squares, axes = np.linalg.eigh(cosines)
    return np.asarray((axes * np.sqrt(np.maximum(squares, 0.0))) @ axes.T * norms)


def _cosines(products: Array) -> tuple[Array, Array]:
    """Cosines and norms of vectors with these inner products; vectors that are 0 have cosines 0."""
    norms = np.sqrt(np.diag(products))
    inverse = np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0.0)
    return products * inverse * inverse[:, None], norms
