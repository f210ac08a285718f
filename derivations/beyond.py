"""What the papers do not have: results of this package, judged like those of anyone else.

The closed form for real degrees and what follows from it, the classification of all degrees by the geometry of their surfaces,
Owen's form of the biased kernel, the curvature of the smoothed one, what depth does to the metric.
"""

from fractions import Fraction

import sympy as sp

from symkern.claims import POSITIVE, Proof, Relation, Side, above, claim, domain, grid, integers, interval
from symkern.proofs import terms as term
from symkern.proofs.rules.derivatives import derivative_value
from symkern.proofs.rules.equality import combine, instantiate
from symkern.reference import distance, route
from symkern.reference.evaluate import evaluate, read_quantity
from symkern.reference.precision import context, mpf
from symkern.symbolic import (
    biased,
    closed_form,
    composition,
    cone,
    endpoints,
)
from symkern.symbolic import distance as laws
from symkern.symbolic.components import Components
from symkern.symbolic.notation import J, d, dx_across, n, r, sigma, theta
from symkern.symbolic.step import prove
from symkern.theorems import closed_form as J_in_closed_form
from symkern.theorems import cone as surfaces
from symkern.theorems import diagonal, differential_formula, elliptic, inner_product, opposite
from symkern.theorems import geometry as curved
from symkern.theorems import price as price_law
from symkern.theorems.reduction import J as angular_part

a, b, c, m = sp.symbols("a b c m", positive=True)
half = sp.Rational(1, 2)
real_n = sp.Symbol("n", real=True)
OPEN_ANGLE = interval(0, sp.pi)
ANGLES = "1/10 1 2 3"
N, THETA = price_law.n, price_law.theta  # the same symbols in the proof kernel


def by_quadrature(at, digits):
    """J_n from eq. (23) of 2010."""
    return read_quantity(at["n"], theta=at["theta"]).by_quadrature(route.one_dimension, digits)


# Degrees


@claim("beyond.closed_form", r"J_n(\theta) = \frac{\sqrt\pi\, 2^n \Gamma(n+1)^2}{\Gamma(n+\frac32)} z^{n+\frac12} {}_2F_1(\tfrac12, \tfrac12; n+\tfrac32; z), \quad z = \cos^2\tfrac\theta2", "proved")  # fmt: skip
def one_form_for_all_degrees():
    """The integral over two weights, at fractional, negative and integer degrees. All terms of the series are positive."""

    left = Side(
        "J_n(theta)",
        lambda at, digits: read_quantity(at["n"], theta=at["theta"]).by_quadrature(route.definition, digits),
    )
    points, where = grid({real_n: "-2/5 -1/4 0 1/2 4/3 3", theta: "1/2 1 2 3"}), domain(n=above(-1), theta=OPEN_ANGLE)
    proof = Proof(angular_part(N, THETA), J_in_closed_form.J_closed)
    return Relation(left, closed_form.hypergeometric(real_n), points, digits=15, proof=proof, domain=where)


@claim("beyond.price", r"\frac{\partial k_n}{\partial (x \cdot y)} = n^2 k_{n-1}(x, y)", "proved")
def price_for_vectors():
    """Unit vectors: a central difference of k_n in x.y, by quadrature, against the closed form of degree n - 1. The general
    theorem is for vectors of norms a and b with the inner product p."""

    def value(at, digits):
        mp = context(50)
        step = Fraction(1, 10**12)
        ends = [read_quantity(layers=[at["n"]], cosine=at["c"] + sign * step).by_quadrature(route.one_dimension, 45) for sign in (1, -1)]  # fmt: skip
        return mp.nstr((mp.mpf(ends[0]) - mp.mpf(ends[1])) / mpf(mp, 2 * step), 25)

    cosine = sp.Symbol("c", real=True)
    formula = n**2 * closed_form.hypergeometric(n - 1, cosine) / sp.pi
    points, where = grid({n: "3/4 1 2 7/2", cosine: "-1/2 1/3 9/10"}), domain(n=POSITIVE, c=interval(-1, 1))
    left = term.derivative(inner_product.kernel_of_unit_vectors(N), inner_product.c)
    proof = Proof(left, lambda: derivative_value(inner_product.unit_vectors()), inner_product.kernel_slope)
    return Relation(Side("dk_n/d(x.y)", value), formula, points, digits=18, proof=proof, domain=where)


