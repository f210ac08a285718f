"""Laws of the exact solver: certified minima at any scale and rank, and SKN-2 at rest."""

import itertools
from fractions import Fraction

import numpy as np
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from strategies import PosedProblem, examples, powers_of_ten, sample_sets

from symkern.learn.selective_decay import small_decay
from symkern.learn.sparse_least_squares import minimise

EPS = float(np.finfo(float).eps)


def solve(posed, **words):
    return minimise(posed.gram, posed.y, posed.penalties, weights=posed.weights, **words)


def exact_functional(gram, y, penalties, weights, alpha, beta):
    """P in extended precision, and the sizes of what cancels in it."""
    wide = [np.asarray(array, dtype=np.longdouble) for array in (gram, y, penalties, weights, alpha)]
    gram, y, penalties, weights, alpha = wide
    residual = y - gram @ alpha - np.longdouble(beta)
    terms = np.abs(gram) @ np.abs(alpha) + np.abs(y) + abs(beta)
    rounding = 4 * EPS * float(weights @ (np.abs(residual) * terms))
    return float(weights @ residual**2 / 2 + penalties @ np.abs(alpha)), rounding


@given(
    sample_sets(),
    powers_of_ten(),
    st.integers(-3, 3).map(lambda power: 10.0**power),
    st.floats(-14, 0.2).map(lambda power: 10.0**power),
    st.booleans(),
    st.booleans(),
)
@settings(max_examples=examples(250))
def test_the_minimum_is_certified_at_any_scale_rank_and_penalty(samples, scale, height, share, weighted, free):
    """The gap is closed as far as rounding lets it, and it bounds what the conditions of a minimum leave open."""
    posed = PosedProblem(samples, scale, height, share, weighted)
    assume(posed.determined())
    found = solve(posed)
    if free and np.any(found.alpha):  # as the second phase of SKN-2 does
        posed.penalties[np.abs(found.alpha) >= 0.1 * np.max(np.abs(found.alpha))] = 0.0
        found = solve(posed, start=found.alpha)
    reached, rounding = exact_functional(posed.gram, posed.y, posed.penalties, posed.weights, found.alpha, found.beta)
    # the objective is that of the numbers that are returned
    assert abs(reached - found.objective) <= 1e-12 * posed.size + rounding + found.gap
    # the gap is closed, or what is left is a few roundings of each coefficient
    length = posed.length(found.alpha)
    assert found.gap <= posed.size * (1e-10 + 64 * EPS * length) + rounding
    # a column whose condition is violated by v, in units of its norm, could gain v^2/2
    wide = posed.columns.astype(np.longdouble)
    residual = (posed.weights * (posed.centred - found.alpha @ wide)).astype(float)
    slack = np.sqrt(2 * (found.gap + rounding)) + 64 * EPS * (1 + length) * np.sqrt(2 * posed.size)
    usable = posed.norms > 1e-6 * np.sqrt(posed.gram**2 @ posed.weights)
    excess = np.abs(posed.columns @ residual) - posed.penalties
    assert np.all(excess[usable] <= 2 * posed.norms[usable] * slack)
    # nothing that is tried is better than the gap allows
    generator = np.random.default_rng(0)
    for other in (0.0, 0.5, 0.99, 1.01, *(generator.standard_normal((4, len(posed.y))) * 0.1 + 1)):
        alpha = other * found.alpha
        level = float(np.average(posed.y - posed.gram @ alpha, weights=posed.weights))
        tried, error = exact_functional(posed.gram, posed.y, posed.penalties, posed.weights, alpha, level)
        assert tried >= found.objective - found.gap - rounding - error - 1e-12 * posed.size


def smallest_value(gram, y, penalty):
    """Minimum of P by exact arithmetic over all supports and signs: some minimum has independent columns."""
    count = len(y)
    best = None
    for signs in itertools.product((-1, 0, 1), repeat=count):
        support = [m for m in range(count) if signs[m]]
        rows = [[Fraction(1)] * count] + [gram[m] for m in support]  # the threshold, then the columns
        matrix = [[sum(a * b for a, b in zip(p, q, strict=True)) for q in rows] for p in rows]
        right = [sum(a * b for a, b in zip(row, y, strict=True)) for row in rows]
        right = [right[0]] + [value - penalty * signs[m] for value, m in zip(right[1:], support, strict=True)]
        solution = solve_exactly(matrix, right)
        if solution is None or any(x * signs[m] < 0 for x, m in zip(solution[1:], support, strict=True)):
            continue
        fit = [sum(x * row[j] for x, row in zip(solution, rows, strict=True)) for j in range(count)]
        value = sum((a - b) ** 2 for a, b in zip(y, fit, strict=True)) / 2 + penalty * sum(map(abs, solution[1:]))
        best = value if best is None else min(best, value)
    return best


