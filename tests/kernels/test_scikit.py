"""Kernels as parameters of scikit-learn's estimators, as users write it."""

import pickle
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse
from sklearn.base import clone
from sklearn.decomposition import KernelPCA
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, WhiteKernel
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, SVR

from symkern import ArcCosine, Kernel, deep
from symkern.kernels import Gaussian, Sum


@pytest.fixture
def data():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((90, 4))
    return X, (X[:, 0] * X[:, 1] > 0).astype(int), np.sin(X[:, 0]) + X[:, 1]


@pytest.mark.parametrize("kernel", [ArcCosine(1), deep(0, 1, 1), ArcCosine(0, bias=0.5), ArcCosine("1/2")], ids=repr)
def test_svc_is_the_same_with_the_kernel_and_with_its_gram_matrix(kernel, data):
    X, y, _ = data
    by_kernel = SVC(kernel=kernel, C=10).fit(X[:60], y[:60])
    by_matrix = SVC(kernel="precomputed", C=10).fit(kernel(X[:60]), y[:60])
    assert np.array_equal(by_kernel.predict(X[60:]), by_matrix.predict(kernel(X[60:], X[:60])))
    assert by_kernel.score(X[:60], y[:60]) > 0.8


def test_svc_on_sparse_points(data):
    X, y, _ = data
    X = np.where(np.abs(X) > 0.7, X, 0.0)
    dense, sparse = (SVC(kernel=ArcCosine(1)).fit(points, y) for points in (X, scipy.sparse.csr_matrix(X)))
    assert np.array_equal(dense.predict(X), sparse.predict(scipy.sparse.csr_matrix(X)))


def test_svr_in_a_pipeline(data):
    X, _, t = data
    model = make_pipeline(StandardScaler(), SVR(kernel=deep(1, 1)))
    assert np.mean(cross_val_score(model, X, t, cv=3)) > 0.8


def test_a_grid_over_the_degree_really_changes_it(data):
    X, y, _ = data
    search = GridSearchCV(SVC(kernel=ArcCosine(0)), {"kernel__n": [0, 1, "5/2"]}, cv=3).fit(X, y)
    scores = [cross_val_score(SVC(kernel=ArcCosine(n)), X, y, cv=3).mean() for n in (0, 1, "5/2")]
    assert list(search.cv_results_["mean_test_score"]) == scores
    assert len(set(scores)) > 1


def test_a_grid_over_layers(data):
    X, y, _ = data
    grid = {"svc__kernel__layer1__n": [0, 1], "svc__kernel__layer2": [ArcCosine(1), Gaussian(1)]}
    search = GridSearchCV(make_pipeline(StandardScaler(), SVC(kernel=deep(0, 1))), grid, cv=3).fit(X, y)
    best = search.best_params_
    assert search.best_estimator_[-1].kernel == deep(
        ArcCosine(best["svc__kernel__layer1__n"]), best["svc__kernel__layer2"]
    )


def test_gaussian_processes_find_their_width(data):
    X, _, t = data
    kernel = ConstantKernel() * ArcCosine(0, sigma=0.3).gp() + WhiteKernel(1e-2, "fixed")
    model = GaussianProcessRegressor(kernel).fit(X, t)
    fixed = GaussianProcessRegressor(kernel, optimizer=None).fit(X, t)
    assert model.log_marginal_likelihood_value_ > fixed.log_marginal_likelihood_value_ + 1
    mean, deviation = model.predict(X, return_std=True)
    assert np.mean((mean - t) ** 2) < 0.1
    assert np.all(deviation > 0)


def test_gaussian_processes_without_anything_to_find(data):
    X, _, t = data
    assert GaussianProcessRegressor(ArcCosine(1).gp(), alpha=1e-3).fit(X, t).score(X, t) > 0.99


@pytest.mark.parametrize(
    "kernel", [ArcCosine(0, sigma=0.4), ArcCosine(0, bias=-0.6), deep(ArcCosine(0, bias=0.5), 1)], ids=repr
)
def test_the_gradient_of_a_gaussian_process_kernel(kernel, data):
    X = data[0][:10]
    adapter = kernel.gp()
    _, gradient = adapter(X, eval_gradient=True)
    theta, step = adapter.theta, 1e-6
    for k in range(len(theta)):
        moved = np.eye(len(theta))[k] * step
        difference = (adapter.clone_with_theta(theta + moved)(X) - adapter.clone_with_theta(theta - moved)(X)) / (
            2 * step
        )
        assert np.allclose(gradient[:, :, k], difference, atol=1e-8)


