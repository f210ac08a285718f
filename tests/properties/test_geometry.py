"""Laws of the geometry that kernels induce: a metric that exact distances confirm, Bianchi, transformations, cones."""

from fractions import Fraction
from itertools import product

import sympy as sp
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import degrees, examples

from symkern.kernels import ArcCosine, Gaussian, Polynomial
from symkern.symbolic import cone, curvature, metric, smoothed
from symkern.symbolic.components import Components
from symkern.symbolic.geometry import Surface
from symkern.symbolic.notation import r
from symkern.testing import exact_value

STEP = Fraction(1, 10**40)
DIGITS = 150
R = sp.Rational

ROTATIONS = [  # with rational entries
    sp.Matrix([[R(3, 5), -R(4, 5), 0], [R(4, 5), R(3, 5), 0], [0, 0, 1]]),
    sp.Matrix([[R(5, 13), 0, R(12, 13)], [0, -1, 0], [-R(12, 13), 0, R(5, 13)]]),
    sp.Matrix([[R(1, 3), R(2, 3), R(2, 3)], [R(2, 3), R(1, 3), -R(2, 3)], [R(2, 3), -R(2, 3), R(1, 3)]]),
]


def points(size=3):
    return st.lists(st.fractions(-4, 4, max_denominator=4), min_size=size, max_size=size).filter(any)


def smooth_degrees():
    """Degrees with a metric, far enough from 1/2 for a difference to see it: the error is of order h^min(2, 2n-1)."""
    return degrees(6).filter(lambda n: n >= Fraction(4, 5))


def induced(coefficients, x, u):
    """g(u, u) at x."""
    squared = sum(v * v for v in x)
    along, across = (sp.N(f.subs(r, sp.sqrt(R(squared))), 60) for f in (coefficients.along, coefficients.across))
    inner = sum(p * q for p, q in zip(x, u, strict=True))
    radial = R(inner * inner / squared)
    return across * (R(sum(v * v for v in u)) - radial) + along * radial


def squared_length(kernel, x, u):
    """Squared distance of the images of x - h u/2 and x + h u/2, over h^2, from exact values."""
    ahead, behind = ([p + sign * STEP * q / 2 for p, q in zip(x, u, strict=True)] for sign in (1, -1))
    kernel_of = {
        key: Fraction(exact_value(kernel, *pair, DIGITS).value)
        for key, pair in {"aa": (ahead, ahead), "ab": (ahead, behind), "bb": (behind, behind)}.items()
    }
    return (kernel_of["aa"] - 2 * kernel_of["ab"] + kernel_of["bb"]) / STEP**2


def assert_metric(kernel, coefficients, x, u):
    length = squared_length(kernel, x, u)
    assert length > 0
    expected = induced(coefficients, x, u)
    assert expected > 0
    assert abs(R(length) / expected - 1) < R(1, 10**20)


@given(smooth_degrees(), points(), points())
@settings(max_examples=examples(60))
@example(Fraction(1), [Fraction(1), Fraction(2), Fraction(0)], [Fraction(1), Fraction(2), Fraction(0)])
def test_the_metric_is_positive_definite_and_what_exact_distances_say(n, x, u):
    assert_metric(ArcCosine(n), metric.arc_cosine(R(n)), x, u)


@given(
    st.fractions(Fraction(1, 4), 4, max_denominator=4),
    st.sampled_from(["smoothed", "gaussian", "polynomial"]),
    points(),
    points(),
)
@settings(max_examples=examples(40))
def test_the_metrics_of_other_smooth_kernels(size, kind, x, u):
    value = R(size)
    if kind == "smoothed":
        kernel, function = ArcCosine(0, sigma=size), smoothed.as_function(value)
    elif kind == "gaussian":
        kernel, function = Gaussian(size), lambda xx, yy, xy: sp.exp(-(xx + yy - 2 * xy) / (2 * value**2))
    else:
        kernel, function = Polynomial(3, size), lambda xx, yy, xy: (xy + value) ** 3
    assert_metric(kernel, metric.from_kernel(function), x, u)


def tensor_at(general, surface, x, names):
    """Components of a rotation-invariant tensor of a surface at a point, by index."""
    radius = sp.sqrt(R(sum(v * v for v in x)))
    coefficients = {key: sp.N(surface.value(value).subs(r, radius), 50) for key, value in general.terms.items()}
    entries = {}
    for places in product(range(len(x)), repeat=len(names)):
        index = dict(zip(names, places, strict=True))
        entries[places] = sum(
            (
                value * sp.Mul(*(R(x[index[i]]) for i in vectors))
                for (deltas, vectors), value in coefficients.items()
                if all(index[i] == index[j] for i, j in deltas)
            ),
            sp.Integer(0),
        )
    return entries


def metric_matrix(coefficients, x):
    squared = R(sum(v * v for v in x))
    across, along = (f.subs(r, sp.sqrt(squared)) for f in (coefficients.across, coefficients.along))
    column = sp.Matrix([R(v) for v in x])
    return sp.N(across * sp.eye(len(x)) + (along - across) / squared * column * column.T, 50)


def near_zero(value, scale=1):
    return abs(value) <= sp.Float(10) ** -35 * (1 + abs(scale))


