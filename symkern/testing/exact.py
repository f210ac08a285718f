"""Exact values of kernel objects: an oracle that shares no arithmetic with `symkern.kernels`."""

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb

from symkern.errors import UsageError
from symkern.kernels import Composition, Kernel
from symkern.numbers import exact
from symkern.reference.enclosure import Enclosure, enclose
from symkern.reference.evaluate import read_digits
from symkern.reference.precision import BITS_PER_DIGIT
from symkern.testing.feature_pair import ExactPair, Perturbation
from symkern.testing.formulas import Views, covariance_key, value

NEGLIGIBLE_EXPONENT = -400
"""Power of ten below which a value is enclosed by a ball about 0; the smallest double is 4.9e-324."""


def exact_value(
    kernel: Kernel,
    x: object,
    y: object,
    digits: object = 30,
    *,
    perturbed: Perturbation | None = None,
    most_bits: int | None = None,
    negligible: int = NEGLIGIBLE_EXPONENT,
) -> Enclosure:
    """Value of a kernel object for two vectors in ball arithmetic, with a rigorous error bound.

    Only the parameters are read from the kernel, each as the exact number that it is. The formulas are those of
    `symkern.reference`, which share no arithmetic with `symkern.kernels`. Zero vectors have step(0) = 1/2.

    Parameters
    ----------
    kernel : Kernel
        Any kernel object of `symkern.kernels`, made of others or not.
    x, y : sequences of numbers
        Two vectors of the same length. A float is the number that it is, to its last bit.
    digits : int, default 30
        Significant digits.
    perturbed : Perturbation, optional
        Changes of the norms and the angle of the inputs, for bounds on what their rounding does to the value.
    most_bits : int, optional
        Largest working precision to try. Unless given it is large, and some values take minutes.
    negligible : int, default -400
        Power of ten below which a magnitude counts as 0.

    Returns
    -------
    Enclosure
        A decimal and a radius. A value of at most 1e-400 in magnitude, or another negligible one, is 0 with that
        radius.

    Raises
    ------
    UsageError
        If the kernel has no finite value, as one of negative degree at a zero vector; if it has a `TwoLayer` beneath
        another layer, where an angle need not exist; or if the digits are out of reach.

    Examples
    --------
    >>> from symkern.kernels import ArcCosine
    >>> print(exact_value(ArcCosine(0) @ (2 * ArcCosine("1/3")), [1, 0], [1, 1e-10], digits=15))
    0.999999998562946 ± 1.03e-16
    """
    first, second = ([exact(name, entry) for entry in _entries(name, v)] for name, v in (("x", x), ("y", y)))
    if len(first) != len(second) or not first:
        raise UsageError(f"x and y must have the same length, at least 1; got {len(first)} and {len(second)} entries.")
    pairs = {None: ExactPair.of_vectors(first, second)}
    for part in kernel._whole():
        key = covariance_key(part)
        if key not in pairs:
            pairs[key] = ExactPair.weighted(first, second, _fractions(getattr(part, "covariance", None)))

    def compute() -> arb:
        views = {key: pair.balls() if perturbed is None else pair.perturbed(perturbed) for key, pair in pairs.items()}
        return value(kernel, Views(views))

    deep = any(isinstance(part, Composition) for part in kernel._whole())
    lost = max(pair.lost_bits for pair in pairs.values()) if deep or perturbed else 0
    return enclose(compute, read_digits(digits), math.ceil(lost / BITS_PER_DIGIT), negligible, most_bits)


def _entries(name: str, values: object) -> list[object]:
    if isinstance(values, (str, bytes, set, frozenset, dict)) or not isinstance(values, Iterable):
        raise UsageError(f"{name} must be a sequence of numbers; got {values!r}.")
    return list(values)


def _fractions(covariance: Any) -> list[Any]:
    """A covariance of floats as fractions: variances, or rows of a matrix."""
    array = np.asarray(covariance, dtype=np.float64)
    if array.ndim == 1:
        return [Fraction(entry) for entry in array.tolist()]
    return [[Fraction(entry) for entry in row] for row in array.tolist()]
