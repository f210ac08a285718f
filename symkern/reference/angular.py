"""J_n(theta) and its derivatives for every real n > -1/2, by four routes: Cho & Saul (2010), eqs. (1)-(8), (20)-(23).

The routes take the squares of cos(theta/2) and of sin(theta/2), because neither alone tells angles near 0 and near pi
apart from the ends.

* `by_definition`: the integral over the two weights that matter, eq. (20), in two dimensions;
* `by_quadrature`: the integral over one angle, eq. (23);
* `enclosed_by_integral`: the same with Arb's integrator, every digit proved;
* `enclosed`: the closed form for real degrees, in ball arithmetic.

Eq. (23) has a peak of width theta at psi = 0 and the power cos^n(psi) at pi/2. With tan(psi/2) = tan(theta/2) sinh(v)
it becomes

    J_n = 2^(n+1) Gamma(n+1) cos^(2n)(theta/2) * integral from 0 to V of
          (sinh(V - v) sinh(V + v) / sinh^2 V)^n / cosh^(2n+1)(v),   sinh V = cot(theta/2),

where the peak is as wide at any theta, and all singularities lie above and below v = 0 and v = V.
"""

from fractions import Fraction
from typing import Any

from flint import acb, arb, ctx
from mpmath.ctx_mp import MPContext

from symkern.reference.precision import ball, mpf
from symkern.reference.quadrature import Unreached, graded, integrate

HALF = Fraction(1, 2)
STEEPEST = 400
"""The largest cot^2(theta/2) for the integral in two dimensions: theta >= 0.1."""
LARGEST_DEFINITION = 100
LARGEST_INTEGRAL = 1000
LARGE_BOTTOM = 64
TERMS_PER_BIT = 8


def by_quadrature(mp: MPContext, n: Fraction, cos2: Any, sin2: Any, order: int = 0) -> Any:
    """The derivative of J_n of the given order, by quadrature of eq. (23) differentiated under the integral sign."""
    degree = mpf(mp, n)
    cotangent = mp.sqrt(cos2 / sin2)
    end = mp.asinh(cotangent)
    jet = _Jet(mp, degree, cos2, sin2, order)
    scale = min(1, end) / jet.sine**order  # each differentiation may divide by the angle

    grown_end = mp.exp(end)

    def at_distance(w: Any) -> Any:  # from the end, w = V - v
        grown = mp.exp(end - w)
        cosh_v, sinh_v = (grown + 1 / grown) / 2, (grown - 1 / grown) / 2
        both = grown_end * grown
        sum_ = (both - 1 / both) / 2 if end > 1 else mp.sinh(2 * end - w)  # sinh(V + v)
        return (mp.sinh(w) * sum_ / (cotangent * cosh_v) ** 2) ** degree / (cosh_v * scale) * jet(sinh_v)

    # the power w^n at the end: in y the integrand vanishes there like y^3 or faster, and the rule's neglect of the last
    # stretch costs nothing. Plain quadrature loses 8 of 40 digits at n = -1/4
    m = max(1, int(mp.ceil(4 / (degree + 1))))
    first = end if end < 2 else mp.one
    integral = integrate(mp, lambda y: at_distance(first * y**m) * first * m * y ** (m - 1), [mp.zero, mp.one])
    if first < end:
        integral += integrate(mp, at_distance, graded(first, end))
    return 2 ** (degree + 1) * mp.gamma(degree + 1) * cos2**degree * scale * integral


class _Jet:
    """The derivative of sin^(2n+1)(theta) / (1 - q cos(theta))^(n+1), q = cos(psi), as a multiple of its value."""

    def __init__(self, mp: MPContext, degree: Any, cos2: Any, sin2: Any, order: int) -> None:
        self.mp, self.degree, self.order = mp, degree, order
        self.sin2, self.tan2 = sin2, sin2 / cos2
        self.cosine, self.sine = cos2 - sin2, 2 * mp.sqrt(cos2 * sin2)

    def __call__(self, sinh_v: Any) -> Any:
        if not self.order:
            return self.mp.one
        tangent2 = self.tan2 * sinh_v**2
        q = (1 - tangent2) / (1 + tangent2)
        denominator = 2 * self.sin2 * (1 + sinh_v**2) / (1 + tangent2)  # 1 - q cos(theta)
        turned = (self.cosine, -self.sine, -self.cosine, self.sine)  # the derivatives of the cosine, in turn
        factorials = [self.mp.factorial(k) for k in range(self.order + 1)]
        sines = [-turned[(k + 1) % 4] / self.sine / factorials[k] for k in range(self.order + 1)]
        denominators = [-q * turned[k % 4] / denominator / factorials[k] for k in range(self.order + 1)]
        denominators[0] = self.mp.one
        first = self._power(sines, 2 * self.degree + 1)
        second = self._power(denominators, -self.degree - 1)
        return factorials[-1] * sum(first[k] * second[self.order - k] for k in range(self.order + 1))

    def _power(self, series: list[Any], exponent: Any) -> list[Any]:
        """A power of a series that starts with 1: Euler's recurrence."""
        power = [self.mp.one]
        for k in range(1, self.order + 1):
            terms = (((exponent + 1) * j / k - 1) * series[j] * power[k - j] for j in range(1, k + 1))
            power.append(sum(terms, self.mp.zero))
        return power


