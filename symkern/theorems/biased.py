"""Biased threshold functions: Cho & Saul (2012), Section 3.1 and Appendix B.

k^b is twice the probability that both units fire: a and c are the norms of x and y, and theta is their angle. The
weights across the plane of x and y are integrated out, which leaves eq. (B.3).
"""

from fractions import Fraction

from symkern.proofs.domains import POSITIVE, REALS, Domain, domain, interval
from symkern.proofs.rules.definitions import define, function_of
from symkern.proofs.rules.derivatives import derivative_value, differentiate, inverse, of_equal, of_inverse
from symkern.proofs.rules.equality import combine, identity, instantiate, restrict, rewrite, transitivity
from symkern.proofs.rules.improper import improper
from symkern.proofs.rules.integrals import (
    change_of_variable,
    constant_factor,
    fundamental,
    inside,
    join,
    sum_of_integrals,
    under_integral,
)
from symkern.proofs.rules.plane import whole_plane
from symkern.proofs.rules.steps import from_step, line_with_steps, plane_map, plane_polar, plane_with_steps, same_step
from symkern.proofs.terms import (
    Term,
    TermLike,
    acos,
    atan,
    cos,
    derivative,
    erf,
    exp,
    integral,
    oo,
    opened,
    pi,
    sin,
    sqrt,
    step,
    substituted,
    symbols,
    term,
)
from symkern.proofs.theorem import Theorem
from symkern.theorems import non_analytic
from symkern.theorems.diagonal import GAUSSIAN, gaussian
from symkern.theorems.lemma import lemma

a, b, c, r, s, t, rho, beta, phi, theta = symbols("a b c r s t rho beta phi theta")
w, w_1, w_2, u, v = symbols("w w_1 w_2 u v")
LINE = domain(s=REALS)
BELL = exp(-(w**2) / 2)
DOMAIN = domain(theta=interval(0, pi), a=POSITIVE, c=POSITIVE, b=REALS)
DENSITY = exp(-(w_1**2 + w_2**2) / 2)


def tail(start: TermLike) -> Term:
    """Return the integral of exp(-w^2/2) from a number to infinity."""
    return integral(BELL, w, start, oo)


@lemma("biased.tail", "the error function is an antiderivative, and tends to 1")
def upper_tail() -> Theorem:
    """The integral of exp(-w^2/2) over w > s."""
    found = improper(tail(s), sqrt(pi / 2) * erf(w / sqrt(2)), w, LINE)
    return transitivity(found, identity(found.rhs, sqrt(pi / 2) * (1 - erf(s / sqrt(2))), LINE))


@lemma("biased.lower_tail", "the error function is an antiderivative, and tends to -1")
def lower_tail() -> Theorem:
    """The integral of exp(-w^2/2) over w < s."""
    found = improper(integral(BELL, w, -oo, s), sqrt(pi / 2) * erf(w / sqrt(2)), w, LINE)
    return transitivity(found, identity(found.rhs, sqrt(pi / 2) * (1 + erf(s / sqrt(2))), LINE))


UNITS = domain(a=POSITIVE, beta=REALS)
FRACTION = 1 / sqrt(2 * pi) * integral(step(a * w - beta) * BELL, w, -oo, oo)
"""P(w.x > b) for a vector x of norm a and the bias beta, over the weight along x."""


@lemma("biased.sparsity", "the tail of a Gaussian", "Cho & Saul (2012), Section 3.1")
def fraction_of_active_units() -> Theorem:
    """The fraction of units that fire, at the bias beta."""
    value = instantiate(upper_tail(), {"s": beta / a}, UNITS)
    cut = from_step(value.lhs, -oo, value, above=True)
    wide = UNITS.with_symbol("w", REALS)
    steps = same_step(a * w - beta, a, w - beta / a, wide)
    same = combine(step(w - beta / a) * BELL, step(a * w - beta) * BELL, wide, (-BELL, steps))
    integrals = under_integral(cut.lhs, same, w, cut)
    right = (1 - erf(beta / (sqrt(2) * a))) / 2
    front = 1 / sqrt(2 * pi)
    return combine(FRACTION, right, UNITS, (-front, integrals), (front, cut), (front, value))


