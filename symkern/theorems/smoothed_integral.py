"""From the integral (29) of the smoothed kernel to an angle: Cho & Saul (2012), Section 3.2 and Appendix C.

Both smoothed steps are error functions. The second weight is integrated out; the first smoothed step is written as a
step with a Gaussian threshold, as in eq. (C.1), and the weight and the threshold are turned in their plane. What is
left is the integral of a step kernel at the angle of the extended vectors.
"""

from symkern.proofs.domains import POSITIVE, REALS, domain, interval
from symkern.proofs.rules.bounded import bounded_on_line, bounded_on_plane
from symkern.proofs.rules.equality import combine, identity, instantiate, restrict, rewrite, symmetry
from symkern.proofs.rules.integrals import change_of_variable, constant_factor, sum_of_integrals, under_integral
from symkern.proofs.rules.steps import from_step, line_with_steps, plane_map, plane_with_steps, same_step
from symkern.proofs.terms import Term, TermLike, atan, cos, erf, exp, integral, oo, opened, pi, sin, sqrt, step, symbols
from symkern.proofs.theorem import Theorem
from symkern.theorems import biased, kernel, non_analytic
from symkern.theorems.biased import DENSITY, density_of_the_first_weight, w, w_1, w_2, whole_density
from symkern.theorems.diagonal import GAUSSIAN, gaussian
from symkern.theorems.lemma import lemma

k, m, p, q, s, u, v, theta = symbols("k m p q s u v theta")
FIRST = exp(-(w_1**2) / 2)


def cumulative(value: TermLike) -> Term:
    """Return twice the probability that a standard normal variable is below a number."""
    return 1 + erf(value / sqrt(2))


@lemma("smoothed_integral.odd", "the two tails of a Gaussian are equal")
def odd() -> Theorem:
    """erf(-s) = -erf(s)."""
    where = biased.LINE
    upper, lower = biased.upper_tail(), instantiate(biased.lower_tail(), {"s": -s}, where)
    turned = change_of_variable(upper.lhs, w, (-w) ** 1, biased.BELL, -oo, -s, upper)
    front = sqrt(2 / pi)
    tails = [(front, turned), (-front, lower), (front, upper)]
    halved = combine(erf(-s / sqrt(2)), -erf(s / sqrt(2)), where, *tails)
    scaled = instantiate(halved, {"s": sqrt(2) * s}, where)
    return combine(erf(-s), -erf(s), where, (1, scaled))


@lemma("smoothed_integral.silent", "a unit fires or is silent")
def silent_line() -> Theorem:
    """The integral over the line of the density with the probability that the unit of y is silent."""
    where = biased.DOMAIN
    c, b = biased.c, biased.b
    bell = restrict(gaussian(), where)
    fires, quiet = biased.first_weight(c, b), biased.silent(c, b)
    factor = sqrt(pi / 2) * (1 + erf(biased.threshold(c, b) / sqrt(2)))
    converges = bounded_on_line(GAUSSIAN, factor, w_1, bell)
    reordered = under_integral(
        converges.statement.term,  # type: ignore[union-attr]
        identity(factor * FIRST, quiet, where.with_symbol("w_1", REALS)),
        w_1,
        converges,
    )
    line = biased.unit_of_y()
    both = sum_of_integrals(line.lhs, reordered.rhs, line, reordered)
    density = under_integral(
        both.lhs, identity(fires + quiet, sqrt(2 * pi) * FIRST, where.with_symbol("w_1", REALS)), w_1, both
    )
    scaled = constant_factor(sqrt(2 * pi), GAUSSIAN, bell)
    right = pi * (1 + erf(b / (sqrt(2) * c)))
    return combine(reordered.rhs, right, where, (-1, both), (1, density), (1, scaled), (sqrt(2 * pi), bell), (-1, line))


MEANS = domain(m=REALS, k=POSITIVE)


