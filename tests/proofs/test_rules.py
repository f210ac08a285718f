"""Every rule refuses to be misused: one test for each way to go wrong."""

import copy
import dataclasses
import pickle
from fractions import Fraction as F

import pytest

from symkern.proofs import cited
from symkern.proofs.domains import POSITIVE, REALS, Interval, above, domain, integers, interval
from symkern.proofs.exact import ZERO
from symkern.proofs.rules.definitions import PREVIOUS, define, function_of, recursion
from symkern.proofs.rules.derivatives import (
    chain,
    derivative_value,
    differentiate,
    inverse,
    multiple,
    of_equal,
    unique,
    with_slope,
)  # fmt: skip
from symkern.proofs.rules.equality import (
    combine,
    discharge,
    has_value,
    identity,
    instantiate,
    positive,
    reflexivity,
    restrict,
    rewrite,
    symmetry,
    transitivity,
)  # fmt: skip
from symkern.proofs.rules.integrals import (
    bounded_factor,
    change_of_variable,
    constant_factor,
    derivative_under_integral,
    fundamental,
    join,
    proper,
    sum_of_integrals,
    under_integral,
)  # fmt: skip
from symkern.proofs.rules.plane import linear_plane, polar, quadrant
from symkern.proofs.terms import (
    absolute,
    atan,
    cos,
    exp,
    gamma,
    half,
    integral,
    log,
    oo,
    pi,
    sin,
    sqrt,
    step,
    symbols,
    term,
)  # fmt: skip
from symkern.proofs.theorem import Equal, NotProved, Theorem, conclude

x, y, a, b, t, u, v, m, n, r, phi = symbols("x y a b t u v m n r phi")
REAL = domain(x=REALS)
POS = domain(x=POSITIVE)
NONE = domain()


def refused(rule, *args, **more):
    with pytest.raises(NotProved) as caught:
        rule(*args, **more)
    return str(caught.value)


# Theorems themselves


def test_only_rules_make_theorems():
    known = identity(x + x, 2 * x, REAL)
    with pytest.raises(TypeError, match="made by a rule"):
        Theorem(object(), statement=Equal(x, y), domain=REAL)
    with pytest.raises(AttributeError, match="does not change"):
        known.statement = Equal(x, 2 * x)
    with pytest.raises(TypeError):
        dataclasses.replace(known, statement=Equal(x, 2 * x))
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="proved again"):
            copied(known)


def test_a_symbol_without_a_domain_is_refused():
    assert "has no domain" in refused(identity, y, y, REAL)
    with pytest.raises(NotProved, match="has no domain"):
        conclude("anything", Equal(y, y), REAL)


def test_an_interval_is_not_empty():
    for low, high, ends in ((1, 0, "()"), (1, 1, "()"), (1, 1, "[)")):
        with pytest.raises(ValueError, match="empty"):
            interval(low, high, ends)
    with pytest.raises(ValueError, match="infinity"):
        Interval(ZERO, above(0).high, False, False)


# Equality


def test_transitivity_needs_equations_that_meet():
    first, second = identity(x + x, 2 * x, REAL), identity(x * 2, x + x, REAL)
    assert "do not meet" in refused(transitivity, first, second)
    assert transitivity(second, first).statement == Equal(x * 2, 2 * x)


def test_an_equation_on_a_smaller_domain_is_not_used_on_a_larger_one():
    small = identity(sqrt(x**2), x, POS)
    assert "not shown to be in" in refused(combine, sqrt(x**2), x, REAL, (1, small))
    assert "not shown to be in" in refused(identity, sqrt(x**2), x, REAL, small)
    assert "not shown to be in" in refused(restrict, small, REAL)
    assert "not shown to be in" in refused(transitivity, identity(2 * x, x + x, REAL), small)


def test_rewriting_needs_an_occurrence_and_the_domain():
    small, whole = identity(sqrt(x**2), x, POS), identity(x + x, 2 * x, REAL)
    assert "not shown to be in" in refused(rewrite, whole, small)
    assert "does not occur" in refused(rewrite, identity(x + 1, 1 + x, POS), small)


