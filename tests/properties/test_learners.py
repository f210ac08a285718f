"""Laws of the learners: certified minima, steps along gradients, bounds on mistakes, and what `fit` must not depend on."""

import itertools
import warnings
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from strategies import SHAPES, Samples, examples, sample_sets

from symkern import ArcCosine, Gaussian, Linear
from symkern.learn import (
    KernelLogisticRegression,
    KernelNeuronClassifier,
    KernelNeuronRegressor,
    KernelPerceptron,
    SupportVectorMachine,
)
from symkern.learn.selective_decay import small_decay
from symkern.learn.single_sample import TRANSFERS, Schedule, State, descend
from symkern.learn.sparse_least_squares import minimise

EPS = float(np.finfo(float).eps)
RIGID = (Linear(), ArcCosine(0), ArcCosine(1))
"""Kernels whose spectrum does not fall continuously to rounding, where the rank of a Gram matrix is well defined."""


def scales():
    """Powers of ten from 1e-8 to 1e8."""
    return st.integers(-8, 8).map(lambda power: 10.0**power)


def exact_functional(gram, y, penalties, weights, alpha, beta):
    """P in extended precision, and the sizes of what cancels in it."""
    wide = [np.asarray(array, dtype=np.longdouble) for array in (gram, y, penalties, weights, alpha)]
    gram, y, penalties, weights, alpha = wide
    residual = y - gram @ alpha - np.longdouble(beta)
    terms = np.abs(gram) @ np.abs(alpha) + np.abs(y) + abs(beta)
    rounding = 4 * EPS * float(weights @ (np.abs(residual) * terms))
    return float(weights @ residual**2 / 2 + penalties @ np.abs(alpha)), rounding


class Posed:
    """A sparse least-squares problem, and the units in which its solutions are judged."""

    def __init__(self, samples: Samples, scale: float, height: float, share: float, weighted: bool):
        self.gram, self.y = scale * samples.kernel(samples.X), height * samples.y
        count = len(self.y)
        self.weights = np.arange(count) % 3 + 1.0 if weighted else np.ones(count)
        self.centred = self.y - np.average(self.y, weights=self.weights)
        self.columns = self.gram - np.average(self.gram, axis=1, weights=self.weights)[:, None]
        self.norms = np.sqrt(self.columns**2 @ self.weights)
        self.top = float(np.max(np.abs(self.columns @ (self.weights * self.centred))))
        self.penalties = np.full(count, share * self.top)
        self.size = 0.5 * float(self.weights @ self.centred**2)

    def solve(self, **words):
        return minimise(self.gram, self.y, self.penalties, weights=self.weights, **words)

    def length(self, alpha):
        """Sum of the coefficients of unit columns, in units of y."""
        return float(self.norms @ np.abs(alpha)) / np.sqrt(2 * self.size)


# The exact minimum


@given(
    sample_sets(),
    scales(),
    st.integers(-3, 3).map(lambda power: 10.0**power),
    st.floats(-14, 0.2).map(lambda power: 10.0**power),
    st.booleans(),
    st.booleans(),
)
@settings(max_examples=examples(250))
def test_the_minimum_is_certified_at_any_scale_rank_and_penalty(samples, scale, height, share, weighted, free):
    """The gap is closed as far as rounding lets it, and it bounds what the conditions of a minimum leave open."""
    posed = Posed(samples, scale, height, share, weighted)
    assume(posed.size > 0 and posed.top > 1e-6 * float(np.max(posed.norms)) * np.sqrt(2 * posed.size))
    found = posed.solve()
    if free and np.any(found.alpha):  # as the second phase of SKN-2 does
        posed.penalties[np.abs(found.alpha) >= 0.1 * np.max(np.abs(found.alpha))] = 0.0
        found = posed.solve(start=found.alpha)
    reached, rounding = exact_functional(posed.gram, posed.y, posed.penalties, posed.weights, found.alpha, found.beta)
    # the objective is that of the numbers that are returned
    assert abs(reached - found.objective) <= 1e-12 * posed.size + rounding + found.gap
    # the gap is closed, or what is left is a few roundings of each coefficient
    length = posed.length(found.alpha)
    assert found.gap <= posed.size * (1e-10 + 64 * EPS * length) + rounding
    # a column whose condition is violated by v, in units of its norm, could gain v^2/2
    wide = posed.columns.astype(np.longdouble)
    residual = (posed.weights * (posed.centred - found.alpha @ wide)).astype(float)
    slack = np.sqrt(2 * (found.gap + rounding)) + 64 * EPS * (1 + length) * np.sqrt(2 * posed.size)
    usable = posed.norms > 1e-6 * np.sqrt(posed.gram**2 @ posed.weights)
    excess = np.abs(posed.columns @ residual) - posed.penalties
    assert np.all(excess[usable] <= 2 * posed.norms[usable] * slack)
    # nothing that is tried is better than the gap allows
    generator = np.random.default_rng(0)
    for other in (0.0, 0.5, 0.99, 1.01, *(generator.standard_normal((4, len(posed.y))) * 0.1 + 1)):
        alpha = other * found.alpha
        level = float(np.average(posed.y - posed.gram @ alpha, weights=posed.weights))
        tried, error = exact_functional(posed.gram, posed.y, posed.penalties, posed.weights, alpha, level)
        assert tried >= found.objective - found.gap - rounding - error - 1e-12 * posed.size


