"""Cho & Saul (2012), Appendix C: the smoothed kernel.

Read it beside the paper. Left sides are numbers that know nothing of the formulas on the right.
"""

import sympy as sp
from _shared import EXTENDED, SMOOTHED, a, b, c, kernel_by_definition

from symkern.claims import POSITIVE, REALS, Definition, Proof, Relation, Side, claim, domain, grid
from symkern.proofs.rules.equality import restrict
from symkern.reference.precision import context, mpf
from symkern.symbolic.notation import sigma
from symkern.theorems import smoothed as extended


def mean_of_steps(shown):
    """Steps with Gaussian thresholds below z, averaged by quadrature, against the cumulative Gaussian. The printed equation, with
    eq. (28) on the left, is the general theorem."""
    z = sp.Symbol("z", real=True)

    def value(at, digits):
        mp = context(digits)
        width, end = mpf(mp, at["sigma"]), mpf(mp, at["z"])
        ends = [end - width * step for step in (30, 12, 5, 2, 0)]
        total = mp.quad(lambda m: mp.exp(-m * m / (2 * width**2)), ends)
        return mp.nstr(total / mp.sqrt(2 * mp.pi * width**2), digits)

    formula = sp.erfc(-z / (sp.sqrt(2) * sigma)) / 2
    proof = Proof(extended.MEAN_OF_STEPS, extended.mean_of_steps, extended.thresholds_below)
    points, where = grid({z: "-2 -1/3 0 1", sigma: "1/2 1 2"}), domain(z=REALS, sigma=POSITIVE)
    return Relation(Side(shown, value), formula, points, proof=proof, domain=where)


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
    """k_0 of the extended vectors by the integral over weights, against eq. (30). In general the theorem is that k_0 of the
    extended vectors is the integral (29)."""

    def value(at, digits):
        x_, y_ = [at["a"], 0, -at["sigma"], 0], [at["b"], at["c"], 0, -at["sigma"]]
        return kernel_by_definition(at, digits, n=0, x=x_, y=y_)

    points = grid({a: "1/2 2", b: "1 3", c: "1/3 2", sigma: "1/2 1"}, most=8)
    proof = Proof(extended.k_extended(), lambda: restrict(extended.of_extended_vectors(), EXTENDED), extended.extended)
    return Relation(Side("k_0 of the extended vectors", value), SMOOTHED, points, proof=proof, domain=EXTENDED)
