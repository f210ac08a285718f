"""Terms: nothing is simplified unseen, and binders do not capture."""

import pickle

import pytest

from symkern.proofs.terms import (
    as_data,
    derivative,
    integral,
    opened,
    pi,
    replaced,
    shown,
    sin,
    substituted,
    symbols,
    term,
)

x, y, a = symbols("x y a")


def test_equal_trees_are_one_object():
    assert x + y is x + y
    assert x + y is not y + x
    assert (x + y) + a is x + (y + a)
    assert x - x is not term(0)


def test_names_of_bound_variables_do_not_matter():
    assert integral(sin(x) * a, x, 0, pi) is integral(sin(y) * a, y, 0, pi)
    assert integral(integral(x * y, y, 0, x), x, 0, 1) is integral(integral(a * x, x, 0, a), a, 0, 1)
    assert derivative(x * a, x) is not derivative(y * a, y)  # taken at x, and at y


def test_a_substitution_cannot_be_captured():
    area = integral(a * x, x, 0, 1)
    moved = substituted(area, {"a": x})
    assert moved.symbols == {"x"}
    assert opened(moved, y) is x * y
    assert substituted(integral(x, x, 0, a), {"x": y}) is integral(x, x, 0, a)


def test_a_nested_binder_keeps_its_own_variable():
    twice = integral(integral(x * y, y, 0, 1), x, 0, 2)
    inner = opened(twice, a)
    assert inner is integral(a * y, y, 0, 1)
    assert opened(inner, x) is a * x


def test_only_closed_terms_are_replaced():
    body = integral(sin(x), x, 0, 1).args[-1]
    with pytest.raises(ValueError, match="loose"):
        replaced(sin(x), body, x)
    with pytest.raises(ValueError, match="closed"):
        substituted(x + y, {"x": body})


def test_numbers_are_exact():
    for wrong in (0.5, "1", None, True):
        with pytest.raises(TypeError, match="integers, fractions and terms"):
            term(wrong)


def test_terms_survive_a_pickle_as_the_same_object():
    value = integral(sin(x) ** 2, x, 0, pi) + a
    assert pickle.loads(pickle.dumps(value)) is value


def test_text_and_data_name_bound_variables_apart():
    value = integral(integral(x * y, y, 0, 1), x, 0, x)
    assert shown(value).count("x1") >= 1
    assert as_data(integral(a, x, 0, 1)) == ["integral", "x", "0", "1", ["sym", "a"]]
