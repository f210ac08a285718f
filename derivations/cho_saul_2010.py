"""Cho & Saul (2010), Large-margin classification in infinite neural networks: equations (1)-(27) and what the text says.

Read it beside the paper. `J` and `k` on the left of a relation are numbers from the integral over Gaussian weights or from
quadrature, which know nothing of the formulas on the right.
"""

from fractions import Fraction

import numpy as np
import sympy as sp

from symkern.claims import (
    POSITIVE,
    Definition,
    Proof,
    Qualified,
    Relation,
    Sampled,
    Side,
    above,
    claim,
    domain,
    grid,
    integers,
    interval,
)
from symkern.proofs import cited
from symkern.proofs import terms as term
from symkern.proofs.rules import derivatives as slopes
from symkern.proofs.rules.equality import combine, identity, instantiate
from symkern.reference import route
from symkern.reference.evaluate import evaluate, read_quantity
from symkern.reference.precision import context, mpf
from symkern.symbolic import angular, closed_form, composition, endpoints
from symkern.symbolic.notation import psi, theta
from symkern.symbolic.step import prove
from symkern.theorems import closed_form as J_in_closed_form
from symkern.theorems import diagonal, differential_formula, kernel
from symkern.theorems import price as price_law
from symkern.theorems import reduction as planar
from symkern.theorems.reduction import J

n = sp.Symbol("n", real=True)
a, b, c = sp.symbols("a b c", positive=True)
xi, lam, t, d = sp.symbols("xi lambda t d", positive=True)
ANGLES = "1/10 1/2 1 3/2 2 5/2 3"
OPEN_ANGLE = interval(0, sp.pi)
DEGREES_AND_ANGLES = domain(n=above("-1/2"), theta=OPEN_ANGLE)
N, THETA = planar.n, planar.theta  # the same symbols in the proof kernel


def from_weights(degree=None):
    """J_n from eq. (20), by a sum over the two weights that matter."""

    def value(at, digits):
        order = at["n"] if degree is None else degree
        return read_quantity(order, theta=at["theta"]).by_quadrature(route.definition, digits)

    return Side(f"J_{'n' if degree is None else degree}(theta)", value)


def kernel_of_two_vectors(at, digits):
    """k_n of vectors of norms a and b, from eq. (1) in polar coordinates in the plane of the weights."""
    mp = context(digits)
    order, first, second, angle = (mpf(mp, at[name]) for name in ("n", "a", "b", "theta"))
    radial = mp.quad(lambda r: r ** (2 * order + 1) * mp.exp(-(r**2) / 2), [0, 2, 5, 12, 40])
    sector = mp.quad(
        lambda f: (first * mp.cos(f)) ** order * (second * mp.cos(f - angle)) ** order,
        mp.linspace(angle - mp.pi / 2, mp.pi / 2, 5),
    )
    return mp.nstr(radial * sector / mp.pi, digits)


def half_integral(at, digits, end=None, power=0):
    """The integral of cos^n(psi)/(1 - cos(theta) cos(psi))^(n+1) from 0 to an angle, by quadrature."""
    mp = context(digits)
    angle = mpf(mp, at["theta"])
    stop = mp.pi / 2 if end is None else mpf(mp, at[end])
    value = mp.quad(
        lambda f: mp.cos(f) ** power / (1 - mp.cos(angle) * mp.cos(f)) ** (power + 1), mp.linspace(0, stop, 9)
    )
    return mp.nstr(value, digits)


@claim("cho_saul_2010.1", r"k_n(x, y) = 2 \int dw \frac{e^{-\|w\|^2/2}}{(2\pi)^{d/2}} \Theta(w \cdot x) \Theta(w \cdot y) (w \cdot x)^n (w \cdot y)^n", "definition")  # fmt: skip
def the_kernel():
    return Definition()


@claim("cho_saul_2010.2", r"\theta = \cos^{-1} \left( \frac{x \cdot y}{\|x\| \|y\|} \right)", "definition")
def the_angle():
    return Definition()


@claim("cho_saul_2010.3", r"k_n(x, y) = \frac{1}{\pi} \|x\|^n \|y\|^n J_n(\theta)", "proved")
def norms_and_angle():
    """Norms come out of the integral (1) because step functions do not see them; a and b are the norms."""
    points = grid({n: "0 1 2 3", a: "1/2 3", b: "1/3 2", theta: "1/2 2"})
    formula = a**n * b**n * closed_form.hypergeometric(n) / sp.pi
    where = domain(n=above("-1/2"), theta=OPEN_ANGLE, a=POSITIVE, b=POSITIVE)
    proof = Proof(kernel.k(N, THETA, kernel.a, kernel.b), kernel.closed, kernel.norms_and_angle)
    return Relation(Side("k_n(x, y)", kernel_of_two_vectors), formula, points, proof=proof, domain=where)


@claim("cho_saul_2010.4", r"J_n(\theta) = (-1)^n (\sin\theta)^{2n+1} \left( \frac{1}{\sin\theta} \frac{\partial}{\partial\theta} \right)^n \left( \frac{\pi - \theta}{\sin\theta} \right)", "proved")  # fmt: skip
def the_differential_formula():
    """Compared at n = 3 with the operator applied literally; the theorem is for every integer n >= 0, where D_m(theta) is
    the m-th application of the operator."""
    applied = (sp.pi - theta) / sp.sin(theta)
    for _ in range(3):
        applied = sp.diff(applied, theta) / sp.sin(theta)
    formula = -(sp.sin(theta) ** 7) * sp.expand(applied)
    proof = Proof(J(3, THETA), lambda: differential_formula.low_degree(3), differential_formula.differential_formula)
    return Relation(from_weights(3), formula, grid({theta: ANGLES}), proof=proof, domain=domain(theta=OPEN_ANGLE))


