"""Cho & Saul (2012), Section 2.1: arc-cosine kernels.

Read it beside the paper. Left sides are numbers that know nothing of the formulas on the right.
"""

from fractions import Fraction

import sympy as sp
from _shared import ANGLES, a, b, kernel_by_definition, proved

from symkern.claims import Definition, Qualified, Relation, Side, claim, grid
from symkern.reference import route
from symkern.reference.evaluate import evaluate, read_quantity
from symkern.symbolic import (
    angular,
    closed_form,
    price,
    reduction,
)
from symkern.symbolic.notation import J, n, norm_x, norm_y, theta
from symkern.symbolic.step import prove


@claim("cho_saul_2012.1", r"k_n(x, y) = 2 \int dw \frac{e^{-\|w\|^2/2}}{(2\pi)^{d/2}} \Theta(w \cdot x) \Theta(w \cdot y) (w \cdot x)^n (w \cdot y)^n", "definition")  # fmt: skip
def the_kernel():
    return Definition()


@claim("cho_saul_2012.2", r"\theta = \cos^{-1} \left( \frac{x \cdot y}{\|x\| \|y\|} \right)", "definition")
def the_angle():
    return Definition()


@claim("cho_saul_2012.3", r"k_0(x, y) = 1 - \frac{\theta}{\pi}", "agrees")
def degree_zero():
    """The integral over two weights."""
    left = Side("k_0(x, y)", lambda at, digits: kernel_by_definition(at, digits, layers=[0], theta=at["theta"]))
    steps = lambda: [*reduction.reduction(), *angular.differential_formula()[:1]]  # noqa: E731
    known = angular.trigonometric(0) / sp.pi
    return Relation(
        left, 1 - theta / sp.pi, grid({theta: ANGLES}), argument=proved(steps, known, "eqs. (25) and (3) of 2010")
    )


@claim("cho_saul_2012.4", r"k_n(x, y) = \frac{1}{\pi} \|x\|^n \|y\|^n J_n(\theta)", "agrees")
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


@claim("cho_saul_2012.5", r"J_n(\theta) = (-1)^n (\sin\theta)^{2n+1} \left( \frac{1}{\sin\theta} \frac{\partial}{\partial\theta} \right)^n \left( \frac{\pi - \theta}{\sin\theta} \right)", "agrees")  # fmt: skip
def the_differential_formula():
    """Judged at n = 4 with the operator applied literally, against a proved integral; the proof is an induction over n."""
    applied = (sp.pi - theta) / sp.sin(theta)
    for _ in range(4):
        applied = sp.diff(applied, theta) / sp.sin(theta)
    steps = lambda: [*angular.differential_formula(), *angular.recurrence(), *angular.literal_applications(4)]  # noqa: E731

    def proof(right):
        return [*steps(), prove(angular.trigonometric(4), right, "the fourth application")]

    return Relation(
        by_proved_integral(4), sp.sin(theta) ** 9 * sp.expand(applied), grid({theta: ANGLES}), argument=proof
    )


def by_proved_integral(degree):
    """J_n from eq. (23) of 2010 by an integrator that proves its digits."""

    def value(at, digits):
        return read_quantity(degree, theta=at["theta"]).by_proved_integral(digits)

    return Side(f"J_{degree}(theta)", value)


def low_degree(degree, formula):
    steps = lambda: [*closed_form.equals_trigonometric_form(), *angular.recurrence()]  # noqa: E731
    proof = proved(steps, angular.trigonometric(degree), "the recurrence from degree 0")
    return Relation(by_proved_integral(degree), formula, grid({theta: ANGLES}), argument=proof)


@claim("cho_saul_2012.6", r"J_0(\theta) = \pi - \theta", "agrees")
def angular_part_of_degree_zero():
    return low_degree(0, sp.pi - theta)


@claim("cho_saul_2012.7", r"J_1(\theta) = \sin\theta + (\pi - \theta) \cos\theta", "agrees")
def angular_part_of_degree_one():
    return low_degree(1, sp.sin(theta) + (sp.pi - theta) * sp.cos(theta))


@claim("cho_saul_2012.8", r"J_2(\theta) = 3 \sin\theta \cos\theta + (\pi - \theta)(1 + 2 \cos^2\theta)", "agrees")
def angular_part_of_degree_two():
    return low_degree(2, 3 * sp.sin(theta) * sp.cos(theta) + (sp.pi - theta) * (1 + 2 * sp.cos(theta) ** 2))


@claim("cho_saul_2012.monotone", r"$J_n(\theta)$ takes its maximum value at $\theta = 0$ and decreases monotonically to zero at $\theta = \pi$", "agrees")  # fmt: skip
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
