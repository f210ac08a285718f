"""Blocks of rows as the Gram engine multiplies and subtracts them."""

import math
from copy import copy
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from symkern.computed_once import computed_once
from symkern.kernels.magnitudes import Magnitudes
from symkern.kernels.residuals import Residuals, residuals
from symkern.kernels.rows import Matrix, Rows, is_sparse


@dataclass
class Block:
    """Some rows of one side, in double precision."""

    rows: Rows
    start: int
    stop: int
    transpose: bool = False  # whether a sparse one is needed the other way round
    transposed: Matrix = field(init=False, default=None)
    whole: "tuple[Block, slice] | None" = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.matrix = self.rows.block(self.start, self.stop)
        self.transposed = self.matrix.T.tocsr() if self.transpose and is_sparse(self.matrix) else None
        self.inverse = self.rows.inverse[self.start : self.stop]
        self.squared: Magnitudes = self.rows.norms_squared[self.start : self.stop]

    @computed_once
    def centred(self) -> Residuals:
        """What is left of the directions once their mean direction is taken off."""
        if self.whole is not None:
            block, later = self.whole
            return block.centred[later]
        mean = np.mean(self.matrix * self.inverse[:, None], axis=0)
        return residuals(self.matrix, mean / math.sqrt(float(mean @ mean)))

    def part(self, start: int) -> "Block":
        """Return the same from a later row on."""
        if start <= self.start:
            return self
        part = copy(self)
        part.__dict__.pop("centred", None)
        later = slice(start - self.start, None)
        part.whole = (self, later)
        part.start, part.matrix, part.inverse = start, self.matrix[later], self.inverse[later]
        part.squared = self.squared.within(later)
        part.transposed = None if self.transposed is None else self.transposed[:, later]
        return part


def directions(block: Block, rows: Any) -> Matrix:
    """Return unit vectors as a dense array."""
    if not is_sparse(block.matrix):
        return block.matrix[rows] * block.inverse[rows, None]
    return block.matrix[rows].multiply(block.inverse[rows, None]).toarray()
