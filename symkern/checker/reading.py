"""Reading certificates: the strict parser of the file format, and the terms that it yields.

A file that is damaged, incomplete or larger than the limits below raises `Damaged` with one sentence. Terms are
interned within one certificate, so equal terms are one object; bound variables are numbered from the inside (de
Bruijn), so terms that differ only in the name of a bound variable are one object too.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

FORMAT = 1
MOST_DIGITS = 1000
"""Digits of a numerator or denominator."""
MOST_DEPTH = 150
"""Levels of nesting of a term."""
MOST_NODES = 100_000
"""Nodes of one term."""
MOST_BYTES = 200_000_000
"""Bytes of one file."""

ARITY = {
    "sin": 1,
    "cos": 1,
    "tan": 1,
    "exp": 1,
    "log": 1,
    "atan": 1,
    "acos": 1,
    "asin": 1,
    "gamma": 1,
    "erf": 1,
    "step": 1,
    "abs": 1,
    "hyp2f1": 4,
}
BINDERS = {"integral": 2, "sum": 2, "diff": 1, "limit": 1}
"""Heads that bind a variable in their last argument, and the number of arguments before it."""
_NUMBER = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS}}}(?:/[0-9]{{1,{MOST_DIGITS}}})?", re.ASCII)
_FUNCTION = re.compile(r"fn:[\w.'-]{1,100}:[0-9a-f]{12}")
_TOP = {"format", "identities", "same_term", "other_rules", "count", "sha256"}
_IDENTITY = {"lhs", "rhs", "domain", "known", "open", "lemma"}
_INTERVAL = {"low", "high", "low_open", "high_open", "integer"}


class Damaged(ValueError):
    """A file that is not a complete certificate; the text is one sentence that says why."""


class Node:
    """A term: its head, what a leaf holds (a number, a name or an index), and its arguments."""

    __slots__ = ("args", "data", "head", "symbols")
    head: str
    data: Fraction | str | int | None
    args: tuple[Node, ...]
    symbols: frozenset[str]

    def __init__(self, head: str, data: Fraction | str | int | None, args: tuple[Node, ...]) -> None:
        self.head, self.data, self.args = head, data, args
        free = frozenset().union(*(arg.symbols for arg in args))
        self.symbols = free | {str(data)} if head == "sym" else free

    @property
    def number(self) -> Fraction | None:
        """The number that the term is, or None."""
        return self.data if isinstance(self.data, Fraction) else None

    @property
    def opaque(self) -> bool:
        """Whether the term is an integral, a sum, a derivative or a defined function."""
        return self.head in BINDERS or self.head.startswith("fn:")

    def __str__(self) -> str:
        return shown(self)


@dataclass(frozen=True)
class End:
    """An end of an interval: a + b pi, or an infinity of the given sign."""

    a: Fraction = Fraction(0)
    b: Fraction = Fraction(0)
    infinite: int = 0


@dataclass(frozen=True)
class Interval:
    """The values that a symbol may take."""

    low: End
    high: End
    low_open: bool
    high_open: bool
    integer: bool


@dataclass(frozen=True)
class Identity:
    """One equation to re-check."""

    lhs: Node
    rhs: Node
    intervals: Mapping[str, Interval]
    positive: tuple[Node, ...]
    known: tuple[Node, ...]
    open: tuple[str, ...]
    lemma: str


@dataclass(frozen=True)
class Certificate:
    """The identities of one file; `same_term` counts those that the writer left out because they read X = X."""

    identities: tuple[Identity, ...]
    same_term: int
    sha256: str


def read(path: Path) -> Certificate:
    """Return the certificate in a file.

    Parameters
    ----------
    path : Path
        File that `symkern.proofs.certificates.write` wrote.

    Returns
    -------
    Certificate
        The identities, each with its domain.

    Raises
    ------
    Damaged
        If the file is not a complete certificate of this format.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise Damaged(f"the file has more than {MOST_BYTES} bytes")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise Damaged(f"the file cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Damaged("the file is not text") from None
    return parse(text)


def parse(text: str) -> Certificate:
    """Return the certificate that a text holds; raise `Damaged` if it is not one."""
    try:
        data = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse, parse_float=_refuse)
    except RecursionError:
        raise Damaged("the file is nested too deeply") from None
    except Damaged:
        raise
    except ValueError as error:
        raise Damaged(f"the file is not complete JSON: {str(error)[:100]}") from None
    _keys(data, _TOP, "the certificate")
    if data["format"] != FORMAT or isinstance(data["format"], bool):
        raise Damaged(f"the format is {str(data['format'])[:20]}; this checker reads format {FORMAT}")
    entries = data["identities"]
    if not isinstance(entries, list):
        raise Damaged("identities must be a list")
    if not _natural(data["count"]) or data["count"] != len(entries):
        raise Damaged(f"the manifest counts {str(data['count'])[:20]} identities; the file holds {len(entries)}")
    if data["sha256"] != digest(entries):
        raise Damaged("the digest of the manifest is not the digest of the identities")
    if not _natural(data["same_term"]):
        raise Damaged("same_term must be a count")
    rules = data["other_rules"]
    if not isinstance(rules, dict) or not all(_natural(count) for count in rules.values()):
        raise Damaged("other_rules must hold counts")
    reader = _Reader()
    try:
        identities = tuple(reader.identity(entry, number) for number, entry in enumerate(entries))
    except RecursionError:
        raise Damaged("a term is nested too deeply") from None
    return Certificate(identities, data["same_term"], data["sha256"])


