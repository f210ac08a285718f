"""The loops of the Gram engine, compiled by numba: a row of products in, a row of kernels out, nothing in between.

All coefficients are arguments, so that a handful of loops, compiled once and cached, serves every degree. Each loop is
one that compilers turn into packed arithmetic: no branches, no gathers beside arithmetic, no output that is an input.
Polynomials take six coefficients at a time from the highest power down, padded with zeros in front. Nearly
parallel pairs are only listed here: the engine recomputes those from differences.
"""

import os
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit
from numba.core.compiler_lock import global_compiler_lock

from symkern.kernels.fast_mirror import mirror as mirror
from symkern.kernels.fast_rows import row_part
from symkern.kernels.fast_rows import squared_sines as squared_sines
from symkern.kernels.fast_rows import squares as squares

Array = npt.NDArray[np.float64]

if hasattr(os, "register_at_fork"):  # a child that is forked amid a compilation waits for its end in vain
    os.register_at_fork(
        before=global_compiler_lock.acquire,
        after_in_parent=global_compiler_lock.release,
        after_in_child=global_compiler_lock.release,
    )

compiled: Any = njit(fastmath={"contract"}, error_model="numpy", nogil=True, cache=True)
SEGMENT = 512
"""Numbers of a row that are worked on at a time: some arrays of them fit into the first-level cache."""
FEW = 64
ARRAYS = 8


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
    """All but the last six coefficients."""
    a0, a1, a2 = coefficients[0], coefficients[1], coefficients[2]
    a3, a4, a5 = coefficients[3], coefficients[4], coefficients[5]
    for j in range(len(values)):
        z = x[j]
        values[j] = ((((a0 * z + a1) * z + a2) * z + a3) * z + a4) * z + a5
    _middle(coefficients, x, values)


@compiled
def _middle(coefficients: Array, x: Array, values: Array) -> None:
    """All but the first six and the last six."""
    for k in range(6, len(coefficients) - 6, 6):
        a0, a1, a2 = coefficients[k], coefficients[k + 1], coefficients[k + 2]
        a3, a4, a5 = coefficients[k + 3], coefficients[k + 4], coefficients[k + 5]
        for j in range(len(values)):
            z = x[j]
            values[j] = (((((values[j] * z + a0) * z + a1) * z + a2) * z + a3) * z + a4) * z + a5


@compiled
def _last(value: float, z: float, tail: Any) -> float:
    """The last six."""
    a0, a1, a2, a3, a4, a5 = tail
    return (((((value * z + a0) * z + a1) * z + a2) * z + a3) * z + a4) * z + a5


@compiled
def _tail(coefficients: Array) -> Any:
    k = len(coefficients) - 6
    return (
        coefficients[k], coefficients[k + 1], coefficients[k + 2],
        coefficients[k + 3], coefficients[k + 4], coefficients[k + 5],
    )  # fmt: skip


@compiled
def _at(table: Array, start: int, k: int) -> float:
    """An entry; with an unsigned index there is no test for its sign."""
    return table[np.uint64(start) + np.uint64(k)]