def smallest_value(gram, y, penalty):
    """Minimum of P by exact arithmetic over all supports and signs: some minimum has independent columns."""
    count = len(y)
    best = None
    for signs in itertools.product((-1, 0, 1), repeat=count):
        support = [m for m in range(count) if signs[m]]
        rows = [[Fraction(1)] * count] + [gram[m] for m in support]  # the threshold, then the columns
        matrix = [[sum(a * b for a, b in zip(p, q, strict=True)) for q in rows] for p in rows]
        right = [sum(a * b for a, b in zip(row, y, strict=True)) for row in rows]
        right = [right[0]] + [value - penalty * signs[m] for value, m in zip(right[1:], support, strict=True)]
        solution = solve_exactly(matrix, right)
        if solution is None or any(x * signs[m] < 0 for x, m in zip(solution[1:], support, strict=True)):
            continue
        fit = [sum(x * row[j] for x, row in zip(solution, rows, strict=True)) for j in range(count)]
        value = sum((a - b) ** 2 for a, b in zip(y, fit, strict=True)) / 2 + penalty * sum(map(abs, solution[1:]))
        best = value if best is None else min(best, value)
    return best


def solve_exactly(matrix, right):
    """Gaussian elimination over the rationals, None if the matrix is singular."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [entry / rows[k][k] for entry in rows[k]]
        for i in range(len(rows)):
            if i != k and rows[i][k]:
                rows[i] = [a - rows[i][k] * b for a, b in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]


@given(
    st.integers(2, 4).flatmap(
        lambda n: st.tuples(
            st.lists(st.lists(st.integers(-3, 3), min_size=2, max_size=2), min_size=n, max_size=n),
            st.lists(st.integers(-4, 4), min_size=n, max_size=n),
        )
    ),
    st.sampled_from([1e-6, 1e-3, 0.03, 0.3, 0.9]),
    scales(),
    st.booleans(),
)
@settings(max_examples=examples(40))
@example(([[1, 0], [1, 0], [0, 1]], [1, -1, 2]), 1e-3, 1.0, False)  # equal samples that contradict each other
@example(([[1, 1], [-1, -1], [2, 2]], [1, -1, 2]), 0.03, 1e8, False)  # rank one
def test_the_minimum_is_the_best_of_all_supports_in_exact_arithmetic(drawn, share, scale, shifted):
    points, targets = np.array(drawn[0], dtype=float), np.array(drawn[1], dtype=float)
    gram = scale * (points @ points.T + 1.0) ** (2 if shifted else 1)
    top = float(np.max(np.abs((gram - gram.mean(axis=0)) @ (targets - targets.mean()))))
    assume(top > 0)
    exact_gram = [[Fraction(entry) for entry in row] for row in gram.tolist()]
    best = float(smallest_value(exact_gram, [Fraction(t) for t in targets.tolist()], Fraction(share * top)))
    found = minimise(gram, targets, np.full(len(targets), share * top))
    size = 0.5 * float(np.sum((targets - targets.mean()) ** 2))
    assert best - 1e-12 * size <= found.objective <= best + found.gap + 1e-12 * size
    assert found.gap <= 1e-10 * size


@given(sample_sets(), scales(), st.floats(-6, -0.3).map(lambda power: 10.0**power), st.sampled_from([0.03, 0.1, 0.4]))
@settings(max_examples=examples(60))
def test_selective_decay_is_a_local_minimum_of_its_functional(samples, scale, share, theta):
    """The last risk is (7) at the solution; where the decaying set is (7)'s own, small moves do not lower (7)."""
    posed = Posed(samples, scale, 1.0, share, False)
    assume(posed.top > 1e-6 * float(np.max(posed.norms)) * np.sqrt(2 * posed.size))
    count, penalty = len(posed.y), posed.penalties[0]
    stages = small_decay(
        posed.gram, posed.y, penalty, posed.weights, None,
        lambda alpha: theta * float(np.max(np.abs(alpha))), tol=1e-10, max_iter=1000,
    )  # fmt: skip
    minimum = stages.minimum

    def functional(alpha):
        level = float(np.average(posed.y - posed.gram @ alpha, weights=posed.weights))
        decaying = np.where(np.abs(alpha) < stages.theta, penalty, 0.0)
        return exact_functional(posed.gram, posed.y, decaying, posed.weights, alpha, level)

    reached, rounding = functional(minimum.alpha)
    assert abs(stages.risks[-1] - reached) <= 1e-11 * posed.size + rounding + minimum.gap
    sizes = np.abs(minimum.alpha)
    small = sizes < stages.theta
    if stages.consistent and np.any(sizes):
        room = np.min(np.abs(sizes - stages.theta))
        generator = np.random.default_rng(1)
        for _ in range(6):
            direction = generator.uniform(-1, 1, count) * (small | (sizes > 0))
            tried, error = functional(minimum.alpha + 0.5 * room * direction)
            assert tried >= reached - minimum.gap - rounding - error - 1e-11 * posed.size


