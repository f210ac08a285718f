"""From the integral over two weights to an integral over one angle: Cho & Saul (2010), eqs. (20)-(23).

Everything holds for real n > -1 and theta in (0, pi); n! in print is Gamma(n + 1). The proof runs from what is known to
converge, Euler's Beta integral, to what is defined, the integral (20) over the plane of weights.
"""

from symkern.proofs import cited
from symkern.proofs.domains import above, domain, interval
from symkern.proofs.rules.definitions import define, function_of
from symkern.proofs.rules.equality import combine, has_value, identity, instantiate, symmetry, transitivity
from symkern.proofs.rules.integrals import (
    bounded_factor,
    change_of_variable,
    constant_factor,
    join,
)
from symkern.proofs.rules.plane import linear_plane, polar, quadrant
from symkern.proofs.terms import Term, TermLike, cos, exp, gamma, half, integral, oo, pi, sin, substituted, symbols
from symkern.proofs.theorem import Theorem
from symkern.theorems.lemma import lemma

n, theta, tau, psi, phi, r, u, v, w_1, w_2, t = symbols("n theta tau psi phi r u v w_1 w_2 t")
DOMAIN = domain(n=above(-1), theta=interval(0, pi))
COS, SIN = cos(theta), sin(theta)
Z = (1 + COS) / 2
"""z = cos^2(theta/2)."""

FRONT = gamma(n + 1) * SIN ** (2 * n + 1)
EULER = integral(tau ** (half - 1) * (1 - tau) ** n * (1 - Z * tau) ** -half, tau, 0, 1)
"""The integral that defines 2F1(1/2, 1/2; n + 3/2; z), up to a factor."""


def angle_integrand(degree: Term, cosine: Term, angle: Term) -> Term:
    """Return the integrand of eq. (23)."""
    return cos(angle) ** degree / (1 - cosine * cos(angle)) ** (degree + 1)


ANGLE = integral(angle_integrand(n, COS, psi), psi, 0, pi / 2)
"""The integral of eq. (23)."""
DOUBLE_ANGLE = integral(sin(2 * phi) ** n / (1 - COS * sin(2 * phi)) ** (n + 1), phi, 0, pi / 2)
"""The integral of eq. (22)."""
DENSITY = exp(-(u**2 + v**2 - 2 * u * v * COS) / (2 * SIN**2)) * u**n * v**n
"""The integrand of eq. (21)."""


@lemma("reduction.beta", "Euler's Beta integral times a factor that is bounded on [0, 1]")
def euler_converges() -> Theorem:
    """Convergence of the integral in tau."""
    beta = instantiate(cited.euler_beta(), {"a": half, "b": n + 1}, DOMAIN)
    return bounded_factor(EULER, beta.rhs, (1 - Z * tau) ** -half, tau, beta)


@lemma("reduction.moebius", "τ = (1 - cos ψ)/(1 - cos θ cos ψ) maps (0, π/2) onto (0, 1)")
def moebius() -> Theorem:
    """The integral of eq. (23), times a constant, is the integral in tau."""
    constant = 2**half * (1 - COS) ** (n + half)
    image = (1 - cos(psi)) / (1 - COS * cos(psi))
    integrand = constant * angle_integrand(n, COS, psi)
    moved = change_of_variable(EULER, psi, image, integrand, 0, pi / 2, euler_converges())
    converges = bounded_factor(ANGLE, moved.lhs, constant**-1, psi, moved)
    outside = constant_factor(constant, ANGLE, converges)
    return transitivity(symmetry(outside), moved)


@lemma("reduction.double_angle", "ψ = 2 φ - π/2 and ψ = π/2 - 2 φ, each on half of the range")
def double_angle() -> Theorem:
    """The integrals of eqs. (22) and (23) are equal."""
    twice = 2 * (sin(2 * phi) ** n / (1 - COS * sin(2 * phi)) ** (n + 1))
    low = change_of_variable(ANGLE, phi, pi / 2 - 2 * phi, twice, 0, pi / 4, moebius())
    high = change_of_variable(ANGLE, phi, 2 * phi - pi / 2, twice, pi / 4, pi / 2, moebius())
    joined = join(low.lhs, high.lhs, low, high)
    converges = bounded_factor(DOUBLE_ANGLE, joined.lhs, half, phi, joined)
    doubled = constant_factor(2, DOUBLE_ANGLE, converges)
    return combine(DOUBLE_ANGLE, ANGLE, DOMAIN, (-half, doubled), (half, joined), (half, low), (half, high))


