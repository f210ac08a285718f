"""The biased kernel of degree 0, whose units fire above a threshold b: Cho & Saul (2012), eqs. (23)-(27), (B.1)-(B.10).

psi and xi are the angles at x and at y of the triangle with vertices 0, x, y.
"""

import sympy as sp

from symkern.symbolic import cone, distance
from symkern.symbolic.derivation import Derivation, Result, Section
from symkern.symbolic.notation import (
    BiasIntegral,
    Expectation,
    OwenT,
    b,
    c,
    d,
    dx_along,
    kernel,
    norm_x,
    norm_y,
    phi,
    psi,
    r,
    s,
    t,
    theta,
    wx,
    wy,
    x_vector,
    xi,
)
from symkern.symbolic.reduction import COS, SIN
from symkern.symbolic.step import Step, define, prove

K, K_DIAGONAL = kernel(b), kernel(b, x_vector, x_vector)
COT_PSI = (norm_x - norm_y * COS) / (norm_y * SIN)
COT_XI = (norm_y - norm_x * COS) / (norm_x * SIN)
TWO_INTEGRALS = BiasIntegral(norm_x / b, psi) + BiasIntegral(norm_y / b, xi)
INTEGRAL = sp.Integral(sp.exp(-1 / (2 * r**2 * sp.sin(phi) ** 2)), (phi, 0, xi)) / sp.pi


def owen_form() -> sp.Expr:
    """Eq. (25) with Owen's T in place of the integral (24), for b >= 0."""
    tails = (sp.erfc(b / (sp.sqrt(2) * norm)) / 2 for norm in (norm_x, norm_y))
    return sp.Add(*tails) - 2 * OwenT(b / norm_x, sp.cot(psi)) - 2 * OwenT(b / norm_y, sp.cot(xi))


def _geometry(bias: sp.Expr, dimension: sp.Expr) -> Section:
    if bias == 0:
        return cone.section(sp.Integer(0), dimension)
    law = distance.biased()
    if dimension == 1:
        law = sp.sqrt(2 / sp.pi) * sp.exp(-(b**2) / (2 * r**2)) * sp.Abs(b) * sp.Abs(dx_along) / r**2
    why = "There is no Riemannian metric: ds² is linear, not quadratic, in the displacement, in every direction."
    return distance.section(law.subs(b, bias), why, dimension)


def derive(bias: sp.Expr = b, dimension: sp.Expr = d) -> Derivation:
    """The kernel for a bias of either sign; symbolic, and then positive, unless a number is given."""
    results = [
        Result("integral", BiasIntegral(r, xi), INTEGRAL, "Cho & Saul (2012), eq. (24)"),
        Result("k", K, TWO_INTEGRALS, "eq. (25), b ≥ 0"),
        Result("k_owen", K, owen_form(), "with Owen's T, b ≥ 0; no table is needed"),
        Result(
            "k_opposite",
            kernel(-b),
            K + sp.erf(b / (sp.sqrt(2) * norm_x)) + sp.erf(b / (sp.sqrt(2) * norm_y)),
            "eq. (26), b ≥ 0",
        ),
        Result("cot_psi", sp.cot(psi), COT_PSI, "the angle at x of the triangle 0, x, y; ψ in (0, π)"),
        Result("cot_xi", sp.cot(xi), COT_XI, "the angle at y; ξ in (0, π)"),
    ]
    diagonal = sp.erfc(b / (sp.sqrt(2) * norm_x))
    slope = -sp.exp(-(b**2) / (2 * norm_x**2)) / sp.pi
    ends = [
        Result("k_diagonal", K_DIAGONAL, diagonal, "either sign of b; half of it is the fraction of active units"),
        Result("small_angle", K, diagonal + slope * theta, "equal norms: linear in θ, as for b = 0", beyond=theta**2),
        Result("k_at_pi", K, sp.Integer(0), "θ = π and b > 0: no unit is active on both"),
    ]
    title = "Biased arc-cosine kernel of degree 0"
    if bias != b:
        title += f", b = {bias}"
        idle = {"k_opposite"} | ({"k_at_pi"} if bias <= 0 else set()) | ({"k_owen"} if bias == 0 else set())
        results, ends = ([_specialised(row, bias) for row in rows if row.key not in idle] for rows in (results, ends))
    return Derivation(
        title=title,
        parameters={"kernel": "biased", "b": bias},
        sections=(Section("Kernel", tuple(results)), Section("Values", tuple(ends)), _geometry(bias, dimension)),
        walk=lambda: (*_steps(), *distance.biased_steps()),
    )


def _specialised(result: Result, bias: sp.Expr) -> Result:
    """The result at a given bias. Eq. (25) and what rests on it want b >= 0: a negative bias goes through eq. (26)."""
    at = {b: bias}
    label = {b: sp.Symbol(f"b={bias}")}
    if bias < 0 and result.key in ("k", "k_owen"):
        opposite = sp.erf(-bias / (sp.sqrt(2) * norm_x)) + sp.erf(-bias / (sp.sqrt(2) * norm_y))
        rhs = result.rhs.subs(b, -bias) + opposite
        source = "eqs. (25) and (26)" if result.key == "k" else "Owen's T in place of eq. (24), and eq. (26)"
        return Result(result.key, result.lhs.subs(label), rhs, source)
    if result.key == "k" and bias == 0:
        return Result(result.key, result.lhs.subs(label), (psi + xi) / sp.pi, "I(∞, ξ) = ξ/π: the kernel of degree 0")
    return Result(result.key, result.lhs.subs(label), result.rhs.subs(at), result.source, result.remark, result.beyond)


