"""The smoothed kernel of degree 0, units with a cumulative Gaussian of width sigma: Cho & Saul (2012), eqs. (28)-(30).

* `by_definition`: the integral (29) over the two weights that matter, in two dimensions;
* `by_projection`: the same with the weight across x integrated out, in one dimension;
* `enclosed`: eq. (30) in balls.
"""

from fractions import Fraction
from typing import Any

from flint import arb
from mpmath.ctx_mp import MPContext

from symkern.reference.inputs import Inputs
from symkern.reference.precision import GUARD_DIGITS, ball, mpf
from symkern.reference.quadrature import Unreached, integrate

STEEPEST = 6
"""The largest sqrt(|x|^2 + |y|^2)/sigma for the integral in two dimensions."""


def _coordinates(mp: MPContext, inputs: Inputs) -> tuple[Any, Any, Any]:
    """x = (x1, 0) and y = (y1, y2)."""
    x1 = mp.sqrt(inputs.xx)
    if not x1:
        return x1, mp.zero, mp.sqrt(inputs.yy)
    return x1, inputs.xy / x1, mp.sqrt(inputs.gram) / x1


def by_definition(mp: MPContext, sigma: Fraction, inputs: Inputs) -> Any:
    """Eq. (29) by the trapezoidal rule, which converges geometrically for such integrands."""
    width = mpf(mp, sigma)
    x1, y1, y2 = (coordinate / width for coordinate in _coordinates(mp, inputs))
    slope = mp.sqrt(x1**2 + y1**2 + y2**2)
    if slope > STEEPEST:
        raise Unreached("the sum over two weights is as fine as sigma")
    # the integrand is entire, and the rule's error exp(-2 pi^2/(step^2 (1 + slope^2)))
    wanted = mp.log(10) * (mp.dps - GUARD_DIGITS + 5)
    step = mp.pi * mp.sqrt(2 / (wanted * (1 + slope**2)))
    weights = [(k * step, mp.exp(-((k * step) ** 2) / 2)) for k in range(-int(mp.sqrt(2 * wanted) / step), 1)]
    weights += [(-u, p) for u, p in weights[-2::-1]]

    def smooth(z: Any) -> Any:
        return mp.erfc(-z / mp.sqrt(2)) / 2

    least = mp.exp(-wanted)
    rows = (
        p * smooth(u * x1) * mp.fsum(q * smooth(u * y1 + v * y2) for v, q in weights if p * q > least)
        for u, p in weights
    )
    return mp.fsum(rows) * step**2 / mp.pi


def by_projection(mp: MPContext, sigma: Fraction, inputs: Inputs) -> Any:
    """Given the weight u along x, w.y is Gaussian, and a Gaussian average of a cumulative Gaussian is another one."""
    width = mpf(mp, sigma)
    x1, y1, y2 = _coordinates(mp, inputs)
    slopes = x1 / width, y1 / mp.sqrt(width**2 + y2**2)

    reach = mp.sqrt(2 * mp.log(2) * (mp.prec + 20))

    def smooth(z: Any) -> Any:
        if abs(z) > reach:
            return mp.one if z > 0 else mp.zero
        return mp.erfc(-z / mp.sqrt(2)) / 2

    def folded(u: Any) -> Any:  # u and -u together
        first, second = (smooth(slope * u) for slope in slopes)
        return (first * second + smooth(-slopes[0] * u) * smooth(-slopes[1] * u)) * mp.exp(-u * u / 2)

    nodes = {mp.zero, reach}
    for slope in slopes:
        step = 1 / (1 + abs(slope))
        while step < reach:
            nodes.add(step)
            step *= 4
    return mp.sqrt(2 / mp.pi) * integrate(mp, folded, sorted(nodes))


def enclosed(sigma: Fraction, inputs: Inputs) -> arb:
    """Eq. (30): the kernel of degree 0 of the inputs extended by sigma, each in a direction of its own."""
    variance = ball(sigma) ** 2
    sine = (variance * (inputs.xx + inputs.yy + variance) + inputs.gram).sqrt()  # both scaled by the extended norms
    return arb.atan2(sine, -inputs.xy) / arb.pi()
