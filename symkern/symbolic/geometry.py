"""The geometry of the surface that a kernel induces, as results: metric, Christoffel symbols, curvature, cone.

Cho & Saul (2012), eqs. (14)-(20) and (A.7)-(A.10). What is printed there and differs is named beside what is derived.
"""

from collections.abc import Callable, Mapping, Sequence

import sympy as sp
from sympy.polys.fields import FracElement

from symkern.symbolic import curvature, distance
from symkern.symbolic.derivation import Result, Section
from symkern.symbolic.isotropic import R_JET, T_JET, Isotropic, delta, x
from symkern.symbolic.metric import G, Metric
from symkern.symbolic.notation import d, r, tensor
from symkern.symbolic.step import Step, prove

INDICES = {"m": "mu", "n": "nu", "a": "alpha", "b": "beta", "c": "gamma"}
GAMMA = tensor("Gamma", "alpha", "beta gamma")
RIEMANN = tensor("R", "mu", "nu alpha beta")
RICCI = tensor("R", lower="nu beta")
S = sp.Symbol("S")
DET = sp.Function("det")(sp.Symbol("g"))


class Surface:
    """A metric with everything that follows from it, specialised from the general formulas of `curvature`."""

    def __init__(self, metric: Metric, dimension: sp.Expr = d) -> None:
        self.metric, self.dimension = metric, dimension
        slopes = [sp.diff(metric.across, r, order) for order in range(4)]
        ratio = [sp.diff(metric.along, r, order) for order in range(4)]
        # all in units of T, so that what is left to simplify is rational
        self._values = {jet: T_JET[0] * tidy(slope / metric.across) for jet, slope in zip(T_JET, slopes, strict=True)}
        self._values |= {jet: T_JET[0] * tidy(slope / metric.across) for jet, slope in zip(R_JET, ratio, strict=True)}

    def value(self, general: FracElement) -> sp.Expr:
        """A general coefficient for this metric."""
        return self._written_out(self._in_units(general))

    def expression(self, general: Isotropic) -> sp.Expr:
        """A general tensor for this metric."""
        return in_invariants(general, self._in_units, self._written_out)

    def _in_units(self, general: FracElement) -> sp.Expr:
        """A coefficient with T as a symbol: a rational function, in the one form that `factor` gives it."""
        return sp.factor(general.as_expr().xreplace(self._values).subs(d, self.dimension))

    def _written_out(self, special: sp.Expr) -> sp.Expr:
        written = special.subs(T_JET[0], self.metric.across)
        if self.metric.across.is_rational_function(r):
            return sp.factor(written)
        return sp.powsimp(written) if any(power.exp.free_symbols for power in written.atoms(sp.Pow)) else written

    @property
    def riemann(self) -> Isotropic:
        """The Riemann tensor, in the form that fits the dimension."""
        return curvature.riemann_in_the_plane() if self.dimension == 2 else curvature.riemann()

    def printed_factor(self) -> sp.Expr | None:
        """By what the Riemann tensor of eq. (18) as printed exceeds the true one, where that is one number."""
        true, printed = curvature.riemann(), curvature.riemann_as_printed()
        pairs = [(self._in_units(value), self._in_units(true.terms[key])) for key, value in printed.terms.items()]
        ratios = {sp.cancel(first / second) for first, second in pairs if second != 0}
        return ratios.pop() if len(ratios) == 1 else None

    @property
    def determinant(self) -> sp.Expr:
        """det g: one eigenvalue along the radius, d - 1 across it; eq. (16)."""
        ratio = tidy(self.metric.along / self.metric.across)
        return self._times_power_of_across(ratio, self.dimension)

    @property
    def volume_element(self) -> sp.Expr:
        """sqrt(det g), eq. (15)."""
        ratio = tidy(self.metric.along / self.metric.across)
        return self._times_power_of_across(sp.sqrt(ratio), self.dimension / 2)

    def _times_power_of_across(self, factor: sp.Expr, exponent: sp.Expr) -> sp.Expr:
        """factor T^exponent, multiplied out in few dimensions only: in hundreds it would have hundreds of digits."""
        if self.dimension == d or self.dimension <= 4:
            return factor * self.metric.across**exponent
        power = sp.Pow(self.metric.across, exponent, evaluate=False)
        return power if factor == 1 else sp.Mul(factor, power, evaluate=False)

    @property
    def scalar(self) -> sp.Expr:
        """The scalar curvature S."""
        return self.value(curvature.scalar(curvature.riemann()))

    @property
    def sectional(self) -> tuple[sp.Expr, sp.Expr]:
        """The curvature of planes that contain the radius and of planes across it."""
        radial, across = curvature.sectional()
        return self.value(radial), self.value(across)


