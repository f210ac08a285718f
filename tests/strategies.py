"""Every Hypothesis strategy: plural nouns that reach the ends, the special points and the awkward neighbourhoods."""

import math
import os
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

from symkern.kernels import (
    ArcCosine,
    Arcsine,
    Composition,
    Gaussian,
    Kernel,
    Linear,
    Polynomial,
    Product,
    Scaled,
    Sum,
    deep,
)
from symkern.numbers import PiNumber, exact
from symkern.testing.check import layer_degrees
from symkern.testing.grammar import random_kernel
from symkern.testing.subject import exact_arc_cosine


def examples(count: int) -> int:
    return max(1, round(count * float(os.environ.get("SYMKERN_EXAMPLES", "1"))))


PI_BELOW = Fraction(314159265358979323846264338327950288, 10**35)
"""A rational just below pi: angles up to it are inside [0, pi]."""

SPECIAL_DEGREES = (
    Fraction(-49, 100),
    Fraction(-1, 4),
    Fraction(0),
    Fraction(1, 2),
    Fraction(1),
    Fraction(3, 2),
    Fraction(2),
    Fraction(5, 2),
    Fraction(7),
    Fraction(20),
)


def angles() -> st.SearchStrategy[Fraction]:
    """Rational angles strictly between 0 and pi, dense near both ends."""
    near_zero = st.integers(1, 12).flatmap(lambda m: st.integers(1, 9).map(lambda i: Fraction(i, 10**m)))
    inside = st.fractions(Fraction(1, 1000), Fraction(314, 100), max_denominator=1000)
    return st.one_of(near_zero, near_zero.map(lambda angle: PI_BELOW - angle), inside)


def exact_angles() -> st.SearchStrategy[PiNumber]:
    """Angles inside (0, pi), multiples of pi among them, down to 1e-20 from either end."""
    tiny = st.integers(1, 20).map(lambda m: Fraction(1, 10**m))
    rational = st.one_of(tiny, st.fractions(Fraction(1, 1000), Fraction(314, 100), max_denominator=1000))
    multiples = st.fractions(Fraction(1, 24), Fraction(23, 24), max_denominator=24)
    return st.one_of(
        rational.map(PiNumber),
        tiny.map(lambda distance: PiNumber(-distance, Fraction(1))),
        multiples.map(lambda multiple: PiNumber(Fraction(0), multiple)),
    )


def integer_degrees(largest: int = 12) -> st.SearchStrategy[int]:
    return st.integers(0, largest)


def half_integer_degrees(largest: int = 8) -> st.SearchStrategy[Fraction]:
    """1/2, 3/2, 5/2, ..."""
    return st.integers(1, largest).map(lambda m: Fraction(2 * m - 1, 2))


def degrees(largest: int = 12) -> st.SearchStrategy[Fraction]:
    """Real degrees n > -1/2: integers, half-integers, negative ones, their neighbours, and others."""
    tiny = st.sampled_from((Fraction(1, 1000), Fraction(-1, 1000)))
    neighbours = st.tuples(st.integers(1, 2 * largest), tiny).map(lambda pair: Fraction(pair[0], 2) + pair[1])
    anywhere = st.fractions(Fraction(-49, 100), largest, max_denominator=100)
    return st.one_of(st.sampled_from(SPECIAL_DEGREES), neighbours, anywhere)


def layer_lists(deepest: int = 4) -> st.SearchStrategy[list[Fraction]]:
    """Degrees of compositions, the first layer first."""
    return st.lists(
        st.sampled_from((0, 1, 2, Fraction(1, 2), Fraction(3, 2), Fraction(-1, 4))).map(Fraction),
        min_size=1,
        max_size=deepest,
    )


def vectors(dimension: int = 2) -> st.SearchStrategy[list[Fraction]]:
    """Vectors of small rationals, zero excluded."""
    entries = st.fractions(-3, 3, max_denominator=8)
    return st.lists(entries, min_size=dimension, max_size=dimension).filter(any)


