"""Kernels to compare and compose with: linear, polynomial, Gaussian, Williams' arcsine, the two-layer network's."""

from typing import Any

from symkern.errors import InvalidArgument
from symkern.kernels.base import Kernel
from symkern.kernels.classical_layers import ArcsineLayer, GaussianLayer, LinearLayer, PolynomialLayer, TanhLayer
from symkern.kernels.layers import Layer
from symkern.numbers import exact


class Linear(Kernel):
    """x.y: cho_saul_2010 (13)."""

    def __init__(self) -> None:
        pass

    def _layers(self) -> list[Layer]:
        return [LinearLayer()]


class Polynomial(Kernel):
    """(x.y + offset)^degree: cho_saul_2010 (14)."""

    def __init__(self, degree: Any = 2, offset: Any = 1) -> None:
        self.degree, self.offset = degree, offset
        self._check()

    def _check(self) -> None:
        degree = exact("degree", self.degree)
        if degree < 1 or degree.denominator != 1:
            raise InvalidArgument("degree", "a positive integer", self.degree)
        if exact("offset", self.offset) < 0:
            raise InvalidArgument("offset", "at least 0", self.offset, "With less the kernel is not positive definite.")

    def _smooth(self) -> list[str]:
        return ["offset"]

    def _layers(self) -> list[Layer]:
        return [PolynomialLayer(int(exact("degree", self.degree)), float(exact("offset", self.offset)))]


class Gaussian(Kernel):
    """exp(-|x - y|^2/(2 width^2)): cho_saul_2010 (16); scikit-learn's gamma is 1/(2 width^2)."""

    def __init__(self, width: Any = 1) -> None:
        self.width = width
        self._check()

    def _check(self) -> None:
        if exact("width", self.width) <= 0:
            raise InvalidArgument("width", "greater than 0", self.width)

    def _smooth(self) -> list[str]:
        return ["width"]

    def _layers(self) -> list[Layer]:
        return [GaussianLayer(float(exact("width", self.width)))]


class Arcsine(Kernel):
    """Williams' kernel of error-function units with weights of variance 1 and an offset of the given variance.

    2/pi arcsin(2 (o + x.y)/sqrt((1 + 2 (o + |x|^2))(1 + 2 (o + |y|^2)))); for general weights scale the inputs.
    """

    def __init__(self, offset: Any = 0) -> None:
        self.offset = offset
        self._check()

    def _check(self) -> None:
        if exact("offset", self.offset) < 0:
            raise InvalidArgument("offset", "at least 0, a variance", self.offset)

    def _smooth(self) -> list[str]:
        return ["offset"]

    def _layers(self) -> list[Layer]:
        return [ArcsineLayer(float(exact("offset", self.offset)))]


class TwoLayer(Kernel):
    """tanh(scale x.y + offset), which kernels_notes names after the two-layer network.

    It is not positive semi-definite in general: machines that need that may fail with it, and no layer goes on top
    where it is negative on the diagonal.
    """

    def __init__(self, scale: Any = 1, offset: Any = 0) -> None:
        self.scale, self.offset = scale, offset
        self._check()

    def _check(self) -> None:
        if exact("scale", self.scale) <= 0:
            raise InvalidArgument("scale", "greater than 0", self.scale)
        exact("offset", self.offset)

    def _smooth(self) -> list[str]:
        return ["scale", "offset"]

    def _layers(self) -> list[Layer]:
        return [TanhLayer(float(exact("scale", self.scale)), float(exact("offset", self.offset)))]
