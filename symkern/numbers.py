"""Numbers as users write them: integers, decimals and fractions, read by a grammar of their own and kept exact."""

import re
from fractions import Fraction

from symkern.errors import InvalidArgument

LONGEST = 100
LARGEST_EXPONENT = 400
_NUMBER = re.compile(
    r"(?P<decimal>[+-]?(\d+(\.\d*)?|\.\d+)(e(?P<exponent>[+-]?\d+))?)|(?P<fraction>[+-]?\d+/\d+)", re.I | re.A
)


def read_number(name: str, text: str) -> Fraction:
    """The exact value of a number; nothing is ever evaluated.

    >>> read_number("n", "-1/4"), read_number("n", "2.50"), read_number("n", "1e-3")
    (Fraction(-1, 4), Fraction(5, 2), Fraction(1, 1000))
    """
    rule = "a number such as 3, 2.5, 5/2 or -1/4"
    match = _NUMBER.fullmatch(text) if len(text) <= LONGEST else None
    if match is None:
        raise InvalidArgument(name, rule, text)
    if abs(int(match["exponent"] or 0)) > LARGEST_EXPONENT:
        raise InvalidArgument(name, f"{rule}, with an exponent of at most {LARGEST_EXPONENT}", text)
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise InvalidArgument(name, rule, text, "The denominator is zero.") from None
