"""The biased kernel of degree 0, units step(w.x - b), by four routes: Cho & Saul (2012), eqs. (23)-(27).

* `by_probability`: the definition, eq. (23), which is twice the probability that two Gaussian variables both exceed b;
* `by_angles`: the integrals (24) over the angles psi at x and xi at y of the triangle 0, x, y, and eq. (25);
* `by_owen`: Owen's T in place of these integrals, by his series;
* `enclosed`: eq. (25) with Arb's integrator, every digit proved.

With cot(phi) = sinh(v) the integral (24) becomes

    I(r, xi) = exp(-h^2/2)/pi * integral from asinh(cot xi) to infinity of exp(-h^2 sinh^2(v)/2)/cosh(v),   h = 1/r,

which is smooth at any h, small or large. Degenerate triangles have limits: equal inputs have psi = xi = pi/2, parallel
ones an angle pi at the shorter, antiparallel ones two angles 0.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import acb, arb, ctx
from mpmath.ctx_mp import MPContext

from symkern.errors import UsageError
from symkern.reference.inputs import Inputs, Relation
from symkern.reference.precision import ball, mpf
from symkern.reference.quadrature import Unreached, graded, integrate

LARGEST_EXPONENT = 4000
FARTHEST_TAIL = 10**8
LARGEST_OWEN = 4000
"""Owen's terms are of order 1, and the kernel is exp(-h^2 (1 + cot^2)/2): the largest such exponent that is tried."""


def by_probability(mp: MPContext, bias: Fraction, inputs: Inputs) -> Any:
    """2 P(w.x > b, w.y > b), from the distribution of one projection and of the other given the first."""
    b = mpf(mp, bias)
    if inputs.x_is_zero or inputs.y_is_zero:  # the projection on a zero vector is 0, and so certainly above b or below
        if bias > 0:
            return mp.zero
        norm = mp.sqrt(max(inputs.xx, inputs.yy))
        return mp.erfc(b / (mp.sqrt(2) * norm)) if norm else mp.mpf(2)
    first, second = b / mp.sqrt(inputs.xx), b / mp.sqrt(inputs.yy)
    if inputs.relation in (Relation.EQUAL, Relation.PARALLEL):  # w.y/|y| is w.x/|x|
        return mp.erfc(max(first, second) / mp.sqrt(2))
    if inputs.relation is Relation.ANTIPARALLEL:  # w.y/|y| is -w.x/|x|: the first must lie between b/|x| and -b/|y|
        return mp.zero if bias >= 0 else mp.erf(-first / mp.sqrt(2)) + mp.erf(-second / mp.sqrt(2))
    if max(abs(first), abs(second)) > FARTHEST_TAIL:
        raise Unreached("the threshold is too many standard deviations away for this quadrature")
    norms = mp.sqrt(inputs.xx * inputs.yy)
    cosine, sine = inputs.xy / norms, mp.sqrt(inputs.gram) / norms

    def density(u: Any) -> Any:  # of w.x/|x|, times P(w.y > b) given that it is u
        return mp.exp(-u * u / 2) * mp.erfc((second - cosine * u) / (mp.sqrt(2) * sine)) / 2

    peak = _peak(density, first)
    height = density(peak)
    depth = mp.log(2) * (mp.prec + 20)
    reach, lowest = mp.sqrt(2 * depth), depth - mp.log(height)
    low, high = max(first, min(peak, mp.zero) - reach), max(peak, mp.zero) + reach

    def relative(u: Any) -> Any:  # to the peak; where that is 0 or the tail is 1 at this precision, at little cost
        z = (second - cosine * u) / sine
        if z < -reach:
            return mp.exp(-u * u / 2) / height
        negligible = z > 0 and (u * u + z * z) / 2 > lowest
        return mp.zero if negligible else density(u) / height

    nodes = {low, high, min(max(peak, low), high)}
    bend = second / cosine if cosine else None  # where the tail goes from 1 to 0, within a distance of sine/cosine
    decay = 1 / (1 + abs(peak))
    while density(peak + decay) < height / 8:
        decay /= 8
    for centre, width in ((peak, decay), *(((bend, sine / abs(cosine)),) if bend is not None else ())):
        step = width
        while step < 2 * (high - low):
            nodes |= {node for node in (centre - step, centre, centre + step) if low < node < high}
            step *= 4
    integral = integrate(mp, relative, sorted(nodes))
    return 2 * height * integral / mp.sqrt(2 * mp.pi)


