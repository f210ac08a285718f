"""The trusted tensor calculus against components in one to four dimensions, and its misuses."""

from fractions import Fraction

import pytest
import sympy as sp

from symkern.claims.trial import evaluated
from symkern.proofs.domains import POSITIVE, REALS, above, domain, integers
from symkern.proofs.rules.geometry import (
    DELTA,
    X_MU,
    X_NU,
    Isotropic,
    angular_metric,
    determinant,
    inverse_metric,
    kernel_metric,
    scalar_curvature,
)  # fmt: skip
from symkern.proofs.terms import absolute, exp, half, pi, symbols, term
from symkern.proofs.theorem import NotProved
from symkern.reference import distance
from symkern.symbolic.components import Components
from symkern.theorems import small_angles
from symkern.theorems.geometry import ARC_COSINE, SMOOTHED

r, s, t, p, q, n = symbols("r s t p q n")
PLACES = {1: (2,), 2: (3, 4), 3: (1, 2, 2), 4: (1, 1, 1, 1)}
CURVED = Isotropic(1 + r**2, term(2), domain(r=POSITIVE))


def components(size):
    """The matrix (1 + r^2) I + 2 x x^T in coordinates."""
    place = sp.symbols(f"x_1:{size + 1}", positive=True)
    squared = sum(entry**2 for entry in place)
    rows = sp.Matrix(size, size, lambda i, j: (1 + squared) * int(i == j) + 2 * place[i] * place[j])
    return rows, place, dict(zip(place, PLACES[size], strict=True))


def norm_of(size):
    """The distance of the place from the origin, an integer."""
    return Fraction(int(sp.sqrt(sum(entry**2 for entry in PLACES[size]))))


def right_at(theorem, size, **more):
    point = {"r": norm_of(size), "d": Fraction(size), **more}
    return evaluated(theorem.rhs, {name: point[name] for name in theorem.rhs.symbols}, {})


@pytest.mark.parametrize("size", PLACES)
def test_determinant_inverse_and_curvature_are_those_of_components(size):
    rows, place, at = components(size)
    matrix = rows.subs(at)
    assert right_at(determinant(CURVED), size).contains(int(matrix.det()))
    inverse = matrix.inv()
    entries = PLACES[size]
    for first in range(size):
        for second in range(size):
            more = {DELTA.name: Fraction(int(first == second))}
            more |= {X_MU.name: Fraction(entries[first]), X_NU.name: Fraction(entries[second])}
            exact = sp.Rational(inverse[first, second])
            found = right_at(inverse_metric(CURVED), size, **more)
            assert abs(float(found.mid()) - float(exact)) < 1e-12
    curvature = Components(rows, place).scalar_curvature().subs(at)
    assert abs(float(right_at(scalar_curvature(CURVED), size).mid()) - float(curvature)) < 1e-12


@pytest.mark.parametrize("size", PLACES)
def test_metrics_are_those_of_small_steps(size):
    """Distances of exact small steps, eq. (9), for a kernel that is smooth and for one that is not."""
    entries = [Fraction(entry) for entry in PLACES[size]]
    for metric, more in ((ARC_COSINE, {"n": Fraction(2)}), (SMOOTHED, {"sigma": Fraction(1)})):
        kernel = {"n": 0, "sigma": Fraction(1)} if "sigma" in more else {"n": Fraction(2)}
        for second in range(size):
            point = {"r": norm_of(size), DELTA.name: Fraction(int(second == 0)), **more}
            point |= {X_MU.name: entries[0], X_NU.name: entries[second]}
            found = evaluated(metric.component(), point, {})
            exact = float(distance.metric_component(entries, 0, second, **kernel))
            assert abs(float(found.mid()) - exact) < 1e-9 * (1 + abs(exact))


def test_a_metric_that_may_be_degenerate_has_no_inverse():
    flat = Isotropic(term(1), -(r**-2), domain(r=POSITIVE))  # nothing along the radius
    for rule in (determinant, inverse_metric, scalar_curvature):
        with pytest.raises(NotProved, match="degenerate"):
            rule(flat)


def test_a_metric_has_no_coordinates_among_its_parameters():
    with pytest.raises(NotProved, match="not d"):
        Isotropic(term(1), term(0), domain(r=POSITIVE, d=integers(1)))
    with pytest.raises(NotProved, match="not d"):
        Isotropic(term(1), term(0), domain(q=POSITIVE))


def test_a_kernel_must_be_smooth_near_the_diagonal():
    with pytest.raises(NotProved):
        kernel_metric(absolute(s - t) + p, domain(r=POSITIVE))
    with pytest.raises(NotProved):
        kernel_metric(exp(-((s + t - 2 * p) ** half)), domain(r=POSITIVE))
    with pytest.raises(NotProved):
        kernel_metric((p - s) ** half, domain(r=POSITIVE))


def test_an_angular_metric_needs_the_limits_of_one_function():
    value, slope = small_angles.limit_at_zero(), small_angles.slope_over_sine()
    where = domain(n=above(half), r=POSITIVE)
    with pytest.raises(NotProved, match="is not the slope"):
        angular_metric(n, pi**-1, slope, value, where)
    with pytest.raises(NotProved, match="do not depend on r"):
        angular_metric(r, pi**-1, value, slope, where)
    with pytest.raises(NotProved, match="not shown to be in"):
        angular_metric(n, pi**-1, value, slope, domain(n=REALS, r=POSITIVE))
