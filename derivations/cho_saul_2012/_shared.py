"""Symbols and left sides that several sections of Cho & Saul (2012) share."""

from fractions import Fraction
from functools import cache

import sympy as sp

from symkern.claims import POSITIVE, REALS, Proof, Refuted, Relation, Side, domain, integers
from symkern.claims.indexed import components, delta, position, x
from symkern.reference import distance, route
from symkern.reference.evaluate import read_quantity
from symkern.symbolic import (
    geometry,
    metric,
    smoothed,
)
from symkern.symbolic.components import Components
from symkern.symbolic.notation import d, n, norm_x, norm_y, r, sigma
from symkern.symbolic.step import prove
from symkern.theorems import geometry as surfaces
from symkern.theorems import smoothed as extended

a, b, c, q, h = sp.symbols("a b c q h", positive=True)
u, v = sp.symbols("u v", positive=True)
rho = sp.Symbol("rho", positive=True)
half = sp.Rational(1, 2)
ODD = sp.factorial2(2 * n - 3)
INDEXED = {"δ_μν": REALS, "x_μ": REALS, "x_ν": REALS}
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


G = n**2 * ODD * r ** (2 * n - 2) * (delta("μ", "ν") + 2 * (n - 1) * x("μ") * x("ν") / r**2)


def surface():
    return geometry.Surface(metric.arc_cosine(n))


def metric_steps():
    return [*metric.derivation(), *metric.arc_cosine_steps()]


def metric_at(at, first, second):
    """A component of the metric of the arc-cosine kernel, from distances of small steps."""
    return distance.metric_component(position(at), int(at[first]) - 1, int(at[second]) - 1, n=at["n"])


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
    """S as printed, a third of it, and the proof of that for n >= 1 and every d."""
    left = Side("S", lambda at, digits: component(at, lambda tensors: tensors.scalar))
    places = ((1, 0, 0), (1, 2, 2), (3, 4))
    proof = Proof(surfaces.arc_cosine_curvature().lhs, surfaces.arc_cosine_curvature)
    where = domain(n=integers(1), d=integers(1), r=POSITIVE)
    points = components("", {n: "1 2 3"}, places)
    return Refuted(
        Relation(left, S_PRINTED, components("", {n: "2 3"}, places[:2]), digits=15),
        Relation(left, S_PRINTED / 3, points, digits=15, proof=proof, domain=where),
        mistake,
        inherited_by,
    )


def biased_value(at, digits, bias=None, scale=1):
    """k^b of (a, 0) and c (3/5, 4/5), from the integral (23) as a probability."""
    x_, y_ = [scale * at["a"], 0], [scale * at["c"] * Fraction(3, 5), scale * at["c"] * Fraction(4, 5)]
    return kernel_by_definition(at, digits + 5, n=0, bias=at["b"] if bias is None else bias, x=x_, y=y_)


SMOOTHED = 1 - sp.acos(a * b / sp.sqrt((a**2 + sigma**2) * (b**2 + c**2 + sigma**2))) / sp.pi
EXTENDED = domain([1 - extended.PLANE_COSINE], a=POSITIVE, b=POSITIVE, c=POSITIVE, sigma=POSITIVE)
"""Inputs of eq. (30). That the cosine is less than 1 holds for all of them (Cauchy & Schwarz)."""


def smoothed_steps(number):
    """The steps to eq. (30) and the right-hand side of the one with this source, for these vectors."""
    steps = smoothed.derive().steps
    (known,) = (step.rhs for step in steps if step.source == f"Cho & Saul (2012), {number}")
    return steps, known.subs({norm_x: a, norm_y: sp.sqrt(b**2 + c**2), smoothed.dot: a * b})