def pairs() -> st.SearchStrategy[tuple[list[Fraction], list[Fraction]]]:
    """Two vectors: any, equal, parallel, antiparallel, nearly so, zero, of very different norms."""

    def second(x: list[Fraction]) -> st.SearchStrategy[list[Fraction]]:
        factors = st.sampled_from((1, 2, Fraction(1, 3), -1, -2, 0, Fraction(1, 10**9), 10**9))
        multiples = factors.map(lambda factor: [factor * entry for entry in x])
        nudges = st.sampled_from((0, Fraction(1, 10**20), Fraction(-1, 10**8)))
        nearly = st.tuples(multiples, nudges).map(lambda given: [given[0][0] + given[1], *given[0][1:]])
        return st.one_of(vectors(), nearly)

    return vectors().flatmap(lambda x: second(x).map(lambda y: (x, y)))


def biases() -> st.SearchStrategy[Fraction]:
    """Biases of either sign, tiny and large ones among them; never 0."""
    special = st.sampled_from([Fraction(text) for text in ("-3", "-1e-8", "1e-8", "1/2", "5", "40")])
    return st.one_of(special, st.fractions(-8, 8, max_denominator=16).filter(bool))


def doubles_in_the_unit_interval() -> st.SearchStrategy[float]:
    """Cosines as kernels get them: anywhere, both ends, and at every distance from -1, 0 and 1."""
    near = st.tuples(st.floats(2.0**-53, 0.5), st.sampled_from([-1.0, 1.0]))
    ends = near.map(lambda pair: pair[1] * (1 - pair[0]))
    return st.one_of(st.floats(-1, 1), ends, st.sampled_from([-1.0, 0.0, 1.0, 1 - 2**-53, -1 + 2**-53, 0.5, -0.5]))


def kernel_objects() -> st.SearchStrategy[Kernel]:
    """Kernels of every kind that are positive semi-definite, made of few fits so that examples are quick."""
    plain = st.sampled_from([ArcCosine(n) for n in (0, 1, 2, 3, "1/2", "5/2", 0.3)])
    deeper = st.sampled_from([deep(1, 1), deep(0, 0), deep(0, 1, 1, 1, 1, 1), deep(2, 1), deep(1, 0)])
    varied = st.sampled_from(
        [
            ArcCosine(0, bias=0.5),
            ArcCosine(0, bias=-2),
            ArcCosine(0, bias=6),
            ArcCosine(0, sigma=0.3),
            deep(ArcCosine(0, bias=0.5), 1),
            deep(ArcCosine(0, sigma=1), 1, ArcCosine(0, bias=-1)),
            deep(1, ArcCosine(0, sigma=2)),
        ]
    )
    classical = st.sampled_from([Linear(), Polynomial(3, 1), Polynomial(2, 0), Gaussian(2), Arcsine(0.5), Arcsine(0)])
    combined = st.sampled_from(
        [
            ArcCosine(1) + 2 * ArcCosine(0),
            ArcCosine(1) * Gaussian(1),
            Gaussian(1) @ ArcCosine(1),
            ArcCosine(0) @ Gaussian(1),
            ArcCosine(0) @ (ArcCosine(1) + Linear()),
        ]
    )
    return st.one_of(plain, deeper, varied, classical, combined)


def point_sets(rows: int = 7, columns: int = 3) -> st.SearchStrategy[npt.NDArray[np.float64]]:
    """Matrices of points with duplicates, multiples, opposites, near-duplicates and rows of zeros among them."""
    entries = st.floats(-4, 4).map(lambda entry: entry if abs(entry) > 1e-3 else 0.0)
    plain = st.lists(st.lists(entries, min_size=columns, max_size=columns), min_size=2, max_size=rows)
    factors = st.sampled_from([1.0, -1.0, 2.0, 1 / 3, 1 + 1e-9, -(1 + 1e-12), 0.0, 1e-3])

    def related(points: list[list[float]]) -> st.SearchStrategy[npt.NDArray[np.float64]]:
        copies = st.lists(st.tuples(st.integers(0, len(points) - 1), factors), max_size=4)
        return copies.map(lambda chosen: np.array(points + [[f * entry for entry in points[k]] for k, f in chosen]))

    return plain.flatmap(related)