# The printed steps and the perceptron


@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from(list(TRANSFERS)),
    st.floats(0, 0.5),
    st.sampled_from([1.0, 0.5, 3.0]),
    st.one_of(st.just(float("inf")), st.floats(0.01, 2)),
)
@settings(max_examples=examples(40))
def test_a_single_sample_step_is_along_minus_the_gradient_of_that_samples_part(seed, name, mu, weight, theta):
    """Of 1/2 w (y_j - f(z_j))^2 + w mu sum |a_m|, over |a_m| < theta in the second phase, by 30-digit differences."""
    generator = np.random.default_rng(seed)
    count, rate = 4, 1e-3
    gram = Gaussian(1)(generator.standard_normal((count, 2)))
    y, alpha, beta = generator.uniform(0, 1, count), generator.uniform(-2, 2, count), float(generator.uniform(-1, 1))
    assume(np.min(np.abs(alpha)) > 1e-3 and np.min(np.abs(np.abs(alpha) - theta)) > 1e-3)
    weights = np.zeros(count)
    j = seed % count
    weights[j] = weight
    state = State(alpha.copy(), beta)
    schedule = Schedule(rate, 0.0, mu, 1, 0.0, False, False, np.random.RandomState(0))
    descend(gram, y, TRANSFERS[name], schedule, state, weights, theta)
    exact = mpmath.MPContext()
    exact.dps = 30
    f = {"linear": lambda z: z, "tanh": exact.tanh, "logistic": lambda z: 1 / (1 + exact.exp(-z))}[name]

    def part(*place):
        z = exact.fsum(a * k for a, k in zip(place[:-1], gram[j].tolist(), strict=True)) + place[-1]
        decay = exact.fsum(abs(a) for a, old in zip(place[:-1], alpha, strict=True) if abs(old) < theta)
        return weight * ((y[j] - f(z)) ** 2 / 2 + mu * decay)

    place = (*alpha.tolist(), beta)
    gradient = [float(exact.diff(part, place, tuple(int(k == m) for k in range(count + 1)))) for m in range(count + 1)]
    step = np.append(state.alpha - alpha, state.beta - beta)
    assert np.allclose(step, -rate * np.array(gradient), rtol=1e-9, atol=8 * EPS)


