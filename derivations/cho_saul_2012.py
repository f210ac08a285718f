"""Cho & Saul (2012), Analysis and extension of arc-cosine kernels: (1)-(32), (A.1)-(C.5), Table 1, and what the text says.

Read it beside the paper. On the left of a relation stand numbers that know nothing of the formula on the right: integrals over
Gaussian weights, differences of kernels at inputs a tiny but exact step apart, tensors computed component by component.
"""

from fractions import Fraction
from functools import cache

import sympy as sp
from flint import arb

from symkern.claims import Definition, Misprint, Qualified, Refuted, Relation, Side, Within, claim, grid
from symkern.claims.indexed import POSITIONS, components, delta, in_symbols, position, x
from symkern.reference import distance, route
from symkern.reference.evaluate import evaluate, read_quantity
from symkern.reference.precision import context, mpf
from symkern.symbolic import (
    angular,
    biased,
    closed_form,
    cone,
    curvature,
    endpoints,
    geometry,
    metric,
    price,
    reduction,
    smoothed,
)
from symkern.symbolic.components import Components
from symkern.symbolic.notation import J, d, n, norm_x, norm_y, p, phi, psi, r, sigma, theta, w_2
from symkern.symbolic.step import prove

a, b, c, q, h = sp.symbols("a b c q h", positive=True)
u, v = sp.symbols("u v", positive=True)
rho = sp.Symbol("rho", positive=True)
half = sp.Rational(1, 2)
ODD = sp.factorial2(2 * n - 3)
ANGLES = "1/10 1/2 1 3/2 2 5/2 3"
DOUBLE = "the difference reduces to 0 with (2m-1)!! = 2^m Gamma(m + 1/2)/sqrt(pi), which holds at integers"


def with_gamma(formula):
    """Double factorials of odd numbers as gamma functions, which are there for real degrees too."""
    return formula.replace(sp.factorial2, lambda m: 2 ** ((m + 1) / 2) * sp.gamma(m / 2 + 1) / sp.sqrt(sp.pi))


def proved(steps, known, because):
    """A proof that ends in the printed formula: what the steps give is the same, double factorials aside."""

    def proof(right):
        same = [sp.expand(sp.gammasimp(sp.expand(sp.powsimp((known - with_gamma(right)) / known))))]
        check = DOUBLE if right.has(sp.factorial2) else "the quotient of the two reduces to 1"
        return [*steps(), prove(known, right, because, residuals=same, check=check)]

    return proof


def kernel_by_definition(at, digits, **kernel):
    """A kernel of two inputs, from the integral over weights that defines it."""
    return Fraction(read_quantity(**kernel).by_quadrature(route.definition, digits))


# Section 2.1: arc-cosine kernels


@claim("cho_saul_2012.1", r"k_n(x, y) = 2 \int dw \frac{e^{-\|w\|^2/2}}{(2\pi)^{d/2}} \Theta(w \cdot x) \Theta(w \cdot y) (w \cdot x)^n (w \cdot y)^n", "definition")  # fmt: skip
def the_kernel():
    return Definition()


@claim("cho_saul_2012.2", r"\theta = \cos^{-1} \left( \frac{x \cdot y}{\|x\| \|y\|} \right)", "definition")
def the_angle():
    return Definition()


@claim("cho_saul_2012.3", r"k_0(x, y) = 1 - \frac{\theta}{\pi}", "proved")
def degree_zero():
    """The integral over two weights."""
    left = Side("k_0(x, y)", lambda at, digits: kernel_by_definition(at, digits, layers=[0], theta=at["theta"]))
    steps = lambda: [*reduction.reduction(), *angular.differential_formula()[:1]]  # noqa: E731
    known = angular.trigonometric(0) / sp.pi
    return Relation(
        left, 1 - theta / sp.pi, grid({theta: ANGLES}), argument=proved(steps, known, "eqs. (25) and (3) of 2010")
    )


@claim("cho_saul_2012.4", r"k_n(x, y) = \frac{1}{\pi} \|x\|^n \|y\|^n J_n(\theta)", "proved")
def norms_and_angle():
    """Vectors (a, 0) and b(3/5, 4/5), by the integral over two weights; J_n on the right by its closed form."""
    angle = sp.acos(sp.Rational(3, 5))
    formula = a**n * b**n * closed_form.hypergeometric(n).subs(theta, angle) / sp.pi

    def value(at, digits):
        y = [at["b"] * Fraction(3, 5), at["b"] * Fraction(4, 5)]
        return kernel_by_definition(at, digits, n=at["n"], x=[at["a"], 0], y=y)

    def proof(right):
        steps = [*reduction.reduction(), *closed_form.derivation()]
        (third,) = (step.rhs for step in steps if step.source == "Cho & Saul (2010), eq. (3)")
        known = third.subs({norm_x: a, norm_y: b, J(n, theta): closed_form.hypergeometric(n)}).subs(theta, angle)
        return [*steps, prove(known, right, "the angular part by its closed form")]

    return Relation(Side("k_n(x, y)", value), formula, grid({n: "0 1/2 1 3", a: "1/2 3", b: "1/3 2"}), argument=proof)


@claim("cho_saul_2012.5", r"J_n(\theta) = (-1)^n (\sin\theta)^{2n+1} \left( \frac{1}{\sin\theta} \frac{\partial}{\partial\theta} \right)^n \left( \frac{\pi - \theta}{\sin\theta} \right)", "proved")  # fmt: skip
def the_differential_formula():
    """Judged at n = 4 with the operator applied literally, against a proved integral; the proof is an induction over n."""
    applied = (sp.pi - theta) / sp.sin(theta)
    for _ in range(4):
        applied = sp.diff(applied, theta) / sp.sin(theta)
    steps = lambda: [*angular.differential_formula(), *angular.recurrence(), *angular.literal_applications(4)]  # noqa: E731

    def proof(right):
        return [*steps(), prove(angular.trigonometric(4), right, "the fourth application")]

    return Relation(by_proved_integral(4), sp.sin(theta) ** 9 * sp.expand(applied), grid({theta: ANGLES}), argument=proof)


def by_proved_integral(degree):
    """J_n from eq. (23) of 2010 by an integrator that proves its digits."""

    def value(at, digits):
        return read_quantity(degree, theta=at["theta"]).by_proved_integral(digits)

    return Side(f"J_{degree}(theta)", value)


def low_degree(degree, formula):
    steps = lambda: [*closed_form.equals_trigonometric_form(), *angular.recurrence()]  # noqa: E731
    proof = proved(steps, angular.trigonometric(degree), "the recurrence from degree 0")
    return Relation(by_proved_integral(degree), formula, grid({theta: ANGLES}), argument=proof)


@claim("cho_saul_2012.6", r"J_0(\theta) = \pi - \theta", "proved")
def angular_part_of_degree_zero():
    return low_degree(0, sp.pi - theta)


@claim("cho_saul_2012.7", r"J_1(\theta) = \sin\theta + (\pi - \theta) \cos\theta", "proved")
def angular_part_of_degree_one():
    return low_degree(1, sp.sin(theta) + (sp.pi - theta) * sp.cos(theta))


@claim("cho_saul_2012.8", r"J_2(\theta) = 3 \sin\theta \cos\theta + (\pi - \theta)(1 + 2 \cos^2\theta)", "proved")
def angular_part_of_degree_two():
    return low_degree(2, 3 * sp.sin(theta) * sp.cos(theta) + (sp.pi - theta) * (1 + 2 * sp.cos(theta) ** 2))


@claim("cho_saul_2012.monotone", r"$J_n(\theta)$ takes its maximum value at $\theta = 0$ and decreases monotonically to zero at $\theta = \pi$", "proved")  # fmt: skip
def falls_from_zero_to_pi():
    """For n >= 1 the slope is minus n^2 sin(theta) J_{n-1}, and J_{n-1} > 0, being an integral of what is positive."""
    lower = closed_form.hypergeometric(n - 1)

    def slope(at, digits):
        return read_quantity(at["n"], theta=at["theta"], derivative=1).by_quadrature(route.one_dimension, digits)

    def proof(right):
        law = price.price()[0]
        known = -sp.sin(theta) * law.rhs.subs(J(n - 1, theta), lower)
        return [law, price.monotonicity(), prove(known, right, "d/d theta = -sin(theta) d/d cos(theta)")]

    formula = -(n**2) * sp.sin(theta) * lower
    return Relation(Side("J_n'(theta)", slope), formula, grid({n: "1 2 3 4", theta: "1/10 1 2 3"}), argument=proof)


@claim("cho_saul_2012.slope_at_zero", r"$J_n'(\theta)$ at $\theta = 0$ only vanishes for positive integers $n \ge 1$", "qualified")  # fmt: skip
def where_the_slope_vanishes():
    """True among the integers that the paper allows: -1 at n = 0, and 0 from n = 1 on. Among the real degrees it vanishes
    for every n > 0, so also where the figure of 2010 shows fractional ones; judged for integers by the slope over theta."""

    def at_zero(at, digits):
        return evaluate(at["n"], theta=0, derivative=1, digits=digits)

    def slope(at, digits):
        return read_quantity(at["n"], theta=at["theta"], derivative=1).by_quadrature(route.one_dimension, digits)

    printed = Relation(
        Side("J_n'(0) for n that is no integer", at_zero), sp.S.Zero, grid({n: "1/2 3/4 3/2"}), sense="≠"
    )
    formula = -(n**2) * sp.sin(theta) * closed_form.hypergeometric(n - 1)
    near_zero = grid({n: "1 2 3", theta: "1/1000 1/10"})

    def proof(right):
        law = price.price()[0]
        known = -sp.sin(theta) * law.rhs.subs(J(n - 1, theta), closed_form.hypergeometric(n - 1))
        return [law, prove(known, right, "J_{n-1}(0) is finite for n >= 1, so the slope vanishes with sin(theta)")]

    under = Relation(Side("J_n'(theta)", slope), formula, near_zero, argument=proof)
    return Qualified(printed, under, "n is an integer")


# Section 2.2: Riemannian geometry


@claim("cho_saul_2012.9", r"ds^2 = \|\Phi(x + dx) - \Phi(x)\|^2 = k(x + dx, x + dx) - 2 k(x, x + dx) + k(x, x)", "definition")  # fmt: skip
def the_distance():
    return Definition()


@claim("cho_saul_2012.10", r"ds^2 = g_{\mu\nu} dx^\mu dx^\nu", "definition")
def the_metric():
    return Definition()


