"""Distances of neighbouring images and the metric they make: Cho & Saul (2012), eqs. (9)-(11), by small exact steps."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from symkern.reference.evaluate import evaluate

STEP = Fraction(1, 10**18)
DIGITS = 80
"""The difference of kernels at a step of 1e-18 cancels 36 of them."""


def squared_distance(x: Sequence[Fraction], y: Sequence[Fraction], **kernel: Any) -> Fraction:
    """Eq. (9): k(y, y) - 2 k(x, y) + k(x, x)."""
    terms = (evaluate(**kernel, x=list(u), y=list(v), digits=DIGITS).value for u, v in ((y, y), (x, y), (x, x)))
    first, cross, second = map(Fraction, terms)
    return first - 2 * cross + second


def quadratic_form(x: Sequence[Fraction], u: Sequence[Fraction], **kernel: Any) -> Fraction:
    """g(u, u) at x: the squared distance of a small step along u, over its square."""
    moved = [entry + STEP * direction for entry, direction in zip(x, u, strict=True)]
    return squared_distance(x, moved, **kernel) / STEP**2


def metric_component(x: Sequence[Fraction], i: int, j: int, **kernel: Any) -> Fraction:
    """g_ij at x; off the diagonal by polarization."""

    def form(*axes: int) -> Fraction:
        return quadratic_form(x, [Fraction(axes.count(k)) for k in range(len(x))], **kernel)

    return form(i) if i == j else (form(i, j) - form(i) - form(j)) / 2


def metric_determinant(x: Sequence[Fraction], **kernel: Any) -> Fraction:
    """det g at x, by elimination."""
    size = len(x)
    rows = [[metric_component(x, i, j, **kernel) for j in range(size)] for i in range(size)]
    determinant = Fraction(1)
    for k in range(size):
        determinant *= rows[k][k]  # a metric is positive definite: no pivot vanishes
        for i in range(k + 1, size):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [entry - factor * above for entry, above in zip(rows[i], rows[k], strict=True)]
    return determinant
