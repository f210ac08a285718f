"""The rule that a function of its inverse gives back the argument."""

import pytest

from symkern.proofs.domains import POSITIVE, REALS, domain, interval
from symkern.proofs.rules.derivatives import of_inverse
from symkern.proofs.terms import acos, atan, cos, exp, log, shown, sym, tan
from symkern.proofs.theorem import NotProved

t = sym("t")


def test_the_tangent_of_the_arctangent_is_its_argument_everywhere():
    theorem = of_inverse("atan", t, domain(t=REALS))
    assert theorem.proved and (theorem.lhs, theorem.rhs) == (tan(atan(t)), t)


def test_the_logarithm_of_a_positive_number_has_a_value():
    theorem = of_inverse("log", t, domain(t=POSITIVE))
    assert theorem.proved and (theorem.lhs, theorem.rhs) == (exp(log(t)), t)


def test_the_arc_cosine_of_a_cosine_has_a_value():
    theorem = of_inverse("acos", t, domain(t=interval(-1, 1, "[]")))
    assert theorem.proved and theorem.lhs is cos(acos(t))


@pytest.mark.parametrize("name", ["acos", "asin", "log"])
def test_where_the_inverse_may_have_no_value_a_hypothesis_stays(name):
    theorem = of_inverse(name, t, domain(t=REALS))
    assert not theorem.proved
    assert all(shown(t) in shown(condition.term) for condition in theorem.hypotheses)


def test_an_argument_without_a_domain_is_refused():
    with pytest.raises(NotProved, match="t"):
        of_inverse("atan", t, domain())


def test_an_argument_without_a_value_is_not_proved():
    assert not of_inverse("atan", 1 / t, domain(t=REALS)).proved
