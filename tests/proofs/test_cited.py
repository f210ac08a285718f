"""Cited theorems, each against quadrature."""

from fractions import Fraction

import mpmath
import pytest

from symkern.claims.trial import evaluated
from symkern.proofs import cited
from symkern.proofs.rules.geometry import CURVATURE
from symkern.reference.precision import ball_precision


@pytest.mark.parametrize("a", [Fraction(1, 3), Fraction(1, 2), Fraction(4)])
@pytest.mark.parametrize("z", [Fraction(-2), Fraction(0), Fraction(1, 7), Fraction(3, 2)])
def test_the_cosine_transform_of_the_gaussian_function(a, z):
    theorem = cited.gaussian_cosine()
    with ball_precision(100):
        left = float(evaluated(theorem.lhs, {"a": a, "z": z}, {}).mid())
    mp = mpmath.mp.clone()
    mp.dps = 30
    rate, shift = (mp.mpf(value.numerator) / value.denominator for value in (a, z))
    ends = [mp.mpf(k) / mp.sqrt(rate) for k in (0, 1, 2, 4, 9)]  # e^(-81) is left out
    right = mp.quad(lambda t: mp.exp(-rate * t * t) * mp.cos(2 * shift * t), ends)
    assert abs(left - float(right)) < 1e-14


def test_every_cited_theorem_has_a_source():
    theorems = [
        cited.euler_gamma, cited.euler_beta, cited.euler_hypergeometric, cited.hypergeometric_slope,
        cited.hypergeometric_derivative, cited.legendre_duplication, cited.gaussian_cosine, cited.gauss_sum,
    ]  # fmt: skip
    assert {name for theorem in theorems for name in theorem().cites} | {CURVATURE} == set(cited.SOURCES)
    assert len(cited.SOURCES) <= 15
