"""Steps of a derivation: each is an equation, and what stands behind it.

A step that is "proved" is a lemma of the proof kernel. One that is "argued" holds together, but its author chose what
was checked: a *residual*, an expression that must vanish identically. Where the equation is between integrals, the
residual is the difference of the integrands after the change of variables; where it holds for every integer n, the
residual is that of the induction step. A step whose residual does not reduce to zero cannot be built; but a wrong one
may come with a residual that vanishes, so it proves nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import sympy as sp
from sympy.polys.fields import sfield

from symkern.proofs.theorem import NotProved

GAMMA_LIKE = (sp.gamma, sp.RisingFactorial, sp.factorial)


@dataclass(frozen=True)
class Step:
    """One equation of a derivation, why it holds, and where it stands in print."""

    lhs: sp.Expr
    rhs: sp.Expr
    because: str
    source: str = ""
    check: str = "definition"
    status: str = "argued"
    """"proved" by the kernel, "definition", or "argued": residuals that its author chose vanish."""
    beyond: sp.Expr | None = None
    """What the equation leaves out, as O(beyond)."""


def define(lhs: sp.Expr, rhs: sp.Expr, because: str, source: str = "") -> Step:
    """A step that says what a symbol means: there is nothing to check."""
    return Step(lhs, rhs, because, source, status="definition")


def prove(
    lhs: sp.Expr,
    rhs: sp.Expr,
    because: str,
    source: str = "",
    *,
    residuals: Sequence[sp.Expr] | None = None,
    check: str = "the difference reduces to 0",
    beyond: sp.Expr | None = None,
) -> Step:
    """A step that holds because its residuals (by default lhs - rhs) vanish identically; `NotProved` otherwise."""
    for residual in [lhs - rhs] if residuals is None else residuals:
        if not vanishes(residual):
            raise NotProved(f"{lhs} = {rhs}: the residual {residual} did not reduce to 0 ({because})")
    return Step(lhs, rhs, because, source, check, beyond=beyond)


@cache
def vanishes(residual: sp.Expr) -> bool:
    """Whether `residual` is proved to be identically zero.

    False means that no normal form showed it, not that it is refuted. Symbols stand for values at which every
    logarithm below is real; each caller's domain ensures that.

    >>> x = sp.Symbol("x")
    >>> vanishes(sp.sin(x) ** 2 + sp.cos(x) ** 2 - 1)
    True
    >>> vanishes(sp.sin(x) ** 2 + sp.cos(x) ** 2)
    False
    """
    proofs = [_is_a_product_minus_itself, _expands_to_zero, _cancels_in_gammas]
    proofs.insert(0 if residual.has(sp.sin, sp.cos) else len(proofs), _is_zero_on_the_circle)
    return any(proves(residual) for proves in proofs)


def _expands_to_zero(expr: sp.Expr) -> bool:
    return bool(sp.expand(expr) == 0)


def _is_zero_on_the_circle(expr: sp.Expr) -> bool:
    """A rational function of sines, cosines and whatever else: its numerator is a multiple of sin^2 + cos^2 - 1."""
    angles = {f.args[0] for f in expr.atoms(sp.sin, sp.cos)}
    names = {f(angle): sp.Dummy() for angle in angles for f in (sp.sin, sp.cos)}
    field, value = sfield(expr.xreplace(names))
    pairs = [(names[sp.sin(angle)], names[sp.cos(angle)]) for angle in angles]
    circles = [field.from_expr(s**2 + c**2 - 1).numer for s, c in pairs if {s, c} <= set(field.symbols)]
    return not value.numer.rem(circles)


def _cancels_in_gammas(expr: sp.Expr) -> bool:
    """Rising factorials and binomials become gamma functions, whose quotients cancel."""
    return expr.has(*GAMMA_LIKE) and bool(sp.expand(sp.gammasimp(expr.rewrite(sp.gamma))) == 0)


def _is_a_product_minus_itself(expr: sp.Expr) -> bool:
    """expr = A - B with A/B a product of powers, symbolic exponents allowed, in which every exponent cancels.

    That fixes A/B up to its sign, which is read off at one point: the domain of a step is connected, contains that
    point, and no base changes sign in it.
    """
    if not (isinstance(expr, sp.Add) and len(expr.args) == 2):
        return False
    first, second = expr.args
    ratio = -first / second
    if ratio.has(*GAMMA_LIKE):
        ratio = sp.gammasimp(ratio.rewrite(sp.gamma))
    exponents: dict[sp.Expr, sp.Expr] = {}
    _collect_exponents(ratio, sp.Integer(1), exponents)
    if any(sp.expand(exponent) != 0 for exponent in exponents.values()):
        return False
    inside = {
        symbol: sp.Rational(2 * i + 1, 4 * i + 31) for i, symbol in enumerate(sorted(ratio.free_symbols, key=str))
    }
    return bool(abs(sp.N(ratio.subs(inside)) - 1) < 1e-9)


def _collect_exponents(expr: sp.Expr, power: sp.Expr, exponents: dict[sp.Expr, sp.Expr]) -> None:
    """Write |expr|^power as a product of |prime|^exponent over integer and polynomial primes."""
    if isinstance(expr, sp.Mul):
        for factor in expr.args:
            _collect_exponents(factor, power, exponents)
    elif isinstance(expr, sp.Pow):
        _collect_exponents(expr.base, power * expr.exp, exponents)
    elif isinstance(expr, sp.Rational):
        for prime, multiplicity in sp.factorrat(abs(expr)).items():
            exponents[sp.Integer(prime)] = exponents.get(sp.Integer(prime), 0) + power * multiplicity
    elif isinstance(expr, sp.Add) and not isinstance(factored := sp.factor(sp.together(expr)), sp.Add):
        _collect_exponents(factored, power, exponents)
    else:
        prime = sp.expand(expr)
        prime = -prime if prime.could_extract_minus_sign() else prime
        exponents[prime] = exponents.get(prime, 0) + power
