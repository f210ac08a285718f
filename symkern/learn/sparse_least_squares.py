"""Exact minimum of xu_2003 (5) and (7) for a linear transform function, with a duality gap as certificate.

    P(a, b) = 1/2 sum_j s_j (y_j - (K a)_j - b)^2 + sum_m p_m |a_m|

The problem is scaled first: y and every centred, weighted column of K have norm 1, so the result does not depend on the
units of the kernel. An active-set method then moves from one pattern of signs to the next (`active_set.py`). Any vector
v of zero sum with |K_m.v| <= p_m for all m gives the lower bound y.v - |v|^2/2 of the minimum (all weighted by s). The
residual, scaled down until it keeps these limits, is such a vector.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from symkern.learn.active_set import ActiveSet

Array = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]

EPS = float(np.finfo(float).eps)
SINGULAR = 1e-12
"""Singular values below this share of the largest are taken for 0 where nothing is penalised."""
ROUNDING = 16.0
"""Bound for the error of an inner product of two unit vectors, in units of the machine epsilon."""
TYPICAL = 1.0
"""The same, but what the error mostly is: a column whose slope exceeds its limit by more may enter."""
FEWEST_NEW = 10
"""Columns that join the working set in the first round; later as many as have a coefficient."""
ALL_AT_ONCE = 500
"""Samples up to which all columns that could enter are in the working set."""
EXCHANGES = 4
"""Exchanges in one round at most, for each column of the working set."""
CANCELLING = 16.0
"""Norm of a column over that of the centred one above which inner products are computed after centring."""
SAFE = 1e-5
"""Penalty of a unit column from which on coefficients are so small that rounding cannot matter."""
BLOCK_ROWS = 32


@dataclass(frozen=True)
class Minimum:
    """Coefficients, what they reach, and at most how far that is from the minimum."""

    alpha: Array
    beta: float
    objective: float
    gap: float
    iterations: int
    rounded: bool = False
    """Whether all conditions of a minimum hold up to rounding: more rounds would not make the gap smaller."""
    safe_penalty: float = 0.0
    """Penalty from which on rounding cannot keep the gap above 1e-9 of the objective at a = 0."""


class _Problem:
    """Unit columns sqrt(s) (K_m - mean_m) / |..| of a symmetric Gram matrix and unit targets, without a copy of it."""

    def __init__(self, gram: Array, y: Array, penalties: Array, weights: Array) -> None:
        self.gram, self.given = gram, y
        self.unit = _power_of_two(float(np.maximum(np.max(gram, initial=0.0), -np.min(gram, initial=0.0))))
        self.roots = np.sqrt(weights / np.sum(weights))
        self.size = float(np.sum(weights))
        shares = self.roots**2
        self.level = float(shares @ y)
        centred = self.roots * (y - self.level)
        height = _power_of_two(float(np.max(np.abs(centred), initial=0.0)))
        self.height = height * float(np.linalg.norm(centred / height))
        if self.height <= ROUNDING * EPS * abs(self.level):  # targets that differ by rounding alone
            self.height = 0.0
        self.y = centred / self.height if self.height else centred
        self.means = gram @ (shares / self.unit)
        self.norms, ratios = self._measure()
        self.delicate = bool(np.max(ratios) > CANCELLING)
        self.noise = ROUNDING * EPS * np.minimum(ratios, CANCELLING)
        self.usable = self.norms > 0.0
        """False for columns that are constant up to rounding: the threshold does their work."""
        self.norms[~self.usable] = 1.0
        # in units in which y and all columns have norm 1
        self.penalties = penalties / self.norms / self.unit / (self.height or 1.0) / self.size
        self.free = np.flatnonzero((penalties == 0.0) & self.usable)

    def _measure(self) -> tuple[Array, Array]:
        """Norms of the centred columns, and how many times larger they are before centring."""
        norms = np.zeros(len(self.gram))
        for start in range(0, len(self.gram), BLOCK_ROWS):  # so that no second matrix is made
            rows = slice(start, start + BLOCK_ROWS)
            block = self.gram[rows] / self.unit
            block -= self.means[rows, None]
            np.square(block, out=block)
            norms[rows] = np.sqrt(block @ self.roots**2)
        sizes = np.hypot(norms, self.means)
        norms[norms <= ROUNDING * EPS * sizes] = 0.0
        ratios = np.divide(sizes, norms, out=np.ones_like(sizes), where=norms > 0.0)
        return norms, ratios

    def columns(self, places: Places | list[int]) -> Array:
        """Some columns, as rows."""
        rows = self.gram[places] / self.unit
        rows -= self.means[places, None]
        rows -= (rows @ self.roots**2)[:, None]  # the mean is rounded, and may be large against what is left
        rows *= self.roots
        rows /= self.norms[places, None]
        return rows

    def slopes(self, residual: Array) -> Array:
        """Inner products of all columns with a vector."""
        weighted = self.roots * residual
        if self.delicate:
            blocks = (slice(start, start + BLOCK_ROWS) for start in range(0, len(self.gram), BLOCK_ROWS))
            parts = [(self.gram[rows] / self.unit - self.means[rows, None]) @ weighted for rows in blocks]
            inner = np.concatenate(parts)
        else:
            inner = self.gram @ (weighted / self.unit) - self.means * float(np.sum(weighted))
        inner /= self.norms
        inner[~self.usable] = 0.0
        return np.asarray(inner)

    def gap(self, objective: float, size: float, residual: Array, slopes: Array) -> float:
        """Distance of an objective from the lower bound that a residual gives, for coefficients of a total size.

        Slopes are known up to rounding. An excess of that order over a limit is either removed by shrinking the
        residual, or multiplied by the size of the coefficients, which is what it can contribute; the better of both.
        """
        sizes, square, pull = np.abs(slopes), float(residual @ residual), float(self.y @ residual)
        gaps = []
        for limits in (self.penalties, self.penalties + self.noise):
            over = sizes > limits
            shrink = float(np.min(limits[over] / sizes[over], initial=1.0))
            share = min(shrink, max(pull / square, 0.0)) if square else 0.0
            bound = max(share * pull - 0.5 * share**2 * square, 0.0)
            excess = float(np.max(share * sizes - self.penalties, initial=0.0))
            gaps.append(max(objective - bound, 0.0) + max(excess, 0.0) * size)
        return min(gaps)

    def minimum(self, x: Array, objective: float, gap: float, rounds: int, rounded: bool) -> Minimum:
        """Result in the units of the caller, with the objective of the very numbers that are returned."""
        alpha = x * (self.height / self.unit) / self.norms
        beta = self.level - self.unit * float(self.means @ alpha)
        support = np.flatnonzero(alpha)
        residual = self.roots * (self.given - (alpha[support] @ self.gram[support] + beta)) / self.height
        reached = 0.5 * float(residual @ residual) + float(self.penalties @ np.abs(x))
        gap += max(reached - objective, 0.0)  # large coefficients cancel, and leave their rounding errors
        square = self.height * self.height * self.size
        safe = SAFE * float(np.max(self.norms, initial=0.0)) * self.unit * self.height * self.size
        return Minimum(alpha, beta, reached * square, gap * square, rounds, rounded, safe)


def _power_of_two(size: float) -> float:
    """Power of two next above a size, 1 for 0: dividing by it rounds nothing."""
    return float(2.0 ** np.clip(np.frexp(size)[1], -1000, 1000)) if size > 0.0 else 1.0


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
    """Coefficients whose duality gap is below tol times the objective at a = 0, or the best after max_iter rounds.

    Rounds end early where all conditions of a minimum hold up to rounding. The Gram matrix is not copied; each
    coefficient that is not 0 needs two vectors beside it. `start` saves work and does not change the result.
    """
    problem = _Problem(gram, y, penalties, np.ones(len(y)) if weights is None else weights)
    if not problem.height:
        return Minimum(np.zeros(len(gram)), problem.level, 0.0, 0.0, 1)
    if not np.any(penalties):
        return _least_squares(problem)
    active = ActiveSet(problem.y)
    scales = problem.norms * (problem.unit / problem.height)
    begun = problem.free
    if start is not None:
        begun = np.union1d(begun, np.flatnonzero(problem.usable & (start != 0.0)))
    if len(begun):
        values = np.zeros(len(begun)) if start is None else start[begun] * scales[begun]
        active.begin(begun, problem.columns(begun), values, problem.penalties[begun])
    rounds, seen = 0, set[frozenset[tuple[int, float]]]()
    while True:
        rounds += 1
        residual = active.residual()
        slopes = problem.slopes(residual)
        objective = active.objective()
        gap = problem.gap(objective, float(np.sum(np.abs(active.x))), residual, slopes)
        excess = np.abs(slopes) - problem.penalties - TYPICAL / ROUNDING * problem.noise
        excess[active.places] = -np.inf
        entering = np.flatnonzero((excess > 0.0) & problem.usable)
        pattern = active.pattern()
        rounded = not len(entering) or pattern in seen
        if gap <= 0.5 * tol or rounded or rounds >= max_iter:
            break
        seen.add(pattern)
        most = FEWEST_NEW + len(active.places)
        if len(entering) > most and len(gram) > ALL_AT_ONCE:
            entering = _spread(entering[np.argsort(-excess[entering], kind="stable")], most)
        _exchange(problem, active, entering)
    x = np.zeros(len(gram))
    x[active.places] = active.x
    return problem.minimum(x, objective, gap, rounds, rounded or gap <= 0.5 * tol)


def _spread(places: Places, most: int) -> Places:
    """The first of some places, and as many spread over the rest: in a smooth kernel those that gain most are alike."""
    half = most // 2
    return np.concatenate([places[:half], places[half :: max(1, (len(places) - half) // (most - half))]])


def _exchange(problem: _Problem, active: ActiveSet, places: Places) -> None:
    """Let columns of a working set enter one by one, the steepest first, until none of them gains anything."""
    columns, limits = problem.columns(places), problem.penalties[places]
    allowed = limits + TYPICAL / ROUNDING * problem.noise[places]
    blocked = np.zeros(len(places), dtype=np.bool_)
    for _ in range(EXCHANGES * (len(places) + FEWEST_NEW)):
        slopes = columns @ active.residual()
        excess = np.abs(slopes) - allowed
        excess[blocked | np.isin(places, active.places)] = -np.inf
        chosen = int(np.argmax(excess))
        if excess[chosen] <= 0.0:
            return
        moved = active.enter(int(places[chosen]), columns[chosen], float(slopes[chosen]), float(limits[chosen]))
        # steps of no length could go round in a circle: whatever makes one waits for one that has a length
        blocked = np.zeros_like(blocked) if moved else blocked
        blocked[chosen] = not moved


def _least_squares(problem: _Problem) -> Minimum:
    """Minimum where nothing is penalised; of several, that of least sum a_m^2 / s_m, as if samples were repeated."""
    columns = problem.columns(np.arange(len(problem.gram)))
    columns *= (problem.norms * problem.usable)[:, None]
    left, sizes, right = np.linalg.svd(columns.T * problem.roots, full_matrices=False)
    kept = sizes > SINGULAR * np.max(sizes, initial=0.0)
    parts = left[:, kept].T @ problem.y
    x = problem.roots * (right[kept].T @ (parts / sizes[kept]))
    residual, rest = problem.y - x @ columns, problem.y - left[:, kept] @ parts
    objective, bound = 0.5 * float(residual @ residual), 0.5 * float(rest @ rest)
    return problem.minimum(x * problem.norms, objective, max(objective - bound, 0.0), 1, True)
