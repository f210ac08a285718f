"""Gram matrices: time over that of the matrix product inside, memory, accuracy, scaling; and the same of peers.

    python benchmarks/gram.py
    python benchmarks/gram.py --peer neural-tangents=/path/to/python --peer gpflow=/path/to/python --json gram.json
    python benchmarks/gram.py --sparse news20.npz      20 Newsgroups, over scipy's own sparse product
    python benchmarks/gram.py --scaling                exponents in the number of points, of columns, and of layers

Everything in turn, in another order each time, with rests between, medians of repeats; peers run in interpreters of
their own, in the same turns.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from peers import PEERS, Peer, named_peers
from rich.console import Console
from rich.progress import track
from rich.table import Table
from sklearn.metrics.pairwise import rbf_kernel
from textbook import textbook

from symkern import ArcCosine, config, deep, evaluate
from symkern.kernels import Kernel

POINTS, REST = 4000, 0.15
SIX = deep(1, 1, 1, 1, 1, 1)
COPIED = ", k(X, X.copy())"
Goals: TypeAlias = tuple[float | None, float | None]


@dataclass
class Line:
    """Something that is timed: a name, how to run it, and the goals for 16 and for 784 columns."""

    name: str
    run: Callable[[np.ndarray, np.ndarray], Any]
    goals: Goals = (None, None)
    seconds: list[float] = field(default_factory=list)


def with_engine(engine: str, kernel: Kernel, symmetric: bool = False) -> Callable[[np.ndarray, np.ndarray], Any]:
    def run(X: np.ndarray, Y: np.ndarray) -> Any:
        config.engine = engine
        return kernel(X) if symmetric else kernel(X, Y)

    return run


def halves(
    engine: str, kernel: Kernel, name: str, goals: tuple[float | None, float | None] = (None, None)
) -> list[Line]:
    """k(X) and k(X, X.copy()): half of a symmetric matrix should never take longer than the whole of one."""
    copied: dict[int, np.ndarray] = {}

    def whole(X: np.ndarray, _: np.ndarray) -> Any:
        return with_engine(engine, kernel)(X, copied.setdefault(X.shape[1], X.copy()))

    return [Line(f"{name}, k(X)", with_engine(engine, kernel, symmetric=True), goals), Line(f"{name}{COPIED}", whole)]


def lines() -> list[Line]:
    engine = "numba" if config.has_numba() else "numpy"
    return [
        Line("degree 1", with_engine(engine, ArcCosine(1)), (1.4, 1.15)),
        Line("degree 0", with_engine(engine, ArcCosine(0))),
        Line("degree 3", with_engine(engine, ArcCosine(3))),
        Line("degree 5/2", with_engine(engine, ArcCosine("5/2")), (3, 1.25)),
        Line("degree 1/2", with_engine(engine, ArcCosine("1/2")), (3, 1.25)),
        Line("6 layers", with_engine(engine, SIX), (2, 1.2)),
        Line("degree 0, then 5 of 1", with_engine(engine, deep(0, 1, 1, 1, 1, 1))),
        Line("biased", with_engine(engine, ArcCosine(0, bias=1.0)), (6, 1.6)),
        Line("smoothed", with_engine(engine, ArcCosine(0, sigma=1.0))),
        *halves(engine, ArcCosine(1), "degree 1", (1.5, 0.65)),
        *halves(engine, SIX, "6 layers"),
        *halves(engine, ArcCosine(0, bias=1.0), "biased"),
        *halves(engine, ArcCosine(1) + ArcCosine(0), "degree 1 + degree 0"),
        *halves("numpy", ArcCosine(1), "degree 1, numpy alone"),
        Line("degree 1, numpy alone", with_engine("numpy", ArcCosine(1)), (6, 1.5)),
        Line("6 layers, numpy alone", with_engine("numpy", SIX), (6, 1.5)),
        Line("scikit-learn, rbf_kernel", lambda X, Y: rbf_kernel(X, Y)),
        Line("the formula in numpy", textbook),
    ]


def ratios(columns: int, repeats: int, peers: list[Peer]) -> dict[str, dict[str, Any]]:
    """Medians over that of X @ Y.T in the same run."""
    rng = np.random.default_rng(0)
    X, Y = (rng.standard_normal((POINTS, columns)) for _ in range(2))
    product = Line("X @ Y.T", lambda X, Y: X @ Y.T)
    timed = [product, *lines()]
    for peer in peers:
        peer.ask(columns=columns, points=POINTS)
        timed += [Line(f"{peer.name}, {kernel}", peer.timer(kernel)) for kernel in peer.kernels]
    for line in timed:
        line.run(X, Y)  # loads, compiles, fits
    for _ in track(range(repeats), f"{columns} columns", console=Console(stderr=True), transient=True):
        for k in rng.permutation(len(timed)):  # what comes after what is worth a third for some
            line = timed[k]
            time.sleep(REST)
            start = time.perf_counter()
            found = line.run(X, Y)
            line.seconds.append(found if isinstance(found, float) else time.perf_counter() - start)
            del found
    unit = statistics.median(product.seconds)
    goal = {line.name: line.goals[columns > 100] for line in timed}
    return {
        line.name: {
            "ratio": statistics.median(line.seconds) / unit,
            "seconds": statistics.median(line.seconds),
            "goal": goal[line.name],
        }
        for line in timed
    }


def accuracy(peers: list[Peer]) -> dict[str, dict[str, float]]:
    """Degree 1 at equal inputs, at near-duplicates and near pi: the largest relative error, and NaN counted."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((30, 20))
    Y = X.copy()
    Y[10:20] = X[10:20] * (1 + 1e-9) + 1e-7 * rng.standard_normal((10, 20))
    Y[20:] = -X[20:] + 0.003 * rng.standard_normal((10, 20))
    exact = [
        Fraction(evaluate(n=1, x=[Fraction(a) for a in x], y=[Fraction(b) for b in y], digits=25).value)
        for x, y in zip(X, Y, strict=True)
    ]
    candidates = {"symkern": np.diag(ArcCosine(1)(X, Y)), "the formula in numpy": np.diag(textbook(X, Y))}
    for peer in peers:
        candidates[peer.name] = np.array(json.loads(peer.ask(pairs=[X.tolist(), Y.tolist()])), dtype=float)
    found = {}
    for name, values in candidates.items():
        finite = [(value, true) for value, true in zip(values, exact, strict=True) if np.isfinite(value)]
        errors = [float(abs(Fraction(float(value)) / true - 1)) for value, true in finite]
        found[name] = {"largest relative error": max(errors), "NaN": int(np.sum(np.isnan(values)))}
    return found


