"""Cho & Saul (2012), Appendix B: the biased kernel.

Read it beside the paper. Left sides are numbers that know nothing of the formulas on the right.
"""

from fractions import Fraction

import sympy as sp
from _shared import a, b, biased_value, c

from symkern.claims import POSITIVE, REALS, Definition, Proof, Relation, Side, claim, domain, grid
from symkern.proofs import terms as term
from symkern.reference.precision import context, mpf
from symkern.symbolic import biased
from symkern.symbolic.notation import d, norm_x, norm_y, phi, r, theta
from symkern.symbolic.step import prove
from symkern.theorems import biased as half_planes


@claim("cho_saul_2012.B.1", r"x = e_1 \|x\|", "definition")
def along_the_first_axis():
    return Definition()


@claim("cho_saul_2012.B.2", r"y = (e_1 \cos\theta + e_2 \sin\theta) \|y\|", "definition")
def in_the_plane():
    return Definition()


@claim("cho_saul_2012.B.3", r"k^b(x, y) = \frac1\pi \int dw_1 \int dw_2 \left[ e^{-\frac{w_1^2 + w_2^2}{2}} \Theta(w_1 \|x\| - b) \Theta(w_1 \|y\| \cos\theta + w_2 \|y\| \sin\theta - b) \right]", "agrees")  # fmt: skip
def the_biased_planar_integral():
    """The weight of the plane, e^{-r^2/2}/pi, against eq. (23) with the d - 2 other weights integrated out numerically."""
    R = sp.Symbol("R", positive=True)

    def value(at, digits):
        mp = context(digits)
        other = mp.quad(lambda w: mp.exp(-w * w / 2), [-30, -8, -3, 0, 3, 8, 30])
        size = int(at["d"])
        density = 2 * mp.exp(-(mpf(mp, at["R"]) ** 2) / 2) * (2 * mp.pi) ** (-mp.mpf(size) / 2)
        return mp.nstr(density * other ** (size - 2), digits)

    formula = sp.exp(-(R**2) / 2) / sp.pi
    return Relation(Side("density of (w_1, w_2)", value), formula, grid({R: "1/2 1 2", d: "2 3 5"}))


@claim("cho_saul_2012.B.4", r"k^b(x, y) = \frac1\pi \int_{-\pi}^{\pi} d\phi \int_0^\infty dr \left[ r e^{-\frac{r^2}{2}} \Theta(r \|x\| \cos\phi - b) \Theta(r \|y\| \cos(\theta - \phi) - b) \right]", "proved")  # fmt: skip
def polar_coordinates():
    """The integrand in polar coordinates: w.y = r |y| cos(theta - phi), and the Jacobian by small differences.
    In general the theorem is about the integrals over the plane."""

    def value(at, digits):
        mp = context(40)
        radius, angle, turn = (mpf(mp, at[name]) for name in ("r", "theta", "phi"))
        step = mp.mpf(10) ** -15
        point = lambda s, t: mp.matrix([s * mp.cos(t), s * mp.sin(t)])  # noqa: E731
        here = point(radius, turn)
        by_radius, by_angle = (
            (point(*moved) - here) / step for moved in ((radius + step, turn), (radius, turn + step))
        )
        jacobian = by_radius[0] * by_angle[1] - by_radius[1] * by_angle[0]
        projected = here[0] * mp.cos(angle) + here[1] * mp.sin(angle)
        return mp.nstr(jacobian * mp.exp(-(here.T * here)[0] / 2) * projected, 20)

    formula = r * sp.exp(-(r**2) / 2) * r * sp.cos(theta - phi)
    points = grid({r: "1/2 1 2", theta: "1/2 2", phi: "-1 1/3 2"})
    proof, where = (
        Proof(half_planes.INTEGRAND, half_planes.polar_integrand, half_planes.polar_coordinates),
        domain(r=POSITIVE, theta=REALS, phi=REALS),
    )
    return Relation(Side("integrand times w.y/|y|", value), formula, points, digits=12, proof=proof, domain=where)


def fires(at, angle):
    """Whether a unit of any weight in this direction fires: r |x| cos - b is positive for some r."""
    mp = context(20)
    return int(mpf(mp, Fraction(10**6)) * mp.cos(angle(mp)) - mpf(mp, at["b"]) > 0)


@claim("cho_saul_2012.B.5", r"\cos\phi > 0", "agrees")
def the_first_half_plane():
    """A unit in the direction phi fires on x for some r if and only if cos(phi) > 0, b > 0."""
    left = Side("fires on x for some r", lambda at, digits: fires(at, lambda mp: mpf(mp, at["phi"])))
    formula = (1 + sp.sign(sp.cos(phi))) / 2
    return Relation(left, formula, grid({phi: "-3 -2 -1 0 1 3/2 2 3", b: "1/10 1"}))


