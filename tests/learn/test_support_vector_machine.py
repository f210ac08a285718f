"""Support vector machines on a shared Gram matrix are those of libSVM; searches choose what a plain loop chooses."""

import itertools
import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from sklearn.base import clone
from sklearn.datasets import load_digits, load_iris
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from symkern import ArcCosine, Gaussian, deep
from symkern.errors import UsageError
from symkern.kernels import Kernel
from symkern.kernels.strings import Subsequences
from symkern.learn import (
    HeldOutSearch,
    KernelLogisticRegression,
    KernelNeuronClassifier,
    KernelPerceptron,
    SupportVectorMachine,
)
from symkern.learn.multiclass import votes
from symkern.learn.shared_gram import SharedGram


@parametrize_with_checks([SupportVectorMachine(), SupportVectorMachine(strategy="ovr"), HeldOutSearch()])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def digits():
    X, y = load_digits(return_X_y=True)
    order = np.random.default_rng(0).permutation(len(y))
    return X[order] / 16, y[order]


# The machine


@given(st.integers(0, 1000), st.floats(-2, 3), st.integers(2, 5))
@settings(max_examples=30)
def test_it_is_libsvm(seed, size, count):
    """The same support and decisions as SVC's on one matrix, and the same votes."""
    generator = np.random.default_rng(seed)
    X, y = generator.standard_normal((60, 3)), generator.integers(0, count, 60)
    y[:count] = np.arange(count)
    ours = SupportVectorMachine(ArcCosine(1), C=10.0**size).fit(X, y)
    theirs = SVC(kernel="precomputed", C=10.0**size, decision_function_shape="ovo").fit(ArcCosine(1)(X), y)
    new = generator.standard_normal((40, 3))
    gram = ArcCosine(1)(new, X)
    assert np.array_equal(ours.support_, np.sort(theirs.support_))
    decisions = theirs.decision_function(gram).reshape(40, -1)
    assert np.allclose(ours._decisions(new), decisions, rtol=0, atol=1e-9 * max(1.0, np.max(np.abs(decisions))))
    clear = np.min(np.abs(decisions), axis=1) > 1e-6
    assert np.array_equal(ours.predict(new)[clear], theirs.predict(gram)[clear])


def test_votes_go_to_the_first_of_equals():
    """0 beats 1, 1 beats 2, 2 beats 0: one vote each."""
    assert votes(np.array([[1.0, -1.0, 1.0]]), 3).tolist() == [[1, 1, 1]]


@pytest.mark.parametrize("strategy", ["ovo", "ovr", "crammer-singer"])
@pytest.mark.parametrize("sparse", [False, True])
def test_every_strategy_tells_digits_apart(strategy, sparse, digits):
    X, y = digits
    X = csr_matrix(X) if sparse else X
    machine = SupportVectorMachine(deep(1, 1), C=10, strategy=strategy).fit(X[:600], y[:600])
    assert machine.score(X[600:], y[600:]) > 0.95
    assert machine.decision_function(X[:3]).shape == (3, 10)
    assert machine.dual_coef_.shape == (45 if strategy == "ovo" else 10, len(machine.support_))


def test_crammer_and_singer_by_their_own_problem():
    """Its objective, 1/2 sum |w_c|^2 + C sum of the largest violations, is not beaten by machines nearby."""
    X, y = load_iris(return_X_y=True)
    K = Gaussian(2)(X)
    machine = SupportVectorMachine("precomputed", C=2.0, strategy="crammer-singer", tol=1e-8).fit(K, y)
    dual = np.zeros((3, 150))
    dual[:, machine.support_] = machine.dual_coef_

    def objective(dual):
        scores = K @ dual.T
        margins = scores + 1.0
        margins[np.arange(150), y] -= 1.0
        return 0.5 * np.sum((dual @ K) * dual) + 2.0 * np.sum(np.max(margins, axis=1) - scores[np.arange(150), y])

    least = objective(dual)
    generator = np.random.default_rng(0)
    for size in (1e-1, 1e-2, 1e-3):
        for _ in range(20):
            assert objective(dual + size * generator.standard_normal((3, 150))) >= least * (1 - 1e-6)


