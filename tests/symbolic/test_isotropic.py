"""Tensors with a symbolic dimension against arrays in a concrete one."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from symkern.symbolic.isotropic import DIMENSION, FIELD, RADIUS, R, T, delta, derivative, x
from symkern.symbolic.notation import d, r

LETTERS = "abcdef"


def products():
    """Products of deltas and coordinates in which each index comes once or twice."""
    return st.lists(st.sampled_from(LETTERS), min_size=2, max_size=8).filter(
        lambda row: all(row.count(letter) <= 2 for letter in row)
    )


def build(row, split):
    """The letters as deltas (pairs, before the split) and coordinates (after it)."""
    pairs = [row[i : i + 2] for i in range(0, split - 1, 2)]
    return pairs, row[2 * len(pairs) :]


def summed(pairs, coordinates, free, point):
    """The product as an array over the free indices, every repeated index summed."""
    script = ",".join(["".join(pair) for pair in pairs] + list(coordinates)) + "->" + "".join(free)
    return np.einsum(script, *[np.eye(len(point))] * len(pairs), *[point] * len(coordinates))


@given(products(), st.integers(0, 8), st.integers(1, 4))
def test_contraction_is_the_sum_over_repeated_indices(row, split, dimension):
    pairs, coordinates = build(row, min(split, len(row)))
    point = np.array([3.0, 4.0, 0.0, 0.0][:dimension])
    free = sorted(letter for letter in set(row) if row.count(letter) == 1)
    product, *rest = [delta(*pair) for pair in pairs] + [x(i) for i in coordinates]
    for factor in rest:
        product = product * factor
    ((deltas, kept), coefficient), *others = product.terms.items()
    size = float(coefficient.as_expr().subs({d: dimension, r: int(np.linalg.norm(point))}))
    total = size * (summed(deltas, kept, free, point) if deltas or kept else 1.0)
    assert not others
    assert np.allclose(total, summed(pairs, coordinates, free, point))


def test_derivatives():
    squared = x("a") * x("a")
    assert (squared.diff("b") - x("b").scaled(FIELD(2))).is_zero()
    assert (delta("a", "b").scaled(T).diff("c") - (delta("a", "b") * x("c")).scaled(derivative(T) / RADIUS)).is_zero()
    assert (x("a").diff("a").scalar()) == DIMENSION


@given(st.integers(1, 4), st.integers(1, 4))
def test_the_product_rule(i, j):
    first, second = x("a").scaled(T**i * RADIUS), (x("b") * x("c")).scaled(R**j)
    product = (first * second).diff("e")
    assert (product - first.diff("e") * second - first * second.diff("e")).is_zero()


def test_derivatives_commute():
    tensor = (x("a") * x("b")).scaled(T / R) + delta("a", "b").scaled(R**2 / RADIUS)
    assert (tensor.diff("c").diff("e") - tensor.diff("e").diff("c")).is_zero()


def test_renaming_to_a_repeated_index_sums():
    assert delta("a", "b")(a="b").scalar() == DIMENSION
