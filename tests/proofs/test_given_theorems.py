"""A theorem that is given to a rule vouches for values on its own domain only."""

import pytest

from symkern.proofs import cited
from symkern.proofs.domains import POSITIVE, REALS, domain
from symkern.proofs.rules.equality import has_value, identity, instantiate, positive, reflexivity
from symkern.proofs.rules.integrals import proper
from symkern.proofs.terms import integral, sym
from symkern.proofs.theorem import NotProved

a, x = sym("a"), sym("x")
EULER = cited.euler_gamma().rhs
"""The integral of Gamma(a), which converges for a > 0 only."""
WIDE = domain(a=REALS)


def test_an_integral_is_positive_where_it_converges():
    assert positive(EULER, domain(a=POSITIVE), cited.euler_gamma()).proved


@pytest.mark.parametrize(
    "rule",
    [
        lambda: positive(EULER, WIDE, cited.euler_gamma()),
        lambda: has_value(EULER, WIDE, cited.euler_gamma()),
        lambda: reflexivity(EULER, WIDE, cited.euler_gamma()),
        lambda: identity(EULER, EULER + 0, WIDE, cited.euler_gamma()),
        lambda: proper(integral(x * EULER, x, 0, 1), WIDE, cited.euler_gamma()),
        lambda: instantiate(reflexivity(x, domain(x=REALS)), {"x": EULER}, WIDE, cited.euler_gamma()),
    ],
    ids=["positive", "has_value", "reflexivity", "identity", "proper", "instantiate"],
)
def test_a_given_theorem_does_not_vouch_beyond_its_domain(rule):
    with pytest.raises(NotProved):
        rule()


def test_without_a_given_theorem_the_value_stays_open():
    assert not positive(EULER, domain(a=POSITIVE)).proved
