"""Random features: what scikit-learn asks of a transformer, and inner products that are the kernels."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.datasets import load_digits
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC, LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from symkern import ArcCosine, Arcsine, Gaussian, Polynomial, deep
from symkern.errors import UsageError
from symkern.learn import RandomNetworkFeatures
from symkern.networks import Simulation

X = np.random.default_rng(0).standard_normal((8, 5))


@parametrize_with_checks(
    [RandomNetworkFeatures(n_components=20), RandomNetworkFeatures([0, 1], 20, weights="orthogonal", random_state=0)]
)
def test_scikit_learn_checks(estimator, check):
    check(estimator)


KERNELS = [*map(ArcCosine, (0, "1/2", 1)), ArcCosine(0, bias=1), ArcCosine(0, sigma=0.5), Gaussian(2), Arcsine(1)]


@pytest.mark.parametrize("weights", ["independent", "antithetic", "orthogonal"])
@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_inner_products_are_the_kernel_within_the_error_bars_of_a_simulation(kernel, weights):
    features = RandomNetworkFeatures(kernel, 20_000, weights=weights, random_state=1).fit_transform(X)
    bars = Simulation(kernel, X, width=20_000).run().standard_error
    first, second = np.triu_indices(len(X))
    assert np.all(np.abs((features @ features.T - kernel(X))[first, second]) < 5.5 * bars)


def test_deep_features_are_near_the_deep_kernel():
    kernel = deep(0, 1, 1)
    features = RandomNetworkFeatures([0, "ramp", 1], 3000, hidden_components=4000, random_state=0).fit_transform(X)
    assert np.allclose(features @ features.T, kernel(X), rtol=0.12)


def test_without_a_phase_cosines_are_not_invariant_under_shifts():
    """kernels_notes prints cos(w.x): half of its kernel depends on x + y. With a phase there is none of that."""
    x, y, shift = np.array([[0.3, 0.1]]), np.array([[0.1, 0.4]]), np.array([[2.0, -1.0]])
    network = RandomNetworkFeatures(Gaussian(1), 200_000, random_state=0).fit(x).network_
    printed = [np.cos(side @ network.weights[0].T) for side in (x, y, x + shift, y + shift)]
    gaussian = float(Gaussian(1)(x, y)[0, 0])
    before, after = (2 * float(np.mean(a * b)) for a, b in (printed[:2], printed[2:]))
    assert before == pytest.approx(gaussian + np.exp(-np.sum((x + y) ** 2) / 2), abs=0.02)
    assert after == pytest.approx(gaussian, abs=0.02) and abs(before - after) > 0.5
    phased = [network(side) for side in (x, y, x + shift, y + shift)]
    assert float(phased[0][0] @ phased[1][0]) == pytest.approx(gaussian, abs=0.02)
    assert float(phased[2][0] @ phased[3][0]) == pytest.approx(gaussian, abs=0.02)


def test_sparse_rows_single_precision_and_seeds():
    made = RandomNetworkFeatures("ramp", 100, random_state=3)
    dense = made.fit_transform(X)
    assert np.allclose(made.fit_transform(csr_matrix(X)), dense, rtol=1e-12)
    single = made.fit_transform(X.astype(np.float32))
    assert single.dtype == np.float32 and np.allclose(single, dense, rtol=1e-4, atol=1e-6)
    assert not np.allclose(RandomNetworkFeatures("ramp", 100, random_state=4).fit_transform(X), dense)
    assert list(made.get_feature_names_out()[:2]) == ["randomnetworkfeatures0", "randomnetworkfeatures1"]


def test_a_linear_machine_on_features_is_near_the_kernel_machine():
    digits, classes = load_digits(return_X_y=True)
    train, test = slice(0, 1200), slice(1200, None)
    exact = SVC(kernel=ArcCosine(1), C=1e-3).fit(digits[train], classes[train]).score(digits[test], classes[test])
    linear = make_pipeline(RandomNetworkFeatures(1, 2000, random_state=0), LinearSVC(C=1e-3, random_state=0))
    assert linear.fit(digits[train], classes[train]).score(digits[test], classes[test]) > exact - 0.02


def test_a_search_over_the_degree_really_changes_it():
    y = (np.linalg.norm(X, axis=1) > 2).astype(int)
    pipeline = make_pipeline(RandomNetworkFeatures(ArcCosine(0), 50, random_state=0), LinearSVC())
    search = GridSearchCV(pipeline, {"randomnetworkfeatures__kernel__n": [0, 2]}, cv=2).fit(X, y)
    assert [p["randomnetworkfeatures__kernel__n"] for p in search.cv_results_["params"]] == [0, 2]
    assert search.best_estimator_[0].network_.kernel.n in (0, 2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"kernel": "tanh"}, "activation must be one of"),
        ({"kernel": []}, "layers must be at least one"),
        ({"kernel": Polynomial(2)}, "has no units"),
        ({"n_components": 0}, "n_components must be an integer of at least 1"),
        ({"hidden_components": 0}, "hidden_components must be"),
        ({"weights": "sparse"}, "weights must be one of"),
    ],
)
def test_bad_input_is_one_clear_line(words, said):
    with pytest.raises(UsageError, match=said) as caught:
        RandomNetworkFeatures(**words).fit(X)
    assert "\n" not in str(caught.value)
