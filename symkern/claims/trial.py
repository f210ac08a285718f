"""Trying a theorem: both sides are evaluated at points the engine draws from its domain.

Terms are evaluated in Arb's balls. Integrals go to Arb's integrator where the integrand is analytic on the closed
interval, and to mpmath's quadrature otherwise, which must agree with itself on two partitions. A defined function is
evaluated from its definition. What no evaluator reaches is said, never counted as agreement.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import mpmath
from flint import acb, arb, fmpq

from symkern.errors import UsageError
from symkern.proofs.rules.definitions import Definition
from symkern.proofs.rules.geometry import Tensor
from symkern.proofs.terms import Term, opened, substituted, term
from symkern.proofs.theorem import Equal, Theorem
from symkern.reference.precision import ball_precision

BITS = 140
POINTS = 6
MOST_EVALUATIONS = 3000
"""Of an integrand, by Arb's integrator; singular ends take more, and are left to mpmath."""
QUADRATURE_BITS = 64
ENOUGH = 1e-6
"""Two sides whose balls overlap agree only if the balls are narrower than this, relative to their size."""


class Unreached(ArithmeticError):
    """No evaluator reaches this value."""


Point = Mapping[str, Fraction]
Evaluator = Callable[[tuple[Fraction, ...]], arb]


@dataclass(frozen=True)
class Trial:
    """How many points agreed, how many no evaluator reached, and a point at which the sides are disjoint."""

    agreed: int
    unreached: int
    disagreement: str = ""


def tried(theorem: Theorem, evaluators: Mapping[str, Evaluator] | None = None, seed: int = 0) -> Trial:
    """Return what came of evaluating both sides of an equation at points of its domain."""
    if not isinstance(theorem.statement, Equal):
        return Trial(0, 0)
    agreed = unreached = 0
    for point in theorem.domain.points(20 * POINTS, seed):
        if agreed + unreached >= POINTS:
            break
        try:
            if not all(holds_at(condition, point) for condition in theorem.domain.positive):
                continue
            with ball_precision(BITS):
                left, right = (evaluated(side, point, evaluators or {}) for side in (theorem.lhs, theorem.rhs))
                size = abs(left) + abs(right)
                if not left.overlaps(right):
                    where = ", ".join(f"{name} = {value}" for name, value in point.items())
                    return Trial(agreed, unreached, f"at {where}: {left.str(15)} against {right.str(15)}")
                narrow = (left - right).abs_upper() <= ENOUGH * size.abs_lower() if size > 0 else True
            agreed += bool(narrow)
            unreached += not narrow
        except (ArithmeticError, ValueError, mpmath.libmp.NoConvergence, UsageError):
            unreached += 1
    return Trial(agreed, unreached)


def holds_at(condition: Term, point: Point) -> bool:
    """Return whether a term is certainly positive at a point."""
    with ball_precision(BITS):
        try:
            return bool(evaluated(condition, point, {}) > 0)
        except (Unreached, ValueError, ZeroDivisionError):
            return False


ANALYTIC = ("+", "*", "^", "sin", "cos", "tan", "exp", "log", "atan", "gamma", "erf")
"""Heads that Arb's integrator is given; an error inside it would come out as another one."""
ONE_ARGUMENT = ("sin", "cos", "tan", "exp", "log", "atan", "acos", "asin", "gamma", "erf")


def evaluated(value: Term, point: Point, evaluators: Mapping[str, Evaluator]) -> arb:
    """Return the ball of a term at a point."""
    result = _ball(value, {name: _rational(number) for name, number in point.items()}, evaluators, point)
    if not result.is_finite():
        raise Unreached(f"{value} has no finite ball")
    return result


