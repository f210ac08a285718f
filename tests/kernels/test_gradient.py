"""Derivatives against differences of the kernels themselves."""

import copy
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from symkern import ArcCosine, Arcsine, Gaussian, Linear, Polynomial, TwoLayer, deep, evaluate
from symkern.errors import UsageError
from symkern.numbers import exact

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


COMBINED = [
    3 * ArcCosine(0, bias=0.5) + ArcCosine(0, sigma=0.4) * Gaussian(2),
    ArcCosine(1) @ (2 * ArcCosine(0, bias=-0.5) + Arcsine(0.3)),
    deep(ArcCosine(0, sigma=0.5) * Polynomial(2, 0.7), ArcCosine("3/2")),
    0.5 * deep("1/2", 2 * ArcCosine(2)),
    (ArcCosine(1) + TwoLayer(0.3, 0.2)) * (ArcCosine(2) + Linear()),
]


@pytest.mark.parametrize("kernel", KERNELS + COMBINED, ids=repr)
def test_by_every_parameter(kernel, points):
    """Central differences of fourth order, whose rounding is below 1e-10 of the kernel's size."""
    X, Y, weights = points
    step = 1e-3
    for name in kernel._smooth_parameters():
        value = float(exact(name, kernel.get_params()[name]))
        found = kernel.gradient(X, Y, by=name)
        moved = copy.deepcopy(kernel)
        near, far = (
            [moved.set_params(**{name: value + sign * k * step}).gp(degrees=True)(X, Y) for sign in (1, -1)]
            for k in (1, 2)
        )
        difference = (8 * (near[0] - near[1]) - (far[0] - far[1])) / (12 * step)
        assert np.allclose(found, difference, atol=2e-9 * max(1.0, np.max(np.abs(near)))), name
        assert kernel.gradient(X, Y, by=name, weights=weights) == pytest.approx(np.sum(weights * found))


@pytest.mark.parametrize(
    ("words", "by"),
    [
        *(({"n": n}, "n") for n in ("-1/4", "0", "1/4", "1/2", "1", "3/2", "2.7", "5")),
        *(({"n": "0", "bias": b}, "bias") for b in ("1/2", "-2", "3")),
        *(({"n": "0", "sigma": w}, "sigma") for w in ("1/10", "1", "5")),
    ],
)
def test_by_a_parameter_to_eight_digits_of_its_enclosures(words, by):
    """Differences of enclosures 1e-12 apart, in 60 digits: nothing of the derivative's own code."""
    rng = np.random.default_rng(3)
    X, Y = rng.standard_normal((6, 2)), rng.standard_normal((2, 2))
    X[0], X[1], X[2], X[3] = Y[0] * 2, Y[0] + 1e-4, -Y[1], -Y[1] + 1e-3
    kernel = ArcCosine(words["n"], **{key: value for key, value in words.items() if key != "n"})
    found = kernel.gradient(X, Y, by=by)
    step = Fraction(1, 10**12)
    for i, x in enumerate(X):
        for j, y in enumerate(Y):
            sides = [
                evaluate(**words | {by: str(Fraction(words[by]) + sign * step)}, x=list(x), y=list(y), digits=60)
                for sign in (1, -1)
            ]
            truth = (Decimal(sides[0].value) - Decimal(sides[1].value)) / Decimal("2e-12")
            assert abs(found[i, j] - float(truth)) < 1e-8 * max(1.0, abs(float(truth)))


def test_by_the_degree_there_is_nothing_at_zero(points):
    X = np.vstack([points[0], np.zeros((1, 3))])
    assert np.all(ArcCosine(1).gradient(X, by="n")[-1] == 0.0)
    with pytest.raises(UsageError, match="no derivative by the degree at 0"):
        ArcCosine(0).gradient(X, by="n")


@pytest.mark.parametrize("n", [1, 2, "5/2"])
def test_of_a_point_with_itself(n, points):
    """By x alone, y staying where it is: half of what k(x, x) does."""
    X = points[0]
    found = np.array([ArcCosine(n).gradient(X)[i, i] for i in range(len(X))])
    for coordinate in range(3):
        moved = STEP * np.eye(3)[coordinate]
        difference = (ArcCosine(n).diag(X + moved) - ArcCosine(n).diag(X - moved)) / (2 * STEP)
        assert np.allclose(found[:, coordinate], difference / 2, rtol=1e-7)
