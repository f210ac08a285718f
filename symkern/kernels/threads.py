"""Work on several threads, while the BLAS library keeps to one for each of them and gets its own number back after."""

import functools
import os
import threading
from collections import deque
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
    """Does every task, as threads become free; the first error stops the rest and is raised."""
    pending = list(tasks)
    if jobs == 1 or len(pending) <= 1:
        for task in pending:
            work(task)
        return
    queue, lock = iter(pending), threading.Lock()
    stopped = threading.Event()

    def worker() -> None:
        while not stopped.is_set():
            with lock:
                task = next(queue, stopped)
            if task is stopped:
                return
            work(task)  # type: ignore[arg-type]

    with ThreadPoolExecutor(min(jobs, len(pending))) as pool:
        running = [pool.submit(worker) for _ in range(min(jobs, len(pending)))]
        try:
            for future in running:
                future.result()
        finally:
            stopped.set()


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


class _Blas:
    """Its number of threads, held at one while anybody needs that: the last to leave gives it back."""

    def __init__(self) -> None:
        self.lock, self.users = threading.Lock(), 0
        self.limit: Any = None

    @contextmanager
    def alone(self) -> Iterator[None]:
        with self.lock:
            if not self.users:
                self.limit = controller().limit(limits=1, user_api="blas")
                self.limit.__enter__()
            self.users += 1
        try:
            yield
        finally:
            with self.lock:
                self.users -= 1
                if not self.users:
                    self.limit.__exit__(None, None, None)


@functools.cache
def controller() -> Any:
    """Of the libraries that are loaded when it is first asked."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


single_threaded_blas = _Blas().alone
