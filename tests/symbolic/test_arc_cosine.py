"""J_n for every real degree: the forms agree with each other, with the defining integrals and with their laws."""

from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import assume, given, settings
from oracles import agree, angular_by_quadrature, angular_in_polar_coordinates, at_angle, context
from strategies import PI_BELOW, angles, degrees, half_integer_degrees, integer_degrees

from symkern.symbolic import arc_cosine, closed_form, elliptic, endpoints, price
from symkern.symbolic.arc_cosine import angular_function
from symkern.symbolic.step import NotProved

ANGLES = [
    Fraction(1, 1000),
    Fraction(1, 10),
    *(Fraction(i, 2) for i in range(1, 6)),
    Fraction(29, 10),
    Fraction(31, 10),
    Fraction(3141, 1000),
]
DEGREES = ["0", "1", "2", "3", "7", "20", "1/2", "5/2", "-1/4", "-49/100"]


@pytest.mark.parametrize("degree", DEGREES)
def test_forty_digits_of_the_defining_integral(degree):
    """The integral of eq. (23) by quadrature, at ten angles."""
    n = Fraction(degree)
    assert len(ANGLES) == 10
    for angle in ANGLES:
        assert agree(at_angle(angular_function(sp.Rational(n)), angle, 60), angular_by_quadrature(n, angle, 45), 40)


@given(degrees(), angles())
@settings(max_examples=25)
def test_the_two_reductions_of_the_defining_integral_agree(degree, angle):
    """Eq. (23) and polar coordinates in eq. (20): neither knows of the other, or of any closed form."""
    assume(angle > Fraction(1, 100))
    assert agree(angular_by_quadrature(degree, angle, 30), angular_in_polar_coordinates(degree, angle, 25), 25)


@given(degrees(), angles())
def test_the_shortest_form_is_the_closed_form(degree, angle):
    n = sp.Rational(degree)
    shortest, closed = (at_angle(f(n), angle, 40) for f in (angular_function, closed_form.hypergeometric))
    assert agree(shortest, closed, 35)


@given(degrees(), angles(), angles())
def test_falls_strictly_from_zero_to_pi(degree, first, second):
    assume(abs(first - second) > Fraction(1, 10**9))
    near, far = sorted((first, second))
    J = closed_form.hypergeometric(sp.Rational(degree))
    top = context(40).mpf(str(sp.N(endpoints.at_zero(sp.Rational(degree)), 40)))
    assert top > at_angle(J, near, 40) > at_angle(J, far, 40) > 0


@given(degrees(), angles())
def test_prices_law(degree, angle):
    """dJ_n/dtheta = -n^2 sin(theta) J_{n-1}, the left-hand side by differences."""
    assume(degree > 0)
    mp = context(60)
    step = Fraction(1, 10**25) * angle * (PI_BELOW - angle)
    J, lower = (closed_form.hypergeometric(sp.Rational(degree - i)) for i in (0, 1))
    difference = (at_angle(J, angle + step, 60) - at_angle(J, angle - step, 60)) / (
        2 * mp.mpf(step.numerator) / step.denominator
    )
    theta = mp.mpf(angle.numerator) / angle.denominator
    law = -((mp.mpf(degree.numerator) / degree.denominator) ** 2) * mp.sin(theta) * at_angle(lower, angle, 60)
    assert agree(-difference, -law, 15)


@given(degrees(), angles())
def test_three_neighbours(degree, angle):
    """J_{n+1} = (2n+1) cos J_n + n^2 sin^2 J_{n-1}."""
    assume(degree > 0)
    mp = context(80)  # 12 digits go in 1 + cos(theta), as many in sin(theta), at the end of the range
    n = mp.mpf(degree.numerator) / degree.denominator
    theta = mp.mpf(angle.numerator) / angle.denominator
    below, now, above = (at_angle(closed_form.hypergeometric(sp.Rational(degree + i)), angle, 80) for i in (-1, 0, 1))
    left, right = (2 * n + 1) * mp.cos(theta) * now, n**2 * mp.sin(theta) ** 2 * below
    assert abs(left + right - above) <= mp.mpf(10) ** -40 * (abs(left) + right)


@given(degrees(), angles())
def test_reflection(degree, angle):
    """J(theta) + J(pi - theta)/cos(pi n) is even and analytic: J(0) 2F1(-n, -n; 1/2 - n; sin^2(theta/2))."""
    assume(2 * degree % 2 != 1)
    mp = context(60)
    n = mp.mpf(degree.numerator) / degree.denominator
    theta = mp.mpf(angle.numerator) / angle.denominator
    J = closed_form.hypergeometric(sp.Rational(degree), sp.Symbol("C"))
    value, mirrored = (mp.mpf(str(sp.N(J.subs("C", sign * sp.cos(sp.Rational(angle))), 60))) for sign in (1, -1))
    zero = mp.sqrt(mp.pi) * 2**n * mp.gamma(n + 0.5)
    even = zero * mp.hyp2f1(-n, -n, 0.5 - n, mp.sin(theta / 2) ** 2)
    assert abs(value + mirrored / mp.cos(mp.pi * n) - even) <= mp.mpf(10) ** -35 * (
        abs(even) + abs(mirrored / mp.cos(mp.pi * n))
    )


