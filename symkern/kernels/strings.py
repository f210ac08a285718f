"""A kernel of texts, as kernels_notes section 3.3.2 suggests: the subsequences that two strings share."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from symkern.errors import InvalidArgument
from symkern.numbers import exact

Array = npt.NDArray[np.float64]


class Subsequences:
    """The inner product of counts of all subsequences of a length, those with gaps weighing less (Lodhi et al., 2002).

    A subsequence that spans s characters weighs decay^s. The number of features is exponential; the recursion over
    prefixes takes length |x| |y| steps. A function of two lists of texts, it is the kernel of any machine here.

    >>> k = Subsequences(2, decay=1, normalised=False)
    >>> k(["cat"], ["cart"]).item()
    3.0
    >>> Subsequences(3)(["this string is interesting"], ["txws sbhtqg is iyubqtnhpqg"]).round(3).item()
    0.199
    """

    def __init__(self, length: int = 3, decay: Any = 0.5, normalised: bool = True) -> None:
        if isinstance(length, bool) or not hasattr(length, "__index__") or length < 1:
            raise InvalidArgument("length", "an integer of at least 1", length)
        if not 0 < exact("decay", decay) <= 1:
            raise InvalidArgument("decay", "greater than 0 and at most 1", decay)
        self.length, self.decay, self.normalised = int(length), float(exact("decay", decay)), normalised

    def __repr__(self) -> str:
        return f"Subsequences({self.length}, decay={self.decay}, normalised={self.normalised})"

    def __call__(self, X: Sequence[str], Y: Sequence[str]) -> Array:
        found = np.array([[self._shared(x, y) for y in Y] for x in X])
        if not self.normalised:
            return found
        own = [np.array([self._shared(text, text) for text in side]) for side in (X, Y)]
        size = np.sqrt(np.outer(*own))
        return np.divide(found, size, out=np.zeros_like(found), where=size > 0.0)

    def _shared(self, x: str, y: str) -> float:
        """The sum over shared subsequences; below[i, j] has those of one character less in prefixes x[:i] and y[:j]."""
        same = np.array([[a == b for b in y] for a in x], dtype=np.float64).reshape(len(x), len(y))
        decay = self.decay
        below = np.ones((len(x) + 1, len(y) + 1))
        for _ in range(self.length - 1):
            ended = np.zeros_like(below)
            running = np.zeros(len(y) + 1)
            for i in range(1, len(x) + 1):
                gained = decay * decay * same[i - 1] * below[i - 1, :-1]
                total = 0.0
                row = np.zeros(len(y) + 1)
                for j, gain in enumerate(gained, 1):
                    total = decay * total + gain
                    row[j] = total
                running = decay * running + row
                ended[i] = running
            below = ended
        return float(decay * decay * np.sum(same * below[:-1, :-1]))
