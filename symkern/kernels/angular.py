"""The kernel of two unit vectors as a function of their cosine, for any degrees, at run time: numbers, never code.

What `codegen` writes out as a module is here looked up in the catalogue or, for other degrees, fitted, certified and
kept as plain numbers in the user's cache folder.
"""

import hashlib
import math
from collections.abc import Sequence
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
from symkern.approximation.forms import Chain, Composition, Degree, Form, IntegerDegree, RealDegree, SteepDegree
from symkern.computed_once import computed_once
from symkern.generated import MODULES
from symkern.kernels.lookup import Lookup, lookup
from symkern.kernels.magnitudes import HALF, Magnitudes, magnitudes, normalised
from symkern.reference.evaluate import read_quantity
from symkern.store import Store

Array = npt.NDArray[np.float64]

FEW = 4096
"""Numbers for which a table is not worth making."""
STEEP_TERMS = 24
"""Powers of v = (1 - c)/2 near c = 1: it is below 1/80 there, and their coefficients fall."""
TINY_BITS = 900
"""Values below 2^-900 are near the end of the range of doubles."""


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
        self.unit: int = 0 if self._module else self.form.unit
        """`fill` writes f(c) 2^-unit, and `at_one` is f(1) 2^-unit: f(1) need not be a double."""

    def __repr__(self) -> str:
        return f"AngularFunction({', '.join(map(str, self.layers))})"

    @computed_once
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
        with np.errstate(over="ignore"):
            values = np.ldexp((self._module.angular if self._module else self._whole)(cosines), self.unit)
            values = values.astype(kind, copy=False).reshape(given.shape)
        return values if given.ndim else values[()]

    def _whole(self, c: Array) -> Array:
        size = np.abs(c)
        s = 1.0 - size
        if isinstance(self.form, IntegerDegree):
            return _integer(self.form, c, s, (1.0 - s) - size)
        return self._evaluated(c, s)

    def _evaluated(self, c: Array, s: Array) -> Array:
        return _EVALUATORS[type(self.form)](self.form, c, s)

    @computed_once
    def lookup(self) -> Lookup | None:
        """Its table, if it is a composition that has one."""
        return lookup(self.form) if isinstance(self.form, Composition) else None

    def fill(self, c: Array, s: Array, values: Array) -> None:
        """Write f(c) 2^-unit from c and s = 1 - |c|, which may be known better than c tells; what is in s is lost."""
        if len(self.layers) > 1 and len(c) > FEW and self.lookup is not None:
            self.lookup.fill(c, s, values)
        elif self._module is not None:
            self._module._fill(c, s, values)
        else:
            values[:] = self._evaluated(c, s)

    def normalised(self, c: Array, s: Array) -> tuple[Array, Array]:
        """Return f(c)/f(1) and 1 - |f(c)/f(1)|, the latter without cancellation where c > 0; c and s are kept."""
        cosine = np.empty_like(c)
        self.fill(c, s.copy(), cosine)
        cosine /= self.at_one
        gap = 1.0 - np.minimum(cosine, 1.0)
        acute = np.flatnonzero(c > 0)
        gap[acute] = self._gap(s[acute])
        return cosine, gap

    def _gap(self, s: Array) -> Array:
        """Return 1 - f(1 - s)/f(1), layer by layer: the polynomials of a composition lose digits of small ones."""
        for n in self.layers:
            s = _gap(_degree_form(n), s)
        return s

    def relative_slope(self, c: Array, s: Array) -> Array:
        """Return f'(c)/f(1)."""
        return self.slope(c, s) / self.at_one

    def slope(self, c: Array, s: Array) -> Array:
        """Return the derivative of f 2^-unit, one layer's, at cosines short of 1 or where it is finite."""
        (n,) = self.layers
        if n == 0:
            return 1.0 / (np.pi * np.sqrt(s * (2.0 - s)))
        if n > Fraction(1, 2):  # Price's theorem
            below = angular_function(n - 1)
            values = np.empty_like(c)
            below.fill(c, s.copy(), values)
            return np.ldexp(float(n * n) * values, below.unit - self.unit)
        form = self.form
        assert isinstance(form, RealDegree)
        return _real_slope(form, c, s)

    def is_tiny(self, c: Array, s: Array) -> npt.NDArray[np.bool_]:
        """Return where f is too small for a double, or nearly so: vectors that are nearly opposite."""
        least = 2.0 ** (-TINY_BITS / float(self.layers[0] + HALF))
        return (s < least) & (s > 0.0) & (c < 0.0)

    def opposite(self, s: Array) -> Magnitudes:
        """Return f(s - 1) of one degree as magnitudes: s^(n+1/2) times a positive series."""
        (n,) = self.layers
        form = self.form
        if isinstance(form, SteepDegree):
            powers, series = magnitudes(s / 2).power(n + HALF), form.at_one * _horner(form.series, s / 2)
        else:
            assert isinstance(form, IntegerDegree | RealDegree)
            powers, series = magnitudes(s).power(n + HALF), _horner(form.series, s)
        return normalised(powers.mantissa * series, powers.exponent + self.unit)


