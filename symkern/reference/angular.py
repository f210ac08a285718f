"""J_n(theta) to any number of digits from the integral in Cho & Saul (2010), eq. (23), for every real n > -1/2.

The integrand cos^n(psi) / (1 - cos(theta) cos(psi))^(n+1) has two difficulties, and each half of the range has one:

* a peak of width theta at psi = 0. With tan(psi/2) = tan(theta/2) sinh(v), the denominator is
  2 sin^2(theta/2) cosh^2(v) cos^2(psi/2), free of cancellation, and the peak is as wide in v at any theta;
* the power cos^n(psi) at psi = pi/2. With psi = pi/2 - v^m the integrand vanishes there like v^3 or faster, so that
  the quadrature's neglect of the last stretch costs nothing. Plain quadrature loses 8 of 40 digits at n = -1/4.
"""

from fractions import Fraction

from mpmath.ctx_mp import MPContext

GUARD_DIGITS = 15


def angular_by_quadrature(n: Fraction, theta: Fraction | str, digits: int) -> str:
    """J_n(theta) for 0 < theta < pi as a decimal string with `digits` significant digits.

    >>> angular_by_quadrature(Fraction(0), Fraction(1), 30)
    '2.14159265358979323846264338328'
    """
    mp = MPContext()
    mp.dps = digits + GUARD_DIGITS
    degree = mp.mpf(n.numerator) / n.denominator
    angle = mp.mpf(theta) if isinstance(theta, str) else mp.mpf(theta.numerator) / theta.denominator
    cosine, half_sine, half_tangent = mp.cos(angle), mp.sin(angle / 2), mp.tan(angle / 2)
    # the quadrature's tolerance is absolute: scale the integrand to 1 at psi = 0 and the peak's width to 1
    one_minus, width = 2 * half_sine**2, min(1, half_tangent)

    def peak(v):  # type: ignore[no-untyped-def]
        tangent = half_tangent * mp.sinh(v)  # of psi/2
        one_plus = 1 + tangent**2
        denominator = mp.cosh(v) ** 2 / one_plus
        slope = 2 * half_tangent / width * mp.cosh(v) / one_plus  # dpsi/dv
        return ((1 - tangent**2) / one_plus) ** degree / denominator ** (degree + 1) * slope

    m = max(1, int(mp.ceil(4 / (degree + 1))))

    def edge(v):  # type: ignore[no-untyped-def]
        cos_psi = mp.sin(v**m)
        return cos_psi**degree * (one_minus / (1 - cosine * cos_psi)) ** (degree + 1) * m * v ** (m - 1) / width

    farthest = mp.asinh(mp.tan(mp.pi / 8) / half_tangent)
    pieces = max(1, int(mp.ceil(farthest / 3)))
    integral = mp.quad(peak, mp.linspace(0, farthest, pieces + 1))
    integral += mp.quad(edge, [0, (mp.pi / 4) ** (mp.mpf(1) / m)])
    integral *= width / one_minus ** (degree + 1)
    value = mp.gamma(degree + 1) * mp.sin(angle) ** (2 * degree + 1) * integral
    return str(mp.nstr(value, digits, strip_zeros=False))
