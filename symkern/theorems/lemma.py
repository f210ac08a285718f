"""Named lemmas: functions that prove a theorem, computed once, with a reason for readers."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps

from symkern.proofs.theorem import NotProved, Theorem


def lemma(name: str, because: str, source: str = "") -> Callable[[Callable[[], Theorem]], Callable[[], Theorem]]:
    """Name the theorem that a function proves; a theorem with an open hypothesis is refused.

    Parameters
    ----------
    name : str
        Permanent name, `subject.statement`.
    because : str
        Why it holds, for readers of `derive --steps`.
    source : str
        Where it stands in print.
    """

    def named(prove: Callable[[], Theorem]) -> Callable[[], Theorem]:
        @cache
        @wraps(prove)
        def proved() -> Theorem:
            theorem = prove()
            if not theorem.proved:
                raise NotProved(f"{name} is left with the hypothesis {min(map(str, theorem.hypotheses))}")
            return theorem.named(name, because, source)

        return proved

    return named


def lemmas_of(theorem: Theorem) -> list[Theorem]:
    """Return the named lemmas a theorem rests on, in an order in which each comes after those it uses."""
    return [one for one in theorem.ancestors() if one.name]