def test_one_call_per_pair_still_gives_the_right_numbers(data):
    """KernelRidge and KernelPCA ask for each pair; the whole Gram matrix is one line."""
    X, _, t = data[0][:25], data[1], data[2][:25]
    slow = KernelRidge(kernel=ArcCosine(1)).fit(X, t).predict(X)
    quick = make_pipeline(ArcCosine(1).gram(), KernelRidge(kernel="precomputed")).fit(X, t).predict(X)
    assert np.allclose(slow, quick, rtol=1e-10)
    sparse = scipy.sparse.csr_array(X)
    assert np.allclose(KernelRidge(kernel=ArcCosine(1)).fit(sparse, t).predict(sparse), quick, rtol=1e-10)
    slow = KernelPCA(2, kernel=ArcCosine(1)).fit_transform(X)
    quick = make_pipeline(ArcCosine(1).gram(), KernelPCA(2, kernel="precomputed")).fit_transform(X)
    assert np.allclose(np.abs(slow), np.abs(quick), rtol=1e-8)


def test_the_gram_transformer_in_a_search(data):
    X, _, t = data
    model = make_pipeline(ArcCosine(0).gram(), KernelRidge(kernel="precomputed"))
    search = GridSearchCV(model, {"grammatrix__kernel__n": [0, 1, 2]}, cv=3).fit(X, t)
    assert search.best_params_["grammatrix__kernel__n"] in (1, 2)
    assert search.best_score_ > 0.8


EXAMPLES = [
    ArcCosine(1),
    ArcCosine("5/2"),
    ArcCosine(0, bias=-0.5),
    ArcCosine(Fraction(5, 2)),
    ArcCosine(0.1, covariance=np.array([1.0, 2.0])),
    ArcCosine(1, covariance=[[2.0, 1.0], [1.0, 2.0]]),
    deep(0, 1, ArcCosine(0, sigma=1)),
    2.5 * (ArcCosine(1) + Gaussian(2)) * ArcCosine(0),
]


@pytest.mark.parametrize("kernel", EXAMPLES, ids=repr)
def test_clones_pickles_and_text_are_equal_and_their_own(kernel):
    for copy in (clone(kernel), pickle.loads(pickle.dumps(kernel)), Kernel.from_json(kernel.to_json())):
        assert copy == kernel
        assert copy is not kernel
        assert repr(copy) == repr(kernel)
    X = np.random.default_rng(0).standard_normal((6, 2))
    assert np.array_equal(clone(kernel)(X), kernel(X))


WRITTEN = {
    "ArcCosine(1)": ArcCosine(1),
    "ArcCosine('5/2')": ArcCosine("5/2"),
    "ArcCosine(0, bias=0.5)": ArcCosine(0, bias=0.5),
    "deep(0, 1, 1)": deep(0, 1, 1),
    "deep(0, ArcCosine(0, sigma=1))": deep(0, ArcCosine(0, sigma=1)),
    "Gaussian(2)": Gaussian(2),
}


def test_reprs_are_what_one_would_write():
    for text in WRITTEN:
        assert repr(WRITTEN[text]) == text
    assert repr(2 * ArcCosine(1) + ArcCosine(0)) == "2 * ArcCosine(1) + ArcCosine(0)"
    assert repr((ArcCosine(1) + ArcCosine(0)) * Gaussian(1)) == "(ArcCosine(1) + ArcCosine(0)) * Gaussian(1)"
    assert repr(Gaussian(1) @ ArcCosine(0, sigma=1)) == "deep(ArcCosine(0, sigma=1), Gaussian(1))"


def test_kernels_are_equal_where_their_parameters_mean_the_same():
    assert ArcCosine("1/2") == ArcCosine(0.5) == ArcCosine(Fraction(1, 2)) == ArcCosine(np.float64(0.5))
    assert ArcCosine(1, covariance=[1, 2]) == ArcCosine(1, covariance=np.array([1.0, 2.0]))
    assert ArcCosine("1/3") != ArcCosine(1 / 3)
    assert ArcCosine(0, bias=1) != ArcCosine(0)
    assert ArcCosine(1) != Gaussian(1)


def test_parameters_are_set_in_place_and_all_or_none():
    kernel = deep(ArcCosine(0, bias=0.5), 1)
    first = kernel.layers[0]
    assert kernel.set_params(layer1__bias=2.0, layer2__n=2) is kernel
    assert kernel.layers[0] is first
    assert first.bias == 2.0
    assert kernel == deep(ArcCosine(0, bias=2.0), 2)
    for bad in (
        {"layer1__bias": 3.0, "layer2__n": -1},
        {"layer1__bias": 3.0, "m": 1},
        {"layer1__bias": 3.0, "layer2": 7},
    ):
        with pytest.raises(ValueError, match="must be"):
            kernel.set_params(**bad)
        assert kernel == deep(ArcCosine(0, bias=2.0), 2)
    nested = ArcCosine(1) @ deep(0, 1)
    with pytest.raises(ValueError, match="must be"):
        nested.set_params(layer1__layer2__n=3, layer2__n=-1)
    assert nested == deep(0, 1, 1)
    total = Sum((ArcCosine(0), ArcCosine(1)))
    total.set_params(term2__n=3)
    assert total == ArcCosine(0) + ArcCosine(3)
