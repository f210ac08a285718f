"""Laws of particular kernels; `tests/properties/test_kernel_laws.py` has those that all kernels share."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import point_sets

from symkern import ArcCosine, deep, evaluate
from symkern.kernels import Gaussian, Linear, Polynomial


@settings(max_examples=40)
@given(st.sampled_from([0, 1, 3, "1/2", "-1/4", "5/2"]), st.integers(0, 2**32 - 1))
def test_arc_cosine_kernels_fall_with_the_angle(n, seed):
    c = np.sort(np.random.default_rng(seed).uniform(-1, 1, 500))
    values = ArcCosine(n).angular(c)
    assert np.all(np.diff(values) >= -8 * np.spacing(values[1:]))


@settings(max_examples=40)
@given(st.sampled_from([1, 2, 3, "3/2", "5/2", "7/10"]), st.floats(-0.99, 0.99))
def test_price_dk_by_the_inner_product_is_n_squared_times_the_degree_below(n, c):
    """Between two vectors that differ across each other alone: a finite difference against the formula."""
    step = 1e-6
    degree = float(Fraction(n))
    steep = (ArcCosine(n).angular(c + step) - ArcCosine(n).angular(c - step)) / (2 * step)
    assert steep == pytest.approx(degree**2 * ArcCosine(Fraction(n) - 1).angular(c), rel=1e-6, abs=1e-6)


@given(st.sampled_from([0.25, 1.0, 3.0]), point_sets(), st.sampled_from([2.0, 0.5, 8.0]))
def test_biased_scaling(bias, X, c):
    """cho_saul_2012 (27): k_b(x, y) = k_cb(cx, cy), to the last bit for powers of two."""
    assert np.array_equal(ArcCosine(0, bias=bias)(X), ArcCosine(0, bias=c * bias)(c * X))


@given(st.sampled_from([0.25, 1.0, 3.0]), point_sets())
def test_opposite_biases_agree_after_centring(bias, X):
    """cho_saul_2012 (26): what is left after taking the means away is the same."""

    def centred(K):
        H = np.eye(len(K)) - 1 / len(K)
        return H @ K @ H

    assert np.allclose(centred(ArcCosine(0, bias=bias)(X)), centred(ArcCosine(0, bias=-bias)(X)), atol=1e-13)


@settings(max_examples=25)
@given(point_sets())
def test_limits_of_small_biases_and_widths(X):
    X = X[np.linalg.norm(X, axis=1) > 0.01]
    assume(len(X))
    step = ArcCosine(0)(X)
    for size in (1e-6, 1e-10):
        assert np.allclose(ArcCosine(0, bias=size)(X), step, atol=200 * size)
        assert np.allclose(ArcCosine(0, bias=-size)(X), step, atol=200 * size)
        assert np.allclose(ArcCosine(0, sigma=size)(X), step, atol=200 * size)


@settings(max_examples=25)
@given(st.sampled_from([1, 2, 3]), point_sets())
def test_real_degrees_go_to_integers(n, X):
    K = ArcCosine(n)(X)
    for sign in (1, -1):
        near = ArcCosine(n + sign * Fraction(1, 10**6))(X)
        assert np.allclose(near, K, rtol=1e-4, atol=1e-5 * np.max(np.diag(K)))


@settings(max_examples=25)
@given(point_sets())
def test_composition_is_associative(X):
    a, b, c = ArcCosine(0), ArcCosine(1), ArcCosine(2)
    left, right = (c @ b) @ a, c @ (b @ a)
    assert left == right == deep(0, 1, 2)
    assert np.array_equal(left(X), right(X))


@settings(max_examples=25)
@given(point_sets())
def test_compositions_of_the_classical_kernels(X):
    """cho_saul_2010 (13) to (17): the linear kernel is the identity; polynomials multiply; the Gaussian of a kernel."""
    K = ArcCosine(1)(X)
    assert np.allclose((ArcCosine(1) @ Linear())(X), K, rtol=1e-14)
    assert np.allclose((Linear() @ ArcCosine(1))(X), K, rtol=1e-14)
    assert np.allclose((Polynomial(3, 0) @ Polynomial(2, 0))(X), Polynomial(6, 0)(X), rtol=1e-13)
    assert np.allclose((Polynomial(2, 1) @ ArcCosine(1))(X), (K + 1) ** 2, rtol=1e-13)
    squared = np.diag(K)[:, None] + np.diag(K) - 2 * K
    assert np.allclose((Gaussian(2) @ ArcCosine(1))(X), np.exp(-squared / 8), atol=1e-12)


REFERENCED = [
    (ArcCosine(0), {"n": 0}),
    (ArcCosine(1), {"n": 1}),
    (ArcCosine(3), {"n": 3}),
    (ArcCosine("1/2"), {"n": "1/2"}),
    (ArcCosine(0, bias=0.5), {"n": 0, "bias": "1/2"}),
    (ArcCosine(0, bias=-2), {"n": 0, "bias": -2}),
    (ArcCosine(0, sigma=0.25), {"n": 0, "sigma": "1/4"}),
    (deep(0, 1, 1), {"layers": [0, 1, 1]}),
    (deep(0, "5/2"), {"layers": [0, "5/2"]}),
    (deep(ArcCosine(0, bias=1), 1), {"layers": [0, 1], "bias": [1, None]}),
    (deep(1, ArcCosine(0, sigma=1)), {"layers": [1, 0], "sigma": [None, 1]}),
]


@pytest.mark.parametrize(("kernel", "asked"), REFERENCED, ids=lambda value: repr(value))
def test_kernels_agree_with_the_reference(kernel, asked, engine):
    """Points with zeros, duplicates, opposites and multiples, against enclosures of the exact inputs."""
    X = np.array([[1.5, -0.5], [1.5, -0.5], [-1.5, 0.5], [3.0, -1.0], [0.25, 2.0], [1e-3, 1.0], [-4.0, 0.125], [0, 0]])
    K = kernel(X)
    for i in range(len(X)):
        for j in range(i, len(X)):
            x, y = ([Fraction(entry) for entry in X[k]] for k in (i, j))
            true = float(evaluate(**asked, x=x, y=y, digits=25).value)
            scale = math.sqrt(kernel.diag(X)[i] * kernel.diag(X)[j])
            assert abs(K[i, j] - true) <= 1e-15 * max(scale, abs(true)), (i, j)
