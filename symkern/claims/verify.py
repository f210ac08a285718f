"""`verify`: read derivation files, judge their claims, and hand over the identities that their proofs used."""

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from symkern.claims import collect, report
from symkern.claims.claim import Claim, Misprint, Qualified, Refuted
from symkern.claims.proof import established
from symkern.claims.run import TIME_LIMIT, Outcome, Task, run, tasks
from symkern.claims.statement import Relation
from symkern.errors import InvalidArgument
from symkern.proofs.certificates import write
from symkern.proofs.theorem import NotProved, Theorem


@dataclass(frozen=True)
class Verification:
    """Outcomes in the order of the files, and problems of the files themselves.

    Attributes
    ----------
    outcomes : list of Outcome
        Each with `id`, `verdict`, `declared`, `evidence`, `steps`, `mutants` and `killed`.
    problems : list of str
        Files that could not be read to their end, ids given twice, text that was printed.
    """

    outcomes: list[Outcome]
    problems: list[str]

    @property
    def ok(self) -> bool:
        """Whether every verdict is the declared one, and there is at least one."""
        return not self.problems and bool(self.outcomes) and all(outcome.good for outcome in self.outcomes)

    def __str__(self) -> str:
        return report.as_text(self.outcomes, verbose=False)


def verify(
    *names: str | Path,
    containing: str = "",
    fresh: bool = False,
    limit: float = TIME_LIMIT,
    begin: Callable[[int], None] = lambda count: None,
    done: Callable[[Outcome], None] = lambda outcome: None,
) -> Verification:
    """Judge the claims of derivation files.

    Parameters
    ----------
    *names : str or Path
        Files, folders, and ids of claims or their beginnings; the files that the package carries if there is none.
    containing : str
        Only claims whose id contains this text.
    fresh : bool
        Judge again what was judged before and has not changed.
    limit : float
        Seconds for one claim.
    begin, done : callable
        Called with the number of claims, and with each outcome as it is there.

    Returns
    -------
    Verification

    Raises
    ------
    InvalidArgument
        If a name is neither a file nor the id of a claim.
    """
    todo, problems = selected([str(name) for name in names], containing)
    begin(len(todo))
    return Verification(run(todo, limit=limit, fresh=fresh, done=done), problems)


def selected(names: Sequence[str], containing: str = "") -> tuple[list[Task], list[str]]:
    """Return the claims that are meant, and what is wrong with the files. This executes the files' code."""
    paths = [name for name in names if Path(name).exists()]
    ids = [name for name in names if name not in paths]
    sources = [collect.read(file) for file in collect.files(paths)]
    problems = [f"{source.file.name}: {source.error}" for source in sources if source.error]
    problems += [f"{source.file.name} prints: {source.printed.strip()[:200]}" for source in sources if source.printed]
    problems += [f"{source.file.name}: no claim" for source in sources if not source.claims and not source.error]
    todo = tasks(sources)
    known = [task.outcome.id for task in todo]
    problems += [f"the id {twice} is given twice" for twice in sorted({id_ for id_ in known if known.count(id_) > 1})]
    for asked in ids:
        if not any(_means(asked, id_) for id_ in known):
            nearest = difflib.get_close_matches(asked, known, n=1)
            hint = f"Did you mean {nearest[0]}?" if nearest else ""
            raise InvalidArgument("verify", "given a file, a folder, or the id of a claim", asked, hint)
    if ids:
        todo = [task for task in todo if any(_means(asked, task.outcome.id) for asked in ids)]
    return [task for task in todo if containing in task.outcome.id], problems


def _means(asked: str, id_: str) -> bool:
    return id_ == asked or id_.startswith(f"{asked}.")


def certificates(todo: list[Task], folder: Path) -> tuple[Path, int]:
    """Write the identities that the proofs of claims used; return the file and the number of theorems behind it."""
    theorems: list[Theorem] = []
    for file in dict.fromkeys(task.file for task in todo):
        wanted = {task.outcome.id for task in todo if task.file == file}
        for claim in collect.read(file).claims:
            if claim.id in wanted:
                theorems += _theorems(claim)
    return write(theorems, folder), len(theorems)


def _theorems(claim: Claim) -> list[Theorem]:
    """Return the theorems that a claim's proofs establish."""
    found: list[Theorem] = []
    what = claim.build()
    parts = [what]
    if isinstance(what, Refuted):
        parts = [what.corrected]
    elif isinstance(what, Misprint):
        parts = [what.meant]
    elif isinstance(what, Qualified):
        parts = [what.under]
    for part in parts:
        if isinstance(part, Relation) and part.proof is not None:
            try:
                found.append(established(part.proof, part.right, part.domain))
            except NotProved:
                continue
            if part.proof.general is not None:
                found.append(part.proof.general())
    return found
