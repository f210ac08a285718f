"""Powers, exponentials and logarithms.

A power of a positive base is a product over the prime numbers and irreducible factors of the base; exponents add. A
root is a generator whose power is known. (-1)^m is a sign for an integer m; its square is 1.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from flint import fmpq_mpoly, fmpz

from symkern.checker.conditions import Conditions
from symkern.checker.fractions_of_polynomials import CONTEXT, Element, Generator, NotChecked, constant
from symkern.checker.ranges import INFINITE, MINUS_ONE, ONE, POSITIVE, REALS, Range
from symkern.checker.reading import Node
from symkern.checker.signs import factors


class Powers(Conditions):
    """Laws of powers."""

    def power(self, base_node: Node, base: Element, exponent: Element) -> Element:
        """Return a power; the base is positive unless the exponent is an integer."""
        number = exponent.constant
        if number is not None and number.denominator == 1:
            if number <= 0:
                self.require_nonzero(base_node, base)
            if abs(number) > 2000:
                raise NotChecked(f"the exponent {str(number)[:20]} is too large")
            return self.field.power(base, int(number))
        if self._integer_valued(exponent) and self._negative(base_node, base):
            size = self.field.scale(Fraction(-1), base)
            return self.field.multiply(self._sign_power(exponent), self.real_power(size, exponent))
        self.require_positive(base_node, base)
        return self.real_power(base, exponent)

    def _negative(self, node: Node, value: Element) -> bool:
        return self._sign(node, value) == -1

    def _integer_valued(self, value: Element) -> bool:
        """Return whether a fraction is a polynomial with integer coefficients in symbols of integers."""
        if not value.den.is_constant():
            return False
        return all(c.q == 1 for c in value.num.coeffs()) and all(
            self.field.generators[k].about == ("integer",) and self.field.generators[k].kind == "symbol"
            for k in self.field.used(value.num)
        )

    def _sign_power(self, exponent: Element) -> Element:
        """Return (-1)^e for an integer e: one sign for each product of symbols, of which powers do not matter."""
        found = self.field.number(1)
        for share, part in self.field.parts(exponent):
            if share.numerator % 2 == 0:
                continue
            degrees = part.num.degrees()
            odd = tuple(k for k in self.field.used(part.num) if degrees[k])
            if not odd:
                found = self.field.scale(Fraction(-1), found)
                continue
            made = Generator("sign", Range(MINUS_ONE, ONE, False, False), 2, constant(1))
            found = self.field.multiply(found, self.field.generator(("sign", odd), made))
        return found

    def real_power(self, base: Element, exponent: Element) -> Element:
        """Return a power of a base that has been shown to be positive."""
        found = self.field.number(1)
        number = Fraction(1)
        unknown: list[tuple[fmpq_mpoly, int]] = []
        for part, side in ((base.num, 1), (base.den, -1)):
            content, parts = factors(part)
            number *= abs(content) ** side
            for factor, count in parts:
                direction = self.sign_of_factor(factor)
                if direction is None:
                    unknown.append((factor, side * count))
                    continue
                scaled = self.field.scale(Fraction(side * count), exponent)
                found = self.field.multiply(found, self._atom_power(direction * factor, scaled))
        for prime, share in _primes(number):
            found = self.field.multiply(found, self._atom_power(constant(prime), self.field.scale(share, exponent)))
        if unknown:
            # the signs of these factors are not known one by one, but their product is positive up to the sign found
            common = 0
            for _, count in unknown:
                common = gcd(common, count)
            if common % 2 == 0:
                raise NotChecked("the sign of a factor of a base is not shown")
            together = self.field.number(1)
            for factor, count in unknown:
                together = self.field.multiply(
                    together, self.field.power(Element(factor, self.field.one), count // common)
                )
            rest = self.field.multiply(base, self.field.power(self.field.inverse(together), common))
            direction = self.signs.where_finite(rest)
            if direction is None or not together.den.is_constant():
                raise NotChecked("the sign of a factor of a base is not shown")
            atom = direction * together.num
            scaled = self.field.scale(Fraction(common), exponent)
            found = self.field.multiply(found, self._atom_power(atom, scaled))
        return found

    def _atom_power(self, atom: fmpq_mpoly, exponent: Element) -> Element:
        """Return a power of a positive polynomial that is a prime number or has no factor of known sign."""
        self._dense(atom)
        inner = self._as_generator(atom)
        if inner is not None and inner.kind in ("exp", "power", "root"):
            return self._power_of_power(inner, exponent)
        found = self.field.number(1)
        for share, part in self.field.parts(exponent):
            key = ("power", str(atom), part.key)
            divisor = self.units.divisor(key, share.denominator)
            if part.constant is not None:
                whole, rest = divmod(int(share * divisor), divisor)
                if abs(whole) > 2000:
                    raise NotChecked("an exponent is too large")
                value = self.field.power(Element(atom, self.field.one), whole)
                if rest:
                    root = Generator("root", POSITIVE, divisor, atom, about=(atom, divisor))
                    value = self.field.multiply(value, self.field.power(self.field.generator(key, root), rest))
            else:
                about = (atom, self.field.scale(Fraction(1, divisor), part))
                made = self.field.generator(key, Generator("power", POSITIVE, about=about))
                value = self.field.power(made, int(share * divisor))
            found = self.field.multiply(found, value)
        return found

    def _power_of_power(self, inner: Generator, exponent: Element) -> Element:
        """Return (a^b)^c as a^(b c)."""
        if inner.kind == "exp":
            (part,) = inner.about
            assert isinstance(part, Element)
            return self._exp(self.field.multiply(part, exponent))
        atom, part = inner.about
        if not isinstance(part, Element):
            part = self.field.number(Fraction(1, int(str(part))))
        return self._atom_power(atom, self.field.multiply(part, exponent))  # type: ignore[arg-type]

    def _dense(self, atom: fmpq_mpoly) -> None:
        """Prove that where a generator of the atom is infinite is the limit of points where all are finite.

        Both sides are continuous there, all else kept fixed, because their conditions hold on open sets.
        """
        for number in self.field.used(atom):
            made = self.field.generators[number]
            if not made.finite and made.about != ("varies",):
                raise NotChecked("a base depends on an angle that may be an odd multiple of pi")

    def _exp(self, exponent: Element) -> Element:
        found = self.field.number(1)
        for share, part in self.field.parts(exponent):
            raised = self._exp_of_log(share, part)
            if raised is None:
                key = ("exp", "", part.key)
                divisor = self.units.divisor(key, share.denominator)
                about = (self.field.scale(Fraction(1, divisor), part),)
                made = self.field.generator(key, Generator("exp", POSITIVE, about=about))
                if abs(share * divisor) > 2000:
                    raise NotChecked("an exponent is too large")
                raised = self.field.power(made, int(share * divisor))
            found = self.field.multiply(found, raised)
        return found

    def _exp_of_log(self, share: Fraction, part: Element) -> Element | None:
        """Return exp(q log(a) b) as a^(q b), or None if there is no logarithm, or more than one."""
        logs = [k for k in self.field.used(part.num) if self.field.generators[k].kind == "log"]
        if len(logs) != 1 or part.num.degrees()[logs[0]] != 1:
            return None
        (atom,) = self.field.generators[logs[0]].about
        rest = self.field.element(part.num, part.den * CONTEXT.gen(logs[0]))
        return self._atom_power(atom, self.field.scale(share, rest))  # type: ignore[arg-type]

    def _log(self, value: Element) -> Element:
        """Return the logarithm of a positive fraction as a sum over its factors."""
        found = self.field.number(0)
        number = Fraction(1)
        for part, side in ((value.num, 1), (value.den, -1)):
            content, parts = factors(part)
            number *= abs(content) ** side
            for factor, count in parts:
                direction = self.sign_of_factor(factor)
                if direction is None:
                    raise NotChecked("the sign of a factor in a logarithm is not shown")
                one = self._log_of_atom(direction * factor)
                found = self.field.add(found, self.field.scale(Fraction(side * count), one))
        for prime, share in _primes(number):
            found = self.field.add(found, self.field.scale(share, self._log_of_atom(constant(prime))))
        return found

    def _log_of_atom(self, atom: fmpq_mpoly) -> Element:
        self._dense(atom)
        inner = self._as_generator(atom)
        if inner is not None and inner.kind == "exp":
            (part,) = inner.about
            assert isinstance(part, Element)
            return part
        if inner is not None and inner.kind == "power":
            base, part = inner.about
            assert isinstance(part, Element)
            return self.field.multiply(part, self._log(Element(base, self.field.one)))  # type: ignore[arg-type]
        if inner is not None and inner.kind == "root":
            base, divisor = inner.about
            whole = self._log(Element(base, self.field.one))  # type: ignore[arg-type]
            return self.field.scale(Fraction(1, int(str(divisor))), whole)
        values = (
            POSITIVE
            if not atom.is_constant() and _above_one(self.field.range_of(Element(atom, self.field.one)))
            else REALS
        )
        return self.field.generator(("log", str(atom)), Generator("log", values, about=(atom,)))


def _above_one(values: Range) -> bool:
    return values.inside(ONE, INFINITE)


def _primes(number: Fraction) -> list[tuple[int, Fraction]]:
    """Return the primes of a positive number with their exponents."""
    if max(number.numerator, number.denominator) >= 2**100:
        raise NotChecked("a number under a power is too large to factor")
    found: list[tuple[int, Fraction]] = []
    for part, side in ((number.numerator, 1), (number.denominator, -1)):
        if part > 1:
            found += [(int(prime), Fraction(side * int(count))) for prime, count in fmpz(part).factor()]
    return found