def _low_degree(degree, formula):
    proof = Proof(J(degree, THETA), lambda: differential_formula.low_degree(degree))
    return Relation(from_weights(degree), formula, grid({theta: ANGLES}), proof=proof, domain=domain(theta=OPEN_ANGLE))


@claim("cho_saul_2010.5", r"J_0(\theta) = \pi - \theta", "proved")
def degree_zero():
    return _low_degree(0, sp.pi - theta)


@claim("cho_saul_2010.6", r"J_1(\theta) = \sin\theta + (\pi - \theta) \cos\theta", "proved")
def degree_one():
    return _low_degree(1, sp.sin(theta) + (sp.pi - theta) * sp.cos(theta))


@claim("cho_saul_2010.7", r"J_2(\theta) = 3 \sin\theta \cos\theta + (\pi - \theta)(1 + 2 \cos^2\theta)", "proved")
def degree_two():
    return _low_degree(2, 3 * sp.sin(theta) * sp.cos(theta) + (sp.pi - theta) * (1 + 2 * sp.cos(theta) ** 2))


@claim("cho_saul_2010.8", r"J_n(0) = \sqrt{\pi}\, 2^n \Gamma(n + \tfrac12)", "proved")
def the_value_at_zero():
    """The integral over the one weight that matters, by quadrature and as a gamma function."""

    def value(at, digits):
        return read_quantity(at["n"], theta=0).by_quadrature(route.definition, digits)

    formula = sp.sqrt(sp.pi) * 2**n * sp.gamma(n + sp.Rational(1, 2))
    points, where = grid({n: "-2/5 -1/4 0 1/2 1 2 5 10"}), domain(n=above("-1/2"))
    proof = Proof(diagonal.J_at_zero(N), diagonal.value_at_zero)
    return Relation(Side("J_n(0)", value), formula, points, proof=proof, domain=where)


@claim("cho_saul_2010.divergence", r"$J_n(0) \sim (n + \tfrac12)^{-1}$ as $n \to -\tfrac12$", "agrees")
def the_divergence():
    """Up to the constant sqrt(pi/2), which the sign ~ leaves open: (n + 1/2) J_n(0) at n = -1/2 + 1e-27."""

    def value(at, digits):
        small = Fraction(1, 10**27)
        return Fraction(evaluate(small - Fraction(1, 2), theta=0, digits=digits + 10).value) * small

    def proof(right):
        step = endpoints.derivation(n)[2]
        return [step, prove(step.rhs, right, "the constant of the law")]

    return Relation(Side("lim (n + 1/2) J_n(0)", value), sp.sqrt(sp.pi / 2), ({},), argument=proof)


@claim("cho_saul_2010.domain", r"the family of arc-cosine kernels is only defined for $n > -\tfrac12$; for smaller values, the integral in eq. (1) is not defined", "qualified")  # fmt: skip
def where_the_integral_converges():
    """For equal directions, yes: with weights within eps of 0 left out, the integral grows like eps^(2n+1). For other angles it
    converges down to n = -1, and its value is that of the closed form."""

    def reciprocal(at, digits):
        mp = context(20)
        order, angle = mpf(mp, at["n"]), mpf(mp, at["theta"])
        # eq. (23) with tau = (pi/2 - psi)^(n+1), which takes the singularity at pi/2 away
        top = (mp.pi / 2) ** (order + 1)

        def integrand(tau):
            f = tau ** (1 / (order + 1))
            return (mp.sin(f) / f) ** order / (1 - mp.cos(angle) * mp.sin(f)) ** (order + 1) / (order + 1)

        total = mp.quad(integrand, mp.linspace(top * mp.mpf(10) ** -25, top, 5))
        return mp.nstr(1 / (mp.gamma(order + 1) * mp.sin(angle) ** (2 * order + 1) * total), 15)

    def cut_off(at, digits):
        mp = context(digits)
        order, start = mpf(mp, at["n"]), mpf(mp, at["epsilon"])
        total = mp.quad(lambda w: mp.exp(-w * w / 2) * w ** (2 * order), [start, 2 * start, 1, 3, 8, 30])
        return mp.nstr(mp.sqrt(2 / mp.pi) * total, digits)

    def proof(right):
        weight = -sp.sqrt(2 / sp.pi) * epsilon ** (2 * n) * sp.exp(-(epsilon**2) / 2)
        same = [sp.powsimp(sp.expand(sp.diff(right, epsilon) / weight)) - 1, right.subs(epsilon, sp.oo)]
        return [prove(right, right, "the incomplete gamma function", residuals=same, check="its slope in eps is minus the integrand, and it vanishes at infinity")]  # fmt: skip

    epsilon = sp.Symbol("epsilon", positive=True)
    off = Relation(Side("1/J_n(theta)", reciprocal), sp.S.Zero, grid({n: "-1/2 -3/4", theta: "1 2"}))
    formula = 2**n / sp.sqrt(sp.pi) * sp.uppergamma(n + sp.Rational(1, 2), epsilon**2 / 2)
    on = Relation(Side("k_n(x, x), |w| > eps", cut_off), formula, grid({n: "-1/2 -3/4 -1", epsilon: "1/10 1/4"}), digits=12, argument=proof)  # fmt: skip
    return Qualified(off, on, "x and y have the same direction")


