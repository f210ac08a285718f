"""The kernel of training samples, then of those and the held-out ones, in one piece of memory."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[Any]
Fill = Callable[[Any, Any, Matrix], Matrix]
"""The kernel of two lists of samples (the second may be None for the first again), in the array given if it can."""


class SharedGram:
    """A square for the samples of a training at the front of memory for all samples, into which it is spread later.

    So nothing is computed twice, and what is handed to a training is a whole array and never a copy.
    """

    def __init__(self, fill: Fill, train: Any, held: Any, kind: npt.DTypeLike) -> None:
        self._fill, self._held = fill, held
        self.count, self.more = train.shape[0], held.shape[0]
        self._memory: Matrix = np.empty((self.count + self.more) ** 2, dtype=kind)
        self.train = self._memory[: self.count**2].reshape(self.count, self.count)
        self._compute(train, None, self.train)
        self.across: Matrix = np.empty((self.more, self.count), dtype=kind)
        self._compute(held, train, self.across)

    def _compute(self, X: Any, Y: Any, out: Matrix) -> None:
        found = self._fill(X, Y, out)
        if found is not out:
            out[...] = found

    def grow(self) -> Matrix:
        """The kernel of all samples, those of the training first; what it was before is gone."""
        count, size = self.count, self.count + self.more
        for row in range(count - 1, -1, -1):  # from behind, so that none is written over before it is moved
            self._memory[row * size : row * size + count] = self._memory[row * count : (row + 1) * count]
        whole = self._memory.reshape(size, size)
        whole[:count, count:] = self.across.T
        whole[count:, :count] = self.across
        del self.train, self.across
        self._compute(self._held, None, whole[count:, count:])
        return whole
