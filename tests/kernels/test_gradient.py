"""Derivatives against differences of the kernels themselves."""

import numpy as np
import pytest

from symkern import ArcCosine, Arcsine, Gaussian, Linear, Polynomial, TwoLayer, deep

KERNELS = [
    *(ArcCosine(n) for n in (0, 1, 2, 3, "1/2", "1/4", "-1/4", "5/2")),
    deep(1, 1),
    deep(0, 1, 1),
    deep(2, 0),
    ArcCosine(0, bias=0.5),
    ArcCosine(0, bias=-2),
    ArcCosine(0, sigma=0.3),
    Linear(),
    Polynomial(3, 1),
    Gaussian(2),
    Arcsine(0.5),
    TwoLayer(0.1, 0.2),
    ArcCosine(1) + 2 * ArcCosine(0),
    ArcCosine(1) * Gaussian(1),
    deep(ArcCosine(0, bias=0.5), 1),
    deep(1, ArcCosine(0, bias=0.5)),
    deep(ArcCosine(0, sigma=1), ArcCosine(0, bias=-1), 2),
    ArcCosine(0) @ (ArcCosine(1) + Linear()),
]
STEP = 1e-6


@pytest.fixture
def points():
    rng = np.random.default_rng(0)
    return rng.standard_normal((5, 3)), rng.standard_normal((6, 3)), rng.standard_normal((5, 6))


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_by_the_coordinates(kernel, points):
    X, Y, weights = points
    found = kernel.gradient(X, Y)
    for coordinate in range(3):
        moved = STEP * np.eye(3)[coordinate]
        difference = (kernel(X + moved, Y) - kernel(X - moved, Y)) / (2 * STEP)
        assert np.allclose(found[:, :, coordinate], difference, atol=1e-7 * np.max(np.abs(found)))
    weighted = kernel.gradient(X, Y, weights=weights)
    assert np.allclose(weighted, np.einsum("ij,ijd->id", weights, found), rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_by_biases_and_widths(kernel, points):
    X, Y, _ = points
    for name, value in kernel.get_params().items():
        if name.rpartition("__")[2] in ("bias", "sigma") and value and "term" not in name:
            found = kernel.gradient(X, Y, by=name)
            values = [kernel.set_params(**{name: value + step})(X, Y) for step in (STEP, -STEP)]
            kernel.set_params(**{name: value})
            assert np.allclose(found, (values[0] - values[1]) / (2 * STEP), atol=1e-8)


@pytest.mark.parametrize("n", [1, 2, "5/2"])
def test_of_a_point_with_itself(n, points):
    """By x alone, y staying where it is: half of what k(x, x) does."""
    X = points[0]
    found = np.array([ArcCosine(n).gradient(X)[i, i] for i in range(len(X))])
    for coordinate in range(3):
        moved = STEP * np.eye(3)[coordinate]
        difference = (ArcCosine(n).diag(X + moved) - ArcCosine(n).diag(X - moved)) / (2 * STEP)
        assert np.allclose(found[:, coordinate], difference / 2, rtol=1e-7)
