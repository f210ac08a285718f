"""Conditions that are proved hold: at closed ends, next to open ones and between, in ball arithmetic."""

from __future__ import annotations

import itertools
import json
import random
from fractions import Fraction
from typing import Any

import pytest
from checker.by_hand import add, certificate, cos, gamma, identity, interval, inv, mul, pi, power, sin, sqrt, sym, tan
from flint import arb, ctx, fmpq

from symkern.checker import parse
from symkern.checker.checking import missing

Data = Any
ENDS = [
    ("0", "0"),
    ("1", "0"),
    ("-1", "0"),
    ("2", "0"),
    ("1/2", "0"),
    ("0", "1/2"),
    ("0", "1"),
    ("0", "1/4"),
    ("0", "-1/2"),
]
BITS = 150
SHARES = (1e-9, 0.01, 0.2, 0.35, 0.5, 0.65, 0.8, 0.99, 1 - 1e-9)


def ball(text: str) -> arb:
    number = Fraction(text)
    return arb(fmpq(number.numerator, number.denominator))


def end(pair: tuple[str, str]) -> arb:
    return ball(pair[0]) + ball(pair[1]) * arb.pi()


def value(term: Data, point: dict[str, arb]) -> arb:
    """Return a polynomial in sines and cosines at a point."""
    if isinstance(term, str):
        return ball(term)
    head, *args = term
    if head == "sym":
        return point[args[0]]
    if head == "pi":
        return arb.pi()
    if head == "^":
        inner = value(args[0], point)
        return inner * inner
    inner_values = [value(arg, point) for arg in args]
    if head == "+":
        return sum(inner_values[1:], inner_values[0])
    if head == "*":
        product = inner_values[0]
        for other in inner_values[1:]:
            product = product * other
        return product
    return getattr(inner_values[0], head)()


def drawn_interval(chance: random.Random) -> tuple[Data, list[arb]]:
    """Return an interval and points of it, its closed ends included."""
    low, high = sorted(chance.sample(ENDS, 2), key=lambda pair: float(end(pair).mid()))
    ends = chance.choice("([") + chance.choice(")]")
    first, last = end(low), end(high)
    points = [first + (last - first) * arb(share) for share in SHARES]
    points += [first] if ends[0] == "[" else []
    points += [last] if ends[1] == "]" else []
    return interval(low, high, ends), points


def drawn_term(chance: random.Random, depth: int) -> Data:
    symbol = sym(chance.choice("xy"))
    angle = chance.choice([symbol, mul("2", symbol), mul("1/2", symbol), add(mul("1/2", pi), mul("-1", symbol))])
    if depth == 0 or chance.random() < 0.2:
        return chance.choice([symbol, sin(angle), cos(angle), cos(angle), "1", "2"])
    kind = chance.randrange(4)
    if kind < 2:
        share = chance.choice(["1", "-1", "2", "-1/2"])
        return add(drawn_term(chance, depth - 1), mul(share, drawn_term(chance, depth - 1)))
    if kind == 2:
        return mul(drawn_term(chance, depth - 1), drawn_term(chance, depth - 1))
    return power(drawn_term(chance, depth - 1), "2")


@pytest.mark.parametrize("seed", range(3))
def test_a_proved_condition_holds(seed: int) -> None:
    chance = random.Random(seed)
    proved = 0
    for _ in range(25):
        with ctx.workprec(BITS):
            (x, at_x), (y, at_y) = drawn_interval(chance), drawn_interval(chance)
        inner = drawn_term(chance, chance.choice([1, 1, 2]))
        partial, needed, positive = chance.choice(
            [
                (inv(inner), inner, False),
                (sqrt(inner), inner, True),
                (tan(inner), cos(inner), False),
                (gamma(inner), inner, True),
            ]
        )
        (found,) = parse(json.dumps(certificate(identity(mul("0", partial), "0", x=x, y=y)))).identities
        reason, _ = missing(found)
        if reason:
            continue
        proved += 1
        with ctx.workprec(BITS):
            values = [value(needed, {"x": a, "y": b}) for a, b in itertools.product(at_x, at_y)]
        signs = {1 if here > 0 else -1 if here < 0 else 0 for here in values}
        assert signs in ([{1}] if positive else [{1}, {-1}]), (partial, x, y)
    assert proved > 2
