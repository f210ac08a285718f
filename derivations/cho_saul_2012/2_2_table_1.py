"""Cho & Saul (2012), Table 1.

Read it beside the paper. Left sides are numbers that know nothing of the formulas on the right.
"""

from fractions import Fraction

import sympy as sp
from _shared import INDEXED, G, curvature_of_the_arc_cosine_kernel

from symkern.claims import POSITIVE, Definition, Proof, Relation, Side, claim, domain, integers
from symkern.claims.indexed import POSITIONS, components, delta, position, x
from symkern.proofs import terms as term
from symkern.proofs.rules import geometry as curvature
from symkern.proofs.rules.equality import instantiate
from symkern.reference.precision import context, mpf
from symkern.symbolic.components import Components
from symkern.symbolic.notation import d, n, p, r, sigma
from symkern.theorems import geometry as surfaces


def table_metric(theorem, where, formula, kernel, values, places=POSITIONS[:3]):
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

    side, points = Side("g_μν", value), components("μν", values, places)
    proof = Proof(theorem().lhs, theorem)
    return Relation(
        side, formula, points, digits=12, proof=proof, domain=domain(r=POSITIVE, **where, **INDEXED), scale=1
    )


@claim("cho_saul_2012.table1.linear.k", r"x \cdot y", "definition")
def the_linear_kernel():
    return Definition()


@claim("cho_saul_2012.table1.linear.g", r"\delta_{\mu\nu}", "proved")
def the_linear_metric():
    return table_metric(surfaces.linear_metric, {}, delta("μ", "ν"), lambda mp, at, xx, yy, xy: xy, {})


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
    where = domain(r=POSITIVE, d=integers(1))
    return Relation(left, sp.S.Zero, points, proof=flat(surfaces.LINEAR), domain=where)


def flat(metric):
    """The proof that a metric that is a multiple of the identity has no curvature."""
    return Proof(curvature.scalar_curvature(metric).lhs, lambda: curvature.scalar_curvature(metric))


@claim("cho_saul_2012.table1.polynomial.k", r"(x \cdot y)^p", "definition")
def the_polynomial_kernel():
    return Definition()


def in_power(theorem, **more):
    """A theorem about the polynomial kernel, with the paper's letter p for the power."""
    where = domain(r=POSITIVE, p=integers(1), **more)
    return lambda: instantiate(theorem(), {"q": term.sym("p")}, where)


@claim("cho_saul_2012.table1.polynomial.g", r"p \|x\|^{2p-2} \left( \delta_{\mu\nu} + (p-1) \frac{x_\mu x_\nu}{\|x\|^2} \right)", "proved")  # fmt: skip
def the_polynomial_metric():
    formula = p * r ** (2 * p - 2) * (delta("μ", "ν") + (p - 1) * x("μ") * x("ν") / r**2)
    kernel = lambda mp, at, xx, yy, xy: xy ** int(at["p"])  # noqa: E731
    theorem = in_power(lambda: surfaces.polynomial_metric()[0], **INDEXED)
    return table_metric(theorem, {"p": integers(1)}, formula, kernel, {p: "1 2 3"})


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

    formula = (p - 1) * (2 - d) * (d - 1) / (p * r ** (2 * p))
    theorem = in_power(surfaces.polynomial_curvature, d=integers(1))
    where = domain(r=POSITIVE, p=integers(1), d=integers(1))
    return Relation(left, formula, points, digits=15, proof=Proof(theorem().lhs, theorem), domain=where)


@claim("cho_saul_2012.table1.gaussian.k", r"e^{-\|x - y\|^2/\sigma^2}", "definition")
def the_gaussian_kernel():
    return Definition()


@claim("cho_saul_2012.table1.gaussian.g", r"(2/\sigma^2) \delta_{\mu\nu}", "proved")
def the_gaussian_metric():
    kernel = lambda mp, at, xx, yy, xy: mp.exp(-(xx + yy - 2 * xy) / mpf(mp, at["sigma"]) ** 2)  # noqa: E731
    formula = 2 / sigma**2 * delta("μ", "ν")
    return table_metric(surfaces.gaussian_metric, {"sigma": POSITIVE}, formula, kernel, {sigma: "1/2 1 3"})


@claim("cho_saul_2012.table1.gaussian.S", "0", "proved")
def the_gaussian_curvature():
    left, points = scalar_of(lambda at, place: 2 / at["sigma"] ** 2 * sp.eye(len(place)), {sigma: "1 3"}, POSITIONS[:3])
    where = domain(r=POSITIVE, sigma=POSITIVE, d=integers(1))
    return Relation(left, sp.S.Zero, points, proof=flat(surfaces.GAUSSIAN), domain=where)


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
    return table_metric(surfaces.arc_cosine_metric, {"n": integers(1)}, G, kernel, {n: "2 3 4"}, places)


@claim("cho_saul_2012.table1.arccosine.S", r"\frac{3(n-1)^2(2-d)(d-1)}{n^2 (2n-1)!! \|x\|^{2n}}", "refuted")
def the_arc_cosine_curvature():
    return curvature_of_the_arc_cosine_kernel("The factor 3 is that of eq. (20).")
