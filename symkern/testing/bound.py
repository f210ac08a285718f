"""The documented error bound of one entry of a Gram matrix, and how far a computed entry is from the exact value.

With u = 2^-53, L the number of layers and terms of the kernel, and d columns, a computed entry K satisfies

    |K - k(x, y)| <= 16 L u sqrt(k(x, x) k(y, y)) + deviation,

where the deviation is the largest change of the exact value when the squared norms of x and y change by up to 4 u,
relatively, and s = 1 - |cos(x, y)| by up to (d + 6) u where s >= 2^-10, or by up to 64 u relatively where s is smaller;
and for each layer that has another on top, the largest change when its squared norms change by up to 4 u and its
1 - |cos| by up to 64 u, relatively. Where 1 - |cos| is not 0, changes of up to 2^-1000 are allowed for as well: an
angle of less than 1e-150 may count as 0.
One `ArcCosine(n)` without bias or width also has |K - k(x, y)| <= (16 + 2 n) ulp + deviation, an ulp being that of the
value. An entry in single precision is that of double precision, rounded once more.
"""

import copy
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from symkern.kernels import ArcCosine, Composition, Kernel, Product, Scaled, Sum, TwoLayer
from symkern.kernels.layers import Layer
from symkern.kernels.rows import Transform
from symkern.numbers import exact
from symkern.testing.exact import exact_value
from symkern.testing.feature_pair import ExactPair, FeaturePair, Perturbation
from symkern.testing.formulas import Below, features

UNIT = Fraction(1, 2**53)
"""Relative rounding error of double precision."""
SINGLE_UNIT = Fraction(1, 2**24)
DIGITS = 25
MOST_BITS = 4000
"""Precision beyond which a value counts as out of reach: layers on layers of extreme parameters would take minutes."""
MOST_POWER = 80_000
"""Powers of ten beyond this are taken for it: doubles end at 308."""
NORM_STEPS = (-4 * UNIT, Fraction(0), 4 * UNIT)
LEAST_GAP = Fraction(1, 2**1000)
GAP_STEPS = ((-64 * UNIT, -LEAST_GAP), (64 * UNIT, LEAST_GAP))
"""Relative and absolute changes of a small 1 - |cos|."""
SMALL_GAP = Fraction(1, 2**10)
"""Value of 1 - |cos(x, y)| below which it is known relatively."""
LARGEST = {False: Fraction(math.ldexp(1 - 2.0**-53, 1024)), True: Fraction(math.ldexp(1 - 2.0**-24, 128))}
SMALLEST = {False: Fraction(1, 2**1074), True: Fraction(1, 2**149)}


def layer_count(kernel: Kernel) -> int:
    """Number of layers, terms and factors of a kernel."""
    return sum(not isinstance(part, (Composition, Sum, Product)) for part in kernel._whole())


def excess(kernel: Kernel, x: Sequence[float], y: Sequence[float], computed: float, *, single: bool = False) -> float:
    """Error of a computed entry as a multiple of its documented bound.

    Parameters
    ----------
    kernel : Kernel
        Any kernel that `exact_value` takes.
    x, y : sequences of floats
        The two rows. With `single`, after they were rounded to single precision.
    computed : float
        Entry of the Gram matrix.
    single : bool, default False
        Whether the entry is in single precision.

    Returns
    -------
    float
        At most 1 if the bound holds; infinite for NaN, and for an infinity where the value is representable.

    Raises
    ------
    UsageError
        If the exact value does not exist or is out of reach.

    Examples
    --------
    >>> excess(ArcCosine(1), [1.0, 0.0], [0.0, 1.0], 0.3183098861837907)
    0.0
    >>> excess(ArcCosine(1), [1.0, 0.0], [0.0, 1.0], 0.3183098861838) > 1
    True
    """
    right = _exact(kernel, x, y)
    if math.isnan(computed):
        return math.inf
    largest, smallest = LARGEST[single], SMALLEST[single]
    overflowed = math.isinf(computed)
    value = Fraction(computed) if not overflowed else math.copysign(1, computed) * largest
    value = Fraction(value)
    if overflowed and right / value >= 1:
        return 0.0
    error = abs(value - right)
    unit = SINGLE_UNIT if single else UNIT
    rounding = smallest + (unit * abs(right) if single else 0)
    if error <= rounding + UNIT * abs(right):
        return 0.0
    allowed = rounding + _rounding_bound(kernel, x, y, right)
    if error > allowed:
        allowed += deviation(kernel, x, y, right)
    if error <= allowed:
        return float(error / allowed)
    return math.inf if overflowed else float(min(error / allowed, Fraction(10**300)))


def _exact(kernel: Kernel, x: Sequence[float], y: Sequence[float], change: Perturbation | None = None) -> Fraction:
    """Exact value, its power of ten kept within 80000: a fraction of a larger one would fill the memory.

    Values far below the smallest double count too: sqrt(k(x, x) k(y, y)) may be a double where one of them is not.
    """
    value = exact_value(kernel, x, y, DIGITS, perturbed=change, most_bits=MOST_BITS, negligible=-MOST_POWER).value
    digits, _, power = value.partition("e")
    return Fraction(digits) * Fraction(10) ** min(max(int(power or 0), -MOST_POWER), MOST_POWER)


