"""Kernel neurons: what they minimise, how exactly, and what the printed procedures do."""

import itertools
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Lasso
from sklearn.utils.estimator_checks import parametrize_with_checks

from symkern import ArcCosine, Gaussian, Linear
from symkern.datasets import overlapping_lines, saito_nakano
from symkern.errors import UsageError
from symkern.kernels.strings import Subsequences
from symkern.learn import KernelNeuronClassifier, KernelNeuronRegressor
from symkern.learn.single_sample import TRANSFERS, Schedule, State, descend, risk, safe_rate
from symkern.learn.sparse_least_squares import minimise


@parametrize_with_checks([KernelNeuronRegressor(), KernelNeuronClassifier()])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


def problems(seed, samples=25):
    x, y = saito_nakano(seed, samples)
    return Gaussian(1)(x), y


# The exact minimum


@given(st.integers(0, 10_000), st.floats(-4, 1), st.sampled_from(["gaussian", "linear", "ramp"]))
@settings(max_examples=40)
def test_the_gap_is_a_bound_and_is_closed(seed, size, kind):
    generator = np.random.default_rng(seed)
    X = generator.standard_normal((20, 3))
    y = generator.standard_normal(20)
    gram = {"gaussian": Gaussian(1), "linear": Linear(), "ramp": ArcCosine(1)}[kind](X)
    penalties = np.full(20, 10.0**size)
    found = minimise(gram, y, penalties)
    assert found.gap <= 1e-8 * max(found.objective, 1e-3)
    slopes = gram @ (y - gram @ found.alpha - found.beta)
    assert abs(np.sum(y - gram @ found.alpha - found.beta)) < 1e-6
    assert np.all(np.abs(slopes) <= penalties * (1 + 1e-3) + 1e-6)  # what optimality asks
    for _ in range(5):
        other = found.alpha + 0.1 * generator.standard_normal(20) * generator.integers(0, 2, 20)
        residual = y - gram @ other - found.beta
        assert 0.5 * residual @ residual + penalties @ np.abs(other) >= found.objective - found.gap - 1e-9


def test_it_agrees_with_scikit_learns_lasso():
    gram, y = problems(3, 40)
    found = minimise(gram, y, np.full(40, 0.4))
    lasso = Lasso(alpha=0.4 / 40, tol=1e-12, max_iter=1_000_000).fit(gram, y)
    assert found.objective <= 0.5 * np.sum((y - lasso.predict(gram)) ** 2) + 0.4 * np.sum(np.abs(lasso.coef_)) + 1e-9
    assert np.allclose(gram @ found.alpha + found.beta, lasso.predict(gram), atol=1e-4)


def test_what_is_not_penalised_is_fitted_and_certified():
    gram, y = problems(4, 30)
    penalties = np.full(30, 0.5)
    penalties[[3, 17, 20]] = 0.0
    found = minimise(gram, y, penalties)
    residual = y - gram @ found.alpha - found.beta
    assert np.allclose(gram[[3, 17, 20]] @ residual, 0.0, atol=1e-6) and found.gap < 1e-9


def test_weights_are_repetitions():
    gram, y = problems(5, 12)
    weights = np.array([1, 2, 3] * 4, dtype=float)
    places = np.repeat(np.arange(12), weights.astype(int))
    once = minimise(gram, y, np.full(12, 0.2), weights=weights)
    repeated = minimise(gram[np.ix_(places, places)], y[places], np.full(len(places), 0.2))
    assert once.objective == pytest.approx(repeated.objective, rel=1e-8)


# The printed steps


@given(st.integers(0, 1000), st.sampled_from(list(TRANSFERS)), st.floats(0.0, 0.5))
@settings(max_examples=30)
def test_the_mean_single_sample_step_is_along_the_gradient_of_l_mu_not_of_mu(seed, name, mu):
    """Averaged over samples, the step is -rate/l times the gradient of the functional with l mu in the place of mu."""
    generator = np.random.default_rng(seed)
    gram, y = problems(seed % 50, 8)
    y = np.tanh(y)
    start, beta, rate = generator.standard_normal(8), 0.3, 1e-3
    transfer, weights = TRANSFERS[name], np.ones(8)
    steps, beta_steps = [], []
    for j in range(8):
        only = np.zeros(8)
        only[j] = 1.0  # one sample's step: the others weigh nothing, and neither decay nor correct
        state = State(start.copy(), beta)
        schedule = Schedule(rate, 0.0, mu, 1, 0.0, False, False, np.random.RandomState(0))
        descend(gram, y, transfer, schedule, state, only)
        steps.append(state.alpha - start)
        beta_steps.append(state.beta - beta)
    h, gradient = 1e-6, []
    for place in range(9):
        values = []
        for sign in (1, -1):
            moved = State(start.copy(), beta)
            if place < 8:
                moved.alpha[place] += sign * h
            else:
                moved.beta += sign * h
            values.append(risk(gram, y, transfer, moved, np.full(8, 8 * mu), weights))
        gradient.append((values[0] - values[1]) / (2 * h))
    mean = np.append(np.mean(steps, axis=0), np.mean(beta_steps))
    assert np.allclose(mean, -rate / 8 * np.array(gradient), rtol=1e-4, atol=1e-9)


