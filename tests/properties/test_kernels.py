"""Laws of kernels against exact values: any kernel, any scale, any angle, within the documented bound."""

import math
import warnings
from contextlib import contextmanager
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from strategies import (
    examples,
    hostile_pairs,
    kernels_of_the_grammar,
    powers_of_two,
    small_angles,
)

from symkern import config
from symkern.errors import UsageError
from symkern.kernels import ArcCosine, Arcsine, Gaussian, Linear, Polynomial, TwoLayer, deep
from symkern.numbers import exact
from symkern.testing import exact_value
from symkern.testing.bound import UNIT, deviation, excess, layer_count
from symkern.testing.grammar import DEGREES, FUSED

U = float(UNIT)
ENGINES = ("numpy", "numba") if config.has_numba() else ("numpy",)


@contextmanager
def running(engine):
    before, config.engine = config.engine, engine
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            yield
    finally:
        config.engine = before


def entry(kernel, x, y, engine="numpy"):
    """k(x, y) as an entry of a Gram matrix, without a warning."""
    with running(engine):
        return float(kernel(np.array([x, y]))[0, 1])


def assert_exact(kernel, x, y, computed=None, *, single=False, engine="numpy"):
    computed = entry(kernel, x, y, engine) if computed is None else computed
    try:
        factor = excess(kernel, x, y, computed, single=single)
    except UsageError as error:
        # the oracle does not decide within its bits: the torture script counts such cases, too
        assume(not any(said in str(error) for said in ("out of reach", "not reached", "too small")))
        raise
    assert factor <= 1, f"{computed!r} is {factor:.3g} times the bound from {exact_value(kernel, x, y, 20)}"


def refused(kernel, x, y):
    """Whether the kernel has no finite value: a negative degree at a zero vector."""
    try:
        exact_value(kernel, x, y, 5, most_bits=4000)
        exact_value(kernel, x, x, 5, most_bits=4000)
        exact_value(kernel, y, y, 5, most_bits=4000)
    except UsageError:
        return True
    return False


# Agreement with the exact value --------------------------------------------------------------------------------------


