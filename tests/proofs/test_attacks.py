"""Attacks: conclusions of real steps changed by machine, and false statements of every kind in a file of claims."""

import itertools

import pytest
import sympy as sp

from symkern.claims import (
    POSITIVE,
    REALS,
    Claim,
    Proof,
    Qualified,
    Relation,
    Sampled,
    Side,
    Within,
    above,
    domain,
    equation,
    grid,
    integers,
    interval,
)  # fmt: skip
from symkern.claims.judge import judge
from symkern.claims.trial import tried
from symkern.proofs import terms as term
from symkern.proofs.rules.equality import identity
from symkern.proofs.terms import Term
from symkern.proofs.theorem import NotProved
from symkern.theorems import closed_form, diagonal, differential_formula, geometry, kernel, price, small_angles

THEOREMS = [
    closed_form.J_closed, differential_formula.differential_formula, diagonal.value_at_zero, kernel.norms_and_angle,
    price.recurrence, small_angles.slope_over_sine, geometry.arc_cosine_determinant,
]  # fmt: skip


def changed(value: Term):
    """Yield terms that differ from a term in one number, one sign or one function outside binders."""
    if value.head == "num":
        yield value + 1
    elif value.head in ("sin", "cos"):
        yield Term("cos" if value.head == "sin" else "sin", None, value.args)
    elif value.head == "+":
        for k, part in enumerate(value.args):
            yield Term("+", None, (*value.args[:k], -part, *value.args[k + 1 :]))
    if value.head not in term.BINDERS:
        for k, arg in enumerate(value.args):
            for other in changed(arg):
                yield Term(value.head, value.data, (*value.args[:k], other, *value.args[k + 1 :]))


def steps():
    """Return the identities of real proofs, each once."""
    found = {}
    for theorem in THEOREMS:
        for step in theorem().ancestors():
            if step.compared is not None and step.compared[0] is not step.compared[1]:
                found.setdefault(step.compared, step)
    return list(found.values())


def test_changed_conclusions_of_real_steps_are_rejected():
    """A changed conclusion may be proved only if it is true: then numbers agree."""
    tried_, rejected = 0, 0
    for step in steps():
        left, right = step.compared
        for wrong in itertools.islice(changed(right), 0, None, 7):
            tried_ += 1
            try:
                theorem = identity(left, wrong, step.domain, *(p for p in step.premises if p.rule == "values"))
            except NotProved:
                rejected += 1
                continue
            if not theorem.proved:
                rejected += 1
                continue
            trial = tried(theorem)
            assert not trial.disagreement, f"{left} = {wrong} was proved"
    assert tried_ > 200
    assert rejected > 0.8 * tried_  # the others are the same formula in other words, such as 0 and 0 times something


x, t = sp.symbols("x t", real=True)
n = sp.Symbol("n", real=True)
d = sp.Symbol("d", integer=True, positive=True)
v = sp.Symbol("v", positive=True)
X = term.sym("x")
ANYWHERE = domain(x=REALS)


def square_simulated(off, error):
    return Side("x^2", lambda at, digits: Sampled(float(at["x"] ** 2) * (1 + off), error))


def exact(function):
    return Side("f", lambda at, digits: function(sp.Rational(str(at["x"]))))


