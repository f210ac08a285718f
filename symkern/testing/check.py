"""`check_kernel`: the laws of kernels for anybody's kernel."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from symkern.errors import InvalidArgument
from symkern.testing.inputs import inputs_of
from symkern.testing.law import Law, Violation
from symkern.testing.laws import LAWS
from symkern.testing.report import KernelLawError, Outcome, Report
from symkern.testing.shrink import shrink
from symkern.testing.subject import Array, Subject, exact_arc_cosine, scales_of_degree

EXAMPLES = 60


def check_kernel(
    kernel: Callable[..., Any],
    *,
    laws: Iterable[str] | None = None,
    degree: float | None = None,
    rotation_invariant: bool | None = None,
    arc_cosine: Any = None,
    reference: Callable[[Array, Array], Any] | None = None,
    scales: tuple[float, float] | None = None,
    dtype: npt.DTypeLike = np.float64,
    max_examples: int = EXAMPLES,
    seed: int = 0,
    raise_: bool = True,
) -> Report:
    r"""Hold a kernel against the laws that every kernel obeys, and those of what is declared of it.

    Each law is tried on a fixed collection of awkward inputs (equal, nearly equal and opposite rows, zeros, one ulp
    apart, extreme norms, 1, 2, 3 and 17 columns) and on random ones. An input that breaks a law is made smaller while
    it still does.

    Parameters
    ----------
    kernel : callable
        ``kernel(X, Y)``, or ``kernel(X, Y=None)``, from matrices of shapes (m, d) and (l, d) to one of shape (m, l). A
        method ``kernel.diag(X)`` is checked too.
    laws : iterable of str, optional
        Names of laws, keys of `symkern.testing.LAWS`; all of them unless given.
    degree : float, optional
        Declares that k(c x, y) = c^n k(x, y) for c > 0. Inputs are then as large and small as such a kernel can
        represent.
    rotation_invariant : bool, optional
        Declares that k(Q x, Q y) = k(x, y) for orthogonal Q. True where `arc_cosine` is given.
    arc_cosine : number, str, or sequence of them, optional
        Declares the arc-cosine kernel of this degree, or of these layers, the first layer first; values are compared
        with `symkern.evaluate`. Plain `ArcCosine` kernels declare themselves.
    reference : callable, optional
        ``reference(x, y)``, the exact value for two vectors as a number that `fractions.Fraction` takes.
    scales : pair of floats, optional
        Smallest and largest norms of inputs for which k(x, x) is representable; from the degree unless given, 1e-10 to
        1e10 where there is none.
    dtype : float64 or float32
        Type of the inputs, which sets the rounding that is allowed.
    max_examples : int, default 60
        Number of random matrices per law.
    seed : int, default 0
        Seed of the random matrices.
    raise_ : bool, default True
        Whether a broken law raises; otherwise the report says so.

    Returns
    -------
    Report
        Every law with its outcome.

    Raises
    ------
    KernelLawError
        If a law is broken: its name, its statement, the smallest input found, what was got and the bound.
    InvalidArgument
        If a law is not known, or `dtype` is not a floating-point type that is supported.

    Examples
    --------
    >>> from symkern import ArcCosine
    >>> check_kernel(ArcCosine(1), max_examples=5).ok
    True
    >>> def skewed(X, Y):
    ...     return X @ Y.T + 0.001 * (X[:, :1] - Y[:, 0])
    >>> report = check_kernel(skewed, max_examples=5, raise_=False)
    >>> report.broken[0].law.name
    'symmetry'
    """
    chosen = _chosen(laws)
    if np.dtype(dtype) not in (np.dtype(np.float64), np.dtype(np.float32)):
        raise InvalidArgument("dtype", "float64 or float32", np.dtype(dtype))
    layers = layer_degrees(kernel if arc_cosine is None else arc_cosine)
    if layers is not None:
        degree = float(prod(layers)) if degree is None else degree
        rotation_invariant = True if rotation_invariant is None else rotation_invariant
        reference = reference or exact_arc_cosine(layers)
    subject = Subject(
        kernel,
        degree=degree,
        rotation_invariant=bool(rotation_invariant),
        reference=reference,
        dtype=np.dtype(dtype).type,
        scales=scales or scales_of_degree(degree, np.dtype(dtype)),
    )
    report = Report(tuple(_outcome(law, subject, max_examples, seed) for law in chosen))
    if raise_ and not report.ok:
        raise KernelLawError(report)
    return report


def _outcome(law: Law, subject: Subject, examples: int, seed: int) -> Outcome:
    """Return what trying one law gave, with the smallest input that breaks it."""
    excuse = law.excuse(subject)
    if excuse:
        return Outcome(law, excuse=excuse)
    tried = 0
    for X in inputs_of(law, subject, examples, seed):
        tried += 1
        if law.violation(subject, X) is not None:
            smallest = shrink(X, lambda Z: subject.admits(Z) and law.violation(subject, Z) is not None)
            violation = law.violation(subject, smallest)
            violation = violation or Violation("The kernel gives other values when it is called again.")
            return Outcome(law, tried, violation, smallest.astype(subject.dtype))
    return Outcome(law, tried)


def _chosen(laws: Iterable[str] | None) -> list[Law]:
    names = list(LAWS) if laws is None else [laws] if isinstance(laws, str) else list(laws)
    for name in names:
        if name not in LAWS:
            raise InvalidArgument("law", f"one of {', '.join(LAWS)}", name)
    return [LAWS[name] for name in names]


def layer_degrees(declared: Any) -> tuple[Fraction, ...] | None:
    """Return the degrees of an arc-cosine kernel that is declared, or declares itself; None for other kernels."""
    from symkern.kernels import ArcCosine, Composition, Kernel
    from symkern.numbers import exact

    if isinstance(declared, ArcCosine):
        plain = declared.bias is None and declared.sigma is None and declared.covariance is None
        return (exact("n", declared.n),) if plain else None
    if isinstance(declared, Composition):
        parts = [layer_degrees(layer) for layer in declared.layers]
        return None if None in parts else tuple(n for part in parts if part is not None for n in part)
    if isinstance(declared, Kernel) or callable(declared):
        return None
    given = declared if isinstance(declared, Sequence) and not isinstance(declared, str) else (declared,)
    return tuple(exact("arc_cosine", entry) for entry in given)