@given(kernels_of_the_grammar(positive=False), hostile_pairs(), st.sampled_from(ENGINES))
@settings(max_examples=examples(200))
@example(ArcCosine(0) @ (2 * ArcCosine("1/3")), ([1.0, 0.0], [1.0, 1e-10]), "numpy")
@example(ArcCosine(0) @ (2 * ArcCosine("1/3")), ([1.0, 0.0], [1.0, 1e-10]), "numba")
@example(deep("1/3", 0), ([1.0, 0.0], [1.0, 1e-10]), "numpy")
@example(deep("-0.49", 1), ([1.0, 0.0], [1.0, 1e-10]), "numpy")
@example(deep("-0.49", 1), ([1.0, 0.0], [1.0, 1e-10]), "numba")
@example(deep(0, "-1/4"), ([1.0, 0.0], [1.0, 1e-10]), "numpy")
@example(ArcCosine(0, bias=1), ([2.0**61, 1.0], [2.0**61, 2.0**58]), "numpy")
@example(ArcCosine(0, bias=-1e-10), ([1e200, 1e190], [1e200, 3e190]), "numba")
@example(ArcCosine(0, bias=1e-300), ([1e10, 0.0], [1e10, 1e3]), "numpy")
@example(Gaussian(1), ([1e200], [2e200]), "numpy")
@example(Gaussian(5e-324), ([1.0, 0.0], [1.0, 1e-10]), "numpy")
@example(Gaussian(5e-324), ([0.0], [5e-324]), "numpy")
@example(Polynomial(2, 1), ([1e160], [1e-160]), "numpy")
@example(Polynomial(1, 0), ([1.0, 0.0], [1e-300, 1.0]), "numpy")
@example(Polynomial(5, 0), ([1e100, 0.0], [1e-80, 1e100]), "numpy")
@example(1e300 * (1e-300 * ArcCosine(2)), ([1e150, 1.0], [1e-150, 1.0]), "numpy")
@example(Linear() * Linear(), ([1e160, 0.0], [1e-160, 1.0]), "numpy")
@example(ArcCosine(2) * ArcCosine(2), ([1e100, 0.0], [1e-100, 1e-101]), "numba")
@example(ArcCosine(0) @ (ArcCosine(2) + Linear()), ([1e200, 1e200], [1e200, 2e200]), "numpy")
@example(Gaussian(1e200) @ ArcCosine(2), ([1e100, 1.0], [1e100, 1e99]), "numpy")
@example(Arcsine(0), ([1e10, 0.0], [1e10, 0.0]), "numpy")
@example(Arcsine(0.5), ([1e100, 0.0], [1e100, 0.0]), "numpy")
@example(ArcCosine(50.3), ([1.0, 2.0], [1.0, 2.5]), "numpy")
@example(ArcCosine(60.5), ([1.0, 2.0], [1.0, 2.5]), "numba")
@example(TwoLayer(1e-300, 0), ([1e160], [1e140]), "numpy")
@example(10.0 * TwoLayer(1.5, 0.0) * ArcCosine(0), ([1.0], [5e-324]), "numpy")
@example(deep(ArcCosine(0, bias=-40.0), "-0.49"), ([-1.6389722], [1e-68]), "numpy")
@example(deep(Arcsine(0), 0), ([1e24], [1e-24]), "numpy")
@example(ArcCosine(1) + Arcsine(0), ([1.0], [1.4932217896051502e-300]), "numpy")
@example(
    deep(400100.0 * ArcCosine(1), Arcsine(0), 0), ([6.0, -2.0], [-3.0000000000000004, 1.0000000000000038]), "numpy"
)
@example(TwoLayer(1.0, -1.0), ([0.5931695964923422], [0.0]), "numpy")
@example(deep(Gaussian(1.0), ArcCosine(0, bias=-3.0), 0), ([1.0], [4.0]), "numpy")
@example(deep(ArcCosine(0, sigma=40.0), 0), ([5.8e-10, -1.2e-10], [8.2e-143, 8.2e-143]), "numpy")
@example(deep(ArcCosine(0, sigma=1.0), 1 * ArcCosine(0), 1 * ArcCosine("-0.49"), 0), ([1.5e-157], [1.5e-300]), "numpy")
@example(ArcCosine(5), ([1.0, -1.0], [-1.9999999999999998, 2.0000000000000004]), "numpy")
@example(deep(0, 0), ([0.34740, -1.8816], [0.34740000000000004, -1.8816000000000002]), "numpy")
@example(deep(0, "-1/4"), ([1.0], [3.0000000000000004]), "numpy")
@example(deep(1e-211 * Polynomial(2, 0.5), 3), ([-2.0, -3.0], [2.0**912, 2.0**911]), "numpy")
@example(ArcCosine(1) @ (ArcCosine(0) * Polynomial(2, 0)), ([1.0, 0.0], [-1.0, 1e-12]), "numpy")
@example(ArcCosine("-1/4"), ([3.0000000000000004], [0.8620233]), "numba")
@example(ArcCosine("-1/4"), ([-1.0000000000000153], [3.0000001]), "numba")
@example(deep("1/3", 0), ([-(3.0 + 2**-51) * 2.0**813], [-(2.5) * 2.0**813]), "numba")
@example(ArcCosine(0), ([0.42881409, -0.12465434], [-0.42881408999999994, 0.12465434]), "numba")
@example(ArcCosine(2.7), ([2.0**806, 2.0**805], [-(2.0**-611), -(2.0**-612)]), "numpy")
@example(ArcCosine(0, bias=0.5), ([2.0**52 + 1], [2.0**-600]), "numpy")
@example(ArcCosine(0, bias=-40.0), ([2.0**-504, 2.0**-505], [2.0**-504, -(2.0**-505)]), "numba")
@example(
    ArcCosine(0, sigma=2.0) @ ((1 * ArcCosine("-1/4")) * ArcCosine(0, bias=-2)), ([1.5 * 2.0**-58], [1.0]), "numba"
)
@example(deep(ArcCosine(0, bias=808800.0), 0.5 * ArcCosine(0)), ([-1.4, 1.1, -0.25], [-0.065, 0.145, 0.011]), "numba")
@example(
    deep(ArcCosine(0, bias=-0.001), 0.5 * ArcCosine(2), ArcCosine(0, sigma=0.05)), ([2.0**-18], [2.0**-16]), "numba"
)
@example(
    deep(0, 1, 1, 1, ArcCosine(0, bias=-40.0), ArcCosine(0, bias=-0.3), 2), ([-7e-13, -2e-13], [-7e-13, 3e-13]), "numba"
)
@example(deep(ArcCosine(0, sigma=1e-120), "-0.49"), ([1e100, 0.0], [2e100, 0.0]), "numpy")
@example(deep(ArcCosine(0, sigma=1e-160), "-0.49"), ([1.0, 0.0], [2.0, 0.0]), "numpy")
@example(deep(Arcsine(0), "-0.49"), ([1e160, 0.0], [2e160, 0.0]), "numpy")
@example(deep(Arcsine(0), "-0.49"), ([1e250, 0.0], [-2e250, 0.0]), "numba")
@example(deep(ArcCosine(0, bias=-1.0), "-0.49"), ([2.0**100], [1.25 * 2.0**100]), "numpy")
@example(deep(ArcCosine(0, bias=1.0), "-0.49"), ([2.0**800], [1.25 * 2.0**840]), "numba")
@example(deep(ArcCosine(0, bias=1e-100), "-0.49"), ([1.0, 0.0], [2.0, 2e-20]), "numpy")
@example(
    deep(ArcCosine(0, bias=0.009723), 1 * ArcCosine("-0.49"), 1 * ArcCosine("5/2"), ArcCosine(0, sigma=2.0), "-0.49"),
    ([0.0, -5e-324], [0.0, -(2.0**-769)]),
    "numpy",
)
@example(deep(ArcCosine(0, bias=-0.6), 1), ([0.0], [0.2]), "numpy")
@example(deep(ArcCosine(0, bias=-2.0), 1), ([-0.6975, 0.6487], [0.6975, -0.6487]), "numpy")
@example(deep(ArcCosine(0, bias=-2.0), 1), ([-0.5], [0.25]), "numba")
@example(deep(ArcCosine(1) + 3 * ArcCosine(1), "-0.49"), ([6.0], [2.0]), "numpy")
@example(deep(ArcCosine(1) * Linear() + 0.3 * ArcCosine(2) + 1e-30 * ArcCosine(0), "-0.49"), ([5.0], [3.0]), "numpy")
@example(deep(deep(1, ArcCosine(0, sigma=1.5)) + 3 * deep(1, ArcCosine(0, sigma=1.5)), 0), ([6.0], [2.0]), "numba")
@example(Arcsine(40.0) * ArcCosine(2), ([2.0**-546, 0.0], [2.0**506, 2.0**505]), "numpy")
@example(ArcCosine("-1/4", covariance=[0.25, 2.0**-16]), ([1.0, 2.0], [1.5e-323, 1e-323]), "numpy")
@example(ArcCosine(0, covariance=[4.0**12, 1.0]), ([1.0, 2.0], [1e305, -1e305]), "numba")
def test_agreement_with_the_exact_value(kernel, pair, engine):
    x, y = pair
    assume(not refused(kernel, x, y))
    assert_exact(kernel, x, y, engine=engine)