@given(
    st.integers(0, 2**32 - 1), st.sampled_from([Linear(), Gaussian(1), ArcCosine(0), ArcCosine(1)]),
    st.sampled_from(["cyclic", "shuffled", "sampled"]), st.floats(0.2, 4), scales(),
)  # fmt: skip
@settings(max_examples=examples(40))
def test_the_perceptron_makes_no_more_mistakes_than_its_bound(seed, kernel, order, gap, scale):
    generator = np.random.default_rng(seed)
    y = np.arange(12) % 2
    X = generator.standard_normal((12, 3)) + gap * np.where(y, 1, -1)[:, None]
    X = np.vstack([X, X[:3]])
    y = np.append(y, y[:3])
    gram = scale * kernel(X)
    machine = KernelPerceptron("precomputed", order=order, max_iter=200, random_state=seed % 1000).fit(gram, y)
    assert len(machine.mistakes_) <= machine.bound(gram, y)


# What `fit` must not depend on


def neurons(procedure, mu, **words):
    return KernelNeuronRegressor("precomputed", procedure=procedure, mu=mu, delta=0, **words)


def outputs(machine, gram):
    return machine.decision_function(gram) if hasattr(machine, "decision_function") else machine.predict(gram)


def agree(one, other, y, gap=0.0):
    """Whether outputs are the same: as far as a gap leaves them open, and what rounding makes of that."""
    size = 0.5 * float(np.sum((y - np.mean(y)) ** 2))
    room = 4 * np.sqrt(gap) + 1e-6 * np.sqrt(size)
    return float(np.linalg.norm(one - other)) <= room


def posed_neurons(shapes=SHAPES):
    """Samples, a procedure and its mu over the largest that leaves a coefficient."""
    return st.tuples(st.sampled_from(["kn", "skn1", "skn2"]), st.floats(-3, -0.5)).flatmap(
        lambda drawn: st.tuples(
            sample_sets(shapes, RIGID if drawn[0] == "kn" else None), st.just(drawn[0]), st.just(10.0 ** drawn[1])
        )
    )


def fitted(samples, procedure, share, gram=None, y=None, **words):
    """A neuron for which mu is a share of the largest."""
    posed = Posed(samples, 1.0, 1.0, share, False)
    assume(posed.top > 1e-6 * float(np.max(posed.norms)) * np.sqrt(2 * posed.size))
    mu = share * posed.top / len(posed.y)
    return neurons(procedure, mu), posed.gram, posed.y


@given(posed_neurons(), st.integers(0, 2**32 - 1))
@settings(max_examples=examples(60))
def test_neurons_do_not_depend_on_the_order_of_samples(drawn, seed):
    machine, gram, y = fitted(*drawn)
    order = np.random.default_rng(seed).permutation(len(y))
    one = machine.fit(gram, y)
    before, gap = outputs(one, gram), one.gap_
    moved = machine.fit(gram[np.ix_(order, order)], y[order])
    assert agree(outputs(moved, gram[:, order]), before, y, max(gap, moved.gap_))


@given(posed_neurons(), st.lists(st.integers(0, 3), min_size=60, max_size=60))
@settings(max_examples=examples(60))
def test_neurons_take_weights_for_repetitions_and_none_for_absence(drawn, counts):
    machine, gram, y = fitted(*drawn)
    counts = np.array(counts[: len(y)])
    counts[:2] = 1, 2
    places = np.repeat(np.arange(len(y)), counts)
    assume(np.ptp(y[places]) > 0 and np.any(np.ptp(gram[np.ix_(places, places)], axis=0) > 1e-6 * np.max(gram)))
    weighted = machine.fit(gram, y, sample_weight=counts)
    one, gap, alpha = outputs(weighted, gram), weighted.gap_, weighted.alpha_
    assert len(alpha) == len(y) and not np.any(alpha[counts == 0])
    assert set(weighted.support_) == set(np.flatnonzero(alpha))
    repeated = machine.fit(gram[np.ix_(places, places)], y[places])
    assert agree(outputs(repeated, gram[:, places]), one, y[places], max(gap, repeated.gap_))


@given(posed_neurons(), scales())
@settings(max_examples=examples(60))
def test_neurons_and_their_mu_have_the_units_of_the_kernel(drawn, scale):
    machine, gram, y = fitted(*drawn)
    before, gap = outputs(machine.fit(gram, y), gram), machine.gap_
    scaled = machine.set_params(mu=scale * machine.mu).fit(scale * gram, y)
    assert agree(outputs(scaled, scale * gram), before, y, max(gap, scaled.gap_))


