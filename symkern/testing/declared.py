"""Laws of kernels that declare something: a degree of homogeneity, invariance under rotations, exact values."""

import math
from fractions import Fraction

import numpy as np

from symkern.testing.law import Violation, difference, law, short
from symkern.testing.subject import Array, Subject

MOST_PAIRS = 15
"""Pairs of a matrix that are held against exact values."""


def _without_degree(subject: Subject) -> str:
    return "no degree is declared" if subject.degree is None else ""


def _without_positive_degree(subject: Subject) -> str:
    return _without_degree(subject) or ("" if (subject.degree or 0) > 0 else "the degree is not positive")


def _without_rotations(subject: Subject) -> str:
    return "" if subject.rotation_invariant else "invariance under rotations is not declared"


def _without_reference(subject: Subject) -> str:
    return "" if subject.reference is not None else "no exact values are declared"


@law("homogeneity", "k(c x, y) = c^n k(x, y) for c > 0", excuse=_without_degree, exact_inputs=True)
def homogeneity(subject: Subject, X: Array) -> Violation | None:
    """Factors are powers of two and 3, so that c X is exact; the largest and smallest keep all values representable."""
    largest = float(np.max(np.abs(X)))
    if not np.array_equal(short(X), X) or not 1e-3 < largest < 1e3:
        return None
    n = subject.degree or 0.0
    K = subject(X, X.copy())
    sizes = subject.sizes(K)
    for c in _factors(subject):
        if not np.array_equal((c * X).astype(subject.dtype) / c, X):
            continue  # entries leave the range of the tested precision
        name = f"k({c!r} * X, X)"
        smallest = float(np.finfo(subject.dtype).smallest_subnormal)  # values may be subnormal
        bound = 3 * subject.rounding(X.shape[1]) * sizes * c**n + smallest
        violation = difference(subject(c * X, X), c**n * K, bound, (name, f"{c!r}**{n:g} * k(X, X)"))
        if violation is not None:
            return violation
        representable = c**n * np.abs(K.astype(np.float64)) < float(np.finfo(subject.dtype).max)
        lost = representable & ~np.isfinite(subject(c * X, X))
        if np.any(lost):
            i, j = (int(k) for k in np.argwhere(lost)[0])
            return Violation(f"{name}[{i}, {j}] is not a number; {c!r}**{n:g} * k(X, X) is {float(c**n * K[i, j])!r}")
    return None


def _factors(subject: Subject) -> tuple[float, ...]:
    """Return 2, 3, 1/2 and the extreme powers of two that leave c X and c^n k(X, X) their digits."""
    digits = 900 if subject.dtype == np.float64 else 80
    constant = 60 if subject.dtype == np.float64 else 20  # bits for k(X, X) itself
    n = max(abs(subject.degree or 0.0), 1.0)
    extreme = int((digits - constant * n) / n)
    ends = (math.ldexp(1.0, extreme), math.ldexp(1.0, -extreme)) if extreme > 2 else ()
    return (2.0, 0.5, 3.0, *ends)


@law("zero vector", "k(0, y) = 0 for a kernel of positive degree", excuse=_without_positive_degree)
def zero_vector(subject: Subject, X: Array) -> Violation | None:
    zero = np.zeros((1, X.shape[1]))
    for values, name in ((subject(zero, X), "k(0, X)"), (subject(X, zero).T, "k(X, 0).T"), (subject(zero), "k(0)")):
        wrong = np.flatnonzero(values[0] != 0)  # NaN is wrong too
        if wrong.size:
            return Violation(f"{name}[0, {int(wrong[0])}] = {float(values[0, wrong[0]])!r}", float("nan"))
    return None


