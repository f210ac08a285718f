"""Rules of limits: what they conclude, and each way to misuse them."""

from fractions import Fraction

import pytest

from symkern.proofs import cited
from symkern.proofs.domains import POSITIVE, REALS, domain, integers, interval
from symkern.proofs.rules.derivatives import differentiate
from symkern.proofs.rules.equality import has_value, identity, reflexivity, transitivity
from symkern.proofs.rules.integrals import proper
from symkern.proofs.rules.limits import (
    limit_of_continuous,
    limit_of_equal,
    limit_of_function,
    limit_of_linear,
    limit_of_quotient,
    limit_under_integral,
)
from symkern.proofs.terms import absolute, cos, exp, integral, limit, log, oo, opened, pi, sin, step, sym, term
from symkern.proofs.theorem import Equal, NotProved

a, t, x, y = (sym(name) for name in "atxy")
NEAR = domain(x=interval(0, 1))
WITH_A = domain(x=interval(0, 1), a=POSITIVE)


def vanishing(function, where=NEAR):
    """The theorem that a continuous function tends to 0."""
    found = limit_of_continuous(function, x, where)
    return transitivity(found, identity(found.rhs, 0, found.domain))


def sine_over_x():
    slopes = limit_of_continuous(cos(x) * 1 / term(1), x, NEAR)
    return limit_of_quotient(
        differentiate(sin(x), x, NEAR), differentiate(x, x, NEAR), vanishing(sin(x)), vanishing(x), slopes
    )


# Continuous functions


def test_a_continuous_function_tends_to_its_value():
    theorem = limit_of_continuous(cos(x) + a, x, WITH_A)
    assert theorem.proved and theorem.domain == domain(a=POSITIVE)
    assert theorem.statement == Equal(limit(cos(x) + a, x, 0), cos(term(0)) + a)


def test_the_end_may_be_a_multiple_of_pi():
    theorem = limit_of_continuous(sin(x), x, domain(x=interval(pi, 2 * pi)))
    assert identity(theorem.rhs, 0, domain()).proved


@pytest.mark.parametrize("function", [1 / x, log(x), step(x), sin(x) / x, integral(t * x, t, 0, 1)])
def test_what_is_not_continuous_at_the_end_is_refused(function):
    with pytest.raises(NotProved):
        limit_of_continuous(function, x, NEAR)


@pytest.mark.parametrize(
    "where",
    [
        domain(x=interval(0, 1, "[)")),
        domain(x=integers(0)),
        domain(x=REALS),
        domain([1 - 2 * x], x=interval(0, 1)),
        domain(a=POSITIVE),
    ],
)
def test_the_symbol_must_fall_to_the_end_of_an_open_interval(where):
    with pytest.raises(NotProved):
        limit_of_continuous(x, x, where)


# Equal functions


def test_equal_functions_have_equal_limits():
    same = identity(x**2 / x, x, NEAR)
    theorem = limit_of_equal(same, x, limit_of_continuous(x, x, NEAR))
    assert theorem.proved and theorem.statement == Equal(limit(x**2 / x, x, 0), term(0))


def test_functions_that_are_equal_elsewhere_are_refused():
    known = limit_of_continuous(x, x, NEAR)
    with pytest.raises(NotProved):  # equal on an interval that does not begin at 0
        limit_of_equal(identity(absolute(x), x, domain(x=interval(1, 2))), x, known)
    with pytest.raises(NotProved):  # the limit of another function
        limit_of_equal(identity(x**2 / x, x, NEAR), x, limit_of_continuous(x**2, x, NEAR))


# Linear functions of a function


def test_continuous_terms_and_factors_come_out():
    theorem = limit_of_linear(a, 2 + x, x, WITH_A, sine_over_x())
    assert theorem.proved and identity(theorem.rhs, a + 2, domain(a=POSITIVE)).proved


@pytest.mark.parametrize("parts", [(1 / x, 1), (0, 1 / x), (0, step(x)), (log(x), 1)])
def test_parts_without_a_limit_are_refused(parts):
    with pytest.raises(NotProved):
        limit_of_linear(*parts, x, NEAR, sine_over_x())


def test_a_limit_at_another_point_is_refused():
    elsewhere = domain(x=interval(1, 2))
    with pytest.raises(NotProved):
        limit_of_linear(0, 1, x, elsewhere, sine_over_x())
    with pytest.raises(NotProved):
        limit_of_linear(0, 1, x, NEAR, reflexivity(x, NEAR))


def test_the_symbol_that_falls_must_not_be_captured():
    of_other = limit_of_continuous(x * t, t, domain(t=interval(0, 1), x=interval(0, 1)))
    with pytest.raises(NotProved):
        limit_of_linear(0, 1, x, NEAR, of_other)


# Continuous functions of a function


