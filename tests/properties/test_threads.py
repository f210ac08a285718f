"""Laws of the Gram engine's threads: neither their number nor the cut of the matrix changes a result."""

import os
import signal
import threading
import time
import warnings
from dataclasses import asdict

import numpy as np
import pytest
import scipy.sparse
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import cuts, examples, tiled_points

from symkern import ArcCosine, Gaussian, config, deep
from symkern.kernels import gram
from symkern.kernels.mirror import mirror
from symkern.kernels.threads import blas_libraries, controller, fork_waits, in_order, in_parallel, single_threaded_blas

KERNELS = [
    ArcCosine(0),
    ArcCosine(1),
    ArcCosine("5/2"),
    deep(1, 1),
    ArcCosine(0, bias=0.5),
    ArcCosine(0, sigma=0.3),
    Gaussian(2),
    ArcCosine(1) + 2 * ArcCosine(0),
    ArcCosine(1) * Gaussian(1),
    deep(ArcCosine(0, bias=0.5), 1),
]
LAYOUTS = {
    "double": lambda X: X,
    "single": lambda X: X.astype(np.float32),
    "fortran": np.asfortranarray,
    "sparse": scipy.sparse.csr_array,
}
OUTPUTS = {
    "none": lambda shape, kind: None,
    "rows": lambda shape, kind: np.empty(shape, dtype=kind),
    "columns": lambda shape, kind: np.empty(shape, dtype=kind, order="F"),
    "strided": lambda shape, kind: np.empty((2 * shape[0], 3 * shape[1]), dtype=kind)[::2, ::3],
}
kernels, layouts, outputs = st.sampled_from(KERNELS), st.sampled_from(list(LAYOUTS)), st.sampled_from(list(OUTPUTS))
HANG = 20
"""Seconds after which a child counts as hanging."""
sides = st.integers(1, 90)
engines = st.sampled_from(["numpy", "numba"] if config.has_numba() else ["numpy"])


class engine_cut_by:
    """Context in which the engine has other loops and other sizes."""

    def __init__(self, engine, cut):
        self.values = {(config, "engine"): engine} | {(gram, name): value for name, value in asdict(cut).items()}
        self.patch = pytest.MonkeyPatch()

    def __enter__(self):
        for (owner, name), value in self.values.items():
            self.patch.setattr(owner, name, value)

    def __exit__(self, *_):
        self.patch.undo()


def same(a, b):
    return a.dtype == b.dtype and np.array_equal(a, b)


@settings(max_examples=examples(120))
@given(kernels, layouts, outputs, engines, cuts(), tiled_points())
def test_any_number_of_threads_gives_the_same_symmetric_matrix(kernel, layout, output, engine, cut, X):
    assume(len(X) > 1 or layout != "sparse")  # one sparse row is a vector, and its kernel a number
    X = LAYOUTS[layout](X)
    with engine_cut_by(engine, cut):
        K = kernel(X, n_jobs=1)
        for jobs in (2, 3, 5):
            out = OUTPUTS[output](K.shape, K.dtype)
            found = kernel(X, n_jobs=jobs, out=out)
            assert out is None or found is out
            if output in ("none", "rows"):  # others are computed beside their place, and products of BLAS may differ
                assert same(found, K)
            else:
                assert same(found, kernel(X, n_jobs=1, out=OUTPUTS[output](K.shape, K.dtype)))
            assert same(found, found.T)
            assert same(np.diag(found), kernel.diag(X))


@settings(max_examples=examples(80))
@given(kernels, layouts, layouts, outputs, engines, cuts(), tiled_points(), tiled_points())
def test_any_number_of_threads_gives_the_same_matrix(kernel, first, second, output, engine, cut, X, Y):
    assume(len(X) > 1 or len(Y) > 1)
    X, Y = LAYOUTS[first](X), LAYOUTS[second](Y)
    with engine_cut_by(engine, cut):
        kind, shape = np.result_type(X.dtype, Y.dtype), (X.shape[0], Y.shape[0])
        K = kernel(X, Y, n_jobs=1, out=OUTPUTS[output](shape, kind))
        for jobs in (2, 3, 5):
            assert same(kernel(X, Y, n_jobs=jobs, out=OUTPUTS[output](shape, kind)), K)


@settings(max_examples=examples(60))
@given(layouts, engines, cuts(), tiled_points())
def test_the_cut_changes_no_more_than_roundings_of_the_product(layout, engine, cut, X):
    """Three products and their sum, twice: the kernel of degree 1 moves by no more than its product does."""
    assume(len(X) > 1)
    kernel, X = ArcCosine(1), LAYOUTS[layout](X)
    whole = kernel(X)
    with engine_cut_by(engine, cut):
        found = kernel(X)
    sizes = np.sqrt(np.outer(kernel.diag(X), kernel.diag(X)).astype(float))
    # of cosines 6 roundings on either side; then 8 units in the last place of two loops; then the format
    unit = 2.0**-53 if whole.dtype == np.float64 else 2.0**-24
    assert np.all(np.abs(found.astype(float) - whole) <= (2 * 6 + 8) * 2.0**-53 * sizes + 2 * unit * np.abs(whole))


