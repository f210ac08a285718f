"""The laws of Riemannian geometry, for arbitrary T(r) and R(r) and every dimension at once."""

import sympy as sp

from symkern.symbolic import curvature
from symkern.symbolic.isotropic import FIELD, R_JET, T_JET, Isotropic, delta, derivative, x
from symkern.symbolic.isotropic import RADIUS as r

gamma, riemann, g = curvature.christoffel(), curvature.riemann(), curvature.metric()


def covariant_derivative_of_riemann():
    """Of R_nab^m along e; indices m, n, a, b, e."""
    total = riemann.diff("e") + gamma(a="m", b="e", c="p") * riemann(m="p")
    for index in "nab":
        total -= gamma(a="p", b="e", c=index) * riemann(**{index: "p"})
    return total


def test_the_inverse_is_the_inverse():
    assert (g(n="k") * curvature.inverse()(m="k") - delta("m", "n")).is_zero()


def test_christoffel_symbols_are_symmetric_and_keep_the_metric():
    assert (gamma - gamma(b="c", c="b")).is_zero()
    assert (g.diff("c") - g(m="k") * gamma(a="k", b="m") - g(n="k") * gamma(a="k", b="n")).is_zero()


def test_symmetries_of_the_lowered_riemann_tensor():
    lowered = curvature.lowered()
    assert (lowered + lowered(m="n", n="m")).is_zero()
    assert (lowered + lowered(a="b", b="a")).is_zero()
    assert (lowered - lowered(m="a", n="b", a="m", b="n")).is_zero()


def test_first_bianchi_identity():
    assert (riemann + riemann(n="a", a="b", b="n") + riemann(n="b", a="n", b="a")).is_zero()


def test_second_bianchi_identity():
    slope = covariant_derivative_of_riemann()
    assert (slope + slope(a="b", b="e", e="a") + slope(a="e", b="a", e="b")).is_zero()
    assert not slope.is_zero()


def test_contracted_bianchi_identity():
    """The divergence of the Ricci tensor is half the gradient of the scalar."""
    ricci = curvature.ricci(riemann)
    slope = ricci.diff("e") - gamma(a="p", b="e", c="n") * ricci(n="p") - gamma(a="p", b="e", c="b") * ricci(b="p")
    divergence = curvature.inverse()(m="e") * slope
    gradient = x("b").scaled(derivative(curvature.scalar(riemann)) / r)
    assert (divergence - gradient.scaled(FIELD(1) / 2)).is_zero()


def test_the_printed_tensor_breaks_the_laws():
    """Cho & Saul (2012), eq. (18): lowered, it is not antisymmetric in its first two indices."""
    printed = curvature.riemann_as_printed()
    lowered = g(n="k") * printed(m="k")
    assert not (lowered + lowered(m="n", n="m")).is_zero()


def test_both_routes_to_the_curvature_agree():
    assert curvature.sectional() == curvature.warped_product()
    assert curvature.scalar(riemann) == curvature.warped_scalar()


def test_in_the_plane_the_general_tensor_is_the_short_one():
    """Equal as functions for d = 2, though not term by term: compare the components."""

    def component(tensor: Isotropic, indices, point):
        values = dict(zip("mnab", indices, strict=True))
        total = 0
        for (deltas, coordinates), coefficient in tensor.terms.items():
            if all(values[i] == values[j] for i, j in deltas):
                total += coefficient.as_expr() * sp.Mul(*(point[values[i]] for i in coordinates))
        return sp.simplify(total.subs(sp.Symbol("r", positive=True), 5)) if total else 0

    short, point = curvature.riemann_in_the_plane(), (3, 4)
    for m, n, a, b in [(0, 1, 0, 1), (1, 0, 0, 1), (0, 0, 0, 1), (1, 1, 1, 0), (0, 0, 0, 0)]:
        assert sp.simplify(component(riemann, (m, n, a, b), point) - component(short, (m, n, a, b), point)) == 0


def test_a_conformal_change_by_a_constant_leaves_the_symbols_alone():
    """Transformation under x -> s x: the metric with T(sr), R(sr) scaled by s^2 is the same surface."""
    scale = sp.Symbol("s", positive=True)
    radius = sp.Symbol("r", positive=True)
    scalar = curvature.scalar(riemann).as_expr()

    def at(across, along):
        return scalar.subs(
            {jet: sp.diff(f, radius, i) for f, row in ((across, T_JET), (along, R_JET)) for i, jet in enumerate(row)}
        )

    across, along = 1 + radius**2, 2 + radius**4
    moved = at(*(scale**2 * f.subs(radius, scale * radius) for f in (across, along)))
    assert sp.simplify(moved - at(across, along).subs(radius, scale * radius)) == 0
