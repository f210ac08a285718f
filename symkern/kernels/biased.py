r"""The kernel of steps with a bias b, cho_saul_2012 (23), as two integrals over the triangle 0, x, y: (25).

With h = |b|/|x|, k = |b|/|y| and xi the angle of the triangle at x, the part of x is

    I(h, xi) = 1/pi \int_0^xi exp(-h^2/(2 sin^2 phi)) dphi = exp(-q^2/2) F(h, a)/pi,    a = cot xi >= 0,
    F(h, a) = \int_a^oo exp(-h^2 (t^2 - a^2)/2)/(1 + t^2) dt,

and 2 Phi(-h) less that of pi - xi where xi is obtuse. Owen's difference Phi(-h) - 2 T(h, a) is the same number, but
cancels; here nothing does. b/q is the distance of the line through x and y from 0, so that both parts share

    exp(-q^2/2) = exp(-h^2/4) exp(-k^2/4) exp(-(h^2 a_x^2 + k^2 a_y^2)/4),

whose first factors belong to rows. F solves F' = h^2 a F - 1/(1 + a^2): a Taylor series at any point follows from its
value there. h is constant along a row, so each row has its table of such series, on a grid that is logarithmic in
g = 1 + a max(1, h). They are found for a few h in each quarter of an octave, from the far end inwards, the direction
in which errors die out, and those of a row are interpolated between them.
"""

import functools
import math
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from symkern.kernels.magnitudes import Magnitudes, Part, normalised
from symkern.kernels.pairs import Pairs
from symkern.kernels.residuals import two_product

Array = npt.NDArray[np.float64]

TERMS, KEPT = 16, 12
"""Of a Taylor series, and what Chebyshev polynomials leave of it without a loss."""
PER_OCTAVE_BITS = 3  # eight pieces between powers of two: the mantissa's leading bits are the index
FARTHEST, STEEP = 14.0, 8.0
"""h a beyond which exp(-(h a)^2/4) is nothing beside a double's last bit, and any guess of F will do."""
LONGEST, SHORTEST = 2.0**20, 2.0**-60
"""Range of thresholds for which there are tables, and to which h is clipped. Beyond 2^20 only inputs that are alike
have units in common. Below 2^-60 the kernel is that of the angle alone to all digits, but 1 - cosine is not."""
INFINITE_POWER = 1 << 40
"""Power of two of the threshold of a zero vector, beyond that of any other."""
MODERATE = 36.0
"""Up to this threshold Phi(-h) and products of two are doubles."""
LOG_2_LOW = 2.3190468138462996e-17
"""log 2 less the double nearest to it."""
NODES = 12
"""Of h in a quarter of an octave: enough for all digits of every coefficient."""
CHUNK = 1 << 14
ROOT_2 = np.sqrt(2.0)


@dataclass(frozen=True)
class Thresholds:
    """Of every input: h as h + low, root = exp(-h^2/4), 2 Phi(-h) as a magnitude, level = root/sqrt(2 Phi(-h)).

    All of these are of the clipped h. As it is, h is (digits + rest) 2^power.
    """

    h: Array
    low: Array
    root: Array
    level: Array
    mantissa: Array
    exponent: npt.NDArray[np.int64]
    digits: Array
    rest: Array
    power: npt.NDArray[np.int64]

    def __getitem__(self, part: Part) -> "Thresholds":
        return Thresholds(*(getattr(self, field.name)[part] for field in fields(self)))

    @property
    def active(self) -> Magnitudes:
        """k(x, x) = 2 Phi(-h) for a positive bias: twice the probability that a unit is active."""
        return Magnitudes(self.mantissa, self.exponent)

    @property
    def tail(self) -> Array:
        """Phi(-h) as doubles."""
        return self.active.value() / 2

    @property
    def density(self) -> Array:
        """The density of the normal distribution at h."""
        return self.root * self.root / math.sqrt(2 * math.pi)


