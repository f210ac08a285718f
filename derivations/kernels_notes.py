"""Lecture notes, Chapter 3, Kernels, Beginning of neural networks: its formulas in their order, and what the text says of them.

Mercer's theorem (3.7) is not judged here: without continuity it holds almost everywhere and not, as printed, for all x and x'
(the kernel that is 1 on the diagonal and 0 elsewhere has no such sum), and the engine has no way to say so of a sum over all i.
"""

from fractions import Fraction

import sympy as sp

from symkern.claims import (
    POSITIVE,
    REALS,
    Definition,
    Misprint,
    Proof,
    Qualified,
    Refuted,
    Relation,
    Side,
    claim,
    domain,
    grid,
    integers,
)
from symkern.proofs import terms as term
from symkern.proofs.rules.definitions import PREVIOUS, recursion
from symkern.proofs.rules.equality import identity
from symkern.reference.precision import context, mpf
from symkern.theorems import random_cosines as cosines

c, m, n, w, t = sp.symbols("c m n w t", positive=True)
x, z, x_1, x_2, z_1, z_2 = sp.symbols("x z x_1 x_2 z_1 z_2", real=True)
u_1, u_2, u_3 = sp.symbols("u_1 u_2 u_3", real=True)
g_1, g_2, g_3 = sp.symbols("g_1 g_2 g_3", real=True)
y = sp.Symbol("y", real=True)


def dot(first, second):
    return sum(s * t for s, t in zip(first, second, strict=True))


def perceptron(samples, targets, most=10_000):
    """(3.4) through the samples in their order, again and again until none is misclassified: w, and the mistakes."""
    weights, mistakes, clean = [Fraction(0)] * len(samples[0]), [], 0
    while clean < len(samples) and len(mistakes) < most:
        for number, (sample, target) in enumerate(zip(samples, targets, strict=True)):
            if target * dot(weights, sample) <= 0:
                weights = [old + target * part for old, part in zip(weights, sample, strict=True)]
                mistakes.append(number)
                clean = 0
            else:
                clean += 1
    return weights, mistakes


# 3.1 Digging deeper into the perceptron


@claim("kernels_notes.margin", r"\frac{y^i w^{*\top} x^i}{\|w^*\|} = \rho^i", "definition")
def the_margin():
    return Definition()


@claim("kernels_notes.3.1", r"If $w^*$ is the classifier with the largest average margin, $\rho = \min_i \rho^i$ [...] after $t$ weight updates $t \leq \frac{R^2}{\rho^2}$ all training data are classified correctly", "qualified")  # fmt: skip
def the_bound_on_mistakes():
    """The classifier of the largest average margin, along the sum of all y x, need not separate anything: m samples at (1, 0) and one
    at (-1, 1/2), all positive, which the perceptron gets right after more updates than the bound from that classifier. The bound is
    that of any w* that separates all samples; it is judged where it is attained, because an inequality has mutants that hold: n
    orthogonal samples of length c have R = c and, along their sum, rho = c/sqrt(n), and take n updates. `KernelPerceptron.bound` has
    it for any samples, as a property of the tests."""

    def updates(at, digits):
        samples = [(Fraction(1), Fraction(0))] * int(at["m"]) + [(Fraction(-1), Fraction(1, 2))]
        return Fraction(len(perceptron(samples, [1] * len(samples))[1]))

    largest = sp.Rational(5, 4)  # R^2, of the last sample
    margin = (sp.Rational(1, 4) - (m - 1)) / sp.sqrt((m - 1) ** 2 + sp.Rational(1, 4))  # of the last, along the sum
    printed = Relation(Side("t", updates), largest / margin**2 + sp.Rational(1, 100), grid({m: "8 12"}), sense="<")

    def of_orthogonal_samples(at, digits):
        count = int(at["n"])
        samples = [[at["c"] * (i == j) for j in range(count)] for i in range(count)]
        targets = [1 if i % 2 else -1 for i in range(count)]
        return Fraction(len(perceptron(samples, targets)[1]))

    attained = Relation(Side("t", of_orthogonal_samples), n, grid({n: "1 2 5 17", c: "1/3 2"}), tied="n is an integer")
    return Qualified(printed, attained, "w* separates all samples: rho > 0")


