"""Cho & Saul (2012), Section 2.2: Riemannian geometry.

Read it beside the paper. Left sides are numbers that know nothing of the formulas on the right.
"""

from fractions import Fraction

import sympy as sp
from _shared import (
    INDEXED,
    ODD,
    G,
    a,
    b,
    component,
    curvature_of_the_arc_cosine_kernel,
    half,
    kernel_by_definition,
    metric_at,
    q,
    rho,
)
from flint import arb

from symkern.claims import (
    POSITIVE,
    Definition,
    Proof,
    Qualified,
    Refuted,
    Relation,
    Side,
    Within,
    claim,
    domain,
    grid,
    integers,
)
from symkern.claims.indexed import components, delta
from symkern.proofs import terms as term
from symkern.proofs.rules.equality import instantiate
from symkern.reference import distance, route
from symkern.reference.evaluate import evaluate, read_quantity
from symkern.reference.precision import context, mpf
from symkern.symbolic import (
    endpoints,
    geometry,
    metric,
)
from symkern.symbolic.components import Components
from symkern.symbolic.notation import J, d, n, p, r
from symkern.symbolic.step import prove
from symkern.theorems import diagonal
from symkern.theorems import geometry as surfaces

integer = sp.Symbol("n", integer=True, nonnegative=True)


@claim("cho_saul_2012.9", r"ds^2 = \|\Phi(x + dx) - \Phi(x)\|^2 = k(x + dx, x + dx) - 2 k(x, x + dx) + k(x, x)", "definition")  # fmt: skip
def the_distance():
    return Definition()


@claim("cho_saul_2012.10", r"ds^2 = g_{\mu\nu} dx^\mu dx^\nu", "definition")
def the_metric():
    return Definition()


@claim("cho_saul_2012.11", r"g_{\mu\nu} = \frac12 \frac{\partial}{\partial x_\mu} \frac{\partial}{\partial x_\nu} k(x, x) - \left[ \frac{\partial}{\partial y_\mu} \frac{\partial}{\partial y_\nu} k(x, y) \right]_{y=x}", "agrees")  # fmt: skip
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

    return Relation(
        Side("g of (xy)^p", value), a / 2 - b, tuple(points), digits=15, argument=proof, tied="a and b are derivatives"
    )


@claim("cho_saul_2012.12", r"J_n(0) = \pi (2n-1)!!", "proved")
def the_value_at_zero():
    """The integral over the one weight that matters."""
    left = Side("J_n(0)", lambda at, digits: read_quantity(at["n"], theta=0).by_quadrature(route.definition, digits))
    formula, points = sp.pi * sp.factorial2(2 * integer - 1), grid({integer: "0 1 2 3 4 7"})
    proof = Proof(diagonal.J_at_zero(diagonal.n), diagonal.value_at_zero)
    return Relation(left, formula, points, proof=proof, domain=domain(n=integers(0)))


@claim("cho_saul_2012.double_factorial", r"(2n-1)!! = \frac{(2n)!}{2^n n!}", "agrees")
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
    return Relation(Side("(2n-1)!!", product), formula, grid({n: "0 1 2 3 6"}), argument=proof, tied="n is an integer")


@claim("cho_saul_2012.13", r"J_n(\theta) \approx J_n(0) \left( 1 - \frac{n^2 \theta^2}{2(2n-1)} \right)", "agrees")
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


@claim("cho_saul_2012.14", r"g_{\mu\nu} = n^2 (2n-3)!! \|x\|^{2n-2} \left( \delta_{\mu\nu} + 2(n-1) \frac{x_\mu x_\nu}{\|x\|^2} \right)", "proved")  # fmt: skip
def the_metric_of_the_arc_cosine_kernel():
    """Distances of small steps in two and three dimensions."""
    left = Side("g_μν", lambda at, digits: metric_at(at, "μ", "ν"))
    proof = Proof(surfaces.arc_cosine_metric().lhs, surfaces.arc_cosine_metric)
    points, where = components("μν", {n: "1 2 3"}), domain(n=integers(1), r=POSITIVE, **INDEXED)
    return Relation(left, G, points, digits=12, proof=proof, domain=where, scale=1)