@lemma("biased.sparser", "the slope of the tail is minus the density", "Cho & Saul (2012), Section 3.1")
def sparser_with_the_bias() -> Theorem:
    """The fraction of units that fire falls with the bias: its slope is minus what is positive."""
    active = fraction_of_active_units()
    slope = derivative_value(of_equal(differentiate(active.rhs, beta, UNITS), active))
    right = -exp(-(beta**2) / (2 * a**2)) / (sqrt(2 * pi) * a)
    return transitivity(slope, identity(slope.rhs, right, UNITS))


# The integral over the plane


@lemma("biased.inner", "the Gaussian over the second weight")
def density_of_the_first_weight() -> Theorem:
    """The integral over w_2, at each w_1."""
    where = domain(w_1=REALS)
    known = restrict(gaussian(), where)
    outside = constant_factor(exp(-(w_1**2) / 2), GAUSSIAN, known)
    same = identity(opened(outside.lhs, w_2), DENSITY, where.with_symbol("w_2", REALS))
    moved = under_integral(outside.lhs, same, w_2, outside)
    value = integral(DENSITY, w_2, -oo, oo)
    return combine(
        sqrt(2 * pi) * exp(-(w_1**2) / 2), value, where, (1, moved), (-1, outside), (-exp(-(w_1**2) / 2), known)
    )


@lemma("biased.density", "the Gaussian over both weights")
def whole_density() -> Theorem:
    """The integral of exp(-|w|^2/2) over the plane is 2 pi."""
    where = domain()
    outside = constant_factor(sqrt(2 * pi), GAUSSIAN, gaussian())
    nested = under_integral(outside.lhs, density_of_the_first_weight(), w_1, outside)
    steps: list[tuple[TermLike, Theorem]] = [(-1, nested), (1, outside), (sqrt(2 * pi), gaussian())]
    return combine(whole_plane(DENSITY, w_1, w_2), 2 * pi, where, *steps)


def arguments(norm_x: TermLike, norm_y: TermLike, bias: TermLike) -> tuple[Term, Term]:
    """Return w.x - b and w.y - b."""
    return w_1 * norm_x - bias, w_1 * norm_y * cos(theta) + w_2 * norm_y * sin(theta) - bias


@lemma("biased.converges", "step functions are at most 1")
def converges() -> Theorem:
    """The integral of eq. (B.3) converges."""
    return plane_with_steps(DENSITY, arguments(a, c, b), (w_1, w_2), restrict(whole_density(), DOMAIN))


@lemma("biased.B3", "the mean over Gaussian weights in the plane of x and y, twice", "Cho & Saul (2012), eq. (B.3)")
def definition() -> Theorem:
    """Eq. (B.3), for biases of either sign."""
    first, second = arguments(a, c, b)
    body = pi**-1 * whole_plane(step(first) * step(second) * DENSITY, w_1, w_2)
    return define("k_b", (theta, a, c, b), body, DOMAIN, converges())


def k(angle: TermLike, norm_x: TermLike, norm_y: TermLike, bias: TermLike) -> Term:
    """Return the biased kernel of vectors with this angle and these norms, as a term."""
    return function_of(definition())(angle, norm_x, norm_y, bias)


@lemma("biased.27", "Θ(ρ z) = Θ(z): a positive factor does not move a threshold", "Cho & Saul (2012), eq. (27)")
def scaling() -> Theorem:
    """Eq. (27)."""
    where = DOMAIN.with_symbol("rho", POSITIVE)
    scaled = instantiate(definition(), {"a": rho * a, "c": rho * c}, where)
    smaller = instantiate(definition(), {"b": b / rho}, where)
    outer = where.with_symbol("w_1", REALS)
    wide = outer.with_symbol("w_2", REALS)
    old, new = arguments(rho * a, rho * c, b), arguments(a, c, b / rho)
    first, second = (same_step(one, rho, other, wide) for one, other in zip(old, new, strict=True))
    integrand = combine(
        step(old[0]) * step(old[1]) * DENSITY,
        step(new[0]) * step(new[1]) * DENSITY,
        wide,
        (step(old[1]) * DENSITY, first),
        (step(new[0]) * DENSITY, second),
    )
    line = restrict(density_of_the_first_weight(), outer)
    inner = under_integral(
        integral(opened_product(old), w_2, -oo, oo), integrand, w_2, line_with_steps(line.rhs, old, w_2, line)
    )
    nested = under_integral(whole_plane(opened_product(old), w_1, w_2), inner, w_1, scaled)
    return combine(scaled.lhs, smaller.lhs, where, (1, scaled), (pi**-1, nested), (-1, smaller))


