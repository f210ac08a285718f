"""Lemmas on signs, inner products, elliptic integrals, opposite inputs and random cosines, tried on numbers."""

from fractions import Fraction

import mpmath
import pytest
import sympy as sp

from symkern.claims.evaluators import evaluators
from symkern.claims.trial import tried
from symkern.proofs.domains import above, domain, interval
from symkern.proofs.rules.equality import holds_on
from symkern.proofs.terms import pi
from symkern.proofs.theorem import Equal, Less, NotProved, terms_of
from symkern.reference.evaluate import evaluate
from symkern.symbolic.bridge import to_sympy
from symkern.theorems import cone, elliptic, inner_product, monotone, opposite, random_cosines

LEMMAS = [
    cone.euler_limit, cone.continuous_at_zero, cone.second_order, cone.cone, cone.rays,
    opposite.sine_ratio, opposite.law_near_pi, opposite.series_at_zero,
    elliptic.second_kind, elliptic.slope, elliptic.degree_minus_half, elliptic.degree_half,
    inner_product.sine, inner_product.half_cosine, inner_product.closed, inner_product.angular_slope,
    inner_product.kernel_slope, inner_product.unit_vectors,
    monotone.angular_positive, monotone.falling,
    opposite.along, opposite.definition, opposite.value_at_pi,
    random_cosines.over_the_phase, random_cosines.over_the_weight, random_cosines.mean,
]  # fmt: skip
REACHED = [
    elliptic.second_kind, elliptic.degree_half, inner_product.sine, inner_product.half_cosine,
    random_cosines.over_the_phase,
]  # fmt: skip
"""Equations whose sides the evaluators reach."""


@pytest.mark.parametrize("lemma", LEMMAS, ids=lambda lemma: lemma.__wrapped__.__qualname__)
def test_lemmas_have_names_and_no_open_hypothesis(lemma):
    assert lemma().proved and lemma().name and lemma().because
    assert not tried(lemma(), evaluators()).disagreement


@pytest.mark.parametrize("lemma", REACHED, ids=lambda lemma: lemma.__qualname__)
def test_both_sides_have_the_same_values(lemma):
    trial = tried(lemma(), evaluators())
    assert trial.agreed >= 4 and not trial.disagreement


def test_the_slope_of_the_first_elliptic_integral_is_that_of_mpmath():
    function, slope = terms_of(elliptic.slope().statement)
    parameter = sp.Symbol("m", real=True)
    for m in (0.1, 0.5, 0.9):
        expected = mpmath.diff(mpmath.ellipk, m)
        assert abs(float(to_sympy(slope).subs(parameter, m).evalf(12)) - float(expected)) < 1e-8
        assert abs(float(to_sympy(function).subs(parameter, m).evalf(12)) - float(mpmath.ellipk(m))) < 1e-8


def test_an_integral_that_cancels_is_not_taken_for_a_disagreement():
    trial = tried(random_cosines.over_the_weight(), evaluators())  # of the order e^(-40) at x = 10, z = 1
    assert not trial.disagreement and trial.agreed and trial.unreached


def test_signs_are_strict_and_hold_for_degrees_above_minus_one():
    for lemma in (monotone.angular_positive, monotone.falling):
        assert isinstance(lemma().statement, Less)
    holds_on(monotone.angular_positive(), domain(n=above(-1), theta=interval(0, pi)))
    with pytest.raises(NotProved):
        holds_on(monotone.falling(), domain(n=above(-1), theta=interval(0, pi)))


def test_random_cosines_have_the_gaussian_kernel_as_their_mean():
    assert isinstance(random_cosines.mean().statement, Equal)
    assert random_cosines.mean().cites == {"cosine transform of the Gaussian function"}


@pytest.mark.parametrize("degree", [Fraction(3, 4), Fraction(1), Fraction(5, 2)])
def test_second_order_of_the_angular_part_at_small_angles(degree):
    angle = Fraction(1, 10**15)
    near, top, lower = (
        Fraction(evaluate(n, theta=t, digits=70).value) for n, t in ((degree, angle), (degree, 0), (degree - 1, 0))
    )
    quotient = (top - near) / (angle**2 / 2)
    # the next term is of the order theta^(2n - 1)
    assert abs(quotient / (degree**2 * lower) - 1) < 100 * float(angle) ** min(2, 2 * float(degree) - 1)
