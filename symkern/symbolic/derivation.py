"""What `derive` hands over: sections of results, the steps that led to them, and nothing about how they are printed."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import sympy as sp

from symkern.symbolic.step import Step

Value: TypeAlias = "sp.Expr | str | Mapping[str, Value] | None"


@dataclass(frozen=True)
class Result:
    """One equation worth showing. `key` is its name in JSON (none if empty), `beyond` what it leaves out: O(beyond)."""

    key: str
    lhs: sp.Expr
    rhs: sp.Expr
    source: str = ""
    remark: str = ""
    beyond: sp.Expr | None = None


@dataclass(frozen=True)
class Section:
    """Results under one heading, and sentences that are not equations.

    `data` is what the JSON output has besides: values by key, nested where a tensor is given by its invariant terms.
    """

    title: str
    results: tuple[Result, ...]
    remarks: tuple[str, ...] = ()
    data: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Derivation:
    """A kernel, derived: `parameters` are what the user chose."""

    title: str
    parameters: dict[str, sp.Expr | str]
    sections: tuple[Section, ...]
    walk: Callable[[], Iterable[Step]] = field(default=tuple, repr=False)
    """Returns the steps; they take longer than the results, and few ask for them."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that led to the results."""
        return tuple(self.walk())

    def results(self) -> Iterator[Result]:
        """All results, in order."""
        for section in self.sections:
            yield from section.results

    def values(self) -> dict[str, Value]:
        """All that was derived, by key: the right-hand sides of results, and tensors by their invariant terms."""
        named: dict[str, Value] = {result.key: result.rhs for result in self.results() if result.key}
        for section in self.sections:
            named |= section.data
        return named

    def __getitem__(self, key: str) -> Any:
        """What was derived under this key."""
        named = self.values()
        if key not in named:
            raise KeyError(f"{key}; the keys are {', '.join(named)}")
        return named[key]

    def __contains__(self, key: str) -> bool:
        return key in self.values()

    def __iter__(self) -> Iterator[str]:
        return iter(self.values())