@claim("beyond.recurrence", r"J_{n+1} = (2n+1) \cos\theta\, J_n + n^2 \sin^2\theta\, J_{n-1}", "proved")
def three_degrees():
    """J_{n+1} by quadrature; J_n and J_{n-1} on the right by their closed forms."""
    where, SIN, COS = price_law.DOMAIN, price_law.SIN, price_law.COS
    factors = {0: (2 * N + 1) * COS, -1: N**2 * SIN**2}

    def theorem():
        closed = {k: instantiate(J_in_closed_form.J_closed(), {"n": N + k}, where) for k in factors}
        right = sum((factors[k] * closed[k].rhs for k in factors), term.term(0))
        steps = [(1, price_law.recurrence()), *((factors[k], closed[k]) for k in factors)]
        return combine(angular_part(N + 1, THETA), right, where, *steps)

    proof = Proof(angular_part(N + 1, THETA), theorem, price_law.recurrence)
    formula = (2 * n + 1) * sp.cos(theta) * closed_form.hypergeometric(n)
    formula += n**2 * sp.sin(theta) ** 2 * closed_form.hypergeometric(n - 1)
    points = grid({n: "1/2 1 5/2", theta: ANGLES})
    left = Side("J_{n+1}(theta)", lambda at, digits: by_quadrature(at | {"n": at["n"] + 1}, digits))
    return Relation(left, formula, points, proof=proof, domain=domain(n=POSITIVE, theta=OPEN_ANGLE))


@claim("beyond.half_integers", r"J_{1/2}(\theta) = \sqrt{2\pi} \left[ E(z) - \tfrac{1 - \cos\theta}{2} K(z) \right], \quad z = \cos^2\tfrac\theta2", "proved")  # fmt: skip
def half_integers_are_elliptic():
    """The integral over two weights. K and E are the integrals that define them; one raising from n = -1/2."""
    z = sp.cos(theta / 2) ** 2
    formula = sp.sqrt(2 * sp.pi) * (sp.elliptic_e(z) - (1 - sp.cos(theta)) / 2 * sp.elliptic_k(z))
    proof = Proof(angular_part(term.half, THETA), elliptic.degree_half)
    left = Side("J_1/2(theta)", lambda at, digits: read_quantity("1/2", theta=at["theta"]).by_quadrature(route.definition, digits))  # fmt: skip
    points, where = grid({theta: "1/2 1 3/2 2 5/2 3"}), domain(theta=OPEN_ANGLE)
    return Relation(left, formula, points, digits=15, proof=proof, domain=where)


@claim("beyond.near_pi", r"J_n(\theta) \sim \frac{\sqrt\pi\, \Gamma(n+1)^2}{2^{n+1} \Gamma(n+\frac32)} (\pi - \theta)^{2n+1}", "proved")  # fmt: skip
def opposite_inputs():
    """J_n at pi - 1e-12 over (pi - theta)^(2n+1), in balls. The theorem is about the limit as t = pi - theta falls to 0."""

    def value(at, digits):
        mp = context(40)
        near = evaluate(at["n"], theta="pi-1e-12", digits=30).value
        return mp.nstr(mp.mpf(near) / mp.mpf("1e-12") ** mpf(mp, 2 * at["n"] + 1), 25)

    T = opposite.t
    left = term.limit(angular_part(N, term.pi - T) / T ** (2 * N + 1), T, 0)
    proof, where = Proof(left, opposite.law_near_pi), domain(n=above(-1))
    formula = sp.sqrt(sp.pi) * sp.gamma(real_n + 1) ** 2 / (2 ** (real_n + 1) * sp.gamma(real_n + 3 * half))
    side, points = Side("J_n/(pi - theta)^(2n+1)", value), grid({real_n: "-1/4 0 1/2 1 3"})
    return Relation(side, formula, points, digits=20, proof=proof, domain=where)