def test_instances_stay_in_the_domain_and_have_values():
    small = identity(sqrt(x**2), x, POS)
    assert "not shown to be in (0, oo)" in refused(instantiate, small, {"x": y}, domain(y=REALS))
    assert "not shown to be in (0, oo)" in refused(instantiate, small, {"x": -1}, NONE)
    whole = identity(x + x, 2 * x, REAL)
    assert not instantiate(whole, {"x": 1 / y}, domain(y=REALS)).proved
    assert "not a symbol" in refused(instantiate, whole, {"z": y}, domain(y=REALS))
    natural = identity((-1) ** (2 * m), 1, domain(m=integers(0)))
    assert "must be an integer" in refused(instantiate, natural, {"m": y}, domain(y=POSITIVE))
    assert "must be an integer" in refused(instantiate, natural, {"m": F(1, 2)}, NONE)


def test_a_condition_of_the_domain_is_asked_of_instances():
    ordered = identity(sqrt((x - y) ** 2), x - y, domain([x - y], x=REALS, y=REALS))
    assert ordered.proved
    assert "> 0 is not shown" in refused(instantiate, ordered, {"y": x + 1}, REAL)
    assert instantiate(ordered, {"y": x - 1}, REAL).proved


def test_combinations_compute_what_remains():
    known = identity(x + x, 2 * x, REAL)
    assert "does not vanish" in refused(combine, x + x, 3 * x, REAL, (1, known))
    assert "an equation is needed" in refused(combine, x, x, REAL, (1, has_value(x, REAL)))


def test_positive_needs_bounds_that_show_it():
    assert positive(1 + x**2, REAL).proved
    assert "does not follow" in refused(positive, x, REAL)
    assert "does not follow" in refused(positive, x**2, REAL)


def test_discharge_takes_the_condition_itself():
    wide = domain(x=REALS)
    open_ = identity(x**2 / x**2, 1, wide)
    assert not open_.proved
    assert "no hypothesis" in refused(discharge, open_, positive(1 + x**2, wide))
    assert "no hypothesis" in refused(discharge, open_, positive(x**2, POS))


def test_reflexivity_and_values_need_values():
    assert not reflexivity(1 / x, REAL).proved
    assert not has_value(log(x), REAL).proved
    assert symmetry(reflexivity(1 / x, POS)).proved


# Definitions


def test_a_definition_has_a_value_everywhere():
    assert "has no value unless" in refused(define, "f", (x,), 1 / x, REAL)
    assert "each once" in refused(define, "f", (x, x), x, REAL)
    assert "each once" in refused(define, "f", (x,), x, domain(x=REALS, y=REALS))


def test_two_meanings_of_a_name_are_two_functions():
    one, two = define("f", (x,), x + 1, REAL), define("f", (x,), x + 2, REAL)
    f, g = function_of(one), function_of(two)
    assert f(x) is not g(x)
    assert "does not vanish" in refused(identity, f(x), g(x), REAL)
    assert "not a definition" in refused(function_of, identity(x, x, REAL))


def test_a_function_has_values_on_its_domain_only():
    f = function_of(define("f", (x,), log(x), POS))
    assert not identity(f(y), f(y), domain(y=REALS)).proved
    assert identity(f(y), f(y), domain(y=POSITIVE)).proved


def test_a_recursion_needs_its_first_step_and_its_step():
    where = domain(m=integers(0), x=REALS)
    step_ = x * PREVIOUS
    base = identity(x ** term(0), 1, REAL)
    advance = identity(x ** (m + 1), x * x**m, where)
    assert recursion("p", m, x, where, 1, step_, x**m, base, advance).proved
    wrong_step = identity(x ** (m + 1), x**m * x, where)
    assert "first step" in refused(recursion, "p", m, x, where, 2, step_, x**m, base, advance)
    assert "the step must be" in refused(recursion, "p", m, x, where, 1, step_, x**m, base, wrong_step)
    shifted = domain(m=integers(1), x=REALS)
    assert "integers from 0" in refused(recursion, "p", m, x, shifted, 1, step_, x**m, base, advance)
    closed = domain(m=integers(0), x=interval(0, 1, "[]"))
    assert "open interval" in refused(recursion, "p", m, x, closed, 1, step_, x**m, base, advance)


# Derivatives


