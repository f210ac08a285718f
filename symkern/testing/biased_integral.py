"""The integral (24) of cho_saul_2012 by Owen's series in ball arithmetic: quick where the threshold is small.

Arb's integrator needs seconds for thresholds far below the norms at thousands of bits, which compositions take. With
h = 1/r, a = cot(xi) and z = h^2/2,

    I = erfc(h/sqrt 2)/2 - 2 T(h, a),   2 pi T(h, a) = atan(a) - sum over j of (-1)^j P(j + 1, z) a^(2j+1)/(2j + 1),

where P(j + 1, z) = 1 - exp(-z) sum over i <= j of z^i/i! is at most z^(j+1)/(j + 1)!. The series is used for |a| <= 1;
beyond, T(h, a) + T(a h, 1/a) = Phi(h)/2 + Phi(a h)/2 - Phi(h) Phi(a h) leads there.
"""

from flint import arb, ctx

from symkern.reference.biased import at_most, enclosed_integral

LARGEST_EXPONENT = 60
"""Largest z for which the bits that the difference of erfc and T cancels are few."""


def biased_integral(h: arb, cot: arb) -> arb:
    """I(1/h, xi) from h > 0 and cot(xi); by Arb's integrator where the series would be long or cancel."""
    if not (h.is_finite() and cot.is_finite()):
        return arb.nan()
    root = arb(2).sqrt()
    if abs(cot) < 2:
        if h * h < 2 * LARGEST_EXPONENT:
            return (h / root).erfc() / 2 - 2 * _owen(h, cot) if abs(cot) <= 1 else _reflected(h, cot)
        return enclosed_integral(h, cot, at_most)
    exponent = (h * cot) ** 2 / 2
    if (cot < 0 and h < 1) or exponent < LARGEST_EXPONENT:
        return _reflected(h, cot)
    return enclosed_integral(h, cot, at_most)


def _reflected(h: arb, cot: arb) -> arb:
    """The same for |cot| > 1."""
    root = arb(2).sqrt()
    size = abs(cot)
    tail = (size * h / root).erfc() / 2  # 1 - Phi(|a| h)
    small = 2 * _owen(size * h, 1 / size)
    if cot > 0:
        return small - (h / root).erf() * tail
    return 1 - (h / root).erf() * (1 - tail) - small


def _owen(h: arb, a: arb) -> arb:
    """Owen's T for |a| <= 1, the rest of the series bounded; [0, exp(-z)/8] where that is all that is needed."""
    z = h * h / 2
    if z > ctx.prec:
        return arb(0).union((-z.lower()).exp() / 8) if a >= 0 else -_owen(h, -a)
    weight, square = (-z).exp(), a * a
    total, power, below, term, j = arb(0), arb(1), arb(0), arb(1), 0
    limit = arb(2) ** -(ctx.prec + 10)
    while True:
        below += weight * term  # exp(-z) times the sum up to z^j/j!
        total += (-power if j % 2 else power) * (1 - below) / (2 * j + 1)
        j += 1
        term *= z / j
        power *= square
        if term < limit and 2 * z < j + 1:  # terms beyond are at most half of the one before
            rest = 2 * term * power
            return (arb.atan(a) - a * (total + (-rest).union(rest))) / (2 * arb.pi())
