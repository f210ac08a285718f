"""Price's law for vectors: the kernel as a function of the inner product of x and y, the norms being fixed.

    d k_n / d(x.y) = n^2 k_{n-1},    n > 0 and x, y not parallel

The angle is acos(c), where c is the cosine: p/(a b) for vectors of norms a and b with the inner product p.
"""

from symkern.proofs.domains import POSITIVE, REALS, domain, interval
from symkern.proofs.rules.derivatives import chain, multiple, of_equal, of_inverse, with_slope
from symkern.proofs.rules.equality import combine, identity, instantiate, rewrite
from symkern.proofs.terms import Term, acos, cos, half, pi, sqrt, symbols
from symkern.proofs.theorem import Theorem
from symkern.theorems import kernel, price
from symkern.theorems.closed_form import J_closed
from symkern.theorems.differential_formula import ANGLES, slope_of
from symkern.theorems.lemma import lemma
from symkern.theorems.reduction import COS, SIN, J, n, theta

a, b, c, p = symbols("a b c p")
COSINES = domain(n=POSITIVE, c=interval(-1, 1))
RATIO = p / (a * b)
"""The cosine of the angle between vectors of norms a and b with the inner product p."""
VECTORS = domain([1 - RATIO, 1 + RATIO], n=POSITIVE, a=POSITIVE, b=POSITIVE, p=REALS)


def _of_cosine(equation: Theorem) -> Theorem:
    """Return an equation in theta at theta = acos(c), with c for its cosine."""
    where = domain(c=interval(-1, 1))
    return rewrite(instantiate(equation, {"theta": acos(c)}, where), of_inverse("acos", c, where))


@lemma("inner_product.sine", "sin θ > 0 between 0 and π")
def sine() -> Theorem:
    """sin(acos c) = sqrt(1 - c^2)."""
    return _of_cosine(identity(SIN, sqrt(1 - COS**2), ANGLES))


@lemma("inner_product.half_angle", "cos(θ/2) > 0 between 0 and π")
def half_cosine() -> Theorem:
    """cos(acos(c)/2) = sqrt((1 + c)/2)."""
    return _of_cosine(identity(cos(theta / 2), ((1 + COS) / 2) ** half, ANGLES))


@lemma("inner_product.closed", "the closed form of J_n at θ = acos c")
def closed() -> Theorem:
    """J_n(acos c) in closed form, for real n > -1."""
    degrees = domain(n=J_closed().domain.intervals["n"], c=interval(-1, 1))
    return rewrite(instantiate(J_closed(), {"theta": acos(c)}, degrees), half_cosine())


@lemma("inner_product.angular", "the chain rule with θ = acos c", "Price (1958)")
def angular_slope() -> Theorem:
    """d/dc J_n(acos c) = n^2 J_{n-1}(acos c)."""
    by_cosine = chain(price.slope(), acos(c), c, COSINES)
    lower = n**2 * J(n - 1, acos(c))
    return with_slope(by_cosine, combine(slope_of(by_cosine), lower, COSINES, (lower / sqrt(1 - c**2), sine())))


@lemma("inner_product.price", "c = x·y/(‖x‖ ‖y‖); one power of each norm goes with the derivative", "Price (1958)")
def kernel_slope() -> Theorem:
    """d/dp k_n = n^2 k_{n-1}, for vectors of norms a and b with the inner product p."""
    factor = pi**-1 * a**n * b**n
    by_product = multiple(factor, chain(angular_slope(), RATIO, p, VECTORS))
    third = instantiate(kernel.norms_and_angle(), {"theta": acos(RATIO)}, VECTORS)
    lower = instantiate(kernel.norms_and_angle(), {"n": n - 1, "theta": acos(RATIO)}, VECTORS)
    target = n**2 * kernel_of_product(n - 1)
    return with_slope(of_equal(by_product, third), combine(slope_of(by_product), target, VECTORS, (-(n**2), lower)))


def kernel_of_product(degree: Term) -> Term:
    """Return the kernel of vectors of norms a and b with the inner product p, as a term."""
    return kernel.k(degree, acos(RATIO), a, b)


def kernel_of_unit_vectors(degree: Term) -> Term:
    """Return the kernel of unit vectors with the inner product c, as a term."""
    return kernel.k(degree, acos(c), 1, 1)


@lemma(
    "inner_product.unit", "unit vectors, whose inner product is c; the closed form of the lower degree", "Price (1958)"
)
def unit_vectors() -> Theorem:
    """d/dc k_n = n^2 k_{n-1} for unit vectors, with the closed form of J_{n-1}."""
    third = instantiate(kernel.norms_and_angle(), {"theta": acos(c), "a": 1, "b": 1}, COSINES)
    slope = multiple(pi**-1, angular_slope())
    same = combine(kernel_of_unit_vectors(n), pi**-1 * J(n, acos(c)), COSINES, (1, third))
    lower = instantiate(closed(), {"n": n - 1}, COSINES)
    target = pi**-1 * n**2 * lower.rhs
    return with_slope(of_equal(slope, same), combine(slope_of(slope), target, COSINES, (pi**-1 * n**2, lower)))
