"""Judging a claim: numbers first, because that is quick; then the proof; then the mutants, which must all fail."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import sympy as sp

from symkern.claims.certify import Within, certify, fails_somewhere
from symkern.claims.claim import Claim, Definition, Misprint, Refuted, Undecided
from symkern.claims.mutate import mutants
from symkern.claims.statement import Comparison, Relation, compare, compare_again
from symkern.symbolic.step import NotProved, vanishes
from symkern.typeset.unicode import unicode

FEWEST_MUTANTS = 3
PROOFS_OF_MUTANTS = 3
MUTANT_DIGITS = 9
"""A mutant that agrees to so many digits at every point survives."""


@dataclass
class Judgement:
    """A verdict, the evidence for it, the steps of a proof, and how many mutants were made and killed."""

    verdict: str
    evidence: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
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
    if isinstance(what, Relation | Within):
        return _established(what)
    true_one = what.corrected if isinstance(what, Refuted) else what.meant if isinstance(what, Misprint) else what.under
    counterexample = _counterexample(what.printed)
    if counterexample is None:
        unfounded = "No counterexample to the printed statement was found."
        return Judgement("agrees", [unfounded], judged=what.printed.shown())
    found = _established(true_one)
    if found.verdict not in ("proved", "certified", "agrees"):
        found.evidence.insert(0, f"The statement that should hold instead is {found.verdict}.")
        found.verdict = "vacuous" if found.verdict == "vacuous" else "unknown"
        return found
    held = found.evidence
    found.evidence = [f"As printed, {what.printed.shown()} is false {counterexample.shown()}."]
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


def _established(statement: Relation | Within) -> Judgement:
    """`proved`, `certified` or `agrees`; `refuted` with a counterexample, or `vacuous` if a mutant survives."""
    return _compared(statement) if isinstance(statement, Relation) else _certified(statement)


def _certified(statement: Within) -> Judgement:
    found = certify(statement)
    judgement = Judgement("certified", judged=statement.shown())
    where = found.fails_at or found.undecided_at or {}
    place = ", ".join(f"{symbol} = {value}" for symbol, value in where.items())
    if found.fails_at is not None:
        judgement.verdict = "refuted"
        judgement.evidence.append(f"False at {place}.")
        return judgement
    if found.undecided_at is not None:
        judgement.verdict = "unknown"
        judgement.evidence.append(f"{found.pieces} pieces were enclosed; the one around {place} was not.")
        return judgement
    judgement.evidence.append(f"Ball arithmetic encloses the difference within the bound on {found.pieces} pieces.")
    _mutate(statement, judgement, fails_somewhere)
    return judgement


def _compared(relation: Relation) -> Judgement:
    if relation.sense != "=":
        raise ValueError("only a printed statement that is to be shown false may be an inequality")
    comparisons = [compare(relation, point) for point in relation.points]
    judgement = Judgement("agrees", judged=relation.shown())
    for comparison in comparisons:
        if not comparison.holds(relation.digits):
            judgement.verdict = "refuted"
            judgement.evidence.append(f"False {comparison.shown()}.")
            return judgement
    judgement.evidence.append(_agreement(relation, comparisons))
    if relation.proof is not None:
        try:
            steps = relation.proof(relation.right)
            if not steps or steps[-1].rhs != relation.right:
                raise NotProved("the last step of the proof does not end in the formula that was to be proved")
            _not_of_anything(relation)
            judgement.verdict = "proved"
            judgement.evidence.append(f"Proved in {len(steps)} step{'' if len(steps) == 1 else 's'}.")
            judgement.steps = [f"{unicode(s.lhs)} = {unicode(s.rhs)}: {s.because} ({s.check})" for s in steps]
        except (NotProved, _ProvesMutants) as failure:
            judgement.evidence.append(f"Not proved: {failure}")
    digits = min(MUTANT_DIGITS, relation.digits)  # a coarser check would kill mutants by its own error

    def dies(mutant: Relation) -> bool:
        return not all(compare_again(mutant, before).holds(digits) for before in comparisons)

    _mutate(relation, judgement, dies)
    return judgement


def _not_of_anything(relation: Relation) -> None:
    """A proof that goes through for a mutant as well proves nothing: it must depend on the formula."""
    for name, formula in mutants(relation.right)[:PROOFS_OF_MUTANTS]:
        with contextlib.suppress(NotProved):
            assert relation.proof is not None
            steps = relation.proof(formula)
            if steps and steps[-1].rhs == formula and not vanishes(sp.expand(formula - relation.right)):
                raise _ProvesMutants(f"the proof holds for the mutant with {name} as well")


class _ProvesMutants(Exception):
    """Not a failure to prove, but a success too many."""


def _agreement(relation: Relation, comparisons: list[Comparison]) -> str:
    points = f"{len(comparisons)} point{'' if len(comparisons) == 1 else 's'}"
    if any(comparison.standard_error for comparison in comparisons):
        furthest = max(comparison.z for comparison in comparisons)
        return f"The simulation is within {furthest:.1f} standard errors at {points}."
    return f"Both sides agree to {relation.digits} digits at {points}."


Judgeable = TypeVar("Judgeable", Relation, Within)


def _mutate(statement: Judgeable, judgement: Judgement, dies: Callable[[Judgeable], bool]) -> None:
    """Every mutant must fail somewhere, unless it is the same formula in other words."""
    for name, formula in mutants(statement.right):
        if vanishes(sp.expand(formula - statement.right)):
            continue
        judgement.mutants += 1
        mutant = statement.with_right(formula)
        if dies(mutant):
            judgement.killed += 1
        else:
            judgement.verdict = "vacuous"
            judgement.evidence.append(f"The mutant with {name} survives: {mutant.shown()}")
    if judgement.mutants < FEWEST_MUTANTS:
        judgement.verdict = "vacuous"
        judgement.evidence.append(f"Only {judgement.mutants} mutants could be made.")


def _counterexample(relation: Relation) -> Comparison | None:
    """The point of the smallest numbers at which a relation fails."""
    found = (compare(relation, point) for point in relation.points)
    return min((one for one in found if not one.holds(relation.digits)), key=lambda one: one.size, default=None)