def in_invariants(
    general: Isotropic,
    canonical: Callable[[FracElement], sp.Expr],
    written_out: Callable[[sp.Expr], sp.Expr],
) -> sp.Expr:
    """A tensor in deltas and coordinates; those whose canonical coefficients agree up to a sign are gathered."""
    gathered: dict[sp.Expr, sp.Expr] = {}
    order = list(INDICES).index
    for (deltas, coordinates), coefficient in general.terms.items():
        factors = [tensor("delta", lower=" ".join(INDICES[i] for i in sorted(pair, key=order))) for pair in deltas]
        factors += [tensor("x", lower=INDICES[i]) for i in coordinates]
        size, opposite = canonical(coefficient), canonical(-coefficient)
        if opposite in gathered or (size not in gathered and size.could_extract_minus_sign()):
            gathered[opposite] = gathered.get(opposite, sp.Integer(0)) - sp.Mul(*factors)
        else:
            gathered[size] = gathered.get(size, sp.Integer(0)) + sp.Mul(*factors)
    return sp.Add(*(written_out(size) * invariants for size, invariants in gathered.items()))


def tidy(expr: sp.Expr) -> sp.Expr:
    """A coefficient in its shortest factored form."""
    return sp.factor(sp.powsimp(sp.cancel(sp.powsimp(sp.expand(expr))), force=True))


def section(
    metric: Metric,
    dimension: sp.Expr = d,
    *,
    sources: Mapping[str, str] | None = None,
    remarks: Sequence[str] = (),
    more: Sequence[Result] = (),
) -> Section:
    """Everything about the metric of a kernel; `sources` says where the paper has it, by key."""
    if dimension == 1:
        return distance.line(metric.along)
    surface = Surface(metric, dimension)
    said = dict(sources or {})
    radial, across = surface.sectional
    factor = surface.printed_factor()
    if factor not in (None, 1) and dimension != 2:  # in the plane the printed tensor has lost its meaning
        for key in ("riemann", "S"):
            if key in said:
                said[key] = f"not {said[key]}, which prints {factor} times this: its eq. (18) is not the Riemann tensor"
    across_planes = Result("sectional_curvature_across", sp.Symbol("K_⊥"), across, "planes across the radius, d ≥ 3")
    results = [
        Result("", G, surface.expression(curvature.metric()), said.get("metric", "")),
        Result("", tensor("g", "mu nu"), surface.expression(curvature.inverse()), said.get("inverse", "")),
        Result("det_g", DET, surface.determinant, said.get("det", "")),
        Result("volume_element", sp.sqrt(DET), surface.volume_element, said.get("volume", "")),
        Result("", GAMMA, surface.expression(curvature.christoffel()), said.get("christoffel", "")),
        Result("", RIEMANN, surface.expression(surface.riemann), said.get("riemann", "")),
        Result("", RICCI, surface.expression(curvature.ricci(surface.riemann)), "R_νβ = R_νμβ^μ"),
        Result("scalar_curvature", S, surface.scalar, said.get("S", "")),
        Result("sectional_curvature_radial", sp.Symbol("K_r"), radial, "planes that contain the radius"),
        *([] if dimension == 2 else [across_planes]),
        *more,
    ]
    return Section(distance.title(dimension), tuple(results), tuple(remarks), _data(surface))