@compiled
def integer(
    products: Array, x: Array, y: Array, x_power: Array, y_power: Array, n: int, series: Array, polynomial: Array,
    near: float, work: Array, found: npt.NDArray[np.int64], out: Array,
) -> int:  # fmt: skip
    """An integer degree: P_n(c) for c > 0, and s^(n+1/2) times the series, added or taken away."""
    count = 0
    sign = 1.0 if n % 2 else -1.0
    rows, columns = out.shape
    end, cosine_end = _tail(series), _tail(polynomial)
    b0, b1, b2, b3, b4, b5 = series[0], series[1], series[2], series[3], series[4], series[5]
    for i in range(rows):
        scale, inverse = x_power[i], x[i]
        for first in range(0, columns, SEGMENT):
            width = min(SEGMENT, columns - first)
            c, s, values, acute = work[0, :width], work[1, :width], work[2, :width], work[3, :width]
            row, y_scale = row_part(out, i, first, width), y_power[first : first + width]
            product, y_inverse = row_part(products, i, first, width), y[first : first + width]
            nearby = 0
            for j in range(width):  # as `_angles`, and the first six coefficients on the way
                cosine = product[j] * (inverse * y_inverse[j])
                gap = 1.0 - abs(cosine)
                nearby += gap < near
                z = max(gap, 0.0)
                c[j] = cosine
                s[j] = z
                values[j] = ((((b0 * z + b1) * z + b2) * z + b3) * z + b4) * z + b5
            if nearby:
                count = _list(c, s, near, i * columns + first, found, count)
            _middle(series, s, values)
            if n == 0:
                for j in range(width):
                    obtuse = _last(values[j], s[j], end) * np.sqrt(s[j])
                    row[j] = (1.0 - obtuse if c[j] > 0.0 else obtuse) * (scale * y_scale[j])
            elif n == 1:
                for j in range(width):
                    obtuse = _last(values[j], s[j], end) * (s[j] * np.sqrt(s[j]))
                    row[j] = (obtuse + max(c[j], 0.0)) * (scale * y_scale[j])
            else:
                for j in range(width):
                    values[j] = _last(values[j], s[j], end) * (s[j] * np.sqrt(s[j]))
                for _ in range(n - 1):
                    for j in range(width):
                        values[j] *= s[j]
                _horner(polynomial, c, acute)
                for j in range(width):
                    obtuse = values[j]
                    whole = _last(acute[j], c[j], cosine_end) + sign * obtuse
                    row[j] = (whole if c[j] > 0.0 else obtuse) * (scale * y_scale[j])
    return count


@compiled
def smoothed(
    products: Array, x: Array, y: Array, x_shrink: Array, y_shrink: Array, x_width: Array, y_width: Array,
    series: Array, near: float, work: Array, found: npt.NDArray[np.int64], out: Array,
) -> int:  # fmt: skip
    """Degree 0 of the inputs extended by the thresholds of their units: cho_saul_2012 (30)."""
    count = 0
    end = _tail(series)
    rows, columns = out.shape
    for i in range(rows):
        shrink, alpha = x_shrink[i], x_width[i]
        for first in range(0, columns, SEGMENT):
            width = min(SEGMENT, columns - first)
            c, s, values = work[0, :width], work[1, :width], work[2, :width]
            row, betas = row_part(out, i, first, width), y_width[first : first + width]
            shrinks = y_shrink[first : first + width]
            if _angles(row_part(products, i, first, width), x[i], y[first : first + width], c, s, near):
                count = _list(c, s, near, i * columns + first, found, count)
            for j in range(width):
                factor, beta = shrink * shrinks[j], betas[j]
                cosine = c[j] * factor
                squared_sine = s[j] * (2.0 - s[j]) * (factor * factor) + (alpha + beta - alpha * beta)
                c[j] = cosine
                s[j] = squared_sine / (1.0 + abs(cosine))
            _horner(series, s, values)
            for j in range(width):
                obtuse = _last(values[j], s[j], end) * np.sqrt(s[j])
                row[j] = 1.0 - obtuse if c[j] > 0.0 else obtuse
    return count


@compiled
def real(
    products: Array, x: Array, y: Array, x_power: Array, y_power: Array, m: int, eps: float, kappa: float,
    series: Array, regular: Array, octave: Array, powers: Array, near: float, work: Array,
    found: npt.NDArray[np.int64], out: Array,
) -> int:  # fmt: skip
    """Another degree: s^m s^eps series for c <= 0, regular + kappa s^m series (s^eps - 1)/eps for c > 0.

    s = 2^-k t with t in one octave, so that (s^eps - 1)/eps is that of t times powers[k] plus powers[16 + k];
    s = 1 is 2 (1/2), whose k = -1 is 15 in four bits.
    """
    count = 0
    rows, columns = out.shape
    exponents = np.empty(SEGMENT, dtype=np.int64)
    series_end, regular_end, octave_end = _tail(series), _tail(regular), _tail(octave)
    for i in range(rows):
        scale = x_power[i]
        for first in range(0, columns, SEGMENT):
            width = min(SEGMENT, columns - first)
            c, s, values, power = work[0, :width], work[1, :width], work[2, :width], work[3, :width]
            t, logarithm, factors, constants = work[4, :width], work[5, :width], work[6, :width], work[7, :width]
            row, y_scale = row_part(out, i, first, width), y_power[first : first + width]
            if _angles(row_part(products, i, first, width), x[i], y[first : first + width], c, s, near):
                count = _list(c, s, near, i * columns + first, found, count)
            bits, t_bits = s.view(np.int64), t.view(np.int64)
            for j in range(width):
                exponents[j] = min(1022 - (bits[j] >> 52), 15) & 15
                t_bits[j] = (bits[j] & 0xFFFFFFFFFFFFF) | (1022 << 52)
            for j in range(width):
                t[j] = (t[j] - 0.75) * 4.0
            _horner(octave, t, logarithm)
            for j in range(width):
                factors[j] = _at(powers, exponents[j], 0)
            for j in range(width):
                constants[j] = _at(powers, exponents[j], 16)
            for j in range(width):
                logarithm[j] = _last(logarithm[j], t[j], octave_end) * factors[j] + constants[j]
            _horner(series, s, values)
            for j in range(width):
                values[j] = _last(values[j], s[j], series_end)
            for _ in range(m):
                for j in range(width):
                    values[j] *= s[j]
            _horner(regular, c, power)
            for j in range(width):
                acute = _last(power[j], c[j], regular_end) + kappa * values[j] * logarithm[j]
                obtuse = values[j] * (1.0 + eps * logarithm[j])
                row[j] = (acute if c[j] > 0.0 else obtuse) * (scale * y_scale[j])
    return count


