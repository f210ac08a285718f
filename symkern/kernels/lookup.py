"""Compositions by table: a step of the grid and six coefficients cost the same for twelve layers as for two."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from symkern.approximation.forms import Composition
from symkern.approximation.local import STEPS, TERMS, local_polynomials

Array = npt.NDArray[np.float64]

CHUNK = 1 << 17
SECOND = STEPS + 2  # even, so that half of it is an integer
ROUNDER = 1.5 * 2.0**52
"""Added and taken away, it rounds to an integer, and leaves that integer in the lowest bits of the sum."""


@dataclass(frozen=True)
class Lookup:
    """Coefficients in z, t STEPS = k + z with |z| <= 1/2: from row 0 on for c > 0, from row SECOND on for c < 0."""

    roots: int  # how often the root of s is taken for c > 0; once for c < 0
    coefficients: Array

    def fill(self, c: Array, s: Array, values: Array) -> None:
        """The function from c and s = 1 - |c|; what is in s is lost."""
        work = np.empty((2, min(CHUNK, len(c))))
        for start in range(0, len(c), CHUNK):
            part = slice(start, start + CHUNK)
            self._chunk(c[part], s[part], values[part], *work[:, : len(c[part])])

    def _chunk(self, c: Array, s: Array, values: Array, z: Array, spare: Array) -> None:
        t = np.sqrt(s, out=s)
        if self.roots > 1:
            np.sqrt(t, out=spare)
            for _ in range(self.roots - 2):
                np.sqrt(spare, out=spare)
            np.copyto(t, spare, where=c > 0.0)
        t *= STEPS
        step = np.add(t, ROUNDER, out=spare)
        np.subtract(step, ROUNDER, out=z)
        np.subtract(t, z, out=z)
        step += SECOND / 2
        step -= np.copysign(SECOND / 2, c, out=t)
        index = step.view(np.int64)
        index -= np.float64(ROUNDER).view(np.int64)
        columns = self.coefficients.T
        columns[TERMS - 1].take(index, out=values, mode="clip")
        for column in columns[TERMS - 2 :: -1]:
            values *= z
            values += column.take(index, out=t, mode="clip")


def lookup(form: Composition) -> Lookup | None:
    """The table of a composition, or None where there is none."""
    found = local_polynomials(form)
    if found is None:
        return None
    plus, minus = found
    return Lookup(form.plus_root.bit_length() - 1, np.array([*plus, plus[-1], *minus], order="F"))