@cache
def angular_function(*degrees: object) -> AngularFunction:
    """The function for these degrees, the first layer first; numbers or text such as "5/2"."""
    return AngularFunction([layer.n for layer in read_quantity(layers=list(degrees), theta=1).layers])


@cache
def _degree_form(n: Fraction) -> Degree:
    form = fitted((n,))
    assert isinstance(form, IntegerDegree | RealDegree | SteepDegree)
    return form


def fitted(layers: tuple[Fraction, ...]) -> Form:
    """Return the certified form, from the cache folder if it is there; a chain is made of those of its parts."""
    if forms.is_chain(layers):
        return forms.chain(layers, fitted)
    store, key = Store("forms"), _key(layers)
    kept = store.get(key)
    if kept is not None:
        return _read(kept)
    form = forms.form(layers)
    store.put(key, _written(form))
    return form


def _key(layers: tuple[Fraction, ...]) -> str:
    """Return a digest of the degrees, the version, and how forms are made."""
    digest = hashlib.sha256(f"{__version__} {' '.join(map(str, layers))}".encode())
    for source in sorted(Path(forms.__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _written(form: Form) -> dict[str, Any]:
    """Return the form as JSON has it; degrees as text, because they are fractions."""
    value = asdict(form) | {"form": type(form).__name__}
    for name in ("n", "layers"):
        if name in value:
            value[name] = [str(n) for n in value[name]] if name == "layers" else str(value[name])
    return value


def _read(value: dict[str, Any]) -> Form:
    fields = {name: entry for name, entry in value.items() if name != "form"}
    for name in ("series", "regular", "octave"):
        if name in fields:
            fields[name] = Polynomial(**_tuples(fields[name]))
    if value["form"] == "IntegerDegree":
        polynomial, fractions = tuple(fields["cosine_polynomial"]), PartialFractions(**_tuples(fields["fractions"]))
        return IntegerDegree(int(fields["n"]), polynomial, fractions, fields["series"], fields["gap_error"])
    if value["form"] in ("RealDegree", "SteepDegree"):
        kind = RealDegree if value["form"] == "RealDegree" else SteepDegree
        return kind(**fields | {"n": Fraction(fields["n"])})
    for name in ("plus", "minus"):
        fields[name] = tuple(Polynomial(**_tuples(piece)) for piece in fields[name])
    return Composition(**fields | {"layers": tuple(map(Fraction, fields["layers"]))})


def _tuples(value: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(entry) if isinstance(entry, list) else entry for name, entry in value.items()}


def _integer(found: IntegerDegree, c: Array, s: Array, lost: Array | None = None) -> Array:
    """`lost` is what rounding took from s, where s was had from c."""
    obtuse = _obtuse(found, s, lost)
    coefficients = np.array(found.cosine_polynomial, dtype=float)  # integers beyond 2^63 would make objects
    polynomial = np.polynomial.polynomial.polyval(np.maximum(c, 0.0), coefficients)
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
    return values


def _fall(found: Composition, s: Array) -> Array:
    """What the kernel has lost since c = 1."""
    t = np.sqrt(s)
    for _ in range(int(math.log2(found.plus_root)) - 1):
        t = np.sqrt(t)
    return t * _piecewise(found.plus, t)


def _gap(form: Degree, s: Array) -> Array:
    """Return 1 - f(1 - s)/f(1) of one degree for c = 1 - s > 0, to full relative accuracy, however small s is."""
    gap = np.empty_like(s)
    near = s < 1.0 / float(2 * form.n + 4)  # the powers of s that add up to the difference cancel little there
    close, far = np.flatnonzero(near), np.flatnonzero(~near)
    if isinstance(form, SteepDegree):
        gap[close] = _steep_gap(form, s[close])
        gap[far] = 1.0 - _steep(form, 1.0 - s[far], s[far]) / form.at_one
    elif isinstance(form, IntegerDegree):
        gap[close] = _integer_gap(form, s[close]) / form.at_one
        gap[far] = 1.0 - _integer(form, 1.0 - s[far], s[far]) / form.at_one
    else:
        gap[close] = _real_gap(form, s[close]) / form.at_one
        gap[far] = 1.0 - _real(form, 1.0 - s[far], s[far]) / form.at_one
    return gap


def _integer_gap(form: IntegerDegree, s: Array) -> Array:
    """Return f(1) - f(1 - s) with the constant terms taken off before anything is rounded."""
    obtuse = _obtuse(form, s)
    fall = forms.falling(form.cosine_polynomial)
    values = s * np.polynomial.polynomial.polyval(s, fall) if fall else np.zeros_like(s)
    return values - obtuse if form.n % 2 else values + obtuse


def _real_gap(form: RealDegree, s: Array) -> Array:
    """Return f(1) - f(1 - s) with the constant terms taken off before anything is rounded."""
    regular = s * np.polynomial.polynomial.polyval(s, forms.falling(form.regular.coefficients))
    if form.m:
        return regular - np.where(s > 0, _singular(form, np.maximum(s, 1e-300)), 0.0)
    series = np.array(form.series.coefficients)  # -1/eps of the logarithm is left over at s = 0
    grown = s * np.polynomial.polynomial.polyval(s, series[1:])
    return regular + form.kappa / form.eps * (grown - (grown + series[0]) * s**form.eps)


def _steep(form: SteepDegree, c: Array, s: Array) -> Array:
    """Return at_one w^(n+1/2) times the series, w = (1 + c)/2; a factor makes up for roundings of w and the power."""
    half, total = s / 2, 1.0 + c
    w = np.where(s > 0.5, total / 2, np.where(c > 0, 1.0 - half, half))
    lost = np.where(s > 0.5, (c - (total - 1.0)) / 2, np.where(c > 0, (1.0 - w) - half, 0.0))
    power = float(form.n + HALF)
    least = np.maximum(w, 1e-300)
    with np.errstate(under="ignore"):
        mend = 1.0 + power * lost / least + float(form.n + HALF - Fraction(power)) * np.log(least)
        root = w ** (power / 2)  # whose square may be too small for a double, but not the kernel
        return form.at_one * _horner(form.series, w) * mend * root * root


def _steep_gap(form: SteepDegree, s: Array) -> Array:
    """Return 1 - f(1 - s)/f(1) from logarithms of the power and of the series in powers of v = s/2."""
    v = s / 2
    fall = v * np.polynomial.polynomial.polyval(v, forms.falling(form.series.coefficients)[:STEEP_TERMS])
    return -np.expm1(float(form.n + HALF) * np.log1p(-v) + np.log1p(-fall / sum(form.series.coefficients)))


def _chained(form: Chain, c: Array, s: Array) -> Array:
    """Return the values of layers one after another, each from the distance to equal inputs that the one below left."""
    first, *others = form.parts
    gap = np.empty_like(s)
    acute, obtuse = np.flatnonzero(c > 0), np.flatnonzero(~(c > 0))
    gap[acute] = _gap(first, s[acute])
    value = _EVALUATORS[type(first)](first, c[obtuse], s[obtuse].copy())
    gap[obtuse] = 1.0 - value / first.at_one
    for part in others:
        gap = _gap(part, gap)
    return form.at_one * (1.0 - gap)


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


_EVALUATORS: dict[type, Any] = {
    IntegerDegree: _integer,
    RealDegree: _real,
    SteepDegree: _steep,
    Composition: _composition,
    Chain: _chained,
}