def _data(surface: Surface) -> dict[str, object]:
    def terms(tensor_: Isotropic, patterns: Mapping[str, Isotropic]) -> dict[str, sp.Expr]:
        return {name: surface.value(tensor_.coefficient(pattern)) for name, pattern in patterns.items()}

    identity, radial = delta("m", "n"), x("m") * x("n")
    return {
        "d": str(surface.dimension),
        "metric": terms(curvature.metric(), {"identity": identity, "radial": radial}),
        "inverse_metric": terms(curvature.inverse(), {"identity": identity, "radial": radial}),
        "ricci": terms(curvature.ricci(surface.riemann), {"identity": delta("n", "b"), "radial": x("n") * x("b")}),
        "christoffel": terms(
            curvature.christoffel(),
            {
                "x_beta*delta_alpha_gamma": x("b") * delta("a", "c"),
                "x_gamma*delta_alpha_beta": x("c") * delta("a", "b"),
                "x_alpha*delta_beta_gamma": x("a") * delta("b", "c"),
                "x_alpha*x_beta*x_gamma": x("a") * x("b") * x("c"),
            },
        ),
        "riemann": terms(
            surface.riemann,
            {
                "delta_mu_alpha*delta_nu_beta": delta("m", "a") * delta("n", "b"),
                "delta_mu_beta*delta_nu_alpha": delta("m", "b") * delta("n", "a"),
                "x_mu*x_alpha*delta_nu_beta": x("m") * x("a") * delta("n", "b"),
                "x_mu*x_beta*delta_nu_alpha": x("m") * x("b") * delta("n", "a"),
                "x_nu*x_beta*delta_mu_alpha": x("n") * x("b") * delta("m", "a"),
                "x_nu*x_alpha*delta_mu_beta": x("n") * x("a") * delta("m", "b"),
            },
        ),
    }


def steps() -> list[Step]:
    """The general formulas, for arbitrary T(r) and R(r) and every d: inverse, symbols, curvature, both routes to it."""

    def general(tensor_: Isotropic) -> sp.Expr:
        return in_invariants(tensor_, lambda value: value.as_expr(), lambda value: value)

    source = "Cho & Saul (2012)"
    identity = curvature.metric()(n="k") * curvature.inverse()(m="k")
    compatible = (
        curvature.metric().diff("c")
        - curvature.metric()(m="k") * curvature.christoffel()(a="k", b="m")
        - curvature.metric()(n="k") * curvature.christoffel()(a="k", b="n")
    )
    tensor_ = curvature.riemann()
    bianchi = tensor_ + tensor_(n="a", a="b", b="n") + tensor_(n="b", a="n", b="a")
    radial, across = curvature.sectional()
    warped_radial, warped_across = curvature.warped_product()
    return [
        prove(
            tensor("g", "mu nu"),
            general(curvature.inverse()),
            "I and x xᵀ are all that rotations leave alone; g_μκ g^κν = δ_μν",
            f"{source}, eq. (A.7)",
            residuals=_coefficients(identity - delta("m", "n")),
            check="the product with the metric is the identity, for every d",
        ),
        prove(
            GAMMA,
            general(curvature.christoffel()),
            "index by index, with δ_μμ = d, x_μ x_μ = r²; primes are derivatives with respect to r",
            f"{source}, eq. (17)",
            residuals=_coefficients(compatible),
            check="the covariant derivative of the metric vanishes",
        ),
        prove(
            RIEMANN,
            general(tensor_),
            "∂_α Γ^μ_βν - ∂_β Γ^μ_αν + Γ^μ_αρ Γ^ρ_βν - Γ^μ_βρ Γ^ρ_αν; the paper has the other sign on the last two",
            f"not {source}, eq. (18)",
            residuals=_coefficients(bianchi) + _coefficients(tensor_ + tensor_(a="b", b="a")),
            check="the first Bianchi identity and the antisymmetry in α and β hold",
        ),
        prove(
            sp.Symbol("K_r"),
            radial.as_expr(),
            "planes that contain the radius; also -f″/f of the warped product dρ² + f² dΩ², dρ = √R dr, f = r√T",
            residuals=[(radial - warped_radial).as_expr()],
            check="both routes agree for arbitrary T and R",
        ),
        prove(
            sp.Symbol("K_⊥"),
            across.as_expr(),
            "planes across the radius; also (1 - f′²)/f² of the warped product",
            residuals=[(across - warped_across).as_expr()],
            check="both routes agree for arbitrary T and R",
        ),
        prove(
            S,
            2 * (d - 1) * sp.Symbol("K_r") + (d - 1) * (d - 2) * sp.Symbol("K_⊥"),
            "the trace g^νβ R_νμβ^μ of the Riemann tensor",
            f"{source}, eq. (19)",
            residuals=[(curvature.scalar(tensor_) - curvature.warped_scalar()).as_expr()],
            check="the trace is the sum over planes, for every d",
        ),
    ]


def _coefficients(difference: Isotropic) -> list[sp.Expr]:
    """What must vanish: the difference's coefficients, or 0 itself if it has none left."""
    return [value.as_expr() for value in difference.terms.values()] or [sp.Integer(0)]