def opened_product(steps: tuple[Term, Term]) -> Term:
    """Return the integrand of eq. (B.3) for these arguments of the step functions."""
    return step(steps[0]) * step(steps[1]) * DENSITY


def threshold(norm_y: TermLike, bias: TermLike) -> Term:
    """Return the weight w_2 from which on the unit of y fires, at w_1."""
    return (term(bias) / norm_y - w_1 * cos(theta)) / sin(theta)


def first_weight(norm_y: TermLike, bias: TermLike) -> Term:
    """Return the density of w_1 with the probability that the unit of y fires, up to a factor."""
    return exp(-(w_1**2) / 2) * (sqrt(pi / 2) * (1 - erf(threshold(norm_y, bias) / sqrt(2))))


@lemma("biased.second_weight", "the unit of y fires from a threshold of the second weight on")
def second_weight() -> Theorem:
    """The integral over w_2 of the density with the step function of y, at each w_1."""
    outer = DOMAIN.with_symbol("w_1", REALS)
    wide = outer.with_symbol("w_2", REALS)
    h = threshold(c, b)
    value = instantiate(upper_tail(), {"s": h}, outer)
    cut = from_step(value.lhs, -oo, value, above=True)
    outside = constant_factor(exp(-(w_1**2) / 2), cut.lhs, cut)
    second = arguments(a, c, b)[1]
    steps = same_step(second, c * sin(theta), w_2 - h, wide)
    same = combine(opened(outside.lhs, w_2), step(second) * DENSITY, wide, (-DENSITY, steps))
    moved = under_integral(outside.lhs, same, w_2, outside)
    front = exp(-(w_1**2) / 2)
    right = first_weight(c, b)
    return combine(moved.rhs, right, outer, (-1, moved), (1, outside), (front, cut), (front, value))


@lemma("biased.one_weight", "the integral over the second weight is an error function")
def over_one_weight() -> Theorem:
    """k^b as an integral over the weight along x, beyond the threshold b/a."""
    outer = DOMAIN.with_symbol("w_1", REALS)
    first, second = arguments(a, c, b)
    known = second_weight()
    outside = constant_factor(step(first), known.lhs, known)
    # the order of the factors is that of eq. (B.3): step functions first
    steps = same_step(first, a, w_1 - b / a, outer)
    inner = combine(
        outside.lhs, step(w_1 - b / a) * first_weight(c, b), outer, (1, outside), (step(first), known),
        (first_weight(c, b), steps),
    )  # fmt: skip
    nested = under_integral(whole_plane(opened_product((first, second)), w_1, w_2), inner, w_1, definition())
    part = integral(first_weight(c, b), w_1, b / a, oo)
    cut = from_step(part, -oo, nested, above=True)
    return combine(definition().lhs, pi**-1 * part, DOMAIN, (1, definition()), (pi**-1, nested), (pi**-1, cut))


@lemma("biased.shifted", "the weight along x, counted from the threshold")
def from_the_threshold() -> Theorem:
    """k^b as an integral over t > 0, where the weight along x is b/a + t."""
    known = over_one_weight()
    moved = substituted(first_weight(c, b), {"w_1": b / a + t})
    shift = change_of_variable(known.rhs.args[-1], t, b / a + t, moved, 0, oo, known)
    return combine(known.lhs, pi**-1 * shift.lhs, DOMAIN, (1, known), (-(pi**-1), shift))


EXAMPLE = acos(Fraction(3, 5))
"""An angle with a rational cosine and sine, 3/5 and 4/5."""


@lemma("biased.example", "sin² = 1 - cos², and the sine of an angle between 0 and π is positive")
def sine_of_the_example() -> Theorem:
    """The sine of arccos(3/5) is 4/5."""
    cosine = of_inverse("acos", Fraction(3, 5), domain())
    value = term(Fraction(4, 5))
    front = -(cos(EXAMPLE) + Fraction(3, 5)) / (sin(EXAMPLE) + value)
    return combine(sin(EXAMPLE), value, domain(), (front, cosine))


