"""Forms in double precision against the reference: what is proved of them holds where it is looked at."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symkern.approximation.analytic import cosine_polynomial
from symkern.approximation.forms import Chain, Composition, IntegerDegree, RealDegree, SteepDegree, form
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


@pytest.mark.parametrize("layers", [(1, 1), (0, 1, 1), (2, 2, 2), (0, 0, 0)])
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
        form([Fraction(200), Fraction(1)])


@pytest.mark.parametrize("text", ["41/2", "503/10", "81", "120", "200", "100001/2"])
def test_a_high_degree_is_within_its_error(text):
    """The exact series at an exact cosine, against 40 digits; beyond the range of doubles too."""
    from mpmath import mp

    n = Fraction(text)
    steep = form([n])
    assert isinstance(steep, SteepDegree)
    assert steep.series.error < 2.0**-55
    with mp.workdps(40):
        for cosine in (
            Fraction(1),
            Fraction(999, 1000),
            Fraction(1, 3),
            Fraction(0),
            Fraction(-1, 3),
            Fraction(-99, 100),
        ):
            w = mp.mpf((1 + cosine).numerator) / (1 + cosine).denominator / 2
            series = mp.polyval([mp.mpf(a) for a in reversed(steep.series.coefficients)], w)
            value = mp.ldexp(steep.at_one, steep.unit) * w ** (mp.mpf(n.numerator) / n.denominator + 0.5) * series
            true = mp.mpf(evaluate(layers=[n], cosine=cosine, digits=35).value)
            assert abs(value - true) <= (steep.series.error + 3e-16) * true


@pytest.mark.parametrize("text", ["0", "1", "4", "-49/100", "-1/4", "1/4", "1/2", "5/2", "41/2", "120"])
def test_the_fall_from_equal_inputs_is_within_its_relative_error(text):
    """f(1) - f(c) from the exact polynomials, down to angles of 1e-15, where its relative error is what is proved."""
    from mpmath import mp

    n = Fraction(text)
    found = form([n])
    with mp.workdps(80):
        for s in (Fraction(9, 10), Fraction(1, 10), Fraction(1, 10**4), Fraction(1, 10**12), Fraction(1, 10**30)):
            one, other = (mp.mpf(evaluate(layers=[n], cosine=c, digits=75).value) for c in (1, 1 - s))
            true = (one - other) / one
            point = mp.mpf(s.numerator) / s.denominator
            assert abs(exact_fall(mp, found, point) - true) <= (found.gap_error + 4e-16) * true


def exact_fall(mp, found, s):
    """The fall over f(1) as the form has it, with its numbers as they are and no rounding."""

    def polynomial(coefficients, x):
        return mp.polyval([mp.mpf(a) for a in reversed(coefficients)], x)

    series = polynomial(found.series.coefficients, s)
    if isinstance(found, SteepDegree):
        power = mp.mpf(found.n.numerator) / found.n.denominator + 0.5
        kept = polynomial(found.series.coefficients, 1 - s / 2) / polynomial(found.series.coefficients, 1)
        return 1 - (1 - s / 2) ** power * kept
    if isinstance(found, IntegerDegree):
        sign = -1 if found.n % 2 else 1
        fall = polynomial(found.cosine_polynomial, 1) - polynomial(found.cosine_polynomial, 1 - s)
        return (fall + sign * s ** (found.n + mp.mpf(1) / 2) * series) / found.at_one
    fall = polynomial(found.regular.coefficients, 1) - polynomial(found.regular.coefficients, 1 - s)
    if found.m:
        logarithm = mp.expm1(found.eps * mp.log(s)) / found.eps if found.eps else mp.log(s)
        return (fall - found.kappa * s**found.m * series * logarithm) / found.at_one
    grown = series - found.series.coefficients[0]
    return (fall + found.kappa / found.eps * (grown - series * s**found.eps)) / found.at_one


@pytest.mark.parametrize("layers", [(1, "1/2"), ("-1/4", 1), ("1/3", 0, "5/2"), (0, "503/10")])
def test_a_chain_is_within_its_error(layers):
    """Layers one after another, exactly, at angles down to 1e-15 and past a right angle."""
    from mpmath import mp

    degrees = [Fraction(n) for n in layers]
    chain = form(degrees)
    assert isinstance(chain, Chain)
    assert chain.error < 2e-14
    with mp.workdps(80):
        for s in (Fraction(7, 9), Fraction(1, 50), Fraction(1, 2**30), Fraction(1, 2**53), Fraction(1, 10**30)):
            gap = mp.mpf(s.numerator) / s.denominator
            for part in chain.parts:
                gap = exact_fall(mp, part, gap)
            true = mp.mpf(evaluate(layers=degrees, cosine=1 - s, digits=35).value)
            assert abs(chain.at_one * (1 - gap) - true) <= (chain.error + 4e-16) * chain.at_one
