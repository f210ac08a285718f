"""Cho & Saul (2012), Section 3.2: smoothed threshold functions.

Read it beside the paper. Left sides are numbers that know nothing of the formulas on the right.
"""

from fractions import Fraction

import sympy as sp
from _shared import EXTENDED, INDEXED, SMOOTHED, a, b, c, smoothed_steps
from flint import arb

from symkern.claims import POSITIVE, Definition, Proof, Qualified, Relation, Side, Within, claim, domain, grid, integers
from symkern.claims.indexed import components, delta, position, x
from symkern.proofs import terms as term
from symkern.proofs.rules.equality import restrict
from symkern.reference import distance, route
from symkern.reference.evaluate import evaluate, read_quantity
from symkern.reference.precision import context, mpf
from symkern.symbolic import (
    metric,
    smoothed,
)
from symkern.symbolic.notation import d, r, sigma
from symkern.symbolic.step import prove
from symkern.theorems import geometry as surfaces
from symkern.theorems import smoothed as extended

RADII = domain(d=integers(1), r=POSITIVE, sigma=POSITIVE)


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


@claim("cho_saul_2012.30", r"k_\sigma(x, y) = 1 - \frac{1}{\pi} \cos^{-1} \left( \frac{x \cdot y}{\sqrt{(\|x\|^2 + \sigma^2)(\|y\|^2 + \sigma^2)}} \right)", "proved")  # fmt: skip
def the_smoothed_kernel_in_closed_form():
    """The integral (29) over one weight, at x = (a, 0) and y = (b, c). The theorem is about the integral over both weights in the
    plane of x and y, with eq. (28) in it."""
    points = grid({a: "1/2 2", b: "1 3", c: "1/3 2", sigma: "1/2 1"})
    proof = Proof(extended.k_smoothed(), lambda: restrict(extended.closed_form_in_the_plane(), EXTENDED))
    return Relation(Side("k_sigma(x, y)", smoothed_value), SMOOTHED, points, proof=proof, domain=EXTENDED)


@claim("cho_saul_2012.smoothing_limit", r"in the limit of vanishing variance eq. (29) reduces to the arc-cosine kernel of degree $n = 0$", "agrees")  # fmt: skip
def smoothing_vanishes():
    """sigma = 1e-15 at x = (a, 0), y = (b, c); the right-hand side is 1 - theta/pi."""
    value = lambda at, digits: evaluate(0, sigma=Fraction(1, 10**15), x=[at["a"], 0], y=[at["b"], at["c"]], digits=25)  # noqa: E731

    def proof(right):
        steps, _ = smoothed_steps("eq. (30)")
        return [*steps, prove(SMOOTHED.subs(sigma, 0), right, "the cosine tends to cos(theta)")]

    formula = 1 - sp.acos(b / sp.sqrt(b**2 + c**2)) / sp.pi
    return Relation(
        Side("k_sigma", value), formula, grid({a: "1/2 2", b: "1 3", c: "1/3 2"}), digits=14, argument=proof
    )


@claim("cho_saul_2012.williams", r"The kernel in eq. (30) is analogous to one derived by Williams (1998), with an activation between $-1$ and $1$", "proved")  # fmt: skip
def williams():
    """With units 2 Psi - 1 from -1 to 1 the mean of the product is 2 k_sigma - 1, Williams' arc sine."""
    value = lambda at, digits: 2 * Fraction(smoothed_value(at, digits)) - 1  # noqa: E731

    proof = Proof(2 * extended.k_smoothed() - 1, lambda: restrict(extended.williams(), EXTENDED))
    formula = 2 / sp.pi * sp.asin(a * b / sp.sqrt((a**2 + sigma**2) * (b**2 + c**2 + sigma**2)))
    points = grid({a: "1/2 2", b: "1 3", c: "1/3 2", sigma: "1/2 1"}, most=12)
    return Relation(Side("E (2 Psi - 1)(2 Psi - 1)", value), formula, points, proof=proof, domain=EXTENDED)


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

    proof = Proof(surfaces.smoothed_metric().lhs, surfaces.smoothed_metric)
    points, where = components("μν", {sigma: "1/2 1 3"}), domain(r=POSITIVE, sigma=POSITIVE, **INDEXED)
    return Relation(Side("g_μν", value), SMOOTHED_G, points, digits=12, proof=proof, domain=where, scale=1)


@claim("cho_saul_2012.32", r"\det(g) = \frac{1}{\pi^d \sigma^{d-2} (2\|x\|^2 + \sigma^2)^{\frac d2 + 1}}", "proved")
def the_determinant_of_the_smoothed_metric():
    """Gram matrices of small steps in one, two and three dimensions. The theorem is about the determinant of the matrix (31), as
    the product of its eigenvalues: A across x, d - 1 times, and A + B |x|^2 along x."""

    def value(at, digits):
        return distance.metric_determinant([at["r"]] + [Fraction(0)] * (int(at["d"]) - 1), n=0, sigma=at["sigma"])

    formula = 1 / (sp.pi**d * sigma ** (d - 2) * (2 * r**2 + sigma**2) ** (d / 2 + 1))
    points = grid({d: "1 2 3", r: "1/2 2", sigma: "1/2 3"})
    proof = Proof(extended.DETERMINANT, extended.determinant)
    return Relation(Side("det g", value), formula, points, digits=12, proof=proof, domain=RADII)


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
        tied="sigma stands for its limit 0",
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

    formula = -2 * (d + 2) * r / (2 * r**2 + sigma**2)
    points = grid({d: "1 2 3", r: "1/2 2", sigma: "1/2 3"})
    proof = Proof(term.derivative(term.log(extended.DETERMINANT), extended.r), extended.slope_of_the_volume)
    return Relation(Side("d log det g/dr", value), formula, points, digits=6, proof=proof, domain=RADII)
