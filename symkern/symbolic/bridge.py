"""Between SymPy's expressions and the terms of the proof kernel.

SymPy simplifies what it builds by the assumptions of its symbols: sqrt(u**2) is u at once if u is positive. So a
claim's formula may be translated only if its domain implies what its symbols assume; `to_term` checks that.
"""

from collections.abc import Callable
from fractions import Fraction

import sympy as sp

from symkern.proofs import terms as t
from symkern.proofs.domains import POSITIVE, REALS, Domain, Interval
from symkern.proofs.exact import INFINITY, ZERO
from symkern.proofs.terms import Term

ONE_ARGUMENT: dict[type, Callable[..., Term]] = {
    sp.sin: t.sin, sp.cos: t.cos, sp.tan: t.tan, sp.exp: t.exp, sp.log: t.log, sp.atan: t.atan, sp.acos: t.acos,
    sp.asin: t.asin, sp.gamma: t.gamma, sp.erf: t.erf, sp.Abs: t.absolute, sp.Heaviside: t.step,
}  # fmt: skip
NOT_NEGATIVE = Interval(ZERO, INFINITY, False, True)


class Untranslated(ValueError):
    """An expression, or an assumption of its symbols, has no counterpart in the proof kernel."""


def to_term(expr: sp.Expr, domain: Domain) -> Term:
    """Return an expression of SymPy as a term, if the domain implies the assumptions of its symbols.

    Raises
    ------
    Untranslated
        If a symbol assumes more than the domain says, or a function is unknown to the kernel.

    >>> from symkern.proofs.domains import domain, above
    >>> x = sp.Symbol("x", positive=True)
    >>> to_term(sp.sqrt(x) + 1, domain(x=above(0)))
    1 + x^(1/2)
    """
    for symbol in expr.free_symbols:
        _check(symbol, domain)
    return _term(expr, domain)


def _check(symbol: sp.Symbol, domain: Domain) -> None:
    interval = domain.intervals.get(symbol.name)
    if interval is None:
        raise Untranslated(f"the symbol {symbol.name} has no domain")
    needed = (
        ("positive", POSITIVE),
        ("nonnegative", NOT_NEGATIVE),
        ("real", REALS),
        ("integer", Interval(-INFINITY, INFINITY, integer=True)),
    )
    assumed = {name for name, value in symbol._assumptions_orig.items() if value is not None}
    implied = {"positive", "nonnegative", "real", "integer", "finite", "commutative", "complex", "extended_real"}
    for name, where in needed:
        if name in assumed and not where.contains(interval):
            raise Untranslated(
                f"the symbol {symbol.name} is assumed to be {name}, which its domain {interval} does not imply"
            )
    if assumed - implied:
        more = ", ".join(sorted(assumed - implied))
        raise Untranslated(f"the symbol {symbol.name} has the assumption {more}, which is not checked")


def _term(expr: sp.Expr, domain: Domain) -> Term:
    if isinstance(expr, sp.Symbol):
        return t.sym(expr.name)
    if isinstance(expr, sp.Rational):
        return t.term(Fraction(int(expr.p), int(expr.q)))
    if expr is sp.pi:
        return t.pi
    if expr is sp.E:
        return t.exp(1)
    if expr in (sp.oo, -sp.oo):
        return t.oo if expr is sp.oo else -t.oo
    if isinstance(expr, sp.Integral):
        return _integral(expr, domain)
    if isinstance(expr, sp.hyper) and len(expr.ap) == 2 and len(expr.bq) == 1:
        return t.hyp2f1(*(_term(part, domain) for part in (*expr.ap, *expr.bq, expr.argument)))
    arguments = [_term(arg, domain) for arg in expr.args]
    if isinstance(expr, sp.Add):
        return Term("+", None, tuple(arguments))
    if isinstance(expr, sp.Mul):
        return Term("*", None, tuple(arguments))
    if isinstance(expr, sp.Pow):
        return arguments[0] ** arguments[1]
    if isinstance(expr, sp.factorial):
        return t.gamma(arguments[0] + 1)
    if isinstance(expr, sp.cot):
        return t.cos(arguments[0]) / t.sin(arguments[0])
    if isinstance(expr, sp.elliptic_k | sp.elliptic_e) and len(arguments) == 1:
        return _elliptic(arguments[0], -1 if isinstance(expr, sp.elliptic_k) else 1)
    if isinstance(expr, sp.tanh):
        return (t.exp(2 * arguments[0]) - 1) / (t.exp(2 * arguments[0]) + 1)
    if isinstance(expr, sp.sign):  # without a value at 0, so a theorem must exclude it
        return arguments[0] / t.absolute(arguments[0])
    if isinstance(expr, sp.erfc):
        return 1 - t.erf(arguments[0])
    if isinstance(expr, sp.factorial2):  # of the odd numbers 2m - 1, as everywhere in the papers
        return 2 ** ((arguments[0] + 1) / 2) * t.gamma(arguments[0] / 2 + 1) / t.sqrt(t.pi)
    for kind, function in ONE_ARGUMENT.items():
        if isinstance(expr, kind):
            return function(arguments[0])
    raise Untranslated(f"{type(expr).__name__} is unknown to the proof kernel")


def _elliptic(parameter: Term, sign: int) -> Term:
    """Return the integral of (1 - m sin^2 t)^(sign/2) over a quarter turn: K(m) for the sign -1, E(m) for 1."""
    angle = t.fresh(parameter.symbols, "t")
    return t.integral((1 - parameter * t.sin(angle) ** 2) ** Fraction(sign, 2), angle, 0, t.pi / 2)


def _integral(expr: sp.Integral, domain: Domain) -> Term:
    """Return an integral; SymPy lists the limits of the innermost one first."""
    body = _term(expr.function, domain)
    for limits in expr.limits:
        variable, lower, upper = limits
        body = t.integral(body, t.sym(variable.name), _term(lower, domain), _term(upper, domain))
    return body


def to_sympy(value: Term) -> sp.Expr:
    """Return a term as an expression of SymPy, for typesetting; SymPy may order and simplify it."""
    if value.head == "num":
        return sp.Rational(str(value.data))
    if value.head == "sym":
        return sp.Symbol(value.name, real=True)
    if value.head == "pi":
        return sp.pi
    if value.head == "oo":
        return sp.oo
    if value.head == "integral":
        variable = next(t.sym(name) for name in _NAMES if name not in value.symbols)
        lower, upper = (to_sympy(end) for end in value.args[:2])
        return sp.Integral(to_sympy(t.opened(value, variable)), (to_sympy(variable), lower, upper))
    if value.head == "diff":
        point = value.args[0]
        return sp.Derivative(to_sympy(t.opened(value, point)), to_sympy(point), evaluate=False)
    arguments = [to_sympy(arg) for arg in value.args]
    if value.head == "+":
        return sp.Add(*arguments)
    if value.head == "*":
        return sp.Mul(*arguments)
    if value.head == "^":
        return sp.Pow(*arguments)
    if value.head == "hyp2f1":
        return sp.hyper(arguments[:2], arguments[2:3], arguments[3])
    if value.head == "fn":
        return sp.Function(value.name)(*arguments)
    for kind, function in ONE_ARGUMENT.items():
        if function.__name__ == value.head:
            return kind(arguments[0])
    raise Untranslated(f"{value.head} has no counterpart in SymPy")


_NAMES = ("psi", "phi", "tau", "u", "v", "w")
"""Names for bound variables, the first that is free."""
