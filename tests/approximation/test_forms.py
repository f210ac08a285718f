"""Forms in double precision against the reference: what is proved of them holds where it is looked at."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symkern.approximation.analytic import cosine_polynomial
from symkern.approximation.forms import Composition, IntegerDegree, RealDegree, form
from symkern.errors import UsageError
from symkern.reference.evaluate import evaluate
from symkern.symbolic import angular


@pytest.mark.parametrize("n", range(12))
def test_the_polynomial_is_the_derived_one(n):
    derived = angular.polynomials(n)[0].all_coeffs()[::-1]
    assert cosine_polynomial(n) == tuple(derived) + (0,) * (n + 1 - len(derived))


@pytest.mark.parametrize("n", [0, 1, 2, 5, 10])
def test_integers_have_positive_partial_fractions(n):
    found = form([Fraction(n)])
    assert isinstance(found, IntegerDegree)
    assert found.fractions.slope > 0
    assert min(found.fractions.residues) > 0
    assert min(found.fractions.poles) > 2  # the branch point is at s = 2
    assert found.fractions.error < 2.0**-53 * found.fractions.constant
    assert sum(found.cosine_polynomial) == pytest.approx(float(evaluate(layers=[n], cosine=1)))


@pytest.mark.parametrize("text", ["-49/100", "-1/4", "1/2", "5/2", "7/3", "24999/10000"])
@settings(max_examples=20)
@given(st.integers(1, 999))
def test_a_real_degree_is_within_its_error(text, thousandths):
    """The exact polynomials at an exact cosine, against 40 digits: nothing but the fit is in the difference."""
    from mpmath import mp

    n, s = Fraction(text), Fraction(thousandths, 1000)
    found = real_form(text)
    with mp.workdps(40):
        series, regular = (polynomial_at(mp, piece, x) for piece, x in ((found.series, s), (found.regular, 1 - s)))
        point = mp.mpf(s.numerator) / s.denominator
        logarithm = mp.expm1(mp.mpf(found.eps) * mp.log(point)) / found.eps if found.eps else mp.log(point)
        values = {1: regular + found.kappa * point**found.m * series * logarithm}
        values[-1] = point ** (mp.mpf(n.numerator) / n.denominator + 0.5) * series
        for sign, value in values.items():
            true = mp.mpf(evaluate(layers=[n], cosine=sign * (1 - s), digits=40).value)
            assert abs(value - true) < 4e-16 * true


_forms = {}


def real_form(text):
    if text not in _forms:
        _forms[text] = form([Fraction(text)])
        assert isinstance(_forms[text], RealDegree)
    return _forms[text]


def polynomial_at(mp, piece, t):
    x = (mp.mpf(t.numerator) / t.denominator - piece.centre) * piece.scale
    return mp.polyval([mp.mpf(a) for a in reversed(piece.coefficients)], x)


@pytest.mark.parametrize("layers", [(1, 1), (0, 1, 1), (2, 2, 2), (0, 0, 0), (1, "1/2"), ("-1/4", 1)])
def test_a_composition_is_within_its_error(layers):
    from mpmath import mp

    degrees = [Fraction(n) for n in layers]
    found = form(degrees)
    assert isinstance(found, Composition)
    assert found.error < 1e-15 * found.at_one
    with mp.workdps(40):
        for s in (Fraction(1), Fraction(7, 9), Fraction(1, 50), Fraction(1, 2**30), Fraction(1, 2**53)):
            for sign, pieces, root in ((1, found.plus, found.plus_root), (-1, found.minus, 2)):
                t = (mp.mpf(s.numerator) / s.denominator) ** (mp.one / root)
                piece = next(piece for piece in pieces if t <= piece.high)
                value = mp.polyval([mp.mpf(a) for a in reversed(piece.coefficients)], (t - piece.centre) * piece.scale)
                value = found.at_one - t * value if sign > 0 else value
                true = mp.mpf(evaluate(layers=degrees, cosine=sign * (1 - s), digits=35).value)
                assert abs(value - true) <= found.error + 1e-16 * found.at_one


def test_a_kernel_that_no_double_holds_is_refused():
    with pytest.raises(UsageError, match=r"must be a double; got 6\.48e\+1953"):
        form([Fraction(2)] * 12)
    with pytest.raises(UsageError, match="must be a double"):
        form([Fraction(200)])
