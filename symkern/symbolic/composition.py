"""Arc-cosine kernels in layers: Cho & Saul (2010), eqs. (13)-(19), with a degree of its own in each layer.

Layer l sees the angle theta_{l-1} between the images of x and y. Because every layer's kernel is a power of the
norms times J_n, the next angle needs neither norms nor constants: cos theta_l = J_n(theta_{l-1}) / J_n(0).
"""

from collections.abc import Sequence

import sympy as sp

from symkern.symbolic import cone, distance, geometry, metric
from symkern.symbolic.arc_cosine import angular_function
from symkern.symbolic.derivation import Derivation, Result, Section
from symkern.symbolic.endpoints import at_zero, first_nonanalytic_term
from symkern.symbolic.notation import J, d, dx_across, half, kernel, n, norm_x, norm_y, r, t, theta, x_vector
from symkern.symbolic.reduction import COS
from symkern.symbolic.step import Step, define, prove

EXPANDED_SIZE = 4000
"""A composition in which theta would occur at most so often is also written out as one expression."""

DIGITS = 30
"""Of numbers that stand for expressions that would fill pages."""

Law = tuple[sp.Expr, sp.Expr, sp.Expr]
"""(alpha, beta, gamma): the leading term alpha theta^beta log(1/theta)^gamma."""


def angle(layer: int) -> sp.Expr:
    """The angle after a layer; theta itself before the first."""
    return theta if layer == 0 else sp.Symbol(f"theta_{layer}", real=True)


def diagonal(layers: Sequence[sp.Rational]) -> tuple[sp.Expr, sp.Expr]:
    """k(x, x) = a |x|^q: the factor a and the power q.

    >>> diagonal([sp.Integer(2), sp.Integer(1)])
    (3, 4)
    """
    factor, power = sp.Integer(1), sp.Integer(2)
    for degree in layers:
        factor, power = factor**degree * at_zero(degree) / sp.pi, power * degree
    return factor, power


def normalised(layers: Sequence[sp.Rational]) -> sp.Expr:
    """The cosine of the last angle as one expression in theta: k(x, y) / sqrt(k(x, x) k(y, y)).

    >>> normalised([sp.Integer(0), sp.Integer(0)])
    (pi - acos((pi - theta)/pi))/pi
    """
    first, *rest = layers
    cosine = angular_function(first) / at_zero(first)
    for degree in rest:
        cosine = angular_function(degree, cosine) / at_zero(degree)
    return cosine


def falling_law(degree: sp.Rational) -> Law:
    """1 - J_n(theta)/J_n(0) to leading order, for any degree."""
    if degree > half:
        return degree**2 / (2 * (2 * degree - 1)), sp.Integer(2), sp.Integer(0)
    term = -first_nonanalytic_term(degree) / at_zero(degree)
    if degree == half:  # the term has theta^2 log(theta) = -theta^2 log(1/theta)
        return -term.coeff(theta**2 * sp.log(theta)), sp.Integer(2), sp.Integer(1)
    return term.subs(theta, 1), 2 * degree + 1, sp.Integer(0)


def composed_law(layers: Sequence[sp.Rational]) -> Law:
    """1 - cos of the last angle, to leading order in theta.

    >>> composed_law([sp.Integer(1)] * 5)
    (1/2, 2, 0)
    """
    alpha, beta, gamma = falling_law(layers[0])
    for degree in layers[1:]:
        outer, exponent, logarithm = falling_law(degree)
        # 1 - cos t = t^2/2 to leading order: the angle t is sqrt(2 alpha) theta^(beta/2) log(1/theta)^(gamma/2)
        alpha, beta, gamma = (
            outer * (2 * alpha) ** (exponent / 2) * (beta / 2) ** logarithm,
            beta * exponent / 2,
            gamma * exponent / 2 + logarithm,
        )
    return alpha, beta, gamma


