"""Choice of a sampling and a width for which error bars and verdicts are honest, at a cost of seconds.

One layer: the mean of each pair should have a skewness of at most `WANTED_SKEWNESS` (`moments.py`). Several layers: the
noise of squared norms in hidden layers should stay small once the layers above have amplified it, and steps in hidden
layers should tell inputs apart (`deep.py`).
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from symkern.kernels import Kernel
from symkern.networks.activations import Activation, Power, activations, is_step
from symkern.networks.deep import LEVELS, SAME, TELLING
from symkern.networks.moments import Moments
from symkern.networks.pairs import InputPairs, read_pairs
from symkern.networks.tilted import Tilt
from symkern.networks.verdict import SPARE
from symkern.networks.weights import SCHEMES

Array = npt.NDArray[np.float64]

WANTED_SKEWNESS = 0.03
"""Skewness of the mean of a pair, for one layer."""
FEWEST = 4096
CHEAP = 1 << 16
"""Units up to which plain weights are preferred, although fewer tilted ones would do."""
SHALLOW_NUMBERS, DEEP_NUMBERS = 1 << 27, 1 << 28
"""Numbers that a default simulation may work on: several seconds."""
LARGEST_NOISE = 0.1
"""Variance of the kernel of one network with several layers, relative to its square."""
BOUNDED_NOISE = 4.0
"""Variance of the square of a bounded unit, relative to its squared mean."""
TILTED_NOISE = 5.0
"""The same for tilted units of any degree, drawn with `spread`; measured for 16 inputs and degrees from 1 to 12."""
WORTH_TILTING = 6.0
"""Noise of plain units above which tilted ones, which take longer to draw, are chosen."""
NETWORKS, FEWEST_DEEP = 128, 2048
"""Networks of several layers, and the least width of their layers."""


class Plan(NamedTuple):
    """Which layers are tilted, the width, the number of networks, and the width that would be enough."""

    tilted: list[bool]
    width: int
    networks: int
    enough: float
    normalised: bool = False


def recommended_width(kernel: Kernel, angles: npt.ArrayLike = math.pi / 2, sampling: str = "auto") -> int:
    """Width of a network for which the error bars of inputs at these angles are honest.

    Parameters
    ----------
    kernel : Kernel
    angles : array of shape (pairs,), default pi/2
        Angles between the inputs of the pairs, which have norm 1.
    sampling : str, default "auto"
        As for `Simulation`.

    Returns
    -------
    width : int
        A power of two unless the sampling has groups of units; for several layers, the width of each.

    >>> from symkern import ArcCosine
    >>> recommended_width(ArcCosine(1))
    32768
    """
    angle = np.atleast_1d(np.asarray(angles, dtype=np.float64))
    inputs = np.tile([1.0, 0.0], (len(angle), 1))
    pairs = read_pairs(kernel, inputs, np.stack([np.cos(angle), np.sin(angle)], axis=1))
    return plan(activations(kernel), pairs, sampling).width


def plan(layers: Sequence[Activation], pairs: InputPairs, sampling: str, width: int | None = None) -> Plan:
    """Sampling and width for these pairs; the sampling that suits a width, if one is given."""
    if len(layers) > 1:
        return _of_several(layers, pairs, sampling, width)
    return _of_one(layers[0], pairs, sampling, width)


def tilt_of(activation: Activation, pairs: InputPairs) -> Tilt:
    """Mixture for the pairs of a single layer."""
    assert isinstance(activation, Power)
    return Tilt(activation, pairs.vectors @ pairs.vectors.T, pairs)


def _of_one(activation: Activation, pairs: InputPairs, sampling: str, width: int | None) -> Plan:
    fan_in = pairs.vectors.shape[1]
    affordable = _power_below(SHALLOW_NUMBERS / (fan_in + len(pairs.vectors) + 2 * len(pairs)))
    needed, tilted = _units(Moments(activation, pairs), pairs), False
    if isinstance(activation, Power) and activation.n and sampling in TILTED_BY_CHOICE[activation.n < 0]:
        weighed, room = _units(Moments(activation, pairs, tilt_of(activation, pairs)), pairs), width or affordable
        helps = np.max(needed) > (width or CHEAP) and np.sum(weighed <= room) >= np.sum(needed <= room)
        tilted = activation.n < 0 or sampling == "tilted" or bool(helps)
        needed = weighed if tilted else needed
    enough = float(np.max(needed[needed <= affordable], initial=1.0))
    if sampling == "sobol":
        enough = max(enough, 64.0 * (len(pairs) + 32))
    recommended = _power_above(min(max(enough, FEWEST), affordable))
    group = SCHEMES[sampling].group(fan_in) if sampling in SCHEMES else 1
    groups = max(-(-recommended // group), len(pairs) + 4 * SPARE)
    return Plan([tilted], groups * group if width is None else width, 1, enough)


TILTED_BY_CHOICE = {
    False: ("auto", "tilted"),
    True: ("auto", "tilted", "antithetic", "orthogonal"),
}
"""Samplings under which units may be tilted: of positive degrees, and of negative ones."""


def _units(moments: Moments, pairs: InputPairs) -> Array:
    """Units for the wanted skewness of each pair."""
    with np.errstate(over="ignore"):
        return np.asarray((moments.skewness(pairs.relative) / WANTED_SKEWNESS) ** 2)


def _of_several(layers: Sequence[Activation], pairs: InputPairs, sampling: str, width: int | None) -> Plan:
    tilted = [
        isinstance(layer, Power)
        and (
            (layer.n < 0 and sampling != "plain")
            or (layer.n > 0 and sampling == "tilted")
            or (sampling == "auto" and _plain_noise(layer) > WORTH_TILTING)
        )
        for layer in layers
    ]
    noises = [TILTED_NOISE if tilt else _plain_noise(layer) for layer, tilt in zip(layers, tilted, strict=True)]
    enough = _amplified(layers, noises, len(layers)) / LARGEST_NOISE
    networks = max(NETWORKS, 4 * len(pairs))
    affordable = _power_below(DEEP_NUMBERS / (networks * len(pairs.vectors) * (3 * len(layers) - 2)))
    normalised = (
        pairs.homogeneous and sampling in ("auto", "tilted") and enough > (affordable if width is None else width)
    )
    if normalised:
        enough = _amplified(layers, noises, 1) / LARGEST_NOISE
    different = pairs.angles[pairs.angles > math.pi * SAME]
    wanted = enough
    if any(is_step(layer) for layer in layers[:-1]):
        wanted = max(enough, LEVELS[-1] * TELLING * math.pi / float(np.min(different, initial=math.pi / 2)))
    chosen = _power_above(max(FEWEST_DEEP, min(wanted, affordable))) if width is None else width
    return Plan(tilted, chosen, networks, enough, normalised)


def _amplified(layers: Sequence[Activation], noises: Sequence[float], reach: int) -> float:
    """Noise of all hidden layers after so many layers above each of them have amplified it."""
    hidden = range(len(layers) - 1)
    return sum(
        noises[k] * math.prod(max(1.0, _degree(above)) ** 2 for above in layers[k + 1 : k + 1 + reach]) for k in hidden
    )


def _degree(activation: Activation) -> float:
    return float(activation.n) if isinstance(activation, Power) else 0.0


def _plain_noise(activation: Activation) -> float:
    """Variance of the square of a plain unit over its squared mean."""
    if not isinstance(activation, Power) or activation.n <= 0:
        return BOUNDED_NOISE
    n = float(activation.n)
    logarithm = math.lgamma(2 * n + 0.5) - 2 * math.lgamma(n + 0.5) + 0.5 * math.log(math.pi)
    return 2 * math.exp(min(logarithm, 700.0)) - 1


def _power_above(number: float) -> int:
    return 1 << (math.ceil(number) - 1).bit_length()


def _power_below(number: float) -> int:
    return 1 << max(int(number).bit_length() - 1, 12)
