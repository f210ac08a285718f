"""Kernel neurons: the exact solver over single-sample steps, and the memory of a large training.

    python benchmarks/learn.py

Times to a gap of 5 percent from the exact minimum, each the shortest of the numbers of epochs that reach it; rates as
printed stay constant, annealed ones fall to 0 over the second half of the epochs.
"""

import subprocess
import sys
import time

import numpy as np

from symkern import Gaussian
from symkern.datasets import saito_nakano
from symkern.learn.single_sample import TRANSFERS, Schedule, State, descend, safe_rate
from symkern.learn.sparse_least_squares import minimise

MU, MOMENTUM, GAP = 0.003, 0.5, 0.05
EPOCHS = (5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
PATIENCE = 20.0
SAMPLES = 10_000


def exact(gram, y, penalties, tol):
    started = time.perf_counter()
    found = minimise(gram, y, penalties, tol=tol)
    return found, time.perf_counter() - started


def by_samples(gram, y, target, anneal):
    """The time of the shortest training that comes within the gap, or None if none does while patience lasts."""
    begun = time.perf_counter()
    for epochs in EPOCHS:
        state, random = State(np.zeros(len(y)), 0.0), np.random.RandomState(0)
        schedule = Schedule(safe_rate(gram, MOMENTUM), MOMENTUM, MU, epochs, 1e-12, False, anneal, random)
        started = time.perf_counter()
        descend(gram, y, TRANSFERS["linear"], schedule, state, np.ones(len(y)))
        took = time.perf_counter() - started
        if state.risks[-1] <= target:
            return epochs, took
        if time.perf_counter() - begun > PATIENCE:
            break
    return epochs, None


def main():
    print(f"{'samples':>8}{'gap reached':>13}{'printed/exact':>15}{'annealed/exact':>16}")
    for samples in (30, 100, 300, 1000):
        x, y = saito_nakano(1, samples)
        gram = Gaussian(1)(x)
        penalties = np.full(samples, samples * MU)
        best, _ = exact(gram, y, penalties, 1e-10)
        variance = 0.5 * float(np.sum((y - y.mean()) ** 2))
        _, seconds = exact(gram, y, penalties, GAP * best.objective / variance)
        ratios = []
        for anneal in (False, True):
            epochs, took = by_samples(gram, y, (1 + GAP) * best.objective, anneal)
            ratios.append(f"{took / seconds:.0f}" if took else f"not in {epochs}")
        print(f"{samples:>8}{best.gap / best.objective:>13.1e}{ratios[0]:>15}{ratios[1]:>16}", flush=True)
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