MEMORY = """
import re, numpy as np
from pathlib import Path
from symkern import ArcCosine, deep
def peak():
    return 1024 * int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
k = {kernel}
X = np.random.default_rng(0).standard_normal(({points}, 40))
k(X[:1200])
before = peak()
K = k(X)
print(peak() - before, K.nbytes)
"""


def memory() -> dict[str, dict[str, float]]:
    """What a Gram matrix takes beside itself, in MB."""
    found = {}
    for kernel in ("ArcCosine(1)", "deep(0, 1, 1, 1, 1, 1)", "ArcCosine(0, bias=1.0)", "ArcCosine(1) + ArcCosine(0)"):
        code = MEMORY.format(kernel=kernel, points=2 * POINTS)
        used, output = map(
            int, subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout.split()
        )
        found[kernel] = {"output": output / 1e6, "beside it": (used - output) / 1e6}
    return found


def median_time(run: Callable[[], Any], repeats: int = 5) -> float:
    run()
    seconds = []
    for _ in range(repeats):
        time.sleep(REST)
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


def scaling() -> dict[str, dict[str, float]]:
    """Seconds for growing problems, and the exponent that a straight line in logarithms gives."""
    config.engine = "auto"
    rng = np.random.default_rng(0)
    sweeps: dict[str, dict[int, float]] = {"points": {}, "columns": {}, "layers": {}}
    for points in (1000, 2000, 4000, 8000):
        X = rng.standard_normal((points, 64))
        sweeps["points"][points] = median_time(lambda X=X: ArcCosine(1)(X))
    for columns in (64, 256, 1024, 4096):
        X = rng.standard_normal((2000, columns))
        sweeps["columns"][columns] = median_time(lambda X=X: ArcCosine(1)(X))
    X = rng.standard_normal((POINTS, 64))
    for layers in (1, 2, 4, 8, 16):
        sweeps["layers"][layers] = median_time(lambda layers=layers: deep(*[1] * layers)(X))
    return {
        name: {**{str(size): seconds for size, seconds in sweep.items()}, "exponent": _exponent(sweep)}
        for name, sweep in sweeps.items()
    }


