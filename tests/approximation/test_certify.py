"""The bound is one: never below the true difference, and not far above it."""

from fractions import Fraction

import pytest
from flint import acb, arb

from symkern.approximation.analytic import series
from symkern.approximation.certify import NotCertified, bound
from symkern.reference.precision import ball_precision

HERE = Fraction(0), Fraction(1)


def taylor(order):
    """exp less its Taylor polynomial, whose largest value on [0, 1] is at 1."""

    def difference(x):
        term, total = acb(1), acb(1)
        for k in range(1, order + 1):
            term = term * x / k
            total += term
        return x.exp() - total

    return difference


@pytest.mark.parametrize("order", [2, 5, 9])
def test_it_is_above_the_truth_and_near_it(order):
    found = bound(taylor(order), *HERE, Fraction(4), 60, 1e6)
    with ball_precision(200):
        true = float(taylor(order)(acb(1)).real.mid())
    assert true <= found <= 3 * true


def test_what_is_not_analytic_is_not_certified():
    with pytest.raises(NotCertified):
        bound(lambda x: (x - acb(arb(1) / 3)).sqrt(analytic=True), *HERE, Fraction(2), 60, 1e6)


def test_a_hypergeometric_cut_that_crosses_the_ellipse_is_seen():
    with pytest.raises(NotCertified):
        bound(lambda x: series(Fraction(1), x), *HERE, Fraction(2), 60, 1e6)