def scaled_example() -> Theorem:
    """Return k^b(rho x, rho y) at cos(theta) = 3/5 from eq. (27), with the integral for the bias b/rho."""
    where = domain(a=POSITIVE, b=POSITIVE, c=POSITIVE, rho=POSITIVE)
    law = instantiate(scaling(), {"theta": EXAMPLE}, where)
    value = instantiate(from_the_threshold(), {"theta": EXAMPLE, "b": b / rho}, where)
    found = transitivity(law, value)
    return rewrite(rewrite(found, of_inverse("acos", Fraction(3, 5), domain())), sine_of_the_example())


# Opposite biases


def _turned(first: Term, second: Term) -> Term:
    """Return the density of other weights."""
    return exp(-(first**2 + second**2) / 2)


@lemma("biased.reflected", "the density of w is that of -w")
def reflected() -> Theorem:
    """k^(-b), with the signs of the weights turned."""
    opposite = instantiate(definition(), {"b": -b}, DOMAIN)
    images = (b - u * a, b - (u * c * cos(theta) + v * c * sin(theta)))
    known = plane_with_steps(_turned(u, v), images, (u, v), restrict(whole_density(), DOMAIN))
    turned = plane_map(DENSITY, arguments(a, c, -b), (w_1, w_2), (-w_1, -w_2), _turned(u, v), images, (u, v), known)
    region = whole_plane(step(images[0]) * step(images[1]) * _turned(u, v), u, v)
    return combine(opposite.lhs, pi**-1 * region, DOMAIN, (1, opposite), (pi**-1, turned))


def silent(norm_y: TermLike, bias: TermLike) -> Term:
    """Return the density of w_1 with the probability that the unit of y does not fire, up to a factor."""
    return exp(-(w_1**2) / 2) * (sqrt(pi / 2) * (1 + erf(threshold(norm_y, bias) / sqrt(2))))


@lemma("biased.silent", "the unit of y is silent up to a threshold of the second weight")
def silent_second_weight() -> Theorem:
    """The integral over w_2 of the density where the unit of y is silent, at each w_1."""
    outer = DOMAIN.with_symbol("w_1", REALS)
    wide = outer.with_symbol("w_2", REALS)
    h = threshold(c, b)
    value = instantiate(lower_tail(), {"s": h}, outer)
    cut = from_step(value.lhs, oo, value, above=False)
    outside = constant_factor(exp(-(w_1**2) / 2), cut.lhs, cut)
    second = b - (w_1 * c * cos(theta) + w_2 * c * sin(theta))
    steps = same_step(second, c * sin(theta), h - w_2, wide)
    same = combine(opened(outside.lhs, w_2), step(second) * DENSITY, wide, (-DENSITY, steps))
    moved = under_integral(outside.lhs, same, w_2, outside)
    front = exp(-(w_1**2) / 2)
    return combine(moved.rhs, silent(c, b), outer, (-1, moved), (1, outside), (front, cut), (front, value))


@lemma("biased.both_silent", "both units are silent in the reflected half-planes")
def both_silent() -> Theorem:
    """k^(-b) as an integral over the weight along x, up to the threshold b/a."""
    outer = DOMAIN.with_symbol("w_1", REALS)
    known = silent_second_weight()
    first = b - w_1 * a
    outside = constant_factor(step(first), known.lhs, known)
    steps = same_step(first, a, b / a - w_1, outer)
    density = silent(c, b)
    inner = combine(
        outside.lhs, step(b / a - w_1) * density, outer, (1, outside), (step(first), known), (density, steps)
    )
    whole = reflected()
    nested = under_integral(whole.rhs.args[-1], inner, w_1, whole)
    part = integral(density, w_1, -oo, b / a)
    cut = from_step(part, oo, nested, above=False)
    return combine(whole.lhs, pi**-1 * part, DOMAIN, (1, whole), (pi**-1, nested), (pi**-1, cut))


