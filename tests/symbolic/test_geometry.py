"""The geometry of kernels: three routes, finite differences of the kernel, and the laws where there is no metric."""

from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracles import context
from strategies import degrees

from symkern import derive
from symkern.symbolic import composition, curvature, distance, metric, smoothed
from symkern.symbolic.components import Components
from symkern.symbolic.geometry import Surface
from symkern.symbolic.notation import b, d, dx_across, dx_along, n, r, sigma
from symkern.symbolic.step import NotProved, vanishes

R = sp.Rational


def expected_scalar(degree, dimension):
    """(n-1)^2 (2-d)(d-1) / (n^2 (2n-1)!! r^(2n)), with (2n-1)!! = 2^n Gamma(n+1/2)/sqrt(pi) for real n."""
    double_factorial = 2**degree * sp.gamma(degree + R(1, 2)) / sp.sqrt(sp.pi)
    return (degree - 1) ** 2 * (2 - dimension) * (dimension - 1) / (degree**2 * double_factorial * r ** (2 * degree))


@pytest.mark.parametrize("degree", [R(1), R(2), R(3), R(5), R(3, 2)])
def test_three_routes_with_symbolic_dimension(degree):
    surface = Surface(metric.arc_cosine(degree))
    assert sp.simplify(surface.scalar - expected_scalar(degree, d)) == 0
    assert sp.simplify(surface.value(curvature.warped_scalar()) - surface.scalar) == 0


@pytest.mark.parametrize("degree", [R(1), R(2), R(3), R(5), R(3, 2)])
@pytest.mark.parametrize("dimension", [1, 2, 3, 4])
def test_the_component_engine_agrees(degree, dimension):
    """Metric, Christoffel symbols, Riemann tensor and scalar in coordinates, at an exact point off the axes."""
    coordinates = sp.symbols(f"x_:{dimension}", positive=True)
    squared = sum(x**2 for x in coordinates)
    coefficients = metric.arc_cosine(degree)
    across, along = (f.subs(r, sp.sqrt(squared)) for f in (coefficients.across, coefficients.along))
    matrix = sp.Matrix(
        dimension,
        dimension,
        lambda i, j: across * (1 if i == j else 0) + (along - across) / squared * coordinates[i] * coordinates[j],
    )
    components = Components(matrix, coordinates)
    surface = Surface(coefficients, sp.Integer(dimension))
    point = dict(zip(coordinates, (1, 2, 3, 5), strict=False))
    radius = sp.sqrt(squared.subs(point))

    def general(tensor, **indices):
        total = sp.Integer(0)
        for (deltas, names), coefficient in tensor.terms.items():
            if all(indices[i] == indices[j] for i, j in deltas):
                factor = sp.Mul(*(point[coordinates[indices[i]]] for i in names))
                total += surface.value(coefficient).subs(r, radius) * factor
        return total

    def close(value, expected):
        return abs(sp.N(value - expected, 30)) < 1e-25 * (1 + abs(sp.N(expected, 30)))

    gamma, riemann = curvature.christoffel(), curvature.riemann()
    for (a, b_, c), value in components.christoffel.items():
        assert close(components.expression(value).subs(point), general(gamma, a=a, b=b_, c=c))
    for (m, n_, a, b_), value in components.riemann.items():
        assert close(components.expression(value).subs(point), general(riemann, m=m, n=n_, a=a, b=b_))
    assert close(
        components.expression(components.scalar).subs(point), expected_scalar(degree, dimension).subs(r, radius)
    )


def test_everything_symbolic():
    """n and d symbols: the corrected curvature for all n > 1/2 and all d."""
    surface = Surface(metric.arc_cosine(n))
    assert vanishes(surface.scalar - expected_scalar(n, d))
    assert surface.printed_factor() == 3
    radial, across = surface.sectional
    assert radial == 0
    assert vanishes(across * (d - 1) * (d - 2) - expected_scalar(n, d))