def digest(identities: Sequence[Any]) -> str:
    """Return the digest of a list of identities: SHA-256 of its JSON with sorted keys and without spaces."""
    try:
        text = json.dumps(identities, sort_keys=True, separators=(",", ":"))
    except (RecursionError, ValueError):
        raise Damaged("a term is nested too deeply") from None
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object as a dict; a key that is given twice has no one meaning."""
    if len(dict(pairs)) != len(pairs):
        raise Damaged("a key is given twice")
    return dict(pairs)


def _refuse(text: str) -> Any:
    raise Damaged(f"numbers are texts such as '1/2'; got {text[:20]}")


def _natural(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**12


def _keys(data: object, expected: set[str], what: str) -> None:
    if not isinstance(data, dict):
        raise Damaged(f"{what} must be an object with the keys {', '.join(sorted(expected))}")
    if missing := sorted(expected - data.keys()):
        raise Damaged(f"{what} has no {missing[0]}")
    if unknown := sorted(data.keys() - expected):
        raise Damaged(f"{what} has the unknown key {unknown[0][:40]}")


class _Reader:
    """Terms of one certificate, interned."""

    def __init__(self) -> None:
        self.nodes: dict[tuple[Any, ...], Node] = {}
        self.size = 0

    def node(self, head: str, data: Fraction | str | int | None = None, args: tuple[Node, ...] = ()) -> Node:
        key = (head, data, tuple(map(id, args)))
        found = self.nodes.get(key)
        if found is None:
            found = self.nodes[key] = Node(head, data, args)
        return found

    def identity(self, entry: object, number: int) -> Identity:
        what = f"identity {number}"
        _keys(entry, _IDENTITY, what)
        assert isinstance(entry, dict)
        if not isinstance(entry["lemma"], str) or len(entry["lemma"]) > 1000:
            raise Damaged(f"the lemma of {what} must be a name")
        known, open_ = entry["known"], entry["open"]
        if not isinstance(known, list):
            raise Damaged(f"known of {what} must be a list of terms")
        if not isinstance(open_, list) or not all(isinstance(text, str) for text in open_):
            raise Damaged(f"open of {what} must be a list of texts")
        _keys(entry["domain"], {"intervals", "positive"}, f"the domain of {what}")
        intervals, positive = entry["domain"]["intervals"], entry["domain"]["positive"]
        if not isinstance(intervals, dict) or not isinstance(positive, list):
            raise Damaged(f"the domain of {what} must hold intervals by name and a list of positive terms")
        terms = tuple(self.term(term) for term in known)
        if any(not term.opaque for term in terms):
            raise Damaged(f"known of {what} lists a term that is not opaque")
        return Identity(
            self.term(entry["lhs"]),
            self.term(entry["rhs"]),
            {_name(name): _interval(values, f"{name[:40]} in {what}") for name, values in intervals.items()},
            tuple(self.term(term) for term in positive),
            terms,
            tuple(open_),
            entry["lemma"],
        )

    def term(self, data: object) -> Node:
        """Return a whole term."""
        self.size = 0
        return self._term(data, (), 0)

    def _term(self, data: object, bound: tuple[str, ...], depth: int) -> Node:
        self.size += 1
        if depth > MOST_DEPTH or self.size > MOST_NODES:
            raise Damaged(f"a term has more than {MOST_DEPTH} levels or {MOST_NODES} nodes")
        if isinstance(data, str):
            return self.node("num", _number(data))
        if not isinstance(data, list) or not data or not isinstance(data[0], str):
            raise Damaged(f"a term must be a number as text or a list that begins with a head; got {str(data)[:40]}")
        head, rest = data[0], data[1:]
        if head == "sym":
            if len(rest) != 1:
                raise Damaged("a symbol must have one name")
            name = _name(rest[0])
            inside = bound[::-1]
            return self.node("bound", inside.index(name)) if name in inside else self.node("sym", name)
        if head in BINDERS:
            if len(rest) != BINDERS[head] + 2:
                raise Damaged(f"{head} must have {BINDERS[head] + 2} parts; got {len(rest)}")
            variable = _name(rest[0])
            outside = tuple(self._term(arg, bound, depth + 1) for arg in rest[1:-1])
            return self.node(head, None, (*outside, self._term(rest[-1], (*bound, variable), depth + 1)))
        args = tuple(self._term(arg, bound, depth + 1) for arg in rest)
        if head in ("pi", "oo"):
            right = not args
        elif head in ("+", "*") or _FUNCTION.fullmatch(head):
            right = bool(args)
        elif head == "^":
            right = len(args) == 2
        elif head in ARITY:
            right = len(args) == ARITY[head]
        else:
            raise Damaged(f"the head {head[:40]} is unknown")
        if not right:
            raise Damaged(f"{head[:40]} has {len(args)} arguments")
        return self.node(head, None, args)


def _number(text: str) -> Fraction:
    if not _NUMBER.fullmatch(text):
        raise Damaged(f"a number must be p or p/q with at most {MOST_DIGITS} digits each; got {text[:40]}")
    above, _, below = text.partition("/")
    if below and int(below) == 0:
        raise Damaged("a number has the denominator 0")
    return Fraction(int(above), int(below or 1))


def _name(name: object) -> str:
    if not isinstance(name, str) or not 0 < len(name) <= 100 or not name.isprintable():
        raise Damaged(f"a name must be a short printable text; got {str(name)[:40]}")
    return name


def _interval(data: object, what: str) -> Interval:
    _keys(data, _INTERVAL, f"the interval of {what}")
    assert isinstance(data, dict)
    if not all(isinstance(data[key], bool) for key in ("low_open", "high_open", "integer")):
        raise Damaged(f"the flags of the interval of {what} must be true or false")
    low, high = _end(data["low"], what), _end(data["high"], what)
    return Interval(low, high, data["low_open"], data["high_open"], data["integer"])


def _end(data: object, what: str) -> End:
    if data in ("oo", "-oo"):
        return End(infinite=1 if data == "oo" else -1)
    if not isinstance(data, list) or len(data) != 2 or not all(isinstance(part, str) for part in data):
        raise Damaged(f"an end of the interval of {what} must be [a, b] for a + b pi, or an infinity")
    return End(_number(data[0]), _number(data[1]))


def shown(value: Node, level: int = 0) -> str:
    """Return a term as text for messages; bound variables are shown as #0, #1, ..., counted from the inside."""
    if value.head == "num":
        return (
            f"({value.data})" if level > 1 and ("/" in str(value.data) or "-" in str(value.data)) else str(value.data)
        )
    if value.head == "sym":
        return str(value.data)
    if value.head == "bound":
        return f"#{value.data}"
    if value.head in ("pi", "oo"):
        return value.head
    if value.head == "+":
        text = " + ".join(shown(arg, 1) for arg in value.args)
        return f"({text})" if level > 0 else text
    if value.head == "*":
        text = " ".join(shown(arg, 2) for arg in value.args)
        return f"({text})" if level > 1 else text
    if value.head == "^":
        return f"{shown(value.args[0], 3)}^{shown(value.args[1], 3)}"
    name = value.head.split(":")[1] if value.head.startswith("fn:") else value.head
    return f"{name}({', '.join(shown(arg) for arg in value.args)})"