# Threads: how the Gram engine cuts a matrix into strips and panels --------------------------------------------------


@dataclass(frozen=True)
class Cut:
    """Sizes for the constants of `symkern.kernels.gram`, so small that few points make many strips and panels."""

    TALLEST: int
    LOWEST: int
    WIDEST: int
    STRIP_NUMBERS: int
    BUFFER_NUMBERS: int
    HALVED_NUMBERS: int
    HALVED_HEIGHT: int
    FEW_COLUMNS: int
    PANEL_NUMBERS: int
    CHUNK: int


def cuts() -> st.SearchStrategy[Cut]:
    """Heights are powers of two and panels are whole strips, as in the engine."""
    numbers = st.sampled_from([1, 64, 400, 1 << 12])

    def cut(tallest: int) -> st.SearchStrategy[Cut]:
        heights = [height for height in (4, 8, 16, 32) if height <= tallest]
        return st.builds(
            Cut,
            TALLEST=st.just(tallest),
            LOWEST=st.sampled_from(heights),
            WIDEST=st.sampled_from([1, 2, 5, 100]).map(lambda strips: strips * tallest),
            STRIP_NUMBERS=numbers,
            BUFFER_NUMBERS=numbers,
            HALVED_NUMBERS=numbers,
            HALVED_HEIGHT=st.sampled_from(heights),
            FEW_COLUMNS=st.sampled_from([0, 128]),
            PANEL_NUMBERS=numbers,
            CHUNK=st.sampled_from([1, 50, 1 << 18]),
        )

    return st.sampled_from([4, 8, 16, 32]).flatmap(cut)


def tiled_points(columns: int = 3) -> st.SearchStrategy[npt.NDArray[np.float64]]:
    """Up to 70 points, so as to end before, at and after the border of a strip; some equal, opposite, near or 0."""

    def points(given: tuple[int, int, list[tuple[int, int, float]]]) -> npt.NDArray[np.float64]:
        rows, seed, copies = given
        X = np.random.default_rng(seed).standard_normal((rows, columns))
        for source, target, factor in copies:
            X[target % rows] = factor * X[source % rows]
        return X

    sizes = st.one_of(st.sampled_from([1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65]), st.integers(1, 70))
    factors = st.sampled_from([1.0, -1.0, 2.0, 1 + 1e-9, 0.0])
    copies = st.lists(st.tuples(st.integers(0, 69), st.integers(0, 69), factors), max_size=5)
    return st.tuples(sizes, st.integers(0, 2**32 - 1), copies).map(points)


# Kernels against exact values ---------------------------------------------------------------------------------------


def kernels_of_the_grammar(*, positive: bool = True, extreme: bool = True) -> st.SearchStrategy[Kernel]:
    """Kernels of any kind and depth, those of `benchmarks/torture.py`."""
    sources = st.randoms(use_true_random=False)
    return sources.map(lambda source: random_kernel(source, positive=positive, extreme=extreme))


def powers_of_two(largest: int = 996) -> st.SearchStrategy[float]:
    """Exact scales from about 1e-300 to 1e300."""
    return st.one_of(st.just(0), st.integers(-largest, largest), st.sampled_from([-largest, largest])).map(
        lambda exponent: math.ldexp(1.0, exponent)
    )


def small_angles() -> st.SearchStrategy[float]:
    """Angles from 1e-16 to 1, as many in every decade."""
    return st.floats(-16, 0).map(lambda exponent: 10.0**exponent)


