"""Derivatives of J_n at theta = 0 and theta = pi, which the formulas inside the interval do not reach.

With w = sin^2(e/2), e the distance from the end, and C = sqrt(pi) 2^n Gamma(n+1)^2/Gamma(n+3/2),

    near pi:  J_n = C w^(n+1/2) 2F1(1/2, 1/2; n+3/2; w),
    near 0:   J_n = J_n(0) 2F1(-n, -n; 1/2-n; w) - C/cos(pi n) w^(n+1/2) 2F1(1/2, 1/2; n+3/2; w),

all of it power series in e but for the power w^(n+1/2): where 2n + 1 is not an integer, no derivative of an order above
it is finite. At half-integers a logarithm takes the power's place near 0.
"""

from fractions import Fraction

from flint import arb

from symkern.errors import UsageError
from symkern.reference.angular import HALF, at_zero, leading
from symkern.reference.precision import ball


def derivative_at_end(n: Fraction, order: int, *, at_pi: bool) -> arb:
    """The one-sided derivative of J_n of the given order at an end."""
    power = 2 * n + 1
    odd = -1 if order % 2 else 1
    if order >= power and not (power.denominator == 1 and (at_pi or n.denominator == 1)):
        end = "pi" if at_pi else "0"
        raise UsageError(
            f"J_n with n={n} has no finite derivative of order {order} at theta={end}; it must be below 2n+1={power}."
        )
    singular = arb(0)
    if order >= power:
        singular = leading(n) * ball(_derivative(int(power), (HALF, HALF, n + 3 * HALF), order))
    if at_pi:
        return odd * singular
    regular = arb(0) if order % 2 else at_zero(n) * ball(_derivative(0, (-n, -n, HALF - n), order))
    return regular - (-1 if n.numerator % 2 else 1) * singular


def _derivative(power: int, parameters: tuple[Fraction, Fraction, Fraction], order: int) -> Fraction:
    """The derivative at e = 0 of sin^power(e/2) 2F1(parameters; sin^2(e/2))."""
    a, b, c = parameters
    sine = [Fraction(0)] * (order + 1)
    term = HALF
    for k in range(1, order + 1, 2):
        sine[k] = term
        term *= Fraction(-1, 4 * (k + 1) * (k + 2))
    square = _product(sine, sine)
    current = [Fraction(1)] + [Fraction(0)] * order
    for _ in range(power):
        current = _product(current, sine)
    total, coefficient, k = list(current), Fraction(1), 0
    while power + 2 * (k + 1) <= order:
        coefficient *= (a + k) * (b + k) / ((c + k) * (k + 1))
        current = _product(current, square)
        total = [s + coefficient * t for s, t in zip(total, current, strict=True)]
        k += 1
    result = total[order]
    for k in range(2, order + 1):
        result *= k
    return result


def _product(first: list[Fraction], second: list[Fraction]) -> list[Fraction]:
    """Two power series multiplied, to the length of the first."""
    return [sum((first[i] * second[k - i] for i in range(k + 1)), Fraction(0)) for k in range(len(first))]
