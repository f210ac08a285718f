"""Units 2^(1/2) cos(w x + b) with Gaussian weights w and phases b that are uniform over a turn: their mean product.

E 2 cos(w x + b) cos(w z + b) = exp(-(x - z)^2/2),    in one dimension, for all real x and z
"""

from symkern.proofs import cited
from symkern.proofs.domains import REALS, domain
from symkern.proofs.rules.equality import combine, instantiate
from symkern.proofs.rules.integrals import change_of_variable, fundamental, join, under_integral
from symkern.proofs.terms import cos, exp, half, integral, oo, opened, pi, sin, sqrt, symbols
from symkern.proofs.theorem import Theorem
from symkern.theorems.lemma import lemma

x, z, w, b = symbols("x z w b")
INPUTS = domain(x=REALS, z=REALS)
WEIGHTS = INPUTS.with_symbol("w", REALS)
PHASES = integral(2 * cos(w * x + b) * cos(w * z + b), b, 0, 2 * pi) / (2 * pi)
"""The mean over the phase."""
MEAN = integral(exp(-(w**2) / 2) * PHASES, w, -oo, oo) / sqrt(2 * pi)
"""The mean over the weight of the mean over the phase."""
WAVE = exp(-(w**2) / 2) * cos(w * (x - z))


@lemma("random_cosines.phase", "the antiderivative b cos(w(x - z)) + sin(2b + w(x + z))/2")
def over_the_phase() -> Theorem:
    """The mean over the phase is cos(w(x - z))."""
    antiderivative = b * cos(w * (x - z)) + half * sin(2 * b + w * (x + z))
    turn = fundamental(PHASES.args[0], antiderivative, b, WEIGHTS)
    return combine(PHASES, cos(w * (x - z)), WEIGHTS, (1 / (2 * pi), turn))


@lemma("random_cosines.weight", "the cosine transform of the Gaussian function, on each half of the line")
def over_the_weight() -> Theorem:
    """The integral of exp(-w^2/2) cos(w(x - z)) over the line."""
    known = instantiate(cited.gaussian_cosine(), {"a": half, "z": (x - z) / 2}, INPUTS)
    right = change_of_variable(known.rhs, w, w, WAVE, 0, oo, known)
    left = change_of_variable(known.rhs, w, (-w) ** 1, WAVE, -oo, 0, known)
    joined = join(left.lhs, right.lhs, left, right)
    value = sqrt(2 * pi) * exp(-((x - z) ** 2) / 2)
    return combine(joined.lhs, value, INPUTS, (1, joined), (1, left), (1, right), (-2, known))


@lemma("random_cosines.mean", "first over the phase, then over the weight")
def mean() -> Theorem:
    """E 2 cos(w x + b) cos(w z + b) = exp(-(x - z)^2/2)."""
    product = exp(-(w**2) / 2) * PHASES
    same = combine(opened(over_the_weight().lhs, w), product, WEIGHTS, (-exp(-(w**2) / 2), over_the_phase()))
    integrals = under_integral(over_the_weight().lhs, same, w, over_the_weight())
    front = 1 / sqrt(2 * pi)
    return combine(MEAN, exp(-((x - z) ** 2) / 2), INPUTS, (-front, integrals), (front, over_the_weight()))
