"""Xu, Zhang & Li (2003), Sparse training procedure for kernel neuron: its formulas in their order, and what the text says of them.

Two samples stand for l where a sum over samples is written out: x_1 and x_2 with Gram matrix (p, q; q, r), coefficients a_1 and a_2,
threshold b, targets y_1 and y_2. The studies behind the figures are `symkern.studies.sparse_neuron`.
"""

from fractions import Fraction

import numpy as np
import sympy as sp

from symkern.claims import (
    POSITIVE,
    REALS,
    Definition,
    Proof,
    Qualified,
    Refuted,
    Relation,
    Side,
    claim,
    domain,
    grid,
    interval,
)
from symkern.proofs import terms as term
from symkern.proofs.rules.cases import by_sign
from symkern.proofs.rules.derivatives import derivative_value, differentiate
from symkern.proofs.rules.equality import identity
from symkern.reference.precision import context, mpf

a_1, a_2, b, y_1, y_2, q, u, v, z = sp.symbols("a_1 a_2 b y_1 y_2 q u v z", real=True)
p, r, mu, rate = sp.symbols("p r mu rate", positive=True)
x_11, x_12, x_21, x_22 = sp.symbols("x_11 x_12 x_21 x_22", real=True)
ACTIVATIONS = (a_1 * p + a_2 * q + b, a_1 * q + a_2 * r + b)
NUMBERS = {a_1: "-1/2 2/3", a_2: "3/4 -1", b: "1/3", y_1: "1", y_2: "-2", p: "2", q: "1/2", r: "3/2", mu: "1/5"}

# the same symbols in the proof kernel
A_1, A_2, B, Y_1, Y_2, P, Q, R, MU, RATE = term.symbols("a_1 a_2 b y_1 y_2 p q r mu rate")
RECEIVED = (A_1 * P + A_2 * Q + B, A_1 * Q + A_2 * R + B)
SIZES = {"p": POSITIVE, "r": POSITIVE, "mu": POSITIVE} | dict.fromkeys(("a_1", "a_2", "b", "y_1", "y_2", "q"), REALS)
NOT_ZERO = term.absolute(A_1)
"""Positive where alpha_1 is not 0."""


def counted(shown, count, printed):
    """A number that is counted and not computed."""
    return Relation(Side(shown, lambda at, digits: Fraction(int(count()))), sp.Integer(printed), ({},))


# 2. Definition of kernel neuron


@claim("xu_2003.1", r"\{(\mathbf{x}_1, y_1), (\mathbf{x}_2, y_2), ..., (\mathbf{x}_l, y_l)\}", "definition")
def the_training_set():
    return Definition()


@claim(
    "xu_2003.2",
    r"y_i = +1 \text{ if } \mathbf{x}_i \in \omega_1, -1 \text{ if } \mathbf{x}_i \in \omega_2",
    "definition",
)
def targets_of_classes():
    return Definition()


@claim("xu_2003.3", r"o(\mathbf{x}) = f((\mathbf{w} \cdot \mathbf{x}) + b)", "definition")
def the_classical_neuron():
    return Definition()


@claim("xu_2003.4", r"o(\mathbf{x}) = f(\sum_{i=1}^{l} \alpha_i k(\mathbf{x}_i, \mathbf{x}) + \beta)", "definition")
def the_kernel_neuron():
    return Definition()


@claim("xu_2003.linear", r"when the transform function is linear and the kernel is $\mathbf{x}_i^T \mathbf{x}$, the relationship is linear, and can be considered as the equivalent form of M-P neuron", "proved")  # fmt: skip
def linear_in_linear_out():
    """Two samples in the plane: the sum over kernels of (4) against w.x + b with w the sum of the samples, each times its coefficient."""

    def value(at, digits):
        samples = ((at["x_11"], at["x_12"]), (at["x_21"], at["x_22"]))
        kernels = [sum(s * t for s, t in zip(sample, (at["u"], at["v"]), strict=True)) for sample in samples]
        return at["a_1"] * kernels[0] + at["a_2"] * kernels[1] + at["b"]

    formula = (a_1 * x_11 + a_2 * x_21) * u + (a_1 * x_12 + a_2 * x_22) * v + b

    X_11, X_12, X_21, X_22, U, V = term.symbols("x_11 x_12 x_21 x_22 u v")
    where = domain(**dict.fromkeys(("a_1", "a_2", "b", "u", "v", "x_11", "x_12", "x_21", "x_22"), REALS))
    summed = A_1 * (X_11 * U + X_12 * V) + A_2 * (X_21 * U + X_22 * V) + B
    neuron = (A_1 * X_11 + A_2 * X_21) * U + (A_1 * X_12 + A_2 * X_22) * V + B
    proof = Proof(summed, lambda: identity(summed, neuron, where))
    points = grid(
        {a_1: "2 -1/2", a_2: "1/3", x_11: "1", x_12: "-2", x_21: "3", x_22: "1/2", u: "1/7 3", v: "-1 5", b: "1/4"}
    )
    return Relation(Side("o(x)", value), formula, points, proof=proof, domain=where)


