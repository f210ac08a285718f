"""SKN-1 and SKN-2 of xu_2003 by exact minima, for a linear transform function.

SKN-1 is the minimum of the convex functional (5). The functional (7) of SKN-2,

    F(a, b) = 1/2 sum_j s_j (y_j - (K a)_j - b)^2 + p sum over |a_m| < theta of |a_m|,

is not convex, and jumps where a coefficient passes theta. For a fixed set of decaying coefficients it is convex. So the
second phase repeats: minimise for the set of coefficients that are below theta, then determine that set again. Where
the set does not change, the coefficients are the exact minimum for that set and a local minimum of F. A set may come
back without staying. Then a coefficient that has decayed once goes on decaying, which ends; the result is the minimum
for a set that contains coefficients above theta, and `consistent` is False. The last risk is F at the coefficients that
are returned, in both cases.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from symkern.learn.sparse_least_squares import Minimum, minimise

Array = npt.NDArray[np.float64]
Solver = Callable[[Array, Array | None], Minimum]
"""Minimum for penalties, from coefficients to start with."""


@dataclass(frozen=True)
class Stages:
    """Last minimum, risks after each, theta in units of the coefficients, and whether the decaying set is F's own."""

    minimum: Minimum
    risks: list[float]
    theta: float | None
    consistent: bool


def all_decay(gram: Array, y: Array, penalty: float, weights: Array, start: Array | None, **words: float) -> Stages:
    """SKN-1, or KN for a penalty of 0."""
    minimum = _solver(gram, y, weights, words)(np.full(len(gram), penalty), start)
    return Stages(minimum, [minimum.objective], None, True)


def small_decay(
    gram: Array,
    y: Array,
    penalty: float,
    weights: Array,
    start: Array | None,
    threshold: Callable[[Array], float],
    **words: float,
) -> Stages:
    """SKN-2; `threshold` gives theta for the coefficients of SKN-1, and `words` are tol and max_iter."""
    first = all_decay(gram, y, penalty, weights, start, **words)
    if not penalty:
        return first
    solve = _solver(gram, y, weights, words)
    minimum, risks, theta = first.minimum, first.risks, threshold(first.minimum.alpha)
    decaying, seen, growing = _small(minimum.alpha, theta), set[bytes](), False
    while True:
        seen.add(decaying.tobytes())
        minimum = solve(np.where(decaying, penalty, 0.0), minimum.alpha)
        small = _small(minimum.alpha, theta)
        # coefficients above theta that still decay are in the minimum's objective, and not in F
        risks.append(minimum.objective - penalty * float(np.sum(np.abs(minimum.alpha[decaying & ~small]))))
        risks[-1] += penalty * float(np.sum(np.abs(minimum.alpha[small & ~decaying])))
        growing = growing or small.tobytes() in seen
        following = small | decaying if growing else small
        if np.array_equal(following, decaying):
            return Stages(minimum, risks, theta, bool(np.array_equal(small, decaying)))
        decaying = following


def _small(alpha: Array, theta: float) -> npt.NDArray[np.bool_]:
    return (alpha == 0.0) | (np.abs(alpha) < theta)


def _solver(gram: Array, y: Array, weights: Array, words: dict[str, float]) -> Solver:
    tol, rounds = words["tol"], int(words["max_iter"])
    return lambda penalties, start: minimise(gram, y, penalties, weights=weights, start=start, tol=tol, max_iter=rounds)