def test_derive_names_what_print_has_wrong(capsys):
    from symkern.cli import main

    main(["derive", "n=3"])
    out = " ".join(capsys.readouterr().out.split())
    assert "S = −4(d − 1)(d − 2)/(135r⁶) [not Cho & Saul (2012), eq. (20), which prints 3 times this" in out
    assert "[not Cho & Saul (2012), eq. (A.10), which prints 3 times this" in out


def closed_form(mp, degree):
    """J_n in mpmath numbers."""
    n_ = mp.mpf(degree.numerator) / degree.denominator
    front = mp.sqrt(mp.pi) * 2**n_ * mp.gamma(n_ + 1) ** 2 / mp.gamma(n_ + mp.mpf("1.5"))
    return lambda t: front * mp.cos(t / 2) ** (2 * n_ + 1) * mp.hyp2f1(0.5, 0.5, n_ + 1.5, mp.cos(t / 2) ** 2)


def squared_distance(mp, degree, x, y):
    """k(x, x) - 2 k(x, y) + k(y, y) of the arc-cosine kernel, the angle from the sine so that it keeps its digits."""
    n_ = mp.mpf(degree.numerator) / degree.denominator
    J = closed_form(mp, degree)
    xx, yy, xy = (sum(p * q for p, q in zip(u, v, strict=True)) for u, v in ((x, x), (y, y), (x, y)))
    cross = mp.sqrt(abs(xx * yy - xy**2))
    theta = mp.atan2(cross, xy)
    return (xx**n_ * J(mp.mpf(0)) - 2 * (xx * yy) ** (n_ / 2) * J(theta) + yy**n_ * J(mp.mpf(0))) / mp.pi


@given(
    st.sampled_from([Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(5)]),
    st.sampled_from([2, 5]),
    st.data(),
)
@settings(max_examples=25)
def test_finite_differences_of_the_kernel_give_thirty_digits_of_the_metric(degree, dimension, data):
    mp = context(220)
    entries = st.integers(-9, 9)
    x = data.draw(st.lists(entries, min_size=dimension, max_size=dimension).filter(any))
    u = data.draw(st.lists(entries, min_size=dimension, max_size=dimension).filter(any))
    h = mp.mpf(10) ** -45  # the error is of order h^min(2, 2n-1)
    ahead = [mp.mpf(p) + h * q / 2 for p, q in zip(x, u, strict=True)]
    behind = [mp.mpf(p) - h * q / 2 for p, q in zip(x, u, strict=True)]
    numerical = squared_distance(mp, degree, behind, ahead) / h**2
    data_ = derive(n=degree, d=dimension)
    terms = next(section for section in data_.sections if "metric" in section.data).data["metric"]
    radius = sp.sqrt(sum(p * p for p in x))
    identity, radial = (sp.N(terms[key].subs(r, radius), 60) for key in ("identity", "radial"))
    inner = sum(p * q for p, q in zip(x, u, strict=True))
    exact = mp.mpf(str(identity)) * sum(q * q for q in u) + mp.mpf(str(radial)) * inner**2
    assert abs(numerical / exact - 1) < mp.mpf(10) ** -30


@given(degrees())
@settings(max_examples=25)
def test_where_there_is_no_metric_the_stated_law_holds(degree):
    assume(degree < Fraction(9, 20))  # the next term is smaller by |dx|^(1-2n): close to 1/2 it cannot be seen
    mp = context(300)
    ratios = []
    for digits in (20, 40):
        h = mp.mpf(10) ** -digits
        numerical = squared_distance(mp, degree, [mp.mpf(3), mp.mpf(4)], [3 - 4 * h / 5, 4 + 3 * h / 5])
        law = distance.arc_cosine(R(degree)).subs({r: 5, dx_across: R(1, 10**digits)})
        ratios.append(abs(numerical / mp.mpf(str(sp.N(law, 40))) - 1))
    assert ratios[1] < 1e-2 or ratios[1] < 0.9 * ratios[0]
    assert ratios[1] < 0.5