def thresholds(bias: float, squared: Magnitudes) -> Thresholds:
    """Return thresholds from squared norms; h^2 has twice a double's digits, for its exponential magnifies errors."""
    from scipy.special import erfcx

    mantissa, exponent = math.frexp(bias)
    square, square_low = two_product(mantissa, mantissa)
    positive = np.where(squared.zero, 1.0, squared.mantissa)
    quotient = square / positive
    product, product_low = two_product(quotient, positive)
    rest = ((square - product) - product_low + square_low) / positive
    if squared.correction is not None:
        rest -= quotient * squared.correction
    shift = 2 * exponent - squared.exponent
    power, odd = np.where(squared.zero, INFINITE_POWER, shift // 2), np.where(squared.zero, 0, shift % 2)
    digits = np.sqrt(np.ldexp(quotient, odd))
    digits_rest = (np.ldexp(rest, odd) - _square_error(digits, np.ldexp(quotient, odd))) / (2 * digits)
    with np.errstate(over="ignore", under="ignore"):
        shift = np.clip(shift, -2000, 2000)
        h2, h2_low = np.ldexp(quotient, shift), np.ldexp(rest, shift)
    short, long = h2 < SHORTEST**2, squared.zero | (h2 > LONGEST**2)
    h2 = np.where(long, LONGEST**2, np.where(short, SHORTEST**2, h2))
    h2_low = np.where(short | long, 0.0, h2_low)
    h = np.sqrt(h2)
    low = np.where(short | long, 0.0, (h2_low - _square_error(h, h2)) / (2 * h))
    bell, turns = _exponential(h2 / 2, h2_low / 2)
    level = erfcx(h / ROOT_2)
    active = normalised(np.where(squared.zero, 0.0, bell * level), turns)
    with np.errstate(under="ignore"):
        root = np.where(squared.zero, 0.0, np.exp(-h2 / 4) * (1 - h2_low / 4))
    level = 1.0 / np.sqrt(level)
    return Thresholds(h, low, root, level, active.mantissa, active.exponent, digits, digits_rest, power)


def _exponential(x: Array, low: Array) -> tuple[Array, npt.NDArray[np.int64]]:
    """Return exp(-x - low) as mantissa and power of two, for x up to 2^39."""
    turns = np.rint(x / math.log(2))
    product, product_low = two_product(turns, math.log(2))
    return np.exp(-(((x - product) - product_low) - turns * LOG_2_LOW + low)), -turns.astype(np.int64)


def _square_error(h: Array, h2: Array) -> Array:
    """h^2 - h2, without rounding."""
    product, product_low = two_product(h, h)
    return (product - h2) + product_low


@dataclass(frozen=True)
class Table:
    """Taylor coefficients of F(h, .) for each row: those of its piece k begin at start + KEPT k."""

    coefficients: Array
    start: npt.NDArray[np.int64]
    stretch: Array  # max(1, h)
    last: Array  # the largest g
    centre: Array
    inverse: Array  # of half a piece

    def __getitem__(self, part: Part) -> "Table":
        rows = self.start[part], self.stretch[part], self.last[part]
        return Table(self.coefficients, *rows, self.centre, self.inverse)

    def __call__(self, rows: npt.NDArray[np.intp], a: Array) -> Array:
        """F(h of that row, a), element by element, for a >= 0."""
        g = np.minimum(1.0 + a * self.stretch[rows], self.last[rows])
        piece = (g.view(np.int64) >> (52 - PER_OCTAVE_BITS)) - (1023 << PER_OCTAVE_BITS)
        z = (g - self.centre.take(piece)) * self.inverse.take(piece)
        base = self.start[rows] + piece * KEPT
        value = self.coefficients.take(base + (KEPT - 1))
        for term in range(KEPT - 2, -1, -1):
            value *= z
            value += self.coefficients.take(base + term)
        return value


def table(h: Array) -> Table:
    """Return the table of rows with these thresholds."""
    stretch = np.maximum(h, 1.0)
    quarter = np.floor(4 * np.log2(h)).astype(np.int64)
    order = np.argsort(quarter, kind="stable")
    found, counts = np.unique(quarter[order], return_counts=True)
    octaves = np.array([_octaves(int(q)) for q in found])
    sizes = (octaves << PER_OCTAVE_BITS) * KEPT
    coefficients = np.empty(int(np.sum(sizes * counts)))
    start, last = np.empty(len(h), dtype=np.int64), np.empty(len(h))
    begin = position = 0
    for q, count, size, reach in zip(found.tolist(), counts.tolist(), sizes.tolist(), octaves.tolist(), strict=True):
        rows = order[begin : begin + count]
        part = coefficients[position : position + count * size].reshape(count, size)
        np.matmul(_weights(h[rows], q), _tabulated(q), out=part)
        start[rows] = position + size * np.arange(count)
        last[rows] = np.nextafter(2.0**reach, 0.0)
        begin, position = begin + count, position + count * size
    centre, half = _pieces(int(np.max(octaves)))
    return Table(coefficients, start, stretch, last, centre, 1.0 / half)


def _octaves(quarter: int) -> int:
    """How many octaves of g a row needs whose h is in this quarter of an octave, at least."""
    return int(np.ceil(np.log2(1.0 + FARTHEST * max(1.0, 2.0 ** (-quarter / 4)))))


@functools.cache
def _pieces(octaves: int) -> tuple[Array, Array]:
    """Centres and half-widths: eight to an octave, from 1 to 2^octaves."""
    count = 1 << PER_OCTAVE_BITS
    within = np.arange(count) + 0.5
    starts = np.ldexp(1.0, np.arange(octaves))
    centre = (starts[:, None] * (1.0 + within / count)).reshape(-1)
    half = np.repeat(starts / (2 * count), count)
    return centre, half


def _nodes(quarter: int) -> Array:
    """Chebyshev points for h in [2^(quarter/4), 2^((quarter + 1)/4)]."""
    low, high = 2.0 ** (quarter / 4), 2.0 ** ((quarter + 1) / 4)
    angles = np.pi * (np.arange(NODES) + 0.5) / NODES
    return (low + high) / 2 - (high - low) / 2 * np.cos(angles)


def _weights(h: Array, quarter: int) -> Array:
    """What interpolation gives to each node."""
    nodes = _nodes(quarter)
    apart = np.subtract.outer(h, nodes) * (NODES / (nodes[-1] - nodes[0]))  # so that products stay near 1
    left, right = np.ones_like(apart), np.ones_like(apart)
    np.cumprod(apart[:, :-1], axis=1, out=left[:, 1:])
    np.cumprod(apart[:, :0:-1], axis=1, out=right[:, -2::-1])
    return left * right / _node_products(quarter)


@functools.cache
def _node_products(quarter: int) -> Array:
    nodes = _nodes(quarter)
    apart = np.subtract.outer(nodes, nodes) * (NODES / (nodes[-1] - nodes[0]))
    np.fill_diagonal(apart, 1.0)
    return np.prod(apart, axis=1)


@functools.cache
def _economised() -> Array:
    """The matrix that turns TERMS powers of z, |z| <= 1, into the KEPT that come nearest, nearly."""
    from numpy.polynomial.chebyshev import cheb2poly, poly2cheb

    found = np.zeros((TERMS, KEPT))
    for power in range(TERMS):
        series = poly2cheb(np.eye(TERMS)[power])[:KEPT]
        kept = cheb2poly(series)
        found[power, : len(kept)] = kept
    return found


@functools.cache
def _tabulated(quarter: int) -> Array:
    """Every piece's coefficients at the nodes, from the last piece to the first.

    In g: F' = rate (g - 1) F - stretch/(stretch^2 + (g - 1)^2) with rate = (h/stretch)^2.
    """
    h = _nodes(quarter)
    stretch = np.maximum(h, 1.0) if quarter < 0 else h
    rate = (h / stretch) ** 2
    centre, half = _pieces(_octaves(quarter))
    coefficients = np.empty((len(h), len(centre), TERMS))
    value = np.zeros_like(rate)
    for k in range(len(centre) - 1, -1, -1):
        w, right = half[k], centre[k] + half[k] - 1.0
        squares = rate * right * right
        far = squares >= FARTHEST**2
        # a step that is long beside 1/(h a) would not let errors die out
        steps = 4 if np.any(~far & (squares > STEEP**2)) else 2
        for step in range(steps):  # from the right end to the centre, whose series is kept, and on to the left end
            p = right - step * (2 * w / steps)
            distance = p * p + stretch * stretch
            start = np.where(far, stretch / (rate * p * distance), value) if np.any(far) else value
            series = _series(rate, stretch, p, w, start)
            series[1:, far] = 0.0
            if 2 * step == steps:
                coefficients[:, k] = series.T
            value = np.asarray(np.polynomial.polynomial.polyval(-2 / steps, series))
    return (coefficients @ _economised()).reshape(len(h), -1)


def _series(rate: Array, stretch: Array, p: float, w: float, start: Array) -> Array:
    """Taylor coefficients in z, g = 1 + p + w z, of the solution that begins with `start`."""
    distance = p * p + stretch * stretch
    series = np.zeros((TERMS + 1, len(rate)))  # the entry before the first is 0
    series[0] = start
    r_before, r = np.zeros_like(rate), stretch / distance
    for m in range(TERMS - 1):
        series[m + 1] = w * (rate * (p * series[m] + w * series[m - 1]) - r) / (m + 1)
        r_before, r = r, -(2 * p * w * r + w * w * r_before) / distance
    return series[:TERMS]


@dataclass(frozen=True)
class Side:
    """What belongs to the rows alone."""

    thresholds: Thresholds
    table: Table

    def __getitem__(self, part: Part) -> "Side":
        return Side(self.thresholds[part], self.table[part])


def side(bias: float, squared: Magnitudes) -> Side:
    def find(squared: Magnitudes) -> Side:
        found = thresholds(bias, squared)
        return Side(found, table(found.h))

    return squared.found(("biased", bias), find)


def moderate(bias: float, squared: Magnitudes) -> bool:
    """Whether Phi(-h) and products of two are doubles for all inputs but 0."""
    h = side(bias, squared).thresholds.h
    return bool(np.max(np.where(squared.zero, 0.0, h), initial=0.0) < MODERATE)


def fill(bias: float, below: Pairs, values: Array) -> None:
    """Write the kernel of every pair, for thresholds that are moderate."""
    joint(bias, below, values, relative=False)
    if bias < 0:  # cho_saul_2012 (26)
        x, y = below.spread(*(side(bias, squared).thresholds.tail for squared in (below.x, below.y)))
        values += (1 - 2 * x) + (1 - 2 * y)


def joint(bias: float, below: Pairs, values: Array, *, relative: bool) -> None:
    """Write the kernel of steps at |b| for every pair, or, relative, that over sqrt(k(x, x) k(y, y))."""
    left, right = side(bias, below.x), side(bias, below.y)
    x, y = left.thresholds, right.thresholds
    step = max(1, CHUNK // (1 if below.listed else len(y.h)))
    for start in range(0, len(x.h), step):
        part = slice(start, start + step)
        some = below[part]
        u, v = x[part], (y[part] if below.listed else y)
        a_x, a_y = cotangents(some, u, v)
        i, j = (np.broadcast_to(index, a_x.shape) for index in some.spread(np.arange(len(u.h)), np.arange(len(v.h))))
        h, k = some.spread(u.h, v.h)
        if relative:
            roots, tails = some.spread(u.level, v.level / np.pi), quotients(some, u.active.root(), v.active.root())
        else:
            roots, tails = some.spread(u.root, v.root / np.pi), some.spread(2 * u.tail, 2 * v.tail)
        with np.errstate(under="ignore"):
            shared = np.exp(-((a_x * h) ** 2 + (a_y * k) ** 2) / 4) * (roots[0] * roots[1])
            first = left.table[part](i, np.abs(a_x)) * shared
            second = (right.table[part] if below.listed else right.table)(j, np.abs(a_y)) * shared
        values[part] = np.where(a_x < 0, tails[0] - first, first) + np.where(a_y < 0, tails[1] - second, second)


def quotients(below: Pairs, x: Magnitudes, y: Magnitudes) -> tuple[Array, Array]:
    """Return x/y and y/x for every pair, kept so far within the range of doubles that thresholds may multiply them."""
    with np.errstate(divide="ignore", invalid="ignore"):
        a, b = below.spread(x.mantissa, y.mantissa)
        quotient = np.where((a > 0.0) & (b > 0.0), a / b, 1.0)
    e, f = below.spread(x.exponent, y.exponent)
    shift = np.clip(e - f, -900, 900)
    return np.ldexp(quotient, shift), np.ldexp(1.0 / quotient, -shift)


def cotangents(below: Pairs, x: Thresholds, y: Thresholds) -> tuple[Array, Array]:
    """Return those of the angles of the triangle 0, x, y at x and at y: (|x|/|y| - cos theta)/sin theta and so on."""
    sine = np.sqrt(below.s * (2.0 - below.s))
    fall = below.fall
    (h, k), (h_low, k_low) = below.spread(x.h, y.h), below.spread(x.low, y.low)
    apart = (h - k) + (h_low - k_low)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        a_x = (fall - apart / h) / sine
        a_y = (fall + apart / k) / sine
    largest = 1e140  # squares of their products with thresholds are doubles
    for a in (a_x, a_y):
        np.nan_to_num(a, copy=False, nan=0.0, posinf=largest, neginf=-largest)  # equal inputs: right angles both
        np.clip(a, -largest, largest, out=a)
    return a_x, a_y
