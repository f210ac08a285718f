"""`evaluate`: one entrance to the reference values, with the rules for what may be asked."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from symkern.errors import InvalidArgument, UsageError
from symkern.numbers import PiNumber, exact, read_pi_number
from symkern.reference.enclosure import Enclosure
from symkern.reference.inputs import Pair
from symkern.reference.layer import Layer
from symkern.reference.quantity import Quantity

DIGITS = 30
MOST_DIGITS = 10_000
LARGEST_DEGREE = 10**6
DEEPEST = 64
HIGHEST_DERIVATIVE = 20


def evaluate(
    n: object = None,
    *,
    theta: object = None,
    cosine: object = None,
    x: object = None,
    y: object = None,
    layers: object = None,
    bias: object = None,
    sigma: object = None,
    derivative: object = 0,
    digits: object = DIGITS,
) -> Enclosure:
    """J_n(theta), or the kernel of two vectors, to any number of digits, with a radius that is a proof.

    Parameters
    ----------
    n : degree, any real number > -1/2
    theta : angle from 0 to pi; text such as "2*pi/3" is exact. With `n` alone the result is J_n(theta), otherwise the
        kernel of two unit vectors at that angle
    cosine : cos(theta), instead of the angle
    x, y : two vectors of the same length, instead of an angle
    layers : degrees of a composition, the first layer first, instead of `n`
    bias, sigma : threshold or smoothing width of the first layer, whose degree must be 0; or a list with an entry for
        each layer, None for none
    derivative : order of a derivative of J_n in theta
    digits : significant digits

    A float is the number that it is, to its last bit; text and fractions say what they mean.

    >>> print(evaluate(-0.25, theta="1.2", digits=20))
    2.7478624952667603213 ± 2.56e-20
    >>> print(evaluate(0, bias=0.5, x=[1, 2], y=[3, 1], digits=20))
    0.60266107629071879140 ± 3.70e-21
    """
    quantity = read_quantity(
        n, theta=theta, cosine=cosine, x=x, y=y, layers=layers, bias=bias, sigma=sigma, derivative=derivative
    )
    return quantity.enclose(read_digits(digits))


def read_quantity(
    n: object = None,
    *,
    theta: object = None,
    cosine: object = None,
    x: object = None,
    y: object = None,
    layers: object = None,
    bias: object = None,
    sigma: object = None,
    derivative: object = 0,
) -> Quantity:
    """What was asked, exactly; the rules are those of `evaluate`."""
    stack = _layers(n, layers, bias, sigma)
    order = _whole("derivative", derivative, 0, HIGHEST_DERIVATIVE)
    pair = _pair(theta, cosine, x, y)
    is_angular = x is None and layers is None and stack[0] == Layer(stack[0].n)
    if order and not is_angular:
        raise UsageError("derivative goes with n and an angle alone: it is that of J_n in theta.")
    if not is_angular:
        return Quantity("k(x, y)" if x is not None else "k of unit vectors", pair, stack, is_angular)
    degree = str(n).strip() if str(n).strip().isdigit() else f"{{{str(n).strip()}}}"
    primes = "'" * order if order <= 3 else f"^({order})"
    angle = f"arccos({cosine})" if theta is None else str(theta).strip()
    return Quantity(f"J_{degree}{primes}({angle})", pair, stack, is_angular, order)


def _layers(n: object, layers: object, bias: object, sigma: object) -> tuple[Layer, ...]:
    if n is not None and layers is not None:
        raise UsageError("evaluate takes one of n and layers, not both.")
    if n is None and layers is None:
        if bias is None and sigma is None:
            raise UsageError("evaluate needs a degree or layers. For example: evaluate n=-1/4 theta=1.2")
        n = 0  # the only degree that has a bias or a width
    degrees = (
        [_degree("n", n)] if layers is None else [_degree("layers", entry) for entry in _entries("layers", layers)]
    )
    if not 1 <= len(degrees) <= DEEPEST:
        raise InvalidArgument("layers", f"a list of 1 to {DEEPEST} degrees", f"a list of {len(degrees)}")
    biases = _per_layer("bias", bias, len(degrees))
    widths = _per_layer("sigma", sigma, len(degrees))
    stack = tuple(map(Layer, degrees, biases, widths))
    for number, layer in enumerate(stack, 1):
        if layer.bias is not None and layer.sigma is not None:
            raise UsageError(
                f"A layer has a bias or a width sigma, not both; got bias={layer.bias} and sigma={layer.sigma}."
            )
        if layer.n and (layer.bias is not None or layer.sigma is not None):
            given = f"bias={layer.bias}" if layer.bias is not None else f"sigma={layer.sigma}"
            where = "n" if layers is None else f"degree {number} of layers"
            raise UsageError(f"bias and sigma go with degree 0; got {given} where {where} is {layer.n}.")
        if layer.sigma is not None and layer.sigma <= 0:
            raise InvalidArgument("sigma", "greater than 0", layer.sigma, "Leave it out for the step function itself.")
    return stack


def _per_layer(name: str, given: object, depth: int) -> list[Fraction | None]:
    """A number belongs to the first layer; a sequence has an entry for each."""
    if given is None or isinstance(given, str) or not isinstance(given, Iterable):
        first = None if given is None else exact(name, given)
        return [first, *[None] * (depth - 1)]
    values = [None if value is None else exact(name, value) for value in given]
    if len(values) != depth:
        raise InvalidArgument(name, f"one number, or one per layer ({depth})", f"a list of {len(values)}")
    return values


def _degree(name: str, value: object) -> Fraction:
    degree = exact(name, value)
    if degree <= Fraction(-1, 2):
        remedy = "At -1/2 the kernel of a vector with itself diverges."
        raise InvalidArgument(name, "a real number greater than -1/2", value, remedy)
    if degree > LARGEST_DEGREE:
        raise InvalidArgument(name, f"at most {LARGEST_DEGREE} to be evaluated", value)
    return degree


def _pair(theta: object, cosine: object, x: object, y: object) -> Pair:
    vectors = " and ".join(name for name, value in (("x", x), ("y", y)) if value is not None)
    asked = {"theta": theta, "cosine": cosine, vectors: vectors or None}
    given = [name for name, value in asked.items() if value is not None]
    if len(given) > 1:
        raise UsageError(f"evaluate takes one of theta, cosine, or x and y; got {' and '.join(given)}.")
    if theta is not None:
        return Pair.at_angle(_angle(theta))
    if cosine is not None:
        number = exact("cosine", cosine)
        if abs(number) > 1:
            raise InvalidArgument("cosine", "a number from -1 to 1", cosine)
        return Pair.at_cosine(number)
    if x is None or y is None:
        missing = "an angle or two vectors" if x is None and y is None else "both x and y"
        raise UsageError(f"evaluate needs {missing}. For example: theta=2*pi/3, or x=1,2 y=3,1")
    first, second = ([exact(name, entry) for entry in _entries(name, v)] for name, v in (("x", x), ("y", y)))
    if len(first) != len(second) or not first:
        raise UsageError(f"x and y must have the same length, at least 1; got {len(first)} and {len(second)} entries.")
    return Pair.of_vectors(first, second)


def _angle(theta: object) -> PiNumber:
    if isinstance(theta, PiNumber):
        return theta
    return read_pi_number("theta", theta) if isinstance(theta, str) else PiNumber(exact("theta", theta))


def _entries(name: str, values: object) -> Sequence[object]:
    if isinstance(values, (str, bytes, set, frozenset, dict)) or not isinstance(values, Iterable):
        raise InvalidArgument(name, "a sequence of numbers", repr(values))
    return list(values)


def read_digits(value: object) -> int:
    """How many digits were asked for."""
    return _whole("digits", value, 1, MOST_DIGITS)


def _whole(name: str, value: object, least: int, most: int) -> int:
    try:
        number = exact(name, value)
    except InvalidArgument:
        number = Fraction(1, 2)
    if number.denominator != 1 or not least <= number <= most:
        raise InvalidArgument(name, f"a whole number from {least} to {most}", value)
    return int(number)
