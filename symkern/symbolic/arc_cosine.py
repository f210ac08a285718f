"""The arc-cosine kernel of any real degree n > -1/2, with everything that is derived about it."""

from dataclasses import replace

import sympy as sp

from symkern.symbolic import (
    angular,
    closed_form,
    distance,
    elliptic,
    endpoints,
    geometry,
    metric,
    price,
    reduction,
)
from symkern.symbolic.derivation import Derivation, Result, Section
from symkern.symbolic.elliptic import is_half_integer
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
    r,
    theta,
    x_vector,
)
from symkern.symbolic.reduction import COS, SIN
from symkern.symbolic.step import Step, prove


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
            geometry_section(degree, dimension),
        ),
        steps=tuple(_steps(degree) + _geometry_steps(degree)),
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
            geometry_section(n, dimension),
            _classification(),
        ),
        steps=tuple(_steps(n) + _geometry_steps(n)),
    )


def geometry_section(degree: sp.Expr, dimension: sp.Expr = d) -> Section:
    """The Riemannian geometry for n > 1/2; for the others, why there is none and what holds instead."""
    if dimension == 1:
        return distance.line(degree**2 * endpoints.at_zero(degree) / sp.pi * r ** (2 * degree - 2))
    if degree.is_number and degree <= half:
        exponent = 2 * degree + 1
        power = "|dx⊥|" if exponent == 1 else f"|dx⊥|^({exponent})"
        law = power if degree < half else "|dx⊥|² log(1/|dx⊥|)"
        why = f"There is no Riemannian metric: ds² goes like {law} across the radius, and no quadratic form bounds it."
        return distance.section(
            distance.arc_cosine(degree), why, dimension, "Cho & Saul (2012), eq. (22)" if degree == 0 else ""
        )
    source = "Cho & Saul (2012), eq. ({})"
    numbers = {
        "metric": "14",
        "inverse": "A.7",
        "det": "16",
        "volume": "15",
        "christoffel": "A.9",
        "riemann": "A.10",
        "S": "20",
    }
    rho, cone_slope = sp.sqrt(endpoints.at_zero(degree) / sp.pi) * r**degree, degree**2 / (2 * degree - 1)
    shape = [
        Result("cone", sp.Symbol("a") ** 2, cone_slope, "the cone dρ² + a² ρ² dΩ²"),
        Result("cone_radius", sp.Symbol("rho"), rho),
    ]
    return geometry.section(
        metric.arc_cosine(degree),
        dimension,
        sources={key: source.format(number) for key, number in numbers.items()},
        more=shape,
        remarks=() if degree.is_number else ["All of this for n > 1/2."],
    )


def _classification() -> Section:
    dual = n / (2 * n - 1)
    return Section(
        "All degrees by their geometry",
        (
            Result(
                "isometric_degree", sp.Symbol("n'"), dual, "this degree has the same cone: the surfaces are isometric"
            ),
        ),
        (
            "-1/2 < n < 0: no metric; ds² like |dx⊥|^(2n+1), and the origin is mapped to infinity.",
            "n = 0: no metric; ds² like |dx⊥|, and the norm of x is lost.",
            "0 < n < 1/2: no metric; ds² like |dx⊥|^(2n+1).",
            "n = 1/2: no metric; ds² like |dx⊥|² log(1/|dx⊥|).",
            "1/2 < n < 1 and n > 1: a cone with a > 1, flat along the radius, negatively curved across it (d ≥ 3).",
            "n = 1: a = 1, the Euclidean metric.",
        ),
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
        results.append(Result("price", CosineDerivative(sp.Integer(1), J_n), lowered, "Price (1958)"))
        raised = (2 * degree + 1) * COS * J_n + degree**2 * SIN**2 * J(degree - 1, theta)
        results.append(Result("recurrence", J_next, raised))
    if not is_half_integer(degree):
        even = endpoints.analytic_part(degree)
        mirrored = J(degree, sp.pi - theta) / sp.cos(sp.pi * degree)
        results.append(Result("reflection", J_n, sp.Add(even, -mirrored, evaluate=False)))
    return Section("Laws", tuple(results))


def _steps(degree: sp.Rational) -> list[Step]:
    steps = reduction.reduction()
    if degree.is_Integer:
        steps += angular.differential_formula() + angular.recurrence()
        if degree <= angular.LITERAL_DEGREE:
            steps += angular.literal_applications(int(degree))
    steps += closed_form.derivation() + closed_form.equals_trigonometric_form()
    if is_half_integer(degree):
        steps += elliptic.derivation()
    return [*steps, *price.price(), price.monotonicity(), *endpoints.derivation(degree)]


def _geometry_steps(degree: sp.Expr) -> list[Step]:
    if degree.is_number and degree <= half:
        return distance.arc_cosine_steps()
    return [*metric.derivation(), *metric.arc_cosine_steps(), *geometry.steps(), *_cone_steps()]


def _cone_steps() -> list[Step]:
    surface = metric.arc_cosine(n)
    rho = sp.sqrt(endpoints.at_zero(n) / sp.pi) * r**n
    a_squared = n**2 / (2 * n - 1)
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
            residuals=[a_squared.subs(n, n / (2 * n - 1)) - a_squared, a_squared - 1 - (n - 1) ** 2 / (2 * n - 1)],
            check="a² is invariant, and a² - 1 = (n-1)²/(2n-1) ≥ 0",
        ),
    ]
