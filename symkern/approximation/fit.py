"""Polynomials and partial fractions in double precision, fitted to a function of balls, with a proved error."""

import math
from dataclasses import dataclass
from fractions import Fraction

from flint import acb, arb, arb_poly

from symkern.approximation.certify import BITS, Function, NotCertified, bound, chebyshev_coefficients, chebyshev_points
from symkern.reference.precision import ball, ball_precision, context

MOST_POINTS = 256
AMPLIFICATION = 4.0
"""Powers of x may add up to so many times the function: what they cancel is lost to rounding."""
NEGLIGIBLE, CEILING = 66, 24
"""What the proof neglects is below 2^-66 of the function, which balls on the ellipse may overestimate 2^24 times."""
SAFETY = 0.55
"""How far out, of the distance to the singularity that the coefficients hint at, the ellipse of the proof lies."""


@dataclass(frozen=True)
class Polynomial:
    """sum of coefficients[k] x^k with x = (t - centre) * scale, on low <= t <= high; off by at most `error`."""

    low: float
    high: float
    centre: float
    scale: float
    coefficients: tuple[float, ...]
    error: float


@dataclass(frozen=True)
class PartialFractions:
    """constant + s (slope + sum of residue/(pole - s)) on 0 <= s <= 1; off by at most `error`.

    For the positive series of the closed form all residues are positive and all poles beyond the interval, so nothing
    cancels; and it takes fewer passes over an array than a polynomial of the same accuracy.
    """

    constant: float
    slope: float
    residues: tuple[float, ...]
    poles: tuple[float, ...]
    error: float


def polynomial(
    function: Function, low: Fraction, high: Fraction, tolerance: float, *, most: int = 30, origin: bool = False
) -> Polynomial | None:
    """The shortest Chebyshev series within the tolerance, in powers of x in [-1, 1], or of t itself with `origin`.

    None where it would be too long, or its powers would cancel too much.
    """
    with ball_precision(BITS):
        found, rate = _series(function, low, high, tolerance)
        if found is None or len(found) > most + 1:
            return None
        centre, scale = (0.0, 1.0) if origin else (float((low + high) / 2), float(2 / (high - low)))
        in_t = _powers(found)(arb_poly([ball(-(low + high) / (high - low)), ball(2 / (high - low))]))
        in_x = in_t(arb_poly([ball(Fraction(centre)), 1 / ball(Fraction(scale))]))
        coefficients = tuple(float(in_x[k].mid()) for k in range(len(found)))
    size = sum(float(abs(a).upper()) for a in found)
    if sum(map(abs, coefficients)) > AMPLIFICATION * size:
        return None
    exact = [ball_of_float(a) for a in coefficients]

    def difference(t: acb) -> acb:
        x, total = (t - ball_of_float(centre)) * ball_of_float(scale), acb(0)
        for a in reversed(exact):
            total = total * x + a
        return total - function(t)

    error = proved_bound(difference, low, high, rate, size)
    return Polynomial(float(low), float(high), centre, scale, coefficients, error)


def ball_of_float(value: float) -> arb:
    """The number that it is."""
    return ball(Fraction(value))


