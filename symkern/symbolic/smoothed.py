"""The smoothed kernel: units that follow a cumulative Gaussian. Cho & Saul (2012), eqs. (28)-(30), (C.1)-(C.5)."""

import sympy as sp

from symkern.symbolic import geometry, metric
from symkern.symbolic.derivation import Derivation, Result, Section
from symkern.symbolic.lemmas import steps_of
from symkern.symbolic.metric import RotationInvariant
from symkern.symbolic.notation import Expectation, d, dot, kernel, norm_x, norm_y, r, sigma, theta, wx, wy, x_vector
from symkern.symbolic.step import Step, define, prove
from symkern.theorems import geometry as surfaces

K, K_DIAGONAL = kernel(sigma), kernel(sigma, x_vector, x_vector)
Psi = sp.Function("Psi")
COSINE = dot / sp.sqrt((norm_x**2 + sigma**2) * (norm_y**2 + sigma**2))


def as_function(width: sp.Expr) -> RotationInvariant:
    """Eq. (30) as a function of the squared norms and the inner product."""
    return lambda xx, yy, xy: 1 - sp.acos(xy / sp.sqrt((xx + width**2) * (yy + width**2))) / sp.pi


def _all_steps() -> list[Step]:
    """Return the lemmas of the geometry, and the argument for the kernel itself."""
    proved = steps_of([surfaces.smoothed_metric(), surfaces.smoothed_determinant(), surfaces.smoothed_curvature()])
    return [*_steps(), *metric.derivation(), *_metric_steps(), *geometry.steps(), *proved]


def derive(width: sp.Expr = sigma, dimension: sp.Expr = d) -> Derivation:
    """The kernel for a width sigma > 0; symbolic unless a number is given."""
    value = 1 - sp.acos(COSINE) / sp.pi
    diagonal = 1 - sp.acos(norm_x**2 / (norm_x**2 + sigma**2)) / sp.pi
    quadratic = -(norm_x**2) * theta**2 / (2 * sp.pi * sigma * sp.sqrt(2 * norm_x**2 + sigma**2))
    antipodal = 1 - sp.acos(-(norm_x**2) / (norm_x**2 + sigma**2)) / sp.pi
    results = (
        Result(
            "activation",
            Psi(sp.Symbol("z")),
            sp.erfc(-sp.Symbol("z") / (sp.sqrt(2) * sigma)) / 2,
            "Cho & Saul (2012), eq. (28)",
        ),
        Result("k", K, value, "eq. (30)"),
        Result("k_diagonal", K_DIAGONAL, diagonal),
    )
    ends = (
        Result("small_angle", K, K_DIAGONAL + quadratic, "equal norms: quadratic, unlike the step", beyond=theta**4),
        Result("k_at_pi", K, antipodal, "θ = π and equal norms"),
        Result("limit", sp.Limit(K, sigma, 0), 1 - theta / sp.pi, "the kernel of degree 0"),
    )
    title = "Smoothed arc-cosine kernel of degree 0"
    sections: tuple[Section, ...] = (Section("Kernel", results), Section("Values", ends))
    if width != sigma:
        title += f", σ = {width}"
        sections = (Section("Kernel", _specialised(results, width)), Section("Values", _specialised(ends[:-1], width)))
    sources = {"metric": "Cho & Saul (2012), eq. (31)", "det": "eq. (32)"}
    surface = geometry.section(metric.from_kernel(as_function(width)), dimension, sources=sources)
    return Derivation(title, {"kernel": "smoothed", "sigma": width}, (*sections, surface), _all_steps)


def _specialised(results: tuple[Result, ...], width: sp.Expr) -> tuple[Result, ...]:
    at, label = {sigma: width}, {sigma: sp.Symbol(f"σ={width}")}
    return tuple(
        Result(
            result.key,
            result.lhs.subs(label),
            result.rhs.subs(K_DIAGONAL, K_DIAGONAL.subs(label)).subs(at),
            result.source,
            result.remark,
            result.beyond,
        )
        for result in results
    )


