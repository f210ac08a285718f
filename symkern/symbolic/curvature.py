"""Christoffel symbols and curvature of any rotation-invariant metric, for symbolic dimension d.

The metric is g = T (I - N) + R N, with N = x x^T / r^2 the projection on the radius: T(r) measures displacements
across the radius, R(r) those along it. T and R stay arbitrary here: what holds, holds for every kernel. Index names
follow Cho & Saul (2012), eqs. (17)-(19).
"""

from functools import cache

from sympy.polys.fields import FracElement

from symkern.symbolic.isotropic import DIMENSION, FIELD, RADIUS, Isotropic, R, T, delta, derivative, x


@cache
def metric() -> Isotropic:
    """g_mn"""
    return delta("m", "n").scaled(T) + (x("m") * x("n")).scaled((R - T) / RADIUS**2)


@cache
def inverse() -> Isotropic:
    """g^mn: Cho & Saul (2012), eq. (A.7) for arc-cosine kernels."""
    return delta("m", "n").scaled(1 / T) + (x("m") * x("n")).scaled((1 / R - 1 / T) / RADIUS**2)


@cache
def christoffel() -> Isotropic:
    """Gamma^a_bc, eq. (17)."""
    g = metric()
    slopes = g(m="c", n="m").diff("b") - g(m="b", n="c").diff("m") + g(n="b").diff("c")
    return (inverse()(m="a", n="m") * slopes).scaled(FIELD(1) / 2)


@cache
def riemann() -> Isotropic:
    """R_nab^m, indices m, n, a, b: eq. (18) with the signs of its last two terms put right."""
    return _slopes() - _products()


@cache
def riemann_as_printed() -> Isotropic:
    """Eq. (18) to the letter, for comparison: it is not a tensor."""
    return _slopes() + _products()


def ricci(curvature: Isotropic) -> Isotropic:
    """R_nb = R_nmb^m, indices n, b."""
    return curvature(a="m")


def scalar(curvature: Isotropic) -> FracElement:
    """S = g^nb R_nmb^m, eq. (19)."""
    return (inverse()(m="b") * ricci(curvature)).scalar()


def lowered() -> Isotropic:
    """R_mnab = g_mk R_nab^k."""
    return metric()(n="k") * riemann()(m="k")


def riemann_in_the_plane() -> Isotropic:
    """R_nab^m for d = 2, where it is K (delta_ma g_nb - delta_mb g_na) and the invariants are not independent."""
    g, (radial, _) = metric(), sectional()
    return (delta("m", "a") * g(m="n", n="b") - delta("m", "b") * g(m="n", n="a")).scaled(radial)


def sectional() -> tuple[FracElement, FracElement]:
    """The curvature of planes that contain the radius, and of planes across it.

    With P the projection across the radius, R_mnab = K_across T^2 (P_ma P_nb - P_mb P_na) + K_radial T R (four terms
    such as N_ma P_nb). So delta_ma delta_nb has the coefficient K_across T^2, and x_m x_a delta_nb has
    (K_radial T R - K_across T^2) / r^2.
    """
    across = lowered().coefficient(delta("m", "a") * delta("n", "b"))
    mixed = lowered().coefficient(x("m") * x("a") * delta("n", "b"))
    return (across + RADIUS**2 * mixed) / (T * R), across / T**2


def warped_product() -> tuple[FracElement, FracElement]:
    """The same two curvatures by another route: d rho^2 + f^2 dOmega^2 with d rho = sqrt(R) dr and f = r sqrt(T).

    They are -f''/f and (1 - f'^2)/f^2, primes with respect to rho, written in f^2 = r^2 T so that no root appears:
    with q = f^2, f' f = q'/2 and f'' f = q''/2 - f'^2.
    """
    q = RADIUS**2 * T
    slope = derivative(q)  # with respect to r; d/drho = R^(-1/2) d/dr
    second = derivative(slope) / R - slope * derivative(R) / (2 * R**2)
    f_slope_squared = slope**2 / (4 * q * R)
    return -(second / 2 - f_slope_squared) / q, (1 - f_slope_squared) / q


def warped_scalar() -> FracElement:
    """S from the curvatures of its planes: 2 (d - 1) of them contain the radius, (d - 1)(d - 2) do not."""
    radial, across = warped_product()
    return 2 * (DIMENSION - 1) * radial + (DIMENSION - 1) * (DIMENSION - 2) * across


def _slopes() -> Isotropic:
    gamma = christoffel()
    return gamma(a="m", c="n").diff("a") - gamma(a="m", b="a", c="n").diff("b")


def _products() -> Isotropic:
    """Gamma^p_an Gamma^m_bp - Gamma^p_bn Gamma^m_ap, which eq. (18) adds and the Riemann tensor subtracts."""
    gamma = christoffel()
    first = gamma(a="p", b="a", c="n") * gamma(a="m", c="p")
    return first - gamma(a="p", c="n") * gamma(a="m", b="a", c="p")
