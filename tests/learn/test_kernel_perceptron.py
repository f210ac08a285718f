"""The perceptron: three forms that agree, a bound that holds; logistic regression beside it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from symkern import ArcCosine, Gaussian, Linear
from symkern.errors import UsageError
from symkern.kernels.strings import Subsequences
from symkern.learn import KernelLogisticRegression, KernelPerceptron
from symkern.learn.kernel_perceptron import margin


@parametrize_with_checks(
    [KernelPerceptron(), KernelPerceptron(variant="voted", max_iter=5), KernelLogisticRegression()]
)
def test_scikit_learn_checks(estimator, check):
    check(estimator)


def clouds(seed, samples=30, gap=1.0):
    generator = np.random.default_rng(seed)
    y = generator.integers(0, 2, samples)
    y[:2] = 0, 1
    return generator.standard_normal((samples, 3)) + gap * np.where(y, 1, -1)[:, None], y


@given(st.integers(0, 500), st.sampled_from(["cyclic", "shuffled", "sampled"]))
@settings(max_examples=25)
def test_three_forms_make_the_same_mistakes_at_the_same_steps(seed, order):
    X, y = clouds(seed)
    machines = [
        KernelPerceptron(Linear(), form=form, order=order, max_iter=5, random_state=1).fit(X, y)
        for form in ("primal", "dual", "gram")
    ]
    assert np.array_equal(machines[0].mistakes_, machines[1].mistakes_)
    assert np.array_equal(machines[0].mistakes_, machines[2].mistakes_)
    weights = (machines[0].alpha_ * np.where(y, 1, -1)) @ X
    assert np.allclose(machines[2].decision_function(X), X @ weights)


@given(st.integers(0, 500), st.sampled_from(["cyclic", "shuffled", "sampled"]), st.floats(0.6, 3))
@settings(max_examples=40)
def test_the_bound_is_never_violated_where_the_samples_can_be_separated(seed, order, gap):
    X, y = clouds(seed, gap=gap)
    for kernel in (Linear(), Gaussian(1), ArcCosine(0)):
        machine = KernelPerceptron(kernel, order=order, max_iter=300, random_state=seed).fit(X, y)
        assert len(machine.mistakes_) <= machine.bound(X, y)


def test_the_bound_can_be_asked_before_the_training():
    X, y = clouds(7, gap=2.0)
    assert KernelPerceptron(Linear()).bound(X, y) == KernelPerceptron(Linear()).fit(X, y).bound(X, y)


def test_the_bound_needs_a_direction_through_the_origin():
    """Samples that only a threshold separates have no bound, and the perceptron without one never ends."""
    X, y = np.array([[1.0], [2.0], [3.0], [4.0]]), np.array([0, 0, 1, 1])
    machine = KernelPerceptron(Linear(), max_iter=50).fit(X, y)
    assert machine.bound(X, y) == np.inf and machine.n_iter_ == 50


@given(st.integers(0, 200))
@settings(max_examples=15)
def test_the_margin_is_that_of_the_support_vector_machine(seed):
    X, y = clouds(seed, gap=2.5)
    signs = np.where(y, 1.0, -1.0)
    found = margin(X @ X.T, signs)
    both, labels = np.vstack([X, -X]), np.concatenate([signs, -signs])  # its threshold is then 0
    machine = SVC(kernel="linear", C=1e10, tol=1e-8).fit(both, labels)
    if np.min(labels * machine.decision_function(both)) > 0.99:
        assert found == pytest.approx(1 / np.linalg.norm(machine.coef_), rel=1e-3)


def test_averaged_and_voted_perceptrons_by_hand():
    X, y = clouds(3, gap=0.3)
    signs, weights, every = np.where(y, 1.0, -1.0), np.zeros(3), []
    for _ in range(4):
        for t in range(len(y)):
            if signs[t] * (X[t] @ weights) <= 0:
                weights = weights + signs[t] * X[t]
            every.append(weights)
    averaged, voted = (KernelPerceptron(Linear(), variant=v, max_iter=4).fit(X, y) for v in ("averaged", "voted"))
    assert np.allclose(averaged.decision_function(X), np.mean(every @ X.T, axis=0))
    assert np.allclose(voted.decision_function(X), np.mean(np.sign(every @ X.T), axis=0))


@pytest.mark.parametrize("form", ["gram", "dual", "primal"])
@pytest.mark.parametrize("variant", ["last", "averaged", "voted"])
@pytest.mark.parametrize("order", ["cyclic", "shuffled", "sampled"])
def test_every_combination_learns_two_and_three_classes(form, variant, order):
    X, y = load_iris(return_X_y=True)
    words = {"form": form, "variant": variant, "order": order, "max_iter": 20, "random_state": 0}
    rows = np.hstack([X, np.ones((150, 1))])  # there is no threshold
    assert KernelPerceptron(Linear(), **words).fit(rows[:100], y[:100]).score(rows[:100], y[:100]) == 1.0
    assert KernelPerceptron(Linear(), **words).fit(rows, y).score(rows, y) > 0.6  # a line for each does not do


def test_several_classes_texts_and_gram_matrices():
    X, y = load_iris(return_X_y=True)
    machine = KernelPerceptron(Gaussian(1), variant="averaged", order="shuffled", random_state=0).fit(X, y)
    assert machine.score(X, y) > 0.94 and machine.alpha_.shape == (3, 150)
    given_gram = KernelPerceptron("precomputed", variant="averaged", order="shuffled", random_state=0).fit(
        Gaussian(1)(X), y
    )
    assert np.array_equal(given_gram.predict(Gaussian(1)(X)), machine.predict(X))
    texts = ["spam spam eggs", "eggs and spam", "call me maybe", "maybe call me"]
    assert KernelPerceptron(Subsequences(3)).fit(texts, [1, 1, 0, 0]).predict(["spam and eggs"]).tolist() == [1]


@pytest.mark.parametrize("alpha", [1e-3, 0.1])
def test_logistic_regression_agrees_with_scikit_learn(alpha):
    X, y = clouds(5, 60, gap=0.5)
    ours = KernelLogisticRegression(Linear(), alpha=alpha).fit(X, y)
    theirs = LogisticRegression(C=1 / (alpha * len(y)), fit_intercept=False, tol=1e-10).fit(X, y)
    assert np.allclose(ours.dual_coef_ @ X, theirs.coef_, atol=1e-5)
    assert np.allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-5)


def test_single_sample_steps_in_feature_space_and_with_the_gram_matrix_are_the_same():
    X, y = clouds(6, 20)
    machine = KernelLogisticRegression(
        Linear(), solver="sgd", alpha=0.02, learning_rate=0.1, max_iter=3, random_state=4
    ).fit(X, y)
    signs, weights, random = np.where(y, 1.0, -1.0), np.zeros(3), np.random.RandomState(4)
    for _ in range(3):
        for t in random.permutation(20):
            weights = weights * (1 - 0.1 * 0.02) + 0.1 * signs[t] / (1 + np.exp(signs[t] * (X[t] @ weights))) * X[t]
    assert np.allclose(machine.decision_function(X), X @ weights)


def test_without_a_penalty_the_margin_grows_towards_the_largest():
    """Nothing in the loss speaks of a margin, and yet the direction tends to the best one, slowly."""
    X, y = clouds(7, 40, gap=2.0)
    signs, best, margins = np.where(y, 1.0, -1.0), margin(X @ X.T, np.where(y, 1.0, -1.0)), []
    for epochs in (1, 20, 400):
        w = (
            KernelLogisticRegression(Linear(), solver="sgd", alpha=0, max_iter=epochs, random_state=0)
            .fit(X, y)
            .dual_coef_[0]
            @ X
        )
        margins.append(np.min(signs * (X @ w)) / np.linalg.norm(w))
    assert margins[0] < margins[1] < margins[2] <= best * (1 + 1e-6) and margins[2] > 0.8 * best


@given(st.lists(st.text("abc", min_size=0, max_size=6), min_size=2, max_size=6), st.integers(1, 3), st.floats(0.1, 1))
@settings(max_examples=30)
def test_the_kernel_of_texts_counts_subsequences_and_is_positive(texts, length, decay):
    from itertools import combinations

    def features(text):
        found = {}
        for places in combinations(range(len(text)), length):
            key = "".join(text[i] for i in places)
            found[key] = found.get(key, 0.0) + decay ** (places[-1] - places[0] + 1)
        return found

    gram = Subsequences(length, decay=decay, normalised=False)(texts, texts)
    every = [features(text) for text in texts]
    expected = [[sum(value * b.get(key, 0.0) for key, value in a.items()) for b in every] for a in every]
    assert np.allclose(gram, expected)
    assert np.min(np.linalg.eigvalsh(gram)) > -1e-9


@pytest.mark.parametrize(
    ("machine", "said"),
    [
        (KernelPerceptron(form="magic"), "form must be one of"),
        (KernelPerceptron(form="primal"), "form must be gram or dual unless the kernel is linear"),
        (KernelPerceptron(variant="best"), "variant must be one of"),
        (KernelPerceptron(order="none"), "order must be one of"),
        (KernelPerceptron(max_iter=0), "max_iter must be"),
        (KernelLogisticRegression(alpha=0), "alpha must be greater than 0"),
        (KernelLogisticRegression(solver="magic"), "solver must be newton or sgd"),
        (KernelLogisticRegression(solver="sgd", learning_rate=-1), "learning_rate must be greater than 0"),
    ],
)
def test_bad_input_is_one_clear_line(machine, said):
    X, y = clouds(0)
    with pytest.raises(UsageError, match=said) as caught:
        machine.fit(X, y)
    assert "\n" not in str(caught.value)
    with pytest.raises(UsageError, match="one class, 1"):
        type(machine)().fit(X, np.ones(len(X), dtype=int))


def test_bad_kernels_of_texts():
    for words, said in (({"length": 0}, "length must be"), ({"decay": 2}, "decay must be")):
        with pytest.raises(UsageError, match=said):
            Subsequences(**words)
