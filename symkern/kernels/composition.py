"""Depth: kernels of kernels, cho_saul_2010 section 3.2."""

from collections.abc import Iterator, Sequence
from typing import Any

from symkern.errors import InvalidArgument, UsageError
from symkern.kernels.arc_cosine import ArcCosine
from symkern.kernels.base import Kernel
from symkern.kernels.layers import Layer
from symkern.kernels.rows import Transform


class Composition(Kernel):
    """Layers of kernels, the first first: the feature map of each is applied to that of the one before.

    >>> ArcCosine(1) @ ArcCosine(0) == deep(0, 1)
    True
    """

    def __init__(self, layers: Sequence[Kernel]) -> None:
        self.layers = layers
        self._check()

    def _check(self) -> None:
        if not isinstance(self.layers, (tuple, list)) or not self.layers:
            raise InvalidArgument("layers", "a tuple of kernels, the first layer first", self.layers)
        for number, layer in enumerate(self.layers, 1):
            if not isinstance(layer, Kernel):
                raise InvalidArgument(f"layer {number}", "a kernel", layer, "deep(0, 1) takes degrees as well.")
            layer._check()
            if number > 1 and layer._view()[1] is not None:
                raise UsageError(
                    f"covariance must be left out above the first layer; got one in layer {number}, whose inputs have"
                    " no coordinates."
                )

    def _flat(self) -> list[Kernel]:
        """Without compositions inside."""
        return [
            part for layer in self.layers for part in (layer._flat() if isinstance(layer, Composition) else [layer])
        ]

    def _layers(self) -> list[Layer]:
        return [part for layer in self.layers for part in layer._layers()]

    def _view(self) -> tuple[Any, Transform | None]:
        return self.layers[0]._view()

    def _parts(self) -> Iterator[tuple[str, Kernel]]:
        for number, layer in enumerate(self.layers, 1):
            yield f"layer{number}", layer

    def _replace_part(self, name: str, value: Any) -> None:
        number = int(name.removeprefix("layer")) - 1
        self.layers = (*self.layers[:number], value, *self.layers[number + 1 :])

    def __eq__(self, other: object) -> bool:
        return self._flat() == other._flat() if isinstance(other, Composition) else NotImplemented

    __hash__ = Kernel.__hash__

    def __repr__(self) -> str:
        return f"deep({', '.join(_entry(layer) for layer in self._flat())})"


def _entry(layer: Kernel) -> str:
    shown = repr(layer)
    plain = isinstance(layer, ArcCosine) and layer.bias is layer.sigma is layer.covariance is None
    return shown.removeprefix("ArcCosine(").removesuffix(")") or "1" if plain else shown


def deep(*layers: Any) -> Kernel:
    """A composition, the first layer first; entries are degrees or kernels.

    >>> deep(0, 1, 1)
    deep(0, 1, 1)
    >>> round(float(deep(ArcCosine(0, bias=0.5), 1).angular(1.0)), 12)
    0.617075077452
    """
    if not layers:
        raise InvalidArgument("layers", "at least one degree or kernel", "none", "For example: deep(0, 1, 1)")
    return Composition(tuple(layer if isinstance(layer, Kernel) else ArcCosine(layer) for layer in layers))