def _rational(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def _ball(value: Term, at: Mapping[str, arb], evaluators: Mapping[str, Evaluator], point: Point) -> arb:
    if value.head == "num":
        return _rational(Fraction(str(value.data)))
    if value.head == "sym":
        return at[value.name]
    if value.head == "pi":
        return arb.pi()
    if value.head == "integral":
        return _integral(value, at, point)
    if value.head == "fn" and isinstance(value.data, Definition):
        return _defined(value, evaluators, point)
    if value.head in ("diff", "sum", "limit", "oo", "bound"):
        raise Unreached(f"{value.head} is not evaluated")
    arguments = [_ball(arg, at, evaluators, point) for arg in value.args]
    if value.head == "+":
        return sum(arguments, arb(0))
    if value.head == "*":
        product = arb(1)
        for argument in arguments:
            product *= argument
        return product
    if value.head == "^":
        return _power(value, arguments)
    if value.head in ONE_ARGUMENT:
        result: arb = getattr(arguments[0], value.head)()
        return result
    if value.head == "abs":
        return abs(arguments[0])
    if value.head == "hyp2f1":
        a, b, c, z = arguments
        return z.hypgeom_2f1(a, b, c)
    raise Unreached(f"{value.head} is not evaluated")


def _power(value: Term, arguments: list[arb]) -> arb:
    base, exponent = arguments
    if value.args[1].head == "num" and Fraction(str(value.args[1].data)).denominator == 1:
        return base ** int(Fraction(str(value.args[1].data)))
    whole = exponent.unique_fmpz() if exponent.is_exact() and exponent.is_integer() else None
    result: arb = base**exponent if whole is None else base ** int(whole)
    return result


def _defined(value: Term, evaluators: Mapping[str, Evaluator], point: Point) -> arb:
    arguments = tuple(_exact(arg, point) for arg in value.args)
    if value.name in evaluators:
        return evaluators[value.name](arguments)
    definition = value.data
    assert isinstance(definition, Definition)
    if definition.step is not None or isinstance(definition, Tensor):
        raise Unreached(f"{value.name} is not evaluated from its definition")
    body = substituted(definition.body, dict(zip(definition.parameters, map(term, arguments), strict=True)))
    return _ball(body, {}, evaluators, point)


def _exact(value: Term, point: Point) -> Fraction:
    """Return the value of a rational term at a point."""
    if value.head == "num":
        return Fraction(str(value.data))
    if value.head == "sym":
        return point[value.name]
    if value.head == "+":
        return sum((_exact(arg, point) for arg in value.args), Fraction(0))
    if value.head == "*":
        product = Fraction(1)
        for arg in value.args:
            product *= _exact(arg, point)
        return product
    raise Unreached(f"{value} is not a rational number")


def _integral(value: Term, at: Mapping[str, arb], point: Point) -> arb:
    """Return an integral over a bounded interval by Arb, otherwise by mpmath."""
    variable = "integration variable"
    body = opened(value, Term("sym", variable))
    finite = "oo" not in {part.head for end in value.args[:2] for part in end.subterms()}
    if finite and {part.head for part in body.subterms()} <= {"num", "sym", "pi", *ANALYTIC}:
        low, high = (_ball(end, at, {}, point) for end in value.args[:2])
        try:
            found = acb.integral(
                lambda x, analytic: _complex(body, {**at, variable: x}, analytic),
                acb(low),
                acb(high),
                rel_tol=arb(2) ** -60,
                eval_limit=MOST_EVALUATIONS,
            )
            if found.is_finite() and found.real.rel_accuracy_bits() > 30:
                return found.real
        except (Unreached, ValueError):
            pass
    return _by_quadrature(value, body, variable, at, point)


def _complex(value: Term, at: Mapping[str, arb | acb], analytic: bool) -> acb:
    """Return a term in complex balls; powers are analytic off the negative axis."""
    if value.head == "num":
        return acb(_rational(Fraction(str(value.data))))
    if value.head == "sym":
        return acb(at[value.name])
    if value.head == "pi":
        return acb(arb.pi())
    if value.head not in ANALYTIC:
        raise Unreached(f"{value.head} is not integrated")
    arguments = [_complex(arg, at, analytic) for arg in value.args]
    if value.head == "+":
        return sum(arguments, acb(0))
    if value.head == "*":
        product = acb(1)
        for argument in arguments:
            product *= argument
        return product
    if value.head == "^":
        exponent = value.args[1]
        if exponent.head == "num" and Fraction(str(exponent.data)).denominator == 1:
            return arguments[0] ** int(Fraction(str(exponent.data)))
        return arguments[0].pow(arguments[1], analytic=analytic)
    if value.head == "log":
        return arguments[0].log(analytic=analytic)
    result: acb = getattr(arguments[0], value.head)()
    return result


NEAR = 12
"""Digits of the distance from an end at which an integrand is looked at."""


def _regular_ends(mp: Any, integrand: Callable[[Any], Any], ends: list[Any]) -> None:
    """Raise `Unreached` if an integrand is so large near a finite end that quadrature leaves out much of it."""
    width = 1 if any(map(mp.isinf, ends)) else abs(ends[1] - ends[0])
    step = width * mp.mpf(10) ** -NEAR
    middle = [end for end in ends if not mp.isinf(end)]
    typical = abs(integrand((middle[0] + middle[-1]) / 2 if len(middle) == 2 else (middle or [0])[0] + width / 2))
    for end, sign in ((ends[0], 1), (ends[1], -1)):
        if not mp.isinf(end) and abs(integrand(end + sign * step)) * mp.mpf(10) ** -NEAR > typical * ENOUGH / 1000:
            raise Unreached("the integrand is singular at an end")


def _by_quadrature(value: Term, body: Term, variable: str, at: Mapping[str, arb], point: Point) -> arb:
    mp = mpmath.mp.clone()
    mp.prec = QUADRATURE_BITS

    def number(part: Term, x: Any) -> Any:
        if part.head == "num":
            return mp.mpf(Fraction(str(part.data)).numerator) / Fraction(str(part.data)).denominator
        if part.head == "sym":
            return x if part.name == variable else mp.mpf(at[part.name].mid().str(60, radius=False))
        if part.head == "pi":
            return +mp.pi
        if part.head == "oo":
            return mp.inf
        if part.head not in ("+", "*", "^", "hyp2f1", *ONE_ARGUMENT):
            raise Unreached(f"{part.head} is not integrated")
        arguments = [number(arg, x) for arg in part.args]
        if part.head == "+":
            return mp.fsum(arguments)
        if part.head == "*":
            return mp.fprod(arguments)
        if part.head == "^":
            return mp.power(*arguments)
        if part.head == "hyp2f1":
            return mp.hyp2f1(*arguments)
        return getattr(mp, part.head)(arguments[0])

    ends = [number(end, None) for end in value.args[:2]]
    _regular_ends(mp, lambda x: number(body, x), ends)
    # two different partitions: mpmath's own estimate is off by far near a singular end
    middle = ends[0] + 1 if mp.isinf(ends[1]) else (ends[0] + 2 * ends[1]) / 3
    first, second = (mp.quad(lambda x: number(body, x), parts) for parts in (ends, [ends[0], middle, ends[1]]))
    # what cancels between positive and negative parts is known to the precision of the parts only
    size = mp.quad(lambda x: abs(number(body, x)), ends)
    error = 100 * abs(first - second) + abs(second) * mp.mpf(10) ** -12 + size * mp.mpf(2) ** (10 - QUADRATURE_BITS)
    if not mp.isfinite(second) or mp.im(second) != 0 or error > abs(second) * ENOUGH:
        raise Unreached(f"{value} is not reached by quadrature")
    return arb(mp.nstr(second, 20), float(error))
