"""J_n for integers: against the defining integral, the papers' formulas and the operator itself."""

from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given, settings
from oracles import agree, angular_in_polar_coordinates, at_angle
from strategies import angles, integer_degrees

from symkern.symbolic import angular
from symkern.symbolic.notation import c, theta
from symkern.symbolic.step import NotProved, vanishes

cos, sin, pi = sp.cos(theta), sp.sin(theta), sp.pi


@pytest.mark.parametrize(
    ("degree", "printed"),
    [
        (0, pi - theta),  # Cho & Saul (2010), eqs. (5)-(7)
        (1, sin + (pi - theta) * cos),
        (2, 3 * sin * cos + (pi - theta) * (1 + 2 * cos**2)),
        (3, (pi - theta) * (6 * cos**3 + 9 * cos) + sin * (11 * cos**2 + 4)),
    ],
)
def test_the_first_degrees_are_those_in_print(degree, printed):
    assert sp.expand(angular.trigonometric(degree) - printed) == 0


@pytest.mark.parametrize("degree", range(6))
def test_the_operator_applied_without_simplification_gives_the_same(degree):
    power = (pi - theta) / sin
    for _ in range(degree):
        power = sp.diff(power, theta) / sin
    assert vanishes((-1) ** degree * sin ** (2 * degree + 1) * power - angular.trigonometric(degree))


@given(integer_degrees(25), angles())
@settings(max_examples=30)
def test_agrees_with_the_planar_integral(degree, angle):
    integral = angular_in_polar_coordinates(Fraction(degree), angle, 30)
    assert agree(at_angle(angular.trigonometric(degree), angle, 40), integral, 30)


@given(integer_degrees(40))
def test_polynomials_obey_the_three_term_recurrence(degree):
    """P and Q of degree n+1 from n and n-1: not how they are computed."""
    for row in (0, 1):
        before, now, after = (angular.polynomials(degree + i)[row].as_expr() for i in (0, 1, 2))
        m = degree + 1
        assert sp.expand(after - (2 * m + 1) * c * now - m**2 * (1 - c**2) * before) == 0


@given(integer_degrees(30))
def test_polynomials_have_a_parity(degree):
    P, Q = angular.polynomials(degree)
    assert P.compose(sp.Poly(-c, c)) == (-1) ** degree * P
    assert Q.compose(sp.Poly(-c, c)) == (-1) ** (degree + 1) * Q


def test_degree_200_has_integer_coefficients_and_the_right_value_at_zero():
    P, Q = angular.polynomials(200)
    assert all(coefficient.is_Integer for coefficient in P.all_coeffs() + Q.all_coeffs())
    assert P.eval(1) == sp.factorial2(399)


def test_a_wrong_recurrence_is_caught(monkeypatch):
    right = angular.polynomials
    monkeypatch.setattr(angular, "polynomials", lambda degree: tuple(p + int(degree == 2) for p in right(degree)))
    with pytest.raises(NotProved):
        angular.literal_applications(3)
