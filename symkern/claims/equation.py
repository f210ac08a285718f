"""Equations between two expressions: the shortest way to have a formula of one's own judged."""

from fractions import Fraction
from typing import Any

import sympy as sp

from symkern.claims.proof import Proof
from symkern.claims.statement import Point, Relation, Side
from symkern.claims.trial import evaluated
from symkern.proofs.domains import Domain
from symkern.proofs.rules.equality import identity
from symkern.proofs.theorem import NotProved, Theorem
from symkern.reference.precision import BITS_PER_DIGIT, ball_precision
from symkern.symbolic.bridge import to_term
from symkern.typeset.unicode import unicode

CONSTANT_DIGITS = 60
"""Digits for statements without symbols: fewer would take an almost-integer for an integer."""


def equation(left: sp.Expr, right: sp.Expr, domain: Domain, theorem: Theorem | None = None) -> Relation:
    """Return the statement left = right on a domain, to be proved.

    Parameters
    ----------
    left, right : sympy.Expr
        The two sides. Their symbols may assume no more than the domain says.
    domain : Domain
        Intervals of the symbols: `domain(x=interval(0, pi))`.
    theorem : Theorem, optional
        A theorem with `left` on its left. By default the kernel compares normal forms.

    Returns
    -------
    Relation
        `proved` if there is such a theorem, `agrees` if only numbers agree.

    Examples
    --------
    >>> from symkern.claims import domain, REALS
    >>> x = sp.Symbol("x", real=True)
    >>> equation(sp.sin(3 * x), 3 * sp.sin(x) - 4 * sp.sin(x) ** 3, domain(x=REALS)).shown()
    'sin(3x) = 3 sin x − 4 sin³x for x in (-oo, oo)'
    """
    term = to_term(left, domain)
    if to_term(right, domain) is term:
        raise ValueError(f"both sides are the same expression, {left}: nothing is stated")

    def value(at: dict[str, Fraction], digits: int) -> Any:
        with ball_precision(int(2 * digits * BITS_PER_DIGIT) + 64):
            return evaluated(term, at, {})

    def proved() -> Theorem:
        if theorem is not None:
            return theorem
        known = identity(term, to_term(right, domain), domain)
        if not known.proved:
            raise NotProved(f"the hypothesis {min(map(str, known.hypotheses))} is open")
        return known

    digits = 20 if domain.intervals else CONSTANT_DIGITS
    points: tuple[Point, ...] = () if domain.intervals else ({},)
    return Relation(Side(unicode(left), value), right, points, digits, proof=Proof(term, proved), domain=domain)
