"""Laws of continuity, near equal inputs and away from them: jumps and lost digits are found without an oracle."""

import numpy as np

from symkern.testing.law import Violation, law, short
from symkern.testing.positivity import approach
from symkern.testing.subject import Array, Subject

LEVEL = 0.9
"""Ratio of k(x, x) - k(x, y) at distances 2^-26 apart from which it counts as a jump: |x - y|^(1/32) gives 0.57."""
STEP = 2.0**-26
STEEPEST = 1e4
"""Largest second derivative, over k(x, x) and for inputs of size 1: that of a Gaussian whose width is 1/100."""


@law("continuity", "k(x, y) tends to k(x, x) as y tends to x, down to neighbours one ulp apart")
def continuity(subject: Subject, X: Array) -> Violation | None:
    """A jump at equal inputs (jitter, a white-noise term) is a fall of k that does not change with the distance."""
    chain = approach(X)
    if len(chain) < 40:
        return None  # x = 0, or v = 0
    K = subject(chain[:1], chain)[0]
    size = subject.roots(np.diag(subject(chain))) ** 2
    if not np.all(np.isfinite(K)) or not np.all(np.isfinite(size)):
        return None
    fall = (size[0] + size) / 2 - K  # half the squared distance: changes of |y| play no part
    bound = 4 * subject.rounding(X.shape[1]) * float(np.max(size))
    nearest, farther, far = float(fall[-1]), float(fall[-27]), float(np.max(np.abs(fall[:8])))
    if abs(nearest) <= bound or abs(nearest) < LEVEL * abs(farther) or far < 2 * abs(nearest):
        return None
    got = (
        f"x = {chain[0].tolist()!r}\ny = {chain[-1].tolist()!r}\n(k(x, x) + k(y, y))/2 - k(x, y) = {nearest!r}, and"
        f" {farther!r} for y 2^26 times as far from x"
    )
    return Violation(got, abs(nearest), bound)


def _of_single_precision(subject: Subject) -> str:
    return "" if subject.dtype == np.float64 else "inputs are of single precision"


@law(
    "precision",
    "values have the precision of the inputs: k(x, y + h) - 2 k(x, y) + k(x, y - h) is of second order in h",
    excuse=_of_single_precision,
    exact_inputs=True,
)
def precision(subject: Subject, X: Array) -> Violation | None:
    """Second differences with steps of 2^-26 between inputs that are apart: single precision inside is noise of 1e-8.

    Rounding gives 4 c eps. A kernel that varies on a hundredth of the size of its inputs gives 1e4 h^2 = 2e-12.
    """
    largest = float(np.max(np.abs(X)))
    if not np.array_equal(short(X), X) or len(X) < 2 or not 0.1 <= largest <= 10:
        return None
    directions = np.where(np.indices(X.shape).sum(axis=0) % 3 == 0, -1.0, 1.0)
    h = STEP * largest
    h = float(np.ldexp(1.0, np.frexp(h)[1]))  # a power of two: X + h is exact
    forth, middle, back = subject(X, X + h * directions), subject(X, X.copy()), subject(X, X - h * directions)
    second = forth - 2 * middle + back
    sizes = subject.sizes(middle)
    # Kernels may have an edge where inputs are parallel, share a coordinate, or have one that is 0.
    generic = (np.min(np.abs(X[:, None] - X[None]), axis=2) > 0.02 * largest) & (np.abs(_cosines(X)) < 0.95)
    off_axes = np.all(np.abs(X) > 0.05 * largest, axis=1)
    generic &= np.logical_and.outer(off_axes, off_axes)
    bound = (4 * subject.rounding(X.shape[1]) + STEEPEST * STEP**2) * sizes
    with np.errstate(invalid="ignore"):
        over = np.where(generic & np.isfinite(second) & (bound > 0), np.abs(second) / bound, 0.0)
    if not np.max(over) > 1:
        return None
    i, j = (int(k) for k in np.unravel_index(np.argmax(over), over.shape))
    values = [float(matrix[i, j]) for matrix in (forth, middle, back)]
    step = f"x = X[{i}], y = X[{j}], h = {h!r} times {directions[j].tolist()!r}"
    got = f"{step}\nk(x, y + h), k(x, y), k(x, y - h) = {values}"
    return Violation(got, abs(float(second[i, j])), float(bound[i, j]))


def _cosines(X: Array) -> Array:
    norms = np.linalg.norm(X, axis=1)
    with np.errstate(all="ignore"):
        return np.nan_to_num(X @ X.T / np.outer(norms, norms), nan=1.0)