def test_texts_names_and_gram_matrices(digits):
    texts = ["spam spam eggs", "eggs and spam", "call me maybe", "maybe call me"]
    machine = SupportVectorMachine(Subsequences(3)).fit(texts, [1, 1, 0, 0])
    assert machine.predict(["spam and eggs", "me call"]).tolist() == [1, 0]
    X, y = digits[0][:200], digits[1][:200]
    ours, named, given_gram = (
        SupportVectorMachine(kernel, kernel_params=params).fit(data, y).predict(data)
        for kernel, params, data in (
            (Gaussian(1), None, X),
            ("rbf", {"gamma": 0.5}, X),
            ("precomputed", None, Gaussian(1)(X)),
        )
    )
    assert np.array_equal(ours, named) and np.array_equal(ours, given_gram)


@pytest.mark.parametrize(
    "machine", [SupportVectorMachine, HeldOutSearch, KernelNeuronClassifier, KernelPerceptron, KernelLogisticRegression]
)
def test_machines_that_share_a_kernel_do_not_disturb_each_other(machine, digits):
    X, y = digits[0][:200], digits[1][:200] > 4
    kernel = ArcCosine(0, bias=0.5)
    first, second = machine(kernel).fit(X, y), machine(kernel)
    before = first.decision_function(X)
    kernel.set_params(bias=3.0)
    second.fit(X, y)
    assert np.array_equal(first.decision_function(X), before)
    assert not np.array_equal(second.decision_function(X), before)


def test_held_out_samples_may_be_sparse_where_the_others_are_not(digits):
    X, y = digits
    dense, mixed = (
        HeldOutSearch(penalties=[1.0]).fit(X[:200], y[:200], more, y[200:300])
        for more in (X[200:300], csr_matrix(X[200:300]))
    )
    assert np.array_equal(dense.predict(X), mixed.predict(X))


def test_in_pipelines_and_cross_validation(digits):
    X, y = digits
    assert cross_val_score(make_pipeline(StandardScaler(), SupportVectorMachine()), X[:300], y[:300]).mean() > 0.85
    assert cross_val_score(SupportVectorMachine("precomputed"), ArcCosine(1)(X[:300]), y[:300]).mean() > 0.9


# The search


@pytest.mark.parametrize(
    ("strategy", "dtype", "given_samples", "several"),
    list(itertools.product(["ovo", "ovr", "crammer-singer"], ["float64", "float32"], [True, False], [True, False])),
)
def test_every_combination_of_a_search(strategy, dtype, given_samples, several, digits):
    X, y = digits[0][:400], digits[1][:400] if several else digits[1][:400] > 4
    search = HeldOutSearch([ArcCosine(0), ArcCosine(1)], penalties=[0.1, 1.0, 10.0], fine=(0.5, 2), strategy=strategy)
    search.set_params(dtype=dtype, random_state=0, tol=1e-2)
    search.fit(X[:300], y[:300], X[300:], y[300:]) if given_samples else search.fit(X, y)
    assert search.score(digits[0][400:], digits[1][400:] if several else digits[1][400:] > 4) > 0.88
    assert len(search.trials_) in (8, 9, 10)
    assert search.best_error_ == min(trial.error for trial in search.trials_)
    pairs = search.pairwise_errors_[~np.eye(10 if several else 2, dtype=bool)]
    assert np.all((pairs >= 0) & (pairs <= 1)) and (np.mean(pairs) <= search.best_error_ or not several)


