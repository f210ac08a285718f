"""Inverse functions undone, and the slope of |u|: what the rules conclude, and each way to misuse them."""

import pytest

from symkern.proofs.domains import POSITIVE, REALS, domain, integers, interval
from symkern.proofs.rules.derivatives import derivative_value, differentiate, undone
from symkern.proofs.rules.equality import identity
from symkern.proofs.terms import absolute, acos, asin, atan, cos, exp, integral, log, oo, sin, sym, tan, term
from symkern.proofs.theorem import Equal, NotProved

x = sym("x")


@pytest.mark.parametrize(
    ("name", "outer", "inner", "values"),
    [
        ("acos", cos, acos, interval(-1, 1, "[]")),
        ("asin", sin, asin, interval(-1, 1)),
        ("atan", tan, atan, REALS),
        ("log", exp, log, POSITIVE),
    ],
)
def test_inverse_functions_are_undone(name, outer, inner, values):
    theorem = undone(name, x, domain(x=values))
    assert theorem.proved and theorem.statement == Equal(outer(inner(x)), x)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("acos", REALS),
        ("acos", interval(-1, "3/2")),
        ("asin", interval(-2, 1)),
        ("log", REALS),
        ("log", interval(0, 1, "[)")),
    ],
)
def test_nothing_is_undone_where_the_inverse_has_no_value(name, values):
    with pytest.raises(NotProved):
        undone(name, x, domain(x=values))


def test_the_argument_must_have_a_value():
    with pytest.raises(NotProved):
        undone("atan", 1 / x, domain(x=REALS))
    with pytest.raises(NotProved):
        undone("atan", integral(sym("t"), sym("t"), 0, oo), domain())


def test_a_given_theorem_must_hold_on_the_domain():
    narrow = identity(x**2 / x, x, domain(x=POSITIVE))
    with pytest.raises(NotProved):
        undone("atan", x, domain(x=REALS), narrow)


def test_only_inverse_functions_are_undone():
    with pytest.raises(KeyError):
        undone("sin", x, domain(x=REALS))


def test_slope_of_a_magnitude_is_its_sign():
    for values, sign in ((POSITIVE, 1), (interval(-3, 0), -1)):
        slope = derivative_value(differentiate(absolute(x), x, domain(x=values)))
        assert slope.proved and identity(slope.rhs, sign, domain(x=values)).proved


def test_slope_of_a_magnitude_where_its_argument_is_not_zero():
    where = domain([absolute(x)], x=REALS)
    assert differentiate(absolute(x), x, where).proved


def test_a_magnitude_has_no_slope_at_its_kink():
    assert not differentiate(absolute(x), x, domain(x=REALS)).proved
    assert not differentiate(absolute(x - 1), x, domain(x=POSITIVE)).proved


def test_a_magnitude_has_no_slope_at_a_closed_end_or_at_integers():
    for values in (interval(0, 1, "[)"), integers(1)):
        with pytest.raises(NotProved):
            differentiate(absolute(x), x, domain(x=values))


def test_a_magnitude_is_not_its_argument_where_the_sign_is_unknown():
    with pytest.raises(NotProved):
        identity(absolute(x), x, domain([absolute(x)], x=REALS))
    with pytest.raises(NotProved):
        identity(x / absolute(x), term(1), domain([absolute(x)], x=REALS))
