"""From the integral over all weights to an integral over one angle: Cho & Saul (2010), eqs. (1), (3), (20)-(23).

Every step holds for each real n > -1/2 and theta in (0, pi); n! in print is Gamma(n + 1) here.
"""

import sympy as sp

from symkern.symbolic.notation import (
    Expectation,
    J,
    c,
    d,
    kernel,
    n,
    norm_x,
    norm_y,
    phi,
    psi,
    r,
    s,
    t,
    theta,
    u,
    v,
    w_1,
    w_2,
    wx,
    wy,
)
from symkern.symbolic.step import Step, define, prove

COS, SIN = sp.cos(theta), sp.sin(theta)


def angle_integral(degree: sp.Expr) -> sp.Expr:
    """Right-hand side of eq. (23)."""
    integrand = sp.cos(psi) ** degree / (1 - COS * sp.cos(psi)) ** (degree + 1)
    return sp.gamma(degree + 1) * SIN ** (2 * degree + 1) * sp.Integral(integrand, (psi, 0, sp.pi / 2))


def reduction() -> list[Step]:
    """The steps (1), (20), (3), (21), (22), (23)."""
    return [_kernel(), _planar_integral(), _norms_and_angle(), _first_quadrant(), _radial_integral(), _half_range()]


def _kernel() -> Step:
    units = sp.Heaviside(wx) * sp.Heaviside(wy) * wx**n * wy**n
    return define(
        kernel(n),
        2 * Expectation(units),
        "a network of infinitely many units with Gaussian weights w",
        "Cho & Saul (2010), eq. (1)",
    )


def _planar_integral() -> Step:
    second = w_1 * COS + w_2 * SIN
    integrand = sp.exp(-(w_1**2 + w_2**2) / 2) * sp.Heaviside(w_1) * sp.Heaviside(second) * w_1**n * second**n
    return define(
        J(n, theta),
        sp.Integral(integrand, (w_1, -sp.oo, sp.oo), (w_2, -sp.oo, sp.oo)),
        "what is left when w_1 runs along x and the plane of w_1 and w_2 contains y",
        "Cho & Saul (2010), eq. (20)",
    )


def _norms_and_angle() -> Step:
    normalisation = 2 * (2 * sp.pi) ** (-d / sp.Integer(2)) * (2 * sp.pi) ** ((d - 2) / sp.Integer(2))
    scaled = (norm_x * u) ** n * (norm_y * v) ** n
    return prove(
        kernel(n),
        norm_x**n * norm_y**n * J(n, theta) / sp.pi,
        "w·x = ‖x‖ w_1 and w·y = ‖y‖ (w_1 cos θ + w_2 sin θ); the other d - 2 weights integrate out",
        "Cho & Saul (2010), eq. (3)",
        residuals=[normalisation - 1 / sp.pi, scaled - norm_x**n * norm_y**n * u**n * v**n],
        check="the factors of π and the powers of the norms cancel",
    )


def _first_quadrant() -> Step:
    old = sp.Matrix([w_1, w_1 * COS + w_2 * SIN])
    exponent = (u**2 + v**2 - 2 * u * v * COS) / (2 * SIN**2)
    return prove(
        J(n, theta),
        sp.Integral(sp.exp(-exponent) * u**n * v**n, (u, 0, sp.oo), (v, 0, sp.oo)) / SIN,
        "new variables u = w_1, v = w_1 cos θ + w_2 sin θ",
        "Cho & Saul (2010), eq. (21)",
        residuals=[
            old.jacobian([w_1, w_2]).det() - SIN,
            exponent.subs({u: old[0], v: old[1]}, simultaneous=True) - (w_1**2 + w_2**2) / 2,
        ],
        check="the Jacobian is sin θ and the exponents agree",
    )


def _radial_integral() -> Step:
    sine = sp.sin(2 * phi)
    rate = sp.Symbol("A", positive=True)  # the exponent in polar coordinates is A r^2
    double_sine = t  # sin 2 phi, positive in the first quadrant
    gamma_integrand = (rate * r**2) ** n * (2 * rate * r)  # tau^n dtau, tau = A r^2; e^-tau on both sides
    radial = sp.gamma(n + 1) / (2 * rate ** (n + 1))
    after = (double_sine / 2) ** n / s * radial.subs(rate, (1 - c * double_sine) / (2 * s**2))
    u_polar, v_polar = r * sp.cos(phi), r * sp.sin(phi)
    return prove(
        J(n, theta),
        sp.gamma(n + 1) * SIN ** (2 * n + 1) * sp.Integral(sine**n / (1 - COS * sine) ** (n + 1), (phi, 0, sp.pi / 2)),
        "polar coordinates u = r cos φ, v = r sin φ; the integral over r is a gamma function",
        "Cho & Saul (2010), eq. (22)",
        residuals=[
            u_polar**2 + v_polar**2 - 2 * u_polar * v_polar * COS - r**2 * (1 - COS * sp.expand_trig(sine)),
            r ** (2 * n + 1) - gamma_integrand / (2 * rate ** (n + 1)),
            after - sp.gamma(n + 1) * s ** (2 * n + 1) * double_sine**n / (1 - c * double_sine) ** (n + 1),
        ],
        check="exponent, radial integrand and what remains of it agree",
    )


def _half_range() -> Step:
    sine = sp.sin(2 * phi).subs(phi, (psi + sp.pi / 2) / 2)
    return prove(
        J(n, theta),
        angle_integral(n),
        "ψ = 2 φ - π/2; the integrand is even in ψ",
        "Cho & Saul (2010), eq. (23)",
        residuals=[sine - sp.cos(psi), sine - sine.subs(psi, -psi)],
        check="sin 2 φ becomes cos ψ, which is even",
    )
