"""Price's derivative law, for every real degree, and what follows from it: a differential equation and monotonicity.

    dJ_n / d cos theta = n^2 J_{n-1}        that is   d k_n / d(x.y) = n^2 k_{n-1}

Price (1958) is cited by Cho & Saul (2010), footnote 1. The law holds for n > 0 and theta in (0, pi); J_{n-1} is then
the closed form, which converges for n - 1 > -1 off the diagonal, and at theta = 0 only for n > 1/2.
"""

import sympy as sp

from symkern.symbolic.closed_form import coefficient, rising
from symkern.symbolic.notation import CosineDerivative, J, c, half, k, n, theta
from symkern.symbolic.reduction import COS, SIN
from symkern.symbolic.step import Step, prove


def price() -> list[Step]:
    """The derivative law and the second-order equation that it makes together with the raising law."""
    slope = (n + half + k) / rising(n + 3 * half, k) - (n + half) / rising(n + half, k)
    function = sp.Function("F")(c)  # J_n as a function of c = cos theta
    raised = (1 - c**2) * function.diff(c) + (2 * n + 1) * c * function
    equation = (1 - c**2) * function.diff(c, 2) + (2 * n - 1) * c * function.diff(c) - n**2 * function
    first = CosineDerivative(sp.Integer(1), J(n, theta))
    second = CosineDerivative(sp.Integer(2), J(n, theta))
    return [
        prove(
            first,
            n**2 * J(n - 1, theta),
            "term by term: d z^(n+1/2+k)/dz = (n+1/2+k) z^(n-1/2+k), and dz/d cos θ = 1/2; n > 0",
            "Price (1958)",
            residuals=[slope, half * (n + half) * coefficient(n) - n**2 * coefficient(n - 1)],
            check="the coefficients of z^k agree for every k, and so do the constants in front",
        ),
        prove(
            SIN**2 * second + (2 * n - 1) * COS * first - n**2 * J(n, theta),
            sp.Integer(0),
            "the derivative of the raising law, with Price's law at n + 1",
            residuals=[raised.diff(c) - (n + 1) ** 2 * function - equation],
            check="the difference reduces to 0 for an arbitrary function",
        ),
    ]


def monotonicity() -> Step:
    """J_n falls strictly from theta = 0 to pi for every n > -1/2, n < 0 included, where Price's law says nothing."""
    z_slope = sp.diff(sp.cos(theta / 2) ** 2, theta) + sp.sin(theta / 2) * sp.cos(theta / 2)
    term = coefficient(n) * rising(half, k) ** 2 / (rising(n + 3 * half, k) * sp.factorial(k))
    total = sp.Sum(term * (n + half + k) * sp.cos(theta / 2) ** (2 * n + 2 * k - 1), (k, 0, sp.oo))
    ratio = term.subs(k, k + 1) / term - (half + k) ** 2 / ((n + 3 * half + k) * (k + 1))
    return prove(
        J(n, theta, 1),
        -SIN / 2 * total,
        "every term is positive for n > -1/2 and θ in (0, π): J_n falls strictly",
        "Cho & Saul (2010), Figure 1",
        residuals=[z_slope, ratio],
        check="dz/dθ = -sin(θ)/2, and the ratio of neighbouring coefficients is positive",
    )
