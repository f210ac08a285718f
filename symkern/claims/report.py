"""What was judged, for people and for programs."""

import json
from collections import Counter
from dataclasses import asdict

from symkern.claims.run import Outcome

MARKS = {True: "✓", False: "✗"}


def as_json(outcomes: list[Outcome], problems: list[str]) -> str:
    """`ok` and `claims`, as the contract has it."""
    ok = not problems and all(outcome.good for outcome in outcomes)
    claims = [asdict(outcome) for outcome in outcomes]
    return json.dumps({"ok": ok, "problems": problems, "claims": claims}, indent=2, ensure_ascii=False)


def listed(outcomes: list[Outcome], output: str) -> str:
    """Return ids, declared verdicts and statements, without judging anything."""
    if output == "json":
        rows = [{"id": one.id, "declared": one.declared, "statement": one.statement} for one in outcomes]
        return json.dumps({"claims": rows}, indent=2, ensure_ascii=False)
    width = max((len(outcome.id) for outcome in outcomes), default=0)
    return "\n".join(f"{outcome.id:{width}}  {outcome.declared:10}  {outcome.statement}" for outcome in outcomes)


def as_text(outcomes: list[Outcome], verbose: bool) -> str:
    """One line per claim, those that want attention first; the evidence with --verbose."""
    lines = []
    undecided = [outcome for outcome in outcomes if outcome.good and outcome.verdict == "unknown"]
    lines += [f"? {outcome.id}: unknown. {' '.join(outcome.evidence)}" for outcome in undecided]
    lines += [""] if undecided else []
    width = max((len(outcome.id) for outcome in outcomes), default=0)
    for outcome in outcomes:
        if outcome in undecided:
            continue
        killed = f"  {outcome.killed}/{outcome.mutants} mutants killed" if outcome.mutants else ""
        declared = "" if outcome.good else f"  declared {outcome.declared}"
        lines.append(f"{MARKS[outcome.good]} {outcome.id:{width}}  {outcome.verdict:10}{killed}{declared}")
        if verbose or not outcome.good:
            lines += [f"    {text}" for text in [outcome.statement, outcome.judged, *outcome.evidence] if text]
            lines += [f"      {k}. {step}" for k, step in enumerate(outcome.steps, 1)]
    counts = Counter(outcome.verdict for outcome in outcomes)
    lines += ["", ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common())]
    return "\n".join(lines)


def errata(outcomes: list[Outcome]) -> str:
    """What is wrong in print, per document, fit to be sent to its authors; the proofs are `--verbose`'s to show."""
    lines: list[str] = []
    wrong = [
        outcome for outcome in outcomes if outcome.good and outcome.verdict in ("refuted", "misprint", "qualified")
    ]
    for paper in dict.fromkeys(outcome.paper for outcome in wrong):
        lines += [f"Errata: {paper}", "=" * (8 + len(paper)), ""]
        for outcome in (outcome for outcome in wrong if outcome.paper == paper):
            lines += [f"{outcome.id.partition('.')[2]} ({outcome.verdict})", f"  Printed: {outcome.statement}"]
            lines += [f"  {text}" for text in outcome.evidence] + [""]
    if lines:
        return "\n".join(lines).rstrip()
    bad = [outcome.id for outcome in outcomes if not outcome.good]
    if bad:
        return f"No erratum is established; {len(bad)} claims do not have their declared verdict: {', '.join(bad[:5])}."
    return "Nothing is wrong in print."
