"""Laws of a matrix of kernel values: its entries are those of the pairs, whatever else is in the matrix."""

import math

import numpy as np
import numpy.typing as npt

from symkern.testing.law import Violation, difference, law
from symkern.testing.subject import Array, Subject, constant_digits


def _without_one_argument(subject: Subject) -> str:
    return "" if subject.takes_one_argument else "the kernel takes two arguments only"


def _without_diag(subject: Subject) -> str:
    return "" if callable(getattr(subject.kernel, "diag", None)) else "the kernel has no method diag"


@law("shape", "k(X, Y) is a real matrix with a row for each row of X and a column for each row of Y")
def shape(subject: Subject, X: Array) -> Violation | None:
    for Y in (None, X, X[:1]):
        try:
            values = np.asarray(subject.raw(X, Y))
        except Exception:
            continue  # the law `finite` says so
        rule = (len(X), len(X if Y is None else Y))
        asked = f"k(X{'' if Y is None else ', X' if Y is X else ', X[:1]'})"
        if values.dtype.kind != "f":
            return Violation(f"{asked} has entries of type {values.dtype}; they should be real floating-point numbers.")
        if values.shape != rule:
            return Violation(f"{asked} has shape {values.shape}; it should be {rule}.")
    return None


@law("finite", "k(x, y) is a number wherever it is defined and can be represented")
def finite(subject: Subject, X: Array) -> Violation | None:
    for Y in (None, X.copy()):
        asked = "k(X)" if Y is None else "k(X, X.copy())"
        try:
            values = np.asarray(subject.raw(X, Y))
        except Exception as error:  # whatever anybody's kernel raises
            return Violation(f"{asked} raised {type(error).__name__}: {str(error)[:200]}")
        if values.dtype.kind not in "fc" or values.shape != (len(X), len(X)):
            continue  # the law `shape` says so
        wrong = ~np.isfinite(values)
        if subject.degree is not None:
            wrong &= _representable(subject, X)
        if np.any(wrong):
            place = ", ".join(str(k) for k in np.argwhere(wrong)[0])
            return Violation(f"{asked}[{place}] = {values[tuple(np.argwhere(wrong)[0])]}")
    return None


def _representable(subject: Subject, X: Array) -> npt.NDArray[np.bool_]:
    """Return for which pairs the kernel of the declared degree is well inside the range of the tested precision."""
    with np.errstate(divide="ignore"):
        size = np.log10(np.max(np.abs(X), axis=1)) + math.log10(X.shape[1]) / 2
    size = np.where(np.isfinite(size), size, 0.0)
    n = abs(subject.degree or 0.0)
    most = math.log10(float(np.finfo(subject.dtype).max)) - 1 - constant_digits(n)
    return n * np.abs(np.add.outer(size, size)) < most


@law("symmetry", "k(x, y) = k(y, x)")
def symmetry(subject: Subject, X: Array) -> Violation | None:
    K = subject(X)
    bound = 2 * subject.rounding(X.shape[1]) * subject.sizes(K)
    half = len(X) // 2
    corner = difference(
        subject(X[:half], X[half:]),
        subject(X[half:], X[:half]).T,
        bound[:half, half:],
        (f"k(X[:{half}], X[{half}:])", f"k(X[{half}:], X[:{half}])"),
        transposed=True,
    )
    return difference(K, K.T, bound, ("k(X)", "k(X)"), transposed=True) or corner


@law("one argument", "k(X) = k(X, X)", excuse=_without_one_argument)
def one_argument(subject: Subject, X: Array) -> Violation | None:
    K = subject(X)
    bound = 2 * subject.rounding(X.shape[1]) * subject.sizes(K)
    return difference(K, subject(X, X.copy()), bound, ("k(X)", "k(X, X.copy())"))


@law("parts", "an entry of a matrix depends on its own row and column alone")
def parts(subject: Subject, X: Array) -> Violation | None:
    K = subject(X, X.copy())
    bound = 2 * subject.rounding(X.shape[1]) * subject.sizes(K)
    backwards = difference(K, subject(X[::-1], X.copy())[::-1], bound, ("k(X, X.copy())", "k(X[::-1], X.copy())[::-1]"))
    if backwards is not None:
        return backwards
    corners = [(0, len(X) - 1), (len(X) - 1, 0), (len(X) // 2, len(X) // 2)]
    for i, j in dict.fromkeys(corners):
        alone = np.full_like(K, np.nan)
        alone[i, j] = subject(X[i : i + 1], X[j : j + 1])[0, 0]
        violation = difference(K, alone, bound, ("k(X, X.copy())", "the kernel of this pair alone, "))
        if violation is not None:
            return violation
    return None


@law("diagonal", "k.diag(X) is the diagonal of k(X)", excuse=_without_diag)
def diagonal(subject: Subject, X: Array) -> Violation | None:
    K = np.diag(subject(X))
    diag = subject.kernel.diag  # type: ignore[attr-defined]
    with np.errstate(all="ignore"):
        try:
            own = np.asarray(diag(X.astype(subject.dtype)), dtype=np.float64)
        except Exception as error:  # whatever anybody's kernel raises
            return Violation(f"k.diag(X) raised {type(error).__name__}: {str(error)[:200]}")
    if own.shape != (len(X),):
        return Violation(f"k.diag(X) has shape {own.shape}; it should be {(len(X),)}.")
    bound = 2 * subject.rounding(X.shape[1]) * subject.roots(K) ** 2
    return difference(own[:, None], K[:, None], bound[:, None], ("k.diag(X)[:, None]", "np.diag(k(X))[:, None]"))


@law("duplicates", "equal inputs have equal rows: k(x, x') = k(x, x) where x' = x")
def duplicates(subject: Subject, X: Array) -> Violation | None:
    """Two copies of X in one matrix: each of the four blocks is k(X)."""
    doubled = np.vstack([X, X])
    K, m = subject(doubled), len(X)
    bound = 2 * subject.rounding(X.shape[1]) * subject.sizes(K[:m, :m])
    names = ("k([X, X])[:m, m:]", "k([X, X])[:m, :m]")
    return difference(K[:m, m:], K[:m, :m], bound, names) or difference(
        K[m:, m:], K[:m, :m], bound, ("k([X, X])[m:, m:]", names[1])
    )