def test_a_search_finds_what_a_plain_loop_finds(digits):
    X, y = digits
    kernels, penalties = [ArcCosine(1), deep(0, 1)], [0.03, 0.3, 3.0]
    search = HeldOutSearch(kernels, penalties=penalties, fine=()).fit(X[:500], y[:500], X[500:900], y[500:900])
    errors = {}
    for kernel, C in itertools.product(kernels, penalties):
        found = SVC(kernel=kernel, C=C).fit(X[:500], y[:500]).predict(X[500:900])
        errors[repr(kernel), C] = float(np.mean(found != y[500:900]))
    assert {(trial.kernel, trial.C): trial.error for trial in search.trials_} == pytest.approx(errors)
    retrained = SVC(kernel=search.best_kernel_, C=search.best_C_).fit(X[:900], y[:900])
    assert np.array_equal(search.predict(X[900:]), retrained.predict(X[900:]))
    assert np.array_equal(search.best_estimator_.support_, np.sort(retrained.support_))


def test_a_gram_matrix_is_computed_once_for_each_kernel(digits, monkeypatch):
    X, y = digits[0][:300], digits[1][:300]
    entries = []
    compute = Kernel._matrix
    monkeypatch.setattr(
        Kernel, "_matrix", lambda self, *given, **words: entries.append(given[2].size) or compute(self, *given, **words)
    )
    HeldOutSearch([ArcCosine(1), ArcCosine(2)], random_state=0).fit(X, y)
    train, held = 300 - 60, 60
    once = train**2 + train * held
    assert abs(sum(entries) - 2 * once) <= 2 * held**2 + 4 * 300  # and the held-out ones with each other, for the best


@given(st.integers(1, 12), st.integers(1, 9), st.sampled_from([np.float32, np.float64]))
@settings(max_examples=30)
def test_memory_for_all_samples_is_grown_into(train, held, kind):
    X = np.random.default_rng(train * 10 + held).standard_normal((train + held, 3)).astype(kind)
    kernel = ArcCosine(2)
    shared = SharedGram(lambda A, B, out: kernel(A, B, out=out), X[:train], X[train:], kind)
    assert np.array_equal(shared.train, kernel(X[:train])) and np.array_equal(
        shared.across, kernel(X[train:], X[:train])
    )
    assert np.allclose(shared.grow(), kernel(X), rtol=1e-5 if kind == np.float32 else 1e-13)


@pytest.mark.parametrize("strategy", ["ovo", "ovr"])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_a_search_finds_the_same_bits_on_one_core_and_on_two(strategy, dtype, digits):
    X, y = digits[0][:300], digits[1][:300]
    words = {"penalties": [0.1, 1.0], "strategy": strategy, "dtype": dtype, "random_state": 0}
    one, two = (HeldOutSearch(n_jobs=jobs, **words).fit(X, y) for jobs in (1, 2))
    assert [trial.error for trial in one.trials_] == [trial.error for trial in two.trials_]
    assert np.array_equal(one.decision_function(X), two.decision_function(X))


def test_single_precision_changes_the_matrix_and_not_the_machines(digits):
    X, y = digits[0][:300], digits[1][:300]
    double, single = (
        HeldOutSearch(penalties=[1.0], fine=(), tol=1e-6, dtype=kind, random_state=0).fit(X, y)
        for kind in ("float64", "float32")
    )
    found, expected = (search.best_estimator_._decisions(digits[0][300:]) for search in (single, double))
    assert np.allclose(found, expected, atol=1e-3)  # float32 has 1e-7, of kernels up to 30, over coefficients up to 1


def test_ties_go_to_the_smaller_penalty_and_the_first_kernel():
    X = np.array([[-2.0], [-1.0], [1.0], [2.0], [-1.5], [1.5]])
    y = np.array([0, 0, 1, 1, 0, 1])
    search = HeldOutSearch([ArcCosine(1), ArcCosine(0)], penalties=[100.0, 1.0], fine=())
    search.fit(X[:4], y[:4], X[4:], y[4:])
    assert search.best_error_ == 0 and search.best_C_ == 1.0 and search.best_kernel_ == ArcCosine(1)


class Stopped(Exception):
    pass


