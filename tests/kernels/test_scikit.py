"""Kernels as parameters of scikit-learn's estimators, as users write it."""

import pickle
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse
from sklearn.base import clone
from sklearn.cluster import SpectralClustering
from sklearn.datasets import load_digits
from sklearn.decomposition import KernelPCA
from sklearn.gaussian_process import GaussianProcessClassifier, GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, WhiteKernel
from sklearn.kernel_approximation import Nystroem
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import GridSearchCV, cross_val_score, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, SVR, NuSVC, OneClassSVM
from sklearn.utils.estimator_checks import parametrize_with_checks

from symkern import ArcCosine, Kernel, Linear, deep
from symkern.kernels import Gaussian, Sum


@pytest.fixture
def data():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((90, 4))
    return X, (X[:, 0] * X[:, 1] > 0).astype(int), np.sin(X[:, 0]) + X[:, 1]


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


@pytest.mark.parametrize(("name", "values"), [("bias", [-1.0, 0.3, 2.0]), ("sigma", [0.1, 1.0, 10.0])])
def test_a_grid_over_a_bias_or_a_width_really_changes_it(name, values, data):
    X, y, _ = data
    start = ArcCosine(0, **{name: values[0]})
    search = GridSearchCV(SVC(kernel=start), {f"kernel__{name}": values}, cv=3).fit(X, y)
    scores = [cross_val_score(SVC(kernel=ArcCosine(0, **{name: value})), X, y, cv=3).mean() for value in values]
    assert list(search.cv_results_["mean_test_score"]) == scores and len(set(scores)) > 1


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
    "kernel",
    [
        ArcCosine(0, sigma=0.4),
        ArcCosine(0, bias=-0.6),
        deep(ArcCosine(0, bias=0.5), 1),
        deep(ArcCosine(0, bias=0.5), 0),  # whose kink at equal inputs does not matter to k(x, x)
        2 * ArcCosine(0, bias=1) + ArcCosine("5/2") * Gaussian(3),
        0.7 * ArcCosine(1) @ (ArcCosine(0, sigma=0.5) + Linear()),
    ],
    ids=repr,
)
@pytest.mark.parametrize("degrees", [False, True])
def test_the_gradient_of_a_gaussian_process_kernel(kernel, degrees, data):
    X = data[0][:10]
    adapter = kernel.gp(degrees=degrees)
    _, gradient = adapter(X, eval_gradient=True)
    theta, step = adapter.theta, 1e-3
    assert len(theta) == adapter.n_dims == len(adapter.bounds) == gradient.shape[2]
    for k, moved in enumerate(np.eye(len(theta)) * step):
        near, far = (
            adapter.clone_with_theta(theta + h * moved)(X) - adapter.clone_with_theta(theta - h * moved)(X)
            for h in (1, 2)
        )
        difference = (8 * near - far) / (12 * step)
        assert np.allclose(gradient[:, :, k], difference, atol=1e-8 * max(1.0, np.max(np.abs(gradient))))


@pytest.mark.parametrize(("true", "start"), [(1, "3/2"), ("1/2", "1/4")])
def test_a_gaussian_process_finds_the_degree(true, start):
    """Of a function that was drawn from the process itself."""
    X = np.random.default_rng(5).standard_normal((150, 3))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    K = ArcCosine(true)(X) + 1e-4 * np.eye(150)
    t = np.linalg.cholesky(K) @ np.random.default_rng(6).standard_normal(150)
    kernel = (1 * ArcCosine(start)).gp(degrees=True) + WhiteKernel(1e-4, "fixed")
    model = GaussianProcessRegressor(kernel, alpha=0).fit(X, t)
    assert model.log_marginal_likelihood_value_ > model.log_marginal_likelihood(kernel.theta) + 10
    assert abs(model.kernel_.k1.kernel.kernel.n - Fraction(true)) < 0.05


def test_a_gaussian_process_tells_classes_apart(data):
    X = data[0]
    y = (X[:, 0] + X[:, 1] > 0).astype(int)
    for labels in (y, y + (X[:, 0] > 1)):
        model = GaussianProcessClassifier((2 * ArcCosine(0, sigma=0.5)).gp()).fit(X[:40], labels[:40])
        assert model.score(X[40:], labels[40:]) > 0.75
        assert np.allclose(model.predict_proba(X).sum(axis=1), 1)


def test_an_adapter_has_a_kernel_of_its_own(data):
    kernel = ArcCosine(0, bias=0.5)
    adapter = kernel.gp()
    adapter.theta = np.array([1.0])
    assert kernel.bias == 0.5 and adapter.kernel.bias == pytest.approx(np.e)
    assert repr((2 * kernel).gp()) == "(2 * ArcCosine(0, bias=0.5)).gp()"


@pytest.mark.parametrize("estimator", [SVC(), SVR(), NuSVC(nu=0.3), OneClassSVM()])
@pytest.mark.parametrize("kernel", [ArcCosine(1), ArcCosine(0, bias=0.5), deep(0, 1, 1)], ids=repr)
@pytest.mark.parametrize("sparse", [False, True])
def test_support_vector_machines_take_kernels_as_they_are(estimator, kernel, sparse, data):
    """The same decisions as from a Gram matrix that was computed beforehand, for samples dense and sparse."""
    X, y, t = data
    targets = t if isinstance(estimator, SVR) else y
    X = np.where(np.abs(X) > 0.5, X, 0.0)
    given = scipy.sparse.csr_matrix(X) if sparse else X
    ours = clone(estimator).set_params(kernel=kernel).fit(given[:60], targets[:60])
    plain = clone(estimator).set_params(kernel="precomputed").fit(kernel(given[:60]), targets[:60])
    found, expected = (
        (machine.predict if isinstance(estimator, SVR) else machine.decision_function)(samples)
        for machine, samples in ((ours, given[60:]), (plain, kernel(given[60:], given[:60])))
    )
    assert np.allclose(found, expected, rtol=0, atol=1e-9)


