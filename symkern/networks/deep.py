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
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from symkern.errors import InvalidArgument
from symkern.networks.activations import Activation, Power
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
    ) -> None:
        self.layers, self.pairs, self.width, self.seed, self.scheme = layers, pairs, width, seed, scheme
        self.tasks, self.tilted = networks, tilted
        if width % 8 or width < 16:
            raise InvalidArgument("width", "a multiple of 8 and at least 16, for networks of several layers", width)
        if len(pairs) > MOST_PAIRS:
            raise InvalidArgument("pairs", f"at most {MOST_PAIRS} for networks of several layers", len(pairs))
        self.block = 2 * max(1, BLOCK_NUMBERS // (2 * max(*pairs.vectors.shape, len(pairs))))

    @property
    def small(self) -> bool:
        return self.width * len(self.pairs.vectors) < SMALL

    def empty(self) -> Tally:
        return Tally.empty(len(LEVELS) * len(self.pairs), len(self.pairs.vectors), len(self.pairs))

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
            chains = {level: [(_root(products), products) for products in parts] for level, parts in sums.items()}
        found = np.concatenate([np.mean(sums[level], axis=0) - self.pairs.values for level in LEVELS])
        tally.add(found[None, :])
        return tally

    implies_exactly = False

    def implied_variance(self, values: Array) -> Array:
        """Of one network, at most, if these are the kernels: units that are 0 or 1 are their own squares.

        Others are not rare above a layer whose outputs are positive, and nothing is implied for them.
        """
        top = self.layers[-1]
        if isinstance(top, Power) and top.n:
            return np.zeros(len(values))
        amplified = sum(weight**2 * level for weight, level in zip(EXTRAPOLATION, LEVELS, strict=True))
        return np.asarray(amplified * top.factor * values / self.width)

    def _layer(self, network: int, number: int, chains: "Chains", collect: "Collect", tally: Tally) -> "Sums":
        """What is collected from a layer, for every network in every chain, normalised by the width."""
        activation = self.layers[number]
        tilts = {
            level: [Tilt(activation, products) for _, products in parts]
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
                drawn = tilts[LEVELS[-1]][0].draw(generator, units) if tilts else None
                for level, parts in chains.items():
                    part = quarter * level // LEVELS[-1]
                    z = weights @ parts[part][0]
                    if drawn is not None:
                        tilts[level][part].apply(drawn, z)
                    if offsets is not None:
                        z += offsets[:, None]
                    activation.apply(z)
                    if number == 0:
                        tally.units += units
                        tally.active += np.count_nonzero(z, axis=0)
                    if level == 1:  # only above the first layer
                        tally.both += np.count_nonzero(self.pairs.of(z), axis=0)
                    if drawn is not None:
                        z *= np.sqrt(tilts[level][part].weigh(z))[:, None]
                    sums[level][part] = sums[level][part] + collect(z) * (activation.factor * level / self.width)
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
    norms = np.sqrt(np.diag(products))
    inverse = np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0.0)
    squares, axes = np.linalg.eigh(products * inverse * inverse[:, None])
    return np.asarray((axes * np.sqrt(np.maximum(squares, 0.0))) @ axes.T * norms)