@claim("cho_saul_2012.case_1", r"Case $n = 1$: it reduces to the Euclidean metric $g_{\mu\nu} = \delta_{\mu\nu}$", "proved")  # fmt: skip
def the_ramp_is_flat():
    left = Side("g_μν of k_1", lambda at, digits: metric_at(at | {"n": 1}, "μ", "ν"))
    where = domain(r=POSITIVE, **INDEXED)

    def theorem():
        return instantiate(surfaces.arc_cosine_metric(), {"n": 1}, where)

    points = components("μν", {})
    return Relation(
        left, delta("μ", "ν"), points, digits=12, proof=Proof(theorem().lhs, theorem), domain=where, scale=1
    )


@claim("cho_saul_2012.norm", r"k_1(x, x) = \|x\|^2", "proved")
def the_ramp_keeps_norms():
    left = Side(
        "k_1(x, x)",
        lambda at, digits: kernel_by_definition(at, digits, n=1, x=[at["a"], at["b"]], y=[at["a"], at["b"]]),
    )
    A, B = term.symbols("a b")
    where = domain(a=POSITIVE, b=POSITIVE)

    def theorem():
        return instantiate(diagonal.with_norm(), {"n": 1, "a": term.sqrt(A**2 + B**2)}, where)

    points = grid({a: "1/2 3", b: "1 2"})
    return Relation(left, a**2 + b**2, points, proof=Proof(theorem().lhs, theorem), domain=where)


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
    """Gram matrices of small steps in two and three dimensions."""

    def value(at, digits):
        return distance.metric_determinant([at["r"]] + [Fraction(0)] * (int(at["d"]) - 1), n=at["n"])

    formula = (2 * n - 1) * (n**2 * ODD * r ** (2 * n - 2)) ** d
    points, where = grid({n: "1 2 3", d: "2 3", r: "1/2 2"}), domain(n=integers(1), d=integers(1), r=POSITIVE)
    proof = Proof(surfaces.arc_cosine_determinant().lhs, surfaces.arc_cosine_determinant)
    return Relation(Side("det g", value), formula, points, digits=12, proof=proof, domain=where)


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
        Relation(left, a + b, tuple(points), digits=10, tied="a and b are parts of the tensor"),
        Relation(left, a - b, tuple(points), digits=10, argument=proof, tied="a and b are parts of the tensor"),
        "The last two terms have the wrong sign (or, what is the same, their indices α and β exchanged): flat space in polar"
        " coordinates would be curved. The Riemann tensor has"
        " ∂_α Γ^μ_βν - ∂_β Γ^μ_αν + Γ^μ_αρ Γ^ρ_βν - Γ^μ_βρ Γ^ρ_αν.",
        ("cho_saul_2012.20", "cho_saul_2012.A.10", "cho_saul_2012.table1.arccosine.S"),
    )


@claim("cho_saul_2012.19", r"S = g^{\nu\beta} R_{\nu\mu\beta}{}^\mu", "definition")
def the_scalar():
    return Definition()


@claim("cho_saul_2012.geodesic_ball", r"S describes the amount by which the volume of a geodesic ball deviates from that of a ball in Euclidean space", "agrees")  # fmt: skip
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


@claim("cho_saul_2012.20", r"S = \frac{3 (n-1)^2 (2-d) (d-1)}{n^2 (2n-1)!! \|x\|^{2n}}", "refuted")
def the_scalar_curvature():
    """Components of the Riemann tensor in two and three dimensions, from the metric (14)."""
    mistake = "The factor 3 enters with eq. (18), two of whose products of Christoffel symbols have the wrong sign."
    return curvature_of_the_arc_cosine_kernel(mistake, ("cho_saul_2012.table1.arccosine.S",))


@claim("cho_saul_2012.flat_cases", r"the curvature vanishes for $n = 1$ as well as for all kernels in this family when the inputs lie in $\mathbb{R}^1$ or $\mathbb{R}^2$", "proved")  # fmt: skip
def where_the_curvature_vanishes():
    """The corrected S at d = 2, n = 2 and 3, and at n = 1 in three dimensions; away from the tip of the cone at x = 0. The
    theorem is the case d = 2; the general one shows the factors n - 1 and d - 1."""
    left = Side("S", lambda at, digits: component(at, lambda tensors: tensors.scalar))
    points = components("", {n: "2 3"}, [(3, 4)]) + components("", {n: "1"}, [(1, 2, 2)])
    where = domain(n=integers(1), r=POSITIVE)

    def theorem():
        return instantiate(surfaces.arc_cosine_curvature(), {"d": 2}, where)

    proof = Proof(theorem().lhs, theorem, surfaces.arc_cosine_curvature)
    return Relation(left, sp.S.Zero, points, proof=proof, domain=where)