def _peak(density: Callable[[Any], Any], first: Any) -> Any:
    """Where a log-concave density on [first, infinity) is largest, well enough to scale by."""
    low, high = first, max(first, 0) + 1
    while density(high + 1) > density(high):
        high = 2 * high + 1
    for _ in range(60):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        low, high = (left, high) if density(left) < density(right) else (low, right)
    return low


def by_angles(mp: MPContext, bias: Fraction, inputs: Inputs) -> Any:
    """Eq. (25), and eq. (26) for a negative bias."""
    return _from_triangle(mp, bias, inputs, lambda h, cot: _angle_integral(mp, h, cot))


def by_owen(mp: MPContext, bias: Fraction, inputs: Inputs) -> Any:
    """Eq. (25) with I(r, xi) = P(z > 1/r) - 2 T(1/r, cot xi)."""

    def integral(h: Any, cot: Any) -> Any:
        if abs(cot) == mp.inf:
            return mp.erfc(h / mp.sqrt(2)) / 2 * (1 - mp.sign(cot))
        size = h * h * (1 + cot * cot) / 2
        if size > LARGEST_OWEN:
            raise Unreached(f"Owen's series would lose {int(size / 2)} digits")
        with mp.extradps(int(size)):
            value = mp.erfc(h / mp.sqrt(2)) / 2 - 2 * owen_t(mp, h, cot)
        return +value

    return _from_triangle(mp, bias, inputs, integral)


def _from_triangle(mp: MPContext, bias: Fraction, inputs: Inputs, integral: Callable[[Any, Any], Any]) -> Any:
    b = mpf(mp, abs(bias))
    zeros, squares = (inputs.x_is_zero, inputs.y_is_zero), (inputs.xx, inputs.yy)
    if any(zeros):
        value = mp.zero  # the triangle has an angle 0 at the other input, and I(0, .) = 0
    elif inputs.relation is Relation.EQUAL:
        value = 2 * integral(b / mp.sqrt(inputs.xx), mp.zero)
    else:
        root = mp.sqrt(inputs.gram)
        value = mp.zero
        for squared in squares:
            side = squared - inputs.xy
            cot = side / root if root else mp.inf * mp.sign(side)
            value += integral(b / mp.sqrt(squared), cot)
    if bias > 0:
        return value
    return value + sum(mp.one if zero else mp.erf(b / mp.sqrt(2 * s)) for zero, s in zip(zeros, squares, strict=True))


def _angle_integral(mp: MPContext, h: Any, cot: Any) -> Any:
    """I(1/h, xi) by quadrature of eq. (24)."""
    if cot == mp.inf:
        return mp.zero
    needed = 2 * mp.log(2) * (mp.prec + 20) / h**2  # sinh(u) sinh(u + 2 shift) where the integrand is negligible
    positive = max(cot, 0)
    shift = mp.asinh(positive)
    stop = _stop(needed, 2 * positive * mp.sqrt(1 + positive**2), mp)
    start = mp.zero if cot > 0 else max(-stop, mp.asinh(cot))
    scale = min(1, (stop - start) / 6)

    def integrand(u: Any) -> Any:  # u = v - shift
        exponent = h * h * mp.sinh(u) * mp.sinh(u + 2 * shift) / 2
        return mp.exp(-exponent) * mp.cosh(shift) / (mp.cosh(u + shift) * scale)

    nodes = (
        graded(start, mp.zero, scale)[:-1] + graded(mp.zero, stop, scale) if start < 0 else graded(start, stop, scale)
    )
    value = integrate(mp, integrand, nodes)
    return value * scale * mp.exp(-(h * h) * (1 + positive**2) / 2) / (mp.cosh(shift) * mp.pi)


def _stop(needed: Any, sinh_double: Any, mp: Any) -> Any:
    """Some u, not much larger than it must be, with sinh(u) sinh(u + 2 shift) >= needed."""
    plain = mp.asinh(mp.sqrt(needed))
    return min(plain, mp.asinh(needed / sinh_double)) if sinh_double else plain


def owen_t(mp: MPContext, h: Any, a: Any) -> Any:
    """Owen's T(h, a) by his series (1956); for |a| > 1 by the relation between T(h, a) and T(ah, 1/a)."""
    if abs(a) > 1:
        upper, other = (mp.erfc(z / mp.sqrt(2)) / 2 for z in (h, abs(a) * h))  # P(z > h), P(z > ah)
        value = (upper + other) / 2 - upper * other - owen_t(mp, abs(a) * h, 1 / abs(a))
        return mp.sign(a) * value
    x = h * h / 2
    term = mp.exp(-x)
    tail = -mp.expm1(-x)  # 1 - exp(-x) times the first terms of exp(x)
    power, total, j = a, mp.zero, 0
    while j <= 2 * x or term > mp.eps:  # from there on the tail is smaller than its first term
        total += (-1) ** j * power * tail / (2 * j + 1)
        j += 1
        term *= x / j
        tail -= term
        power *= a * a
    return (mp.atan(a) - total) / (2 * mp.pi)


