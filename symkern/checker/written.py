"""Ranges of terms as they are written, with exact ends, on the intervals of the symbols."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from flint import arb

from symkern.checker.ranges import (
    ERF,
    EXP,
    INFINITE,
    LOG,
    MINUS_ONE,
    ONE,
    PI,
    POSITIVE,
    REALS,
    ZERO,
    Range,
    absolute,
    add,
    arcus,
    cosine,
    fmpq_of,
    inverse,
    less,
    monotone,
    multiply,
    point,
    power,
    sign,
    within,
)
from symkern.checker.reading import End, Node


class Ranges:
    """Ranges of terms as they are written, on the intervals of the symbols.

    The terms are taken to have values: who asks proves that apart.
    """

    def __init__(self, symbols: Mapping[str, Range], bound: tuple[Range, ...] = ()) -> None:
        self.symbols = symbols
        self.bound = bound  # ranges of bound variables, that of the innermost binder last
        self.of = lru_cache(maxsize=None)(self._of)

    def _of(self, node: Node) -> Range:
        head, args = node.head, node.args
        if head == "num":
            return point(node.number or Fraction(0))
        if head == "pi":
            return point(PI)
        if head == "sym":
            return self.symbols.get(str(node.data), REALS)
        if head == "bound":
            index = int(str(node.data))
            return self.bound[-1 - index] if index < len(self.bound) else REALS
        if head == "integral":
            return self._integral(*args)
        if node.opaque or head == "oo":
            return REALS
        inner = [self.of(arg) for arg in args]
        if head == "+":
            found = inner[0]
            for other in inner[1:]:
                found = add(found, other)
            return found
        if head == "*":
            return self._times(args)
        if head == "^":
            return self._power(args[1], inner[0], inner[1])
        return _function(head, inner)

    def _integral(self, lower: Node, upper: Node, body: Node) -> Range:
        """Return the range of an integral that has a value: positive if its integrand is, between limits in order."""
        low, high = self._limit(lower), self._limit(upper)
        if low is None or high is None or not less(low, high):
            return REALS
        inner = Ranges(self.symbols, (*self.bound, Range(low, high)))
        return POSITIVE if inner.of(body).sign() == 1 else REALS

    def _limit(self, node: Node) -> End | None:
        """Return a limit of integration that is a number or an infinity."""
        if node.head == "oo":
            return INFINITE
        if node.head == "*" and len(node.args) == 2 and node.args[1].head == "oo":
            return End(infinite=self.of(node.args[0]).sign() or 0) if self.of(node.args[0]).sign() else None
        values = self.of(node)
        return values.low if values.low == values.high and not values.low.infinite else None

    def _times(self, factors: tuple[Node, ...]) -> Range:
        """Return the range of a product; equal factors are one power."""
        counts: dict[Node, int] = {}
        for factor in factors:
            counts[factor] = counts.get(factor, 0) + 1
        found = point(Fraction(1))
        for factor, count in counts.items():
            found = multiply(found, power(self.of(factor), count))
        return found

    def _power(self, exponent: Node, base: Range, values: Range) -> Range:
        constant = values.low if values.low == values.high else None
        if constant is not None and constant.b == 0 and constant.a.denominator == 1:
            return power(base, int(constant.a)) if abs(constant.a) < 10**6 else REALS
        if base.sign() != 1:
            return REALS
        if constant is not None and constant.b == 0:
            share = constant.a
            exact = {ONE: ONE}
            exact |= {ZERO: ZERO, INFINITE: INFINITE} if share > 0 else {ZERO: INFINITE, INFINITE: ZERO}
            raised = monotone(base, exact, lambda x: x ** arb(fmpq_of(share)), rising=share > 0)
            return raised if sign(raised.low) > 0 else Range(ZERO, raised.high, True, raised.high_open)
        return POSITIVE


def _function(head: str, inner: list[Range]) -> Range:
    values = inner[0]
    if head == "cos":
        return cosine(values)
    if head == "sin":
        return cosine(add(values, point(End(b=Fraction(-1, 2)))))
    if head == "tan":
        branch = cosine(values)
        sine = cosine(add(values, point(End(b=Fraction(-1, 2)))))
        return multiply(sine, inverse(branch)) if branch.sign() else REALS
    if head == "exp":
        raised = monotone(values, EXP, arb.exp)
        return raised if sign(raised.low) > 0 else Range(ZERO, raised.high, True, raised.high_open)
    if head == "log":
        return monotone(within(values, ZERO, INFINITE), LOG, arb.log) if values.sign() == 1 else REALS
    if head in ("atan", "asin", "acos"):
        return arcus(head, values)
    if head == "gamma":
        return POSITIVE if values.sign() == 1 else REALS
    if head == "erf":
        raised = monotone(values, ERF, arb.erf)
        return within(raised, MINUS_ONE, ONE)
    if head == "abs":
        return absolute(values)
    if head == "step":
        return point(Fraction(1 if values.sign() == 1 else 0)) if values.sign() else Range(ZERO, ONE, False, False)
    if head == "hyp2f1" and all(part.sign() == 1 for part in inner[:3]) and inner[3].not_negative():
        return Range(ONE, INFINITE, False, True)  # all coefficients of the series are positive
    return REALS