def by_definition(mp: MPContext, n: Fraction, cos2: Any, sin2: Any) -> Any:
    """J_n from eq. (20), over the sector of weights on which both units are active; for theta >= 0.1.

    p along the bisector of x and y, q = p cot(theta/2) s across it; both by trapezoidal sums, after substitutions that
    make the integrand vanish doubly exponentially: p = exp(t - exp(-t)), s = 1/(1 + exp(-2 sinh t)).
    """
    if cos2 > STEEPEST * sin2 or n > LARGEST_DEFINITION:
        raise Unreached("the sum over two weights would be too fine")
    degree = mpf(mp, n)
    step = 2 / (mp.dps * mp.sqrt(1 + max(degree, 0)))  # the radial peak narrows with the degree
    across = []
    for t in _steps(mp, step):
        grown = mp.exp(2 * mp.sinh(t))
        s, rest = grown / (1 + grown), 1 / (1 + grown)
        across.append(((s**2) * cos2 / sin2, (rest * (1 + s)) ** degree * s * rest * 2 * mp.cosh(t)))
    along = []
    for t in _steps(mp, step):
        p = mp.exp(t - mp.exp(-t))
        along.append((p**2 / 2, p ** (2 * degree + 2) * mp.exp(-(p**2) / 2) * (1 + mp.exp(-t))))
    across, along = (_weighty(mp, nodes) for nodes in (across, along))
    total = mp.fsum(weight * mp.fsum(w * mp.exp(-half * s2) for s2, w in across) for half, weight in along)
    # 2 for the two halves of the sector; J = pi k and k = 2/(2 pi) times the integral
    return 2 * total * step**2 * cos2**degree * mp.sqrt(cos2 / sin2)


def at_zero_by_definition(mp: MPContext, n: Fraction) -> Any:
    """J_n(0) = pi k_n of a unit vector with itself, an integral over the one weight that matters: eq. (1)."""
    degree = mpf(mp, n)
    step = 2 / (mp.dps * mp.sqrt(1 + max(degree, 0)))
    total = mp.zero
    for t in _steps(mp, step, slowest=2 * degree + 1):
        w = mp.exp(t - mp.exp(-t))
        total += w ** (2 * degree + 1) * mp.exp(-(w**2) / 2) * (1 + mp.exp(-t))
    return 2 * mp.pi * total * step / mp.sqrt(2 * mp.pi)


def _steps(mp: MPContext, step: Any, slowest: Any = 1) -> list[Any]:
    """Abscissae as far out as a decay like exp(-slowest exp|t|) matters."""
    count = int(mp.ceil(mp.log(4 * mp.prec / min(1, slowest)) / step))
    return [k * step for k in range(-count, count + 1)]