@claim("cho_saul_2012.11", r"g_{\mu\nu} = \frac12 \frac{\partial}{\partial x_\mu} \frac{\partial}{\partial x_\nu} k(x, x) - \left[ \frac{\partial}{\partial y_\mu} \frac{\partial}{\partial y_\nu} k(x, y) \right]_{y=x}", "proved")  # fmt: skip
def the_metric_from_the_kernel():
    """On a line, for k = (xy)^p with p = 2, 3, where a and b are the two second derivatives at x = r, against the squared
    distance (9) of a small step. The proof expands (11) for an arbitrary kernel."""
    points = []
    for power in (2, 3):
        for place in (half, sp.Integer(2), sp.Integer(3)):
            on, off = (2 * power) * (2 * power - 1), power * (power - 1)
            size = place ** (2 * power - 2)
            points.append({p: sp.Integer(power), r: place, a: on * size, b: off * size})

    def value(at, digits):
        power, step = int(at["p"]), Fraction(1, 10**30)
        first, second = at["r"], at["r"] + step
        k = lambda s, t: (s * t) ** power  # noqa: E731
        return (k(second, second) - 2 * k(first, second) + k(first, first)) / step**2

    def proof(right):
        one, two, cross = sp.symbols("k_xx k_yy k_xy")  # second derivatives of k(x, y) at y = x, symmetric: k_xx = k_yy
        total = one + 2 * cross + two  # that of k(x, x)
        expanded = total.subs(one, two) / 2 - two  # k(x+t, x+t) - 2 k(x, x+t) + k(x, x) = t^2 (total/2 - k_yy)
        same = [expanded - right.subs({a: total.subs(one, two), b: two}), expanded - cross]
        return [*metric.derivation(), prove(a / 2 - b, right, "second order in the step", residuals=same)]

    return Relation(Side("g of (xy)^p", value), a / 2 - b, tuple(points), digits=15, argument=proof)


@claim("cho_saul_2012.12", r"J_n(0) = \pi (2n-1)!!", "proved")
def the_value_at_zero():
    """The integral over the one weight that matters."""
    left = Side("J_n(0)", lambda at, digits: read_quantity(at["n"], theta=0).by_quadrature(route.definition, digits))
    steps = lambda: endpoints.derivation(n)[:2]  # noqa: E731
    proof = proved(steps, endpoints.at_zero(n), "eq. (8) of 2010, at integers")
    return Relation(left, sp.pi * sp.factorial2(2 * n - 1), grid({n: "0 1 2 3 4 7"}), argument=proof)


@claim("cho_saul_2012.double_factorial", r"(2n-1)!! = \frac{(2n)!}{2^n n!}", "proved")
def the_double_factorial():
    """The product of odd numbers, multiplied out."""

    def product(at, digits):
        total = 1
        for odd in range(1, 2 * int(at["n"]), 2):
            total *= odd
        return total

    def proof(right):
        ratio = sp.gammasimp((right.subs(n, n + 1) / right).rewrite(sp.gamma))
        same = [ratio - (2 * n + 1), right.subs(n, 0) - 1]
        return [prove(right, right, "the next odd number, and 1 at n = 0", residuals=same, check="induction over n")]

    formula = sp.factorial(2 * n) / (2**n * sp.factorial(n))
    return Relation(Side("(2n-1)!!", product), formula, grid({n: "0 1 2 3 6"}), argument=proof)


@claim("cho_saul_2012.13", r"J_n(\theta) \approx J_n(0) \left( 1 - \frac{n^2 \theta^2}{2(2n-1)} \right)", "proved")
def small_angles():
    """What 1 - J_n/J_n(0) is of theta^2, at theta = 1e-15; real degrees above 1/2 too."""

    def coefficient(at, digits):
        angle = Fraction(1, 10**15)
        near, top = (Fraction(evaluate(at["n"], theta=t, digits=70).value) for t in (angle, Fraction(0)))
        return (1 - near / top) / angle**2

    def proof(right):
        steps = endpoints.derivation(n)
        known = -steps[-1].rhs.subs(J(n - 1, 0), endpoints.at_zero(n - 1)) / (2 * endpoints.at_zero(n))
        return [*steps, prove(known, right, "minus half the second derivative, over the value")]

    formula = n**2 / (2 * (2 * n - 1))
    left = Side("(1 - J_n/J_n(0))/theta^2", coefficient)
    return Relation(left, formula, grid({n: "1 3/2 2 3 5"}), digits=12, argument=proof)


@claim("cho_saul_2012.quadratic", r"For $n \ge 1$ this behavior is locally quadratic with a maximum at $\theta = 0$", "certified")  # fmt: skip
def how_good_the_quadratic_law_is():
    """For n = 1 the law 1 - theta^2/2 is within theta^3/7 of J_1/pi up to theta = 1/2: so the next term is cubic, not quartic."""
    theta_ = sp.Symbol("theta", positive=True)

    def value(at):
        angle = at["theta"]
        return (angle.sin() + (arb.pi() - angle) * angle.cos()) / arb.pi()

    return Within("J_1(theta)/pi", value, 1 - theta_**2 / 2, theta_**3 / 7, {theta_: ("1/50", "1/2")})


G = n**2 * ODD * r ** (2 * n - 2) * (delta("μ", "ν") + 2 * (n - 1) * x("μ") * x("ν") / r**2)


def surface():
    return geometry.Surface(metric.arc_cosine(n))


def metric_steps():
    return [*metric.derivation(), *metric.arc_cosine_steps()]


def metric_at(at, first, second):
    """A component of the metric of the arc-cosine kernel, from distances of small steps."""
    return distance.metric_component(position(at), int(at[first]) - 1, int(at[second]) - 1, n=at["n"])


@claim("cho_saul_2012.14", r"g_{\mu\nu} = n^2 (2n-3)!! \|x\|^{2n-2} \left( \delta_{\mu\nu} + 2(n-1) \frac{x_\mu x_\nu}{\|x\|^2} \right)", "proved")  # fmt: skip
def the_metric_of_the_arc_cosine_kernel():
    """Distances of small steps in two and three dimensions."""
    proof = proved(metric_steps, in_symbols(surface().expression(curvature.metric())), "eq. (4) in eq. (11)")
    left = Side("g_μν", lambda at, digits: metric_at(at, "μ", "ν"))
    return Relation(left, G, components("μν", {n: "1 2 3"}), digits=12, argument=proof, scale=1)


@claim("cho_saul_2012.case_1", r"Case $n = 1$: it reduces to the Euclidean metric $g_{\mu\nu} = \delta_{\mu\nu}$", "proved")  # fmt: skip
def the_ramp_is_flat():
    proof = proved(metric_steps, in_symbols(surface().expression(curvature.metric())).subs(n, 1), "eq. (14) at n = 1")
    left = Side("g_μν of k_1", lambda at, digits: metric_at(at | {"n": 1}, "μ", "ν"))
    return Relation(left, delta("μ", "ν"), components("μν", {}), digits=12, argument=proof, scale=1)


@claim("cho_saul_2012.norm", r"k_1(x, x) = \|x\|^2", "proved")
def the_ramp_keeps_norms():
    left = Side(
        "k_1(x, x)",
        lambda at, digits: kernel_by_definition(at, digits, n=1, x=[at["a"], at["b"]], y=[at["a"], at["b"]]),
    )
    known = (endpoints.at_zero(sp.Integer(1)) * r**2 / sp.pi).subs(r, sp.sqrt(a**2 + b**2))
    proof = proved(lambda: endpoints.derivation(n)[:2], known, "eq. (8) of 2010 at n = 1")
    return Relation(left, a**2 + b**2, grid({a: "1/2 3", b: "1 2"}), argument=proof)


@claim("cho_saul_2012.translations", r"all translationally invariant kernels $k(x, y) = k(x - y)$ preserve the Euclidean metric", "qualified")  # fmt: skip
def translation_invariance():
    """Their metric is constant, minus the second derivatives of k at 0; it is a multiple of the identity only if the kernel
    is as round. exp(-x_1^2 - a x_2^2) of differences has g_22/g_11 = a."""

    def stretched(at, digits):
        mp = context(40)
        step = mp.mpf(10) ** -12
        return mp.nstr(mp.expm1(-mpf(mp, at["a"]) * step**2) / mp.expm1(-(step**2)), 15)

    def round_one(at, digits):
        """The rational quadratic kernel (1 + |x - y|^2/q)^(-p): 2 (1 - k)/step^2."""
        mp = context(60)
        step = mp.mpf(10) ** -20
        kernel = (1 + step**2 / mpf(mp, at["q"])) ** -int(at["p"])
        return mp.nstr(2 * (1 - kernel) / step**2, 25)

    def proof(right):
        derived = metric.from_kernel(lambda xx, yy, xy: (1 + (xx + yy - 2 * xy) / q) ** (-p))
        same = [derived.across - right, derived.along - right]
        return [*metric.derivation(), prove(derived.across, right, "the same across and along", residuals=same)]

    printed = Relation(Side("g_22/g_11", stretched), sp.S.One, grid({a: "1 2 4"}), digits=12)
    under = Relation(Side("g_μμ", round_one), 2 * p / q, grid({p: "1 2 5", q: "1/2 3"}), argument=proof)
    return Qualified(printed, under, "k depends on the distance alone and is twice differentiable, and up to a scale")


@claim("cho_saul_2012.15", r"dV = \sqrt{\det g_{\mu\nu}}\, dx", "definition")
def the_volume_element():
    return Definition()


@claim("cho_saul_2012.16", r"\det(g) = (2n-1) (n^2 (2n-3)!! \|x\|^{2n-2})^d", "proved")
def the_determinant():
    """Gram matrices of small steps in two and three dimensions; the proof is for every real n > 1/2 and every d."""

    def value(at, digits):
        return distance.metric_determinant([at["r"]] + [Fraction(0)] * (int(at["d"]) - 1), n=at["n"])

    def proof(right):
        known = surface().determinant
        same = [known - with_gamma(right)]
        because = "one eigenvalue along x, d - 1 across it"
        return [*metric_steps(), prove(known, right, because, residuals=same, check=DOUBLE)]

    formula = (2 * n - 1) * (n**2 * ODD * r ** (2 * n - 2)) ** d
    points = grid({n: "1 2 3", d: "2 3", r: "1/2 2"})
    return Relation(Side("det g", value), formula, points, digits=12, argument=proof)


@claim("cho_saul_2012.17", r"\Gamma^\alpha_{\beta\gamma} = \frac12 g^{\alpha\mu} (\partial_\beta g_{\gamma\mu} - \partial_\mu g_{\beta\gamma} + \partial_\gamma g_{\mu\beta})", "definition")  # fmt: skip
def the_christoffel_symbols():
    return Definition()