def _metric_steps() -> list[Step]:
    """Eqs. (31) and (32), as printed, are what eq. (11) gives."""
    derived = metric.from_kernel(as_function(sigma))
    across = 1 / (sp.pi * sigma * sp.sqrt(2 * r**2 + sigma**2))
    along = across * (1 - 2 * r**2 / (2 * r**2 + sigma**2))
    determinant = 1 / (sp.pi**d * sigma ** (d - 2) * (2 * r**2 + sigma**2) ** (d / 2 + 1))
    return [
        prove(sp.Symbol("T"), across, "eq. (30) in eq. (11)", "eq. (31)", residuals=[derived.across - across]),
        prove(sp.Symbol("R"), along, "along the radius", "eq. (31)", residuals=[sp.simplify(derived.along - along)]),
        prove(
            geometry.DET,
            determinant,
            "one eigenvalue R, and d - 1 times T",
            "Cho & Saul (2012), eq. (32)",
            residuals=[derived.across ** (d - 1) * derived.along - determinant],
        ),
    ]


def _steps() -> list[Step]:
    mu, nu, w_1 = sp.symbols("mu nu w_1", real=True)
    x_1, y_1 = sp.symbols("x_1 y_1", positive=True)  # one input coordinate stands for all d of them
    weights = sp.Matrix([w_1, mu / sigma, nu / sigma])
    x_extended, y_extended = sp.Matrix([x_1, -sigma, 0]), sp.Matrix([y_1, 0, -sigma])
    norm_z = sp.Symbol("z", real=True)
    step_average = sp.Integral(sp.exp(-(mu**2) / (2 * sigma**2)) * sp.Heaviside(wx - mu), (mu, -sp.oo, sp.oo))
    gaussian = sp.exp(-(norm_z**2) / (2 * sigma**2)) / sp.sqrt(2 * sp.pi * sigma**2)
    return [
        define(
            K,
            2 * Expectation(Psi(wx) * Psi(wy)),
            "units that follow the cumulative Gaussian of width σ",
            "Cho & Saul (2012), eq. (29)",
        ),
        prove(
            Psi(wx),
            step_average / sp.sqrt(2 * sp.pi * sigma**2),
            "a smoothed step is the mean of steps with Gaussian thresholds μ",
            "Cho & Saul (2012), eqs. (28), (C.1), (C.2)",
            residuals=[sp.diff(sp.erfc(-norm_z / (sp.sqrt(2) * sigma)) / 2, norm_z) - gaussian],
            check="the cumulative Gaussian differentiates to the Gaussian",
        ),
        prove(
            K,
            kernel(sp.Integer(0), sp.Symbol("x̄"), sp.Symbol("ȳ")),
            "extended vectors w̄ = (w, μ/σ, ν/σ), x̄ = (x, -σ, 0), ȳ = (y, 0, -σ): the thresholds are two more weights",
            "Cho & Saul (2012), eqs. (C.3)-(C.5)",
            residuals=[
                weights.dot(x_extended) - (w_1 * x_1 - mu),
                weights.dot(y_extended) - (w_1 * y_1 - nu),
                x_extended.dot(y_extended) - x_1 * y_1,
                x_extended.dot(x_extended) - (x_1**2 + sigma**2),
                y_extended.dot(y_extended) - (y_1**2 + sigma**2),
            ],
            check="the inner products of the extended vectors",
        ),
        prove(
            K,
            1 - sp.acos(COSINE) / sp.pi,
            "the arc-cosine kernel of degree 0 of the extended vectors",
            "Cho & Saul (2012), eq. (30)",
            residuals=[
                x_extended.dot(y_extended) / sp.sqrt(x_extended.dot(x_extended) * y_extended.dot(y_extended))
                - COSINE.subs({norm_x: x_1, norm_y: y_1, dot: x_1 * y_1}),
                COSINE.subs({norm_y: norm_x, dot: norm_x**2}) - norm_x**2 / (norm_x**2 + sigma**2),
            ],
            check="the cosine of the extended vectors, and ‖x‖²/(‖x‖² + σ²) for equal inputs",
        ),
        prove(
            sp.Limit(K, sigma, 0),
            1 - theta / sp.pi,
            "the cosine tends to cos θ",
            "Cho & Saul (2012), below eq. (29)",
            residuals=[COSINE.subs(sigma, 0) - dot / (norm_x * norm_y)],
        ),
    ]
