"""Intervals of the symbols of a claim, with ends that may be SymPy's constants."""

from fractions import Fraction
from typing import Any

import sympy as sp

from symkern.proofs import domains
from symkern.proofs.domains import Domain, Interval
from symkern.symbolic.bridge import to_term


def _end(value: Any) -> Any:
    if isinstance(value, sp.Basic):
        return to_term(value, Domain({}))
    return Fraction(value) if isinstance(value, str) else value


def interval(low: Any, high: Any, ends: str = "()") -> Interval:
    """Return the interval between two ends, open by default; `ends` is one of "()", "[)", "(]" and "[]".

    >>> str(interval(0, sp.pi / 2, "[)"))
    '[0, 1/2 pi)'
    """
    return domains.interval(_end(low), _end(high), ends)


def above(low: Any) -> Interval:
    """Return all numbers greater than this one.

    >>> str(above("-1/2"))
    '(-1/2, oo)'
    """
    return domains.above(_end(low))
