"""Sums, products and scalings of kernels, which are kernels again."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from symkern.computed_once import computed_once
from symkern.errors import InvalidArgument, UsageError
from symkern.kernels import combined
from symkern.kernels.base import Kernel
from symkern.kernels.gram import Filler, Inputs, Tile
from symkern.kernels.layers import Layer
from symkern.kernels.magnitudes import Magnitudes, sum_of
from symkern.kernels.rows import Transform
from symkern.numbers import exact

Array = npt.NDArray[np.float64]

DOUBLES = 900
"""Kernels with exponents up to this are doubles, and so are their digits."""


class _Combination(Kernel):
    """Kernels of the same inputs, combined value by value."""

    _alone: ClassVar[bool] = False
    _sign: ClassVar[str]

    def __init__(self, terms: Sequence[Kernel]) -> None:
        self.terms = terms
        self._check()

    def _check(self) -> None:
        if not isinstance(self.terms, (tuple, list)) or len(self.terms) < 1:
            raise InvalidArgument("terms", "a tuple of kernels", self.terms)
        for term in self.terms:
            if not isinstance(term, Kernel):
                raise InvalidArgument("term", "a kernel", term)
            term._check()

    def _parts(self) -> Iterator[tuple[str, Kernel]]:
        for number, term in enumerate(self.terms, 1):
            yield f"term{number}", term

    def _replace_part(self, name: str, value: Any) -> None:
        number = int(name.removeprefix("term")) - 1
        self.terms = (*self.terms[:number], value, *self.terms[number + 1 :])

    def _view(self) -> tuple[Any, Transform | None]:
        views = [term._view() for term in self.terms]
        if any(key != views[0][0] for key, _ in views):
            raise UsageError(
                "The terms of a sum or product must have one covariance where layers go on top of it, or its gradient"
                " is taken; got several."
            )
        return views[0]

    def __repr__(self) -> str:
        loose = (Sum,) if isinstance(self, Product) else ()
        return self._sign.join(f"({term!r})" if isinstance(term, loose) else repr(term) for term in self.terms)


class Sum(_Combination):
    """k1 + k2 + ..."""

    _sign = " + "

    def _layers(self) -> list[Layer]:
        return [combined.Sum(tuple(tuple(term._layers()) for term in self.terms))]

    def _bind(self, inputs: Inputs) -> Filler:
        return _BoundSum([term._bind(inputs) for term in self.terms])


class Product(_Combination):
    """k1 k2 ..."""

    _sign = " * "

    def _layers(self) -> list[Layer]:
        return [combined.Product(tuple(tuple(term._layers()) for term in self.terms))]

    def _bind(self, inputs: Inputs) -> Filler:
        return _BoundProduct([term._bind(inputs) for term in self.terms])


class _Bound(ABC):
    """Terms that know their inputs, combined in doubles, or as magnitudes where a term need not be a double."""

    _operation: ClassVar[np.ufunc]

    def __init__(self, terms: list[Filler]) -> None:
        self.terms = terms

    @abstractmethod
    def _combined(self, terms: list[Magnitudes]) -> Magnitudes:
        """Return the kernel from its terms."""

    def magnitudes(self) -> tuple[Magnitudes, Magnitudes]:
        sides = zip(*(term.magnitudes() for term in self.terms), strict=True)
        x, y = (self._combined(list(side)) for side in sides)
        return x, y

    @computed_once
    def _moderate(self) -> bool:
        """Whether no term, and no product of some of them, is near the ends of the range of doubles."""
        reach = DOUBLES // len(self.terms)
        return all(side.within_range(reach) for term in self.terms for side in term.magnitudes())

    def diagonal(self) -> Array:
        return self.magnitudes()[0].value()

    def numbers(self, tile: Tile, rows: slice) -> Magnitudes:
        return self._combined([term.numbers(tile, rows) for term in self.terms])

    def fill(self, tile: Tile, out: Array) -> None:
        if not self._moderate:
            for rows in tile.rows_at_once():
                out[rows] = self.numbers(tile, rows).value()
            return
        self.terms[0].fill(tile, out)
        other = np.empty(out.shape)
        for term in self.terms[1:]:
            term.fill(tile, other)
            self._operation(out, other, out=out)


class _BoundSum(_Bound):
    _operation = np.add

    def _combined(self, terms: list[Magnitudes]) -> Magnitudes:
        return sum_of(terms)


class _BoundProduct(_Bound):
    _operation = np.multiply

    def _combined(self, terms: list[Magnitudes]) -> Magnitudes:
        return combined.product_of(terms)


class Scaled(Kernel):
    """factor k, factor > 0."""

    def __init__(self, factor: Any, kernel: Kernel) -> None:
        self.factor, self.kernel = factor, kernel
        self._check()

    def _check(self) -> None:
        if exact("factor", self.factor) <= 0:
            raise InvalidArgument("factor", "greater than 0", self.factor)
        if not isinstance(self.kernel, Kernel):
            raise InvalidArgument("kernel", "a kernel", self.kernel)
        self.kernel._check()

    @property
    def _alone(self) -> bool:  # type: ignore[override]
        return self.kernel._alone

    def _smooth(self) -> list[str]:
        return ["factor"]

    def _parts(self) -> Iterator[tuple[str, Kernel]]:
        yield "kernel", self.kernel

    def _replace_part(self, name: str, value: Any) -> None:
        self.kernel = value

    def _layers(self) -> list[Layer]:
        return [*self.kernel._layers(), combined.Scale(float(exact("factor", self.factor)))]

    def _view(self) -> tuple[Any, Transform | None]:
        return self.kernel._view()

    def _bind(self, inputs: Inputs) -> Filler:
        return _Multiple(self.kernel._bind(inputs), float(exact("factor", self.factor)))

    def __repr__(self) -> str:
        inner = f"({self.kernel!r})" if isinstance(self.kernel, Sum) else repr(self.kernel)
        return f"{self.factor} * {inner}"


class _Multiple:
    """A bound kernel times a number."""

    def __init__(self, kernel: Filler, factor: float) -> None:
        self.kernel, self.layer = kernel, combined.Scale(factor)

    def magnitudes(self) -> tuple[Magnitudes, Magnitudes]:
        x, y = self.kernel.magnitudes()
        return self.layer.diagonal(x), self.layer.diagonal(y)

    @computed_once
    def _moderate(self) -> bool:
        """Whether both the kernel and its multiple are well within the range of doubles."""
        return all(side.within_range(DOUBLES) for side in (*self.kernel.magnitudes(), *self.magnitudes()))

    def diagonal(self) -> Array:
        return self.layer.diagonal(self.kernel.magnitudes()[0]).value()

    def numbers(self, tile: Tile, rows: slice) -> Magnitudes:
        return self.kernel.numbers(tile, rows).times(self.layer.factor)

    def fill(self, tile: Tile, out: Array) -> None:
        if not self._moderate:
            for rows in tile.rows_at_once():
                out[rows] = self.numbers(tile, rows).value()
            return
        self.kernel.fill(tile, out)
        np.multiply(out, self.layer.factor, out=out)
