"""Smoothed threshold functions: Cho & Saul (2012), Section 3.2 and Appendix C.

The integral (29) is that over the two weights in the plane of x = (a, 0) and y = (b, c). The extended vectors
(x, -sigma, 0) and (y, 0, -sigma) of eqs. (C.4) and (C.5) have the norms sqrt(|x|^2 + sigma^2) and
sqrt(|y|^2 + sigma^2) and the inner product x.y; their k_0 is the same.
"""

from symkern.proofs.domains import POSITIVE, REALS, domain, integers
from symkern.proofs.rules.definitions import define, function_of
from symkern.proofs.rules.derivatives import derivative_value, differentiate, inverse
from symkern.proofs.rules.equality import combine, identity, instantiate, symmetry, transitivity
from symkern.proofs.rules.improper import improper
from symkern.proofs.rules.integrals import constant_factor, under_integral
from symkern.proofs.rules.steps import from_step
from symkern.proofs.terms import (  # fmt: skip
    Term,
    TermLike,
    acos,
    asin,
    atan,
    erf,
    exp,
    integral,
    log,
    oo,
    opened,
    pi,
    sin,
    sqrt,
    step,
    substituted,
    symbols,
)
from symkern.proofs.theorem import Theorem
from symkern.theorems import kernel, non_analytic
from symkern.theorems.biased import DENSITY, w_1, w_2
from symkern.theorems.lemma import lemma
from symkern.theorems.smoothed_integral import TWO_RATES, cumulative, mean, two_rates

a, b, c, p, q, m, d, r, u, z, sigma = symbols("a b c p q m d r u z sigma")
NORMS = (sqrt(p**2 + sigma**2), sqrt(q**2 + sigma**2))
"""Norms of the extended vectors, for inputs of norms p and q."""
COSINE = m / (NORMS[0] * NORMS[1])
"""Cosine of their angle, for the inner product m of the inputs."""
INPUTS = domain([1 - COSINE, 1 + COSINE], p=POSITIVE, q=POSITIVE, m=REALS, sigma=POSITIVE)

PLANE = domain(a=POSITIVE, b=POSITIVE, c=POSITIVE, sigma=POSITIVE)
PLANE_NORMS = (sqrt(a**2 + sigma**2), sqrt(b**2 + c**2 + sigma**2))
"""Norms of the extended vectors for x = (a, 0) and y = (b, c)."""
PLANE_COSINE = a * b / sqrt((a**2 + sigma**2) * (b**2 + c**2 + sigma**2))
OPPOSITE = sqrt(a**2 * c**2 + a**2 * sigma**2 + sigma**2 * (b**2 + c**2 + sigma**2))
"""The side of a right triangle opposite to the angle of the extended vectors, next to the side a b."""


def k_extended() -> Term:
    """Return k_0 of the extended vectors of x = (a, 0) and y = (b, c), the integral over their weights."""
    return kernel.k(0, acos(PLANE_COSINE), *PLANE_NORMS)


THRESHOLDS = domain(z=REALS, sigma=POSITIVE)
SMOOTH_STEP = 1 / sqrt(2 * pi * sigma**2) * integral(exp(-(u**2) / (2 * sigma**2)), u, -oo, z)
"""Psi_sigma(z), as eq. (28) defines it."""
MEAN_OF_STEPS = 1 / sqrt(2 * pi * sigma**2) * integral(exp(-(u**2) / (2 * sigma**2)) * step(z - u), u, -oo, oo)
"""The mean of step functions with Gaussian thresholds, the right-hand side of eq. (C.1)."""


@lemma("smoothed.28", "the error function is an antiderivative of a Gaussian", "Cho & Saul (2012), eq. (28)")
def smooth_step() -> Theorem:
    """Psi_sigma(z) is an error function."""
    value = SMOOTH_STEP.args[-1]
    found = improper(value, sqrt(pi / 2) * sigma * erf(u / (sqrt(2) * sigma)), u, THRESHOLDS)
    right = (1 + erf(z / (sqrt(2) * sigma))) / 2
    return combine(SMOOTH_STEP, right, THRESHOLDS, (1 / sqrt(2 * pi * sigma**2), found))


