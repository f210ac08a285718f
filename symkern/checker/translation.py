"""Translation of terms to fractions of polynomials, with every law and its side conditions built here.

Laws of powers and of angles are in their own files. Besides:

- Gamma(a + k) = a (a + 1) ... (a + k - 1) Gamma(a), where a is the smallest argument of its class that occurs.
- Integrals, sums, derivatives and defined functions are free generators; two of them are the same if their heads and
  bodies are the same and their other arguments are equal.

A condition that cannot be proved on the domain raises `NotChecked`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import factorial

from symkern.checker.angles import Angles
from symkern.checker.bodies import body_key
from symkern.checker.conditions import Again, Units
from symkern.checker.fractions_of_polynomials import CONTEXT, Element, Generator, NotChecked
from symkern.checker.ranges import INFINITE, ONE, PI, POSITIVE, REALS, ZERO, Range, arcus, less, sign
from symkern.checker.reading import BINDERS, Identity, Node

MOST_SHIFTS = 200
"""Factors of a shifted Gamma function."""


class Translation(Angles):
    """The terms of one identity as fractions of polynomials.

    Parameters
    ----------
    identity : Identity
        The identity, whose domain is taken in first.
    units : Units
        Units of angles and exponents that earlier attempts found.
    relations : bool, default True
        Whether powers of roots are reduced.
    """

    def __init__(self, identity: Identity, units: Units, relations: bool = True) -> None:
        super().__init__(identity, units, relations)
        self.done: dict[Node, Element] = {}
        self.opaque: dict[Node, int] = {}
        """Numbers of the classes of opaque terms."""
        self.classes: dict[tuple[str, str], list[tuple[list[Element | str], int]]] = {}
        self.valued: set[int] = set()
        """Classes whose values other theorems vouch for."""
        self._learn_domain(identity)

    def _learn_domain(self, identity: Identity) -> None:
        for name, values in self.symbols.items():
            symbol = self._symbol(name)
            if not values.low.infinite:
                self.signs.learn(self.field.subtract(symbol, self._end(values.low)), values.low_open)
            if not values.high.infinite:
                self.signs.learn(self.field.subtract(self._end(values.high), symbol), values.high_open)
        self._mark(identity)
        for condition in identity.positive:
            self.signs.learn(self.translate(condition))
        self._mark(identity)

    def _mark(self, identity: Identity) -> None:
        """Mark the classes of the terms that are known to have values; one that cannot be read is left out."""
        for term in identity.known:
            try:
                self.valued.add(self._class(term))
            except NotChecked:
                continue

    def translate(self, node: Node) -> Element:
        """Return a term as a fraction; all conditions that its value takes are proved."""
        if node not in self.done:
            self.done[node] = self._translate(node)
        return self.done[node]

    def _translate(self, node: Node) -> Element:
        head = node.head
        if head == "num":
            return self.field.number(node.number or 0)
        if head == "sym":
            return self._symbol(str(node.data))
        if head == "pi":
            return self._pi()
        if node.opaque:
            return self._opaque(node)
        if head in ("oo", "bound"):
            raise NotChecked(f"{node} is not a number")
        if head == "^":
            base, exponent = map(self.translate, node.args)
            return self.power(node.args[0], base, exponent)
        inner = [self.translate(arg) for arg in node.args]
        if head == "+":
            total = inner[0]
            for other in inner[1:]:
                total = self.field.add(total, other)
            return total
        if head == "*":
            product = inner[0]
            for other in inner[1:]:
                product = self.field.multiply(product, other)
            return product
        if head in ("sin", "cos", "tan"):
            return self._trigonometric(node, inner[0])
        if head == "exp":
            return self._exp(inner[0])
        if head == "log":
            self.require_positive(node.args[0], inner[0])
            return self._log(inner[0])
        if head == "gamma":
            return self._gamma(node.args[0], inner[0])
        return self._other(node, inner)

    def _gamma(self, node: Node, value: Element) -> Element:
        number = value.constant
        if number is not None:
            if number.denominator == 1:
                if number < 1:
                    raise NotChecked(f"Gamma has a pole at {number}")
                if number > MOST_SHIFTS:
                    raise NotChecked(f"Gamma({str(number)[:20]}) is too large")
                return self.field.number(factorial(int(number) - 1))
            if number.denominator == 2 and abs(number) < MOST_SHIFTS:
                return self._gamma_of_half(number)
        self.require_positive(node, value)
        shift = Fraction(0)
        if value.den.is_constant():
            zero = (0,) * CONTEXT.nvars()
            found = value.num.to_dict().get(zero)
            shift = Fraction(int(found.p), int(found.q)) if found is not None else Fraction(0)
        whole = shift.numerator // shift.denominator
        rest = self.field.subtract(value, self.field.number(whole))
        first = self.units.shift(rest.key, whole)
        start = self.field.add(rest, self.field.number(first))
        if first != whole and self.signs.everywhere(start) != 1:
            raise NotChecked("an argument of a shifted Gamma > 0 is not shown")
        made = self.field.generator(("gamma", start.key), Generator("gamma", POSITIVE, source=start))
        if whole - first > MOST_SHIFTS:
            raise NotChecked("a shift of Gamma is too large")
        for step in range(whole - first):
            made = self.field.multiply(made, self.field.add(start, self.field.number(step)))
        return made

    def _gamma_of_half(self, number: Fraction) -> Element:
        """Return Gamma(k + 1/2) from Gamma(1/2) = sqrt(pi)."""
        value = Fraction(1)
        here = Fraction(1, 2)
        while here < number:
            value *= here
            here += 1
        while here > number:
            here -= 1
            value /= here
        root = self.real_power(self._pi(), self.field.number(Fraction(1, 2)))
        return self.field.scale(value, root)

    def _other(self, node: Node, inner: list[Element]) -> Element:
        head, value = node.head, inner[0]
        written = self.ranges.of(node.args[0])
        if head in ("abs", "step"):
            direction = written.sign()
            if direction is None:
                direction = self.signs.everywhere(value)
            if head == "abs":
                opposite = self.field.scale(Fraction(-1), value)
                if direction in (0, 1) or written.not_negative() or self.signs.not_negative(value):
                    return value
                if direction == -1 or self.signs.not_negative(opposite):
                    return opposite
                return self._absolute(value)
            if direction in (1, -1):
                return self.field.number(1 if direction == 1 else 0)
            return self._function("step", [value], Range(ZERO, ONE, False, False))
        if head == "hyp2f1":
            self.require_positive(node.args[2], inner[2])
            self.require_between(node.args[3], inner[3], strictly=True)
            if inner[3].constant == 0 or inner[0].constant == 0 or inner[1].constant == 0:
                return self.field.number(1)
            return self._function(head, inner, self.ranges.of(node))
        if head == "acos" and node.args[0].head == "cos":
            angle = self.ranges.of(node.args[0].args[0])
            if not (sign(angle.low) < 0 or less(PI, angle.high)):  # arccos(cos(x)) = x from 0 to pi
                return self.translate(node.args[0].args[0])
        if head in ("acos", "asin"):
            self.require_between(node.args[0], value, strictly=False)
        exact = _EXACT.get(head, {}).get(value.constant if value.constant is not None else Fraction(99))
        if exact is not None:
            return self.field.scale(exact, self._pi())
        if head == "acos":
            return self._function(head, inner, arcus(head, written))
        # atan, asin and erf are odd: the sign is taken out if the mirrored argument came before
        mirrored = self._found(head, [self.field.scale(Fraction(-1), value)])
        if mirrored is not None:
            return self.field.scale(Fraction(-1), mirrored)
        return self._function(head, inner, self.ranges.of(node))

    def _absolute(self, value: Element) -> Element:
        """Return |x| for x of unknown sign: the square of its numerator is known."""
        for part in (value.num, value.den):
            self._dense(part)
        square = self.field.multiply(Element(value.num, self.field.one), Element(value.num, self.field.one)).num
        made = Generator("absolute", Range(ZERO, INFINITE, False), 2, square)
        above = self.field.generator(("abs", str(square)), made)
        direction = self.signs.where_finite(Element(value.den, self.field.one))
        if direction is None:
            raise NotChecked("the sign of a denominator under abs is not shown")
        return self.field.multiply(
            above, self.field.inverse(self.field.scale(Fraction(direction), Element(value.den, self.field.one)))
        )

    def _found(self, head: str, args: list[Element]) -> Element | None:
        """Return the generator of a function at equal arguments, or None."""
        for others, number in self.classes.get((head, ""), []):
            if all(self.equal(one, other) for one, other in zip(args, others, strict=True)):
                return Element(CONTEXT.gen(number), self.field.one)
        return None

    def _function(self, head: str, args: list[Element], values: Range) -> Element:
        """Return the generator of a function that has values at all arguments that were let through."""
        found = self._found(head, args)
        if found is not None:
            return found
        others = self.classes.setdefault((head, ""), [])
        made = self.field.generator((head, len(others)), Generator(head, values, about=tuple(args)))
        others.append((list(args), self.field.index[head, len(others)]))
        return made

    def equal(self, one: Element | str, other: Element | str) -> bool:
        """Return whether two arguments are equal; "oo" is equal to itself only."""
        if isinstance(one, str) or isinstance(other, str):
            return one == other
        return len(self.field.subtract(one, other).num) == 0

    def _opaque(self, node: Node) -> Element:
        number = self._class(node)
        if number not in self.valued:
            raise NotChecked(f"no theorem says that {node} has a value")
        return Element(CONTEXT.gen(number), self.field.one)

    def _class(self, node: Node) -> int:
        """Return the number of the generator of an opaque term."""
        if node in self.opaque:
            return self.opaque[node]
        binder = node.head in BINDERS
        outside = node.args[:-1] if binder else node.args
        body = body_key(node.args[-1]) if binder else ""
        args: list[Element | str] = [self._argument(arg) for arg in outside]
        others = self.classes.setdefault((node.head, body), [])
        for known, number in others:
            if len(known) == len(args) and all(self.equal(one, two) for one, two in zip(args, known, strict=True)):
                self.opaque[node] = number
                return number
        key = ("opaque", node.head, body, len(others))
        self.field.generator(key, Generator("opaque", REALS))
        number = self.field.index[key]
        others.append((args, number))
        self.opaque[node] = number
        return number

    def _argument(self, node: Node) -> Element | str:
        if node.head == "oo":
            return "oo"
        if node.head == "*" and len(node.args) == 2 and node.args[1].head == "oo" and node.args[0].number == -1:
            return "-oo"
        return self.translate(node)


_EXACT: Mapping[str, Mapping[Fraction, Fraction]] = {
    "atan": {Fraction(0): Fraction(0), Fraction(1): Fraction(1, 4), Fraction(-1): Fraction(-1, 4)},
    "asin": {
        Fraction(0): Fraction(0),
        Fraction(1): Fraction(1, 2),
        Fraction(-1): Fraction(-1, 2),
        Fraction(1, 2): Fraction(1, 6),
        Fraction(-1, 2): Fraction(-1, 6),
    },
    "acos": {
        Fraction(0): Fraction(1, 2),
        Fraction(1): Fraction(0),
        Fraction(-1): Fraction(1),
        Fraction(1, 2): Fraction(1, 3),
        Fraction(-1, 2): Fraction(2, 3),
    },
    "erf": {Fraction(0): Fraction(0)},
}
"""Values of inverse functions as multiples of pi."""


__all__ = ["Again", "Translation", "Units"]
