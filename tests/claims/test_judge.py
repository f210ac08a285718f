"""The engine tells true from false, and a check that cannot fail from one that can."""

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from symkern.claims import Claim, Definition, Misprint, Qualified, Refuted, Relation, Sampled, Side, Undecided, grid
from symkern.claims.judge import judge
from symkern.claims.mutate import MOST, mutants
from symkern.symbolic.step import prove

x, y = sp.symbols("x y", positive=True)
POINTS = grid({x: "1/2 1 3/2 2"})
SQUARE = Side("x^2", lambda at, digits: at["x"] ** 2)


def verdict(what):
    return judge(Claim("paper.1", "", "proved", lambda: what))


def test_a_true_equation_agrees_and_its_mutants_die():
    found = verdict(Relation(SQUARE, x**2, POINTS))
    assert found.verdict == "agrees"
    assert found.mutants == found.killed >= 3


def test_a_proof_makes_it_proved():
    proof = lambda right: [prove(x * x, right, "a product")]  # noqa: E731
    found = verdict(Relation(SQUARE, x**2, POINTS, proof=proof))
    assert (found.verdict, len(found.steps)) == ("proved", 1)


def test_a_proof_of_something_else_does_not():
    proof = lambda right: [prove(x * y, y * x, "commuting")]  # noqa: E731
    found = verdict(Relation(SQUARE, x**2, POINTS, proof=proof))
    assert found.verdict == "agrees"
    assert "does not end in the formula" in found.evidence[-1]
    assert not found.steps


def test_a_proof_of_anything_is_none():
    proof = lambda right: [prove(x * y, right, "whatever it is", residuals=[x - x])]  # noqa: E731
    found = verdict(Relation(SQUARE, x**2, POINTS, proof=proof))
    assert found.verdict == "agrees"
    assert "holds for the mutant" in found.evidence[-1]


def test_a_proof_that_fails_is_told():
    proof = lambda right: [prove(x**3, right, "wrongly")]  # noqa: E731
    found = verdict(Relation(SQUARE, x**2, POINTS, proof=proof))
    assert found.verdict == "agrees"
    assert found.evidence[-1].startswith("Not proved")


def test_a_false_equation_is_refuted_with_a_counterexample():
    found = verdict(Relation(SQUARE, x**2 + sp.Rational(1, 10**12), POINTS))
    assert found.verdict == "refuted"
    assert "at x = 1/2" in found.evidence[0]


def test_that_something_vanishes_can_be_false_too():
    nothing = Side("x - x", lambda at, digits: at["x"] - at["x"])
    found = verdict(Relation(nothing, sp.S.Zero, POINTS))
    assert (found.verdict, found.mutants, found.killed) == ("agrees", 3, 3)
    assert verdict(Relation(SQUARE, sp.S.Zero, POINTS)).verdict == "refuted"


def test_digits_count_from_the_scale_on_where_sides_vanish():
    noisy = Side("0 and a little", lambda at, digits: sp.Rational(1, 10**15))
    assert verdict(Relation(noisy, sp.S.Zero, POINTS, digits=12)).verdict == "refuted"
    assert verdict(Relation(noisy, sp.S.Zero, POINTS, digits=12, scale=1)).verdict == "agrees"


def test_a_simulation_is_judged_in_standard_errors():
    def near(off, error):
        return Side("x^2 simulated", lambda at, digits: Sampled(float(at["x"] ** 2) + off, error))

    found = verdict(Relation(near(0.01, 0.01), x**2, POINTS))
    assert found.verdict == "agrees"
    assert found.evidence == ["The simulation is within 1.0 standard errors at 4 points."]
    assert verdict(Relation(near(0.06, 0.01), x**2, POINTS)).verdict == "refuted"
    assert verdict(Relation(near(0.01, 10.0), x**2, POINTS)).verdict == "vacuous"


def test_an_inequality_can_only_be_shown_false():
    below = Relation(SQUARE, x, grid({x: "3 1/2 2 3/2"}), sense="<")
    found = verdict(Refuted(below, Relation(SQUARE, x**2, POINTS), "It is a square."))
    assert found.verdict == "refuted"
    assert "x^2 < x is false at x = 2" in found.evidence[0]  # the smallest numbers, not the first point
    with pytest.raises(ValueError, match="inequality"):
        verdict(below)