@claim(
    "kernels_notes.3.1.worst", r"There are no constant factors, this is also the worst case number of updates", "proved"
)
def the_bound_is_attained():
    """The two laws of the proof, <w_t, w*> >= t rho |w*| and |w_t|^2 <= t R^2, are equations for orthogonal samples: the square of the
        length after n updates of samples of length c, by running the perceptron. By Pythagoras every update adds c^2: the theorem is about
    the sequence S_0 = 0, S_{n+1} = S_n + c^2."""

    def square(at, digits):
        count = int(at["n"])
        weights, _ = perceptron([[at["c"] * (i == j) for j in range(count)] for i in range(count)], [1] * count)
        return dot(weights, weights)

    def theorem():
        N, C = term.symbols("n c")
        where = domain(n=integers(0), c=POSITIVE)
        first = identity(0 * C**2, 0, where.without("n"))
        advance = identity((N + 1) * C**2, N * C**2 + C**2, where)
        return recursion("S", N, C, where, 0, PREVIOUS + C**2, N * C**2, first, advance)

    points, where = grid({n: "1 2 5", c: "1/3 2 3"}), domain(n=integers(1), c=POSITIVE)
    proof = Proof(theorem().lhs, theorem)
    return Relation(Side("|w_n|^2", square), n * c**2, points, proof=proof, domain=where)


SAMPLES = ((Fraction(2), Fraction(1)), (Fraction(-1), Fraction(3)), (Fraction(1, 2), Fraction(-2)))
TARGETS = (1, -1, 1)
NEW = ((Fraction(1), Fraction(0)), (Fraction(-3), Fraction(1, 2)), (Fraction(2, 7), Fraction(5)))


def from_mistakes(features, left, values):
    """A sum over three samples with their numbers of mistakes (times the targets) u_1, u_2, u_3, which the dual algorithm makes with
    inner products alone; g_1, g_2, g_3 are what they multiply, for each of some new inputs."""
    mapped, alpha = [features(*sample) for sample in SAMPLES], [0, 0, 0]
    for _ in range(50):
        for k in range(3):
            if TARGETS[k] * sum(alpha[i] * TARGETS[i] * dot(mapped[i], mapped[k]) for i in range(3)) <= 0:
                alpha[k] += 1
    points = []
    for new in NEW:
        numbers = [
            *new,
            *values(mapped, features(*new)),
            *(Fraction(count * y) for count, y in zip(alpha, TARGETS, strict=True)),
        ]
        symbols = (x, z, g_1, g_2, g_3, u_1, u_2, u_3)
        points.append({symbol: sp.Rational(number.numerator, number.denominator) for symbol, number in zip(symbols, numbers, strict=True)})  # fmt: skip
    return Relation(left, u_1 * g_1 + u_2 * g_2 + u_3 * g_3, tuple(points), tied="mistakes of one run")


def primal(features):
    """w.phi(x) from the weights of the primal algorithm."""
    weights, _ = perceptron([features(*sample) for sample in SAMPLES], TARGETS)
    return lambda at, digits: dot(weights, features(at["x"], at["z"]))


def plain(s, t):
    return (s, t)


def squared(s, t):
    return (s, t, s * s, s * t, t * t)


@claim("kernels_notes.3.2", r"w^* = \sum_{i=1}^n \alpha^i y^i x^i", "agrees")
def weights_from_mistakes():
    """Three samples in the plane: the second weight of the primal algorithm, against the sum with the mistakes of the dual one."""
    weights, _ = perceptron(SAMPLES, TARGETS)
    return from_mistakes(
        plain, Side("w_2", lambda at, digits: weights[1]), lambda mapped, new: [row[1] for row in mapped]
    )