@claim("beyond.not_strictly_definite", r"$\sum_{i,j=1}^{6} (-1)^{i+j} k_1(x_i, x_j) = 0$ at the corners of a regular hexagon", "proved")  # fmt: skip
def a_hexagon_of_ramps():
    """The odd Fourier coefficients of J_1 from the third on vanish: the ramp kernel is positive semi-definite and no more. The
    corners are unit vectors, with angles 0, pi/3, 2 pi/3 and pi between them."""
    corners = [(i, j) for i in range(6) for j in range(6)]

    def summed(values, zero):
        return sum(((-1) ** (i + j) * values[min((i - j) % 6, (j - i) % 6)] for i, j in corners), zero)

    def value(at, digits):
        mp = context(digits)
        angular = [mp.mpf(evaluate(1, theta=angle, digits=digits).value) for angle in ("0", "pi/3", "2*pi/3", "pi")]
        return mp.nstr(summed(angular, mp.zero) / mp.pi, digits)

    third = term.pi / 3
    left = summed([diagonal.J_at_zero(1), angular_part(1, third), angular_part(1, 2 * third), opposite.J_at_pi(1)], term.term(0)) / term.pi  # fmt: skip

    def theorem():
        where, degree = domain(), differential_formula.low_degree(1)
        known = [
            instantiate(diagonal.value_at_zero(), {"n": 1}, where),
            *(instantiate(degree, {"theta": angle}, where) for angle in (third, 2 * third)),
            instantiate(opposite.value_at_pi(), {"m": 1}, where),
        ]
        counts = [summed([int(k == distance) for k in range(4)], 0) for distance in range(4)]
        return combine(left, 0, where, *((count / term.pi, one) for count, one in zip(counts, known, strict=True)))

    side = Side("sum of (-1)^(i+j) k_1(x_i, x_j)", value)
    return Relation(side, sp.S.Zero, ({},), scale=1, proof=Proof(left, theorem), domain=domain())


# Geometry


def spherical_curvature(at, across, along):
    """S of the metric along dr^2 + across r^2 dOmega^2, component by component, in two to four dimensions."""
    size = int(at["d"])
    angles = sp.symbols(f"alpha_1:{size}", positive=True)
    entries, factor = [along], across * r**2
    for angle in angles:
        entries.append(factor)
        factor *= sp.sin(angle) ** 2
    tensors = Components(sp.diag(*entries), [r, *angles])
    curved = tensors.expression(tensors.scalar)
    return sp.N(curved.subs({r: sp.Rational(at["r"])} | dict.fromkeys(angles, sp.Rational(4, 5))), 40)


def slope_of_the_cone(at, digits):
    """The metric across the radius over the square of the distance from the tip, both from distances of small steps."""
    across = distance.quadratic_form([at["r"], Fraction(0)], [0, 1], n=at["n"])
    squared = Fraction(evaluate(at["n"], x=[at["r"]], y=[at["r"]], digits=60).value)
    return across * at["r"] ** 2 / squared


@claim(
    "beyond.cone",
    r"ds^2 = d\rho^2 + a^2 \rho^2 d\Omega^2, \quad \rho^2 = k_n(x, x), \quad a^2 = \frac{n^2}{2n-1}",
    "proved",
)
def surfaces_are_cones():
    """Every degree n > 1/2: a^2 from distances of small steps across the radius. The theorem is about the limit of such
    distances, of a vector of norm r and its turn by theta. Along the radius distances are differences of rho: the lemma
    `cone.rays`."""
    points, where = grid({n: "1 3/2 2 3", r: "1/2 2"}), domain(n=above("1/2"), r=POSITIVE)
    proof = Proof(surfaces.slope_squared(N), surfaces.cone)
    side = Side("a^2", slope_of_the_cone)
    return Relation(side, n**2 / (2 * n - 1), points, digits=12, proof=proof, domain=where)


@claim("beyond.isometric", r"$n$ and $\frac{n}{2n-1}$ have isometric surfaces", "proved")
def degrees_come_in_pairs():
    """The slope of the cone of degree n/(2n-1), by small steps, against that of degree n. Cones of one slope are isometric."""
    left = Side(
        "a^2 at n/(2n-1)", lambda at, digits: slope_of_the_cone(at | {"n": at["n"] / (2 * at["n"] - 1)}, digits)
    )

    where = domain(n=above("1/2"), r=POSITIVE)
    partner = N / (2 * N - 1)
    proof = Proof(surfaces.slope_squared(partner), lambda: instantiate(surfaces.cone(), {"n": partner}, where))
    # degrees near 1, whose partners are not near 1/2, where the quadratic law is the slower the nearer
    points = grid({n: "3/4 4/5 1 5/4", r: "1 2"})
    return Relation(left, n**2 / (2 * n - 1), points, digits=9, proof=proof, domain=where)


