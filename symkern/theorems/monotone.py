"""Signs: J_n is positive and falls with the angle, for every theta in (0, pi)."""

from symkern.proofs.rules.equality import combine, instantiate, positive, rewrite, symmetry
from symkern.proofs.theorem import Theorem
from symkern.theorems import price
from symkern.theorems.lemma import lemma
from symkern.theorems.reduction import ANGLE, DOMAIN, FRONT, J, angle_integral, n, theta


@lemma("monotone.positive", "eq. (23): the integral of a positive function, times positive factors")
def angular_positive() -> Theorem:
    """0 < J_n(theta) for every real n > -1."""
    return rewrite(positive(FRONT * ANGLE, DOMAIN, angle_integral()), symmetry(angle_integral()))


@lemma("monotone.falling", "eq. (23) again; by Price's law the slope of J_n is minus this product")
def falling() -> Theorem:
    """0 < n^2 sin(theta) J_{n-1}(theta), which is -dJ_n/dtheta, for every real n > 0."""
    factor, where = n**2 * price.SIN, price.DOMAIN
    lower = instantiate(angle_integral(), {"n": n - 1}, where)
    same = combine(factor * lower.rhs, factor * J(n - 1, theta), where, (-factor, lower))
    return rewrite(positive(same.lhs, where, same), same)
