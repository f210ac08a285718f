"""The joint test and the scores: right about right means, as often as they say, and about wrong ones."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kstest

from symkern.networks.verdict import joint, scores

ENTRIES = 6


def replicates(generator, count, scale=1.0):
    """Correlated normal vectors with mean 1, 2, ..., 6."""
    mixing = 2 * np.eye(ENTRIES) + np.random.default_rng(5).standard_normal((ENTRIES, ENTRIES))
    return np.arange(1.0, ENTRIES + 1) + scale * generator.standard_normal((count, ENTRIES)) @ mixing


def judged(sample, values):
    mean = sample.mean(axis=0)
    return joint(mean - values, values, np.cov(sample.T) / len(sample), len(sample))


@pytest.mark.parametrize("count", [12, 400])
def test_p_values_are_uniform_even_where_replicates_are_few(count):
    """Hotelling's and Rao's distributions are exact for normal replicates, and the two are independent."""
    values = np.arange(1.0, ENTRIES + 1)
    found = [judged(replicates(np.random.default_rng(seed), count), values) for seed in range(1500)]
    for p in ("p", "p_factor", "p_shape"):
        assert kstest([getattr(verdict, p) for verdict in found], "uniform").pvalue > 1e-4
    factors = np.array([(verdict.p_factor, verdict.p_shape) for verdict in found])
    assert abs(np.corrcoef(factors.T)[0, 1]) < 0.12


def test_wrong_means_are_rejected_by_the_part_that_sees_them():
    sample = replicates(np.random.default_rng(0), 4000, scale=0.1)
    values = np.arange(1.0, ENTRIES + 1)
    assert not judged(sample, values).rejected
    scaled = judged(sample, 1.05 * values)
    assert scaled.rejected and scaled.factor == pytest.approx(1 / 1.05, abs=4 * scaled.factor_error)
    bent = values + np.array([0.05, -0.05, 0, 0, 0, 0])
    assert judged(sample, bent).p_shape < 1e-6


@given(st.lists(st.floats(0.01, 100), min_size=ENTRIES, max_size=ENTRIES))
def test_units_of_the_entries_do_not_matter(units):
    sample, units = replicates(np.random.default_rng(1), 60), np.array(units)
    values = np.arange(1.0, ENTRIES + 1)
    assert judged(sample * units, values * units).p == pytest.approx(judged(sample, values).p, rel=1e-6)


def test_scores_are_normal_for_few_and_many_replicates():
    """Student's t as a normal score."""
    for count in (5, 1000):
        samples = np.random.default_rng(2).standard_normal((3000, count))
        z = scores(samples.mean(axis=1), samples.var(axis=1, ddof=1) / count, count)
        assert kstest(z, "norm").pvalue > 1e-4


def test_what_has_no_variance_is_right_or_wrong():
    values, none = np.array([1.0, 2.0]), np.zeros((2, 2))
    assert joint(np.zeros(2), values, none, 10).p == 1.0
    assert joint(np.array([0.0, 1e-9]), values, none, 10).rejected
    assert np.array_equal(scores(np.array([0.0, 1.0]), np.zeros(2), 10), [0.0, np.inf])


def test_with_fewer_replicates_than_pairs_the_largest_score_decides():
    values, covariance = np.arange(1.0, 21.0), np.eye(20) * 0.01
    assert 0.1 < joint(np.full(20, 0.05), values, covariance, 15).p <= 1.0
    assert joint(np.full(20, 5.0), values, covariance, 15).rejected
