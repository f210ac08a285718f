"""Cho & Saul (2010), Large-margin classification in infinite neural networks: equations (1)-(27) and what the text says.

Read it beside the paper. `J` and `k` on the left of a relation are numbers from the integral over Gaussian weights or from
quadrature, which know nothing of the formulas on the right.
"""

from fractions import Fraction

import numpy as np
import sympy as sp

from symkern.claims import Definition, Qualified, Relation, Side, claim, grid
from symkern.reference import route
from symkern.reference.evaluate import evaluate, read_quantity
from symkern.reference.precision import context, mpf
from symkern.symbolic import angular, closed_form, endpoints, price, reduction
from symkern.symbolic.notation import J, n, norm_x, norm_y, psi, theta
from symkern.symbolic.step import prove

a, b, c = sp.symbols("a b c", positive=True)
xi, lam, t, d = sp.symbols("xi lambda t d", positive=True)
ANGLES = "1/10 1/2 1 3/2 2 5/2 3"


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

    def proof(right):
        steps = [*reduction.reduction(), *closed_form.derivation()]
        (third,) = (step.rhs for step in steps if step.source == "Cho & Saul (2010), eq. (3)")
        known = third.subs({norm_x: a, norm_y: b, J(n, theta): closed_form.hypergeometric(n)})
        return [*steps, prove(known, right, "the angular part by its closed form")]

    return Relation(Side("k_n(x, y)", kernel_of_two_vectors), formula, points, proof=proof)


@claim("cho_saul_2010.4", r"J_n(\theta) = (-1)^n (\sin\theta)^{2n+1} \left( \frac{1}{\sin\theta} \frac{\partial}{\partial\theta} \right)^n \left( \frac{\pi - \theta}{\sin\theta} \right)", "proved")  # fmt: skip
def the_differential_formula():
    """Judged at n = 3 with the operator applied literally; the proof is an induction over n."""
    applied = (sp.pi - theta) / sp.sin(theta)
    for _ in range(3):
        applied = sp.diff(applied, theta) / sp.sin(theta)

    def proof(right):
        steps = [*angular.differential_formula(), *angular.recurrence(), *angular.literal_applications(3)]
        return [*steps, prove(angular.trigonometric(3), right, "the third application")]

    formula = -(sp.sin(theta) ** 7) * sp.expand(applied)
    return Relation(from_weights(3), formula, grid({theta: ANGLES}), proof=proof)


def _low_degree(degree, formula):
    def proof(right):
        steps = angular.literal_applications(degree) or angular.differential_formula()[:1]
        return [*steps, prove(angular.trigonometric(degree), right, "the operator of eq. (4)")]

    return Relation(from_weights(degree), formula, grid({theta: ANGLES}), proof=proof)


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

    def proof(right):
        return [*endpoints.derivation(n)[:2], prove(endpoints.at_zero(n), right, "eq. (27) at a unit vector")]

    formula = sp.sqrt(sp.pi) * 2**n * sp.gamma(n + sp.Rational(1, 2))
    return Relation(Side("J_n(0)", value), formula, grid({n: "-2/5 -1/4 0 1/2 1 2 5 10"}), proof=proof)


@claim("cho_saul_2010.divergence", r"J_n(0) \sim (n + \tfrac12)^{-1} \text{ as } n \to -\tfrac12", "agrees")
def the_divergence():
    """Up to the constant sqrt(pi/2), which the sign ~ leaves open: (n + 1/2) J_n(0) at n = -1/2 + 1e-27."""

    def value(at, digits):
        small = Fraction(1, 10**27)
        return Fraction(evaluate(small - Fraction(1, 2), theta=0, digits=digits + 10).value) * small

    return Relation(Side("lim (n + 1/2) J_n(0)", value), sp.sqrt(sp.pi / 2), ({},))


@claim("cho_saul_2010.largest_at_zero", r"J_n(\theta) \text{ takes its maximum value at } \theta = 0 \text{ and decays monotonically to zero at } \theta = \pi \text{ for all values of } n", "agrees")  # fmt: skip
def falls_from_zero_to_pi():
    """The slope, from eq. (23) differentiated under the integral, is minus a product of what is positive."""

    def slope(at, digits):
        return read_quantity(at["n"], theta=at["theta"], derivative=1).by_quadrature(route.one_dimension, digits)

    z, half = sp.cos(theta / 2) ** 2, sp.Rational(1, 2)
    series = (n + half) * sp.hyper((half, half), (n + 3 * half,), z)
    series += z * sp.hyper((3 * half, 3 * half), (n + 5 * half,), z) / (4 * n + 6)
    formula = -closed_form.coefficient(n) * z ** (n - half) * sp.sin(theta) / 2 * series
    return Relation(Side("J_n'(theta)", slope), formula, grid({n: "-2/5 -1/4 0 1/2 5/2", theta: "1/10 1 2 3"}))


