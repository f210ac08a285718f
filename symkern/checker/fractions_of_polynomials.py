"""Fractions of polynomials over the rational numbers in generators that the translation chooses.

A generator stands for a number of which the translation knows a range and, for a root, one relation: its power is a
polynomial in generators that came before it. Every denominator is a polynomial that the translation has shown to be
other than 0, so that a fraction is 0 where its numerator is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from symkern.checker.ranges import REALS, Range, add, multiply, point, power, scale

MOST_GENERATORS = 40
MOST_TERMS = 30_000
"""Terms of a polynomial, beyond which an identity is not checked."""
CONTEXT = fmpq_mpoly_ctx.get(tuple(f"g{k}" for k in range(MOST_GENERATORS)), Ordering.lex)


class NotChecked(Exception):
    """An identity that this checker cannot re-check; the text says what is missing."""


@dataclass(frozen=True)
class Element:
    """A fraction num/den without a common factor; the leading coefficient of `den` is 1."""

    num: fmpq_mpoly
    den: fmpq_mpoly

    @property
    def key(self) -> str:
        """A text that is the same for the same fraction only."""
        return f"{self.num}/{self.den}"

    @property
    def constant(self) -> Fraction | None:
        """The rational number that the fraction is, or None."""
        if not (self.num.is_constant() and self.den.is_constant()):
            return None
        return rational(self.num.coefficient(0)) if len(self.num) else Fraction(0)


@dataclass
class Generator:
    """What is known of one generator.

    Attributes
    ----------
    kind : str
        Kind of number: symbol, pi, angle, power, exp, sign, gamma, log, opaque, ...
    values : Range
        Range of its values.
    degree, replacement : int, fmpq_mpoly or None
        The relation generator^degree = replacement, if there is one.
    finite : bool
        Whether the generator has a finite value everywhere on the domain. The tangent of half an angle may have none.
    about : tuple of object
        What the kind needs besides.
    source : Element or None
        The unit of an angle or the argument of Gamma that the generator stands for.
    """

    kind: str
    values: Range
    degree: int = 0
    replacement: fmpq_mpoly | None = None
    finite: bool = True
    about: tuple[object, ...] = field(default=())
    source: Element | None = None


def rational(value: fmpq) -> Fraction:
    """Return a rational number of flint as one of Python."""
    value = fmpq(value)
    return Fraction(int(value.p), int(value.q))


def constant(value: Fraction | int) -> fmpq_mpoly:
    """Return a number as a polynomial."""
    value = Fraction(value)
    return CONTEXT.constant(fmpq(value.numerator, value.denominator))


class Field:
    """The generators of one identity and the arithmetic of fractions in them.

    Without `relations` the powers of roots are kept, as a proof by another program needs it.
    """

    def __init__(self, relations: bool = True) -> None:
        self.relations = relations
        self.generators: list[Generator] = []
        self.index: dict[object, int] = {}
        self.one = constant(1)

    def generator(self, key: object, new: Generator) -> Element:
        """Return the generator of this key; it is made from `new` if it is not there yet."""
        if key not in self.index:
            if len(self.generators) == MOST_GENERATORS:
                raise NotChecked(f"it needs more than {MOST_GENERATORS} generators")
            self.index[key] = len(self.generators)
            self.generators.append(new)
        return Element(CONTEXT.gen(self.index[key]), self.one)

    def number(self, value: Fraction | int) -> Element:
        """Return a rational number."""
        return Element(constant(value), self.one)

    def element(self, num: fmpq_mpoly, den: fmpq_mpoly) -> Element:
        """Return the reduced fraction of two polynomials."""
        num, den = self.reduced(num), self.reduced(den)
        if len(den) == 0:
            raise NotChecked("a denominator vanishes")
        if len(num) == 0:
            return Element(num, self.one)
        if not den.is_constant():
            common = num.gcd(den)
            if not common.is_constant():
                num, den = num / common, den / common
        leading = den.leading_coefficient()
        if leading != 1:
            num, den = num * (1 / leading), den * (1 / leading)
        return Element(num, den)

    def reduced(self, value: fmpq_mpoly) -> fmpq_mpoly:
        """Return a polynomial with the relations of roots applied."""
        for number in range(len(self.generators) - 1, -1, -1) if self.relations else ():
            made = self.generators[number]
            if not made.degree or made.replacement is None:
                continue
            while len(value) and value.degrees()[number] >= made.degree:
                low: dict[tuple[int, ...], fmpq] = {}
                parts: dict[int, dict[tuple[int, ...], fmpq]] = {}
                for exponents, coefficient in value.terms():
                    times, rest = divmod(int(exponents[number]), made.degree)
                    key = (*exponents[:number], rest, *exponents[number + 1 :])
                    (parts.setdefault(times, {}) if times else low)[key] = coefficient
                value = CONTEXT.from_dict(low)
                for times, part in parts.items():
                    value += self.times(CONTEXT.from_dict(part), self.raised(made.replacement, times))
        return value

    def times(self, first: fmpq_mpoly, second: fmpq_mpoly) -> fmpq_mpoly:
        """Return a product of polynomials, unless it is too large."""
        if len(first) * len(second) > 100 * MOST_TERMS:
            raise NotChecked("a polynomial becomes too large")
        product = first * second
        if len(product) > MOST_TERMS:
            raise NotChecked("a polynomial becomes too large")
        return product

    def raised(self, value: fmpq_mpoly, exponent: int) -> fmpq_mpoly:
        """Return a power of a polynomial, unless it is too large."""
        if exponent > 2000 or (len(value) > 1 and comb(len(value) + exponent - 1, exponent) > 10 * MOST_TERMS):
            raise NotChecked("a power becomes too large")
        size = max((abs(int(part)).bit_length() for c in value.coeffs() for part in (c.p, c.q)), default=0)
        if size * exponent > 200_000:
            raise NotChecked("a power becomes too large")
        return value**exponent

    def add(self, first: Element, second: Element) -> Element:
        """Return a sum."""
        if first.den == second.den:
            return self.element(first.num + second.num, first.den)
        num = self.times(first.num, second.den) + self.times(second.num, first.den)
        return self.element(num, self.times(first.den, second.den))

    def multiply(self, first: Element, second: Element) -> Element:
        """Return a product."""
        return self.element(self.times(first.num, second.num), self.times(first.den, second.den))

    def subtract(self, first: Element, second: Element) -> Element:
        """Return a difference."""
        return self.add(first, self.scale(Fraction(-1), second))

    def scale(self, factor: Fraction, value: Element) -> Element:
        """Return a rational multiple."""
        if factor == 0:
            return self.number(0)
        return Element(value.num * fmpq(factor.numerator, factor.denominator), value.den)

    def inverse(self, value: Element) -> Element:
        """Return the inverse; who asks has shown that the value is not 0."""
        return self.element(value.den, value.num)

    def power(self, value: Element, exponent: int) -> Element:
        """Return a power with an integer exponent; if it is negative, the value has been shown to be other than 0."""
        if exponent < 0:
            return self.power(self.inverse(value), -exponent)
        return self.element(self.raised(value.num, exponent), self.raised(value.den, exponent))

    def parts(self, value: Element) -> Iterator[tuple[Fraction, Element]]:
        """Yield rational numbers q and fractions b, each without a number as a factor, whose products q b sum up."""
        for exponents, coefficient in value.num.terms():
            yield (
                rational(coefficient),
                self.element(CONTEXT.from_dict({tuple(exponents): fmpq(1)}), value.den),
            )

    def used(self, *polynomials: fmpq_mpoly) -> list[int]:
        """Return the numbers of the generators that stand in polynomials."""
        degrees = [value.degrees() for value in polynomials if len(value)]
        return [k for k in range(len(self.generators)) if any(found[k] > 0 for found in degrees)]

    def range_of(self, value: Element) -> Range:
        """Return a range of a fraction, term by term."""
        if any(not self.generators[k].finite for k in self.used(value.num, value.den)):
            return REALS
        low = self._range(value.num)
        if value.den.is_constant():
            return low
        below = self._range(value.den)
        if below.sign() not in (1, -1):
            return REALS
        return multiply(low, power(below, -1))

    def _range(self, value: fmpq_mpoly) -> Range:
        found = point(Fraction(0))
        for exponents, coefficient in value.terms():
            product = point(Fraction(1))
            for number, exponent in enumerate(exponents[: len(self.generators)]):
                if exponent:
                    product = multiply(product, power(self.generators[number].values, int(exponent)))
            found = add(found, scale(rational(coefficient), product))
        return found
