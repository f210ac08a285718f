"""Outcomes of a check, readable, and the error that names a broken law with the smallest input that breaks it."""

from dataclasses import dataclass

import numpy as np

from symkern.testing.law import Law, Violation
from symkern.testing.subject import Array


@dataclass(frozen=True)
class Outcome:
    """What trying one law gave: the number of inputs, and the violation with its smallest input if there is one."""

    law: Law
    tried: int = 0
    violation: Violation | None = None
    X: Array | None = None
    excuse: str = ""

    @property
    def status(self) -> str:
        """Return passed, failed or not applicable."""
        if self.violation is not None:
            return "failed"
        return "not applicable" if self.excuse or not self.tried else "passed"

    def __str__(self) -> str:
        if self.violation is None:
            return f"{self.law.name}: {self.status}"
        indented = "\n".join(f"    {line}" for line in pasteable(self.X).splitlines())
        got = "\n".join(f"    {line}" for line in str(self.violation).splitlines())
        return (
            f"{self.law.name}: {self.law.statement}.\n\nThe smallest input found that breaks it:\n\n{indented}\n\n"
            f"What was got:\n\n{got}\n"
        )


@dataclass(frozen=True)
class Report:
    """Outcomes of all laws that were asked for, in order."""

    outcomes: tuple[Outcome, ...]

    @property
    def ok(self) -> bool:
        """Whether no law was broken."""
        return not self.broken

    @property
    def broken(self) -> tuple[Outcome, ...]:
        """Outcomes of the laws that were broken."""
        return tuple(outcome for outcome in self.outcomes if outcome.violation is not None)

    def __getitem__(self, name: str) -> Outcome:
        return {outcome.law.name: outcome for outcome in self.outcomes}[name]

    def __str__(self) -> str:
        width = max((len(outcome.law.name) for outcome in self.outcomes), default=0)
        lines = []
        for outcome in self.outcomes:
            detail = outcome.excuse or f"{outcome.tried} inputs"
            if outcome.violation is not None:
                detail = f"at input {outcome.tried}: {outcome.law.statement}"
            lines.append(f"{outcome.law.name:<{width}}  {outcome.status:<14}  {detail}")
        return "\n".join([*lines, *(f"\n{outcome}" for outcome in self.broken)])


class KernelLawError(AssertionError):
    """A law that a kernel breaks; `report` has the outcomes of all laws."""

    def __init__(self, report: Report) -> None:
        self.report = report
        first, *others = report.broken
        also = f"\nAlso broken: {', '.join(outcome.law.name for outcome in others)}." if others else ""
        super().__init__(f"The kernel breaks the law of {first}{also}")


def pasteable(X: Array | None) -> str:
    """Return a matrix as Python code, to the last bit.

    >>> print(pasteable(np.array([[1.0, 0.1]])))
    X = np.array([[1.0, 0.1]])
    """
    if X is None:
        return ""
    kind = ", dtype=np.float32" if X.dtype == np.float32 else ""
    return f"X = np.array({X.tolist()!r}{kind})"
