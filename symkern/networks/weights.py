"""Gaussian weights in streams.

Every cell of a network has a generator of its own, so that any thread may draw any cell, and a wider network begins
with the same units: its seed says which network it is, and nothing else does.
"""

from abc import ABC, abstractmethod

import numpy as np
import numpy.typing as npt

from symkern.errors import InvalidArgument

Array = npt.NDArray[np.float64]

CELL_NUMBERS = 1 << 18
"""The weights of a cell: enough to be worth a generator, few enough to stay in cache."""
LARGEST_FRAME = 4096


def stream(seed: int, *place: int) -> np.random.Generator:
    """The generator of one place in a network."""
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence(seed, spawn_key=place)))


def read_count(name: str, value: object, least: int) -> int:
    """A number of units or networks."""
    if isinstance(value, bool) or not hasattr(value, "__index__") or int(value.__index__()) < least:
        raise InvalidArgument(name, f"an integer of at least {least}", value)
    return int(value.__index__())


def read_seed(seed: object) -> int:
    return read_count("seed", seed, 0)


class Scheme(ABC):
    """How the weights of a layer are drawn; each of them alone is Gaussian with variance 1, whatever the scheme."""

    def group(self, fan_in: int) -> int:
        """How many units are drawn together; groups are independent of each other."""
        return 1

    def cell(self, fan_in: int) -> int:
        """The units of a cell: whole groups."""
        group = self.group(fan_in)
        return group * max(1, 1 << max(0, (CELL_NUMBERS // (fan_in * group)).bit_length() - 1))

    @abstractmethod
    def draw(self, generator: np.random.Generator, units: int, fan_in: int) -> Array:
        """The weights of some whole groups, a row for each unit."""


class Independent(Scheme):
    """Each weight on its own."""

    def draw(self, generator: np.random.Generator, units: int, fan_in: int) -> Array:
        return generator.standard_normal((units, fan_in))


class Antithetic(Scheme):
    """With w, -w."""

    def group(self, fan_in: int) -> int:
        return 2

    def draw(self, generator: np.random.Generator, units: int, fan_in: int) -> Array:
        half = generator.standard_normal((units // 2, 1, fan_in))
        return np.concatenate([half, -half], axis=1).reshape(units, fan_in)


class Orthogonal(Scheme):
    """Frames of as many units as there are inputs, at right angles to each other, with norms of their own."""

    def group(self, fan_in: int) -> int:
        if fan_in > LARGEST_FRAME:
            raise InvalidArgument(
                "sampling", f"another than orthogonal for over {LARGEST_FRAME} inputs", "orthogonal", "Take plain."
            )
        return fan_in

    def draw(self, generator: np.random.Generator, units: int, fan_in: int) -> Array:
        frames, triangles = np.linalg.qr(generator.standard_normal((units // fan_in, fan_in, fan_in)))
        frames *= np.sign(np.einsum("fii->fi", triangles))[:, None, :]  # which makes all rotations equally likely
        norms = np.sqrt(generator.chisquare(fan_in, (units // fan_in, fan_in, 1)))
        return np.reshape(np.swapaxes(frames, 1, 2) * norms, (units, fan_in))


SCHEMES: dict[str, Scheme] = {"independent": Independent(), "antithetic": Antithetic(), "orthogonal": Orthogonal()}