# 3. Sparse training procedure


@claim("xu_2003.5", r"E(\boldsymbol{\alpha}, \beta) = \frac{1}{2} \sum_{j=1}^{l} [y_j - o(\mathbf{x}_j)]^2 + \mu \sum_{j=1}^{l} |\alpha_j|", "definition")  # fmt: skip
def the_functional():
    return Definition()


def tanh(argument):
    """The hyperbolic tangent as a term of the proof kernel."""
    return (term.exp(2 * argument) - 1) / (term.exp(2 * argument) + 1)


def functional():
    """E of (5) for f = tanh, as a term of the proof kernel."""
    first, second = ((target - tanh(received)) ** 2 for target, received in zip((Y_1, Y_2), RECEIVED, strict=True))
    return (first + second) / 2 + MU * (term.absolute(A_1) + term.absolute(A_2))


def slope_of_the_functional(variable, where):
    """The derivative of (5), by the rules of calculus."""
    left = term.derivative(functional(), variable)
    return Proof(left, lambda: derivative_value(differentiate(functional(), variable, where)))


def slope_by_differences(name):
    """The derivative to the right of (5), from its values alone."""

    def value(at, digits):
        mp = context(60)
        known = {key: mpf(mp, number) for key, number in at.items()}

        def energy(numbers):
            total = known["mu"] * (abs(numbers["a_1"]) + abs(numbers["a_2"]))
            kernels = ((known["p"], known["q"]), (known["q"], known["r"]))
            for (first, second), target in zip(kernels, (known["y_1"], known["y_2"]), strict=True):
                output = mp.tanh(numbers["a_1"] * first + numbers["a_2"] * second + numbers["b"])
                total += (target - output) ** 2 / 2
            return total

        step = mp.mpf(10) ** -15
        near, far = (energy(known | {name: known[name] + k * step}) for k in (1, 2))
        return mp.nstr((4 * near - far - 3 * energy(known)) / (2 * step), 25)

    return Side(f"dE/d{name}", value)


def printed_slope(kernels):
    """(6), without its decay."""
    pulls = 0
    for y, activation, kernel in zip((y_1, y_2), ACTIVATIONS, kernels, strict=True):
        pulls += (y - sp.tanh(activation)) * (1 - sp.tanh(activation) ** 2) * kernel
    return -pulls


@claim("xu_2003.6", r"\frac{\partial E}{\partial \alpha_m} = -\sum_{j=1}^{l} [y_j - f(\overline{y}_j)] f'(\overline{y}_j) k(\mathbf{x}_m, \mathbf{x}_j) + \mu \, \mathrm{sgn}(\alpha_m)", "qualified")  # fmt: skip
def the_gradient():
    """Where a coefficient is 0, which is what the procedure is after, (5) has a kink: its slopes to both sides are mu apart from
    what is printed. f = tanh, m = 1."""
    formula = printed_slope((p, q)) + mu * sp.sign(a_1)

    where = domain([NOT_ZERO], **SIZES)
    proof = slope_of_the_functional(A_1, where)
    kink = Relation(slope_by_differences("a_1"), formula, grid(NUMBERS | {a_1: "0"}), digits=10)
    smooth = Relation(slope_by_differences("a_1"), formula, grid(NUMBERS), digits=10, proof=proof, domain=where)
    return Qualified(kink, smooth, "alpha_m is not 0", where)


@claim("xu_2003.6.threshold", r"\frac{\partial E}{\partial \beta} = -\sum_{j=1}^{l} [y_j - f(\overline{y}_j)] f'(\overline{y}_j)", "proved")  # fmt: skip
def the_gradient_by_the_threshold():
    """Against differences of (5)."""

    where = domain(**SIZES)
    proof, formula = slope_of_the_functional(B, where), printed_slope((1, 1))
    return Relation(slope_by_differences("b"), formula, grid(NUMBERS), digits=10, proof=proof, domain=where)


