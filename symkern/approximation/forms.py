"""The kernel of two unit vectors as a function of their cosine, in double precision: the form it takes, its numbers.

* an integer degree: P_n(c) for c > 0, and s^(n+1/2) times a positive series in s = 1 - |c| on both sides;
* another degree: the same power and series for c < 0; for c > 0 a regular part, and the series times s^m and a
  logarithm or what becomes one;
* a composition: a polynomial per side in the root of s in which it is analytic, in pieces where one would be too long.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from flint import acb

from symkern.approximation import analytic
from symkern.approximation.certify import BITS, Function, NotCertified
from symkern.approximation.fit import PartialFractions, Polynomial, partial_fractions, polynomial
from symkern.errors import UsageError
from symkern.reference.precision import ball, ball_precision

TOLERANCE = 2.0**-55
COMPOSED_TOLERANCE = 2.0**-56
LONGEST = 36
SMALLEST = 28
"""Pieces towards c = 1 halve the root of s down to 2^-28, which no double short of 1 undercuts."""


@dataclass(frozen=True)
class IntegerDegree:
    """J_n/pi for an integer n: the polynomial P_n in c and the series in s, in two forms."""

    n: int
    cosine_polynomial: tuple[int, ...]
    fractions: PartialFractions
    series: Polynomial

    @property
    def at_one(self) -> float:
        """(2n - 1)!!"""
        return float(sum(self.cosine_polynomial))


@dataclass(frozen=True)
class RealDegree:
    """J_n/pi for another n: s^(n+1/2) series for c < 0, regular + kappa s^m series (s^eps - 1)/eps for c > 0.

    The regular part is in powers of c, the series in powers of s. Loops without a logarithm have (s^eps - 1)/eps on an
    octave, 1/2 <= s <= 1, from where s^eps = 2^(-k eps) (2^k s)^eps takes it to the others.
    """

    n: Fraction
    at_one: float
    m: int
    eps: float
    kappa: float
    series: Polynomial
    regular: Polynomial
    octave: Polynomial


@dataclass(frozen=True)
class Composition:
    """Layers: at_one - t (piece of t) for c > 0, (piece of t) for c < 0, t a root of s as each side needs it."""

    layers: tuple[Fraction, ...]
    at_one: float
    plus_root: int  # t = s^(1/plus_root)
    plus: tuple[Polynomial, ...]
    minus: tuple[Polynomial, ...]
    at_minus_one: float | None = None  # where the pieces do not reach it

    @property
    def error(self) -> float:
        """A proved bound of what the polynomials are off."""
        return max([piece.high * piece.error for piece in self.plus] + [piece.error for piece in self.minus])


Form: TypeAlias = IntegerDegree | RealDegree | Composition


def form(layers: Sequence[Fraction]) -> Form:
    """The form of these layers, fitted and certified."""
    with ball_precision(BITS):
        size = analytic.scale(layers)
    if not 1e-307 < float(size.mid()) < 1e308:
        raise UsageError(
            f"The kernel of equal unit vectors must be a double; got {size.str(3, radius=False)} for degrees"
            f" {', '.join(map(str, layers))}. Take fewer layers or lower degrees."
        )
    if len(layers) > 1:
        return _composition(tuple(layers))
    (n,) = layers
    return _integer(int(n)) if n.denominator == 1 else _real(n)


def _in_s(n: Fraction) -> Function:
    """s^-(n+1/2) J_n/pi as a function of s = 2 w."""
    with ball_precision(BITS):
        power = ball(Fraction(2)) ** -ball(n + analytic.HALF)
    return lambda s: power * analytic.series(n, s / 2)


def _integer(n: int) -> IntegerDegree:
    degree = Fraction(n)
    function = _in_s(degree)
    with ball_precision(BITS):
        constant = function(acb(0)).real
    tolerance = float(constant.mid()) * TOLERANCE
    return IntegerDegree(
        n, analytic.cosine_polynomial(n), partial_fractions(function, constant, tolerance), _whole(function, tolerance)
    )


def _whole(function: Function, tolerance: float) -> Polynomial:
    found = polynomial(function, Fraction(0), Fraction(1), tolerance, most=40, origin=True)
    if found is None:
        raise NotCertified("the series is too long")
    return found


def _real(n: Fraction) -> RealDegree:
    m, eps = analytic.splitting(n)
    series = _in_s(n)
    with ball_precision(BITS):
        # kappa v^m S L_v with v = s/2: v^m = 2^-m s^m, S = 2^(n+1/2) series(s), and L_v = 2^-eps L_s + (2^-eps - 1)/eps
        two = ball(Fraction(2))
        kappa = analytic.kappa(n)
        shift = (two ** -ball(eps) - 1) / ball(eps) if eps else -two.log()
        factor = kappa * two ** (ball(n + analytic.HALF) - m)

        def regular(c: acb) -> acb:
            s = 1 - c  # in powers of c: they add up, where those of s cancel near s = 1
            return analytic.regular_part(n, s / 2) + factor * s**m * series(s) * shift

        at_one, right_angle, constant = (
            float(value.mid()) for value in (analytic.at_one(n), series(acb(1)).real, series(acb(0)).real)
        )
        factor_in_s = float((factor * two ** -ball(eps)).mid())
    smallest = min(at_one, right_angle)  # of the kernel for c >= 0
    return RealDegree(
        n,
        at_one,
        m,
        float(eps),
        factor_in_s,
        _whole(series, constant * TOLERANCE),
        _whole(regular, smallest * TOLERANCE),
        _octave(eps),
    )


def _octave(eps: Fraction) -> Polynomial:
    with ball_precision(BITS):
        power = ball(eps)

    def logarithm(s: acb) -> acb:
        return (s.pow(power) - 1) / power if eps else s.log()

    found = polynomial(logarithm, analytic.HALF, Fraction(1), TOLERANCE / 2, most=40)
    if found is None:
        raise NotCertified("the power is too long")
    return found


def _composition(layers: tuple[Fraction, ...]) -> Composition:
    with ball_precision(BITS):
        scale = analytic.scale(layers)
    whole = all(n.denominator == 1 for n in layers)
    roots = sum(n == 0 for n in layers[:-1]) if whole else 0
    *inner, last = layers
    first, *outer = inner
    half = ball(analytic.HALF)

    def plus(t: acb) -> acb:
        stretched = t * half.root(2 ** (roots + 1))  # s = 2 q^2, and t = s^(1/2^(roots+1))
        start = (acb(1), stretched, 2**roots) if whole else (stretched, acb(1), 0)
        return scale * (1 - analytic.normalised(last, analytic.half_angle(inner, *start))) / t

    def minus(t: acb) -> acb:
        cosine = analytic.past_a_right_angle(first, t * half.sqrt())
        q = ((1 - cosine) / 2).sqrt(analytic=True)
        return scale * analytic.normalised(last, analytic.half_angle(outer, q, acb(1), 0))

    tolerance = float(scale.mid()) * COMPOSED_TOLERANCE
    graded = first.denominator != 1
    with ball_precision(BITS):
        opposite = scale * analytic.normalised(last, analytic.half_angle(outer, acb(half.sqrt()), acb(1), 0))
    return Composition(
        layers,
        float(scale.mid()),
        2 ** (roots + 1),
        _pieces(plus, lambda high: tolerance / high, graded=not whole),
        _pieces(minus, lambda high: tolerance, graded=graded),
        float(opposite.real.mid()) if graded else None,
    )


def _pieces(function: Function, tolerance: Callable[[float], float], *, graded: bool) -> tuple[Polynomial, ...]:
    """One polynomial on [0, 1] if it is short enough, or on halves of it, or on pieces that shrink towards 0.

    The tolerance is a function of a piece's high end, by which the result may be multiplied afterwards.
    """
    ends = [Fraction(1, 2**k) for k in range(SMALLEST, -1, -1)] if graded else [Fraction(0), Fraction(1)]
    pending = list(itertools.pairwise(ends))[::-1]
    found = []
    while pending:
        low, high = pending.pop()
        try:
            piece = polynomial(function, low, high, tolerance(float(high)), most=LONGEST)
        except NotCertified:  # there is more room around a smaller piece
            piece = None
        if piece is not None:
            found.append(piece)
        elif high - low < Fraction(1, 2 ** (SMALLEST + 6)):
            raise NotCertified("a piece would be too small")
        else:
            pending += [((low + high) / 2, high), (low, (low + high) / 2)]
    return tuple(found)
