"""Laws of finite networks: unbiased, calibrated, the same for any number of threads, equivariant under scaling."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.stats import binom, kstest
from strategies import examples, seeds, single_layers

from symkern import ArcCosine, deep
from symkern.networks import Simulation, random_pairs

SAMPLINGS = ("auto", "plain", "tilted", "antithetic", "orthogonal", "sobol")


@settings(max_examples=examples(12))
@given(single_layers(), seeds())
@example(ArcCosine("-49/100"), 0)
def test_the_mean_of_many_small_simulations_is_the_kernel(kernel, seed):
    """40 networks of few units: their mean is within 5 standard errors, by their own spread and with no error bars."""
    X, Y = random_pairs(5, seed=seed % 1000)
    runs = [Simulation(kernel, X, Y, width=512, seed=seed + k, n_jobs=1).run() for k in range(40)]
    means = np.array([run.mean / run.unit for run in runs])
    values = runs[0].values / runs[0].unit
    seen = runs[0].joint.judged
    error = means.std(axis=0, ddof=1) / math.sqrt(len(runs))
    assert np.all(np.abs(means.mean(axis=0) - values)[seen] <= 6 * error[seen])


@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_scores_are_beyond_two_as_often_as_normal_ones(sampling):
    """Of 120 scores at the recommended width, the number beyond 2 has a binomial probability above 1e-4."""
    scores, angles = [], 3  # no nearly antiparallel pairs, for which schemes other than tilted take many units
    for seed in range(120):
        X, Y = (side[seed % angles : seed % angles + 1] for side in random_pairs(5, seed=seed))
        scores.append(Simulation(1, X, Y, seed=seed, sampling=sampling, n_jobs=1).run().z[0])
    beyond, share = int(np.sum(np.abs(scores) > 2)), 2 * 0.02275
    assert binom.cdf(beyond, 120, share) > 1e-4 and binom.sf(beyond - 1, 120, share) > 1e-4
    assert kstest(scores, "norm").pvalue > 1e-4


@pytest.mark.parametrize(("sampling", "d"), [("antithetic", 5), ("orthogonal", 5), ("orthogonal", 60), ("plain", 5)])
@pytest.mark.parametrize("n", [0, 1])
def test_error_bars_are_the_spread_of_the_scheme_for_few_units_too(n, sampling, d):
    """Four groups of units or 256 units: the claimed error is the spread between 150 networks to 25 percent."""
    x = np.zeros((1, d))
    x[0, 0] = 1.0
    y = np.full((1, d), 1.0 / math.sqrt(d))
    width = {"orthogonal": 8 * d, "antithetic": 256, "plain": 256}[sampling]
    runs = [Simulation(n, x, y, width=width, seed=seed, sampling=sampling, n_jobs=1).run() for seed in range(150)]
    spread = np.std([run.mean[0] for run in runs])
    claimed = math.sqrt(np.mean([run.standard_error[0] ** 2 for run in runs]))
    assert claimed == pytest.approx(spread, rel=0.25)


@settings(max_examples=examples(10))
@given(single_layers(), seeds(), st.sampled_from(["auto", "plain", "antithetic", "orthogonal"]))
def test_the_bits_do_not_depend_on_the_number_of_threads(kernel, seed, sampling):
    X, Y = random_pairs(3, d=4, seed=seed % 1000)
    one, three = (Simulation(kernel, X, Y, width=1 << 16, seed=seed, sampling=sampling, n_jobs=k).run() for k in (1, 3))
    assert np.array_equal(one.mean, three.mean) and np.array_equal(one.covariance, three.covariance)
    assert one.joint.p == three.joint.p or one.joint.rejected is None


HOMOGENEOUS = {
    **{ArcCosine(n): float(Fraction(n)) for n in ("-1/4", "0", "1/2", "1", "3", "12")},
    deep(1, 1): 1.0,
    deep(2, 3): 6.0,
    deep(0, 1): 0.0,
}
"""Kernels and the products of their degrees."""


@settings(max_examples=examples(25))
@given(st.sampled_from(list(HOMOGENEOUS)), st.integers(-280, 280), seeds())
@example(ArcCosine("12"), 280, 0)
@example(ArcCosine("1"), -280, 0)
def test_inputs_times_c_multiply_estimates_and_errors_by_the_power_of_the_degree(kernel, exponent, seed):
    """The power is 2N with N the product of the degrees. Kernels reach from 1e-280 to 1e280, whose squares overflow."""
    power = 2 * HOMOGENEOUS[kernel]
    exponent = int(exponent / max(2.0, abs(power)))
    X, Y = random_pairs(2, d=3, seed=seed % 1000)
    size = {} if isinstance(kernel, ArcCosine) else {"networks": 4}
    ours, scaled = (
        Simulation(kernel, 10.0**e * X, 10.0**e * Y, width=256, seed=seed, n_jobs=1, **size).run()
        for e in (0, exponent)
    )
    factor = 10.0 ** (exponent * power)
    assert np.allclose(scaled.mean / factor, ours.mean, rtol=1e-9)
    assert np.allclose(scaled.standard_error / factor, ours.standard_error, rtol=1e-7)
    assert np.allclose(scaled.z, ours.z, rtol=1e-6, atol=1e-6)


@settings(max_examples=examples(12))
@given(single_layers(), st.integers(0, 1000))
@example(ArcCosine(12), 0)
@example(ArcCosine(12), 3)
@example(ArcCosine(10), 0)
def test_default_runs_accept_the_kernel_and_reject_others(kernel, seed):
    """A verdict is given, a right kernel is not rejected, a factor of 1.2 is: no verdict hides a rejection."""
    X, Y = random_pairs(8, seed=seed)
    estimate = Simulation(kernel, X, Y, seed=seed).run()
    assert estimate.joint.rejected is False
    assert estimate.against(1.2 * estimate.values).joint.rejected is True
    assert estimate.against(estimate.values / 2).joint.rejected is True


@settings(max_examples=examples(4))
@given(st.sampled_from([deep(1, 1), deep(3, 3), deep(6, 6, 6), deep("-1/4", 1), deep(0, 2)]), st.integers(0, 1000))
def test_deep_default_runs_accept_the_kernel_and_reject_others(kernel, seed):
    X, Y = random_pairs(4, seed=seed)
    estimate = Simulation(kernel, X, Y, seed=seed).run()
    assert estimate.joint.rejected is False
    assert estimate.against(1.2 * estimate.values).joint.rejected is True


@settings(max_examples=examples(6))
@given(st.sampled_from([-2, -4, -5, -6]), st.integers(0, 1000))
@example(-5, 0)
def test_steps_that_are_hardly_ever_silent_give_no_certainty(bias, seed):
    """A mean of the largest value there is has a spread of 0; its error is that of units which were not drawn."""
    X, Y = random_pairs(4, seed=seed)
    estimate = Simulation(deep(1, ArcCosine(0, bias=bias)), X, Y, seed=seed).run()
    assert estimate.joint.rejected is not True
    assert np.all(np.abs(estimate.z) < 6)


@settings(max_examples=examples(15))
@given(st.sampled_from([0.5, 2.0]), st.floats(0.001, 0.2))
@example(0.5, 0.02644)
@example(2.0, 0.1044)
def test_pairs_that_no_unit_sees_have_no_verdict(bias, angle):
    """Nearly opposite inputs: the skewness may be any number, and its square beyond doubles."""
    y = [[-math.cos(angle), math.sin(angle)]]
    joint = Simulation(ArcCosine(0, bias=bias), [[1.0, 0.0]], y, width=256, seed=0).run().joint
    assert joint.rejected is None and joint.reason


@settings(max_examples=examples(15))
@given(st.sampled_from([6, 10, 12, 20]), st.integers(2, 4096), seeds())
def test_plain_units_of_high_degrees_have_no_verdict(n, width, seed):
    X, Y = random_pairs(8, seed=seed % 1000)
    joint = Simulation(n, X, Y, width=width, seed=seed, sampling="plain").run().joint
    assert joint.rejected is None and "sampling=tilted" in joint.reason and math.isnan(joint.p)
