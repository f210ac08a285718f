"""J_n for half-integers n = m - 1/2, in complete elliptic integrals of parameter z = cos^2(theta/2).

    J_{m-1/2}(theta) = sqrt(2 pi) [A_m(cos theta) E(z) + B_m(cos theta) K(z)]

The papers do not have it. At m = 0 the closed form is sqrt(2 pi) K(z); the raising law does the rest.
"""

from functools import cache

import sympy as sp

from symkern.symbolic.closed_form import coefficient, rising
from symkern.symbolic.notation import J, c, half, k, n, theta, z
from symkern.symbolic.reduction import COS
from symkern.symbolic.step import Step, prove


def is_half_integer(degree: sp.Expr) -> bool:
    """Whether the degree is 1/2, 3/2, 5/2, ..."""
    return bool(degree.is_Rational and degree.q == 2 and degree.p > 0)


@cache
def polynomials(m: int) -> tuple[sp.Poly, sp.Poly]:
    """A_m and B_m by the recurrence that `derivation` proves.

    >>> A, B = polynomials(1)
    >>> A.as_expr(), B.as_expr()
    (1, c/2 - 1/2)
    """
    A, B = sp.Poly(0, c, domain="QQ"), sp.Poly(1, c, domain="QQ")
    cosine, sine_squared, w = (sp.Poly(p, c, domain="QQ") for p in (c, 1 - c**2, (1 - c) / 2))
    for i in range(m):
        A, B = (
            sine_squared * A.diff(c) + w * A + B + 2 * i * cosine * A,
            sine_squared * B.diff(c) - w * (A + B) + 2 * i * cosine * B,
        )
    return A, B


def elliptic(degree: sp.Rational, cosine: sp.Expr = COS) -> sp.Expr:
    """J_n for a half-integer degree, as a function of theta or of any expression for cos theta."""
    parameter = sp.cos(theta / 2) ** 2 if cosine == COS else (1 + cosine) / 2
    m = int(degree + half)
    A, B = ((2**m * polynomial).as_expr().subs(c, cosine) for polynomial in polynomials(m))  # integer coefficients
    return sp.sqrt(2 * sp.pi) / 2**m * (A * sp.elliptic_e(parameter) + B * sp.elliptic_k(parameter))


def derivation() -> list[Step]:
    """The start at n = -1/2 and the induction step for all half-integers."""
    A, B = sp.Function("A_m")(c), sp.Function("B_m")(c)
    m = sp.Symbol("m", positive=True, integer=True)
    w = (1 - c) / 2
    A_next = (1 - c**2) * A.diff(c) + w * A + B + 2 * m * c * A
    B_next = (1 - c**2) * B.diff(c) - w * (A + B) + 2 * m * c * B
    E, K = sp.elliptic_e((1 + c) / 2), sp.elliptic_k((1 + c) / 2)
    form = A * E + B * K
    raised = (1 - c**2) * form.diff(c) + 2 * m * c * form  # the raising law with 2n + 1 = 2m
    start = sp.Rational(-1, 2)
    elliptic_k_term = sp.pi / 2 * (rising(half, k) / sp.factorial(k)) ** 2
    closed_term = coefficient(n).subs(n, start) * rising(half, k) ** 2 / (rising(1, k) * sp.factorial(k))
    check = "induction over m: the raising law takes the form of m to the form of m + 1"
    return [
        prove(
            J(start, theta),
            sp.sqrt(2 * sp.pi) * sp.elliptic_k(sp.cos(theta / 2) ** 2),
            "the closed form at n = -1/2, where it still converges for θ > 0",
            residuals=[closed_term - sp.sqrt(2 * sp.pi) * elliptic_k_term],
            check="the coefficients of z^k agree for every k",
        ),
        prove(
            J(m - half, theta),
            (sp.sqrt(2 * sp.pi) * (A * sp.elliptic_e(z) + B * sp.elliptic_k(z))).subs(
                {c: COS, z: sp.cos(theta / 2) ** 2}
            ),
            "the raising law keeps this form; A_0 = 0 and B_0 = 1 give n = -1/2",
            residuals=[raised - (A_next * E + B_next * K)],
            check=check,
        ),
        prove(
            sp.Function("A_{m+1}")(c),
            A_next,
            "the factor of E",
            residuals=[raised - (A_next * E + B_next * K)],
            check=check,
        ),
        prove(
            sp.Function("B_{m+1}")(c),
            B_next,
            "the factor of K",
            residuals=[raised - (A_next * E + B_next * K)],
            check=check,
        ),
    ]
