"""Signs of polynomials on a box, from the ranges of the generators and from facts of the domain.

A polynomial is positive on an open box if it has no negative coefficient after each variable was replaced by a
fraction of a positive one: x = a + y on (a, oo), x = (a + b y)/(1 + y) on (a, b). At a closed end y is 0 or infinite,
so the part of lowest or highest degree must not vanish.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from flint import fmpq, fmpq_mpoly

from symkern.checker.fractions_of_polynomials import CONTEXT, Element, Field, constant, rational
from symkern.checker.ranges import INFINITE, MINUS_INFINITE, Range, ball, bounds, less
from symkern.checker.reading import End

MOST_CLOSED = 6
"""Closed ends of a box; the test looks at every face."""
MOST_SPLITS = 3
"""Halvings of a box."""
MOST_EFFORT = 100_000
"""Terms times variables of the polynomials that may be looked at for one identity."""
Box = dict[int, Range]


def factors(value: fmpq_mpoly) -> tuple[Fraction, list[tuple[fmpq_mpoly, int]]]:
    """Return the content and the irreducible factors of a polynomial other than 0, each with leading coefficient 1."""
    if value.is_constant():
        return rational(value.leading_coefficient()), []
    content, found = value.factor()
    number = rational(content)
    monic = []
    for factor, count in found:
        leading = rational(factor.leading_coefficient())
        monic.append((factor * fmpq(leading.denominator, leading.numerator), int(count)))
        number *= leading ** int(count)
    return number, monic


def rational_end(end: End, up: bool) -> tuple[End, bool]:
    """Return an end without pi, rounded outwards, and whether it was rounded."""
    if end.infinite or end.b == 0:
        return end, False
    found = bounds(ball(end))
    assert found is not None
    return End(found[up]), True


class Signs:
    """Signs of polynomials in the generators of a field."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.facts: list[tuple[fmpq_mpoly, bool]] = []
        self.learned: dict[str, int] = {}
        self.cache: dict[tuple[str, int], tuple[int | None, int | None]] = {}
        self.effort = 0
        """Terms of the polynomials that were looked at."""

    def learn(self, value: Element, strict: bool = True) -> None:
        """Take in that a fraction is positive (or not negative) on the domain."""
        whole = value.num * value.den
        if len(whole) == 0 or whole.is_constant():
            return
        self.facts.append((whole, strict))
        self.cache.clear()
        if not strict:
            return
        number, found = factors(whole)
        known = 1 if number > 0 else -1
        unknown: list[fmpq_mpoly] = []
        for factor, count in found:
            if count % 2:
                here = self.polynomial(factor)
                if here is None:
                    unknown.append(factor)
                else:
                    known *= here
        if len(unknown) == 1:
            self.learned[str(unknown[0])] = known
            self.cache.clear()

    def everywhere(self, value: Element) -> int | None:
        """Return the sign of a fraction that has it on the whole domain, or None."""
        if any(not self.field.generators[k].finite for k in self.field.used(value.num, value.den)):
            return None
        return self.where_finite(value)

    def where_finite(self, value: Element) -> int | None:
        """Return the sign of a fraction that it has where all its generators are finite, or None."""
        if len(value.num) == 0:
            return 0
        whole = self.polynomial(value.num), self.polynomial(value.den)
        if whole[0] is not None and whole[1] is not None:
            return whole[0] * whole[1]
        found = 1
        for part in (value.num, value.den):
            number, parts = factors(part)
            found *= 1 if number > 0 else -1
            for factor, count in parts:
                here = self.polynomial(factor)
                if here is None:
                    return None
                found *= here**count
        return found

    def not_negative(self, value: Element) -> bool:
        """Return whether a fraction is nowhere negative on the domain; its denominator is not 0."""
        if any(not self.field.generators[k].finite for k in self.field.used(value.num, value.den)):
            return False
        if len(value.num) == 0:
            return True
        found = 1
        for part in (value.num, value.den):
            number, parts = factors(part)
            found *= 1 if number > 0 else -1
            for factor, count in parts:
                if count % 2:
                    here = self._signs(factor, 2)[1]
                    if here is None:
                        return False
                    found *= here
        return found > 0

    def polynomial(self, value: fmpq_mpoly, depth: int = 2) -> int | None:
        """Return the strict sign of a polynomial, or None."""
        return self._signs(value, depth)[0]

    def _signs(self, value: fmpq_mpoly, depth: int) -> tuple[int | None, int | None]:
        """Return the strict sign of a polynomial and the sign it has where it is not 0, each None if not shown."""
        if len(value) == 0:
            return None, 1
        key = (str(value), depth)
        if key not in self.cache:
            self.cache[key] = None, None  # facts that lead back to this polynomial show nothing
            self.cache[key] = self._found(value, depth)
        return self.cache[key]

    def _found(self, value: fmpq_mpoly, depth: int) -> tuple[int | None, int | None]:
        leading = rational(value.leading_coefficient())
        monic = value * fmpq(leading.denominator, leading.numerator)
        if str(monic) in self.learned:
            known = self.learned[str(monic)] * (1 if leading > 0 else -1)
            return known, known
        box = {k: self._rational(self.field.generators[k].values) for k in self.field.used(value)}
        weak = None
        directions = _possible(value, box)
        for direction in directions:
            strict, nowhere = self._positive(direction * value, box, MOST_SPLITS)
            if strict:
                return direction, direction
            if nowhere and weak is None:
                weak = direction
        if depth > 0:
            for direction in (1, -1):  # facts may tie the generators, which the points of the box ignore
                if self._by_fact(direction * value, depth) or self._by_discriminant(direction * value, depth):
                    return direction, direction
        return None, weak

    def _rational(self, values: Range) -> Range:
        low, below = rational_end(values.low, False)
        high, above = rational_end(values.high, True)
        return Range(low, high, values.low_open or below, values.high_open or above)

    def _by_fact(self, value: fmpq_mpoly, depth: int) -> bool:
        """Return whether a fact, times a positive number, leaves something that is not negative."""
        wanted = value.to_dict()
        for fact, strict in self.facts:
            shares = {
                rational(wanted[exponents]) / rational(coefficient)
                for exponents, coefficient in fact.to_dict().items()
                if exponents in wanted
            }
            for share in shares:
                if share > 0:
                    rest = value - fact * fmpq(share.numerator, share.denominator)
                    signs = self._signs(rest, depth - 1)
                    if signs[0] == 1 or (strict and signs[1] == 1):
                        return True
        return False

    def _by_discriminant(self, value: fmpq_mpoly, depth: int) -> bool:
        """Return whether the value is a x^2 + b x + c in some generator with positive a and 4 a c - b^2."""
        degrees = value.degrees() if len(value) else ()
        for number in self.field.used(value):
            if degrees[number] != 2:
                continue
            parts: list[dict[tuple[int, ...], fmpq]] = [{}, {}, {}]
            for exponents, coefficient in value.terms():
                rest = (*exponents[:number], 0, *exponents[number + 1 :])
                parts[int(exponents[number])][rest] = coefficient
            c, b, a = map(CONTEXT.from_dict, parts)
            if self._signs(a, depth - 1)[0] == 1 and self._signs(4 * a * c - b * b, depth - 1)[0] == 1:
                return True
        return False

    def _positive(self, value: fmpq_mpoly, box: Box, splits: int) -> tuple[bool, bool]:
        """Return whether a polynomial is shown to be positive, and not negative, on a box."""
        self.effort += len(value) * len(box)
        if self.effort > MOST_EFFORT:
            return False, False
        strict, weak = _coefficients(value, box)
        if strict or splits == 0 or len(value) > 200:
            return strict, weak
        bounded = [k for k, values in box.items() if not values.low.infinite and not values.high.infinite]
        bounded = [k for k in bounded if less(box[k].low, box[k].high)]
        if not bounded or len(box) > 3:
            return strict, weak
        widest = max(bounded, key=lambda k: (box[k].high.a - box[k].low.a, -k))
        here = box[widest]
        middle = End((here.low.a + here.high.a) / 2)
        left = self._positive(value, {**box, widest: Range(here.low, middle, here.low_open, False)}, splits - 1)
        if not left[1]:
            return False, weak
        right = self._positive(value, {**box, widest: Range(middle, here.high, False, here.high_open)}, splits - 1)
        return left[0] and right[0], weak or (left[1] and right[1])