@claim("cho_saul_2010.9", r"g_n(z) = \Theta(z) z^n", "definition")
def the_activation():
    return Definition()


@claim("cho_saul_2010.10", r"f(x) \cdot f(y) = \sum_{i=1}^m \Theta(w_i \cdot x) \Theta(w_i \cdot y) (w_i \cdot x)^n (w_i \cdot y)^n", "definition")  # fmt: skip
def the_network():
    return Definition()


@claim("cho_saul_2010.11", r"\lim_{m \to \infty} \left[ \frac{2}{m} f(x) \cdot f(y) \right] = k_n(x, y)", "agrees")
def the_limit_of_wide_networks():
    """Networks of 4,000,000 ramps with Gaussian weights, to two digits (six standard errors are below one percent)."""

    def simulated(at, digits):
        rng = np.random.default_rng(20101)
        w = rng.standard_normal((2, 4_000_000))
        angle = float(at["theta"])
        first, second = w[0], w[0] * np.cos(angle) + w[1] * np.sin(angle)
        return 2 * float(np.mean(np.maximum(first, 0) * np.maximum(second, 0)))

    formula = (sp.sin(theta) + (sp.pi - theta) * sp.cos(theta)) / sp.pi
    return Relation(Side("2/m f(x).f(y)", simulated), formula, grid({theta: "1/2 1 3/2"}), digits=2)


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

    def proof(right):
        return [prove((t**d) ** d, right, "a power of a power; t = x.y > 0")]

    return Relation(
        Side("Phi(Phi(x)).Phi(Phi(y))", features), t ** (d**2), grid({t: "1/2 2 3", d: "1 2 3"}), proof=proof
    )


@claim("cho_saul_2010.rbf", r"\text{for RBF kernels the composition yields } e^{-2\lambda(1 - k(x, y))}", "proved")
def gaussians_compose():
    """exp(-lambda |Phi(x) - Phi(y)|^2) with |Phi(x) - Phi(y)|^2 from the Gram matrix of the two features; c = k(x, y)."""

    def composed(at, digits):
        mp = context(digits)
        gram = [[mp.one, mpf(mp, at["c"])], [mpf(mp, at["c"]), mp.one]]
        squared = gram[0][0] - 2 * gram[0][1] + gram[1][1]
        return mp.nstr(mp.exp(-mpf(mp, at["lambda"]) * squared), digits)

    def proof(right):
        return [prove(sp.exp(-lam * (1 - 2 * c + 1)), right, "|Phi(x)|^2 = k(x, x) = 1")]

    points = grid({c: "1/10 1/2 9/10", lam: "1/3 1 5"})
    return Relation(Side("k(Phi(x), Phi(y))", composed), sp.exp(-2 * lam * (1 - c)), points, proof=proof)


def _two_layers(degree):
    def value(at, digits):
        return read_quantity(layers=[degree, degree], theta=at["theta"]).by_quadrature(route.one_dimension, digits)

    return Side("Phi(Phi(x)).Phi(Phi(y))", value)


K_0 = 1 - theta / sp.pi


@claim("cho_saul_2010.15", r"\Phi(\Phi(x)) \cdot \Phi(\Phi(y)) = 1 - \frac{1}{\pi} \cos^{-1} \left( \frac{\Phi(x) \cdot \Phi(y)}{\|\Phi(x)\| \|\Phi(y)\|} \right)", "agrees")  # fmt: skip
def two_layers_of_steps():
    """c is the inner product of the features, and their norms are 1."""
    known = (1 - sp.acos(c) / sp.pi).subs(c, K_0)
    return Relation(_two_layers(0), known, grid({theta: ANGLES}))