@claim("cho_saul_2012.B.6", r"\cos(\phi - \theta) > 0", "agrees")
def the_second_half_plane():
    """A unit in the direction phi fires on y for some r if and only if cos(phi - theta) > 0, b > 0."""
    left = Side(
        "fires on y for some r", lambda at, digits: fires(at, lambda mp: mpf(mp, at["phi"]) - mpf(mp, at["theta"]))
    )
    formula = (1 + sp.sign(sp.cos(phi - theta))) / 2
    points = grid({phi: "-3 -2 -1 0 1 3/2 2 3", theta: "1/2 2", b: "1"})
    return Relation(left, formula, points, tied="one angle between the vectors")


@claim("cho_saul_2012.B.7", r"r > \max \left( \frac{b}{\|x\| \cos\phi}, \frac{b}{\|y\| \cos(\phi - \theta)} \right)", "agrees")  # fmt: skip
def the_smallest_radius():
    """The radius from which on both units fire, found by bisection; a and c are the norms."""

    def value(at, digits):
        mp = context(30)
        turn, angle, bias = (mpf(mp, at[name]) for name in ("phi", "theta", "b"))
        low, high = mp.zero, mp.mpf(1000)
        for _ in range(140):
            middle = (low + high) / 2
            on_x = middle * mpf(mp, at["a"]) * mp.cos(turn) > bias
            on_y = middle * mpf(mp, at["c"]) * mp.cos(turn - angle) > bias
            low, high = (low, middle) if on_x and on_y else (middle, high)
        return mp.nstr(high, 20)

    formula = sp.Max(b / (a * sp.cos(phi)), b / (c * sp.cos(phi - theta)))
    points = grid({a: "1/2 2", c: "1 3", b: "1/3 1", theta: "1/2 1", phi: "-1/4 1/2 1"})
    return Relation(Side("smallest r", value), formula, points, digits=15)


@claim("cho_saul_2012.B.8", r"k^b(x, y) = \frac1\pi \int_{\theta - \frac\pi2}^{\frac\pi2} d\phi \min \left[ e^{-\frac12 \left( \frac{b}{\|x\| \cos\phi} \right)^2}, e^{-\frac12 \left( \frac{b}{\|y\| \cos(\phi - \theta)} \right)^2} \right]", "agrees")  # fmt: skip
def the_radial_integral():
    """At a fixed angle the integral of r exp(-r^2/2) over the radii at which both units fire, by quadrature."""

    def value(at, digits):
        mp = context(digits)
        turn, angle, bias = (mpf(mp, at[name]) for name in ("phi", "theta", "b"))
        start = max(bias / (mpf(mp, at["a"]) * mp.cos(turn)), bias / (mpf(mp, at["c"]) * mp.cos(turn - angle)))
        return mp.nstr(mp.quad(lambda s: s * mp.exp(-s * s / 2), [start, start + 1, start + 4, start + 30]), digits)

    def proof(right):
        steps = [step for step in biased.derive().steps if "eqs. (B.3)-(B.8)" in step.source]
        known = steps[0].rhs.atoms(sp.Integral).pop().function.subs({norm_x: a, norm_y: c, biased.b: b})
        return [*steps, prove(known, right, "the integrand of the step", residuals=[known - right])]

    formula = sp.Min(
        sp.exp(-(b**2) / (2 * a**2 * sp.cos(phi) ** 2)), sp.exp(-(b**2) / (2 * c**2 * sp.cos(phi - theta) ** 2))
    )
    points = grid({a: "1/2 2", c: "1 3", b: "1/3 1", theta: "1/2 1", phi: "-1/4 1/2 1"})
    return Relation(Side("integral over r", value), formula, points, digits=15, argument=proof)


@claim("cho_saul_2012.B.9", r"\phi_c = \tan^{-1} \left( \frac{\|x\|}{\|y\| \sin\theta} - \cot\theta \right)", "proved")
def the_crossing():
    """Where |x| cos(phi) = |y| cos(phi - theta), found by bisection between theta - pi/2 and pi/2; a and c are the norms. The
    theorem is about the range of the angles at which |y| cos(phi - theta) is the smaller one, from theta - pi/2 on."""

    def value(at, digits):
        mp = context(30)
        angle, first, second = (mpf(mp, at[name]) for name in ("theta", "a", "c"))
        low, high = angle - mp.pi / 2, mp.pi / 2
        for _ in range(110):
            middle = (low + high) / 2
            falls_short = second * mp.cos(middle - angle) < first * mp.cos(middle)
            low, high = (middle, high) if falls_short else (low, middle)
        return mp.nstr(low, 20)

    formula = sp.atan(a / (c * sp.sin(theta)) - sp.cot(theta))
    points = grid({a: "1/2 2", c: "1 3", theta: "1/2 1 5/2"})
    proof = Proof(half_planes.LAST_DIRECTION, half_planes.the_crossing, half_planes.crossing)
    where = half_planes.CROSSINGS
    return Relation(Side("phi_c", value), formula, points, digits=15, proof=proof, domain=where)


