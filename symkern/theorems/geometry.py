"""Riemannian geometry of kernels: Cho & Saul (2012), eqs. (14), (16), (20) corrected, (31), (32), (A.7), Table 1.

The metric of every kernel here is a(r) I + b(r) x x^T; (2n-3)!! is 2^(n-1) Gamma(n - 1/2)/sqrt(pi), so the degree is
any real number above 1/2, below which there is no metric.
"""

from functools import cache

from symkern.proofs.domains import POSITIVE, above, domain, integers
from symkern.proofs.rules.equality import identity, transitivity
from symkern.proofs.rules.geometry import (
    DELTA,
    X_MU,
    X_NU,
    D,
    Isotropic,
    angular_metric,
    determinant,
    inverse_metric,
    kernel_metric,
    scalar_curvature,
)
from symkern.proofs.terms import Term, acos, exp, gamma, half, pi, sqrt, symbols, term
from symkern.proofs.theorem import Theorem
from symkern.theorems import small_angles
from symkern.theorems.lemma import lemma

n, r, s, t, product, sigma = symbols("n r s t p sigma")
DEGREES = domain(n=above(half), r=POSITIVE)
ODD = 2 ** (n - 1) * gamma(n - half) / sqrt(pi)
"""(2n-3)!!, for real degrees."""
ARC_COSINE = Isotropic(n**2 * ODD * r ** (2 * n - 2), 2 * (n - 1) * n**2 * ODD * r ** (2 * n - 4), DEGREES)
WIDTHS = domain(r=POSITIVE, sigma=POSITIVE)
SPREAD = 2 * r**2 + sigma**2
SMOOTHED = Isotropic((pi * sigma * sqrt(SPREAD)) ** -1, -2 * (pi * sigma * SPREAD * sqrt(SPREAD)) ** -1, WIDTHS)
GAUSSIAN = Isotropic(2 / sigma**2, term(0), WIDTHS)
LINEAR = Isotropic(term(1), term(0), domain(r=POSITIVE))


def _restated(found: tuple[Theorem, Isotropic], simple: Isotropic) -> Theorem:
    """Return the theorem about a metric with simpler coefficients."""
    theorem, _ = found
    return transitivity(theorem, identity(theorem.rhs, simple.component(), theorem.domain))


@lemma("geometry.14", "Price's law gives the second derivatives of k_n at y = x", "Cho & Saul (2012), eq. (14)")
def arc_cosine_metric() -> Theorem:
    """Eq. (14), for every real degree n > 1/2."""
    limits = small_angles.limit_at_zero(), small_angles.slope_over_sine()
    return _restated(angular_metric(n, pi**-1, *limits, DEGREES), ARC_COSINE)


@lemma("geometry.31", "eq. (30) in eq. (11)", "Cho & Saul (2012), eq. (31)")
def smoothed_metric() -> Theorem:
    """Eq. (31)."""
    kernel = 1 - acos(product / sqrt((s + sigma**2) * (t + sigma**2))) / pi
    return _restated(kernel_metric(kernel, WIDTHS), SMOOTHED)


@lemma("geometry.gaussian", "exp(-|x-y|²/σ²) in eq. (11)", "Cho & Saul (2012), Table 1")
def gaussian_metric() -> Theorem:
    """The metric of the Gaussian kernel."""
    return _restated(kernel_metric(exp(-(s + t - 2 * product) / sigma**2), WIDTHS), GAUSSIAN)


@lemma("geometry.linear", "x·y in eq. (11)", "Cho & Saul (2012), Table 1")
def linear_metric() -> Theorem:
    """The metric of the linear kernel."""
    return _restated(kernel_metric(product, domain(r=POSITIVE)), LINEAR)


@cache
def polynomial_metric() -> tuple[Theorem, Isotropic]:
    """Return the metric of (x.y)^q, q being the power."""
    q = symbols("q")[0]
    where = domain(r=POSITIVE, q=integers(1))
    simple = Isotropic(q * r ** (2 * q - 2), q * (q - 1) * r ** (2 * q - 4), where)
    found = _restated(kernel_metric(product**q, where), simple)
    name = "geometry.polynomial"
    return found.named(name, "(x·y)^q in eq. (11)", "Cho & Saul (2012), Table 1"), simple


def simplified(theorem: Theorem, right: Term) -> Theorem:
    """Return an equation with an equal right side."""
    return transitivity(theorem, identity(theorem.rhs, right, theorem.domain))


@lemma("geometry.16", "one eigenvalue along x, d - 1 across it", "Cho & Saul (2012), eq. (16)")
def arc_cosine_determinant() -> Theorem:
    """Eq. (16)."""
    return simplified(determinant(ARC_COSINE), (2 * n - 1) * (n**2 * ODD * r ** (2 * n - 2)) ** D)


@lemma("geometry.A7", "the inverse of the identity plus a projection", "Cho & Saul (2012), eq. (A.7)")
def arc_cosine_inverse() -> Theorem:
    """Eq. (A.7)."""
    size = (n**2 * ODD * r ** (2 * n - 2)) ** -1
    return simplified(inverse_metric(ARC_COSINE), size * (DELTA - X_MU * X_NU / r**2 * (2 * (n - 1)) / (2 * n - 1)))


@lemma("geometry.curvature", "f = r√a in arc length: a cone", "corrects Cho & Saul (2012), eq. (20)")
def arc_cosine_curvature() -> Theorem:
    """The scalar curvature of the surface of k_n, for every real n > 1/2 and every dimension."""
    right = (n - 1) ** 2 * (2 - D) * (D - 1) / ((2 * n - 1) * n**2 * ODD * r ** (2 * n))
    return simplified(scalar_curvature(ARC_COSINE), right)


@lemma("geometry.32", "one eigenvalue along x, d - 1 across it", "Cho & Saul (2012), eq. (32)")
def smoothed_determinant() -> Theorem:
    """Eq. (32)."""
    right = (pi**D * sigma ** (D - 2) * SPREAD ** (D / 2 + 1)) ** -1
    return simplified(determinant(SMOOTHED), right)


@lemma("geometry.smoothed_curvature", "f = r√a in arc length")
def smoothed_curvature() -> Theorem:
    """The scalar curvature of the surface of the smoothed kernel."""
    right = -(pi * r**2 * (D - 1) * (D + 2)) / (sigma * sqrt(SPREAD))
    return simplified(scalar_curvature(SMOOTHED), right)


@lemma("geometry.polynomial_curvature", "f = r√a in arc length: a cone", "Cho & Saul (2012), Table 1")
def polynomial_curvature() -> Theorem:
    """The scalar curvature of the surface of (x.y)^q."""
    q = symbols("q")[0]
    right = (q - 1) * (2 - D) * (D - 1) / (q * r ** (2 * q))
    return simplified(scalar_curvature(polynomial_metric()[1]), right)
