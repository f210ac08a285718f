"""Judging a claim: numbers first, because that is quick; then the proof; then the mutants, which must all fail."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

import sympy as sp

from symkern.claims.certify import Within, certify, fails_somewhere
from symkern.claims.claim import Claim, Definition, Misprint, Qualified, Refuted, Undecided
from symkern.claims.evaluators import evaluators
from symkern.claims.mutate import mutants
from symkern.claims.proof import established
from symkern.claims.reading import NotANumber
from symkern.claims.statement import Comparison, Point, Relation, compare, compare_again, contains, drawn_points, hull
from symkern.claims.trial import tried
from symkern.errors import UsageError
from symkern.proofs.theorem import NotProved
from symkern.symbolic.step import vanishes
from symkern.typeset.unicode import unicode

FEWEST_MUTANTS = 3
PROOFS_OF_MUTANTS = 3
BETWEEN = 6
"""Points that the engine draws between the author's where there is no domain."""
DRAWN = 8
"""Points that the engine draws from a domain, besides those the author chose."""
FEWEST_DIGITS = 6
RESOLUTION = 0.005
"""A simulation counts as agreement only if it excludes relative deviations of this size."""
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
    what: object = claim.build()  # what an author returns need not be what is asked for
    if isinstance(what, Definition):
        return Judgement("definition")
    if isinstance(what, Undecided):
        return Judgement("unknown", [what.reason])
    if isinstance(what, Relation | Within):
        return _established(what)
    if not isinstance(what, Refuted | Misprint | Qualified):
        kinds = "a Relation, equation(...), Within, Refuted, Qualified, Misprint, Definition or Undecided"
        raise TypeError(f"the function of the claim must return {kinds}; got {what!r}. Is a `return` missing?")
    true_one = what.corrected if isinstance(what, Refuted) else what.meant if isinstance(what, Misprint) else what.under
    counterexample = _counterexample(what.printed)
    if counterexample is None:
        unfounded = "No counterexample to the printed statement was found."
        return Judgement("agrees", [unfounded], judged=what.printed.shown())
    if isinstance(what, Qualified) and what.where is not None and (doubt := _misplaced(what, counterexample)):
        return Judgement("unknown", [doubt], judged=what.printed.shown())
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


def _misplaced(what: Qualified, counterexample: Comparison) -> str:
    """Return why a condition does not tell true from false, or nothing: counterexamples outside, the rest inside."""
    assert what.where is not None
    if contains(what.where, counterexample.point):
        return f"The counterexample satisfies the condition {what.condition}: {counterexample.shown()}."
    if isinstance(what.under, Relation):
        for point in (*what.under.points, *_drawn(what.under)):
            if not contains(what.where, point):
                return f"A point at which the statement is to hold is outside the condition {what.condition}: {point}."
    return ""


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
    judgement.evidence.append(f"Nothing is said outside {statement.where()}.")
    _mutate(statement, judgement, fails_somewhere)
    return judgement


def _compared(relation: Relation) -> Judgement:
    if relation.sense != "=":
        raise ValueError("only a printed statement that is to be shown false may be an inequality")
    judgement = Judgement("agrees", judged=relation.shown())
    points = [*relation.points, *_drawn(relation)]
    if not points:
        return _undecided(judgement, "There is no point to compare the sides at: give points or a domain.")
    comparisons, unreached = _comparisons(relation, points)
    for comparison in comparisons:
        if comparison.excludes(relation.digits):
            judgement.verdict = "refuted"
            judgement.evidence.append(f"False {comparison.shown()}.")
            return judgement
        if comparison.given < FEWEST_DIGITS:
            return _undecided(judgement, f"The left side has {comparison.given} digits, fewer than {FEWEST_DIGITS}.")
        if not comparison.holds(relation.digits):
            few = min(relation.digits, comparison.given)
            return _undecided(judgement, f"The sides differ in the last of {few} digits {comparison.shown()}.")
        if comparison.standard_error is not None and comparison.resolution > RESOLUTION:
            seen = f"{100 * comparison.resolution:.2g} percent"
            return _undecided(judgement, f"The simulation sees deviations from {seen} on, which is too coarse.")
    if relation.domain is None and (doubt := _between(relation)):
        return _undecided(judgement, doubt)
    judgement.evidence.append(_agreement(relation, comparisons, unreached))
    if relation.proof is not None:
        _prove(relation, judgement)
    if relation.argument is not None:
        _argue(relation, judgement)
    digits = min(MUTANT_DIGITS, relation.digits)  # a coarser check would kill mutants by its own error

    def dies(mutant: Relation) -> bool:
        return not all(compare_again(mutant, before).holds(digits) for before in comparisons)

    _mutate(relation, judgement, dies)
    return judgement


def _undecided(judgement: Judgement, reason: str) -> Judgement:
    judgement.verdict = "unknown"
    judgement.evidence.append(reason)
    return judgement


def _drawn(relation: Relation) -> list[Point]:
    """Return points of the engine's own: a relation that is stated on a domain is tried on all of it."""
    if relation.domain is None:
        return []
    found = drawn_points(relation, DRAWN)
    if relation.domain.intervals and not found:
        raise EmptyDomain(f"no point of the domain was found: {relation.domain}")
    return found if relation.proof is None or not relation.points else []


