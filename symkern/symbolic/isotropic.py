"""Tensors that rotations about the origin leave alone, in Cartesian coordinates, with the dimension d a symbol.

Such a tensor is a sum of products of Kronecker deltas and coordinates x_m, with coefficients that are functions of
r = |x|. They are closed under products, contraction (delta_mm = d, x_m x_m = r^2) and differentiation
(dx_m/dx_n = delta_mn, df(r)/dx_n = f'(r) x_n / r), so the whole of Riemannian geometry can be done without ever
choosing d. A repeated index is summed, whatever its position: metrics are written out, not implied.

The coefficients are rational functions of r, of d, and of two functions T(r) and R(r), arbitrary, with their
derivatives. They live in a fraction field, where every value is in lowest terms and equality is decided.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import sympy as sp
from sympy.polys.fields import FracElement, field

from symkern.symbolic.notation import d, r

ORDERS = 4
T_JET, R_JET = (tuple(sp.Symbol(name + "'" * order) for order in range(ORDERS)) for name in "TR")
"""T and R with their derivatives with respect to r."""

FIELD, RADIUS, DIMENSION, *_JETS = field([r, d, *T_JET, *R_JET], sp.QQ)
T, R = _JETS[0], _JETS[ORDERS]

Key = tuple[frozenset[tuple[str, str]], tuple[str, ...]]
"""A product: its deltas, and its coordinates in order."""


class Isotropic:
    """A sum of terms: coefficient, deltas, coordinates.

    >>> (delta("a", "b") * delta("a", "b")).scalar()
    d
    >>> (x("a") * x("b") * delta("a", "b")).scalar()
    r**2
    """

    def __init__(self, terms: Mapping[Key, FracElement]) -> None:
        self.terms = {key: value for key, value in terms.items() if value}

    def __add__(self, other: Isotropic) -> Isotropic:
        total = dict(self.terms)
        for key, value in other.terms.items():
            total[key] = total.get(key, FIELD.zero) + value
        return Isotropic(total)

    def __neg__(self) -> Isotropic:
        return self.scaled(-FIELD.one)

    def __sub__(self, other: Isotropic) -> Isotropic:
        return self + (-other)

    def __mul__(self, other: Isotropic) -> Isotropic:
        total: dict[Key, FracElement] = {}
        for (deltas, coordinates), value in self.terms.items():
            for (more_deltas, more_coordinates), factor in other.terms.items():
                key, trace = _contract([*deltas, *more_deltas], [*coordinates, *more_coordinates])
                total[key] = total.get(key, FIELD.zero) + trace * value * factor
        return Isotropic(total)

    def __call__(self, **names: str) -> Isotropic:
        """The same tensor with other names for its indices; a name that then comes twice is summed over."""
        total: dict[Key, FracElement] = {}
        for (deltas, coordinates), value in self.terms.items():
            renamed = [(names.get(i, i), names.get(j, j)) for i, j in deltas]
            key, trace = _contract(renamed, [names.get(i, i) for i in coordinates])
            total[key] = total.get(key, FIELD.zero) + trace * value
        return Isotropic(total)

    def scaled(self, factor: FracElement) -> Isotropic:
        """The tensor times a function of r."""
        return Isotropic({key: factor * value for key, value in self.terms.items()})

    def diff(self, index: str) -> Isotropic:
        """The partial derivative with respect to x_index."""
        total = Isotropic({})
        for (deltas, coordinates), value in self.terms.items():
            product = Isotropic({(deltas, coordinates): FIELD.one})
            total += (product * x(index)).scaled(derivative(value) / RADIUS)
            for i, name in enumerate(coordinates):
                rest = Isotropic({(deltas, coordinates[:i] + coordinates[i + 1 :]): value})
                total += rest * delta(name, index)
        return total

    def scalar(self) -> FracElement:
        """The value of a tensor without indices."""
        return self.terms.get((frozenset(), ()), FIELD.zero)

    def coefficient(self, pattern: Isotropic) -> FracElement:
        """The coefficient of the one product that `pattern` consists of."""
        (key,) = pattern.terms
        return self.terms.get(key, FIELD.zero)

    def is_zero(self) -> bool:
        """Whether the tensor vanishes for all functions T and R and in every dimension."""
        return not self.terms


def delta(i: str, j: str) -> Isotropic:
    """The Kronecker delta."""
    return Isotropic({(frozenset({_pair(i, j)}), ()): FIELD.one})


def x(i: str) -> Isotropic:
    """The coordinate x_i."""
    return Isotropic({(frozenset(), (i,)): FIELD.one})


def derivative(value: FracElement) -> FracElement:
    """d/dr of a coefficient, by the chain rule through T, R and their derivatives."""
    total = value.diff(RADIUS)
    for jet in (_JETS[:ORDERS], _JETS[ORDERS:]):
        for function, slope in pairwise(jet):
            total += value.diff(function) * slope
    return total


def _pair(i: str, j: str) -> tuple[str, str]:
    return (i, j) if i <= j else (j, i)


def _contract(deltas: list[tuple[str, str]], coordinates: list[str]) -> tuple[Key, FracElement]:
    """Sum over repeated indices: the product that is left, and the powers of d and r that came out."""
    trace = FIELD.one
    pending, kept = list(deltas), []
    while pending:
        i, j = pending.pop()
        if i == j:
            trace *= DIMENSION
            continue
        for index, other in ((i, j), (j, i)):
            if index in coordinates:  # delta_ij x_i = x_j
                coordinates[coordinates.index(index)] = other
                break
            partner = next((pair for pair in pending if index in pair), None)
            if partner is not None:  # delta_ij delta_ik = delta_jk
                pending.remove(partner)
                pending.append((other, partner[1] if partner[0] == index else partner[0]))
                break
        else:
            kept.append(_pair(i, j))
    for index in set(coordinates):
        if coordinates.count(index) == 2:
            coordinates = [name for name in coordinates if name != index]
            trace *= RADIUS**2
    return (frozenset(kept), tuple(sorted(coordinates))), trace