def _geometry(layers: Sequence[sp.Rational], dimension: sp.Expr) -> Section:
    """A cone whose a² is the product of those of the layers; no metric if any layer has a degree <= 1/2."""
    scale, power = diagonal(layers)
    if dimension == 1:
        return distance.line(scale * (power / 2) ** 2 * r ** (power - 2))
    if min(layers) > half:
        stretch = sp.Mul(*map(cone.slope_squared, layers))
        rho = sp.sqrt(scale) * r ** (power / 2)
        shape = cone.shape(stretch, rho, "the cone dρ² + a² ρ² dΩ²: a² is the product over the layers")
        ramps = ["Ramp layers (degree 1) have a = 1: at any depth they leave the metric as it is."]
        remarks = ramps if 1 in layers else []
        return geometry.section(metric.cone(scale, power / 2, stretch), dimension, more=shape, remarks=remarks)
    alpha, beta, gamma = composed_law(layers)
    turned = dx_across / r
    law = 2 * scale * r**power * alpha * turned**beta * sp.log(1 / turned) ** gamma
    why = "There is no Riemannian metric: with a layer of degree at most 1/2, no quadratic form bounds ds²."
    return distance.section(law, why, dimension)


def derive(layers: Sequence[sp.Rational], dimension: sp.Expr = d) -> Derivation:
    """The kernel of a network with these degrees, the first layer first."""
    listed = ", ".join(map(str, layers))
    label = sp.Symbol(f"({len(layers)})")
    factor, power = diagonal(layers)
    degree, last = layers[-1], angle(len(layers) - 1)
    value = factor * (norm_x * norm_y) ** (power / 2) * J(degree, last) / at_zero(degree)
    angles = [
        Result(
            f"cos_theta_{i}",
            sp.cos(angle(i)),
            (angular_function(layer) / at_zero(layer)).subs(theta, angle(i - 1)),
            f"layer {i}, degree {layer}",
        )
        for i, layer in enumerate(layers[:-1], 1)
    ]
    kernels = [
        Result("k", kernel(label), value, f"Cho & Saul (2010), eq. ({18 if len(layers) > 1 else 3})"),
        Result(
            "outer_J",
            J(degree, last),
            angular_function(degree).subs(theta, last),
            f"layer {len(layers)}, degree {degree}",
        ),
        Result("k_diagonal", kernel(label, x_vector, x_vector), factor * norm_x**power),
    ]
    return Derivation(
        title=f"Arc-cosine kernels of degrees {listed}, first layer first",
        parameters={"kernel": "layers", "layers": listed, "J": _expanded(layers, factor)},
        sections=(
            Section("Angles", tuple(angles), () if angles else ("A single layer: there is no inner angle.",)),
            Section("Kernel", tuple(kernels)),
            Section("Values", tuple(_values(layers))),
            _geometry(layers, dimension),
        ),
        walk=lambda: (*_steps(), *_example(layers), *_law_steps(), *_geometry_steps(layers)),
    )


def _expanded(layers: Sequence[sp.Rational], factor: sp.Expr) -> sp.Expr | None:
    """pi times the kernel of unit vectors, as one expression in theta; None where it would fill pages."""
    return sp.pi * factor * normalised(layers) if _written_size(layers) <= EXPANDED_SIZE else None


def _written_size(layers: Sequence[sp.Rational]) -> sp.Expr:
    """How often theta would occur if the composition were written out: every layer repeats what is inside it."""
    return sp.Mul(*(max(4, int(abs(degree)) + 3) for degree in layers))


def _values(layers: Sequence[sp.Rational]) -> list[Result]:
    alpha, beta, gamma = composed_law(layers)
    label = sp.Symbol(f"({len(layers)})")
    ratio = kernel(label) / sp.sqrt(kernel(label, x_vector, x_vector) * kernel(label, sp.Symbol("y"), sp.Symbol("y")))
    exact = _written_size(layers) <= EXPANDED_SIZE
    cosine = sp.Integer(0)  # J_n(pi) = 0 in the first layer
    for degree in layers[1:]:
        cosine = angular_function(degree, cosine) / at_zero(degree)
        cosine = cosine if exact else sp.N(cosine, DIGITS)
    return [
        Result(
            "small_angle",
            ratio,
            1 - alpha * theta**beta * sp.log(1 / theta) ** gamma,
            "to leading order in θ",
        ),
        Result("k_at_pi", ratio, cosine, "θ = π" if exact else f"θ = π, to {DIGITS} digits"),
    ]


