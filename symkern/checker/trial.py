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
POINTS = 8
"""Points at which an identity is tried."""
GOLDEN = Fraction(121393, 196418)
"""Ratio of two numbers of Fibonacci, near (sqrt(5) - 1)/2."""
TRIES = 200
"""Points that are drawn to find those."""


class _NoValueError(Exception):
    """A term that cannot be evaluated at a point."""


def _arb(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def points(identity: Identity) -> Iterator[dict[str, Fraction]]:
    """Yield points inside the intervals of an identity, spread over them, the same at every call."""
    chance = random.Random(20)
    pools = {name: (of_interval(values), values.integer) for name, values in identity.intervals.items()}
    starts = {name: Fraction(chance.randrange(1, 1000), 1000) for name in pools}
    for number in range(TRIES):
        point = {}
        for place, (name, (values, integer)) in enumerate(pools.items()):
            if values is None:
                return
            # multiples of the golden ratio, and of its powers for later symbols, spread evenly
            share = (starts[name] + number * GOLDEN ** (place + 1)) % 1
            point[name] = _at(values, integer, Fraction(int(share * 998) + 1, 1000))
        yield point


def _at(values: Range, integer: bool, share: Fraction) -> Fraction:
    """Return the value at a share between 0 and 1 of a range; an unbounded one is cut after a few units."""
    with ctx.workprec(BITS):
        low = None if values.low.infinite else bounds(ball(values.low))
        high = None if values.high.infinite else bounds(ball(values.high))
    first = (values.low.a if values.low.b == 0 else low[1]) if low else None
    last = (values.high.a if values.high.b == 0 else high[0]) if high else None
    size = Fraction(6 if integer else 4)
    if first is None:
        first = (last - size) if last is not None else -size
    if last is None:
        last = first + (size if low else 2 * size)
    if not integer:
        value = first + (last - first) * share
        short = value.limit_denominator(1000)
        return short if first < short < last else value
    return first + int((last - first + 1) * share)


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


def refuted(identity: Identity, classes: Mapping[Node, int], bits: int = BITS) -> str:
    """Return where and how an identity fails, or an empty text.

    Parameters
    ----------
    identity : Identity
        The identity to try.
    classes : mapping of Node to int
        Numbers of the opaque terms, equal for equal ones; a term that is not there is not evaluated.
    bits : int, default 200
        Precision of the balls.
    """
    for number, point in enumerate(witnesses(identity)):
        chance = random.Random(number)
        values = {k: Fraction(chance.randrange(100, 900), 300) for k in sorted(set(classes.values()))}
        opaque = {node: values[k] for node, k in classes.items()}
        try:
            with ctx.workprec(bits):
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
            return _repeated(base, int(whole))
        if not base > 0:
            raise _NoValueError
        return base**exponent


def _repeated(base: arb, exponent: int) -> arb:
    """Return an integer power by squaring; flint's own power of a ball around 0 has no value."""
    square = base if exponent >= 0 else 1 / base
    product = arb(1)
    rest = abs(exponent)
    while rest:
        if rest % 2:
            product *= square
        square *= square
        rest //= 2
    return product
