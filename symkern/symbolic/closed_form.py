"""One closed form of J_n for every real degree n > -1/2, derived from Cho & Saul (2010), eq. (23).

    J_n(theta) = sqrt(pi) 2^n Gamma(n+1)^2 / Gamma(n+3/2) * z^(n+1/2) * 2F1(1/2, 1/2; n+3/2; z),   z = cos^2(theta/2)

The papers say that no simple form exists. All terms of the series are positive, so it keeps its digits near
theta = pi, where the trigonometric form loses them.
"""

import sympy as sp

from symkern.symbolic.angular import trigonometric
from symkern.symbolic.notation import CosineDerivative, J, half, k, n, t, theta, u, z
from symkern.symbolic.reduction import COS, SIN
from symkern.symbolic.step import Step, prove

rising = sp.RisingFactorial


def coefficient(degree: sp.Expr) -> sp.Expr:
    """The constant in front: the limit of J_n / z^(n+1/2) at theta = pi.

    >>> coefficient(sp.Integer(1))
    8/3
    """
    return sp.sqrt(sp.pi) * 2**degree * sp.gamma(degree + 1) ** 2 / sp.gamma(degree + 3 * half)


def hypergeometric(degree: sp.Expr, cosine: sp.Expr = COS) -> sp.Expr:
    """J_n for a real degree n > -1/2, as a function of theta or of any expression for cos theta."""
    if cosine == COS:
        half_cosine = sp.cos(theta / 2)
        power, argument = half_cosine ** (2 * degree + 1), half_cosine**2
    else:
        argument = (1 + cosine) / 2
        power = argument ** (degree + half)
    return coefficient(degree) * power * sp.hyper((half, half), (degree + 3 * half,), argument)


def derivation() -> list[Step]:
    """Eq. (23), then a Moebius substitution, then Euler's integral."""
    x, w = t, 1 - z  # x = cos psi
    cosine = 2 * z - 1
    below = u  # 1 - cos(theta) cos(psi)
    image = (1 - x) / (1 - cosine * x)
    complement, product, slope = 2 * w * x / below, w * (1 + x) / below, 2 * w / below**2
    before = x**n * below ** (-n - 1) * (1 - x) ** (-half) * (1 + x) ** (-half)
    euler = ((1 - x) / below) ** (-half) * complement**n * product ** (-half) * slope
    tau = sp.Symbol("tau", positive=True)
    z_angle = sp.cos(theta / 2) ** 2
    integral = sp.Integral((1 - tau) ** n / sp.sqrt(tau * (1 - z_angle * tau)), (tau, 0, 1))
    beta = sp.gamma(k + half) * sp.gamma(n + 1) / sp.gamma(n + k + 3 * half)
    term = sp.gamma(half) * sp.gamma(n + 1) / sp.gamma(n + 3 * half) * rising(half, k) ** 2
    sine = sp.sqrt(4 * z * (1 - z))
    return [
        prove(
            J(n, theta),
            2**n * sp.gamma(n + 1) * sp.cos(theta / 2) ** (2 * n + 1) * integral,
            "τ = (1 - cos ψ)/(1 - cos θ cos ψ) maps (0, π/2) onto (0, 1)",
            "from Cho & Saul (2010), eq. (23)",
            residuals=[
                1 - image - complement.subs(below, 1 - cosine * x),
                1 - z * image - product.subs(below, 1 - cosine * x),
                -sp.diff(image, x) - slope.subs(below, 1 - cosine * x),
                before - euler / (2 ** (n + 1) * w ** (n + half)),
                sine ** (2 * n + 1) / (2 ** (n + 1) * (1 - z) ** (n + half)) - 2**n * z ** (n + half),
            ],
            check="the integrands agree, Jacobian included, and so do the powers in front",
        ),
        prove(
            J(n, theta),
            hypergeometric(n),
            "Euler's integral: expand (1 - z τ)^(-1/2) and integrate term by term",
            "for every real n > -1/2",
            residuals=[
                rising(half, k) / sp.factorial(k) * beta - term / (rising(n + 3 * half, k) * sp.factorial(k)),
                2**n * sp.gamma(n + 1) * sp.gamma(half) * sp.gamma(n + 1) / sp.gamma(n + 3 * half) - coefficient(n),
            ],
            check="the coefficients of z^k agree for every k",
        ),
    ]


def equals_trigonometric_form() -> list[Step]:
    """The closed form obeys the raising law of eq. (4) and starts at pi - theta: so it is J_n for every integer."""
    # in L_n = J_n / sin^(2n+1) the law is dL_n/dcos = L_{n+1}; with F_n the series, (1-z) F_n' + (n+1/2) F_n ~ F_{n+1}
    lower = n + 3 * half
    raising = (half + k) ** 2 / (lower + k) - k + (n + half) - (n + 1) ** 2 / lower * lower / (lower + k)
    return [
        prove(
            J(n + 1, theta),
            SIN**2 * CosineDerivative(sp.Integer(1), J(n, theta)) + (2 * n + 1) * COS * J(n, theta),
            "the raising law of eq. (4) holds for the closed form, at every real n",
            residuals=[
                raising,
                coefficient(n + 1) / coefficient(n) - 2 * (n + 1) ** 2 / lower,
            ],
            check="the coefficients of z^k agree for every k, and so do the constants in front",
        ),
        prove(
            J(sp.Integer(0), theta),
            trigonometric(0),
            "at n = 0 the series is that of 2 arcsin cos(θ/2)",
            "Cho & Saul (2010), eq. (5)",
            residuals=[rising(half, k) / rising(3 * half, k) - 1 / (2 * k + 1), coefficient(sp.Integer(0)) - 2],
            check="the coefficients of z^k agree for every k",
        ),
    ]
