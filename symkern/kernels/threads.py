"""Work on several threads, while the BLAS library keeps to one for each of them and gets its own number back after.

A process may be forked while its threads compute. The child has the forking thread alone: a lock that another thread
held is never released there, and a limit that another thread had set is never taken back. So a fork waits for the
short passages that `fork_waits` marks, and the child begins with new locks and with BLAS's own number of threads.
"""

import contextvars
import functools
import os
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from symkern.errors import InvalidArgument

Task = TypeVar("Task")
Result = TypeVar("Result")


def job_count(n_jobs: int | None) -> int:
    """How many threads: all that this process may use unless a number is given; -1 is all of them too."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if n_jobs is None:
        return available
    if isinstance(n_jobs, bool) or not hasattr(n_jobs, "__index__") or int(n_jobs) == 0:
        raise InvalidArgument("n_jobs", "a number of threads, or -1 for all cores", n_jobs)
    jobs = int(n_jobs)
    return jobs if jobs > 0 else max(1, available + 1 + jobs)


def in_parallel(work: Callable[[Task], None], tasks: Iterable[Task], jobs: int) -> None:
    """Do every task, as threads become free; the first error stops the rest and is raised.

    The calling thread takes its share, so that a small problem is done before other threads have started.
    """
    pending = deque(tasks)
    if jobs == 1 or len(pending) <= 1:
        for task in pending:
            work(task)
        return
    errors: list[BaseException] = []

    def worker() -> None:
        while True:
            try:
                task = pending.popleft()
            except IndexError:
                return
            try:
                work(task)
            except BaseException as error:
                errors.append(error)
                pending.clear()

    helpers = [threading.Thread(target=worker) for _ in range(min(jobs, len(pending)) - 1)]
    started: list[threading.Thread] = []
    try:
        for helper in helpers:
            helper.start()
            started.append(helper)
        contextvars.Context().run(worker)  # numpy's error state belongs to the context: the same as in new threads
    finally:
        pending.clear()
        for helper in started:
            helper.join()
    if errors:
        raise errors[0]


def in_order(work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int) -> Iterator[Result]:
    """The results of every task, in the order of the tasks whichever is done first; few of them wait at any time."""
    if jobs == 1:
        yield from map(work, tasks)
        return
    with ThreadPoolExecutor(jobs) as pool:
        running: deque[Future[Result]] = deque()
        try:
            for task in tasks:
                running.append(pool.submit(work, task))
                if len(running) > 2 * jobs:
                    yield running.popleft().result()
            while running:
                yield running.popleft().result()
        finally:
            for future in running:
                future.cancel()


class _Undivided:
    """Passages that one thread at a time goes through, and that no fork divides: it waits for whoever is inside."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(
                before=lambda: self.lock.acquire(),
                after_in_parent=lambda: self.lock.release(),
                after_in_child=self.renew,
            )

    def renew(self) -> None:
        """Take a new lock in a child; the old one may have threads waiting for it that are not there."""
        self.lock = threading.RLock()

    @contextmanager
    def __call__(self) -> Iterator[None]:
        with self.lock:  # this very lock is released, also by a child that was forked inside
            yield


fork_waits = _Undivided()


class _Blas:
    """BLAS's number of threads, held at one while any thread needs that: the last to leave gives it back."""

    def __init__(self) -> None:
        self.users: Counter[int] = Counter()  # by thread
        self.before: list[int] = []
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.forget_other_threads)

    @contextmanager
    def alone(self) -> Iterator[None]:
        thread = threading.get_ident()
        with fork_waits():
            if not self.users:
                self.before = [library.num_threads for library in blas_libraries()]
                _set_threads([1] * len(self.before))
            self.users[thread] += 1
        try:
            yield
        finally:
            with fork_waits():
                self.leave(thread, 1)

    def leave(self, thread: int, times: int) -> None:
        if thread not in self.users:  # forgotten by a child
            return
        self.users[thread] -= times
        if not self.users[thread]:
            del self.users[thread]
        if not self.users:
            _set_threads(self.before)

    def forget_other_threads(self) -> None:
        """Take back, in a child, a limit that only threads of its parent had needed."""
        for thread, times in list(self.users.items()):
            if thread != threading.get_ident():
                self.leave(thread, times)


@functools.cache
def controller() -> Any:
    """Controller of the libraries that are loaded when it is first asked for."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def blas_libraries() -> list[Any]:
    """Controllers of the BLAS libraries among them, each with its `num_threads`."""
    return [library for library in controller().lib_controllers if library.user_api == "blas"]


def _set_threads(numbers: list[int]) -> None:
    """Set the number of threads of each library, whichever thread asks.

    threadpoolctl 3.8 lets the first thread that sets OpenBLAS's number be the only one to change it until it has set it
    back. What another sets is ignored without a word. Here, the last to leave need not be the first that came.
    """
    for library, number in zip(blas_libraries(), numbers, strict=True):
        release = getattr(library, "clear_controlling_thread", lambda force: None)
        release(force=True)
        library.set_num_threads(number)
        release(force=True)


single_threaded_blas = _Blas().alone