def test_the_printed_rule_stops_at_the_first_fitted_sample():
    """One sample that is right from the beginning ends the printed training; an epoch does not."""
    gram, y = problems(1, 20)
    y[:] = np.where(np.arange(20) < 10, 0.0, y)
    printed, whole = (
        KernelNeuronRegressor(
            "precomputed", procedure="kn", solver="sgd", stopping=rule, tol=1e-6, max_iter=50, random_state=1
        ).fit(gram, y)
        for rule in ("printed", "epoch")
    )
    assert len(printed.risk_curve_) == 1 < len(whole.risk_curve_)
    assert printed.risk_curve_[-1] > whole.risk_curve_[-1]


def test_with_linear_kernel_and_transfer_it_is_the_classical_neuron():
    """(3): w.x + b with w = sum alpha_i x_i, trained by the same steps."""
    generator = np.random.default_rng(0)
    X, y = generator.standard_normal((15, 3)), generator.standard_normal(15)
    machine = KernelNeuronRegressor(
        Linear(), procedure="kn", solver="sgd", learning_rate=1e-3, anneal=False, max_iter=5, random_state=2, delta=0
    )
    machine.fit(X, y)
    weights, bias, random = np.zeros(3), 0.0, np.random.RandomState(2)
    spectrum = np.zeros(15)
    for _ in range(5):
        for j in random.permutation(15):
            error = 1e-3 * (y[j] - X[j] @ weights - bias)
            spectrum += error * (X @ X[j])
            weights = X.T @ spectrum
            bias += error
    assert np.allclose(machine.predict(X), X @ weights + bias, rtol=1e-10)


# The machines


OPTIONS = list(
    itertools.product(["kn", "skn1", "skn2"], ["linear", "tanh", "logistic"], ["auto", "sgd"], ["ovo", "ovr"])
)


@pytest.mark.parametrize(("procedure", "transfer", "solver", "multiclass"), OPTIONS)
def test_every_combination_learns_three_classes(procedure, transfer, solver, multiclass):
    X, y = load_iris(return_X_y=True)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    machine = KernelNeuronClassifier(
        Gaussian(1), procedure=procedure, transfer=transfer, solver=solver, multiclass=multiclass, max_iter=60, mu=1e-3,
        random_state=0,
    )  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        assert machine.fit(X, y).score(X, y) > 0.93
    assert machine.alpha_.shape == (3, 150) and len(machine.support_) <= 150


REGRESSIONS = list(
    itertools.product(["kn", "skn1", "skn2"], TRANSFERS, ["epoch", "printed"], [True, False], [True, False])
)


@pytest.mark.parametrize(("procedure", "transfer", "stopping", "anneal", "relative"), REGRESSIONS)
def test_every_combination_of_steps_learns_a_curve(procedure, transfer, stopping, anneal, relative):
    """Targets within the range of every transform function; a rule that stops at once is one too."""
    X, _ = saito_nakano(1, 40)
    y = 0.5 + 0.4 * np.sin(X[:, 0])
    machine = KernelNeuronRegressor(
        Gaussian(1), procedure=procedure, transfer=transfer, solver="sgd", stopping=stopping, anneal=anneal,
        relative=relative, mu=1e-4, tol=1e-12, theta=0.05, delta=1e-3, max_iter=100, random_state=0,
    )  # fmt: skip
    assert machine.fit(X, y).score(X, y) > (0.9 if transfer == "linear" else 0.7)
    assert machine.risk_curve_[-1] < 0.5 * np.sum((y - TRANSFERS[transfer].middle) ** 2)


@given(st.integers(0, 100))
@settings(max_examples=10)
def test_order_labels_and_scale_of_the_samples(seed):
    X, y = overlapping_lines(seed)
    machine = KernelNeuronClassifier(Linear(), procedure="skn1").fit(X, y)
    order = np.random.default_rng(seed).permutation(len(y))
    moved = KernelNeuronClassifier(Linear(), procedure="skn1").fit(X[order], y[order])
    assert np.allclose(moved.decision_function(X), machine.decision_function(X), atol=1e-5)
    swapped = KernelNeuronClassifier(Linear(), procedure="skn1").fit(X, -y)
    assert np.allclose(swapped.decision_function(X), -machine.decision_function(X), atol=1e-5)
    scaled = KernelNeuronClassifier(Linear(), procedure="skn1", mu=0.04).fit(2 * X, y)
    assert np.allclose(scaled.decision_function(2 * X), machine.decision_function(X), atol=1e-5)


