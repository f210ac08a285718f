"""Cho & Saul (2012), Section 3.1: biased threshold functions.

Read it beside the paper. Left sides are numbers that know nothing of the formulas on the right.
"""

from fractions import Fraction

import sympy as sp
from _shared import a, b, biased_value, c, kernel_by_definition, rho

from symkern.claims import POSITIVE, REALS, Definition, Proof, Relation, Side, claim, domain, grid
from symkern.proofs import terms as term
from symkern.proofs.rules.equality import instantiate
from symkern.reference.evaluate import evaluate
from symkern.reference.precision import context, mpf
from symkern.symbolic import (
    biased,
)
from symkern.symbolic.notation import norm_x, norm_y, psi, theta
from symkern.symbolic.step import prove
from symkern.theorems import biased as half_planes


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

    formula = sp.erfc(bias / (sp.sqrt(2) * a)) / 2
    proof = Proof(half_planes.FRACTION, half_planes.fraction_of_active_units, half_planes.sparser_with_the_bias)
    points, where = grid({bias: "-2 -1/2 0 1 3", a: "1/2 2"}), domain(beta=REALS, a=POSITIVE)
    return Relation(Side("P(w.x > b)", value), formula, points, proof=proof, domain=where)


@claim("cho_saul_2012.24", r"I(r, \xi) = \frac1\pi \int_0^\xi d\phi \exp\left( -\frac{1}{2 r^2 \sin^2\phi} \right)", "definition")  # fmt: skip
def the_integral():
    return Definition()


class BiasIntegral(sp.Function):
    """I(r, xi), evaluated by quadrature of eq. (24)."""

    nargs = 2

    def _eval_evalf(self, prec):
        mp = context(int(prec / 3.3))
        radius, end = (mp.mpf(str(sp.N(argument, int(prec / 3.3) + 5))) for argument in self.args)
        pieces = mp.linspace(0, end, 9)
        total = mp.quad(lambda f: mp.exp(-1 / (2 * (radius * mp.sin(f)) ** 2)) if mp.sin(f) else mp.zero, pieces)
        return sp.Float(mp.nstr(total / mp.pi, int(prec / 3.3) + 5), int(prec / 3.3))


@claim("cho_saul_2012.25", r"$k^b(x, y) = I(b^{-1} \|x\|, \psi) + I(b^{-1} \|y\|, \xi)$ for $b \ge 0$", "agrees")
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
    return Relation(
        Side("k^b(x, y)", biased_value), formula, points, digits=12, argument=proof, tied="angles follow from norms"
    )


@claim("cho_saul_2012.26", r"$k^b(x, y) = k^{-b}(x, y) + \mathrm{erf}\left( \frac{-b}{\sqrt2 \|x\|} \right) + \mathrm{erf}\left( \frac{-b}{\sqrt2 \|y\|} \right)$ for $b \le 0$", "proved")  # fmt: skip
def opposite_biases():
    """The difference of the two probabilities; b stands for -b > 0, a and c for the norms."""
    value = lambda at, digits: biased_value(at, digits, -at["b"]) - biased_value(at, digits)  # noqa: E731

    formula = sp.erf(b / (sp.sqrt(2) * a)) + sp.erf(b / (sp.sqrt(2) * c))
    points, where = grid({a: "1 3", b: "1/2 2", c: "1/3 2"}), domain(a=POSITIVE, b=POSITIVE, c=POSITIVE)
    angle = {"theta": half_planes.EXAMPLE}
    left = term.substituted(half_planes.opposite_biases().lhs, angle)
    proof = Proof(left, lambda: instantiate(half_planes.opposite_biases(), angle, where), half_planes.opposite_biases)
    return Relation(Side("k^(-b) - k^b", value), formula, points, digits=15, proof=proof, domain=where)


@claim("cho_saul_2012.centering", r"kernel matrices for opposite values of $b$ are equivalent up to centering", "agrees")  # fmt: skip
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

    return Relation(
        Side("centered k^(-b)", value), centered(at_), tuple(points), digits=15, argument=proof, tied="k_ij are kernels"
    )


class HalfLine(sp.Integral):
    """An integral over t > 0 of what falls like a Gaussian, by quadrature: SymPy's own takes seconds."""

    def _eval_evalf(self, prec):
        digits = int(prec / 3.3) + 5
        mp = context(digits)
        ((variable, _, _),) = self.limits
        own = {name: getattr(mp, name) for name in ("exp", "erf", "sqrt", "pi", "mpf")}
        integrand = sp.lambdify(variable, self.function, modules=[own, "mpmath"])
        return sp.Float(mp.nstr(mp.quad(integrand, [0, 1, 3, 8, 20, 60]), digits), digits)


@claim("cho_saul_2012.27", r"$k^b(\rho x, \rho y) = k^{b/\rho}(x, y)$ for $\rho > 0$", "proved")
def scaling():
    """On the right, the kernel of the bias b/rho as an integral over the weight along x, counted from the threshold; on the left
    the probability for scaled inputs. In general the theorem is about the two integrals over the plane, at any angle."""
    t = sp.Symbol("t", positive=True)
    weight = b / (rho * a) + t
    fires = 1 - sp.erf((b / (rho * c) - 3 * weight / 5) * 5 / (4 * sp.sqrt(2)))
    formula = HalfLine(sp.exp(-(weight**2) / 2) * sp.sqrt(sp.pi / 2) * fires, (t, 0, sp.oo)) / sp.pi
    left_term = half_planes.k(
        half_planes.EXAMPLE, half_planes.rho * half_planes.a, half_planes.rho * half_planes.c, half_planes.b
    )
    proof = Proof(left_term, half_planes.scaled_example, half_planes.scaling)
    where = domain(a=POSITIVE, b=POSITIVE, c=POSITIVE, rho=POSITIVE)
    points = grid({a: "1 2", b: "1/2 1", c: "3/2", rho: "1/2 3"})
    left = Side("k^b(rho x, rho y)", lambda at, digits: biased_value(at, digits, scale=at["rho"]))
    return Relation(left, formula, points, digits=15, proof=proof, domain=where)
