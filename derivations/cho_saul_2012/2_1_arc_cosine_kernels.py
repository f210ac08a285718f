"""Cho & Saul (2012), Section 2.1: arc-cosine kernels.

Read it beside the paper. Left sides are numbers that know nothing of the formulas on the right.
"""

from fractions import Fraction

import sympy as sp
from _shared import ANGLES, a, b, kernel_by_definition

from symkern.claims import (
    POSITIVE,
    Definition,
    Proof,
    Qualified,
    Relation,
    Side,
    above,
    claim,
    domain,
    grid,
    integers,
    interval,
)
from symkern.proofs import terms as term
from symkern.proofs.rules.derivatives import derivative_value
from symkern.proofs.rules.equality import combine, instantiate
from symkern.reference import route
from symkern.reference.evaluate import evaluate, read_quantity
from symkern.symbolic import closed_form
from symkern.symbolic.notation import theta
from symkern.theorems import closed_form as J_in_closed_form
from symkern.theorems import differential_formula, kernel, monotone
from symkern.theorems import price as price_law
from symkern.theorems.reduction import J

n = sp.Symbol("n", real=True)
OPEN_ANGLE = interval(0, sp.pi)
N, THETA = kernel.n, kernel.theta  # the same symbols in the proof kernel


@claim("cho_saul_2012.1", r"k_n(x, y) = 2 \int dw \frac{e^{-\|w\|^2/2}}{(2\pi)^{d/2}} \Theta(w \cdot x) \Theta(w \cdot y) (w \cdot x)^n (w \cdot y)^n", "definition")  # fmt: skip
def the_kernel():
    return Definition()


@claim("cho_saul_2012.2", r"\theta = \cos^{-1} \left( \frac{x \cdot y}{\|x\| \|y\|} \right)", "definition")
def the_angle():
    return Definition()


@claim("cho_saul_2012.3", r"k_0(x, y) = 1 - \frac{\theta}{\pi}", "proved")
def degree_zero():
    """The integral over two weights. The theorem is for vectors of any norms a and b."""
    left = Side("k_0(x, y)", lambda at, digits: kernel_by_definition(at, digits, layers=[0], theta=at["theta"]))
    where = domain(theta=OPEN_ANGLE, a=POSITIVE, b=POSITIVE)
    proof = Proof(kernel.k(0, THETA, kernel.a, kernel.b), lambda: kernel.of_degree(0))
    return Relation(left, 1 - theta / sp.pi, grid({theta: ANGLES}), proof=proof, domain=where)


@claim("cho_saul_2012.4", r"k_n(x, y) = \frac{1}{\pi} \|x\|^n \|y\|^n J_n(\theta)", "proved")
def norms_and_angle():
    """Vectors (a, 0) and b(3/5, 4/5), by the integral over two weights; J_n on the right by its closed form. The general
    theorem is for every angle between 0 and pi."""
    angle = sp.acos(sp.Rational(3, 5))
    formula = a**n * b**n * closed_form.hypergeometric(n).subs(theta, angle) / sp.pi

    def value(at, digits):
        y = [at["b"] * Fraction(3, 5), at["b"] * Fraction(4, 5)]
        return kernel_by_definition(at, digits, n=at["n"], x=[at["a"], 0], y=y)

    where = domain(n=above("-1/2"), a=POSITIVE, b=POSITIVE)
    at_angle = {"theta": term.acos(term.term(Fraction(3, 5)))}
    left = kernel.k(N, at_angle["theta"], kernel.a, kernel.b)
    proof = Proof(left, lambda: instantiate(kernel.closed(), at_angle, where), kernel.norms_and_angle)
    points = grid({n: "0 1/2 1 3", a: "1/2 3", b: "1/3 2"})
    return Relation(Side("k_n(x, y)", value), formula, points, proof=proof, domain=where)


@claim("cho_saul_2012.5", r"J_n(\theta) = (-1)^n (\sin\theta)^{2n+1} \left( \frac{1}{\sin\theta} \frac{\partial}{\partial\theta} \right)^n \left( \frac{\pi - \theta}{\sin\theta} \right)", "proved")  # fmt: skip
def the_differential_formula():
    """Compared at n = 4 with the operator applied literally, against a proved integral; the theorem is for every integer
    n >= 0, where D_m(theta) is the m-th application of the operator."""
    applied = (sp.pi - theta) / sp.sin(theta)
    for _ in range(4):
        applied = sp.diff(applied, theta) / sp.sin(theta)
    formula = sp.sin(theta) ** 9 * sp.expand(applied)
    return low_degree(4, formula, differential_formula.differential_formula)


