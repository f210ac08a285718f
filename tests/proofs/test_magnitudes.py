"""The slope of |u|: what the rule concludes, and each way to misuse it."""

import pytest

from symkern.proofs.domains import POSITIVE, REALS, domain, integers, interval
from symkern.proofs.rules.derivatives import derivative_value, differentiate
from symkern.proofs.rules.equality import identity
from symkern.proofs.terms import absolute, sym, term
from symkern.proofs.theorem import NotProved

x = sym("x")


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
