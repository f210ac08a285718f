"""J_n at and near theta = 0 and pi, for every real n > -1/2: Cho & Saul (2010), (8), (27); (2012), (12)-(13).

Near theta = 0 there is an even power series and, beside it, a first non-analytic term in theta^(2n+1), with a
logarithm when n is a half-integer.
"""

import sympy as sp

from symkern.symbolic.angular import polynomials
from symkern.symbolic.closed_form import coefficient, hypergeometric
from symkern.symbolic.elliptic import is_half_integer
from symkern.symbolic.notation import J, NonAnalyticPart, c, half, k, kernel, n, norm_x, t, theta, x_vector
from symkern.symbolic.reduction import COS
from symkern.symbolic.step import Step, prove


def analytic_part(degree: sp.Expr) -> sp.Expr:
    """The part of J_n that is even and analytic at theta = 0, for degrees that are not half-integers.

    >>> analytic_part(sp.Integer(2))
    pi*(2*cos(theta)**2 + 1)
    """
    if degree.is_Integer:
        return sp.pi * polynomials(int(degree))[0].as_expr().subs(c, COS)
    return at_zero(degree) * sp.hyper((-degree, -degree), (half - degree,), sp.sin(theta / 2) ** 2)


def at_zero(degree: sp.Expr) -> sp.Expr:
    """J_n(0): eq. (8).

    >>> at_zero(sp.Integer(3))
    15*pi
    """
    return sp.sqrt(sp.pi) * 2**degree * sp.gamma(degree + half)


def slope_at_zero(degree: sp.Expr) -> sp.Expr:
    """J_n'(0): it vanishes for every n > 0, not for integers alone."""
    if degree > 0:
        return sp.Integer(0)
    return sp.Integer(-1) if degree == 0 else -sp.oo


def second_derivative_at_zero(degree: sp.Expr) -> sp.Expr:
    """J_n''(0), by Price's law -n^2 J_{n-1}(0) where n > 1/2; infinite for the other n but 0.

    >>> second_derivative_at_zero(sp.Integer(1))
    -pi
    """
    if degree > half:
        return -(degree**2) * at_zero(degree - 1)
    if degree == 0:
        return sp.Integer(0)
    return -sp.oo if degree > 0 else sp.oo


def first_nonanalytic_term(degree: sp.Expr) -> sp.Expr:
    """The first term of the expansion at theta = 0 that is not an even power of theta.

    >>> first_nonanalytic_term(sp.Integer(1))
    theta**3/3
    """
    power = theta ** (2 * degree + 1)
    if is_half_integer(degree):
        m = degree + half
        return (-1) ** (m + 1) * 2 * coefficient_at_pi(degree) / sp.pi * power * sp.log(theta)
    return -coefficient_at_pi(degree) / sp.cos(sp.pi * degree) * power