@lemma("biased.unit_of_y", "weights turned in the plane, the first one along y")
def unit_of_y() -> Theorem:
    """The integral over the line of the density with the probability that the unit of y fires."""
    second = arguments(a, c, b)[1]
    plane = restrict(whole_density(), DOMAIN)
    known = plane_with_steps(_turned(u, v), [c * u - b], (u, v), plane)
    along, across = w_1 * cos(theta) + w_2 * sin(theta), w_2 * cos(theta) - w_1 * sin(theta)
    turned = plane_map(DENSITY, [second], (w_1, w_2), (along, across), _turned(u, v), [c * u - b], (u, v), known)
    outer = DOMAIN.with_symbol("w_1", REALS)
    line = restrict(density_of_the_first_weight(), outer)
    fires = step(c * w_1 - b)
    outside = constant_factor(fires, line.rhs, line)
    inner = combine(outside.lhs, sqrt(2 * pi) * (fires * exp(-(w_1**2) / 2)), outer, (1, outside), (-fires, line))
    nested = under_integral(turned.rhs.args[-1], inner, w_1, turned)
    fraction = instantiate(fraction_of_active_units(), {"a": c, "beta": b}, DOMAIN)
    scaled = constant_factor(sqrt(2 * pi), fraction.lhs.args[-1], fraction)
    direct = under_integral(turned.lhs, second_weight(), w_1, turned)
    value = integral(first_weight(c, b), w_1, -oo, oo)
    steps: list[tuple[TermLike, Theorem]] = [(-1, direct), (1, turned), (1, nested), (1, scaled), (2 * pi, fraction)]
    return combine(value, pi * (1 - erf(b / (sqrt(2) * c))), DOMAIN, *steps)


@lemma(
    "biased.26",
    "both fire, both are silent, or one of them fires; the last have the probabilities of single units",
    "Cho & Saul (2012), eq. (26)",
)
def opposite_biases() -> Theorem:
    """k^(-b) - k^b = erf(b/(sqrt(2) a)) + erf(b/(sqrt(2) c)), for b of either sign."""
    fires, quiet = first_weight(c, b), silent(c, b)
    line, above, below = unit_of_y(), over_one_weight(), both_silent()
    cut = line_with_steps(line.lhs, [b / a - w_1], w_1, line)
    left = integral(fires, w_1, -oo, b / a)
    restricted = from_step(left, oo, cut, above=False)
    right = integral(fires, w_1, b / a, oo)
    joined = join(left, right, restricted, above)
    opposite = integral(quiet, w_1, -oo, b / a)
    both = sum_of_integrals(left, opposite, restricted, below)
    within = domain_below()
    density = under_integral(both.lhs, identity(fires + quiet, sqrt(2 * pi) * exp(-(w_1**2) / 2), within), w_1, both)
    bell = instantiate(lower_tail(), {"s": b / a}, DOMAIN)
    scaled = constant_factor(sqrt(2 * pi), bell.lhs, bell)
    difference = k(theta, a, c, -b) - k(theta, a, c, b)
    value = erf(b / (sqrt(2) * a)) + erf(b / (sqrt(2) * c))
    steps: list[tuple[TermLike, Theorem]] = [
        (1, below), (-1, above), (-1 / pi, both), (1 / pi, density), (1 / pi, scaled), (sqrt(2 * pi) / pi, bell),
        (1 / pi, joined), (-1 / pi, line),
    ]  # fmt: skip
    return combine(difference, value, DOMAIN, *steps)


def domain_below() -> Domain:
    """Return the domain with w_1 below the threshold of x."""
    return inside(integral(1, w_1, -oo, b / a), w_1, DOMAIN)


# Appendix B

SIDE = sqrt((c * sin(theta)) ** 2 + (a - c * cos(theta)) ** 2)
"""|x - y|, from the coordinates of x and y."""
ANGLE_AT_X = acos((a**2 + SIDE**2 - c**2) / (2 * a * SIDE))
"""psi, the angle at x of the triangle 0, x, y, from its sides."""
TRIANGLES = domain(theta=interval(0, pi), a=POSITIVE, c=POSITIVE)
CROSSING = atan((a - c * cos(theta)) / (c * sin(theta)))
"""phi_c of eq. (B.9)."""


@lemma("biased.crossing", "the sine of a difference of angles", "Cho & Saul (2012), eq. (B.9)")
def crossing() -> Theorem:
    """a cos(phi) - c cos(phi - theta) = |x - y| sin(phi_c - phi): it vanishes at phi_c, and only there."""
    where = TRIANGLES.with_symbol("phi", REALS)
    legs = {"a": c * sin(theta), "b": a - c * cos(theta)}
    cosine, sine = (instantiate(known(), legs, where) for known in (non_analytic.cosine, non_analytic.sine))
    difference = a * cos(phi) - c * cos(phi - theta)
    right = SIDE * sin(CROSSING - phi)
    return combine(difference, right, where, (SIDE * sin(phi), cosine), (-SIDE * cos(phi), sine))