class Cut(sp.Function):
    """The integral of exp(-b^2/(2 norm^2 cos^2(phi - turn))) from one angle to another; arguments b, norm, turn, from, to."""

    nargs = 5

    def _eval_evalf(self, prec):
        mp = context(int(prec / 3.3))
        bias, norm, turn, low, high = (mp.mpf(str(sp.N(value, int(prec / 3.3) + 5))) for value in self.args)

        def integrand(f):
            cosine = mp.cos(f - turn)
            return mp.exp(-((bias / (norm * cosine)) ** 2) / 2) if cosine else mp.zero

        return sp.Float(mp.nstr(mp.quad(integrand, mp.linspace(low, high, 9)), int(prec / 3.3) + 5), int(prec / 3.3))


@claim("cho_saul_2012.B.10", r"k^b(x, y) = \frac1\pi \int_{\theta - \frac\pi2}^{\phi_c} d\phi\, e^{-\frac12 \left( \frac{b}{\|y\| \cos(\phi - \theta)} \right)^2} + \frac1\pi \int_{\phi_c}^{\frac\pi2} d\phi\, e^{-\frac12 \left( \frac{b}{\|x\| \cos\phi} \right)^2}", "agrees")  # fmt: skip
def the_range_is_cut():
    """Against the probability (23), at cos(theta) = 3/5."""
    angle = sp.acos(sp.Rational(3, 5))
    crossing = sp.atan(5 * a / (4 * c) - sp.Rational(3, 4))
    formula = (Cut(b, c, angle, angle - sp.pi / 2, crossing) + Cut(b, a, 0, crossing, sp.pi / 2)) / sp.pi

    def proof(right):
        steps = biased.derive().steps
        chosen = [step for step in steps if any(number in step.source for number in ("(B.3)", "(B.9)", "(25)"))]
        tangent = sp.tan(crossing)
        cosine_x, cosine_y = 1 / sp.sqrt(1 + tangent**2), (sp.Rational(3, 5) + sp.Rational(4, 5) * tangent) / sp.sqrt(1 + tangent**2)  # fmt: skip
        (step,) = (step for step in steps if step.source == "Cho & Saul (2012), eq. (B.9)")
        end = sp.atan(step.rhs.subs({norm_x: a, norm_y: c}).subs(theta, angle))
        cut = (Cut(b, c, angle, angle - sp.pi / 2, end) + Cut(b, a, 0, end, sp.pi / 2)) / sp.pi
        same = [a * cosine_x - c * cosine_y, cut - right]
        check = (
            "at the crossing the two exponents are equal; below it the one of y is the smaller, above it the one of x"
        )
        return [*chosen, prove(biased.K, right, "the range is cut where the minimum changes sides", residuals=same, check=check)]  # fmt: skip

    points = grid({a: "1 3", b: "1/2 2", c: "1/3 2"})
    return Relation(Side("k^b(x, y)", biased_value), formula, points, digits=12, argument=proof)


@claim("cho_saul_2012.complementary", r"\phi_c = \frac\pi2 - \psi", "proved")
def complementary_angles():
    """psi as the angle at x of the triangle with vertices 0, x, y, from its sides by the law of cosines."""

    def value(at, digits):
        mp = context(30)
        angle, first, second = (mpf(mp, at[name]) for name in ("theta", "a", "c"))
        side = mp.sqrt(first**2 + second**2 - 2 * first * second * mp.cos(angle))
        return mp.nstr(mp.pi / 2 - mp.acos((first**2 + side**2 - second**2) / (2 * first * side)), 20)

    formula = sp.atan(a / (c * sp.sin(theta)) - sp.cot(theta))
    points = grid({a: "1/2 2", c: "1 3", theta: "1/2 1 5/2"})
    proof = Proof(term.pi / 2 - half_planes.ANGLE_AT_X, half_planes.complementary)
    where = half_planes.TRIANGLES
    return Relation(Side("pi/2 - psi", value), formula, points, digits=15, proof=proof, domain=where)