@lemma("smoothed.C1", "thresholds below z", "Cho & Saul (2012), eqs. (C.1) and (C.2)")
def thresholds_below() -> Theorem:
    """Eqs. (C.1) and (C.2): Psi_sigma(z) is the mean of steps with Gaussian thresholds."""
    cut = from_step(SMOOTH_STEP.args[-1], oo, smooth_step(), above=False)
    return combine(SMOOTH_STEP, MEAN_OF_STEPS, THRESHOLDS, (-1 / sqrt(2 * pi * sigma**2), cut))


@lemma("smoothed.mean_of_steps", "eq. (C.1) with the error function")
def mean_of_steps() -> Theorem:
    """The mean of steps with Gaussian thresholds is an error function."""
    return combine(MEAN_OF_STEPS, smooth_step().rhs, THRESHOLDS, (-1, thresholds_below()), (1, smooth_step()))


@lemma("smoothed.30", "k₀ = 1 - θ/π of the extended vectors", "Cho & Saul (2012), eq. (30)")
def closed_form() -> Theorem:
    """Eq. (30) for norms p, q and an inner product m of either sign, |m| below the product of the extended norms."""
    angle = acos(COSINE)
    known = instantiate(kernel.of_degree(0), {"theta": angle, "a": NORMS[0], "b": NORMS[1]}, INPUTS)
    return combine(known.lhs, 1 - angle / pi, INPUTS, (1, known))


@lemma("smoothed.angle", "a right triangle with the sides a b and √(|x|²|y|² - (x·y)²) of the extended vectors")
def angle_of_extended_vectors() -> Theorem:
    """acos of the cosine of the extended vectors is atan of a quotient of positive terms."""
    known = instantiate(non_analytic.cosine(), {"a": a * b, "b": OPPOSITE}, PLANE)
    tangent = atan(OPPOSITE / (a * b))
    return inverse("acos", tangent, transitivity(known, identity(known.rhs, PLANE_COSINE, PLANE)))


@lemma("smoothed.extended_plane", "k₀ = 1 - θ/π of the extended vectors", "Cho & Saul (2012), eqs. (C.3)-(C.5)")
def of_extended_vectors() -> Theorem:
    """k_0 of the extended vectors of x = (a, 0) and y = (b, c)."""
    values = {"theta": atan(OPPOSITE / (a * b)), "a": PLANE_NORMS[0], "b": PLANE_NORMS[1]}
    known = instantiate(kernel.of_degree(0), values, PLANE)
    return identity(k_extended(), 1 - acos(PLANE_COSINE) / pi, PLANE, angle_of_extended_vectors(), known)


# The integral (29)


@lemma("smoothed.Psi", "the cumulative Gaussian", "Cho & Saul (2012), eq. (28)")
def definition_of_the_step() -> Theorem:
    """Eq. (28)."""
    return define("Psi", (z, sigma), SMOOTH_STEP, THRESHOLDS, smooth_step())


def Psi(value: TermLike) -> Term:
    """Return the smoothed step of a number, as a term."""
    return function_of(definition_of_the_step())(value, sigma)


@lemma("smoothed.second_weight", "the second weight adds its variance to that of the threshold")
def second_weight() -> Theorem:
    """The integral over the second weight, at the first one, as a product of cumulative Gaussians."""
    outer = PLANE.with_symbol("w_1", REALS)
    wide = outer.with_symbol("w_2", REALS)
    known = instantiate(mean(), {"m": b * w_1 / sigma, "k": c / sigma}, outer)
    front = cumulative(a * w_1 / sigma) * exp(-(w_1**2) / 2) / 4
    outside = constant_factor(front, known.lhs, known)
    received = (a * w_1, b * w_1 + c * w_2)
    function = combine(Psi(z), smooth_step().rhs, THRESHOLDS, (1, definition_of_the_step()), (1, smooth_step()))
    first, second = (instantiate(function, {"z": value}, wide) for value in received)
    body = Psi(received[0]) * Psi(received[1]) * DENSITY
    same = combine(
        opened(outside.lhs, w_2),
        body,
        wide,
        (-Psi(received[1]) * DENSITY, first),
        (-first.rhs * DENSITY, second),
    )
    moved = under_integral(outside.lhs, same, w_2, outside)
    integrand = substituted(opened(TWO_RATES, w_1), _rates())
    return combine(sqrt(2 * pi) / 4 * integrand, moved.rhs, outer, (1, moved), (-1, outside), (-front, known))


def _rates() -> dict[str, Term]:
    """Return the rates of both cumulative Gaussians of the first weight."""
    return {"p": a / sigma, "q": b / (sigma * sqrt((c / sigma) ** 2 + 1))}