@claim("cho_saul_2010.growth", r"as $n$ takes on increasingly positive values, the kernel function maps inputs to larger and larger vectors in feature space", "qualified")  # fmt: skip
def larger_and_larger_vectors():
    """k_{n+1}(x, x)/k_n(x, x) = (2n+1)|x|^2: it grows only once (2n+1)|x|^2 > 1. It diverges for n to infinity in any case."""

    def ratio(at, digits):
        values = [evaluate(at["n"] + more, x=[at["a"]], y=[at["a"]], digits=digits).value for more in (1, 0)]
        return Fraction(values[0]) / Fraction(values[1])

    side, grown = Side("k_{n+1}(x, x)/k_n(x, x)", ratio), (2 * N + 1) * diagonal.a**2
    shrinks = Relation(side, sp.S.One, grid({n: "1/2 1 2", a: "1/2 1/10"}), sense=">")
    condition = domain([grown - 1], n=above("-1/2"), a=POSITIVE)
    proof = quotient_of_diagonals({"n": N + 1}, {}, grown)
    grows = Relation(side, (2 * n + 1) * a**2, grid({n: "1/2 1 2 5", a: "1 2"}), proof=proof, domain=condition)
    return Qualified(shrinks, grows, "(2n + 1) |x|^2 > 1", condition)


@claim("cho_saul_2010.inversion", r"when $n < 0$ the kernel performs an inversion, mapping the origin in input space to infinity in feature space, with $k_n(x, x) \sim \|x\|^{2n}$", "proved")  # fmt: skip
def inversion():
    """k_n of a x over that of x, at negative degrees and small a."""

    def ratio(at, digits):
        values = [evaluate(at["n"], x=[size], y=[size], digits=digits).value for size in (at["a"], Fraction(1))]
        return Fraction(values[0]) / Fraction(values[1])

    points = grid({n: "-1/4 -1/3 -2/5", a: "1/10 1/1000 3"})
    proof = quotient_of_diagonals({}, {"a": 1}, diagonal.a ** (2 * N))
    where = domain(n=interval("-1/2", 0), a=POSITIVE)
    return Relation(Side("k_n(a x, a x)/k_n(x, x)", ratio), a ** (2 * n), points, proof=proof, domain=where)


def quotient_of_diagonals(above_, below, value):
    """The proof that k_n(x, x) at some values over k_n(x, x) at others is a simple one, from eq. (27)."""
    where = diagonal.WITH_NORM

    def theorem():
        first, second = (instantiate(diagonal.with_norm(), values, where) for values in (above_, below))
        inverse = second.rhs**-1
        return combine(left, value, where, (second.lhs**-1, first), (-first.rhs * inverse / second.lhs, second))

    first, second = (term.substituted(diagonal.with_norm().lhs, {k: term.term(v) for k, v in values.items()}) for values in (above_, below))  # fmt: skip
    left = first / second
    return Proof(left, theorem)


@claim("cho_saul_2010.fast_decay", r"For $n < 0, J_n(\theta)$ decays quickly away from its maximum value at $\theta = 0$", "agrees")  # fmt: skip
def fast_decay():
    """J_n(0) - J_n(theta) over theta^(2n+1), at theta = 1e-40: an exponent below 1 is a cusp, with an infinite slope."""

    def value(at, digits):
        angle = Fraction(1, 10**40)
        near, top = (Fraction(evaluate(at["n"], theta=t, digits=60).value) for t in (angle, Fraction(0)))
        mp = context(30)
        return mp.nstr(mpf(mp, top - near) / mpf(mp, angle) ** mpf(mp, 2 * at["n"] + 1), 20)

    def proof(right):
        steps = endpoints.derivation(n)
        known = -endpoints.first_nonanalytic_term(n) / theta ** (2 * n + 1)
        return [*steps, prove(known, right, "the reflection law near theta = 0", residuals=[sp.powsimp(known / right) - 1])]  # fmt: skip

    half = sp.Rational(1, 2)
    formula = sp.sqrt(sp.pi) * sp.gamma(n + 1) ** 2 / (2 ** (n + 1) * sp.gamma(n + 3 * half) * sp.cos(sp.pi * n))
    points = grid({n: "-1/10 -1/4 -1/3 -2/5"})
    return Relation(Side("(J_n(0) - J_n(theta))/theta^(2n+1)", value), formula, points, digits=8, argument=proof)


@claim(
    "cho_saul_2010.positive_definite",
    r"the arc-cosine kernels $k_n(x, y)$ are positive-definite",
    "agrees",
)
def positive_definite():
    """On the circle a kernel of the angle is positive definite if its Fourier coefficients are not negative. Those of J_n, by
    quadrature, are squares: of the coefficients of cos^n over a half-turn, which eq. (1) convolves with itself. m = 2c."""

    def coefficient(at, digits):
        mp = context(digits)
        order, m = mpf(mp, at["n"]), 2 * int(at["c"])
        front = mp.sqrt(mp.pi) * 2**order * mp.gamma(order + 1) ** 2 / mp.gamma(order + 1.5)

        def integrand(t):
            z = mp.cos(t / 2) ** 2
            return front * z ** (order + 0.5) * mp.hyp2f1(0.5, 0.5, order + 1.5, z) * mp.cos(m * t)

        return mp.nstr(2 * mp.quad(integrand, mp.linspace(0, mp.pi, 5)), digits)

    squared = sp.pi * sp.gamma(n + 1) / (2**n * sp.gamma(1 + n / 2 + c) * sp.gamma(1 + n / 2 - c))
    formula = 2**n * sp.gamma(n + 1) * squared**2
    points = grid({n: "1/2 1 3/2 3", c: "0 1 2"})
    return Relation(Side("Fourier coefficient of J_n", coefficient), formula, points, digits=12, tied="c is an integer")


