"""Statements over a set, settled by ball arithmetic: the set is cut until every piece is enclosed within the bound."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import sympy as sp
from flint import arb, arb_series, fmpq

from symkern.claims.reading import NotANumber
from symkern.reference.precision import ball_precision
from symkern.typeset.unicode import unicode

BITS = 128
MOST_PIECES = 4000
SAMPLES = 7
"""Per side of the box, where a mutant is tried."""

Box = Mapping[sp.Symbol, tuple[str, str]]
Number: TypeAlias = Any
"""A ball, or one with its slope in a variable: the first two terms of a power series."""


@dataclass(frozen=True)
class Within:
    """|left - right| <= bound everywhere in a box. `left` takes balls by the symbols' names; it knows no `right`."""

    shown_left: str
    left: Callable[[dict[str, Number]], Number]
    right: sp.Expr
    bound: sp.Expr
    box: Box

    def with_right(self, right: sp.Expr) -> "Within":
        return replace(self, right=right)

    def shown(self) -> str:
        """The statement that is judged."""
        return f"|{self.shown_left} - ({unicode(self.right)})| ≤ {unicode(self.bound)} for {self.where()}"

    def where(self) -> str:
        """Return the box in words."""
        return ", ".join(f"{low} ≤ {unicode(symbol)} ≤ {high}" for symbol, (low, high) in self.box.items())

    def excesses(self, at: Mapping[sp.Symbol, Number]) -> tuple[Number, Number]:
        """left - right - bound and right - left - bound, neither of which may be positive."""
        left = self.left({symbol.name: value for symbol, value in at.items()})
        if not isinstance(left, arb | arb_series):
            raise NotANumber(
                f"the left side must return a ball, computed from the balls it is given; got {type(left).__name__}"
            )
        difference, bound = left - ball_of(self.right, at), ball_of(self.bound, at)
        return difference - bound, -difference - bound


@dataclass(frozen=True)
class Certificate:
    """How many pieces were enclosed; a piece where it fails, or where the engine could not tell."""

    pieces: int
    fails_at: dict[sp.Symbol, sp.Rational] | None = None
    undecided_at: dict[sp.Symbol, sp.Rational] | None = None


Piece = dict[sp.Symbol, tuple[sp.Rational, sp.Rational]]


def certify(statement: Within) -> Certificate:
    """Cut the box into halves until each piece is enclosed; the widest side is cut first."""
    pending: list[Piece] = [{s: (sp.Rational(a), sp.Rational(b)) for s, (a, b) in statement.box.items()}]
    done = 0
    with ball_precision(BITS):
        while pending:
            piece = pending.pop()
            middle = {symbol: (low + high) / 2 for symbol, (low, high) in piece.items()}
            at_middle = statement.excesses({symbol: _ball(value) for symbol, value in middle.items()})
            if any(excess > 0 for excess in at_middle):
                return Certificate(done, fails_at=middle)
            if _enclosed(statement, piece, at_middle):
                done += 1
            elif done + len(pending) > MOST_PIECES:
                return Certificate(done, undecided_at=middle)
            else:
                pending += _halves(statement.box, piece)
    return Certificate(done)


def _enclosed(statement: Within, piece: Piece, at_middle: Sequence[Number]) -> bool:
    """Whether neither excess is positive on a piece: by its value there, or by the middle and the slopes around it."""
    around = {symbol: _ball(low).union(_ball(high)) for symbol, (low, high) in piece.items()}
    if all(excess <= 0 for excess in statement.excesses(around)):
        return True
    centred = list(at_middle)
    for symbol, (low, high) in piece.items():
        moved = around | {symbol: arb_series([around[symbol], 1], prec=2)}
        offset = around[symbol] - _ball((low + high) / 2)
        slopes = (series[1] if isinstance(series, arb_series) else 0 for series in statement.excesses(moved))
        centred = [value + slope * offset for value, slope in zip(centred, slopes, strict=True)]
    return all(value <= 0 for value in centred)


def fails_somewhere(statement: Within) -> bool:
    """Whether the statement is certainly false at one of the points of a grid in the box."""
    axes = []
    for symbol, (low, high) in statement.box.items():
        first, last = sp.Rational(low), sp.Rational(high)
        axes.append([(symbol, first + (last - first) * k / (SAMPLES - 1)) for k in range(SAMPLES)])
    with ball_precision(BITS):
        for point in itertools.product(*axes):
            excesses = statement.excesses({symbol: _ball(value) for symbol, value in point})
            if any(excess > 0 or not excess.is_finite() for excess in excesses):
                return True
    return False


def _halves(box: Box, piece: Piece) -> list[Piece]:
    def width(symbol: sp.Symbol) -> sp.Rational:
        low, high = box[symbol]
        return (piece[symbol][1] - piece[symbol][0]) / (sp.Rational(high) - sp.Rational(low))

    widest = max(piece, key=width)
    low, high = piece[widest]
    return [piece | {widest: (low, (low + high) / 2)}, piece | {widest: ((low + high) / 2, high)}]


def _ball(value: sp.Rational) -> arb:
    return arb(fmpq(int(value.p), int(value.q)))


FUNCTIONS = (sp.sin, sp.cos, sp.acos, sp.asin, sp.atan, sp.exp, sp.log, sp.erf, sp.erfc, sp.gamma)
"""Those that flint has under the same name."""


def ball_of(expr: sp.Expr, at: Mapping[sp.Symbol, Number]) -> Number:
    """An expression in balls.

    >>> ball_of(sp.sqrt(2) * sp.sin(sp.pi / 4), {}).contains(1)
    True
    """
    if expr in at:
        return at[expr]
    if isinstance(expr, sp.Rational):
        return _ball(expr)
    if expr is sp.pi:
        return arb.pi()
    if expr is sp.E:
        return arb(1).exp()
    arguments = [ball_of(argument, at) for argument in expr.args]
    if isinstance(expr, sp.Add):
        return sum(arguments[1:], arguments[0])
    if isinstance(expr, sp.Mul):
        product = arguments[0]
        for factor in arguments[1:]:
            product = product * factor
        return product
    if isinstance(expr, sp.Pow):
        exponent = expr.exp
        if isinstance(exponent, sp.Integer):
            return arguments[0] ** int(exponent)
        return arguments[0].sqrt() if exponent == sp.Rational(1, 2) else arguments[0] ** arguments[1]
    if isinstance(expr, FUNCTIONS):
        return getattr(arguments[0], type(expr).__name__)()
    raise NotImplementedError(f"{type(expr).__name__} has no form in balls yet")
