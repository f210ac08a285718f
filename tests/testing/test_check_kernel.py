"""`check_kernel` passes right kernels; of a wrong one it names the broken law and the smallest input."""

import numpy as np
import pytest
from sklearn.gaussian_process.kernels import RBF, DotProduct, Matern, WhiteKernel
from sklearn.metrics.pairwise import laplacian_kernel, polynomial_kernel, rbf_kernel
from testing.wrong_kernels import WRONG, jitter_on_the_diagonal, ramp, rounded_step, wrong_factor

from symkern import ArcCosine, Gaussian, Linear, Polynomial, deep
from symkern.errors import InvalidArgument
from symkern.testing import LAWS, KernelLawError, check_kernel
from symkern.testing.law import short
from symkern.testing.positivity import _quadratic_form, approach
from symkern.testing.shrink import shrink

RIGHT = [
    ArcCosine(0),
    ArcCosine(1),
    ArcCosine(2),
    ArcCosine(7),
    ArcCosine("1/2"),
    ArcCosine("5/2"),
    ArcCosine(0, bias=0.5),
    ArcCosine(0, sigma=0.3),
    deep(1, 1),
    deep(0, 1, 1),
    ArcCosine(1) + ArcCosine(0),
    ArcCosine(1) * Gaussian(1),
    2 * ArcCosine(1),
    Gaussian(2),
    Polynomial(3, 1),
    Linear(),
]


@pytest.mark.parametrize("kernel", RIGHT, ids=repr)
def test_our_kernels_obey_every_law(kernel):
    report = check_kernel(kernel, max_examples=5)
    assert report.ok
    assert report["diagonal"].status == report["precision"].status == "passed"


@pytest.mark.parametrize("kernel", [ArcCosine(1), deep(0, 1), Gaussian(2)], ids=repr)
def test_our_kernels_obey_every_law_in_single_precision(kernel):
    report = check_kernel(kernel, dtype=np.float32, max_examples=10)
    assert report["precision"].status == "not applicable"


def test_negative_degrees_obey_every_law():
    check_kernel(ArcCosine("-1/4"), max_examples=10)


@pytest.mark.parametrize(
    ("kernel", "declared", "law"), WRONG, ids=[law + "-" + str(k) for k, (_, _, law) in enumerate(WRONG)]
)
def test_wrong_kernels_break_the_law_that_one_would_expect(kernel, declared, law):
    report = check_kernel(kernel, laws=[law], raise_=False, max_examples=20, **declared)
    assert not report.ok
    smallest = report[law].X
    assert smallest.shape[0] <= 3
    assert smallest.shape[1] <= 2
    assert LAWS[law].violation is report[law].law.violation


def test_every_law_has_a_kernel_that_breaks_it():
    assert {law for _, _, law in WRONG} == set(LAWS)


def test_the_error_names_the_law_the_input_and_the_bound():
    with pytest.raises(KernelLawError) as raised:
        check_kernel(wrong_factor, arc_cosine=1, max_examples=0)
    message = str(raised.value)
    assert message.startswith("The kernel breaks the law of exact value: k(x, y) is the declared kernel")
    assert "X = np.array([[1.0]])" in message
    assert "exactly it is 1.0" in message
    assert "the bound is" in message
    assert "Also broken: relative accuracy." in message
    assert isinstance(raised.value, AssertionError)


def test_the_shown_input_breaks_the_law_when_it_is_pasted():
    report = check_kernel(rounded_step, degree=0, laws=["positive semi-definite"], raise_=False)
    shown = next(line for line in str(report).splitlines() if line.strip().startswith("X = "))
    names = {"np": np}
    exec(shown.strip(), names)
    K = rounded_step(names["X"], names["X"])
    assert np.linalg.eigvalsh(K)[0] < -1e-12


