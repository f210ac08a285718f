"""Cho & Saul (2012), Appendix A: the metric and the curvature.

Read it beside the paper. Left sides are numbers that know nothing of the formulas on the right.
"""

from fractions import Fraction

import sympy as sp
from _shared import INDEXED, ODD, a, b, component, half, metric_at, metric_steps, proved, surface

from symkern.claims import POSITIVE, Definition, Proof, Refuted, Relation, Side, claim, domain, grid, integers
from symkern.claims.indexed import components, delta, in_symbols, position, x
from symkern.reference import route
from symkern.reference.evaluate import evaluate, read_quantity
from symkern.reference.precision import context, mpf
from symkern.symbolic import (
    curvature,
    endpoints,
    geometry,
    price,
)
from symkern.symbolic.notation import n, r, w_2
from symkern.symbolic.step import prove
from symkern.theorems import geometry as surfaces


def kernel_second_derivatives(at, on_diagonal):
    """Second derivatives of k_n(x, x), or of k_n(x, y) in y at y = x, by second differences of the kernel."""
    place, step = position(at), Fraction(1, 10**18)
    first, second = int(at["μ"]) - 1, int(at["ν"]) - 1

    def kernel(*shifts):
        moved = [entry + step * sum(sign for k, sign in shifts if k == index) for index, entry in enumerate(place)]
        other = moved if on_diagonal else place
        return Fraction(evaluate(at["n"], x=other, y=moved, digits=80).value)

    corners = [((first, s), (second, t)) for s in (1, -1) for t in (1, -1)]
    return sum(s * t * kernel((i, s), (j, t)) for (i, s), (j, t) in corners) / (4 * step**2)


@claim("cho_saul_2012.A.1", r"\partial_{x_\mu} \partial_{x_\nu} [k_n(x, x)] = \frac2\pi \|x\|^{2n-2} J_n(0) \left[ n \delta_{\mu\nu} + 2n(n-1) \frac{x_\mu x_\nu}{\|x\|^2} \right]", "agrees")  # fmt: skip
def second_derivatives_on_the_diagonal():
    """Second differences of the kernel; J_n(0) on the right by eq. (8) of 2010."""
    left = Side("∂_μ ∂_ν k_n(x, x)", lambda at, digits: kernel_second_derivatives(at, True))
    formula = 2 / sp.pi * r ** (2 * n - 2) * endpoints.at_zero(n)
    formula *= n * delta("μ", "ν") + 2 * n * (n - 1) * x("μ") * x("ν") / r**2
    f = endpoints.at_zero(n) / sp.pi * r ** (2 * n)  # of a function of r: f'/r (delta - x x/r^2) + f'' x x/r^2
    radial = x("μ") * x("ν") / r**2
    known = f.diff(r) / r * (delta("μ", "ν") - radial) + f.diff(r, 2) * radial
    proof = proved(lambda: endpoints.derivation(n)[:2], known, "the chain rule for a power of the norm")
    return Relation(left, formula, components("μν", {n: "1 2 3"}), digits=12, argument=proof, scale=1)


@claim("cho_saul_2012.A.2", r"\partial_{y_\mu} \partial_{y_\nu} [k_n(x, y)]_{y=x} = \frac1\pi \|x\|^{2n-2} \left( J_n(0) \left[ n \delta_{\mu\nu} + n(n-2) \frac{x_\mu x_\nu}{\|x\|^2} \right] + \left[ \frac{J_n'(\theta)}{\sin\theta} \right]_{\theta=0} \left[ \delta_{\mu\nu} - \frac{x_\mu x_\nu}{\|x\|^2} \right] \right)", "agrees")  # fmt: skip
def second_derivatives_off_the_diagonal():
    """Second differences of the kernel; J_n(0) and the limit of J_n'/sin by eq. (8) of 2010 and Price's law."""
    left = Side("∂_μ ∂_ν k_n(x, y) at y = x", lambda at, digits: kernel_second_derivatives(at, False))
    radial = x("μ") * x("ν") / r**2
    value, slope = endpoints.at_zero(n), -(n**2) * endpoints.at_zero(n - 1)
    bracket = value * (n * delta("μ", "ν") + n * (n - 2) * radial) + slope * (delta("μ", "ν") - radial)
    # along the radius y = t x/r: (r t)^n J_n(0)/pi; across it |y|^n contributes n and the angle J_n''(0)
    t = sp.Symbol("t", positive=True)
    along = sp.diff((r * t) ** n * value / sp.pi, t, 2).subs(t, r)
    across = (n * value + slope) * r ** (2 * n - 2) / sp.pi
    known = across * (delta("μ", "ν") - radial) + along * radial
    steps = lambda: [*endpoints.derivation(n), price.price()[0]]  # noqa: E731
    formula = r ** (2 * n - 2) / sp.pi * bracket
    proof = proved(steps, known, "along the radius and across it")
    return Relation(left, formula, components("μν", {n: "1 2 3"}), digits=12, argument=proof, scale=1)


