r"""Laws of a positive semi-definite function, with the rounding that they allow proved.

Let K be the exact Gram matrix of a kernel, s_i = sqrt(K_ii), and let the computed entries be K_ij + E_ij with
|E_ij| <= c eps s_i s_j. Then for any weights w

    sum_ij w_i (K + E)_ij w_j >= sum_ij w_i E_ij w_j >= -c eps (sum_i |w_i| s_i)^2,

because the form of K itself is not negative. With w_i = v_i / s_i and |v| = 1 the left side is a value of the matrix
scaled to unit diagonal, and by Cauchy's inequality (sum |v_i|)^2 <= m: **its smallest eigenvalue is at least
-m c eps**, for m rows. The computed s_i are off by c eps/2, relatively; the second-order term (c eps)^2 is covered by
allowing 2 c eps. The weights are those of an eigenvector that numpy computes; the form is then evaluated in rational
arithmetic, so that no rounding of the eigenvalue routine enters, and a violation that is reported is one.
"""

from fractions import Fraction

import numpy as np

from symkern.testing.law import Violation, difference, law
from symkern.testing.subject import Array, Subject


@law("Cauchy-Schwarz", "|k(x, y)| <= sqrt(k(x, x) k(y, y))")
def cauchy_schwarz(subject: Subject, X: Array) -> Violation | None:
    K = subject(X)
    sizes = subject.sizes(K)
    bound = 2 * subject.rounding(X.shape[1]) * sizes
    return difference(np.maximum(np.abs(K), sizes), sizes, bound, ("|k(X)|", "sqrt(k(x, x) k(y, y))"))


@law("positive semi-definite", "sum_ij w_i w_j k(x_i, x_j) >= 0 for any inputs x_i and weights w_i")
def positive_semi_definite(subject: Subject, X: Array) -> Violation | None:
    """Look for weights with a negative form; the bound is proved in the docstring of the module."""
    K = subject(X)
    negative = np.flatnonzero(np.diag(K) < 0)
    if negative.size:
        k = int(negative[0])
        return Violation(f"k(X)[{k}, {k}] = {float(K[k, k])!r}", -float(K[k, k]), 0.0)
    roots = subject.roots(np.diag(K))
    rows = np.flatnonzero(np.isfinite(roots) & np.all(np.isfinite(K) | ~np.isfinite(roots), axis=1))
    if not rows.size:
        return None
    s = roots[rows]
    scaled = K[np.ix_(rows, rows)] / s[:, None] / s[None, :]
    scaled = (scaled + scaled.T) / 2  # the form does not see more
    if not np.all(np.isfinite(scaled)):
        return None
    _, vectors = np.linalg.eigh(scaled)
    weights = vectors[:, 0]
    value = _quadratic_form(scaled, weights)
    bound = 2 * subject.rounding(X.shape[1]) * float(np.sum(np.abs(weights))) ** 2
    if value >= -bound:
        return None
    shown = ", ".join(f"{weight:.6g}" for weight in weights)
    which = "" if len(rows) == len(X) else f" of rows {rows.tolist()}"
    got = f"The Gram matrix{which}, scaled to unit diagonal, has the value {value:.6g} for the unit vector ({shown})."
    return Violation(got, -value, bound)


def _quadratic_form(matrix: Array, weights: Array) -> float:
    """Return v' A v / v' v, evaluated in rational arithmetic."""
    v = [Fraction(float(weight)) for weight in weights]
    rows = [[Fraction(float(entry)) for entry in row] for row in matrix]
    form = sum(a * sum(entry * b for entry, b in zip(row, v, strict=True)) for a, row in zip(v, rows, strict=True))
    return float(form / sum(a * a for a in v))


@law(
    "triangle inequality",
    "rho(x, z) <= rho(x, y) + rho(y, z) for rho(x, y)^2 = k(x, x) + k(y, y) - 2 k(x, y)",
)
def triangle_inequality(subject: Subject, X: Array) -> Violation | None:
    """rho(x, z) <= rho(x, y) + rho(y, z) for y halfway between x and z, which are 2^-1 to 2^-52 apart.

    A cosine that is clipped or rounded to 1 makes near inputs equal and those twice as far apart not. An entry that is
    off by c eps makes rho^2 off by at most 4 c eps times the larger k(x, x).
    """
    chain = approach(X)
    if len(chain) < 3:
        return None
    K = subject(chain)
    size = subject.roots(np.diag(K)) ** 2
    if not np.all(np.isfinite(K)) or not np.all(np.isfinite(size)):
        return None
    allowed = 4 * 2 * subject.rounding(X.shape[1]) * np.maximum.outer(size, size)
    squared = size[:, None] + size[None, :] - 2 * K
    longest = np.sqrt(np.maximum(squared + allowed, 0.0))
    shortest = np.sqrt(np.maximum(squared - allowed, 0.0))
    worst, at = 0.0, 0
    for k in range(1, len(chain) - 1):
        excess = shortest[0, k] - longest[0, k + 1] - longest[k + 1, k]
        if excess > worst:
            worst, at = float(excess), k
    if not worst:
        return None
    x, y, z = (repr(chain[k].tolist()) for k in (0, at + 1, at))
    rho = [float(np.sqrt(max(squared[a, b], 0.0))) for a, b in ((0, at), (0, at + 1), (at + 1, at))]
    got = f"x = {x}\ny = {y}\nz = {z}\nrho(x, z) = {rho[0]:.6g}, rho(x, y) = {rho[1]:.6g}, rho(y, z) = {rho[2]:.6g}"
    return Violation(got, rho[0] - rho[1] - rho[2], rho[0] - rho[1] - rho[2] - worst)


def approach(X: Array) -> Array:
    """Return x and then x + 2^-j v for j = 0, 1, ... as long as they differ: x is the first row of X, v the second.

    A single row is its own direction, with its first entry turned round.
    """
    if len(X) > 1:
        x, v = X[0], X[1]
    else:
        x = X[0]
        v = np.concatenate([-x[:1], x[1:]])
    with np.errstate(all="ignore"):
        v = v * min(1.0, np.max(np.abs(x), initial=0.0) / max(np.max(np.abs(v), initial=0.0), 5e-324))
        points = [x, *(x + 2.0**-j * v for j in range(54))]
    distinct = [points[0]]
    for point in points[1:]:
        if not np.array_equal(point, distinct[-1]) and not np.array_equal(point, x):
            distinct.append(point)
    return np.array(distinct)
