"""The kernel of two unit vectors as a function of their cosine, for any degrees, at run time: numbers, never code.

What `codegen` writes out as a module is here looked up in the catalogue or, for other degrees, fitted, certified and
kept as plain numbers in the user's cache folder.
"""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from functools import cache, cached_property
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
from symkern.kernels.lookup import Lookup, lookup
from symkern.reference.evaluate import read_quantity
from symkern.store import Store

Array = npt.NDArray[np.float64]

FEW = 4096
"""Numbers for which a table is not worth making."""


class AngularFunction:
    """`f(c)`: the kernel of two unit vectors with cosine c, of layers with the given degrees.

    >>> float(angular_function("7/3")(1.0))
    4.903436846460354
    """

    def __init__(self, layers: Sequence[Fraction]) -> None:
        self.layers = tuple(layers)
        name = next((name for name, degrees in MODULES.items() if degrees == tuple(map(str, layers))), None)
        self._module = import_module(f"symkern.generated.{name}") if name is not None else None
        self.at_one: float = self._module.AT_ONE if self._module else self.form.at_one

    def __repr__(self) -> str:
        return f"AngularFunction({', '.join(map(str, self.layers))})"

    @cached_property
    def form(self) -> Form:
        """Its certified numbers."""
        return fitted(self.layers)

    def __call__(self, c: npt.ArrayLike) -> Any:
        """Element by element; float32 in, float32 out. Cosines beyond 1 by rounding are clamped, others refused."""
        given = np.asarray(c)
        if given.dtype.kind not in "fiub":
            raise TypeError(f"c must be real numbers; got an array of {given.dtype}.")
        kind = given.dtype if given.dtype == np.float32 else np.dtype(np.float64)
        cosines = np.ascontiguousarray(given, dtype=np.float64).reshape(-1)
        furthest = np.max(np.abs(cosines), initial=0.0)
        if not furthest <= 1.0:
            if not furthest <= 1.0 + 8 * np.finfo(kind).eps:
                raise ValueError(f"c must be between -1 and 1; got {cosines[np.argmax(np.abs(cosines))]}.")
            cosines = np.clip(cosines, -1.0, 1.0)
        values = (self._module.angular if self._module else self._whole)(cosines)
        values = values.astype(kind, copy=False).reshape(given.shape)
        return values if given.ndim else values[()]

    def _whole(self, c: Array) -> Array:
        size = np.abs(c)
        s = 1.0 - size
        if isinstance(self.form, IntegerDegree):
            return _integer(self.form, c, s, (1.0 - s) - size)
        return self._evaluated(c, s)

    def _evaluated(self, c: Array, s: Array) -> Array:
        evaluate: Any = {IntegerDegree: _integer, RealDegree: _real, Composition: _composition}[type(self.form)]
        return evaluate(self.form, c, s)

    @cached_property
    def lookup(self) -> Lookup | None:
        """Its table, if it is a composition that has one."""
        return lookup(self.form) if isinstance(self.form, Composition) else None

    def fill(self, c: Array, s: Array, values: Array) -> None:
        """The same from c and s = 1 - |c|, which may be known better than c tells it; what is in s is lost."""
        if len(self.layers) > 1 and len(c) > FEW and self.lookup is not None:
            self.lookup.fill(c, s, values)
        elif self._module is not None:
            self._module._fill(c, s, values)
        else:
            values[:] = self._evaluated(c, s)

    def gap(self, c: Array, s: Array) -> Array:
        """1 - f(c)/f(1) where c > 0 without the cancellation, and 1 - |f(c)|/f(1) elsewhere."""
        values = np.empty_like(c)
        self.fill(c, s.copy(), values)
        found = 1.0 - values / self.at_one
        acute = np.flatnonzero(c > 0)
        found[acute] = _gap(self.form, s[acute]) / self.at_one
        return found

    def slope(self, c: Array, s: Array) -> Array:
        """The derivative of f, one layer's, at cosines short of 1 or where it is finite."""
        (n,) = self.layers
        if n == 0:
            return 1.0 / (np.pi * np.sqrt(s * (2.0 - s)))
        if n > Fraction(1, 2):  # Price's theorem
            values = np.empty_like(c)
            angular_function(n - 1).fill(c, s.copy(), values)
            return float(n * n) * values
        found = self.form
        assert isinstance(found, RealDegree)
        return _real_slope(found, c, s)


@cache
def angular_function(*degrees: object) -> AngularFunction:
    """The function for these degrees, the first layer first; numbers or text such as "5/2"."""
    return AngularFunction([layer.n for layer in read_quantity(layers=list(degrees), theta=1).layers])


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
        for name in ("series", "regular", "octave"):
            fields[name] = Polynomial(**_tuples(fields[name]))
        return RealDegree(**fields | {"n": Fraction(fields["n"])})
    for name in ("plus", "minus"):
        fields[name] = tuple(Polynomial(**_tuples(piece)) for piece in fields[name])
    return Composition(**fields | {"layers": tuple(map(Fraction, fields["layers"]))})


