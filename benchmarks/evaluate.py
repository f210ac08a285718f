"""How long 50 proved digits take, in units of what mpmath takes for as many without proof; and the command as a whole.

    python benchmarks/evaluate.py

Medians of interleaved rounds in one process; the command runs in a fresh interpreter and is compared with
`import flint, mpmath`.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction

from mpmath.ctx_mp import MPContext

from symkern.reference import route
from symkern.reference.evaluate import evaluate, read_quantity

ROUNDS = 9
DEGREES = [Fraction(text) for text in ("-49/100", "-1/4", "1/2", "1", "5/2", "10")]
ANGLES = [Fraction(text) for text in ("1/1000", "1", "3")]


def hypergeometric(n: Fraction, theta: Fraction) -> None:
    """The closed form as one would write it with mpmath."""
    mp = MPContext()
    mp.dps = 50
    q, z = mp.mpf(n.numerator) / n.denominator, mp.cos(mp.mpf(theta.numerator) / theta.denominator / 2) ** 2
    half = mp.mpf(1) / 2
    scale = mp.sqrt(mp.pi) * 2**q * mp.gamma(q + 1) ** 2 / mp.gamma(q + 3 * half)
    scale * z ** (q + half) * mp.hyp2f1(half, half, q + 3 * half, z)


def seconds(task: Callable[[], object]) -> float:
    start = time.perf_counter()
    task()
    return time.perf_counter() - start


def all_pairs(task: Callable[[Fraction, Fraction], object]) -> Callable[[], None]:
    return lambda: [task(n, theta) for n in DEGREES for theta in ANGLES] and None


def main() -> None:
    tasks = {
        "mpmath.hyp2f1": all_pairs(hypergeometric),
        "evaluate": all_pairs(lambda n, theta: evaluate(n, theta=theta, digits=50)),
        "quadrature of eq. (23)": all_pairs(
            lambda n, theta: read_quantity(n, theta=theta).by_quadrature(route.one_dimension, 50)
        ),
        "import flint, mpmath": lambda: subprocess.run([sys.executable, "-c", "import flint, mpmath"], check=True),
        "python -m symkern evaluate": lambda: subprocess.run(
            [sys.executable, "-m", "symkern", "evaluate", "n=-1/4", "theta=1.2", "--digits", "50"],
            check=True,
            stdout=subprocess.DEVNULL,
        ),
    }
    times: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(ROUNDS):
        for name, task in tasks.items():
            times[name].append(seconds(task))
    medians = {name: statistics.median(values) for name, values in times.items()}
    for name, unit in (
        ("evaluate", "mpmath.hyp2f1"),
        ("quadrature of eq. (23)", "mpmath.hyp2f1"),
        ("python -m symkern evaluate", "import flint, mpmath"),
    ):
        print(f"{name:28} {medians[name] / medians[unit]:7.2f} x {unit}")


if __name__ == "__main__":
    main()