def by_proved_integral(degree):
    """J_n from eq. (23) of 2010 by an integrator that proves its digits."""

    def value(at, digits):
        return read_quantity(degree, theta=at["theta"]).by_proved_integral(digits)

    return Side(f"J_{degree}(theta)", value)


def low_degree(degree, formula, general=None):
    """J_n of one integer degree against a formula, with the theorem that the differential formula gives."""
    proof = Proof(J(degree, THETA), lambda: differential_formula.low_degree(degree), general)
    points, where = grid({theta: ANGLES}), domain(theta=OPEN_ANGLE)
    return Relation(by_proved_integral(degree), formula, points, proof=proof, domain=where)


@claim("cho_saul_2012.6", r"J_0(\theta) = \pi - \theta", "proved")
def angular_part_of_degree_zero():
    return low_degree(0, sp.pi - theta)


@claim("cho_saul_2012.7", r"J_1(\theta) = \sin\theta + (\pi - \theta) \cos\theta", "proved")
def angular_part_of_degree_one():
    return low_degree(1, sp.sin(theta) + (sp.pi - theta) * sp.cos(theta))


@claim("cho_saul_2012.8", r"J_2(\theta) = 3 \sin\theta \cos\theta + (\pi - \theta)(1 + 2 \cos^2\theta)", "proved")
def angular_part_of_degree_two():
    return low_degree(2, 3 * sp.sin(theta) * sp.cos(theta) + (sp.pi - theta) * (1 + 2 * sp.cos(theta) ** 2))


def slope_by_quadrature():
    """J_n'(theta) by quadrature of an integral over one angle."""

    def slope(at, digits):
        return read_quantity(at["n"], theta=at["theta"], derivative=1).by_quadrature(route.one_dimension, digits)

    return Side("J_n'(theta)", slope)


def slope_in_closed_form():
    """The theorem d J_n/d theta = -n^2 sin(theta) J_{n-1}, with the closed form of J_{n-1}."""
    where, factor = price_law.DOMAIN, N**2 * price_law.SIN
    lower = instantiate(J_in_closed_form.J_closed(), {"n": N - 1}, where)
    right = -factor * J_in_closed_form.closed_form(N - 1, THETA)
    return combine(SLOPE, right, where, (1, derivative_value(price_law.slope())), (-factor, lower))


SLOPE = term.derivative(J(N, THETA), THETA)
PRINTED_SLOPE = -(n**2) * sp.sin(theta) * closed_form.hypergeometric(n - 1)


@claim("cho_saul_2012.monotone", r"$J_n(\theta)$ takes its maximum value at $\theta = 0$ and decreases monotonically to zero at $\theta = \pi$", "proved")  # fmt: skip
def falls_from_zero_to_pi():
    """The slope is minus n^2 sin(theta) J_{n-1} for every real n > 0, and the general theorem is that this product is positive.
    At n = 0 the slope is -1, by eq. (6). The factor cos(theta/2)^(2n+1) of the closed form takes J_n to zero at pi."""
    proof, points = Proof(SLOPE, slope_in_closed_form, monotone.falling), grid({n: "1 2 3 4", theta: "1/10 1 2 3"})
    where = domain(n=POSITIVE, theta=OPEN_ANGLE)
    return Relation(slope_by_quadrature(), PRINTED_SLOPE, points, proof=proof, domain=where)


@claim("cho_saul_2012.slope_at_zero", r"$J_n'(\theta)$ at $\theta = 0$ only vanishes for positive integers $n \ge 1$", "qualified")  # fmt: skip
def where_the_slope_vanishes():
    """True among the integers that the paper allows: -1 at n = 0, and 0 from n = 1 on. Among the real degrees it vanishes
    for every n > 0, so also where the figure of 2010 shows fractional ones; judged for integers by the slope over theta.
    J_{n-1}(0) is finite for n >= 1, so the slope vanishes with sin(theta)."""

    def at_zero(at, digits):
        return evaluate(at["n"], theta=0, derivative=1, digits=digits)

    printed = Relation(
        Side("J_n'(0) for n that is no integer", at_zero), sp.S.Zero, grid({n: "1/2 3/4 3/2"}), sense="≠"
    )
    near_zero, where = grid({n: "1 2 3", theta: "1/1000 1/10"}), domain(n=integers(1), theta=OPEN_ANGLE)
    proof = Proof(SLOPE, slope_in_closed_form)
    under = Relation(slope_by_quadrature(), PRINTED_SLOPE, near_zero, proof=proof, domain=where)
    return Qualified(printed, under, "n is an integer", where)