def hostile_pairs(*, scaled: bool = True, zeros: bool = True) -> st.SearchStrategy[tuple[list[float], list[float]]]:
    """Two rows of doubles: at angles from 1e-16 to pi - 1e-16, equal, one ulp apart, multiples, zeros, subnormals."""

    def related(x: list[float]) -> st.SearchStrategy[list[float]]:
        row = np.array(x)
        size = float(np.linalg.norm(row))
        directions = st.lists(st.floats(-1, 1), min_size=len(x), max_size=len(x)).map(np.array)
        near = st.tuples(small_angles(), directions).map(lambda given: row + given[0] * size * given[1])
        factors = st.sampled_from([1.0, 2.0, 3.0, 1 / 3, 0.1]).map(lambda factor: factor * row)
        ulps = st.sampled_from([-np.inf, np.inf]).map(lambda end: np.where(row == 0, row, np.nextafter(row, end)))
        turned = st.just(np.array([-x[1], x[0], *x[2:]]) if len(x) > 1 else row)
        some = st.one_of(near, near, near, factors, ulps, turned, directions, st.just(np.zeros(len(x))))
        signs = st.sampled_from([1.0, -1.0])
        return st.tuples(some, signs).map(lambda given: (given[1] * given[0]).tolist())

    entries = st.one_of(st.floats(-4, 4).map(lambda v: v if abs(v) > 1e-3 else 0.0), st.integers(-3, 3).map(float))
    rows = st.sampled_from([1, 2, 2, 3, 17]).flatmap(lambda d: st.lists(entries, min_size=d, max_size=d)).filter(any)
    both = rows.flatmap(lambda x: st.tuples(st.just(x), related(x)))
    if not zeros:
        both = both.filter(lambda pair: any(pair[1]))
    if not scaled:
        return both
    tiny = st.sampled_from([math.ldexp(1.0, -1074), math.ldexp(1.0, -1070)])
    scales = st.one_of(powers_of_two(), powers_of_two(), tiny)
    kept = st.tuples(both, scales, scales).map(
        lambda given: tuple([f * v for v in row] for row, f in zip(given[0], given[1:], strict=True))
    )
    return kept if zeros else kept.filter(lambda pair: any(pair[0]) and any(pair[1]))


# Laws of kernels -------------------------------------------------------------------------------------------------


def declared_kernels() -> st.SearchStrategy[tuple[Kernel, dict[str, Any]]]:
    """Kernels of every kind, with what is true of them: degree, invariance under rotations, norms in range."""
    apart = st.sampled_from(
        [
            ArcCosine(0) @ (2 * ArcCosine("1/3")),
            ArcCosine(1) @ (ArcCosine(1) + ArcCosine(2)),
            ArcCosine(0) @ (ArcCosine(1) * ArcCosine(0)),
            ArcCosine("1/2") @ (3 * ArcCosine(0)),
        ]
    )
    degrees_and_biases = st.sampled_from(
        [
            ArcCosine(7),
            ArcCosine(20),
            ArcCosine("1/3"),
            ArcCosine(0, bias=-40),
            ArcCosine(0, sigma=1e-3),
            Gaussian(0.1),
        ]
    )
    combined = st.sampled_from(
        [3 * ArcCosine(2), ArcCosine(2) * ArcCosine(1), ArcCosine(1) + 0.5 * ArcCosine(1), 1e-3 * deep(1, 0)]
    )
    return st.one_of(kernel_objects(), degrees_and_biases, apart, combined, weighted_kernels()).map(
        lambda kernel: (kernel, facts(kernel))
    )


def weighted_kernels() -> st.SearchStrategy[Kernel]:
    """Kernels of three coordinates whose weights have a covariance: variances, or a matrix."""
    return st.sampled_from(
        [
            ArcCosine(1, covariance=[1.0, 4.0, 0.25]),
            ArcCosine(0, covariance=[[2.0, 1.0, 0.0], [1.0, 2.0, 0.0], [0.0, 0.0, 1.0]]),
            deep(ArcCosine(1, covariance=[1.0, 0.0, 9.0]), 0),
        ]
    )


