"""Errors of finite networks over their width, and the sparse neuron's experiments, as studies."""

import numpy as np
import pytest

from symkern.errors import InvalidArgument
from symkern.networks import random_pairs
from symkern.studies import convergence, sparse_neuron


def test_the_error_of_one_layer_falls_as_one_over_the_root_of_the_width(tmp_path):
    found = convergence.measure(1, *random_pairs(10), width=4096)
    assert found.widths[0] == 16 and found.widths[-1] == 4096 and found.bias is None
    slope = np.polyfit(np.log(found.widths), np.log(found.errors), 1)[0]
    assert slope == pytest.approx(-0.5, abs=0.08)
    found.draw(str(tmp_path / "error.svg"))
    assert (tmp_path / "error.svg").stat().st_size > 5000
    assert len(found.table().splitlines()) == 1 + len(found.widths)


def test_the_table_of_deep_networks_has_their_bias(tmp_path):
    found = convergence.measure([2, 2], *random_pairs(4), width=128)
    assert found.bias is not None and len(found.bias) == 4
    found.draw(str(tmp_path / "bias.png"))
    assert "bias width" in found.table()


def test_the_sparse_neuron_is_sparse_and_its_figures_are_drawn(tmp_path):
    """The counts that the paper prints, on three seeds; the study itself has forty."""
    found = sparse_neuron.study(range(201, 204))
    lines = {(line.data, line.machine): line for line in found.lines}
    assert np.median(lines["separable", "SKN-2"].vectors) <= 3 and np.all(lines["separable", "SKN-2"].errors == 0)
    assert np.all(lines["separable", "KN"].vectors >= 70)
    assert np.all(lines["overlapping", "SKN-2"].vectors <= 5) and np.all(lines["overlapping", "SVM"].vectors >= 18)
    assert np.all(np.abs(lines["overlapping", "SKN-2"].errors - lines["overlapping", "SVM"].errors) <= 3)
    assert np.all(lines["regression", "SKN-2"].vectors < lines["regression", "SVM"].vectors)
    found.draw(str(tmp_path / "neuron.png"))
    assert (tmp_path / "neuron.png").stat().st_size > 50_000
    assert "over 3 seeds" in found.table()


def test_figures_refuse_what_they_do_not_take():
    with pytest.raises(InvalidArgument, match="n must be left out"):
        sparse_neuron.prepare(["1"])
    with pytest.raises(InvalidArgument, match="1 to 8 degrees"):
        convergence.prepare([])