@claim("cho_saul_2010.largest_at_zero", r"$J_n(\theta)$ takes its maximum value at $\theta = 0$ and decays monotonically to zero at $\theta = \pi$ for all values of $n$", "proved")  # fmt: skip
def falls_from_zero_to_pi():
    """The slope, from eq. (23) differentiated under the integral, is minus a product of what is positive."""

    def slope(at, digits):
        return read_quantity(at["n"], theta=at["theta"], derivative=1).by_quadrature(route.one_dimension, digits)

    def theorem():
        z, half_ = term.cos(THETA / 2) ** 2, term.half
        series = instantiate(cited.hypergeometric_derivative(), {"a": half_, "b": half_, "c": N + Fraction(3, 2)}, domain(n=above(-1), z=interval(0, 1)))  # fmt: skip
        by_angle = slopes.chain(series, z, THETA, planar.DOMAIN)
        whole = slopes.differentiate(J_in_closed_form.closed_form(N, THETA), THETA, planar.DOMAIN, by_angle)
        return slopes.derivative_value(slopes.of_equal(whole, J_in_closed_form.J_closed()))

    z, half = sp.cos(theta / 2) ** 2, sp.Rational(1, 2)
    series = (n + half) * sp.hyper((half, half), (n + 3 * half,), z)
    series += z * sp.hyper((3 * half, 3 * half), (n + 5 * half,), z) / (4 * n + 6)
    formula = -closed_form.coefficient(n) * sp.cos(theta / 2) ** (2 * n - 1) * sp.sin(theta) / 2 * series
    points = grid({n: "-2/5 -1/4 0 1/2 5/2", theta: "1/10 1 2 3"})
    proof = Proof(term.derivative(J(N, THETA), THETA), theorem)
    return Relation(Side("J_n'(theta)", slope), formula, points, proof=proof, domain=DEGREES_AND_ANGLES)


@claim("cho_saul_2010.9", r"g_n(z) = \Theta(z) z^n", "definition")
def the_activation():
    return Definition()


@claim("cho_saul_2010.10", r"f(x) \cdot f(y) = \sum_{i=1}^m \Theta(w_i \cdot x) \Theta(w_i \cdot y) (w_i \cdot x)^n (w_i \cdot y)^n", "definition")  # fmt: skip
def the_network():
    return Definition()


@claim("cho_saul_2010.11", r"\lim_{m \to \infty} \left[ \frac{2}{m} f(x) \cdot f(y) \right] = k_n(x, y)", "agrees")
def the_limit_of_wide_networks():
    """Networks of 6,000,000 ramps with Gaussian weights, against eqs. (3) and (6), in standard errors; k(x, x) = 1 is the scale."""

    def simulated(at, digits):
        rng = np.random.default_rng(20101)
        w = rng.standard_normal((2, 6_000_000))
        angle = float(at["theta"])
        products = 2 * np.maximum(w[0], 0) * np.maximum(w[0] * np.cos(angle) + w[1] * np.sin(angle), 0)
        return Sampled(float(products.mean()), float(products.std() / np.sqrt(products.size)))

    formula = (sp.sin(theta) + (sp.pi - theta) * sp.cos(theta)) / sp.pi
    return Relation(Side("2/m f(x).f(y)", simulated), formula, grid({theta: "0 1/2 1 3/2 2 3"}), scale=1)


@claim("cho_saul_2010.williams", r"Using elementary identities, our result for the $n = 0$ arc-cosine kernel follows as a simple corollary (of Williams' arc-sine kernel)", "proved")  # fmt: skip
def williams():
    """Units Theta(z) - Theta(-z) have the mean product (2/pi) arcsin(cos theta); k_0 is half of one more than that."""
    left = Side("k_0(x, y)", lambda at, digits: read_quantity(layers=[0], theta=at["theta"]).by_quadrature(route.definition, digits))  # fmt: skip

    def theorem():
        angles = domain(theta=OPEN_ANGLE)
        complement = term.pi / 2 - THETA
        arcsine = slopes.inverse("asin", complement, identity(term.sin(complement), term.cos(THETA), angles))
        right = (1 + 2 / term.pi * term.asin(term.cos(THETA))) / 2
        return combine(J(0, THETA) / term.pi, right, angles, (1 / term.pi, differential_formula.degree_zero()), (-1 / term.pi, arcsine))  # fmt: skip

    proof = Proof(J(0, THETA) / term.pi, theorem)
    formula = (1 + 2 / sp.pi * sp.asin(sp.cos(theta))) / 2
    return Relation(left, formula, grid({theta: ANGLES}), proof=proof, domain=domain(theta=OPEN_ANGLE))


@claim("cho_saul_2010.sigmoids", r"Williams (1998) derived a covariance function for sigmoidal activation functions, in terms of arc-sine functions of normalized dot products", "agrees")  # fmt: skip
def sigmoids():
    """The mean of erf(w.x) erf(w.y) over weights of variance c, by quadrature over one weight at x = (a, 0), y = (b, b)."""

    def value(at, digits):
        mp = context(digits)
        variance, first, second = (mpf(mp, at[name]) for name in ("c", "a", "b"))
        # given w_1 = s the mean of erf(b s + b w_2) over w_2 of variance c is erf(b s/sqrt(1 + 2 c b^2))
        inner = lambda s: mp.erf(second * s / mp.sqrt(1 + 2 * variance * second**2))  # noqa: E731
        density = lambda s: mp.exp(-s * s / (2 * variance)) / mp.sqrt(2 * mp.pi * variance)  # noqa: E731
        ends = [mp.sqrt(variance) * k for k in (0, 1, 3, 6, 14)]
        return mp.nstr(2 * mp.quad(lambda s: density(s) * mp.erf(first * s) * inner(s), ends), digits)

    formula = 2 / sp.pi * sp.asin(2 * c * a * b / sp.sqrt((1 + 2 * c * a**2) * (1 + 4 * c * b**2)))
    points = grid({a: "1/2 2", b: "1/3 1", c: "1/2 1 5"})
    return Relation(Side("E erf(w.x) erf(w.y)", value), formula, points)


@claim("cho_saul_2010.12", r"k(x, y) = \Phi(x) \cdot \Phi(y)", "definition")
def the_feature_map():
    return Definition()


@claim(
    "cho_saul_2010.13", r"k^{(\ell)}(x, y) = \Phi(\Phi(\dots \Phi(x))) \cdot \Phi(\Phi(\dots \Phi(y)))", "definition"
)
def the_composition():
    return Definition()