@claim("beyond.curvature", r"$S = \frac{(n-1)^2 (2-d) (d-1)}{n^2 (2n-1)!!\, \|x\|^{2n}}$ for $n \ge 1$, and with $\frac{2^n \Gamma(n+\frac12)}{\sqrt\pi}$ for $(2n-1)!!$ at every real $n > \tfrac12$", "proved")  # fmt: skip
def the_corrected_curvature():
    """Half-integer and integer degrees in three and four dimensions, component by component in spherical coordinates."""
    across = n**2 * 2 ** (n - 1) * sp.gamma(n - half) / sp.sqrt(sp.pi) * r ** (2 * n - 2)

    def value(at, digits):
        degree = {n: sp.Rational(at["n"])}
        return spherical_curvature(at, across.subs(degree), ((2 * n - 1) * across).subs(degree))

    diagonal = 2**n * sp.gamma(n + half) / sp.sqrt(sp.pi)
    formula = (n - 1) ** 2 * (2 - d) * (d - 1) / (n**2 * diagonal * r ** (2 * n))
    points, where = grid({n: "3/2 2 5/2", d: "3 4", r: "1 2"}), domain(n=above("1/2"), d=integers(1), r=POSITIVE)
    proof = Proof(curved.arc_cosine_curvature().lhs, curved.arc_cosine_curvature)
    return Relation(Side("S", value), formula, points, digits=15, proof=proof, domain=where)


@claim("beyond.below_one_half", r"$ds^2 \sim \frac{\Gamma(n+1)^2}{\sqrt\pi\, 2^n \Gamma(n+\frac32) \cos\pi n} \|x\|^{2n} \left( \frac{\|dx_\perp\|}{\|x\|} \right)^{2n+1}$ for $-\tfrac12 < n < \tfrac12$", "agrees")  # fmt: skip
def no_metric_below_one_half():
    """The squared distance of a turn by 1e-30: no quadratic form can bound it, so no Riemannian metric exists."""

    def value(at, digits):
        angle = Fraction(1, 10**30)
        near, top = (Fraction(evaluate(at["n"], theta=t, digits=90).value) for t in (angle, Fraction(0)))
        mp = context(30)
        norms = mpf(mp, at["r"]) ** mpf(mp, 2 * at["n"])
        return mp.nstr(2 * norms * mpf(mp, top - near) / mp.pi / mpf(mp, angle) ** mpf(mp, 2 * at["n"] + 1), 20)

    def proof(right):
        known = laws.arc_cosine(n).subs(dx_across, r * theta) / theta ** (2 * n + 1)
        same = [sp.powsimp(sp.powdenest(sp.simplify(known / right), force=True)) - 1]
        return [*laws.arc_cosine_steps(), prove(known, right, "the first non-analytic term", residuals=same)]

    formula = sp.gamma(n + 1) ** 2 / (sp.sqrt(sp.pi) * 2**n * sp.gamma(n + 3 * half) * sp.cos(sp.pi * n)) * r ** (2 * n)
    points = grid({n: "-1/3 -1/4 0 1/4", r: "1/2 1 2"})
    return Relation(Side("ds^2/angle^(2n+1)", value), formula, points, digits=10, argument=proof)


