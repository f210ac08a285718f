"""Ratios of emitted modules over the textbook formula in numpy, and of numpy over numba.

    python benchmarks/codegen.py

Ten million random cosines in pieces that stay in the cache, both ways in turn, medians of repeats; numba in the same
pieces, where starting its threads counts, and in one call for all. The textbook formula takes arccos(c) and
sqrt(1 - c^2), and polynomials by Horner's rule; in six layers, six times over.
"""

import importlib.util
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import numpy as np
from rich.console import Console
from rich.table import Table

from symkern.approximation.analytic import cosine_polynomial
from symkern.emit.module import emit, module_name

COUNT, PIECE, REPEATS = 10**7, 32768, 7
KERNELS = {"0": 0.8, "1": 0.6, "2": 0.6, "3": 0.6, "4": 0.6, "5": 0.6, "6": 0.6, "1,1,1,1,1,1": 0.25,
           "0,1,1,1,1,1": None, "1/2": None}  # fmt: skip


def sine_polynomial(n: int) -> list[int]:
    """Q_n, lowest power first: Q_{n+1} = P_n + 2n c Q_n + (1 - c^2) Q_n'."""
    Q = [0]
    for m in range(n):
        P = cosine_polynomial(m)
        following = [0] * max(len(P), len(Q) + 1)
        for k, a in enumerate(P):
            following[k] += a
        for k, a in enumerate(Q):
            following[k + 1] += (2 * m - k) * a
            if k:
                following[k - 1] += k * a
        Q = following
    return Q


def horner(coefficients: list[int], c: np.ndarray) -> np.ndarray | float:
    """In powers of c^2, as the polynomials are even or odd."""
    odd = next((k for k, a in enumerate(coefficients) if a), 0) % 2
    kept = coefficients[odd::2]
    while len(kept) > 1 and not kept[-1]:
        kept.pop()
    squared, total = c * c, float(kept[-1])
    for a in kept[-2::-1]:
        total = total * squared + a
    return total * c if odd else total


def textbook(layers: list[Fraction]) -> Callable[[np.ndarray], np.ndarray]:
    """People's own formula, layer by layer."""

    def one(n: int, c: np.ndarray) -> np.ndarray:
        theta = np.arccos(c)
        if n == 0:
            return 1 - theta / np.pi
        P, Q = list(cosine_polynomial(n)), sine_polynomial(n)
        return ((np.pi - theta) * horner(P, c) + np.sqrt(1 - c * c) * horner(Q, c)) / np.pi

    def all_layers(c: np.ndarray) -> np.ndarray:
        for n in layers:
            c = np.minimum(one(int(n), c), 1.0) if len(layers) > 1 else one(int(n), c)
        return c

    return all_layers


def module(layers: list[Fraction], target: str, folder: Path) -> ModuleType:
    file = folder / f"{target}_{module_name(layers)}.py"
    file.write_text(emit(layers, target, ""), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec
    assert spec.loader
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = loaded
    spec.loader.exec_module(loaded)
    return loaded


def seconds(function: Callable[[np.ndarray], np.ndarray], cosines: np.ndarray, out: np.ndarray, piece: int) -> float:
    start = time.perf_counter()
    for k in range(0, len(cosines), piece):
        out[k : k + piece] = function(cosines[k : k + piece])
    return time.perf_counter() - start


def main() -> None:
    cosines = np.random.default_rng(0).uniform(-1, 1, COUNT)
    out = np.empty_like(cosines)
    table = Table(
        "kernel",
        "over the textbook",
        "wanted",
        "numpy over numba",
        "in one call",
        "numpy, ns",
        title=f"{COUNT:,} cosines",
    )
    with tempfile.TemporaryDirectory() as name:
        for spec, limit in KERNELS.items():
            layers = [Fraction(n) for n in spec.split(",")]
            plain, fast = (module(layers, target, Path(name)) for target in ("numpy", "numba"))
            fast.angular(cosines[:PIECE])
            integral = all(n.denominator == 1 for n in layers)
            ways = {"ours": plain.angular, "numba": fast.angular}
            ways |= {"textbook": textbook(layers)} if integral else {}
            whole = {"ours, whole": plain.angular, "numba, whole": fast.angular}
            times: dict[str, list[float]] = {way: [] for way in [*ways, *whole]}
            for _ in range(REPEATS):
                for way, function in ways.items():
                    times[way].append(seconds(function, cosines, out, PIECE))
                for way, function in whole.items():
                    times[way].append(seconds(function, cosines, out, COUNT))
                time.sleep(0.15)
            median = {way: statistics.median(found) for way, found in times.items()}
            ratio = f"{median['ours'] / median['textbook']:.2f}" if integral else "-"
            faster = f"{median['ours'] / median['numba']:.1f}"
            at_once = f"{median['ours, whole'] / median['numba, whole']:.1f}"
            table.add_row(spec, ratio, str(limit or "-"), faster, at_once, f"{median['ours'] / COUNT * 1e9:.1f}")
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
