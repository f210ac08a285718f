"""The two-layer network: what scikit-learn asks of a classifier, its gradients, and what learning features brings."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.datasets import load_iris, make_circles
from sklearn.utils.estimator_checks import parametrize_with_checks

from symkern.errors import UsageError
from symkern.learn import TwoLayerNetworkClassifier
from symkern.networks.activations import Power
from symkern.numbers import exact


def iris():
    X, y = load_iris(return_X_y=True)
    return (X - X.mean(axis=0)) / X.std(axis=0), y


@parametrize_with_checks([TwoLayerNetworkClassifier(width=50)])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("n", ["1", "3/2", "2"])
def test_the_gradients_are_those_of_the_loss(n):
    generator = np.random.default_rng(0)
    X, y = generator.standard_normal((20, 3)), generator.integers(0, 3, 20)
    machine = TwoLayerNetworkClassifier(7, n=n, max_iter=2, random_state=0).fit(X, y)
    machine.weights_ = generator.standard_normal(machine.weights_.shape)
    targets, activation = np.where(y[:, None] == np.arange(3), 1.0, -1.0), Power(exact("n", n))
    _, gradients = machine._gradients(X, targets, activation)
    for part, gradient in zip((machine.weights_, machine.features_), gradients, strict=True):
        for place in [(0, 0), (1, 2), (2, 3)]:
            kept, losses = part[place], []
            for step in (1e-6, -1e-6):
                part[place] = kept + step
                losses.append(machine._gradients(X, targets, activation)[0])
            part[place] = kept
            assert gradient[place] == pytest.approx((losses[0] - losses[1]) / 2e-6, rel=1e-5, abs=1e-8)


def test_learnt_features_do_with_few_units_what_random_ones_cannot():
    X, y = make_circles(300, noise=0.05, factor=0.6, random_state=0)
    learnt, fixed = (
        TwoLayerNetworkClassifier(6, learn_features=learn, random_state=1, max_iter=300).fit(X, y)
        for learn in (True, False)
    )
    assert learnt.score(X, y) > 0.95 > fixed.score(X, y)
    assert learnt.loss_curve_[-1] < fixed.loss_curve_[-1] < fixed.loss_curve_[0]


def test_random_features_stay_as_they_were_drawn():
    X, y = iris()
    machine = TwoLayerNetworkClassifier(100, learn_features=False, n=0, random_state=2).fit(X, y)
    drawn = np.random.RandomState(2).standard_normal((100, 5))
    assert np.array_equal(machine.features_, drawn) and machine.score(X, y) > 0.9


def test_sparse_rows_text_classes_and_seeds():
    X, y = iris()
    names = np.array(["a", "b", "c"])[y]
    dense, sparse, again = (
        TwoLayerNetworkClassifier(40, random_state=0, max_iter=40).fit(data, names) for data in (X, csr_matrix(X), X)
    )
    assert dense.score(X, names) > 0.93 and dense.decision_function(X).shape == (150, 3)
    assert np.allclose(dense.decision_function(X), sparse.decision_function(csr_matrix(X)))
    assert np.array_equal(dense.decision_function(X), again.decision_function(X))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"width": 0}, "width must be an integer of at least 1"),
        ({"n": 0}, "n must be at least 1"),
        ({"n": "-1/4", "learn_features": False}, "n must be at least"),
        ({"learning_rate": 0}, "learning_rate must be greater than 0"),
        ({"alpha": -1}, "alpha must be at least 0"),
        ({"batch_size": 0}, "batch_size must be"),
        ({"learning_rate": 1e200, "n": 3}, "learning_rate must be small enough"),
    ],
)
def test_bad_input_is_one_clear_line(words, said):
    X, y = iris()
    with pytest.raises(UsageError, match=said) as caught, np.errstate(all="ignore"):
        TwoLayerNetworkClassifier(**words).fit(X, y)
    assert "\n" not in str(caught.value)


def test_one_class_is_refused():
    with pytest.raises(UsageError, match="at least two classes; got one class, 3"):
        TwoLayerNetworkClassifier().fit([[1.0], [2.0]], [3, 3])