def facts(kernel: Kernel) -> dict[str, Any]:
    """Return the degree of a kernel if it has one, invariance under rotations, norms in range, exact values."""
    lowest, highest = growth(kernel)
    homogeneous = lowest == highest and all(
        isinstance(part, (ArcCosine, Linear, Composition, Sum, Product, Scaled))
        or (isinstance(part, Polynomial) and not part.offset)
        for part in kernel._whole()
    )
    plain = all(getattr(part, name, None) is None for part in kernel._whole() for name in ("bias", "sigma"))
    weighted = any(getattr(part, "covariance", None) is not None for part in kernel._whole())
    layers = layer_degrees(kernel)
    exponent = 300.0 if highest <= 0 else min(300.0, 280 / (2 * highest))
    return {
        "degree": lowest if homogeneous and plain else None,
        "rotation_invariant": not weighted,
        "scales": (1e-300, 10.0**exponent),
        "reference": None if layers is None else exact_arc_cosine(layers),
    }


def growth(kernel: Kernel) -> tuple[float, float]:
    """Return the lowest and the highest power of |x| that k(x, y) grows with."""
    if isinstance(kernel, (Sum, Product)):
        terms = [growth(term) for term in kernel.terms]
        if isinstance(kernel, Product):
            return sum(low for low, _ in terms), sum(high for _, high in terms)
        return min(low for low, _ in terms), max(high for _, high in terms)
    if isinstance(kernel, Scaled):
        return growth(kernel.kernel)
    if isinstance(kernel, Composition):
        low, high = 1.0, 1.0
        for layer in kernel.layers:
            least, most = growth(layer)
            low, high = low * least, high * most
        return low, high
    if isinstance(kernel, ArcCosine):
        return (float(exact("n", kernel.n)),) * 2
    if isinstance(kernel, Polynomial):
        return (0.0 if kernel.offset else float(kernel.degree)), float(kernel.degree)
    return (1.0, 1.0) if isinstance(kernel, Linear) else (0.0, 0.0)


def hostile_point_sets(scales: tuple[float, float]) -> st.SearchStrategy[npt.NDArray[np.float64]]:
    """Point sets with three columns, of any scale within limits; neighbours down to one ulp apart, and subnormals."""
    low, high = (math.log10(scale) for scale in scales)
    powers = st.one_of(st.just(0.0), st.sampled_from([low, high - 1.0]), st.floats(low, high - 1.0))
    distances = st.one_of(st.just(0.0), st.floats(-16, -1).map(lambda power: 10.0**power))

    @st.composite
    def drawn(draw: st.DrawFn) -> npt.NDArray[np.float64]:
        points = draw(point_sets(rows=4))
        rows = st.integers(0, len(points) - 1)
        for _ in range(draw(st.integers(0, 3))):  # neighbours and near-opposites
            x, v = points[draw(rows)], points[draw(rows)]
            direction = np.roll(v, draw(st.integers(0, 2)))
            points = np.vstack([points, draw(st.sampled_from([1.0, -1.0])) * (x + draw(distances) * direction)])
        kind = draw(st.sampled_from(["as they are", "together", "apart", "ulps", "subnormal"]))
        if kind == "together":
            points = points * 10.0 ** draw(powers)
        if kind == "apart":
            exponents = draw(st.lists(powers, min_size=len(points), max_size=len(points)))
            points = points * 10.0 ** np.array(exponents)[:, None]
        if kind == "ulps":
            x = points[draw(rows)]
            points = np.vstack([points, np.nextafter(x, np.inf), -np.nextafter(x, -np.inf)])
        if kind == "subnormal" and low < -290:
            entries = draw(st.lists(st.integers(-3, 3), min_size=3, max_size=3))
            points = np.vstack([points, 5e-324 * np.array(entries), [1.0, *(5e-324 * np.array(entries[1:]))]])
        return points

    return drawn()


# Learning: samples, targets and kernels that are awkward for a solver


@dataclass(frozen=True)
class Samples:
    """Samples, targets, a kernel, and what describes them in a report of a failure."""

    kind: str
    kernel: Kernel
    X: npt.NDArray[np.float64]
    y: npt.NDArray[np.float64]


SHAPES = ("plain", "duplicates", "opposites", "integers", "rank one", "unlike features", "unlike norms", "few")


