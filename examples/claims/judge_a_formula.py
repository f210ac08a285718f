"""Formulas of one's own, judged: copy this file, change the formulas, run `python -m symkern verify FILE`.

python -m symkern verify examples/claims/judge_a_formula.py --verbose
"""

import sympy as sp
from flint import arb

from symkern.claims import (
    POSITIVE,
    REALS,
    Proof,
    Qualified,
    Refuted,
    Relation,
    Side,
    Within,
    claim,
    domain,
    equation,
    interval,
)
from symkern.proofs import terms as term
from symkern.proofs.rules.integrals import fundamental

x = sp.Symbol("x", real=True)
t = sp.Symbol("t", real=True)
u = sp.Symbol("u", positive=True)


@claim("example.triple_angle", r"\sin 3x = 3 \sin x - 4 \sin^3 x", "proved")
def triple_angle():
    """An equation between two expressions, on a domain: the kernel compares their normal forms."""
    return equation(sp.sin(3 * x), 3 * sp.sin(x) - 4 * sp.sin(x) ** 3, domain(x=REALS))


@claim("example.sine", r"\sqrt{1 - \cos^2 t} = \sin t \text{ for } 0 < t < \pi", "proved")
def sine_from_cosine():
    """On all real numbers it would be refuted: the domain is part of the statement."""
    return equation(sp.sqrt(1 - sp.cos(t) ** 2), sp.sin(t), domain(t=interval(0, sp.pi)))


@claim("example.area", r"\int_0^u s^2 ds = u^3/3", "proved")
def area_under_a_parabola():
    """A proof of one's own: the fundamental theorem, whose conditions the engine shows; numbers by another route."""
    s, U = term.symbols("s u")
    where = domain(u=POSITIVE)
    integral = term.integral(s**2, s, 0, U)

    def riemann(at, digits):
        """Simpson's rule, which is exact for parabolas."""
        end = at["u"]
        return end / 6 * (0 + 4 * (end / 2) ** 2 + end**2)

    proof = Proof(integral, lambda: fundamental(integral, s**3 / 3, s, where))
    return Relation(Side("the integral", riemann), u**3 / 3, proof=proof, domain=where)


@claim("example.cubic_bound", r"|\sin x - x| \le x^3/6 \text{ for } 1/100 \le x \le 1", "certified")
def cubic_bound():
    """A bound over a box, by ball arithmetic: the left side is computed from the balls it is given."""
    v = sp.Symbol("x", positive=True)

    def sine(at) -> arb:
        return at["x"].sin()

    return Within("sin x", sine, v, v**3 / 6, {v: ("1/100", "1")})


@claim("example.root", r"\sqrt{x^2} = x", "qualified")
def root_of_a_square():
    """True for positive x only; the condition is a domain."""
    size = Side("sqrt(x^2)", lambda at, digits: abs(at["x"]))
    everywhere = Relation(size, x, domain=domain(x=REALS))
    return Qualified(everywhere, equation(sp.sqrt(x**2), x, domain(x=POSITIVE)), "x > 0", domain(x=POSITIVE))


@claim("example.double_angle", r"\cos 2x = 2 \cos^2 x + 1", "refuted")
def double_angle():
    """A misprint in a sign, with the corrected formula."""
    printed = equation(sp.cos(2 * x), 2 * sp.cos(x) ** 2 + 1, domain(x=REALS))
    corrected = equation(sp.cos(2 * x), 2 * sp.cos(x) ** 2 - 1, domain(x=REALS))
    return Refuted(printed, corrected, "The sign of 1.")