@claim("kernels_notes.3.3", r"\hat{y} = \sum_{i=1}^n \alpha^i y^i x^{i\top} x", "agrees")
def predictions_from_mistakes():
    """w.x of the primal algorithm for new inputs."""
    return from_mistakes(plain, Side("w.x", primal(plain)), lambda mapped, new: [dot(row, new) for row in mapped])


# 3.2 Creating nonlinear classifiers from linear ones


@claim("kernels_notes.quadratic", r"\phi(x)^\top \phi(x') = 1 + 2xx' + (xx')^2 = (1 + xx')^2, \quad \phi(x) = [1, \sqrt{2}x, x^2]", "proved")  # fmt: skip
def quadratic_features():
    """The inner product of the feature vectors, in decimals."""

    def value(at, digits):
        mp = context(digits)
        first, second = ([1, mp.sqrt(2) * mpf(mp, s), mpf(mp, s) ** 2] for s in (at["x"], at["z"]))
        return mp.nstr(dot(first, second), digits)

    X, Z = term.symbols("x z")
    where = domain(x=REALS, z=REALS)
    left = dot(*([term.term(1), term.sqrt(2) * s, s**2] for s in (X, Z)))
    proof = Proof(left, lambda: identity(left, (1 + X * Z) ** 2, where))
    points = grid({x: "-2 1/3 1", z: "1/4 3 -2"})
    return Relation(Side("phi(x).phi(x')", value), (1 + x * z) ** 2, points, proof=proof, domain=where)


@claim("kernels_notes.quadratic.plane", r"this trick of polynomial expansion also works for higher dimensional input $\phi(x) := [1, x_1, x_2, \sqrt{2}x_1x_2, x_1^2, x_2^2]^\top$", "misprint")  # fmt: skip
def quadratic_features_of_the_plane():
    """Without the root of 2 at x_1 and x_2, whose role the line before announces, the inner product is not (1 + x.x')^2."""

    def value(factor):
        def of(at, digits):
            mp = context(digits)
            root = mp.sqrt(2)
            both = []
            for s, t in ((at["x_1"], at["x_2"]), (at["z_1"], at["z_2"])):
                s, t = mpf(mp, s), mpf(mp, t)
                linear = root if factor else 1
                both.append([1, linear * s, linear * t, root * s * t, s * s, t * t])
            return mp.nstr(dot(*both), digits)

        return Side("phi(x).phi(x')", of)

    X_1, X_2, Z_1, Z_2 = term.symbols("x_1 x_2 z_1 z_2")
    root, where = term.sqrt(2), domain(x_1=REALS, x_2=REALS, z_1=REALS, z_2=REALS)
    features = ([term.term(1), root * s, root * t, root * s * t, s**2, t**2] for s, t in ((X_1, X_2), (Z_1, Z_2)))
    left = dot(*features)
    proof = Proof(left, lambda: identity(left, (1 + X_1 * Z_1 + X_2 * Z_2) ** 2, where))
    formula = (1 + x_1 * z_1 + x_2 * z_2) ** 2
    points = grid({x_1: "-2 1/3", x_2: "1", z_1: "1/2 3", z_2: "-1/4 2"})
    slip = "x_1 and x_2 want a factor sqrt(2), as x has in one dimension."
    meant = Relation(value(True), formula, points, proof=proof, domain=where)
    return Misprint(Relation(value(False), formula, points), meant, slip)


@claim("kernels_notes.3.4", r"w_{t+1} = w_t + y^t \phi(x^t) \text{ if } \text{sign}(w_t^\top \phi(x^t)) \neq y^t, \; w_t \text{ else}", "definition")  # fmt: skip
def the_perceptron():
    return Definition()


@claim(
    "kernels_notes.3.5",
    r"f(x; w) = \text{sign} \left( \sum_{i=1}^n \alpha^i y^i \phi(x^i)^\top \phi(x) \right)",
    "agrees",
)
def predictions_from_features():
    """With the squares and the product of two inputs as features beside them: w.phi(x) of the primal algorithm."""
    return from_mistakes(
        squared, Side("w.phi(x)", primal(squared)), lambda mapped, new: [dot(row, new) for row in mapped]
    )


