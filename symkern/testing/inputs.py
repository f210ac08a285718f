"""Inputs on which kernels go wrong: a fixed collection, and random ones from a seed."""

from collections.abc import Iterator

import numpy as np

from symkern.testing.law import Law, short
from symkern.testing.subject import Array, Subject

COLUMNS = (1, 2, 3, 17)


def inputs_of(law: Law, subject: Subject, examples: int, seed: int) -> Iterator[Array]:
    """Yield the matrices on which a law is tried, simple ones first; all lie where the kernel is defined."""
    rng = np.random.default_rng(seed)
    for X in _all_inputs(subject, examples, rng):
        points = X.astype(subject.dtype).astype(np.float64)
        if law.exact_inputs:
            points = short(points)
        if len(points) and subject.admits(points):
            yield points


def _all_inputs(subject: Subject, examples: int, rng: np.random.Generator) -> Iterator[Array]:
    zeros = subject.degree is None or subject.degree >= 0
    smallest, largest = subject.scales
    for d in COLUMNS:
        yield from awkward_points(d, zeros)
        mixture = np.vstack([*awkward_points(d, zeros)][3:9])
        for scale in (1e-3, 1e3, smallest, largest):
            yield scale * mixture / float(np.max(np.abs(mixture)))
        yield np.geomspace(smallest, largest / 4, 5)[:, None] * generic_points(5, d, rng)
    if smallest <= 1e-300 and subject.dtype == np.float64:
        yield np.array([[5e-324, 0.0], [5e-324, 5e-324], [1e-310, -1e-315], [-1e-310, 1e-315], [1.0, 5e-324]])
    for _ in range(examples):
        yield random_points(subject, rng)


def awkward_points(d: int, zeros: bool = True) -> Iterator[Array]:
    """Yield points with d coordinates: one row, duplicates, multiples, opposites, zeros, neighbours down to one ulp."""
    x, v = np.ones(d), np.where(np.arange(d) % 2, 1.0, -0.5) + np.arange(d) / 8
    e = np.eye(d)[0]
    yield x[None]
    yield np.array([e, e])
    if zeros:
        yield np.array([e, 0 * e])
    yield np.array([x, x, -x, 2 * x, x / 3, v])
    for distance in (1e-3, 1e-8, 1e-10, 1e-14):
        yield np.array([e, e + distance * np.roll(v, 1), x, x + distance * v])
        yield np.array([x, -x + distance * v, -x])
    steps = np.array([0.0, 1.0, 2.0, 3.0, 5.0, 8.0, 13.0])
    for distance in (2.0**-52, 1e-13, 1e-9, 1e-8, 3e-8, 1e-6, 1e-4):
        yield x + distance * steps[:, None] * v
    yield np.array([x, np.nextafter(x, 2), np.nextafter(x, 0), -np.nextafter(x, 2)])
    if zeros:
        yield np.array([0 * x, x, x, -x, v])


def generic_points(rows: int, d: int, rng: np.random.Generator) -> Array:
    """Return points of no structure, with entries that are not near zero."""
    return rng.choice([-1.0, 1.0], (rows, d)) * rng.uniform(0.3, 2.0, (rows, d))


def random_points(subject: Subject, rng: np.random.Generator) -> Array:
    """Return some points with multiples, opposites and neighbours of theirs; a third of the matrices have any scale."""
    d, rows = int(rng.choice(COLUMNS)), int(rng.integers(2, 6))
    X = generic_points(rows, d, rng) if rng.random() < 0.7 else rng.integers(-2, 3, (rows, d)).astype(float)
    relatives = []
    for _ in range(int(rng.integers(0, 5))):
        x = X[rng.integers(rows)]
        factor = rng.choice([1.0, 1.0, -1.0, 2.0, 1 / 3])
        distance = rng.choice([0.0, 10.0 ** rng.uniform(-16, -1)])
        relatives.append(factor * (x + distance * rng.standard_normal(d)))
    X = np.vstack([X, *relatives])
    if subject.degree is not None and subject.degree < 0:
        X = np.where(np.max(np.abs(X), axis=1, keepdims=True) > 0, X, 1.0)
    if rng.random() < 1 / 3:
        low, high = np.log10(subject.scales)
        X = X * 10.0 ** rng.uniform(low, high - 1)
    return X
