"""The bound that the documentation states: a few units in the last place, and what rounding does to the angle."""

import math
from fractions import Fraction

import numpy as np
import pytest

from symkern import ArcCosine, deep, evaluate
from symkern.kernels.gram import NEAR

U = Fraction(1, 2**53)
ULPS = 16


def pairs(dimension):
    """Pairs at all angles, near-duplicates and near-opposites at distances from 1e-16 to 0.1 among them."""
    rng = np.random.default_rng(dimension)
    x = rng.standard_normal((60, dimension))
    y = rng.standard_normal((60, dimension))
    for k in range(40):
        distance = 10.0 ** -(k % 17)
        y[k] = (1 if k % 2 else -1.7) * (x[k] + distance * rng.standard_normal(dimension))
    return x, y


def exact(vector):
    return [Fraction(float(entry)) for entry in vector]


def angle_error(x, y):
    """How far the angle that the engine works with may be from the true one.

    Where 1 - |cos| is at least 2^-10 the product of d terms is off by d + 6 roundings, which the sine divides;
    elsewhere unit vectors that are off by 3 roundings each are subtracted.
    """
    xy, xx, yy = (sum(a * b for a, b in zip(p, q, strict=True)) for p, q in ((x, y), (x, x), (y, y)))
    cosine2 = xy * xy / (xx * yy)
    sine = math.sqrt(float(1 - cosine2))
    if 1 - math.sqrt(float(cosine2)) >= 0.999 * NEAR:
        return (len(x) + 6) * float(U) / sine
    return 8 * float(U)


@pytest.mark.parametrize("dimension", [2, 16])
@pytest.mark.parametrize("n", ["0", "1", "2", "3", "1/2", "5/2"])
def test_entries_are_right_to_the_stated_bound(n, dimension, engine):
    X, Y = pairs(dimension)
    K = ArcCosine(n)(X, Y)
    degree = Fraction(n)
    for k in range(len(X)):
        x, y = exact(X[k]), exact(Y[k])
        true = Fraction(evaluate(n=n, x=x, y=y, digits=40).value)
        norms = float(sum(a * a for a in x) * sum(b * b for b in y)) ** (float(degree) / 2)
        theta = _angle(x, y)
        error = angle_error(x, y)
        here = _angular(n, theta)
        moved = float(max(abs(_angular(n, theta + step) - here) for step in (error, -error))) / math.pi
        bound = ULPS * float(np.spacing(float(true))) + 1.01 * norms * moved
        assert abs(Fraction(float(K[k, k])) - true) <= Fraction(bound), (k, float(true))


def _angle(x, y):
    """To 30 digits, as a fraction: 2 arctan of |u - v|/|u + v|."""
    from mpmath.ctx_mp import MPContext

    mp = MPContext()
    mp.dps = 60
    u, v = ([mp.mpf(entry.numerator) / entry.denominator for entry in vector] for vector in (x, y))
    lengths = [mp.sqrt(mp.fdot(w, w)) for w in (u, v)]
    u, v = ([entry / length for entry in w] for w, length in zip((u, v), lengths, strict=True))
    apart = mp.sqrt(sum((a - b) ** 2 for a, b in zip(u, v, strict=True)))
    along = mp.sqrt(sum((a + b) ** 2 for a, b in zip(u, v, strict=True)))
    return 2 * mp.atan2(apart, along)


def _angular(n, theta):
    """J_n to 30 digits, reflected where rounding has left [0, pi]."""
    mp = theta.context
    theta = abs(theta)
    theta = 2 * mp.pi - theta if theta > mp.pi else theta
    if theta == mp.pi:
        return mp.mpf(evaluate(n=n, theta="pi", digits=30).value)
    _, mantissa, exponent, _ = theta._mpf_
    return mp.mpf(evaluate(n=n, theta=Fraction(int(mantissa)) * Fraction(2) ** exponent, digits=30).value)


def test_near_duplicates_of_degree_zero(engine):
    """At distance 1e-8 the error is 1e-15, not 1e-8."""
    rng = np.random.default_rng(0)
    for dimension in (3, 784):
        x = rng.standard_normal((20, dimension))
        y = x * 1.3 + 1e-8 * rng.standard_normal((20, dimension))
        K = np.diag(ArcCosine(0)(x, y))
        for k in range(20):
            true = float(evaluate(n=0, x=exact(x[k]), y=exact(y[k]), digits=25).value)
            assert abs(K[k] - true) < 1e-15