# 3.3 Kernels


@claim(
    "kernels_notes.3.6",
    r"y^t \left( \sum_{i=1}^n \alpha^i y^i k(x^i, x^t) \right) = y^t (\alpha \odot Y)^\top G e_t",
    "proved",
)
def by_the_gram_matrix():
    """A column of G, the kernel (1 + x x')^2 of three samples on the line; u are alpha times the labels, t = 2, y is the label of the
    second sample. The theorem is for any kernel: the sum over k(x_i, x_2) = G_i2 = g_i is the matrix product, zeros of e_2 included."""
    samples = (Fraction(1, 2), Fraction(-1), Fraction(2))
    column = [(1 + s * samples[1]) ** 2 for s in samples]
    values = {g_1: column[0], g_2: column[1], g_3: column[2]}
    points = [point | {symbol: sp.Rational(v.numerator, v.denominator) for symbol, v in values.items()} for point in grid({u_1: "-1 2", u_2: "3", u_3: "-1/2 1", y: "-1 1"})]  # fmt: skip

    def value(at, digits):
        return at["y"] * sum(at[f"u_{k + 1}"] * (1 + s * samples[1]) ** 2 for k, s in enumerate(samples))

    Y, U, G = term.sym("y"), term.symbols("u_1 u_2 u_3"), term.symbols("g_1 g_2 g_3")
    rows = [term.symbols(f"G_{i}1 g_{i} G_{i}3") for i in (1, 2, 3)]
    where = domain(
        **dict.fromkeys(set().union({Y.name}, *((entry.name for entry in row) for row in (U, *rows))), REALS)
    )
    left = Y * dot(U, G)
    product = Y * dot(U, [dot(row, map(term.term, (0, 1, 0))) for row in rows])
    proof = Proof(left, lambda: identity(left, product, where))
    formula = y * (u_1 * g_1 + u_2 * g_2 + u_3 * g_3)
    return Relation(Side("y_t sum_i alpha_i y_i k(x_i, x_t)", value), formula, tuple(points), proof=proof, domain=where)


@claim("kernels_notes.remark2", r"u^\top G u = \left\| \sum_i u_i \phi(x_i) \right\|^2 \geq 0", "proved")
def gram_matrices_are_semi_definite():
    """For the kernel (1 + x x')^2 of three samples on the line: the quadratic form, against the sum of squares of its features."""

    def value(at, digits):
        samples, weights = (at["x"], at["z"], Fraction(2)), (at["u_1"], at["u_2"], at["u_3"])
        return sum(s * t * (1 + p * q) ** 2 for s, p in zip(weights, samples, strict=True) for t, q in zip(weights, samples, strict=True))  # fmt: skip

    squares = (u_1 + u_2 + u_3) ** 2 + 2 * (u_1 * x + u_2 * z + 2 * u_3) ** 2 + (u_1 * x**2 + u_2 * z**2 + 4 * u_3) ** 2

    U, samples = term.symbols("u_1 u_2 u_3"), (*term.symbols("x z"), term.term(2))
    form = sum(
        s * t * (1 + p * q) ** 2 for s, p in zip(U, samples, strict=True) for t, q in zip(U, samples, strict=True)
    )
    features = ([u * part for part in (term.term(1), term.sqrt(2) * s, s**2)] for u, s in zip(U, samples, strict=True))
    summed = [sum(parts[1:], parts[0]) for parts in zip(*features, strict=True)]
    where = domain(u_1=REALS, u_2=REALS, u_3=REALS, x=REALS, z=REALS)
    proof = Proof(form, lambda: identity(form, dot(summed, summed), where))
    points = grid({u_1: "1 -2", u_2: "1/2 -1", u_3: "3 -1/3", x: "1/3", z: "-1 4"})
    return Relation(Side("u.G u", value), squares, points, proof=proof, domain=where)


# 3.4 Learning the feature vector