@claim("cho_saul_2012.18", r"R_{\nu\alpha\beta}{}^\mu = \partial_\alpha \Gamma^\mu_{\beta\nu} - \partial_\beta \Gamma^\mu_{\alpha\nu} + \Gamma^\rho_{\alpha\nu} \Gamma^\mu_{\beta\rho} - \Gamma^\rho_{\beta\nu} \Gamma^\mu_{\alpha\rho}", "refuted")  # fmt: skip
def the_riemann_tensor():
    """The plane in polar coordinates (r, phi) has Gamma^r_phi phi = -r and Gamma^phi_r phi = 1/r, and no curvature. With the
    metric dr^2 + f(r)^2 dphi^2, f = r^q, the component R_phi r phi^r is minus f f'' (the Gauss curvature times f^2): a is
    the slope of Gamma^r_phi phi, b the product Gamma^phi_phi r Gamma^r_phi phi; the other terms vanish."""
    points = []
    for power in (1, 2, 3):
        for place in (half, sp.Integer(1), sp.Integer(2)):
            slope = -power * (2 * power - 1) * place ** (2 * power - 2)  # d/dr of -f f' = -q r^(2q-1)
            product = -(power**2) * place ** (2 * power - 2)  # (f'/f) (-f f')
            points.append({q: sp.Integer(power), r: place, a: slope, b: product})

    def gauss(at, digits):
        """The circumference of small circles drawn on the surface itself: K = -f''/f from second differences."""
        power, step = int(at["q"]), Fraction(1, 10**12)
        f = lambda s: s**power  # noqa: E731
        second = (f(at["r"] + step) - 2 * f(at["r"]) + f(at["r"] - step)) / step**2
        return -second * f(at["r"])

    def proof(right):
        f = sp.Function("f")(r)
        slope, product = -sp.diff(f * f.diff(r), r), f.diff(r) / f * (-f * f.diff(r))
        same = [right.subs({a: slope, b: product}, simultaneous=True) + f * f.diff(r, 2)]
        general = geometry.steps()
        return [*general, prove(a - b, right, "for every f: minus f f''", residuals=same)]

    left = Side("R_φrφ^r", gauss)
    return Refuted(
        Relation(left, a + b, tuple(points), digits=10),
        Relation(left, a - b, tuple(points), digits=10, argument=proof),
        "The last two terms have the wrong sign (or, what is the same, their indices α and β exchanged): flat space in polar"
        " coordinates would be curved. The Riemann tensor has"
        " ∂_α Γ^μ_βν - ∂_β Γ^μ_αν + Γ^μ_αρ Γ^ρ_βν - Γ^μ_βρ Γ^ρ_αν.",
        ("cho_saul_2012.20", "cho_saul_2012.A.10", "cho_saul_2012.table1.arccosine.S"),
    )


@claim("cho_saul_2012.19", r"S = g^{\nu\beta} R_{\nu\mu\beta}{}^\mu", "definition")
def the_scalar():
    return Definition()


@claim("cho_saul_2012.geodesic_ball", r"S describes the amount by which the volume of a geodesic ball deviates from that of a ball in Euclidean space", "proved")  # fmt: skip
def geodesic_balls():
    """A cap of the sphere of radius a has the area 2 pi a^2 (1 - cos(rho/a)): it lacks the fraction S rho^2/24 of a disk, and
    S = 2/a^2 is what eq. (19) gives for the sphere, the sign included."""
    alpha = sp.Symbol("alpha", positive=True)
    sphere = Components(sp.diag(a**2, a**2 * sp.sin(alpha) ** 2), (alpha, sp.Symbol("phi")))

    def value(at, digits):
        mp = context(60)
        small = mp.mpf(10) ** -12
        size = mpf(mp, at["a"])
        area = 4 * mp.pi * size**2 * mp.sin(small / (2 * size)) ** 2
        return mp.nstr(24 * (1 - area / (mp.pi * small**2)) / small**2, 20)

    def proof(right):
        cap = 2 * a**2 * (1 - sp.cos(rho / a)) / rho**2
        lack = sp.limit((1 - sp.series(cap, rho, 0, 5).removeO()) * 24 / rho**2, rho, 0)
        known = sphere.scalar_curvature()
        return [prove(known, right, "the trace (19) of the corrected tensor", residuals=[known - right, lack - right])]

    return Relation(Side("24 (1 - area/disk)/rho^2", value), 2 / a**2, grid({a: "1/2 1 3"}), digits=15, argument=proof)


@cache
def arc_cosine_components(degree, size):
    """The tensors of the metric (14), component by component."""
    place = sp.symbols(f"x_1:{size + 1}", positive=True)
    squared = sum(entry**2 for entry in place)
    across = (n**2 * ODD).subs(n, degree) * squared ** (degree - 1)
    rows = sp.Matrix(size, size, lambda i, j: across * (int(i == j) + 2 * (degree - 1) * place[i] * place[j] / squared))
    return Components(rows, place), place


def component(at, entries, *letters):
    """One component of a tensor of `arc_cosine_components` at a point."""
    tensors, place = arc_cosine_components(int(at["n"]), int(at["d"]))
    index = tuple(int(at[letter]) - 1 for letter in letters)
    value = tensors.expression(entries(tensors)[index] if letters else entries(tensors))
    return value.subs({s: sp.Rational(str(v)) for s, v in zip(place, position(at), strict=True)})


S_PRINTED = 3 * (n - 1) ** 2 * (2 - d) * (d - 1) / (n**2 * sp.factorial2(2 * n - 1) * r ** (2 * n))


def curvature_of_the_arc_cosine_kernel(mistake, inherited_by=()):
    """S as printed, a third of it, and the proof of that for n > 1/2 and every d."""
    left = Side("S", lambda at, digits: component(at, lambda tensors: tensors.scalar))
    places = ((1, 0, 0), (1, 2, 2), (3, 4))

    def proof(right):
        known = surface().scalar
        steps = [*geometry.steps(), *cone.steps(n)[-2:]]
        same = [known - with_gamma(right)]
        because = "the cone's curvature, for n > 1/2 and every d"
        return [*steps, prove(known, right, because, residuals=same, check=DOUBLE)]

    return Refuted(
        Relation(left, S_PRINTED, components("", {n: "2 3"}, places[:2]), digits=15),
        Relation(left, S_PRINTED / 3, components("", {n: "1 2 3"}, places), digits=15, argument=proof),
        mistake,
        inherited_by,
    )


@claim("cho_saul_2012.20", r"S = \frac{3 (n-1)^2 (2-d) (d-1)}{n^2 (2n-1)!! \|x\|^{2n}}", "refuted")
def the_scalar_curvature():
    """Components of the Riemann tensor in two and three dimensions, from the metric (14)."""
    mistake = "The factor 3 enters with eq. (18), two of whose products of Christoffel symbols have the wrong sign."
    return curvature_of_the_arc_cosine_kernel(mistake, ("cho_saul_2012.table1.arccosine.S",))


@claim("cho_saul_2012.flat_cases", r"the curvature vanishes for $n = 1$ as well as for all kernels in this family when the inputs lie in $\mathbb{R}^1$ or $\mathbb{R}^2$", "proved")  # fmt: skip
def where_the_curvature_vanishes():
    """The corrected S at d = 2, n = 2 and 3, and at n = 1 in three dimensions; away from the tip of the cone at x = 0."""
    left = Side("S", lambda at, digits: component(at, lambda tensors: tensors.scalar))
    points = components("", {n: "2 3"}, [(3, 4)]) + components("", {n: "1"}, [(1, 2, 2)])

    def proof(right):
        known = surface().scalar
        cases = [known.subs(n, 1) - right, known.subs(d, 1) - right, known.subs(d, 2) - right]
        return [*geometry.steps(), prove(sp.Symbol("S"), right, "n = 1, d = 1, d = 2", residuals=cases)]

    return Relation(left, sp.S.Zero, points, argument=proof)


# Table 1


def table_metric(derivation, formula, kernel, steps, values, places=POSITIONS[:3]):
    """A metric of Table 1 against the squared distance (9) of a small step, the kernel in multiple precision."""

    def value(at, digits):
        mp = context(60)
        small = mp.mpf(10) ** -20
        place = [mpf(mp, Fraction(entry)) for entry in position(at)]
        first, second = int(at["μ"]) - 1, int(at["ν"]) - 1

        def form(*axes):
            moved = [entry + small * axes.count(k) for k, entry in enumerate(place)]
            inner = lambda s, t: mp.fdot(s, t)  # noqa: E731
            k = lambda s, t: kernel(mp, at, inner(s, s), inner(t, t), inner(s, t))  # noqa: E731
            return (k(moved, moved) - 2 * k(place, moved) + k(place, place)) / small**2

        g = form(first) if first == second else (form(first, second) - form(first) - form(second)) / 2
        return mp.nstr(g, 20)

    proof = proved(steps, in_symbols(geometry.Surface(derivation).expression(curvature.metric())), "eq. (11)")
    return Relation(Side("g_μν", value), formula, components("μν", values, places), digits=12, argument=proof, scale=1)


@claim("cho_saul_2012.table1.linear.k", r"x \cdot y", "definition")
def the_linear_kernel():
    return Definition()


@claim("cho_saul_2012.table1.linear.g", r"\delta_{\mu\nu}", "proved")
def the_linear_metric():
    derived = metric.from_kernel(lambda xx, yy, xy: xy)
    return table_metric(derived, delta("μ", "ν"), lambda mp, at, xx, yy, xy: xy, metric.derivation, {})


def scalar_of(matrix_of, values, places):
    """S component by component from a matrix in the coordinates."""

    def value(at, digits):
        size = int(at["d"])
        place = sp.symbols(f"x_1:{size + 1}", positive=True)
        rational = {name: sp.Rational(str(entry)) for name, entry in at.items()}
        curved = Components(matrix_of(rational, place), place).scalar_curvature()
        return curved.subs({s: sp.Rational(str(v)) for s, v in zip(place, position(at), strict=True)})

    return Side("S", value), components("", values, places)


@claim("cho_saul_2012.table1.linear.S", "0", "proved")
def the_linear_curvature():
    left, points = scalar_of(lambda at, place: sp.eye(len(place)), {}, POSITIONS[:3])

    def proof(right):
        known = geometry.Surface(metric.from_kernel(lambda xx, yy, xy: xy)).scalar
        return [*geometry.steps(), prove(known, right, "for every d")]

    return Relation(left, sp.S.Zero, points, argument=proof)


@claim("cho_saul_2012.table1.polynomial.k", r"(x \cdot y)^p", "definition")
def the_polynomial_kernel():
    return Definition()


def polynomial(xx, yy, xy):
    return xy**p


@claim("cho_saul_2012.table1.polynomial.g", r"p \|x\|^{2p-2} \left( \delta_{\mu\nu} + (p-1) \frac{x_\mu x_\nu}{\|x\|^2} \right)", "proved")  # fmt: skip
def the_polynomial_metric():
    formula = p * r ** (2 * p - 2) * (delta("μ", "ν") + (p - 1) * x("μ") * x("ν") / r**2)
    kernel = lambda mp, at, xx, yy, xy: xy ** int(at["p"])  # noqa: E731
    return table_metric(metric.from_kernel(polynomial), formula, kernel, metric.derivation, {p: "1 2 3"})


@claim("cho_saul_2012.table1.polynomial.S", r"\frac{(p-1)(2-d)(d-1)}{p \|x\|^{2p}}", "proved")
def the_polynomial_curvature():
    """Right although it is said to come from tensors like eq. (18): Burges' formula, for every d and p."""

    def matrix(at, place):
        squared, power = sum(entry**2 for entry in place), at["p"]
        across = power * squared ** (power - 1)
        return sp.Matrix(
            len(place),
            len(place),
            lambda i, j: across * (int(i == j) + (power - 1) * place[i] * place[j] / squared),
        )

    left, points = scalar_of(matrix, {p: "1 2 3"}, POSITIONS[:3])

    def proof(right):
        known = geometry.Surface(metric.from_kernel(polynomial)).scalar
        return [*geometry.steps(), prove(known, right, "for every p and d")]

    formula = (p - 1) * (2 - d) * (d - 1) / (p * r ** (2 * p))
    return Relation(left, formula, points, digits=15, argument=proof)