@claim(
    "cho_saul_2010.14", r"\Phi(\Phi(x)) \cdot \Phi(\Phi(y)) = (\Phi(x) \cdot \Phi(y))^d = (x \cdot y)^{d^2}", "proved"
)
def polynomials_compose():
    """The features of the polynomial kernel are products of d coordinates: their inner product is summed literally."""

    def features(at, digits):
        def phi(vector, power):
            out = np.array([1], dtype=object)
            for _ in range(power):
                out = np.outer(out, vector).ravel()
            return out

        x = np.array([at["t"], 1], dtype=object)
        y = np.array([1, 0], dtype=object)
        power = int(at["d"])
        return phi(phi(x, power), power) @ phi(phi(y, power), power)

    T, D = term.symbols("t d")
    where = domain(t=POSITIVE, d=integers(1))
    proof = Proof((T**D) ** D, lambda: identity((T**D) ** D, T ** (D**2), where))
    points = grid({t: "1/2 2 3", d: "1 2 3"})
    return Relation(Side("Phi(Phi(x)).Phi(Phi(y))", features), t ** (d**2), points, proof=proof, domain=where)


@claim("cho_saul_2010.rbf", r"for RBF kernels the composition yields $e^{-2\lambda(1 - k(x, y))}$", "proved")
def gaussians_compose():
    """exp(-lambda |Phi(x) - Phi(y)|^2) with |Phi(x) - Phi(y)|^2 from the Gram matrix of the two features; c = k(x, y)."""

    def composed_twice(at, digits):
        mp = context(digits)
        gram = [[mp.one, mpf(mp, at["c"])], [mpf(mp, at["c"]), mp.one]]
        squared = gram[0][0] - 2 * gram[0][1] + gram[1][1]
        return mp.nstr(mp.exp(-mpf(mp, at["lambda"]) * squared), digits)

    C, L = term.symbols("c lambda")
    where = domain(**{"c": interval(0, 1), "lambda": POSITIVE})
    left = term.exp(-L * (1 - 2 * C + 1))  # k(x, x) - 2 k(x, y) + k(y, y), with k(x, x) = k(y, y) = 1
    proof = Proof(left, lambda: identity(left, term.exp(-2 * L * (1 - C)), where))
    points = grid({c: "1/10 1/2 9/10", lam: "1/3 1 5"})
    formula = sp.exp(-2 * lam * (1 - c))
    return Relation(Side("k(Phi(x), Phi(y))", composed_twice), formula, points, proof=proof, domain=where)


K_0 = 1 - theta / sp.pi


def two_layers(*degrees):
    def value(at, digits):
        return read_quantity(layers=list(degrees), theta=at["theta"]).by_quadrature(route.one_dimension, digits)

    return Side("Phi(Phi(x)).Phi(Phi(y))", value)


def steps_at(cosine, where, first=1, second=1):
    """The proof that a layer of steps above features of given norms makes 1 - arccos(cosine)/pi of their cosine."""
    angle = term.acos(cosine)
    left = kernel.k(0, angle, first, second)
    right = 1 - angle / term.pi

    def theorem():
        values = {"theta": angle, "a": first, "b": second}
        known = instantiate(kernel.of_degree(0), values, where)
        return combine(left, right, where, (1, known))

    return Proof(left, theorem)


@claim("cho_saul_2010.15", r"\Phi(\Phi(x)) \cdot \Phi(\Phi(y)) = 1 - \frac{1}{\pi} \cos^{-1} \left( \frac{\Phi(x) \cdot \Phi(y)}{\|\Phi(x)\| \|\Phi(y)\|} \right)", "proved")  # fmt: skip
def two_layers_of_steps():
    """Features of norms a and b with the inner product c = 3ab/5, as vectors in a plane: steps by the integral over weights."""

    def value(at, digits):
        y = [at["b"] * Fraction(3, 5), at["b"] * Fraction(4, 5)]
        return read_quantity(0, x=[at["a"], 0], y=y).by_quadrature(route.definition, digits)

    points = tuple(point | {c: point[a] * point[b] * sp.Rational(3, 5)} for point in grid({a: "1/2 1 3", b: "1/3 1 2"}))
    A, B, C = term.symbols("a b c")
    cosine = C / (A * B)
    where = domain([1 - cosine, 1 + cosine], a=POSITIVE, b=POSITIVE, c=POSITIVE)
    formula = 1 - sp.acos(c / (a * b)) / sp.pi
    side, proof = Side("k_0 of the features", value), steps_at(cosine, where, A, B)
    return Relation(side, formula, points, proof=proof, domain=where)


@claim("cho_saul_2010.16", r"= 1 - \frac{1}{\pi} \cos^{-1} \left( \frac{k_0(x, y)}{\sqrt{k_0(x, x) k_0(y, y)}} \right)", "proved")  # fmt: skip
def two_layers_of_steps_by_kernels():
    """c stands for k_0(x, y), known to 40 digits; k_0(x, x) = k_0(y, y) = 1. The left side has two layers by quadrature."""
    points = tuple(point | {c: sp.Rational(evaluate(layers=[0], theta=str(point[theta]), digits=40).value)} for point in grid({theta: ANGLES}))  # fmt: skip
    where = domain(c=interval(0, 1))
    proof = steps_at(term.sym("c"), where)
    return Relation(two_layers(0, 0), 1 - sp.acos(c) / sp.pi, points, proof=proof, domain=where)


@claim("cho_saul_2010.17", r"= 1 - \frac{1}{\pi} \cos^{-1} \left( 1 - \frac{\theta}{\pi} \right)", "proved")
def two_layers_of_steps_by_the_angle():
    """Two layers by quadrature."""
    formula, where = 1 - sp.acos(1 - theta / sp.pi) / sp.pi, domain(theta=OPEN_ANGLE)
    proof = steps_at(1 - THETA / term.pi, where)
    return Relation(two_layers(0, 0), formula, grid({theta: ANGLES}), proof=proof, domain=where)


