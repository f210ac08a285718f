"""Rules for rotation-invariant kernels and metrics: one named, trusted tensor calculus, in any dimension d.

A metric that is invariant under rotations is g = a(r) I + b(r) x x^T with r = |x|. These rules rest on five facts of
linear algebra and differential geometry, each tested against components in one to four dimensions:

1. If k(x, y) = F(|x|^2, |y|^2, x.y) is smooth near y = x, then Cho & Saul (2012), eq. (11) gives, with D(s) = F(s, s,
   s) and everything taken at s = t = p = r^2, a = D' - 2 F_t and b = 2 D'' - 4 F_tt - 4 F_tp - F_pp.
2. If k(x, y) = |x|^n |y|^n phi(theta), phi -> phi_0 and phi'/sin(theta) -> -kappa as theta -> 0, then to second order
   in dx the squared distance (9) is r^(2n-2) (n^2 phi_0 dx_along^2 + kappa dx_across^2), because cos(theta) has the
   second derivatives -(I - x x^T/r^2)/r^2 at y = x. So a = kappa r^(2n-2) and b = (n^2 phi_0 - kappa) r^(2n-4).
3. det(a I + b x x^T) = a^(d-1) (a + b r^2): the matrix determinant lemma.
4. The inverse is (I - b x x^T/(a + b r^2))/a: Sherman and Morrison.
5. With arc length rho along the radius, d rho = sqrt(a + b r^2) dr, and f = r sqrt(a), the metric is d rho^2 + f^2
   times that of the unit sphere, whose scalar curvature is -2 (d-1) f''/f - (d-1)(d-2) (f'^2 - 1)/f^2 (cited).
"""

from __future__ import annotations

from dataclasses import dataclass

from symkern.proofs.domains import REALS, Domain, integers
from symkern.proofs.normal_form import Condition
from symkern.proofs.rules.definitions import Definition
from symkern.proofs.rules.derivatives import slope_term
from symkern.proofs.rules.equality import checked, holds_on, positive_on
from symkern.proofs.terms import Term, TermLike, derivative, shown, sin, sqrt, substituted, sym, symbols, term
from symkern.proofs.theorem import Equal, NotProved, Tends, Theorem, conclude

DELTA, X_MU, X_NU, R, D = symbols("δ_μν x_μ x_ν r d")
CURVATURE = "scalar curvature of a rotationally symmetric metric"


@dataclass(frozen=True)
class Tensor(Definition):
    """A tensor of a rotation-invariant metric or kernel; the body says of which, and is not its value."""


@dataclass(frozen=True)
class Isotropic:
    """The coefficients of a metric a(r) I + b(r) x x^T, as terms in the symbol r and parameters."""

    a: Term
    b: Term
    domain: Domain
    """Of r and the parameters."""

    def __post_init__(self) -> None:
        if "r" not in self.domain.intervals or {"d", DELTA.name, X_MU.name, X_NU.name} & self.domain.intervals.keys():
            raise NotProved("the domain of a metric has r and its parameters, not d, indices or coordinates")

    @property
    def along(self) -> Term:
        """Return the coefficient along the radius, a + b r^2."""
        return self.a + self.b * R**2

    def component(self) -> Term:
        """Return a component of the metric, in the symbols of the delta and of two coordinates."""
        return self.a * DELTA + self.b * X_MU * X_NU


def _tensor(name: str, of: Term, where: Domain) -> Term:
    names = tuple(where.intervals)
    return Tensor(name, names, where, of)(*(sym(parameter) for parameter in names))


def _indexed(where: Domain) -> Domain:
    for symbol in (DELTA, X_MU, X_NU):
        where = where.with_symbol(symbol.name, REALS)
    return where


def _valued(values: list[Term], where: Domain, given: list[Theorem]) -> list[Condition]:
    used: list[Condition] = []
    for value in values:
        field = checked(value, where, given)
        if field.open:
            raise NotProved(f"not shown: {next(iter(field.open))}")
        used += field.used
    return used