@lemma("smoothed_integral.mean", "the sum of two normal variables is normal, with the sum of the variances")
def mean() -> Theorem:
    """The mean of a cumulative Gaussian of m + k w over w is one of m, with a larger variance."""
    slant = pi - atan(1 / k)
    root = sqrt(k**2 + 1**2)
    cosine = instantiate(non_analytic.cosine(), {"a": k, "b": 1}, MEANS)
    sine = instantiate(non_analytic.sine(), {"a": k, "b": 1}, MEANS)
    turned_cosine = combine(cos(slant), -k / root, MEANS, (-1, cosine))
    turned_sine = combine(sin(slant), 1 / root, MEANS, (1, sine))
    values: dict[str, TermLike] = {"theta": slant, "a": 1, "c": 1, "b": m / root}
    known = rewrite(rewrite(instantiate(silent_line(), values, MEANS), turned_cosine), turned_sine)
    within = MEANS.with_symbol("w_1", REALS)
    target = sqrt(pi / 2) * (FIRST * cumulative(m + k * w_1))
    moved = under_integral(known.lhs, identity(opened(known.lhs, w_1), target, within), w_1, known)
    value = integral(FIRST * cumulative(m + k * w_1), w_1, -oo, oo)
    converges = bounded_on_line(moved.rhs, sqrt(2 / pi), w_1, moved)
    same = under_integral(
        converges.statement.term,  # type: ignore[union-attr]
        identity(sqrt(2 / pi) * target, FIRST * cumulative(m + k * w_1), within),
        w_1,
        converges,
    )
    outside = constant_factor(sqrt(pi / 2), value, same)
    right = sqrt(2 * pi) * cumulative(m / root)
    front = sqrt(2 / pi)
    return combine(value, right, MEANS, (-front, outside), (-front, moved), (front, known))


RATES = domain(p=POSITIVE, q=POSITIVE)
LENGTH = sqrt(1 + p**2)
RATE = q * p / sqrt(1 + p**2 + q**2)
"""The rate of the cumulative Gaussian that is left when the weight and the threshold have been turned."""
TWO_RATES = integral(FIRST * cumulative(p * w_1) * cumulative(q * w_1), w_1, -oo, oo)
"""The mean of two cumulative Gaussians of one weight, up to a factor."""


@lemma("smoothed_integral.threshold", "a smoothed step is a step with a Gaussian threshold")
def with_threshold() -> Theorem:
    """The first cumulative Gaussian as an integral over a threshold w_2, at each w_1."""
    outer = RATES.with_symbol("w_1", REALS)
    value = instantiate(biased.lower_tail(), {"s": p * w_1}, outer)
    cut = from_step(value.lhs, oo, value, above=False)
    front = cumulative(q * w_1) * FIRST
    outside = constant_factor(front, cut.lhs, cut)
    body = step(p * w_1 - w_2) * (cumulative(q * w_1) * DENSITY)
    moved = under_integral(
        outside.lhs, identity(opened(outside.lhs, w_2), body, outer.with_symbol("w_2", REALS)), w_2, outside
    )
    right = sqrt(pi / 2) * (FIRST * cumulative(p * w_1) * cumulative(q * w_1))
    return combine(right, moved.rhs, outer, (1, moved), (-1, outside), (-front, cut), (-front, value))


@lemma("smoothed_integral.turned", "weight and threshold turned, so that the step sees one of them")
def turned() -> Theorem:
    """The mean of two cumulative Gaussians, as an integral over the plane in which the step sees one weight alone."""
    plane = restrict(whole_density(), RATES)
    density = exp(-(u**2 + v**2) / 2)
    factor = cumulative(q * ((p * u + v) / LENGTH))
    known = plane_with_steps(factor * density, [LENGTH * u], (u, v), bounded_on_plane(density, factor, (u, v), plane))
    forms = ((p * w_1 - w_2) / LENGTH, (w_1 + p * w_2) / LENGTH)
    body = cumulative(q * w_1) * DENSITY
    found = plane_map(body, [p * w_1 - w_2], (w_1, w_2), forms, factor * density, [LENGTH * u], (u, v), known)
    nested = under_integral(found.lhs, symmetry(with_threshold()), w_1, found)
    front = sqrt(2 / pi)
    converges = bounded_on_line(nested.rhs, front, w_1, nested)
    integrand = opened(TWO_RATES, w_1)
    within = RATES.with_symbol("w_1", REALS)
    same = under_integral(
        converges.statement.term,  # type: ignore[union-attr]
        identity(front * opened(nested.rhs, w_1), integrand, within),
        w_1,
        converges,
    )
    outside = constant_factor(sqrt(pi / 2), TWO_RATES, same)
    region = found.rhs.args[-1]
    return combine(TWO_RATES, front * region, RATES, (-front, outside), (-front, nested), (front, found))


