"""Facts about replicates that do not come from their spread: which variances to use, and when a verdict is possible."""

import math

import numpy as np
import numpy.typing as npt

from symkern.networks.activations import Power
from symkern.networks.deep import EXTRAPOLATION, Deep
from symkern.networks.quasi import Quasi
from symkern.networks.shallow import Shallow
from symkern.networks.tails import LARGEST_SKEWNESS
from symkern.networks.tally import Tally
from symkern.networks.verdict import Conditions

Array = npt.NDArray[np.float64]

FEW = 100
"""Units of the last layer that decide the mean of a pair, below which the spread of networks says little."""
FEW_OF_GROUPS = 30
"""The same for groups of units of one layer."""
TOLERATED = 2.0
"""Factor by which the noise of hidden layers may exceed what is recommended."""
LARGEST_ADVISED = 1 << 30
"""Width beyond which no wider network is advised."""


class OfUnits:
    """Replicates are units, groups of units or scramblings of one layer."""

    def __init__(self, engine: Shallow | Quasi, tally: Tally, enough: float) -> None:
        self.engine, self.tally, self.enough = engine, tally, enough

    def variance(self, values: Array, estimated: Array) -> Array:
        """Estimated variances, or the exact ones of independent units where these are known and few units decide.

        A sum of few terms that happens to be small has too small a spread as well. The variance of groups of units is
        not known exactly; it is that of independent units where hardly any unit sees a pair.
        """
        exact = self.engine.moments.variance(values)
        if exact is None or isinstance(self.engine, Quasi):
            return estimated
        few = self._skewness(values) > LARGEST_SKEWNESS
        if self.engine.group > 1:
            few &= self.tally.both < FEW_OF_GROUPS
        exact = exact / self.tally.units
        return np.where(few & np.isfinite(exact), exact, estimated)

    def _skewness(self, values: Array) -> Array:
        return self.engine.moments.skewness(values) / math.sqrt(self.tally.units)

    def conditions(self, values: Array) -> Conditions:
        return Conditions(
            skewness=self._skewness(values),
            bound=self.engine.moments.bound,
            terms=self.tally.count,
            seen=np.ones(len(values), dtype=bool),
            replicates=None if isinstance(self.engine, Quasi) else np.array(self.tally.kept),
            obstacle=None,
            remedy=self._remedy(),
        )

    def _remedy(self) -> str:
        """Sampling or width with which the pairs that are easiest to judge would be."""
        moments = self.engine.moments
        if isinstance(moments.activation, Power) and moments.activation.n and moments.tilt is None:
            return "take sampling=tilted"
        skewness = moments.skewness(self.engine.pairs.relative)
        needed = float(np.min(skewness, initial=math.inf)) / LARGEST_SKEWNESS
        return advice(needed * needed)  # infinite, where the power would raise an error


class OfNetworks:
    """Replicates are networks of several layers."""

    def __init__(self, engine: Deep, tally: Tally, enough: float) -> None:
        self.engine, self.tally, self.enough = engine, tally, enough

    def variance(self, values: Array, estimated: Array) -> Array:
        """Estimated variances, and a bound on top where hardly any unit decides the mean of a pair."""
        unseen = self.engine.unseen_variance(values) / self.tally.count
        return np.where(self.engine.decided_by(self.tally) < FEW, estimated + unseen, estimated)

    def conditions(self, values: Array) -> Conditions:
        obstacle, remedy = None, advice(2.0 * self.engine.width)
        if self.engine.width < self.enough / TOLERATED:
            remedy = advice(self.enough)
            obstacle = f"the layers amplify the noise of those below beyond what can be extrapolated; {remedy}"
        elif any(heavy and not tilt for heavy, tilt in zip(self._heavy, self.engine.tilted, strict=True)):
            obstacle = "plain units of a negative degree have heavy tails; take sampling=tilted"
        levels = np.array(self.tally.kept).reshape(self.tally.count, len(EXTRAPOLATION), -1)
        seen = self.engine.resolved(self.tally)
        if self.engine.layers[-1].threshold:
            seen &= self.engine.decided_by(self.tally) >= FEW
        pairs = len(values)
        return Conditions(
            skewness=np.zeros(pairs),
            bound=np.full(pairs, math.inf),
            terms=self.tally.count,
            seen=seen,
            replicates=np.einsum("l,clp->cp", EXTRAPOLATION, levels),
            obstacle=obstacle,
            remedy=remedy,
        )

    @property
    def _heavy(self) -> list[bool]:
        return [isinstance(layer, Power) and layer.n < 0 for layer in self.engine.layers]


def advice(width: float) -> str:
    """Remedy for a network that is too narrow."""
    if not width < LARGEST_ADVISED:
        return "no affordable width is enough"
    return f"take width={1 << math.ceil(math.log2(max(width, 16.0)))}"
