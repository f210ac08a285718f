"""Errors of finite networks over their width, as a study."""

import numpy as np
import pytest

from symkern.errors import InvalidArgument
from symkern.networks import random_pairs
from symkern.studies import convergence


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


def test_degrees_must_be_a_few():
    with pytest.raises(InvalidArgument, match="1 to 8 degrees"):
        convergence.prepare([])
