"""The kernels that the papers compare with: linear, polynomial, Gaussian. Cho & Saul (2010), eqs. (13)-(14)."""

import sympy as sp

from symkern.symbolic import geometry, metric
from symkern.symbolic.derivation import Derivation, Result, Section
from symkern.symbolic.notation import d, dot, kernel, norm_x, norm_y, p, sigma, theta, x_vector
from symkern.symbolic.reduction import COS
from symkern.symbolic.step import Step, define, prove

PLAIN = sp.Symbol("k")  # a kernel without a label
TWICE = kernel(sp.Symbol("(2)"))  # composed with itself
SQUARED_DISTANCE = norm_x**2 + norm_y**2 - 2 * dot


def linear(dimension: sp.Expr = d) -> Derivation:
    """k(x, y) = x.y"""
    steps = [
        define(kernel(PLAIN), dot, "the inner product itself"),
        _composed(dot, dot, "the map is the identity"),
    ]
    return _derivation("Linear kernel", {"kernel": "linear"}, dot, dot, steps, dimension)


def polynomial(power: sp.Expr = p, dimension: sp.Expr = d) -> Derivation:
    """k(x, y) = (x.y)^p"""
    value = dot**power
    steps = [
        define(kernel(PLAIN), dot**p, "the homogeneous polynomial kernel"),
        _composed(dot ** (p**2), (dot**p) ** p, "the inner product of the images is the kernel itself", "eq. (14)"),
    ]
    parameters = {"kernel": "polynomial", "p": power}
    return _derivation(
        "Polynomial kernel of degree p" + _chosen(power, p), parameters, value, dot ** (power**2), steps, dimension
    )


def gaussian(width: sp.Expr = sigma, dimension: sp.Expr = d) -> Derivation:
    """k(x, y) = exp(-|x - y|^2 / sigma^2), the width as in Cho & Saul (2012), Table 1."""
    value = sp.exp(-SQUARED_DISTANCE / width**2)
    inside = kernel(PLAIN)
    steps = [
        define(
            kernel(PLAIN), sp.exp(-SQUARED_DISTANCE / sigma**2), "the Gaussian kernel", "Cho & Saul (2012), Table 1"
        ),
        _composed(
            sp.exp(-2 * (1 - inside) / sigma**2),
            sp.exp(-SQUARED_DISTANCE / sigma**2).subs({norm_x: 1, norm_y: 1, dot: inside}),
            "images lie on the unit sphere: their squared distance is 2 - 2 k(x, y)",
            "below eq. (14), with λ = 1/σ²",
        ),
    ]
    parameters = {"kernel": "gaussian", "sigma": width}
    composed = sp.exp(-2 * (1 - inside) / width**2)
    return _derivation(
        "Gaussian kernel of width σ" + _chosen(width, sigma), parameters, value, composed, steps, dimension
    )


def _chosen(value: sp.Expr, symbol: sp.Symbol) -> str:
    return "" if value == symbol else f" = {value}"


def _composed(stated: sp.Expr, computed: sp.Expr, because: str, source: str = "") -> Step:
    source = f"Cho & Saul (2010), {source}" if source else ""
    return prove(TWICE, stated, because, source, residuals=[stated - computed])


def _derivation(
    title: str,
    parameters: dict[str, sp.Expr | str],
    value: sp.Expr,
    composed: sp.Expr,
    steps: list[Step],
    dimension: sp.Expr,
) -> Derivation:
    composition_source = "; ".join(filter(None, ("composed with itself", steps[-1].source)))
    at_angle = value.subs(dot, norm_x * norm_y * COS)
    results = (
        Result("k", kernel(PLAIN), value),
        Result("k_angle", kernel(PLAIN), at_angle, "in the angle θ between x and y"),
        Result("k_diagonal", kernel(PLAIN, x_vector, x_vector), at_angle.subs({theta: 0, norm_y: norm_x})),
        Result("k_at_pi", kernel(PLAIN), at_angle.subs(theta, sp.pi), "θ = π"),
        Result("composition", TWICE, composed, composition_source),
    )

    def as_function(xx: sp.Expr, yy: sp.Expr, xy: sp.Expr) -> sp.Expr:
        return value.subs({norm_x: sp.sqrt(xx), norm_y: sp.sqrt(yy), dot: xy}, simultaneous=True)

    table = {"metric": "Cho & Saul (2012), Table 1", "S": "Cho & Saul (2012), Table 1"}
    surface = geometry.section(metric.from_kernel(as_function), dimension, sources=table)
    sections = (Section("Kernel", results), surface)
    return Derivation(title, parameters, sections, lambda: (*steps, *metric.derivation(), *geometry.steps()))
