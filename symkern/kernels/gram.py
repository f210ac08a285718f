"""The Gram engine: strips of rows, each small enough to stay in cache between its matrix product and the kernel.

A strip is multiplied straight into its place in the result, by a BLAS that keeps to one thread per strip, and turned
into kernels where it lies. Strips are cut the same for any number of threads, so the bits are the same too.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from symkern.errors import InvalidArgument, UsageError
from symkern.kernels.blocks import Block
from symkern.kernels.magnitudes import Magnitudes
from symkern.kernels.mirror import mirror
from symkern.kernels.near import near_gaps
from symkern.kernels.pairs import Pairs
from symkern.kernels.rows import Matrix, Rows, Transform, is_sparse, measured
from symkern.kernels.threads import in_parallel, single_threaded_blas

Array = npt.NDArray[np.float64]

TALLEST, LOWEST, WIDEST = 512, 64, 1 << 15
STRIP_NUMBERS, BUFFER_NUMBERS = 1 << 21, 1 << 19
"""Of a strip that is worked on in its place, 16 MB, and of one that needs arrays beside it."""
HALVED_NUMBERS = 1 << 20
"""Of a strip of half a matrix with few columns, of which each has a piece of the diagonal to be seen to."""
HALVED_HEIGHT = 256
"""Rows of such a strip at most: a taller one computes more below the diagonal, to no avail, and lower ones are more in
number, each with some work in Python that the others wait for."""
FEW_COLUMNS = 128
PANEL_NUMBERS = 1 << 21
"""Numbers of the columns' side that are converted, scaled or transformed at a time: 16 MB."""
NEAR = 2.0**-10
"""Where s = 1 - |cosine| is less, a product of unit vectors has lost too many of its digits."""
CHUNK = 1 << 18
"""Numbers that numpy works on at a time: with fewer, threads would wait for the interpreter more than they work."""


