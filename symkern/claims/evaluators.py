"""Evaluators of the defined functions of `symkern.theorems`, from the integrals that define them, for trials."""

from collections.abc import Mapping
from fractions import Fraction

from flint import arb

from symkern.claims.trial import Evaluator
from symkern.reference import route
from symkern.reference.evaluate import read_quantity

DIGITS = 15
RELATIVE_ERROR = 1e-10
"""Allowed for a sum over two weights, which is not rigorous."""


def _angular(arguments: tuple[Fraction, ...]) -> arb:
    """Return J_n(theta) from its definition, the integral over two weights."""
    n, theta = arguments
    value = read_quantity(n, theta=theta).by_quadrature(route.definition, DIGITS)
    return arb(value, abs(float(value)) * RELATIVE_ERROR)


def evaluators() -> Mapping[str, Evaluator]:
    """Return evaluators by the names of functions."""
    return {"J": _angular}