@claim("cho_saul_2012.table1.gaussian.k", r"e^{-\|x - y\|^2/\sigma^2}", "definition")
def the_gaussian_kernel():
    return Definition()


def gaussian(xx, yy, xy):
    return sp.exp(-(xx + yy - 2 * xy) / sigma**2)


@claim("cho_saul_2012.table1.gaussian.g", r"(2/\sigma^2) \delta_{\mu\nu}", "proved")
def the_gaussian_metric():
    kernel = lambda mp, at, xx, yy, xy: mp.exp(-(xx + yy - 2 * xy) / mpf(mp, at["sigma"]) ** 2)  # noqa: E731
    formula = 2 / sigma**2 * delta("μ", "ν")
    return table_metric(metric.from_kernel(gaussian), formula, kernel, metric.derivation, {sigma: "1/2 1 3"})


@claim("cho_saul_2012.table1.gaussian.S", "0", "proved")
def the_gaussian_curvature():
    left, points = scalar_of(lambda at, place: 2 / at["sigma"] ** 2 * sp.eye(len(place)), {sigma: "1 3"}, POSITIONS[:3])

    def proof(right):
        known = geometry.Surface(metric.from_kernel(gaussian)).scalar
        return [*geometry.steps(), prove(known, right, "for every d")]

    return Relation(left, sp.S.Zero, points, argument=proof)


@claim("cho_saul_2012.table1.arccosine.k", r"\frac{\|x\|^n \|y\|^n}{\pi} J_n(\theta)", "definition")
def the_arc_cosine_kernel():
    return Definition()


@claim("cho_saul_2012.table1.arccosine.g", r"n^2 (2n-3)!! \|x\|^{2n-2} \left( \delta_{\mu\nu} + 2(n-1) \frac{x_\mu x_\nu}{\|x\|^2} \right)", "proved")  # fmt: skip
def the_arc_cosine_metric():
    """As eq. (14), here against the closed form of the kernel in three and four dimensions."""

    def kernel(mp, at, xx, yy, xy):
        z = (1 + xy / mp.sqrt(xx * yy)) / 2
        order = mpf(mp, at["n"])
        front = mp.sqrt(mp.pi) * 2**order * mp.gamma(order + 1) ** 2 / mp.gamma(order + 1.5)
        return (xx * yy) ** (order / 2) / mp.pi * front * z ** (order + 0.5) * mp.hyp2f1(0.5, 0.5, order + 1.5, z)

    places = ((1, 2, 2), (1, 1, 1, 1))
    return table_metric(metric.arc_cosine(n), G, kernel, metric_steps, {n: "2 3 4"}, places)


@claim("cho_saul_2012.table1.arccosine.S", r"\frac{3(n-1)^2(2-d)(d-1)}{n^2 (2n-1)!! \|x\|^{2n}}", "refuted")
def the_arc_cosine_curvature():
    return curvature_of_the_arc_cosine_kernel("The factor 3 is that of eq. (20).")


# Section 2.3: non-analytic kernels


@claim("cho_saul_2012.unit_sphere", r"k_0(x, x) = 1", "proved")
def steps_map_to_the_unit_sphere():
    """Vectors (a, b) of any length against themselves, and the law k_n(x, x) = c |x|^(2n) at n = 0."""
    value = lambda at, digits: Fraction(  # noqa: E731
        kernel_by_definition(at, digits, n=0, x=[at["a"], at["b"]], y=[at["a"], at["b"]])
    )
    known = (endpoints.at_zero(n) / sp.pi * (a**2 + b**2) ** n).subs(n, 0)
    proof = proved(lambda: endpoints.derivation(n)[:2], known, "eq. (8) of 2010 at n = 0")
    return Relation(Side("k_0(x, x)", value), sp.S.One, grid({a: "1/2 3", b: "1 2"}), argument=proof)


@claim("cho_saul_2012.21", r"\|\Phi(x + dx_\perp) - \Phi(x)\|^2 = (2/\pi) \cos^{-1}(\|x\|/\|x + dx_\perp\|) = (2/\pi) \sin^{-1}(\|dx_\perp\|/\|x + dx_\perp\|) \approx (2/\pi) \|dx_\perp\|/\|x\|", "proved")  # fmt: skip
def a_step_across():
    """x = (a, 0) and dx = (0, b), not small: 2 - 2 k_0 by quadrature against the arc sine. The last line is the next claim."""

    def value(at, digits):
        cross = kernel_by_definition(at, digits, n=0, x=[at["a"], 0], y=[at["a"], at["b"]])
        return 2 - 2 * cross

    def proof(right):
        angle = sp.atan(b / a)  # of the step, seen from the origin
        same = [sp.diff(2 * angle / sp.pi - right, b), (2 * angle / sp.pi - right).subs(b, 0)]
        across = [sp.simplify(same[0]), same[1]]
        steps = [*reduction.reduction(), *angular.differential_formula()[:1]]
        return [*steps, prove(2 * angle / sp.pi, right, "2 - 2 (1 - theta/pi)", residuals=across, check="one slope in b, and both vanish at b = 0")]  # fmt: skip

    formula = 2 / sp.pi * sp.asin(b / sp.sqrt(a**2 + b**2))
    return Relation(Side("ds^2", value), formula, grid({a: "1/2 1 3", b: "1/3 1 2"}), digits=15, argument=proof)


@claim("cho_saul_2012.21_approximately", r"(2/\pi) \sin^{-1}(\|dx_\perp\|/\|x + dx_\perp\|) \approx (2/\pi) \|dx_\perp\|/\|x\|", "certified")  # fmt: skip
def a_small_step_across():
    """For |x| = 1 the squared distance is 2 - 2 k_0; it is within t^3/4 of 2 t/pi for steps t up to 1/2."""
    t = sp.Symbol("t", positive=True)
    value = lambda at: 2 * (1 / (1 + at["t"] ** 2).sqrt()).acos() / arb.pi()  # noqa: E731
    return Within("2 - 2 k_0", value, 2 * t / sp.pi, t**3 / 4, {t: ("1/20", "1/2")})


@claim("cho_saul_2012.magnitudes", r"the $n = 0$ arc-cosine kernel is invariant to the magnitude of its arguments", "proved")  # fmt: skip
def steps_do_not_see_norms():
    """x = (a, 0) and y = (b, b): always three quarters of a half-turn away from 1."""
    value = lambda at, digits: kernel_by_definition(at, digits, n=0, x=[at["a"], 0], y=[at["b"], at["b"]])  # noqa: E731
    (third,) = (step.rhs for step in reduction.reduction() if step.source == "Cho & Saul (2010), eq. (3)")
    known = third.subs({norm_x: a, norm_y: sp.sqrt(2) * b, J(n, theta): sp.pi - sp.pi / 4}).subs(n, 0)
    proof = proved(reduction.reduction, known, "the powers of the norms are 1 at n = 0; the angle is pi/4")
    return Relation(Side("k_0(x, y)", value), sp.Rational(3, 4), grid({a: "1/3 1 5", b: "1/2 7"}), argument=proof)


@claim("cho_saul_2012.22", r"\|\Phi(x + dx) - \Phi(x)\|^2 = \frac{2}{\pi \|x\|} \sqrt{dx^\top \left( I_d - \frac{x x^\top}{\|x\|^2} \right) dx}", "proved")  # fmt: skip
def steps_have_no_metric():
    """At x = (r, 0) a small step along (p, q), divided by its length: only the part across x counts, and linearly."""

    def value(at, digits):
        place = [at["r"], Fraction(0)]
        moved = [at["r"] + distance.STEP * at["p"], distance.STEP * at["q"]]
        return distance.squared_distance(place, moved, n=0) / distance.STEP

    def proof(right):
        t = sp.Symbol("t", positive=True)
        angle = sp.atan(t * q / (r + t * p))
        slope = sp.diff(2 * angle / sp.pi, t).subs(t, 0)
        return [*reduction.reduction()[:3], prove(slope, right, "2 theta/pi to first order in the step")]

    points = grid({r: "1/2 3", p: "1 2", q: "1/3 3"})
    return Relation(Side("ds^2/|step|", value), 2 * q / (sp.pi * r), points, digits=14, argument=proof)


@claim(
    "cho_saul_2012.root",
    r"$\cos^{-1}(1 - \epsilon) \approx \sqrt{2\epsilon}$ for $0 < \epsilon \ll 1$",
    "certified",
)
def the_arc_cosine_at_one():
    """Written with the half angle, which does not cancel: arccos(1 - eps) = 2 arcsin(sqrt(eps/2))."""
    eps = sp.Symbol("epsilon", positive=True)
    value = lambda at: 2 * (at["epsilon"] / 2).sqrt().asin()  # noqa: E731
    return Within("arccos(1 - eps)", value, sp.sqrt(2 * eps), eps ** sp.Rational(3, 2) / 7, {eps: ("1/1000", "1/4")})


# Section 3.1: biased threshold functions


@claim("cho_saul_2012.23", r"k^b(x, y) = 2 \int dw \frac{e^{-\|w\|^2/2}}{(2\pi)^{d/2}} \Theta(w \cdot x - b) \Theta(w \cdot y - b)", "definition")  # fmt: skip
def the_biased_kernel():
    return Definition()


@claim("cho_saul_2012.sparsity", r"as the bias $b$ is increased, a larger volume of the weight space is associated with zero activation", "proved")  # fmt: skip
def sparsity():
    """The fraction of active units, by integrating the density of w.x over (b, infinity), is a tail that falls with b."""
    bias = sp.Symbol("beta", real=True)

    def value(at, digits):
        mp = context(digits)
        start = mpf(mp, at["beta"]) / mpf(mp, at["a"])
        ends = [start + step for step in (0, 1, 3, 8, 25)]
        return mp.nstr(mp.quad(lambda w: mp.exp(-w * w / 2), ends) / mp.sqrt(2 * mp.pi), digits)

    def proof(right):
        slope = -sp.exp(-(bias**2) / (2 * a**2)) / (sp.sqrt(2 * sp.pi) * a)
        same = [sp.diff(right, bias) - slope, right.subs(bias, 0) - half]
        check = "its slope in b is minus the density, which is negative, and half of the units fire at b = 0"
        return [prove(right, right, "the tail of a Gaussian", residuals=same, check=check)]

    formula = sp.erfc(bias / (sp.sqrt(2) * a)) / 2
    return Relation(Side("P(w.x > b)", value), formula, grid({bias: "-2 -1/2 0 1 3", a: "1/2 2"}), argument=proof)


@claim("cho_saul_2012.24", r"I(r, \xi) = \frac1\pi \int_0^\xi d\phi \exp\left( -\frac{1}{2 r^2 \sin^2\phi} \right)", "definition")  # fmt: skip
def the_integral():
    return Definition()


