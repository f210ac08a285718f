"""A quantity that can be evaluated by every route: J_n, a derivative of it, or a kernel of one layer or many."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from flint import arb
from mpmath.ctx_mp import MPContext

from symkern.errors import InvalidArgument
from symkern.reference import angular, route
from symkern.reference.enclosure import Enclosure, enclose
from symkern.reference.ends import derivative_at_end
from symkern.reference.inputs import Inputs, Pair, Relation
from symkern.reference.layer import Layer
from symkern.reference.precision import context
from symkern.reference.quadrature import Unreached
from symkern.reference.route import Route

MOST_ROUTE_DIGITS = 1000
DEFINITION_DIGITS = 20
"""What a quadrature in two dimensions is asked for."""


@dataclass(frozen=True)
class Routed:
    """A value by one route: a decimal, or None where the route does not reach, and how many digits of it agree."""

    name: str
    value: str | None
    agrees: int


@dataclass(frozen=True)
class Quantity:
    """Something that can be evaluated by every route."""

    label: str
    pair: Pair
    layers: tuple[Layer, ...]
    is_angular: bool  # J_n itself, not the kernel
    derivative: int = 0

    def enclose(self, digits: int) -> Enclosure:
        """By closed forms where there are any, in balls."""
        return self._enclosed(route.closed_form, digits)

    def by_routes(self, digits: int) -> list[Routed]:
        """The value by every route there is, compared with the enclosure."""
        if digits > MOST_ROUTE_DIGITS:
            raise InvalidArgument("digits", f"at most {MOST_ROUTE_DIGITS} with every route", digits)
        enclosure = self.enclose(digits)
        found = []
        for name, find in self._routes(digits).items():
            try:
                value = find()
                found.append(Routed(name, value, agreement(value, enclosure)))
            except Unreached:
                found.append(Routed(name, None, 0))
        return found

    def _routes(self, digits: int) -> dict[str, Callable[[], str]]:
        one_dimension = partial(self.by_quadrature, route.one_dimension, digits)
        if self.derivative:
            return {"eq. (23) differentiated, quadrature": one_dimension}
        if any(layer.bias for layer in self.layers):
            return {
                "eq. (25), quadrature": one_dimension,
                "eq. (23), a probability": partial(self.by_quadrature, route.definition, digits),
                "Owen's T, his series": partial(self.by_quadrature, route.owen, digits),
            }
        in_two_dimensions = partial(self.by_quadrature, route.definition, min(digits, DEFINITION_DIGITS))
        if any(layer.sigma for layer in self.layers):
            return {"eq. (29), over one weight": one_dimension, "eq. (29), over two weights": in_two_dimensions}
        return {
            "eq. (23), proved integral": lambda: self.by_proved_integral(digits).value,
            "eq. (23), quadrature": one_dimension,
            "eq. (20), in two dimensions": in_two_dimensions,
        }

    def _enclosed(self, make: Callable[[], Route], digits: int) -> Enclosure:
        def compute() -> arb:
            if self.derivative:
                return self._derivative_in_balls()
            result: arb = self._along(make(), self.pair.balls())
            return result

        return enclose(compute, digits, self.pair.lost_digits if len(self.layers) > 1 else 0)

    def by_proved_integral(self, digits: int) -> Enclosure:
        """By Arb's integrator, where the closed form would be one of a kernel without bias."""
        return self._enclosed(route.proved_integral, digits)

    def _derivative_in_balls(self) -> arb:
        n, inputs = self.layers[0].n, self.pair.balls()
        if inputs.relation is not Relation.GENERAL:
            return derivative_at_end(n, self.derivative, at_pi=inputs.relation is Relation.ANTIPARALLEL)
        cos2, sin2 = inputs.half_angle(arb.sqrt)
        return angular.enclosed(n, cos2, sin2, self.derivative)

    def by_quadrature(self, make: Callable[[MPContext], Route], digits: int) -> str:
        """By a route of mpmath's; raises `Unreached` where that one does not get to the digits."""
        if self.derivative and self.pair.relation is not Relation.GENERAL:
            raise Unreached("a one-sided limit, which the integral does not give")
        extra = self.pair.lost_digits if len(self.layers) > 1 else 0
        if self.derivative:  # each differentiation divides by the angle, and the integral cancels it
            extra += (self.derivative + 2) * self.pair.lost_digits // 2
        extra += max((self.pair.exponent_digits(layer.bias) for layer in self.layers if layer.bias), default=0)
        mp = context(digits + extra)
        inputs = self.pair.numbers(mp)
        if self.derivative:
            value = angular.by_quadrature(mp, self.layers[0].n, *inputs.half_angle(mp.sqrt), self.derivative)
        else:
            value = self._along(make(mp), inputs)
        return str(mp.nstr(value, digits, strip_zeros=False))

    def _along(self, way: Route, inputs: Inputs) -> Any:
        if self.is_angular:
            return way.angular_function(self.layers[0].n, inputs)
        return way.composition(self.layers, inputs)


def agreement(value: str, enclosure: Enclosure) -> int:
    """How many significant digits of a decimal the enclosure confirms."""
    shown = value.lower().partition("e")[0].replace(".", "").lstrip("-")
    digits = len(shown.lstrip("0") or shown)
    if Enclosure(value, "0").exponent != enclosure.exponent:
        return 0
    if enclosure.exponent is None:  # zero, and rightly so
        return digits
    agreed = digits
    while agreed and not Enclosure(value, f"1e{(enclosure.exponent or 0) + 1 - agreed}").overlaps(enclosure):
        agreed -= 1
    return agreed