def test_texts_functions_names_and_gram_matrices():
    texts, kinds = ["abab", "baba", "abba", "xyxy", "yxyx", "xyyx"], [0, 0, 0, 1, 1, 1]
    machine = KernelNeuronClassifier(Subsequences(2), mu=1e-3).fit(texts, kinds)
    assert machine.predict(["abaab", "yxxy"]).tolist() == [0, 1]
    X, y = saito_nakano(1)
    ours, named, function, given_gram = (
        KernelNeuronRegressor(kernel, kernel_params=params).fit(data, y).predict(data)
        for kernel, params, data in (
            (Gaussian(1), None, X),
            ("rbf", {"gamma": 0.5}, X),
            (lambda a, b: Gaussian(1)(a, b), None, X),
            ("precomputed", None, Gaussian(1)(X)),
        )
    )
    assert np.allclose(ours, named) and np.allclose(ours, function) and np.allclose(ours, given_gram)
    assert np.allclose(KernelNeuronRegressor(Gaussian(1)).fit(csr_matrix(X), y).predict(csr_matrix(X)), ours)


def test_warm_starts_and_more_samples():
    X, y = saito_nakano(2, 60)
    whole = KernelNeuronRegressor(Gaussian(1), procedure="skn1").fit(X, y)
    parts = KernelNeuronRegressor(Gaussian(1), procedure="skn1").partial_fit(X[:40], y[:40]).partial_fit(X[40:], y[40:])
    assert np.allclose(parts.predict(X), whole.predict(X), atol=1e-6)
    words = {"procedure": "skn1", "solver": "sgd", "warm_start": True, "max_iter": 20, "random_state": 0}
    warm = KernelNeuronRegressor(Gaussian(1), **words)
    first, second = warm.fit(X, y).risk_curve_[0], warm.fit(X, y).risk_curve_[0]
    assert second < first
    mixed = KernelNeuronRegressor(Gaussian(1), procedure="skn1").partial_fit(csr_matrix(X[:40]), y[:40])
    assert np.allclose(mixed.partial_fit(X[40:], y[40:]).predict(X), whole.predict(X), atol=1e-6)
    classifier = KernelNeuronClassifier(Gaussian(1)).partial_fit(X[:40], y[:40] > 1, classes=[False, True])
    assert classifier.partial_fit(X[40:], y[40:] > 1).score(X, y > 1) > 0.85
    with pytest.raises(UsageError, match="classes that were seen before; got 7"):
        KernelNeuronClassifier().partial_fit([[0.0], [1.0]], [0, 1]).partial_fit([[2.0]], [7])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"mu": -1}, "mu must be at least 0"),
        ({"procedure": "skn3"}, "procedure must be one of"),
        ({"transfer": "step"}, "transfer must be one of"),
        ({"solver": "cd", "transfer": "tanh"}, "solver must be sgd unless transfer is linear"),
        ({"learning_rate": 0}, "learning_rate must be greater than 0"),
        ({"learning_rate": 1e3, "solver": "sgd"}, "learning_rate must be small enough"),
        ({"momentum": 1}, "momentum must be at least 0 and below 1"),
        ({"max_iter": 0}, "max_iter must be an integer"),
        ({"stopping": "never"}, "stopping must be one of"),
        ({"kernel": "magic"}, "kernel must be a kernel, a function, or one of"),
        ({"kernel": 3}, "kernel must be a kernel, a function or a name"),
        ({"kernel": lambda a, b: np.triu(np.ones((len(a), len(b))))}, "The kernel must be symmetric"),
        ({"kernel": lambda a, b: np.ones(len(a))}, "The kernel must give"),
        ({"kernel": lambda a, b: np.full((len(a), len(b)), np.nan)}, "The kernel must give finite numbers"),
        ({"kernel": lambda a, b: -a @ b.T, "positive_check": True}, "The kernel must be positive semi-definite"),
        ({"kernel": ArcCosine("-1/4")}, "no row of zeros"),
    ],
)  # fmt: skip
def test_bad_input_is_one_clear_line(words, said):
    X = np.vstack([np.zeros((1, 2)), np.random.default_rng(0).standard_normal((20, 2))])
    with pytest.raises(UsageError, match=said) as caught:
        KernelNeuronRegressor(**words).fit(X, X[:, 0])
    assert "\n" not in str(caught.value)


def test_bad_samples_are_one_clear_line():
    X = np.random.default_rng(0).standard_normal((10, 2))
    for data, targets, said in (
        (X, np.zeros(10), "one class, 0"),
        (np.ones((10, 2)), np.arange(10) % 2, "samples that differ"),
        (X * np.nan, np.arange(10) % 2, "NaN"),
    ):
        with pytest.raises(ValueError, match=said):
            KernelNeuronClassifier().fit(data, targets)
    with pytest.raises(ValueError, match="at least one non-zero number"):
        KernelNeuronClassifier().fit(X, np.arange(10) % 2, sample_weight=np.zeros(10))


def test_a_safe_rate_does_not_diverge():
    X, y = saito_nakano(1)
    for scale in (1e-3, 1.0, 1e3):
        gram = scale * Gaussian(1)(X)
        assert 0 < safe_rate(gram, 0.5) < 1
        KernelNeuronRegressor("precomputed", solver="sgd", max_iter=20, random_state=0).fit(gram, y)
