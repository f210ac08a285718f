"""Cho & Saul (2012), Analysis and extension of arc-cosine kernels: the geometry and the variations, in part.

Distances on the left of a relation are differences of kernels at inputs a tiny but exact step apart, eq. (9); curvature is
computed component by component in a fixed dimension.
"""

from fractions import Fraction

import sympy as sp

from symkern.claims import Definition, Refuted, Relation, Side, claim, grid
from symkern.reference import route
from symkern.reference.evaluate import evaluate, read_quantity
from symkern.symbolic import cone, geometry, metric
from symkern.symbolic.components import Components
from symkern.symbolic.notation import d, n, r, theta
from symkern.symbolic.step import prove

a, b, c, p, q, sigma = sp.symbols("a b c p q sigma", positive=True)
STEP = Fraction(1, 10**18)
ODD = sp.factorial2(2 * n - 3)


DOUBLE = "the difference reduces to 0 with (2m-1)!! = 2^m Gamma(m + 1/2)/sqrt(pi), which holds at integers"


def with_gamma(formula):
    """Double factorials of odd numbers as gamma functions, which are there for real degrees too."""
    return formula.replace(sp.factorial2, lambda m: 2 ** ((m + 1) / 2) * sp.gamma(m / 2 + 1) / sp.sqrt(sp.pi))


def squared_distance(x, y, **kernel):
    """Eq. (9): k(y, y) - 2 k(x, y) + k(x, x), which cancels 36 digits of the 80 that are asked for."""
    terms = (evaluate(**kernel, x=u, y=v, digits=80).value for u, v in ((y, y), (x, y), (x, x)))
    first, cross, second = map(Fraction, terms)
    return first - 2 * cross + second


def quadratic_form(x, u, **kernel):
    """g(u, u) at x: the squared distance of a small step along u, over its square."""
    moved = [entry + STEP * direction for entry, direction in zip(x, u, strict=True)]
    return squared_distance(x, moved, **kernel) / STEP**2


def determinant(x, **kernel):
    """det g at x in the dimension of x; entries off the diagonal by polarization."""
    size = len(x)

    def form(*axes):
        return quadratic_form(x, [Fraction(sum(axis == k for axis in axes)) for k in range(size)], **kernel)

    rows = [[form(i) if i == j else (form(i, j) - form(i) - form(j)) / 2 for j in range(size)] for i in range(size)]
    return sp.Matrix(size, size, lambda i, j: sp.Rational(str(rows[i][j]))).det()


@claim("cho_saul_2012.3", r"k_0(x, y) = 1 - \frac{\theta}{\pi}", "agrees")
def degree_zero():
    """The integral over two weights."""
    value = lambda at, digits: Fraction(read_quantity(0, theta=at["theta"]).by_quadrature(route.definition, digits))  # noqa: E731
    left = Side("pi k_0(x, y)", value)
    return Relation(left, sp.pi * (1 - theta / sp.pi), grid({theta: "1/10 1 2 3"}))


@claim(
    "cho_saul_2012.9",
    r"ds^2 = \|\Phi(x + dx) - \Phi(x)\|^2 = k(x + dx, x + dx) - 2 k(x, x + dx) + k(x, x)",
    "definition",
)
def the_distance():
    return Definition()


@claim("cho_saul_2012.10", r"ds^2 = g_{\mu\nu} dx^\mu dx^\nu", "definition")
def the_metric():
    return Definition()


@claim("cho_saul_2012.12", r"J_n(0) = \pi (2n-1)!!", "agrees")
def the_value_at_zero():
    """The integral over the one weight that matters."""
    left = Side("J_n(0)", lambda at, digits: read_quantity(at["n"], theta=0).by_quadrature(route.definition, digits))
    return Relation(left, sp.pi * sp.factorial2(2 * n - 1), grid({n: "1 2 3 4 7"}))


@claim("cho_saul_2012.13", r"J_n(\theta) \approx J_n(0) \left( 1 - \frac{n^2 \theta^2}{2(2n-1)} \right)", "agrees")
def small_angles():
    """What 1 - J_n/J_n(0) is of theta^2, at theta = 1e-15; real degrees above 1/2 too."""

    def coefficient(at, digits):
        angle = Fraction(1, 10**15)
        near, top = (Fraction(evaluate(at["n"], theta=t, digits=70).value) for t in (angle, Fraction(0)))
        return (1 - near / top) / angle**2

    formula = n**2 / (2 * (2 * n - 1))
    return Relation(Side("(1 - J_n/J_n(0))/theta^2", coefficient), formula, grid({n: "1 3/2 2 3 5"}), digits=12)