@claim("cho_saul_2010.18", r"k_n^{(\ell+1)}(x, y) = \frac{1}{\pi} [k_n^{(\ell)}(x, x) k_n^{(\ell)}(y, y)]^{n/2} J_n(\theta_n^{(\ell)})", "agrees")  # fmt: skip
def the_recursion():
    """Unit vectors, degree 2, whose k(x, x) = 3 is not 1: two layers by quadrature at each."""
    inner = angular.trigonometric(2) / sp.pi
    outer = angular.trigonometric(2).subs(theta, sp.acos(inner / 3))
    factor, _ = composition.diagonal([sp.Integer(2), sp.Integer(2)])
    known = factor * composition.normalised([sp.Integer(2), sp.Integer(2)])

    def proof(right):
        steps = composition.derive([sp.S.Zero, sp.S.Zero]).steps[:4]
        angle = sp.Symbol("theta_1", positive=True)
        inside = {sp.acos(inner / 3): angle, inner / 3: sp.cos(angle), sp.expand(inner / 3): sp.cos(angle)}
        same = [(known - right).subs(inside).subs(sp.sqrt(1 - sp.cos(angle) ** 2), sp.sin(angle))]
        return [*steps, prove(known, right, "degree 2 twice; 3 is k_2(x, x) of unit vectors", residuals=same)]

    return Relation(two_layers(2, 2), 3**2 * outer / sp.pi, grid({theta: ANGLES}), argument=proof)


@claim("cho_saul_2010.mixed_degrees", r"We can also use kernels of different degrees at different layers", "agrees")
def mixed_degrees():
    """Steps, then ramps, of unit vectors: the ramp's J_1 at the angle that the steps make of theta."""
    inner = sp.acos(K_0)
    formula = angular.trigonometric(1).subs(theta, inner) / sp.pi
    return Relation(two_layers(0, 1), formula, grid({theta: ANGLES}))


@claim("cho_saul_2010.norms", r"only the $n = 1$ arc-cosine kernel preserves the norm of its inputs; the $n = 0$ kernel maps inputs to the unit hypersphere", "proved")  # fmt: skip
def what_becomes_of_norms():
    """k_n(x, x) = (2n-1)!! |x|^(2n) at n = 0, 1, 2, 3 by quadrature: |x|^2 for n = 1 alone, and 1 for n = 0."""
    value = lambda at, digits: Fraction(read_quantity(at["n"], x=[at["a"]], y=[at["a"]]).by_quadrature(route.definition, digits))  # noqa: E731  # fmt: skip

    def theorem():
        where = domain(n=above("-1/2"), a=POSITIVE)
        doubled = instantiate(cited.legendre_duplication(), {"a": N + term.half}, where)
        size = diagonal.a ** (2 * N)
        right = term.gamma(2 * N + 1) / (2**N * term.gamma(N + 1)) * size
        steps = [(1, diagonal.with_norm()), (-size / (2**N * term.gamma(N + 1)), doubled)]
        return combine(diagonal.with_norm().lhs, right, where, *steps)

    formula = sp.factorial(2 * n) / (2**n * sp.factorial(n)) * a ** (2 * n)
    points, where = grid({n: "0 1 2 3", a: "1/2 3"}), domain(n=above("-1/2"), a=POSITIVE)
    proof = Proof(diagonal.with_norm().lhs, theorem)
    return Relation(Side("k_n(x, x)", value), formula, points, proof=proof, domain=where)


@claim("cho_saul_2010.covariance", r"The rotational invariance could also be explicitly broken by integrating in eq. (1) over a multivariate Gaussian distribution with a general covariance matrix", "agrees")  # fmt: skip
def general_covariance():
    """Variances 1 and c in the plane, x = (a, 0), y = (b, b): the angle where both units fire, by quadrature of the density of
    the weights' direction, against k_0 of vectors whose coordinates are stretched by the standard deviations."""

    def value(at, digits):
        mp = context(digits)
        variance = mpf(mp, at["c"])
        # the direction of w has the density sqrt(1/c)/(2 pi (cos^2 + sin^2/c))
        density = lambda f: 1 / (mp.cos(f) ** 2 + mp.sin(f) ** 2 / variance)  # noqa: E731
        total = mp.quad(density, mp.linspace(-mp.pi / 4, mp.pi / 2, 7))  # w.x > 0 and w.y > 0
        return mp.nstr(total / (mp.pi * mp.sqrt(variance)), digits)

    formula = 1 - sp.acos(1 / sp.sqrt(1 + c)) / sp.pi
    points = grid({a: "1 2", b: "1/2 3", c: "1/3 1 4"})
    return Relation(Side("k_0 with covariance diag(1, c)", value), formula, points)


@claim("cho_saul_2010.19", r"\theta_n^{(\ell)} = \cos^{-1} \left( \frac{k_n^{(\ell)}(x, y)}{\sqrt{k_n^{(\ell)}(x, x) k_n^{(\ell)}(y, y)}} \right)", "definition")  # fmt: skip
def the_angle_of_a_layer():
    return Definition()


def _angle_formula(integrand):
    return sp.factorial(n) * sp.sin(theta) ** (2 * n + 1) * sp.Integral(integrand, (psi, 0, sp.pi / 2))


SMOOTH = grid({n: "0 1 2 3", theta: "1/2 1 2 5/2"})


@claim("cho_saul_2010.20", r"J_n(\theta) = \int dw_1 dw_2\, e^{-\frac12(w_1^2 + w_2^2)} \Theta(w_1) \Theta(w_1 \cos\theta + w_2 \sin\theta) w_1^n (w_1 \cos\theta + w_2 \sin\theta)^n", "definition")  # fmt: skip
def the_planar_integral():
    """What is left of eq. (1) when the weights across x and y are integrated out: it defines J_n."""
    return Definition()


