"""Laws of claims: what a verdict says holds at points that nobody chose."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from symkern.claims import Misprint, Qualified, Refuted, Relation, collect
from symkern.claims.evaluators import evaluators
from symkern.claims.proof import established
from symkern.claims.statement import compare, contains, drawn_points
from symkern.claims.trial import tried
from symkern.errors import UsageError

CLAIMS = {claim.id: claim for file in collect.files([]) for claim in collect.read(Path(file)).claims}


def true_part(claim):
    """The statement of a claim that is to hold."""
    what = claim.build()
    if isinstance(what, Refuted):
        return what.corrected
    if isinstance(what, Misprint):
        return what.meant
    return what.under if isinstance(what, Qualified) else what


PROVED = [id_ for id_, claim in CLAIMS.items() if getattr(true_part(claim), "proof", None) is not None]
QUALIFIED = {id_: what for id_, claim in CLAIMS.items() if isinstance(what := claim.build(), Qualified)}
CONDITIONAL = [id_ for id_, what in QUALIFIED.items() if what.where is not None]


@pytest.mark.parametrize("id_", PROVED)
@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(1, 10**6))
def test_both_sides_of_a_theorem_agree_wherever_they_are_evaluated(id_, seed):
    part = true_part(CLAIMS[id_])
    theorem = established(part.proof, part.right, part.domain)
    assert not tried(theorem, evaluators(), seed).disagreement


@pytest.mark.parametrize("id_", CONDITIONAL)
@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(1, 10**6))
def test_a_qualified_statement_holds_where_its_condition_does(id_, seed):
    what = QUALIFIED[id_]
    assert not all(contains(what.where, point) for point in what.printed.points)
    if not isinstance(what.under, Relation) or what.under.domain is None:
        return
    for point in drawn_points(what.under, 2, seed):
        assert contains(what.where, point)
        try:
            assert not compare(what.under, point).excludes(what.under.digits)
        except (ArithmeticError, UsageError):
            continue


def test_there_are_claims_to_try():
    assert len(PROVED) >= 60
    assert CONDITIONAL