def biased_value(at, digits, bias=None, scale=1):
    """k^b of (a, 0) and c (3/5, 4/5), from the integral (23) as a probability."""
    x_, y_ = [scale * at["a"], 0], [scale * at["c"] * Fraction(3, 5), scale * at["c"] * Fraction(4, 5)]
    return kernel_by_definition(at, digits + 5, n=0, bias=at["b"] if bias is None else bias, x=x_, y=y_)


class BiasIntegral(sp.Function):
    """I(r, xi), evaluated by quadrature of eq. (24)."""

    nargs = 2

    def _eval_evalf(self, prec):
        mp = context(int(prec / 3.3))
        radius, end = (mp.mpf(str(sp.N(argument, int(prec / 3.3) + 5))) for argument in self.args)
        pieces = mp.linspace(0, end, 9)
        total = mp.quad(lambda f: mp.exp(-1 / (2 * (radius * mp.sin(f)) ** 2)) if mp.sin(f) else mp.zero, pieces)
        return sp.Float(mp.nstr(total / mp.pi, int(prec / 3.3) + 5), int(prec / 3.3))


@claim("cho_saul_2012.25", r"$k^b(x, y) = I(b^{-1} \|x\|, \psi) + I(b^{-1} \|y\|, \xi)$ for $b \ge 0$", "proved")
def two_integrals():
    """psi is the angle at x of the triangle 0, x, y, and xi the one at y, for x = (a, 0) and y = c (3/5, 4/5)."""
    at_x = sp.acot((a - 3 * c / 5) / (4 * c / 5))
    at_y = sp.acot((c - 3 * a / 5) / (4 * a / 5))
    formula = BiasIntegral(a / b, at_x) + BiasIntegral(c / b, at_y)

    def proof(right):
        steps = biased.derive().steps
        (derived,) = (step.rhs for step in steps if step.source == "Cho & Saul (2012), eq. (25)")
        known = derived.replace(biased.BiasIntegral, BiasIntegral).subs({norm_x: a, norm_y: c, biased.b: b})
        cotangents = {psi: biased.COT_PSI, biased.xi: biased.COT_XI}
        triangle = {norm_x: a, norm_y: c, sp.cos(theta): sp.Rational(3, 5), sp.sin(theta): sp.Rational(4, 5)}
        angles = {symbol: sp.acot(cotangent.subs(triangle)) for symbol, cotangent in cotangents.items()}
        return [*steps, prove(known.subs(angles), right, "the angles of the triangle")]

    points = grid({a: "1 3", b: "1/2 2", c: "5/4 2"})  # here both cotangents are positive, or acot has another branch
    points = tuple(point for point in points if 3 * point[c] < 5 * point[a] and 3 * point[a] < 5 * point[c])
    return Relation(Side("k^b(x, y)", biased_value), formula, points, digits=12, argument=proof)


@claim("cho_saul_2012.26", r"$k^b(x, y) = k^{-b}(x, y) + \mathrm{erf}\left( \frac{-b}{\sqrt2 \|x\|} \right) + \mathrm{erf}\left( \frac{-b}{\sqrt2 \|y\|} \right)$ for $b \le 0$", "proved")  # fmt: skip
def opposite_biases():
    """The difference of the two probabilities; b stands for -b > 0, a and c for the norms."""
    value = lambda at, digits: biased_value(at, digits, -at["b"]) - biased_value(at, digits)  # noqa: E731

    def proof(right):
        steps = biased.derive().steps
        (step,) = (step for step in steps if step.source == "Cho & Saul (2012), eq. (26)")
        known = (step.rhs - biased.K).subs({norm_x: a, norm_y: c, biased.b: b})
        return [*steps, prove(known, right, "the step for eq. (26)")]

    formula = sp.erf(b / (sp.sqrt(2) * a)) + sp.erf(b / (sp.sqrt(2) * c))
    points = grid({a: "1 3", b: "1/2 2", c: "1/3 2"})
    return Relation(Side("k^(-b) - k^b", value), formula, points, digits=15, argument=proof)


@claim("cho_saul_2012.centering", r"kernel matrices for opposite values of $b$ are equivalent up to centering", "proved")  # fmt: skip
def centered_matrices_agree():
    """Three inputs in the plane. On the right the entry (1, 2) of the centered matrix of k^b, its entries known to 40 digits; on
    the left that of k^(-b), from the probabilities. The proof: what (26) adds depends on one input alone."""
    inputs = [(1, 0), (Fraction(3, 5), 2), (Fraction(-1, 3), Fraction(1, 2))]
    pairs = [(i, j) for i in range(3) for j in range(i, 3)]
    entries = {pair: sp.Symbol(f"k_{pair[0] + 1}{pair[1] + 1}", positive=True) for pair in pairs}
    at_ = lambda i, j: entries[min(i, j), max(i, j)]  # noqa: E731

    def centered(entry):
        rows = [sum(entry(i, j) for j in range(3)) / sp.Integer(3) for i in range(3)]
        return entry(0, 1) - rows[0] - rows[1] + sum(rows) / 3

    points = []
    for bias in (Fraction(1, 2), Fraction(2)):
        values = {pair: evaluate(0, bias=bias, x=inputs[pair[0]], y=inputs[pair[1]], digits=40).value for pair in pairs}
        points.append({entries[pair]: sp.Rational(value) for pair, value in values.items()} | {b: sp.Rational(bias)})

    def value(at, digits):
        def entry(i, j):
            found = kernel_by_definition(at, digits + 5, n=0, bias=-at["b"], x=inputs[i], y=inputs[j])
            return sp.Rational(found.numerator, found.denominator)

        return centered(entry)

    def proof(right):
        own = sp.symbols("e_1:4")
        shifted = centered(lambda i, j: at_(i, j) + own[i] + own[j])
        (step,) = (step for step in biased.derive().steps if step.source == "Cho & Saul (2012), eq. (26)")
        return [step, prove(shifted, right, "terms of one input alone are what centering takes away")]

    return Relation(Side("centered k^(-b)", value), centered(at_), tuple(points), digits=15, argument=proof)


@claim("cho_saul_2012.27", r"$k^b(\rho x, \rho y) = k^{b/\rho}(x, y)$ for $\rho > 0$", "proved")
def scaling():
    """Degree of the law: with the kernel of b/rho known to 40 digits as h, the kernel of the scaled inputs is h."""
    points = []
    for bias, factor in ((half, 2), (sp.Integer(1), half), (sp.Integer(2), 3)):
        known = evaluate(0, bias=Fraction(str(bias / factor)), x=[1, 0], y=[Fraction(3, 5), Fraction(4, 5)], digits=40)
        points.append({b: sp.Rational(bias), rho: sp.Rational(factor), a: sp.S.One, c: sp.S.One, h: sp.Rational(known.value)})  # fmt: skip

    def proof(right):
        steps = biased.derive().steps
        (step,) = (step for step in steps if step.source == "Cho & Saul (2012), eq. (27)")
        return [step, prove(h, right, "h is the kernel of bias b/rho", residuals=[h - right], check=step.check)]

    left = Side("k^b(rho x, rho y)", lambda at, digits: biased_value(at, digits, scale=at["rho"]))
    return Relation(left, h, tuple(points), argument=proof)


# Section 3.2: smoothed threshold functions


@claim("cho_saul_2012.28", r"\Psi_\sigma(z) = \frac{1}{\sqrt{2\pi\sigma^2}} \int_{-\infty}^z du\, e^{-u^2/(2\sigma^2)}", "definition")  # fmt: skip
def the_smoothed_step():
    return Definition()


@claim("cho_saul_2012.step_limit", r"$\Psi_\sigma$ reduces to the Heaviside step function in the limit of vanishing variance", "certified")  # fmt: skip
def smoothed_steps_become_steps():
    """For z from 1/2 to 2 and sigma from 1/50 to 1/8 it is within sigma/1000 of 1."""
    z = sp.Symbol("z", positive=True)
    value = lambda at: (-at["z"] / (arb(2).sqrt() * at["sigma"])).erfc() / 2  # noqa: E731
    return Within("Psi_sigma(z)", value, sp.S.One + 0 * z, sigma / 1000, {z: ("1/2", "2"), sigma: ("1/50", "1/8")})


@claim("cho_saul_2012.29", r"k_\sigma(x, y) = 2 \int dw \frac{e^{-\|w\|^2/2}}{(2\pi)^{d/2}} \Psi_\sigma(w \cdot x) \Psi_\sigma(w \cdot y)", "definition")  # fmt: skip
def the_smoothed_kernel():
    return Definition()


def smoothed_value(at, digits):
    """k_sigma of (a, 0) and (b, c) from eq. (29), over one weight."""
    quantity = read_quantity(0, sigma=at["sigma"], x=[at["a"], 0], y=[at["b"], at["c"]])
    return quantity.by_quadrature(route.one_dimension, digits)


SMOOTHED = 1 - sp.acos(a * b / sp.sqrt((a**2 + sigma**2) * (b**2 + c**2 + sigma**2))) / sp.pi


def smoothed_steps(number):
    """The steps to eq. (30) and the right-hand side of the one with this source, for these vectors."""
    steps = smoothed.derive().steps
    (known,) = (step.rhs for step in steps if step.source == f"Cho & Saul (2012), {number}")
    return steps, known.subs({norm_x: a, norm_y: sp.sqrt(b**2 + c**2), smoothed.dot: a * b})


@claim("cho_saul_2012.30", r"k_\sigma(x, y) = 1 - \frac{1}{\pi} \cos^{-1} \left( \frac{x \cdot y}{\sqrt{(\|x\|^2 + \sigma^2)(\|y\|^2 + \sigma^2)}} \right)", "proved")  # fmt: skip
def the_smoothed_kernel_in_closed_form():
    """The integral (29) over one weight, at x = (a, 0) and y = (b, c)."""

    def proof(right):
        steps, known = smoothed_steps("eq. (30)")
        return [*steps, prove(known, right, "the norms and the inner product")]

    points = grid({a: "1/2 2", b: "1 3", c: "1/3 2", sigma: "1/2 1"})
    return Relation(Side("k_sigma(x, y)", smoothed_value), SMOOTHED, points, argument=proof)


@claim("cho_saul_2012.smoothing_limit", r"in the limit of vanishing variance eq. (29) reduces to the arc-cosine kernel of degree $n = 0$", "proved")  # fmt: skip
def smoothing_vanishes():
    """sigma = 1e-15 at x = (a, 0), y = (b, c); the right-hand side is 1 - theta/pi."""
    value = lambda at, digits: evaluate(0, sigma=Fraction(1, 10**15), x=[at["a"], 0], y=[at["b"], at["c"]], digits=25)  # noqa: E731

    def proof(right):
        steps, _ = smoothed_steps("eq. (30)")
        return [*steps, prove(SMOOTHED.subs(sigma, 0), right, "the cosine tends to cos(theta)")]

    formula = 1 - sp.acos(b / sp.sqrt(b**2 + c**2)) / sp.pi
    return Relation(Side("k_sigma", value), formula, grid({a: "1/2 2", b: "1 3", c: "1/3 2"}), digits=14, argument=proof)


