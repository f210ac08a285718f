"""Weights from scrambled Sobol points, which fill space evenly: one layer of units by quasi-Monte Carlo.

The points of one scrambling depend on each other, so error bars come from the spread between independent scramblings.
The weights are drawn in the span of the inputs, which is all that a unit sees of them: fewer dimensions, better points.
"""

import numpy as np
import numpy.typing as npt

from symkern.errors import InvalidArgument, UsageError
from symkern.networks.activations import Activation, Power
from symkern.networks.moments import Moments
from symkern.networks.pairs import InputPairs
from symkern.networks.shallow import BLOCK_NUMBERS, outputs
from symkern.networks.tally import Tally
from symkern.networks.weights import stream

Array = npt.NDArray[np.float64]

FEWEST_POINTS = 16


class Quasi:
    """Independent scramblings, each of which can be drawn alone."""

    def __init__(self, activation: Activation, pairs: InputPairs, width: int, seed: int) -> None:
        self.activation, self.pairs, self.seed = activation, pairs, seed
        self.moments = Moments(activation, pairs)
        if isinstance(activation, Power) and activation.n < 0:
            raise UsageError(
                f"sampling must not be sobol for a negative degree, whose units are unbounded; got n={activation.n}."
                " Take tilted."
            )
        left, sizes, _ = np.linalg.svd(pairs.vectors, full_matrices=False)
        self.inputs = np.ascontiguousarray((left * sizes).T)
        self.tasks = 32 * (1 + (len(pairs) + 8) // 32)
        self.points = 1 << max(0, (width // self.tasks).bit_length() - 1)
        if self.points < FEWEST_POINTS:
            fewest = FEWEST_POINTS * self.tasks
            raise InvalidArgument("width", f"at least {fewest} for {self.tasks} scramblings", width)

    def empty(self) -> Tally:
        return Tally.empty(len(self.pairs), self.inputs.shape[1], len(self.pairs))

    def work(self, scrambling: int) -> Tally:
        """The mean over the points of one scrambling."""
        from scipy.special import ndtri
        from scipy.stats import qmc

        generator = stream(self.seed, 2, scrambling)
        sampler = qmc.Sobol(len(self.inputs), scramble=True, rng=generator)
        block = 1 << max(0, (BLOCK_NUMBERS // max(*self.inputs.shape, len(self.pairs))).bit_length() - 1)
        tally = self.empty()
        total = np.zeros(len(self.pairs))
        for _ in range(0, self.points, block):
            units = min(block, self.points)
            z = ndtri(np.clip(sampler.random(units), 2.0**-53, 1.0 - 2.0**-53)) @ self.inputs
            total += outputs(self.activation, self.pairs, z, generator, tally).sum(axis=0)
        factor = self.activation.factor / self.pairs.gains[0]
        tally.add((factor * total / self.points - self.pairs.relative)[None, :], keep=True)
        return tally
