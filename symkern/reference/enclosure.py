"""A decimal number and a radius that is a proof, and how much precision it takes to get one."""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from flint import arb

from symkern.errors import UsageError
from symkern.reference.precision import BITS_PER_DIGIT, ball_precision

GUARD_BITS = 32
MOST_BITS = 8000
_BALL = re.compile(r"\[(?P<value>\S+) \+/- (?P<radius>\S+)\]")


@dataclass(frozen=True)
class Enclosure:
    """The true value lies within `radius` of `value`; both are decimals and mean exactly what they say."""

    value: str
    radius: str

    def contains(self, other: "Enclosure") -> bool:
        """Whether all of the other one lies in this one."""
        distance, mine, theirs = self._against(other)
        return bool(distance + theirs <= mine)

    def overlaps(self, other: "Enclosure") -> bool:
        """Whether the two could enclose one and the same number."""
        distance, mine, theirs = self._against(other)
        return bool(distance <= mine + theirs)

    def _against(self, other: "Enclosure") -> tuple[arb, arb, arb]:
        """The distance of the values and both radii; as balls, because exponents may have hundreds of digits."""
        with ball_precision(math.ceil(BITS_PER_DIGIT * (len(self.value) + len(other.value))) + 64):
            distance = abs(arb(self.value) - arb(other.value))
            return (arb(0) if self.value == other.value else distance), arb(self.radius), arb(other.radius)

    @property
    def exponent(self) -> int | None:
        """The value's power of ten; None if it is 0."""
        mantissa, _, power = self.value.lower().lstrip("-").partition("e")
        whole, _, fraction = mantissa.partition(".")
        digits = (whole + fraction).lstrip("0")
        if not digits:
            return None
        return int(power or 0) + len(digits) - len(fraction) - 1

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        return self.value if self.radius == "0" else f"{self.value} ± {self.radius}"


def enclose(
    compute: Callable[[], arb],
    digits: int,
    lost_digits: int = 0,
    negligible_exponent: int | None = None,
    most_bits: int | None = None,
) -> Enclosure:
    """Enclosure of what `compute` returns, at the working precision that `digits` significant digits take.

    A value that is zero without its ball knowing it, or as small as the exponential of an exponential, never gets
    there. With `negligible_exponent` e, a value of at most 10^e in magnitude is returned as 0 with the radius 10^e.
    `most_bits` limits the working precision.
    """
    negligible = None if negligible_exponent is None else arb(10) ** negligible_exponent
    wanted = math.ceil(digits * BITS_PER_DIGIT) + 2
    bits = wanted + GUARD_BITS + math.ceil(lost_digits * BITS_PER_DIGIT)
    most = MOST_BITS + 8 * bits if most_bits is None else max(bits, most_bits)
    while bits <= most:
        with ball_precision(bits):
            result = compute()
            if negligible is not None and abs(result) < negligible and not (result.is_exact() and result == 0):
                return Enclosure("0", f"1e{negligible_exponent}")
            if result.is_finite() and (result.is_exact() or result.rel_accuracy_bits() >= wanted):
                return _decimal(result, digits)
        bits = 2 * bits
    raise UsageError(
        f"{digits} digits were not reached with {bits // 2} bits: the value is too small, or too near a limit."
    )


def _decimal(result: arb, digits: int) -> Enclosure:
    text = result.str(digits, radius=True)
    match = _BALL.fullmatch(text)
    return Enclosure(match["value"], match["radius"]) if match else Enclosure(text, "0")