@claim(
    "cho_saul_2010.16",
    r"= 1 - \frac{1}{\pi} \cos^{-1} \left( \frac{k_0(x, y)}{\sqrt{k_0(x, x) k_0(y, y)}} \right)",
    "agrees",
)
def two_layers_of_steps_by_kernels():
    """k_0(x, x) is the value at theta = 0."""
    diagonal = K_0.subs(theta, 0)
    return Relation(_two_layers(0), 1 - sp.acos(K_0 / sp.sqrt(diagonal**2)) / sp.pi, grid({theta: ANGLES}))


@claim("cho_saul_2010.17", r"= 1 - \frac{1}{\pi} \cos^{-1} \left( 1 - \frac{\theta}{\pi} \right)", "agrees")
def two_layers_of_steps_by_the_angle():
    return Relation(_two_layers(0), 1 - sp.acos(1 - theta / sp.pi) / sp.pi, grid({theta: ANGLES}))


@claim("cho_saul_2010.18", r"k_n^{(\ell+1)}(x, y) = \frac{1}{\pi} [k_n^{(\ell)}(x, x) k_n^{(\ell)}(y, y)]^{n/2} J_n(\theta_n^{(\ell)})", "agrees")  # fmt: skip
def the_recursion():
    """Unit vectors, degree 2, whose k(x, x) = 3 is not 1: two layers by quadrature at each."""
    inner = angular.trigonometric(2) / sp.pi
    outer = angular.trigonometric(2).subs(theta, sp.acos(inner / 3))
    return Relation(_two_layers(2), 3**2 * outer / sp.pi, grid({theta: ANGLES}))


@claim("cho_saul_2010.19", r"\theta_n^{(\ell)} = \cos^{-1} \left( \frac{k_n^{(\ell)}(x, y)}{\sqrt{k_n^{(\ell)}(x, x) k_n^{(\ell)}(y, y)}} \right)", "definition")  # fmt: skip
def the_angle_of_a_layer():
    return Definition()


def _angle_formula(integrand):
    return sp.factorial(n) * sp.sin(theta) ** (2 * n + 1) * sp.Integral(integrand, (psi, 0, sp.pi / 2))


def _reduced(right):
    """Eqs. (1), (3), (20)-(23) in steps; the last has the gamma function for the factorial, and psi or its half."""
    steps = reduction.reduction()
    last = steps[-1].rhs.subs(sp.gamma(n + 1), sp.factorial(n))
    (printed,), (derived,) = right.atoms(sp.Integral), last.atoms(sp.Integral)
    shifted = (
        printed.function.subs(psi, sp.pi / 4 + psi / 2) if printed.function.has(sp.sin(2 * psi)) else printed.function
    )
    same = [sp.expand_trig(shifted) - derived.function, right / printed - last / derived]
    check = "half the range counts twice; the integrands and the factors are the same"
    return [
        *steps,
        prove(last, right, "psi = 2 phi - pi/2, and the integrand is even in psi", residuals=same, check=check),
    ]


SMOOTH = grid({n: "0 1 2 3", theta: "1/2 1 2 5/2"})


@claim("cho_saul_2010.20", r"J_n(\theta) = \int dw_1 dw_2\, e^{-\frac12(w_1^2 + w_2^2)} \Theta(w_1) \Theta(w_1 \cos\theta + w_2 \sin\theta) w_1^n (w_1 \cos\theta + w_2 \sin\theta)^n", "definition")  # fmt: skip
def the_planar_integral():
    """What is left of eq. (1) when the weights across x and y are integrated out: it defines J_n."""
    return Definition()


@claim("cho_saul_2010.22", r"J_n(\theta) = n! (\sin\theta)^{2n+1} \int_0^{\pi/2} d\phi \frac{\sin^n 2\phi}{(1 - \cos\theta \sin 2\phi)^{n+1}}", "proved")  # fmt: skip
def the_radial_integral():
    """Against the sum over two weights; psi is the paper's phi."""
    integrand = sp.sin(2 * psi) ** n / (1 - sp.cos(theta) * sp.sin(2 * psi)) ** (n + 1)
    points = grid({n: "0 1 2", theta: "1 2"})
    return Relation(from_weights(), _angle_formula(integrand), points, digits=12, proof=_reduced)


