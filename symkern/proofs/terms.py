"""Terms: the expressions that theorems are about.

A term is a tree that is never simplified: `x - x` is not 0 until the rule `identity` has proved it, with the side
conditions that it takes; but sums of sums and products of products are one sum and one product. Equal trees are one
object, so `is` compares them.

Bound variables have no names. The body of an integral, derivative or sum refers to its variable by counting binders
outwards (de Bruijn's indices), so terms that differ in the name of a bound variable are the same, and a substitution
cannot capture one. The name that was typed is kept for printing only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

TermLike: TypeAlias = "Term | int | Fraction"
BINDERS = ("integral", "diff", "sum", "limit")
"""Heads whose last argument is the body, under one bound variable."""
_known: WeakValueDictionary[tuple[Any, ...], Term] = WeakValueDictionary()


class Term:
    """A node: a head, what the head needs besides (`data`: a number, a name, an index, a definition), and arguments.

    `symbols` are the names of its free symbols; `loose` says how many binders it expects around it.
    """

    __slots__ = ("__weakref__", "args", "data", "head", "loose", "symbols")
    head: str
    data: Hashable
    args: tuple[Term, ...]
    symbols: frozenset[str]
    loose: int

    def __new__(cls, head: str, data: Hashable = None, args: tuple[Term, ...] = ()) -> Term:
        if head in ("+", "*"):
            args = tuple(part for arg in args for part in (arg.args if arg.head == head else (arg,)))
        key = (head, data, args)
        found = _known.get(key)
        if found is not None:
            return found
        self = super().__new__(cls)
        self.head, self.data, self.args = head, data, args
        self.symbols = frozenset({str(data)}) if head == "sym" else frozenset().union(*(a.symbols for a in args))
        inner = [arg.loose for arg in args]
        if head in BINDERS:
            inner[-1] = max(0, inner[-1] - 1)
        self.loose = int(str(data)) + 1 if head == "bound" else max(inner, default=0)
        return _known.setdefault(key, self)

    def __reduce__(self) -> tuple[Callable[..., Term], tuple[Any, ...]]:
        return Term, (self.head, self.data, self.args)

    def __add__(self, other: TermLike) -> Term:
        return Term("+", None, (self, term(other)))

    def __radd__(self, other: TermLike) -> Term:
        return term(other) + self

    def __mul__(self, other: TermLike) -> Term:
        return Term("*", None, (self, term(other)))

    def __rmul__(self, other: TermLike) -> Term:
        return term(other) * self

    def __neg__(self) -> Term:
        return -1 * self

    def __sub__(self, other: TermLike) -> Term:
        return self + -1 * term(other)

    def __rsub__(self, other: TermLike) -> Term:
        return term(other) - self

    def __pow__(self, exponent: TermLike) -> Term:
        return Term("^", None, (self, term(exponent)))

    def __rpow__(self, base: TermLike) -> Term:
        return term(base) ** self

    def __truediv__(self, other: TermLike) -> Term:
        return self * term(other) ** -1

    def __rtruediv__(self, other: TermLike) -> Term:
        return term(other) / self

    def __repr__(self) -> str:
        return shown(self)

    @property
    def name(self) -> str:
        """The name of a symbol or of a defined function."""
        return str(getattr(self.data, "name", self.data))

    def subterms(self) -> Iterator[Term]:
        """Yield this term and all below it, those under binders included."""
        yield self
        for arg in self.args:
            yield from arg.subterms()


def term(value: TermLike) -> Term:
    """Return a number as a term; terms are returned as they are."""
    if isinstance(value, Term):
        return value
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise TypeError(f"a term is built from integers, fractions and terms; got {value!r}")
    return Term("num", Fraction(value))


def sym(name: str) -> Term:
    """Return the symbol of this name. What values it may take is said by a domain, never by the symbol."""
    return Term("sym", name)


def symbols(names: str) -> tuple[Term, ...]:
    """Return symbols, their names separated by spaces."""
    return tuple(sym(name) for name in names.split())


pi, oo = Term("pi"), Term("oo")
half = term(Fraction(1, 2))
FUNCTIONS = ("sin", "cos", "tan", "exp", "log", "atan", "acos", "asin", "gamma", "erf", "step", "abs", "hyp2f1")


def _function(name: str) -> Callable[..., Term]:
    def apply(*args: TermLike) -> Term:
        return Term(name, None, tuple(term(arg) for arg in args))

    apply.__name__ = name
    return apply


sin, cos, tan, exp, log, atan, acos, asin, gamma, erf, step, absolute, hyp2f1 = map(_function, FUNCTIONS)


def sqrt(value: TermLike) -> Term:
    """Return the square root, which is the power 1/2."""
    return term(value) ** half


def integral(body: TermLike, variable: Term, lower: TermLike, upper: TermLike) -> Term:
    """Return the Lebesgue integral of the body over the open interval between the limits."""
    return Term("integral", None, (term(lower), term(upper), abstracted(term(body), variable)))


def derivative(body: TermLike, variable: Term) -> Term:
    """Return the derivative of the body by a symbol, taken at that symbol."""
    return Term("diff", None, (variable, abstracted(term(body), variable)))


def total(body: TermLike, index: Term, lower: TermLike, upper: TermLike) -> Term:
    """Return the sum of the body over the integers from `lower` to `upper`."""
    return Term("sum", None, (term(lower), term(upper), abstracted(term(body), index)))


def limit(body: TermLike, variable: Term, point: TermLike) -> Term:
    """Return the limit of the body as a symbol falls to a point, from above."""
    return Term("limit", None, (term(point), abstracted(term(body), variable)))


def abstracted(body: Term, variable: Term) -> Term:
    """Return a body for a binder: the symbol becomes the bound variable."""
    if variable.head != "sym":
        raise TypeError(f"a bound variable is a symbol; got {variable}")
    return _walk(body, 0, lambda part, depth: Term("bound", depth) if part is variable else None, lifted=True)


def opened(binder: Term, value: Term) -> Term:
    """Return the body of a binder with this term, which has no loose variable, in the place of the bound one."""
    if value.loose:
        raise ValueError("a bound variable may be replaced by a closed term only")

    def replace(part: Term, depth: int) -> Term | None:
        if part.head != "bound" or int(str(part.data)) < depth:
            return None
        index = int(str(part.data))
        return value if index == depth else Term("bound", index - 1)

    return _walk(binder.args[-1], 0, replace)


def substituted(where: Term, values: Mapping[str, Term]) -> Term:
    """Return a term with closed terms in the place of symbols, all at once."""
    if any(value.loose for value in values.values()):
        raise ValueError("a symbol may be replaced by a closed term only")
    if not where.symbols & values.keys():
        return where
    return _walk(where, 0, lambda part, _: values.get(part.name) if part.head == "sym" else None)


def replaced(where: Term, old: Term, new: Term) -> Term:
    """Return a term with every occurrence of a closed term, under binders too, replaced by another closed one."""
    if old.loose or new.loose:
        raise ValueError("a term with a loose bound variable cannot be replaced")
    return _walk(where, 0, lambda part, _: new if part is old else None)


def _walk(where: Term, depth: int, change: Callable[[Term, int], Term | None], lifted: bool = False) -> Term:
    """Rebuild a term, each part changed where `change` returns something; `lifted` makes room for one more binder."""
    changed = change(where, depth)
    if changed is not None:
        return changed
    if where.head == "bound":
        index = int(str(where.data))
        return Term("bound", index + 1) if lifted and index >= depth else where
    if not where.args:
        return where
    last = len(where.args) - 1
    inside = [depth + (where.head in BINDERS and k == last) for k in range(last + 1)]
    return Term(
        where.head,
        where.data,
        tuple(_walk(arg, deep, change, lifted) for arg, deep in zip(where.args, inside, strict=True)),
    )


def fresh(avoid: frozenset[str], wanted: str = "x") -> Term:
    """Return a symbol whose name is not among those to avoid."""
    name, count = wanted, 0
    while name in avoid:
        count += 1
        name = f"{wanted}{count}"
    return sym(name)


def shown(value: Term) -> str:
    """Return a term in plain text, bound variables named.

    >>> x = sym("x")
    >>> shown(integral(x ** 2 * sin(x), x, 0, pi))
    'integral(x^2 sin(x), x, 0, pi)'
    """
    return _shown(value, value.symbols, 0)


def _shown(value: Term, taken: frozenset[str], outer: int) -> str:
    """Return the text of a term; it is put in parentheses where the operator around it binds more tightly."""

    def part(arg: Term, level: int) -> str:
        return _shown(arg, taken, level)

    if value.head == "num":
        number = Fraction(str(value.data))
        return f"({number})" if outer > 1 and (number < 0 or number.denominator > 1) else str(number)
    if value.head in ("sym", "pi", "oo"):
        return value.name if value.head == "sym" else value.head
    if value.head == "bound":
        return f"#{value.data}"
    if value.head == "+":
        text = " + ".join(part(arg, 1) for arg in value.args).replace("+ -1 ", "- ")
        return f"({text})" if outer > 0 else text
    if value.head == "*":
        text = " ".join(part(arg, 2) for arg in value.args)
        return f"({text})" if outer > 1 else text
    if value.head == "^":
        return f"{part(value.args[0], 3)}^{part(value.args[1], 3)}"
    if value.head in BINDERS:
        variable = fresh(taken)
        body = _shown(opened(value, variable), taken | {variable.name}, 0)
        ends = ", ".join(part(arg, 0) for arg in value.args[:-1])
        return f"{value.head}({body}, {variable.name}, {ends})"
    return f"{value.name if value.head == 'fn' else value.head}({', '.join(part(arg, 0) for arg in value.args)})"


def as_data(value: Term, taken: frozenset[str] | None = None) -> Any:
    """Return a term as nested lists for JSON: `["+", ...]`, `["integral", "x", low, high, body]`, numbers as text."""
    taken = value.symbols if taken is None else taken
    if value.head == "num":
        return str(value.data)
    if value.head == "sym":
        return ["sym", value.name]
    if value.head in BINDERS:
        variable = fresh(taken, "x")
        body = as_data(opened(value, variable), taken | {variable.name})
        return [value.head, variable.name, *(as_data(arg, taken) for arg in value.args[:-1]), body]
    head = f"fn:{value.name}:{_digest(value.data)}" if value.head == "fn" else value.head
    return [head, *(as_data(arg, taken) for arg in value.args)]


def _digest(definition: Hashable) -> str:
    """Return a short name for a definition, the same for the same one only."""
    return hashlib.sha256(repr(definition).encode()).hexdigest()[:12]