def machines():
    """Every machine that takes a kernel, with its penalty for a kernel times c."""
    return {
        "neurons, ovo": lambda kernel, c: KernelNeuronClassifier(kernel, mu=0.02 * c, delta=0),
        "neurons, ovr": lambda kernel, c: KernelNeuronClassifier(kernel, mu=0.02 * c, delta=0, multiclass="ovr"),
        "logistic": lambda kernel, c: KernelLogisticRegression(kernel, alpha=0.1 * c),
        "svm": lambda kernel, c: SupportVectorMachine(kernel, C=1 / c, tol=1e-10),
        "svm, ovr": lambda kernel, c: SupportVectorMachine(kernel, C=1 / c, tol=1e-10, strategy="ovr"),
        "perceptron": lambda kernel, c: KernelPerceptron(kernel, max_iter=20),
        "perceptron, voted": lambda kernel, c: KernelPerceptron(kernel, max_iter=20, variant="voted"),
    }


def three_classes(seed, samples=18):
    generator = np.random.default_rng(seed)
    y = np.arange(samples) % 3
    X = generator.standard_normal((samples, 2)) + np.array([[0, 2], [2, -1], [-2, -1]])[y]
    return np.vstack([X, X[:4]]), np.append(y, y[:4])


KERNELS = (Gaussian(1), ArcCosine(1), ArcCosine(0))


@given(st.sampled_from(list(machines())), st.sampled_from(KERNELS), st.integers(0, 10_000), st.integers(-26, 26))
@settings(max_examples=examples(60))
def test_every_machine_is_the_same_for_any_scale_of_the_kernel(name, kernel, seed, power):
    X, y = three_classes(seed)
    gram, make = kernel(X), machines()[name]
    one = make("precomputed", 1.0).fit(gram, y)
    scaled = make("precomputed", 2.0**power).fit(2.0**power * gram, y)
    if name.startswith("perceptron"):
        assert all(np.array_equal(a, b) for a, b in zip(one.mistakes_, scaled.mistakes_, strict=True))
    else:
        assert np.allclose(scaled.decision_function(2.0**power * gram), one.decision_function(gram), atol=1e-5)


@given(st.sampled_from(list(machines())), st.sampled_from(KERNELS), st.integers(0, 10_000))
@settings(max_examples=examples(60))
def test_every_machine_is_the_same_for_a_kernel_a_function_sparse_samples_and_a_gram_matrix(name, kernel, seed):
    X, y = three_classes(seed)
    new = np.random.default_rng(seed).standard_normal((5, 2))
    make = machines()[name]
    known = make(kernel, 1.0).fit(X, y).decision_function(new)
    ways = {
        "function": make(lambda a, b: kernel(a, b), 1.0).fit(X, y).decision_function(new),
        "precomputed": make("precomputed", 1.0).fit(kernel(X), y).decision_function(kernel(new, X)),
        "sparse": make(kernel, 1.0).fit(csr_matrix(X), y).decision_function(csr_matrix(new)),
    }
    for way, values in ways.items():
        assert np.allclose(values, known, atol=1e-6), way


@given(
    st.sampled_from([name for name in machines() if not name.startswith("perceptron")]),
    st.sampled_from(KERNELS), st.integers(0, 10_000),
)  # fmt: skip
@settings(max_examples=examples(40))
def test_machines_with_a_unique_answer_do_not_depend_on_the_order_of_samples(name, kernel, seed):
    X, y = three_classes(seed)
    new = np.random.default_rng(seed).standard_normal((5, 2))
    order = np.random.default_rng(seed + 1).permutation(len(y))
    make = machines()[name]
    one, moved = (make(kernel, 1.0).fit(X[places], y[places]) for places in (np.arange(len(y)), order))
    assert np.allclose(moved.decision_function(new), one.decision_function(new), atol=1e-4)


