"""The Gram engine: what may be given, what comes back, and that neither threads nor layout change it."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse

from symkern import ArcCosine, Gaussian, config, deep
from symkern.kernels import gram, mirror, rows, stack

KERNELS = [
    ArcCosine(0),
    ArcCosine(1),
    ArcCosine(3),
    ArcCosine("1/2"),
    ArcCosine("5/2"),
    deep(1, 1, 1),
    deep(0, 1, 1),
    ArcCosine(0, bias=0.5),
    ArcCosine(0, sigma=0.3),
    Gaussian(2),
    ArcCosine(1) + ArcCosine(0),
    deep(ArcCosine(0, bias=0.5), 1),
]
by_name = pytest.mark.parametrize("kernel", KERNELS, ids=repr)


@pytest.fixture
def points():
    """More rows than a strip, with duplicates, multiples, opposites and zeros far apart."""
    X = np.random.default_rng(5).standard_normal((600, 6))
    X[300], X[301], X[302], X[599] = X[0], -X[1], 3 * X[2], 0.0
    return X


@by_name
def test_any_number_of_threads_gives_the_same_bits(kernel, points, engine):
    X, Y = points, points[:555] + 0.5
    assert np.array_equal(kernel(X, Y, n_jobs=1), kernel(X, Y, n_jobs=5))
    K = kernel(X, n_jobs=1)
    assert np.array_equal(K, kernel(X, n_jobs=5))
    assert np.array_equal(K, K.T)


@by_name
def test_panels_and_strips_fit_together(kernel, points, engine, monkeypatch):
    """Small panels, so that several of them and their borders are there."""
    whole, square = kernel(points, points[::-1]), kernel(points)
    monkeypatch.setattr(gram, "TALLEST", 128)
    monkeypatch.setattr(gram, "WIDEST", 256)
    monkeypatch.setattr(gram.Inputs, "widest", 256)
    sizes = np.sqrt(np.outer(kernel.diag(points), kernel.diag(points[::-1])))
    assert np.all(np.abs(kernel(points, points[::-1]) - whole) <= 1e-15 * sizes)
    again = kernel(points)
    assert np.array_equal(again, again.T)
    assert np.all(np.abs(again - square) <= 1e-15 * np.sqrt(np.outer(kernel.diag(points), kernel.diag(points))))


@by_name
def test_the_diagonal_is_that_of_diag_and_both_halves_are_equal(kernel, points, engine):
    K = kernel(points)
    assert np.array_equal(np.diag(K), kernel.diag(points))
    assert np.array_equal(K, K.T)


@pytest.mark.parametrize("numbers", [1 << 12, 1 << 16, 1 << 20])
@pytest.mark.parametrize("width", [512, 1024, 1 << 15])
@pytest.mark.parametrize("rows", [1, 63, 64, 65, 500, 1300])
def test_strips_of_half_a_matrix_have_each_pair_once(rows, width, numbers):
    """Pairs above the diagonal, and no strip that crosses the border of a panel, where its diagonal would be cut."""
    times = np.zeros((rows, rows), dtype=int)
    for first in range(0, rows, width):
        last = min(first + width, rows)
        for start, stop in gram._halved_strips(last, first, last, numbers, 256):
            assert start >= first or stop <= first
            times[start:stop, max(start, first) : last] += 1
    upper = np.triu_indices(rows)
    assert np.all(times[upper] == 1)


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize(
    ("start", "stop", "first", "last"),
    [(0, 1, 0, 1), (0, 9, 0, 9), (0, 64, 0, 300), (64, 203, 64, 300), (3, 10, 3, 299), (8, 16, 200, 300)],
)
def test_what_is_below_the_diagonal_is_what_is_above(start, stop, first, last, kind, order, engine):
    """Entry by entry, and nothing else is touched."""
    fast = pytest.importorskip("symkern.kernels.fast") if engine == "numba" else None
    before = np.random.default_rng(0).standard_normal((300, 300)).astype(kind)
    diagonal = np.arange(300.0)
    result = np.array(before, order=order)
    mirror.mirror(result, start, stop, first, last, diagonal, fast)
    for i in range(300):
        for j in range(300):
            below = i > j and start <= j < stop and first <= i < last
            own = i == j and start <= i < stop and first == start
            assert result[i, j] == (before[j, i] if below else i if own else before[i, j])


def test_rows_are_not_taken_for_near_duplicates_of_themselves(points, engine, monkeypatch):
    """Their kernels are known, and to subtract each row from itself is work for nothing."""

    def refuse(*_):
        raise AssertionError("no two of these rows are near")

    monkeypatch.setattr(gram, "near_gaps", refuse)
    monkeypatch.setattr(stack, "near_gaps", refuse)
    assert ArcCosine(1)(np.random.default_rng(0).standard_normal((600, 40))).shape == (600, 600)


@by_name
def test_compiled_loops_and_numpy_agree(kernel, monkeypatch):
    """To 8 units in the last place where no cosine is near -1, whose rounding counts there."""
    pytest.importorskip("numba")
    rng = np.random.default_rng(0)
    X, Y = rng.uniform(0, 1, (300, 6)), rng.uniform(0, 1, (290, 6))
    found = []
    for engine in ("numpy", "numba"):
        monkeypatch.setattr(config, "engine", engine)
        found.append(kernel(X, Y))
    assert np.all(np.abs(found[0] - found[1]) <= 8 * np.spacing(found[0]))


LAYOUTS = {
    "fortran": np.asfortranarray,
    "strided": lambda X: np.repeat(np.repeat(X, 2, axis=0), 3, axis=1)[::2, ::3],
    "backwards": lambda X: X[::-1, ::-1].copy()[::-1, ::-1],
    "byte-swapped": lambda X: X.astype(">f8"),
    "list": lambda X: X.tolist(),
    "csr": scipy.sparse.csr_array,
    "csr_matrix": scipy.sparse.csr_matrix,
    "csc": scipy.sparse.csc_array,
    "coo": scipy.sparse.coo_array,
    "object": lambda X: X.astype(object),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kernel", [ArcCosine(1), ArcCosine(0, bias=0.5), deep(0, 1)], ids=repr)
def test_layouts_do_not_matter(kernel, layout, points, engine):
    X, Y = points[:300], points[250:]
    expected = kernel(X, Y)
    sizes = np.sqrt(np.outer(kernel.diag(X), kernel.diag(Y)))
    for first, second in (
        (LAYOUTS[layout], LAYOUTS[layout]),
        (LAYOUTS[layout], np.asarray),
        (np.asarray, LAYOUTS[layout]),
    ):
        # six products and six roundings more, in another order, over a sine of at least 1/12
        assert np.all(np.abs(kernel(first(X), second(Y)) - expected) <= 24 * 12 * 2.0**-53 * sizes)
    assert np.allclose(kernel.diag(LAYOUTS[layout](X)), kernel.diag(X), rtol=1e-15)


@pytest.mark.parametrize("kind", [np.uint8, np.int64, bool, np.float16])
def test_other_numbers_are_taken_as_doubles(kind):
    X = np.random.default_rng(0).integers(0, 2, (20, 9)).astype(kind)
    assert np.array_equal(ArcCosine(1)(X), ArcCosine(1)(X.astype(float)))


@by_name
def test_float32_stays_float32_and_is_right_to_one_unit(kernel, points, engine):
    X, Y = points[:290].astype(np.float32), points[280:].astype(np.float32)
    K, exact = kernel(X, Y), kernel(X.astype(float), Y.astype(float))
    assert K.dtype == kernel.diag(X).dtype == np.float32
    assert np.all(np.abs(K - exact) <= np.spacing(np.abs(exact).astype(np.float32)))
    assert kernel(X, Y.astype(float)).dtype == np.float64


def test_results_go_where_they_are_asked_to(points, engine, tmp_path):
    kernel, Y = ArcCosine(1), points[:500]
    expected = kernel(points, Y)
    for out in (
        np.empty((600, 500)),
        np.empty((600, 500), order="F"),
        np.empty((1200, 500))[::2],
        np.memmap(tmp_path / "K", dtype=float, mode="w+", shape=(600, 500)),
    ):
        assert kernel(points, Y, out=out) is out
        assert np.allclose(out, expected, rtol=1e-14)


def test_memory_mapped_inputs(points, engine, tmp_path):
    np.save(tmp_path / "X.npy", points)
    assert np.array_equal(ArcCosine(1)(np.load(tmp_path / "X.npy", mmap_mode="r")), ArcCosine(1)(points))


def test_sparse_is_never_made_dense(engine):
    """A million columns: as a dense matrix these rows would be 2 GB."""
    S = scipy.sparse.random_array((300, 1_000_000), density=2e-5, format="csr", random_state=0)
    K = ArcCosine(1)(S)
    small = S[:, np.unique(S.indices)].toarray()
    assert np.allclose(K, ArcCosine(1)(small), rtol=1e-13)


PEAK = """
import re, numpy as np
from pathlib import Path
from symkern import ArcCosine, deep
def peak():
    return 1024 * int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
