"""Saved machines predict the same bits, and files that are not theirs execute nothing."""

import pickle

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from threadpoolctl import threadpool_limits

from symkern import Gaussian, deep
from symkern.errors import UsageError
from symkern.learn import (
    KernelLogisticRegression,
    KernelNeuronClassifier,
    KernelNeuronRegressor,
    KernelPerceptron,
    RandomNetworkFeatures,
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
    [KernelNeuronRegressor(), KernelNeuronClassifier(Gaussian(1)), KernelPerceptron(), KernelLogisticRegression()],
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
        (RandomNetworkFeatures(n_components=3).fit(X), "got RandomNetworkFeatures"),
    ):
        with pytest.raises(UsageError, match=said):
            save(machine, tmp_path / "model.npz")
    assert not list(tmp_path.iterdir())
