"""The metric from distances of small steps, against the derived one."""

from fractions import Fraction

import pytest
import sympy as sp

from symkern.reference import distance
from symkern.symbolic import metric
from symkern.symbolic.notation import r


@pytest.mark.parametrize("degree", [Fraction(1), Fraction(2), Fraction(5, 2)])
def test_across_and_along_the_radius(degree):
    derived = metric.arc_cosine(sp.Rational(degree.numerator, degree.denominator))
    place = [Fraction(3, 2), Fraction(0)]
    for axis, expected in ((0, derived.along), (1, derived.across)):
        found = distance.metric_component(place, axis, axis, n=degree)
        assert float(found) == pytest.approx(float(expected.subs(r, sp.Rational(3, 2))), rel=1e-14)
    assert abs(distance.metric_component(place, 0, 1, n=degree)) < 1e-15


def test_the_determinant_is_that_of_the_components():
    place = [Fraction(1), Fraction(2), Fraction(2)]
    rows = [[distance.metric_component(place, i, j, n=2) for j in range(3)] for i in range(3)]
    expected = sp.Matrix(3, 3, lambda i, j: sp.Rational(rows[i][j].numerator, rows[i][j].denominator)).det()
    assert float(distance.metric_determinant(place, n=2)) == pytest.approx(float(expected), rel=1e-14)
