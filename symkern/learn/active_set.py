"""Active-set method for 1/2 |y - sum_m x_m A_m|^2 + sum_m q_m |x_m| with unit vectors y and A_m.

The set holds independent columns, a QR factorisation of them, and the sign of each penalised coefficient. A column that
violates |A_m.r| <= q_m enters: its coefficient grows, and the others follow so that their own conditions keep holding,
until the minimum along that ray or until one of them is 0 and leaves the set. For a column that depends on those in the
set the ray has no minimum, so one leaves: the columns in the set stay independent whatever the rank of the problem. The
objective falls with every step of positive length, so no set of signs comes back. Orthogonal factors instead of normal
equations keep directions down to singular values of 1e-13 apart.
"""

import numpy as np
import numpy.typing as npt
from scipy.linalg import qr, qr_delete
from scipy.linalg.blas import dtrsv

Array = npt.NDArray[np.float64]

EPS = float(np.finfo(float).eps)
DEPENDENT = 64 * EPS
"""Distance of a unit column from the span of others below which it is rounding."""
FREE = 1e-11
"""The same for columns that are not penalised: closer ones need coefficients that are rounding."""
UPDATES = 100
"""Updates of a factorisation after which it is computed anew, so that their rounding errors do not add up."""


class ActiveSet:
    """Columns that have a coefficient, and the coefficients."""

    def __init__(self, y: Array) -> None:
        self.y = y
        self.places: list[int] = []
        self.columns: Array = np.empty((0, len(y)))
        self.x: Array = np.empty(0)
        self.signs: Array = np.empty(0)
        """1 or -1, and 0 where nothing is penalised."""
        self.limits: Array = np.empty(0)
        """Penalties of the columns in the set."""
        self.basis: Array = np.empty((len(y), 0), order="F")
        self.factor: Array = np.empty((0, 0), order="F")
        self.updates = 0

    def begin(self, places: npt.NDArray[np.intp], columns: Array, x: Array, limits: Array) -> None:
        """Start with these columns, or those of them that are independent, unpenalised ones first."""
        for number in np.argsort(limits > 0.0, kind="stable"):
            if limits[number] == 0.0 or x[number] != 0.0:
                column = columns[number]
                parts, rest, distance = self._split(column)
                if distance > FREE:
                    sign = float(np.sign(x[number])) if limits[number] > 0.0 else 0.0
                    self._append(int(places[number]), column, x[number], sign, limits[number], (parts, rest, distance))
        self.settle()

    def residual(self) -> Array:
        """y - A x at the minimum for the present signs, without the rounding error of large coefficients."""
        parts = self.basis.T @ self.y
        return np.asarray(self.y - self.basis @ (parts - self._pulls()))

    def pattern(self) -> frozenset[tuple[int, float]]:
        """Columns in the set with their signs."""
        return frozenset(zip(self.places, self.signs.tolist(), strict=True))

    def objective(self) -> float:
        """Value of what is minimised at the coefficients as they are."""
        residual = self.y - self.x @ self.columns
        return float(0.5 * residual @ residual + self.limits @ np.abs(self.x))

    def _pulls(self) -> Array:
        """R^-T q s: coordinates of the fitted part of the residual."""
        return self._solve(self.limits * self.signs, transposed=True)

    def _solve(self, right: Array, *, transposed: bool = False) -> Array:
        return np.asarray(dtrsv(self.factor, right, trans=int(transposed))) if len(right) else right

    def _split(self, column: Array) -> tuple[Array, Array, float]:
        """Coordinates of a column in the basis, a unit vector along the rest, and the norm of the rest."""
        parts = self.basis.T @ column
        rest = column - self.basis @ parts
        again = self.basis.T @ rest  # once more, or the rest is not orthogonal where it is small
        rest -= self.basis @ again
        distance = float(np.linalg.norm(rest))
        return parts + again, rest / distance if distance else rest, distance

    def _append(
        self, place: int, column: Array, x: float, sign: float, limit: float, split: tuple[Array, Array, float]
    ) -> None:
        parts, rest, distance = split
        count = len(self.places)
        factor = np.zeros((count + 1, count + 1), order="F")
        factor[:count, :count], factor[:count, count], factor[count, count] = self.factor, parts, distance
        basis = np.empty((len(self.y), count + 1), order="F")
        basis[:, :count], basis[:, count] = self.basis, rest
        self.factor, self.basis = factor, basis
        self.columns = np.vstack([self.columns, column])
        self.x, self.signs = np.append(self.x, x), np.append(self.signs, sign)
        self.limits = np.append(self.limits, limit)
        self.places = [*self.places, place]
        self.updates += 1

    def _drop(self, number: int) -> None:
        count = len(self.places)
        self.places = [place for k, place in enumerate(self.places) if k != number]
        self.columns = np.delete(self.columns, number, axis=0)
        self.x, self.signs = np.delete(self.x, number), np.delete(self.signs, number)
        self.limits = np.delete(self.limits, number)
        self.updates += 1
        if count == 1:
            self.basis, self.factor = np.empty((len(self.y), 0), order="F"), np.empty((0, 0), order="F")
        elif self.updates > UPDATES:
            basis, factor = qr(self.columns.T, mode="economic")
            self.basis, self.factor, self.updates = np.asfortranarray(basis), np.asfortranarray(factor), 0
        else:
            basis, factor = qr_delete(self.basis, self.factor, number, which="col")
            self.basis, self.factor = np.asfortranarray(basis), np.asfortranarray(factor)

    def enter(self, place: int, column: Array, slope: float, limit: float) -> float:
        """Give a column with |slope| > limit a coefficient; return the length of the first step, 0 if it is blocked."""
        before = vars(self).copy()
        split = self._split(column)
        parts, distance = split[0], split[2]
        sign = float(np.sign(slope))
        ray = -sign * self._solve(parts)
        curvature = distance**2
        whole = (abs(slope) - limit) / curvature if distance > DEPENDENT else np.inf
        step, leaving = self._crossing(ray, whole)
        if not np.isfinite(step):
            return 0.0
        self.x = self.x + step * ray
        if leaving is not None:
            self._drop(leaving)
            split = self._split(column)
        if split[2] <= DEPENDENT:
            vars(self).update(before)
            return 0.0
        self._append(place, column, step * sign, sign, limit, split)
        self.settle()
        return step

    def _crossing(self, ray: Array, whole: float) -> tuple[float, int | None]:
        """Length of the step along a ray, at most `whole`, and which coefficient it makes 0."""
        falling = self.signs * ray < 0.0
        if not np.any(falling):
            return whole, None
        shares = np.full(len(ray), np.inf)
        shares[falling] = np.maximum(-self.x[falling] / ray[falling], 0.0)
        first = int(np.argmin(shares))
        return (float(shares[first]), first) if shares[first] < whole else (whole, None)

    def settle(self) -> None:
        """Move to the minimum for the present signs; a coefficient that becomes 0 on the way leaves the set."""
        while self.places:
            target = self._solve(self.basis.T @ self.y - self._pulls())
            step, leaving = self._crossing(target - self.x, 1.0)
            if leaving is None:
                self.x = target
                return
            self.x = self.x + step * (target - self.x)
            self._drop(leaving)