@pytest.mark.parametrize("n", ["0", "1", "2", "5", "1/2", "5/2", "-1/4", "0.3"])
def test_the_diagonal_is_right_to_two_n_and_four_units(n):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((40, 30)) * 10.0 ** rng.integers(-20, 20, (40, 1))
    found = ArcCosine(n).diag(X)
    for x, value in zip(X, found, strict=True):
        true = Fraction(evaluate(n=n, x=exact(x), y=exact(x), digits=40).value)
        units = float(abs(Fraction(float(value)) - true) / Fraction(float(np.spacing(float(true)))))
        assert units <= 2 * max(float(Fraction(n)), 0) + 4


@pytest.mark.parametrize("bias", [1e-6, 0.01, 0.5, 2.0, 6.0, 20.0, 40.0, -0.7, -5.0])
def test_biased_kernels_are_right_where_owens_difference_cancels(bias, engine):
    """To 1e-15 of the diagonal's geometric mean; |x| = 1, |y| = 3, b = 6 is the design's example."""
    rng = np.random.default_rng(int(abs(bias) * 7))
    X = np.vstack([[1.0, 0.0, 0.0], rng.standard_normal((7, 3))])
    Y = np.vstack([[0.0, 3.0, 0.0], rng.standard_normal((7, 3)) * 10.0 ** rng.uniform(-1, 1, (7, 1))])
    Y[2], Y[3], Y[4], Y[5] = X[2], -X[3], X[4] * (1 + 1e-9), X[5] + 1e-7
    K = ArcCosine(0, bias=bias)(X, Y)
    for i in range(8):
        for j in range(8):
            true, xx, yy = (
                Fraction(evaluate(n=0, bias=Fraction(bias), x=exact(p), y=exact(q), digits=30).value)
                for p, q in ((X[i], Y[j]), (X[i], X[i]), (Y[j], Y[j]))
            )
            mean2 = xx * yy
            if mean2 > Fraction(10) ** -580:
                error = abs(Fraction(float(K[i, j])) - true)
                assert error**2 <= mean2 * Fraction(10) ** -30, (i, j, float(error))


def test_parallel_and_zero_inputs_of_biased_kernels():
    k = ArcCosine(0, bias=0.5)
    X = np.array([[0.0, 0.0], [1.0, 2.0], [2.0, 4.0], [-1.0, -2.0]])
    K = k(X)
    tail = [math.erfc(0.5 / (math.sqrt(2) * r)) for r in (math.sqrt(5), math.sqrt(20))]
    assert np.array_equal(K[0], np.zeros(4))
    assert K[1, 1] == pytest.approx(tail[0], rel=1e-15)
    assert K[1, 2] == pytest.approx(tail[0], rel=1e-15)  # whoever is active for the shorter one
    assert K[1, 3] == 0.0
    assert ArcCosine(0, bias=-0.5)(X)[0, 0] == 2.0


@pytest.mark.parametrize("depth", [2, 6, 12])
def test_compositions_are_right_to_1e_15_of_the_diagonal(depth, engine):
    X, Y = pairs(4)
    degrees = [0] + [1] * (depth - 1)
    K = deep(*degrees)(X, Y)
    for k in range(0, len(X), 3):
        true = Fraction(evaluate(layers=degrees, x=exact(X[k]), y=exact(Y[k]), digits=30).value)
        # a step below: its root of the angle is what the product's rounding changes most
        assert abs(float(Fraction(float(K[k, k])) - true)) <= 1e-15 + angle_error(exact(X[k]), exact(Y[k]))


def test_a_cluster_of_nearly_parallel_points(engine):
    """Where most pairs are near, centred products take the place of differences: no less exact, duplicates included."""
    rng = np.random.default_rng(2)
    X = 100 + rng.standard_normal((1000, 40))
    X[7] = X[3]
    X[8] = 2 * X[4] + 1e-9
    K = ArcCosine(0)(X)
    assert K[3, 7] == 1.0
    for i, j in ((0, 1), (3, 4), (4, 8), (5, 950), (999, 2), (620, 21)):
        true = float(evaluate(n=0, x=exact(X[i]), y=exact(X[j]), digits=25).value)
        assert abs(K[i, j] - true) < 2e-15
    K = ArcCosine(0, bias=50.0)(X[:900], X[100:])
    for i, j in ((0, 1), (104, 4), (700, 33), (899, 899), (640, 5), (107, 3)):
        true = float(evaluate(n=0, bias=50, x=exact(X[i]), y=exact(X[100 + j]), digits=25).value)
        assert abs(K[i, j] - true) < 2e-15