class Tile:
    """The pairs of a block of rows and a block of columns, for every view of the inputs that a kernel has."""

    def __init__(
        self, left: list[Block], right: list[Block], out: Array, *, in_place: bool, diagonal: bool = False
    ) -> None:
        self.left, self.right, self.out, self.in_place = left, right, out, in_place
        self.diagonal = diagonal  # whether it begins with pairs of a row with itself, whose kernels are known
        self._products: dict[int, Array] = {}

    def product(self, view: int) -> Array:
        """Inner products; where they are made in place, the kernel takes their place."""
        if view not in self._products:
            target = self.out if self.in_place else np.empty(self.out.shape)
            self._products[view] = _product(self.left[view], self.right[view], target)
            if self.diagonal:  # orthogonal, or they would be the only near pairs of most tiles
                np.fill_diagonal(target[:, : len(target)], 0.0)
        return self._products[view]

    def rows_at_once(self) -> Iterator[slice]:
        step = max(1, CHUNK // self.out.shape[1])
        for start in range(0, self.out.shape[0], step):
            yield slice(start, start + step)

    def pairs(self, view: int, rows: slice) -> Pairs:
        """Some rows of pairs, near ones from differences."""
        left, right = self.left[view], self.right[view]
        cosine = self.product(view)[rows] * left.inverse[rows, None]
        cosine *= right.inverse
        s = np.abs(cosine)
        np.subtract(1.0, s, out=s)
        if np.min(s) < NEAR:
            i, j = np.nonzero(s < NEAR)
            sign = np.copysign(1.0, cosine[i, j])
            s[i, j] = near_gaps(left, right, i + rows.start, j, sign, None)
            cosine[i, j] = sign * (1.0 - s[i, j])
        return Pairs(left.squared.within(rows), right.squared, cosine, s)


def _product(left: Block, right: Block, out: Array) -> Array:
    a, b = left.matrix, right.matrix
    if is_sparse(a) and is_sparse(b):
        found = a @ right.transposed
        return found.toarray(out=out) if out.flags.c_contiguous else _copied(found.toarray(), out)
    if is_sparse(a):
        return _copied(a @ b.T, out)
    if is_sparse(b):
        return _copied((b @ a.T).T, out)
    return np.matmul(a, b.T, out=out)


def _copied(found: Array, out: Array) -> Array:
    out[:] = found
    return out


class Filler(Protocol):
    """A kernel that knows its inputs."""

    def fill(self, tile: Tile, out: Array) -> None:
        """Write k(x, y) for all pairs of the tile."""

    def numbers(self, tile: Tile, rows: slice) -> Magnitudes:
        """Return k(x, y) for some rows of the tile as mantissas, which have signs, and powers of two."""

    def diagonal(self) -> Array:
        """Return k(x, x) of all rows."""

    def magnitudes(self) -> tuple[Magnitudes, Magnitudes]:
        """Return k(x, x) of all rows and k(y, y) of all columns, beyond the range of doubles too."""


@dataclass
class Inputs:
    """X and Y, and the views of them that kernels ask for: one for each covariance of the weights."""

    x: Matrix
    y: Matrix | None
    jobs: int
    fast: Any = None  # compiled loops, where they are worth their while
    apart: bool = False  # whether layers are evaluated one by one, which costs no fit of their composition
    views: list[tuple[Rows, Rows]] = field(default_factory=list)
    keys: list[Any] = field(default_factory=list)
    widest: int = WIDEST

    def view(self, key: Any, transform: Transform | None) -> int:
        """The number of the view with this key, made if it is new."""
        if key not in self.keys:
            first = measured(self.x, "X", transform, self.jobs, self.fast)
            second = first if self.y is None else measured(self.y, "Y", transform, self.jobs, self.fast)
            self.keys.append(key)
            self.views.append((first, second))
        return self.keys.index(key)

    def panel(self) -> int:
        """How many columns are worked on at a time: as many as fit where they have to be copied, in whole strips."""
        copied = any(is_sparse(second.matrix) is False and second.copies for _, second in self.views)
        fitting = PANEL_NUMBERS // self.x.shape[1] // TALLEST * TALLEST if copied else WIDEST
        return min(self.widest, max(TALLEST, fitting))

    @property
    def kind(self) -> npt.DTypeLike:
        both = [self.x] if self.y is None else [self.x, self.y]
        return np.float32 if all(matrix.dtype == np.float32 for matrix in both) else np.float64


def gram(
    inputs: Inputs, bind: Callable[[Inputs], Filler], alone: bool, out: npt.NDArray[Any] | None
) -> npt.NDArray[Any]:
    """The kernel of every row of X with every row of Y; `alone` says that the tile's products are used once."""
    symmetric = inputs.y is None
    shape = (inputs.x.shape[0], (inputs.x if inputs.y is None else inputs.y).shape[0])
    check_columns(inputs)
    result = _checked_out(out, shape, inputs)
    with single_threaded_blas():
        filler = bind(inputs)
        diagonal = filler.diagonal() if symmetric else None
        direct = alone and result.dtype == np.float64 and result.flags.c_contiguous
        width = inputs.panel()
        tall = direct and inputs.x.shape[1] > FEW_COLUMNS  # a product of few columns gains nothing from a tall strip
        numbers = STRIP_NUMBERS if tall else HALVED_NUMBERS if direct and symmetric else BUFFER_NUMBERS
        for first in range(0, shape[1], width):
            last = min(first + width, shape[1])
            panel = [Block(second, first, last, is_sparse(inputs.x)) for _, second in inputs.views]

            def strip(ends: tuple[int, int], panel: list[Block] = panel, first: int = first, last: int = last) -> None:
                start, stop = ends
                begin = max(start, first) if symmetric else first
                left = [Block(rows, start, stop) for rows, _ in inputs.views]
                place = result[start:stop, begin:last]
                buffer = place if direct else np.empty(place.shape)
                right = [block.part(begin) for block in panel]
                own = symmetric and begin == start
                filler.fill(Tile(left, right, buffer, in_place=direct, diagonal=own), buffer)
                if not direct:
                    with np.errstate(over="ignore"):  # infinite in single precision, where it is beyond that
                        place[:] = buffer
                if diagonal is not None:
                    mirror(result, start, stop, begin, last, diagonal, inputs.fast)

            if symmetric:
                tallest = TALLEST if tall else min(TALLEST, HALVED_HEIGHT)
                strips = _halved_strips(min(shape[0], last), first, last, numbers, tallest)
                if not tall:  # from below, so that memory is new to the strip that lies in it, not to another's mirror
                    strips.reverse()
            else:
                height = _height(min(width, shape[1]), numbers, TALLEST)
                strips = [(start, min(start + height, shape[0])) for start in range(0, shape[0], height)]
            in_parallel(strip, strips, inputs.jobs)
    return result


def _height(width: int, numbers: int, tallest: int) -> int:
    """Rows of a strip: a power of two, so that panels, which are multiples of the tallest, begin with one."""
    height = tallest
    while height > LOWEST and height * width > numbers:
        height //= 2
    return height


def _halved_strips(rows: int, first: int, last: int, numbers: int, tallest: int) -> list[tuple[int, int]]:
    """Strips from the diagonal, or from column `first`, to `last`: the shorter they are, the taller.

    No strip crosses column `first`: those above it are all of one height, and panels are multiples of that.
    """
    strips, start = [], 0
    while start < rows:
        height = _height(last - max(start, first), numbers, tallest)
        strips.append((start, min(start + height, rows)))
        start += height
    return strips


def check_columns(inputs: Inputs) -> None:
    if inputs.y is not None and inputs.x.shape[1] != inputs.y.shape[1]:
        raise UsageError(
            f"X and Y must have as many columns; got {inputs.x.shape[1]} and {inputs.y.shape[1]}."
            " Each row is a point, each column a coordinate."
        )


def _checked_out(out: npt.NDArray[Any] | None, shape: tuple[int, int], inputs: Inputs) -> npt.NDArray[Any]:
    if out is None:
        return np.empty(shape, dtype=inputs.kind)
    rule = f"a writable array of {np.dtype(inputs.kind)} with shape {shape}"
    if not isinstance(out, np.ndarray) or out.shape != shape or out.dtype != inputs.kind or not out.flags.writeable:
        got = f"{out.dtype} with shape {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
        raise InvalidArgument("out", rule, got)
    for name, matrix in (("X", inputs.x), ("Y", inputs.y)):
        if isinstance(matrix, np.ndarray) and np.may_share_memory(out, matrix):
            raise InvalidArgument("out", f"an array that shares no memory with {name}", "one that does")
    return out