@claim("cho_saul_2012.A.3", r"J_n(\theta) = \int dw_1 \int dw_2 \left[ e^{-\frac{w_1^2 + w_2^2}{2}} \Theta(w_1) \Theta(w_1 \cos\theta + w_2 \sin\theta) w_1^n (w_1 \cos\theta + w_2 \sin\theta)^n \right]", "definition")  # fmt: skip
def the_planar_integral():
    """Eq. (20) of 2010: it defines J_n."""
    return Definition()


@claim("cho_saul_2012.A.4", r"J_n'(0) = n \int dw_1 \int dw_2\, e^{-\frac{w_1^2 + w_2^2}{2}} \Theta(w_1) w_1^{2n-1} w_2 = 0", "agrees")  # fmt: skip
def the_slope_at_zero():
    """The integral over w_2 from -a to b, by quadrature: it vanishes, by symmetry, where a = b. That J_n'(0) itself is 0 is
    one of the steps."""

    def value(at, digits):
        mp = context(digits)
        order = mpf(mp, at["n"])
        first = mp.quad(lambda w: mp.exp(-w * w / 2) * w ** (2 * order - 1), [0, 1, 3, 8, 30])
        second = mp.quad(lambda w: mp.exp(-w * w / 2) * w, [-mpf(mp, at["a"]), 0, mpf(mp, at["b"])])
        return mp.nstr(order * first * second, digits)

    def proof(right):
        primitive = -sp.exp(-(w_2**2) / 2)
        over_w_2 = primitive.subs(w_2, b) - primitive.subs(w_2, -a)
        same = [
            sp.diff(primitive, w_2) - w_2 * sp.exp(-(w_2**2) / 2),
            n * 2 ** (n - 1) * sp.gamma(n) * over_w_2 - right,
            right.subs(a, b),
        ]
        check = "the antiderivative, the gamma function, and 0 for a = b"
        law = price.price()[0]
        return [law, prove(sp.Symbol("J_n'(0)"), right, "the weights across x are as often positive as negative", residuals=same, check=check)]  # fmt: skip

    formula = n * 2 ** (n - 1) * sp.gamma(n) * (sp.exp(-(a**2) / 2) - sp.exp(-(b**2) / 2))
    left = Side("J_n'(0), -a < w_2 < b", value)
    return Relation(left, formula, grid({n: "1 2 3", a: "1/2 1 3", b: "1 2"}), scale=1, argument=proof)


@claim("cho_saul_2012.A.5", r"\lim_{\theta \to 0} \left[ \frac{J_n'(\theta)}{\sin\theta} \right] = \lim_{\theta \to 0} J_n''(\theta) = J_n''(0)", "agrees")  # fmt: skip
def lhopital():
    """The quotient at theta = 1e-16, by quadrature of eq. (23) of 2010 differentiated, against J_n''(0)."""

    def value(at, digits):
        mp = context(30)
        angle = Fraction(1, 10**16)
        slope = read_quantity(at["n"], theta=angle, derivative=1).by_quadrature(route.one_dimension, 25)
        return mp.nstr(mp.mpf(slope) / mp.sin(mpf(mp, angle)), 20)

    formula = -(n**2) * sp.pi * ODD
    law = lambda: [price.price()[0], *endpoints.derivation(n)]  # noqa: E731
    known = -(n**2) * endpoints.at_zero(n - 1)
    proof = proved(law, known, "J_n'/sin = -n^2 J_{n-1}, which is continuous at 0")
    return Relation(Side("J_n'/sin", value), formula, grid({n: "1 2 3 4"}), digits=12, argument=proof)


