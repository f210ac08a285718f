"""Sines, cosines and tangents.

Angles are written in units: cos and sin of a unit u are (1 - t^2)/(1 + t^2) and 2 t/(1 + t^2), where t stands for
tan(u/2). This holds sin^2 + cos^2 = 1 for granted, has no other relation, and makes factors unique. Multiples and sums
of angles follow from powers and products of cos + i sin; multiples of pi/12 are exact. A unit is chosen so small that
it lies strictly between -pi and pi, where t is finite; where this cannot be, t proves no sign.
"""

from __future__ import annotations

from fractions import Fraction

from symkern.checker.conditions import MOST_MULTIPLE
from symkern.checker.fractions_of_polynomials import CONTEXT, Element, Generator, NotChecked
from symkern.checker.powers import Powers
from symkern.checker.ranges import PI, REALS, Range, add, half_tangent, point, scale
from symkern.checker.ranges import cosine as cosine_range
from symkern.checker.reading import End, Node

Pair = tuple[Element, Element]
"""Cosine and sine of an angle."""


class Angles(Powers):
    """Laws of sines and cosines."""

    def _trigonometric(self, node: Node, angle: Element) -> Element:
        cosine, sine = self.cosine_and_sine(angle)
        if node.head == "cos":
            self._learn_sign(node, cosine)
            return cosine
        self._learn_sign(node, sine)
        if node.head == "sin":
            return sine
        if cosine_range(self.ranges.of(node.args[0])).sign() not in (1, -1) and self.signs.everywhere(cosine) not in (
            1,
            -1,
        ):
            raise NotChecked(f"cos({node.args[0]}) != 0 is not shown")
        return self.field.multiply(sine, self.field.inverse(cosine))

    def _learn_sign(self, node: Node, value: Element) -> None:
        """Take in the sign of a sine or cosine that its exact range shows; units may have irrational ends."""
        found = self.ranges.of(node).sign() if node.head != "tan" else None
        if found in (1, -1) and self.signs.where_finite(value) is None:
            self.signs.learn(self.field.scale(Fraction(found), value))

    def cosine_and_sine(self, angle: Element) -> Pair:
        """Return the cosine and sine of an angle, from those of its parts."""
        found: Pair = (self.field.number(1), self.field.number(0))
        for share, part in self.field.parts(angle):
            found = self._turned(found, self._part(share, part))
        return found

    def _turned(self, first: Pair, second: Pair) -> Pair:
        times, field = self.field.multiply, self.field
        return (
            field.subtract(times(first[0], second[0]), times(first[1], second[1])),
            field.add(times(first[0], second[1]), times(first[1], second[0])),
        )

    def _multiple(self, pair: Pair, count: int) -> Pair:
        if abs(count) > MOST_MULTIPLE:
            raise NotChecked("a multiple of an angle is too large")
        if count < 0:
            pair = (pair[0], self.field.scale(Fraction(-1), pair[1]))
        found: Pair = (self.field.number(1), self.field.number(0))
        for _ in range(abs(count)):
            found = self._turned(found, pair)
        return found

    def _part(self, share: Fraction, part: Element) -> Pair:
        """Return the cosine and sine of q b."""
        pi = self.field.index.get("pi", -1)
        used = self.field.used(part.num)
        if used == [pi] and part.num.degrees()[pi] == 1 and part.den.is_constant():
            return self._of_pi(share)
        if pi in used and part.num.degrees()[pi] == 1 and share.denominator == 1:
            rest = self.field.element(part.num, part.den * CONTEXT.gen(pi))
            if self._integer_valued(rest):
                return self._sign_power(self.field.scale(share, rest)), self.field.number(0)
        inner = self._as_generator(part.num) if part.den.is_constant() else None
        key = ("angle", "", part.key)
        divisor = self.units.divisor(key, share.denominator)
        if inner is not None and inner.kind in ("atan", "asin", "acos") and divisor == 1:
            return self._multiple(self._of_inverse(inner), int(share))
        values = self.field.range_of(part)
        bounded = not values.low.infinite and not values.high.infinite
        unit = scale(Fraction(1, divisor), values)
        inside = unit.inside(End(b=Fraction(-1)), PI)
        if bounded and not inside and divisor <= 32:
            self.units.divisor(key, 2 * divisor)
        varies = part.den.is_constant() and any(
            self.field.generators[k].kind == "symbol"
            and not self.field.generators[k].about
            and self.field.generators[k].values.low != self.field.generators[k].values.high
            and part.num.degrees()[k] == 1
            and len(used) == 1
            for k in used
        )
        made = Generator("angle", half_tangent(unit)) if inside else Generator("angle", REALS)
        made.finite = inside
        made.source = self.field.scale(Fraction(1, divisor), part)
        made.about = ("varies",) if varies else ("fixed",)
        new = key not in self.field.index
        t = self.field.generator(key, made)
        square = self.field.multiply(t, t)
        below = self.field.inverse(self.field.add(self.field.number(1), square))
        cosine = self.field.multiply(self.field.subtract(self.field.number(1), square), below)
        sine = self.field.multiply(self.field.scale(Fraction(2), t), below)
        if new and inside:
            self._learn_multiples((cosine, sine), unit)
        return self._multiple((cosine, sine), int(share * divisor))

    def _learn_multiples(self, pair: Pair, unit: Range) -> None:
        """Take in the signs of sines and cosines of small multiples of a unit; ends of t may be rounded, theirs not."""
        turned = pair
        for count in range(1, 5):
            values = scale(Fraction(count), unit)
            shifted = add(values, point(End(b=Fraction(-1, 2))))
            for value, exact in ((turned[0], cosine_range(values)), (turned[1], cosine_range(shifted))):
                found = exact.sign()
                if found in (1, -1) and self.signs.where_finite(value) is None:
                    self.signs.learn(self.field.scale(Fraction(found), value))
            turned = self._turned(turned, pair)

    def _of_pi(self, share: Fraction) -> Pair:
        """Return the cosine and sine of a multiple of pi/12: 1/12 is 1/3 - 1/4."""
        if 12 % share.denominator:
            raise NotChecked(f"cosine and sine of {share} pi have no exact value here")
        twelfths = int(share * 12) % 24
        half = self.field.number(Fraction(1, 2))
        found: Pair = (self.field.number(1), self.field.number(0))
        for _ in range(twelfths // 6):
            found = self._turned(found, (self.field.number(0), self.field.number(1)))
        rest = twelfths % 6
        if rest == 3:
            root = self.field.multiply(half, self.real_power(self.field.number(2), half))
            return self._turned(found, (root, root))
        root = self.field.multiply(half, self.real_power(self.field.number(3), half)) if rest else half
        if rest in (2, 5):
            found = self._turned(found, (root, half))
        if rest == 4:
            found = self._turned(found, (half, root))
        if rest == 1:
            found = self._turned(found, (half, root))
            eighth = self.field.multiply(half, self.real_power(self.field.number(2), half))
            return self._turned(found, (eighth, self.field.scale(Fraction(-1), eighth)))
        if rest == 5:
            eighth = self.field.multiply(half, self.real_power(self.field.number(2), half))
            return self._turned(found, (eighth, eighth))
        return found

    def _of_inverse(self, inner: Generator) -> Pair:
        """Return the cosine and sine of acos(x), asin(x) or atan(x)."""
        (x,) = inner.about
        assert isinstance(x, Element)
        one, half = self.field.number(1), self.field.number(Fraction(1, 2))
        square = self.field.multiply(x, x)
        if inner.kind == "atan":
            below = self.real_power(self.field.add(one, square), self.field.scale(Fraction(-1), half))
            return below, self.field.multiply(x, below)
        rest = self.field.subtract(one, square)
        if self.signs.everywhere(rest) != 1:
            raise NotChecked("an argument of acos or asin strictly between -1 and 1 is not shown")
        root = self.real_power(rest, half)
        return (x, root) if inner.kind == "acos" else (root, x)
