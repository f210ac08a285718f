"""How wide a network should be for its error bars to be honest.

The mean of m products of units is nearly normal once m is large against the square of their skewness g: the
distribution function of its score is then off by at most about g/(8 sqrt(m)). The moments that give g are kernels
themselves, since the square and the cube of step(z) z^n have degrees 2n and 3n.
"""

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from symkern.kernels import Kernel, angular_function
from symkern.networks.activations import Activation, Power, ShiftedStep, activations
from symkern.networks.deep import LEVELS

ERROR = 0.02
"""Of the distribution function of a score."""
FEWEST = 4096
LARGEST_NOISE = 0.05
"""Of the kernel of one network with several layers, as a variance relative to its square."""
SEEN = 150
"""Units that should be active for two unit vectors at right angles."""
TELLING = 24
"""Units of the smallest network in an extrapolation that should tell two inputs apart."""
SAME = 1e-6
"""Angles below which inputs are as good as parallel, and no affordable network tells them apart."""
LARGEST = 1 << 26
BOUNDED_NOISE = 4.0
"""Taken for units whose weighed squares are bounded."""


def recommended_width(kernel: Kernel, angles: npt.ArrayLike = math.pi / 2) -> int:
    """A power of two: for inputs at right angles if there is one layer; of every layer, if there are several.

    Step functions below other layers need more units the closer inputs are, so there the smallest angle matters.
    """
    layers = activations(kernel)
    if len(layers) == 1:
        needed = max((skewness(layers[0]) / (8 * ERROR)) ** 2, SEEN / _seen(layers[0]))
    else:
        different = np.asarray(angles)[np.asarray(angles) > SAME]
        closest = float(np.min(different, initial=math.pi / 2))
        steps = any(isinstance(layer, ShiftedStep) or layer == Power(Fraction(0)) for layer in layers[:-1])
        needed = max(_of_layers(layers), steps * LEVELS[-1] * TELLING * math.pi / closest)
    return 1 << max(FEWEST - 1, math.ceil(min(needed, LARGEST)) - 1).bit_length()


def skewness(activation: Activation) -> float:
    """Of the product of a unit's values for two inputs at right angles; that of a step for all that are bounded."""
    degree = activation.n if isinstance(activation, Power) and activation.n > 0 else Fraction(0)
    first, second, third = (float(angular_function(power * degree)(0.0)) / 2 for power in (1, 2, 3))
    variance = second - first**2
    return (third - 3 * first * second + 2 * first**3) / variance**1.5


def _seen(activation: Activation) -> float:
    """The fraction of units that are active for two unit vectors at right angles."""
    return float(activation.active(np.ones(1))[0]) ** 2


def _of_layers(layers: Sequence[Activation]) -> float:
    """So many that the noise of squared norms in hidden layers stays small, once the layers above have amplified it."""
    noises = [
        _noise(layer) * math.prod(max(1.0, _degree(above)) ** 2 for above in layers[number + 1 :])
        for number, layer in enumerate(layers[:-1])
    ]
    return sum(noises) / LARGEST_NOISE


def _degree(activation: Activation) -> float:
    return float(activation.n) if isinstance(activation, Power) else 0.0


def _noise(activation: Activation) -> float:
    """The variance of a unit's square over its squared mean."""
    if not isinstance(activation, Power) or activation.n < 0:
        return BOUNDED_NOISE
    return 2 * angular_function(2 * activation.n).at_one / angular_function(activation.n).at_one ** 2 - 1