def sample_sets(
    shapes: tuple[str, ...] = SHAPES, kernels: tuple[Kernel, ...] | None = None, largest: int = 24
) -> st.SearchStrategy[Samples]:
    """Samples in general position, or equal, opposite, on a grid, on a line, of features or norms far apart, few."""
    smooth = (Gaussian(1), Gaussian(10), Linear(), ArcCosine(0), ArcCosine(1), Polynomial(3, 1), deep(0, 1))

    def draw(drawn: tuple[str, Kernel, int, int, bool, int]) -> Samples:
        shape, kernel, rows, columns, classes, seed = drawn
        generator = np.random.default_rng(seed)
        rows = max(3, rows // 6) if shape == "few" else rows
        X = generator.standard_normal((rows, columns))
        if shape in ("duplicates", "opposites"):
            copied = generator.integers(0, rows, rows // 2)
            X = np.vstack([X, X[copied] if shape == "duplicates" else -X[copied]])
        elif shape == "integers":
            X = generator.integers(-2, 3, X.shape).astype(float)
            X[0], X[1] = 1.0, -1.0
        elif shape == "rank one":
            X = np.outer(X[:, 0], generator.standard_normal(columns))
        elif shape == "unlike features":
            X = X * 10.0 ** generator.uniform(-3, 3, columns)
        elif shape == "unlike norms":
            X = X * 10.0 ** generator.uniform(-2, 2, (rows, 1))
        y = generator.standard_normal(len(X))
        if classes:
            y = np.sign(X[:, 0] + 0.3 * y)
            y[:2] = -1.0, 1.0
        return Samples(shape, kernel, X, y)

    return st.tuples(
        st.sampled_from(shapes),
        st.sampled_from(smooth if kernels is None else kernels),
        st.integers(4, largest),
        st.sampled_from([1, 2, 5]),
        st.booleans(),
        st.integers(0, 2**32 - 1),
    ).map(draw)


def powers_of_ten(largest: int = 8) -> st.SearchStrategy[float]:
    """Powers of ten, from 1e-8 to 1e8 unless told otherwise."""
    return st.integers(-largest, largest).map(lambda power: 10.0**power)


class PosedProblem:
    """A sparse least-squares problem, and the units in which its solutions are judged."""

    def __init__(self, samples: Samples, scale: float, height: float, share: float, weighted: bool) -> None:
        self.gram, self.y = scale * samples.kernel(samples.X), height * samples.y
        count = len(self.y)
        self.weights = np.arange(count) % 3 + 1.0 if weighted else np.ones(count)
        self.centred = self.y - np.average(self.y, weights=self.weights)
        self.columns = self.gram - np.average(self.gram, axis=1, weights=self.weights)[:, None]
        self.norms = np.sqrt(self.columns**2 @ self.weights)
        self.top = float(np.max(np.abs(self.columns @ (self.weights * self.centred))))
        self.penalties = np.full(count, share * self.top)
        self.size = 0.5 * float(self.weights @ self.centred**2)

    def determined(self) -> bool:
        """Whether the targets vary, and with the columns by more than rounding."""
        return self.size > 0 and self.top > 1e-6 * float(np.max(self.norms)) * np.sqrt(2 * self.size)

    def length(self, alpha: npt.NDArray[np.float64]) -> float:
        """Sum of the coefficients of unit columns, in units of y."""
        return float(self.norms @ np.abs(alpha)) / np.sqrt(2 * self.size)


# Finite networks


def single_layers() -> st.SearchStrategy[Kernel]:
    """Kernels of one layer that have networks: degrees from -0.49 to 20, biases, widths."""
    powers = [ArcCosine(n) for n in ("-49/100", "-1/4", 0, "1/3", "1/2", 1, 2, "5/2", 3, 6, 12, 20)]
    varied = [ArcCosine(0, bias=b) for b in (-2, -0.3, 0.5, 1)] + [ArcCosine(0, sigma=s) for s in (0.1, 1)]
    return st.sampled_from(powers + varied)


def seeds() -> st.SearchStrategy[int]:
    return st.integers(0, 2**32)