@claim("cho_saul_2012.williams", r"The kernel in eq. (30) is analogous to one derived by Williams (1998), with an activation between $-1$ and $1$", "proved")  # fmt: skip
def williams():
    """With units 2 Psi - 1 from -1 to 1 the mean of the product is 2 k_sigma - 1, Williams' arc sine."""
    value = lambda at, digits: 2 * Fraction(smoothed_value(at, digits)) - 1  # noqa: E731

    def proof(right):
        steps, _ = smoothed_steps("eq. (30)")
        t = sp.Symbol("t", real=True)
        same = [sp.diff(2 * (1 - sp.acos(t) / sp.pi) - 1 - 2 * sp.asin(t) / sp.pi, t), 2 * (1 - half) - 1]
        same.append(right - 2 * sp.asin(sp.cos(sp.pi * (1 - SMOOTHED))) / sp.pi)
        check = "2 (1 - arccos(t)/pi) - 1 and 2 arcsin(t)/pi have one slope in t and vanish at 0"
        return [*steps, prove(2 * SMOOTHED - 1, right, "an elementary identity", residuals=same, check=check)]

    formula = 2 / sp.pi * sp.asin(a * b / sp.sqrt((a**2 + sigma**2) * (b**2 + c**2 + sigma**2)))
    points = grid({a: "1/2 2", b: "1 3", c: "1/3 2", sigma: "1/2 1"}, most=12)
    return Relation(Side("E (2 Psi - 1)(2 Psi - 1)", value), formula, points, argument=proof)


@claim("cho_saul_2012.rbf_limit", r"RBF kernels become degenerate in the limit of vanishing variance", "certified")
def gaussians_degenerate():
    """At distance 1 or more and sigma from 1/100 to 1/5 the kernel exp(-d^2/sigma^2) is within 2 sigma^20 of 0."""
    s = sp.Symbol("s", positive=True)
    value = lambda at: (-((at["s"] / at["sigma"]) ** 2)).exp()  # noqa: E731
    return Within("exp(-s^2/sigma^2)", value, sp.S.Zero, sigma**4, {s: ("1", "2"), sigma: ("1/100", "1/5")})


SMOOTHED_G = (delta("μ", "ν") - 2 * x("μ") * x("ν") / (2 * r**2 + sigma**2)) / (
    sp.pi * sigma * sp.sqrt(2 * r**2 + sigma**2)
)


@claim("cho_saul_2012.31", r"g_{\mu\nu} = \frac{1}{\pi\sigma\sqrt{2\|x\|^2 + \sigma^2}} \left( \delta_{\mu\nu} - \frac{2 x_\mu x_\nu}{2\|x\|^2 + \sigma^2} \right)", "proved")  # fmt: skip
def the_metric_of_the_smoothed_kernel():
    """Distances of small steps in two and three dimensions."""

    def value(at, digits):
        first, second = int(at["μ"]) - 1, int(at["ν"]) - 1
        return distance.metric_component(position(at), first, second, n=0, sigma=at["sigma"])

    derived = metric.from_kernel(smoothed.as_function(sigma))
    known = in_symbols(geometry.Surface(derived).expression(curvature.metric()))
    proof = proved(lambda: smoothed.derive().steps, known, "eq. (30) in eq. (11)")
    points = components("μν", {sigma: "1/2 1 3"})
    return Relation(Side("g_μν", value), SMOOTHED_G, points, digits=12, argument=proof, scale=1)


@claim("cho_saul_2012.32", r"\det(g) = \frac{1}{\pi^d \sigma^{d-2} (2\|x\|^2 + \sigma^2)^{\frac d2 + 1}}", "proved")
def the_determinant_of_the_smoothed_metric():
    """Gram matrices of small steps in one, two and three dimensions."""

    def value(at, digits):
        return distance.metric_determinant([at["r"]] + [Fraction(0)] * (int(at["d"]) - 1), n=0, sigma=at["sigma"])

    def proof(right):
        steps = smoothed.derive().steps
        (known,) = (step.rhs for step in steps if step.source == "Cho & Saul (2012), eq. (32)")
        return [*steps, prove(known, right, "one eigenvalue along x, d - 1 across it")]

    formula = 1 / (sp.pi**d * sigma ** (d - 2) * (2 * r**2 + sigma**2) ** (d / 2 + 1))
    points = grid({d: "1 2 3", r: "1/2 2", sigma: "1/2 3"})
    return Relation(Side("det g", value), formula, points, digits=12, argument=proof)


@claim("cho_saul_2012.metric_diverges", r"from eq. (31), we see that the metric diverges as $\sigma$ vanishes", "qualified")  # fmt: skip
def the_metric_diverges():
    """Across the radius it does, like 1/(pi sigma sqrt(2) r); along the radius it vanishes, like sigma."""

    def along(at, digits):
        return distance.quadratic_form([at["r"], Fraction(0)], [1, 0], n=0, sigma=at["sigma"])

    def across(at, digits):
        return distance.quadratic_form([at["r"], Fraction(0)], [0, 1], n=0, sigma=at["sigma"]) * at["sigma"]

    def proof(right):
        derived = metric.from_kernel(smoothed.as_function(sigma))
        known = sp.limit(sigma * derived.across, sigma, 0)
        return [*metric.derivation(), prove(known, right, "eq. (31) across the radius")]

    small = "1/10000000"
    printed = Relation(Side("g_rr along x", along), sp.S.One, grid({r: "1 2", sigma: "1/100 1/1000"}), sense=">")
    under = Relation(
        Side("sigma g across x, sigma = 1e-7", across),
        1 / (sp.sqrt(2) * sp.pi * r),
        grid({r: "1/2 1 3", sigma: small}),
        digits=12,
        argument=proof,
    )
    return Qualified(printed, under, "the displacement is not along x")


@claim("cho_saul_2012.volume_shrinks", r"from eq. (32), the volume element shrinks with increasing distance from the origin", "proved")  # fmt: skip
def volumes_shrink():
    """The slope of log det g along the radius, from determinants a small step apart, is minus what is positive."""
    t = Fraction(1, 10**4)

    def value(at, digits):
        def determinant(radius):
            place = [radius] + [Fraction(0)] * (int(at["d"]) - 1)
            return distance.metric_determinant(place, n=0, sigma=at["sigma"])

        mp = context(40)
        before, after = (mpf(mp, determinant(at["r"] + step)) for step in (-t, t))
        return mp.nstr(mp.log(after / before) / mpf(mp, 2 * t), 15)

    def proof(right):
        steps = smoothed.derive().steps
        (known,) = (step.rhs for step in steps if step.source == "Cho & Saul (2012), eq. (32)")
        return [*steps, prove(sp.expand_log(sp.log(known), force=True).diff(r), right, "the logarithm of eq. (32)")]

    formula = -2 * (d + 2) * r / (2 * r**2 + sigma**2)
    points = grid({d: "1 2 3", r: "1/2 2", sigma: "1/2 3"})
    return Relation(Side("d log det g/dr", value), formula, points, digits=6, argument=proof)


# Section 4: what the text says about its tables

TABLE_2 = {"MNIST-rand": (10000, 2000), "MNIST-image": (10000, 2000), "Rectangles": (1000, 200), "Rectangles-image": (10000, 2000),
           "Convex": (6000, 2000), "20-Newsgroups": (12748, 3187), "ISOLET": (4990, 1248), "Gisette": (4800, 1200)}  # fmt: skip
TABLE_3 = {  # n = 0, bias, smooth, RBF, linear
    "MNIST-rand": (17.16, 16.49, 17.03, 14.80, 17.31),
    "MNIST-image": (23.81, 23.77, 24.09, 22.80, 25.07),
    "Rectangles": (13.08, 2.48, 11.84, 2.11, 30.30),
    "Rectangles-image": (22.66, 23.59, 24.48, 23.42, 49.69),
    "Convex": (20.05, 20.12, 19.60, 18.76, 45.67),
    "20-Newsgroups": (16.28, 16.25, 15.73, 15.75, 15.90),
    "ISOLET": (3.40, 3.34, 3.53, 3.01, 3.53),
    "Gisette": (1.80, 1.90, 1.90, 2.10, 2.20),
}
TABLE_4 = {  # the same three kernels under five layers of ramps
    "MNIST-rand": (16.21, 16.10, 16.96),
    "MNIST-image": (23.15, 23.10, 23.30),
    "Rectangles": (6.76, 2.88, 5.57),
    "Rectangles-image": (22.35, 22.60, 23.18),
    "Convex": (19.09, 18.79, 18.29),
    "20-Newsgroups": (16.80, 17.13, 15.93),
    "ISOLET": (3.34, 3.27, 3.14),
    "Gisette": (1.90, 2.10, 1.80),
}


def counted(shown, count, number):
    """A count over a table against the number that the text gives, or that makes its sentence true."""
    return Relation(Side(shown, lambda at, digits: count), sp.Integer(number), ({},))


@claim("cho_saul_2012.table2.held_out", r"We randomly held out 20% of the training examples in these data sets for validation", "agrees")  # fmt: skip
def a_fifth_is_held_out():
    """A fifth of all, rounded: 3187 of 15935, 1248 of 6238, 1200 of 6000; the three sizes add up to 5635."""
    sizes = [TABLE_2[name] for name in ("20-Newsgroups", "ISOLET", "Gisette")]
    return counted("validation examples", sum(round(sum(size) / 5) for size in sizes), 3187 + 1248 + 1200)


@claim("cho_saul_2012.table3.variations", r"In the majority of cases, the parameterized variations achieve better performance than $n = 0$", "agrees")  # fmt: skip
def variations_are_better():
    """The better of the two beats degree 0 on 6 of 8 data sets; taken one by one they do in 9 of 16 cases."""
    return counted("data sets", sum(min(row[1:3]) < row[0] for row in TABLE_3.values()), 6)


@claim("cho_saul_2012.table3.variations_one_by_one", r"(the same, each variation on its own)", "agrees")
def variations_one_by_one():
    return counted("cases of 16", sum(error < row[0] for row in TABLE_3.values() for error in row[1:3]), 9)


@claim("cho_saul_2012.table3.rbf", r"Most often, the best results are still obtained from RBF kernels", "agrees")
def gaussians_are_best_in_table_3():
    return counted("data sets of 8", sum(row[3] == min(row) for row in TABLE_3.values()), 5)


@claim("cho_saul_2012.table4.composition", r"In general, the composition of arc-cosine kernels again leads to improved performance", "agrees")  # fmt: skip
def composition_improves():
    """18 of 24 entries are better than the same kernel in one layer."""
    better = (deep < flat for name in TABLE_4 for deep, flat in zip(TABLE_4[name], TABLE_3[name][:3], strict=True))
    return counted("cases of 24", sum(better), 18)


@claim("cho_saul_2012.table4.rbf", r"RBF kernels still obtain the best performance on half of the data sets", "agrees")  # fmt: skip
def gaussians_are_best_in_table_4():
    best = sum(row[3] < min(row[:3] + TABLE_4[name]) for name, row in TABLE_3.items())
    return counted("data sets of 8", best, 4)