@claim(
    "cho_saul_2012.14",
    r"g_{\mu\nu} = n^2 (2n-3)!! \|x\|^{2n-2} \left( \delta_{\mu\nu} + 2(n-1) \frac{x_\mu x_\nu}{\|x\|^2} \right)",
    "agrees",
)
def the_metric_of_the_arc_cosine_kernel():
    """At x = (r, 0) along u = (p, q): the form is T (p^2 + q^2) + 2(n-1) T p^2."""

    def value(at, digits):
        return quadratic_form([at["r"], Fraction(0)], [at["p"], at["q"]], n=at["n"])

    formula = n**2 * ODD * r ** (2 * n - 2) * (p**2 + q**2 + 2 * (n - 1) * p**2)
    points = grid({n: "1 2 3", r: "1/2 3", p: "1 2", q: "1/3 3"})
    return Relation(Side("g(u, u)", value), formula, points, digits=14)


@claim("cho_saul_2012.16", r"\det(g) = (2n-1) (n^2 (2n-3)!! \|x\|^{2n-2})^d", "proved")
def the_determinant():
    """Gram matrices of small steps in two and three dimensions; the proof is for every real n > 1/2 and every d."""

    def value(at, digits):
        return determinant([at["r"]] + [Fraction(0)] * (int(at["d"]) - 1), n=at["n"])

    def proof(right):
        known = geometry.Surface(metric.arc_cosine(n)).determinant
        same = [known - with_gamma(right)]
        steps = [*metric.derivation(), *metric.arc_cosine_steps()]
        return [*steps, prove(known, right, "one eigenvalue along x, d - 1 across it", residuals=same, check=DOUBLE)]

    formula = (2 * n - 1) * (n**2 * ODD * r ** (2 * n - 2)) ** d
    points = grid({n: "1 2 3", d: "2 3", r: "1/2 2"})
    return Relation(Side("det g", value), formula, points, digits=12, proof=proof)


@claim("cho_saul_2012.20", r"S = \frac{3 (n-1)^2 (2-d) (d-1)}{n^2 (2n-1)!! \|x\|^{2n}}", "refuted")
def the_scalar_curvature():
    """Components of the Riemann tensor in two and three dimensions, from the metric (14)."""
    known = {}

    def value(at, digits):
        key = int(at["n"]), int(at["d"])
        if key not in known:
            x = sp.symbols(f"x_:{key[1]}")
            squared = sum(entry**2 for entry in x)
            across = (n**2 * ODD).subs(n, key[0]) * squared ** (key[0] - 1)
            rows = sp.Matrix(
                key[1], key[1], lambda i, j: across * (int(i == j) + 2 * (key[0] - 1) * x[i] * x[j] / squared)
            )
            known[key] = Components(rows, x).scalar_curvature(), x
        curvature, x = known[key]
        unit = {2: (Fraction(3, 5), Fraction(4, 5)), 3: (Fraction(2, 3), Fraction(1, 3), Fraction(2, 3))}[key[1]]
        return curvature.subs({s: sp.Rational(str(at["r"] * u)) for s, u in zip(x, unit, strict=True)})

    def proof(right):
        known = geometry.Surface(metric.arc_cosine(n)).scalar
        same = [known - with_gamma(right)]
        steps = [*geometry.steps(), *cone.steps(n)[-2:]]
        return [
            *steps,
            prove(known, right, "the cone's curvature, for n > 1/2 and every d", residuals=same, check=DOUBLE),
        ]

    printed = 3 * (n - 1) ** 2 * (2 - d) * (d - 1) / (n**2 * sp.factorial2(2 * n - 1) * r ** (2 * n))
    left = Side("S", value)
    false_at = grid({n: "2 3", d: "3", r: "1 1/2"})
    true_at = grid({n: "1 2 3", d: "2 3", r: "1/2 2"})
    return Refuted(
        Relation(left, printed, false_at, digits=15),
        Relation(left, printed / 3, true_at, digits=15, proof=proof),
        "The factor 3 enters with eq. (18), two of whose products of Christoffel symbols have the wrong sign.",
        ("cho_saul_2012.A.10", "cho_saul_2012.table1.arccosine.S"),
    )


@claim(
    "cho_saul_2012.22",
    r"\|\Phi(x + dx) - \Phi(x)\|^2 = \frac{2}{\pi \|x\|} \sqrt{dx^\top \left( I_d - \frac{x x^\top}{\|x\|^2} \right) dx}",
    "agrees",
)
def steps_have_no_metric():
    """At x = (r, 0) a small step along (p, q), divided by its length: only the part across x counts, and linearly."""

    def value(at, digits):
        x = [at["r"], Fraction(0)]
        moved = [at["r"] + STEP * at["p"], STEP * at["q"]]
        return squared_distance(x, moved, n=0) / STEP

    points = grid({r: "1/2 3", p: "1 2", q: "1/3 3"})
    return Relation(Side("ds^2/|step|", value), 2 * q / (sp.pi * r), points, digits=14)