@claim("cho_saul_2010.21", r"J_n(\theta) = \frac{1}{\sin\theta} \int_0^\infty du \int_0^\infty dv\, e^{-(u^2 + v^2 - 2uv\cos\theta)/(2\sin^2\theta)} u^n v^n", "proved")  # fmt: skip
def the_first_quadrant():
    """The integrand: that of eq. (20) at w_1 = u, w_2 = (v - u cos theta)/sin theta, over the Jacobian by differences. Both step
    functions are 1 where u, v > 0; a and b are u and v. The theorem is about the integrals."""

    def value(at, digits):
        mp = context(40)
        order, angle, first, second = (mpf(mp, at[name]) for name in ("n", "theta", "a", "b"))
        w = [first, (second - first * mp.cos(angle)) / mp.sin(angle)]
        received = lambda w_1, w_2: w_1 * mp.cos(angle) + w_2 * mp.sin(angle)  # noqa: E731
        jacobian = received(w[0], w[1] + 1) - received(*w)  # u depends on w_1 alone
        return mp.nstr(mp.exp(-(w[0] ** 2 + w[1] ** 2) / 2) * (w[0] * received(*w)) ** order / jacobian, 25)

    A, B = term.symbols("a b")
    COS, SIN = planar.COS, planar.SIN
    w_1, w_2 = A, (B - A * COS) / SIN
    left = term.exp(-(w_1**2 + w_2**2) / 2) * w_1**N * (w_1 * COS + w_2 * SIN) ** N / SIN
    density = term.substituted(planar.DENSITY, {"u": A, "v": B})
    where = domain(n=above("-1/2"), theta=OPEN_ANGLE, a=POSITIVE, b=POSITIVE)
    proof = Proof(left, lambda: identity(left, density / SIN, where), planar.first_quadrant)
    exponent = -(a**2 + b**2 - 2 * a * b * sp.cos(theta)) / (2 * sp.sin(theta) ** 2)
    formula = sp.exp(exponent) * a**n * b**n / sp.sin(theta)
    points = grid({n: "0 1 5/2", theta: "1/2 2", a: "1/3 2", b: "1 3"})
    side = Side("integrand of (20) over the Jacobian", value)
    return Relation(side, formula, points, proof=proof, domain=where)


@claim("cho_saul_2010.22", r"J_n(\theta) = n! (\sin\theta)^{2n+1} \int_0^{\pi/2} d\phi \frac{\sin^n 2\phi}{(1 - \cos\theta \sin 2\phi)^{n+1}}", "proved")  # fmt: skip
def the_radial_integral():
    """Against the sum over two weights; psi is the paper's phi."""
    integrand = sp.sin(2 * psi) ** n / (1 - sp.cos(theta) * sp.sin(2 * psi)) ** (n + 1)
    points, proof = grid({n: "0 1 2", theta: "1 2"}), Proof(J(N, THETA), planar.radial_integral)
    formula = _angle_formula(integrand)
    return Relation(from_weights(), formula, points, digits=12, proof=proof, domain=DEGREES_AND_ANGLES)


@claim("cho_saul_2010.23", r"J_n(\theta) = n! (\sin\theta)^{2n+1} \int_0^{\pi/2} d\psi \frac{\cos^n\psi}{(1 - \cos\theta \cos\psi)^{n+1}}", "proved")  # fmt: skip
def the_angle_integral():
    """Against the sum over two weights."""
    integrand = sp.cos(psi) ** n / (1 - sp.cos(theta) * sp.cos(psi)) ** (n + 1)
    formula, proof = _angle_formula(integrand), Proof(J(N, THETA), planar.angle_integral)
    return Relation(from_weights(), formula, SMOOTH, digits=15, proof=proof, domain=DEGREES_AND_ANGLES)


@claim("cho_saul_2010.24", r"\int_0^\xi \frac{d\psi}{1 - \cos\theta \cos\psi} = \frac{1}{\sin\theta} \tan^{-1} \left( \frac{\sin\theta \sin\xi}{\cos\xi - \cos\theta} \right)", "qualified")  # fmt: skip
def the_arctangent():
    """Beyond xi = theta the arctangent has jumped to another branch, and pi/sin(theta) is missing."""
    formula = sp.atan(sp.sin(theta) * sp.sin(xi) / (sp.cos(xi) - sp.cos(theta))) / sp.sin(theta)
    left = Side("int_0^xi", lambda at, digits: half_integral(at, digits, end="xi"))
    beyond = Relation(left, formula, grid({theta: "1/2 1", xi: "3/2"}))

    def proof(right):
        same = [sp.diff(right, xi) - 1 / (1 - sp.cos(theta) * sp.cos(xi)), right.subs(xi, 0)]
        check = "it differentiates to the integrand, vanishes at 0, and is continuous up to xi = theta"
        return [prove(sp.Symbol("I"), right, "an antiderivative", residuals=same, check=check)]

    below = Relation(left, formula, grid({theta: "1 2 3", xi: "1/4 1/2 9/10"}), argument=proof)
    return Qualified(beyond, below, "xi < theta")


@claim(
    "cho_saul_2010.25",
    r"\int_0^{\pi/2} \frac{d\psi}{1 - \cos\theta \cos\psi} = \frac{\pi - \theta}{\sin\theta}",
    "proved",
)
def the_complete_integral():
    left = Side("int_0^(pi/2)", half_integral)
    proof = Proof(differential_formula.complete_integral().lhs, differential_formula.complete_integral)
    formula = (sp.pi - theta) / sp.sin(theta)
    return Relation(left, formula, grid({theta: ANGLES}), proof=proof, domain=domain(theta=OPEN_ANGLE))


