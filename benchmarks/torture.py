"""Hostile pairs by the million: kernels drawn from a grammar, rows from a list of hostilities, every law counted.

    python benchmarks/torture.py [--pairs 20e6] [--oracle 20000] [--seed 0] [-o STATE.json] [--failures FILE]

A run that was stopped goes on where it stopped: finished batches are in the state file and are not repeated. Each batch
draws a kernel and a matrix from the seed and its own number, computes the Gram matrix in one of the ways there are
(dense or CSR, double or single precision, numpy or numba) and counts what fails:

* NaN; infinities where the value is representable; warnings; exceptions that are no `UsageError`; asymmetry;
* entries beyond Cauchy-Schwarz by more than 8 eps;
* eigenvalues of the normalised matrix of up to 64 rows below -1e-13 of the largest;
* entries of a sample that differ from `exact_value` by more than the documented bound (symkern/testing/bound.py).

Failing cases are printed as one-line reproducers and appended to the failures file; `--batch NUMBER` runs one batch
again. The exit status is 0 only if nothing failed. 20 million pairs take about a quarter of an hour on one core.
"""

import argparse
import json
import os
import sys
import tempfile
import time
import warnings
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import scipy.sparse as sp

from symkern import config
from symkern.errors import UsageError
from symkern.kernels import ArcCosine, TwoLayer
from symkern.numbers import exact
from symkern.testing.bound import excess
from symkern.testing.grammar import random_kernel, random_weighted_kernel
from symkern.testing.hostile import COLUMNS, hostile_rows

ROWS = (64, 128, 192)
EIGENVALUE_ROWS = 64
EIGENVALUE = 1e-13
WEIGHTED = 12
"""One batch of this many has a kernel with a covariance."""
FAILURES = ("NaN", "infinity", "warning", "Cauchy-Schwarz", "eigenvalue", "asymmetry", "diagonal", "raised", "oracle")
EVERY = 5.0
"""Seconds between two states on disk."""


def shown(row):
    return "[" + ", ".join(float(entry).hex() for entry in row) + "]"


