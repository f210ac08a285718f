"""Bodies under binders, compared as terms.

Nothing is known of a bound variable here, so two bodies are the same only if they agree by the laws that hold for all
reals and lose no condition: sums and products of numbers commute and distribute. Parts that may have no value (powers,
quotients, tangents, ...) are kept as they are written, and every such part that occurs is part of the comparison, so
that x/x is not 1 and 0 (1/x) is not 0.
"""

from __future__ import annotations

from fractions import Fraction

from symkern.checker.fractions_of_polynomials import NotChecked
from symkern.checker.reading import Node

TOTAL = ("sin", "cos", "exp", "atan", "erf", "abs")
"""Functions that have a value at every real number."""
MOST_TERMS = 2000
Monomial = tuple[tuple[str, int], ...]
Sum = dict[Monomial, Fraction]


def body_key(node: Node) -> str:
    """Return a text that is the same for equal bodies only."""
    partial: set[str] = set()
    total = _sum(node, partial)
    return f"{_text(total)} | {'; '.join(sorted(partial))}"


def _text(total: Sum) -> str:
    return " + ".join(f"{number}*{monomial}" for monomial, number in sorted(total.items()) if number)


def _sum(node: Node, partial: set[str]) -> Sum:
    """Return a term as a polynomial in its atoms; atoms that may have no value are added to `partial`."""
    if node.head == "num":
        return {(): node.number or Fraction(0)}
    if node.head == "+":
        total: Sum = {}
        for arg in node.args:
            for monomial, number in _sum(arg, partial).items():
                total[monomial] = total.get(monomial, Fraction(0)) + number
        return {monomial: number for monomial, number in total.items() if number}
    if node.head == "*":
        product: Sum = {(): Fraction(1)}
        for arg in node.args:
            product = _product(product, _sum(arg, partial))
        return product
    if node.head == "^":
        raised = _power(node, partial)
        if raised is not None:
            return raised
    name = _atom(node)
    if node.head not in ("sym", "bound", "pi", *TOTAL):
        partial.add(name)
    else:
        for arg in node.args:
            _sum(arg, partial)
    return {((name, 1),): Fraction(1)}


def _power(node: Node, partial: set[str]) -> Sum | None:
    """Return a power with a small positive exponent, or of a number, multiplied out; otherwise None."""
    inside: set[str] = set()
    base, exponent = (_sum(arg, inside) for arg in node.args)
    if exponent.keys() - {()}:
        return None
    times = exponent.get((), Fraction(0))
    if times.denominator != 1 or abs(times) > 16:
        return None
    number = base.get(()) if base.keys() == {()} else None
    if times < 1 and not (times < 0 and number):
        return None
    partial |= inside
    if times < 0 and number:
        return {(): number ** int(times)}
    found: Sum = {(): Fraction(1)}
    for _ in range(int(times)):
        found = _product(found, base)
    return found


def _product(first: Sum, second: Sum) -> Sum:
    if len(first) * len(second) > MOST_TERMS:
        raise NotChecked("the body of a binder is too large")
    product: Sum = {}
    for one, number in first.items():
        for two, other in second.items():
            exponents = dict(one)
            for name, exponent in two:
                exponents[name] = exponents.get(name, 0) + exponent
            monomial = tuple(sorted(exponents.items()))
            product[monomial] = product.get(monomial, Fraction(0)) + number * other
    return {monomial: number for monomial, number in product.items() if number}


def _atom(node: Node) -> str:
    if node.head in ("sym", "bound"):
        return f"{node.head} {str(node.data)!r}"
    return f"{node.head}({', '.join(body_key(arg) for arg in node.args)})"
