"""Mutants of a formula: a sign, a factor, an exponent, a shifted index, a swapped symbol. The engine makes them."""

import itertools
from collections.abc import Iterator

import sympy as sp

MOST = 12


ZERO = [(f"{value} for 0", value) for value in (sp.Integer(1), sp.Integer(-1), sp.Rational(1, 1000))]
"""A statement that something vanishes has no parts to change."""


def mutants(formula: sp.Expr) -> list[tuple[str, sp.Expr]]:
    """Formulas that differ from the given one in one place, each with what was changed; the same ones each time."""
    if formula == 0:
        return ZERO
    found: dict[sp.Expr, str] = {}
    for name, mutant in _all(formula):
        if mutant != formula and mutant not in found:
            found[mutant] = name
    chosen = list(found.items())
    stride = max(1, -(-len(chosen) // MOST))
    return [(name, mutant) for mutant, name in chosen[::stride]]


def _all(formula: sp.Expr) -> Iterator[tuple[str, sp.Expr]]:
    yield "a factor 2", 2 * formula
    yield "the sign of all", -formula
    yield "1 more", formula + 1
    if formula.is_number:
        yield "half of it", formula / 2
    for part in sp.preorder_traversal(formula):
        for name, changed in _changed(part):
            yield name, _replaced(formula, part, changed)
    symbols = sorted(formula.free_symbols, key=str)
    for first, second in itertools.pairwise(symbols):
        yield f"{first} and {second} swapped", formula.subs({first: second, second: first}, simultaneous=True)
    for symbol in symbols:
        yield f"{symbol} shifted", formula.subs(symbol, symbol + 1)


def _changed(part: sp.Basic) -> Iterator[tuple[str, sp.Expr]]:
    if isinstance(part, sp.Add):
        for term in part.args:
            yield f"the sign of {term}", part - 2 * term
    elif isinstance(part, sp.Pow):
        yield f"the exponent of {part.base}", part.base ** (part.exp + 1)
    elif isinstance(part, sp.sin):
        yield "a cosine for a sine", sp.cos(part.args[0])
    elif isinstance(part, sp.cos):
        yield "a sine for a cosine", sp.sin(part.args[0])
    elif isinstance(part, sp.Rational) and part not in (0, 1, -1):
        yield f"{part + 1} for {part}", part + 1


def _replaced(formula: sp.Expr, part: sp.Basic, changed: sp.Expr) -> sp.Expr:
    """The formula with one subexpression changed everywhere it stands, and nothing simplified away first."""
    return formula.xreplace({part: changed})