def test_a_continuous_function_of_a_limit():
    theorem = limit_of_function(y**a, y, x, WITH_A.with_symbol("y", POSITIVE), sine_over_x())
    assert theorem.proved and theorem.statement.rhs == sine_over_x().rhs ** a


def test_the_inner_function_must_stay_in_the_interval():
    for values in (interval(2, 3), interval("3/2", 3)):
        with pytest.raises(NotProved):
            limit_of_function(1 / (y - 1), y, x, NEAR.with_symbol("y", values), sine_over_x())
    with pytest.raises(NotProved):  # x > 0, but its limit is not
        limit_of_function(1 / y, y, x, NEAR.with_symbol("y", POSITIVE), limit_of_continuous(x, x, NEAR))


def test_the_outer_function_must_be_continuous_and_free_of_the_symbol():
    for outer in (step(y), y / x, y**a):
        with pytest.raises(NotProved):
            limit_of_function(outer, y, x, NEAR.with_symbol("y", POSITIVE), sine_over_x())


# Quotients


def test_a_quotient_of_what_vanishes_is_that_of_the_slopes():
    assert sine_over_x().proved and identity(sine_over_x().rhs, 1, domain()).proved


def test_quotients_of_what_does_not_vanish_are_refused():
    slopes = limit_of_continuous(-1 * sin(x) * 1 / term(1), x, NEAR)
    top, bottom = differentiate(cos(x), x, NEAR), differentiate(x, x, NEAR)
    with pytest.raises(NotProved):
        limit_of_quotient(top, bottom, limit_of_continuous(cos(x), x, NEAR), vanishing(x), slopes)
    with pytest.raises(NotProved):
        limit_of_quotient(top, bottom, vanishing(sin(x)), vanishing(x), slopes)


def test_a_denominator_whose_slope_changes_its_sign_is_refused():
    bottom_function = x - x**2
    results = []
    for where in (domain(x=interval(0, Fraction(1, 4))), NEAR):
        top, bottom = differentiate(x, x, where), differentiate(bottom_function, x, where)
        ratio = top.statement.slope / bottom.statement.slope
        slopes = limit_of_continuous(ratio, x, domain(x=interval(0, Fraction(1, 4))))
        results.append((top, bottom, vanishing(x), vanishing(bottom_function), slopes))
    assert limit_of_quotient(*results[0]).proved
    with pytest.raises(NotProved, match="sign"):
        limit_of_quotient(*results[1])


def test_a_quotient_needs_the_limit_of_its_own_slopes():
    top, bottom = differentiate(sin(x), x, NEAR), differentiate(x, x, NEAR)
    with pytest.raises(NotProved):
        limit_of_quotient(top, bottom, vanishing(sin(x)), vanishing(x), limit_of_continuous(sin(x), x, NEAR))
    with pytest.raises(NotProved):
        limit_of_quotient(reflexivity(x, NEAR), bottom, vanishing(x), vanishing(x), vanishing(x))


# Limits under the integral


def falling_power():
    """The integral of exp(-x t) over (0, 1), which grows as x falls."""
    return integral(exp(-x * t), t, 0, 1)


def test_limits_of_growing_integrands_go_under_the_integral():
    known = proper(integral(exp(-term(0) * t), t, 0, 1), domain())
    theorem = limit_under_integral(falling_power(), t, x, NEAR, known)
    assert theorem.proved and theorem.rhs is integral(exp(-term(0) * t), t, 0, 1)


def test_the_integral_at_the_end_must_converge():
    euler = cited.euler_gamma().rhs
    value = integral(opened(euler, t) * exp(-x * t), t, 0, oo)
    with pytest.raises(NotProved):
        limit_under_integral(value, t, x, WITH_A, cited.euler_gamma())
    divergent = integral(t ** (x - 1), t, 0, 1)  # 1/x
    with pytest.raises(NotProved):
        limit_under_integral(divergent, t, x, NEAR, has_value(x, NEAR))


@pytest.mark.parametrize(
    "integrand",
    [
        exp(x * t),  # falls with x
        -exp(-x * t),  # negative
        cos(x * t) * exp(-x * t) * cos(10 * t),  # of either sign
        x**-2 * exp(-t / x),  # no value at the end
        step(1 - x * t) * exp(-x * t),  # not continuous
    ],
)
def test_other_integrands_are_refused(integrand):
    value = integral(integrand, t, 0, 1)
    with pytest.raises(NotProved):
        known = proper(integral(exp(-term(0) * t), t, 0, 1), domain())
        limit_under_integral(value, t, x, NEAR, known)


def test_the_parameter_must_not_stand_in_a_limit_of_the_integral():
    value = integral(exp(-x * t), t, 0, x)
    with pytest.raises(NotProved):
        limit_under_integral(value, t, x, NEAR, has_value(x, NEAR))
