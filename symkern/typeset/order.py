"""The order in which mathematicians write the terms of a sum and the factors of a product."""

from collections.abc import Sequence

import sympy as sp


def terms(ordered: Sequence[sp.Expr]) -> list[sp.Expr]:
    """A sum does not begin with a minus sign if it can be helped: pi - theta, not -theta + pi."""
    rows = list(ordered)
    if rows and rows[0].could_extract_minus_sign():
        positive = next((row for row in rows if not row.could_extract_minus_sign()), None)
        if positive is not None:
            rows.remove(positive)
            rows.insert(0, positive)
    return rows


def factors(product: sp.Expr) -> tuple[sp.Rational, list[sp.Expr], list[sp.Expr]]:
    """A product as its rational coefficient, the factors above and those below the line, each in writing order."""
    coefficient, rest = product.as_coeff_Mul()
    above, below = [], []
    for factor in sp.Mul.make_args(rest):
        if factor.is_Pow and factor.exp.could_extract_minus_sign() and factor.base != sp.Integer(-1):
            below.append(factor.base**-factor.exp)
        elif isinstance(factor, sp.Add) and all(term.could_extract_minus_sign() for term in factor.args):
            coefficient = -coefficient
            above.append(-factor)
        elif factor != 1:
            above.append(factor)
    return coefficient, sorted(_one_root(above), key=_rank), sorted(_one_root(below), key=_rank)


def _one_root(row: list[sp.Expr]) -> list[sp.Expr]:
    """The square roots of numbers under one root: sqrt(2 pi), not sqrt(2) sqrt(pi)."""
    roots = [factor for factor in row if factor.is_Pow and factor.exp == sp.Rational(1, 2) and factor.base.is_number]
    if len(roots) < 2:
        return row
    radicand = sp.Mul(*(root.base for root in roots))
    return [sp.Pow(radicand, sp.Rational(1, 2), evaluate=False), *(factor for factor in row if factor not in roots)]


def _rank(factor: sp.Expr) -> tuple[int, str]:
    """Numbers, symbols, sums of symbols, functions, sums of functions, and last what extends to the right."""
    base = factor.base if factor.is_Pow else factor
    if isinstance(base, (sp.Integral, sp.Sum)):
        return (6, "")
    if base.is_number and not base.has(sp.Function):
        return (0, str(base))
    if isinstance(base, sp.Symbol):
        return (1, str(base))
    if isinstance(base, sp.Add):
        return (5 if base.has(sp.Function) else 2, str(base))
    return (3 if isinstance(base, (sp.gamma, sp.sin, sp.cos)) else 4, "" if isinstance(base, sp.sin) else str(base))
