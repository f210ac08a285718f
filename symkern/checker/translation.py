"""Translation of terms to fractions of polynomials, with every law and its side conditions built here.

Laws, and how each is built:

- Angles are written in units: cos and sin of a unit u are (1 - t^2)/(1 + t^2) and 2 t/(1 + t^2), where t stands for
  tan(u/2). This holds sin^2 + cos^2 = 1 for granted, has no other relation, and makes factors unique. Multiples and
  sums of angles follow from powers and products of cos + i sin; multiples of pi/12 are exact.
- A power of a positive base is a product over the prime numbers and irreducible factors of the base; exponents add.
- Gamma(a + k) = a (a + 1) ... (a + k - 1) Gamma(a), where a is the smallest argument of its class that occurs.
- (-1)^m is a sign for an integer m; its square is 1.
- Integrals, sums, derivatives and defined functions are free generators; two of them are the same if their heads and
  bodies are the same and their other arguments are equal.

A condition that cannot be proved on the domain raises `NotChecked`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import factorial, gcd, lcm

from flint import fmpq_mpoly, fmpz

from symkern.checker.bodies import body_key
from symkern.checker.fractions_of_polynomials import (
    CONTEXT,
    Element,
    Field,
    Generator,
    NotChecked,
    constant,
)
from symkern.checker.ranges import (
    INFINITE,
    MINUS_ONE,
    ONE,
    PI,
    POSITIVE,
    REALS,
    ZERO,
    Range,
    Ranges,
    add,
    arcus,
    half_tangent,
    of_interval,
    point,
    scale,
)
from symkern.checker.ranges import cosine as cosine_range
from symkern.checker.reading import BINDERS, End, Identity, Node
from symkern.checker.signs import Signs, factors

MOST_SHIFTS = 200
"""Factors of a shifted Gamma function."""
MOST_MULTIPLE = 200
"""Multiple of a unit of angle."""
Pair = tuple[Element, Element]
"""Cosine and sine of an angle."""


class Again(Exception):
    """A smaller unit is needed: the translation starts anew."""


class Units:
    """Common denominators of angles and exponents, and smallest arguments of Gamma, found while translating."""

    def __init__(self) -> None:
        self.divisors: dict[tuple[str, str, str], int] = {}
        self.shifts: dict[tuple[str, Fraction], int] = {}

    def divisor(self, key: tuple[str, str, str], needed: int) -> int:
        """Return the common denominator for a key; start anew if this one does not divide it."""
        found = self.divisors.get(key, 1)
        if found % needed:
            self.divisors[key] = lcm(found, needed)
            if self.divisors[key] > MOST_MULTIPLE:
                raise NotChecked("the denominators of its exponents or angles are too large")
            raise Again
        return found

    def shift(self, key: tuple[str, Fraction], needed: int) -> int:
        """Return the smallest shift of a class of arguments of Gamma; start anew if this one is smaller."""
        found = self.shifts.setdefault(key, needed)
        if needed < found:
            self.shifts[key] = needed
            raise Again
        return found


class Translation:
    """The terms of one identity as fractions of polynomials."""

    def __init__(self, identity: Identity, units: Units, relations: bool = True) -> None:
        self.units = units
        self.field = Field(relations)
        self.signs = Signs(self.field)
        self.symbols: dict[str, Range] = {}
        self.integers: set[str] = set()
        for name, values in identity.intervals.items():
            found = of_interval(values)
            if found is None:
                raise NotChecked(f"the interval of {name} is empty")
            self.symbols[name] = found
            if values.integer:
                self.integers.add(name)
        self.ranges = Ranges(self.symbols)
        self.done: dict[Node, Element] = {}
        self.opaque: dict[Node, int] = {}
        """Numbers of the classes of opaque terms."""
        self.classes: dict[tuple[str, str], list[tuple[list[Element | str], int]]] = {}
        self.valued: set[int] = set()
        """Classes whose values other theorems vouch for."""
        self._learn_domain(identity)

    # domain

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

    def _end(self, end: End) -> Element:
        return self.field.add(self.field.number(end.a), self.field.scale(end.b, self._pi()))

    def _pi(self) -> Element:
        return self.field.generator("pi", Generator("pi", point(PI)))

    def _symbol(self, name: str) -> Element:
        if name not in self.symbols:
            raise NotChecked(f"{name} has no domain")
        about = ("integer",) if name in self.integers else ()
        return self.field.generator(("sym", name), Generator("symbol", self.symbols[name], about=about))

    # conditions

    def require_positive(self, node: Node, value: Element) -> None:
        """Prove that a term is positive on the domain."""
        if self._sign(node, value) != 1:
            raise NotChecked(f"{node} > 0 is not shown")

    def require_nonzero(self, node: Node, value: Element) -> None:
        """Prove that a term is nowhere 0 on the domain."""
        if self._sign(node, value) not in (1, -1):
            raise NotChecked(f"{node} != 0 is not shown")

    def _sign(self, node: Node, value: Element) -> int | None:
        """Return the sign of a term from its form as written or its normal form; what the first shows is kept."""
        written = self.ranges.of(node).sign()
        if written not in (1, -1):
            return self.signs.everywhere(value)
        if self.signs.where_finite(value) is None:
            self.signs.learn(self.field.scale(Fraction(written), value))
        return written

    def require_between(self, node: Node, value: Element, strictly: bool) -> None:
        """Prove that a term lies in [-1, 1], or strictly between."""
        written = self.ranges.of(node)
        if written.inside(MINUS_ONE, ONE):
            return
        one = self.field.number(1)
        for side in (self.field.subtract(one, value), self.field.add(one, value)):
            if not (self.signs.everywhere(side) == 1 if strictly else self.signs.not_negative(side)):
                raise NotChecked(f"{node} {'strictly ' if strictly else ''}between -1 and 1 is not shown")

    # terms

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
            return self._power(*node.args)
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

    # powers

    def _power(self, base_node: Node, exponent_node: Node) -> Element:
        base, exponent = self.translate(base_node), self.translate(exponent_node)
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
                direction = self.signs.polynomial(factor)
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
        if inner is not None and inner.kind in ("exp", "power"):
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
        assert isinstance(part, Element)
        return self._atom_power(atom, self.field.multiply(part, exponent))  # type: ignore[arg-type]

    def _as_generator(self, atom: fmpq_mpoly) -> Generator | None:
        used = self.field.used(atom)
        return self.field.generators[used[0]] if len(used) == 1 and atom == CONTEXT.gen(used[0]) else None

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
                direction = self.signs.polynomial(factor)
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

    # angles

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

    # other functions

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
        first = self.units.shift((rest.key, Fraction(0)), whole)
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

    # opaque terms

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


__all__ = ["Again", "Translation", "Units"]
