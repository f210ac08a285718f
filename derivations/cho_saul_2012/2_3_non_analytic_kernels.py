"""Cho & Saul (2012), Section 2.3: non-analytic kernels.

Read it beside the paper. Left sides are numbers that know nothing of the formulas on the right.
"""

from fractions import Fraction

import sympy as sp
from _shared import a, b, kernel_by_definition, q
from flint import arb

from symkern.claims import POSITIVE, Proof, Relation, Side, Within, claim, domain, grid
from symkern.proofs import terms as term
from symkern.proofs.rules.equality import combine, instantiate, restrict
from symkern.reference import distance
from symkern.symbolic import reduction
from symkern.symbolic.notation import p, r
from symkern.symbolic.step import prove
from symkern.theorems import kernel
from symkern.theorems import non_analytic as steps_near

SIDES = domain(a=POSITIVE, b=POSITIVE)


@claim("cho_saul_2012.unit_sphere", r"k_0(x, x) = 1", "proved")
def steps_map_to_the_unit_sphere():
    """Vectors (a, b) of any length against themselves, and the law k_n(x, x) = c |x|^(2n) at n = 0."""
    value = lambda at, digits: Fraction(  # noqa: E731
        kernel_by_definition(at, digits, n=0, x=[at["a"], at["b"]], y=[at["a"], at["b"]])
    )
    norm = steps_near.HYPOTENUSE
    proof = Proof(
        steps_near.of_itself(norm), lambda: instantiate(steps_near.unit_sphere(), {"a": norm}, steps_near.SIDES)
    )
    return Relation(Side("k_0(x, x)", value), sp.S.One, grid({a: "1/2 3", b: "1 2"}), proof=proof, domain=SIDES)


@claim("cho_saul_2012.21", r"\|\Phi(x + dx_\perp) - \Phi(x)\|^2 = (2/\pi) \cos^{-1}(\|x\|/\|x + dx_\perp\|) = (2/\pi) \sin^{-1}(\|dx_\perp\|/\|x + dx_\perp\|) \approx (2/\pi) \|dx_\perp\|/\|x\|", "proved")  # fmt: skip
def a_step_across():
    """x = (a, 0) and dx = (0, b), not small: 2 - 2 k_0 by quadrature against the arc sine. The last line is the next claim."""

    def value(at, digits):
        cross = kernel_by_definition(at, digits, n=0, x=[at["a"], 0], y=[at["a"], at["b"]])
        return 2 - 2 * cross

    formula = 2 / sp.pi * sp.asin(b / sp.sqrt(a**2 + b**2))
    # arcsin has a value up to 1, which the quotient of positive numbers does not reach
    where = domain([1 - steps_near.b / steps_near.HYPOTENUSE], a=POSITIVE, b=POSITIVE)
    proof = Proof(
        steps_near.squared_distance(),
        lambda: restrict(steps_near.step_across(), where),
        steps_near.step_across_by_cosine,
    )
    points = grid({a: "1/2 1 3", b: "1/3 1 2"})
    return Relation(Side("ds^2", value), formula, points, digits=15, proof=proof, domain=where)


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
    norm = term.sqrt(2) * steps_near.b

    def theorem():
        angle = {"theta": term.pi / 4, "b": norm}
        known = instantiate(kernel.of_degree(0), angle, steps_near.SIDES)
        return combine(known.lhs, Fraction(3, 4), steps_near.SIDES, (1, known))

    proof = Proof(kernel.k(0, term.pi / 4, steps_near.a, norm), theorem, steps_near.magnitudes)
    points = grid({a: "1/3 1 5", b: "1/2 7"})
    return Relation(Side("k_0(x, y)", value), sp.Rational(3, 4), points, proof=proof, domain=SIDES)


@claim("cho_saul_2012.22", r"\|\Phi(x + dx) - \Phi(x)\|^2 = \frac{2}{\pi \|x\|} \sqrt{dx^\top \left( I_d - \frac{x x^\top}{\|x\|^2} \right) dx}", "agrees")  # fmt: skip
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
