"""A finite network with all of its weights: cho_saul_2010 section 2.2, layer upon layer."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from symkern.errors import UsageError
from symkern.kernels.rows import is_sparse, read_matrix
from symkern.networks.activations import activations, read_kernel
from symkern.networks.weights import Independent, Scheme, read_count, read_seed, stream

Array = npt.NDArray[np.float64]


class RandomNetwork:
    """Maps inputs to the units of its last layer, whose inner products are near the kernel: the closer, the wider.

    `inputs` is the number of columns; `widths` that of the units of each layer, one number for all or a list. A
    `Simulation` of one layer with the same seed and width and sampling="plain" has the same weights.

    >>> network = RandomNetwork("ramp", inputs=2, widths=10_000, seed=1)
    >>> x, y = network([[1.0, 0.0], [1.0, 1.0]])
    >>> round(float(x @ y), 4)
    1.0837
    """

    def __init__(
        self, kernel: Any, inputs: int, widths: int | Sequence[int], seed: int = 0, scheme: Scheme | None = None
    ) -> None:
        self.kernel = read_kernel(kernel)
        self.activations = activations(self.kernel)
        self.inputs = read_count("inputs", inputs, 1)
        listed = list(widths) if isinstance(widths, (list, tuple)) else [widths] * len(self.activations)
        if len(listed) != len(self.activations):
            raise UsageError(f"widths must be one number or {len(self.activations)}, one for each layer; got {widths}.")
        self.widths = [read_count("width", width, 1) for width in listed]
        seed, scheme = read_seed(seed), scheme or Independent()
        self.weights: list[Array] = []
        self.offsets: list[Array | None] = []
        for number, (width, fan_in) in enumerate(zip(self.widths, [self.inputs, *self.widths[:-1]], strict=True)):
            weights, offsets = np.empty((width, fan_in)), []
            cell = scheme.cell(fan_in)
            for start in range(0, width, cell):
                place = (0 if number == 0 else 2 + number, start // cell)
                units = min(cell, width - start)
                group = scheme.group(fan_in)
                drawn = scheme.draw(stream(seed, *place), -(-units // group) * group, fan_in)
                weights[start : start + units] = drawn[:units]
                offsets.append(self.activations[number].offsets(stream(seed, *place, 1), units))
            self.weights.append(weights)
            self.offsets.append(None if offsets[0] is None else np.concatenate(offsets))  # type: ignore[arg-type]

    def astype(self, kind: npt.DTypeLike) -> "RandomNetwork":
        """The same with weights of this type, in place."""
        self.weights = [weights.astype(kind, copy=False) for weights in self.weights]
        self.offsets = [None if offsets is None else offsets.astype(kind, copy=False) for offsets in self.offsets]
        return self

    def __call__(self, X: Any) -> npt.NDArray[Any]:
        """The outputs for every row of X, dense or sparse."""
        hidden, vector = read_matrix(X, "X")
        if hidden.shape[1] != self.inputs:
            raise UsageError(
                f"X must have {self.inputs} columns, as many as the network has inputs; got {hidden.shape[1]}."
            )
        if not np.all(np.isfinite(hidden.data if is_sparse(hidden) else hidden)):
            raise UsageError("X must have finite entries; got NaN or infinity.")
        transform = self.kernel._view()[1]
        hidden = hidden if transform is None else transform(hidden)
        for activation, weights, offsets in zip(self.activations, self.weights, self.offsets, strict=True):
            hidden = np.asarray(hidden @ weights.T)
            if offsets is not None:
                hidden += offsets
            activation.apply(hidden)
            hidden *= math.sqrt(activation.factor / len(weights))
        return hidden[0] if vector else hidden