@lemma("reduction.radial", "τ = A r² makes the integral over r that of Γ(n + 1)")
def radial() -> Theorem:
    """The integral over the radius, at each angle phi."""
    within = DOMAIN.with_symbol("phi", interval(0, pi / 2))
    rate = (1 - COS * sin(2 * phi)) / (2 * SIN**2)
    factor = (sin(phi) * cos(phi)) ** n / (2 * rate ** (n + 1))
    moved = substituted(DENSITY, {"u": r * cos(phi), "v": r * sin(phi)}) * r
    euler = instantiate(cited.euler_gamma(), {"a": n + 1}, within)
    changed = change_of_variable(euler.rhs, r, rate * r**2, factor**-1 * moved, 0, oo, euler)
    inner = integral(moved, r, 0, oo)
    converges = bounded_factor(inner, changed.lhs, factor, r, changed)
    outside = transitivity(symmetry(constant_factor(factor**-1, inner, converges)), changed, symmetry(euler))
    value = gamma(n + 1) * SIN ** (2 * n + 2) * (sin(2 * phi) ** n / (1 - COS * sin(2 * phi)) ** (n + 1))
    return combine(value, inner, within, (-factor, outside))


@lemma("reduction.polar", "polar coordinates u = r cos φ, v = r sin φ")
def polar_coordinates() -> Theorem:
    """The integral of eq. (21) over the quadrant is one over the angle."""
    outside = constant_factor(gamma(n + 1) * SIN ** (2 * n + 2), DOUBLE_ANGLE, double_angle())
    over_angle = polar(DENSITY, u, v, r, phi, radial(), outside)
    return transitivity(over_angle, outside)


@lemma("reduction.plane", "new variables u = w₁, v = w₁ cos θ + w₂ sin θ, with the determinant sin θ")
def plane() -> Theorem:
    """The integral over the plane of weights is one over the quadrant."""
    second = w_1 * COS + w_2 * SIN
    weight = exp(-(w_1**2 + w_2**2) / 2) * w_1**n * second**n
    return linear_plane(weight, (w_1, second), (w_1, w_2), DENSITY, (u, v), polar_coordinates())


@lemma(
    "reduction.20",
    "the angular function, with w₁ along x and w₂ in the plane of x and y",
    "Cho & Saul (2010), eq. (20)",
)
def definition() -> Theorem:
    """Eq. (20): what J_n(theta) means, for theta in (0, pi)."""
    return define("J", (n, theta), plane().lhs, DOMAIN, plane())


def J(degree: TermLike, angle: TermLike) -> Term:
    """Return J_n(theta) as a term."""
    return function_of(definition())(degree, angle)


@lemma("reduction.21", "new variables u = w₁, v = w₁ cos θ + w₂ sin θ", "Cho & Saul (2010), eq. (21)")
def first_quadrant() -> Theorem:
    """Eq. (21)."""
    right = quadrant(DENSITY, u, v) / SIN
    changed = transitivity(definition(), plane())
    return transitivity(changed, identity(changed.rhs, right, DOMAIN, polar_coordinates_known()))


def polar_coordinates_known() -> Theorem:
    """Return that the integral over the quadrant has a value, without rewriting it."""
    return has_value(quadrant(DENSITY, u, v), DOMAIN, polar_coordinates())


@lemma("reduction.22", "polar coordinates; the integral over r is a gamma function", "Cho & Saul (2010), eq. (22)")
def radial_integral() -> Theorem:
    """Eq. (22)."""
    return transitivity(
        first_quadrant(), identity(first_quadrant().rhs, FRONT * DOUBLE_ANGLE, DOMAIN, polar_coordinates())
    )


@lemma("reduction.23", "ψ = 2 φ - π/2; the integrand is even in ψ", "Cho & Saul (2010), eq. (23)")
def angle_integral() -> Theorem:
    """Eq. (23)."""
    return transitivity(radial_integral(), identity(radial_integral().rhs, FRONT * ANGLE, DOMAIN, double_angle()))
