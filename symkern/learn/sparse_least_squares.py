"""The exact minimum of xu_2003 (5) and (7) for a linear transform function, with a duality gap as certificate.

    P(a, b) = 1/2 sum_j s_j (y_j - (K a)_j - b)^2 + sum_m p_m |a_m|

Coordinate descent over the coefficients that are not 0 or could leave it; between its sweeps all of those are moved at
once towards where the gradient vanishes for their present signs, as far as is best, until that is where they are. Any
vector v of zero sum with |K_m.v| <= p_m for all m (0 where p_m = 0) gives a lower bound y.v - |v|^2/2 of the minimum
(all weighted by s); the residual, made orthogonal to what is not penalised and then scaled down, is such a vector.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.linalg.lapack import dpotrf, dpotrs

Array = npt.NDArray[np.float64]

JUMPS = 200
"""At most so many between sweeps; each but the last makes a coefficient 0."""
FEWEST_NEW = 1
"""Neighbours in a smooth kernel are nearly alike: one of them at a time, and more only where more are at work."""
SINGULAR = 1e-12
"""Relative size of what is taken for 0 where columns depend on each other."""
CONDITION = 1e-4
"""Ratio of the pivots of a Cholesky factor above which there is no need to look at eigenvalues."""


@dataclass(frozen=True)
class Minimum:
    """Coefficients, what they reach, and at most how far that is from the minimum."""

    alpha: Array
    beta: float
    objective: float
    gap: float
    iterations: int


class _Problem:
    """The columns of a symmetric Gram matrix, centred and weighted without a copy."""

    def __init__(self, gram: Array, y: Array, penalties: Array, weights: Array) -> None:
        self.gram, self.penalties, self.weights = gram, penalties, weights
        self.total = float(np.sum(weights))
        self.level = float(weights @ y) / self.total
        self.y = y - self.level
        self.means = gram @ weights / self.total
        self.squares = np.einsum("ij,ij,j->i", gram, gram, weights) - self.total * self.means**2
        self.squares[self.squares <= SINGULAR * np.max(self.squares, initial=0.0)] = 0.0
        self.free = np.flatnonzero((penalties == 0.0) & (self.squares > 0.0))

    def columns(self, places: npt.NDArray[np.intp]) -> Array:
        """Some columns, as rows, centred."""
        return self.gram[places] - self.means[places, None]

    def slopes(self, residual: Array) -> Array:
        """Inner products of all columns with a residual of zero mean."""
        return self.gram @ (self.weights * residual)

    def objective(self, alpha: Array, residual: Array) -> float:
        return float(0.5 * (self.weights * residual) @ residual + self.penalties @ np.abs(alpha))

    def lower_bound(self, residual: Array) -> float:
        """What the minimum is at least."""
        feasible = residual
        if len(self.free):
            columns = self.columns(self.free) * np.sqrt(self.weights)
            basis = _basis(columns.T)
            scaled = np.sqrt(self.weights) * residual
            scaled = scaled - basis @ (basis.T @ scaled)
            feasible = np.divide(scaled, np.sqrt(self.weights), out=np.zeros_like(scaled), where=self.weights > 0)
        slopes = np.abs(self.slopes(feasible))
        bound = (self.penalties > 0.0) & (slopes > self.penalties)
        shrink = float(np.min(self.penalties[bound] / slopes[bound], initial=1.0))
        feasible = shrink * feasible
        return float((self.weights * self.y) @ feasible - 0.5 * (self.weights * feasible) @ feasible)


def minimise(
    gram: Array,
    y: Array,
    penalties: Array,
    *,
    weights: Array | None = None,
    start: Array | None = None,
    tol: float = 1e-10,
    max_iter: int = 1000,
) -> Minimum:
    """Coefficients whose duality gap is below tol times the objective at a = 0, or the best after max_iter rounds."""
    problem = _Problem(gram, y, penalties, np.ones(len(y)) if weights is None else weights)
    if not np.any(penalties):
        return _least_squares(problem)
    alpha, residual = np.zeros(len(gram)), problem.y.copy()
    if start is not None:
        alpha, residual = start.copy(), problem.y - (gram @ start - problem.means @ start)
    scale = max(problem.objective(np.zeros(len(gram)), problem.y), np.finfo(float).tiny)
    best, gap, rounds = np.inf, np.inf, 0
    while gap > tol * scale and rounds < max_iter:
        rounds += 1
        slopes = problem.slopes(residual)
        moving = _moving(problem, alpha, slopes)
        _descend(problem, alpha, residual, moving)
        alpha, residual = _jump(problem, alpha, residual)
        best = problem.objective(alpha, residual)
        gap = best - problem.lower_bound(residual)
    return Minimum(alpha, problem.level - float(problem.means @ alpha), best, max(gap, 0.0), rounds)


def _moving(problem: _Problem, alpha: Array, slopes: Array) -> npt.NDArray[np.intp]:
    """The coefficients that are not 0, and of those that could leave it at most as many, those that would gain most."""
    support = np.flatnonzero(alpha)
    excess = np.abs(slopes) - problem.penalties
    excess[support] = -np.inf
    excess[problem.squares == 0.0] = -np.inf
    leaving = np.flatnonzero(excess > 0.0)
    most = FEWEST_NEW + len(support)
    if len(leaving) > most:
        leaving = leaving[np.argpartition(-excess[leaving], most)[:most]]
    return np.concatenate([support, leaving])


def _least_squares(problem: _Problem) -> Minimum:
    """The shortest of the minima, where nothing is penalised."""
    roots = np.sqrt(problem.weights)
    columns = (problem.gram - problem.means) * roots[:, None]
    alpha: Array = np.linalg.lstsq(columns, roots * problem.y, rcond=SINGULAR)[0].astype(np.float64)
    residual = problem.y - (problem.gram @ alpha - problem.means @ alpha)
    objective = problem.objective(alpha, residual)
    gap = objective - problem.lower_bound(residual)
    return Minimum(alpha, problem.level - float(problem.means @ alpha), objective, max(gap, 0.0), 1)


def _descend(problem: _Problem, alpha: Array, residual: Array, moving: npt.NDArray[np.intp]) -> None:
    """A sweep over some coordinates, each moved to its own minimum, in place."""
    weighted = problem.weights * residual
    for m in moving:
        row, square, old = problem.gram[m], problem.squares[m], alpha[m]
        slope = float(row @ weighted) + square * old
        new = math.copysign(max(abs(slope) - problem.penalties[m], 0.0) / square, slope)
        if new != old:
            residual -= (new - old) * (row - problem.means[m])
            np.multiply(problem.weights, residual, out=weighted)
            alpha[m] = new


def _jump(problem: _Problem, alpha: Array, residual: Array) -> tuple[Array, Array]:
    """Towards the minimum for the present signs, as often as that helps."""
    for _ in range(JUMPS):
        support = np.flatnonzero(alpha)
        if not len(support):
            break
        columns = problem.columns(support)
        weighted = columns * problem.weights
        slopes = problem.penalties[support] * np.sign(alpha[support]) - weighted @ residual
        direction, whole = _direction(weighted @ columns.T, slopes)
        now, change = alpha[support], direction @ columns
        with np.errstate(divide="ignore", invalid="ignore"):
            crossings = -now / direction
        shares = np.unique(crossings[(crossings > 0.0) & (crossings < whole)])
        shares = np.append(shares, whole) if np.isfinite(whole) else shares
        if not len(shares):
            break
        pull, bend = float((problem.weights * residual) @ change), float((problem.weights * change) @ change)
        sizes = np.abs(now + shares[:, None] * direction) @ problem.penalties[support]
        gains = shares * pull - shares**2 / 2 * bend + problem.penalties[support] @ np.abs(now) - sizes
        best = int(np.argmax(gains))
        if gains[best] <= 0.0:
            break
        moved = now + shares[best] * direction
        moved[crossings == shares[best]] = 0.0
        alpha = np.zeros_like(alpha)
        alpha[support] = moved
        residual = residual - shares[best] * change
        if shares[best] == whole:
            break
    return alpha, residual


def _direction(curvature: Array, slopes: Array) -> tuple[Array, float]:
    """Where to go, and how far the minimum is; infinitely far where the columns depend on each other."""
    root, failed = dpotrf(curvature, lower=1)
    if not failed:
        sizes = np.diag(root)
        if np.min(sizes) > CONDITION * np.max(sizes):
            return -dpotrs(root, slopes, lower=1)[0], 1.0
    values, axes = np.linalg.eigh(curvature)
    parts = axes.T @ slopes
    flat = values <= SINGULAR * values[-1] * len(values)
    if np.any(flat) and np.linalg.norm(parts[flat]) > 1e-9 * np.linalg.norm(parts):
        return -axes[:, flat] @ parts[flat], np.inf
    return -axes[:, ~flat] @ (parts[~flat] / values[~flat]), 1.0


def _basis(columns: Array) -> Array:
    """An orthonormal basis of what the columns span."""
    left, sizes, _ = np.linalg.svd(columns, full_matrices=False)
    return left[:, sizes > 1e-10 * np.max(sizes, initial=0.0)]
