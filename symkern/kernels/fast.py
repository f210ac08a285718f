"""The loops of the Gram engine, compiled by numba: a row of products in, a row of kernels out, nothing in between.

All coefficients are arguments, so that a handful of loops, compiled once and cached, serves every degree. Each loop is
one that compilers turn into packed arithmetic: no branches, no gathers beside arithmetic, no output that is an input.
Polynomials take six coefficients at a time from the highest power down, padded with zeros in front. The diagonal and
what is nearly parallel are only listed here: the engine recomputes those from differences.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

Array = npt.NDArray[np.float64]

compiled: Any = njit(fastmath={"contract"}, error_model="numpy", nogil=True, cache=True)
SEGMENT = 512
"""Numbers of a row that are worked on at a time: some arrays of them fit into the first-level cache."""


@compiled
def _angles(products: Array, x: float, y: Array, c: Array, s: Array, near: float) -> int:
    """Cosines and s = 1 - |c| from products and inverse norms; returns how many are nearly parallel or opposite."""
    count = 0
    for j in range(len(c)):
        cosine = products[j] * (x * y[j])
        gap = 1.0 - abs(cosine)
        count += gap < near
        c[j] = cosine
        s[j] = max(gap, 0.0)
    return count


@compiled
def _list(c: Array, s: Array, near: float, first: int, found: npt.NDArray[np.int64], count: int) -> int:
    """Appends the places of those pairs, as ~place where the vectors are opposite."""
    for j in range(len(c)):
        if s[j] < near:
            found[count] = first + j if c[j] > 0.0 else ~(first + j)
            count += 1
    return count


@compiled
def _horner(coefficients: Array, x: Array, values: Array) -> None:
    a0, a1, a2 = coefficients[0], coefficients[1], coefficients[2]
    a3, a4, a5 = coefficients[3], coefficients[4], coefficients[5]
    for j in range(len(values)):
        z = x[j]
        values[j] = ((((a0 * z + a1) * z + a2) * z + a3) * z + a4) * z + a5
    for k in range(6, len(coefficients), 6):
        a0, a1, a2 = coefficients[k], coefficients[k + 1], coefficients[k + 2]
        a3, a4, a5 = coefficients[k + 3], coefficients[k + 4], coefficients[k + 5]
        for j in range(len(values)):
            z = x[j]
            values[j] = (((((values[j] * z + a0) * z + a1) * z + a2) * z + a3) * z + a4) * z + a5


@compiled
def integer(
    products: Array, x: Array, y: Array, x_power: Array, y_power: Array, n: int, series: Array, polynomial: Array,
    near: float, work: Array, found: npt.NDArray[np.int64], out: Array,
) -> int:  # fmt: skip
    """An integer degree: P_n(c) for c > 0, and s^(n+1/2) times the series, added or taken away."""
    count = 0
    sign = 1.0 if n % 2 else -1.0
    rows, columns = out.shape
    for i in range(rows):
        scale = x_power[i]
        for first in range(0, columns, SEGMENT):
            width = min(SEGMENT, columns - first)
            c, s, values, acute = work[0, :width], work[1, :width], work[2, :width], work[3, :width]
            row, y_scale = out[i, first : first + width], y_power[first : first + width]
            if _angles(products[i, first : first + width], x[i], y[first : first + width], c, s, near):
                count = _list(c, s, near, i * columns + first, found, count)
            _horner(series, s, values)
            if n == 0:
                for j in range(width):
                    obtuse = values[j] * np.sqrt(s[j])
                    row[j] = (1.0 - obtuse if c[j] > 0.0 else obtuse) * (scale * y_scale[j])
            elif n == 1:
                for j in range(width):
                    row[j] = (values[j] * (s[j] * np.sqrt(s[j])) + max(c[j], 0.0)) * (scale * y_scale[j])
            else:
                for j in range(width):
                    values[j] *= s[j] * np.sqrt(s[j])
                for _ in range(n - 1):
                    for j in range(width):
                        values[j] *= s[j]
                _horner(polynomial, c, acute)
                for j in range(width):
                    value = values[j]
                    row[j] = (acute[j] + sign * value if c[j] > 0.0 else value) * (scale * y_scale[j])
    return count


@compiled
def smoothed(
    products: Array, x: Array, y: Array, x_shrink: Array, y_shrink: Array, x_width: Array, y_width: Array,
    series: Array, near: float, work: Array, found: npt.NDArray[np.int64], out: Array,
) -> int:  # fmt: skip
    """Degree 0 of the inputs extended by the thresholds of their units: cho_saul_2012 (30)."""
    count = 0
    rows, columns = out.shape
    for i in range(rows):
        shrink, alpha = x_shrink[i], x_width[i]
        for first in range(0, columns, SEGMENT):
            width = min(SEGMENT, columns - first)
            c, s, values = work[0, :width], work[1, :width], work[2, :width]
            row, betas = out[i, first : first + width], y_width[first : first + width]
            shrinks = y_shrink[first : first + width]
            if _angles(products[i, first : first + width], x[i], y[first : first + width], c, s, near):
                count = _list(c, s, near, i * columns + first, found, count)
            for j in range(width):
                factor, beta = shrink * shrinks[j], betas[j]
                cosine = c[j] * factor
                squared_sine = s[j] * (2.0 - s[j]) * (factor * factor) + (alpha + beta - alpha * beta)
                c[j] = cosine
                s[j] = squared_sine / (1.0 + abs(cosine))
            _horner(series, s, values)
            for j in range(width):
                obtuse = values[j] * np.sqrt(s[j])
                row[j] = 1.0 - obtuse if c[j] > 0.0 else obtuse
    return count


@compiled
def real(
    products: Array, x: Array, y: Array, x_power: Array, y_power: Array, m: int, eps: float, kappa: float,
    series: Array, regular: Array, octave: Array, powers: Array, near: float, work: Array,
    found: npt.NDArray[np.int64], out: Array,
) -> int:  # fmt: skip
    """Another degree: s^m s^eps series for c <= 0, regular + kappa s^m series (s^eps - 1)/eps for c > 0.

    s = 2^-k t with t in one octave, so that (s^eps - 1)/eps is that of t times powers[0, k] plus powers[1, k]; s = 1
    is 2 (1/2), whose k = -1 is 15 in four bits.
    """
    count = 0
    rows, columns = out.shape
    exponents = np.empty(SEGMENT, dtype=np.int64)
    for i in range(rows):
        scale = x_power[i]
        for first in range(0, columns, SEGMENT):
            width = min(SEGMENT, columns - first)
            c, s, values, power = work[0, :width], work[1, :width], work[2, :width], work[3, :width]
            t, logarithm = work[4, :width], work[5, :width]
            row, y_scale = out[i, first : first + width], y_power[first : first + width]
            if _angles(products[i, first : first + width], x[i], y[first : first + width], c, s, near):
                count = _list(c, s, near, i * columns + first, found, count)
            bits, t_bits = s.view(np.int64), t.view(np.int64)
            for j in range(width):
                exponents[j] = min(1022 - (bits[j] >> 52), 15) & 15
                t_bits[j] = (bits[j] & 0xFFFFFFFFFFFFF) | (1022 << 52)
            for j in range(width):
                t[j] = (t[j] - 0.75) * 4.0
            _horner(octave, t, logarithm)
            for j in range(width):
                k = exponents[j]
                logarithm[j] = logarithm[j] * powers[0, k] + powers[1, k]
            _horner(series, s, values)
            for _ in range(m):
                for j in range(width):
                    values[j] *= s[j]
            _horner(regular, c, power)
            for j in range(width):
                acute = power[j] + kappa * values[j] * logarithm[j]
                obtuse = values[j] * (1.0 + eps * logarithm[j])
                row[j] = (acute if c[j] > 0.0 else obtuse) * (scale * y_scale[j])
    return count


@compiled
def composition(
    products: Array, x: Array, y: Array, x_power: Array, y_power: Array, at_one: float, roots: int, plus: Array,
    plus_pieces: Array, minus: Array, minus_pieces: Array, near: float, work: Array, found: npt.NDArray[np.int64],
    out: Array,
) -> int:  # fmt: skip
    """Layers: at_one - t (piece of t) for c > 0, (piece of t) for c <= 0; every piece is evaluated, one is taken."""
    count = 0
    rows, columns = out.shape
    for i in range(rows):
        scale = x_power[i]
        for first in range(0, columns, SEGMENT):
            width = min(SEGMENT, columns - first)
            c, s, values, chosen = work[0, :width], work[1, :width], work[2, :width], work[3, :width]
            t, local = work[4, :width], work[5, :width]
            row, y_scale = out[i, first : first + width], y_power[first : first + width]
            if _angles(products[i, first : first + width], x[i], y[first : first + width], c, s, near):
                count = _list(c, s, near, i * columns + first, found, count)
            for j in range(width):
                s[j] = np.sqrt(s[j])
            for j in range(width):
                t[j] = s[j]
            for _ in range(roots):
                for j in range(width):
                    t[j] = np.sqrt(t[j])
            for k in range(len(plus)):
                low, centre, stretch = plus_pieces[k, 0], plus_pieces[k, 1], plus_pieces[k, 2]
                for j in range(width):
                    local[j] = (t[j] - centre) * stretch
                _horner(plus[k], local, values)
                if k == 0:
                    for j in range(width):
                        chosen[j] = at_one - t[j] * values[j]
                else:
                    for j in range(width):
                        chosen[j] = at_one - t[j] * values[j] if t[j] > low else chosen[j]
            for k in range(len(minus)):
                low, centre, stretch = minus_pieces[k, 0], minus_pieces[k, 1], minus_pieces[k, 2]
                for j in range(width):
                    local[j] = (s[j] - centre) * stretch
                _horner(minus[k], local, values)
                for j in range(width):
                    taken = (c[j] <= 0.0) & (s[j] > low)
                    chosen[j] = values[j] if taken else chosen[j]
            for j in range(width):
                row[j] = chosen[j] * (scale * y_scale[j])
    return count


@compiled
def _looked_up(
    g: float, start: int, coefficients: Array, centre: Array, inverse: Array, piece: int
) -> float:  # fmt: skip
    """The Taylor series of its piece, by Estrin's scheme: sixteen terms."""
    z = (g - centre[piece]) * inverse[piece]
    b = start + 16 * piece
    z2 = z * z
    z4 = z2 * z2
    q0 = (coefficients[b] + coefficients[b + 1] * z) + (coefficients[b + 2] + coefficients[b + 3] * z) * z2
    q1 = (coefficients[b + 4] + coefficients[b + 5] * z) + (coefficients[b + 6] + coefficients[b + 7] * z) * z2
    q2 = (coefficients[b + 8] + coefficients[b + 9] * z) + (coefficients[b + 10] + coefficients[b + 11] * z) * z2
    q3 = (coefficients[b + 12] + coefficients[b + 13] * z) + (coefficients[b + 14] + coefficients[b + 15] * z) * z2
    return (q0 + q1 * z4) + (q2 + q3 * z4) * (z4 * z4)