@claim("xu_2003.algorithm1", r"a training algorithm is constructed, based on the gradient descent approach, that minimizes risk functional (5): $\Delta\alpha_m = \lambda_1 (y_j - f(\overline{y}_j)) f'(\overline{y}_j) k(\mathbf{x}_m, \mathbf{x}_j) - \lambda_1 \mu \, \mathrm{sgn}(\alpha_m)$ for every single sample", "refuted")  # fmt: skip
def what_single_sample_steps_descend():
    """The mean of the steps of all samples (f linear, no momentum) must be -lambda_1/l times the gradient of what they descend. The
    decay is there with every sample: l times where (5) has it once."""

    def mean_step(at, digits):
        steps = []
        for kernel_first, kernel_second, target in ((at["p"], at["q"], at["y_1"]), (at["q"], at["r"], at["y_2"])):
            error = target - (at["a_1"] * kernel_first + at["a_2"] * kernel_second + at["b"])
            sign = (at["a_1"] > 0) - (at["a_1"] < 0)
            steps.append(at["rate"] * error * kernel_first - at["rate"] * at["mu"] * sign)
        return sum(steps) / 2

    left = Side("the mean of Delta alpha_1", mean_step)
    pull = (y_1 - ACTIVATIONS[0]) * p + (y_2 - ACTIVATIONS[1]) * q

    sign, pulls = A_1 / NOT_ZERO, ((Y_1 - RECEIVED[0]) * P, (Y_2 - RECEIVED[1]) * Q)
    first, second = (RATE * pulled - RATE * MU * sign for pulled in pulls)
    mean, where = (first + second) / 2, domain([NOT_ZERO], rate=POSITIVE, **SIZES)
    proof = Proof(mean, lambda: identity(mean, RATE / 2 * (pulls[0] + pulls[1] - 2 * MU * sign), where))
    points = grid(NUMBERS | {rate: "1/10 1/7"})
    printed = Relation(left, rate / 2 * (pull - mu * sp.sign(a_1)), points)
    corrected = Relation(left, rate / 2 * (pull - 2 * mu * sp.sign(a_1)), points, proof=proof, domain=where)
    mistake = "The decay is applied with each of the l samples: the steps descend (5) with l mu in the place of mu, here 2 mu."
    return Refuted(printed, corrected, mistake)


@claim("xu_2003.7", r"E(\boldsymbol{\alpha}, \beta) = \frac{1}{2} \sum_{j=1}^{l} [y_j - o(\mathbf{x}_j)]^2 + \mu \sum_{|\alpha_j| < \theta} |\alpha_j|", "definition")  # fmt: skip
def the_selective_functional():
    """It jumps by mu theta where a coefficient passes the threshold."""
    return Definition()


@claim(
    "xu_2003.8",
    r"if $f(\mathbf{x}) > 0$, then $\mathbf{x} \in \omega_1$, otherwise $\mathbf{x} \in \omega_2$",
    "qualified",
)
def the_side_of_a_sample():
    """The sign of the activation z is the side; the sigmoid function, which section 2 allows, is above 0 on both."""

    def sign_of(function):
        return lambda at, digits: Fraction(int(np.sign(function(float(at["z"])))))

    values = grid({z: "-2 -1/2 1/3 3"})
    logistic = Relation(
        Side("the sign of 1/(1 + exp(-z))", sign_of(lambda t: 1 / (1 + np.exp(-t)))), sp.sign(z), values
    )
    Z, sides = term.sym("z"), (interval(0, sp.oo), interval(-sp.oo, 0))
    left, right = (value / term.absolute(value) for value in (tanh(Z), Z))
    proof = Proof(left, lambda: by_sign(Z, *(identity(left, right, domain(z=side)) for side in sides)))
    where = domain([term.absolute(Z)], z=REALS)
    odd = Relation(Side("the sign of tanh(z)", sign_of(np.tanh)), sp.sign(z), values, proof=proof, domain=where)
    return Qualified(logistic, odd, "f has the sign of its argument, as tanh and the linear function do")


# 4. Experiment results and analysis: the data were not published, so these are medians over data drawn as the text describes


def experiment(name, machine):
    """Support vectors over the forty seeds of the study."""
    from symkern.studies import sparse_neuron

    draw, machines, _ = sparse_neuron.EXPERIMENTS[name]
    return np.array([len(machines()[machine].fit(*draw(seed)).support_) for seed in sparse_neuron.SEEDS])


@claim("xu_2003.fig3", r"We find out that the number of support vectors from our sparse training algorithm is less than that from SVM-light (C=1000)", "agrees")  # fmt: skip
def fewer_for_contradictory_samples():
    return counted(
        "seeds of 40 with fewer",
        lambda: np.sum(experiment("overlapping", "SKN-2") < experiment("overlapping", "SVM")),
        40,
    )


@claim(
    "xu_2003.fig4.skn",
    r"the number of support vectors from SKN-2 is less than that from SVM, that is 6 versus 16",
    "agrees",
)
def six_support_vectors():
    return counted("the median of SKN-2", lambda: np.median(experiment("regression", "SKN-2")), 6)


@claim(
    "xu_2003.fig4.svm",
    r"the number of support vectors from SKN-2 is less than that from SVM, that is 6 versus 16",
    "agrees",
)
def sixteen_support_vectors():
    return counted("the median of the SVM", lambda: np.median(experiment("regression", "SVM")), 16)