def test_a_report_lists_every_law_with_its_outcome():
    report = check_kernel(jitter_on_the_diagonal, raise_=False, max_examples=2)
    assert [outcome.law.name for outcome in report.outcomes] == list(LAWS)
    assert report["one argument"].status == "failed"
    assert report["symmetry"].status == "passed"
    assert report["homogeneity"].status == "not applicable"
    assert "no degree is declared" in str(report)


def test_a_seed_gives_the_same_report():
    first, second = (str(check_kernel(rounded_step, degree=0, raise_=False, seed=3)) for _ in range(2))
    assert first == second


def test_kernels_of_two_arguments_are_never_asked_with_one():
    report = check_kernel(ramp, max_examples=2)
    assert report["one argument"].status == "not applicable"


def test_a_kernel_that_changes_its_mind_is_named():
    calls = iter(range(10**9))
    report = check_kernel(lambda X, Y: ramp(X, Y) * (1 + 1e-3 * (next(calls) % 2)), raise_=False, max_examples=2)
    assert not report.ok


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"laws": ["symetry"]}, "law must be one of shape, .*; got law=symetry"),
        ({"dtype": np.int64}, "dtype must be float64 or float32; got dtype=int64"),
        ({"arc_cosine": "one"}, "arc_cosine must be"),
    ],
)
def test_bad_arguments_are_refused(asked, message):
    with pytest.raises(InvalidArgument, match=message):
        check_kernel(ramp, **asked)


@pytest.mark.parametrize("kernel", [RBF(2.0), Matern(nu=1.5), DotProduct(1.0), polynomial_kernel, laplacian_kernel])
def test_scikit_learns_kernels_can_be_checked(kernel):
    assert check_kernel(kernel, max_examples=10)["precision"].status == "passed"


def test_squared_distances_from_inner_products_are_found():
    """scikit-learn's rbf_kernel computes |x|^2 + |y|^2 - 2 x.y: it loses equal inputs far from the origin."""
    report = check_kernel(rbf_kernel, max_examples=2, raise_=False)
    assert "one argument" in [outcome.law.name for outcome in report.broken]


def test_white_noise_of_scikit_learn_is_no_function_of_its_inputs():
    """k(X) has noise on the diagonal, k(X, X) has none."""
    report = check_kernel(RBF(1.0) + WhiteKernel(0.1), scales=(1e-2, 1e2), max_examples=2, raise_=False)
    assert {"one argument", "duplicates"} <= {outcome.law.name for outcome in report.broken}


def test_shrinking_keeps_what_matters():
    X = np.random.default_rng(0).standard_normal((9, 5))
    smallest = shrink(X, lambda Z: Z.shape[1] > 1 and bool(np.any(Z[:, 0] * Z[:, 1] < 0)))
    assert sorted(map(abs, smallest.ravel().tolist())) == [1.0, 1.0]


def test_short_entries_make_rotations_exact():
    X = short(np.random.default_rng(0).standard_normal((50, 2)) * 10.0 ** np.arange(-25, 25)[:, None])
    turned = np.column_stack([3 * X[:, 0] - 4 * X[:, 1], 4 * X[:, 0] + 3 * X[:, 1]])
    back = np.column_stack([3 * turned[:, 0] + 4 * turned[:, 1], 3 * turned[:, 1] - 4 * turned[:, 0]])
    assert np.array_equal(back, 25 * X)


def test_the_quadratic_form_is_exact():
    """v'Av = 2^-60 is lost in any sum of doubles: the entries cancel."""
    matrix = np.array([[1.0, -1.0], [-1.0, 1.0 + 2.0**-52]])
    assert _quadratic_form(matrix, np.array([1.0, 1.0])) == 2.0**-53


def test_the_chain_ends_one_ulp_from_its_start():
    chain = approach(np.array([[1.0, 0.0], [0.5, 1.0]]))
    distance = np.max(np.abs(chain - chain[0]), axis=1)
    assert np.all(np.diff(distance[1:]) < 0)
    assert 0 < distance[-1] <= 2.0**-52