@claim("cho_saul_2012.A.6", r"J_n''(0) = n \int dw_1 \int dw_2\, e^{-\frac{w_1^2 + w_2^2}{2}} \Theta(w_1) w_1^{2n-2} [(n-1) w_2^2 - w_1^2] = -\pi n^2 (2n-3)!!", "agrees")  # fmt: skip
def the_second_derivative_at_zero():
    """The printed integral by quadrature."""

    def value(at, digits):
        mp = context(digits)
        order = mpf(mp, at["n"])
        moment = lambda power: mp.quad(lambda w: mp.exp(-w * w / 2) * w**power, [0, 1, 3, 8, 30])  # noqa: E731
        across = 2 * moment(2) * moment(2 * order - 2) * (order - 1)
        return mp.nstr(order * (across - 2 * moment(0) * moment(2 * order)), digits)

    def moments(power):  # over w > 0
        return 2 ** ((power - 1) / sp.Integer(2)) * sp.gamma((power + 1) / sp.Integer(2))

    known = n * ((n - 1) * 2 * moments(2) * moments(2 * n - 2) - 2 * moments(0) * moments(2 * n))
    known = sp.factor(known.subs(sp.gamma(n + half), (n - half) * sp.gamma(n - half)))
    proof = proved(lambda: endpoints.derivation(n)[-1:], known, "moments of a Gaussian over a half-line")
    return Relation(Side("J_n''(0)", value), -sp.pi * n**2 * ODD, grid({n: "1 2 3 5"}), argument=proof)


@claim("cho_saul_2012.A.7", r"g^{\mu\nu} = \frac{1}{\|x\|^{2n-2} n^2 (2n-3)!!} \left( \delta_{\mu\nu} - \frac{x_\mu x_\nu}{\|x\|^2} \frac{2(n-1)}{2n-1} \right)", "proved")  # fmt: skip
def the_inverse_metric():
    """Matrices of the metric (14) inverted by elimination."""
    left = Side("g^μν", lambda at, digits: component(at, lambda tensors: tensors.inverse, "μ", "ν"))
    formula = (delta("μ", "ν") - x("μ") * x("ν") / r**2 * 2 * (n - 1) / (2 * n - 1)) / (r ** (2 * n - 2) * n**2 * ODD)
    proof = Proof(surfaces.arc_cosine_inverse().lhs, surfaces.arc_cosine_inverse)
    points, where = components("μν", {n: "1 2 3"}), domain(n=integers(1), r=POSITIVE, **INDEXED)
    return Relation(left, formula, points, digits=15, proof=proof, domain=where)


@claim("cho_saul_2012.A.8", r"\partial_\beta g_{\gamma\mu} = 2 n^2 (n-1) (2n-3)!! \|x\|^{2n-4} \left( x_\beta \delta_{\gamma\mu} + x_\gamma \delta_{\beta\mu} + x_\mu \delta_{\beta\gamma} + (2n-4) \frac{x_\beta x_\gamma x_\mu}{\|x\|^2} \right)", "agrees")  # fmt: skip
def slopes_of_the_metric():
    """Differences of metrics that are themselves made of distances of small steps."""

    def value(at, digits):
        step, axis = Fraction(1, 10**6), int(at["β"])
        ends = [metric_at(at | {f"x_{axis}": at[f"x_{axis}"] + sign * step}, "γ", "μ") for sign in (1, -1)]
        return (ends[0] - ends[1]) / (2 * step)

    formula = x("β") * delta("γ", "μ") + x("γ") * delta("β", "μ") + x("μ") * delta("β", "γ")
    formula = 2 * n**2 * (n - 1) * ODD * r ** (2 * n - 4) * (formula + (2 * n - 4) * x("β") * x("γ") * x("μ") / r**2)
    slopes = curvature.metric()(m="c", n="m").diff("b")
    known = in_symbols(surface().expression(slopes))
    proof = proved(metric_steps, known, "index by index, with dr/dx_μ = x_μ/r")
    return Relation(
        Side("∂_β g_γμ", value), formula, components("βγμ", {n: "2 3"}, most=16), digits=9, argument=proof, scale=1
    )


