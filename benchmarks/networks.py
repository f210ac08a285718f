"""Finite networks against the kernels, at full size.

    python benchmarks/networks.py [STUDY ...] [--json FILE] [--data DIR] [--rows FILE]

joint     every layer of the list, at depths 1 to 4, passes the joint test over 50 pairs, and wrong kernels do not
power     wrong kernels are rejected with each of 20 seeds
scores    the scores of 2,000 independent runs are standard normal
calibration  300 runs at the default settings: degrees from -0.49 to 20, depths 1 to 4, biases, widths sigma: no p below
          1e-6, p-values uniform, few runs without a verdict. With --rows, finished runs are kept there and not repeated
coverage  |z| > 2 in about 4.55 percent of 600 scores, for every sampling at the width that it recommends
speed     10^7 units, 784 inputs and 100 pairs over drawing the weights and multiplying alone; the memory of 10^9 units
features  a linear machine on random features beside the exact kernel (--data names the folder of rectangles.npz)
"""

import argparse
import json
import math
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import numpy as np
from scipy.special import hyp2f1
from scipy.stats import kstest

from symkern import ArcCosine, deep
from symkern.kernels.threads import single_threaded_blas
from symkern.networks import Simulation, random_pairs, recommended_width
from symkern.networks.pairs import read_pairs
from symkern.networks.verdict import FALSE_ALARM

DEGREES = [Fraction(-1, 4), Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3)]
LAYERS = [
    *map(ArcCosine, DEGREES),
    *(ArcCosine(0, bias=bias) for bias in (-1, 0.5, 2)),
    *(ArcCosine(0, sigma=sigma) for sigma in (0.1, 1)),
]
PAIRS = 50
WIDTH = 1 << 21
DEEP_WIDTH, WIDEST, NETWORKS = 4096, 1 << 14, 400
RUNS = 2000
REST = 0.15


def stacks():
    """Each layer alone and repeated; a bias or a width also below ramps, where repeated ones let nothing through."""
    for layer in LAYERS:
        yield [layer]
        for depth in (2, 3, 4):
            yield [layer] * depth
            if layer.bias is not None or layer.sigma is not None:
                yield [layer, *[ArcCosine(1)] * (depth - 1)]


