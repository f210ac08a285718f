"""Reading the number that a left side returns, with the digits it has."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import acb, arb, fmpq, fmpz

from symkern.reference.enclosure import Enclosure

EXACT = 10**6
"""Digits of an exact number: more than anybody compares."""
DOUBLE = 14
"""Digits that are trusted of a number in double precision."""
SYMPY_DIGITS = 60


class NotANumber(TypeError):
    """A left side returned something that is not a real number."""


@dataclass(frozen=True)
class Reading:
    """A number and how many significant digits of it are known."""

    value: sp.Expr
    digits: int


def read_number(value: Any) -> Reading:
    """Return a number of any kind that a left side may return, never with more digits than it has.

    Parameters
    ----------
    value : int, Fraction, Decimal, str, float, numpy number, SymPy number, mpmath mpf, flint ball or Enclosure

    Raises
    ------
    NotANumber
        For anything else, for complex numbers and for None.

    >>> read_number("1.5").value
    3/2
    >>> read_number(0.5).digits
    14
    """
    if isinstance(value, bool) or value is None:
        raise NotANumber(f"the left side must return a number; got {value!r}. Is a `return` missing?")
    if isinstance(value, Enclosure):
        return _enclosed(sp.Rational(value.value), sp.Rational(value.radius))
    if isinstance(value, int | Fraction):
        return Reading(sp.Rational(value.numerator, value.denominator), EXACT)
    if isinstance(value, arb):
        return _ball(value)
    if isinstance(value, fmpq | fmpz):
        return Reading(sp.Rational(str(value)), EXACT)
    if isinstance(value, sp.Basic):
        return _sympy(value)
    if isinstance(value, str | Decimal):
        return _text(str(value))
    if hasattr(value, "_mpf_"):
        sign, mantissa, exponent, bits = value._mpf_
        exact = sp.Rational(int(-mantissa if sign else mantissa)) * sp.Integer(2) ** int(exponent)
        return Reading(exact, max(DOUBLE, int(bits * 0.30103) - 1))
    if isinstance(value, acb) or hasattr(value, "_mpc_") or isinstance(value, complex):
        raise NotANumber(f"the left side must return a real number; got the complex number {value}")
    kind = getattr(value, "dtype", None)
    if isinstance(value, float) or kind is not None:
        number = float(value)
        if number != number or number in (float("inf"), float("-inf")):
            raise NotANumber(f"the left side must return a finite number; got {number}")
        if kind is not None and kind.kind in "iu":
            return Reading(sp.Integer(int(value)), EXACT)
        digits = DOUBLE if kind is None or kind.itemsize >= 8 else 6
        return Reading(sp.Rational(*number.as_integer_ratio()), digits)
    raise NotANumber(f"the left side must return a number; got {type(value).__name__}")


def _text(text: str) -> Reading:
    try:
        number = sp.Rational(text)
    except (TypeError, ValueError):
        raise NotANumber(f"the left side must return a number; got the text {text!r}") from None
    if "/" in text:
        return Reading(number, EXACT)
    return Reading(number, EXACT)


def written_digits(value: Any) -> int | None:
    """Return how many digits of a decimal are certain if its last one is rounded, or None for other numbers.

    A decimal may be a rounded number or an exact one whose zeros are left out: 0.5 is both.
    """
    if not isinstance(value, str | Decimal) or "/" in str(value):
        return None
    return len(str(value).lower().partition("e")[0].replace(".", "").lstrip("+-0")) - 1


def _sympy(value: sp.Basic) -> Reading:
    if isinstance(value, sp.Rational):
        return Reading(value, EXACT)
    if isinstance(value, sp.Float):
        return Reading(sp.Rational(value), max(DOUBLE, int(value._prec * 0.30103) - 1))
    number = sp.N(value, SYMPY_DIGITS)
    if not number.is_real:
        raise NotANumber(f"the left side must return a real number; got {value}")
    return Reading(number, SYMPY_DIGITS - 5)


def _ball(value: arb) -> Reading:
    if not value.is_finite():
        raise NotANumber(f"the left side must return a finite number; got the ball {value}")
    mantissa, exponent = value.mid().man_exp()
    middle = sp.Integer(int(mantissa)) * sp.Integer(2) ** int(exponent)
    mantissa, exponent = value.rad().man_exp()
    return _enclosed(middle, sp.Integer(int(mantissa)) * sp.Integer(2) ** int(exponent))


def _enclosed(value: sp.Rational, radius: sp.Rational) -> Reading:
    """Return the middle of an enclosure with the digits that its radius leaves."""
    if radius == 0:
        return Reading(value, EXACT)
    if value == 0:
        return Reading(value, 0)
    digits = 0
    ratio = abs(value) / radius
    while ratio >= 10 and digits < 5000:
        ratio, digits = ratio / 10, digits + 1
    return Reading(value, digits)