@claim("kernels_notes.3.8", r"\phi(x) = \sigma(S^\top x)", "definition")
def units_as_features():
    return Definition()


@claim("kernels_notes.cosines", r"for shift-invariant kernels one may use a matrix with random elements [...] drawn from, say, a Gaussian distribution and the function $\sigma(z) = \cos(z)$", "refuted")  # fmt: skip
def random_cosines():
    """The mean of the product of two units over Gaussian weights, by quadrature, in one dimension. Cosines alone are not invariant
    under shifts: they have half of exp(-(x + x')^2/2) as well. With a phase of its own for each unit, and a factor sqrt(2), they are."""

    def mean(phases):
        def of(at, digits):
            mp = context(digits)
            s, t = mpf(mp, at["x"]), mpf(mp, at["z"])

            def units(weight, phase):
                return 2 * mp.cos(weight * s + phase) * mp.cos(weight * t + phase)

            # over the phase the rule of equal weights is exact: the product has two frequencies
            turns = [2 * mp.pi * k / 5 for k in range(5)] if phases else [mp.mpf(0)]
            total = mp.quad(
                lambda weight: mp.exp(-weight * weight / 2) * sum(units(weight, b) for b in turns) / len(turns),
                [-16, -8, -4, -2, 0, 2, 4, 8, 16],
            )
            return mp.nstr(total / mp.sqrt(2 * mp.pi), digits)

        return Side("E 2 cos(wx + b) cos(wx' + b)" if phases else "E 2 cos(wx) cos(wx')", of)

    where, proof = domain(x=REALS, z=REALS), Proof(cosines.MEAN, cosines.mean)
    points = grid({x: "1/3 2", z: "-1 1/2"})
    formula = sp.exp(-((x - z) ** 2) / 2)
    mistake = "Cosines without a phase give exp(-(x - x')^2/2) + exp(-(x + x')^2/2), which is no function of x - x'."
    corrected = Relation(mean(True), formula, points, digits=12, proof=proof, domain=where)
    return Refuted(Relation(mean(False), formula, points, digits=12), corrected, mistake)


@claim("kernels_notes.3.9", r"f(x; w) = \text{sign}(w^\top \sigma(S^\top x))", "definition")
def a_linear_machine_on_random_features():
    return Definition()


@claim(
    "kernels_notes.3.10",
    r"w^* = \text{argmin}_w \frac{1}{n} \sum_{i=1}^n \ell_{\text{hinge}}(y^i, \hat{y}^i)",
    "definition",
)
def its_weights():
    return Definition()


@claim("kernels_notes.3.11", r"f(x; w, S) = \text{sign}(w^\top \sigma(S^\top x))", "definition")
def a_two_layer_network():
    return Definition()


@claim("kernels_notes.3.12", r"The former is a non-convex function in its parameters $w, S$ because they interact multiplicatively", "proved")  # fmt: skip
def two_layers_are_not_convex():
    """One sample x = 1 with y = -1 and one ramp unit: between (w, S) = (2c, 0) and (0, 2c) the loss is above its mean there by c^2, and a
    convex function is never above."""

    def hinge(weight, feature):
        return max(Fraction(0), 1 + weight * max(Fraction(0), feature))

    def excess(at, digits):
        step = at["c"]
        return hinge(step, step) - (hinge(2 * step, Fraction(0)) + hinge(Fraction(0), 2 * step)) / 2

    def ramp(argument):
        return (argument + term.absolute(argument)) / 2  # max(0, argument)

    def loss(weight, feature):
        return ramp(1 + weight * ramp(feature))

    C, zero, where = term.sym("c"), term.term(0), domain(c=POSITIVE)
    left = loss(C, C) - (loss(2 * C, zero) + loss(zero, 2 * C)) / 2
    proof = Proof(left, lambda: identity(left, C**2, where))
    points = grid({c: "1/3 1 2 5"})
    return Relation(Side("L(middle) - mean of L(ends)", excess), c**2, points, proof=proof, domain=where)
