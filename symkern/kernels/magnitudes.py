"""Nonnegative numbers as a mantissa and a power of two: powers of norms that neither overflow nor vanish on the way."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Part: TypeAlias = slice | npt.NDArray[np.intp]

SMALL = 1 << 20
MODERATE = 500
"""Two numbers with exponents up to here can be multiplied, with a third that is neither large nor tiny."""


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
        """Some of them, which share what was found for all."""
        found = self[part]
        return Magnitudes(found.mantissa, found.exponent, found.correction, (self, part))

    def found(self, key: Hashable, find: Callable[["Magnitudes"], Any]) -> Any:
        """What `find` makes of them, once: something that has an entry for each and can be cut like them."""
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
        """Whether products of two of them are doubles."""
        return bool(np.max(np.abs(self.exponent), initial=0) <= MODERATE)

    def value(self) -> Array:
        """As doubles, infinite or zero where they are beyond them."""
        with np.errstate(over="ignore", under="ignore"):
            return np.ldexp(self.mantissa, np.clip(self.exponent, -5000, 5000))

    def times(self, factor: float) -> "Magnitudes":
        return Magnitudes(self.mantissa * factor, self.exponent)

    def power(self, p: Fraction) -> "Magnitudes":
        """To the power p; 0^0 is 1, and a negative power of 0 is not asked for."""
        raised = self.mantissa ** float(p) if p != Fraction(1, 2) else np.sqrt(self.mantissa)
        if not p:
            return Magnitudes(raised, np.zeros_like(self.exponent))
        if p.denominator < SMALL:  # exactly: an exponent of 1000 times p would take digits from 2^(that)
            wholes, rest = np.divmod(self.exponent * p.numerator, p.denominator)
            factors = np.exp2(rest / p.denominator)
        else:
            different, where = np.unique(self.exponent, return_inverse=True)
            products = [exponent * p for exponent in different.tolist()]
            wholes = np.array([product.__floor__() for product in products], dtype=np.int64)[where]
            factors = np.array([2.0 ** float(product % 1) for product in products])[where]
        mantissa, shift = np.frexp(raised * factors)
        return Magnitudes(mantissa, wholes + shift)

    def raised(self, p: Fraction) -> "Magnitudes":
        """The same, found once."""
        return self.found(("power", p), lambda whole: whole.power(p))

    def doubles(self, p: Fraction) -> Array | None:
        """Their powers as doubles, found once, or None where products of two need not be doubles."""
        found: Array = self.found(("doubles", p), lambda whole: _doubles(whole.raised(p)))
        return found if found.dtype == np.float64 else None


def _doubles(powers: Magnitudes) -> npt.NDArray[Any]:
    return powers.value() if powers.moderate else np.empty(len(powers), dtype=bool)


def ones(count: int) -> Magnitudes:
    return Magnitudes(np.ones(count), np.zeros(count, dtype=np.int64))


def magnitudes(values: Array) -> Magnitudes:
    """Of doubles."""
    mantissa, exponent = np.frexp(values)
    return Magnitudes(mantissa, exponent.astype(np.int64))