def _rounding_bound(kernel: Kernel, x: Sequence[float], y: Sequence[float], right: Fraction) -> Fraction:
    """The part of the bound that does not come from the norms and the angle of the inputs."""
    bound = 16 * layer_count(kernel) * UNIT * max(_size(kernel, x, y), abs(right))
    if isinstance(kernel, ArcCosine) and not kernel.bias and kernel.sigma is None:
        bound = min(bound, 2 * UNIT * (16 + 2 * max(exact("n", kernel.n), Fraction(0))) * abs(right))
    return bound


def _size(kernel: Kernel, x: Sequence[float], y: Sequence[float]) -> Fraction:
    """sqrt(k(x, x) k(y, y)), and where a kernel need not be positive definite at least that of its parts combined."""
    size = _root(abs(_exact(kernel, x, x) * _exact(kernel, y, y)))
    if not any(isinstance(part, TwoLayer) for part in kernel._whole()):
        return size
    size = max(size, abs(_exact(kernel, x, y)))
    parts = [_size(part, x, y) for _, part in kernel._parts()]
    if isinstance(kernel, Sum):
        return max(size, sum(parts, Fraction(0)))
    if isinstance(kernel, Product):
        return max(size, math.prod(parts, start=Fraction(1)))
    if isinstance(kernel, Scaled):
        return max(size, exact("factor", kernel.factor) * parts[0])
    return size


def deviation(kernel: Kernel, x: Sequence[float], y: Sequence[float], right: Fraction) -> Fraction:
    """Largest change of the exact value within the rounding of norms and angles: of the inputs and between layers."""
    return _deviation_of_inputs(kernel, x, y, right) + _deviation_between_layers(kernel, x, y, right)


def _deviation_of_inputs(kernel: Kernel, x: Sequence[float], y: Sequence[float], right: Fraction) -> Fraction:
    """The change is taken over corners and edges of the box, and over equal norms where these are within reach."""
    pair = ExactPair.of_vectors([exact("x", entry) for entry in x], [exact("y", entry) for entry in y])
    norms = [(step, step) for step in NORM_STEPS]
    if not pair.is_degenerate and (pair.xx != pair.yy or pair.gram):  # the norms of x and -x are rounded alike
        norms = list(product(NORM_STEPS, NORM_STEPS))
        middle = (pair.xx + pair.yy) / 2
        meeting = (middle / pair.xx - 1, middle / pair.yy - 1)
        if max(map(abs, meeting)) < 4 * UNIT:
            norms.append(meeting)
    gaps = _gap_changes(pair, len(x))
    changes = [Perturbation(first, second, *gap) for first, second in norms for gap in gaps]
    values = (_exact(kernel, x, y, change) for change in changes)
    return max(abs(value - right) for value in values)


def _deviation_between_layers(kernel: Kernel, x: Sequence[float], y: Sequence[float], right: Fraction) -> Fraction:
    """A sum over layers, since each rounds by itself."""
    changes = [Perturbation(*norms, *gap) for norms in product(NORM_STEPS, NORM_STEPS) for gap in GAP_STEPS]
    largest: dict[int, Fraction] = {}
    for change in changes:
        for number, variant in enumerate(_with_one_layer_rounded(kernel, change)):
            moved = abs(_exact(variant, x, y) - right)
            largest[number] = max(moved, largest.get(number, moved))
    return sum(largest.values(), Fraction(0))


class _Rounded(Kernel):
    """A layer whose features have changed a little."""

    def __init__(self, kernel: Kernel, change: Perturbation) -> None:
        self.kernel, self.change = kernel, change

    def _layers(self) -> list[Layer]:
        return self.kernel._layers()

    def _view(self) -> tuple[Any, Transform | None]:
        return self.kernel._view()

    def _parts(self) -> Iterator[tuple[str, Kernel]]:
        yield "kernel", self.kernel


@features.register
def _(kernel: _Rounded, below: Below) -> FeaturePair:
    """Features that are equally long are rounded alike, and parallel ones stay parallel."""
    pair, change = features(kernel.kernel, below), kernel.change
    if pair.same_norm:
        change = replace(change, yy=change.xx)
    if pair.sign:
        change = replace(change, absolute=Fraction(0))
    return pair.perturbed(change)


def _with_one_layer_rounded(kernel: Kernel, change: Perturbation) -> Iterator[Kernel]:
    """The kernel once for each layer that has another on top, that one changed."""
    if isinstance(kernel, Composition):
        for number, layer in enumerate(kernel.layers[:-1]):
            yield Composition((*kernel.layers[:number], _Rounded(layer, change), *kernel.layers[number + 1 :]))
    for name, part in kernel._parts():
        for changed in _with_one_layer_rounded(part, change):
            variant = copy.copy(kernel)
            variant._replace_part(name, changed)
            yield variant


def _gap_changes(pair: ExactPair, columns: int) -> list[tuple[Fraction, Fraction]]:
    """Relative and absolute changes of s = 1 - |cos(x, y)|."""
    none = Fraction(0)
    if pair.is_degenerate or not pair.gram:
        return [(none, none)]
    # s (2 - s) = gram/(xx yy): compared through it, s needs no root
    if pair.gram >= pair.xx * pair.yy * SMALL_GAP * (2 - SMALL_GAP):
        return [(none, step * (columns + 6) * UNIT) for step in (-1, 1)]
    return list(GAP_STEPS)


def _root(value: Fraction) -> Fraction:
    """Square root from below, to twenty digits, of any magnitude."""
    if not value:
        return value
    bits = value.numerator.bit_length() - value.denominator.bit_length()
    shift = (128 - bits) // 2 * 2
    scaled = value * Fraction(2) ** shift
    return Fraction(math.isqrt(int(scaled))) / Fraction(2) ** (shift // 2)
