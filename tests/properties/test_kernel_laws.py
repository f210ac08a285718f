"""The laws of `symkern.testing`, as properties of every kind of kernel object, form of input and engine."""

import contextlib
import math

import numpy as np
import pytest
import scipy.sparse
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import declared_kernels, examples, facts, hostile_point_sets, kernel_objects, point_sets

from symkern import ArcCosine, Arcsine, Linear, config, deep
from symkern.testing import LAWS
from symkern.testing.law import short
from symkern.testing.subject import Subject


class Sparse:
    """A kernel that is given CSR matrices."""

    def __init__(self, kernel):
        self.kernel = kernel

    def __call__(self, X, Y=None):
        rows = scipy.sparse.csr_array(X)
        return np.atleast_2d(self.kernel(rows, None if Y is None else scipy.sparse.csr_array(Y)))

    def diag(self, X):
        return self.kernel.diag(scipy.sparse.csr_array(X))


FORMS = {
    "numpy": ("numpy", np.float64, lambda kernel: kernel),
    "numba": ("numba", np.float64, lambda kernel: kernel),
    "csr": ("numpy", np.float64, Sparse),
    "float32": ("auto", np.float32, lambda kernel: kernel),
}
"""Engine, precision, and how matrices are handed over."""


@contextlib.contextmanager
def engine_named(name):
    before = config.engine
    config.engine = name
    try:
        yield
    finally:
        config.engine = before


def subject_of(form, kernel, declared):
    """A kernel and what is declared of it, in one form of input; single precision has an eighth of the exponents."""
    _, dtype, hand_over = FORMS[form]
    low, high = declared["scales"]
    scales = (low, high) if dtype == np.float64 else (low ** (1 / 8), high ** (1 / 8))
    return Subject(hand_over(kernel), **(declared | {"dtype": dtype, "scales": scales}))


DOUBLE_ONLY = ("precision", "relative accuracy")
CASES = [(law, form) for law in LAWS for form in FORMS if form != "float32" or law not in DOUBLE_ONLY]


@pytest.mark.parametrize(("name", "form"), CASES)
@settings(max_examples=examples(30))
@given(st.data())
def test_kernels_obey(name, form, data):
    law = LAWS[name]
    if form == "numba" and not config.has_numba():
        pytest.skip("numba is not installed")
    chosen = declared_kernels().filter(lambda pair: not law.excuse(subject_of(form, *pair)))
    kernel, declared = data.draw(chosen)
    subject = subject_of(form, kernel, declared)
    X = data.draw(hostile_point_sets(subject.scales))
    X = X.astype(subject.dtype).astype(np.float64)
    X = short(X) if law.exact_inputs else X
    assume(subject.admits(X))
    with engine_named(FORMS[form][0]):
        violation = law.violation(subject, X)
    assert violation is None, f"{kernel!r}\nX = np.array({X.tolist()})\n{violation}"


