"""Convergence with a bounded factor on infinite intervals, and each way to misuse it."""

import pytest

from symkern.proofs.domains import POSITIVE, domain
from symkern.proofs.rules.bounded import bounded_on_line, bounded_on_plane
from symkern.proofs.rules.equality import restrict
from symkern.proofs.rules.plane import whole_plane
from symkern.proofs.terms import atan, erf, exp, integral, log, oo, sin, step, symbols
from symkern.proofs.theorem import NotProved
from symkern.theorems.biased import DENSITY, whole_density
from symkern.theorems.diagonal import GAUSSIAN, gaussian

k, x, w_1, w_2 = symbols("k x w_1 w_2")


def test_a_bounded_factor_keeps_an_integral_convergent():
    found = bounded_on_line(GAUSSIAN, 1 + erf(3 * x), x, gaussian())
    assert found.proved and found.statement.term is integral((1 + erf(3 * x)) * exp(-(x**2) / 2), x, -oo, oo)


@pytest.mark.parametrize("factor", [x, exp(x), x**-1, log(x), step(x), integral(sin(k * x), k, 0, 1)])
def test_factors_that_are_not_bounded_or_not_continuous_are_refused(factor):
    with pytest.raises(NotProved):
        bounded_on_line(GAUSSIAN, factor, x, gaussian())
    with pytest.raises(NotProved):
        bounded_on_plane(exp(-(x**2 + w_2**2) / 2), factor, (x, w_2), whole_density())


def test_a_divergent_integral_is_refused():
    with pytest.raises(NotProved, match="converge"):
        bounded_on_line(integral(exp(x), x, -oo, oo), sin(x), x, gaussian())
    with pytest.raises(NotProved, match="converge"):
        bounded_on_plane(exp(w_1), 1 + erf(w_1), (w_1, w_2), whole_density())


def test_a_factor_on_the_plane_must_not_be_negative():
    found = bounded_on_plane(DENSITY, 1 + erf(w_1 - w_2), (w_1, w_2), whole_density())
    assert found.statement.term is whole_plane((1 + erf(w_1 - w_2)) * DENSITY, w_1, w_2)
    for factor in (erf(w_1), atan(w_2)):
        with pytest.raises(NotProved):
            bounded_on_plane(DENSITY, factor, (w_1, w_2), whole_density())


def test_variables_must_be_new():
    known = restrict(whole_density(), domain(w_1=POSITIVE))
    with pytest.raises(NotProved):
        bounded_on_plane(DENSITY, 1 + erf(w_1), (w_1, w_2), known)