@claim("beyond.at_one_half", r"$ds^2 \sim \frac{1}{2\sqrt{2\pi}} \|x\| \left( \frac{\|dx_\perp\|}{\|x\|} \right)^2 \log \frac{\|x\|}{\|dx_\perp\|}$ at $n = \tfrac12$", "agrees")  # fmt: skip
def the_logarithm_at_one_half():
    """Second differences in log(theta) of (J(0) - J)/theta^2 cancel what is not the logarithm: theta = 1e-20 and 1e-30."""

    def value(at, digits):
        mp = context(40)
        top = Fraction(evaluate("1/2", theta=0, digits=110).value)

        def quotient(power):
            angle = Fraction(1, 10**power)
            return mpf(mp, 2 * (top - Fraction(evaluate("1/2", theta=angle, digits=110).value)) / angle**2)

        change = (quotient(30) - quotient(20)) / (10 * mp.log(10))
        return mp.nstr(mpf(mp, at["r"]) * change / mp.pi, 20)

    def proof(right):
        law = endpoints.first_nonanalytic_term(half)
        known = -2 / sp.pi * r * law.coeff(theta**2 * sp.log(theta)) * -1
        return [*endpoints.derivation(half), prove(known, right, "the coefficient of theta^2 log(1/theta)")]

    return Relation(
        Side("ds^2/(angle^2 log)", value), r / (2 * sp.sqrt(2 * sp.pi)), grid({r: "1/2 1 3"}), digits=12, argument=proof
    )


@claim(
    "beyond.depth",
    r"$a^2 = \prod_\ell \frac{n_\ell^2}{2 n_\ell - 1}$ for layers of degrees $n_\ell > \tfrac12$",
    "agrees",
)
def cones_multiply():
    """Two layers of degrees a and b: 1 - cos of the last angle over theta^2/2, at theta = 1e-15."""

    def value(at, digits):
        angle = Fraction(1, 10**15)
        near, top = (
            Fraction(evaluate(layers=[at["a"], at["b"]], theta=t, digits=70).value) for t in (angle, Fraction(0))
        )
        return 2 * (1 - near / top) / angle**2

    def proof(right):
        steps = composition.derive([sp.Integer(2), sp.Integer(3)]).steps
        (step,) = (step for step in steps if step.lhs == sp.Symbol("a_{ℓ+1}") ** 2)
        inner = sp.Symbol("a_ℓ", positive=True)
        known = step.rhs.subs(inner**2, cone.slope_squared(a)).subs(n, b)
        return [step, prove(known, right, "one layer after the other")]

    formula = a**2 / (2 * a - 1) * b**2 / (2 * b - 1)
    return Relation(Side("a^2", value), formula, grid({a: "1 2 3", b: "1 3/2 2"}), digits=10, argument=proof)


@claim("beyond.ramps", r"any number of ramp layers leaves the metric of what is below them unchanged", "agrees")
def depth_of_ramps():
    """m ramps over a first layer of degree 2, at theta = 1e-15: the second-order term of the angle is that of degree 2 alone."""

    def value(at, digits):
        angle = Fraction(1, 10**15)
        layers = [2] + [1] * int(at["m"])
        near, top = (Fraction(evaluate(layers=layers, theta=t, digits=70).value) for t in (angle, Fraction(0)))
        return 2 * (1 - near / top) / angle**2

    def proof(right):
        steps = composition.derive([sp.Integer(2), sp.Integer(1)]).steps
        (step,) = (step for step in steps if step.lhs == J(sp.Integer(1), theta) / sp.pi)
        known = cone.slope_squared(sp.Integer(2)) * cone.slope_squared(sp.Integer(1)) ** m
        return [step, prove(known, right, "the slope of a ramp is 1")]

    return Relation(
        Side("a^2 of m ramps over degree 2", value), sp.Rational(4, 3), grid({m: "0 1 3 6"}), digits=10, argument=proof
    )


@claim("beyond.smoothed_curvature", r"S = -\frac{\pi \|x\|^2 (d-1)(d+2)}{\sigma \sqrt{2\|x\|^2 + \sigma^2}}", "proved")
def the_curvature_of_the_smoothed_kernel():
    """The metric (31) of 2012 in spherical coordinates: negative everywhere but at the origin."""

    def value(at, digits):
        width = sp.Rational(at["sigma"])
        bottom = 2 * r**2 + width**2
        across = 1 / (sp.pi * width * sp.sqrt(bottom))
        return spherical_curvature(at, across, across * width**2 / bottom)

    formula = -sp.pi * r**2 * (d - 1) * (d + 2) / (sigma * sp.sqrt(2 * r**2 + sigma**2))
    points, where = grid({d: "2 3", r: "1 2", sigma: "1/2 1"}), domain(d=integers(1), r=POSITIVE, sigma=POSITIVE)
    proof = Proof(curved.smoothed_curvature().lhs, curved.smoothed_curvature)
    return Relation(Side("S", value), formula, points, digits=15, proof=proof, domain=where)