def test_a_coarse_check_does_not_kill_mutants_by_its_own_error():
    """To two digits nothing tells x^2 + x/10000 from x^2 - x/10000."""
    noisy = Side("x^2, nearly", lambda at, digits: at["x"] ** 2 * 1001 / 1000)
    found = verdict(Relation(noisy, x**2 + x / 10000, POINTS, digits=2))
    assert found.verdict == "vacuous"
    assert found.killed < found.mutants


def test_a_point_where_the_mutants_agree_makes_it_vacuous():
    """At x = 1 every exponent is right."""
    found = verdict(Relation(SQUARE, x**2, grid({x: "1"})))
    assert found.verdict == "vacuous"
    assert found.killed < found.mutants
    assert any("survives" in line for line in found.evidence)


def test_equivalent_mutants_do_not_count():
    """x + y with its symbols swapped is the same formula."""
    found = verdict(Relation(Side("x + y", lambda at, digits: at["x"] + at["y"]), x + y, grid({x: "1 2", y: "1/3 5"})))
    assert found.verdict == "agrees"
    assert found.mutants == found.killed


def test_a_refuted_statement_needs_a_true_correction():
    wrong, right = Relation(SQUARE, 3 * x**2, POINTS), Relation(SQUARE, x**2, POINTS)
    found = verdict(Refuted(wrong, right, "A factor 3.", ("paper.2",)))
    assert found.verdict == "refuted"
    assert "As printed, x^2 = 3x² is false at x = 1: 1.0" in found.evidence[0]
    assert "A factor 3." in found.evidence
    assert "Inherited by paper.2." in found.evidence
    assert found.killed == found.mutants >= 3
    assert verdict(Refuted(wrong, wrong, "")).verdict == "unknown"
    assert verdict(Refuted(right, right, "")).verdict == "agrees"


def test_a_misprint_and_a_qualified_statement():
    wrong, right = Relation(SQUARE, x**3, POINTS), Relation(SQUARE, x**2, POINTS)
    assert verdict(Misprint(wrong, right, "An exponent.")).verdict == "misprint"
    absolute = Side("|x - 1|", lambda at, digits: abs(at["x"] - 1))
    outside, inside = grid({x: "1/2 1/3"}), grid({x: "3/2 2 5"})
    found = verdict(Qualified(Relation(absolute, x - 1, outside), Relation(absolute, x - 1, inside), "x > 1"))
    assert found.verdict == "qualified"
    assert any("x > 1" in line for line in found.evidence)


def test_what_is_not_judged():
    assert verdict(Definition()).verdict == "definition"
    assert verdict(Undecided("too hard")).evidence == ["too hard"]


def test_a_side_that_is_not_a_number_refutes():
    assert verdict(Relation(SQUARE, sp.log(x - 10), POINTS)).verdict == "refuted"


@given(st.recursive(st.sampled_from([x, y, sp.Integer(2), sp.Rational(1, 3)]), lambda inner: st.one_of(
    st.tuples(inner, inner).map(lambda pair: pair[0] + pair[1]),
    st.tuples(inner, inner).map(lambda pair: pair[0] * pair[1]),
    inner.map(sp.sin), inner.map(lambda base: base**3),
), max_leaves=8))  # fmt: skip
def test_mutants_differ_and_are_the_same_each_time(formula):
    made = mutants(formula)
    assert made == mutants(formula)
    assert 3 <= len(made) <= MOST
    assert formula not in [mutant for _, mutant in made]
    assert len({mutant for _, mutant in made}) == len(made)


def test_a_sampled_grid_keeps_every_value_of_every_axis():
    points = grid({x: "1 2 3 4", y: "1/2 5"}, most=6)
    assert len(points) == 6
    assert points == grid({x: "1 2 3 4", y: "1/2 5"}, most=6)
    assert {point[y] for point in points} == {sp.Rational(1, 2), 5}
    assert len(grid({x: "1 2 3", y: "1/2 5"})) == 6