@given(st.sampled_from(DEGREES), small_angles(), st.booleans(), powers_of_two(), powers_of_two())
@settings(max_examples=examples(150))
@example(2, 1.7e-14, True, 2.0**78, 2.0**80)
@example("1/2", 1e-16, True, 2.0**768, 2.0**-832)
@example("-0.49", 1e-16, False, 1.0, 2.0**-300)
@example(0.3, 1e-16, False, 1.0, 1.0)
def test_every_degree_at_every_angle(n, angle, opposite, first, second):
    """Angles from 1e-16 to pi - 1e-16 between rows of very different norms."""
    direction = np.array([0.6, -0.8, 0.5])
    across = np.array([0.8, 0.6, 0.0])
    x, y = first * direction, second * (math.cos(angle) * direction + math.sin(angle) * across)
    assert_exact(ArcCosine(n), x.tolist(), (-y if opposite else y).tolist())


@given(kernels_of_the_grammar(extreme=False), hostile_pairs(), st.sampled_from(ENGINES), st.booleans())
@settings(max_examples=examples(60))
def test_single_precision_and_sparse_rows_agree_too(kernel, pair, engine, sparse):
    with np.errstate(all="ignore"):
        rows = np.array(pair).astype(np.float32)
    assume(np.isfinite(rows).all())
    x, y = (row.astype(float).tolist() for row in rows)
    assume(not refused(kernel, x, y))
    with running(engine):
        computed = kernel(sp.csr_matrix(rows) if sparse else rows)[0, 1]
    assert computed.dtype == np.float32
    assert_exact(kernel, x, y, float(computed), single=True)