@lemma("smoothed_integral.half_line", "the mean over the other weight")
def half_line() -> Theorem:
    """The mean of two cumulative Gaussians, as one of them over a half-line."""
    outer = RATES.with_symbol("w_1", REALS)
    wide = outer.with_symbol("w_2", REALS)
    inner = instantiate(mean(), {"m": q * (p * w_1) / LENGTH, "k": q / LENGTH}, outer)
    fires = step(LENGTH * w_1)
    outside = constant_factor(fires * FIRST, inner.lhs, inner)
    plane = turned().rhs.args[-1]
    integrand = fires * (cumulative(q * ((p * w_1 + w_2) / LENGTH)) * DENSITY)
    moved = under_integral(outside.lhs, identity(opened(outside.lhs, w_2), integrand, wide), w_2, outside)
    steps = same_step(LENGTH * w_1, LENGTH, w_1 - 0, outer)
    half = sqrt(2 * pi) * (FIRST * cumulative(RATE * w_1))
    right = step(w_1 - 0) * half
    simpler = combine(moved.rhs, right, outer, (-1, moved), (1, outside), (fires * FIRST, inner), (half, steps))
    nested = under_integral(plane, simpler, w_1, turned())
    part = integral(half, w_1, 0, oo)
    cut = from_step(part, -oo, nested, above=True)
    front = sqrt(2 / pi)
    return combine(TWO_RATES, front * part, RATES, (1, turned()), (front, nested), (front, cut))


# The step kernel at bias 0

ANGLES = domain(theta=interval(0, pi))


@lemma("smoothed_integral.no_bias", "eq. (B.3) at b = 0 is eq. (1) for n = 0")
def without_bias() -> Theorem:
    """k^0(x, y) = 1 - theta/pi."""
    value = instantiate(biased.definition(), {"a": 1, "c": 1, "b": 0}, ANGLES)
    other = instantiate(kernel.definition(), {"n": 0, "a": 1, "b": 1}, ANGLES)
    closed = instantiate(kernel.of_degree(0), {"a": 1, "b": 1}, ANGLES)
    outer = ANGLES.with_symbol("w_1", REALS)
    wide = outer.with_symbol("w_2", REALS)
    old = biased.arguments(1, 1, 0)
    plane = other.rhs.args[-1]
    line = opened(plane, w_1)
    body = opened(line, w_2)
    new = (body.args[0].args[0], body.args[1].args[0])
    first, second = (same_step(one, 1, two, wide) for one, two in zip(old, new, strict=True))
    integrand = combine(
        biased.opened_product(old),
        body,
        wide,
        (step(old[1]) * DENSITY, first),
        (step(new[0]) * DENSITY, second),
    )
    bell = restrict(density_of_the_first_weight(), outer)
    inner = under_integral(
        integral(biased.opened_product(old), w_2, -oo, oo), integrand, w_2, line_with_steps(bell.rhs, old, w_2, bell)
    )
    nested = under_integral(value.rhs.args[-1], inner, w_1, value)
    return combine(value.lhs, 1 - theta / pi, ANGLES, (1, value), (pi**-1, nested), (-1, other), (1, closed))


@lemma("smoothed_integral.angle", "the step kernel at the angle with the cotangent k, over one weight")
def angle() -> Theorem:
    """The integral over the half-line of one cumulative Gaussian, by an angle."""
    where = domain(k=POSITIVE)
    slope = atan(1 / k)
    values: dict[str, TermLike] = {"theta": slope, "a": 1, "c": 1, "b": 0}
    known = instantiate(biased.over_one_weight(), values, where)
    closed = instantiate(without_bias(), {"theta": slope}, where)
    cosine = instantiate(non_analytic.cosine(), {"a": k, "b": 1}, where)
    sine = instantiate(non_analytic.sine(), {"a": k, "b": 1}, where)
    found = rewrite(rewrite(known, cosine), sine)
    within = where.with_symbol("w_1", POSITIVE)
    minus = instantiate(odd(), {"s": k * w_1 / sqrt(2)}, within)
    half = FIRST * cumulative(k * w_1)
    part = found.rhs.args[-1]
    same = combine(opened(part, w_1), sqrt(pi / 2) * half, within, (-FIRST * sqrt(pi / 2), minus))
    moved = under_integral(part, same, w_1, found)
    left = sqrt(pi / 2) * half
    return combine(integral(left, w_1, 0, oo), pi - slope, where, (-1, moved), (-pi, found), (pi, closed))


@lemma("smoothed_integral.two_rates", "the angle of two cumulative Gaussians of one weight")
def two_rates() -> Theorem:
    """The mean of two cumulative Gaussians of one weight, by an angle."""
    known = instantiate(angle(), {"k": RATE}, RATES)
    doubled = constant_factor(2, known.lhs, known)
    front = sqrt(2 / pi)
    right = 2 * front * (pi - atan(1 / RATE))
    return combine(TWO_RATES, right, RATES, (1, half_line()), (front, doubled), (2 * front, known))
