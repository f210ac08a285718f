"""Errors of emitted modules in units in the last place, over random and adversarial cosines.

    python benchmarks/accuracy.py [INPUTS] [DEGREES ...]        200000 inputs; degrees such as 3 or 0,1,1

The truth is the closed form in ball arithmetic at the very double that is given; float32 likewise. Compositions are
measured against the value at c = 1. Half of the inputs are uniform, the others crowd at both ends, at 0, and where
1 - |c| is rounded. 200000 inputs of one degree take about a minute, of a deep composition many.
"""

import multiprocessing
import sys
import types
from fractions import Fraction

import numpy as np
from flint import arb, fmpq
from rich.console import Console
from rich.progress import track
from rich.table import Table

from symkern.emit.module import emit, module_name
from symkern.reference.precision import ball, ball_precision

KERNELS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "-49/100", "-1/4", "1/2", "5/2", "7/3",
           "0,0", "1,1,1,1,1,1", "0,1,1,1,1,1", "2,1,1,1,1,1", "1,1,1,1,1,1,1,1,1,1,1,1", "0,1,2,0,1,3", "-1/4,1,1",
           "5/2,1,1,1,1,1", "1,1/2,0,1,1/3,1,1,2,1,1,1,1"]  # fmt: skip
BITS = 160


def cosines(count: int, seed: int = 0) -> np.ndarray:
    """Doubles of all kinds between -1 and 1, both ends included."""
    rng = np.random.default_rng(seed)
    fourth = count // 8
    ends = 1 - 2.0 ** rng.uniform(-53, 0, 2 * fourth)
    small = 2.0 ** rng.uniform(-60, -1, fourth)
    half = np.nextafter(0.5, rng.integers(0, 2, fourth)) + rng.integers(-200, 200, fourth) * 2.0**-54
    given = np.concatenate([ends, small, half]) * rng.choice([-1.0, 1.0], 4 * fourth)
    uniform = rng.uniform(-1, 1, count - len(given) - 6)
    return np.concatenate([uniform, given, [1.0, -1.0, 0.0, 1 - 2.0**-53, -1 + 2.0**-53, 5e-324]])


def truth(layers: list[Fraction], c: float) -> arb:
    """The kernel of unit vectors, layer by layer; equal images stay equal."""
    exact = Fraction(c)
    cosine, factor = arb(fmpq(exact.numerator, exact.denominator)), arb(1)
    for n in layers:
        at_one = arb(2) ** ball(n) * ball(n + Fraction(1, 2)).gamma() / arb.pi().sqrt()
        factor = factor ** ball(n) * at_one
        w = (1 + cosine) / 2
        if exact == 1:
            continue
        front = arb(2) ** ball(n) * ball(n + 1).gamma() ** 2 / (ball(n + Fraction(3, 2)).gamma() * arb.pi().sqrt())
        series = w.hypgeom_2f1(arb(1) / 2, arb(1) / 2, ball(n + Fraction(3, 2)))
        cosine = front * w ** ball(n + Fraction(1, 2)) * series / at_one if w != 0 else arb(0)
    return factor * cosine


def measured(task: tuple[str, np.ndarray]) -> tuple[float, float, float, float]:
    """The largest error of float64 and of float32, the cosine where the first is, and that of the largest step back."""
    spec, given = task
    layers = [Fraction(n) for n in spec.split(",")]
    module = types.ModuleType(module_name(layers))
    exec(compile(emit(layers, "numpy", ""), module.__name__, "exec"), module.__dict__)
    worst, worst_single, place = 0.0, 0.0, 0.0
    singles = given.astype(np.float32)
    found, found_single = module.angular(given), module.angular(singles)
    with ball_precision(BITS):
        for k, c in enumerate(given):
            worst, place = max((worst, place), (_error(found[k], truth(layers, float(c)), module, len(layers)), c))
            if k % 4 == 0:
                single = _error(found_single[k], truth(layers, float(singles[k])), module, len(layers))
                worst_single = max(worst_single, single)
    ordered = module.angular(np.sort(given))
    back = float(np.max((ordered[:-1] - ordered[1:]) / np.spacing(ordered[1:].clip(min=5e-324)), initial=0.0))
    return worst, worst_single, place, back


def _error(found: np.floating, true: arb, module: types.ModuleType, depth: int) -> float:
    exact = Fraction(float(found))
    difference = abs(arb(fmpq(exact.numerator, exact.denominator)) - true)
    unit = np.spacing(type(found)(float(true.mid()))) if depth == 1 else module.AT_ONE
    return float(difference.mid()) / max(float(unit), 5e-324)


def main() -> None:
    words = sys.argv[1:]
    count = int(words.pop(0)) if words and words[0].isdigit() and int(words[0]) > 100 else 200_000
    specs = words or KERNELS
    table = Table("kernel", "float64", "float32", "worst at c", "largest step back", title=f"{count} inputs each")
    parts = 8
    tasks = [(spec, part) for spec in specs for part in np.array_split(cosines(count), parts)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        results = list(track(pool.imap(measured, tasks), total=len(tasks), console=Console(stderr=True)))
    for k, spec in enumerate(specs):
        chunk = results[k * parts : (k + 1) * parts]
        worst, _, place, _ = max(chunk)
        unit = "ulp" if "," not in spec else "of k(1)"
        single, back = max(row[1] for row in chunk), max(row[3] for row in chunk)
        shown = f"{worst:.2f}" if unit == "ulp" else f"{worst:.1e}"
        shown_single = f"{single:.2f}" if unit == "ulp" else f"{single:.1e}"
        table.add_row(spec, f"{shown} {unit}", f"{shown_single} {unit}", f"{place!r}", f"{back:.0f} ulp")
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
