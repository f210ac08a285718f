"""Quadrature that says so when it did not reach its digits, and where to cut a range of integration."""

from collections.abc import Callable
from typing import Any

from mpmath.ctx_mp import MPContext

EXTRA_LEVELS = 3


class Unreached(ArithmeticError):
    """This route does not get to the digits here: its own estimate of its error is too large, or the work would be."""


def integrate(mp: MPContext, integrand: Callable[[Any], Any], nodes: list[Any]) -> Any:
    """The integral over the pieces between the nodes, by the tanh-sinh rule of mpmath.

    The rule's tolerance is absolute: the integral over the largest piece should be of order 1.
    """
    levels = int(6 + max(0, mp.log(mp.prec / 30, 2))) + EXTRA_LEVELS
    value, error = mp.quad(integrand, nodes, error=True, maxdegree=levels)
    if not error <= mp.eps * 2**20:
        raise Unreached(f"{len(nodes) - 1} pieces at {mp.dps} digits: estimated error {mp.nstr(error, 3)}")
    return value


def graded(start: Any, end: Any, unit: Any = 1) -> list[Any]:
    """Nodes from start to end in steps that double away from both ends, the first and the last step being `unit`.

    Where an integrand's singularities lie above and below the ends, pieces may be as long as these are far away.
    """
    middle = (start + end) / 2
    left, right = [start], [end]
    step = unit
    while start + step < middle:
        left.append(start + step)
        right.append(end - step)
        step = 2 * step
    return left + right[::-1]