def test_the_modulus_has_no_derivative_and_neither_has_a_step():
    for function in (step(x), gamma(x**2 + 1)):
        assert "is not known" in refused(differentiate, function, x, REAL)
    assert not differentiate(absolute(x), x, REAL).proved


def test_a_derivative_needs_an_open_interval():
    for where in (interval(0, 1, "[]"), interval(0, 1, "[)"), integers(0)):
        assert "open interval" in refused(differentiate, x**2, x, domain(x=where))


def test_the_root_has_no_derivative_at_zero():
    assert "sign of x" in refused(differentiate, sqrt(x), x, REAL)
    assert not differentiate(1 / x, x, REAL).proved
    assert differentiate(sqrt(x), x, POS).proved


def test_equal_at_a_point_is_not_equal_near_it():
    slope = differentiate(x**2, x, REAL)
    at_zero = domain(x=interval(0, 0, "[]"))
    equation = restrict(identity(x**2, x**2, REAL), at_zero)
    assert "open interval" in refused(of_equal, restrict(slope, at_zero), equation)


def test_an_open_condition_is_needed_too():
    at_zero = domain([F(1, 4) - absolute(step(x) - half)], x=REALS)  # x = 0 alone
    assert "open condition" in refused(differentiate, x**2, x, at_zero)


def test_derivatives_of_different_functions_are_not_compared():
    assert "different functions" in refused(unique, differentiate(x**2, x, REAL), differentiate(x**3, x, REAL))
    assert "is not the slope" in refused(with_slope, differentiate(x**2, x, REAL), identity(x, x, REAL))
    assert "is not the function" in refused(of_equal, differentiate(x**2, x, REAL), identity(x, x, REAL))
    assert "a derivative is needed" in refused(derivative_value, identity(x, x, REAL))


def test_a_parameter_may_not_become_the_variable():
    wide = domain(x=REALS, n=REALS)
    slope = differentiate(n * x, x, wide)
    assert "cannot be replaced" in refused(instantiate, slope, {"n": x}, wide)
    assert "cannot be replaced" in refused(instantiate, slope, {"x": n}, wide)
    assert "depends on x" in refused(multiple, x, slope)


def test_the_chain_rule_stays_in_the_domain_of_the_outer_function():
    outer = differentiate(log(t), t, domain(t=POSITIVE))
    assert "not shown to be in" in refused(chain, outer, x, x, REAL)
    assert "already" in refused(chain, differentiate(x * t, t, domain(x=REALS, t=REALS)), x**2, x, REAL)
    assert chain(outer, 1 + x**2, x, REAL).proved


def test_inverse_functions_are_taken_in_their_ranges():
    wide = domain(x=interval(0, pi))
    assert "must begin with" in refused(inverse, "atan", x, identity(sin(x), sin(x), wide))
    beyond = domain(x=interval(0, 2 * pi))
    assert "not shown" in refused(inverse, "acos", x, identity(cos(x), cos(x), beyond))
    assert "not shown" in refused(inverse, "asin", x, identity(sin(x), sin(x), wide))


# Integrals

LINE = integral(x**2, x, 0, 1)


def test_a_singular_integrand_is_not_continuous():
    assert "not continuous" in refused(proper, integral(1 / x, x, 0, 1), NONE)
    assert "sign of x" in refused(proper, integral(x**-half, x, 0, 1), NONE)
    assert "infinite limit" in refused(proper, integral(exp(-x), x, 0, oo), NONE)
    assert "not known to be continuous" in refused(proper, integral(step(x - half), x, 0, 1), NONE)
    assert "not in order" in refused(proper, integral(x, x, 1, 0), NONE)
    wide = domain(a=REALS)
    assert "in order" in refused(proper, integral(x, x, 0, a), wide)


def test_nothing_is_done_with_an_integral_that_is_not_known_to_converge():
    wild = integral(1 / x, x, 0, 1)
    assert "not known to converge" in refused(constant_factor, 2, wild, proper(LINE, NONE))
    assert "not known to converge" in refused(
        join, wild, integral(1 / x, x, 1, 2), proper(integral(1 / x, x, 1, 2), NONE)
    )
    assert "not known to converge" in refused(sum_of_integrals, LINE, wild, proper(LINE, NONE))
    assert not identity(wild - wild, 0, NONE).proved