def _series(function: Function, low: Fraction, high: Fraction, tolerance: float) -> tuple[list[arb] | None, float]:
    """Chebyshev coefficients without the negligible ones, and the rate at which they fall."""
    count = 24
    while count <= MOST_POINTS:
        found = chebyshev_coefficients([function(acb(x)).real for x in chebyshev_points(count, low, high)])
        sizes = [float(abs(a).upper()) for a in found]
        if max(sizes[-4:]) < tolerance / 64:
            kept = count
            while kept > 1 and sum(sizes[kept - 1 :]) < tolerance / 2:
                kept -= 1
            largest = max(sizes)
            rate = min((largest / sizes[k]) ** (1 / k) for k in range(max(4, kept // 2), kept)) if kept > 5 else 8.0
            return found[:kept], rate
        count *= 2
    return None, 1.0


def _powers(coefficients: list[arb]) -> arb_poly:
    """A Chebyshev series in powers."""
    x, before, now = arb_poly([0, 1]), arb_poly([1]), arb_poly([0, 1])
    total = arb_poly([coefficients[0]])
    for a in coefficients[1:]:
        total += now * a
        before, now = now, 2 * x * now - before
    return total


def proved_bound(difference: Function, low: Fraction, high: Fraction, rate: float, size: float) -> float:
    """A bound, with the widest ellipse on which one can be had; `size` is that of the function on the interval."""
    for share in (SAFETY, SAFETY / 2, SAFETY / 5):
        rho = Fraction(1 + share * (min(rate, 12.0) - 1)).limit_denominator(1000)
        points = math.ceil((NEGLIGIBLE + CEILING) * math.log(2) / math.log(rho))
        try:
            return bound(difference, low, high, rho, points, size * 2.0**CEILING)
        except NotCertified:
            continue
    raise NotCertified("no ellipse was found on which the function is seen to be analytic")


def partial_fractions(function: Function, constant: arb, tolerance: float, *, most: int = 9) -> PartialFractions:
    """The fewest poles within the tolerance; rational interpolation at Chebyshev points, solved in 60 digits.

    What rounding the constant to double precision costs is in the error, but no number of poles can help it.
    """
    with ball_precision(BITS):
        rounding = float(abs(constant - ball_of_float(float(constant.mid()))).upper())
    for count in range(2, most + 1):
        found = _interpolated(function, constant, count)
        if found is not None and found.error <= tolerance + rounding:
            return found
    raise NotCertified(f"no {most} poles reach {tolerance}")


def _interpolated(function: Function, constant: arb, count: int) -> PartialFractions | None:
    mp = context(60)
    with ball_precision(BITS):
        nodes = chebyshev_points(2 * count + 1, Fraction(0), Fraction(1))
        values = [(function(acb(s)).real / constant - 1) / s for s in nodes]  # of size 1, whatever the degree
        first, second = ([mp.mpf(v.str(70, radius=False)) for v in numbers] for numbers in (nodes, values))
    system, right = mp.zeros(2 * count + 1), mp.zeros(2 * count + 1, 1)
    for i, (s, value) in enumerate(zip(first, second, strict=True)):
        for j in range(count + 1):
            system[i, j] = s**j
        for j in range(count):
            system[i, count + 1 + j] = -value * s**j
        right[i] = value * s**count
    solved = mp.lu_solve(system, right)
    top, bottom = list(solved[: count + 1]), [*solved[count + 1 :], mp.one]
    poles = mp.polyroots(bottom[::-1], maxsteps=300, extraprec=300)
    if any(abs(mp.im(pole)) > 1e-30 or mp.re(pole) <= 1 for pole in poles):
        return None
    poles = sorted(mp.re(pole) for pole in poles)
    slope = top[-1]
    residues = []
    for pole in poles:
        steepness = mp.fprod(pole - other for other in poles if other is not pole)
        residues.append(-mp.polyval(top[::-1], pole) / steepness)
    size = mp.mpf(constant.str(70, radius=False))
    in_doubles = tuple(float(size * residue) for residue in residues), tuple(map(float, poles))
    rounded = PartialFractions(float(constant.mid()), float(size * slope), *in_doubles, 0)
    exact = [(ball_of_float(b), ball_of_float(p)) for b, p in zip(rounded.residues, rounded.poles, strict=True)]

    def difference(s: acb) -> acb:
        total = sum((b / (p - s) for b, p in exact), acb(ball_of_float(rounded.slope)))
        return ball_of_float(rounded.constant) + s * total - function(s)

    nearest = 2 * rounded.poles[0] - 1  # on [-1, 1]
    error = proved_bound(difference, Fraction(0), Fraction(1), nearest + math.sqrt(nearest**2 - 1), rounded.constant)
    return PartialFractions(rounded.constant, rounded.slope, rounded.residues, rounded.poles, error)
