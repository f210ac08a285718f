"""Every Hypothesis strategy: plural nouns that reach the ends, the special points and the awkward neighbourhoods."""

import os
from fractions import Fraction

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

from symkern.kernels import ArcCosine, Arcsine, Gaussian, Kernel, Linear, Polynomial, deep
from symkern.numbers import PiNumber

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


# Finite networks


def examples(count: int) -> int:
    """Number of examples, multiplied by the environment variable SYMKERN_EXAMPLES."""
    return max(1, round(count * float(os.environ.get("SYMKERN_EXAMPLES", "1"))))


def single_layers() -> st.SearchStrategy[Kernel]:
    """Kernels of one layer that have networks: degrees from -0.49 to 20, biases, widths."""
    powers = [ArcCosine(n) for n in ("-49/100", "-1/4", 0, "1/3", "1/2", 1, 2, "5/2", 3, 6, 12, 20)]
    varied = [ArcCosine(0, bias=b) for b in (-2, -0.3, 0.5, 1)] + [ArcCosine(0, sigma=s) for s in (0.1, 1)]
    return st.sampled_from(powers + varied)


def seeds() -> st.SearchStrategy[int]:
    return st.integers(0, 2**32)
