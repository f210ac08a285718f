"""The stored worst cases are true, they are hard, and they cover what they say."""

from collections import Counter
from fractions import Fraction

import pytest
import worst_cases
from oracles import within

from symkern.reference import route
from symkern.reference.evaluate import read_quantity
from symkern.reference.quadrature import Unreached

KINDS = ("cosine", "theta", "kernel")
CASES = {kind: worst_cases.load(kind) for kind in KINDS}


@pytest.mark.parametrize("kind", KINDS)
def test_stored_values_are_right_to_forty_digits(kind):
    for case in CASES[kind]:
        assert worst_cases.truth(case).value == case["value"], case


@pytest.mark.parametrize("kind", ["cosine", "theta"])
def test_another_route_finds_the_same(kind):
    """Every tenth case by quadrature of eq. (23), which knows nothing of the closed form that was stored."""
    for case in CASES[kind][::10]:
        quantity = read_quantity(case["n"], **{kind: case[kind]})
        assert within(quantity.by_quadrature(route.one_dimension, 30), quantity.enclose(30), 30), case


def test_another_route_finds_the_same_kernels():
    reached = 0
    for case in CASES["kernel"][::7]:
        asked = {name: value for name, value in case.items() if name in worst_cases.ARGUMENTS}
        quantity = read_quantity(**asked)
        try:
            value = quantity.by_quadrature(route.one_dimension, 20)
        except Unreached:
            continue
        assert within(value, quantity.enclose(20), 20), case
        reached += 1
    assert reached > 30


def test_they_are_hard():
    """In each region some textbook value has lost at least a quarter of its digits, or is not a number at all."""
    worst = Counter()
    for kind in KINDS:
        for case in CASES[kind]:
            where = (kind, case["region"])
            worst[where] = max(worst[where], float(case["textbook_error"]))
    assert len(worst) == 3 + 3 + 5
    assert all(lost > 1e-12 for where, lost in worst.items()), worst
    assert sum(lost == float("inf") for lost in worst.values()) >= 4


def test_the_search_judges_by_the_truth():
    """At the first stored case the textbook's error, computed anew, is the stored one."""
    case = CASES["cosine"][0]
    angle = worst_cases.math.acos(case["cosine"])
    value = worst_cases.textbook_angular(Fraction(case["n"]), angle, case["cosine"])
    error = abs(Fraction(value) - Fraction(case["value"])) / abs(Fraction(case["value"]))
    assert float(error) == pytest.approx(float(case["textbook_error"]), rel=0.1)


def test_degenerate_and_extreme_inputs_are_there():
    seen = {"equal": 0, "antiparallel": 0, "zero": 0, "huge": 0, "tiny": 0}
    for case in CASES["kernel"]:
        x, y = case["x"], case["y"]
        seen["equal"] += x == y
        seen["antiparallel"] += any(x) and y == [-entry for entry in x]
        seen["zero"] += not any(y)
        seen["huge"] += max(map(abs, x)) > 1e200
        seen["tiny"] += 0 < max(map(abs, x)) < 1e-200
    assert all(seen.values()), seen