@claim(
    "cho_saul_2012.23",
    r"k^b(x, y) = 2 \int dw \frac{e^{-\|w\|^2/2}}{(2\pi)^{d/2}} \Theta(w \cdot x - b) \Theta(w \cdot y - b)",
    "definition",
)
def the_biased_kernel():
    return Definition()


@claim(
    "cho_saul_2012.26",
    r"k^b(x, y) = k^{-b}(x, y) + \mathrm{erf}\left( \frac{-b}{\sqrt2 \|x\|} \right) + \mathrm{erf}\left( \frac{-b}{\sqrt2 \|y\|} \right) \text{ for } b \le 0",
    "agrees",
)
def opposite_biases():
    """The difference of the two probabilities; b stands for -b > 0, a and c for the norms, and the angle is a right one."""

    def value(at, digits):
        def probability(bias):
            quantity = read_quantity(0, bias=bias, x=[at["a"], 0], y=[0, at["c"]])
            return Fraction(quantity.by_quadrature(route.definition, digits + 5))

        return probability(-at["b"]) - probability(at["b"])

    formula = sp.erf(b / (sp.sqrt(2) * a)) + sp.erf(b / (sp.sqrt(2) * c))
    return Relation(Side("k^(-b) - k^b", value), formula, grid({a: "1 3", b: "1/2 2", c: "1/3 2"}), digits=15)


@claim(
    "cho_saul_2012.28",
    r"\Psi_\sigma(z) = \frac{1}{\sqrt{2\pi\sigma^2}} \int_{-\infty}^z du\, e^{-u^2/(2\sigma^2)}",
    "definition",
)
def the_smoothed_step():
    return Definition()


@claim(
    "cho_saul_2012.29",
    r"k_\sigma(x, y) = 2 \int dw \frac{e^{-\|w\|^2/2}}{(2\pi)^{d/2}} \Psi_\sigma(w \cdot x) \Psi_\sigma(w \cdot y)",
    "definition",
)
def the_smoothed_kernel():
    return Definition()


@claim(
    "cho_saul_2012.30",
    r"k_\sigma(x, y) = 1 - \frac{1}{\pi} \cos^{-1} \left( \frac{x \cdot y}{\sqrt{(\|x\|^2 + \sigma^2)(\|y\|^2 + \sigma^2)}} \right)",
    "agrees",
)
def the_smoothed_kernel_in_closed_form():
    """The integral (29) over one weight, at x = (a, 0) and y = (b, c)."""

    def value(at, digits):
        quantity = read_quantity(0, sigma=at["sigma"], x=[at["a"], 0], y=[at["b"], at["c"]])
        return quantity.by_quadrature(route.one_dimension, digits)

    formula = 1 - sp.acos(a * b / sp.sqrt((a**2 + sigma**2) * (b**2 + c**2 + sigma**2))) / sp.pi
    points = grid({a: "1/2 2", b: "1 3", c: "1/3 2", sigma: "1/2 1"})
    return Relation(Side("k_sigma(x, y)", value), formula, points)


@claim(
    "cho_saul_2012.31",
    r"g_{\mu\nu} = \frac{1}{\pi\sigma\sqrt{2\|x\|^2 + \sigma^2}} \left( \delta_{\mu\nu} - \frac{2 x_\mu x_\nu}{2\|x\|^2 + \sigma^2} \right)",
    "agrees",
)
def the_metric_of_the_smoothed_kernel():
    """At x = (r, 0) along u = (p, q)."""

    def value(at, digits):
        return quadratic_form([at["r"], Fraction(0)], [at["p"], at["q"]], n=0, sigma=at["sigma"])

    bottom = 2 * r**2 + sigma**2
    formula = (p**2 + q**2 - 2 * r**2 * p**2 / bottom) / (sp.pi * sigma * sp.sqrt(bottom))
    points = grid({r: "1/2 3", p: "1 2", q: "1/3 3", sigma: "1/2 1"})
    return Relation(Side("g(u, u)", value), formula, points, digits=14)


@claim("cho_saul_2012.32", r"\det(g) = \frac{1}{\pi^d \sigma^{d-2} (2\|x\|^2 + \sigma^2)^{\frac d2 + 1}}", "agrees")
def the_determinant_of_the_smoothed_metric():
    """Gram matrices of small steps in one, two and three dimensions."""

    def value(at, digits):
        return determinant([at["r"]] + [Fraction(0)] * (int(at["d"]) - 1), n=0, sigma=at["sigma"])

    formula = 1 / (sp.pi**d * sigma ** (d - 2) * (2 * r**2 + sigma**2) ** (d / 2 + 1))
    return Relation(Side("det g", value), formula, grid({d: "1 2 3", r: "1/2 2", sigma: "1/2 3"}), digits=12)
