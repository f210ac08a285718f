"""Threads: every task once, BLAS's number of threads given back, and children forked at any moment that compute."""

import functools
import os
import signal
import subprocess
import sys
import threading
import time
import warnings

import numpy as np
import pytest

from symkern import ArcCosine
from symkern.computed_once import computed_once
from symkern.kernels.threads import blas_libraries, controller, fork_waits, in_order, in_parallel, single_threaded_blas

HANG = 120
"""Seconds after which a child is taken to hang; it needs a few hundredths of one."""

forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")


def blas_threads():
    return [library.num_threads for library in blas_libraries()]


@pytest.fixture
def two_blas_threads():
    """Two of them, however many cores there are."""
    with controller().limit(limits=2, user_api="blas"):
        yield


def in_child(check):
    """Status of a forked child: 0 if `check` is true there."""
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


class Held:
    """A thread inside a context, until told to leave it."""

    def __init__(self, context):
        self.context, self.inside, self.leave = context, threading.Event(), threading.Event()
        self.outside, self.end = threading.Event(), threading.Event()
        self.thread = threading.Thread(target=self.hold)

    def hold(self):
        with self.context:
            self.inside.set()
            self.leave.wait(HANG)
        self.outside.set()
        self.end.wait(HANG)

    def __enter__(self):
        self.thread.start()
        self.inside.wait(HANG)
        return self

    def __exit__(self, *_):
        self.leave.set()
        self.end.set()
        self.thread.join()


def test_blas_gets_its_threads_back(two_blas_threads):
    before = blas_threads()
    with Held(single_threaded_blas()):
        with single_threaded_blas():
            assert set(blas_threads()) == {1}
        assert set(blas_threads()) == {1}  # somebody still needs it
    assert blas_threads() == before
    with pytest.raises(ValueError, match="finite"):
        ArcCosine(1)(np.array([[np.nan]]))
    assert blas_threads() == before


def test_the_last_to_leave_gives_blas_its_threads_back(two_blas_threads):
    """Also where the first that came is another thread, and still alive: threadpoolctl takes orders from that alone."""
    before = blas_threads()
    with Held(single_threaded_blas()) as first:
        with single_threaded_blas():
            first.leave.set()
            first.outside.wait(HANG)
            assert set(blas_threads()) == {1}
        assert blas_threads() == before


@pytest.mark.parametrize("jobs", [1, 2, 3, 5, 50])
@pytest.mark.parametrize("count", [0, 1, 2, 7, 1000])
def test_every_task_is_done_once(count, jobs):
    done = []
    in_parallel(done.append, iter(range(count)), jobs)
    assert sorted(done) == list(range(count))
    assert list(in_order(lambda task: -task, range(count), jobs)) == [-task for task in range(count)]


def test_an_error_in_one_thread_stops_the_others():
    done = []

    def work(task):
        if task == 3:
            raise ValueError("no")
        done.append(task)
        time.sleep(0.001)

    before = threading.active_count()
    with pytest.raises(ValueError, match="no"):
        in_parallel(work, range(10_000), 2)
    assert len(done) < 10_000
    assert threading.active_count() == before


def test_numpy_minds_the_same_errors_in_every_thread():
    """The caller's error state is its own; tasks have numpy's default, whichever thread they fall to."""
    states, both = [], threading.Barrier(2, timeout=HANG)

    def work(_):
        both.wait()
        states.append(np.geterr())

    with np.errstate(all="raise"):
        in_parallel(work, range(2), 2)
    assert states[0] == states[1]


