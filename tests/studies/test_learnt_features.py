"""Learnt features beside random ones and the exact kernel, in small."""

import numpy as np
import pytest

from symkern.datasets import hidden_pair
from symkern.errors import InvalidArgument
from symkern.studies import learnt_features


def test_where_two_inputs_matter_learning_the_features_pays(tmp_path):
    steps = []
    found = learnt_features.study([11], (8, 64), steps.append)
    errors = {key: np.median(rows, axis=0) for key, rows in found.errors.items()}
    assert np.all(errors["hidden pair", "learnt features"] < errors["hidden pair", "exact kernel"])
    assert errors["hidden pair", "random features"][0] > errors["hidden pair", "random features"][1]
    assert np.all(errors["digits", "exact kernel"] < errors["digits", "learnt features"])
    assert steps == [10] * 10
    found.draw(str(tmp_path / "features.png"))
    assert (tmp_path / "features.png").stat().st_size > 10_000
    assert len(found.table().splitlines()) == 1 + 6 + 1


def test_the_class_is_that_of_a_pair_of_inputs():
    X, y = hidden_pair(3, samples=50, inputs=4)
    assert X.shape == (50, 4) and np.array_equal(y == 1, np.sign(X[:, 0]) == np.sign(X[:, 1]))
    assert not np.array_equal(X, hidden_pair(4, samples=50, inputs=4)[0])


def test_no_degrees_are_chosen():
    with pytest.raises(InvalidArgument, match="n must be left out"):
        learnt_features.prepare(["1"])