k = {kernel}
X = np.random.default_rng(0).standard_normal((5000, 40))
k(X[:1200])
before = peak()
K = k(X)
print(peak() - before, K.nbytes)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads the peak from Linux's /proc")
@pytest.mark.parametrize(
    "kernel",
    ["ArcCosine(1)", "deep(0, 1, 1)", "ArcCosine(0, bias=1.0)", "ArcCosine(1) + ArcCosine(0)", "deep('1/2', 1)"],
)
def test_peak_memory_is_the_output_and_a_little(kernel):
    """Of a fresh interpreter: 1.1 times the output plus 64 MB, beside what was there before."""
    run = subprocess.run([sys.executable, "-c", PEAK.format(kernel=kernel)], capture_output=True, text=True, check=True)
    used, output = map(int, run.stdout.split())
    assert 0.9 * output <= used <= 1.1 * output + 64e6


@pytest.mark.parametrize("columns", [1, 2, 50, 784, 3000, 5000])
def test_squared_norms_have_twice_the_digits(columns, engine):
    """Leading parts add up exactly, so that the sum of both parts is right to far more than a double."""
    from fractions import Fraction

    fast = pytest.importorskip("symkern.kernels.fast") if engine == "numba" else None
    rng = np.random.default_rng(columns)
    X = rng.standard_normal((8, columns)) * 10.0 ** rng.integers(-300, 300, (8, 1))
    X[1], X[2] = 0.0, 5e-324
    X[3] *= 2.0 ** rng.integers(-60, 0, columns)
    found = rows.measured(X, "X", fast=fast)
    for i, row in enumerate(X):
        exact = sum(Fraction(entry) ** 2 for entry in row)
        sums = (Fraction(found.squared[i]) + Fraction(found.low[i])) * Fraction(4) ** int(found.exponent[i])
        assert abs(sums - exact) <= exact * Fraction(2) ** -64