FORKS = """
import os, sys, threading, time, signal, warnings
import numpy as np
from symkern import ArcCosine, config, deep
from symkern.kernels.threads import blas_libraries, controller
warnings.simplefilter("ignore")
config.engine = {engine!r}
def blas():
    return [library.num_threads for library in blas_libraries()]
kernels = ArcCosine(1), deep(1, 1), ArcCosine(0, bias=0.5)
X = np.random.default_rng(0).standard_normal((300, 16))
expected, stop = [kernel(X) for kernel in kernels], threading.Event()
limit = controller().limit(limits=2, user_api="blas")  # however many cores there are
before = blas()
def compute():
    while not stop.is_set():
        for kernel in kernels:
            kernel(X, n_jobs=2)
            kernel(X[:70], n_jobs=1)
threads = [threading.Thread(target=compute) for _ in range(3)]
for thread in threads:
    thread.start()
statuses = []
for number in range({count}):
    time.sleep(0.002 * (number % 7))
    pid = os.fork()
    if pid == 0:
        signal.alarm({hang})
        status = 1
        try:
            first = blas()
            same = all(np.array_equal(kernel(X, n_jobs=2), K) for kernel, K in zip(kernels, expected))
            status = 0 if same and first == blas() == before else 2
        finally:
            os._exit(status)
    statuses.append(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    if statuses[-1]:
        break
stop.set()
for thread in threads:
    thread.join()
print({{status: statuses.count(status) for status in set(statuses)}}, blas() == before)
"""


@forks
def test_children_forked_while_threads_compute_give_the_same_bits(engine):
    """Sixty of them: none hangs, and BLAS has as many threads in each as it had before."""
    code = FORKS.format(engine=engine, count=60, hang=HANG)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=5 * HANG)
    assert run.stdout.strip() == "{0: 60} True", run.stderr


@forks
def test_a_child_has_no_limit_that_only_its_parents_threads_needed(two_blas_threads):
    before = blas_threads()

    def check():
        unlimited = blas_threads() == before
        with single_threaded_blas():
            limited = set(blas_threads()) == {1}
        return unlimited and limited and blas_threads() == before

    with Held(single_threaded_blas()):
        assert in_child(check) == 0
        assert set(blas_threads()) == {1}
    assert blas_threads() == before


@forks
def test_a_child_forked_inside_a_limit_keeps_it_to_the_end(two_blas_threads):
    before = blas_threads()
    limit = single_threaded_blas()
    with Held(single_threaded_blas()):
        limit.__enter__()

        def check():
            inside = set(blas_threads()) == {1}
            limit.__exit__(None, None, None)
            return inside and blas_threads() == before

        assert in_child(check) == 0
        limit.__exit__(None, None, None)
    assert blas_threads() == before


@forks
def test_a_fork_waits_for_what_must_not_be_divided():
    """The child finds the passage whole, and can go through it."""
    parts = []

    def passage():
        with fork_waits():
            parts.append("first")
            inside.set()
            time.sleep(0.2)
            parts.append("second")

    def check():
        others = threading.Thread(target=passage)
        whole = parts == ["first", "second"]
        others.start()
        others.join()
        return whole

    inside = threading.Event()
    thread = threading.Thread(target=passage)
    thread.start()
    inside.wait(HANG)
    assert in_child(check) == 0
    thread.join()


@forks
def test_a_fork_waits_for_the_compiler(engine):
    if engine != "numba":
        pytest.skip("numpy compiles nothing")
    from numba import njit
    from numba.core.compiler_lock import global_compiler_lock

    import symkern.kernels.fast  # noqa: F401

    with Held(global_compiler_lock) as held:
        threading.Timer(0.2, held.leave.set).start()
        assert in_child(lambda: njit(lambda x: x + 1)(1) == 2) == 0


@forks
def test_a_child_computes_what_another_thread_was_computing():
    """An attribute that is computed once is not guarded by a lock, which the child would wait for in vain."""
    started, go_on = threading.Event(), threading.Event()

    class Slow:
        @computed_once
        def value(self):
            started.set()
            go_on.wait(HANG)
            return 1

    thread = threading.Thread(target=lambda: Slow().value)
    thread.start()
    started.wait(HANG)
    assert in_child(lambda: go_on.set() or Slow().value == 1) == 0
    go_on.set()
    thread.join()
    for module in [module for name, module in sys.modules.items() if name.startswith("symkern.")]:
        for owner in vars(module).values():
            if isinstance(owner, type) and str(owner.__module__).startswith("symkern"):
                assert not any(isinstance(entry, functools.cached_property) for entry in vars(owner).values()), owner