@given(degrees())
def test_first_nonanalytic_term(degree):
    """What remains of J when its even power series is taken away, over the stated term, tends to 1."""
    n = sp.Rational(degree)
    assume(not elliptic.is_half_integer(n))
    assume(abs(2 * degree % 2 - 1) > Fraction(1, 100))  # near half-integers the two parts nearly cancel
    assume(9 * degree < 60)  # the difference of order theta^(2n+1) keeps digits
    mp = context(80)
    angle = Fraction(1, 10**4)
    theta = mp.mpf(10) ** -4
    nn = mp.mpf(degree.numerator) / degree.denominator
    even = mp.sqrt(mp.pi) * 2**nn * mp.gamma(nn + 0.5) * mp.hyp2f1(-nn, -nn, 0.5 - nn, mp.sin(theta / 2) ** 2)
    rest = at_angle(closed_form.hypergeometric(n), angle, 80 + int(9 * degree)) - even
    assert abs(rest / at_angle(endpoints.first_nonanalytic_term(n), angle, 80) - 1) < 1e-6


@given(half_integer_degrees(4))
def test_the_logarithm_at_half_integers(degree):
    """f(t) = even + L t^(2m) log t: with a = t^2, the divided differences of order m in a isolate L."""
    n = sp.Rational(degree)
    m = int(degree + Fraction(1, 2))
    mp = context(120)
    scale = mp.mpf(10) ** -12
    # f(2t) mixed over powers so that every even power up to 2m drops out: what is left is L t^(2m) times a constant
    weights = {1: mp.mpf(1)}
    for power in range(m + 1):  # apply (f(2t) - 4^power f(t)) once for each even power
        new: dict[int, object] = {}
        for factor, weight in weights.items():
            new[2 * factor] = new.get(2 * factor, 0) + weight
            new[factor] = new.get(factor, 0) - weight * mp.mpf(4) ** power
        weights = new
    J = closed_form.hypergeometric(n)
    term = endpoints.first_nonanalytic_term(n)
    at = {factor: Fraction(factor, 10**12) for factor in weights}
    combined = sum(weight * at_angle(J, at[factor], 120) for factor, weight in weights.items())
    expected = sum(weight * at_angle(term, at[factor], 120) for factor, weight in weights.items())
    assert abs(combined / expected - 1) < 1e6 * scale**2  # the next terms are smaller by theta^2 log(theta)


@pytest.mark.parametrize("degree", DEGREES)
def test_the_law_at_pi(degree):
    n = sp.Rational(degree)
    angle = PI_BELOW - Fraction(1, 10**8)
    assert agree(at_angle(closed_form.hypergeometric(n), angle, 40), at_angle(endpoints.law_at_pi(n), angle, 40), 13)


@pytest.mark.parametrize(
    ("degree", "slope", "second"),
    [
        ("1", 0, -sp.pi),
        ("0", -1, 0),
        ("1/2", 0, -sp.oo),
        ("-1/4", -sp.oo, sp.oo),
        ("1/3", 0, -sp.oo),
        ("3", 0, -27 * sp.pi),
    ],
)
def test_derivatives_at_zero(degree, slope, second):
    n = sp.Rational(degree)
    assert endpoints.slope_at_zero(n) == slope
    assert endpoints.second_derivative_at_zero(n) == second


@given(degrees())
def test_derivatives_at_zero_are_the_limits_of_differences(degree):
    assume(degree == 0 or abs(degree) > Fraction(1, 50))  # close to n = 0 the limit is reached too slowly to be seen
    n = sp.Rational(degree)
    t = Fraction(1, 10**20)
    J = closed_form.hypergeometric(n)
    zero = context(60).mpf(str(sp.N(endpoints.at_zero(n), 60)))
    fall = (at_angle(J, t, 60) - zero) * 10**20  # J'(0) in the limit
    slope, second = endpoints.slope_at_zero(n), endpoints.second_derivative_at_zero(n)
    assert (abs(fall) < 1e-1 * zero) == (slope == 0)
    if degree > Fraction(11, 10):
        assert abs(2 * fall * 10**20 / context(30).mpf(str(sp.N(second, 30))) - 1) < 1e-6


def test_divergence_towards_minus_one_half():
    epsilon = sp.Rational(1, 10**9)
    value = sp.N(epsilon * endpoints.at_zero(epsilon - sp.Rational(1, 2)), 30)
    assert abs(value / sp.sqrt(sp.pi / 2) - 1) < 1e-8


@given(integer_degrees(20))
def test_the_diagonal_is_a_double_factorial(degree):
    assert endpoints.at_zero(sp.Integer(degree)) == sp.pi * sp.factorial2(2 * degree - 1)


@pytest.mark.parametrize("module", [closed_form, price, elliptic, endpoints])
def test_a_wrong_constant_breaks_the_proof(module, monkeypatch):
    """Every proof that rests on the constant in front fails if that constant is off by a factor."""
    right = closed_form.coefficient
    monkeypatch.setattr(module, "coefficient", lambda degree: right(degree) * (degree + 2))
    with pytest.raises(NotProved):
        {
            closed_form: closed_form.derivation,
            price: price.price,
            elliptic: elliptic.derivation,
            endpoints: lambda: endpoints.derivation(sp.Integer(3)),
        }[module]()


@given(degrees(9))
@settings(max_examples=15)
def test_every_derivation_has_steps_that_are_proved(degree):
    derivation = arc_cosine.derive(sp.Rational(degree))
    defined = {step.source for step in derivation.steps if step.status == "definition"}
    integrals = {"Cho & Saul (2010), eq. (1)", "Cho & Saul (2010), eq. (20)"}
    assert integrals <= defined <= integrals | {"Cho & Saul (2012), eqs. (9), (10)"}
    assert all(step.check for step in derivation.steps)
    assert sum(step.status == "proved" for step in derivation.steps) >= 15
