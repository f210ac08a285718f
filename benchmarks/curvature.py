"""How long curvature takes: `derive` with n and d symbolic, and the component engine against einsteinpy's.

    python benchmarks/curvature.py [--peer einsteinpy=/path/to/its/python]

The peer runs in its own interpreter; both compute the scalar curvature of the arc-cosine metric of degree 2 at d = 3,
imports not counted.
"""

import argparse
import statistics
import subprocess
import sys
import time

METRIC = """
import sympy as sp
x = sp.symbols("x_:3")
squared = sum(a**2 for a in x)
rows = [[4 * squared * int(i == j) + 8 * x[i] * x[j] for j in range(3)] for i in range(3)]
"""
OURS = """
from symkern.symbolic.components import Components
import time
start = time.perf_counter()
Components(sp.Matrix(rows), x).scalar.as_expr()
print(time.perf_counter() - start)
"""
EINSTEINPY = """
from einsteinpy.symbolic import MetricTensor, RicciScalar
import time
start = time.perf_counter()
RicciScalar.from_metric(MetricTensor(rows, x)).expr
print(time.perf_counter() - start)
"""


def reported(python: str, code: str) -> float:
    run = subprocess.run([python, "-c", METRIC + code], check=True, capture_output=True, text=True)
    return float(run.stdout.split()[-1])


def wall(arguments: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peer", help="einsteinpy=/path/to/python")
    peer = (parser.parse_args().peer or "").removeprefix("einsteinpy=")
    unit, symbolic = [], []
    wall(["-c", "import sympy"])
    for _ in range(7):
        unit.append(wall(["-c", "import sympy"]))
        symbolic.append(wall(["-m", "symkern", "derive", "kernel=arc-cosine"]))
    ratio = statistics.median(symbolic) / statistics.median(unit)
    print(f"geometry with n and d symbolic   {ratio:6.2f} x import sympy")
    if peer:
        ours = statistics.median(reported(sys.executable, OURS) for _ in range(5))
        theirs = reported(peer, EINSTEINPY)
        print(f"components at d = 3, n = 2       {theirs / ours:6.1f} x faster than einsteinpy")


if __name__ == "__main__":
    main()