def test_a_search_that_was_stopped_goes_on_from_there(digits, tmp_path):
    X, y = digits[0][:300], digits[1][:300]
    file = tmp_path / "trainings.jsonl"

    def stop(done, known, kernel):
        if done == 5:
            raise Stopped

    search = HeldOutSearch([ArcCosine(0), ArcCosine(1)], penalties=[0.1, 1.0, 10.0], random_state=0, n_jobs=1)
    whole = clone(search).fit(X, y)
    with pytest.raises(Stopped):
        clone(search).set_params(resume=file, progress=stop).fit(X, y)
    kept = len(file.read_text().splitlines())
    assert kept == 5
    with file.open("a") as stream:
        stream.write('{"key": "cut o')
    counted = []
    resumed = clone(search).set_params(resume=file, progress=lambda *at: counted.append(at)).fit(X, y)
    assert len(counted) == len(whole.trials_) - kept
    assert [(t.kernel, t.C, t.error, t.vectors) for t in resumed.trials_] == [
        (t.kernel, t.C, t.error, t.vectors) for t in whole.trials_
    ]
    assert np.array_equal(resumed.decision_function(X), whole.decision_function(X))
    again = (
        clone(search).set_params(resume=file, progress=stop).fit(X, y)
    )  # all is known, nothing is trained but the best
    assert np.array_equal(again.decision_function(X), whole.decision_function(X))
    counted.clear()
    clone(search).set_params(resume=file, progress=lambda *at: counted.append(at)).fit(X[:, ::-1].copy(), y)
    assert len(counted) == len(whole.trials_)  # other samples
    lines = [line for line in file.read_text().splitlines() if line.endswith("}")]
    assert all(set(json.loads(line)) == {"key", "functions", "decisions", "support"} for line in lines)


@pytest.mark.parametrize(
    ("machine", "said"),
    [
        (SupportVectorMachine(C=0), "C must be greater than 0; got C=0"),
        (SupportVectorMachine(C=-1), "C must be greater than 0"),
        (SupportVectorMachine(strategy="magic"), "strategy must be one of ovo, ovr, crammer-singer"),
        (SupportVectorMachine(kernel="magic"), "kernel must be a kernel, a function, or one of"),
        (SupportVectorMachine(tol=0), "tol must be greater than 0"),
        (HeldOutSearch([]), "kernels must be a list of kernels"),
        (HeldOutSearch("precomputed"), "kernels must be a list of kernels, none of them precomputed"),
        (HeldOutSearch(penalties=[1, -1]), "penalties must be greater than 0, all of them"),
        (HeldOutSearch(penalties=[]), "penalties must be at least one"),
        (HeldOutSearch(held_out=1), "held_out must be between 0 and 1"),
        (HeldOutSearch(dtype="int"), "dtype must be float64 or float32"),
        (HeldOutSearch(lambda a, b: a @ b.T, resume="x"), "resume must go with kernels of ours or names"),
        (HeldOutSearch(ArcCosine("-1/4")), "no row of zeros"),
        (HeldOutSearch(resume="/nowhere/x"), "resume must be a file in a folder that exists"),
    ],
)
def test_bad_input_is_one_clear_line(machine, said):
    X = np.vstack([np.zeros((1, 2)), np.random.default_rng(0).standard_normal((20, 2))])
    with pytest.raises(UsageError, match=said) as caught:
        machine.fit(X, np.arange(21) % 2)
    assert "\n" not in str(caught.value)


def test_bad_samples_are_one_clear_line():
    X, y = np.random.default_rng(0).standard_normal((20, 2)), np.arange(20) % 2
    for more, labels, said in (
        (X[:3], [0, 1, 7], "y must have classes that were seen before; got 7"),
        (X[:3], [0, 1], "y_held must have a class for each of 3 samples; got 2"),
        (X[:3, :1], [0, 1, 1], "1 features"),
        (X[:3], None, "X_held and y_held must be given together"),
    ):
        with pytest.raises(ValueError, match=said):
            HeldOutSearch().fit(X, y, more, labels)
    with pytest.raises(UsageError, match="one class, 0"):
        SupportVectorMachine().fit(X, 0 * y)
    with pytest.raises(UsageError, match="enough samples to hold some out"):
        HeldOutSearch().fit(X[:2], [0, 1])
