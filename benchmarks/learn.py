"""Kernel neurons: the exact solver over single-sample steps, and the memory of a large training.

    python benchmarks/learn.py

Times to a gap of 5 percent from the exact minimum over that of the exact solver:
    printed   a constant rate, the best of several in hindsight, until the gap is 5 percent and stays so;
    annealed  a rate that falls to 0 over the second half of the epochs, the fewest in hindsight that are enough;
    default   what `solver="sgd"` does, which has to do without hindsight, over what `solver="cd"` does.
"""

import subprocess
import sys
import time

import numpy as np

from symkern import Gaussian
from symkern.datasets import saito_nakano
from symkern.learn import KernelNeuronRegressor
from symkern.learn.single_sample import TRANSFERS, Schedule, State, descend, safe_rate
from symkern.learn.sparse_least_squares import minimise

MU, MOMENTUM, GAP = 0.003, 0.5, 0.05
EPOCHS = (5, 10, 20, 50, 100, 200, 500, 1000)
RATES = (1.0, 0.3, 0.1, 0.03, 0.01)
"""Over the safe one."""
REPEATS = 5
SAMPLES = 10_000


def fastest(work):
    """The shortest of several times, and what it came to."""
    times = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        found = work()
        times.append(time.perf_counter() - started)
    return found, min(times)


def steps(gram, y, rate, epochs, anneal):
    """The risks of a training, epoch by epoch, and the time of one."""
    state, random = State(np.zeros(len(y)), 0.0), np.random.RandomState(0)
    schedule = Schedule(rate * safe_rate(gram, MOMENTUM), MOMENTUM, MU, epochs, 1e-12, False, anneal, random)
    started = time.perf_counter()
    descend(gram, y, TRANSFERS["linear"], schedule, state, np.ones(len(y)))
    return np.array(state.risks), (time.perf_counter() - started) / len(state.risks)


def printed(gram, y, target):
    """The time until the gap is small and stays so, for the best of the rates."""
    found = []
    for rate in RATES:
        risks, seconds = steps(gram, y, rate, EPOCHS[-1], False)
        above = np.flatnonzero(risks > target)
        epochs = above[-1] + 1 if len(above) else 0
        if epochs < 0.9 * len(risks):
            found.append((epochs + 1) * seconds)
    return min(found, default=None)


def annealed(gram, y, target):
    """The time of the fewest epochs that are enough."""
    for epochs in EPOCHS:
        risks, seconds = steps(gram, y, 1.0, epochs, True)
        if risks[-1] <= target:
            return epochs * seconds
    return None


def row(samples):
    """The exact solver's gap, and the three ratios."""
    x, y = saito_nakano(1, samples)
    gram = Gaussian(1)(x)
    penalties = np.full(samples, samples * MU)
    best = minimise(gram, y, penalties)
    target = (1 + GAP) * best.objective
    variance = 0.5 * float(np.sum((y - y.mean()) ** 2))
    _, seconds = fastest(lambda: minimise(gram, y, penalties, tol=GAP * best.objective / variance))
    ratios = [took / seconds if took else np.nan for took in (printed(gram, y, target), annealed(gram, y, target))]
    words = {"kernel": "precomputed", "procedure": "skn1", "mu": MU, "random_state": 0}
    started = time.perf_counter()
    machine = KernelNeuronRegressor(**words, solver="sgd").fit(gram, y)
    took = time.perf_counter() - started
    assert machine.risk_curve_[-1] <= target
    return best.gap / best.objective, *ratios, took / fastest(lambda: KernelNeuronRegressor(**words).fit(gram, y))[1]


def main():
    print(f"{'samples':>8}{'gap reached':>13}{'printed':>10}{'annealed':>10}{'default':>10}")
    for samples in (30, 100, 300, 1000):
        gap, *ratios = row(samples)
        print(f"{samples:>8}{gap:>13.1e}" + "".join(f"{ratio:>10.0f}" for ratio in ratios), flush=True)
    code = f"""
import numpy as np
from symkern import Gaussian
from symkern.datasets import saito_nakano
from symkern.learn import KernelNeuronRegressor
def peak():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
x, y = saito_nakano(1, {SAMPLES})
KernelNeuronRegressor(Gaussian(1), mu={MU}).fit(x[:600], y[:600])  # libraries and loops are loaded
before = peak()
machine = KernelNeuronRegressor(Gaussian(1), mu={MU}).fit(x, y)
print(len(machine.support_), machine.gap_, peak() - before)
"""
    started = time.perf_counter()
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    vectors, gap, kilobytes = out.split()
    share = 1024 * int(kilobytes) / (8 * SAMPLES**2)
    took = time.perf_counter() - started
    print(
        f"{SAMPLES} samples: {vectors} support vectors, gap {gap}, memory {share:.3f} of the Gram matrix, {took:.0f} s"
    )


if __name__ == "__main__":
    main()
