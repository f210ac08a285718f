"""The metric that a rotation-invariant kernel induces, from Cho & Saul (2012), eq. (11).

A kernel k(|x|^2, |y|^2, x.y) gives g = T (I - N) + R N, with N = x x^T / r^2 the projection on the radius:

    T = dk/d(x.y) at y = x,        R = d^2 F / dr_1 dr_2 at r_1 = r_2 = r,   F(r_1, r_2) the kernel of parallel vectors.
"""

from collections.abc import Callable
from dataclasses import dataclass

import sympy as sp
from sympy.polys.rings import PolyElement, ring

from symkern.symbolic.endpoints import at_zero
from symkern.symbolic.notation import half, kernel, n, r, tensor, x_vector
from symkern.symbolic.step import Step, define, prove

RotationInvariant = Callable[[sp.Expr, sp.Expr, sp.Expr], sp.Expr]
"""A kernel as a function of |x|^2, |y|^2 and x.y."""

SOURCE = "Cho & Saul (2012)"
G = tensor("g", lower="mu nu")


@dataclass(frozen=True)
class Metric:
    """The coefficients across and along the radius, as functions of r."""

    across: sp.Expr
    along: sp.Expr


def from_kernel(k: RotationInvariant) -> Metric:
    """The metric of a kernel that is smooth where x = y.

    >>> from_kernel(lambda xx, yy, xy: xy**2)
    Metric(across=2*r**2, along=4*r**2)
    """
    xx, yy, xy = sp.symbols("xx yy xy", positive=True)
    r_1, r_2 = sp.symbols("r_1 r_2", positive=True)
    across = sp.diff(k(xx, yy, xy), xy).subs({xx: r**2, yy: r**2, xy: r**2})
    along = sp.diff(k(r_1**2, r_2**2, r_1 * r_2), r_1, r_2).subs({r_1: r, r_2: r})
    return Metric(sp.simplify(across), sp.simplify(along))


def arc_cosine(degree: sp.Expr) -> Metric:
    """The metric of the arc-cosine kernel of a degree n > 1/2: Price's law across, a power of the norms along.

    >>> arc_cosine(sp.Integer(3))
    Metric(across=27*r**4, along=135*r**4)
    """
    across = degree**2 * at_zero(degree - 1) / sp.pi * r ** (2 * degree - 2)
    return Metric(across, (2 * degree - 1) * across)


def cone(scale: sp.Expr, power: sp.Expr, stretch_squared: sp.Expr) -> Metric:
    """The metric of k = scale (|x| |y|)^power C(theta) with C = 1 - stretch^2 theta^2/2 for small angles."""
    along = scale * power**2 * r ** (2 * power - 2)
    return Metric(scale * stretch_squared * r ** (2 * power - 2), along)


def derivation() -> list[Step]:
    """Eqs. (9)-(11) for an arbitrary rotation-invariant kernel."""
    dx = sp.Symbol("dx")
    plain = sp.Symbol("k")
    moved = x_vector + dx
    line = kernel(plain, moved, moved) - 2 * kernel(plain, x_vector, moved) + kernel(plain, x_vector, x_vector)
    return [
        define(sp.Symbol("ds") ** 2, line, "the squared distance of neighbouring images", f"{SOURCE}, eqs. (9), (10)"),
        prove(
            G,
            (sp.Symbol("T") * tensor("P", lower="mu nu") + sp.Symbol("R") * tensor("N", lower="mu nu")),
            "N = x xᵀ/r² projects on the radius, P = I - N across it; T = ∂k/∂(x·y) at y = x, R = ∂²F/∂r₁∂r₂, with F"
            " the kernel of parallel vectors of norms r₁, r₂",
            f"from {SOURCE}, eq. (11)",
            residuals=_second_order_residuals(),
            check="eq. (11) for an arbitrary kernel, expanded to second order about y = x",
        ),
    ]


def _second_order_residuals() -> list[sp.Expr]:
    """Eq. (11) in the plane of x and a displacement, for a kernel given by its derivatives at y = x.

    The arithmetic is that of polynomials, in the derivatives of the kernel and in the coordinates.
    """
    _, radius, k_a, k_g, k_aa, k_ab, k_ag, k_gg, x_1, x_2, y_1, y_2 = ring(
        "r k_a k_g k_aa k_ab k_ag k_gg x_1 x_2 y_1 y_2", sp.QQ
    )

    def k(xx: PolyElement, yy: PolyElement, xy: PolyElement) -> PolyElement:
        a, b, g = xx - radius**2, yy - radius**2, xy - radius**2
        second = k_aa * (a**2 + b**2) + 2 * k_ab * a * b + 2 * k_ag * (a + b) * g + k_gg * g**2
        return k_a * (a + b) + k_g * g + second / 2

    def at_the_point(value: PolyElement) -> PolyElement:
        return value.compose([(x_1, radius), (x_2, 0), (y_1, radius), (y_2, 0)])

    norm, other, inner = x_1**2 + x_2**2, y_1**2 + y_2**2, x_1 * y_1 + x_2 * y_2
    on_diagonal, off_diagonal = k(norm, norm, norm), k(norm, other, inner)

    def metric(first: int, second: int) -> PolyElement:
        by_x = on_diagonal.diff((x_1, x_2)[first]).diff((x_1, x_2)[second]) / 2
        by_y = off_diagonal.diff((y_1, y_2)[first]).diff((y_1, y_2)[second])
        return at_the_point(by_x - by_y)

    along = at_the_point(k(x_1**2, y_1**2, x_1 * y_1).diff(x_1).diff(y_1))  # x_1 and y_1 as the norms r_1 and r_2
    return [value.as_expr() for value in (metric(0, 0) - along, metric(1, 1) - k_g, metric(0, 1))]


def arc_cosine_steps() -> list[Step]:
    """Eqs. (12)-(14) and (A.1)-(A.6), for every real n > 1/2."""
    r_1, r_2 = sp.symbols("r_1 r_2", positive=True)
    metric = arc_cosine(n)
    parallel = (r_1 * r_2) ** n * at_zero(n) / sp.pi
    mixed = sp.diff(parallel, r_1, r_2).subs({r_1: r, r_2: r})
    return [
        prove(
            sp.Symbol("T"),
            metric.across,
            "Price's law dk_n/d(x·y) = n² k_{n-1}, on the diagonal; n > 1/2",
            f"{SOURCE}, eqs. (12), (13), (A.4)-(A.6)",
            residuals=[
                n**2 * 2 ** (n - 1) * sp.gamma(n - half) / sp.sqrt(sp.pi) * r ** (2 * (n - 1)) - metric.across,
            ],
        ),
        prove(
            sp.Symbol("R"),
            (2 * n - 1) * sp.Symbol("T"),
            "parallel vectors: F = (r₁ r₂)ⁿ J_n(0)/π",
            f"{SOURCE}, eqs. (A.1), (14)",
            residuals=[mixed - metric.along],
        ),
    ]