def budget(kernel, stack, angles):
    """Widths as the tool recommends, and weights tilted where products are heavy-tailed or noise is amplified."""
    steep = any(layer.n >= 2 for layer in stack) or (len(stack) > 2 and all(layer.n == 1 for layer in stack))
    found = {"sampling": "tilted" if steep else "auto", "width": WIDTH}
    if len(stack) == 1:
        return found
    width = max(DEEP_WIDTH, min(recommended_width(kernel, angles), WIDEST))
    return found | {"width": width, "networks": NETWORKS if width == DEEP_WIDTH else NETWORKS // 2}


def angular_with_a_wrong_sign(layer, xx, yy, xy):
    """The printed formula of one layer, given the inner products below it, with one sign flipped."""
    norms = np.sqrt(xx * yy)
    theta = np.arccos(np.clip(xy / norms, -1, 1))
    c, s = np.cos(theta), np.sin(theta)
    if layer.sigma is not None:
        variance = -(float(layer.sigma) ** 2)
        return 1 - np.arccos(np.clip(xy / np.sqrt(np.abs((xx + variance) * (yy + variance))), -1, 1)) / np.pi
    if layer.bias is not None:
        return None
    n = layer.n
    printed = {0: np.pi + theta, 1: (np.pi - theta) * c - s, 2: (np.pi - theta) * (1 + 2 * c * c) - 3 * s * c}
    if n.denominator == 1:
        J = printed.get(int(n), (np.pi - theta) * (9 * c + 6 * c**3) - (4 * s + 11 * s * c * c))
    else:
        z, size = np.cos(theta / 2) ** 2, math.sqrt(math.pi) * 2**n * math.gamma(n + 1) ** 2 / math.gamma(n + 1.5)
        J = size * z ** (float(n) + 0.5) * hyp2f1(0.5, 0.5, float(n) + 1.5, -z)
    return norms ** float(n) * J / np.pi


def wrong_kernels(stack, X, Y):
    """What the test must not take for the kernel."""
    kernel, first = deep(*stack), stack[0]
    values = np.diag(kernel(X, Y))
    found = {"1 percent": 1.01 * values, "no factor 2": values / 2}
    if first.bias is None and first.sigma is None:
        place = DEGREES.index(first.n)
        other = ArcCosine(DEGREES[place + 1 if place + 1 < len(DEGREES) else place - 1])
    else:
        other = ArcCosine(0)
    found["neighbour"] = np.diag(deep(*[other if layer == first else layer for layer in stack])(X, Y))
    if first.bias is not None:
        negated = ArcCosine(0, bias=-first.bias)
        found["sign of bias"] = np.diag(deep(*[negated if layer == first else layer for layer in stack])(X, Y))
    below = deep(*stack[:-1]) if len(stack) > 1 else None
    xx, yy = (np.sum(side * side, axis=1) if below is None else below.diag(side) for side in (X, Y))
    xy = np.sum(X * Y, axis=1) if below is None else np.diag(below(X, Y))
    flipped = angular_with_a_wrong_sign(stack[-1], xx, yy, xy)
    return found if flipped is None else found | {"flipped sign": flipped}


def run(stack, seed):
    """One simulation at full size."""
    X, Y = random_pairs(PAIRS, seed=seed)
    started = time.perf_counter()
    kernel = stack[0] if len(stack) == 1 else deep(*stack)
    angles = read_pairs(kernel, X, Y).angles
    estimate = Simulation(kernel, X, Y, seed=seed + 1, **budget(kernel, stack, angles)).run()
    joint = estimate.joint
    wrong = {name: estimate.against(values).joint.p for name, values in wrong_kernels(stack, X, Y).items()}
    return {
        "kernel": repr(kernel),
        "seed": seed,
        "p": joint.p,
        "z": float(np.max(np.abs(estimate.z))),
        "factor": joint.factor,
        "factor_error": joint.factor_error,
        "missed": [name for name, p in wrong.items() if p >= FALSE_ALARM],
        "seconds": time.perf_counter() - started,
    }


def shown(row):
    missed = f"  misses {', '.join(row['missed'])}" if row["missed"] else ""
    verdict = "REJECTED" if row["p"] < FALSE_ALARM else "agrees"
    factor = f"{row['factor']:.5f} ± {row['factor_error']:.5f}"
    print(f"{row['kernel']:60}{verdict:>9}  p {row['p']:<8.2g} max |z| {row['z']:.2f}  {factor}", end="", flush=True)
    print(f"  {row['seconds']:.1f} s{missed}", flush=True)
    return row


def study_joint(_):
    return [shown(run(stack, seed=0)) for stack in stacks()]


def study_power(_):
    deep_too = [[ArcCosine(n)] * 2 for n in (DEGREES[1], DEGREES[3])]
    rows = []
    for stack in [*([layer] for layer in LAYERS), *deep_too]:
        found = [run(stack, seed) for seed in range(100, 120)]
        missed = sorted({name for row in found for name in row["missed"]})
        rejected = sum(row["p"] < FALSE_ALARM for row in found)
        print(f"{found[0]['kernel']:40} of 20 seeds: {rejected} false alarms; missed: {missed or 'none'}", flush=True)
        rows += found
    return rows


def study_scores(_):
    rows = []
    x, y = np.array([[1.0, 0.0]]), np.array([[0.6, 1.1]])
    for layer in LAYERS:
        width = recommended_width(layer)
        scores = [Simulation(layer, x, y, width=width, seed=seed, n_jobs=2).run().z[0] for seed in range(RUNS)]
        row = {"kernel": repr(layer), "width": width, "mean": np.mean(scores), "deviation": np.std(scores)}
        row["p"] = float(kstest(scores, "norm").pvalue)
        print(
            "{kernel:30} width {width:>7}  mean {mean:+.3f}  deviation {deviation:.3f}  p {p:.3g}".format(**row),
            flush=True,
        )
        rows.append(row)
    return rows


CALIBRATION_RUNS = 300
FRACTIONS = [
    Fraction(text) for text in ("-49/100", "-2/5", "-1/4", "-1/10", "1/3", "1/2", "3/4", "3/2", "5/2", "27/10", "7/2")
]
UP_TO_SIX = [*map(Fraction, range(7)), *FRACTIONS]
HIGHER = [*map(Fraction, range(7, 21)), Fraction(15, 2), Fraction(73, 10), Fraction(29, 2)]
BIASES, SIGMAS = (-2, -1, -0.3, 0.1, 0.5, 1, 2, 3), (0.03, 0.1, 0.3, 1, 3)


def calibration_stack(number):
    """Layers of one run: half of the runs have one layer, and three quarters have degrees of at most 6.

    Of several layers, at most one has a fractional degree: the fit of the exact kernel would take minutes otherwise.
    """
    generator = np.random.default_rng([18, number])
    while True:
        depth = 1 if number % 2 else int(generator.integers(2, 5))
        degrees = UP_TO_SIX if number % 4 else [*UP_TO_SIX, *HIGHER]
        stack = []
        for _ in range(depth):
            kind = generator.random()
            if kind < 0.1:
                stack.append(ArcCosine(0, bias=generator.choice(BIASES)))
            elif kind < 0.2:
                stack.append(ArcCosine(0, sigma=generator.choice(SIGMAS)))
            elif depth == 1 and number % 4 == 1:
                stack.append(ArcCosine(HIGHER[int(generator.integers(len(HIGHER)))]))
            else:
                stack.append(ArcCosine(degrees[int(generator.integers(len(degrees)))]))
        fractional = sum(Fraction(layer.n).denominator > 1 for layer in stack)
        if largest_logarithm(stack) < 600 and (depth == 1 or fractional <= 1):
            return stack


def largest_logarithm(stack):
    """Logarithm of the largest kernel of any layer for inputs whose norms are at most 2: a double has to hold it."""
    logarithm, largest = math.log(4.0), 0.0
    for layer in stack:
        n = float(layer.n)
        size = n * math.log(2) + math.lgamma(n + 0.5) - 0.5 * math.log(math.pi)
        logarithm = 0.0 if layer.bias is not None or layer.sigma is not None else n * logarithm + size
        largest = max(largest, abs(logarithm))
    return largest


def study_calibration(given):
    """Rows of all runs, and the counts."""
    done = {}
    if given.rows and given.rows.exists():
        done = {row["number"]: row for row in map(json.loads, given.rows.read_text().splitlines())}
    first, step = given.share
    for number in range(first, CALIBRATION_RUNS, step):
        if number in done:
            continue
        stack = calibration_stack(number)
        kernel = stack[0] if len(stack) == 1 else deep(*stack)
        started = time.perf_counter()
        simulation = Simulation(kernel, *random_pairs(8, 5, number), seed=number)
        estimate = simulation.run()
        joint = estimate.joint
        row = {
            "number": number,
            "kernel": repr(kernel),
            "depth": len(stack),
            "degree": max(float(layer.n) for layer in stack),
            "width": simulation.width,
            "p": None if joint.rejected is None else joint.p,
            "judged": int(np.count_nonzero(joint.judged)),
            "reason": joint.reason,
            "z": estimate.z[joint.judged].tolist(),
            "seconds": time.perf_counter() - started,
        }
        done[number] = row
        if given.rows:
            with given.rows.open("a") as file:
                file.write(json.dumps(row) + "\n")
        print(
            "{number:4} {kernel:60} {width:>8} p {p} judged {judged} {reason} {seconds:.1f} s".format(**row), flush=True
        )
    rows = list(done.values())
    p = np.array([row["p"] for row in rows if row["p"] is not None])
    small = [row for row in rows if row["degree"] <= 6]
    none = [row for row in small if row["p"] is None]
    z = np.abs(np.concatenate([row["z"] for row in rows]))
    print(f"{len(rows)} runs, {len(p)} verdicts; smallest p {p.min():.2g}, {np.sum(p < 1e-6)} below 1e-6")
    print(
        f"p below 0.01: {np.sum(p < 0.01)}; below 0.1: {np.sum(p < 0.1)}; uniform p = {kstest(p, 'uniform').pvalue:.3g}"
    )
    print(f"degrees up to 6: {len(small)} runs, {len(none)} without a verdict ({100 * len(none) / len(small):.1f} %)")
    print(
        f"all pairs judged in {sum(row['judged'] == 8 for row in rows)} runs; |z| > 2 in {100 * np.mean(z > 2):.1f} %"
    )
    print(
        f"longest run {max(row['seconds'] for row in rows):.1f} s, mean {np.mean([r['seconds'] for r in rows]):.1f} s"
    )
    return rows


COVERAGE = [
    *((sampling, kernel) for sampling in ("auto", "tilted") for kernel in map(ArcCosine, (1, 3, 6, 12))),
    *((sampling, ArcCosine(n)) for sampling in ("plain", "antithetic", "orthogonal", "sobol") for n in (0, 1, 2)),
    *(("auto", kernel) for kernel in (ArcCosine("-1/4"), ArcCosine("-2/5"), ArcCosine(0), *LAYERS[6:])),
    ("antithetic", ArcCosine("-1/4")),
    *((sampling, deep(1, 1)) for sampling in ("plain", "tilted", "antithetic")),
    *(("auto", kernel) for kernel in (deep(3, 3), deep(0, 1), deep(6, 6, 6))),
]


def study_coverage(_):
    """A run for each score; every fifth pair is nearly parallel and every fifth nearly antiparallel."""
    rows = []
    for sampling, kernel in COVERAGE:
        scores, started, seed = [], time.perf_counter(), 0
        while len(scores) < 600:
            X, Y = (side[seed % 5 : seed % 5 + 1] for side in random_pairs(5, 5, seed))
            simulation = Simulation(kernel, X, Y, seed=seed, sampling=sampling)
            estimate = simulation.run()
            if estimate.joint.rejected is not None:
                scores.append(float(estimate.z[0]))
            seed += 1
            if seed == 1200:
                break
        beyond = 100 * float(np.mean(np.abs(scores) > 2)) if scores else math.nan
        row = {"sampling": sampling, "kernel": repr(kernel), "runs": seed, "scores": len(scores), "beyond": beyond}
        row |= {"seconds": time.perf_counter() - started, "deviation": float(np.std(scores)) if scores else math.nan}
        text = (
            "{sampling:12}{kernel:26}|z| > 2 in {beyond:.1f} % of {scores} scores, {runs} runs, spread {deviation:.3f}"
        )
        print(text.format(**row) + f"  {row['seconds']:.0f} s", flush=True)
        rows.append(row)
    return rows


def drawing_and_multiplying(vectors, units, block):
    """What cannot be avoided: Gaussian weights and their products with the inputs, on two threads."""

    def work(seed):
        generator = np.random.Generator(np.random.SFC64(seed))
        weights, products = np.empty((block, len(vectors))), np.empty((block, vectors.shape[1]))
        for _ in range(units // 2 // block):
            generator.standard_normal(out=weights)
            np.matmul(weights, vectors, out=products)

    with single_threaded_blas(), ThreadPoolExecutor(2) as pool:
        list(pool.map(work, (1, 2)))


def study_speed(_):
    generator = np.random.default_rng(0)
    X, Y = generator.standard_normal((2, 100, 784)) / 28
    vectors = np.ascontiguousarray(np.concatenate([X, Y]).T)
    units, parts = 10_000_000, 10
    alone = ours = 0.0
    for part in range(parts):  # in turns, because machines change their pace
        time.sleep(REST)
        started = time.perf_counter()
        drawing_and_multiplying(vectors, units // parts, 512)
        alone += time.perf_counter() - started
        time.sleep(REST)
        started = time.perf_counter()
        Simulation(1, X, Y, width=units // parts, seed=part, n_jobs=2).run()
        ours += time.perf_counter() - started
    print(f"10^7 units, 784 inputs, 100 pairs: {ours:.1f} s, {ours / alone:.3f} of drawing and multiplying alone")
    return [{"units": units, "seconds": ours, "ratio": ours / alone}, *map(peak_memory, MEMORY.items())]


MEMORY = {
    "10^7 units, 784 inputs, 100 pairs": "*np.random.default_rng(0).standard_normal((2, 100, 784)), width=10**7",
    "10^9 units, 2 inputs, 1 pair": "[[1.0, 2.0]], [[2.0, 1.0]], width=10**9",
}


def peak_memory(case):
    """Of a process of its own."""
    what, call = case
    code = f"import numpy as np; from symkern.networks import Simulation; print(Simulation(1, {call}).run().z[0]);"
    code += "print(open('/proc/self/status').read())"
    started = time.perf_counter()
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    peak = next(int(line.split()[1]) / 1024 for line in out.splitlines() if line.startswith("VmHWM"))
    seconds, z = time.perf_counter() - started, float(out.split()[0])
    print(f"{what}: peak {peak:.0f} MB, {seconds:.0f} s, z {z:+.2f}", flush=True)
    return {"what": what, "megabytes": peak, "seconds": seconds, "z": z}


def study_features(given):
    from sklearn.pipeline import make_pipeline
    from sklearn.svm import SVC, LinearSVC

    from symkern.learn import RandomNetworkFeatures

    with np.load(given.data / "rectangles.npz", allow_pickle=False) as file:
        X, y, X_test, y_test = (file[name] for name in ("X_train", "y_train", "X_test", "y_test"))
    X, X_test = (side.astype(np.float64) for side in (X, X_test))
    linear = {"loss": "hinge", "max_iter": 100_000, "random_state": 0}
    penalties = 10.0 ** np.arange(-3, 4)
    machines = {
        "exact kernel": [SVC(kernel=ArcCosine(1), C=C) for C in penalties],
    }
    for count in (4000, 8000):
        features = RandomNetworkFeatures("ramp", n_components=count, random_state=0)
        machines[f"{count} random features"] = [make_pipeline(features, LinearSVC(C=C, **linear)) for C in penalties]
    rows = []
    for name, candidates in machines.items():
        held_out = [machine.fit(X[:1000], y[:1000]).score(X[1000:], y[1000:]) for machine in candidates]
        best = candidates[int(np.argmax(held_out))].fit(X, y)
        error = 100 * (1 - best.score(X_test, y_test))
        print(f"rectangles, degree 1, {name}: {error:.2f} % test error", flush=True)
        rows.append({"machine": name, "error": error})
    return rows


STUDIES = {
    "joint": study_joint,
    "power": study_power,
    "scores": study_scores,
    "calibration": study_calibration,
    "coverage": study_coverage,
    "speed": study_speed,
    "features": study_features,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("studies", nargs="*", metavar="STUDY", help=f"{', '.join(STUDIES)}; all but features if none")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--rows", type=Path, help="file of finished runs of calibration")
    parser.add_argument(
        "--share", type=int, nargs=2, default=(0, 1), metavar=("K", "N"), help="every Nth run, from K on"
    )
    given = parser.parse_args()
    found = {name: STUDIES[name](given) for name in given.studies or list(STUDIES)[:-1]}
    if given.json:
        given.json.write_text(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
