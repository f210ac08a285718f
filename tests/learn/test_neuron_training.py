"""Training of kernel neurons: large scales, advice of warnings, decaying coefficients, weights and equal samples."""

import itertools
import re

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.exceptions import ConvergenceWarning

from symkern import ArcCosine, Gaussian, Linear
from symkern.datasets import saito_nakano
from symkern.learn import KernelNeuronClassifier, KernelNeuronRegressor, selective_decay
from symkern.learn.sparse_least_squares import Minimum

# Kernels of large scale, and what warnings advise


def large_samples():
    generator = np.random.default_rng(1)
    X = generator.standard_normal((150, 5))
    return 100 * X, np.sign(X[:, 0] * X[:, 1] + 0.3 * generator.standard_normal(150))


@pytest.mark.parametrize("procedure", ["skn1", "skn2"])
def test_samples_of_large_scale_reach_the_gap_in_few_rounds(procedure):
    """A warning would be an error here; pruning is off, since it drops what matters at such a small decay."""
    X, y = large_samples()
    machine = KernelNeuronClassifier(procedure=procedure, delta=0, max_iter=20).fit(X, y)
    assert machine.gap_ <= 1e-10 * 75 and machine.score(X, y) > 0.99


def test_raw_breast_cancer_samples_reach_what_rounding_allows():
    X, y = load_breast_cancer(return_X_y=True)
    machine = KernelNeuronClassifier(delta=0, max_iter=100).fit(X, y)
    assert machine.gap_ <= 1e-7 * 0.5 * np.sum((2 * y - 2 * np.mean(y)) ** 2)
    assert machine.consistent_ and machine.score(X, y) > 0.95


def test_a_gap_that_more_rounds_close_says_so():
    X, y = saito_nakano(1, 1000)
    with pytest.warns(ConvergenceWarning, match="max_iter must be larger"):
        KernelNeuronRegressor(Gaussian(1), mu=0.003, procedure="skn1", max_iter=2).fit(X, y)
    assert KernelNeuronRegressor(Gaussian(1), mu=0.003, procedure="skn1", max_iter=50).fit(X, y).gap_ < 1e-6


def test_a_gap_that_rounding_keeps_open_says_so_and_its_remedies_help():
    X, y = load_breast_cancer(return_X_y=True)
    words = {"delta": 0, "procedure": "skn1", "mu": 1e-4}
    with pytest.warns(ConvergenceWarning, match="tol must be larger") as caught:
        KernelNeuronClassifier(tol=1e-12, **words).fit(X, y)
    said = str(caught[0].message)
    tol, mu = (float(re.search(rf"{name}=([\d.e+-]+\d)", said.partition("Take")[2])[1]) for name in ("tol", "mu"))
    KernelNeuronClassifier(**words | {"tol": tol}).fit(X, y)
    assert mu > 1e-4 and KernelNeuronClassifier(**words | {"mu": mu}).fit(X, y).gap_ < 1e-9 * len(y)


def test_pruning_that_spoils_the_outputs_says_so():
    X, y = large_samples()
    with pytest.warns(UserWarning, match="delta must be smaller .* Take delta=0"):
        assert KernelNeuronClassifier().fit(X, y).score(X, y) < 0.7


# Which coefficients decay


@pytest.mark.parametrize("theta", [0.03, 0.1, 0.3])
@pytest.mark.parametrize("kernel", [Gaussian(1), Linear(), ArcCosine(1)])
def test_the_last_risk_of_skn2_is_its_functional_at_the_solution(kernel, theta):
    """xu_2003 (7), with l mu in the place of mu, and theta as the first phase leaves it."""
    for seed, mu in itertools.product(range(10), (1e-4, 1e-3, 1e-2)):
        X, y = saito_nakano(seed, 30)
        machine = KernelNeuronRegressor(kernel, mu=mu, theta=theta, delta=0).fit(X, y)
        first = KernelNeuronRegressor(kernel, mu=mu, procedure="skn1", delta=0).fit(X, y)
        assert machine.theta_ == pytest.approx(theta * np.max(np.abs(first.alpha_)), rel=1e-8)
        sizes = np.abs(machine.spectrum_)
        functional = 0.5 * np.sum((y - machine.predict(X)) ** 2) + 30 * mu * np.sum(sizes[sizes < machine.theta_])
        assert machine.consistent_ and machine.risk_curve_[-1] == pytest.approx(functional, rel=1e-9)