@claim("cho_saul_2012.A.9", r"\Gamma^\alpha_{\beta\gamma} = \frac{n-1}{\|x\|^2} \left( x_\beta \delta_{\alpha\gamma} + x_\gamma \delta_{\alpha\beta} + \frac{x_\alpha \delta_{\beta\gamma}}{2n-1} - \frac{2n}{2n-1} \frac{x_\alpha x_\beta x_\gamma}{\|x\|^2} \right)", "agrees")  # fmt: skip
def the_christoffel_symbols_of_the_arc_cosine_kernel():
    """Partial derivatives of the metric (14), component by component."""
    left = Side("Γ^α_βγ", lambda at, digits: component(at, lambda tensors: tensors.christoffel, "α", "β", "γ"))
    formula = x("β") * delta("α", "γ") + x("γ") * delta("α", "β") + x("α") * delta("β", "γ") / (2 * n - 1)
    formula = (n - 1) / r**2 * (formula - 2 * n / (2 * n - 1) * x("α") * x("β") * x("γ") / r**2)
    known = in_symbols(surface().expression(curvature.christoffel()))
    proof = proved(geometry.steps, known, "eq. (17) with eqs. (A.7), (A.8)")
    return Relation(left, formula, components("αβγ", {n: "1 2 3"}), digits=15, argument=proof)


@claim("cho_saul_2012.A.10", r"R_{\nu\alpha\beta}{}^\mu = \frac{3}{\|x\|^2} \frac{(n-1)^2}{2n-1} \left( \frac{x_\mu x_\alpha \delta_{\beta\nu} - x_\mu x_\beta \delta_{\nu\alpha} + x_\nu x_\beta \delta_{\mu\alpha} - x_\nu x_\alpha \delta_{\mu\beta}}{\|x\|^2} + \delta_{\mu\beta} \delta_{\nu\alpha} - \delta_{\mu\alpha} \delta_{\beta\nu} \right)", "refuted")  # fmt: skip
def the_riemann_tensor_of_the_arc_cosine_kernel():
    """The tensor component by component in three dimensions. The printed one is three times it."""
    left = Side("R_ναβ^μ", lambda at, digits: component(at, lambda tensors: tensors.riemann, "μ", "ν", "α", "β"))
    coordinates = x("μ") * x("α") * delta("β", "ν") - x("μ") * x("β") * delta("ν", "α")
    coordinates += x("ν") * x("β") * delta("μ", "α") - x("ν") * x("α") * delta("μ", "β")
    deltas = delta("μ", "β") * delta("ν", "α") - delta("μ", "α") * delta("β", "ν")
    true = (n - 1) ** 2 / (r**2 * (2 * n - 1)) * (coordinates / r**2 + deltas)
    known = in_symbols(surface().expression(curvature.riemann()))
    points = components("μναβ", {n: "2 3"}, ((1, 2, 2),), most=81)
    points = tuple(point for point in points if point[sp.Symbol("α")] != point[sp.Symbol("β")])
    proof = proved(geometry.steps, known, "the Riemann tensor, for every n > 1/2 and d")
    return Refuted(
        Relation(left, 3 * true, points, digits=15),
        Relation(left, true, points, digits=15, argument=proof),
        "The factor 3 is what the wrong signs of eq. (18) make of the Christoffel symbols (A.9), which are right.",
        ("cho_saul_2012.20", "cho_saul_2012.table1.arccosine.S"),
    )