POWERS = [
    (ArcCosine(0), 0),
    (ArcCosine(1), 1),
    (ArcCosine(3), 3),
    (ArcCosine("5/2"), 2.5),
    (deep(2, 1), 2),
    (deep(1, 0), 0),
    (deep(0, "-1/4"), 0),
    (ArcCosine(0, bias=0.5), 0),
    (ArcCosine(0, bias=1e-100), 0),
    (ArcCosine(0, bias=-1e200), 0),
    (ArcCosine(0, sigma=1e-100), 0),
    (Gaussian(1e-100), 0),
]
"""Kernels, and the power of the norms that they grow with."""


def test_a_million_pairs_of_all_sizes(engine):
    """Scales from 1e-150 to 1e150, subnormals, zeros, duplicates, opposites: no NaN, no warning (they are errors here),
    and infinite only where the true value is no double."""
    rng = np.random.default_rng(1)
    X = rng.standard_normal((1000, 5)) * 10.0 ** rng.uniform(-150, 150, (1000, 1))
    X[0], X[1], X[2], X[3] = 0.0, 5e-324, 1e-310, [1e-320, 0, 0, 0, 0]
    X[10:20], X[20:30], X[30:40] = X[100:110], -X[110:120], 2 * X[120:130]
    X[40:50] *= 1e-150
    Y = X[::-1].copy()
    logarithms = np.log10(np.maximum(np.max(np.abs(X), axis=1), 5e-324)) + 0.5  # of norms, or a little more
    for kernel, power in POWERS:
        K = kernel(X, Y)
        assert not np.any(np.isnan(K))
        assert not np.any(np.isnan(kernel(X)))
        largest = power * np.add.outer(logarithms, logarithms[::-1]) + 2  # at_one is below 100
        assert not np.any(np.isinf(K) & (largest < 308))
        assert np.any(np.isinf(K)) == (power > 1)


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_two_thousand_points_have_no_negative_eigenvalue(kernel):
    X = np.random.default_rng(3).standard_normal((2000, 3))
    X[1000:1100] = X[:100] * (1 + 1e-9)
    values = np.linalg.eigvalsh(kernel(X))
    assert values[0] > -1e-13 * values[-1]
