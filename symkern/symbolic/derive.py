"""`derive`: one entrance to every derivation, with the rules for what may be asked."""

import difflib
import math
import numbers
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

import sympy as sp

from symkern.errors import InvalidArgument, UsageError
from symkern.symbolic import arc_cosine
from symkern.symbolic.derivation import Derivation
from symkern.symbolic.notation import b, half, p, sigma
from symkern.symbolic.notation import d as symbol_d

LARGEST_DEGREE = 1000
LARGEST_DENOMINATOR = 10**12
LARGEST_POWER = 5000
DEEPEST = 64
LARGEST_DIMENSION = 10**6
VARIATIONS = ("arc-cosine", "biased", "smoothed", "polynomial", "gaussian", "linear")

Number: TypeAlias = int | float | Fraction | sp.Rational


def derive(
    n: Number | None = None,
    *,
    layers: Sequence[Number] | None = None,
    kernel: str | None = None,
    bias: Number | None = None,
    sigma: Number | None = None,
    p: Number | None = None,
    d: Number | None = None,
) -> Derivation:
    """Derive a kernel: exactly one of `n`, `layers` and `kernel` says which.

    Parameters
    ----------
    n : degree of an arc-cosine kernel, any real number > -1/2
    layers : degrees of a composition, the first layer first
    kernel : "arc-cosine" (n symbolic), "biased", "smoothed", "polynomial", "gaussian" or "linear"
    bias, sigma, p : parameters of those kernels; symbolic where left out
    d : dimension of the inputs, for the geometry; symbolic where left out

    >>> derive(n=2)["J_at_0"]
    3*pi
    """
    asked = {"n": n, "layers": layers, "kernel": kernel}
    given = [name for name, value in asked.items() if value is not None]
    if len(given) != 1:
        raise UsageError(
            f"derive takes exactly one of n, layers and kernel; got {' and '.join(given) or 'none of them'}."
            " For example: derive n=3"
        )
    _refuse_strangers(kernel, {"bias": bias, "sigma": sigma, "p": p})
    dimension = symbol_d if d is None else _dimension(d)
    if n is not None:
        return arc_cosine.derive(_degree("n", n), dimension)
    if layers is not None:
        from symkern.symbolic import composition

        return composition.derive(_layers(layers), dimension)
    return _variation(kernel or "", bias, sigma, p, dimension)


def _refuse_strangers(kernel: str | None, parameters: dict[str, Number | None]) -> None:
    """Each parameter belongs to some kernels only; given to another it would be ignored in silence."""
    owners = {"bias": ("biased",), "sigma": ("smoothed", "gaussian"), "p": ("polynomial",)}
    for name, value in parameters.items():
        if value is not None and kernel not in owners[name]:
            raise UsageError(
                f"{name} goes with kernel={' or kernel='.join(owners[name])}; got {name}={value} without it."
            )


def _variation(
    kernel: str, bias: Number | None, width: Number | None, power: Number | None, dimension: sp.Expr
) -> Derivation:
    from symkern.symbolic import biased, classical, smoothed

    if kernel == "arc-cosine":
        return arc_cosine.derive_symbolically(dimension)
    if kernel == "biased":
        return biased.derive(b if bias is None else _exact("bias", bias), dimension)
    if kernel == "smoothed":
        return smoothed.derive(sigma if width is None else _positive("sigma", width), dimension)
    if kernel == "gaussian":
        return classical.gaussian(sigma if width is None else _positive("sigma", width), dimension)
    if kernel == "polynomial":
        return classical.polynomial(p if power is None else _positive_integer("p", power), dimension)
    if kernel == "linear":
        return classical.linear(dimension)
    nearest = difflib.get_close_matches(str(kernel).lower(), VARIATIONS, n=1)
    remedy = f"Did you mean {nearest[0]}?" if nearest else "An arc-cosine kernel of a given degree is n=3."
    raise InvalidArgument("kernel", f"one of {', '.join(VARIATIONS)}", kernel, remedy)


def _exact(name: str, value: Number) -> sp.Rational:
    """The number as a SymPy rational; a float stands for the shortest decimal that prints as it."""
    if isinstance(value, bool):
        pass  # an int to Python, but nobody means it as a number
    elif isinstance(value, sp.Rational):
        return value
    elif isinstance(value, numbers.Rational):
        return sp.Rational(int(value.numerator), int(value.denominator))
    elif isinstance(value, numbers.Real) and math.isfinite(value):
        return sp.Rational(repr(float(value)))
    raise InvalidArgument(name, "a finite number: an int, a Fraction, a float or a SymPy Rational", repr(value))


def _degree(name: str, value: Number) -> sp.Rational:
    degree = _exact(name, value)
    if degree <= -half:
        remedy = "At -1/2 the kernel of a vector with itself diverges."
        raise InvalidArgument(name, "a real number greater than -1/2", value, remedy)
    if degree.q > LARGEST_DENOMINATOR:
        raise InvalidArgument(name, f"a fraction with a denominator of at most {LARGEST_DENOMINATOR}", value)
    if degree > LARGEST_DEGREE:
        shown = "a number of more than 20 digits" if degree > 10**20 else value
        remedy = "The polynomials in J_n have about n coefficients of n log10(n) digits each."
        raise InvalidArgument(name, f"at most {LARGEST_DEGREE} to be derived", shown, remedy)
    return degree


def _dimension(value: Number) -> sp.Integer:
    dimension = _positive_integer("d", value, "Leave it out to keep d symbolic.")
    if dimension > LARGEST_DIMENSION:
        raise InvalidArgument("d", f"at most {LARGEST_DIMENSION}", value, "Leave it out to keep d symbolic.")
    return dimension


def _layers(values: Sequence[Number]) -> list[sp.Rational]:
    if not isinstance(values, Sequence) or isinstance(values, str):
        raise InvalidArgument("layers", "a sequence of degrees such as [0, 1, 1]", repr(values))
    if not values:
        raise InvalidArgument(
            "layers", "a list of degrees such as 0,1,1", "", "One number per layer, the first layer first."
        )
    if len(values) > DEEPEST:
        raise InvalidArgument("layers", f"a list of at most {DEEPEST} degrees", f"a list of {len(values)}")
    degrees = [_degree("layers", value) for value in values]
    power = sp.Mul(*(max(degree, 1) for degree in degrees))
    if power > LARGEST_POWER:
        remedy = "k(x, x) is that power of ‖x‖² times a number of about as many digits."
        raise InvalidArgument(
            "layers", f"degrees with a product of at most {LARGEST_POWER}", f"a product of {power}", remedy
        )
    return degrees


def _positive(name: str, value: Number) -> sp.Rational:
    number = _exact(name, value)
    if number <= 0:
        raise InvalidArgument(name, "greater than 0", value)
    return number


def _positive_integer(name: str, value: Number, remedy: str = "") -> sp.Integer:
    number = _exact(name, value)
    if number <= 0 or not number.is_Integer:
        raise InvalidArgument(name, "a positive integer", value, remedy)
    return number