FOUND = [
    ("Cauchy-Schwarz", ArcCosine(0) @ (2 * ArcCosine("1/3")), [[1.0, 0.0], [1.0, 1e-10]]),
    ("positive semi-definite", ArcCosine(0) @ (2 * ArcCosine("1/3")), [[1.0, 0.0], [1.0, 1e-10]]),
    ("homogeneity", ArcCosine(0) @ (2 * ArcCosine("1/3")), [[0.0, 1.0, 1.0]]),
    ("homogeneity", ArcCosine(0) @ (ArcCosine(1) + Linear()), [[0.0, 0.0, 1.0]]),
    ("homogeneity", deep(0, 0), [[0.0, 1.0, 1.0]]),
    ("homogeneity", ArcCosine("-1/4"), [[0.9999971389770508]]),
    ("finite", ArcCosine(0) @ (ArcCosine(1) + Linear()), [[0.0, 0.0, 1e299], [0.0, 0.0, 2.96875e299]]),
    ("exact value", deep("-0.49", 1), [[1.0, 0.0], [1.0, 1e-10]]),
    ("exact value", deep(0, "-1/4"), [[1.0, 0.0], [1.0, 1e-10]]),
    ("relative accuracy", ArcCosine(20), [[-500.0, -500.0], [500.0, 500.00000562500003]]),
    ("duplicates", deep(ArcCosine(0, sigma=1), 1, ArcCosine(0, bias=-1)), [[0.0, 0.0, 0.0]]),
    ("triangle inequality", deep(ArcCosine(0, sigma=1), 1, ArcCosine(0, bias=-1)), [[0.0, 0.0, 1.0], [0.0, 0.0, 1.0]]),
    ("one argument", Arcsine(0.5), [[2.5e9]]),
    ("Cauchy-Schwarz", Arcsine(0.5), [[2e6], [2e6]]),
    (
        "positive semi-definite",
        ArcCosine(0, bias=1),
        [[1.3524457e17, 5.6609856e17], [0.0, -3e17], [2.7048914e17, 1.1321971e18]],
    ),
]
"""Every failure that these laws ever found: the law, the kernel, the input."""


def test_subnormal_values_in_single_precision_have_few_digits():
    X = np.array([[0.0, 0.0, 1.0], [0.0, 0.0, 0.0], [0.0, 0.0, 1.0000004296850662e-12]])
    subject = subject_of("float32", ArcCosine(1), facts(ArcCosine(1)))
    violation = LAWS["homogeneity"].violation(subject, X)
    assert violation is None, str(violation)


@pytest.mark.parametrize("form", ["numpy", "numba", "csr"])
@pytest.mark.parametrize(("name", "kernel", "X"), FOUND)
def test_failures_that_were_found_stay_mended(name, kernel, X, form):
    if form == "numba" and not config.has_numba():
        pytest.skip("numba is not installed")
    subject = subject_of(form, kernel, facts(kernel))
    with engine_named(FORMS[form][0]):
        violation = LAWS[name].violation(subject, np.array(X))
    assert violation is None, str(violation)


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=examples(25))
@given(st.data())
def test_gram_matrices_are_symmetric_and_have_the_diagonal_to_the_last_bit(form, data):
    kernel, declared = data.draw(declared_kernels())
    subject = subject_of(form, kernel, declared)
    X = data.draw(hostile_point_sets(subject.scales)).astype(subject.dtype)
    assume(subject.admits(X.astype(np.float64)))
    with engine_named(FORMS[form][0] if config.has_numba() else "numpy"), np.errstate(all="ignore"):
        K, diagonal = subject.kernel(X), subject.kernel.diag(X)
    assert K.dtype == diagonal.dtype == subject.dtype
    assert np.array_equal(K, K.T)
    assert np.array_equal(np.diag(K), diagonal)


@settings(max_examples=examples(40))
@given(st.sampled_from([0, 1, 2, 3]), point_sets(), st.integers(-200, 200))
def test_powers_of_two_scale_integer_degrees_to_the_last_bit(n, X, exponent):
    """k(cx, y) = c^n k(x, y) where c = 2^m: no rounding changes."""
    kernel, c = ArcCosine(n), math.ldexp(1.0, exponent)
    with np.errstate(under="ignore"):
        expected = kernel(X, X.copy()) * c**n
    usable = (np.abs(expected) > 1e-290) | (expected == 0)
    assert np.array_equal(kernel(c * X, X)[usable], expected[usable])


@settings(max_examples=examples(25))
@given(kernel_objects(), point_sets(), point_sets())
def test_vectors_are_rows_of_matrices(kernel, X, Y):
    assert isinstance(kernel(X[0], Y[-1]), float)
    assert kernel(X[0], Y).shape == (len(Y),)
    assert kernel(X, Y[0]).shape == (len(X),)
    assert np.array_equal(kernel(X[0], Y), kernel(X[:1], Y)[0])
