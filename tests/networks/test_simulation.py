"""The kernels against finite networks, which know nothing of them; and the simulations against themselves."""

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from scipy.stats import kstest, kurtosis

from symkern import ArcCosine, Arcsine, Gaussian, Linear, deep
from symkern.errors import UsageError
from symkern.networks import RandomNetwork, Simulation, random_pairs, recommended_width, report
from symkern.networks.activations import Power
from symkern.networks.tilted import Tilt
from symkern.numbers import exact

LAYERS = [
    *map(ArcCosine, ("-1/4", 0, "1/2", 1, 2, 3)),
    *(ArcCosine(0, bias=bias) for bias in (-1, 0.5, 2)),
    *(ArcCosine(0, sigma=sigma) for sigma in (0.1, 1)),
]
PAIR = np.array([[1.0, 0.0]]), np.array([[0.6, 1.1]])


def sampling(kernel):
    return "tilted" if kernel.n in (2, 3) else "auto"


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("kernel", LAYERS, ids=repr)
def test_one_layer_has_its_kernel_and_no_other(kernel, seed):
    """50 pairs, nearly parallel and antiparallel ones among them; a percent, a factor 2, a neighbour are told apart."""
    X, Y = random_pairs(50, seed=seed)
    estimate = Simulation(kernel, X, Y, width=1 << 20, seed=seed, sampling=sampling(kernel)).run()
    assert not estimate.joint.rejected
    assert np.max(np.abs(estimate.z)) < 5.5
    wrong = [1.01 * estimate.values, estimate.values / 2, 2 * estimate.values]
    if kernel.bias is not None:
        wrong.append(np.diag(ArcCosine(0, bias=-kernel.bias)(X, Y)))
    else:
        wrong.append(np.diag(ArcCosine(exact("n", kernel.n) + 1)(X, Y)))
    if kernel.n == 1:
        norms = np.linalg.norm(X, axis=1) * np.linalg.norm(Y, axis=1)
        theta = np.arccos(np.sum(X * Y, axis=1) / norms)
        wrong.append(norms * ((np.pi - theta) * np.cos(theta) - np.sin(theta)) / np.pi)
    for values in wrong:
        assert estimate.against(values).joint.rejected


@pytest.mark.parametrize(
    "stack",
    [
        deep("-1/4", 1),
        deep(1, 1),
        deep("1/2", 2),
        deep(ArcCosine(0, bias=-1), 1),
        deep(ArcCosine(0, sigma=1), 1, 1, 1),
        deep(1, ArcCosine(0, bias=0.5), 0),
        Gaussian(2) @ ArcCosine(1),
    ],
    ids=repr,
)
def test_several_layers_have_their_kernel_once_the_bias_is_removed(stack):
    X, Y = random_pairs(12, seed=3)
    X, Y = X[[0, 1, 2, 4, 5, 6, 7, 9, 10, 11]], Y[[0, 1, 2, 4, 5, 6, 7, 9, 10, 11]]
    estimate = Simulation(stack, X, Y, width=2048, networks=300, seed=4).run()
    assert not estimate.joint.rejected
    assert estimate.joint.factor_error < 0.01
    assert estimate.against(0.5 * estimate.values).joint.rejected
    assert estimate.against(1.1 * estimate.values).joint.rejected


OTHERS = [Gaussian(1.5), Arcsine(0.5), Linear(), ArcCosine(1, covariance=[1, 4, 0.5])]


@pytest.mark.parametrize("kernel", OTHERS, ids=repr)
def test_other_kernels_have_networks_too(kernel):
    generator = np.random.default_rng(0)
    X, Y = generator.standard_normal((2, 10, 3))
    estimate = Simulation(kernel, X, Y, width=1 << 17).run()
    assert not estimate.joint.rejected
    assert estimate.against(estimate.values + 0.02).joint.rejected


