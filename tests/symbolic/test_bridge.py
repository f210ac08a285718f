"""SymPy's functions as terms of the proof kernel."""

from fractions import Fraction

import mpmath
import pytest
import sympy as sp

from symkern.claims.trial import evaluated
from symkern.proofs.domains import POSITIVE, REALS, domain, interval
from symkern.proofs.rules.equality import has_value
from symkern.symbolic.bridge import Untranslated, to_term

m, x = sp.symbols("m x", real=True)
WHERE = domain(m=interval(0, 1), x=REALS)


@pytest.mark.parametrize("at", [Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)])
def test_elliptic_integrals_have_the_parameter_of_sympy(at):
    for function, known in ((sp.elliptic_k, mpmath.ellipk), (sp.elliptic_e, mpmath.ellipe)):
        value = float(evaluated(to_term(function(m), WHERE), {"m": at}, {}).mid())
        assert abs(value - float(known(mpmath.mpf(at.numerator) / at.denominator))) < 1e-12


def test_the_variable_of_an_elliptic_integral_captures_nothing():
    t = sp.Symbol("t", real=True)
    translated = to_term(sp.elliptic_k(t), domain(t=interval(0, 1)))
    assert translated.symbols == {"t"}
    value = float(evaluated(translated, {"t": Fraction(1, 2)}, {}).mid())
    assert abs(value - float(mpmath.ellipk(0.5))) < 1e-12


def test_incomplete_elliptic_integrals_are_unknown():
    with pytest.raises(Untranslated):
        to_term(sp.elliptic_e(x, m), WHERE)


@pytest.mark.parametrize("at", [Fraction(-3), Fraction(-1, 7), Fraction(2, 3)])
def test_hyperbolic_tangents_and_signs(at):
    assert abs(float(evaluated(to_term(sp.tanh(x), WHERE), {"x": at}, {}).mid()) - float(mpmath.tanh(at))) < 1e-12
    assert evaluated(to_term(sp.sign(x), WHERE), {"x": at}, {}).contains(1 if at > 0 else -1)


def test_a_sign_has_no_value_at_zero():
    assert not has_value(to_term(sp.sign(x), WHERE), WHERE).proved
    positive = domain(x=POSITIVE)
    assert has_value(to_term(sp.sign(x), positive), positive).proved