def _steps() -> list[Step]:
    h, a = sp.symbols("h a", positive=True)
    tail = sp.erfc(h / sp.sqrt(2)) / 2
    rho = sp.Symbol("rho", positive=True)
    exponent_x = sp.exp(-(b**2) / (2 * norm_x**2 * sp.cos(phi) ** 2))
    exponent_y = sp.exp(-(b**2) / (2 * norm_y**2 * sp.cos(phi - theta) ** 2))
    tangent = norm_x / (norm_y * s) - c / s
    cosine = 1 / sp.sqrt(1 + tangent**2)
    crossing = norm_x * cosine - norm_y * (cosine * c + tangent * cosine * s)  # cos(phi - theta), expanded
    x_coordinates, y_coordinates = sp.Matrix([norm_x, 0]), norm_y * sp.Matrix([COS, SIN])
    side = y_coordinates - x_coordinates
    cot_at_x = -x_coordinates.dot(side) / sp.Matrix.hstack(x_coordinates, side).det()
    unit_step = sp.Heaviside
    return [
        define(
            K,
            2 * Expectation(unit_step(wx - b) * unit_step(wy - b)),
            "units that fire when what they receive exceeds b",
            "Cho & Saul (2012), eq. (23)",
        ),
        prove(
            K,
            sp.Integral(sp.Min(exponent_x, exponent_y), (phi, theta - sp.pi / 2, sp.pi / 2)) / sp.pi,
            "polar coordinates in the plane of x and y; both units fire beyond r = max of two radii; b > 0",
            "Cho & Saul (2012), eqs. (B.3)-(B.8)",
            residuals=[sp.diff(-sp.exp(-(r**2) / 2), r) - r * sp.exp(-(r**2) / 2)],
            check="the antiderivative of r exp(-r²/2) is -exp(-r²/2)",
        ),
        prove(
            sp.tan(sp.Symbol("phi_c")),
            norm_x / (norm_y * SIN) - sp.cot(theta),
            "where the two exponents are equal: ‖x‖ cos φ = ‖y‖ cos(φ - θ)",
            "Cho & Saul (2012), eq. (B.9)",
            residuals=[crossing],
        ),
        prove(
            sp.tan(sp.Symbol("phi_c")),
            sp.cot(psi),
            "ψ is the angle at x of the triangle 0, x, y: φ_c = π/2 - ψ, and ξ = π - θ - ψ",
            "Cho & Saul (2012), below eq. (B.10)",
            residuals=[cot_at_x - tangent.subs({c: COS, s: SIN})],
        ),
        define(BiasIntegral(r, xi), INTEGRAL, "a family of integrals", "Cho & Saul (2012), eq. (24)"),
        prove(
            K,
            TWO_INTEGRALS,
            "the range is cut at φ_c; π/2 - φ and π/2 + φ - θ are the new variables; b ≥ 0",
            "Cho & Saul (2012), eq. (25)",
            residuals=[
                exponent_x.subs(phi, sp.pi / 2 - phi) - sp.exp(-(b**2) / (2 * norm_x**2 * sp.sin(phi) ** 2)),
                exponent_y.subs(phi, phi + theta - sp.pi / 2) - sp.exp(-(b**2) / (2 * norm_y**2 * sp.sin(phi) ** 2)),
            ],
            check="the exponents become those of eq. (24)",
        ),
        prove(
            BiasIntegral(1 / h, xi),
            tail - 2 * OwenT(h, sp.cot(xi)),
            "t = cot φ turns eq. (24) into Owen's integral from cot ξ to infinity",
            "Owen (1956)",
            residuals=[
                sp.diff(sp.acot(t), t) + 1 / (1 + t**2),
                1 / sp.sin(phi) ** 2 - 1 - (sp.cos(phi) / sp.sin(phi)) ** 2,
                sp.diff(tail, h) + sp.exp(-(h**2) / 2) / sp.sqrt(2 * sp.pi),
                # d/dh of 2 T(h, oo): the integral over t is Gaussian
                -h / sp.pi * sp.exp(-(h**2) / 2) * sp.sqrt(sp.pi / 2) / h + sp.exp(-(h**2) / 2) / sp.sqrt(2 * sp.pi),
            ],
            check="Jacobian and exponent agree; 2 T(h, ∞) and Φ(-h) have one derivative, and vanish at infinity",
        ),
        prove(
            kernel(-b),
            K + sp.erf(b / (sp.sqrt(2) * norm_x)) + sp.erf(b / (sp.sqrt(2) * norm_y)),
            "Θ(z) = 1 - Θ(-z), and w and -w are equally likely; b ≥ 0",
            "Cho & Saul (2012), eq. (26)",
            residuals=[(2 * (1 - sp.erfc(h) / 2 - sp.erfc(a) / 2) - sp.erf(h) - sp.erf(a)).rewrite(sp.erf)],
        ),
        prove(
            kernel(b, rho * x_vector, rho * sp.Symbol("y")),
            kernel(b / rho),
            "eq. (25) has b and the norms only as b/‖x‖ and b/‖y‖, and scaling keeps the angles; ρ > 0",
            "Cho & Saul (2012), eq. (27)",
            residuals=[rho * norm_x / b - norm_x / (b / rho)]
            + [
                cotangent.subs({norm_x: rho * norm_x, norm_y: rho * norm_y}, simultaneous=True) - cotangent
                for cotangent in (COT_PSI, COT_XI)
            ],
        ),
        prove(
            K_DIAGONAL,
            sp.erfc(b / (sp.sqrt(2) * norm_x)),
            "equal inputs: ψ = ξ = π/2 and T(h, 0) = 0",
            residuals=[2 * tail - sp.erfc(h / sp.sqrt(2))],
        ),
    ]
