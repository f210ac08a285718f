"""Laws of the learners: steps along gradients, bounds on mistakes, and what `fit` must not depend on."""

import warnings

import mpmath
import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from strategies import SHAPES, PosedProblem, examples, powers_of_ten, sample_sets

from symkern import ArcCosine, Gaussian, Linear
from symkern.learn import (
    KernelLogisticRegression,
    KernelNeuronClassifier,
    KernelNeuronRegressor,
    KernelPerceptron,
    SupportVectorMachine,
)
from symkern.learn.single_sample import TRANSFERS, Schedule, State, descend

EPS = float(np.finfo(float).eps)
RIGID = (Linear(), ArcCosine(0), ArcCosine(1))
"""Kernels whose spectrum does not fall continuously to rounding."""


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
    st.sampled_from(["cyclic", "shuffled", "sampled"]), st.floats(0.2, 4), powers_of_ten(),
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


RANKED = tuple(shape for shape in SHAPES if not shape.startswith("unlike"))
"""Samples whose Gram matrix has no eigenvalues between what counts and rounding."""


def posed_neurons():
    """Samples, a procedure and its mu over the largest that leaves a coefficient; KN where the rank is well defined."""
    decaying = st.tuples(sample_sets(), st.sampled_from(["skn1", "skn2"]), st.floats(-3, -0.5).map(lambda p: 10.0**p))
    return st.one_of(decaying, st.tuples(sample_sets(RANKED, RIGID), st.just("kn"), st.just(0.1)))


def prepared(samples, procedure, share):
    """A neuron for which mu is a share of the largest, the Gram matrix and the targets."""
    posed = PosedProblem(samples, 1.0, 1.0, share, False)
    assume(posed.determined())
    mu = share * posed.top / len(posed.y)
    return neurons(procedure, mu), posed.gram, posed.y


@given(posed_neurons(), st.integers(0, 2**32 - 1))
@settings(max_examples=examples(60))
def test_neurons_do_not_depend_on_the_order_of_samples(drawn, seed):
    machine, gram, y = prepared(*drawn)
    order = np.random.default_rng(seed).permutation(len(y))
    one = machine.fit(gram, y)
    before, gap = outputs(one, gram), one.gap_
    moved = machine.fit(gram[np.ix_(order, order)], y[order])
    assert agree(outputs(moved, gram[:, order]), before, y, max(gap, moved.gap_))


KNOWN_TIES = np.array(
    [[1, 1, 0], [1, 0, 1], [-1, -1, -1], [-1, 1, -1], [-1, -1, -1], [0, 0, -1], [-1, 0, -1], [-1, 1, -1], [-1, -1, 0]],
    dtype=float,
)
"""Samples (x, y) with a coefficient that is half of the largest one up to rounding."""


@given(st.permutations(range(len(KNOWN_TIES))))
@settings(max_examples=examples(40))
@example(np.random.default_rng(4).permutation(9).tolist())
def test_a_coefficient_at_theta_does_not_decide_by_its_rounding(order):
    machine = KernelNeuronRegressor(Linear(), mu=0.03, theta=0.5, delta=0)
    risks = [machine.fit(rows[:, :2], rows[:, 2]).risk_curve_[-1] for rows in (KNOWN_TIES, KNOWN_TIES[list(order)])]
    assert risks[0] == pytest.approx(risks[1], rel=1e-12)


@given(posed_neurons(), st.lists(st.integers(0, 3), min_size=60, max_size=60))
@settings(max_examples=examples(60))
def test_neurons_take_weights_for_repetitions_and_none_for_absence(drawn, counts):
    machine, gram, y = prepared(*drawn)
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


@given(posed_neurons(), powers_of_ten())
@settings(max_examples=examples(60))
def test_neurons_and_their_mu_have_the_units_of_the_kernel(drawn, scale):
    machine, gram, y = prepared(*drawn)
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


def places_with_one_answer(name, kernel, X, seed):
    """New points; of neurons of degree 0 the samples that each of them was trained with.

    Columns of degree 0 in two dimensions are dependent: outputs at the samples are unique, but not the coefficients
    that give them, nor outputs elsewhere. One against one, a neuron does not see the samples of the third class.
    """
    if not name.startswith("neurons") or kernel != ArcCosine(0):
        return np.random.default_rng(seed).standard_normal((5, 2))
    assume(name != "neurons, ovo")
    return X


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
@example("neurons, ovr", ArcCosine(0), 3211)
def test_every_machine_is_the_same_for_a_kernel_a_function_sparse_samples_and_a_gram_matrix(name, kernel, seed):
    X, y = three_classes(seed)
    new, make = places_with_one_answer(name, kernel, X, seed), machines()[name]
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
@example("neurons, ovr", ArcCosine(0), 76)
def test_machines_with_a_unique_answer_do_not_depend_on_the_order_of_samples(name, kernel, seed):
    X, y = three_classes(seed)
    new = places_with_one_answer(name, kernel, X, seed)
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
        "procedure": procedure, "solver": solver, "multiclass": multiclass, "mu": 0.02, "max_iter": 30,
        "random_state": 0,
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
