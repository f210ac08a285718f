"""Saved machines predict the same bits, and files that are not theirs execute nothing."""

import os
import pickle
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
import skops.io
from scipy.sparse import csr_matrix
from sklearn.gaussian_process import GaussianProcessClassifier, GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, WhiteKernel
from sklearn.kernel_ridge import KernelRidge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC, SVR, NuSVC, OneClassSVM
from threadpoolctl import threadpool_limits

from symkern import ArcCosine, Gaussian, deep
from symkern.errors import UsageError
from symkern.learn import (
    HeldOutSearch,
    KernelLogisticRegression,
    KernelNeuronClassifier,
    KernelNeuronRegressor,
    KernelPerceptron,
    RandomNetworkFeatures,
    SupportVectorMachine,
)
from symkern.learn.models import load, save

GENERATOR = np.random.default_rng(0)
X = GENERATOR.standard_normal((40, 3))
Y = GENERATOR.integers(0, 3, 40)


@pytest.mark.parametrize(
    "machine",
    [
        KernelNeuronClassifier(deep(0, 1), mu=1e-3),
        KernelNeuronClassifier(mu=1e-3, multiclass="ovr"),
        KernelNeuronRegressor("rbf", kernel_params={"gamma": 0.3}),
        KernelPerceptron(Gaussian("1/2"), variant="voted"),
        KernelPerceptron(variant="averaged", random_state=3),
        KernelLogisticRegression(),
        SupportVectorMachine(ArcCosine(0, bias=0.5), C=10),
        SupportVectorMachine("rbf", strategy="ovr"),
        SupportVectorMachine(strategy="crammer-singer"),
    ],
)
@pytest.mark.parametrize("names", [False, True])
def test_a_saved_machine_predicts_the_same_bits(machine, names, tmp_path):
    targets = np.array(["a", "b", "c"])[Y] if names and hasattr(machine, "decision_function") else Y
    machine.fit(X, targets)
    save(machine, tmp_path / "model.npz")
    loaded = load(tmp_path / "model.npz")
    assert np.array_equal(loaded.predict(X), machine.predict(X))
    assert repr(loaded.kernel) == repr(machine.kernel)
    if hasattr(machine, "decision_function"):
        assert np.array_equal(loaded.decision_function(X), machine.decision_function(X))


@pytest.mark.parametrize(
    "machine",
    [
        KernelNeuronRegressor(),
        KernelNeuronClassifier(Gaussian(1)),
        KernelPerceptron(),
        KernelLogisticRegression(),
        SupportVectorMachine(),
        HeldOutSearch(random_state=0),
    ],
)
def test_the_bits_are_the_same_for_one_thread_and_for_two(machine):
    X = np.random.default_rng(1).standard_normal((300, 5))
    y = (X[:, 0] * X[:, 1] > 0).astype(int)
    found = []
    for threads in (1, 2):
        with threadpool_limits(threads):
            machine.fit(X, y)
            found.append(getattr(machine, "decision_function", machine.predict)(X))
    assert np.array_equal(*found)


def test_sparse_samples_are_kept_sparse(tmp_path):
    machine = KernelNeuronClassifier().fit(csr_matrix(X), Y)
    save(machine, tmp_path / "model.npz")
    loaded = load(tmp_path / "model.npz")
    assert hasattr(loaded.X_fit_, "tocsr") and np.array_equal(
        loaded.predict(csr_matrix(X)), machine.predict(csr_matrix(X))
    )


SCIKIT = [
    SVC(kernel=deep(0, "5/2"), decision_function_shape="ovo"),
    SVR(kernel=2 * ArcCosine(Fraction(1, 2)) + Gaussian(1)),
    make_pipeline(StandardScaler(), NuSVC(kernel=ArcCosine(1, covariance=[1.0, 2.0, 0.5]), nu=0.1)),
    make_pipeline(ArcCosine(1).gram(), KernelRidge(kernel="precomputed")),
    KernelRidge(kernel=ArcCosine(1).gp()),
    OneClassSVM(kernel=ArcCosine(0, sigma=0.3)),
    GaussianProcessRegressor(ConstantKernel() * ArcCosine(0, sigma=0.3).gp() + WhiteKernel(), optimizer=None),
    GaussianProcessClassifier(ArcCosine(1).gp()),
    HeldOutSearch([ArcCosine(0), deep(1, 1)], random_state=0),
]


@pytest.mark.parametrize("machine", SCIKIT, ids=lambda machine: repr(machine).splitlines()[0])
def test_machines_predict_the_same_bits_in_a_fresh_process(machine, tmp_path):
    """Our kernels in scikit-learn's estimators: new samples, because k(X) of the same array is symmetric to the bit."""
    machine.fit(X, Y)
    save(machine, tmp_path / "model")
    new = np.random.default_rng(7).standard_normal((30, 3))
    np.save(tmp_path / "new.npy", new)
    code = (
        "import sys, numpy as np; from symkern.learn.models import load; folder = sys.argv[1];"
        "np.save(folder + '/found.npy', load(folder + '/model').predict(np.load(folder + '/new.npy')))"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True)
    assert np.array_equal(np.load(tmp_path / "found.npy"), machine.predict(new))


def test_a_skops_file_of_other_types_executes_nothing(tmp_path):
    """One that skops itself would load for somebody who trusts it."""
    file = tmp_path / "model.skops"
    skops.io.dump({"harmless": 1, "harmful": FunctionTransformer(os.system)}, file)
    with pytest.raises(UsageError, match=r"must be made of known types to be loaded; it has .*system"):
        load(file)
    whole = tmp_path / "whole.skops"
    save(SVC(kernel=ArcCosine(1)).fit(X, Y), whole)
    file.write_bytes(whole.read_bytes()[:-300])
    with pytest.raises(UsageError, match="must be a model that symkern wrote"):
        load(file)


class Malicious:
    ran = False

    def __reduce__(self):
        return (setattr, (Malicious, "ran", True))


def test_foreign_truncated_and_malicious_files_are_one_clear_line(tmp_path):
    whole = tmp_path / "model.npz"
    save(KernelNeuronClassifier().fit(X, Y), whole)
    bad = tmp_path / "bad.npz"
    contents = [whole.read_bytes()[:500], b"", b"not a model", pickle.dumps(Malicious())]
    for content in contents:
        bad.write_bytes(content)
        with pytest.raises(UsageError, match="must be a model that symkern wrote"):
            load(bad)
    np.savez(bad, header=np.array([Malicious()], dtype=object))
    with pytest.raises(UsageError, match="must be a model that symkern wrote"):
        load(bad)
    np.savez(bad, header=np.array('{"format": "symkern model 1", "kind": "os.system", "params": {}}'))
    with pytest.raises(UsageError, match="must be a model that symkern wrote"):
        load(bad)
    assert not Malicious.ran
    with pytest.raises(UsageError, match="must be a file that exists"):
        load(tmp_path / "nothing.npz")


def test_what_cannot_be_written_is_refused_before_anything_is(tmp_path):
    for machine, said in (
        (KernelNeuronClassifier(lambda a, b: a @ b.T).fit(X, Y), "got a function"),
        (RandomNetworkFeatures(n_components=3).fit(X), "got .*RandomNetworkFeatures"),
    ):
        with pytest.raises(UsageError, match=said):
            save(machine, tmp_path / "model.npz")
    assert not list(tmp_path.iterdir())