@settings(max_examples=examples(25))
@given(kernels, engines, cuts(), tiled_points(), tiled_points())
def test_threads_that_compute_at_once_do_not_disturb_each_other(kernel, engine, cut, X, Y):
    with engine_cut_by(engine, cut):
        expected = kernel(X, n_jobs=1), kernel(X, Y, n_jobs=1)
        results = [None] * 4

        def compute(place):
            results[place] = kernel(X, n_jobs=2), kernel(X, Y, n_jobs=2)

        threads = [threading.Thread(target=compute, args=(place,)) for place in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert all(same(K, L) for found in results for K, L in zip(found, expected, strict=True))


@settings(max_examples=examples(60))
@given(kernels, st.sampled_from(["computes", "refuses", "fails"]), st.integers(1, 4), tiled_points())
def test_blas_has_as_many_threads_after_as_before(kernel, what, jobs, X):
    before = [library.num_threads for library in blas_libraries()]
    X = X.copy()
    if what == "refuses":
        X[-1, 0] = np.nan

    def fail(_):
        raise ZeroDivisionError

    if what == "computes":
        kernel(X, n_jobs=jobs)
    elif what == "refuses":
        with pytest.raises(ValueError, match="finite"):
            kernel(X, n_jobs=jobs)
    else:
        with pytest.raises(ZeroDivisionError), single_threaded_blas():
            in_parallel(fail, range(5), jobs)
    assert [library.num_threads for library in blas_libraries()] == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
@settings(max_examples=examples(6))
@given(
    st.lists(st.sampled_from(KERNELS), min_size=1, max_size=3), engines, cuts(), st.integers(1, 2), st.integers(0, 6)
)
def test_children_forked_while_threads_compute_give_the_same_bits(some, engine, cut, jobs, wait):
    """None hangs, and BLAS has as many threads in each as it had before."""
    X = np.random.default_rng(wait).normal(size=(150, 3))
    stop = threading.Event()

    def compute():
        while not stop.is_set():
            for kernel in some:
                kernel(X, n_jobs=2)

    def linger():
        while not stop.is_set():
            with fork_waits():
                time.sleep(0.001)

    def check():
        return blas_threads() == threads and all(same(kernel(X, n_jobs=jobs), K) for kernel, K in expected)

    with engine_cut_by(engine, cut), controller().limit(limits=2, user_api="blas"):
        threads, expected = blas_threads(), [(kernel, kernel(X)) for kernel in some]
        workers = [threading.Thread(target=work) for work in (compute, linger)]
        for worker in workers:
            worker.start()
        try:
            for number in range(4):
                time.sleep(0.002 * (wait + number))
                assert in_child(check) == 0
        finally:
            stop.set()
            for worker in workers:
                worker.join()
        assert blas_threads() == threads


def blas_threads():
    return [library.num_threads for library in blas_libraries()]


def in_child(check):
    """Status of a forked child: 0 if `check` is true there, negative if it hangs."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns of forks beside threads
        pid = os.fork()
    if pid == 0:
        signal.alarm(HANG)
        status = 1
        try:
            status = 0 if check() else 2
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


@settings(max_examples=examples(100))
@given(st.integers(0, 40), st.integers(1, 6), st.lists(st.integers(0, 39), max_size=3))
def test_tasks_are_done_once_and_errors_are_raised(count, jobs, bad):
    done = []

    def work(task):
        if task in bad:
            raise LookupError(task)
        done.append(task)
        return task

    failing = any(task < count for task in bad)
    if failing:
        with pytest.raises(LookupError):
            in_parallel(work, range(count), jobs)
        with pytest.raises(LookupError):
            list(in_order(work, range(count), jobs))
    else:
        in_parallel(work, range(count), jobs)
        assert sorted(done) == list(range(count))
        assert list(in_order(work, range(count), jobs)) == list(range(count))


@settings(max_examples=examples(100))
@given(
    st.integers(1, 90), st.integers(0, 89), st.integers(1, 90), st.sampled_from(["f4", "f8"]), st.booleans(), engines
)
def test_a_mirrored_strip_makes_the_matrix_symmetric(rows, start, height, kind, columns_first, engine):
    """Entry by entry, in either order in memory; what is not below the strip is untouched."""
    start = min(start, rows - 1)
    stop = min(start + height, rows)
    before = np.random.default_rng(rows).standard_normal((rows, rows)).astype(kind)
    result = np.array(before, order="F" if columns_first else "C")
    diagonal = np.arange(float(rows))
    fast = pytest.importorskip("symkern.kernels.fast") if engine == "numba" else None
    mirror(result, start, stop, start, rows, diagonal, fast)
    expected = before.copy()
    i, j = np.indices(before.shape)
    below = (i > j) & (start <= j) & (j < stop)
    expected[below] = before.T[below]
    expected[(i == j) & (start <= i) & (i < stop)] = diagonal[start:stop]
    assert same(result, expected)
