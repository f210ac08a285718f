"""The kernel of two unit vectors as a function of their cosine, for any degrees, at run time: numbers, never code.

What `codegen` writes out as a module is here looked up in the catalogue or, for other degrees, fitted, certified and
kept as plain numbers in the user's cache folder.
"""

import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from symkern import __version__
from symkern.approximation import forms
from symkern.approximation.fit import PartialFractions, Polynomial
from symkern.approximation.forms import Composition, Form, IntegerDegree, RealDegree
from symkern.generated import MODULES
from symkern.reference.evaluate import read_quantity
from symkern.store import Store

Array = npt.NDArray[np.float64]


class AngularFunction:
    """`f(c)`: the kernel of two unit vectors with cosine c, of layers with the given degrees.

    >>> float(angular_function("7/3")(1.0))
    4.903436846460354
    """

    def __init__(self, layers: Sequence[Fraction]) -> None:
        self.layers = tuple(layers)
        self._chunk, self.at_one = _evaluator(self.layers)

    def __repr__(self) -> str:
        return f"AngularFunction({', '.join(map(str, self.layers))})"

    def __call__(self, c: npt.ArrayLike) -> Any:
        """Element by element; float32 in, float32 out. Cosines beyond 1 by rounding are clamped, others refused."""
        given = np.asarray(c)
        if given.dtype.kind not in "fiub":
            raise TypeError(f"c must be real numbers; got an array of {given.dtype}.")
        kind = given.dtype if given.dtype == np.float32 else np.dtype(np.float64)
        cosines = np.ascontiguousarray(given, dtype=np.float64).reshape(-1)
        furthest = np.max(np.abs(cosines), initial=0.0)
        if furthest > 1.0:
            if furthest > 1.0 + 8 * np.finfo(kind).eps:
                raise ValueError(f"c must be between -1 and 1; got {cosines[np.argmax(np.abs(cosines))]}.")
            cosines = np.clip(cosines, -1.0, 1.0)
        values = self._chunk(cosines).astype(kind, copy=False).reshape(given.shape)
        return values if given.ndim else values[()]


@cache
def angular_function(*degrees: object) -> AngularFunction:
    """The function for these degrees, the first layer first; numbers or text such as "5/2"."""
    return AngularFunction([layer.n for layer in read_quantity(layers=list(degrees), theta=1).layers])


def _evaluator(layers: tuple[Fraction, ...]) -> tuple[Callable[[Array], Array], float]:
    """What evaluates them: a generated module, or a form of ours."""
    name = next((name for name, degrees in MODULES.items() if degrees == tuple(map(str, layers))), None)
    if name is not None:
        module = import_module(f"symkern.generated.{name}")
        return module.angular, module.AT_ONE
    found = fitted(layers)
    evaluate = {IntegerDegree: _integer, RealDegree: _real, Composition: _composition}[type(found)]
    at_one = float(sum(found.cosine_polynomial)) if isinstance(found, IntegerDegree) else found.at_one
    return lambda c: evaluate(found, c), at_one  # type: ignore[operator]


def fitted(layers: tuple[Fraction, ...]) -> Form:
    """The certified form, from the cache folder if it is there."""
    store, key = Store("forms"), _key(layers)
    kept = store.get(key)
    if kept is not None:
        return _read(kept)
    found = forms.form(layers)
    store.put(key, _written(found))
    return found


def _key(layers: tuple[Fraction, ...]) -> str:
    """The degrees, the version, and how forms are made."""
    digest = hashlib.sha256(f"{__version__} {' '.join(map(str, layers))}".encode())
    for source in sorted(Path(forms.__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _written(found: Form) -> dict[str, Any]:
    """As JSON has it; degrees as text, because they are fractions."""
    value = asdict(found) | {"form": type(found).__name__}
    for name in ("n", "layers"):
        if name in value:
            value[name] = [str(n) for n in value[name]] if name == "layers" else str(value[name])
    return value


def _read(value: dict[str, Any]) -> Form:
    fields = {name: entry for name, entry in value.items() if name != "form"}
    if value["form"] == "IntegerDegree":
        return IntegerDegree(
            int(fields["n"]),
            tuple(fields["cosine_polynomial"]),
            PartialFractions(**_tuples(fields["fractions"])),
            Polynomial(**_tuples(fields["series"])),
        )
    if value["form"] == "RealDegree":
        for name in ("series", "regular"):
            fields[name] = Polynomial(**_tuples(fields[name]))
        return RealDegree(**fields | {"n": Fraction(fields["n"])})
    for name in ("plus", "minus"):
        fields[name] = tuple(Polynomial(**_tuples(piece)) for piece in fields[name])
    return Composition(**fields | {"layers": tuple(map(Fraction, fields["layers"]))})


def _tuples(value: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(entry) if isinstance(entry, list) else entry for name, entry in value.items()}


def _integer(found: IntegerDegree, c: Array) -> Array:
    size = np.abs(c)
    s = 1.0 - size
    lost = (1.0 - s) - size
    obtuse = _horner(found.series, s)
    if found.n:
        obtuse *= s
        obtuse += (found.n + 0.5) * found.series.coefficients[0] * lost
    obtuse *= np.sqrt(s)
    for _ in range(found.n - 1):  # one at a time: the power alone may be too small for a double
        obtuse *= s
    acute = np.maximum(c, 0.0)
    polynomial = np.polynomial.polynomial.polyval(acute, found.cosine_polynomial)
    return polynomial + obtuse if found.n % 2 else np.where(c > 0, polynomial - obtuse, obtuse)


def _real(found: RealDegree, c: Array) -> Array:
    s = 1.0 - np.abs(c)
    apart = np.maximum(s, 1e-300)  # what is parallel is seen to at the end
    series = _horner(found.series, s)
    for _ in range(found.m):
        series *= s
    logarithm = np.expm1(found.eps * np.log(apart)) / found.eps if found.eps else np.log(apart)
    acute = _horner(found.regular, np.maximum(c, 0.0)) + found.kappa * series * logarithm
    values = np.where(c > 0, acute, apart**found.eps * series)
    return np.where(s > 0, values, np.where(c > 0, found.at_one, 0.0))


def _composition(found: Composition, c: Array) -> Array:
    s = 1.0 - np.abs(c)
    values = np.empty_like(s)
    acute = c > 0
    t = np.sqrt(s[acute])
    for _ in range(int(math.log2(found.plus_root)) - 1):
        t = np.sqrt(t)
    values[acute] = found.at_one - t * _piecewise(found.plus, t)
    values[~acute] = _piecewise(found.minus, np.sqrt(s[~acute]))
    if found.at_minus_one is not None:
        values[~acute & (s == 0)] = found.at_minus_one
    return values


def _piecewise(pieces: tuple[Polynomial, ...], t: Array) -> Array:
    values = np.empty_like(t)
    which = np.searchsorted([piece.high for piece in pieces[:-1]], t)
    for k, piece in enumerate(pieces):
        members = np.flatnonzero(which == k)
        values[members] = _horner(piece, t[members])
    return values


def _horner(piece: Polynomial, t: Array) -> Array:
    x = (t - piece.centre) * piece.scale
    total = np.full_like(x, piece.coefficients[-1])
    for coefficient in piece.coefficients[-2::-1]:
        total *= x
        total += coefficient
    return total
