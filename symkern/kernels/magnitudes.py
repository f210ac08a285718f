"""Numbers as a mantissa and a power of two: norms, their powers and products, which neither overflow nor vanish."""

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Part: TypeAlias = slice | npt.NDArray[np.intp]

SMALL = 1 << 20
"""Denominators of powers below this are divided out exactly in 64-bit integers."""
MODERATE = 500
"""Two numbers with exponents up to this can be multiplied, with a third that is neither large nor tiny."""
STEEP = 512
"""Powers above this are taken through a logarithm: a mantissa to such a power may not be a double."""
FARTHEST = 1 << 40
"""Exponents are kept within this distance from 0. Beyond the range of doubles their size no longer matters."""
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Magnitudes:
    """mantissa * 2^exponent, element by element; (1 + correction) times that where it is known better than to a double.

    >>> norms = Magnitudes(np.array([0.5, 0.75]), np.array([1200, 0]))
    >>> norms.power(Fraction(1, 2)).times(2.0).value()
    array([5.86830119e+180, 1.73205081e+000])
    """

    mantissa: Array
    exponent: npt.NDArray[np.int64]
    correction: Array | None = None
    whole: "tuple[Magnitudes, Part] | None" = field(default=None, repr=False)
    _memo: dict[Any, Any] = field(default_factory=dict, repr=False)

    def __getitem__(self, part: Part) -> "Magnitudes":
        correction = None if self.correction is None else self.correction[part]
        return Magnitudes(self.mantissa[part], self.exponent[part], correction)

    def within(self, part: Part) -> "Magnitudes":
        """Return some of the numbers; they share results that were found for all."""
        some = self[part]
        return Magnitudes(some.mantissa, some.exponent, some.correction, (self, part))

    def found(self, key: Hashable, find: Callable[["Magnitudes"], Any]) -> Any:
        """Return `find(self)`, computed once per key: something with an entry for each number, cut like them."""
        if self.whole is not None:
            whole, part = self.whole
            return whole.found(key, find)[part]
        if key not in self._memo:
            self._memo[key] = find(self)
        return self._memo[key]

    def __len__(self) -> int:
        return len(self.mantissa)

    @property
    def zero(self) -> npt.NDArray[np.bool_]:
        return self.mantissa == 0.0

    @property
    def moderate(self) -> bool:
        """Whether products of two of the numbers are doubles."""
        return self.within_range(MODERATE)

    def within_range(self, largest: int) -> bool:
        """Whether all exponents are between -largest and largest; zeros count as moderate."""
        return bool(np.max(np.abs(np.where(self.zero, 0, self.exponent)), initial=0) <= largest)

    def value(self) -> Array:
        """Return the numbers as doubles, infinite or zero where they are beyond them."""
        with np.errstate(over="ignore", under="ignore"):
            return np.ldexp(self.mantissa, np.clip(self.exponent, -5000, 5000))

    def times(self, factor: float) -> "Magnitudes":
        """Return the numbers times a positive double."""
        size, shift = math.frexp(factor)
        return normalised(self.mantissa * size, self.exponent + shift)

    def product(self, other: "Magnitudes") -> "Magnitudes":
        return normalised(self.mantissa * other.mantissa, self.exponent + other.exponent)

    def power(self, p: Fraction) -> "Magnitudes":
        """Return the numbers to the power p; 0^0 is 1, and a negative power of 0 is not asked for."""
        if not p:
            return ones(len(self))
        if p == HALF:
            odd = self.exponent & 1
            return normalised(np.sqrt(np.ldexp(self.mantissa, odd)), (self.exponent - odd) >> 1)
        if abs(p) > STEEP:
            with np.errstate(divide="ignore"):
                logarithm = np.log2(self.mantissa) * float(p)
            turns = np.floor(np.where(self.zero, 0.0, logarithm))
            raised = np.where(self.zero, 0.0, np.exp2(logarithm - turns))
            extra = np.clip(turns, -FARTHEST, FARTHEST).astype(np.int64)
        else:
            raised = self.mantissa ** float(p)
            extra = np.zeros_like(self.exponent)
        if p.denominator < SMALL and abs(p) < SMALL:  # exactly: exponent * p in doubles would take digits from 2^(that)
            reach = (1 << 62) // abs(p.numerator)
            exponent = np.clip(self.exponent, -reach, reach)
            wholes, rest = np.divmod(exponent * p.numerator, p.denominator)
            factors = np.exp2(rest / p.denominator)
        else:
            different, where = np.unique(self.exponent, return_inverse=True)
            products = [exponent * p for exponent in different.tolist()]
            floors = [min(max(product.__floor__(), -FARTHEST), FARTHEST) for product in products]
            wholes = np.array(floors, dtype=np.int64)[where]
            factors = np.array([2.0 ** float(product % 1) for product in products])[where]
        return normalised(raised * factors, wholes + extra)

    def raised(self, p: Fraction) -> "Magnitudes":
        """Return `power(p)`, found once."""
        return self.found(("power", p), lambda whole: whole.power(p))

    def root(self) -> "Magnitudes":
        """Return the square roots, found once."""
        return self.raised(HALF)

    def doubles(self, p: Fraction) -> Array | None:
        """Return powers as doubles, found once, or None where products of two need not be doubles."""
        powers: Array = self.found(("doubles", p), lambda whole: _doubles(whole.raised(p)))
        return powers if powers.dtype == np.float64 else None


def _doubles(powers: Magnitudes) -> npt.NDArray[Any]:
    return powers.value() if powers.moderate else np.empty(len(powers), dtype=bool)


def ones(count: int) -> Magnitudes:
    return Magnitudes(np.ones(count), np.zeros(count, dtype=np.int64))


def magnitudes(values: Array) -> Magnitudes:
    """Return doubles as magnitudes."""
    return normalised(values, np.zeros(values.shape, dtype=np.int64))


def normalised(mantissa: Array, exponent: npt.NDArray[np.int64]) -> Magnitudes:
    """Return mantissa * 2^exponent with the mantissa brought to [1/2, 1)."""
    size, shift = np.frexp(mantissa)
    return Magnitudes(size, np.clip(exponent + shift, -FARTHEST, FARTHEST))


def sum_of(terms: Sequence[Magnitudes]) -> Magnitudes:
    """Return the sum of magnitudes, element by element; no term overflows on the way."""
    top = np.max([np.where(term.zero, -FARTHEST, term.exponent) for term in terms], axis=0)
    with np.errstate(under="ignore"):
        total = sum(
            (np.ldexp(term.mantissa, np.maximum(term.exponent - top, -2000)) for term in terms),
            np.zeros(terms[0].mantissa.shape),
        )
    return normalised(total, top)


def ratio(part: Magnitudes, whole: Magnitudes) -> Array:
    """Return part/whole as doubles, 0 where both are 0, infinite where it is beyond doubles."""
    with np.errstate(over="ignore", under="ignore", divide="ignore", invalid="ignore"):
        quotient = np.where(whole.zero & part.zero, 0.0, part.mantissa / whole.mantissa)
        return np.ldexp(quotient, np.clip(part.exponent - whole.exponent, -5000, 5000))
