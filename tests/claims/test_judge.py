"""The engine tells true from false, and a check that cannot fail from one that can."""

from decimal import Context as DecimalContext
from decimal import Decimal

import mpmath
import numpy as np
import pytest
import sympy as sp
from flint import acb, arb
from hypothesis import given
from hypothesis import strategies as st

from symkern.claims import (
    POSITIVE,
    REALS,
    Claim,
    Definition,
    Misprint,
    Proof,
    Qualified,
    Refuted,
    Relation,
    Sampled,
    Side,
    Undecided,
    domain,
    grid,
    interval,
)
from symkern.claims.judge import EmptyDomain, judge
from symkern.claims.mutate import MOST, mutants
from symkern.claims.reading import NotANumber
from symkern.proofs.rules.equality import identity
from symkern.proofs.terms import sym
from symkern.reference.precision import ball_precision
from symkern.symbolic.step import prove

x, y = sp.symbols("x y", positive=True)
X, NUMBERS = sym("x"), domain(x=POSITIVE)
POINTS = grid({x: "1/2 1 3/2 2"})
SQUARE = Side("x^2", lambda at, digits: at["x"] ** 2)


def product():
    return identity(X * X, X**2, NUMBERS)


def verdict(what):
    return judge(Claim("paper.1", "", "proved", lambda: what))


def test_a_true_equation_agrees_and_its_mutants_die():
    found = verdict(Relation(SQUARE, x**2, POINTS))
    assert found.verdict == "agrees"
    assert found.mutants == found.killed >= 3


def test_a_theorem_makes_it_proved():
    found = verdict(Relation(SQUARE, x**2, POINTS, proof=Proof(X * X, product), domain=NUMBERS))
    assert found.verdict == "proved"
    assert "Proved by the kernel on x in (0, oo)" in found.evidence[1]


def test_a_theorem_needs_the_claim_s_domain():
    found = verdict(Relation(SQUARE, x**2, POINTS, proof=Proof(X * X, product)))
    assert found.verdict == "agrees"
    assert found.evidence[-1] == "Not proved: the claim has no domain"
    narrow = domain(x=interval(0, 3))
    smaller = Proof(X * X, lambda: identity(X * X, X**2, narrow))
    found = verdict(Relation(SQUARE, x**2, POINTS, proof=smaller, domain=NUMBERS))
    assert found.verdict == "agrees"
    assert "not shown to be in (0, 3)" in found.evidence[-1]


def test_a_theorem_about_something_else_does_not():
    other = Proof(X * X, lambda: identity(X + X, 2 * X, NUMBERS))
    found = verdict(Relation(SQUARE, x**2, POINTS, proof=other, domain=NUMBERS))
    assert found.verdict == "agrees"
    assert "the theorem is about x + x, the claim about x x" in found.evidence[-1]


def test_a_theorem_with_another_right_side_does_not():
    found = verdict(
        Relation(SQUARE, x**2, POINTS, proof=Proof(X**3, lambda: identity(X**3, X * X * X, NUMBERS)), domain=NUMBERS)
    )
    assert found.verdict == "agrees"
    assert "the difference does not vanish" in found.evidence[-1]


def test_a_symbol_may_assume_no_more_than_the_domain_says():
    reals = domain(x=REALS)
    proof = Proof(X * X, lambda: identity(X * X, X**2, reals))
    found = verdict(Relation(SQUARE, x**2, POINTS, proof=proof, domain=reals))
    assert found.verdict == "agrees"
    assert "x is assumed to be positive, which its domain (-oo, oo) does not imply" in found.evidence[-1]


def test_an_open_hypothesis_is_no_proof():
    reals = domain(x=REALS)
    real = sp.Symbol("x", real=True)
    proof = Proof(X**3 / X, lambda: identity(X**3 / X, X**2, reals))
    found = verdict(Relation(SQUARE, real**2, grid({real: "1 2 -3"}), proof=proof, domain=reals))
    assert found.verdict == "agrees"
    assert "the hypothesis x != 0 on x in (-oo, oo) is open" in found.evidence[-1]