@law("rotation invariance", "k(Q x, Q y) = k(x, y) for orthogonal Q", excuse=_without_rotations, exact_inputs=True)
def rotation_invariance(subject: Subject, X: Array) -> Violation | None:
    """Rotations whose products are exact: coordinates reversed and negated, and 3-4-5 triangles on pairs of them."""
    if not np.array_equal(short(X), X):
        return None
    with np.errstate(over="ignore"):
        five = 5 * X
    if not subject.admits(five):
        return None
    factor = 2 * subject.rounding(X.shape[1])
    backwards = X[:, ::-1] * np.where(np.arange(X.shape[1]) % 2, 1.0, -1.0)
    turned = five.copy()
    for k in range(0, X.shape[1] - 1, 2):
        a, b = X[:, k], X[:, k + 1]
        turned[:, k], turned[:, k + 1] = 3 * a - 4 * b, 4 * a + 3 * b
    names = {"the coordinates reversed, every other with its sign changed": (X, backwards)}
    names["5 X with pairs of coordinates turned by the matrix (3, -4; 4, 3)/5"] = (five, turned)
    for what, (before, after) in names.items():
        if not subject.admits(after):
            continue
        first = "k(X)" if before is X else "k(5 * X)"
        K = subject(before)
        violation = difference(K, subject(after), factor * subject.sizes(K), (first, "k(the same, rotated)"))
        if violation is not None:
            return Violation(f"{violation.got}\nRotated: {what}.", violation.off, violation.bound)
    return None


@law("exact value", "k(x, y) is the declared kernel, to rounding of sqrt(k(x, x) k(y, y))", excuse=_without_reference)
def exact_value_to_rounding(subject: Subject, X: Array) -> Violation | None:
    return _against_reference(subject, X, relative=False)


def _without_relative_accuracy(subject: Subject) -> str:
    if subject.dtype != np.float64:
        return "inputs are of single precision"
    return _without_reference(subject) or ("the degree is not declared" if subject.degree is None else "")


@law(
    "relative accuracy",
    "k(x, y) has the digits that a few ulps of the inputs leave, however small it is",
    excuse=_without_relative_accuracy,
)
def relative_accuracy(subject: Subject, X: Array) -> Violation | None:
    """Relative errors: near theta = pi an arc-cosine kernel goes like (pi - theta)^(2n+1), far below its diagonal.

    Inputs that are off by some ulps make pi - theta off by as many eps, and the value by 2n + 1 times that over
    sin(theta), relatively. Inputs that are opposite to 1e-12 are left to the law `exact value`.
    """
    return _against_reference(subject, X, relative=True)


def _against_reference(subject: Subject, X: Array, *, relative: bool) -> Violation | None:
    """Compare some pairs with their exact values; all numbers are fractions, so that none is out of range."""
    assert subject.reference is not None
    K = subject(X, X.copy())
    squares = [Fraction(subject.reference(x, x)) for x in X]
    rounding = 2 * subject.rounding(X.shape[1])
    smallest, largest = (Fraction(float(end)) for end in (np.finfo(subject.dtype).tiny, np.finfo(subject.dtype).max))
    pairs = [(i, j) for i in range(len(X)) for j in range(i, len(X))]
    for i, j in pairs[:: len(pairs) // MOST_PAIRS + 1]:
        true = Fraction(subject.reference(X[i], X[j]))
        sine = _sine(X[i], X[j]) if relative else 1.0
        if not np.isfinite(K[i, j]) or abs(true) > largest or sine < 1e-12:
            continue
        off = max(abs(Fraction(float(K[i, j])) - true) - smallest, Fraction(0))
        factor = (1 + 2 * abs(subject.degree or 0.0)) * (rounding + 32 * subject.eps / sine) if relative else rounding
        size_squared = true**2 if relative else squares[i] * squares[j]
        if off**2 > Fraction(factor) ** 2 * size_squared:
            bound = factor * (float(abs(true)) if relative else _root(squares[i]) * _root(squares[j]))
            return Violation(f"k(X)[{i}, {j}] = {float(K[i, j])!r}; exactly it is {float(true)!r}.", float(off), bound)
    return None


def _root(square: Fraction) -> float:
    """Return the square root as a double, infinite beyond their range."""
    try:
        return math.sqrt(square)
    except OverflowError:
        return math.inf


def _sine(x: Array, y: Array) -> float:
    """Return the sine of the angle between two vectors, by rational arithmetic; 0 for a zero vector."""
    first, second = ([Fraction(float(entry)) for entry in vector] for vector in (x, y))
    squares = sum(a * a for a in first) * sum(b * b for b in second)
    product = sum(a * b for a, b in zip(first, second, strict=True))
    return math.sqrt((squares - product * product) / squares) if squares else 0.0
