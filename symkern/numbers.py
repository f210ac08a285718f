"""Numbers as users write them: integers, decimals, fractions and multiples of pi, read by a grammar of their own.

All are kept exact, and nothing that a user types is ever evaluated.
"""

import math
import numbers
import re
from dataclasses import dataclass
from fractions import Fraction

from symkern.errors import InvalidArgument

LONGEST = 100
LARGEST_EXPONENT = 400
_DECIMAL = r"(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?"
_UNSIGNED = rf"(?:\d+/\d+|{_DECIMAL})"
_NUMBER = re.compile(rf"[+-]?{_UNSIGNED}", re.I | re.A)
_TERM = re.compile(
    rf"\s*(?P<sign>[+-]?)\s*(?:(?P<factor>{_UNSIGNED})\s*\*?\s*)?(?P<pi>pi|π)(?:\s*/\s*(?P<divisor>\d+))?\s*"
    rf"|\s*(?P<rsign>[+-]?)\s*(?P<rational>{_UNSIGNED})\s*",
    re.I | re.A,
)
_EXPONENT = re.compile(r"e([+-]?\d+)", re.I)


@dataclass(frozen=True)
class PiNumber:
    """rational + of_pi * pi, both coefficients exact.

    >>> PiNumber(Fraction(-1, 1000), Fraction(1))
    PiNumber('pi - 1/1000')
    """

    rational: Fraction = Fraction(0)
    of_pi: Fraction = Fraction(0)

    def __str__(self) -> str:
        if not self.of_pi:
            return str(self.rational)
        numerator, denominator = abs(self.of_pi.numerator), self.of_pi.denominator
        multiple = ("-" if self.of_pi < 0 else "") + ("" if numerator == 1 else f"{numerator}*") + "pi"
        multiple += "" if denominator == 1 else f"/{denominator}"
        if not self.rational:
            return multiple
        return f"{multiple} {'-' if self.rational < 0 else '+'} {abs(self.rational)}"

    def __repr__(self) -> str:
        return f"PiNumber('{self}')"


def read_number(name: str, text: str) -> Fraction:
    """The exact value of a number.

    >>> read_number("n", "-1/4"), read_number("n", "2.50"), read_number("n", "1e-3")
    (Fraction(-1, 4), Fraction(5, 2), Fraction(1, 1000))
    """
    rule = "a number such as 3, 2.5, 5/2 or -1/4"
    text = _plain(text)
    if len(text) > LONGEST or not _NUMBER.fullmatch(text):
        raise InvalidArgument(name, rule, text)
    return _fraction(name, rule, text, text)


def read_pi_number(name: str, text: str) -> PiNumber:
    """The exact value of a number or of a sum of numbers and multiples of pi.

    >>> read_pi_number("theta", "2*pi/3"), read_pi_number("theta", "1.2"), read_pi_number("theta", "pi - 1e-20")
    (PiNumber('2*pi/3'), PiNumber('6/5'), PiNumber('pi - 1/100000000000000000000'))
    """
    rule = "a number such as 1.2 or 2/3, a multiple of pi such as 2*pi/3, or a sum such as pi-1e-3"
    text = _plain(text)
    rational = of_pi = Fraction(0)
    position = 0
    if not text.strip() or len(text) > LONGEST:
        raise InvalidArgument(name, rule, text)
    while position < len(text):
        term = _TERM.match(text, position)
        sign = (term["sign"] or term["rsign"]) if term else ""
        if term is None or (position and not sign):
            raise InvalidArgument(name, rule, text)
        signed = -1 if sign == "-" else 1
        if term["pi"]:
            factor = _fraction(name, rule, text, term["factor"] or "1")
            of_pi += signed * factor / (_divisor(name, rule, text, term["divisor"]))
        else:
            rational += signed * _fraction(name, rule, text, term["rational"])
        position = term.end()
    return PiNumber(rational, of_pi)


def _plain(text: str) -> str:
    """Without spaces around it, and with the minus sign of the keyboard for that of typesetters."""
    return text.strip(" ").replace("\u2212", "-")


def _divisor(name: str, rule: str, text: str, divisor: str | None) -> Fraction:
    value = Fraction(divisor or 1)
    if not value:
        raise InvalidArgument(name, rule, text, "The denominator is zero.")
    return value


def _fraction(name: str, rule: str, text: str, part: str) -> Fraction:
    """`part` of `text` as a fraction, its exponent within bounds."""
    exponent = _EXPONENT.search(part)
    if exponent and abs(int(exponent[1])) > LARGEST_EXPONENT:
        raise InvalidArgument(name, f"{rule}, with an exponent of at most {LARGEST_EXPONENT}", text)
    try:
        return Fraction(part)
    except ZeroDivisionError:
        raise InvalidArgument(name, rule, text, "The denominator is zero.") from None


def exact(name: str, value: object) -> Fraction:
    """A Python number as the fraction that it is, a float to its last bit; text by the grammar.

    >>> exact("x", 0.5), exact("x", "0.1"), exact("x", 0.1) == Fraction(1, 10)
    (Fraction(1, 2), Fraction(1, 10), False)
    """
    if isinstance(value, str):
        return read_number(name, value)
    if not isinstance(value, bool):
        if isinstance(value, numbers.Rational):
            return Fraction(int(value.numerator), int(value.denominator))
        ratio = getattr(value, "as_integer_ratio", None)  # which rounds nothing, unlike a conversion to float
        if ratio is not None and math.isfinite(value):  # type: ignore[arg-type]
            numerator, denominator = ratio()
            return Fraction(int(numerator), int(denominator))
    raise InvalidArgument(name, "a finite number: an int, a Fraction, a float or text such as 5/2", repr(value))
