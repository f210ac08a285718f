"""Christoffel symbols and curvature component by component, from partial derivatives, for a metric in any coordinates.

This is how other tools do it. Here it is the cross-check of `curvature` for concrete dimensions, and it knows nothing
of rotations: flat space in polar coordinates, the sphere and the hyperbolic plane are as good as any metric.

Entries are elements of a fraction field over the coordinates and whatever else occurs (sines, roots, irrational
constants), each a generator with its own slopes, so no simplification is needed on the way.
"""

from collections.abc import Sequence
from itertools import product

import sympy as sp
from sympy.polys.fields import FracElement, FracField

from symkern.computed_once import computed_once

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
        generators = _Generators(self.coordinates)
        entries = {(i, j): generators.encode(metric[i, j]) for i, j in product(self.size, self.size)}
        slopes = generators.slopes()
        self._meaning = {symbol: meaning for meaning, symbol in generators.symbols.items()}
        self._field = FracField(list(self._meaning), sp.QQ, "lex")
        self._slopes = [[self._field.from_expr(slope) for slope in row] for row in slopes]
        self.metric: Entries = {index: self._field.from_expr(entry) for index, entry in entries.items()}

    def expression(self, value: FracElement) -> sp.Expr:
        """An entry in terms of the coordinates."""
        return value.as_expr().xreplace(self._meaning)

    def diff(self, value: FracElement, coordinate: int) -> FracElement:
        """The partial derivative, by the chain rule through the generators of the field."""
        total = self._field.zero
        for generator, slope in zip(self._field.gens, self._slopes[coordinate], strict=True):
            if slope:
                total += value.diff(generator) * slope
        return total

    @computed_once
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

    @computed_once
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

    @computed_once
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

    @computed_once
    def ricci(self) -> Entries:
        """R_nb = R^m_nmb."""
        return {(n, b): self._sum(self.riemann[m, n, m, b] for m in self.size) for n, b in product(self.size, repeat=2)}

    @computed_once
    def scalar(self) -> FracElement:
        """S = g^nb R_nb."""
        return self._sum(self.inverse[n, b] * self.ricci[n, b] for n, b in product(self.size, repeat=2))

    def christoffel_symbol(self, a: int, b: int, c: int) -> sp.Expr:
        """Gamma^a_bc as an expression."""
        return self.expression(self.christoffel[a, b, c])

    def scalar_curvature(self) -> sp.Expr:
        """S as an expression in which sines and roots have been simplified against each other."""
        return sp.simplify(self.expression(self.scalar))

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


class _Generators:
    """Symbols for what a metric is made of: coordinates, parameters, roots, functions, irrational constants."""

    def __init__(self, coordinates: list[sp.Symbol]) -> None:
        self.coordinates = coordinates
        self.symbols: dict[sp.Expr, sp.Symbol] = {coordinate: coordinate for coordinate in coordinates}

    def encode(self, expr: sp.Expr) -> sp.Expr:
        """The expression as a rational function of generators."""
        if expr.is_Rational:
            return expr
        if isinstance(expr, sp.Symbol):
            return self.symbols.setdefault(expr, expr)
        if isinstance(expr, sp.Add):
            return sp.Add(*map(self.encode, expr.args))
        if isinstance(expr, sp.Mul):
            number, rest = expr.as_independent(*expr.free_symbols, as_Add=False)
            if number == 1 or number == expr or number.is_Rational:
                return self._generator(expr) if rest == 1 else sp.Mul(*map(self.encode, expr.args))
            rational, irrational = number.as_coeff_Mul()
            return rational * self._generator(irrational) * self.encode(rest)
        if isinstance(expr, sp.Pow) and expr.exp.is_Rational and expr.free_symbols:
            power, root = expr.exp.p, expr.exp.q
            base = self.encode(expr.base) if root == 1 else self._generator(expr.base ** sp.Rational(1, root))
            return base**power
        return self._generator(expr)

    def slopes(self) -> list[list[sp.Expr]]:
        """The derivative of every generator with respect to every coordinate; derivatives may bring generators."""
        known: dict[tuple[sp.Expr, sp.Symbol], sp.Expr] = {}
        while len(known) < len(self.symbols) * len(self.coordinates):
            for meaning in list(self.symbols):
                for coordinate in self.coordinates:
                    known[meaning, coordinate] = self._slope(meaning, coordinate)
        return [[known[meaning, coordinate] for meaning in self.symbols] for coordinate in self.coordinates]

    def _slope(self, meaning: sp.Expr, coordinate: sp.Symbol) -> sp.Expr:
        if isinstance(meaning, sp.Pow):  # a root: its slope is a multiple of the root itself
            return self.symbols[meaning] * meaning.exp * self.encode(sp.diff(meaning.base, coordinate) / meaning.base)
        return self.encode(sp.diff(meaning, coordinate))

    def _generator(self, expr: sp.Expr) -> sp.Symbol:
        return self.symbols.setdefault(expr, sp.Dummy())
