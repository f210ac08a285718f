"""Judging many claims: on both cores, each within its time, and never twice what has not changed."""

import contextlib
import hashlib
import io
import multiprocessing
import multiprocessing.connection
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path

from symkern.claims import collect
from symkern.claims.claim import Claim
from symkern.claims.dependencies import fingerprint
from symkern.claims.judge import Judgement, judge
from symkern.store import Store

TIME_LIMIT = 240.0
WORKERS = 2


@dataclass
class Outcome:
    """A claim and what became of it."""

    id: str
    paper: str
    statement: str
    declared: str
    verdict: str
    why: str = ""
    judged: str = ""
    evidence: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    mutants: int = 0
    killed: int = 0

    @property
    def good(self) -> bool:
        return self.verdict == self.declared


@dataclass(frozen=True)
class Task:
    """A claim by file and id, which is what a worker is sent: functions do not travel."""

    file: Path
    outcome: Outcome
    key: str


def tasks(collected: list[collect.Collected]) -> list[Task]:
    """Return the claims of the files, each with the key of its verdict."""
    found = []
    for source in collected:
        known = fingerprint(source.file)
        for claim in source.claims:
            key = hashlib.sha256(f"{known}\0{claim.id}".encode()).hexdigest()
            outcome = Outcome(claim.id, claim.paper, claim.statement, claim.declared, "unknown", claim.why)
            found.append(Task(source.file.resolve(), outcome, key))
    return found


def run(
    todo: list[Task],
    *,
    limit: float = TIME_LIMIT,
    fresh: bool = False,
    done: Callable[[Outcome], None] = lambda _: None,
) -> list[Outcome]:
    """The outcomes of all tasks, in their order; `done` is called as each is there."""
    store = Store("claims")
    waiting = []
    for task in todo:
        known = None if fresh else store.get(task.key)
        if known is None:
            waiting.append(task)
        else:
            _settle(task, Judgement(**known), done)
    for task, judgement in _judged(waiting, limit):
        if judgement.verdict not in ("raised", "timed out"):
            store.put(task.key, asdict(judgement))
        _settle(task, judgement, done)
    return [task.outcome for task in todo]


def _settle(task: Task, judgement: Judgement, done: Callable[[Outcome], None]) -> None:
    for name, value in asdict(judgement).items():
        setattr(task.outcome, name, value)
    done(task.outcome)


@dataclass
class _Worker:
    process: BaseProcess
    pipe: "multiprocessing.connection.Connection"
    task: Task | None = None
    deadline: float = 0.0


def _judged(waiting: list[Task], limit: float) -> Iterator[tuple[Task, Judgement]]:
    """Judgements as they come in. A worker whose claim takes too long is ended, and another takes its place."""
    queue = list(reversed(waiting))
    workers = [_start() for _ in range(min(WORKERS, len(queue)))]
    try:
        while queue or any(worker.task for worker in workers):
            for worker in workers:
                if worker.task is None and queue:
                    worker.task = queue.pop()
                    worker.deadline = time.monotonic() + limit
                    worker.pipe.send((str(worker.task.file), worker.task.outcome.id))
            busy = [worker for worker in workers if worker.task]
            patience = max(0.0, min(worker.deadline for worker in busy) - time.monotonic())
            ready = multiprocessing.connection.wait([worker.pipe for worker in busy], timeout=patience)
            for index, worker in enumerate(workers):
                task = worker.task
                if task is None:
                    continue
                if worker.pipe in ready:
                    yield task, _received(worker)
                    worker.task = None
                    if not worker.process.is_alive():
                        workers[index] = _start()
                elif time.monotonic() > worker.deadline:
                    worker.process.terminate()
                    workers[index] = _start()
                    yield task, Judgement("timed out", [f"It took more than {limit:g} seconds."])
    finally:
        for worker in workers:
            worker.process.terminate()


def _received(worker: _Worker) -> Judgement:
    try:
        return Judgement(**worker.pipe.recv())
    except EOFError:
        worker.process.join()
        return Judgement("raised", [f"The process that judged it ended with status {worker.process.exitcode}."])


def _start() -> _Worker:
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_work, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    return _Worker(process, ours)


def _work(pipe: "multiprocessing.connection.Connection") -> None:
    """A worker: receives (file, id), judges, answers."""
    read: dict[str, dict[str, Claim]] = {}
    with contextlib.suppress(EOFError, KeyboardInterrupt):
        while True:
            file, id_ = pipe.recv()
            output = io.StringIO()
            try:
                if file not in read:
                    read[file] = {claim.id: claim for claim in collect.read(Path(file)).claims}
                with contextlib.redirect_stdout(output):
                    judgement = judge(read[file][id_])
            except Exception as error:
                judgement = Judgement("raised", [collect.described(error, Path(file))])
            if output.getvalue():
                judgement = Judgement("raised", [f"It printed: {output.getvalue().strip()[:200]}"])
            pipe.send(asdict(judgement))
