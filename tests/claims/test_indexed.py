"""Tensor equations by components."""

import sympy as sp

from symkern.claims.indexed import components, delta, in_symbols, position, x
from symkern.symbolic import curvature, geometry, metric
from symkern.symbolic.notation import d, n, r


def test_points_are_consistent():
    for point in components("μν", {n: "1 2"}, [(3, 4), (1, 2, 2)]):
        place = [point[sp.Symbol(f"x_{k}")] for k in range(1, int(point[d]) + 1)]
        first, second = (int(point[sp.Symbol(letter)]) - 1 for letter in "μν")
        assert point[x("μ")] == place[first]
        assert point[x("ν")] == place[second]
        assert point[delta("μ", "ν")] == int(first == second)
        assert point[r] ** 2 == sum(entry**2 for entry in place)
        assert position({symbol.name: value for symbol, value in point.items()}) == place


def test_every_choice_of_indices_is_there_or_as_many_as_asked():
    assert len(components("μν", {}, [(1, 2, 2)])) == 9
    assert len(components("αβγ", {n: "1 2"}, [(1, 2, 2)], most=10)) == 10


def test_the_engine_s_tensors_in_these_symbols():
    polynomial = geometry.Surface(metric.from_kernel(lambda xx, yy, xy: xy**2))
    assert sp.expand(in_symbols(polynomial.expression(curvature.metric()))) == 2 * r**2 * delta("μ", "ν") + 2 * x(
        "μ"
    ) * x("ν")