def test_at_one_half_the_logarithm_holds():
    mp = context(300)
    slopes = []
    for digits in (30, 60):  # ds^2/h^2 = A log(1/h) + B: the difference of two gives A
        h = mp.mpf(10) ** -digits
        slopes.append(squared_distance(mp, Fraction(1, 2), [mp.mpf(1), mp.mpf(0)], [mp.mpf(1), h]) / h**2)
    law = distance.arc_cosine(R(1, 2)).subs({r: 1, dx_across: R(1, 10)}) * 100 / sp.log(10)
    assert abs((slopes[1] - slopes[0]) / (30 * mp.log(10)) / mp.mpf(str(sp.N(law, 30))) - 1) < 1e-20


@pytest.mark.parametrize("degree", ["-49/100", "-1/4", "0", "1/3", "1/2"])
def test_no_metric_at_or_below_one_half(degree):
    derivation = derive(n=R(degree))
    data = derivation.sections[-1].data
    assert all(data[key] is None for key in ("metric", "det_g", "christoffel", "scalar_curvature"))
    assert "no Riemannian metric" in derivation.sections[-1].remarks[0]


@given(degrees())
@settings(max_examples=20)
def test_degrees_pair_into_isometric_surfaces(degree):
    """n and n/(2n-1): the same curvature at the same distance from the tip of the cone."""
    assume(degree > Fraction(1, 2))
    n_ = R(degree)
    distance_from_tip = sp.Symbol("rho", positive=True)
    curvatures = []
    for m in (n_, n_ / (2 * n_ - 1)):
        scale = sp.sqrt(2**m * sp.gamma(m + R(1, 2)) / sp.sqrt(sp.pi))  # rho = scale r^m
        here = (distance_from_tip / scale) ** (1 / m)
        curvatures.append(sp.N(Surface(metric.arc_cosine(m)).sectional[1].subs(r, here).subs(distance_from_tip, 2), 30))
    assert abs(curvatures[0] - curvatures[1]) <= 1e-20 * (1 + abs(curvatures[0]))


def test_the_smoothed_metric_is_the_printed_one_and_its_curvature_is_ours():
    """Cho & Saul (2012), eqs. (31), (32); the curvature against the component engine."""
    coefficients = metric.from_kernel(smoothed.as_function(sigma))
    surface = Surface(coefficients)
    printed = 1 / (sp.pi**d * sigma ** (d - 2) * (2 * r**2 + sigma**2) ** (d / 2 + 1))
    assert vanishes(surface.determinant - printed)
    polar, azimuth = sp.symbols("polar azimuth", positive=True)
    across = 1 / (sp.pi * sigma * sp.sqrt(2 * r**2 + sigma**2))  # eq. (31), and what it has along the radius
    along = across * (1 - 2 * r**2 / (2 * r**2 + sigma**2))
    spherical = Components(sp.diag(along, across * r**2, across * r**2 * sp.sin(polar) ** 2), [r, polar, azimuth])
    assert sp.simplify(spherical.scalar_curvature() - surface.scalar.subs(d, 3)) == 0