@compiled
def biased(
    products: Array, x: Array, y: Array, x_rows: Array, y_rows: Array, x_start: npt.NDArray[np.int64],
    y_start: npt.NDArray[np.int64], x_coefficients: Array, y_coefficients: Array, centre: Array, inverse: Array,
    negative: bool, near: float, work: Array, found: npt.NDArray[np.int64], out: Array,
) -> int:  # fmt: skip
    """Steps with a bias; rows of x_rows and y_rows are h, its rest, 1/h, tail, root, stretch and the largest g."""
    count = 0
    rows, columns = out.shape
    pieces = np.empty((2, SEGMENT), dtype=np.int64)
    for i in range(rows):
        h, h_low, h_inverse, tail = x_rows[0, i], x_rows[1, i], x_rows[2, i], x_rows[3, i]
        root, stretch, last = x_rows[4, i] / np.pi, x_rows[5, i], x_rows[6, i]
        for first in range(0, columns, SEGMENT):
            width = min(SEGMENT, columns - first)
            end = first + width
            c, s, g_x, g_y = work[0, :width], work[1, :width], work[2, :width], work[3, :width]
            a_x, a_y, exponent = work[4, :width], work[5, :width], work[6, :width]
            row = out[i, first:end]
            k, k_low, k_inverse = y_rows[0, first:end], y_rows[1, first:end], y_rows[2, first:end]
            tails, roots, stretches = y_rows[3, first:end], y_rows[4, first:end], y_rows[5, first:end]
            lasts = y_rows[6, first:end]
            if _angles(products[i, first:end], x[i], y[first:end], c, s, near):
                count = _list(c, s, near, i * columns + first, found, count)
            for j in range(width):
                sine = np.sqrt(max(s[j], near) * (2.0 - s[j]))
                fall = s[j] if c[j] > 0.0 else 2.0 - s[j]
                apart = (h - k[j]) + (h_low - k_low[j])
                first_a = (fall - apart * h_inverse) / sine
                second_a = (fall + apart * k_inverse[j]) / sine
                a_x[j] = first_a
                a_y[j] = second_a
                first_x, second_x = h * first_a, k[j] * second_a
                exponent[j] = -0.25 * (first_x * first_x + second_x * second_x)
                g_x[j] = min(1.0 + abs(first_a) * stretch, last)
                g_y[j] = min(1.0 + abs(second_a) * stretches[j], lasts[j])
            x_bits, y_bits = g_x.view(np.int64), g_y.view(np.int64)
            for j in range(width):
                pieces[0, j] = (x_bits[j] >> 49) - (1023 << 3)
                pieces[1, j] = (y_bits[j] >> 49) - (1023 << 3)
            for j in range(width):
                shared = np.exp(exponent[j]) * (root * roots[j])
                first_part = shared * _looked_up(g_x[j], x_start[i], x_coefficients, centre, inverse, pieces[0, j])
                second_part = shared * _looked_up(
                    g_y[j], y_start[first + j], y_coefficients, centre, inverse, pieces[1, j]
                )
                first_part = 2.0 * tail - first_part if a_x[j] < 0.0 else first_part
                second_part = 2.0 * tails[j] - second_part if a_y[j] < 0.0 else second_part
                value = first_part + second_part
                row[j] = value + ((1.0 - 2.0 * tail) + (1.0 - 2.0 * tails[j])) if negative else value
    return count


@njit(fastmath={"reassoc"}, error_model="numpy", nogil=True, cache=True)  # contracted, equal rows would differ
def half_squared_distances(
    left: Array, right: Array, x: Array, y: Array, i: npt.NDArray[np.int64], j: npt.NDArray[np.int64], sign: Array,
    out: Array,
) -> None:  # fmt: skip
    """|u -+ v|^2/2 of pairs of unit vectors: 1 - |cosine| without the cancellation."""
    for place in range(len(i)):
        first, second = left[i[place]], right[j[place]]
        a, b = x[i[place]], sign[place] * y[j[place]]
        total = 0.0
        for k in range(len(first)):
            difference = first[k] * a - second[k] * b
            total += difference * difference
        out[place] = total / 2