@pytest.mark.parametrize(
    ("n", "drawn"),
    [
        *((n, "auto") for n in ("-1/4", "-2/5", 0, 1, 2)),
        (3, "tilted"),
        (1, "antithetic"),
        (1, "orthogonal"),
    ],
)
def test_scores_of_2000_runs_are_standard_normal_at_the_recommended_width(n, drawn):
    width = recommended_width(ArcCosine(n)) if drawn == "auto" else 4096
    runs = [Simulation(n, *PAIR, width=width, seed=seed, sampling=drawn, n_jobs=1).run() for seed in range(2000)]
    assert kstest([run.z[0] for run in runs], "norm").pvalue > 1e-4


def test_1024_plain_units_of_degree_3_are_too_few_for_a_verdict_and_tilted_ones_are_not():
    plain = [Simulation(3, *PAIR, width=1024, seed=seed, sampling="plain", n_jobs=1).run() for seed in range(1000)]
    assert kstest([run.z[0] for run in plain], "norm").pvalue < 1e-4
    assert all(run.joint.rejected is None and "sampling=tilted" in run.joint.reason for run in plain)
    chosen = Simulation(3, *PAIR, width=1024, n_jobs=1)
    assert chosen.tilted == [True] and chosen.run().joint.rejected is False


def test_sobol_points_have_smaller_errors_that_are_honest():
    plain, even = (Simulation(1, *PAIR, width=1 << 15, sampling=drawn).run() for drawn in ("plain", "sobol"))
    assert even.standard_error[0] < plain.standard_error[0] / 10
    runs = [Simulation(1, *PAIR, width=1 << 10, seed=seed, sampling="sobol").run() for seed in range(200)]
    assert 0.8 < np.std([run.z[0] for run in runs]) < 1.2


@pytest.mark.parametrize("n", ["-1/4", "-2/5"])
def test_heavy_tails_are_tamed_for_parallel_inputs(n):
    """Plain units have an infinite variance there: their kurtosis grows with the sample instead of settling."""
    x = np.array([[1.0, 2.0]])
    tilted = [Simulation(n, x, x, width=2048, seed=seed, n_jobs=1).run() for seed in range(300)]
    plain = [Simulation(n, x, x, width=2048, seed=seed, sampling="plain", n_jobs=1).run() for seed in range(300)]
    assert abs(kurtosis([run.mean[0] for run in tilted])) < 1
    assert kurtosis([run.mean[0] for run in plain]) > 1.5
    assert np.std([run.z[0] for run in tilted]) == pytest.approx(1, abs=0.15)
    assert "infinite variance" in " ".join(report.notes(Simulation(n, x, x)))


@given(
    st.sampled_from(["-49/100", "-1/4", "1/2", "1", "3", "6"]),
    st.lists(st.floats(0.1, 10), min_size=4, max_size=4),
    st.integers(0, 1000),
)
def test_weighed_products_of_units_never_exceed_their_bound(n, lengths, seed):
    """x^n y^n <= (x^2n + y^2n)/2, so the mixture bounds every product, however large the units are."""
    vectors = np.random.default_rng(seed).standard_normal((4, 3)) * np.array(lengths)[:, None]
    activation = Power(exact("n", n))
    tilt = Tilt(activation, vectors @ vectors.T)
    generator = np.random.default_rng(seed + 1)
    z = 10.0 ** generator.uniform(-8, 8, (2000, 1)) * generator.standard_normal((2000, 3)) @ vectors.T
    activation.apply(z)
    products = z[:, 0] * z[:, 1] * tilt.weigh(z)
    bound = tilt.largest * np.prod(np.linalg.norm(vectors[:2], axis=1)) ** float(activation.n)
    assert np.max(products) <= bound * (1 + 1e-9)


def test_the_bias_of_deep_networks_falls_as_one_over_the_width():
    """Of the mean of two hidden steep layers, whose bias is large enough to see at every width."""
    x, y = np.array([[1.0, 0.2]]), np.array([[0.8, 0.5]])
    widths = (64, 128, 256)
    runs = [Simulation([2, 2], x, y, width=width, networks=1500, sampling="plain").run() for width in widths]
    for run in runs:
        assert run.bias.bias[0] > 4 * run.bias.bias_error[0]
        assert abs(run.z[0]) < 4
    slope = np.polyfit(np.log(widths), np.log([run.bias.bias[0] for run in runs]), 1)[0]
    assert slope == pytest.approx(-1, abs=0.35)
    raw = runs[0].bias.at_width - runs[0].values
    assert raw[0] > 4 * runs[0].bias.at_width_error[0]  # which is more than noise


