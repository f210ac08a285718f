"""Trial of an identity in ball arithmetic at points of its domain: disjoint balls refute it.

Opaque terms are given arbitrary values, the same for equal ones. An identity that fails for some of these values does
not follow from the laws alone, which is what a certificate says of it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction

from flint import arb, ctx, fmpq

from symkern.checker.ranges import Range, ball, bounds, of_interval
from symkern.checker.reading import Identity, Node

BITS = 200
POINTS = 6
"""Points at which an identity is tried."""
TRIES = 200
"""Points that are drawn to find those."""


class _NoValueError(Exception):
    """A term that cannot be evaluated at a point."""


def _arb(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def points(identity: Identity) -> Iterator[dict[str, Fraction]]:
    """Yield points inside the intervals of an identity, the same at every call."""
    chance = random.Random(20)
    pools = {name: (of_interval(values), values.integer) for name, values in identity.intervals.items()}
    for _ in range(TRIES):
        point = {}
        for name, (values, integer) in pools.items():
            if values is None:
                return
            point[name] = _drawn(values, integer, chance)
        yield point


def _drawn(values: Range, integer: bool, chance: random.Random) -> Fraction:
    with ctx.workprec(BITS):
        low = None if values.low.infinite else bounds(ball(values.low))
        high = None if values.high.infinite else bounds(ball(values.high))
    exact_low, exact_high = values.low.b == 0, values.high.b == 0
    if integer:
        first = int(values.low.a) if low is not None else None
        last = int(values.high.a) if high is not None else None
        if first is None:
            return (
                Fraction((last or 0) - chance.randrange(6)) if last is not None else Fraction(chance.randrange(-5, 6))
            )
        return Fraction(first + chance.randrange(min(6, (last - first + 1) if last is not None else 6)))
    share = Fraction(chance.randrange(1, 1000), 1000)
    start = values.low.a if exact_low else (low[1] if low else Fraction(0))
    stop = values.high.a if exact_high else (high[0] if high else Fraction(0))
    if low is not None and high is not None:
        return start + (stop - start) * share
    if low is not None:
        return start + 4 * share
    if high is not None:
        return stop - 4 * share
    return 8 * share - 4


def witnesses(identity: Identity) -> Iterator[dict[str, Fraction]]:
    """Yield points at which all positive terms of the domain are shown to be positive."""
    found = 0
    for point in points(identity):
        try:
            with ctx.workprec(BITS):
                right = all(bool(_Values(point, {}).of(term) > 0) for term in identity.positive)
        except _NoValueError:
            continue
        if right:
            found += 1
            yield point
            if found == POINTS:
                return


def refuted(identity: Identity, classes: Mapping[Node, int]) -> str:
    """Return where and how an identity fails, or an empty text.

    Parameters
    ----------
    identity : Identity
        The identity to try.
    classes : mapping of Node to int
        Numbers of the opaque terms, equal for equal ones; a term that is not there is not evaluated.
    """
    for number, point in enumerate(witnesses(identity)):
        chance = random.Random(number)
        values = {k: Fraction(chance.randrange(100, 900), 300) for k in sorted(set(classes.values()))}
        opaque = {node: values[k] for node, k in classes.items()}
        try:
            with ctx.workprec(BITS):
                known = _Values(point, opaque)
                left, right = known.of(identity.lhs), known.of(identity.rhs)
                if not left.overlaps(right):
                    place = ", ".join(f"{name} = {value}" for name, value in point.items()) or "all points"
                    free = " for some values of its opaque terms" if opaque else ""
                    return f"{left.str(8, radius=False)} against {right.str(8, radius=False)} at {place}{free}"
        except _NoValueError:
            continue
    return ""


class _Values:
    """Balls of terms at one point."""

    def __init__(self, point: Mapping[str, Fraction], opaque: Mapping[Node, Fraction]) -> None:
        self.point, self.opaque = point, opaque
        self.done: dict[Node, arb] = {}

    def of(self, node: Node) -> arb:
        if node not in self.done:
            value = self._of(node)
            if not value.is_finite():
                raise _NoValueError
            self.done[node] = value
        return self.done[node]

    def _of(self, node: Node) -> arb:
        head = node.head
        if head == "num":
            return _arb(node.number or Fraction(0))
        if head == "pi":
            return arb.pi()
        if head == "sym" and str(node.data) in self.point:
            return _arb(self.point[str(node.data)])
        if node in self.opaque:
            return _arb(self.opaque[node])
        if node.opaque or head in ("oo", "bound", "sym"):
            raise _NoValueError
        inner = [self.of(arg) for arg in node.args]
        if head == "+":
            return sum(inner[1:], inner[0])
        if head == "*":
            product = inner[0]
            for other in inner[1:]:
                product *= other
            return product
        if head == "^":
            return self._power(inner[0], inner[1])
        if head == "hyp2f1":
            if not abs(inner[3]) < 1:
                raise _NoValueError
            return inner[3].hypgeom_2f1(inner[0], inner[1], inner[2])
        if head == "step":
            if inner[0] > 0:
                return arb(1)
            if inner[0] < 0:
                return arb(0)
            raise _NoValueError
        function = {"abs": arb.__abs__}.get(head) or getattr(arb, head)
        return arb(function(inner[0]))

    def _power(self, base: arb, exponent: arb) -> arb:
        whole = exponent.unique_fmpz()
        if whole is not None and exponent.is_exact():
            if abs(int(whole)) > 10_000 or (whole <= 0 and base.contains(0)):
                raise _NoValueError
            return base ** int(whole)
        if not base > 0:
            raise _NoValueError
        return base**exponent
