"""The arc-cosine kernel of any real degree n > -1/2, with everything that is derived about it."""

from dataclasses import replace

import sympy as sp

from symkern.symbolic import angular, closed_form, cone, elliptic, endpoints, price
from symkern.symbolic.derivation import Derivation, Result, Section
from symkern.symbolic.elliptic import is_half_integer
from symkern.symbolic.lemmas import steps_of
from symkern.symbolic.notation import (
    CosineDerivative,
    J,
    NonAnalyticPart,
    d,
    dot,
    half,
    kernel,
    n,
    norm_x,
    norm_y,
    theta,
    x_vector,
)
from symkern.symbolic.reduction import COS, SIN
from symkern.symbolic.step import Step
from symkern.theorems import closed_form as closed_theorems
from symkern.theorems import diagonal, differential_formula, small_angles
from symkern.theorems import geometry as surfaces
from symkern.theorems import kernel as kernel_theorems
from symkern.theorems import price as price_theorems


def angular_function(degree: sp.Rational, cosine: sp.Expr = COS) -> sp.Expr:
    """J_n in its shortest form: trigonometric for integers, elliptic for half-integers, hypergeometric otherwise.

    A function of theta, or of any expression for cos theta.

    >>> angular_function(sp.Integer(2))
    (pi - theta)*(2*cos(theta)**2 + 1) + 3*sin(theta)*cos(theta)
    """
    if degree.is_Integer:
        return angular.trigonometric(int(degree), cosine)
    if is_half_integer(degree):
        return elliptic.elliptic(degree, cosine)
    return closed_form.hypergeometric(degree, cosine)


def derive(degree: sp.Rational, dimension: sp.Expr = d) -> Derivation:
    """J_n and k_n, their values and laws at both ends, and the geometry, from the integral over Gaussian weights."""
    return Derivation(
        title=f"Arc-cosine kernel of degree n = {degree}",
        parameters={"kernel": "arc-cosine", "n": degree},
        sections=(
            _angular_section(degree),
            _kernel_section(degree),
            _zero_section(degree),
            _pi_section(degree),
            _laws_section(degree),
            cone.section(degree, dimension),
        ),
        walk=lambda: _steps(degree) + cone.steps(degree),
    )


def derive_symbolically(dimension: sp.Expr = d) -> Derivation:
    """What holds for every degree at once, n a symbol."""
    closed = closed_form.hypergeometric(n)
    laws = [
        Result("J_at_0", J(n, sp.Integer(0)), endpoints.at_zero(n), "Cho & Saul (2010), eq. (8)"),
        Result("price", CosineDerivative(sp.Integer(1), J(n, theta)), n**2 * J(n - 1, theta), "Price (1958), n > 0"),
        Result(
            "recurrence", J(n + 1, theta), (2 * n + 1) * COS * J(n, theta) + n**2 * SIN**2 * J(n - 1, theta), "n > 0"
        ),
        Result(
            "reflection",
            J(n, theta),
            endpoints.analytic_part(n) - J(n, sp.pi - theta) / sp.cos(sp.pi * n),
            "n not a half-integer",
        ),
    ]
    return Derivation(
        title="Arc-cosine kernel of any real degree n > -1/2",
        parameters={"kernel": "arc-cosine", "n": n},
        sections=(
            Section("Angular function", (Result("J", J(n, theta), closed, "from Cho & Saul (2010), eq. (23)"),)),
            _kernel_section(n),
            Section("Laws", tuple(laws)),
            cone.section(n, dimension),
            *([] if dimension == 1 else [cone.classification()]),
        ),
        walk=lambda: _steps(n) + cone.steps(n),
    )


def _angular_section(degree: sp.Rational) -> Section:
    closed = Result(
        "closed_form",
        J(degree, theta),
        closed_form.hypergeometric(degree),
        "from Cho & Saul (2010), eq. (23), for every real n > -1/2",
    )
    shortest = angular_function(degree)
    if shortest == closed.rhs:
        return Section("Angular function", (replace(closed, key="J"),))
    source = "Cho & Saul (2010), eq. (4)" if degree.is_Integer else "complete elliptic integrals of parameter cos²(θ/2)"
    return Section("Angular function", (Result("J", J(degree, theta), shortest, source), closed))


