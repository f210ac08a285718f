"""Christoffel symbols and curvature component by component, from partial derivatives, for a metric in any coordinates.

This is how other tools do it. Here it is the cross-check of `curvature` for concrete dimensions, and it knows nothing
of rotations: flat space in polar coordinates, the sphere and the hyperbolic plane are as good as any metric.

Entries are elements of a fraction field over the coordinates and whatever functions of them occur (sines, roots),
closed under differentiation, so no simplification is needed on the way.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import product

import sympy as sp
from sympy.polys.fields import FracElement, sfield

Entries = dict[tuple[int, ...], FracElement]


class Components:
    """The geometry of one metric, given by its matrix and its coordinates.

    >>> radius, angle = sp.symbols("radius angle", positive=True)
    >>> plane = Components(sp.diag(1, radius**2), [radius, angle])
    >>> plane.christoffel_symbol(0, 1, 1), plane.scalar_curvature()
    (-radius, 0)
    """

    def __init__(self, metric: sp.Matrix, coordinates: Sequence[sp.Symbol]) -> None:
        self.coordinates = list(coordinates)
        self.size = range(len(self.coordinates))
        entries = [metric[i, j] for i, j in product(self.size, self.size)]
        self._field, self._generators, self._slopes = _differential_field(entries, self.coordinates)
        self.metric: Entries = {
            index: self._field.from_expr(entry)
            for index, entry in zip(product(self.size, self.size), entries, strict=True)
        }

    def diff(self, value: FracElement, coordinate: int) -> FracElement:
        """The partial derivative, by the chain rule through the generators of the field."""
        total = self._field.zero
        for generator, slope in zip(self._generators, self._slopes[coordinate], strict=True):
            if slope:
                total += value.diff(generator) * slope
        return total

    @cached_property
    def inverse(self) -> Entries:
        """g^mn by Gauss-Jordan elimination."""
        size = len(self.coordinates)
        rows = [
            [self.metric[i, j] for j in self.size]
            + [self._field.one if i == j else self._field.zero for j in self.size]
            for i in self.size
        ]
        for column in self.size:
            pivot = next(i for i in range(column, size) if rows[i][column])
            rows[column], rows[pivot] = rows[pivot], rows[column]
            rows[column] = [entry / rows[column][column] for entry in rows[column]]
            for i in self.size:
                if i != column and rows[i][column]:
                    factor = rows[i][column]
                    rows[i] = [entry - factor * other for entry, other in zip(rows[i], rows[column], strict=True)]
        return {(i, j): rows[i][size + j] for i in self.size for j in self.size}

    @cached_property
    def christoffel(self) -> Entries:
        """Gamma^a_bc: Cho & Saul (2012), eq. (17)."""
        slope = {(i, j, k): self.diff(self.metric[i, j], k) for i, j, k in product(self.size, repeat=3)}
        lowered = {
            (m, b, c): (slope[c, m, b] - slope[b, c, m] + slope[m, b, c]) / 2
            for m, b, c in product(self.size, repeat=3)
        }
        return {
            (a, b, c): self._sum(self.inverse[a, m] * lowered[m, b, c] for m in self.size)
            for a, b, c in product(self.size, repeat=3)
        }

    @cached_property
    def riemann(self) -> Entries:
        """R^m_nab."""
        gamma = self.christoffel
        tensor: Entries = {}
        for m, n, a, b in product(self.size, repeat=4):
            if a < b:
                value = self.diff(gamma[m, b, n], a) - self.diff(gamma[m, a, n], b)
                value += self._sum(gamma[m, a, p] * gamma[p, b, n] - gamma[m, b, p] * gamma[p, a, n] for p in self.size)
                tensor[m, n, a, b], tensor[m, n, b, a] = value, -value
            elif a == b:
                tensor[m, n, a, b] = self._field.zero
        return tensor

    @cached_property
    def ricci(self) -> Entries:
        """R_nb = R^m_nmb."""
        return {(n, b): self._sum(self.riemann[m, n, m, b] for m in self.size) for n, b in product(self.size, repeat=2)}

    @cached_property
    def scalar(self) -> FracElement:
        """S = g^nb R_nb."""
        return self._sum(self.inverse[n, b] * self.ricci[n, b] for n, b in product(self.size, repeat=2))

    def christoffel_symbol(self, a: int, b: int, c: int) -> sp.Expr:
        """Gamma^a_bc as an expression."""
        return self.christoffel[a, b, c].as_expr()

    def scalar_curvature(self) -> sp.Expr:
        """S as an expression in which sines and roots have been simplified against each other."""
        return sp.simplify(self.scalar.as_expr())

    def covariant_derivative_of_riemann(self, m: int, n: int, a: int, b: int, c: int) -> FracElement:
        """The covariant derivative of R^m_nab along coordinate c."""
        gamma, tensor = self.christoffel, self.riemann
        value = self.diff(tensor[m, n, a, b], c)
        for p in self.size:
            value += gamma[m, c, p] * tensor[p, n, a, b] - gamma[p, c, n] * tensor[m, p, a, b]
            value -= gamma[p, c, a] * tensor[m, n, p, b] + gamma[p, c, b] * tensor[m, n, a, p]
        return value

    def _sum(self, values: object) -> FracElement:
        return sum(values, self._field.zero)  # type: ignore[call-overload]


def _differential_field(
    entries: list[sp.Expr], coordinates: list[sp.Symbol]
) -> tuple[sp.Basic, list[FracElement], list[list[FracElement]]]:
    """A field with the entries and the derivatives of all its generators, and those derivatives by coordinate."""
    wanted = [*entries, *coordinates]
    while True:
        field, _ = sfield(wanted)
        slopes = [[sp.diff(symbol, coordinate) for symbol in field.symbols] for coordinate in coordinates]
        flat = [slope for row in slopes for slope in row if slope != 0]
        larger, _ = sfield([*wanted, *flat])
        if set(larger.symbols) == set(field.symbols):
            break
        wanted += flat
    return field, list(field.gens), [[field.from_expr(slope) for slope in row] for row in slopes]
