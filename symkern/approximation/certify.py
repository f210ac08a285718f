"""A proved bound of a difference on an interval: Chebyshev coefficients in balls, the modulus on an ellipse.

If D is analytic inside the Bernstein ellipse of an interval with parameter rho, and |D| <= M on it, its Chebyshev
coefficients are at most 2 M rho^-k. Interpolation at N + 1 Chebyshev points folds those beyond N onto the others, so it
is within twice their sum, 4 M rho^-N / (rho - 1), of D on the interval (Trefethen, Approximation theory and
approximation practice, chapters 4 and 8). The interpolant is within the sum of the moduli of its coefficients.

Only the ellipse itself is looked at, not what is inside. That will do for functions without poles whose branch cuts are
rays [a, oo) or (-oo, a] of analytic functions of the variable: by the maximum principle the set where such a function
lies on its ray has no part that stays inside, so a cut that comes in crosses the ellipse, where balls that touch it are
not finite.
"""

from collections.abc import Callable
from fractions import Fraction

from flint import acb, arb

from symkern.errors import UsageError
from symkern.reference.precision import ball, ball_precision

Function = Callable[[acb], acb]
BITS = 256
ARCS = 48
MOST_ARCS = 600


class NotCertified(UsageError):
    """No bound was found: the function is not seen to be analytic where that is needed."""


def chebyshev_points(count: int, low: Fraction, high: Fraction) -> list[arb]:
    """So many points of the first kind, which are all inside."""
    middle, half = ball((low + high) / 2), ball((high - low) / 2)
    return [middle + half * (arb.pi() * (2 * k + 1) / (2 * count)).cos() for k in range(count)]


def chebyshev_coefficients(values: list[arb]) -> list[arb]:
    """Of the polynomial with these values at the points."""
    count = len(values)
    cosines = [(arb.pi() * k / (2 * count)).cos() for k in range(4 * count)]
    found = []
    for k in range(count):
        total = sum((value * cosines[k * (2 * j + 1) % (4 * count)] for j, value in enumerate(values)), arb(0))
        found.append(total * (2 if k else 1) / count)
    return found


def bound(difference: Function, low: Fraction, high: Fraction, rho: Fraction, points: int, ceiling: float) -> float:
    """An upper bound of |difference| on an interval, rounded up; on the ellipse no more is wanted than the ceiling."""
    with ball_precision(BITS):
        values = [difference(acb(x)).real for x in chebyshev_points(points, low, high)]
        total = sum((abs(c) for c in chebyshev_coefficients(values)), arb(0))
        rest = 4 * _largest(difference, low, high, rho, arb(ceiling)) * ball(rho) ** (1 - points) / (ball(rho) - 1)
        found = (total + rest).upper()
    if not found.is_finite():
        raise NotCertified("the difference is not finite on the interval")
    return float(found) * (1 + 2**-50)


def _largest(function: Function, low: Fraction, high: Fraction, rho: Fraction, ceiling: arb) -> arb:
    """An upper bound of the modulus on the ellipse, in arcs that are cut where balls overestimate it.

    The lower half mirrors the upper one.
    """
    middle, half = ball((low + high) / 2), ball((high - low) / 2)
    pending = [(Fraction(k, ARCS), Fraction(k + 1, ARCS)) for k in range(ARCS)]
    largest, arcs = arb(0), 0
    while pending:
        start, end = pending.pop()
        turn = (acb(0, 1) * arb.pi() * ball(start).union(ball(end))).exp() * ball(rho)
        modulus = function(middle + half * (turn + 1 / turn) / 2).abs_upper()
        arcs += 1
        if modulus.is_finite() and modulus < ceiling:
            largest = largest.max(modulus)
        elif arcs + len(pending) > MOST_ARCS:
            raise NotCertified("no bound on the ellipse: a branch point may be inside")
        else:
            centre = (start + end) / 2
            pending += [(start, centre), (centre, end)]
    return largest
