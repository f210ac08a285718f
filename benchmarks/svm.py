"""Tuning support vector machines on held-out samples: against its own trainings, and against a plain script.

    python benchmarks/svm.py --data DIR        (or SYMKERN_DATA; DIR has convex.npz and mnist.npz)

Two classes (convex) and ten (the first 8,000 of mnist): 8,000 images of 784 pixels, the last 2,000 held out, 8
penalties, then all samples, then 5,000 test images at random.
Every run has a process of its own; ratios are of medians over runs in turn.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

RUNS = 3
HEAD = """
import json, sys, time
import numpy as np
from sklearn.svm import SVC
data = np.load(sys.argv[1])
X, y = data["X_train"][:8000].astype(float), data["y_train"][:8000]
X /= X.max()
some = np.random.default_rng(0).permutation(len(data["y_test"]))[:5000]
X_test, y_test = data["X_test"][some] / data["X_train"].max(), data["y_test"][some]
penalties = [float(c) for c in np.logspace(-2, 1.5, 8)]
def status(name):
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith(name))
def said(**found):
    print(json.dumps({"seconds": time.perf_counter() - started, "peak": 1024 * (status("VmHWM") - before)} | found))
"""
PLAIN = """
def kernel(X, Y):
    x, y = np.linalg.norm(X, axis=1)[:, None], np.linalg.norm(Y, axis=1)
    cosine = np.clip(X @ Y.T / (x * y), -1, 1)
    theta = np.arccos(cosine)
    return x * y * (np.sin(theta) + (np.pi - theta) * cosine) / np.pi
before, started = status("VmHWM"), time.perf_counter()
K = kernel(X, X)
train, errors = np.ascontiguousarray(K[:6000, :6000]), []
for C in penalties:
    machine = SVC(kernel="precomputed", C=C).fit(train, y[:6000])
    errors.append(float(np.mean(machine.predict(K[6000:, :6000]) != y[6000:])))
best = penalties[int(np.argmin(errors))]
machine = SVC(kernel="precomputed", C=best).fit(K, y)
wrong = float(np.mean(machine.predict(kernel(X_test, X)) != y_test))
said(errors=errors, C=best, test=wrong)
"""
OURS = """
from symkern import ArcCosine
from symkern.learn import HeldOutSearch
HeldOutSearch(ArcCosine(1)).fit(X[:300], y[:300])  # libraries and loops are loaded
before, started = status("VmHWM"), time.perf_counter()
search = HeldOutSearch(ArcCosine(1), penalties=penalties, fine=(), dtype=sys.argv[2])
search.fit(X[:6000], y[:6000], X[6000:], y[6000:])
wrong = float(np.mean(search.predict(X_test) != y_test))
said(errors=[trial.error for trial in search.trials_], C=search.best_C_, test=wrong)
"""
TUNING = """
from symkern import ArcCosine
from symkern.learn import HeldOutSearch
HeldOutSearch(ArcCosine(1)).fit(X[:300], y[:300])
before, started = status("VmHWM"), time.perf_counter()
HeldOutSearch(ArcCosine(1), penalties=penalties, fine=()).fit(X[:6000], y[:6000], X[6000:], y[6000:])
said()
started = time.perf_counter()
K = ArcCosine(1)(X)
gram = time.perf_counter() - started
train = np.ascontiguousarray(K[:6000, :6000])
started = time.perf_counter()
for C in penalties:
    SVC(kernel="precomputed", C=C).fit(train, y[:6000])
SVC(kernel="precomputed", C=penalties[0]).fit(K, y)
said(gram=gram)
"""


def run(code, *words):
    out = subprocess.run([sys.executable, "-c", HEAD + code, *words], capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in out.splitlines()]


def compare(file):
    found = {"plain": [], "float64": [], "float32": []}
    for _ in range(RUNS):
        found["plain"] += run(PLAIN, file)
        for kind in ("float64", "float32"):
            found[kind] += run(OURS, file, kind)
    seconds = {name: statistics.median(each["seconds"] for each in runs) for name, runs in found.items()}
    gram, part = 8 * 8000**2, 8 * 6000**2
    print(f"{Path(file).stem:10}{'plain script over it':>22}{'memory':>9}{'best C':>9}{'held-out':>10}{'test':>8}")
    for name, runs in found.items():
        best, memory = runs[0], max(each["peak"] for each in runs) / (gram + part)
        shown = f"{seconds['plain'] / seconds[name]:>22.2f}{memory:>9.2f}{best['C']:>9.3g}"
        print(f"{name:10}{shown}{min(best['errors']):>10.2%}{best['test']:>8.2%}", flush=True)
    runs = [run(TUNING, file) for _ in range(RUNS)]
    alone, both = (
        statistics.median(tuned["seconds"] / (one["seconds"] + more * one["gram"]) for tuned, one in runs)
        for more in (0, 1)
    )
    print(
        f"tuning over its libSVM trainings in turn: {alone:.2f}; over those and one Gram matrix: {both:.2f}",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default=os.environ.get("SYMKERN_DATA", "."))
    folder = Path(parser.parse_args().data)
    for name in ("convex", "mnist"):
        compare(str(folder / f"{name}.npz"))
    print("memory: beside the samples, over that of the Gram matrix of all and its part for the training together.")


if __name__ == "__main__":
    main()
