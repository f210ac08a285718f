"""The rule of cases by sign, and each way to misuse it."""

import pytest

from symkern.proofs.domains import POSITIVE, REALS, above, domain, interval
from symkern.proofs.rules.cases import by_sign
from symkern.proofs.rules.derivatives import differentiate
from symkern.proofs.rules.equality import holds_on, identity
from symkern.proofs.terms import absolute, oo, sym, term
from symkern.proofs.theorem import NotProved

x, y = sym("x"), sym("y")
NEGATIVE = interval(-oo, 0)
SQUARE = (absolute(x) * absolute(x), x**2)


def case(values, left=SQUARE[0], right=SQUARE[1], **others):
    return identity(left, right, domain(x=values, **others))


def test_a_statement_of_both_signs_holds_where_the_symbol_is_not_zero():
    theorem = by_sign(x, case(POSITIVE), case(NEGATIVE))
    assert theorem.proved and theorem.statement == case(POSITIVE).statement
    assert theorem.domain == domain([absolute(x)], x=REALS)


def test_the_conclusion_says_nothing_about_zero():
    with pytest.raises(NotProved):
        holds_on(by_sign(x, case(POSITIVE), case(NEGATIVE)), domain(x=REALS))


@pytest.mark.parametrize(
    "cases",
    [
        (case(POSITIVE), case(POSITIVE)),
        (case(NEGATIVE), case(POSITIVE)),
        (case(POSITIVE), case(interval(-1, 0))),
        (case(above(1)), case(NEGATIVE)),
        (case(POSITIVE), case(NEGATIVE, absolute(x), -x)),
        (case(POSITIVE, absolute(x), x), case(NEGATIVE, absolute(x), -x)),
        (case(POSITIVE), case(NEGATIVE, y=REALS)),
        (case(POSITIVE, y=POSITIVE), case(NEGATIVE, y=REALS)),
        (identity(*SQUARE, domain([x - 1], x=POSITIVE)), case(NEGATIVE)),
    ],
)
def test_cases_that_do_not_match_are_refused(cases):
    with pytest.raises(NotProved):
        by_sign(x, *cases)


def test_the_symbol_must_be_that_of_the_cases():
    with pytest.raises(NotProved):
        by_sign(y, case(POSITIVE), case(NEGATIVE))
    with pytest.raises(NotProved):
        by_sign(term(2), case(POSITIVE), case(NEGATIVE))


def test_derivatives_by_the_symbol_may_be_joined():
    slopes = [differentiate(absolute(x), x, domain(x=values)) for values in (POSITIVE, NEGATIVE)]
    assert by_sign(x, *slopes).proved
