"""Identities between terms, decided in a field of functions modulo the relations that its generators obey.

A term becomes a polynomial in atoms: symbols, pi, sines and cosines, positive bases of powers, powers with symbolic
exponents, Gamma functions, and whatever else is opaque. What the laws used on the way need is asked of the domain:

| law | needs |
|---|---|
| 1/b | b does not vanish |
| (a b)^e = a^e b^e, b^(e+f) = b^e b^f | positive bases; or integer exponents, and bases that are not 0 or e, f >= 0 |
| sin^2 + cos^2 = 1, addition of angles | nothing |
| Gamma(a + 1) = a Gamma(a) | arguments are positive |
| log, arccos, ... have values | the argument is in their range |
| integrals, derivatives, defined functions have values | a theorem that says so, or arguments in the domain |

Conditions that the bounds of the domain do not show are returned as open, never dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import lcm
from typing import TypeAlias

from symkern.proofs import polynomials as p
from symkern.proofs.bounds import Undefined, bounds, is_integer, is_nonzero, is_not_negative, is_positive
from symkern.proofs.domains import Domain, Interval
from symkern.proofs.exact import ONE, PI, ZERO
from symkern.proofs.polynomials import Monomial, Polynomial
from symkern.proofs.terms import BINDERS, Term, half, shown, term
from symkern.proofs.terms import pi as PI_TERM

UNIT_INTERVAL = Interval(-ONE, ONE, False, False)
VALUES = {
    ("atan", Fraction(0)): Fraction(0), ("atan", Fraction(1)): Fraction(1, 4), ("atan", Fraction(-1)): Fraction(-1, 4),
    ("acos", Fraction(1)): Fraction(0), ("acos", Fraction(0)): Fraction(1, 2), ("acos", Fraction(-1)): Fraction(1),
    ("asin", Fraction(0)): Fraction(0), ("asin", Fraction(1)): Fraction(1, 2), ("asin", Fraction(-1)): Fraction(-1, 2),
}  # fmt: skip
"""Inverse functions at some numbers, as multiples of pi."""
INVERSES = {"acos": ("cos", Interval(ZERO, PI, False, False))}
MOST_HALVINGS = 6
LARGEST_POWER = 200
"""Integer exponents beyond this are not expanded."""


@dataclass(frozen=True)
class Condition:
    """Something that must hold on a domain: a term is "positive", "nonzero", "not negative", or "has a value"."""

    kind: str
    term: Term
    domain: Domain

    def __str__(self) -> str:
        meaning = {"positive": "> 0", "nonzero": "!= 0", "not negative": ">= 0"}.get(self.kind, self.kind)
        return f"{shown(self.term)} {meaning} on {self.domain}"


AngleKey: TypeAlias = "frozenset[tuple[Term, Fraction]]"
"""A monomial, by what its atoms stand for."""


class _HalfAngle(Exception):
    """The identity is to be tried again with the sine and cosine of half this angle."""

    def __init__(self, angle: AngleKey) -> None:
        self.angle = angle


@dataclass
class Atom:
    """A generator: what it stands for as a term, and the polynomial it stands for if it is a composite base."""

    meaning: Term
    composite: Polynomial | None = None
    cosine: int | None = None
    """Of a sine: the atom of the cosine with the same argument."""
    angle: AngleKey | None = None
    """Of a cosine: the monomial of the angle."""
    prime: int = 0
    """Of a prime number: the number."""
    power_of: tuple[int, Monomial] | None = None
    """Of a power with a symbolic exponent: the base and the exponent."""


@dataclass
class Field:
    """The atoms of one identity on a domain, the conditions used, and those that stayed open."""

    domain: Domain
    known: frozenset[Term] = frozenset()
    atoms: list[Atom] = field(default_factory=list)
    keys: dict[object, int] = field(default_factory=dict)
    calls: list[tuple[str, object, tuple[Polynomial, ...], int]] = field(default_factory=list)
    used: dict[Condition, None] = field(default_factory=dict)
    open: dict[Condition, None] = field(default_factory=dict)
    units: dict[AngleKey, int] = field(default_factory=dict)
    memory: dict[Term, Polynomial] = field(default_factory=dict)
    hints: list[Polynomial] = field(default_factory=list)
    positive: set[int] = field(default_factory=set)
    """Composite atoms that are positive."""

    # Conditions

    def require(self, kind: str, value: Term) -> bool:
        """Record a condition, as open if the bounds do not show it; return whether they do."""
        condition = Condition(kind, value, self.domain)
        if condition in self.used or condition in self.open:
            return condition in self.used
        shows = self.shows(kind, value)
        (self.used if shows else self.open)[condition] = None
        return shows

    def shows(self, kind: str, value: Term) -> bool:
        """Return whether the bounds show a condition, of the term as written or of the factors of its normal form."""
        try:
            test = {"positive": is_positive, "nonzero": is_nonzero, "not negative": is_not_negative}[kind]
            if test(value, self.domain) or test(self._as_product(value), self.domain):
                return True
        except Undefined:
            return False
        return any(self._is_condition(value, condition) for condition in self.domain.positive)

    def _is_condition(self, value: Term, condition: Term) -> bool:
        """Return whether a term is, up to its form, one that the domain says is positive."""
        try:
            rest, field_ = compared(value, condition, Domain(self.domain.intervals), self.known)
        except Undefined:
            return False
        return not rest and not field_.open

    def _as_product(self, value: Term) -> Term:
        """Return a term as the product of its factors, whose signs the bounds may see when they do not see its own."""
        inner = Field(self.domain, self.known)
        poly = inner.canonical(inner.polynomial(value))
        if inner.open or not poly:
            return value
        number, common, primitive = p.content(poly)
        parts = [term(number)] + [inner.atoms[atom].meaning ** term(e) for atom, e in common]
        factors = p.factored(primitive)
        if p.add(p.product(p.power(factor, count) for factor, count in factors), primitive, -1):
            parts.append(term(-1))
        return Term("*", None, (*parts, *(inner.meaning(factor) ** term(count) for factor, count in factors)))

    # Atoms

    def atom(self, key: object, meaning: Term, **more: object) -> int:
        """Return the number of the atom with this key, made if there is none."""
        if key not in self.keys:
            self.keys[key] = len(self.atoms)
            self.atoms.append(Atom(meaning, **more))  # type: ignore[arg-type]
        return self.keys[key]

    def meaning(self, poly: Polynomial) -> Term:
        """Return a polynomial as a term."""
        parts = []
        for monomial, coefficient in sorted(poly.items(), reverse=True):
            factors = [
                self.atoms[atom].meaning if e == 1 else self.atoms[atom].meaning ** term(e) for atom, e in monomial
            ]
            number = [] if coefficient == 1 and factors else [term(coefficient)]
            parts.append(Term("*", None, (*number, *factors)) if len(number + factors) > 1 else (number + factors)[0])
        return Term("+", None, tuple(parts)) if len(parts) != 1 else parts[0]

    # Translation

    def polynomial(self, value: Term) -> Polynomial:
        """Return a term as a polynomial in atoms."""
        if value not in self.memory:
            self.memory[value] = self._polynomial(value)
        return self.memory[value]

    def _polynomial(self, value: Term) -> Polynomial:
        if value.head == "num":
            return p.constant(Fraction(str(value.data)))
        if value.head == "sym":
            if value.name not in self.domain.intervals:
                raise Undefined(f"the symbol {value.name} has no domain")
            return p.variable(self.atom(value, value))
        if value.head == "pi":
            return p.variable(self.atom("pi", value))
        if value.head == "+":
            result: Polynomial = {}
            for arg in value.args:
                result = p.add(result, self.polynomial(arg))
            return result
        if value.head == "*":
            return p.product(self.polynomial(arg) for arg in value.args)
        if value.head == "^":
            return self._power(*value.args)
        if value.head == "exp":
            return self._raised(
                self.atom("e", Term("exp", None, (term(1),))),
                Fraction(1),
                self.canonical(self.polynomial(value.args[0])),
            )
        if value.head in ("sin", "cos", "tan"):
            return self._trigonometric(value)
        if value.head == "gamma":
            return self._gamma(value)
        if value.head in BINDERS:
            if value not in self.known:
                self.open[Condition("has a value", value, self.domain)] = None
            return p.variable(self.atom(value, value))
        if value.head == "oo":
            raise Undefined("infinity is not a number")
        return self._call(value)

    def _call(self, value: Term) -> Polynomial:
        """Return an opaque function of arguments; equal arguments make the same atom."""
        if value.head == "step" and value not in self.known:
            return self._step(value)
        if value.head == "abs":
            if self.shows("not negative", value.args[0]):
                self.require("not negative", value.args[0])
                return self.polynomial(value.args[0])
            if self.shows("not negative", -value.args[0]):
                self.require("not negative", -value.args[0])
                return self.polynomial(-value.args[0])
        inner = INVERSES.get(value.head)
        if inner and value.args[0].head == inner[0] and inner[1].contains(bounds(value.args[0].args[0], self.domain)):
            return self.polynomial(value.args[0].args[0])
        arguments = tuple(self.canonical(self.polynomial(arg)) for arg in value.args)
        self._has_value(value)
        if len(arguments) == 1 and set(arguments[0]) <= {()}:
            number = arguments[0].get((), Fraction(0))
            if (value.head, number) in VALUES:
                return p.multiply(self.polynomial(PI_TERM), p.constant(VALUES[value.head, number]))
            if (value.head, number) in (("log", Fraction(1)), ("erf", Fraction(0)), ("abs", Fraction(0))):
                return {}
        for head, data, others, atom in self.calls:
            if (head, data, len(others)) == (value.head, value.data, len(arguments)) and all(
                self.vanishes(p.add(a, b, -1)) for a, b in zip(arguments, others, strict=True)
            ):
                return p.variable(atom)
        atom = self.atom(value, value)
        self.calls.append((value.head, value.data, arguments, atom))
        return p.variable(atom)

    def _has_value(self, value: Term) -> None:
        """Require what a function needs to have a value at its arguments."""
        argument = value.args[0]
        if value.head == "log":
            self.require("positive", argument)
        elif value.head in ("acos", "asin"):
            self.require("not negative", 1 - argument)
            self.require("not negative", 1 + argument)
        elif value.head == "hyp2f1":
            self.require("positive", value.args[2])
            self.require("positive", 1 - value.args[3])
            self.require("positive", 1 + value.args[3])
        elif value.head == "fn" and value not in self.known:
            for kind, needed in value.data.conditions(value.args):  # type: ignore[attr-defined]
                if kind == "integer":
                    if not is_integer(needed, self.domain):
                        self.open[Condition("is an integer", needed, self.domain)] = None
                else:
                    self.require(kind, needed)

    def _step(self, value: Term) -> Polynomial:
        for argument, result in ((value.args[0], 1), (-value.args[0], 0)):
            if self.shows("positive", argument):
                self.require("positive", argument)
                return p.constant(result)
        return p.variable(self.atom(value, value))

    # Powers

    def _power(self, base: Term, exponent: Term) -> Polynomial:
        e = self.canonical(self.polynomial(exponent))
        constant = set(e) <= {()}
        number = e.get((), Fraction(0))
        if constant and number.denominator == 1 and abs(number) <= LARGEST_POWER:
            poly = self.polynomial(base)
            if number >= 0:
                return p.power(poly, int(number))
            self.require("nonzero", base)
            return self._product_power(poly, base, {(): number}, signed=True)
        if is_integer(exponent, self.domain):
            return self._integer_exponent(base, exponent, e)
        self.require("positive", base)
        return self._product_power(self.polynomial(base), base, e, signed=False)

    def _integer_exponent(self, base: Term, exponent: Term, e: Polynomial) -> Polynomial:
        """Return a power whose exponent takes integer values: of any base that is not 0, or a natural exponent."""
        if self.shows("positive", base):
            self.require("positive", base)
            return self._product_power(self.polynomial(base), base, e, signed=False)
        if self.shows("nonzero", base):
            self.require("nonzero", base)
            return self._product_power(self.polynomial(base), base, e, signed=True)
        shift = e.get((), Fraction(0))
        symbolic = {monomial: c for monomial, c in e.items() if monomial}
        self.require("not negative", exponent)
        if shift < 0 or not self.shows("not negative", self.meaning(symbolic)):
            shift, symbolic = Fraction(0), e  # the law b^(m+k) = b^m b^k takes natural m and k
        poly = self.polynomial(base)
        power = frozenset(symbolic.items())
        for head, data, others, atom in self.calls:
            if head == "^" and data == power and self.vanishes(p.add(poly, others[0], -1)):
                return p.multiply(p.variable(atom), p.power(poly, int(shift)))
        atom = self.atom(("natural power", base, power), base ** self.meaning(symbolic))
        self.calls.append(("^", power, (poly,), atom))
        return p.multiply(p.variable(atom), p.power(poly, int(shift)))

    def _product_power(self, poly: Polynomial, base: Term, e: Polynomial, signed: bool) -> Polynomial:
        """Return base^e from the factors of the base. `signed`: e takes integers only, so factors may be negative."""
        poly = self.canonical(poly)
        if not poly:
            raise Undefined(f"{shown(base)} is 0 and cannot be the base of a power")
        number, factors = self._factors(poly, base, signed)
        result = p.ONE
        if number < 0:
            if not signed:
                raise Undefined(f"{shown(base)} is negative and has no power with the exponent {self.meaning(e)}")
            result = self._sign_power(e)
        for prime, multiplicity in _primes(abs(number)):
            atom = self.atom(("prime", prime), term(prime), prime=prime)
            result = p.multiply(result, self._raised(atom, multiplicity, e))
        for atom, exponent in factors:
            result = p.multiply(result, self._raised(atom, exponent, e))
        return result

    def _sign_power(self, e: Polynomial) -> Polynomial:
        """Return (-1)^e for an exponent that takes integers: an atom whose square is 1 for every odd coefficient."""
        result = p.ONE
        for monomial, c in e.items():
            if c.denominator != 1:
                raise Undefined(f"(-1)^({self.meaning(e)}) is not decided")
            if c % 2:
                meaning = self.meaning({monomial: Fraction(1)})
                if monomial and not is_integer(meaning, self.domain):
                    raise Undefined(f"(-1)^({self.meaning(e)}) is not decided")
                factor = p.variable(self.atom(("sign", monomial), term(-1) ** meaning)) if monomial else p.constant(-1)
                result = p.multiply(result, factor)
        return result

    def _factors(self, poly: Polynomial, base: Term, signed: bool) -> tuple[Fraction, list[tuple[int, Fraction]]]:
        """Return a number and atoms with exponents whose product is the polynomial; positive atoms unless `signed`."""
        number, common, primitive = p.content(poly)
        found = list(common)
        for atom, here in enumerate(self.atoms):
            while here.cosine is not None and (smaller := p.quotient(primitive, self._sine_squared(here))) is not None:
                extra, more, primitive = p.content(smaller)
                number *= extra
                found += [(atom, Fraction(2)), *more]
        if not signed:
            for index, (atom, exponent) in enumerate(found):
                meaning = self.atoms[atom].meaning
                if atom in self.positive or self.shows("positive", meaning):
                    self.used[Condition("positive", meaning, self.domain)] = None
                elif exponent.denominator == 1 and self.shows("positive", -meaning):
                    self.used[Condition("positive", -meaning, self.domain)] = None
                    number *= (-1) ** int(exponent)
                    found[index] = (self._composite(p.add({}, p.variable(atom), -1)), exponent)
                else:
                    raise Undefined(f"the sign of {shown(meaning)} in {shown(base)} is not known")
        pieces = p.factored(primitive)
        if not signed:
            for factor, _ in pieces:
                self._halve(factor)
        oriented = [(self._oriented(factor), factor, multiplicity) for factor, multiplicity in pieces]
        if signed or all(positive is not None for positive, _, _ in oriented):
            split = [(positive or factor, multiplicity) for positive, factor, multiplicity in oriented]
        else:  # the base is positive, and so are the other factors: so is what is left of it
            split = [(primitive if number > 0 else p.add({}, primitive, -1), 1)]
            self.positive.add(self._composite(split[0][0]))
        whole = p.product(p.power(factor, multiplicity) for factor, multiplicity in split)
        sign = -1 if p.add(whole, primitive, -1) else 1
        return number * sign, found + [(self._composite(factor), Fraction(m)) for factor, m in split]

    def _halve(self, factor: Polynomial) -> None:
        """Start again with half the angle where a base has a factor 1 + cos or 1 - cos: these are squares then."""
        for atom, here in enumerate(self.atoms):
            if here.angle is not None and any(
                not p.add(factor, p.add(p.constant(one), p.variable(atom), sign)) for one in (1, -1) for sign in (1, -1)
            ):
                raise _HalfAngle(here.angle)

    def _sine_squared(self, sine: Atom) -> Polynomial:
        assert sine.cosine is not None
        return p.add(p.ONE, p.variable(sine.cosine, 2), -1)

    def _oriented(self, factor: Polynomial) -> Polynomial | None:
        """Return a polynomial or its negative, whichever is positive by its bounds or by those of a term as written."""
        for candidate in (factor, p.add({}, factor, -1)):
            meaning = self.meaning(candidate)
            if any(not p.add(candidate, hint, -1) for hint in self.hints) or is_positive(meaning, self.domain):
                self.used[Condition("positive", meaning, self.domain)] = None
                self.positive.add(self._composite(candidate))
                return candidate
        return None

    def take_hints(self, values: Iterable[Term]) -> None:
        """Keep the polynomials of sums that are positive as they are written; expanded, their sign may be lost."""
        for part in (part for value in values for part in outside_binders(value) if part.head == "+"):
            for sign in (1, -1):
                if is_positive(part if sign > 0 else -part, self.domain):
                    number, common, primitive = p.content(self.canonical(self.polynomial(part)))
                    if all(e % 2 == 0 or is_positive(self.atoms[atom].meaning, self.domain) for atom, e in common):
                        self.hints.append(p.add({}, primitive, sign if number > 0 else -sign))

    def _composite(self, factor: Polynomial) -> int:
        return self.atom(("composite", frozenset(factor.items())), self.meaning(factor), composite=factor)

    def _raised(self, atom: int, multiplicity: Fraction | int, e: Polynomial) -> Polynomial:
        """Return atom^(multiplicity e): one atom for each monomial of the exponent."""
        result = p.ONE
        base, inner = self.atoms[atom].power_of or (atom, ())
        for monomial, coefficient in e.items():
            exponent = p.times(inner, monomial)
            if exponent:
                meaning = self.atoms[base].meaning ** self.meaning({exponent: Fraction(1)})
                power = self.atom(("power", base, exponent), meaning, power_of=(base, exponent))
                result = p.multiply(result, p.variable(power, coefficient * multiplicity))
            else:
                result = p.multiply(result, p.variable(base, coefficient * multiplicity))
        return result

    # Gamma functions

    def _gamma(self, value: Term) -> Polynomial:
        argument = self.canonical(self.polynomial(value.args[0]))
        shift = argument.get((), Fraction(0))
        symbolic = frozenset((monomial, c) for monomial, c in argument.items() if monomial)
        self.require("positive", value.args[0])
        if not symbolic and shift <= 0:
            raise Undefined(f"{shown(value)} has no value")
        if not symbolic and shift.denominator <= 2:
            start = Fraction(1) if shift.denominator == 1 else Fraction(1, 2)
            root = p.ONE if start == 1 else p.variable(self.atom("pi", PI_TERM), Fraction(1, 2))
            return p.multiply(root, self._rising({(): start}, int(shift - start)))
        key = ("gamma", symbolic, shift % 1)
        if key not in self.keys:
            self.atom(key, value)
            self.calls.append(("gamma", key, (argument,), self.keys[key]))
        base = next(args[0] for head, data, args, _ in self.calls if head == "gamma" and data == key)
        count = shift - base.get((), Fraction(0))
        if abs(count) > LARGEST_POWER:
            raise Undefined(f"{shown(value)} is too many steps from the other Gamma functions")
        atom = p.variable(self.keys[key])
        if count >= 0:
            return p.multiply(atom, self._rising(base, int(count)))
        below = self._rising(argument, int(-count))
        return p.multiply(atom, self._product_power(below, self.meaning(below), {(): Fraction(-1)}, signed=True))

    @staticmethod
    def _rising(start: Polynomial, count: int) -> Polynomial:
        return p.product(p.add(start, p.constant(k)) for k in range(count))

    # Angles

    def _trigonometric(self, value: Term) -> Polynomial:
        if value.head == "tan":
            over, under = Term("sin", None, value.args), Term("cos", None, value.args)
            self.require("nonzero", under)
            inverse = self._product_power(self.polynomial(under), under, {(): Fraction(-1)}, signed=True)
            return p.multiply(self.polynomial(over), inverse)
        sine: Polynomial = {}
        cosine: Polynomial = p.ONE
        for monomial, coefficient in self.canonical(self.polynomial(value.args[0])).items():
            if monomial == self._pi_monomial():
                s, c = self._turn(coefficient)
            else:
                s, c = self._multiple(monomial, coefficient)
            sine, cosine = (
                p.add(p.multiply(sine, c), p.multiply(cosine, s)),
                p.add(p.multiply(cosine, c), p.multiply(sine, s), -1),
            )
        return sine if value.head == "sin" else cosine

    def _pi_monomial(self) -> Monomial:
        return ((self.atom("pi", PI_TERM), Fraction(1)),)

    def _turn(self, multiple: Fraction) -> tuple[Polynomial, Polynomial]:
        """Return sine and cosine of a multiple of pi that is a multiple of pi/12's simplest parts."""
        multiple %= 2
        quarter = {Fraction(0): (0, 1), Fraction(1, 2): (1, 0), Fraction(1): (0, -1), Fraction(3, 2): (-1, 0)}
        if multiple in quarter:
            return p.constant(quarter[multiple][0]), p.constant(quarter[multiple][1])
        roots = {Fraction(1, 4): (2, 2), Fraction(1, 6): (1, 3), Fraction(1, 3): (3, 1)}
        folded = min(multiple % 1, 1 - multiple % 1)
        if folded not in roots:
            return self._multiple(self._pi_monomial(), multiple)
        s, c = (self.polynomial(half * term(square) ** half) for square in roots[folded])
        negative_cosine = Fraction(1, 2) < multiple < Fraction(3, 2)
        return (s if multiple < 1 else p.add({}, s, -1)), (p.add({}, c, -1) if negative_cosine else c)

    def _multiple(self, monomial: Monomial, coefficient: Fraction) -> tuple[Polynomial, Polynomial]:
        """Return sine and cosine of a multiple of a monomial, by those of its smallest unit."""
        angle = self._angle(monomial)
        unit = lcm(self.units.get(angle, 1), coefficient.denominator)
        count = int(coefficient * unit)
        if abs(count) > 60:
            raise Undefined("the multiple of an angle is too large")
        base = self.meaning({monomial: Fraction(1, unit)})
        cosine = self.atom(("cos", monomial, unit), Term("cos", None, (base,)), angle=angle)
        sine = self.atom(("sin", monomial, unit), Term("sin", None, (base,)), cosine=cosine)
        s, c = p.variable(sine), p.variable(cosine)
        result: tuple[Polynomial, Polynomial] = ({}, p.ONE)
        for _ in range(abs(count)):
            result = (
                p.add(p.multiply(result[0], c), p.multiply(result[1], s)),
                p.add(p.multiply(result[1], c), p.multiply(result[0], s), -1),
            )
        return (result[0] if count >= 0 else p.add({}, result[0], -1)), result[1]

    def _angle(self, monomial: Monomial) -> AngleKey:
        return frozenset((self.atoms[atom].meaning, e) for atom, e in monomial)

    def prepare(self, values: Iterable[Term]) -> None:
        """Find the smallest unit of each angle, so that sin(theta) and sin(theta/2) share their atoms."""
        scout = Field(self.domain, self.known)
        for part in (part for value in values for part in value.subterms()):
            if part.head in ("sin", "cos", "tan") and not part.loose:
                for monomial, coefficient in scout.canonical(scout.polynomial(part.args[0])).items():
                    angle = scout._angle(monomial)
                    self.units[angle] = lcm(self.units.get(angle, 1), coefficient.denominator)

    # Normal forms

    def vanishes(self, poly: Polynomial) -> bool:
        """Return whether a polynomial is 0 by the relations between its atoms. False means: not shown."""
        return not self._cleared(poly)[1]

    def canonical(self, poly: Polynomial) -> Polynomial:
        """Return an equal polynomial with relations applied, and denominators divided out where they divide."""
        common, rest = self._cleared(poly)
        for atom, exponent in list(common.items()):
            here = self.atoms[atom]
            divisor = self._sine_squared(here) if here.cosine is not None else here.composite
            step = 2 if here.cosine is not None else 1
            while divisor and exponent <= -step and rest and (smaller := p.quotient(rest, divisor)) is not None:
                exponent, rest = exponent + step, smaller
            common[atom] = exponent
        monomial = tuple(sorted((atom, e) for atom, e in common.items() if e))
        return {p.times(monomial, other): c for other, c in rest.items()}

    def _cleared(self, poly: Polynomial) -> tuple[dict[int, Fraction], Polynomial]:
        """Return powers of atoms and a polynomial whose product is the polynomial, relations applied to the second.

        The powers are negative ones of sines, signs and composite bases, taken out so that the relations apply. If what
        is left is 0, so is the product.
        """
        common: dict[int, Fraction] = {}
        changed = True
        while changed and poly:
            changed = False
            for atom in sorted(p.atoms(poly), reverse=True):  # composites are made of atoms with smaller numbers
                here = self.atoms[atom]
                if here.prime:
                    poly = p.rewritten(poly, atom, partial(_prime_power, atom, here.prime))
                    continue
                step = self._step_of(atom)
                if not step or not poly:
                    continue
                if (low := p.lowest(poly, atom)) < 0:
                    common[atom] = common.get(atom, Fraction(0)) + low
                    poly = {p.times(m, ((atom, -low),)): c for m, c in poly.items()}
                if any(dict(m).get(atom, Fraction(0)) >= step for m in poly):
                    poly = p.rewritten(poly, atom, partial(self._stepped_down, atom, step))
                    changed = True
        return common, poly

    def _step_of(self, atom: int) -> int:
        """Return the power of an atom that a relation replaces: a square, a composite itself, or 0 for none."""
        here = self.atoms[atom]
        return 1 if here.composite is not None else 2 if here.cosine is not None or self._is_sign(atom) else 0

    def _is_sign(self, atom: int) -> bool:
        meaning = self.atoms[atom].meaning
        return meaning.head == "^" and meaning.args[0] is term(-1)

    def _stepped_down(self, atom: int, step: int, exponent: Fraction) -> Polynomial:
        count = max(0, int(exponent // step))
        here = self.atoms[atom]
        value = p.ONE if self._is_sign(atom) else here.composite or self._sine_squared(here)
        return p.multiply(p.variable(atom, exponent - step * count), p.power(value, count))


def _prime_power(atom: int, prime: int, exponent: Fraction) -> Polynomial:
    whole = exponent.numerator // exponent.denominator
    return p.multiply(p.constant(Fraction(prime) ** whole), p.variable(atom, exponent - whole))


def _primes(number: Fraction) -> list[tuple[int, int]]:
    """Return the prime factors of a positive rational number and their exponents."""
    found: dict[int, int] = {}
    for part, sign in ((number.numerator, 1), (number.denominator, -1)):
        divisor = 2
        while part > 1:
            if divisor * divisor > part:
                divisor = part
            while part % divisor == 0:
                found[divisor] = found.get(divisor, 0) + sign
                part //= divisor
            divisor += 1
            if divisor > 10**6:
                raise Undefined("a number is too large to be factored")
    return [(prime, exponent) for prime, exponent in found.items() if exponent]


def outside_binders(value: Term) -> Iterator[Term]:
    """Yield a term and its parts, but not what is inside integrals, derivatives and sums."""
    yield value
    if value.head not in BINDERS:
        for arg in value.args:
            yield from outside_binders(arg)


def compared(lhs: Term, rhs: Term, domain: Domain, known: frozenset[Term] = frozenset()) -> tuple[Polynomial, Field]:
    """Return the normal form of lhs - rhs, which is empty if the two are equal, and the field it was found in."""
    start = Field(domain, known)
    start.prepare((lhs, rhs))
    units = start.units
    for _ in range(MOST_HALVINGS):
        field_ = Field(domain, known, units=units)
        try:
            field_.take_hints((lhs, rhs))
            poly = p.add(field_.polynomial(lhs), field_.polynomial(rhs), -1)
            return field_._cleared(poly)[1], field_
        except _HalfAngle as halved:
            units = {**units, halved.angle: 2 * units.get(halved.angle, 1)}
    raise Undefined("angles would have to be halved too often")