def test_an_argument_is_not_a_proof():
    argument = lambda right: [prove(x * x, right, "a product")]  # noqa: E731
    found = verdict(Relation(SQUARE, x**2, POINTS, argument=argument))
    assert (found.verdict, len(found.steps)) == ("agrees", 1)
    assert "it is not a proof" in found.evidence[-1]
    broken = lambda right: [prove(x**3, right, "wrongly")]  # noqa: E731
    assert "does not hold together" in verdict(Relation(SQUARE, x**2, POINTS, argument=broken)).evidence[-1]


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

    found = verdict(Relation(near(1e-4, 1e-4), x**2, POINTS))
    assert found.verdict == "agrees"
    said = "The simulation is within 1.0 standard errors at 4 points; it excludes deviations of 0.2 percent."
    assert found.evidence == [said]
    assert verdict(Relation(near(6e-4, 1e-4), x**2, POINTS)).verdict == "refuted"
    coarse = verdict(Relation(near(0.01, 0.01), x**2, POINTS))
    assert coarse.verdict == "unknown"
    assert "too coarse" in coarse.evidence[0]


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


@pytest.mark.parametrize(
    "left",
    [
        lambda at, digits: _root_of_two(digits),
        lambda at, digits: sp.sqrt(2),
        lambda at, digits: sp.N(sp.sqrt(2), 40),
        lambda at, digits: str(sp.N(sp.sqrt(2), 30)),
        lambda at, digits: Decimal(2).sqrt(DecimalContext(prec=40)),
        lambda at, digits: _ball_of_root_two(),
    ],
)
def test_numbers_of_every_kind_are_read_with_all_their_digits(left):
    found = verdict(Relation(Side("sqrt 2", left), sp.sqrt(2), ({},)))
    assert (found.verdict, found.evidence[0]) == ("agrees", "Both sides agree to 20 digits at 1 point.")
    assert verdict(Relation(Side("sqrt 2", left), sp.sqrt(2) + sp.Rational(1, 10**15), ({},))).verdict == "refuted"


def _root_of_two(digits):
    mp = mpmath.mp.clone()
    mp.dps = digits + 10
    return mp.sqrt(2)


def _ball_of_root_two():
    with ball_precision(200):
        return arb(2).sqrt()


@pytest.mark.parametrize(
    ("left", "digits"), [(2**0.5, 14), (np.float64(2) ** 0.5, 14), (np.float32(2**0.5), 6), ("1.41421356", 8)]
)
def test_numbers_of_few_digits_are_compared_to_those(left, digits):
    found = verdict(Relation(Side("sqrt 2", lambda at, _: left), sp.sqrt(2), ({},)))
    assert (found.verdict, found.evidence[0]) == ("agrees", f"Both sides agree to {digits} digits at 1 point.")


@pytest.mark.parametrize("left", [None, True, 1j, "x", float("nan"), [1], acb(0, 1), arb("nan"), sp.I])
def test_what_is_no_number_is_one_clear_line(left):
    with pytest.raises(NotANumber, match=r"^the left side must return a (real |finite )?number"):
        verdict(Relation(Side("?", lambda at, digits: left), sp.S.One, ({},)))


def test_three_digits_settle_nothing():
    found = verdict(Relation(Side("sqrt 2", lambda at, digits: "1.41"), sp.sqrt(2), ({},)))
    assert (found.verdict, found.evidence) == ("unknown", ["The left side has 2 digits, fewer than 6."])


def test_the_engine_draws_points_of_its_own():
    """sin x = 0 holds at the author's point alone."""
    sine = Side("sin x", lambda at, digits: sp.sin(sp.Rational(str(at["x"]))))
    where = domain(x=interval(0, 3, "[]"))
    assert verdict(Relation(sine, sp.S.Zero, grid({x: "0"}), domain=where)).verdict == "refuted"


def test_a_domain_that_nothing_satisfies_is_no_domain():
    empty = domain([-X], x=POSITIVE)
    with pytest.raises(EmptyDomain, match="no point of the domain"):
        verdict(Relation(SQUARE, x**3, (), domain=empty))


def test_a_point_where_the_mutants_agree_makes_it_vacuous():
    """At x = 1 every exponent is right."""
    found = verdict(Relation(SQUARE, x**2, grid({x: "1"}), tied="x is 1"))
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
