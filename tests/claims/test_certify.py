"""Statements over a set: what balls enclose is certified, what is false or too close is not."""

import sympy as sp
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from symkern.claims import Claim, Within
from symkern.claims.certify import ball_of, certify, fails_somewhere
from symkern.claims.judge import judge

t, u = sp.symbols("t u", positive=True)
UNIT = {t: ("1/10", "1")}
CUBIC = t - t**3 / 6


def sine(bound):
    return Within("sin(t)", lambda at: at["t"].sin(), CUBIC, bound, UNIT)


def test_a_true_bound_is_certified_and_its_mutants_die():
    found = judge(Claim("paper.1", "", "certified", lambda: sine(t**5 / 100)))
    assert found.verdict == "certified"
    assert found.mutants == found.killed >= 3
    assert "on" in found.evidence[0]


def test_a_false_bound_is_refuted_where_it_fails():
    found = certify(sine(t**5 / 200))
    assert found.fails_at is not None
    place = found.fails_at[t]
    assert abs(sp.N(sp.sin(place) - CUBIC.subs(t, place), 30)) > place**5 / 200


def test_a_bound_that_is_met_with_equality_stays_undecided():
    touching = Within("t", lambda at: at["t"], t + t**2, t**2, UNIT)
    assert judge(Claim("paper.1", "", "certified", lambda: touching)).verdict == "unknown"


def test_several_variables():
    def value(at):
        return (at["t"] + at["u"]).exp()

    box = {t: ("0", "1/2"), u: ("-1/2", "1/2")}
    assert certify(Within("exp(t + u)", value, sp.exp(t) * sp.exp(u), sp.Rational(1, 10**6), box)).fails_at is None
    assert fails_somewhere(Within("exp(t + u)", value, sp.exp(t) - sp.exp(u), sp.Rational(1, 10), box))


def test_a_mutant_that_is_no_number_somewhere_fails():
    assert fails_somewhere(Within("t", lambda at: at["t"], sp.sqrt(t - 2), sp.Integer(100), UNIT))


@given(st.fractions(min_value="1/10", max_value=3, max_denominator=50))
def test_balls_contain_what_sympy_evaluates(value):
    at = sp.Rational(value.numerator, value.denominator)
    expression = (
        sp.sqrt(t) * sp.exp(-t) + sp.atan(t) ** 3 / sp.gamma(t + 1) - sp.erf(t) * sp.pi + t ** sp.Rational(3, 2)
    )
    ball = ball_of(expression, {t: arb(value.numerator) / value.denominator})
    assert abs(float(ball.mid()) - float(expression.subs(t, at))) < 1e-12
