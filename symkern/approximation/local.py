"""Compositions on a fine grid: the Taylor polynomials of the certified ones, short because the grid is fine.

All layers are one function of the cosine, analytic in a root t of s = 1 - |c| on either side of c = 0 where every
degree is an integer. At steps of 1/1024 in t six coefficients have all digits, whatever the depth.
"""

from flint import arb, arb_poly

from symkern.approximation.certify import BITS
from symkern.approximation.fit import Polynomial, ball_of_float
from symkern.approximation.forms import Composition
from symkern.reference.precision import ball_precision

STEPS = 1024
TERMS = 6

Rows = list[list[float]]


def local_polynomials(form: Composition) -> tuple[Rows, Rows] | None:
    """Coefficients in z, t STEPS = k + z, for k = 0 ... STEPS, for c > 0 and for c <= 0.

    None where a fractional layer leaves the function less smooth near t = 0.
    """
    if any(n.denominator != 1 for n in form.layers):
        return None
    with ball_precision(BITS):
        at_one, plus = ball_of_float(form.at_one), []
        for step, local in enumerate(_expanded(form.plus)):
            t = arb_poly([arb(step) / STEPS, arb(1) / STEPS])
            plus.append(_doubles(at_one - t * local))
        return plus, [_doubles(local) for local in _expanded(form.minus)]


def _expanded(pieces: tuple[Polynomial, ...]) -> list[arb_poly]:
    """The piece that holds each step, as a polynomial in z."""
    polynomials = [arb_poly([ball_of_float(a) for a in piece.coefficients]) for piece in pieces]
    found = []
    for step in range(STEPS + 1):
        k = next((k for k, piece in enumerate(pieces) if step / STEPS <= piece.high), len(pieces) - 1)
        scale = ball_of_float(pieces[k].scale)
        x = (arb(step) / STEPS - ball_of_float(pieces[k].centre)) * scale
        found.append(polynomials[k](arb_poly([x, scale / STEPS])))
    return found


def _doubles(local: arb_poly) -> list[float]:
    return [float(local[k].mid()) for k in range(TERMS)]