def solve_exactly(matrix, right):
    """Gaussian elimination over the rationals, None if the matrix is singular."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [entry / rows[k][k] for entry in rows[k]]
        for i in range(len(rows)):
            if i != k and rows[i][k]:
                rows[i] = [a - rows[i][k] * b for a, b in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]


@given(
    st.integers(2, 4).flatmap(
        lambda n: st.tuples(
            st.lists(st.lists(st.integers(-3, 3), min_size=2, max_size=2), min_size=n, max_size=n),
            st.lists(st.integers(-4, 4), min_size=n, max_size=n),
        )
    ),
    st.sampled_from([1e-6, 1e-3, 0.03, 0.3, 0.9]),
    powers_of_ten(),
    st.booleans(),
)
@settings(max_examples=examples(40))
@example(([[1, 0], [1, 0], [0, 1]], [1, -1, 2]), 1e-3, 1.0, False)  # equal samples that contradict each other
@example(([[1, 1], [-1, -1], [2, 2]], [1, -1, 2]), 0.03, 1e8, False)  # rank one
def test_the_minimum_is_the_best_of_all_supports_in_exact_arithmetic(drawn, share, scale, shifted):
    points, targets = np.array(drawn[0], dtype=float), np.array(drawn[1], dtype=float)
    gram = scale * (points @ points.T + 1.0) ** (2 if shifted else 1)
    top = float(np.max(np.abs((gram - gram.mean(axis=0)) @ (targets - targets.mean()))))
    assume(top > 0)
    exact_gram = [[Fraction(entry) for entry in row] for row in gram.tolist()]
    best = float(smallest_value(exact_gram, [Fraction(t) for t in targets.tolist()], Fraction(share * top)))
    found = minimise(gram, targets, np.full(len(targets), share * top))
    size = 0.5 * float(np.sum((targets - targets.mean()) ** 2))
    assert best - 1e-12 * size <= found.objective <= best + found.gap + 1e-12 * size
    assert found.gap <= 1e-10 * size


@given(
    sample_sets(),
    powers_of_ten(),
    st.floats(-6, -0.3).map(lambda power: 10.0**power),
    st.sampled_from([0.03, 0.1, 0.4]),
)
@settings(max_examples=examples(60))
def test_selective_decay_is_a_local_minimum_of_its_functional(samples, scale, share, theta):
    """The last risk is (7) at the solution; where the decaying set is (7)'s own, small moves do not lower (7)."""
    posed = PosedProblem(samples, scale, 1.0, share, False)
    assume(posed.determined())
    count, penalty = len(posed.y), posed.penalties[0]
    stages = small_decay(
        posed.gram, posed.y, penalty, posed.weights, None,
        lambda alpha: theta * float(np.max(np.abs(alpha))), tol=1e-10, max_iter=1000,
    )  # fmt: skip
    minimum = stages.minimum

    def functional(alpha):
        level = float(np.average(posed.y - posed.gram @ alpha, weights=posed.weights))
        decaying = np.where(np.abs(alpha) < stages.theta, penalty, 0.0)
        return exact_functional(posed.gram, posed.y, decaying, posed.weights, alpha, level)

    reached, rounding = functional(minimum.alpha)
    assert abs(stages.risks[-1] - reached) <= 1e-11 * posed.size + rounding + minimum.gap
    assert stages.consistent or len(stages.risks) > 3  # it gives up only after a set has come back
    sizes = np.abs(minimum.alpha)
    small = sizes < stages.theta
    if stages.consistent and np.any(sizes):
        room = np.min(np.abs(sizes - stages.theta))
        generator = np.random.default_rng(1)
        for _ in range(6):
            direction = generator.uniform(-1, 1, count) * (small | (sizes > 0))
            tried, error = functional(minimum.alpha + 0.5 * room * direction)
            assert tried >= reached - minimum.gap - rounding - error - 1e-11 * posed.size