@claim("cho_saul_2010.26", r"\int_0^{\pi/2} d\psi \frac{\cos^n\psi}{(1 - \cos\theta \cos\psi)^{n+1}} = \frac{1}{n!} \frac{\partial^n}{\partial(\cos\theta)^n} \int_0^{\pi/2} \frac{d\psi}{1 - \cos\theta \cos\psi}", "proved")  # fmt: skip
def differentiating_under_the_integral():
    """Compared at n = 2, where the right-hand side is differentiated symbolically. The theorem is that one derivative raises
    the degree by one, for every real n > -1; n of them, from n = 0 on, are the printed equation."""
    C = sp.Symbol("C")
    complete = (sp.pi - sp.acos(C)) / sp.sqrt(1 - C**2)
    formula = sp.diff(complete, C, 2).subs(C, sp.cos(theta)) / 2
    left = Side("int_0^(pi/2), n = 2", lambda at, digits: half_integral(at, digits, power=2))
    angles = domain(theta=OPEN_ANGLE)
    integral = differential_formula.angle_integral_of(2, planar.COS)

    def theorem():
        second, known = instantiate(planar.angle_integral(), {"n": 2}, angles), differential_formula.low_degree(2)
        front = term.gamma(term.term(2) + 1) * planar.SIN ** (2 * term.term(2) + 1)
        right = known.rhs / (2 * planar.SIN**5)
        return combine(integral, right, angles, (-1 / front, second), (1 / front, known))

    proof = Proof(integral, theorem, differential_formula.raising)
    return Relation(left, formula, grid({theta: ANGLES}), proof=proof, domain=angles)


@claim("cho_saul_2010.27", r"k_n(x, x) = \sqrt{\frac{2}{\pi}} \|x\|^{2n} \int_0^\infty dw_1 e^{-\frac12 w_1^2} w_1^{2n} = \frac{2^n}{\sqrt\pi} \Gamma(n + \tfrac12) \|x\|^{2n}", "proved")  # fmt: skip
def the_diagonal():
    """a is the norm of x; the integral over the weight along x by a trapezoidal sum."""

    def value(at, digits):
        mp = context(digits)
        w = [mp.exp(mp.mpf(k) / 40 - mp.exp(-mp.mpf(k) / 40)) for k in range(-240, 161)]
        slopes = [u * (1 + mp.exp(-mp.mpf(k) / 40)) for u, k in zip(w, range(-240, 161), strict=True)]
        order, norm = mpf(mp, at["n"]), mpf(mp, at["a"])
        total = mp.fsum(mp.exp(-u * u / 2) * (norm * u) ** (2 * order) * s for u, s in zip(w, slopes, strict=True))
        return mp.nstr(mp.sqrt(2 / mp.pi) * total / 40, digits)

    formula = 2**n / sp.sqrt(sp.pi) * sp.gamma(n + sp.Rational(1, 2)) * a ** (2 * n)
    points, where = grid({n: "-1/4 0 1 5/2", a: "1/2 1 3"}), domain(n=above("-1/2"), a=POSITIVE)
    proof = Proof(diagonal.with_norm().lhs, diagonal.with_norm)
    return Relation(Side("k_n(x, x)", value), formula, points, proof=proof, domain=where)


@claim("cho_saul_2010.price", r"footnote 1: this computation was carried out earlier by Price (1958): $\partial J_{n+1}/\partial\cos\theta = (n+1)^2 J_n$", "proved")  # fmt: skip
def prices_theorem():
    """The slope of an enclosure against the closed form of one degree less."""

    def slope(at, digits):
        derivative = evaluate(at["n"] + 1, theta=at["theta"], derivative=1, digits=digits)
        return sp.Rational(derivative.value) / sp.N(-sp.sin(sp.Rational(str(at["theta"]))), 60)

    where = planar.DOMAIN
    left = term.derivative(J(N + 1, THETA), THETA) / -planar.SIN

    def theorem():
        law = instantiate(price_law.slope(), {"n": N + 1}, where)
        value = slopes.derivative_value(law)
        lower, right = J_in_closed_form.J_closed(), (N + 1) ** 2 * J_in_closed_form.closed_form(N, THETA)
        return combine(left, right, where, (-1 / planar.SIN, value), ((N + 1) ** 2, lower))

    formula, points = (n + 1) ** 2 * closed_form.hypergeometric(n), grid({n: "-1/4 0 1 5/2", theta: "1/2 1 2 3"})
    side = Side("dJ_{n+1}/d cos(theta)", slope)
    proof = Proof(left, theorem, price_law.slope)
    return Relation(side, formula, points, proof=proof, domain=DEGREES_AND_ANGLES)


@claim("cho_saul_2010.real_degrees", r"Though the arc-cosine kernel does not have a simple form for real-valued $n$, the intermediate results in eqs. (3) and (23) remain generally valid", "proved")  # fmt: skip
def real_degrees():
    """Eq. (23) with Gamma(n + 1) for n!, by quadrature, against the closed form that there is after all (see beyond.closed_form);
    eq. (3) with real degrees is among the points of its own claim."""
    left = Side("J_n(theta)", lambda at, digits: read_quantity(at["n"], theta=at["theta"]).by_quadrature(route.one_dimension, digits))  # fmt: skip
    points = grid({n: "-2/5 -1/4 1/3 1/2 7/4", theta: "1/10 1 2 3"})

    def theorem():
        steps = [(-1, planar.angle_integral()), (1, J_in_closed_form.J_closed())]
        return combine(planar.FRONT * planar.ANGLE, J_in_closed_form.closed_form(N, THETA), planar.DOMAIN, *steps)

    proof = Proof(planar.FRONT * planar.ANGLE, theorem)
    formula = closed_form.hypergeometric(n)
    return Relation(left, formula, points, proof=proof, domain=DEGREES_AND_ANGLES)