class Batch:
    """One kernel, one matrix, one way to compute, all drawn from (seed, number)."""

    def __init__(self, seed, number, oracle):
        self.number, self.oracle = number, oracle
        source = Random(f"{seed}/{number}")
        self.rng = np.random.default_rng([seed, number])
        self.columns = source.choice(COLUMNS)
        weighted = source.randrange(WEIGHTED) == 0
        self.kernel = random_weighted_kernel(source, self.columns) if weighted else random_kernel(source)
        self.single = source.randrange(4) == 0
        self.sparse = source.randrange(4) == 0
        self.engine = source.choice(("numpy", "numba")) if config.has_numba() else "numpy"
        self.square = source.randrange(3) > 0
        scales = source.choice(("one", "same", "mixed"))
        self.X = self._rows(scales, source.choice(ROWS))
        self.Y = self.X if self.square else np.concatenate([self.X[::3], self._rows(scales, source.choice(ROWS) // 2)])
        self.counts, self.cases, self.refusal = Counter(), [], ""
        if any(isinstance(part, ArcCosine) and exact("n", part.n) < 0 for part in self.kernel._whole()):
            self.X, self.Y = (rows[rows.any(axis=1)] for rows in (self.X, self.Y))  # zero rows would be refused
        self.definite = not any(isinstance(part, TwoLayer) for part in self.kernel._whole())

    def _rows(self, scales, count):
        rows = hostile_rows(self.rng, count, self.columns, scales=scales)
        if not self.single:
            return rows
        with np.errstate(all="ignore"):  # beyond single precision rows become zero, or are put within its range
            rounded = rows.astype(np.float32)
        rounded[~np.isfinite(rounded).all(axis=1)] = 1.0
        return rounded

    def case(self, what, i, j, note=""):
        self.counts[what] += 1
        way = f"{self.engine} {'float32' if self.single else 'float64'} {'csr' if self.sparse else 'dense'}"
        if sum(case.startswith(what) for case in self.cases) < 3:
            x, y = shown(self.X[i]), shown(self.Y[j])
            self.cases.append(f"{what} ({note}; {way}; batch {self.number}): kernel={self.kernel!r}; x={x}; y={y}")

    def run(self):
        config.engine = self.engine
        wrap = sp.csr_matrix if self.sparse else np.asarray
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                gram = self.kernel(wrap(self.X)) if self.square else self.kernel(wrap(self.X), wrap(self.Y))
                own = self.kernel.diag(wrap(self.X))
                other = own if self.square else self.kernel.diag(wrap(self.Y))
        except UsageError as error:
            self.counts["refused"] += 1
            self.refusal = str(error)
            return
        except Exception as error:
            self.case("raised", 0, 0, f"{type(error).__name__}: {error}")
            return
        count = len(self.X)
        self.counts["pairs"] += count * (count + 1) // 2 if self.square else gram.size
        if caught:
            self.case("warning", 0, 0, f"{len(caught)}: {caught[0].message}")
        self.check(gram.astype(np.float64), own.astype(np.float64), other.astype(np.float64))

    def check(self, gram, own, other):
        for i, j in np.argwhere(np.isnan(gram)):
            self.case("NaN", i, j)
        if self.square:
            for i, j in np.argwhere((gram != gram.T) & ~(np.isnan(gram) | np.isnan(gram.T)))[:10]:
                self.case("asymmetry", i, j, f"{gram[i, j]!r}, {gram[j, i]!r}")
        if self.definite:
            self.check_definite(gram, own, other)
        self.check_sample(gram)

    def check_definite(self, gram, own, other):
        """Laws of positive semi-definite kernels; where a number is subnormal it has too few bits for them."""
        eps = np.finfo(np.float32 if self.single else np.float64).eps
        least = float(np.finfo(np.float32 if self.single else np.float64).tiny)
        x_good, y_good = (np.isfinite(part) & (part >= least) for part in (own, other))
        (a, p), (b, q) = np.frexp(np.where(x_good, own, 1.0)), np.frexp(np.where(y_good, other, 1.0))
        m, e = np.frexp(gram)
        power = 2 * e.astype(np.int64) - p[:, None] - q[None, :]
        with np.errstate(over="ignore", under="ignore"):
            ratio = np.ldexp(m * m / a[:, None] / b[None, :], np.clip(power, -3000, 3000))
        good = x_good[:, None] & y_good[None, :] & np.isfinite(gram) & (np.abs(gram) >= least)
        beyond = good & (ratio > 1 + 20 * eps)  # (1 + 8 eps)^2, and the rounding of the ratio itself
        for i, j in np.argwhere(beyond):
            self.case("Cauchy-Schwarz", i, j, f"{np.sqrt(ratio[i, j]) - 1:.3g}")
        if not self.square:
            return
        with np.errstate(invalid="ignore"):  # infinity minus infinity
            apart = x_good & (np.abs(np.diagonal(gram) - own) > 8 * eps * own)
        for i in np.flatnonzero(apart):
            self.case("diagonal", i, i, f"{gram[i, i]!r}, {own[i]!r}")
        chosen = np.flatnonzero(x_good & np.isfinite(gram).all(axis=1))
        chosen = self.rng.permutation(chosen)[:EIGENVALUE_ROWS]
        if not len(chosen):
            return
        block = np.ix_(chosen, chosen)
        normal = np.sign(gram[block]) * np.sqrt(ratio[block])
        values = np.linalg.eigvalsh(normal)
        limit = EIGENVALUE if not self.single else 8 * len(chosen) * eps
        if values[0] < -limit * values[-1]:
            self.case(
                "eigenvalue", chosen[0], chosen[-1], f"{values[0] / values[-1]:.3g} of the largest, {len(chosen)} rows"
            )

    def check_sample(self, gram):
        """Some entries against the exact value: infinities and zeros first, then near-parallel pairs, then any."""
        rows, columns = gram.shape
        places = []
        infinite = np.argwhere(np.isinf(gram))
        if len(infinite):  # the ones that are most likely representable: small norms
            size = np.array(
                [
                    np.log2(np.abs(self.X[i]).max() + 1e-320) + np.log2(np.abs(self.Y[j]).max() + 1e-320)
                    for i, j in infinite
                ]
            )
            order = np.argsort(size)
            places += [tuple(infinite[k]) for k in (order[0], order[len(order) // 2])]
        zero = np.argwhere(gram == 0)
        if len(zero):
            places += [tuple(zero[k]) for k in self.rng.integers(len(zero), size=2)]
        while len(places) < self.oracle:
            i = int(self.rng.integers(rows))
            places.append((i, int(self._nearest(i)) if self.rng.random() < 0.5 else int(self.rng.integers(columns))))
        for i, j in places[: self.oracle]:
            self.counts["sampled"] += 1
            try:
                factor = excess(
                    self.kernel, self.X[i].tolist(), self.Y[j].tolist(), float(gram[i, j]), single=self.single
                )
            except UsageError:
                self.counts["undecided"] += 1
                continue
            if factor > 1:
                what = "infinity" if np.isinf(gram[i, j]) else "oracle"
                self.case(what, i, j, f"{gram[i, j]!r}, {factor:.3g} times the bound")

    def _nearest(self, i):
        """A row of Y at a small angle to row i of X or its opposite."""

        def unit(rows):
            rows = rows.astype(np.float64)
            top = np.abs(rows).max(axis=-1, keepdims=True)
            rows = np.ldexp(rows, -np.frexp(np.where(top > 0, top, 1.0))[1])
            return rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-300)

        cosines = np.abs(unit(self.Y) @ unit(self.X[i]))
        return self.rng.choice(np.argsort(-cosines)[:8])


def replace_file(path, text):
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False) as file:
        file.write(text)
    os.replace(file.name, path)  # noqa: PTH105


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=float, default=20e6, help="pairs in all (default 20e6)")
    parser.add_argument("--oracle", type=int, default=20_000, help="entries held against exact values (default 20000)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--output", type=Path, default=Path("torture.json"), help="state (default torture.json)")
    parser.add_argument("--failures", type=Path, help="file of failing cases (default: beside the state, .failures)")
    parser.add_argument("--batches", type=int, help="stop after this many batches, to go on another time")
    parser.add_argument("--batch", type=int, help="run this batch alone and print its failures")
    options = parser.parse_args()
    per_batch = min(20, max(1, round(options.oracle / (options.pairs / 9000))))  # a batch has about 9000 pairs
    if options.batch is not None:
        batch = Batch(options.seed, options.batch, per_batch)
        print(f"kernel={batch.kernel!r}")
        batch.run()
        print(*batch.cases, batch.refusal, dict(batch.counts), sep="\n")
        return 0
    failures = options.failures or options.output.with_suffix(".failures")
    asked = {"seed": options.seed, "oracle per batch": per_batch}
    state = {"asked": asked, "batches": 0, "seconds": 0.0, "counts": {}}
    if options.output.exists():
        state = json.loads(options.output.read_text(encoding="utf-8"))
        if state["asked"] != asked:
            parser.error(f"{options.output} is of another run: {state['asked']}. Give another file with -o.")
    counts, number, spent = Counter(state["counts"]), state["batches"], state["seconds"]
    begun = saved = time.monotonic()
    cases = []

    def save():
        nonlocal cases
        with failures.open("a", encoding="utf-8") as file:
            file.writelines(f"{case}\n" for case in cases)
        cases = []
        state = {"asked": asked, "batches": number, "seconds": spent + time.monotonic() - begun, "counts": dict(counts)}
        replace_file(options.output, json.dumps(state, indent=1))

    def line():
        failed = ", ".join(f"{counts[name]} {name}" for name in FAILURES if counts[name]) or "no failure"
        seconds = spent + time.monotonic() - begun
        return (
            f"{counts['pairs'] / 1e6:.2f} million pairs in {number} batches, {counts['sampled']} against exact values"
            f" ({counts['undecided']} undecided), {counts['refused']} batches refused, {seconds:.0f} s: {failed}"
        )

    try:
        last = float("inf") if options.batches is None else number + options.batches
        while number < last and (counts["pairs"] < options.pairs or counts["sampled"] < options.oracle):
            batch = Batch(options.seed, number, per_batch)
            batch.run()
            counts.update(batch.counts)
            number += 1
            for case in batch.cases:
                print(case)
            cases += batch.cases
            if time.monotonic() - saved > EVERY:
                save()
                saved = time.monotonic()
                print(f"\r{line()}", end="\n" if not sys.stderr.isatty() else "", file=sys.stderr, flush=True)
    finally:
        save()
    print(line())
    return 1 if any(counts[name] for name in FAILURES) else 0


if __name__ == "__main__":
    sys.exit(main())