@given(smooth_degrees(), points())
@settings(max_examples=examples(25))
def test_first_bianchi_identity_and_symmetries_of_the_riemann_tensor(n, x):
    surface = Surface(metric.arc_cosine(R(n)), sp.Integer(3))
    riemann = tensor_at(curvature.riemann(), surface, x, "mnab")
    g = metric_matrix(surface.metric, x)
    size = max(abs(value) for value in riemann.values())
    lowered = {
        (m, j, a, b): sum(g[m, p] * riemann[p, j, a, b] for p in range(3)) for m, j, a, b in product(range(3), repeat=4)
    }
    weight = size * max(abs(entry) for entry in g)
    for m, j, a, b in product(range(3), repeat=4):
        assert near_zero(riemann[m, j, a, b] + riemann[m, a, b, j] + riemann[m, b, j, a], size)
        assert near_zero(riemann[m, j, a, b] + riemann[m, j, b, a], size)
        assert near_zero(lowered[m, j, a, b] + lowered[j, m, a, b], weight)
        assert near_zero(lowered[m, j, a, b] - lowered[a, b, m, j], weight)


@given(st.lists(st.integers(1, 4), min_size=2, max_size=2), points())
@settings(max_examples=examples(3))
def test_second_bianchi_identity(coefficients, x):
    """For metrics a(r^2) I + b(r^2) x x^T with polynomials a and b, in coordinates; their component engine is exact."""
    coordinates = sp.symbols("x_:3", positive=True)
    squared = sum(v**2 for v in coordinates)
    across = sum(c * squared**k for k, c in enumerate(coefficients))
    column = sp.Matrix(coordinates)
    components = Components(across * sp.eye(3) + coefficients[0] * column * column.T, coordinates)
    point = {symbol: R(value) for symbol, value in zip(coordinates, x, strict=True)}
    cyclic = [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    for m, j in ((0, 1), (2, 2)):
        parts = [
            components.expression(components.covariant_derivative_of_riemann(m, j, *abc)).subs(point) for abc in cyclic
        ]
        assert sum(parts) == 0


@given(smooth_degrees(), points(), st.sampled_from(ROTATIONS), st.fractions(Fraction(1, 8), 8, max_denominator=8))
@settings(max_examples=examples(20))
def test_transformation_law_under_rotations_and_scalings(n, x, rotation, factor):
    """g and the Christoffel symbols at Q x are those at x, turned; at l x they are l^(2n-2) and 1/l times as large."""
    surface = Surface(metric.arc_cosine(R(n)), sp.Integer(3))
    turned = [Fraction(int(v.p), int(v.q)) for v in rotation * sp.Matrix([R(v) for v in x])]
    moved = metric_matrix(surface.metric, turned)
    here = metric_matrix(surface.metric, x)
    difference = moved - rotation * here * rotation.T
    assert all(near_zero(entry, max(map(abs, here))) for entry in difference)
    grown = metric_matrix(surface.metric, [factor * v for v in x])
    power = sp.N(R(factor), 50) ** (2 * R(n) - 2)
    assert all(near_zero(entry, max(map(abs, grown))) for entry in grown - power * here)
    first, second, third = (
        tensor_at(curvature.christoffel(), surface, place, "abc") for place in (x, turned, [factor * v for v in x])
    )
    size = max(map(abs, first.values()))
    for a, b, c in product(range(3), repeat=3):
        expected = sum(
            rotation[a, i] * rotation[b, j] * rotation[c, k] * first[i, j, k] for i, j, k in product(range(3), repeat=3)
        )
        assert near_zero(second[a, b, c] - expected, size)
        assert near_zero(third[a, b, c] * R(factor) - first[a, b, c], size)


@given(smooth_degrees(), st.fractions(Fraction(1, 8), 8, max_denominator=8))
@settings(max_examples=examples(40))
@example(Fraction(1), Fraction(1))
def test_the_surface_is_a_cone(n, radius):
    """d rho^2 + a^2 rho^2 d Omega^2 is the metric, and n/(2n-1) has the same slope a."""
    degree = R(n)
    coefficients, rho = metric.arc_cosine(degree), cone.radius(degree)
    slope = cone.slope_squared(degree)
    at = R(radius)
    along = sp.N(coefficients.along.subs(r, at), 40)
    across = sp.N(coefficients.across.subs(r, at), 40)
    assert abs(sp.N(sp.diff(rho, r).subs(r, at) ** 2, 40) / along - 1) < 1e-30
    assert abs(sp.N(slope * rho.subs(r, at) ** 2 / at**2, 40) / across - 1) < 1e-30
    assert cone.slope_squared(cone.isometric_degree(degree)) == slope
    # the distance from the tip is that of the image of x from the image of 0
    own = Fraction(exact_value(ArcCosine(n), [radius], [radius], 40).value)
    assert abs(R(own) / sp.N(rho.subs(r, at) ** 2, 40) - 1) < 1e-30


@given(
    st.fractions(Fraction(4, 5), Fraction(3, 2), max_denominator=64), st.fractions(Fraction(1, 2), 2, max_denominator=4)
)
@settings(max_examples=examples(20))
def test_isometric_degrees_have_equal_exact_distances(n, rho):
    """Small steps across, at one distance rho from the tip of both cones and through one angle, are equally long."""
    other = Fraction(*map(int, cone.isometric_degree(R(n)).as_numer_denom()))
    lengths = []
    for degree in (n, other):
        at = sp.N((R(rho) / cone.radius(R(degree)).subs(r, 1)) ** (1 / R(degree)), 60)
        x = [Fraction(str(at)), Fraction(0)]
        lengths.append(squared_length(ArcCosine(degree), x, [Fraction(0), x[0]]))
    assert abs(lengths[0] / lengths[1] - 1) < Fraction(1, 10**20)