@given(st.sampled_from(KERNELS), st.integers(0, 10_000), st.sampled_from([2, 3]))
@settings(max_examples=examples(20))
def test_repeating_all_samples_leaves_means_and_sums_their_minima(kernel, seed, times):
    """The mean loss of logistic regression stays; the sum of a support vector machine's needs C over the number."""
    X, y = three_classes(seed)
    places = np.tile(np.arange(len(y)), times)
    for once, often in (
        (KernelLogisticRegression(kernel, alpha=0.1), KernelLogisticRegression(kernel, alpha=0.1)),
        (SupportVectorMachine(kernel, tol=1e-10), SupportVectorMachine(kernel, C=1 / times, tol=1e-10)),
        (KernelNeuronClassifier(kernel, mu=0.02), KernelNeuronClassifier(kernel, mu=0.02)),
    ):
        known = once.fit(X, y).decision_function(X)
        assert np.allclose(often.fit(X[places], y[places]).decision_function(X), known, atol=1e-4)


@given(
    st.integers(0, 10_000), st.sampled_from(["kn", "skn1", "skn2"]), st.sampled_from(["cd", "sgd"]),
    st.sampled_from(["ovo", "ovr"]), st.lists(st.booleans(), min_size=22, max_size=22),
)  # fmt: skip
@settings(max_examples=examples(60))
def test_classifiers_see_no_samples_without_weight_whatever_the_kernel_is_given_as(
    seed, procedure, solver, multiclass, kept
):
    X, y = three_classes(seed)
    kept = np.array(kept)
    kept[:6] = True
    kernel, new = ArcCosine(1), np.random.default_rng(seed).standard_normal((5, 2))
    words = {
        "procedure": procedure, "solver": solver, "multiclass": multiclass, "mu": 0.02, "max_iter": 30, "random_state": 0
    }  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        left_out = KernelNeuronClassifier(kernel, **words).fit(X[kept], y[kept]).decision_function(new)
        weighted = KernelNeuronClassifier(kernel, **words).fit(X, y, sample_weight=kept.astype(float))
        given_gram = KernelNeuronClassifier("precomputed", **words).fit(kernel(X), y, sample_weight=kept.astype(float))
    assert np.allclose(weighted.decision_function(new), left_out, atol=1e-7)
    assert np.allclose(given_gram.decision_function(kernel(new, X)), left_out, atol=1e-7)
    assert not np.any(given_gram.alpha_[:, ~kept]) and np.all(kept[given_gram.support_])


@given(st.integers(0, 10_000), st.sampled_from(["skn1", "skn2"]), st.integers(6, 21))
@settings(max_examples=examples(20))
def test_training_in_parts_ends_where_one_training_does(seed, procedure, cut):
    """Also where samples of the parts have no weight, and where the last part has none at all."""
    X, y = three_classes(seed)
    weights = np.random.default_rng(seed).integers(0, 3, len(y)).astype(float)
    weights[:3] = 1.0
    make = machines()["neurons, ovo"]
    whole = make(ArcCosine(1), 1.0).set_params(procedure=procedure).fit(X, y, sample_weight=weights)
    parts = make(ArcCosine(1), 1.0).set_params(procedure=procedure)
    parts.partial_fit(X[:cut], y[:cut], sample_weight=weights[:cut])
    parts.partial_fit(X[cut:], y[cut:], sample_weight=weights[cut:])
    parts.partial_fit(X[:1], y[:1], sample_weight=[0.0])
    assert np.allclose(parts.decision_function(X), whole.decision_function(X), atol=1e-6)
    warm = make(ArcCosine(1), 1.0).set_params(procedure=procedure, warm_start=True)
    warm.fit(X, y).fit(X, y, sample_weight=weights)
    assert np.allclose(warm.decision_function(X), whole.decision_function(X), atol=1e-6)


@pytest.mark.parametrize("mu", [0.0, 1e-300, 1e-30])
def test_a_decay_that_is_nothing_is_none(mu):
    """mu = 0 is KN, and a mu far below rounding comes as near to the targets as KN does."""
    X, y = three_classes(1, 12)
    gram, targets = ArcCosine(1)(X), np.where(y == 0, 1.0, -1.0)
    known = KernelNeuronRegressor("precomputed", procedure="kn").fit(gram, targets)
    tiny = KernelNeuronRegressor("precomputed", procedure="skn2", mu=mu, delta=0).fit(gram, targets)
    assert np.allclose(tiny.predict(gram), known.predict(gram), atol=1e-6)