def _possible(value: fmpq_mpoly, box: Box) -> list[int]:
    """Return the signs that a polynomial may have on a whole box, by its values at a few points; it proves nothing."""
    found = [1, -1]
    for share in (0.03, 0.35, 0.71, 0.97):
        places = {}
        for k, values in box.items():
            low = float(values.low.a) if not values.low.infinite else None
            high = float(values.high.a) if not values.high.infinite else None
            if low is not None and high is not None:
                places[k] = low + (high - low) * ((share * (1 + k)) % 1)
            elif low is not None:
                places[k] = low + share * (1 + k % 3)
            else:
                places[k] = (high or 0.0) - share * (1 + k % 3)
        total = 0.0
        try:
            for exponents, coefficient in value.terms():
                term = float(rational(coefficient))
                for k, place in places.items():
                    term *= place ** int(exponents[k])
                total += term
        except OverflowError:
            continue
        if abs(total) > 1e-6:
            found = [direction for direction in found if direction * total > 0]
    return found


def _coefficients(value: fmpq_mpoly, box: Box) -> tuple[bool, bool]:
    """Return whether the coefficients show that a polynomial is positive, and not negative, on a box."""
    ends: dict[int, list[str]] = {}
    tops: dict[int, int] = {}  # degrees before the change of variables: the highest part may vanish by it
    for number, values in box.items():
        if values.low == values.high:
            value = _substituted(value, number, values.low.a)
            continue
        if values.low == MINUS_INFINITE and values.high == INFINITE:
            if any(exponents[number] % 2 for exponents in value.monoms()):
                return False, False
            ends[number] = ["", "low"]
            continue
        tops[number] = int(value.degrees()[number]) if len(value) else 0
        value = _mapped(value, number, values)
        faces = [""]
        if not values.low_open:
            faces.append("low" if not values.low.infinite else "")
        if not values.high_open and not values.high.infinite:
            faces.append("high" if not values.low.infinite else "low")
        ends[number] = [face for k, face in enumerate(faces) if face or k == 0]
    closed = [(number, face) for number, faces in ends.items() for face in faces if face]
    if len(value) == 0:
        return False, True
    if any(coefficient < 0 for coefficient in value.coeffs()):
        return False, False
    if len(closed) > MOST_CLOSED:
        return False, True
    monomials = [tuple(map(int, exponents)) for exponents in value.monoms()]
    numbers = list(ends)
    for face_of_each in product(*ends.values()):
        here = dict(zip(numbers, face_of_each, strict=True))
        wanted = {k: 0 if face == "low" else tops[k] for k, face in here.items() if face}
        if not any(all(exponents[k] == degree for k, degree in wanted.items()) for exponents in monomials):
            return False, True
    return True, True


def _substituted(value: fmpq_mpoly, number: int, at: Fraction) -> fmpq_mpoly:
    return value.subs({f"g{number}": fmpq(at.numerator, at.denominator)})


def _mapped(value: fmpq_mpoly, number: int, values: Range) -> fmpq_mpoly:
    """Return a polynomial with one variable written by a positive one, times a power of 1 + y on a bounded interval."""
    if len(value) == 0:
        return value
    y = CONTEXT.gen(number)
    degree = int(value.degrees()[number])
    if values.high.infinite:
        above, below = constant(values.low.a) + y, constant(1)
    elif values.low.infinite:
        above, below = constant(values.high.a) - y, constant(1)
    else:
        above, below = constant(values.low.a) + constant(values.high.a) * y, constant(1) + y
    parts: dict[int, dict[tuple[int, ...], fmpq]] = {}
    for exponents, coefficient in value.terms():
        rest = (*exponents[:number], 0, *exponents[number + 1 :])
        parts.setdefault(int(exponents[number]), {})[rest] = coefficient
    found = constant(0)
    for exponent, part in parts.items():
        found += CONTEXT.from_dict(part) * above**exponent * below ** (degree - exponent)
    return found