@claim("cho_saul_2010.23", r"J_n(\theta) = n! (\sin\theta)^{2n+1} \int_0^{\pi/2} d\psi \frac{\cos^n\psi}{(1 - \cos\theta \cos\psi)^{n+1}}", "proved")  # fmt: skip
def the_angle_integral():
    """Against the sum over two weights."""
    integrand = sp.cos(psi) ** n / (1 - sp.cos(theta) * sp.cos(psi)) ** (n + 1)
    return Relation(from_weights(), _angle_formula(integrand), SMOOTH, digits=15, proof=_reduced)


@claim("cho_saul_2010.24", r"\int_0^\xi \frac{d\psi}{1 - \cos\theta \cos\psi} = \frac{1}{\sin\theta} \tan^{-1} \left( \frac{\sin\theta \sin\xi}{\cos\xi - \cos\theta} \right)", "qualified")  # fmt: skip
def the_arctangent():
    """Beyond xi = theta the arctangent has jumped to another branch, and pi/sin(theta) is missing."""
    formula = sp.atan(sp.sin(theta) * sp.sin(xi) / (sp.cos(xi) - sp.cos(theta))) / sp.sin(theta)
    left = Side("int_0^xi", lambda at, digits: half_integral(at, digits, end="xi"))
    beyond = Relation(left, formula, grid({theta: "1/2 1", xi: "3/2"}))
    below = Relation(left, formula, grid({theta: "1 2 3", xi: "1/4 1/2 9/10"}))
    return Qualified(beyond, below, "xi < theta")


@claim(
    "cho_saul_2010.25",
    r"\int_0^{\pi/2} \frac{d\psi}{1 - \cos\theta \cos\psi} = \frac{\pi - \theta}{\sin\theta}",
    "proved",
)
def the_complete_integral():
    def proof(right):
        step = angular.differential_formula()[0]
        return [step, prove(step.rhs, right, "the value of the integral")]

    left = Side("int_0^(pi/2)", half_integral)
    return Relation(left, (sp.pi - theta) / sp.sin(theta), grid({theta: ANGLES}), proof=proof)


@claim("cho_saul_2010.26", r"\int_0^{\pi/2} d\psi \frac{\cos^n\psi}{(1 - \cos\theta \cos\psi)^{n+1}} = \frac{1}{n!} \frac{\partial^n}{\partial(\cos\theta)^n} \int_0^{\pi/2} \frac{d\psi}{1 - \cos\theta \cos\psi}", "agrees")  # fmt: skip
def differentiating_under_the_integral():
    """Judged at n = 2, where the right-hand side is differentiated symbolically."""
    C = sp.Symbol("C")
    complete = (sp.pi - sp.acos(C)) / sp.sqrt(1 - C**2)
    formula = sp.diff(complete, C, 2).subs(C, sp.cos(theta)) / 2
    left = Side("int_0^(pi/2), n = 2", lambda at, digits: half_integral(at, digits, power=2))
    return Relation(left, formula, grid({theta: ANGLES}))


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

    def proof(right):
        known = endpoints.at_zero(n) * a ** (2 * n) / sp.pi
        return [*endpoints.derivation(n)[:1], prove(known, right, "eq. (8) times the norm's power")]

    formula = 2**n / sp.sqrt(sp.pi) * sp.gamma(n + sp.Rational(1, 2)) * a ** (2 * n)
    return Relation(Side("k_n(x, x)", value), formula, grid({n: "-1/4 0 1 5/2", a: "1/2 1 3"}), proof=proof)


@claim("cho_saul_2010.price", r"\text{footnote 1: this computation was carried out earlier by Price (1958): } \partial J_{n+1}/\partial\cos\theta = (n+1)^2 J_n", "proved")  # fmt: skip
def prices_theorem():
    """The slope of an enclosure against the closed form of one degree less."""

    def slope(at, digits):
        derivative = evaluate(at["n"] + 1, theta=at["theta"], derivative=1, digits=digits)
        return sp.Rational(derivative.value) / sp.N(-sp.sin(sp.Rational(str(at["theta"]))), 60)

    def proof(right):
        steps = price.price()
        raised = steps[0].rhs.subs(n, n + 1).subs(J(n, theta), closed_form.hypergeometric(n))
        return [*steps, prove(raised, right, "the law at n + 1, with the closed form of J_n")]

    formula = (n + 1) ** 2 * closed_form.hypergeometric(n)
    return Relation(
        Side("dJ_{n+1}/d cos(theta)", slope), formula, grid({n: "-1/4 0 1 5/2", theta: "1/2 1 2 3"}), proof=proof
    )
