"""Lemmas of the proof kernel as steps of a derivation: `derive --steps` walks the graph of what a theorem rests on."""

from collections.abc import Iterable

import sympy as sp

from symkern.proofs.theorem import Equal, HasDerivative, Tends, Theorem
from symkern.symbolic.bridge import to_sympy
from symkern.symbolic.notation import J
from symkern.symbolic.step import Step


def steps_of(theorems: Iterable[Theorem]) -> list[Step]:
    """Return the named lemmas that theorems rest on, each once and after those it uses.

    Lemmas that say that an integral converges are left out: the equations that follow say so, too.
    """
    found: dict[str, Step] = {}
    for theorem in theorems:
        for lemma in theorem.ancestors():
            if lemma.name and lemma.name not in found and (sides := _sides(lemma)) is not None:
                check = f"{lemma.name}, for {lemma.domain}"
                status = "definition" if lemma.rule == "definition" else "proved"
                found[lemma.name] = Step(*sides, lemma.because, lemma.source, check, status=status)
    return list(found.values())


def _sides(lemma: Theorem) -> tuple[sp.Expr, sp.Expr] | None:
    statement = lemma.statement
    if isinstance(statement, Equal):
        return shown(to_sympy(statement.lhs)), shown(to_sympy(statement.rhs))
    if isinstance(statement, HasDerivative):
        function, variable = to_sympy(statement.function), to_sympy(statement.variable)
        if statement.function.head == "fn":
            return J(*function.args, 1), shown(to_sympy(statement.slope))
        return shown(sp.Derivative(function, variable, evaluate=False)), shown(to_sympy(statement.slope))
    if isinstance(statement, Tends):
        limit = sp.Limit(to_sympy(statement.function), to_sympy(statement.variable), to_sympy(statement.at))
        return shown(limit), shown(to_sympy(statement.value))
    return None


def shown(expr: sp.Expr) -> sp.Expr:
    """Return an expression with the functions of `symkern.theorems` in the papers' notation."""
    angular = sp.Function("J")
    return expr.replace(angular, lambda degree, angle: J(degree, angle))
