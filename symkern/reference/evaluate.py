"""`evaluate`: one entrance to the reference values, with the rules for what may be asked."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb
from mpmath.ctx_mp import MPContext

from symkern.errors import InvalidArgument, UsageError
from symkern.numbers import PiNumber, exact, read_pi_number
from symkern.reference import angular, route
from symkern.reference.enclosure import Enclosure, enclose
from symkern.reference.ends import derivative_at_end
from symkern.reference.inputs import Inputs, Pair, Relation
from symkern.reference.layer import Layer
from symkern.reference.precision import context
from symkern.reference.quadrature import Unreached
from symkern.reference.route import Route

DIGITS = 30
MOST_DIGITS = 10_000
MOST_ROUTE_DIGITS = 1000
LARGEST_DEGREE = 10**6
DEEPEST = 64
HIGHEST_DERIVATIVE = 20
DEFINITION_DIGITS = 20
"""What a quadrature in two dimensions is asked for."""


def evaluate(
    n: object = None,
    *,
    theta: object = None,
    x: object = None,
    y: object = None,
    layers: object = None,
    bias: object = None,
    sigma: object = None,
    derivative: object = 0,
    digits: object = DIGITS,
) -> Enclosure:
    """J_n(theta), or the kernel of two vectors, to any number of digits, with a radius that is a proof.

    Parameters
    ----------
    n : degree, any real number > -1/2
    theta : angle from 0 to pi; text such as "2*pi/3" is exact. With `n` alone the result is J_n(theta), otherwise the
        kernel of two unit vectors at that angle
    x, y : two vectors of the same length, instead of an angle
    layers : degrees of a composition, the first layer first, instead of `n`
    bias, sigma : threshold or smoothing width of the first layer, whose degree must be 0; or one per layer, None for none
    derivative : order of a derivative of J_n in theta
    digits : significant digits

    A float is the number that it is, to its last bit; text and fractions say what they mean.

    >>> print(evaluate(-0.25, theta="1.2", digits=20))
    2.6949421867577373447 ± 3.61e-20
    >>> print(evaluate(0, bias=0.5, x=[1, 2], y=[3, 1], digits=20))
    0.54868042434446418042 ± 3.38e-21
    """
    quantity = read_quantity(
        n, theta=theta, x=x, y=y, layers=layers, bias=bias, sigma=sigma, derivative=derivative
    )
    return quantity.enclose(_whole("digits", digits, 1, MOST_DIGITS))


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

    def by_routes(self, digits: int) -> list[tuple[str, Enclosure | str | None]]:
        """The value by every route: an enclosure, a decimal without proof, or None where the route does not reach."""
        _whole("digits", digits, 1, MOST_ROUTE_DIGITS)
        inside = self.pair.relation is Relation.GENERAL
        if self.derivative:
            proved: Enclosure | str | None = self.enclose(digits)
            differentiated = self._quadrature(route.one_dimension, digits) if inside else None
            return [("closed form, proved", proved), ("eq. (23) differentiated, quadrature", differentiated)]
        if any(layer.bias for layer in self.layers):
            return [
                ("eq. (25), proved integral", self.enclose(digits)),
                ("eq. (25), quadrature", self._quadrature(route.one_dimension, digits)),
                ("eq. (23), a probability", self._quadrature(route.definition, digits)),
                ("Owen's T, by his series", self._quadrature(route.owen, digits)),
            ]
        one, two = ("eq. (29), one weight", "eq. (29), two weights") if self.layers[0].sigma else ("eq. (23)", "eq. (20)")
        return [
            ("closed form, proved", self.enclose(digits)),
            (f"{one}, proved integral", self._enclosed(route.proved_integral, digits)),
            (f"{one}, quadrature", self._quadrature(route.one_dimension, digits)),
            (f"{two}, two dimensions", self._quadrature(route.definition, min(digits, DEFINITION_DIGITS))),
        ]

    def _enclosed(self, make: Callable[[], Route], digits: int) -> Enclosure:
        def compute() -> arb:
            if self.derivative:
                return self._derivative_in_balls()
            return self._along(make(), self.pair.balls())

        return enclose(compute, digits, self.pair.lost_digits if len(self.layers) > 1 else 0)

    def _derivative_in_balls(self) -> arb:
        n, inputs = self.layers[0].n, self.pair.balls()
        if inputs.relation is not Relation.GENERAL:
            return derivative_at_end(n, self.derivative, at_pi=inputs.relation is Relation.ANTIPARALLEL)
        return angular.enclosed(n, *inputs.half_angle(arb.sqrt), self.derivative)

    def _quadrature(self, make: Callable[[MPContext], Route], digits: int) -> str | None:
        extra = self.pair.lost_digits if len(self.layers) > 1 else 0
        if self.derivative:  # each differentiation divides by the angle, and the integral cancels it
            extra += (self.derivative + 2) * self.pair.lost_digits // 2
        extra += max((self.pair.exponent_digits(layer.bias) for layer in self.layers if layer.bias), default=0)
        mp = context(digits + extra)
        inputs = self.pair.numbers(mp)
        try:
            if self.derivative:
                value = angular.by_quadrature(mp, self.layers[0].n, *inputs.half_angle(mp.sqrt), self.derivative)
            else:
                value = self._along(make(mp), inputs)
        except Unreached:
            return None
        return str(mp.nstr(value, digits, strip_zeros=False))

    def _along(self, way: Route, inputs: Inputs) -> Any:
        if self.is_angular:
            return way.angular_function(self.layers[0].n, inputs)
        return way.composition(self.layers, inputs)


def read_quantity(
    n: object = None,
    *,
    theta: object = None,
    x: object = None,
    y: object = None,
    layers: object = None,
    bias: object = None,
    sigma: object = None,
    derivative: object = 0,
) -> Quantity:
    """What was asked, exactly; the rules are those of `evaluate`."""
    stack = _layers(n, layers, bias, sigma)
    order = _whole("derivative", derivative, 0, HIGHEST_DERIVATIVE)
    pair = _pair(theta, x, y)
    is_angular = theta is not None and layers is None and stack[0] == Layer(stack[0].n)
    if order and not is_angular:
        raise UsageError("derivative goes with n and theta alone: it is that of J_n in theta.")
    label = f"J_{stack[0].n}({_angle(theta)})" if is_angular else "k(x, y)"
    if is_angular and order:
        label = f"J_{stack[0].n}{_primes(order)}({_angle(theta)})"
    return Quantity(label, pair, stack, is_angular, order)


def _primes(order: int) -> str:
    return "'" * order if order <= 3 else f"^({order})"


def _layers(n: object, layers: object, bias: object, sigma: object) -> tuple[Layer, ...]:
    if n is not None and layers is not None:
        raise UsageError("evaluate takes one of n and layers, not both.")
    if n is None and layers is None:
        if bias is None and sigma is None:
            raise UsageError("evaluate needs a degree or layers. For example: evaluate n=-1/4 theta=1.2")
        n = 0  # the only degree that has a bias or a width
    degrees = [_degree("n", n)] if layers is None else [_degree("layers", entry) for entry in _entries("layers", layers)]
    if not 1 <= len(degrees) <= DEEPEST:
        raise InvalidArgument("layers", f"a list of 1 to {DEEPEST} degrees", f"a list of {len(degrees)}")
    biases = _per_layer("bias", bias, len(degrees))
    widths = _per_layer("sigma", sigma, len(degrees))
    stack = tuple(map(Layer, degrees, biases, widths))
    for layer in stack:
        if layer.bias is not None and layer.sigma is not None:
            raise UsageError(f"A layer has a bias or a width sigma, not both; got bias={layer.bias} and sigma={layer.sigma}.")
        if layer.n and (layer.bias is not None or layer.sigma is not None):
            given = f"bias={layer.bias}" if layer.bias is not None else f"sigma={layer.sigma}"
            raise UsageError(f"bias and sigma go with degree 0; got {given} with n={layer.n}.")
        if layer.sigma is not None and layer.sigma <= 0:
            raise InvalidArgument("sigma", "greater than 0", layer.sigma, "Leave it out for the step function itself.")
    return stack


def _per_layer(name: str, given: object, depth: int) -> list[Fraction | None]:
    """A number belongs to the first layer; a sequence has an entry for each."""
    if given is None or isinstance(given, str) or not isinstance(given, Iterable):
        first = None if given is None else exact(name, given)
        return [first, *[None] * (depth - 1)]
    values = [None if value is None else exact(name, value) for value in given]
    if len(values) != depth:
        raise InvalidArgument(name, f"one number, or one per layer ({depth})", f"a list of {len(values)}")
    return values


def _degree(name: str, value: object) -> Fraction:
    degree = exact(name, value)
    if degree <= Fraction(-1, 2):
        remedy = "At -1/2 the kernel of a vector with itself diverges."
        raise InvalidArgument(name, "a real number greater than -1/2", value, remedy)
    if degree > LARGEST_DEGREE:
        raise InvalidArgument(name, f"at most {LARGEST_DEGREE} to be evaluated", value)
    return degree


def _pair(theta: object, x: object, y: object) -> Pair:
    if theta is not None and (x is not None or y is not None):
        raise UsageError("evaluate takes either an angle theta or two vectors x and y, not both.")
    if theta is not None:
        return Pair.at_angle(_angle(theta))
    if x is None or y is None:
        missing = "an angle or two vectors" if x is None and y is None else "both x and y"
        raise UsageError(f"evaluate needs {missing}. For example: theta=2*pi/3, or x=1,2 y=3,1")
    first, second = ([exact(name, entry) for entry in _entries(name, v)] for name, v in (("x", x), ("y", y)))
    if len(first) != len(second) or not first:
        raise UsageError(f"x and y must have the same length, at least 1; got {len(first)} and {len(second)} entries.")
    return Pair.of_vectors(first, second)


def _angle(theta: object) -> PiNumber:
    if isinstance(theta, PiNumber):
        return theta
    return read_pi_number("theta", theta) if isinstance(theta, str) else PiNumber(exact("theta", theta))


def _entries(name: str, values: object) -> Sequence[object]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InvalidArgument(name, "a sequence of numbers", repr(values))
    return list(values)


def _whole(name: str, value: object, least: int, most: int) -> int:
    number = exact(name, value)
    if number.denominator != 1 or not least <= number <= most:
        raise InvalidArgument(name, f"a whole number from {least} to {most}", value)
    return int(number)