FALSE = {
    "false at an excluded point": lambda: equation(1 + x, x + sp.sign(x) ** 2, ANYWHERE),
    "a branch": lambda: equation(sp.sqrt(x**2), x, ANYWHERE),
    "a branch of the arctangent": lambda: equation(sp.atan(sp.tan(x)), x, domain(x=interval(0, 3))),
    "false for numbers that are no integers": lambda: equation(sp.sin(sp.pi * n), sp.S.Zero, domain(n=above(0))),
    "a sign that squaring hides": lambda: equation(sp.sqrt((x - 1) ** 2), x - 1, ANYWHERE),
    "true for d = 1 alone": lambda: equation(d * x, x, domain(d=integers(1), x=REALS)),
    "the same on both sides": lambda: equation(sp.sin(x) + 1, sp.sin(x) + 1, ANYWHERE),
    "a domain that nothing satisfies": lambda: Relation(
        exact(lambda q: q**2), x**3, domain=domain([-(X**2) - 1], x=REALS)
    ),
    "points where it happens to hold": lambda: Relation(exact(lambda q: q**3), x, grid({x: "-1 0 1"})),
    "one point where it happens to hold": lambda: Relation(exact(lambda q: q**3), x, grid({x: "1"})),
    "one percent off by simulation": lambda: Relation(square_simulated(0.01, 1e-4), x**2, grid({x: "1 2 3"})),
    "one percent off, unseen": lambda: Relation(square_simulated(0.01, 0.01), x**2, grid({x: "1 2 3"})),
    "an almost-integer": lambda: equation(sp.exp(sp.pi * sp.sqrt(163)), sp.Integer(640320**3 + 744), domain()),
    "an almost-integer by a side": lambda: Relation(
        Side("e", lambda at, digits: sp.exp(sp.pi * sp.sqrt(163))), sp.Integer(640320**3 + 744), ({},)
    ),
    "a float that loses a ball": lambda: Within("sin", lambda at: float(at["v"].mid()), v, v**3, {v: ("1/10", "1")}),
    "a bound that is too small": lambda: Within("sin", lambda at: at["v"].sin(), v, v**3 / 7, {v: ("1/10", "1")}),
    "a proof of something else": lambda: Relation(
        exact(lambda q: q**3), x**2, proof=Proof(X * X, lambda: identity(X * X, X**2, ANYWHERE)), domain=ANYWHERE
    ),
    "a proof on a smaller domain": lambda: Relation(
        exact(abs), x, domain=ANYWHERE,
        proof=Proof(term.absolute(X), lambda: identity(term.absolute(X), X, domain(x=POSITIVE))),
    ),
    "symbols that assume too much": lambda: equation(sp.sqrt(v**2), v, domain(v=REALS)),
    "a condition that does not help": lambda: Qualified(
        Relation(exact(lambda q: q**3), x, grid({x: "2 3"})),
        Relation(exact(lambda q: q**3), x, domain=domain(x=interval(5, 6))), "5 < x < 6", domain(x=interval(5, 6)),
    ),
    "a wrong factor": lambda: equation(sp.sin(2 * x), sp.sin(x) * sp.cos(x), ANYWHERE),
    "a wrong constant": lambda: equation(sp.gamma(n + 1), n * sp.gamma(n) + sp.Rational(1, 10**30), domain(n=above(0))),
    "a logarithm of a negative number": lambda: equation(sp.log(x**2), 2 * sp.log(x), ANYWHERE),
}  # fmt: skip


@pytest.mark.parametrize("kind", FALSE)
def test_false_statements_get_no_verdict_that_counts(kind):
    try:
        found = judge(Claim("paper.1", "", "proved", FALSE[kind]))
    except (ValueError, TypeError, ArithmeticError) as failure:
        assert str(failure)
        return
    assert found.verdict not in ("proved", "certified", "agrees", "qualified"), found.evidence


TRUE = {
    "triple angle": (sp.sin(3 * x), 3 * sp.sin(x) - 4 * sp.sin(x) ** 3, ANYWHERE),
    "double angle": (sp.cos(2 * t), 2 * sp.cos(t) ** 2 - 1, domain(t=REALS)),
    "sine from cosine": (sp.sqrt(1 - sp.cos(t) ** 2), sp.sin(t), domain(t=interval(0, sp.pi))),
    "sum of angles": (sp.cos(x + t), sp.cos(x) * sp.cos(t) - sp.sin(x) * sp.sin(t), domain(x=REALS, t=REALS)),
    "half angle": (sp.tan(t / 2), sp.sin(t) / (1 + sp.cos(t)), domain(t=interval(0, sp.pi))),
    "gamma shift": (sp.gamma(n + 3), (n + 2) * (n + 1) * n * sp.gamma(n), domain(n=above(0))),
    "gamma at a half": (sp.gamma(n + 1) * sp.Rational(3, 4), n * sp.gamma(n) * 3 / 4, domain(n=above(0))),
    "powers": (v**n * v ** (n + 1), v ** (2 * n + 1), domain(v=POSITIVE, n=REALS)),
    "roots": (sp.sqrt(1 + 2 * v + v**2), 1 + v, domain(v=POSITIVE)),
    "exponentials": (sp.exp(x) * sp.exp(-t), sp.exp(x - t), domain(x=REALS, t=REALS)),
    "partial fractions": (1 / (1 - x**2), (1 / (1 - x) + 1 / (1 + x)) / 2, domain(x=interval(-1, 1))),
    "binomial": ((x + t) ** 3, x**3 + 3 * x**2 * t + 3 * x * t**2 + t**3, domain(x=REALS, t=REALS)),
    "fourth power": (sp.cos(x) ** 4, (3 + 4 * sp.cos(2 * x) + sp.cos(4 * x)) / 8, ANYWHERE),
    "product to sum": (sp.sin(x) * sp.sin(t), (sp.cos(x - t) - sp.cos(x + t)) / 2, domain(x=REALS, t=REALS)),
    "a sixth of a turn": (sp.sin(x + sp.pi / 3), sp.sin(x) / 2 + sp.sqrt(3) * sp.cos(x) / 2, ANYWHERE),
    "cotangent": (sp.cot(t), sp.cos(t) / sp.sin(t), domain(t=interval(0, sp.pi))),
}


@pytest.mark.parametrize("kind", TRUE)
def test_true_statements_outside_the_papers_are_proved(kind):
    left, right, where = TRUE[kind]
    try:
        claim = equation(left, right, where)
    except ValueError:
        pytest.fail("SymPy made both sides the same")
    found = judge(Claim("paper.1", "", "proved", lambda: claim))
    assert found.verdict == "proved", found.evidence