def test_the_fundamental_theorem_needs_both_ends_and_continuity_between():
    found = fundamental(LINE, x**3 / 3, x, NONE)
    assert found.rhs is (term(1) ** 3 / 3) - (term(0) ** 3 / 3)
    assert "does not vanish" in refused(fundamental, LINE, x**3, x, NONE)
    wide = integral(1 / (1 + x**2), x, -1, 1)
    assert fundamental(wide, atan(x), x, NONE).proved
    jump = -atan(1 / x)  # the same derivative, but a jump at 0
    refused(fundamental, wide, jump, x, NONE)
    refused(fundamental, integral(x**-2, x, -1, 1), -1 / x, x, NONE)
    refused(fundamental, integral(1 / x, x, 0, 1), log(x), x, NONE)


def test_the_arctangent_of_print_has_a_branch():
    """Cho & Saul (2010), eq. (24): the antiderivative jumps at xi = theta."""
    where = domain(a=interval(0, pi / 2))
    value = integral(1 / (1 - cos(a) * cos(x)), x, 0, pi / 2)
    printed = atan(sin(a) * sin(x) / (cos(x) - cos(a))) / sin(a)
    refused(fundamental, value, printed, x, where)


def test_a_change_of_variable_is_monotone_takes_the_limits_and_has_the_slope():
    known = proper(LINE, NONE)
    good = change_of_variable(LINE, t, sin(t), sin(t) ** 2 * cos(t), 0, pi / 2, known)
    assert good.statement == Equal(integral(sin(t) ** 2 * cos(t), t, 0, pi / 2), LINE)
    assert "does not vanish" in refused(change_of_variable, LINE, t, sin(t), sin(t) ** 2, 0, pi / 2, known)
    assert "monotone" in refused(change_of_variable, LINE, t, sin(t), sin(t) ** 2 * cos(t), 0, pi, known)
    assert "does not vanish" in refused(change_of_variable, LINE, t, sin(t), sin(t) ** 2 * cos(t), 0, pi / 3, known)
    assert "does not vanish" in refused(change_of_variable, LINE, t, 1 - t, (1 - t) ** 2 * -1, 0, 1, known)
    assert "not in order" in refused(change_of_variable, LINE, t, 1 - t, (1 - t) ** 2, 1, 0, known)
    assert "symbol of the statement" in refused(
        change_of_variable,
        integral(a * x, x, 0, 1),
        a,
        a,
        a * a,
        0,
        1,
        proper(integral(a * x, x, 0, 1), domain(a=REALS)),
    )
    tail = instantiate(cited.euler_gamma(), {"a": 1}, NONE)
    refused(change_of_variable, tail.rhs, t, exp(-t), exp(-exp(-t)) * exp(-t), 0, oo, tail)


def test_neighbouring_intervals_meet_and_have_one_integrand():
    first, second = integral(x, x, 0, 1), integral(x, x, 1, 2)
    known = [proper(value, NONE) for value in (first, second, integral(x, x, 2, 3), integral(x**2, x, 1, 2))]
    assert join(first, second, *known).proved
    assert "do not meet" in refused(join, first, integral(x, x, 2, 3), *known)
    assert "differ" in refused(join, first, integral(x**2, x, 1, 2), *known)
    assert "different limits" in refused(sum_of_integrals, first, second, *known)


def test_a_factor_under_the_integral_is_bounded():
    known = proper(LINE, NONE)
    assert bounded_factor(integral(x**2 * exp(x), x, 0, 1), LINE, exp(x), x, known).proved
    refused(bounded_factor, integral(1 / x, x, 0, 1), LINE, x**-3, x, known)
    assert "does not vanish" in refused(bounded_factor, integral(x**3, x, 0, 1), LINE, exp(x), x, known)
    assert "different limits" in refused(bounded_factor, integral(x**2, x, 0, 2), LINE, 1, x, known)


def test_a_constant_factor_does_not_depend_on_the_variable():
    outside = constant_factor(a, LINE, proper(LINE, domain(a=REALS)))
    assert outside.lhs is integral(a * x**2, x, 0, 1)
    assert "has no domain" in refused(constant_factor, x, LINE, proper(LINE, NONE))


