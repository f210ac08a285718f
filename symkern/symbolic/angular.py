"""J_n for integer n: Cho & Saul (2010), eqs. (4)-(7), and the recurrence that makes large n cheap.

J_n(theta) = (pi - theta) P_n(cos theta) + sin theta Q_n(cos theta)
"""

from functools import cache

import sympy as sp

from symkern.symbolic.notation import CosineDerivative, D, J, c, n, psi, s, t, theta
from symkern.symbolic.reduction import COS, SIN
from symkern.symbolic.step import Step, prove

LITERAL_DEGREE = 6
"""Up to this degree the operator of eq. (4) is also applied by differentiating, and compared with the recurrence."""

BASE = (sp.pi - theta) / SIN
"""What the operator of eq. (4) is applied to."""


@cache
def polynomials(degree: int) -> tuple[sp.Poly, sp.Poly]:
    """P_n and Q_n by the recurrence that `recurrence` proves; a matter of milliseconds up to n = 100.

    >>> P, Q = polynomials(3)
    >>> P.as_expr(), Q.as_expr()
    (6*c**3 + 9*c, 11*c**2 + 4)
    """
    P, Q = sp.Poly(1, c), sp.Poly(0, c)
    cosine, sine_squared = sp.Poly(c, c), sp.Poly(1 - c**2, c)
    for m in range(degree):
        P, Q = (
            sine_squared * P.diff(c) + (2 * m + 1) * cosine * P,
            P + 2 * m * cosine * Q + sine_squared * Q.diff(c),
        )
    return P, Q


def trigonometric(degree: int, cosine: sp.Expr = COS) -> sp.Expr:
    """J_n for an integer degree, as a function of theta or of any expression for cos theta.

    >>> trigonometric(1)
    (pi - theta)*cos(theta) + sin(theta)
    """
    P, Q = (polynomial.as_expr().subs(c, cosine) for polynomial in polynomials(degree))
    if cosine == COS:
        return (sp.pi - theta) * P + SIN * Q
    return (sp.pi - sp.acos(cosine)) * P + sp.sqrt(1 - cosine**2) * Q


def differential_formula() -> list[Step]:
    """Eqs. (25), (26) and (4): J_n as the n-th derivative of (pi - theta)/sin theta with respect to cos theta."""
    antiderivative = 2 / s * sp.atan((1 + c) * t / s)  # in t = tan(psi/2); eq. (24) changes branch inside (0, pi)
    integrand = 2 / ((1 - c) + (1 + c) * t**2)
    half_angle = theta / 2
    doubled = {
        COS: 2 * sp.cos(half_angle) ** 2 - 1,
        SIN: 2 * sp.sin(half_angle) * sp.cos(half_angle),
    }
    integral = sp.Integral(1 / (1 - COS * sp.cos(psi)), (psi, 0, sp.pi / 2))
    power = t**n / (1 - c * t) ** (n + 1)  # t = cos psi
    next_power = t ** (n + 1) / (1 - c * t) ** (n + 2)
    function = sp.Function("F")
    return [
        prove(
            integral,
            BASE,
            "t = tan(ψ/2); the antiderivative (2/sin θ) arctan(t cot(θ/2)) has no branch in (0, π)",
            "Cho & Saul (2010), eq. (25)",
            residuals=[
                (sp.diff(antiderivative, t) - integrand).subs(s, sp.sqrt(1 - c**2)),
                ((1 + COS) / SIN).subs(doubled) - sp.cos(half_angle) / sp.sin(half_angle),
            ],
            check="the antiderivative differentiates to the integrand; its value at t = 1 is that of arctan cot(θ/2)",
        ),
        prove(
            J(n, theta),
            SIN ** (2 * n + 1) * CosineDerivative(n, integral),
            "a derivative with respect to cos θ raises n by one in eq. (23) and brings the factor n + 1",
            "Cho & Saul (2010), eq. (26)",
            residuals=[sp.diff(power, c) - (n + 1) * next_power],
            check="induction over n: the derivative of the integrand of degree n is n + 1 times that of degree n + 1",
        ),
        prove(
            J(n, theta),
            (-1) ** n * SIN ** (2 * n + 1) * D(n, BASE),
            "d/d cos θ = -D, where D = (1/sin θ) d/dθ",
            "Cho & Saul (2010), eq. (4)",
            residuals=[sp.diff(function(COS), theta) / SIN + function(c).diff(c).subs(c, COS)],
            check="the chain rule for an arbitrary function of cos θ",
        ),
    ]


def recurrence() -> list[Step]:
    """P_{n+1} and Q_{n+1} from one application of the operator to the general form: the induction step for all n."""
    P, Q = sp.Function("P_n")(c), sp.Function("Q_n")(c)
    P_next = (1 - c**2) * P.diff(c) + (2 * n + 1) * c * P
    Q_next = P + 2 * n * c * Q + (1 - c**2) * Q.diff(c)
    form = ((sp.pi - theta) * P + SIN * Q).subs(c, COS)
    applied = -sp.diff(form / SIN ** (2 * n + 1), theta) / SIN * SIN ** (2 * n + 3)
    residual = sp.powsimp(sp.expand(applied)) - ((sp.pi - theta) * P_next + SIN * Q_next).subs(c, COS)
    check = "induction over n: one application of -D to the form of degree n is the form of degree n + 1"
    return [
        prove(
            J(n, theta),
            form,
            "the operator of eq. (4) keeps this form; P_0 = 1 and Q_0 = 0 give n = 0",
            residuals=[trigonometric(0) / SIN - BASE, residual],
            check=check,
        ),
        prove(sp.Function("P_{n+1}")(c), P_next, "the factor of π - θ", residuals=[residual], check=check),
        prove(sp.Function("Q_{n+1}")(c), Q_next, "the factor of sin θ", residuals=[residual], check=check),
    ]


def literal_applications(degree: int) -> list[Step]:
    """D^m of (pi - theta)/sin theta by differentiating m times, for m = 1, ..., n, beside the recurrence's result."""
    steps, power = [], BASE
    for m in range(1, degree + 1):
        power = sp.diff(power, theta) / SIN
        form = (-1) ** m * trigonometric(m) / SIN ** (2 * m + 1)
        times = "once" if m == 1 else f"{m} times"
        steps.append(prove(D(sp.Integer(m), BASE), form, f"differentiating {times}", residuals=[power - form]))
        power = form
    return steps
