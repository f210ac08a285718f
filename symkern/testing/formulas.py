"""Kernel formulas in ball arithmetic, one for each kind of kernel; only parameters are read from the objects.

`value` is k(x, y). `features` is the pair of feature vectors that a layer above sees; it has to say which pairs are
exactly parallel, because balls cannot.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import singledispatch
from typing import Any

import numpy as np
from flint import arb

from symkern.errors import UsageError
from symkern.kernels import (
    ArcCosine,
    Arcsine,
    Composition,
    Gaussian,
    Kernel,
    Linear,
    Polynomial,
    Product,
    Scaled,
    Sum,
    TwoLayer,
)
from symkern.numbers import exact
from symkern.reference import biased
from symkern.reference.layer import Layer
from symkern.reference.precision import ball
from symkern.reference.route import closed_form
from symkern.testing.biased_integral import biased_integral
from symkern.testing.feature_pair import FeaturePair


@dataclass(frozen=True)
class Views:
    """The inputs as first layers see them: an entry for each covariance, None for the vectors themselves."""

    pairs: dict[Any, FeaturePair]

    def of(self, kernel: Kernel) -> FeaturePair:
        return self.pairs[covariance_key(kernel)]


Below = Views | FeaturePair


def covariance_key(kernel: Kernel) -> Any:
    """A hashable form of the covariance of an arc-cosine kernel, None without one."""
    covariance = getattr(kernel, "covariance", None)
    if covariance is None:
        return None
    array = np.ascontiguousarray(covariance, dtype=np.float64)
    return array.shape, array.tobytes()


def _pair(kernel: Kernel, below: Below) -> FeaturePair:
    return below.of(kernel) if isinstance(below, Views) else below


@singledispatch
def value(kernel: Kernel, below: Below) -> arb:
    """k(x, y)."""
    raise UsageError(f"kernel must be one of symkern.kernels to have an exact value; got {type(kernel).__name__}.")


@singledispatch
def features(kernel: Kernel, below: Below) -> FeaturePair:
    """The feature vectors of x and y: their norms and their inner product are values of the kernel."""
    raise UsageError(f"kernel must be one that layers can go on top of; got {type(kernel).__name__}.")


def _made(
    kernel: Kernel, pair: FeaturePair, sign: int, power: Fraction, same: bool, gram: arb | None = None
) -> FeaturePair:
    """Features from three values of the kernel, and what is known of them exactly."""
    xx = value(kernel, pair.x_with_itself())
    x_is_zero = bool(xx.is_exact() and xx == 0)
    if pair.equal:
        return FeaturePair(xx, xx, xx, arb(0), 0 if x_is_zero else 1, Fraction(0), True, x_is_zero, x_is_zero)
    xy, yy = value(kernel, pair), value(kernel, pair.y_with_itself())
    y_is_zero = bool(yy.is_exact() and yy == 0)
    if x_is_zero or y_is_zero:
        return FeaturePair(xx, xy, yy, arb(0), 0, Fraction(0), x_is_zero and y_is_zero, x_is_zero, y_is_zero)
    if sign:
        gram = arb(0)
    return FeaturePair(xx, xy, yy, xx * yy - xy * xy if gram is None else gram, sign, power, same, False, False)


@value.register
def _(kernel: ArcCosine, below: Below) -> arb:
    pair = _pair(kernel, below)
    if not pair.settled():
        return arb.nan()
    layer = _layer(kernel)
    if layer.bias:
        return biased.enclosed(layer.bias, pair.inputs(), biased_integral)
    result: arb = closed_form().kernel(layer, pair.inputs())
    return result


@features.register
def _(kernel: ArcCosine, below: Below) -> FeaturePair:
    pair, layer = _pair(kernel, below), _layer(kernel)
    if layer.bias or layer.sigma:
        return _made(kernel, pair, 0, Fraction(0), pair.same_norm)
    same = pair.same_norm or not (layer.n or pair.x_is_zero or pair.y_is_zero)
    return _made(kernel, pair, max(pair.sign, 0), layer.n * pair.power, same)


def _layer(kernel: ArcCosine) -> Layer:
    bias, sigma = (
        None if given is None else exact(name, given)
        for name, given in (("bias", kernel.bias), ("sigma", kernel.sigma))
    )
    return Layer(exact("n", kernel.n), bias or None, sigma)


@value.register
def _(kernel: Linear, below: Below) -> arb:
    return _pair(kernel, below).xy


@features.register
def _(kernel: Linear, below: Below) -> FeaturePair:
    return _pair(kernel, below)


@value.register
def _(kernel: Polynomial, below: Below) -> arb:
    return (_pair(kernel, below).xy + ball(exact("offset", kernel.offset))) ** int(exact("degree", kernel.degree))


@features.register
def _(kernel: Polynomial, below: Below) -> FeaturePair:
    pair, offset, degree = _pair(kernel, below), exact("offset", kernel.offset), int(exact("degree", kernel.degree))
    if offset:
        return _made(kernel, pair, 0, Fraction(0), pair.same_norm)
    return _made(kernel, pair, pair.sign**degree, degree * pair.power, pair.same_norm)


@value.register
def _(kernel: Gaussian, below: Below) -> arb:
    return (-_exponent(kernel, _pair(kernel, below))).exp()


@features.register
def _(kernel: Gaussian, below: Below) -> FeaturePair:
    pair = _pair(kernel, below)
    gram = -(-2 * _exponent(kernel, pair)).expm1()
    return _made(kernel, pair, 0, Fraction(0), True, gram)


def _exponent(kernel: Gaussian, pair: FeaturePair) -> arb:
    """|x - y|^2/(2 width^2)."""
    return pair.squared_distance() / (2 * ball(exact("width", kernel.width)) ** 2)


@value.register
def _(kernel: Arcsine, below: Below) -> arb:
    """The angle from its sine and cosine: (1 + 2 (o + xx))(1 + 2 (o + yy)) - 4 (o + xy)^2 is a sum of squares."""
    pair, offset = _pair(kernel, below), ball(exact("offset", kernel.offset))
    rest = 1 + 2 * (2 * offset + pair.xx + pair.yy) + 4 * (offset * pair.squared_distance() + pair.gram)
    return 2 * arb.atan2(2 * (offset + pair.xy), rest.sqrt()) / arb.pi()


@features.register
def _(kernel: Arcsine, below: Below) -> FeaturePair:
    pair = _pair(kernel, below)
    return _made(kernel, pair, 0, Fraction(0), pair.same_norm)


@value.register
def _(kernel: TwoLayer, below: Below) -> arb:
    argument = ball(exact("scale", kernel.scale)) * _pair(kernel, below).xy + ball(exact("offset", kernel.offset))
    return argument.tanh()


@value.register
def _(kernel: Scaled, below: Below) -> arb:
    return ball(exact("factor", kernel.factor)) * value(kernel.kernel, below)


@features.register
def _(kernel: Scaled, below: Below) -> FeaturePair:
    return features(kernel.kernel, below).scaled(ball(exact("factor", kernel.factor)))


@value.register
def _(kernel: Composition, below: Below) -> arb:
    for layer in kernel.layers[:-1]:
        below = features(layer, below)
    return value(kernel.layers[-1], below)


@features.register
def _(kernel: Composition, below: Below) -> FeaturePair:
    result = features(kernel.layers[0], below)
    for layer in kernel.layers[1:]:
        result = features(layer, result)
    return result


@value.register
def _(kernel: Sum, below: Below) -> arb:
    return sum((value(term, below) for term in kernel.terms), arb(0))


@features.register
def _(kernel: Sum, below: Below) -> FeaturePair:
    """Feature vectors one after the other: parallel if all parts that are not zero are, with one ratio of norms."""
    parts = [features(term, below) for term in kernel.terms]
    xx, xy, yy = (sum((getattr(part, name) for part in parts), arb(0)) for name in ("xx", "xy", "yy"))
    x_is_zero, y_is_zero = (all(getattr(part, name) for part in parts) for name in ("x_is_zero", "y_is_zero"))
    telling = [part for part in parts if not (part.x_is_zero and part.y_is_zero)] or parts
    same = all(part.same_norm for part in parts)
    one_ratio = same or len({part.power for part in telling}) == 1
    sign = telling[0].sign if one_ratio and len({part.sign for part in telling}) == 1 else 0
    gram = arb(0) if sign or x_is_zero or y_is_zero else xx * yy - xy * xy
    return FeaturePair(xx, xy, yy, gram, sign, telling[0].power, same, x_is_zero, y_is_zero)


@value.register
def _(kernel: Product, below: Below) -> arb:
    result = arb(1)
    for term in kernel.terms:
        result *= value(term, below)
    return result


@features.register
def _(kernel: Product, below: Below) -> FeaturePair:
    """Tensor products: parallel if every factor is."""
    result = features(kernel.terms[0], below)
    for term in kernel.terms[1:]:
        part = features(term, below)
        xx, xy, yy = result.xx * part.xx, result.xy * part.xy, result.yy * part.yy
        # xx yy - xy^2 of a product of two is a sum of two products that are not negative
        gram = result.gram * part.xx * part.yy + result.xy**2 * part.gram
        result = FeaturePair(
            xx,
            xy,
            yy,
            gram,
            result.sign * part.sign,
            result.power + part.power,
            result.same_norm and part.same_norm,
            result.x_is_zero or part.x_is_zero,
            result.y_is_zero or part.y_is_zero,
        )
    return result