def _kernel_section(degree: sp.Rational) -> Section:
    value = norm_x**degree * norm_y**degree * J(degree, theta) / sp.pi
    diagonal = endpoints.at_zero(degree) / sp.pi * norm_x ** (2 * degree)
    return Section(
        "Kernel",
        (
            Result("k", kernel(degree), value, "Cho & Saul (2010), eq. (3)"),
            Result("theta", theta, sp.acos(dot / (norm_x * norm_y)), "eq. (2)"),
            Result("k_diagonal", kernel(degree, x_vector, x_vector), diagonal, "eqs. (8), (27)"),
        ),
    )


def _zero_section(degree: sp.Rational) -> Section:
    zero = sp.Integer(0)
    law, beyond = endpoints.quadratic_law(degree)
    return Section(
        "At θ = 0",
        (
            Result("J_at_0", J(degree, zero), endpoints.at_zero(degree), "Cho & Saul (2010), eq. (8)"),
            Result("dJ_at_0", J(degree, zero, 1), endpoints.slope_at_zero(degree)),
            Result("d2J_at_0", J(degree, zero, 2), endpoints.second_derivative_at_zero(degree)),
            Result(
                "small_angle",
                J(degree, theta),
                law,
                "Cho & Saul (2012), eq. (13)" if degree >= 1 else "",
                beyond=None if degree == 0 else beyond,
            ),
            Result(
                "first_nonanalytic_term",
                NonAnalyticPart(degree, theta),
                endpoints.first_nonanalytic_term(degree),
                remark="the first term that is not an even power of θ",
            ),
        ),
    )


def _pi_section(degree: sp.Rational) -> Section:
    return Section(
        "At θ = π",
        (
            Result("J_at_pi", J(degree, sp.pi), sp.Integer(0)),
            Result(
                "law_at_pi",
                J(degree, theta),
                endpoints.law_at_pi(degree),
                beyond=None if degree == 0 else (sp.pi - theta) ** (2 * degree + 3),
            ),
        ),
        ("J falls strictly from θ = 0 to θ = π.",),
    )


def _laws_section(degree: sp.Rational) -> Section:
    J_n, J_next = J(degree, theta), J(degree + 1, theta)
    results = []
    if degree > 0:
        lowered = degree**2 * J(degree - 1, theta)
        off_diagonal = "" if degree > half else "for θ > 0, where the closed form still converges below -1/2"
        results.append(Result("price", CosineDerivative(sp.Integer(1), J_n), lowered, "Price (1958)", off_diagonal))
        raised = (2 * degree + 1) * COS * J_n + degree**2 * SIN**2 * J(degree - 1, theta)
        results.append(Result("recurrence", J_next, raised))
    if not is_half_integer(degree):
        even = endpoints.analytic_part(degree)
        mirrored = J(degree, sp.pi - theta) / sp.cos(sp.pi * degree)
        results.append(Result("reflection", J_n, sp.Add(even, -mirrored, evaluate=False)))
    return Section("Laws", tuple(results))


def _steps(degree: sp.Rational) -> list[Step]:
    """Return the lemmas behind J_n, k_n and the geometry, and the arguments for what no theorem covers yet."""
    found = [
        kernel_theorems.norms_and_angle(),
        closed_theorems.J_closed(),
        diagonal.with_norm(),
        diagonal.value_at_zero(),
    ]
    found += [price_theorems.slope(), price_theorems.recurrence(), small_angles.limit_at_zero()]
    if degree.is_Integer:
        found.append(differential_formula.differential_formula())
        found += [differential_formula.low_degree(m) for m in range(min(int(degree), angular.LITERAL_DEGREE) + 1)]
    if not degree.is_number or degree > half:
        found += [surfaces.arc_cosine_metric(), surfaces.arc_cosine_determinant(), surfaces.arc_cosine_inverse()]
        found.append(surfaces.arc_cosine_curvature())
    argued = elliptic.derivation() if is_half_integer(degree) else []
    return [*steps_of(found), *argued, price.monotonicity(), *endpoints.derivation(degree)]
