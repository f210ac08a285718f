"""A kernel under test: any callable, what its author declares of it, and how many roundings its entries may be off."""

import inspect
import math
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Reference = Callable[[Array, Array], Any]

UNDECLARED_DEGREE = 3.0
"""Degree that sets the allowance for rounding where none is declared: cubes are the steepest kernels in common use."""
UNDECLARED_SCALES = (1e-10, 1e10)
"""Norms of inputs where no degree is declared: polynomials up to degree 14 stay within the range of doubles."""


@dataclass(frozen=True)
class Subject:
    """A kernel as the laws see it: matrices in, matrices of doubles out, NaN where it raised or gave another shape."""

    kernel: Callable[..., Any]
    degree: float | None = None
    rotation_invariant: bool = False
    reference: Reference | None = None
    dtype: Any = np.float64
    scales: tuple[float, float] = UNDECLARED_SCALES

    def raw(self, X: Array, Y: Array | None = None) -> Any:
        """Return what the kernel returns for inputs of the tested precision; warnings are left to its author."""
        x = np.ascontiguousarray(X, dtype=self.dtype)
        y = x if Y is None else np.ascontiguousarray(Y, dtype=self.dtype)
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return self.kernel(x) if Y is None and self.takes_one_argument else self.kernel(x, y)

    def __call__(self, X: Array, Y: Array | None = None) -> Array:
        """Return the matrix k(X, Y), or k(X)."""
        shape = (len(X), len(X if Y is None else Y))
        try:
            values = np.asarray(self.raw(X, Y))
        except Exception:  # anybody's kernel may raise anything: the law `finite` reports it
            return np.full(shape, np.nan)
        if values.dtype.kind != "f" or values.shape != shape:  # the law `shape` reports it
            return np.full(shape, np.nan)
        return values.astype(np.float64)

    @property
    def takes_one_argument(self) -> bool:
        """Whether k(X) may be asked for, without a second argument."""
        try:
            parameters = list(inspect.signature(self.kernel).parameters.values())
        except (TypeError, ValueError):  # a callable that is not written in Python
            return True
        positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        return sum(p.default is p.empty for p in positional) <= 1

    @property
    def eps(self) -> float:
        """Spacing of the tested precision at 1."""
        return float(np.finfo(self.dtype).eps)

    def rounding(self, columns: int) -> float:
        r"""Return c eps, the error of an entry that rounding explains, over sqrt(k(x, x) k(y, y)).

        An inner product or squared norm of d terms is off by at most d eps of |x| |y|. A kernel of degree n multiplies
        that by at most n for each of the inner product and two norms, and by 2 for their quotient. Some 64 roundings
        are left for the function of them: c = 64 + 8 d (1 + |n|).
        """
        degree = UNDECLARED_DEGREE if self.degree is None else abs(self.degree)
        return self.eps * (64 + 8 * columns * (1 + degree))

    def roots(self, diagonal: Array) -> Array:
        """Return sqrt(k(x, x)) for a diagonal; NaN where k(x, x) is so large or small that rounding is not relative."""
        smallest = np.finfo(self.dtype).tiny / self.eps
        largest = np.finfo(self.dtype).max * self.eps
        usable = (diagonal >= smallest) & (diagonal <= largest)
        return np.sqrt(np.where(usable, diagonal, np.nan))

    def sizes(self, K: Array) -> Array:
        """Return sqrt(k(x, x) k(y, y)) for all entries of a Gram matrix, NaN where it is out of range."""
        roots = self.roots(np.diag(K))
        return np.outer(roots, roots)

    def admits(self, X: Array) -> bool:
        """Whether all rows lie where the kernel is defined and its values are representable."""
        with np.errstate(over="ignore", under="ignore"):
            largest = np.max(np.abs(X), axis=1)
        zero = largest == 0
        if np.any(zero) and self.degree is not None and self.degree < 0:
            return False
        within = (largest >= self.scales[0] / 8) & (largest <= self.scales[1])
        return bool(np.all(np.isfinite(X)) and np.all(zero | within) and np.array_equal(X, X.astype(self.dtype)))


def scales_of_degree(degree: float | None, dtype: Any) -> tuple[float, float]:
    """Return the smallest and largest norms for which k(x, x) = c |x|^2n can be represented with all its digits.

    17 columns of ones make |x|^2n larger by 17^n.
    """
    most = 37.0 if dtype == np.float32 else 300.0
    if degree is None:
        return UNDECLARED_SCALES if dtype != np.float32 else (1e-2, 1e2)
    n = abs(degree)
    constant = constant_digits(n) + n * math.log10(17)
    exponent = most if n == 0 else min(most, max(0.0, (most - 10 - constant) / (2 * n)))
    return 10.0**-exponent, 10.0**exponent


def constant_digits(degree: float) -> float:
    """Return log10 of the largest constant of k(x, x) = c |x|^2n in use, at least 0: 2^n Gamma(n + 1/2)/sqrt(pi)."""
    return max(0.0, (degree * math.log(2) + math.lgamma(degree + 0.5)) / math.log(10))


def exact_arc_cosine(degrees: Sequence[Any]) -> Reference:
    """Return (x, y) -> the value of the arc-cosine kernel of some layers at exactly these doubles, to 25 digits."""

    def value(x: Array, y: Array) -> Fraction:
        from symkern.reference.evaluate import evaluate

        first, second = ([Fraction(float(entry)) for entry in vector] for vector in (x, y))
        return Fraction(evaluate(layers=list(degrees), x=first, y=second, digits=25).value)

    return value
