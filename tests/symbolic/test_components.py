"""The component engine on metrics whose geometry everyone knows."""

from itertools import product

import pytest
import sympy as sp

from symkern.symbolic.components import Components

radius, polar, azimuth, height, across = sp.symbols("radius polar azimuth height across", positive=True)

FLAT_PLANE = (sp.diag(1, radius**2), [radius, azimuth])
FLAT_SPACE = (sp.diag(1, radius**2, radius**2 * sp.sin(polar) ** 2), [radius, polar, azimuth])
SPHERE = (sp.diag(9, 9 * sp.sin(polar) ** 2), [polar, azimuth])
HYPERBOLIC_PLANE = (sp.diag(1, 1) / height**2, [across, height])
CONE = (sp.diag(1, 2 * radius**2, 2 * radius**2 * sp.sin(polar) ** 2), [radius, polar, azimuth])
TILTED = (sp.Matrix([[1 + height**2, height * across], [height * across, 1 + across**2]]), [across, height])
METRICS = {
    "plane": FLAT_PLANE,
    "space": FLAT_SPACE,
    "sphere": SPHERE,
    "hyperbolic": HYPERBOLIC_PLANE,
    "cone": CONE,
    "tilted": TILTED,
}


@pytest.mark.parametrize(
    ("metric", "scalar"),
    [
        (FLAT_PLANE, 0),
        (FLAT_SPACE, 0),
        (SPHERE, sp.Rational(2, 9)),
        (HYPERBOLIC_PLANE, -2),
        (CONE, -1 / radius**2),  # 2 (1/a^2 - 1)/radius^2 with a^2 = 2
    ],
)
def test_known_scalar_curvatures(metric, scalar):
    assert sp.simplify(Components(*metric).scalar_curvature() - scalar) == 0


@pytest.mark.parametrize("metric", [FLAT_PLANE, FLAT_SPACE])
def test_flat_space_has_no_riemann_tensor(metric):
    components = Components(*metric)
    assert any(components.christoffel.values())
    assert all(sp.simplify(components.expression(value)) == 0 for value in components.riemann.values())


def test_the_printed_riemann_tensor_gives_flat_space_a_curvature():
    """Cho & Saul (2012), eq. (18) as printed, in polar coordinates of the plane."""
    plane = Components(*FLAT_PLANE)
    gamma, size = plane.christoffel, plane.size

    def printed(m, n, a, b):
        value = plane.diff(gamma[m, b, n], a) - plane.diff(gamma[m, a, n], b)
        return value + sum(gamma[p, a, n] * gamma[m, b, p] - gamma[p, b, n] * gamma[m, a, p] for p in size)

    assert any(printed(*indices) for indices in product(size, repeat=4))


@pytest.mark.parametrize("name", METRICS)
def test_bianchi_identities(name):
    components = Components(*METRICS[name])
    tensor, slope = components.riemann, components.covariant_derivative_of_riemann
    for m, n, a, b in product(components.size, repeat=4):
        assert sp.simplify(components.expression(tensor[m, n, a, b] + tensor[m, a, b, n] + tensor[m, b, n, a])) == 0
    for m, n, a, b, c in product(components.size, repeat=5):
        if a < b < c or (a, b, c) == (0, 1, 0):
            total = slope(m, n, a, b, c) + slope(m, n, b, c, a) + slope(m, n, c, a, b)
            assert sp.simplify(components.expression(total)) == 0


@pytest.mark.parametrize("name", METRICS)
def test_the_inverse(name):
    components = Components(*METRICS[name])
    for i, j in product(components.size, repeat=2):
        entry = sum(components.metric[i, k] * components.inverse[k, j] for k in components.size)
        assert entry == (1 if i == j else 0)


@pytest.mark.parametrize("degree", [2, 3])
def test_transformation_law_from_cartesian_to_polar_coordinates(degree):
    """The same surface in other coordinates: g' = J^T g J, and the scalar is the same function of the point."""
    x, y, z = sp.symbols("x y z", positive=True)
    squared = x**2 + y**2 + z**2
    cartesian = squared ** (degree - 1) * (
        sp.eye(3) + 2 * (degree - 1) * sp.Matrix([x, y, z]) * sp.Matrix([[x, y, z]]) / squared
    )
    coordinates = [radius, polar, azimuth]
    point = sp.Matrix(
        [radius * sp.sin(polar) * sp.cos(azimuth), radius * sp.sin(polar) * sp.sin(azimuth), radius * sp.cos(polar)]
    )
    jacobian = point.jacobian(coordinates)
    replaced = dict(zip((x, y, z), point, strict=True))
    moved = sp.simplify(jacobian.T * cartesian.subs(replaced) * jacobian)
    there = Components(moved, coordinates).scalar_curvature()
    here = Components(cartesian, [x, y, z]).scalar_curvature().subs(replaced)
    assert sp.simplify(there - here) == 0
    assert there != 0