def _between(relation: Relation) -> str:
    """Return why agreement at the author's points is no evidence, or nothing: it must hold between them, too."""
    names = {symbol.name for point in relation.points for symbol in point}
    if relation.tied or not names or any(name[:2] in ("x_", "δ_") for name in names):  # components of a vector
        return ""
    box = hull(relation)
    if box is None:
        return "A symbol has the same value at every point: give the domain on which the statement is made."
    for point in drawn_points(replace(relation, domain=box), BETWEEN):
        with contextlib.suppress(ArithmeticError, UsageError, ValueError, TypeError, KeyError):
            if (found := compare(relation, point)).excludes(relation.digits):
                return f"It holds at the points given, but not between them, {found.shown()}: give the domain."
    return ""


class EmptyDomain(ValueError):
    """A claim is stated for values that nothing has."""


def _comparisons(relation: Relation, points: list[Point]) -> tuple[list[Comparison], int]:
    """Return the comparisons, and how many of the engine's own points the left side does not reach."""
    found, unreached = [], 0
    for index, point in enumerate(points):
        try:
            found.append(compare(relation, point))
        except (ArithmeticError, UsageError):
            if index < len(relation.points):
                raise
            unreached += 1
    if not found:
        raise NotANumber("the left side has no value at any point that was tried")
    return found, unreached


def _prove(relation: Relation, judgement: Judgement) -> None:
    """Establish the theorem that is the claim; try it at points of its domain; see that no mutant passes for it."""
    assert relation.proof is not None
    try:
        theorem = established(relation.proof, relation.right, relation.domain)
        for name, formula in mutants(relation.right)[:PROOFS_OF_MUTANTS]:
            with contextlib.suppress(NotProved):
                established(relation.proof, formula, relation.domain)
                if not vanishes(sp.expand(formula - relation.right)):
                    raise _ProvesMutants(f"the proof holds for the mutant with {name} as well")
    except (NotProved, _ProvesMutants) as failure:
        judgement.evidence.append(f"Not proved: {failure}")
        return
    trial = tried(theorem, evaluators())
    if trial.disagreement:
        raise AssertionError(f"a theorem and its numbers disagree {trial.disagreement}: {theorem}")
    lemmas = [one for one in theorem.ancestors() if one.name]
    if relation.proof.general is not None:
        general = relation.proof.general()
        judgement.evidence.append(f"In general: {general.statement} on {general.domain}; the numbers are a case of it.")
        lemmas += [one for one in general.ancestors() if one.name and one not in lemmas]
    judgement.verdict = "proved"
    rests = f" It rests on {', '.join(sorted(theorem.cites))}." if theorem.cites else ""
    judgement.evidence.append(f"Proved by the kernel on {theorem.domain}, from {_count(len(lemmas), 'lemma')}.{rests}")
    said = f"{trial.agreed} of {trial.agreed + trial.unreached} points that were drawn from the domain"
    judgement.evidence.append(f"Both sides of the theorem were evaluated and agree at {said}.")
    judgement.steps = [f"{one.name}: {one.statement} on {one.domain}. {one.because}" for one in lemmas]


def _argue(relation: Relation, judgement: Judgement) -> None:
    """Keep the steps of an argument for readers. Its equations hold together; it is not a proof."""
    assert relation.argument is not None
    try:
        steps = relation.argument(relation.right)
        if not steps or steps[-1].rhs != relation.right:
            raise NotProved("the last step does not end in the formula")
    except NotProved as failure:
        judgement.evidence.append(f"The argument does not hold together: {failure}")
        return
    judgement.evidence.append(f"An argument in {_count(len(steps), 'step')} is given; it is not a proof.")
    judgement.steps += [f"{unicode(s.lhs)} = {unicode(s.rhs)}: {s.because} ({s.check})" for s in steps]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


class _ProvesMutants(Exception):
    """Not a failure to prove, but a success too many."""


def _agreement(relation: Relation, comparisons: list[Comparison], unreached: int) -> str:
    points = _count(len(comparisons), "point")
    points += f" of {relation.domain}" if relation.domain is not None and relation.domain.intervals else ""
    points += f" ({unreached} more were not reached)" if unreached else ""
    if any(comparison.standard_error for comparison in comparisons):
        furthest = max(comparison.z for comparison in comparisons)
        seen = max(comparison.resolution for comparison in comparisons)
        return (
            f"The simulation is within {furthest:.1f} standard errors at {points};"
            f" it excludes deviations of {100 * seen:.2g} percent."
        )
    digits = min(relation.digits, *(comparison.given for comparison in comparisons))
    return f"Both sides agree to {digits} digits at {points}."


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
    """Return the point of the smallest numbers at which the sides of a relation are certainly different."""
    found = (compare(relation, point) for point in (*relation.points, *_drawn(relation)))
    return min((one for one in found if one.excludes(relation.digits)), key=lambda one: one.size, default=None)
