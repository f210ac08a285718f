"""Tensor equations by components: coordinates and Kronecker deltas are symbols, with values once indices are chosen."""

import itertools
import random
from collections.abc import Mapping, Sequence

import sympy as sp

from symkern.claims.statement import Point
from symkern.symbolic.notation import Component, d, r
from symkern.typeset.unicode import GREEK

POSITIONS = ((3, 4), (1, 2, 2), (2, 3, 6), (1, 1, 1, 1))
"""Places whose distance from the origin is an integer, in two, three and four dimensions."""


def x(index: str) -> sp.Symbol:
    """The coordinate with this index, a Greek letter."""
    return sp.Symbol(f"x_{index}", real=True)


def delta(first: str, second: str) -> sp.Symbol:
    """The Kronecker delta.

    >>> delta("μ", "ν") == delta("ν", "μ")
    True
    """
    return sp.Symbol("δ_" + "".join(sorted(first + second)), real=True)


def in_symbols(expr: sp.Expr) -> sp.Expr:
    """An expression of the engine with its deltas and coordinates as these symbols."""

    def symbol(name: sp.Symbol, _upper: sp.Symbol, lower: sp.Symbol) -> sp.Symbol:
        indices = [GREEK[word] for word in lower.name.split()]
        return delta(*indices) if name.name == "delta" else x(*indices)

    return expr.replace(Component, symbol)


def components(
    indices: str,
    values: Mapping[sp.Symbol, str],
    positions: Sequence[Sequence[int]] = POSITIONS[:3],
    most: int = 24,
) -> tuple[Point, ...]:
    """Points with all indices chosen in every way at every position, or `most` of them; `values` as in `grid`.

    Besides what stands in formulas a point has each index by its letter, counted from 1, and the coordinates x_1, ...
    """
    axes = [[(symbol, sp.Rational(text)) for text in texts.split()] for symbol, texts in values.items()]
    points: list[Point] = []
    for place in positions:
        for chosen in itertools.product(range(len(place)), repeat=len(indices)):
            named = dict(zip(indices, chosen, strict=True))
            point = {sp.Symbol(f"x_{k}"): sp.Integer(entry) for k, entry in enumerate(place, 1)}
            point |= {sp.Symbol(letter): sp.Integer(k + 1) for letter, k in named.items()}
            point |= {x(letter): sp.Integer(place[k]) for letter, k in named.items()}
            for first, second in itertools.combinations(indices, 2):
                point[delta(first, second)] = sp.Integer(named[first] == named[second])
            point[r] = sp.sqrt(sum(entry**2 for entry in place))
            point[d] = sp.Integer(len(place))
            points += [point | dict(more) for more in itertools.product(*axes)]
    return tuple(random.Random(0).sample(points, most)) if len(points) > most else tuple(points)


def position(at: Mapping[str, sp.Rational]) -> list[sp.Rational]:
    """The coordinates of the place that a point is at."""
    return [at[f"x_{k}"] for k in range(1, int(at["d"]) + 1)]
