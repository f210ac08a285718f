"""From two inputs to a kernel by one of the independent routes, through any number of layers.

A route is a way to each of the kernels' parts; what all routes share is only eq. (3), the zero vectors, and the
recursion from layer to layer, Cho & Saul (2010), eqs. (14)-(18). Routes are compared, never merged.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from flint import arb
from mpmath.ctx_mp import MPContext

from symkern.errors import UsageError
from symkern.reference import angular, biased, smoothed
from symkern.reference.inputs import Inputs, Relation
from symkern.reference.layer import Layer
from symkern.reference.precision import ball, mpf


@dataclass(frozen=True)
class Route:
    """The parts of the kernels, and the arithmetic they are computed in."""

    angular: Callable[..., Any]  # (n, cos^2(theta/2), sin^2(theta/2))
    angular_at_zero: Callable[[Fraction], Any]
    biased: Callable[[Fraction, Inputs], Any]
    smoothed: Callable[[Fraction, Inputs], Any]
    number: Callable[[Fraction], Any]
    sqrt: Callable[[Any], Any]
    pi: Any

    def angular_function(self, n: Fraction, inputs: Inputs) -> Any:
        """J_n at the angle between the inputs."""
        if inputs.relation in (Relation.EQUAL, Relation.PARALLEL):
            return self.angular_at_zero(n)
        if inputs.relation is Relation.ANTIPARALLEL:
            return self.number(Fraction(0))
        return self.angular(n, *inputs.half_angle(self.sqrt))

    def kernel(self, layer: Layer, inputs: Inputs) -> Any:
        """The kernel of one layer."""
        if layer.bias:
            return self.biased(layer.bias, inputs)
        if layer.sigma:
            return self.smoothed(layer.sigma, inputs)
        if inputs.x_is_zero or inputs.y_is_zero:
            return self._of_zero(layer.n)
        norms = (inputs.xx * inputs.yy) ** (self.number(layer.n) / 2)
        return norms * self.angular_function(layer.n, inputs) / self.pi

    def composition(self, layers: Sequence[Layer], inputs: Inputs) -> Any:
        """The kernel of the last layer of what the layers before it make of the inputs."""
        *inner, last = layers
        for layer in inner:
            inputs = inputs.through(layer, self.kernel)
        return self.kernel(last, inputs)

    def _of_zero(self, n: Fraction) -> Any:
        """2 E[step(0) step(w.y) (0 (w.y))^n] with step(0) = 1/2."""
        if n < 0:
            raise UsageError(
                f"A kernel of degree n={n} < 0 has no finite value at a zero vector. Leave such vectors out."
            )
        return self.number(Fraction(0) if n else Fraction(1, 2))


def closed_form() -> Route:
    """Closed forms in balls; for the biased kernel, which has none, eq. (25) by Arb's integrator."""
    return Route(angular.enclosed, angular.at_zero, biased.enclosed, smoothed.enclosed, ball, arb.sqrt, arb.pi())


def proved_integral() -> Route:
    """The same with eq. (23) by Arb's integrator."""
    return replace(closed_form(), angular=angular.enclosed_by_integral)


def one_dimension(mp: MPContext) -> Route:
    """One-dimensional integrals by mpmath's quadrature: eqs. (23) of 2010, (24) and (25) of 2012."""
    return _by_mpmath(mp, angular.by_quadrature, biased.by_angles, smoothed.by_projection)


def definition(mp: MPContext) -> Route:
    """The integrals over Gaussian weights that define the kernels: eqs. (1) of 2010, (23) and (29) of 2012."""
    return _by_mpmath(mp, angular.by_definition, biased.by_probability, smoothed.by_definition)


def owen(mp: MPContext) -> Route:
    """Owen's T for the biased kernel, the one-dimensional integrals for all else."""
    return _by_mpmath(mp, angular.by_quadrature, biased.by_owen, smoothed.by_projection)


def _by_mpmath(mp: MPContext, angular_: Any, biased_: Any, smoothed_: Any) -> Route:
    return Route(
        partial(angular_, mp),
        partial(angular.at_zero_by_definition, mp),
        partial(biased_, mp),
        partial(smoothed_, mp),
        partial(mpf, mp),
        mp.sqrt,
        mp.pi,
    )
