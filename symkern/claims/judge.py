"""Judging a claim: numbers first, because that is quick; then the proof; then the mutants, which must all fail."""

from dataclasses import dataclass, field

import sympy as sp

from symkern.claims.claim import Claim, Definition, Misprint, Refuted, Undecided
from symkern.claims.mutate import mutants
from symkern.claims.statement import Comparison, Relation, compare
from symkern.symbolic.step import NotProved, vanishes
from symkern.typeset.unicode import unicode

FEWEST_MUTANTS = 3
MUTANT_DIGITS = 9
"""A mutant that agrees to so many digits at every point survives."""


@dataclass
class Judgement:
    """A verdict, the evidence for it, and how many mutants were made and killed."""

    verdict: str
    evidence: list[str] = field(default_factory=list)
    judged: str = ""
    mutants: int = 0
    killed: int = 0


def judge(claim: Claim) -> Judgement:
    """The verdict on a claim, whatever its author declared."""
    what = claim.build()
    if isinstance(what, Definition):
        return Judgement("definition")
    if isinstance(what, Undecided):
        return Judgement("unknown", [what.reason])
    if isinstance(what, Relation):
        return _established(what)
    true_one = what.corrected if isinstance(what, Refuted) else what.meant if isinstance(what, Misprint) else what.under
    counterexample = _counterexample(what.printed)
    if counterexample is None:
        return Judgement("agrees", ["No counterexample to the printed statement was found."], what.printed.shown())
    found = _established(true_one)
    if found.verdict not in ("proved", "certified", "agrees"):
        found.evidence.insert(0, f"The statement that should hold instead is {found.verdict}.")
        found.verdict = "vacuous" if found.verdict == "vacuous" else "unknown"
        return found
    held = found.evidence
    found.evidence = [f"As printed, {counterexample.shown()}."]
    if isinstance(what, Refuted):
        found.evidence += [what.mistake, f"Corrected: {true_one.shown()} ({found.verdict})."]
        found.evidence += [f"Inherited by {', '.join(what.inherited_by)}."] if what.inherited_by else []
        found.verdict = "refuted"
    elif isinstance(what, Misprint):
        found.evidence += [what.slip, f"Meant: {true_one.shown()} ({found.verdict})."]
        found.verdict = "misprint"
    else:
        found.evidence += [f"It holds under the condition {what.condition} ({found.verdict})."]
        found.verdict = "qualified"
    found.evidence += held
    return found


def _established(relation: Relation) -> Judgement:
    """`proved` or `agrees`; `refuted` with a counterexample, or `vacuous` if a mutant survives."""
    comparisons = [compare(relation, point) for point in relation.points]
    judgement = Judgement("agrees", judged=relation.shown())
    for comparison in comparisons:
        if not comparison.holds(relation.digits):
            judgement.verdict = "refuted"
            judgement.evidence.append(f"False {comparison.shown()}.")
            return judgement
    judgement.evidence.append(f"Both sides agree to {relation.digits} digits at {len(comparisons)} points.")
    if relation.proof is not None:
        try:
            steps = relation.proof(relation.right)
            if not steps or steps[-1].rhs != relation.right:
                raise NotProved("the last step of the proof does not end in the formula that was to be proved")
            judgement.verdict = "proved"
            judgement.evidence += [f"{unicode(s.lhs)} = {unicode(s.rhs)}: {s.because} ({s.check})" for s in steps]
        except NotProved as failure:
            judgement.evidence.append(f"Not proved: {failure}")
    _mutate(relation, comparisons, judgement)
    return judgement


def _mutate(relation: Relation, comparisons: list[Comparison], judgement: Judgement) -> None:
    """Every mutant must fail at some point, unless it is the same formula in other words."""
    digits = min(MUTANT_DIGITS, relation.digits)  # a coarser check would kill mutants by its own error
    for name, formula in mutants(relation.right):
        if vanishes(sp.expand(formula - relation.right)):
            continue
        judgement.mutants += 1
        mutant = relation.with_right(formula)
        if all(compare(mutant, before.point, before.left).holds(digits) for before in comparisons):
            judgement.verdict = "vacuous"
            judgement.evidence.append(f"The mutant with {name} survives: {mutant.shown()}")
        else:
            judgement.killed += 1
    if judgement.mutants < FEWEST_MUTANTS:
        judgement.verdict = "vacuous"
        judgement.evidence.append(f"Only {judgement.mutants} mutants could be made.")


def _counterexample(relation: Relation) -> Comparison | None:
    """The first point, in the order given, at which a relation fails."""
    for point in relation.points:
        comparison = compare(relation, point)
        if not comparison.holds(relation.digits):
            return comparison
    return None
