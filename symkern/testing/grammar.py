"""Kernels drawn at random from a grammar: every kind of layer and combination, with ordinary and extreme parameters.

`random_kernel` draws from any object with the methods of `random.Random`, so that scripts and Hypothesis strategies
share one grammar.
"""

from random import Random
from typing import Any

from symkern.kernels import (
    ArcCosine,
    Arcsine,
    Composition,
    Gaussian,
    Kernel,
    Linear,
    Polynomial,
    Product,
    Scaled,
    Sum,
    TwoLayer,
    deep,
)

DEGREES: tuple[Any, ...] = (
    *range(7),
    12,
    20,
    120,
    "1/2",
    "3/2",
    "5/2",
    "15/2",
    "-0.49",
    "-1/4",
    "-1/10",
    "1/3",
    "2/3",
    0.3,
    2.7,
    1 - 1e-9,
    1 + 1e-9,
    1e-12,
    2 + 1e-12,
    50.3,
    60.5,
)
LOW_DEGREES: tuple[Any, ...] = (0, 1, 2, 3, "1/2", "5/2", "-0.49", "-1/4", "1/3", 1 + 1e-9)
"""Degrees of layers within compositions, where large ones leave the range of double precision at once."""
FUSED: tuple[tuple[Any, ...], ...] = (
    (0, 0),
    (1, 1),
    (1, 0),
    (0, 1),
    (2, 1),
    (0, 1, 1, 1),
    (1, 1, 1, 1),
    (3, 0, 2),
    ("1/3", 0),
    ("-0.49", 1),
    (0, "-1/4"),
    ("1/2", "1/2"),
    ("-1/4", "-1/4", 0),
    ("5/2", 0, 1),
    (1, "1/3", 0, 2),
    (1 + 1e-9, 0),
)
"""Compositions whose layers are evaluated as one function; each distinct one costs a fit, so they are few."""


def random_kernel(source: Random, *, positive: bool = False, extreme: bool = True, depth: int = 2) -> Kernel:
    """Kernel drawn at random.

    Parameters
    ----------
    source : Random
        Where choices come from.
    positive : bool, default False
        Whether to leave out `TwoLayer`, which is not positive semi-definite.
    extreme : bool, default True
        Whether parameters reach from 1e-300 to 1e300.
    depth : int, default 2
        Nesting of sums, products, scalings and compositions.

    Returns
    -------
    Kernel
        One that can be shown, written and read again.

    Examples
    --------
    >>> random_kernel(Random(3)) == random_kernel(Random(3))
    True
    """
    kind = source.choice(("leaf", "leaf", "fused", "composition", "sum", "product", "scaled"))
    if kind == "leaf" or not depth:
        return _leaf(source, positive, extreme)
    if kind == "fused":
        return deep(*source.choice(FUSED))
    if kind == "composition":
        lower = random_kernel(source, positive=True, extreme=extreme, depth=depth - 1)
        layers = [lower]
        for _ in range(source.randint(1, 3)):
            layer = _layer(source, extreme)
            if _fits(layer) and _fits(layers[-1]):
                layers[-1] = Scaled(1, layers[-1])
            layers.append(layer)
        return Composition(tuple(layers))
    if kind == "scaled":
        inner = random_kernel(source, positive=positive, extreme=extreme, depth=depth - 1)
        return Scaled(random_magnitude(source, extreme), inner)
    terms = [
        random_kernel(source, positive=positive, extreme=extreme, depth=depth - 1) for _ in range(source.randint(2, 3))
    ]
    return Sum(tuple(terms)) if kind == "sum" else Product(tuple(terms))


def random_weighted_kernel(source: Random, columns: int) -> Kernel:
    """Kernel with a covariance of its weights: variances that are powers of four, whose roots are exact."""
    variances = [4.0 ** source.randint(-12, 12) if source.randrange(6) else 0.0 for _ in range(columns)]
    if not any(variances):
        variances[0] = 1.0
    kernel = ArcCosine(source.choice(DEGREES), covariance=variances)
    other = random_kernel(source, positive=True, depth=0)
    deeper = Composition((Scaled(1, kernel), _layer(source, False)))
    return source.choice((kernel, deeper, kernel + other, kernel * other))


def random_magnitude(source: Random, extreme: bool = True) -> float:
    """Positive number, mostly near 1, otherwise of any magnitude."""
    if source.randrange(3):
        return source.choice((0.5, 1.0, 2.0, 0.3, 3.7, 1e-3, 40.0))
    reach = source.choice((10, 100, 160, 300)) if extreme else 3
    return float(f"{source.uniform(1, 9.9):.3f}e{source.randint(-reach, reach - 1)}")


def _signed(source: Random, extreme: bool) -> float:
    return source.choice((-1, 1)) * random_magnitude(source, extreme)


def _leaf(source: Random, positive: bool, extreme: bool) -> Kernel:
    """A kernel of one layer, for inputs of any dimension."""
    kinds = ["degree", "degree", "degree", "bias", "sigma", "classical", *([] if positive else ["two-layer"])]
    kind = source.choice(kinds)
    if kind == "degree":
        return ArcCosine(source.choice(DEGREES))
    if kind == "two-layer":
        return TwoLayer(random_magnitude(source, extreme), source.choice((0.0, _signed(source, extreme))))
    return _varied(source, kind, extreme)


def _fits(kernel: Kernel) -> bool:
    """Whether a layer of a degree beneath or above it is evaluated as one function with it, which costs a fit."""
    if isinstance(kernel, (Composition, Scaled)):
        inner = kernel.layers[-1] if isinstance(kernel, Composition) else kernel.kernel
        return _fits(inner)
    return isinstance(kernel, ArcCosine) and kernel.bias is None and kernel.sigma is None


def _layer(source: Random, extreme: bool) -> Kernel:
    """A layer on top of others; extreme ones are rare, because several leave the range of double precision at once."""
    extreme = extreme and not source.randrange(4)
    kind = source.choice(("degree", "degree", "scaled", "bias", "sigma", "classical"))
    if kind == "degree":
        return ArcCosine(source.choice(LOW_DEGREES))
    if kind == "scaled":
        return Scaled(source.choice((1, random_magnitude(source, extreme))), ArcCosine(source.choice(LOW_DEGREES)))
    return _varied(source, kind, extreme)


def _varied(source: Random, kind: str, extreme: bool) -> Kernel:
    if kind == "bias":
        return ArcCosine(0, bias=_signed(source, extreme))
    if kind == "sigma":
        return ArcCosine(0, sigma=random_magnitude(source, extreme))
    name = source.choice(("linear", "polynomial", "polynomial", "gaussian", "gaussian", "arcsine"))
    if name == "linear":
        return Linear()
    if name == "polynomial":
        return Polynomial(source.choice((1, 2, 3, 5)), source.choice((0, random_magnitude(source, extreme))))
    if name == "gaussian":
        return Gaussian(random_magnitude(source, extreme))
    return Arcsine(source.choice((0, random_magnitude(source, extreme))))