@claim("cho_saul_2012.table4.sparse", r"we observe the improvements from composition mainly on the data sets that are not sparse (such as 20-Newsgroups and Gisette)", "misprint")  # fmt: skip
def sparse_data_do_not_gain():
    """20-Newsgroups and Gisette are the sparse ones: there 1 of 6 entries improves, on the other six data sets 17 of 18."""
    sparse = ("20-Newsgroups", "Gisette")

    def gains(names):
        return sum(deep < flat for name in names for deep, flat in zip(TABLE_4[name], TABLE_3[name][:3], strict=True))

    others = [name for name in TABLE_4 if name not in sparse]
    value = lambda at, digits: Fraction(gains(sparse), 6)  # noqa: E731
    printed = Relation(
        Side("the part of entries on 20-Newsgroups and Gisette that improve", value), half, ({},), sense=">"
    )
    meant = counted("entries of 18 on the other data sets that improve", gains(others), 17)
    return Misprint(printed, meant, "The parenthesis belongs to the sparse data sets, as the next sentence shows, not to those that are not.")  # fmt: skip


@claim("cho_saul_2012.table4.beats_rbf", r"On some data sets, these multilayer kernels yielded lower error rates than the best performing RBF kernels", "agrees")  # fmt: skip
def where_depth_beats_gaussians():
    """Rectangles-image, Convex and Gisette."""
    return counted("data sets", sum(min(TABLE_4[name]) < row[3] for name, row in TABLE_3.items()), 3)


# Appendix A: the metric and the curvature


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


@claim("cho_saul_2012.A.1", r"\partial_{x_\mu} \partial_{x_\nu} [k_n(x, x)] = \frac2\pi \|x\|^{2n-2} J_n(0) \left[ n \delta_{\mu\nu} + 2n(n-1) \frac{x_\mu x_\nu}{\|x\|^2} \right]", "proved")  # fmt: skip
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


@claim("cho_saul_2012.A.2", r"\partial_{y_\mu} \partial_{y_\nu} [k_n(x, y)]_{y=x} = \frac1\pi \|x\|^{2n-2} \left( J_n(0) \left[ n \delta_{\mu\nu} + n(n-2) \frac{x_\mu x_\nu}{\|x\|^2} \right] + \left[ \frac{J_n'(\theta)}{\sin\theta} \right]_{\theta=0} \left[ \delta_{\mu\nu} - \frac{x_\mu x_\nu}{\|x\|^2} \right] \right)", "proved")  # fmt: skip
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


@claim("cho_saul_2012.A.4", r"J_n'(0) = n \int dw_1 \int dw_2\, e^{-\frac{w_1^2 + w_2^2}{2}} \Theta(w_1) w_1^{2n-1} w_2 = 0", "proved")  # fmt: skip
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


@claim("cho_saul_2012.A.5", r"\lim_{\theta \to 0} \left[ \frac{J_n'(\theta)}{\sin\theta} \right] = \lim_{\theta \to 0} J_n''(\theta) = J_n''(0)", "proved")  # fmt: skip
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


@claim("cho_saul_2012.A.6", r"J_n''(0) = n \int dw_1 \int dw_2\, e^{-\frac{w_1^2 + w_2^2}{2}} \Theta(w_1) w_1^{2n-2} [(n-1) w_2^2 - w_1^2] = -\pi n^2 (2n-3)!!", "proved")  # fmt: skip
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
    known = in_symbols(surface().expression(curvature.inverse()))
    proof = proved(geometry.steps, known, "the product with the metric is the identity")
    return Relation(left, formula, components("μν", {n: "1 2 3"}), digits=15, argument=proof)


@claim("cho_saul_2012.A.8", r"\partial_\beta g_{\gamma\mu} = 2 n^2 (n-1) (2n-3)!! \|x\|^{2n-4} \left( x_\beta \delta_{\gamma\mu} + x_\gamma \delta_{\beta\mu} + x_\mu \delta_{\beta\gamma} + (2n-4) \frac{x_\beta x_\gamma x_\mu}{\|x\|^2} \right)", "proved")  # fmt: skip
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


@claim("cho_saul_2012.A.9", r"\Gamma^\alpha_{\beta\gamma} = \frac{n-1}{\|x\|^2} \left( x_\beta \delta_{\alpha\gamma} + x_\gamma \delta_{\alpha\beta} + \frac{x_\alpha \delta_{\beta\gamma}}{2n-1} - \frac{2n}{2n-1} \frac{x_\alpha x_\beta x_\gamma}{\|x\|^2} \right)", "proved")  # fmt: skip
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


# Appendix B: the biased kernel


@claim("cho_saul_2012.B.1", r"x = e_1 \|x\|", "definition")
def along_the_first_axis():
    return Definition()


@claim("cho_saul_2012.B.2", r"y = (e_1 \cos\theta + e_2 \sin\theta) \|y\|", "definition")
def in_the_plane():
    return Definition()


@claim("cho_saul_2012.B.3", r"k^b(x, y) = \frac1\pi \int dw_1 \int dw_2 \left[ e^{-\frac{w_1^2 + w_2^2}{2}} \Theta(w_1 \|x\| - b) \Theta(w_1 \|y\| \cos\theta + w_2 \|y\| \sin\theta - b) \right]", "proved")  # fmt: skip
def the_biased_planar_integral():
    """The weight of the plane, e^{-r^2/2}/pi, against eq. (23) with the d - 2 other weights integrated out numerically."""
    R = sp.Symbol("R", positive=True)

    def value(at, digits):
        mp = context(digits)
        other = mp.quad(lambda w: mp.exp(-w * w / 2), [-30, -8, -3, 0, 3, 8, 30])
        size = int(at["d"])
        density = 2 * mp.exp(-(mpf(mp, at["R"]) ** 2) / 2) * (2 * mp.pi) ** (-mp.mpf(size) / 2)
        return mp.nstr(density * other ** (size - 2), digits)

    known = 2 * sp.exp(-(R**2) / 2) * (2 * sp.pi) ** (-d / 2) * (2 * sp.pi) ** ((d - 2) / 2)
    proof = proved(reduction.reduction, known, "each of the other weights gives sqrt(2 pi)")
    formula = sp.exp(-(R**2) / 2) / sp.pi
    return Relation(Side("density of (w_1, w_2)", value), formula, grid({R: "1/2 1 2", d: "2 3 5"}), argument=proof)


@claim("cho_saul_2012.B.4", r"k^b(x, y) = \frac1\pi \int_{-\pi}^{\pi} d\phi \int_0^\infty dr \left[ r e^{-\frac{r^2}{2}} \Theta(r \|x\| \cos\phi - b) \Theta(r \|y\| \cos(\theta - \phi) - b) \right]", "proved")  # fmt: skip
def polar_coordinates():
    """The integrand in polar coordinates: w.y = r |y| cos(theta - phi), and the Jacobian by small differences."""

    def value(at, digits):
        mp = context(40)
        radius, angle, turn = (mpf(mp, at[name]) for name in ("r", "theta", "phi"))
        step = mp.mpf(10) ** -15
        point = lambda s, t: mp.matrix([s * mp.cos(t), s * mp.sin(t)])  # noqa: E731
        here = point(radius, turn)
        by_radius, by_angle = (
            (point(*moved) - here) / step for moved in ((radius + step, turn), (radius, turn + step))
        )
        jacobian = by_radius[0] * by_angle[1] - by_radius[1] * by_angle[0]
        projected = here[0] * mp.cos(angle) + here[1] * mp.sin(angle)
        return mp.nstr(jacobian * mp.exp(-(here.T * here)[0] / 2) * projected, 20)

    def proof(right):
        polar = sp.Matrix([r * sp.cos(phi), r * sp.sin(phi)])
        jacobian = polar.jacobian([r, phi]).det()
        projected = polar[0] * sp.cos(theta) + polar[1] * sp.sin(theta)
        known = jacobian * sp.exp(-(r**2) / 2) * projected
        same = [jacobian - r, projected - r * sp.expand_trig(sp.cos(theta - phi)), sp.expand(right / r**2 - sp.exp(-(r**2) / 2) * sp.cos(theta - phi))]  # fmt: skip
        return [prove(known, right, "the Jacobian is r, and w.y/|y| = r cos(theta - phi)", residuals=same)]

    formula = r * sp.exp(-(r**2) / 2) * r * sp.cos(theta - phi)
    points = grid({r: "1/2 1 2", theta: "1/2 2", phi: "-1 1/3 2"})
    return Relation(Side("integrand times w.y/|y|", value), formula, points, digits=12, argument=proof)


def fires(at, angle):
    """Whether a unit of any weight in this direction fires: r |x| cos - b is positive for some r."""
    mp = context(20)
    return int(mpf(mp, Fraction(10**6)) * mp.cos(angle(mp)) - mpf(mp, at["b"]) > 0)


@claim("cho_saul_2012.B.5", r"\cos\phi > 0", "agrees")
def the_first_half_plane():
    """A unit in the direction phi fires on x for some r if and only if cos(phi) > 0, b > 0."""
    left = Side("fires on x for some r", lambda at, digits: fires(at, lambda mp: mpf(mp, at["phi"])))
    formula = (1 + sp.sign(sp.cos(phi))) / 2
    return Relation(left, formula, grid({phi: "-3 -2 -1 0 1 3/2 2 3", b: "1/10 1"}))


@claim("cho_saul_2012.B.6", r"\cos(\phi - \theta) > 0", "agrees")
def the_second_half_plane():
    """A unit in the direction phi fires on y for some r if and only if cos(phi - theta) > 0, b > 0."""
    left = Side(
        "fires on y for some r", lambda at, digits: fires(at, lambda mp: mpf(mp, at["phi"]) - mpf(mp, at["theta"]))
    )
    formula = (1 + sp.sign(sp.cos(phi - theta))) / 2
    points = grid({phi: "-3 -2 -1 0 1 3/2 2 3", theta: "1/2 2", b: "1"})
    return Relation(left, formula, points)


@claim("cho_saul_2012.B.7", r"r > \max \left( \frac{b}{\|x\| \cos\phi}, \frac{b}{\|y\| \cos(\phi - \theta)} \right)", "agrees")  # fmt: skip
def the_smallest_radius():
    """The radius from which on both units fire, found by bisection; a and c are the norms."""

    def value(at, digits):
        mp = context(30)
        turn, angle, bias = (mpf(mp, at[name]) for name in ("phi", "theta", "b"))
        low, high = mp.zero, mp.mpf(1000)
        for _ in range(140):
            middle = (low + high) / 2
            on_x = middle * mpf(mp, at["a"]) * mp.cos(turn) > bias
            on_y = middle * mpf(mp, at["c"]) * mp.cos(turn - angle) > bias
            low, high = (low, middle) if on_x and on_y else (middle, high)
        return mp.nstr(high, 20)

    formula = sp.Max(b / (a * sp.cos(phi)), b / (c * sp.cos(phi - theta)))
    points = grid({a: "1/2 2", c: "1 3", b: "1/3 1", theta: "1/2 1", phi: "-1/4 1/2 1"})
    return Relation(Side("smallest r", value), formula, points, digits=15)