@pytest.mark.parametrize("bias", ["1/2", "-1", "2"])
@pytest.mark.parametrize(("along", "across"), [(0, 1), (1, 1), (-2, 1), (3, 2)])
def test_biased_distances_are_linear_in_the_displacement(bias, along, across):
    """2 P(one unit fires, the other does not) from the defining probabilities, by quadrature."""
    mp = context(60)
    b_, radius, h = mp.mpf(Fraction(bias).numerator) / Fraction(bias).denominator, mp.mpf(2), mp.mpf(10) ** -12
    y = [radius + h * along, h * across]

    def both(u, v):  # P(w.u > b, w.v > b): the weight along u, then a normal tail
        norm = mp.sqrt(u[0] ** 2 + u[1] ** 2)
        inner, cross = (u[0] * v[0] + u[1] * v[1]) / norm, abs(u[0] * v[1] - u[1] * v[0]) / norm
        turn = b_ / inner
        nodes = sorted(
            {b_ / norm, *(turn + s * h * 10**k for s in (-1, 1) for k in (0, 1, 3)), b_ / norm + 3, b_ / norm + 20}
        )
        nodes = [node for node in nodes if node >= b_ / norm]
        return mp.quad(lambda w: mp.npdf(w) * mp.erfc((b_ - w * inner) / (cross * mp.sqrt(2))) / 2, nodes)

    def tail(u):
        return mp.erfc(b_ / mp.sqrt(2 * (u[0] ** 2 + u[1] ** 2))) / 2

    x = [radius, mp.mpf(0)]
    numerical = 2 * (tail(x) + tail(y) - 2 * both(x, y)) / h
    law = distance.biased().subs({b: R(bias), r: 2, dx_across: across, dx_along: along})
    assert abs(numerical / mp.mpf(str(sp.N(law, 30))) - 1) < 1e-9


@pytest.mark.parametrize("layers", [[2, 1], [2, 1, 1, 1], [R(3, 2), 1]])
def test_ramp_layers_leave_the_metric_alone(layers):
    below = derive(n=layers[0]).sections[-1].data["metric"]
    above = derive(layers=layers).sections[-1].data["metric"]
    assert all(sp.simplify(below[key] - above[key]) == 0 for key in below)


def test_the_metric_of_a_composition_from_its_kernel():
    """Degree 2 on degree 3: finite differences of the composed kernel."""
    mp = context(200)
    J2, J3 = closed_form(mp, Fraction(2)), closed_form(mp, Fraction(3))
    h = mp.mpf(10) ** -30

    def k(r1, r2, t):
        inner = mp.acos(J3(t) / J3(mp.mpf(0)))
        return ((15 * r1**6) * (15 * r2**6)) * J2(inner) / mp.pi

    across = 2 * (k(mp.mpf(1), mp.mpf(1), mp.mpf(0)) - k(mp.mpf(1), mp.mpf(1), h)) / h**2
    along = (k(1 + h, 1 + h, 0) - k(1 + h, 1 - h, 0) - k(1 - h, 1 + h, 0) + k(1 - h, 1 - h, 0)) / (4 * h**2)
    section = composition.derive([R(3), R(2)]).sections[-1].data["metric"]
    identity, radial = (mp.mpf(str(section[key].subs(r, 1))) for key in ("identity", "radial"))
    assert abs(across / identity - 1) < mp.mpf(10) ** -25
    assert abs(along / (identity + radial) - 1) < mp.mpf(10) ** -25


@pytest.mark.parametrize("degree", ["3", "1/2", "-1/4", "1/3"])
def test_one_dimension_has_a_metric_but_no_curvature(degree):
    data = derive(n=R(degree), d=1)
    n_ = R(degree)
    assert data["scalar_curvature"] == 0
    assert sp.simplify(data["det_g"] - n_**2 * 2**n_ * sp.gamma(n_ + R(1, 2)) / sp.sqrt(sp.pi) * r ** (2 * n_ - 2)) == 0


def test_on_a_line_degree_zero_has_none():
    assert derive(n=0, d=1).sections[-1].data["metric"] is None


def test_table_one():
    """Cho & Saul (2012), Table 1: linear, polynomial, Gaussian."""
    p = sp.Symbol("p", positive=True, integer=True)
    assert derive(kernel="linear")["scalar_curvature"] == 0
    assert derive(kernel="gaussian")["scalar_curvature"] == 0
    assert vanishes(derive(kernel="polynomial")["scalar_curvature"] - (p - 1) * (2 - d) * (d - 1) / (p * r ** (2 * p)))


def test_a_wrong_metric_does_not_pass(monkeypatch):
    right = metric.arc_cosine
    monkeypatch.setattr(
        metric, "arc_cosine", lambda degree: metric.Metric(right(degree).across, 2 * right(degree).along)
    )
    with pytest.raises(NotProved):
        metric.arc_cosine_steps()
