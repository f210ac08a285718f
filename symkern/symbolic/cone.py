"""The surfaces of arc-cosine kernels: cones for n > 1/2, no Riemannian manifolds otherwise. Cho & Saul (2012).

    ds^2 = d rho^2 + a^2 rho^2 dOmega^2,   rho = sqrt(k_n(x, x)),   a^2 = n^2/(2n - 1)

The papers do not say so. It is a third route to the curvature, and it sorts all degrees at a glance.
"""

import sympy as sp

from symkern.symbolic import distance, geometry, metric
from symkern.symbolic.derivation import Result, Section
from symkern.symbolic.endpoints import at_zero
from symkern.symbolic.notation import d, half, n, r
from symkern.symbolic.step import Step, prove

EQUATIONS = {
    "metric": "14",
    "inverse": "A.7",
    "det": "16",
    "volume": "15",
    "christoffel": "A.9",
    "riemann": "A.10",
    "S": "20",
}
"""Where Cho & Saul (2012) print what is derived here."""


def slope_squared(degree: sp.Expr) -> sp.Expr:
    """a^2: the cone is Euclidean space for 1 and has too much room around its tip for more.

    >>> slope_squared(sp.Integer(3))
    9/5
    """
    return degree**2 / (2 * degree - 1)


def radius(degree: sp.Expr) -> sp.Expr:
    """rho, the distance from the image of the origin."""
    return sp.sqrt(at_zero(degree) / sp.pi) * r**degree


def isometric_degree(degree: sp.Expr) -> sp.Expr:
    """The other degree with the same cone.

    >>> isometric_degree(sp.Integer(2))
    2/3
    """
    return degree / (2 * degree - 1)


def shape(a_squared: sp.Expr, rho: sp.Expr, remark: str = "the cone dρ² + a² ρ² dΩ²") -> list[Result]:
    """The cone as results."""
    return [
        Result("cone_slope_squared", sp.Symbol("a") ** 2, a_squared, remark),
        Result("cone_radius", sp.Symbol("rho"), rho),
    ]


def section(degree: sp.Expr, dimension: sp.Expr = d) -> Section:
    """The Riemannian geometry for n > 1/2; for the others, why there is none and what holds instead."""
    if dimension == 1:
        return distance.line(degree**2 * at_zero(degree) / sp.pi * r ** (2 * degree - 2))
    if degree.is_number and degree <= half:
        exponent = 2 * degree + 1
        power = "‖dx⊥‖" if exponent == 1 else f"‖dx⊥‖^({exponent})"
        law = power if degree < half else "‖dx⊥‖² log(1/‖dx⊥‖)"
        why = f"There is no Riemannian metric: ds² goes like {law} across the radius, and no quadratic form bounds it."
        return distance.section(
            distance.arc_cosine(degree), why, dimension, "Cho & Saul (2012), eq. (22)" if degree == 0 else ""
        )
    scope = "" if degree.is_Integer else " (for integers n)"
    return geometry.section(
        metric.arc_cosine(degree),
        dimension,
        sources={key: f"Cho & Saul (2012), eq. ({number}){scope}" for key, number in EQUATIONS.items()},
        more=shape(slope_squared(degree), radius(degree)),
        remarks=() if degree.is_number else ["All of this for n > 1/2."],
    )


def classification() -> Section:
    """All real degrees n > -1/2 by the geometry of their surfaces."""
    return Section(
        "All degrees by their geometry",
        (
            Result(
                "isometric_degree",
                sp.Symbol("n'"),
                isometric_degree(n),
                "its surface is isometric: the same cone",
            ),
        ),
        (
            "-1/2 < n < 0: no metric; ds² like ‖dx⊥‖^(2n+1), and the origin is mapped to infinity.",
            "n = 0: no metric; ds² like ‖dx⊥‖, and the norm of x is lost.",
            "0 < n < 1/2: no metric; ds² like ‖dx⊥‖^(2n+1).",
            "n = 1/2: no metric; ds² like ‖dx⊥‖² log(1/‖dx⊥‖).",
            "1/2 < n < 1 and n > 1: a cone with a > 1, flat along the radius, negatively curved across it (d ≥ 3).",
            "n = 1: a = 1, the Euclidean metric.",
        ),
    )


def steps(degree: sp.Expr) -> list[Step]:
    """From the kernel to its cone, or to the proof that there is none."""
    if degree.is_number and degree <= half:
        return distance.arc_cosine_steps()
    return [*metric.derivation(), *metric.arc_cosine_steps(), *geometry.steps(), *_cone_steps()]


def _cone_steps() -> list[Step]:
    surface = metric.arc_cosine(n)
    rho, a_squared = radius(n), slope_squared(n)
    return [
        prove(
            sp.Symbol("ds") ** 2,
            sp.Symbol("drho") ** 2 + a_squared * sp.Symbol("rho") ** 2 * sp.Symbol("dOmega") ** 2,
            "ρ = √k_n(x, x) is the distance from the origin's image: the surface is a cone; n > 1/2",
            residuals=[sp.diff(rho, r) ** 2 - surface.along, a_squared * rho**2 - r**2 * surface.across],
            check="(dρ/dr)² = R and a² ρ² = r² T",
        ),
        prove(
            sp.Symbol("a") ** 2,
            a_squared,
            "the same for n and n/(2n-1): degrees pair into isometric surfaces, and only n = 1 is alone",
            residuals=[slope_squared(isometric_degree(n)) - a_squared, a_squared - 1 - (n - 1) ** 2 / (2 * n - 1)],
            check="a² is invariant, and a² - 1 = (n-1)²/(2n-1) ≥ 0",
        ),
    ]
