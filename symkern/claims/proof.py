"""A claim and the theorem that proves it: the same sides, on a domain that covers the claim's."""

from collections.abc import Callable
from dataclasses import dataclass

import sympy as sp

from symkern.proofs.domains import Domain
from symkern.proofs.rules.equality import has_value, holds_on, identity, restrict, transitivity
from symkern.proofs.terms import Term, shown
from symkern.proofs.theorem import Equal, NotProved, Theorem
from symkern.symbolic.bridge import Untranslated, to_term


@dataclass(frozen=True)
class Proof:
    """What proves a relation: its left side as a term, and the theorem, computed when the claim is judged.

    The right side is the printed formula. The theorem must have the left side on its left; that its right side is the
    printed formula is shown by the kernel, on the claim's domain.
    """

    left: Term
    theorem: Callable[[], Theorem]
    general: Callable[[], Theorem] | None = None
    """The printed statement in full, where the relation is the case of it that is compared with numbers."""


def established(proof: Proof, formula: sp.Expr, domain: Domain | None) -> Theorem:
    """Return the theorem that is the claim, or raise `NotProved` with the reason."""
    if domain is None:
        raise NotProved("the claim has no domain")
    theorem = proof.theorem()
    if not isinstance(theorem, Theorem) or not isinstance(theorem.statement, Equal):
        raise NotProved("the proof must be a theorem that says an equation")
    if theorem.lhs is not proof.left:
        raise NotProved(f"the theorem is about {shown(theorem.lhs)}, the claim about {shown(proof.left)}")
    holds_on(theorem, domain)
    if proof.general is not None and not proof.general().proved:
        raise NotProved(f"the hypothesis {min(map(str, proof.general().hypotheses))} is open")
    try:
        printed = to_term(formula, domain)
    except Untranslated as failure:
        raise NotProved(str(failure)) from None
    known = has_value(theorem.rhs, theorem.domain, theorem)
    same = identity(theorem.rhs, printed, domain, known)
    whole = transitivity(restrict(theorem, domain), same)
    if not whole.proved:
        raise NotProved(f"the hypothesis {min(map(str, whole.hypotheses))} is open")
    return whole
