"""Theorems: statements on a domain that only the rules of this package can make.

A theorem says that its statement holds for all values of its symbols in its domain, provided the conditions in
`hypotheses` hold and the cited theorems are true. A statement that two terms are equal says also that both have a value
everywhere on the domain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from symkern.proofs.domains import Domain, Interval
from symkern.proofs.normal_form import Condition
from symkern.proofs.terms import BINDERS, Term, shown, substituted


class NotProved(ArithmeticError):
    """A rule does not apply: the statement is wrong, or beyond the engine. The message says what remained."""


@dataclass(frozen=True)
class Equal:
    """The two terms have the same value."""

    lhs: Term
    rhs: Term

    def __str__(self) -> str:
        return f"{shown(self.lhs)} = {shown(self.rhs)}"


@dataclass(frozen=True)
class Less:
    """The first term is smaller than the second."""

    lhs: Term
    rhs: Term

    def __str__(self) -> str:
        return f"{shown(self.lhs)} < {shown(self.rhs)}"


@dataclass(frozen=True)
class HasValue:
    """The term has a value: an integral converges, a derivative exists."""

    term: Term

    def __str__(self) -> str:
        return f"{shown(self.term)} has a value"


@dataclass(frozen=True)
class HasDerivative:
    """A function of a variable, which runs through an open interval, has this derivative everywhere."""

    variable: Term
    function: Term
    slope: Term

    def __str__(self) -> str:
        return f"d/d{self.variable} {shown(self.function)} = {shown(self.slope)}"


@dataclass(frozen=True)
class Tends:
    """A function of a variable tends to a value as the variable tends to an end of its open interval."""

    variable: Term
    at: Term
    function: Term
    value: Term
    within: Interval | None = None
    """The open interval of the variable, where it is needed to compose limits."""

    def __str__(self) -> str:
        return f"{shown(self.function)} -> {shown(self.value)} as {self.variable} -> {shown(self.at)}"


Statement: TypeAlias = Equal | Less | HasValue | HasDerivative | Tends


def terms_of(statement: Statement) -> tuple[Term, ...]:
    """Return the terms of a statement, all of which have values."""
    if isinstance(statement, HasValue):
        return (statement.term,)
    if isinstance(statement, HasDerivative):
        return (statement.function, statement.slope)
    if isinstance(statement, Tends):  # the function has a value where the variable is, which is not in the domain
        return (statement.value,)
    return (statement.lhs, statement.rhs)


def mapped(statement: Statement, values: Mapping[str, Term]) -> Statement:
    """Return a statement with terms in the place of symbols."""
    if isinstance(statement, HasDerivative):
        bound = statement.variable.name
        if bound in values or any(bound in value.symbols for value in values.values()):
            raise NotProved(f"{bound} is the variable of the derivative and cannot be replaced")
        function, slope = (substituted(part, values) for part in (statement.function, statement.slope))
        return HasDerivative(statement.variable, function, slope)
    if isinstance(statement, Tends):
        bound = statement.variable.name
        if bound in values or any(bound in value.symbols for value in values.values()):
            raise NotProved(f"{bound} is the variable of the limit and cannot be replaced")
        at, function, limit = (
            substituted(part, values) for part in (statement.at, statement.function, statement.value)
        )
        return Tends(statement.variable, at, function, limit, statement.within)
    return type(statement)(*(substituted(part, values) for part in terms_of(statement)))


_RULES_ONLY = object()


class Theorem:
    """A statement, its domain, the rule and the theorems it came from, and what it still rests on.

    Attributes
    ----------
    statement, domain : what holds, and for which values of the symbols
    rule, premises : how it was concluded, and from which theorems
    hypotheses : conditions that were not shown; a theorem with one is not `proved`
    cites : names of the cited theorems it rests on
    conditions : side conditions that the bounds of the domain showed
    compared : of an identity, the two sides whose difference has the normal form 0, for re-checking by other programs
    name, because, source : of a lemma, its name, a reason for readers, and where it stands in print
    """

    __slots__ = (
        "because", "cites", "compared", "conditions", "domain", "hypotheses", "name", "premises", "rule", "source",
        "statement",
    )  # fmt: skip
    statement: Statement
    domain: Domain
    rule: str
    premises: tuple[Theorem, ...]
    hypotheses: frozenset[Condition]
    cites: frozenset[str]
    conditions: tuple[Condition, ...]
    compared: tuple[Term, Term] | None
    name: str
    because: str
    source: str

    def __init__(self, key: object, **fields: object) -> None:
        if key is not _RULES_ONLY:
            raise TypeError("a theorem is made by a rule of symkern.proofs")
        for name in self.__slots__:
            object.__setattr__(self, name, fields[name])

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name}: a theorem does not change")

    def __reduce__(self) -> str | tuple[object, ...]:
        raise TypeError("a theorem is not copied or stored: it is proved again")

    def __str__(self) -> str:
        text = f"{self.statement}   for {self.domain}"
        return text + "".join(f"\n  if {condition}" for condition in sorted(map(str, self.hypotheses)))

    @property
    def proved(self) -> bool:
        """Whether nothing is left open."""
        return not self.hypotheses

    @property
    def lhs(self) -> Term:
        """The left side of an equation."""
        return self._side(0)

    @property
    def rhs(self) -> Term:
        """The right side of an equation."""
        return self._side(1)

    def _side(self, index: int) -> Term:
        if not isinstance(self.statement, Equal):
            raise NotProved(f"an equation is needed; this theorem says: {self.statement}")
        return terms_of(self.statement)[index]

    def ancestors(self) -> Iterator[Theorem]:
        """Yield the theorems this one rests on, each once and before those that use it, itself last."""
        seen: set[int] = set()

        def walk(here: Theorem) -> Iterator[Theorem]:
            if id(here) in seen:
                return
            seen.add(id(here))
            for premise in here.premises:
                yield from walk(premise)
            yield here

        return walk(self)

    def named(self, name: str, because: str = "", source: str = "") -> Theorem:
        """Return the same theorem as a lemma with a name, a reason for readers, and where it stands in print."""
        fields = {field: getattr(self, field) for field in self.__slots__}
        return Theorem(_RULES_ONLY, **fields | {"name": name, "because": because, "source": source})


def conclude(
    rule: str,
    statement: Statement,
    domain: Domain,
    premises: Iterable[Theorem] = (),
    *,
    used: Iterable[Condition] = (),
    open_: Iterable[Condition] = (),
    cites: Iterable[str] = (),
    compared: tuple[Term, Term] | None = None,
    closed: Iterable[Condition] = (),
) -> Theorem:
    """Make a theorem. Rules call this; nothing else may. `closed` are hypotheses that another premise proves."""
    premises = tuple(premises)
    bound = {statement.variable.name} if isinstance(statement, Tends) else set()
    parts = (*terms_of(statement), statement.function) if isinstance(statement, Tends) else terms_of(statement)
    for part in parts:
        if unknown := part.symbols - domain.intervals.keys() - bound:
            raise NotProved(f"{', '.join(sorted(unknown))} has no domain in: {statement}")
    hypotheses = frozenset(open_).union(*(premise.hypotheses for premise in premises))
    cited = frozenset(cites).union(*(premise.cites for premise in premises))
    return Theorem(
        _RULES_ONLY,
        statement=statement,
        domain=domain,
        rule=rule,
        premises=premises,
        hypotheses=hypotheses - frozenset(closed),
        cites=cited,
        conditions=tuple(used),
        compared=compared,
        name="",
        because="",
        source="",
    )


def valued(theorems: Iterable[Theorem]) -> frozenset[Term]:
    """Return the opaque terms outside binders that theorems speak of, which therefore have values."""
    found: set[Term] = set()

    def walk(part: Term) -> None:
        found.add(part)
        if part.head not in BINDERS:
            for arg in part.args:
                walk(arg)

    for theorem in theorems:
        for part in terms_of(theorem.statement):
            walk(part)
    return frozenset(part for part in found if part.head in (*BINDERS, "fn"))