def test_digits_are_told_apart():
    X, y = load_digits(return_X_y=True)
    train, test, y_train, y_test = train_test_split(X / 16, y, test_size=0.3, random_state=0, stratify=y)
    ours = SVC(kernel=ArcCosine(1), C=10).fit(train, y_train)
    plain = SVC(kernel="precomputed", C=10).fit(ArcCosine(1)(train), y_train)
    assert ours.score(test, y_test) >= 0.98
    assert np.allclose(
        ours.decision_function(test), plain.decision_function(ArcCosine(1)(test, train)), rtol=0, atol=1e-9
    )


@pytest.mark.parametrize("adapted", [False, True])
def test_estimators_that_ask_pair_by_pair_get_whole_matrices(adapted, data, monkeypatch):
    X, y, t = data
    calls = []
    whole = Kernel._matrix
    monkeypatch.setattr(Kernel, "_matrix", lambda *given, **words: calls.append(1) or whole(*given, **words))
    kernel, gaussian = (k.gp() if adapted else k for k in (deep(1, 1), Gaussian(2)))
    K = deep(1, 1)(X)
    ridge = KernelRidge(kernel=kernel).fit(X, t)
    assert np.allclose(ridge.predict(X), KernelRidge(kernel="precomputed").fit(K, t).predict(K))
    sparse = scipy.sparse.csr_array(X)
    assert np.allclose(KernelRidge(kernel=kernel).fit(sparse, t).predict(sparse), ridge.predict(X))
    components = KernelPCA(2, kernel=kernel).fit_transform(X)
    assert np.allclose(np.abs(components), np.abs(KernelPCA(2, kernel="precomputed").fit_transform(K)))
    features = Nystroem(kernel, n_components=len(X), random_state=0).fit_transform(X)
    assert np.allclose(features @ features.T, K, atol=1e-6)
    two = np.vstack([X[y == 0] + 6, X[y == 1] - 6])
    found = SpectralClustering(2, affinity=gaussian, random_state=0).fit_predict(two)
    assert len(set(found[: np.sum(y == 0)])) == 1 and found[0] != found[-1]
    assert len(calls) < 20
    name = "kernel__kernel__n" if adapted else "kernel__n"
    start = ArcCosine(1).gp() if adapted else ArcCosine(1)
    search = GridSearchCV(KernelRidge(kernel=start), {name: [0, 1, 2]}, cv=3).fit(X, t)
    assert search.best_params_[name] in (1, 2)


def test_a_kernel_that_is_older_than_scikit_learn_is_introduced_when_it_is_first_asked():
    code = (
        "import numpy as np; from symkern import ArcCosine; k = ArcCosine(1)\n"
        "import sys; assert 'sklearn' not in sys.modules\n"
        "from sklearn.metrics.pairwise import pairwise_kernels\n"
        "X = np.eye(3); assert np.allclose(pairwise_kernels(X, metric=k), k(X))\n"
        "from sklearn.gaussian_process.kernels import Kernel; print(isinstance(k, Kernel))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "True"


def test_gaussian_processes_that_are_given_a_kernel_itself_say_what_to_do(data):
    for kernel in (ArcCosine(1), ConstantKernel() * ArcCosine(1)):
        with pytest.raises(AttributeError, match=r"Gaussian processes take k\.gp\(\)"):
            GaussianProcessRegressor(kernel).fit(data[0], data[2])


def test_searches_and_fits_leave_a_shared_kernel_as_it_is(data):
    X, y, _ = data
    kernel = ArcCosine(0, bias=0.5)
    first, second = SVC(kernel=kernel).fit(X, y), SVC(kernel=kernel)
    before = first.decision_function(X)
    GridSearchCV(second, {"kernel__bias": [1.0, 2.0, -1.0]}, cv=3).fit(X, y)
    GaussianProcessRegressor(kernel.gp(), alpha=1e-2).fit(X, y)
    clone(second).set_params(kernel__bias=3.0).fit(X, y)
    assert kernel == ArcCosine(0, bias=0.5) and np.array_equal(first.decision_function(X), before)


def test_two_processes_and_data_frames(data):
    pandas = pytest.importorskip("pandas")
    X, y, _ = data
    frame = pandas.DataFrame(X, columns=[f"x{k}" for k in range(X.shape[1])])
    grid = {"svc__kernel__n": [0, 1]}
    alone, together = (
        GridSearchCV(make_pipeline(StandardScaler(), SVC(kernel=ArcCosine(0))), grid, cv=3, n_jobs=jobs).fit(frame, y)
        for jobs in (1, 2)
    )
    assert np.array_equal(alone.cv_results_["mean_test_score"], together.cv_results_["mean_test_score"])
    found = ArcCosine(1).gram().set_output(transform="pandas").fit(frame).transform(frame[:3])
    assert found.shape == (3, len(X)) and list(found.columns[:2]) == ["grammatrix0", "grammatrix1"]


@parametrize_with_checks([ArcCosine(1).gram()])
def test_the_gram_transformer_keeps_all_rules(estimator, check):
    check(estimator)


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