@given(kernels_of_the_grammar(), hostile_pairs(), st.sampled_from(ENGINES))
@settings(max_examples=examples(100))
@example(Arcsine(0), ([1e10, 0.0], [1.0, 0.0]), "numpy")
@example(deep("1/3", 0), ([1e-300], [5e-324]), "numpy")
def test_the_diagonal(kernel, pair, engine):
    """k.diag(X), the diagonal of k(X) and k(x, x) of two vectors are one number, within the bound of the exact one."""
    x, y = pair
    assume(not refused(kernel, x, y))
    with running(engine):
        gram, own = kernel(np.array([x, y])), kernel.diag(np.array([x, y]))
        alone = kernel(x, x)
    for row, values in ((x, (gram[0, 0], own[0], alone)), (y, (gram[1, 1], own[1]))):
        for value in values:
            assert_exact(kernel, row, row, float(value))


@given(st.sampled_from([1, 2, 3, 5]), st.integers(-400, 400), st.integers(-400, 400), st.integers(-400, 400))
@settings(max_examples=examples(60))
@example(5, 332, -266, 332)
@example(2, 531, -531, 0)
def test_powers_of_products_that_are_small_beside_the_norms(degree, first, second, across):
    """(x.y)^p has all its digits where one coordinate alone is common: no power of the cosine underflows."""
    x, y = [math.ldexp(1.0, first), 0.0], [math.ldexp(1.5, second), math.ldexp(1.0, across)]
    right = (Fraction(x[0]) * Fraction(y[0])) ** degree
    assume(Fraction(2) ** -1000 < right < Fraction(2) ** 1000)
    assert entry(Polynomial(degree, 0), x, y) == pytest.approx(float(right), rel=16 * degree * U)


@given(st.sampled_from([0, 40.0]), st.integers(-500, 500), st.integers(-500, 500), st.integers(-500, 500))
@settings(max_examples=examples(60))
@example(40.0, -500, 500, 499)
@example(0, 300, -200, 500)
def test_arcsine_values_that_are_small_beside_the_norms(offset, first, second, across):
    """Factors of a product have all their digits where one coordinate alone is common, however small a cosine is."""
    x, y = [math.ldexp(1.0, first), 0.0], [math.ldexp(1.5, second), math.ldexp(1.0, across)]
    kernel = Arcsine(offset) * Linear()
    right = Fraction(exact_value(kernel, x, y, 20).value)
    assume(Fraction(2) ** -1000 < right < Fraction(2) ** 1000)
    assert entry(kernel, x, y) == pytest.approx(float(right), rel=64 * U)


# Laws of arc-cosine kernels ------------------------------------------------------------------------------------------


@given(
    st.sampled_from([n for n in DEGREES if exact("n", n) > Fraction(1, 2) and exact("n", n) < 13]),
    st.floats(0.01, 3.1),
    st.integers(-20, 20),
    st.integers(-20, 20),
)
@settings(max_examples=examples(60))
def test_price(n, angle, first, second):
    """dk_n/d(x.y) = n^2 k_{n-1}(x, y): along a direction across x the norms stay, and the gradient is that times y."""
    x = [math.ldexp(1.0, first), 0.0]
    y = [math.ldexp(math.cos(angle), second), math.ldexp(math.sin(angle), second)]
    degree = exact("n", n)
    gradient = ArcCosine(n).gradient(np.array([x]), np.array([y]))[0, 0, 1]
    right = float(degree**2 * Fraction(exact_value(ArcCosine(degree - 1), x, y, 20).value) * Fraction(y[1]))
    # sin^2(theta/2) is known to about 10 u and has the power n - 1/2 as theta goes to pi
    gap = 1 - abs(math.cos(angle))
    assert gradient == pytest.approx(right, rel=(32 + 2 * float(degree) * (4 + 10 / gap)) * U)


