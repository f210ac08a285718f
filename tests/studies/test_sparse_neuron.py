"""The experiments of Xu, Zhang & Li (2003): what their study counts over its forty seeds."""

import numpy as np
import pytest

from symkern.errors import InvalidArgument
from symkern.studies import sparse_neuron


@pytest.fixture(scope="module")
def lines():
    return {(line.data, line.machine): line for line in sparse_neuron.study().lines}


def test_separable_samples_need_two_or_three_vectors(lines):
    sparse = lines["separable", "SKN-2"]
    assert len(sparse.errors) == 40 and np.mean(sparse.errors == 0) >= 0.9
    assert np.median(sparse.vectors) <= 3
    assert np.all(lines["separable", "KN"].vectors >= 70)


def test_overlapping_samples_need_no_more_though_a_support_vector_machine_keeps_them_all(lines):
    sparse, machine = lines["overlapping", "SKN-2"], lines["overlapping", "SVM"]
    assert np.all(sparse.vectors <= 5) and np.all(machine.vectors >= 18)
    assert np.all(np.abs(sparse.errors - machine.errors) <= 3)


def test_regression_by_half_as_many_vectors_and_nearer_to_the_truth(lines):
    sparse, machine = lines["regression", "SKN-2"], lines["regression", "SVM"]
    assert 5 <= np.median(sparse.vectors) <= 7 and np.all(sparse.vectors <= 9)
    assert np.median(sparse.errors) <= 0.18
    assert np.mean(sparse.vectors < machine.vectors) >= 0.95


@pytest.mark.parametrize("data", ["separable", "overlapping", "regression"])
def test_single_sample_steps_come_near_the_exact_minimum_and_never_below_it(lines, data):
    gaps = lines[data, "SKN-1, steps"].gaps
    assert len(gaps) == 40 and np.min(gaps) > -1e-9 and np.median(gaps) <= 0.05


def test_the_figures_are_drawn_and_the_table_is_whole(tmp_path):
    steps = []
    found = sparse_neuron.study(range(201, 202), steps.append)
    assert steps == [len(found.lines)] * len(found.lines)
    found.draw(str(tmp_path / "neuron.png"))
    assert (tmp_path / "neuron.png").stat().st_size > 50_000
    assert len(found.table().splitlines()) == 1 + 17 + 2


def test_no_degrees_are_chosen():
    with pytest.raises(InvalidArgument, match="n must be left out"):
        sparse_neuron.prepare(["1"])