# The biased kernel


class OwenT(sp.Function):
    """Owen's T, by quadrature of its integral."""

    nargs = 2

    def _eval_evalf(self, prec):
        mp = context(int(prec / 3.3))
        height, end = (mp.mpf(str(sp.N(argument, int(prec / 3.3) + 5))) for argument in self.args)
        total = mp.quad(lambda s: mp.exp(-(height**2) * (1 + s * s) / 2) / (1 + s * s), mp.linspace(0, end, 5))
        return sp.Float(mp.nstr(total / (2 * mp.pi), int(prec / 3.3) + 5), int(prec / 3.3))


@claim("beyond.owen", r"$k^b(x, y) = \tfrac12 \mathrm{erfc} \tfrac{b}{\sqrt2 \|x\|} + \tfrac12 \mathrm{erfc} \tfrac{b}{\sqrt2 \|y\|} - 2 T\!\left( \tfrac{b}{\|x\|}, \cot\psi \right) - 2 T\!\left( \tfrac{b}{\|y\|}, \cot\xi \right)$ for $b \ge 0$", "agrees")  # fmt: skip
def the_form_of_owen():
    """The probability that both units fire, for x = (a, 0) and y = c (3/5, 4/5)."""
    cot_psi, cot_xi = (a - 3 * c / 5) / (4 * c / 5), (c - 3 * a / 5) / (4 * a / 5)

    def value(at, digits):
        y = [at["c"] * Fraction(3, 5), at["c"] * Fraction(4, 5)]
        return read_quantity(0, bias=at["b"], x=[at["a"], 0], y=y).by_quadrature(route.definition, digits)

    def proof(right):
        triangle = {
            biased.norm_x: a,
            biased.norm_y: c,
            biased.b: b,
            sp.cot(biased.psi): cot_psi,
            sp.cot(biased.xi): cot_xi,
        }
        known = biased.owen_form().replace(biased.OwenT, OwenT).subs(triangle)
        return [*biased.derive().steps, prove(known, right, "eq. (24) of 2012 is Owen's integral")]

    tails = sp.erfc(b / (sp.sqrt(2) * a)) / 2 + sp.erfc(b / (sp.sqrt(2) * c)) / 2
    formula = tails - 2 * OwenT(b / a, cot_psi) - 2 * OwenT(b / c, cot_xi)
    return Relation(
        Side("k^b(x, y)", value), formula, grid({a: "1 3", b: "1/2 2", c: "1/2 2"}), digits=12, argument=proof
    )


@claim("beyond.biased_distance", r"$ds^2 \sim \sqrt{\tfrac2\pi} \tfrac{1}{\|x\|} e^{-b^2/2\|x\|^2}\, E|b\, dr/\|x\| + \|dx_\perp\| Z|$: linear in every direction", "agrees")  # fmt: skip
def the_biased_kernel_has_no_metric():
    """Steps of 1e-18 across the radius (a) and along it (c) from x = (r, 0), over their length."""
    spread, drift = a, b * c / r
    folded = spread * sp.sqrt(2 / sp.pi) * sp.exp(-(drift**2) / (2 * spread**2)) + drift * sp.erf(
        drift / (sp.sqrt(2) * spread)
    )
    formula = sp.sqrt(2 / sp.pi) / r * sp.exp(-(b**2) / (2 * r**2)) * folded

    def value(at, digits):
        moved = [at["r"] + distance.STEP * at["c"], distance.STEP * at["a"]]
        return distance.squared_distance([at["r"], Fraction(0)], moved, n=0, bias=at["b"]) / distance.STEP

    def proof(right):
        known = laws.biased().subs({laws.dx_across: a, laws.dx_along: c, laws.b: b})
        return [*laws.biased_steps(), prove(known, right, "a unit changes sides if w.x is within w.dx of b")]

    points = grid({r: "1 2", a: "1/2 1", b: "1/2 1", c: "1/3 2"}, most=8)
    return Relation(Side("ds^2/|step|", value), formula, points, digits=12, argument=proof)