def _tuples(value: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(entry) if isinstance(entry, list) else entry for name, entry in value.items()}


def _integer(found: IntegerDegree, c: Array, s: Array, lost: Array | None = None) -> Array:
    """`lost` is what rounding took from s, where s was had from c."""
    obtuse = _obtuse(found, s, lost)
    polynomial = np.polynomial.polynomial.polyval(np.maximum(c, 0.0), found.cosine_polynomial)
    return polynomial + obtuse if found.n % 2 else np.where(c > 0, polynomial - obtuse, obtuse)


def _obtuse(found: IntegerDegree, s: Array, lost: Array | None = None) -> Array:
    """s^(n+1/2) times the series: the kernel for c <= 0."""
    values = _horner(found.series, s)
    if found.n:
        values *= s
        if lost is not None:
            values += (found.n + 0.5) * found.series.coefficients[0] * lost
    values *= np.sqrt(s)
    for _ in range(found.n - 1):  # one at a time: the power alone may be too small for a double
        values *= s
    return values


def _real(found: RealDegree, c: Array, s: Array) -> Array:
    apart = np.maximum(s, 1e-300)  # what is parallel is seen to at the end
    singular = _singular(found, apart)
    acute = _horner(found.regular, np.maximum(c, 0.0)) + singular
    values = np.where(c > 0, acute, apart**found.eps * _powered(found, apart))
    return np.where(s > 0, values, np.where(c > 0, found.at_one, 0.0))


def _powered(found: RealDegree, s: Array) -> Array:
    """s^m times the series."""
    values = _horner(found.series, s)
    for _ in range(found.m):
        values *= s
    return values


def _singular(found: RealDegree, s: Array) -> Array:
    """The part that is not analytic at s = 0: kappa s^m series (s^eps - 1)/eps."""
    return found.kappa * _powered(found, s) * _logarithm(found, s)


def _logarithm(found: RealDegree, s: Array) -> Array:
    """(s^eps - 1)/eps."""
    return np.expm1(found.eps * np.log(s)) / found.eps if found.eps else np.log(s)


def _composition(found: Composition, c: Array, s: Array) -> Array:
    values = np.empty_like(s)
    acute = c > 0
    values[acute] = found.at_one - _fall(found, s[acute])
    values[~acute] = _piecewise(found.minus, np.sqrt(s[~acute]))
    if found.at_minus_one is not None:
        values[~acute & (s == 0)] = found.at_minus_one
    return values


def _fall(found: Composition, s: Array) -> Array:
    """What the kernel has lost since c = 1."""
    t = np.sqrt(s)
    for _ in range(int(math.log2(found.plus_root)) - 1):
        t = np.sqrt(t)
    return t * _piecewise(found.plus, t)


def _gap(found: Form, s: Array) -> Array:
    """f(1) - f(1 - s) with the constant terms taken off before anything is rounded."""
    if isinstance(found, Composition):
        return _fall(found, s)
    if isinstance(found, IntegerDegree):
        in_s = -np.array(_shifted(found.cosine_polynomial), dtype=np.float64)
        obtuse = _obtuse(found, s)
        values = s * np.polynomial.polynomial.polyval(s, in_s[1:]) if found.n else np.zeros_like(s)
        return values - obtuse if found.n % 2 else values + obtuse
    in_s = -np.array(_shifted(found.regular.coefficients), dtype=np.float64)
    regular = s * np.polynomial.polynomial.polyval(s, in_s[1:])
    if found.m:
        return regular - np.where(s > 0, _singular(found, np.maximum(s, 1e-300)), 0.0)
    series = np.array(found.series.coefficients)  # -1/eps of the logarithm is left over at s = 0
    grown = s * np.polynomial.polynomial.polyval(s, series[1:])
    return regular + found.kappa / found.eps * (grown - (grown + series[0]) * s**found.eps)


@cache
def _shifted(coefficients: tuple[float, ...]) -> tuple[float, ...]:
    """Those of a polynomial in c as one in s = 1 - c, exactly until the end."""
    total: list[Fraction] = []
    for coefficient in reversed(coefficients):  # times (1 - s), plus the next
        total = [a - b for a, b in zip([*total, Fraction(0)], [Fraction(0), *total], strict=True)]
        total[0] += Fraction(coefficient)
    return tuple(map(float, total))


def _real_slope(found: RealDegree, c: Array, s: Array) -> Array:
    """The derivative of the form itself, for degrees up to 1/2, where Price's theorem leads below -1/2."""
    polynomial = np.polynomial.Polynomial(found.series.coefficients)
    powered = np.polynomial.Polynomial([0.0, 1.0]) ** found.m * polynomial
    value, steepness = powered(s), powered.deriv()(s)
    obtuse = s**found.eps * (steepness + found.eps * value / s)
    regular = np.polynomial.Polynomial(found.regular.coefficients).deriv()(np.maximum(c, 0.0))
    acute = regular - found.kappa * (steepness * _logarithm(found, s) + value * s ** (found.eps - 1.0))
    return np.where(c > 0, acute, obtuse)


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
