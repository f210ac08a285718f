"""J_n by four routes that know nothing of each other, at the ends, near them and in between."""

from fractions import Fraction

import pytest
from flint import arb
from hypothesis import assume, given, settings
from oracles import as_ball, context, within
from strategies import degrees, exact_angles

from symkern.errors import UsageError
from symkern.numbers import PiNumber
from symkern.reference import route
from symkern.reference.enclosure import Enclosure
from symkern.reference.evaluate import evaluate, read_quantity
from symkern.reference.precision import ball, ball_precision
from symkern.reference.quadrature import Unreached

DEGREES = ("-49/100", "-1/4", "0", "1/2", "1", "5/2", "10", "33.3")
ANGLES = ("0", "1e-300", "1e-20", "1e-3", "1", "3", "pi-1e-3", "pi-1e-20", "pi")


@pytest.mark.parametrize("digits", [30, 60, 200])
@pytest.mark.parametrize("n", DEGREES)
def test_closed_form_and_quadrature_agree_to_all_digits(n, digits):
    for theta in ANGLES:
        quantity = read_quantity(n, theta=theta)
        assert within(quantity.by_quadrature(route.one_dimension, digits), quantity.enclose(digits), digits), theta


@pytest.mark.parametrize("n", DEGREES)
def test_the_integral_is_proved_too(n):
    for theta in ANGLES:
        quantity = read_quantity(n, theta=theta)
        assert quantity.by_proved_integral(40).overlaps(quantity.enclose(40)), theta


@pytest.mark.parametrize("n", DEGREES)
def test_the_definition_in_two_dimensions_agrees_to_twenty_digits(n):
    for theta in ("0", "0.1", *ANGLES[4:]):
        quantity = read_quantity(n, theta=theta)
        assert within(quantity.by_quadrature(route.definition, 20), quantity.enclose(20), 20), theta


@pytest.mark.parametrize("n", DEGREES)
def test_the_values_at_the_ends(n):
    exact = Fraction(n)
    assert evaluate(n, theta="pi") == Enclosure("0", "0")
    with ball_precision(200):
        expected = arb.pi().sqrt() * arb(2) ** ball(exact) * ball(exact + Fraction(1, 2)).gamma()
        assert Enclosure(expected.str(30, radius=False), "1e-28").overlaps(evaluate(n, theta=0))


def test_plain_quadrature_loses_what_ours_keeps():
    """The reason for the substitutions: mpmath alone is wrong in the 33rd digit of 40."""
    mp = context(40)
    q, theta = mp.mpf(-1) / 4, mp.one
    plain = (
        mp.gamma(q + 1)
        * mp.sin(theta) ** (2 * q + 1)
        * mp.quad(lambda psi: mp.cos(psi) ** q / (1 - mp.cos(theta) * mp.cos(psi)) ** (q + 1), [0, mp.pi / 2])
    )
    right = evaluate("-1/4", theta=1, digits=40)
    assert not within(mp.nstr(plain, 40), right, 35)
    assert within(read_quantity("-1/4", theta=1).by_quadrature(route.one_dimension, 40), right, 40)


@given(degrees(), exact_angles())
@settings(max_examples=40)
def test_the_routes_agree_anywhere(n, theta):
    quantity = read_quantity(n, theta=theta)
    assert within(quantity.by_quadrature(route.one_dimension, 25), quantity.enclose(25), 25)


@pytest.mark.parametrize("order", [1, 2, 3, 5])
@pytest.mark.parametrize("n", ["-49/100", "-1/4", "1/2", "1", "5/2", "10"])
def test_derivatives_of_the_closed_form_are_those_of_the_integral(n, order):
    for theta in ("0.01", "1", "3", "pi-1e-3"):
        quantity = read_quantity(n, theta=theta, derivative=order)
        assert within(quantity.by_quadrature(route.one_dimension, 30), quantity.enclose(30), 30), theta