def enclosed(bias: Fraction, inputs: Inputs, integral: Callable[[arb, arb], arb] | None = None) -> arb:
    """Eqs. (25) and (26) in balls; `integral` encloses (24) from 1/r and cot(xi), by Arb's integrator unless given.

    With an integral of the caller's, a value that is too small for Arb is the interval from 0 to a bound of it, not an
    error.
    """
    beyond = at_most if integral else _refused
    integral = integral or enclosed_integral
    b = ball(abs(bias))
    zeros, squares = (inputs.x_is_zero, inputs.y_is_zero), (inputs.xx, inputs.yy)
    if any(zeros) or (inputs.relation is Relation.ANTIPARALLEL):
        value = arb(0)
    elif inputs.relation is Relation.EQUAL:
        value = _erfc(b / (2 * inputs.xx).sqrt(), beyond)
    elif inputs.relation is Relation.PARALLEL:
        value = _erfc(b / (2 * inputs.xx.min(inputs.yy)).sqrt(), beyond)
    else:
        root = inputs.gram.sqrt()
        value = arb(0)
        for squared in squares:
            value += integral(b / squared.sqrt(), (squared - inputs.xy) / root)
    if bias > 0:
        return value
    return value + sum(
        (arb(1) if zero else (b / (2 * s).sqrt()).erf() for zero, s in zip(zeros, squares, strict=True)), arb(0)
    )


def _erfc(z: arb, beyond: Callable[[arb], arb]) -> arb:
    """erfc of a positive number to full relative accuracy, which Arb's own gives up beyond the range of exponents."""
    square = z * z
    if square > arb(2) ** LARGEST_EXPONENT:
        return beyond(square)
    if not _settled(square):
        return at_most(square)
    return square.gamma_upper(arb(1) / 2) / arb.pi().sqrt() if z > 1 else z.erfc()


def _settled(exponent: arb) -> bool:
    """Whether exp(-exponent) would tell anything; if not, more precision is needed first."""
    return bool(exponent.rad() <= 1)


def _refused(_: arb) -> arb:
    raise UsageError(f"The kernel is smaller than exp(-2^{LARGEST_EXPONENT}): too small to be enclosed.")


def at_most(exponent: arb) -> arb:
    """The interval from 0 to exp(-exponent), which holds erfc(z) and I(1/h, xi) at any precision."""
    return arb(0).union((-exponent.lower().max(arb(0))).exp())


def enclosed_integral(h: arb, cot: arb, beyond: Callable[[arb], arb] = _refused) -> arb:
    """I(1/h, xi): the range up to where the integrand is negligible by Arb's integrator, the rest bounded.

    `beyond` is asked for a value whose exponent is out of Arb's range.
    """
    if not (h.is_finite() and cot.is_finite()):
        return arb.nan()
    positive = cot.max(arb(0))
    exponent = h * h * (1 + positive**2) / 2
    if exponent > arb(2) ** LARGEST_EXPONENT:
        return beyond(exponent)
    if not _settled(exponent):
        return at_most(exponent)
    depth = (ctx.prec + 10) * arb(2).log()
    needed = 2 * depth / h**2  # sinh(u) sinh(u + 2 shift) >= needed: the integrand is at most exp(-depth)
    shift = positive.asinh()
    stop = needed.sqrt().asinh()
    if cot > 0:
        stop = stop.min((needed / (2 * positive * (1 + positive**2).sqrt())).asinh())
    start = cot.min(arb(0)).asinh().max(-stop)
    width = stop - start

    def integrand(s: acb, _: bool) -> acb:  # meromorphic: the poles of 1/cosh announce themselves
        u = start + width * s  # v - shift
        return (-(h * h) * u.sinh() * (u + 2 * shift).sinh() / 2).exp() / (u + shift).cosh() * shift.cosh()

    value = width * acb.integral(integrand, 0, 1).real
    # beyond each end: exp(-depth) times an integral of cosh(shift)/cosh(v), which is at most 2 there
    value += arb(0).union(4 * (-depth).exp())
    return value * (-exponent).exp() / (shift.cosh() * arb.pi())