def quadratic_law(degree: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """J_n(theta) for small theta, and the order of what it leaves out."""
    if degree > half:
        law = at_zero(degree) * (1 - degree**2 * theta**2 / (2 * (2 * degree - 1)))
        return law, theta ** sp.Min(4, 2 * degree + 1) * (sp.log(theta) if degree == 3 * half else 1)
    return at_zero(degree) + first_nonanalytic_term(degree), theta**2


def coefficient_at_pi(degree: sp.Expr) -> sp.Expr:
    """The limit of J_n(theta) / (pi - theta)^(2n+1) at theta = pi."""
    return sp.sqrt(sp.pi) * sp.gamma(degree + 1) ** 2 / (2 ** (degree + 1) * sp.gamma(degree + 3 * half))


def law_at_pi(degree: sp.Expr) -> sp.Expr:
    """The leading term of J_n at theta = pi.

    >>> law_at_pi(sp.Integer(1))
    (pi - theta)**3/3
    """
    return coefficient_at_pi(degree) * (sp.pi - theta) ** (2 * degree + 1)


def derivation(degree: sp.Expr) -> list[Step]:
    """The values at both ends, the reflection that rules small angles, and the divergence at n = -1/2."""
    return [_diagonal(), _value_by_gauss(), _divergence(), _at_pi(), *_small_angles(degree)]


def _diagonal() -> Step:
    tau = t  # r^2 / 2
    diagonal = 2**n * sp.gamma(n + half) / sp.sqrt(sp.pi) * norm_x ** (2 * n)
    weight = sp.sqrt(2 * tau)
    return prove(
        kernel(n, x_vector, x_vector),
        diagonal,
        "only the weight along x is left; τ = w_1²/2 makes its integral a gamma function; n > -1/2",
        "Cho & Saul (2010), eqs. (8) and (27)",
        residuals=[
            sp.sqrt(2 / sp.pi) * weight ** (2 * n) * sp.diff(weight, tau) - 2**n / sp.sqrt(sp.pi) * tau ** (n - half)
        ],
        check="the integrand becomes that of Γ(n + 1/2)",
    )


def _value_by_gauss() -> Step:
    gauss = sp.gamma(n + 3 * half) * sp.gamma(n + half) / sp.gamma(n + 1) ** 2
    return prove(
        J(n, sp.Integer(0)),
        at_zero(n),
        "the closed form at z = 1, by Gauss's sum of 2F1(1/2, 1/2; n+3/2; 1); it agrees with the diagonal",
        "Cho & Saul (2010), eq. (8)",
        residuals=[coefficient(n) * gauss - at_zero(n)],
    )


def _divergence() -> Step:
    near = (n + half) * at_zero(n)
    return prove(
        sp.Limit((n + half) * J(n, sp.Integer(0)), n, -half),
        sp.sqrt(sp.pi / 2),
        "(n + 1/2) Γ(n + 1/2) = Γ(n + 3/2): J_n(0) diverges like √(π/2)/(n + 1/2)",
        "Cho & Saul (2010), below eq. (8)",
        residuals=[
            near - sp.sqrt(sp.pi) * 2**n * sp.gamma(n + 3 * half),
            (sp.sqrt(sp.pi) * 2**n * sp.gamma(n + 3 * half)).subs(n, -half) - sp.sqrt(sp.pi / 2),
        ],
    )


def _at_pi() -> Step:
    return prove(
        sp.Limit(J(n, theta) / (sp.pi - theta) ** (2 * n + 1), theta, sp.pi, "-"),
        coefficient_at_pi(n),
        "the closed form for z → 0, where cos(θ/2) = sin((π - θ)/2) behaves as (π - θ)/2",
        residuals=[
            coefficient(n) * half ** (2 * n + 1) - coefficient_at_pi(n),
            hypergeometric(n, 2 * t - 1) / sp.hyper((half, half), (n + 3 * half,), t)
            - coefficient(n) * t ** (n + half),
            sp.diff(sp.sin(theta / 2), theta).subs(theta, 0) - half,
        ],
        check="the first term of the series",
    )


def _small_angles(degree: sp.Expr) -> list[Step]:
    function = sp.Function("F")
    equation = (1 - c**2) * function(c).diff(c, 2) + (2 * n - 1) * c * function(c).diff(c) - n**2 * function(c)
    mirrored = equation.subs(function(c), function(-c)).doit().subs(c, -c).doit()
    ratio = (k - n) ** 2 / ((half - n + k) * (k + 1))
    series = (k + 1) * (k + half - n) * ratio - k * (k - 1) - (1 - 2 * n) * k - n**2
    reflection = prove(
        J(n, theta),
        analytic_part(n) - J(n, sp.pi - theta) / sp.cos(sp.pi * n),
        "two solutions of the differential equation, one even in θ; the values at 0 and π fix the constants;"
        " n not a half-integer",
        residuals=[
            mirrored - equation,
            series,
            sp.gamma(half - n) * sp.gamma(half + n) / sp.gamma(half) ** 2 - 1 / sp.cos(sp.pi * n),
        ],
        check="the equation is even in cos θ, the series solves it, and Gauss's sum gives 1/cos(π n)",
    )
    quadratic = prove(
        J(n, sp.Integer(0), 2),
        -(n**2) * J(n - 1, sp.Integer(0)),
        "the first terms of the even part, in sin^2(θ/2); n > 1/2",
        "Cho & Saul (2012), eqs. (13) and (A.6)",
        residuals=[
            at_zero(n) * n**2 / (half - n) / 4 * 2 + n**2 * at_zero(n - 1),
            n**2 / (half - n) / 4 + n**2 / (2 * (2 * n - 1)),
        ],
    )
    law = _logarithm() if is_half_integer(degree) else reflection
    return [law] if degree.is_number and degree <= half else [law, quadratic]


def _logarithm() -> Step:
    m = sp.Symbol("m", positive=True, integer=True)
    function, x = sp.Function("F"), sp.Symbol("x")
    raised = (1 - x**2) * function(x).diff(x) + 2 * m * x * function(x)
    mirrored = (1 - c**2) * function(-c).diff(c) + 2 * m * c * function(-c)
    singular = NonAnalyticPart(m - half, theta)
    return prove(
        singular,
        (-1) ** (m + 1) / sp.pi * sp.log(sp.sin(theta / 2) ** 2) * J(m - half, sp.pi - theta),
        "the part of J_{m-1/2} that is not even and analytic at θ = 0; K(z) has -log(1-z) K(1-z)/π (DLMF 19.12.1),"
        " and each raising turns the sign",
        residuals=[
            mirrored.doit() + raised.subs(x, -c).doit(),
            (1 - c**2) * sp.diff(sp.log((1 - c) / 2), c) + 1 + c,
        ],
        check="induction over m: raising J(π - θ) gives -J(π - θ) one higher; what the logarithm adds is analytic",
    )
