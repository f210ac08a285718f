"""The fundamental theorem on half-lines, and each way to misuse it."""

import pytest

from symkern.claims.trial import tried
from symkern.proofs.domains import POSITIVE, REALS, domain, interval
from symkern.proofs.rules.improper import improper
from symkern.proofs.terms import erf, exp, integral, oo, pi, sqrt, symbols
from symkern.proofs.theorem import NotProved

s, x, k = symbols("s x k")
BELL = exp(-(x**2))
ERROR = sqrt(pi) / 2 * erf(x)


def test_both_tails_of_a_gaussian_are_true_and_add_up():
    where = domain(s=REALS)
    upper = improper(integral(BELL, x, s, oo), ERROR, x, where)
    lower = improper(integral(BELL, x, -oo, s), ERROR, x, where)
    assert upper.proved and lower.proved
    assert not tried(upper).disagreement and not tried(lower).disagreement
    assert tried(upper).agreed > 0


def test_an_exponential_with_a_rate():
    where = domain(k=POSITIVE)
    found = improper(integral(exp(-k * x), x, 0, oo), -exp(-k * x) / k, x, where)
    assert found.proved and tried(found).agreed > 0 and not tried(found).disagreement


@pytest.mark.parametrize(
    ("integrand", "antiderivative", "where"),
    [
        (exp(-x), -2 * exp(-x), domain()),  # the derivative of the antiderivative is another function
        (exp(x), exp(x), domain()),  # no limit
        (exp(-k * x), -exp(-k * x) / k, domain(k=interval(-1, 0))),  # grows
        (x * exp(-x) - exp(-x), -x * exp(-x), domain()),  # changes its sign
        ((1 + x) ** -2, -((1 + x) ** -1), domain()),  # a limit that the rule does not know
    ],
)
def test_what_is_not_shown_is_refused(integrand, antiderivative, where):
    with pytest.raises(NotProved):
        improper(integral(integrand, x, 0, oo), antiderivative, x, where)


def test_an_antiderivative_that_jumps_inside_is_refused():
    with pytest.raises(NotProved):
        improper(integral(x**-2, x, -1, 1), -(x**-1), x, domain())


def test_limits_out_of_order_are_refused():
    with pytest.raises(NotProved):
        improper(integral(BELL, x, oo, -oo), ERROR, x, domain())


def test_an_antiderivative_without_a_value_at_an_end_is_refused():
    with pytest.raises(NotProved):
        improper(integral(x**-2, x, 0, 1), -(x**-1), x, domain())