@given(st.sampled_from([1, 2, 3, "1/2", "5/2", "-1/4", "15/2"]), hostile_pairs(scaled=False), st.integers(-60, 60))
@settings(max_examples=examples(60))
def test_homogeneity(n, pair, quarter):
    """k_n(l x, y) = l^n k_n(x, y); powers of sixteen keep every rounding, so l^n is exact."""
    x, y = pair
    degree = exact("n", n)
    assume(degree > 0 or (any(x) and any(y)))
    scale = 16.0**quarter
    plain, scaled = entry(ArcCosine(n), x, y), entry(ArcCosine(n), [scale * v for v in x], y)
    right = Fraction(plain) * Fraction(2) ** int(4 * quarter * degree)
    assume(not plain or Fraction(1, 2**1020) < right < Fraction(2) ** 1020)
    assert abs(Fraction(scaled) - right) <= 8 * UNIT * right


@given(st.sampled_from([*DEGREES, *FUSED]), st.floats(-1, 1), st.floats(-1, 1))
@settings(max_examples=examples(100))
@example(20, 0.0, 0.5)
@example(60, -0.5, 1.0)
def test_monotone_in_theta(degrees, first, second):
    kernel = deep(*degrees) if isinstance(degrees, tuple) else ArcCosine(degrees)
    low, high = sorted((first, second))
    with running("numpy"):
        below, above = (float(kernel.angular(c)) for c in (low, high))
    top = float(exact_value(kernel, [1], [1], 20))
    slack = 32 * layer_count(kernel) * U * top if isinstance(degrees, tuple) else 64 * U * above
    assert below <= above + slack


@given(hostile_pairs(scaled=False), st.sampled_from([0.5, 3.0, 1e-5, 40.0]), st.integers(-990, 990), st.booleans())
@settings(max_examples=examples(60))
@example(([1.0, 0.0], [1.0, 0.5]), 1e-5, 990, False)
def test_scaling_of_biased_kernels(pair, bias, exponent, negative):
    """cho_saul_2012 (27): only x/b and y/b matter."""
    x, y = pair
    scale = math.ldexp(1.0, exponent)
    assume(math.isfinite(40 * scale) and 1e-5 * scale > 2.3e-308)
    bias = -bias if negative else bias
    moved = [scale * v for v in x], [scale * v for v in y]
    assume(all(scale * v / scale == v for row in pair for v in row))  # no entry became subnormal
    computed = entry(ArcCosine(0, bias=bias * scale), *moved)
    assert_exact(ArcCosine(0, bias=bias), x, y, computed)


@given(hostile_pairs(zeros=False), st.floats(-300, 300))
@settings(max_examples=examples(60))
@example(([1e300, 0.0], [1e300, 1e290]), -300.0)
@example(([2.0**61, 0.0], [2.0**61, 2.0**60]), 0.0)
def test_centring_of_biased_kernels(pair, exponent):
    """cho_saul_2012 (26): k_{-b}(x, y) = k_b(x, y) + erf(b/(sqrt 2 |x|)) + erf(b/(sqrt 2 |y|))."""
    x, y = pair
    bias = 10.0**exponent
    positive, negative = (entry(ArcCosine(0, bias=b), x, y) for b in (bias, -bias))
    errors = [1 - Fraction(exact_value(ArcCosine(0, bias=bias), row, row, 20).value) for row in pair]
    error = abs(Fraction(negative) - Fraction(positive) - sum(errors))
    assert_within(error, 2 * 16 * UNIT * 2, ArcCosine(0, bias=bias), ArcCosine(0, bias=-bias), x=x, y=y)


def assert_within(error, rounding, *kernels, x, y):
    """The error is at most the rounding, and what the norms and the angle of the inputs do to the kernels."""
    if error > rounding:
        rounding += sum(deviation(kernel, x, y, Fraction(exact_value(kernel, x, y, 25).value)) for kernel in kernels)
    assert error <= rounding, f"{float(error / rounding):.3g} times the bound"