def _geometry_steps(layers: Sequence[sp.Rational]) -> list[Step]:
    """What a layer does to the metric below it."""
    alpha = n**2 / (2 * (2 * n - 1))  # `falling_law` for a symbolic n > 1/2
    inner = sp.Symbol("a_ℓ", positive=True)
    steps = [
        prove(
            sp.Symbol("a_{ℓ+1}") ** 2,
            inner**2 * cone.slope_squared(n),
            "1 - cos θ_{ℓ+1} = n² θ_ℓ²/(2(2n-1)) to leading order, and θ_ℓ = a_ℓ θ: angles are stretched by n/√(2n-1)",
            "from Cho & Saul (2012), eq. (13); n > 1/2",
            residuals=[2 * alpha * inner**2 - inner**2 * cone.slope_squared(n)],
        ),
        prove(
            J(sp.Integer(1), theta) / sp.pi,
            COS,
            "a ramp layer keeps norms and, to second order, small angles: so it keeps the metric of what is below it",
            residuals=[
                sp.diff(angular_function(sp.Integer(1)) / sp.pi - COS, theta, order).subs(theta, 0)
                for order in (0, 1, 2)
            ],
            check="value, first and second derivative at θ = 0 agree",
            beyond=theta**3,
        ),
    ]
    return [] if min(layers) <= half else [*metric.derivation(), *steps, *geometry.steps()]


def _steps() -> list[Step]:
    inner_x, inner_y, J_angle, J_zero = sp.symbols("k_xx k_yy J J_0", positive=True)
    value = (inner_x * inner_y) ** (n / 2) * J_angle / sp.pi
    on_x, on_y = (inner**n * J_zero / sp.pi for inner in (inner_x, inner_y))
    depth, deeper = sp.Symbol("(ℓ)"), sp.Symbol("(ℓ+1)")
    y_vector = sp.Symbol("y")
    before = kernel(depth, x_vector, x_vector), kernel(depth, y_vector, y_vector)
    angle_before = sp.Symbol("theta_ℓ")
    return [
        define(
            sp.cos(angle_before),
            kernel(depth) / sp.sqrt(before[0] * before[1]),
            "the angle between the images of x and y after ℓ layers",
            "Cho & Saul (2010), eq. (19)",
        ),
        prove(
            kernel(deeper),
            (before[0] * before[1]) ** (n / 2) * J(n, angle_before) / sp.pi,
            "eq. (3) for the images, whose norms are the square roots of the kernel's diagonal",
            "Cho & Saul (2010), eqs. (15)-(18)",
            residuals=[sp.sqrt(inner_x) ** n * sp.sqrt(inner_y) ** n - (inner_x * inner_y) ** (n / 2)],
        ),
        prove(
            kernel(deeper, x_vector, x_vector),
            before[0] ** n * J(n, sp.Integer(0)) / sp.pi,
            "equal images are at the angle 0",
            "Cho & Saul (2010), eq. (18)",
            residuals=[value.subs({inner_y: inner_x, J_angle: J_zero}) - on_x],
        ),
        prove(
            sp.cos(sp.Symbol("theta_{ℓ+1}")),
            J(n, angle_before) / J(n, sp.Integer(0)),
            "norms and constants cancel: only the angle is handed on",
            residuals=[value / sp.sqrt(on_x * on_y) - J_angle / J_zero],
        ),
    ]


def _example(layers: Sequence[sp.Rational]) -> list[Step]:
    """The example that the paper works out: degree 0 twice."""
    if list(layers[:2]) != [0, 0]:
        return []
    printed = 1 - sp.acos(1 - theta / sp.pi) / sp.pi
    return [
        prove(
            J(sp.Integer(0), angle(1)) / sp.pi,
            printed,
            "degree 0 twice",
            "Cho & Saul (2010), eq. (17)",
            residuals=[normalised(layers[:2]) - printed],
        )
    ]


def _law_steps() -> list[Step]:
    """How the laws of the layers at small angles combine, without logarithms."""
    alpha, beta, outer, exponent = sp.symbols("alpha beta alpha' beta'", positive=True)
    before = sp.Symbol("theta_ℓ", positive=True)
    angle_before = sp.sqrt(2 * alpha) * t ** (beta / 2)  # t stands for theta > 0
    return [
        prove(
            1 - sp.cos(sp.Symbol("theta_{ℓ+1}")),
            outer * (2 * alpha) ** (exponent / 2) * theta ** (beta * exponent / 2),
            "to leading order: 1 - cos θ_ℓ = α θ^β makes θ_ℓ = √(2α) θ^(β/2), and the layer falls as α' θ_ℓ^β'",
            residuals=[
                outer * angle_before**exponent - outer * (2 * alpha) ** (exponent / 2) * t ** (beta * exponent / 2),
                sp.series(1 - sp.cos(before), before, 0, 4).removeO() - before**2 / 2,
            ],
        )
    ]
