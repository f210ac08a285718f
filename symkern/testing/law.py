"""A law: its name, its statement, where it applies, and a function from inputs to what breaks it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from symkern.testing.subject import Array, Subject


@dataclass(frozen=True)
class Violation:
    """A law that does not hold for a matrix of inputs X: what was got, how far off it is, and how far it may be."""

    got: str
    off: float = float("nan")
    bound: float = float("nan")

    def __str__(self) -> str:
        if np.isnan(self.off):
            return self.got
        return f"{self.got}\nOff by {self.off:.3g}; the bound is {self.bound:.3g}."


def always(subject: Subject) -> str:
    """Return no reason against a law that every kernel obeys."""
    return ""


@dataclass(frozen=True)
class Law:
    """Something that is true of kernels for all inputs.

    `violation(subject, X)` is None where the law holds for the rows of X, or where X is not of the kind it speaks of.
    `excuse(subject)` says in words why the law does not apply to a kernel at all; it is empty where it does. A law with
    `exact_inputs` transforms X without rounding and looks only at matrices whose entries have few bits.
    """

    name: str
    statement: str
    violation: Callable[[Subject, Array], Violation | None]
    excuse: Callable[[Subject], str] = always
    exact_inputs: bool = False


def law(
    name: str, statement: str, *, excuse: Callable[[Subject], str] = always, exact_inputs: bool = False
) -> Callable[[Callable[[Subject, Array], Violation | None]], Law]:
    """Make a law of a function that looks for a violation."""
    return lambda violation: Law(name, statement, violation, excuse, exact_inputs)


def worst_entry(first: Array, second: Array, bound: Array) -> tuple[int, int] | None:
    """Return the entry at which two matrices differ by most over the bound, or None if all are within it.

    Entries that are not numbers, or have no bound, are the business of the law `finite`.
    """
    with np.errstate(all="ignore"):
        over = np.abs(first - second) / bound
    over = np.where(np.isfinite(first) & np.isfinite(second) & (bound > 0), over, 0.0)
    if not over.size or not np.max(over) > 1:
        return None
    i, j = np.unravel_index(np.argmax(over), over.shape)
    return int(i), int(j)


def difference(
    first: Array, second: Array, bound: Array, names: tuple[str, str], transposed: bool = False
) -> Violation | None:
    """Return a violation that names the worst entry of two matrices, which should agree to a bound."""
    entry = worst_entry(first, second, bound)
    if entry is None:
        return None
    i, j = entry
    other = f"[{j}, {i}]" if transposed else f"[{i}, {j}]"
    got = f"{names[0]}[{i}, {j}] = {float(first[i, j])!r}\n{names[1]}{other} = {float(second[i, j])!r}"
    return Violation(got, abs(float(first[i, j]) - float(second[i, j])), float(bound[i, j]))


def short(X: Array, bits: int = 20) -> Array:
    """Return X with entries of this many bits below the largest of each row, so that 5 X and 3 x - 4 y are exact."""
    largest = np.max(np.abs(X), axis=1, keepdims=True, initial=0.0)
    _, exponent = np.frexp(largest)
    unit = np.ldexp(1.0, np.maximum(exponent - bits, -1074))
    with np.errstate(all="ignore"):
        return np.where(largest > 0, np.round(X / unit) * unit, 0.0)