# Limits --------------------------------------------------------------------------------------------------------------


def _norm(row):
    return math.hypot(*(v / 2**996 for v in row)) * 2**996 if max(map(abs, row)) > 1 else math.hypot(*row)


@given(hostile_pairs(zeros=False), st.floats(-300, -1), st.booleans(), st.booleans())
@settings(max_examples=examples(80))
@example(([1.0, 0.0], [1.0, 1e-3]), -20.0, False, True)
@example(([1e300, 0.0], [1e300, 1e299]), -300.0, True, True)
def test_small_biases_and_widths(pair, exponent, negative, biased):
    """k_b and k_sigma tend to k_0 as b or sigma goes to 0, or the norms to infinity: both change it by at most
    sqrt(2/pi) (b/|x| + b/|y|), the slope of two error functions, or twice the angles that sigma adds."""
    x, y = pair
    size = 10.0**exponent
    kernel = ArcCosine(0, bias=-size if negative else size) if biased else ArcCosine(0, sigma=size)
    norms = [_norm(x), _norm(y)]
    assume(min(norms) > 1e-300)
    slack = sum(size / norm for norm in norms)
    assume(slack < 0.1)
    right = Fraction(exact_value(ArcCosine(0), x, y, 25).value)
    error = abs(Fraction(entry(kernel, x, y)) - right)
    assert_within(error, Fraction(slack) + 32 * UNIT, ArcCosine(0), x=x, y=y)


@given(st.integers(0, 6), st.booleans(), hostile_pairs(zeros=False))
@settings(max_examples=examples(60))
@example(1, True, ([1.0, 0.0], [1.0, 1e-10]))
def test_degrees_near_an_integer(whole, above, pair):
    """The limit n -> k is no special case: k + 1e-12 is right to the same bound, and near what k itself gives."""
    x, y = pair
    n = whole + (1e-12 if above else -1e-12)
    computed = entry(ArcCosine(n), x, y)
    assert_exact(ArcCosine(n), x, y, computed)
    # the logarithm of the kernel by n is at most that of the norms, of n and of the angle
    logarithms = sum(abs(math.log(_norm(row) or 1)) for row in pair) + 60
    assume(all(_norm(row) for row in pair) and math.isfinite(computed) and computed > 1e-300)
    gap = abs(Fraction(computed) - Fraction(exact_value(ArcCosine(whole), x, y, 25).value))
    size = Fraction(exact_value(ArcCosine(whole), x, x, 25).value) * Fraction(exact_value(ArcCosine(whole), y, y).value)
    assume(0 < size < Fraction(10) ** 600)
    assert gap**2 <= (Fraction(2e-12 * logarithms)) ** 2 * size


# Composition ---------------------------------------------------------------------------------------------------------


@given(kernels_of_the_grammar(extreme=False), st.sampled_from([0, 1, "1/3", 2]), hostile_pairs())
@settings(max_examples=examples(40))
def test_composition_is_associative(inner, n, pair):
    x, y = pair
    middle, top = ArcCosine(0, sigma=0.5), ArcCosine(n)
    assume(not refused((top @ middle) @ inner, x, y))
    assert entry((top @ middle) @ inner, x, y) == entry(top @ (middle @ inner), x, y)


@given(
    st.sampled_from([pair for pair in FUSED if len(pair) == 2]), hostile_pairs(zeros=False), st.sampled_from(ENGINES)
)
@settings(max_examples=examples(100))
@example(("1/3", 0), ([1.0, 0.0], [1.0, 1e-10]), "numpy")
@example(("-0.49", 1), ([1.0, 0.0], [1.0, 1e-16]), "numpy")
@example((0, 0), ([1.0, 0.0], [3.0, 3e-16]), "numpy")
def test_fused_layers_and_layers_apart_agree(layers, pair, engine):
    below, above = layers
    x, y = pair
    assert_exact(deep(below, above), x, y, engine=engine)
    assert_exact(ArcCosine(above) @ (1 * ArcCosine(below)), x, y, engine=engine)