@compiled
def tabulated(
    products: Array, x: Array, y: Array, x_power: Array, y_power: Array, roots: int, second: int, table: Array,
    near: float, work: Array, found: npt.NDArray[np.int64], out: Array,
) -> int:  # fmt: skip
    """Layers by table: six coefficients at each step of a root of s, from that numbered `second` on for c <= 0."""
    count = 0
    rows, columns = out.shape
    steps = second - 2.0
    for i in range(rows):
        scale, inverse = x_power[i], x[i]
        for first in range(0, columns, SEGMENT):
            width = min(SEGMENT, columns - first)
            c, t = work[0, :width], work[1, :width]
            row, y_scale = row_part(out, i, first, width), y_power[first : first + width]
            product, y_inverse = row_part(products, i, first, width), y[first : first + width]
            nearby = 0
            for j in range(width):
                cosine = product[j] * (inverse * y_inverse[j])
                gap = 1.0 - abs(cosine)
                nearby += gap < near
                c[j] = cosine
                t[j] = np.sqrt(max(gap, 0.0))
            if nearby:
                count = _list(c, t, np.sqrt(near), i * columns + first, found, count)
            for _ in range(roots - 1):
                for j in range(width):
                    t[j] = np.sqrt(t[j]) if c[j] > 0.0 else t[j]
            for j in range(width):
                place = t[j] * steps
                step = int(place + 0.5)
                z = place - step
                b = 6 * (step if c[j] > 0.0 else step + second)
                high = (_at(table, b, 5) * z + _at(table, b, 4)) * z + _at(table, b, 3)
                value = ((high * z + _at(table, b, 2)) * z + _at(table, b, 1)) * z + _at(table, b, 0)
                row[j] = value * (scale * y_scale[j])
    return count


@compiled
def _looked_up(g: float, piece: int, start: int, table: Array, centre: Array, inverse: Array) -> float:
    """The polynomial of its piece: twelve terms, by Estrin's scheme."""
    z = (g - _at(centre, piece, 0)) * _at(inverse, piece, 0)
    b = start + 12 * piece
    z2 = z * z
    z4 = z2 * z2
    first = (_at(table, b, 0) + _at(table, b, 1) * z) + (_at(table, b, 2) + _at(table, b, 3) * z) * z2
    second = (_at(table, b, 4) + _at(table, b, 5) * z) + (_at(table, b, 6) + _at(table, b, 7) * z) * z2
    third = (_at(table, b, 8) + _at(table, b, 9) * z) + (_at(table, b, 10) + _at(table, b, 11) * z) * z2
    return first + (second + third * z4) * z4


