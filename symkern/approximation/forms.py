"""The kernel of two unit vectors as a function of their cosine, in double precision: the form it takes, its numbers.

* an integer degree: P_n(c) for c > 0, and s^(n+1/2) times a positive series in s = 1 - |c| on both sides;
* another degree: the same power and series for c < 0; for c > 0 a regular part, and the series times s^m and a
  logarithm or what becomes one;
* a high degree: w^(n+1/2) times the positive series in w = (1 + c)/2, which is short for all of them;
* a composition of integer degrees: a polynomial per side in the root of s in which it is analytic, in pieces where one
  would be too long;
* any other composition: a chain of these, each layer taking the distance from equal inputs that the one below leaves.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import ClassVar, TypeAlias

from flint import acb, arb

from symkern.approximation import analytic
from symkern.approximation.certify import BITS, Function, NotCertified
from symkern.approximation.fit import (
    PartialFractions,
    Polynomial,
    ball_of_float,
    partial_fractions,
    polynomial,
    proved_bound,
)
from symkern.errors import UsageError
from symkern.reference.precision import ball, ball_precision

TOLERANCE = 2.0**-55
COMPOSED_TOLERANCE = 2.0**-56
LONGEST = 36
SMALLEST_PIECE = Fraction(1, 2**34)
HIGHEST_INTEGER, HIGHEST_REAL = 80, 20
"""Degrees above these take the series in w: powers of s would leave the range of doubles, powers of c cancel."""
MOST_TERMS = 64


@dataclass(frozen=True)
class IntegerDegree:
    """J_n/pi for an integer n: the polynomial P_n in c and the series in s, in two forms."""

    n: int
    cosine_polynomial: tuple[int, ...]
    fractions: PartialFractions
    series: Polynomial
    gap_error: float  # proved relative error of f(1) - f(c) for c > 0
    unit: ClassVar[int] = 0

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
    gap_error: float  # proved relative error of f(1) - f(c) for c > 0
    unit: ClassVar[int] = 0


@dataclass(frozen=True)
class SteepDegree:
    """J_n/pi for a high degree: 2^unit at_one w^(n+1/2) series(w), w = (1 + c)/2, where the series is 1 at w = 1."""

    n: Fraction
    at_one: float
    unit: int
    series: Polynomial
    gap_error: float  # proved relative error of f(1) - f(c) for c > 0


@dataclass(frozen=True)
class Composition:
    """Integer layers: at_one - t (piece of t) for c > 0, (piece of t) for c < 0, where t is the root of s they need."""

    layers: tuple[Fraction, ...]
    at_one: float
    plus_root: int  # t = s^(1/plus_root)
    plus: tuple[Polynomial, ...]
    minus: tuple[Polynomial, ...]
    unit: ClassVar[int] = 0

    @property
    def error(self) -> float:
        """A proved bound of what the polynomials are off."""
        return max([piece.high * piece.error for piece in self.plus] + [piece.error for piece in self.minus])


Degree: TypeAlias = IntegerDegree | RealDegree | SteepDegree


@dataclass(frozen=True)
class Chain:
    """Layers one after another, some of them of degrees that are no integers.

    With g = 1 - f(c)/f(1) of a layer, which the next one takes for its 1 - c, errors do not grow from layer to layer:
    f has nonnegative Taylor coefficients in c, so g is concave in s = 1 - c and g(0) = 0, so that s g'(s)/g(s) <= 1. A
    relative error of s makes at most the same relative error of g, down to s = 0. So the relative errors of the layers
    add up.
    """

    layers: tuple[Fraction, ...]
    at_one: float
    parts: tuple[Degree, ...]
    unit: ClassVar[int] = 0

    @property
    def error(self) -> float:
        """A proved bound of what the approximations are off, over f(1), for all c."""
        first, *others = self.parts
        # past a right angle g is at least 1/2, and its error that of f(c)/f(1), which is at most 1/2
        past = first.series.error / (first.series.coefficients[0] - first.series.error)
        return (max(first.gap_error, past) + sum(part.gap_error for part in others)) * (1 + 2**-20)


Form: TypeAlias = Degree | Composition | Chain


def form(layers: Sequence[Fraction]) -> Form:
    """Return the form of these layers, fitted and certified."""
    layers = tuple(layers)
    if is_chain(layers):
        return chain(layers, form)
    if len(layers) == 1:
        (n,) = layers
        if n > (HIGHEST_INTEGER if n.denominator == 1 else HIGHEST_REAL):
            return _steep(n)
        return _integer(int(n)) if n.denominator == 1 else _real(n)
    refuse_beyond_doubles(layers)
    return _composition(layers)


def refuse_beyond_doubles(layers: Sequence[Fraction]) -> None:
    """Refuse layers whose kernel of equal unit vectors is no double."""
    with ball_precision(BITS):
        size = analytic.scale(layers)
    if not 1e-307 < float(size.mid()) < 1e308:
        raise UsageError(
            f"The kernel of equal unit vectors must be a double; got {size.str(3, radius=False)} for degrees"
            f" {', '.join(map(str, layers))}. Take fewer layers or lower degrees."
        )


def is_chain(layers: Sequence[Fraction]) -> bool:
    """Return whether layers are evaluated one after another: not one function that is analytic in a root of s."""
    return len(layers) > 1 and not all(n.denominator == 1 and n <= HIGHEST_INTEGER for n in layers)


def chain(layers: tuple[Fraction, ...], find: Callable[[tuple[Fraction, ...]], Form]) -> Chain:
    """Return the chain of these layers; `find` has the form of one degree."""
    refuse_beyond_doubles(layers)
    with ball_precision(BITS):
        at_one = float(analytic.scale(layers).mid())
    parts = tuple(find((n,)) for n in layers)
    return Chain(layers, at_one, parts)  # type: ignore[arg-type]


@cache
def falling(coefficients: tuple[float, ...]) -> tuple[float, ...]:
    """Return (p(1) - p(1 - s))/s of a polynomial p, given in powers of c = 1 - s, in powers of s; exact until the end.

    >>> falling((0, 0, 1))
    (2.0, -1.0)
    """
    total: list[Fraction] = []
    for coefficient in reversed(coefficients):  # times (1 - s), plus the next
        total = [a - b for a, b in zip([*total, Fraction(0)], [Fraction(0), *total], strict=True)]
        total[0] += Fraction(coefficient)
    return tuple(float(-a) for a in total[1:])


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
    series = _whole(function, tolerance)
    if n == 0:  # f(1) - f(c) is the root of s times the series, which is least at s = 0
        gap_error = series.error / (series.coefficients[0] - series.error)
    else:  # f(1) - f(c) is s times a polynomial, less or plus s^(n+1/2) times the series; f is convex
        with ball_precision(BITS):
            gap_error = series.error / float(_least_fall(degree).lower())
    polynomial, fractions = analytic.cosine_polynomial(n), partial_fractions(function, constant, tolerance)
    return IntegerDegree(n, polynomial, fractions, series, gap_error)


def _least_fall(n: Fraction) -> arb:
    """Return f(1) - f(0). As f is convex in c, f(1) - f(c) >= (f(1) - f(0)) (1 - c)."""
    return analytic.at_one(n) - ball(Fraction(2)) ** -ball(n + analytic.HALF) * analytic.series(n, acb(1) / 2).real


def _steep(n: Fraction) -> SteepDegree:
    """Return w^(n+1/2) times the first terms P of the series S, over S(1).

    The rest T = S - P and its slope are largest at w = 1, where Gauss has the sums: what is left off is known exactly.
    With v = 1 - w the error of the fall f(1) - f, over f(1), is at most v (T'(1)/P(1) + T(1) S'(1)/(P(1) S(1))), and
    the fall itself at least v, because f is convex and f(0) <= f(1)/2.
    """
    with ball_precision(BITS):
        at_one, c = analytic.at_one(n), ball(n + 3 * analytic.HALF)
        whole = at_one / analytic.leading(n)  # 2F1(1/2, 1/2; c; 1)
        slope = (c + 1).gamma() * (c - 2).gamma() / (c - ball(analytic.HALF)).gamma() ** 2 / (4 * c)
        terms: list[arb] = []
        term, rest, rest_slope = arb(1), whole, slope
        while not (rest_slope < TOLERANCE * 8 and rest < TOLERANCE):
            if len(terms) == MOST_TERMS:
                raise NotCertified("the series is too long")
            k = len(terms)
            terms.append(term / whole)
            rest, rest_slope = rest - term, rest_slope - k * term
            term = term * ball((k + analytic.HALF) ** 2 / ((k + 1) * (n + 3 * analytic.HALF + k)))
        kept = whole - rest
        gap_error = float((rest_slope / kept + rest * slope / (kept * whole)).upper())
        unit = 0 if at_one < 1e300 else int(float((at_one.log() / arb(2).log()).mid()))
        scaled = float((at_one * arb(2) ** -unit).mid())
        coefficients = tuple(float(a.mid()) for a in terms)
        series = Polynomial(0.0, 1.0, 0.0, 1.0, coefficients, float((rest / whole).upper()))
    return SteepDegree(n, scaled, unit, series, gap_error)


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
    in_s, in_c = _whole(series, constant * TOLERANCE), _whole(regular, smallest * TOLERANCE)
    error = _real_gap_error(n, abs(factor_in_s), (in_s, in_c), (series, regular))
    return RealDegree(n, at_one, m, float(eps), factor_in_s, in_s, in_c, _octave(eps), error)


def _real_gap_error(
    n: Fraction, factor: float, parts: tuple[Polynomial, Polynomial], functions: Sequence[Function]
) -> float:
    """Return a relative bound of what the fall f(1) - f(c) is off for c > 0, from the errors of series S and regular R.

    The fall is at least (f(1) - f(0)) s. Of it, R(1) - R(c) is off by at most q s, where q bounds the difference
    quotient of the error of R. The rest is factor s^m S |L|, off by factor s^m |L| e:

    * for m > 1, s^m |L| <= s;
    * for m = 1 the rest is at most the fall plus s times a bound of the slope of R;
    * for m = 0 the rest is factor/eps (S s^eps - (S - S(0))), where S - S(0) is off by at most q s like R, and
      factor/eps S s^eps is at most the fall plus s times bounds of the slopes of R and factor/eps S.
    """
    m, eps = analytic.splitting(n)
    series, regular = parts
    with ball_precision(BITS):
        least = float(_least_fall(n).lower())
    q_series, q_regular = (
        _quotient_bound(part, function, end) for part, function, end in zip(parts, functions, (0, 1), strict=True)
    )
    slope = sum(k * abs(a) for k, a in enumerate(regular.coefficients)) + q_regular
    share = series.error / (series.coefficients[0] - series.error)
    if m > 1:
        return (q_regular + factor * series.error) / least
    if m == 1:
        return q_regular / least + share * (1 + slope / least)
    growth = factor / float(eps)
    rise = sum(abs(a) for a in series.coefficients[1:]) + q_series
    return (q_regular + growth * q_series) / least + share * (1 + (slope + growth * rise) / least)


def _quotient_bound(part: Polynomial, function: Function, end: int) -> float:
    """Return a bound of |E(t) - E(end)|/|t - end| on [0, 1], E the error of a polynomial."""
    exact = [ball_of_float(a) for a in part.coefficients]

    def off(t: acb) -> acb:
        total = acb(0)
        for a in reversed(exact):
            total = total * t + a
        return total - function(t)

    with ball_precision(BITS):
        at_end = off(acb(end))
    size = sum(map(abs, part.coefficients))
    return proved_bound(lambda t: (off(t) - at_end) / (t - end), Fraction(0), Fraction(1), 3.0, size)


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
    roots = sum(n == 0 for n in layers[:-1])
    *inner, last = layers
    first, *outer = inner
    half = ball(analytic.HALF)

    def plus(t: acb) -> acb:
        stretched = t * half.root(2 ** (roots + 1))  # s = 2 q^2, and t = s^(1/2^(roots+1))
        return scale * (1 - analytic.normalised(last, analytic.half_angle(inner, acb(1), stretched, 2**roots))) / t

    def minus(t: acb) -> acb:
        cosine = analytic.past_a_right_angle(first, t * half.sqrt())
        q = ((1 - cosine) / 2).sqrt(analytic=True)
        return scale * analytic.normalised(last, analytic.half_angle(outer, q, acb(1), 0))

    tolerance = float(scale.mid()) * COMPOSED_TOLERANCE
    return Composition(
        layers,
        float(scale.mid()),
        2 ** (roots + 1),
        _pieces(plus, lambda high: tolerance / high),
        _pieces(minus, lambda high: tolerance),
    )


def _pieces(function: Function, tolerance: Callable[[float], float]) -> tuple[Polynomial, ...]:
    """Return one polynomial on [0, 1] if it is short enough, or some on halves of it, and halves of those.

    The tolerance is a function of a piece's high end, by which the result may be multiplied afterwards.
    """
    pending = [(Fraction(0), Fraction(1))]
    found = []
    while pending:
        low, high = pending.pop()
        try:
            piece = polynomial(function, low, high, tolerance(float(high)), most=LONGEST)
        except NotCertified:  # there is more room around a smaller piece
            piece = None
        if piece is not None:
            found.append(piece)
        elif high - low < SMALLEST_PIECE:
            raise NotCertified("a piece would be too small")
        else:
            pending += [((low + high) / 2, high), (low, (low + high) / 2)]
    return tuple(found)
