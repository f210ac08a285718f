"""The law of small distances where a kernel induces no Riemannian metric: Cho & Saul (2012), eqs. (21)-(22), and on.

A metric would make the squared distance ds^2 of neighbouring images quadratic in the displacement. For arc-cosine
kernels of degree n <= 1/2 it goes like |dx_perp|^(2n+1), at n = 1/2 like |dx_perp|^2 log(1/|dx_perp|): in either
case ds^2 / |dx_perp|^2 has no bound. The biased kernel is linear in every direction.
"""

import sympy as sp

from symkern.symbolic.derivation import Result, Section
from symkern.symbolic.endpoints import at_zero, first_nonanalytic_term
from symkern.symbolic.notation import J, b, d, dx_across, dx_along, half, n, r, tensor, theta
from symkern.symbolic.step import Step, prove

DS_SQUARED = sp.Symbol("ds") ** 2
ABSENT = dict.fromkeys(
    ("metric", "inverse_metric", "det_g", "volume_element", "christoffel", "riemann", "ricci", "scalar_curvature")
)
SOURCE = "Cho & Saul (2012)"


def title(dimension: sp.Expr) -> str:
    """The heading of the geometry."""
    return f"Geometry {'in any dimension d' if dimension == d else f'for d = {dimension}'}, r = ‖x‖"


def section(law: sp.Expr, why: str, dimension: sp.Expr, source: str = "") -> Section:
    """Says that there is no metric, why, and what holds instead."""
    result = Result("distance_law", DS_SQUARED, law, source, "to leading order")
    return Section(title(dimension), (result,), (why,), {"d": str(dimension), **ABSENT})


def line(along: sp.Expr) -> Section:
    """One dimension: only displacements along the radius exist, and they have the metric R wherever R > 0."""
    if along == 0:
        why = "On a line this kernel depends only on the signs of x and y: each half-line is mapped to one point."
        return Section(title(sp.Integer(1)), (), (why,), {"d": "1", **ABSENT})
    gamma = sp.factor(sp.simplify(sp.diff(along, r) / (2 * r * along)))
    results = (
        Result("", tensor("g"), along),
        Result("det_g", sp.Function("det")(sp.Symbol("g")), along),
        Result("volume_element", sp.Symbol("ds/dx"), sp.sqrt(along)),
        Result("", tensor("Gamma"), gamma * sp.Symbol("x")),
        Result("scalar_curvature", sp.Symbol("S"), sp.Integer(0), "a curve has no intrinsic curvature"),
    )
    data = {
        "d": "1",
        "metric": {"identity": along, "radial": sp.Integer(0)},
        "inverse_metric": {"identity": 1 / along, "radial": sp.Integer(0)},
        "christoffel": {"x_alpha*delta_beta_gamma": gamma},
        "riemann": {},
    }
    return Section(
        title(sp.Integer(1)), results, ("On a line x and y are parallel or opposite: only R is left, x ≠ 0.",), data
    )


def arc_cosine(degree: sp.Expr) -> sp.Expr:
    """ds^2 for a degree n <= 1/2, to leading order in the displacement across the radius.

    >>> arc_cosine(sp.Integer(0))
    2*dx_across/(pi*r)
    """
    return (-2 / sp.pi * r ** (2 * degree) * first_nonanalytic_term(degree)).subs(theta, dx_across / r)


def arc_cosine_steps() -> list[Step]:
    """No metric for -1/2 < n <= 1/2."""
    J_0, J_t = sp.symbols("J_0 J_t")
    distance = 2 * r ** (2 * n) * (J(n, sp.Integer(0)) - J(n, theta)) / sp.pi
    ratio = first_nonanalytic_term(n) / at_zero(n) / theta ** (2 * n + 1)
    positive = sp.gamma(n + 1) ** 2 / (2 ** (2 * n + 1) * sp.gamma(n + 3 * half) * sp.gamma(n + half))
    half_law = first_nonanalytic_term(half)
    return [
        prove(
            DS_SQUARED,
            distance,
            "y is x turned by a small angle θ = ‖dx⊥‖/r, so k(y, y) = k(x, x)",
            f"{SOURCE}, eqs. (9), (21)",
            residuals=[
                r ** (2 * n) * (J_0 + J_0 - 2 * J_t) / sp.pi - 2 * r ** (2 * n) * (J_0 - J_t) / sp.pi,
            ],
        ),
        prove(
            sp.Limit(DS_SQUARED / dx_across**2, dx_across, 0),
            sp.oo,
            "the fall of J_n is of order 2n + 1 < 2 in θ for n < 1/2, and θ² log θ at n = 1/2: no quadratic form can"
            " bound it, so no Riemannian metric exists for -1/2 < n ≤ 1/2",
            f"{SOURCE}, eq. (22) for n = 0",
            residuals=[
                ratio + positive / sp.cos(sp.pi * n),  # for -1/2 < n < 1/2 the cosine is positive
                half_law - half_law.coeff(theta**2 * sp.log(theta)) * theta**2 * sp.log(theta),
            ],
            check="the first non-analytic term is θ^(2n+1) times a negative factor; at 1/2 it has the logarithm",
        ),
    ]


def biased() -> sp.Expr:
    """ds^2 of the biased kernel: twice the chance that a unit fires on one of x and x + dx but not on the other.

    >>> sp.simplify(biased().subs(b, 0))
    2*dx_across/(pi*r)
    """
    drift = b * dx_along / r
    return sp.sqrt(2 / sp.pi) / r * sp.exp(-(b**2) / (2 * r**2)) * _folded_normal_mean(drift, dx_across)


def _folded_normal_mean(mean: sp.Expr, spread: sp.Expr) -> sp.Expr:
    """E|mean + spread Z| for a standard normal Z."""
    return spread * sp.sqrt(2 / sp.pi) * sp.exp(-(mean**2) / (2 * spread**2)) + mean * sp.erf(
        mean / (sp.sqrt(2) * spread)
    )


def biased_steps() -> list[Step]:
    """The biased kernel has no metric, in any direction."""
    mean = sp.Symbol("mu", real=True)
    spread = sp.Symbol("sigma", positive=True)
    folded = _folded_normal_mean(mean, spread)
    return [
        prove(
            DS_SQUARED,
            biased(),
            "a unit changes sides if w·x is within w·dx of b: density exp(-b²/2r²)/(√(2π) r), and given w·x = b,"
            " w·dx = b dr/r + ‖dx⊥‖ Z with Z standard normal",
            f"b = 0 is {SOURCE}, eq. (22)",
            residuals=[
                sp.diff(folded, mean) - sp.erf(mean / (sp.sqrt(2) * spread)),
                folded.subs(mean, 0) - spread * sp.sqrt(2 / sp.pi),
                biased().subs(b, 0) - 2 * dx_across / (sp.pi * r),
            ],
            check="the mean of |μ + σZ| has the slope E sign = erf(μ/√2σ) and the right value at 0; b = 0 is eq. (22)",
        )
    ]