@pytest.mark.parametrize("order", [2, 3, 7])
def test_derivatives_of_a_straight_line_are_exactly_zero(order):
    assert evaluate(0, theta=1, derivative=order) == Enclosure("0", "0")


@pytest.mark.parametrize(
    ("n", "theta", "order", "value"),
    [
        ("3", "0", 2, "-84.8230016469244"),  # -27 pi
        ("0", "0", 1, "-1"),
        ("3", "pi", 7, "-1728"),  # 12 (pi - theta)^7/35
        ("3", "pi", 6, "0"),
        ("3", "0", 7, "1728"),
        ("3/2", "0", 3, "0"),
        ("1/2", "0", 1, "0"),
    ],
)
def test_derivatives_at_the_ends(n, theta, order, value):
    assert Enclosure(value, "1e-12").overlaps(evaluate(n, theta=theta, derivative=order))


@pytest.mark.parametrize("n", ["0", "1/2", "1", "5/2", "4"])
@pytest.mark.parametrize("end", ["0", "pi"])
def test_derivatives_at_the_ends_are_limits(n, end):
    for order in range(6):
        try:
            limit = evaluate(n, theta=end, derivative=order, digits=20)
        except UsageError:
            continue
        near = evaluate(n, theta="1e-12" if end == "0" else "pi-1e-12", derivative=order, digits=20)
        assert Enclosure(limit.value, "1e-7").overlaps(near), order


@pytest.mark.parametrize(
    ("n", "theta", "order"), [("-1/4", "0", 1), ("1/2", "0", 2), ("0.3", "pi", 2), ("5/2", "0", 6)]
)
def test_an_infinite_derivative_is_refused(n, theta, order):
    with pytest.raises(UsageError, match="no finite derivative"):
        evaluate(n, theta=theta, derivative=order)


@given(degrees(), exact_angles())
@settings(max_examples=40)
def test_prices_law_and_the_recurrence(n, theta):
    """dJ_{n+1}/dtheta = -(n+1)^2 sin(theta) J_n, and J_{n+2} = (n+1)^2 sin^2 J_n + (2n+3) cos J_{n+1}."""
    first, second, third = (as_ball(evaluate(n + k, theta=theta, digits=60)) for k in range(3))
    slope = as_ball(evaluate(n + 1, theta=theta, derivative=1, digits=60))
    with ball_precision(300):
        angle = ball(theta.rational) + ball(theta.of_pi) * arb.pi()
        sine, cosine, square = angle.sin(), angle.cos(), ball((n + 1) ** 2)
        assert (slope + square * sine * first).overlaps(arb(0))
        assert (third - square * sine**2 * first - ball(2 * n + 3) * cosine * second).overlaps(arb(0))


@given(degrees(), exact_angles(), exact_angles())
def test_falls_from_zero_to_pi(n, first, second):
    with ball_precision(2000):
        one, two = (ball(angle.rational) + ball(angle.of_pi) * arb.pi() for angle in (first, second))
        assume(one < two or two < one)
        near, far = (first, second) if one < two else (second, first)
    larger, smaller = (as_ball(evaluate(n, theta=angle, digits=700)) for angle in (near, far))
    with ball_precision(4000):
        assert larger > smaller


def test_multiples_of_pi_are_exact():
    assert evaluate(0, theta="2*pi/3", digits=25).overlaps(evaluate(0, theta=PiNumber(Fraction(0), Fraction(2, 3))))
    assert evaluate(1, theta="pi/2", digits=25).value.rstrip("0") == "1."


def test_the_definition_says_where_it_stops():
    with pytest.raises(Unreached):
        read_quantity(1, theta="0.01").by_quadrature(route.definition, 20)


def test_huge_degrees_are_quick():
    quantity = read_quantity(10**6, theta=1)
    assert within(quantity.by_quadrature(route.one_dimension, 25), quantity.enclose(25), 25)