def _exponent(sweep: dict[int, float]) -> float:
    return float(np.polyfit(np.log(list(sweep)), np.log(list(sweep.values())), 1)[0])


def sparse(file: Path, repeats: int) -> dict[str, float]:
    """The training part of 20 Newsgroups: the kernel over scipy's own product for the same Gram matrix."""
    import scipy.sparse

    stored = np.load(file, allow_pickle=False)
    S = scipy.sparse.csr_array((stored["data"].astype(float), stored["indices"], stored["indptr"]), stored["shape"])
    S = S[stored["train_idx"]]
    transposed = S.T.tocsr()
    ours, product = [], []
    for _ in range(repeats):
        for seconds, run in ((product, lambda: S @ transposed), (ours, lambda: ArcCosine(1)(S))):
            time.sleep(REST)
            start = time.perf_counter()
            found = run()
            seconds.append(time.perf_counter() - start)
            del found
    rows, columns = S.shape
    unit, mine = statistics.median(product), statistics.median(ours)
    return {"rows": rows, "columns": columns, "scipy": unit, "symkern": mine, "ratio": mine / unit, "goal": 1.3}


def show(found: dict[str, Any]) -> None:
    console = Console()
    for title in ("d = 16", "d = 784"):
        if title in found:
            table = Table("", "over X @ Y.T", "goal", "ms", title=f"{title}, {POINTS} x {POINTS}, float64")
            for name, entry in found[title].items():
                goal = "" if entry["goal"] is None else f"{entry['goal']:g}"
                table.add_row(name, f"{entry['ratio']:.2f}", goal, f"{entry['seconds'] * 1e3:.0f}")
            console.print(table)
            for name, entry in found[title].items():
                half = found[title].get(name.removesuffix(COPIED) + ", k(X)")
                if name.endswith(COPIED) and half is not None:
                    ratio = half["seconds"] / entry["seconds"]
                    console.print(f"{title}: {name.removesuffix(COPIED)}: k(X) over k(X, X.copy()) {ratio:.2f}, goal 1")
    for title in ("accuracy", "memory", "scaling"):
        for name, entry in found.get(title, {}).items():
            console.print(f"{title}: {name}: " + ", ".join(f"{key} {value:.4g}" for key, value in entry.items()))
    if "sparse" in found:
        console.print("sparse: " + ", ".join(f"{key} {value:.4g}" for key, value in found["sparse"].items()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=PYTHON", help=", ".join(PEERS))
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--scaling", action="store_true")
    parser.add_argument("--sparse", type=Path, metavar="FILE")
    parser.add_argument("--json", type=Path, metavar="FILE")
    given = parser.parse_args()
    found: dict[str, Any]
    if given.sparse:
        found = {"sparse": sparse(given.sparse, 3)}
    elif given.scaling:
        found = {"scaling": scaling()}
    else:
        peers = named_peers(parser, given.peer)
        found = {f"d = {columns}": ratios(columns, given.repeats, peers) for columns in (16, 784)}
        found |= {"accuracy": accuracy(peers), "memory": memory()}
    show(found)
    if given.json:
        given.json.write_text(json.dumps(found, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