def _weighty(mp: MPContext, nodes: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """The nodes whose weights matter at the working precision."""
    largest = max(weight for _, weight in nodes)
    return [(abscissa, weight) for abscissa, weight in nodes if weight > mp.eps * largest]


def at_zero(n: Fraction) -> arb:
    """J_n(0) = sqrt(pi) 2^n Gamma(n + 1/2): eq. (8)."""
    return arb.pi().sqrt() * arb(2) ** ball(n) * ball(n + HALF).gamma()


def leading(n: Fraction) -> arb:
    """C = sqrt(pi) 2^n Gamma(n+1)^2/Gamma(n+3/2), which multiplies cos^(2n+1)(theta/2) as theta goes to pi."""
    return arb.pi().sqrt() * arb(2) ** ball(n) * ball(n + 1).gamma() ** 2 / ball(n + 3 * HALF).gamma()


def enclosed(n: Fraction, cos2: arb, sin2: arb, order: int = 0) -> arb:
    """The derivative of J_n of the given order, from C z^(n+1/2) 2F1(1/2, 1/2; n+3/2; z), z = cos^2(theta/2)."""
    z = cos2 if cos2 < sin2 else 1 - sin2
    bottom = n + 3 * HALF
    power = leading(n) * z ** ball(n + HALF)
    series = _hypergeometric(HALF, bottom, z)
    values = [power * series]
    if order:
        slope = ball(n + HALF) * series / z + _hypergeometric(3 * HALF, bottom + 1, z) / (4 * ball(bottom))
        values.append(-power * slope * (cos2 * sin2).sqrt())
    return _differentiated(n, cos2, sin2, values, order)[order]


def _hypergeometric(a: Fraction, c: Fraction, z: arb) -> arb:
    """2F1(a, a; c; z) for a = 1/2 or 3/2 and 0 <= z < 1.

    For large c Arb goes to 1 - z, which cancels c bits; the series is short there, and its rest easily bounded: the
    ratio of two terms is at most (k + a^2)/(k + c), and a series of these ratios has the sum (k + c - 1)/(c - 1 - a^2).
    """
    if c > LARGE_BOTTOM:
        total = term = arb(1)
        for k in range(TERMS_PER_BIT * ctx.prec):
            term *= z * ball((k + a) ** 2 / ((k + 1) * (k + c)))
            rest = term * ball((k + c) / (c - 1 - a * a))
            if rest < arb(2) ** -ctx.prec:
                return total + arb(0).union(rest)
            total += term
    return z.hypgeom_2f1(ball(a), ball(a), ball(c))


def _differentiated(n: Fraction, cos2: arb, sin2: arb, values: list[arb], order: int) -> list[arb]:
    """From J and J' to higher derivatives by the differential equation J'' = n^2 J + 2n cot(theta) J'."""
    cotangents = _cotangents((cos2 - sin2) / (2 * (cos2 * sin2).sqrt()), order)
    for m in range(order - 1):
        term, binomial = arb(0), 1
        for k in range(m + 1):
            term += binomial * cotangents[k] * values[m + 1 - k]
            binomial = binomial * (m - k) // (k + 1)
        values.append(ball(n) ** 2 * values[m] + 2 * ball(n) * term)
    return values


def _cotangents(cot: arb, order: int) -> list[arb]:
    """cot(theta) and its derivatives: polynomials in it, each from the last by cot' = -1 - cot^2."""
    coefficients, derivatives = [0, 1], []
    for _ in range(max(order, 1)):
        derivatives.append(sum((a * cot**k for k, a in enumerate(coefficients)), arb(0)))
        slope = [k * a for k, a in enumerate(coefficients)][1:]
        coefficients = [0] * (len(coefficients) + 1)
        for k, a in enumerate(slope):
            coefficients[k] -= a
            coefficients[k + 2] -= a
    return derivatives


def enclosed_by_integral(n: Fraction, cos2: arb, sin2: arb) -> arb:
    """J_n from eq. (23) by Arb's integrator; near the end w = V - v goes to 0 as exp(-y), and the rest is bounded."""
    if n > LARGEST_INTEGRAL:
        raise Unreached("the integrand is too steep for the integrator")
    degree = ball(n)
    cotangent = (cos2 / sin2).sqrt()
    end = cotangent.asinh()
    first = end / 2 if end < 2 else arb(1)
    # beyond y = last the integrand is w^n times a factor that hardly changes: integrate the power, enclose the factor
    last = (ctx.prec // 2 + 16) / (degree + 1)
    rest = first * (-last).exp()
    small = arb(0).union(rest)
    factor = arb(1).union(small.cosh()) * (2 * end - small).sinh() / cotangent**2
    remainder = factor**degree * (end - small).cosh() ** (-2 * degree - 1) * rest ** (degree + 1) / (degree + 1)

    def at_distance(w: acb, analytic: bool) -> acb:
        logarithm = w.sinh().log(analytic=analytic) + (2 * end - w).sinh().log(analytic=analytic)
        hyperbolic = (end - w).cosh().log(analytic=analytic)
        return (degree * (logarithm - 2 * cotangent.log()) - (2 * degree + 1) * hyperbolic).exp()

    def towards_the_end(y: acb, analytic: bool) -> acb:
        w = first * (-y).exp()
        return at_distance(w, analytic) * w / first

    edge = acb.integral(towards_the_end, 0, last).real * first + remainder
    inside = acb.integral(lambda s, analytic: at_distance(first + (end - first) * s, analytic), 0, 1).real * (
        end - first
    )
    return arb(2) ** (degree + 1) * (degree + 1).gamma() * cos2**degree * (edge + inside)