def test_an_equation_under_the_integral_holds_between_the_limits():
    value = integral(absolute(x), x, 0, 1)
    same = identity(absolute(x), x, domain(x=interval(0, 1)))
    assert under_integral(value, same, x, proper(value, NONE)).proved
    wider = integral(absolute(x), x, -1, 1)
    assert "not shown to be in" in refused(under_integral, wider, same, x, proper(wider, NONE))
    assert "is not the integrand" in refused(under_integral, LINE, same, x, proper(LINE, NONE))


def test_a_derivative_under_the_integral_is_dominated():
    where = domain(a=interval(0, 1))
    value = integral(exp(-a * x), x, 0, 1)
    known = restrict(proper(integral(term(1), x, 0, 1), NONE), where)
    assert derivative_under_integral(value, 1, exp(-a * x), x, a, known).proved
    assert "stands in the weight" in refused(
        derivative_under_integral, value, a, exp(-a * x) / a, x, a, proper(integral(a, x, 0, 1), where)
    )
    closed = domain(a=interval(0, 1, "[]"))
    refused(derivative_under_integral, value, 1, exp(-a * x), x, a, proper(integral(term(1), x, 0, 1), closed))
    rough = integral(absolute(x - a), x, 0, 1)
    refused(derivative_under_integral, rough, 1, absolute(x - a), x, a, known)
    pole = integral(1 / (x - a), x, 0, 1)
    refused(derivative_under_integral, pole, 1, 1 / (x - a), x, a, known)


# The plane


def gaussian_quadrant():
    """exp(-(u^2+v^2)/2) over the quadrant, in polar coordinates: pi/2."""
    where = domain(phi=interval(0, pi / 2))
    euler = instantiate(cited.euler_gamma(), {"a": 1}, where)
    moved = exp(-((r * cos(phi)) ** 2 + (r * sin(phi)) ** 2) / 2) * r
    changed = change_of_variable(euler.rhs, r, half * r**2, moved, 0, oo, euler)
    radial = combine(term(1), changed.lhs, where, (-1, changed), (1, euler))
    outer = proper(integral(term(1), phi, 0, pi / 2), NONE)
    return radial, outer


def test_polar_coordinates():
    radial, outer = gaussian_quadrant()
    density = exp(-(u**2 + v**2) / 2)
    assert polar(density, u, v, r, phi, radial, outer).rhs is integral(term(1), phi, 0, pi / 2)
    assert "the radial integral must be" in refused(polar, exp(-(u**2 + v**2)), u, v, r, phi, radial, outer)
    assert "not known to converge" in refused(
        polar, density, u, v, r, phi, radial, proper(integral(term(1), phi, 0, pi), NONE)
    )
    assert "non-negative" in refused(polar, -density, u, v, r, phi, radial, outer)
    assert "new and different" in refused(polar, density, u, u, r, phi, radial, outer)


def test_a_linear_change_has_a_determinant_and_the_right_integrand():
    radial, outer = gaussian_quadrant()
    density = exp(-(u**2 + v**2) / 2)
    known = polar(density, u, v, r, phi, radial, outer)
    body = exp(-(a**2 + b**2) / 2)
    assert linear_plane(body, (a, b), (a, b), density, (u, v), known).proved
    assert "determinant" in refused(linear_plane, body, (a, 2 * a), (a, b), density, (u, v), known)
    assert "not linear" in refused(linear_plane, body, (a * b, b), (a, b), density, (u, v), known)
    assert "not a linear form" in refused(linear_plane, body, (a + 1, b), (a, b), density, (u, v), known)
    assert "does not vanish" in refused(linear_plane, body**2, (a, b), (a, b), density, (u, v), known)
    assert "does not vanish" in refused(linear_plane, body, (a + b, b), (a, b), density, (u, v), known)
    assert "positive" in refused(linear_plane, body, (a, b), (a, b), density, (u, v), known, scales=(-1, 1))
    assert quadrant(density, u, v) is known.lhs


# Cited theorems


def test_a_citation_is_named_in_everything_that_rests_on_it():
    found = instantiate(cited.euler_gamma(), {"a": half}, NONE)
    assert found.cites == {"Euler's integral of the Gamma function"}
    assert "not shown to be in" in refused(instantiate, cited.euler_gamma(), {"a": 0}, NONE)
    assert len(cited.SOURCES) <= 15