@lemma("smoothed.both_weights", "two cumulative Gaussians of the first weight")
def both_weights() -> Theorem:
    """The integral (29) over the plane of weights, by an angle."""
    known = instantiate(two_rates(), _rates(), PLANE)
    scaled = constant_factor(sqrt(2 * pi) / 4, known.lhs, known)
    nested = under_integral(scaled.lhs, second_weight(), w_1, scaled)
    right = pi - atan(OPPOSITE / (a * b))
    return combine(nested.rhs, right, PLANE, (-1, nested), (1, scaled), (sqrt(2 * pi) / 4, known))


@lemma("smoothed.29", "the mean over Gaussian weights in the plane of x and y, twice", "Cho & Saul (2012), eq. (29)")
def definition() -> Theorem:
    """Eq. (29) for x = (a, 0) and y = (b, c), with 2/(2 pi) for the normalisation of two weights."""
    known = both_weights()
    return define("k_sigma", (a, b, c, sigma), pi**-1 * known.lhs, PLANE, known)


def k_smoothed() -> Term:
    """Return k_sigma of x = (a, 0) and y = (b, c), as eq. (29) defines it."""
    return function_of(definition())(a, b, c, sigma)


@lemma("smoothed.30_plane", "eq. (29), integrated weight by weight", "Cho & Saul (2012), eq. (30)")
def closed_form_in_the_plane() -> Theorem:
    """Eq. (30) at x = (a, 0) and y = (b, c)."""
    tangent = atan(OPPOSITE / (a * b))
    found = combine(k_smoothed(), 1 - tangent / pi, PLANE, (1, definition()), (pi**-1, both_weights()))
    return identity(k_smoothed(), 1 - acos(PLANE_COSINE) / pi, PLANE, angle_of_extended_vectors(), found)


@lemma("smoothed.extended", "both are the same function of the angle", "Cho & Saul (2012), Appendix C")
def extended() -> Theorem:
    """The integral (29) is k_0 of the extended vectors."""
    return transitivity(closed_form_in_the_plane(), symmetry(of_extended_vectors()))


@lemma("smoothed.williams", "arcsin t = π/2 - arccos t", "Williams (1998)")
def williams() -> Theorem:
    """2 k_sigma - 1, the mean product of units 2 Psi - 1 from -1 to 1, is an arc sine."""
    angle = atan(OPPOSITE / (a * b))
    known = instantiate(non_analytic.cosine(), {"a": a * b, "b": OPPOSITE}, PLANE)
    sine = combine(sin(pi / 2 - angle), PLANE_COSINE, PLANE, (1, known))
    arcsine = inverse("asin", pi / 2 - angle, sine)
    right = 2 / pi * asin(PLANE_COSINE)
    known = closed_form_in_the_plane()
    return identity(2 * k_smoothed() - 1, right, PLANE, known, arcsine, angle_of_extended_vectors())


RADII = domain(d=integers(1), r=POSITIVE, sigma=POSITIVE)
ACROSS = 1 / (pi * sigma * sqrt(2 * r**2 + sigma**2))
"""The factor of delta in the metric (31), r being the norm of x."""
ALONG = -2 / (2 * r**2 + sigma**2) * ACROSS
"""The factor of x x^T in the metric (31)."""
DETERMINANT = ACROSS ** (d - 1) * (ACROSS + ALONG * r**2)
"""det(A 1 + B x x^T): the eigenvalue A across x, d - 1 times, and A + B r^2 along x."""


@lemma("smoothed.32", "one eigenvalue along x, d - 1 across it", "Cho & Saul (2012), eq. (32)")
def determinant() -> Theorem:
    """Eq. (32): the determinant of the metric (31) in d dimensions."""
    right = 1 / (pi**d * sigma ** (d - 2) * (2 * r**2 + sigma**2) ** (d / 2 + 1))
    return identity(DETERMINANT, right, RADII)


@lemma("smoothed.volume", "the slope of log det g along the radius", "Cho & Saul (2012), Section 3.2")
def slope_of_the_volume() -> Theorem:
    """d log det g/dr is minus a positive term."""
    slope = derivative_value(differentiate(log(DETERMINANT), r, RADII))
    return transitivity(slope, identity(slope.rhs, -2 * (d + 2) * r / (2 * r**2 + sigma**2), RADII))
