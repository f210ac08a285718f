"""How wide a network should be for its error bars to be honest.

The mean of m products of units is nearly normal once m is large against the square of their skewness g: the
distribution function of its score is then off by at most about g/(8 sqrt(m)). The moments that give g are kernels
themselves, since the square and the cube of step(z) z^n have degrees 2n and 3n.
"""

import math
from collections.abc import Sequence
from fractions import Fraction

from symkern.kernels import Kernel, angular_function
from symkern.networks.activations import Activation, Power, activations

ERROR = 0.02
"""Of the distribution function of a score."""
FEWEST = 1024
LARGEST_NOISE = 0.05
"""Of the kernel of one network with several layers, as a variance relative to its square."""
BOUNDED_NOISE = 4.0
"""Taken for units whose weighed squares are bounded."""


def recommended_width(kernel: Kernel) -> int:
    """A power of two, for inputs at right angles; of every layer, where there are several."""
    layers = activations(kernel)
    needed = _of_layers(layers) if len(layers) > 1 else (skewness(layers[0]) / (8 * ERROR)) ** 2
    return 1 << max(FEWEST - 1, math.ceil(needed) - 1).bit_length()


def skewness(activation: Activation) -> float:
    """Of the product of a unit's values for two inputs at right angles; that of a step for all that are bounded."""
    degree = activation.n if isinstance(activation, Power) and activation.n > 0 else Fraction(0)
    first, second, third = (float(angular_function(power * degree)(0.0)) / 2 for power in (1, 2, 3))
    variance = second - first**2
    return (third - 3 * first * second + 2 * first**3) / variance**1.5


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
