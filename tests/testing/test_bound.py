"""The documented bound of an entry: what it accepts and what it rejects."""

import json
import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
import pytest

from symkern.kernels import ArcCosine, Gaussian, Kernel, TwoLayer, deep
from symkern.testing import exact_value
from symkern.testing.bound import UNIT, deviation, excess, layer_count
from symkern.testing.grammar import random_kernel, random_weighted_kernel
from symkern.testing.hostile import hostile_rows

X, Y = [1.0, 2.0], [3.0, 1.0]
TORTURE = Path(__file__).parents[2] / "benchmarks" / "torture.py"


@pytest.mark.parametrize(
    "kernel", [ArcCosine(1), ArcCosine("1/3"), deep("1/3", 0), ArcCosine(0, bias=0.5), Gaussian(1)]
)
def test_the_rounded_exact_value_passes_and_its_thousandth_neighbour_fails(kernel):
    right = float(exact_value(kernel, X, Y))
    assert excess(kernel, X, Y, right) == 0
    assert excess(kernel, X, Y, right * (1 + 1000 * float(UNIT))) > 1


def test_no_number_and_unwarranted_infinities_are_infinitely_wrong():
    assert excess(ArcCosine(1), X, Y, math.nan) == math.inf
    assert excess(ArcCosine(1), X, Y, math.inf) == math.inf
    assert excess(ArcCosine(2), [1e160], [1e160], math.inf) == 0
    assert excess(ArcCosine(2), [1e160], [1e160], -math.inf) == math.inf
    assert excess(ArcCosine(2), [1e15], [1e15], math.inf, single=True) == 0
    assert excess(ArcCosine(2), [1e9], [1e9], math.inf, single=True) == math.inf


def test_underflow_is_allowed_and_lost_values_are_not():
    assert excess(Gaussian(1), [0.0], [1e3], 0.0) == 0
    assert excess(ArcCosine(1), [1e-200], [1e200], 0.0) > 1


def test_single_precision_is_rounded_once_more():
    right = float(exact_value(ArcCosine(1), X, Y))
    assert excess(ArcCosine(1), X, Y, float(np.float32(right)), single=True) == 0
    assert excess(ArcCosine(1), X, Y, float(np.float32(right))) > 1


def test_one_degree_is_right_relatively_where_the_kernel_is_small():
    """Opposite vectors: the value is far below sqrt(k(x, x) k(y, y)), and still its own ulps count."""
    x, y = [1.0, 0.0], [-1.0, 1e-3]
    right = float(exact_value(ArcCosine(3), x, y))
    assert right < 1e-15
    assert excess(ArcCosine(3), x, y, right * (1 + 1e-10)) > 1


def test_deviation_is_what_rounding_of_the_inputs_does():
    """k_0 = 1 - theta/pi near theta = 1e-8: s is known to 64 u, theta to 32 u; the norms do not matter."""
    x, y = [1.0, 0.0], [1.0, 1e-8]
    right = Fraction(exact_value(ArcCosine(0), x, y, 40).value)
    change = float(deviation(ArcCosine(0), x, y, right))
    assert change == pytest.approx(32 * float(UNIT) * 1e-8 / math.pi, rel=1e-3)
    assert float(deviation(ArcCosine(2), [3.0], [3.0], Fraction(243))) == pytest.approx(243 * 8 * float(UNIT), rel=1e-3)


def test_layers_terms_and_factors_are_counted():
    assert layer_count(ArcCosine(1)) == 1
    assert layer_count(deep(1, 1, 1)) == 3
    assert layer_count(2 * ArcCosine(0) + Gaussian(1) * TwoLayer()) == 4


def test_kernels_of_the_grammar_can_be_written_and_read():
    for seed in range(200):
        kernel = random_kernel(Random(seed))
        assert Kernel.from_json(kernel.to_json()) == kernel
        assert Kernel.from_json(random_weighted_kernel(Random(seed), 3).to_json())._whole()


def test_hostile_rows_have_equal_opposite_and_zero_rows():
    rows = hostile_rows(np.random.default_rng(0), 256, 3, scales="one")
    assert np.isfinite(rows).all()
    assert len(np.unique(rows, axis=0)) < len(rows)
    assert any((rows == -row).all(axis=1).any() for row in rows[rows.any(axis=1)])
    assert not rows.any(axis=1).all()


def test_a_torture_that_was_stopped_goes_on_where_it_stopped(tmp_path):
    def run(name, batches):
        order = ["--pairs", "1e6", "--oracle", "200", "--batches", str(batches), "-o", str(tmp_path / name)]
        subprocess.run([sys.executable, str(TORTURE), *order], capture_output=True, check=False)
        state = json.loads((tmp_path / name).read_text(encoding="utf-8"))
        state.pop("seconds")
        return state

    run("parts.json", 2)
    assert run("parts.json", 2) == run("whole.json", 4)
    assert (tmp_path / "parts.failures").read_text() == (tmp_path / "whole.failures").read_text()