def kernel_metric(kernel: TermLike, where: Domain) -> tuple[Theorem, Isotropic]:
    """Conclude the metric of a kernel F(s, t, p) of the squared norms and the inner product, smooth near y = x.

    The engine differentiates F and F(s, s, s), puts r^2 for s, t and p, and shows that all of it has values there: all
    conditions are strict, so they hold near the diagonal, too.
    """
    F = term(kernel)
    s, t, p = symbols("s t p")
    diagonal = substituted(F, {"t": s, "p": s})
    first, at = slope_term(diagonal, s), dict.fromkeys(("s", "t", "p"), R**2)
    by_t, by_p = slope_term(F, t), slope_term(F, p)
    seconds = [slope_term(by_t, t), slope_term(by_t, p), slope_term(by_p, p), slope_term(first, s)]
    on = {"s": R**2}
    F_tt, F_tp, F_pp = (substituted(part, at) for part in seconds[:3])
    D_1, D_2 = substituted(first, on), substituted(seconds[3], on)
    a = D_1 - 2 * substituted(by_t, at)
    b = 2 * D_2 - 4 * F_tt - 4 * F_tp - F_pp
    if any(part.head in ("abs", "step", "fn", "integral", "diff") for part in F.subterms()):
        raise NotProved(f"{shown(F)} is not known to be smooth")
    metric = Isotropic(a, b, where)
    used = _valued([substituted(F, at), a, b], where, [])
    indexed = _indexed(where)
    left = _tensor("g", substituted(F, at), indexed)
    statement = Equal(left, metric.component())
    return conclude("metric of a kernel", statement, indexed, used=used), metric


def angular_metric(
    degree: TermLike, factor: TermLike, value: Theorem, slope: Theorem, where: Domain
) -> tuple[Theorem, Isotropic]:
    """Conclude the metric of c |x|^n |y|^n phi(theta) from the limits of phi and of phi'/sin(theta) at theta = 0."""
    n, c = term(degree), term(factor)
    if "r" in n.symbols | c.symbols:
        raise NotProved("the degree and the factor do not depend on r")
    limits = []
    for theorem in (value, slope):
        if not isinstance(theorem.statement, Tends) or theorem.statement.at is not term(0):
            raise NotProved(f"a limit at 0 is needed; got {theorem.statement}")
        holds_on(theorem, where)
        limits.append(theorem.statement)
    phi, ratio = limits[0].function, limits[1].function
    theta = limits[0].variable
    if theta is not limits[1].variable or not _is_slope_over_sine(ratio, phi, theta):
        raise NotProved(f"{shown(ratio)} is not the slope of {shown(phi)} over the sine")
    kappa = -limits[1].value
    a, b = c * kappa * R ** (2 * n - 2), c * (n**2 * limits[0].value - kappa) * R ** (2 * n - 4)
    metric = Isotropic(a, b, where)
    used = _valued([n, c, a, b], where, [value, slope])
    indexed = _indexed(where)
    left = _tensor("g", c * limits[0].value * R ** (2 * n), indexed)
    statement = Equal(left, metric.component())
    return conclude("metric of an angular kernel", statement, indexed, [value, slope], used=used), metric


def _is_slope_over_sine(ratio: Term, function: Term, theta: Term) -> bool:
    return ratio is derivative(function, theta) / sin(theta)


def determinant(metric: Isotropic) -> Theorem:
    """Conclude det g = a^(d-1) (a + b r^2), for every dimension d >= 1."""
    where = metric.domain.with_symbol("d", integers(1))
    _positive(metric, where)
    left = _tensor("det g", metric.component(), where)
    right = metric.a ** (D - 1) * metric.along
    return conclude("determinant", Equal(left, right), where, used=_valued([right], where, []))


def inverse_metric(metric: Isotropic) -> Theorem:
    """Conclude the inverse metric, (delta - b x x/(a + b r^2))/a."""
    _positive(metric, metric.domain)
    where = _indexed(metric.domain)
    left = _tensor("inverse g", metric.component(), where)
    right = metric.a**-1 * (DELTA - metric.b * X_MU * X_NU / metric.along)
    return conclude("inverse metric", Equal(left, right), where, used=_valued([right], where, []))


def scalar_curvature(metric: Isotropic) -> Theorem:
    """Conclude the scalar curvature, from f = r sqrt(a) and its first two derivatives by arc length."""
    where = metric.domain.with_symbol("d", integers(1))
    _positive(metric, where)
    f, speed = R * sqrt(metric.a), sqrt(metric.along)
    first = slope_term(f, R) / speed
    second = slope_term(first, R) / speed
    right = -2 * (D - 1) * second / f - (D - 1) * (D - 2) * (first**2 - 1) / f**2
    left = _tensor("S", metric.component(), where)
    used = _valued([f, speed, first, right], where, [])
    return conclude("scalar curvature", Equal(left, right), where, used=used, cites=[CURVATURE])


def _positive(metric: Isotropic, where: Domain) -> None:
    for part in (metric.a, metric.along):
        if not positive_on(part, where):
            raise NotProved(f"{shown(part)} is not shown to be positive: the metric may be degenerate")