def test_a_set_of_decaying_coefficients_that_comes_back_ends_in_one_that_grows(monkeypatch):
    """Two coefficients that each fall below theta while the other is above it: no set is at rest."""
    gram, y = np.eye(2), np.array([1.0, -1.0])

    def restless(gram, y, penalties, **words):
        alpha = np.array([1.0, 1.0])
        if 0 < np.count_nonzero(penalties) < 2:
            alpha = np.where(penalties > 0, 1.0, 0.2)  # what decays is large, and what does not is small
        if words["start"] is None:
            alpha = np.array([1.0, 0.2])
        return Minimum(alpha, 0.0, 5.0, 0.0, 1)

    monkeypatch.setattr(selective_decay, "minimise", restless)
    stages = selective_decay.small_decay(gram, y, 1.0, np.ones(2), None, lambda alpha: 0.5, tol=1e-10, max_iter=9)
    assert not stages.consistent
    assert stages.risks[-1] == 5.0 - 2.0  # both decay, both are above theta: (7) has no term of either


# Equal samples and samples without weight


def test_equal_samples_that_contradict_each_other_are_one_sample():
    """In whatever order they come; one of them has the coefficient."""
    X, y = saito_nakano(3, 20)
    X, y = np.vstack([X, X[:8]]), np.append(y, y[:8] + 1.0)
    machine = KernelNeuronRegressor(Gaussian(1), mu=0.003).fit(X, y)
    grid = np.linspace(-4, 4, 50)[:, None]
    for seed in range(10):
        order = np.random.default_rng(seed).permutation(28)
        moved = KernelNeuronRegressor(Gaussian(1), mu=0.003).fit(X[order], y[order])
        assert np.allclose(moved.predict(grid), machine.predict(grid), atol=1e-8)
        assert len(moved.support_) == len(machine.support_)
    assert len(np.unique(X[machine.support_])) == len(machine.support_)
    merged = np.append((2 * y[:8] + 1) / 2, y[8:20])
    once = KernelNeuronRegressor(Gaussian(1), mu=0.003).fit(X[:20], merged, sample_weight=[2] * 8 + [1] * 12)
    assert np.allclose(once.predict(grid), machine.predict(grid), atol=1e-8)


def test_a_coefficient_at_theta_up_to_rounding_does_not_decay_in_any_order():
    """Half of the largest, with theta = 1/2: which side of it rounding errors take depends on the order of sums."""
    X = np.array([[1, 1], [1, 0], [-1, -1], [-1, 1], [-1, -1], [0, 0], [-1, 0], [-1, 1], [-1, -1]], dtype=float)
    y = np.array([0, 1, -1, -1, -1, -1, -1, -1, 0], dtype=float)
    machine = KernelNeuronRegressor(Linear(), mu=0.03, theta=0.5, delta=0)
    orders = [np.random.default_rng(seed).permutation(9) for seed in range(6)]
    risks = [machine.fit(X[order], y[order]).risk_curve_[-1] for order in orders]
    assert np.allclose(risks, 0.8266666666666667, rtol=1e-12)


def test_samples_without_weight_keep_their_places_in_a_gram_matrix():
    X, y = load_iris(return_X_y=True)
    weights = np.random.default_rng(0).integers(0, 2, 150).astype(float)
    gram = Gaussian(1)(X)
    machine = KernelNeuronClassifier("precomputed", mu=1e-3).fit(gram, y, sample_weight=weights)
    assert machine.score(gram, y) > 0.9 and machine.alpha_.shape == (3, 150)
    assert np.all(weights[machine.support_] == 1.0)