@compiled
def _exponentials(x: Array, powers: Array) -> None:
    """exp(x) for -700 <= x <= 0, as 2^n exp(r): x = n log 2 + r, fourteen terms of r."""
    for j in range(len(x)):
        rounded = x[j] * 1.4426950408889634 + 6755399441055744.0  # 1.5 2^52: n is in its lowest bits
        n = rounded - 6755399441055744.0
        r = (x[j] - n * 0.6931471803691238) - n * 1.9082149292705877e-10
        powers[j] = rounded
        high = (r * (1 / 6227020800) + 1 / 479001600) * r + 1 / 39916800
        high = (((high * r + 1 / 3628800) * r + 1 / 362880) * r + 1 / 40320) * r + 1 / 5040
        high = (((high * r + 1 / 720) * r + 1 / 120) * r + 1 / 24) * r + 1 / 6
        x[j] = ((high * r + 0.5) * r + 1.0) * r + 1.0
    bits = powers.view(np.int64)
    for j in range(len(x)):
        bits[j] = (bits[j] + 1023) << 52
    for j in range(len(x)):
        x[j] *= powers[j]


@compiled
def biased(
    products: Array, x: Array, y: Array, x_rows: Array, y_rows: Array, x_start: npt.NDArray[np.int64],
    y_start: npt.NDArray[np.int64], x_coefficients: Array, y_coefficients: Array, centre: Array, inverse: Array,
    negative: bool, near: float, work: Array, found: npt.NDArray[np.int64], out: Array,
) -> int:  # fmt: skip
    """Steps with a bias; rows of x_rows and y_rows are h, its rest, 1/h, tail, root, stretch and the largest g.

    Few columns at a time, so that their tables stay in the cache while the rows pass.
    """
    count = 0
    rows, columns = out.shape
    pieces = np.empty((2, FEW), dtype=np.int64)
    for first in range(0, columns, FEW):
        width = min(FEW, columns - first)
        end = first + width
        c, s, g_x, g_y = work[0, :width], work[1, :width], work[2, :width], work[3, :width]
        a_x, a_y, shared, spare = work[4, :width], work[5, :width], work[6, :width], work[7, :width]
        k, k_low, k_inverse = y_rows[0, first:end], y_rows[1, first:end], y_rows[2, first:end]
        tails, roots, stretches = y_rows[3, first:end], y_rows[4, first:end], y_rows[5, first:end]
        lasts = y_rows[6, first:end]
        for i in range(rows):
            h, h_low, h_inverse, tail = x_rows[0, i], x_rows[1, i], x_rows[2, i], x_rows[3, i]
            root, stretch, last = x_rows[4, i] / np.pi, x_rows[5, i], x_rows[6, i]
            row = row_part(out, i, first, width)
            if _angles(row_part(products, i, first, width), x[i], y[first:end], c, s, near):
                count = _list(c, s, near, i * columns + first, found, count)
            for j in range(width):
                cosecant = 1.0 / np.sqrt(max(s[j], near) * (2.0 - s[j]))
                fall = s[j] if c[j] > 0.0 else 2.0 - s[j]
                apart = (h - k[j]) + (h_low - k_low[j])
                first_a = (fall - apart * h_inverse) * cosecant
                second_a = (fall + apart * k_inverse[j]) * cosecant
                a_x[j] = first_a
                a_y[j] = second_a
                first_x, second_x = h * first_a, k[j] * second_a
                shared[j] = max(-0.25 * (first_x * first_x + second_x * second_x), -700.0)
                g_x[j] = min(1.0 + abs(first_a) * stretch, last)
                g_y[j] = min(1.0 + abs(second_a) * stretches[j], lasts[j])
            x_bits, y_bits = g_x.view(np.int64), g_y.view(np.int64)
            for j in range(width):
                pieces[0, j] = (x_bits[j] >> 49) - (1023 << 3)
                pieces[1, j] = (y_bits[j] >> 49) - (1023 << 3)
            _exponentials(shared, spare)
            for j in range(width):
                g_x[j] = _looked_up(g_x[j], pieces[0, j], x_start[i], x_coefficients, centre, inverse)
            for j in range(width):
                g_y[j] = _looked_up(g_y[j], pieces[1, j], y_start[first + j], y_coefficients, centre, inverse)
            for j in range(width):
                factor = shared[j] * (root * roots[j])
                first_part, second_part = factor * g_x[j], factor * g_y[j]
                value = 2.0 * tail - first_part if a_x[j] < 0.0 else first_part
                value += 2.0 * tails[j] - second_part if a_y[j] < 0.0 else second_part
                row[j] = value + ((1.0 - 2.0 * tail) + (1.0 - 2.0 * tails[j])) if negative else value
    return count