def test_the_chain_of_inner_products_has_the_law_of_a_network_with_all_its_weights():
    X = np.array([[1.0, 0.3], [0.2, 0.9]])
    chain = Simulation([1, 1], X[:1], X[1:], width=16, networks=2000, sampling="plain").run().bias
    drawn = []
    for seed in range(2000):
        features = RandomNetwork([1, 1], inputs=2, widths=16, seed=seed)(X)
        drawn.append(float(features[0] @ features[1]))
    error = np.std(drawn) / math.sqrt(len(drawn))
    assert chain.at_width[0] == pytest.approx(np.mean(drawn), abs=5 * math.hypot(error, chain.at_width_error[0]))
    assert chain.at_width_error[0] == pytest.approx(error, rel=0.1)


@pytest.mark.parametrize("kernel", [ArcCosine(1), Gaussian(1), Arcsine(1), ArcCosine(0, bias=0.5)], ids=repr)
def test_a_network_and_a_simulation_with_the_same_seed_are_the_same_network(kernel):
    X, Y = random_pairs(5, d=7, seed=1)
    estimate = Simulation(kernel, X, Y, width=5000, seed=9, sampling="plain").run()
    network = RandomNetwork(kernel, inputs=7, widths=5000, seed=9)
    assert np.allclose(np.sum(network(X) * network(Y), axis=1), estimate.mean, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("drawn", ["plain", "tilted", "antithetic", "orthogonal", "sobol"])
def test_the_bits_are_the_same_for_any_number_of_threads(drawn):
    X, Y = random_pairs(6, d=8)
    one, two, three = (
        Simulation(1, X, Y, width=1 << 17, seed=5, sampling=drawn, n_jobs=jobs).run() for jobs in (1, 2, 3)
    )
    assert np.array_equal(one.mean, two.mean) and np.array_equal(one.covariance, two.covariance)
    assert np.array_equal(one.mean, three.mean)
    other = Simulation(1, X, Y, width=1 << 17, seed=6, sampling=drawn).run()
    assert not np.array_equal(one.mean, other.mean)


def test_deep_bits_are_the_same_for_any_number_of_threads():
    X, Y = random_pairs(10)
    one, two = (Simulation([0, 1], X, Y, width=2048, networks=8, n_jobs=jobs).run() for jobs in (1, 2))
    assert np.array_equal(one.mean, two.mean) and np.array_equal(one.covariance, two.covariance)


def test_layers_that_let_nothing_through_are_judged_without_a_word_of_warning():
    """A threshold of 2 above one of 2: kernels of 1e-20 and of 0, which no unit ever sees."""
    X, Y = random_pairs(8, seed=1)
    for depth in (2, 3):
        estimate = Simulation([ArcCosine(0, bias=2)] * depth, X, Y, width=1024, networks=40).run()
        assert not estimate.joint.rejected and np.all(np.isfinite(estimate.z))


def test_a_wider_network_begins_with_the_same_units():
    narrow = RandomNetwork(1, inputs=300, widths=1000, seed=3).weights[0]
    wide = RandomNetwork(1, inputs=300, widths=3000, seed=3).weights[0]
    assert np.array_equal(narrow, wide[:1000])


def test_gram_matrices_and_sparse_inputs():
    X = np.random.default_rng(0).standard_normal((6, 4))
    estimate = Simulation(1, X, width=1 << 17).run()
    assert len(estimate.values) == 21 and not estimate.joint.rejected
    assert np.array_equal(Simulation(1, csr_matrix(X), width=1 << 17).run().mean, estimate.mean)


def test_zero_equal_and_opposite_vectors():
    """step(0) = 1/2 in networks as in the kernel; where no unit is active for both there is nothing to judge."""
    x = np.array([[1.0, 0.0], [0.0, 0.0], [0.0, 0.0], [1.0, 1.0]])
    y = np.array([[-1.0, 0.0], [0.0, 0.0], [1.0, 1.0], [1.0, 1.0]])
    for n in (0, 1, 2):
        estimate = Simulation(n, x, y, width=4096).run()
        assert estimate.mean[0] == 0.0 and np.all(np.isfinite(estimate.z)) and not estimate.joint.rejected
        assert estimate.against([0.1, *estimate.values[1:]]).joint.rejected


def test_pairs_that_hardly_any_unit_sees_raise_no_alarm_and_hide_no_error():
    angles = math.pi - 10.0 ** np.arange(-6, -1.5, 0.5)
    Y = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    X = np.tile([1.0, 0.0], (len(Y), 1))
    for kernel in (ArcCosine(0), ArcCosine(1), ArcCosine(0, bias=0.5)):
        for seed in range(40):
            estimate = Simulation(kernel, X, Y, width=20_000, seed=seed).run()
            assert not estimate.joint.rejected
        assert estimate.against(estimate.values + 0.05).joint.rejected


@given(st.floats(-3, 3), st.floats(0.2, 5))
@settings(max_examples=20)
def test_the_fraction_of_active_units_is_that_of_the_bias(bias, norm):
    estimate = Simulation(ArcCosine(0, bias=bias), [[norm, 0.0]], [[0.0, norm]], width=40_000).run()
    expected = 0.5 * math.erfc(bias / norm / math.sqrt(2))
    assert np.allclose(estimate.expected_active, expected)
    assert np.allclose(estimate.active, expected, atol=6 * math.sqrt(expected * (1 - expected) / 40_000) + 1e-9)


def test_an_interrupted_simulation_keeps_what_it_has_and_can_go_on():
    X, Y = random_pairs(4)
    whole = Simulation(1, X, Y, width=1 << 20, seed=2).run()
    simulation = Simulation(1, X, Y, width=1 << 20, seed=2)

    def stop(state):
        if state.finished == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulation.run(stop)
    assert 0 < simulation.estimate().units < whole.units
    assert np.array_equal(simulation.run().mean, whole.mean)


def test_json_holds_the_table():
    simulation = Simulation([1, 1], *random_pairs(2), width=64, networks=20)
    found = json.loads(report.as_json(simulation, simulation.run()))
    assert found["layers"] == 2 and len(found["pairs"]) == 2
    assert {"kernel", "estimate", "standard_error", "z", "at_width", "bias"} <= set(found["pairs"][0])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"width": 0}, "width must be an integer of at least 2; got width=0."),
        ({"width": 2.5}, "width must be an integer"),
        ({"seed": -1}, "seed must be an integer of at least 0"),
        ({"sampling": "magic"}, "sampling must be one of"),
        ({"networks": 3}, "networks must be left out for one layer"),
        ({"kernel": [1, 1], "width": 100}, "width must be a multiple of 8"),
        ({"kernel": [1, 1], "networks": 1}, "networks must be an integer of at least 2"),
        ({"kernel": [1, 1], "sampling": "sobol"}, "sampling must be plain, tilted or antithetic"),
        ({"kernel": "-1/4", "sampling": "sobol"}, "sampling must not be sobol for a negative degree"),
        ({"sampling": "orthogonal", "width": 1001}, "width must be a multiple of 2"),
        ({"sampling": "sobol", "width": 100}, "width must be at least 512"),
        ({"Y": [[1.0, 2.0], [3.0, 4.0]]}, "X and Y must have the same shape"),
        ({"X": [[math.nan, 1.0]]}, "finite"),
        ({"kernel": "-1/4", "X": [[0.0, 0.0]]}, "no row of zeros"),
        ({"kernel": 3, "X": [[1e60, 1.0]], "Y": [[1e60, 1.0]]}, "overflow"),
    ],
)
def test_bad_input_is_one_clear_line(words, said):
    request = {"kernel": 1, "X": [[1.0, 2.0]], "Y": [[2.0, 1.0]]} | words
    with pytest.raises(UsageError, match=said.replace("(", r"\(")) as caught:
        Simulation(**request)
    assert "\n" not in str(caught.value)