@claim("cho_saul_2012.B.8", r"k^b(x, y) = \frac1\pi \int_{\theta - \frac\pi2}^{\frac\pi2} d\phi \min \left[ e^{-\frac12 \left( \frac{b}{\|x\| \cos\phi} \right)^2}, e^{-\frac12 \left( \frac{b}{\|y\| \cos(\phi - \theta)} \right)^2} \right]", "proved")  # fmt: skip
def the_radial_integral():
    """At a fixed angle the integral of r exp(-r^2/2) over the radii at which both units fire, by quadrature."""

    def value(at, digits):
        mp = context(digits)
        turn, angle, bias = (mpf(mp, at[name]) for name in ("phi", "theta", "b"))
        start = max(bias / (mpf(mp, at["a"]) * mp.cos(turn)), bias / (mpf(mp, at["c"]) * mp.cos(turn - angle)))
        return mp.nstr(mp.quad(lambda s: s * mp.exp(-s * s / 2), [start, start + 1, start + 4, start + 30]), digits)

    def proof(right):
        steps = [step for step in biased.derive().steps if "eqs. (B.3)-(B.8)" in step.source]
        known = steps[0].rhs.atoms(sp.Integral).pop().function.subs({norm_x: a, norm_y: c, biased.b: b})
        return [*steps, prove(known, right, "the integrand of the step", residuals=[known - right])]

    formula = sp.Min(
        sp.exp(-(b**2) / (2 * a**2 * sp.cos(phi) ** 2)), sp.exp(-(b**2) / (2 * c**2 * sp.cos(phi - theta) ** 2))
    )
    points = grid({a: "1/2 2", c: "1 3", b: "1/3 1", theta: "1/2 1", phi: "-1/4 1/2 1"})
    return Relation(Side("integral over r", value), formula, points, digits=15, argument=proof)


@claim("cho_saul_2012.B.9", r"\phi_c = \tan^{-1} \left( \frac{\|x\|}{\|y\| \sin\theta} - \cot\theta \right)", "proved")
def the_crossing():
    """Where |x| cos(phi) = |y| cos(phi - theta), found by bisection between theta - pi/2 and pi/2; a and c are the norms."""

    def value(at, digits):
        mp = context(30)
        angle, first, second = (mpf(mp, at[name]) for name in ("theta", "a", "c"))
        low, high = angle - mp.pi / 2, mp.pi / 2
        for _ in range(110):
            middle = (low + high) / 2
            falls_short = second * mp.cos(middle - angle) < first * mp.cos(middle)
            low, high = (middle, high) if falls_short else (low, middle)
        return mp.nstr(low, 20)

    def proof(right):
        (step,) = (step for step in biased.derive().steps if step.source == "Cho & Saul (2012), eq. (B.9)")
        known = sp.atan(step.rhs.subs({norm_x: a, norm_y: c}).rewrite(sp.sin).rewrite(sp.cos))
        same = [step.rhs.subs({norm_x: a, norm_y: c}) - right.args[0]]
        return [step, prove(known, right, "it lies between theta - pi/2 and pi/2, where arctan is the inverse", residuals=same)]  # fmt: skip

    formula = sp.atan(a / (c * sp.sin(theta)) - sp.cot(theta))
    points = grid({a: "1/2 2", c: "1 3", theta: "1/2 1 5/2"})
    return Relation(Side("phi_c", value), formula, points, digits=15, argument=proof)


class Cut(sp.Function):
    """The integral of exp(-b^2/(2 norm^2 cos^2(phi - turn))) from one angle to another; arguments b, norm, turn, from, to."""

    nargs = 5

    def _eval_evalf(self, prec):
        mp = context(int(prec / 3.3))
        bias, norm, turn, low, high = (mp.mpf(str(sp.N(value, int(prec / 3.3) + 5))) for value in self.args)

        def integrand(f):
            cosine = mp.cos(f - turn)
            return mp.exp(-((bias / (norm * cosine)) ** 2) / 2) if cosine else mp.zero

        return sp.Float(mp.nstr(mp.quad(integrand, mp.linspace(low, high, 9)), int(prec / 3.3) + 5), int(prec / 3.3))


@claim("cho_saul_2012.B.10", r"k^b(x, y) = \frac1\pi \int_{\theta - \frac\pi2}^{\phi_c} d\phi\, e^{-\frac12 \left( \frac{b}{\|y\| \cos(\phi - \theta)} \right)^2} + \frac1\pi \int_{\phi_c}^{\frac\pi2} d\phi\, e^{-\frac12 \left( \frac{b}{\|x\| \cos\phi} \right)^2}", "proved")  # fmt: skip
def the_range_is_cut():
    """Against the probability (23), at cos(theta) = 3/5."""
    angle = sp.acos(sp.Rational(3, 5))
    crossing = sp.atan(5 * a / (4 * c) - sp.Rational(3, 4))
    formula = (Cut(b, c, angle, angle - sp.pi / 2, crossing) + Cut(b, a, 0, crossing, sp.pi / 2)) / sp.pi

    def proof(right):
        steps = biased.derive().steps
        chosen = [step for step in steps if any(number in step.source for number in ("(B.3)", "(B.9)", "(25)"))]
        tangent = sp.tan(crossing)
        cosine_x, cosine_y = 1 / sp.sqrt(1 + tangent**2), (sp.Rational(3, 5) + sp.Rational(4, 5) * tangent) / sp.sqrt(1 + tangent**2)  # fmt: skip
        (step,) = (step for step in steps if step.source == "Cho & Saul (2012), eq. (B.9)")
        end = sp.atan(step.rhs.subs({norm_x: a, norm_y: c}).subs(theta, angle))
        cut = (Cut(b, c, angle, angle - sp.pi / 2, end) + Cut(b, a, 0, end, sp.pi / 2)) / sp.pi
        same = [a * cosine_x - c * cosine_y, cut - right]
        check = (
            "at the crossing the two exponents are equal; below it the one of y is the smaller, above it the one of x"
        )
        return [*chosen, prove(biased.K, right, "the range is cut where the minimum changes sides", residuals=same, check=check)]  # fmt: skip

    points = grid({a: "1 3", b: "1/2 2", c: "1/3 2"})
    return Relation(Side("k^b(x, y)", biased_value), formula, points, digits=12, argument=proof)


@claim("cho_saul_2012.complementary", r"\phi_c = \frac\pi2 - \psi", "proved")
def complementary_angles():
    """psi as the angle at x of the triangle with vertices 0, x, y, from its sides by the law of cosines."""

    def value(at, digits):
        mp = context(30)
        angle, first, second = (mpf(mp, at[name]) for name in ("theta", "a", "c"))
        side = mp.sqrt(first**2 + second**2 - 2 * first * second * mp.cos(angle))
        return mp.nstr(mp.pi / 2 - mp.acos((first**2 + side**2 - second**2) / (2 * first * side)), 20)

    def proof(right):
        (step,) = (step for step in biased.derive().steps if step.source == "Cho & Saul (2012), below eq. (B.10)")
        tangent = right.args[0].replace(sp.cot, lambda angle: sp.cos(angle) / sp.sin(angle))
        same = [biased.COT_PSI.subs({norm_x: a, norm_y: c}) - tangent]
        return [step, prove(sp.atan(sp.cot(psi)), right, "tan(phi_c) = cot(psi)", residuals=same)]

    formula = sp.atan(a / (c * sp.sin(theta)) - sp.cot(theta))
    points = grid({a: "1/2 2", c: "1 3", theta: "1/2 1 5/2"})
    return Relation(Side("pi/2 - psi", value), formula, points, digits=15, argument=proof)


# Appendix C: the smoothed kernel


def mean_of_steps(shown):
    """Steps with Gaussian thresholds below z, averaged by quadrature, against the cumulative Gaussian."""
    z = sp.Symbol("z", real=True)

    def value(at, digits):
        mp = context(digits)
        width, end = mpf(mp, at["sigma"]), mpf(mp, at["z"])
        ends = [end - width * step for step in (30, 12, 5, 2, 0)]
        total = mp.quad(lambda m: mp.exp(-m * m / (2 * width**2)), ends)
        return mp.nstr(total / mp.sqrt(2 * mp.pi * width**2), digits)

    def proof(right):
        (step,) = (step for step in smoothed.derive().steps if "(C.1)" in step.source)
        gaussian_ = sp.exp(-(z**2) / (2 * sigma**2)) / sp.sqrt(2 * sp.pi * sigma**2)
        same = [sp.diff(right, z) - gaussian_, sp.limit(right, z, -sp.oo)]
        check = "its slope is the Gaussian, and it vanishes at minus infinity"
        return [step, prove(sp.Function("Psi")(z), right, "thresholds below z", residuals=same, check=check)]

    formula = sp.erfc(-z / (sp.sqrt(2) * sigma)) / 2
    return Relation(Side(shown, value), formula, grid({z: "-2 -1/3 0 1", sigma: "1/2 1 2"}), argument=proof)


@claim("cho_saul_2012.C.1", r"\Psi_\sigma(w \cdot x) = \frac{1}{\sqrt{2\pi\sigma^2}} \int_{-\infty}^\infty d\mu\, e^{-\frac{\mu^2}{2\sigma^2}} \Theta(w \cdot x - \mu)", "proved")  # fmt: skip
def thresholds_for_x():
    return mean_of_steps("mean of steps with thresholds mu")


@claim("cho_saul_2012.C.2", r"\Psi_\sigma(w \cdot y) = \frac{1}{\sqrt{2\pi\sigma^2}} \int_{-\infty}^\infty d\nu\, e^{-\frac{\nu^2}{2\sigma^2}} \Theta(w \cdot y - \nu)", "proved")  # fmt: skip
def thresholds_for_y():
    return mean_of_steps("mean of steps with thresholds nu")


@claim("cho_saul_2012.C.3", r"\bar w = (w, \mu\sigma^{-1}, \nu\sigma^{-1})", "definition")
def extended_weights():
    return Definition()


@claim("cho_saul_2012.C.4", r"\bar x = (x, -\sigma, 0)", "definition")
def extended_x():
    return Definition()


@claim("cho_saul_2012.C.5", r"\bar y = (y, 0, -\sigma)", "definition")
def extended_y():
    return Definition()


@claim("cho_saul_2012.extended", r"This change of variables yields an integral analogous to eq. (1), with $\bar w, \bar x, \bar y$ playing the same roles", "proved")  # fmt: skip
def the_extended_kernel():
    """k_0 of the extended vectors by the integral over weights, against eq. (30)."""

    def value(at, digits):
        x_, y_ = [at["a"], 0, -at["sigma"], 0], [at["b"], at["c"], 0, -at["sigma"]]
        return kernel_by_definition(at, digits, n=0, x=x_, y=y_)

    def proof(right):
        steps, known = smoothed_steps("eq. (30)")
        return [*steps, prove(known, right, "norms and inner product of the extended vectors")]

    points = grid({a: "1/2 2", b: "1 3", c: "1/3 2", sigma: "1/2 1"}, most=8)
    return Relation(Side("k_0 of the extended vectors", value), SMOOTHED, points, argument=proof)
