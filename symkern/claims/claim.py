"""What a claim is: an id, the statement as printed, the verdict its author expects, and how it is to be judged."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from symkern.claims.certify import Within
from symkern.claims.statement import Relation
from symkern.proofs.domains import Domain

VERDICTS = ("proved", "certified", "agrees", "refuted", "qualified", "misprint", "definition", "unknown")


@dataclass(frozen=True)
class Definition:
    """Nothing to judge: the print says what a symbol means."""


@dataclass(frozen=True)
class Refuted:
    """False as printed; the corrected statement is judged in its place."""

    printed: Relation
    corrected: Relation | Within
    mistake: str  # where it enters
    inherited_by: tuple[str, ...] = ()  # ids


@dataclass(frozen=True)
class Misprint:
    """A slip of the pen; what was meant is judged in its place."""

    printed: Relation
    meant: Relation | Within
    slip: str


@dataclass(frozen=True)
class Qualified:
    """True under a condition that the print leaves out."""

    printed: Relation  # at points where the condition fails
    under: Relation | Within  # at points where it holds
    condition: str
    where: Domain | None = None
    """The condition as a domain, which the points of `printed` are outside of and those of `under` in."""


@dataclass(frozen=True)
class Undecided:
    """The engine cannot decide, and this is why."""

    reason: str


Judged: TypeAlias = Relation | Within | Definition | Refuted | Misprint | Qualified | Undecided


@dataclass(frozen=True)
class Claim:
    """One statement of a document."""

    id: str
    statement: str  # LaTeX, as printed
    declared: str
    build: Callable[[], Judged]

    @property
    def paper(self) -> str:
        return self.id.partition(".")[0]

    @property
    def why(self) -> str:
        return " ".join((self.build.__doc__ or "").split())


declared: list[Claim] = []
"""The claims of the file that is being read, in their order."""


def claim(id: str, statement: str, verdict: str) -> Callable[[Callable[[], Any]], Claim]:
    """Declare a claim; the function under it says how it is judged, and its docstring why that settles it."""
    if verdict not in VERDICTS:
        raise ValueError(f"the verdict of {id} must be one of {', '.join(VERDICTS)}; got {verdict!r}")

    def declare(build: Callable[[], Judged]) -> Claim:
        declared.append(Claim(id, statement, verdict, build))
        return declared[-1]

    return declare