LOW = theta - pi / 2
CROSSINGS = TRIANGLES.where(CROSSING - LOW)
"""Triangles; that phi_c is above theta - pi/2 holds for all of them."""
DIFFERENCE = a * cos(phi) - c * cos(phi - theta)
LAST_DIRECTION = LOW + integral(step(DIFFERENCE), phi, LOW, pi / 2)
"""The direction up to which |y| cos(phi - theta) is less than |x| cos(phi), from theta - pi/2 on."""


@lemma(
    "biased.B9", "below φ_c the threshold of y is the larger one, above it that of x", "Cho & Saul (2012), eq. (B.9)"
)
def the_crossing() -> Theorem:
    """Eq. (B.9): the directions in which the threshold of y counts end at phi_c."""
    pieces = []
    for value, low, high, turned in (
        (1, LOW, CROSSING, sin(CROSSING - phi)),
        (0, CROSSING, pi / 2, -sin(phi - CROSSING)),
    ):
        constant = integral(value, phi, low, high)
        within = inside(constant, phi, CROSSINGS)
        steps = same_step(DIFFERENCE, SIDE, turned, within, restrict(crossing(), within))
        same = combine(value, step(DIFFERENCE), within, (-1, steps))
        length = fundamental(constant, value * phi, phi, CROSSINGS)
        moved = under_integral(constant, same, phi, length)
        pieces.append(combine(moved.rhs, value * (high - low), CROSSINGS, (-1, moved), (1, length)))
    joined = join(pieces[0].lhs, pieces[1].lhs, *pieces)
    return combine(LAST_DIRECTION, CROSSING, CROSSINGS, (1, joined), (1, pieces[0]), (1, pieces[1]))


@lemma(
    "biased.complementary",
    "the altitude of the triangle has the direction phi_c",
    "Cho & Saul (2012), below eq. (B.10)",
)
def complementary() -> Theorem:
    """pi/2 - psi = phi_c."""
    legs = {"a": c * sin(theta), "b": a - c * cos(theta)}
    sine = instantiate(non_analytic.sine(), legs, TRIANGLES)
    argument = (a**2 + SIDE**2 - c**2) / (2 * a * SIDE)
    angle = inverse("acos", pi / 2 - CROSSING, combine(cos(pi / 2 - CROSSING), argument, TRIANGLES, (1, sine)))
    return identity(pi / 2 - ANGLE_AT_X, CROSSING, TRIANGLES, angle)


TURNS = domain(r=POSITIVE, theta=REALS, phi=REALS)
POLAR = (r * cos(phi), r * sin(phi))
JACOBIAN = derivative(POLAR[0], r) * derivative(POLAR[1], phi) - derivative(POLAR[0], phi) * derivative(POLAR[1], r)
INTEGRAND = JACOBIAN * exp(-(POLAR[0] ** 2 + POLAR[1] ** 2) / 2) * (POLAR[0] * cos(theta) + POLAR[1] * sin(theta))
"""The integrand of eq. (B.3) times w.y/|y|, in polar coordinates, with their Jacobian."""


@lemma("biased.B4_integrand", "the Jacobian is r, and w·y/|y| = r cos(θ - φ)", "Cho & Saul (2012), eq. (B.4)")
def polar_integrand() -> Theorem:
    """The integrand of eq. (B.4), with the Jacobian by derivatives."""
    slopes = [derivative_value(differentiate(part, by, TURNS)) for part in POLAR for by in (r, phi)]
    return identity(INTEGRAND, r * exp(-(r**2) / 2) * (r * cos(theta - phi)), TURNS, *slopes)


@lemma("biased.B4", "polar coordinates of the weights", "Cho & Saul (2012), eq. (B.4)")
def polar_coordinates() -> Theorem:
    """Eq. (B.4), for biases of either sign."""
    images = (r * a * cos(phi) - b, r * c * cos(theta - phi) - b)
    moved = plane_polar(DENSITY, arguments(a, c, b), (w_1, w_2), r * exp(-(r**2) / 2), images, (r, phi), converges())
    return combine(definition().lhs, pi**-1 * moved.rhs, DOMAIN, (1, definition()), (pi**-1, moved))
