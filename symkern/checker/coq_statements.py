"""Statements of lemmas of Coq, the numbers that their proofs give names to, and the signs of these."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq, fmpq_mpoly

from symkern.checker.fractions_of_polynomials import CONTEXT, Element, Generator, NotChecked, rational
from symkern.checker.ranges import ONE, ZERO, less
from symkern.checker.reading import End, Identity, Node
from symkern.checker.signs import factors
from symkern.checker.translation import Again, Translation, Units

LAWS_OF_GAMMA = (
    "(forall x, 0 < x -> Gamma (x + 1) = x * Gamma x)",
    "(forall x, 0 < x -> 0 < Gamma x)",
    "Gamma 1 = 1",
    "Gamma (1 / 2) = Rpower PI (1 / 2)",
)
"""What a lemma assumes of the Gamma function."""


class NotExported(Exception):
    """An identity for which no lemma is written; the text says why."""


@dataclass(frozen=True)
class Lemma:
    """A lemma: its name, its statement without the final point, and its proof."""

    name: str
    statement: str
    proof: str

    @property
    def text(self) -> str:
        """The lemma with its proof."""
        return f"Lemma {self.name} :\n  {self.statement}.\nProof.\n{self.proof}Qed.\n"

    @property
    def sha256(self) -> str:
        """The digest of the statement."""
        return hashlib.sha256(self.statement.encode()).hexdigest()


def number(value: Fraction) -> str:
    """Return a rational number as Coq reads it."""
    size = f"({abs(value.numerator)} / {value.denominator})" if value.denominator > 1 else str(abs(value.numerator))
    return f"(- {size})" if value < 0 else size


def end(value: End) -> str:
    """Return an end of an interval as Coq reads it."""
    if value.b == 0:
        return number(value.a)
    return f"({number(value.a)} + {number(value.b)} * PI)" if value.a else f"({number(value.b)} * PI)"


class Statement:
    """The statement of one identity and the facts with which its proof begins."""

    def __init__(self, identity: Identity, name: str) -> None:
        self.identity, self.name = identity, name
        self.translation = _translated(identity)
        self.field = self.translation.field
        self.lines: list[str] = []
        self.equations: dict[Node, str] = {}
        self.functions: set[str] = set()
        self.named: dict[int, str] = {}
        self.symbols: dict[str, str] = {}
        self.variables: dict[str, list[str]] = {"Z": [], "R": []}
        for k, symbol in enumerate(identity.intervals):
            name_ = f"v{k}_{re.sub(r'[^A-Za-z0-9]', '', symbol)}"
            integer = symbol in self.translation.integers
            self.variables["Z" if integer else "R"].append(name_)
            self.symbols[symbol] = f"(IZR {name_})" if integer else name_

    def statement(self) -> str:
        """Return the statement: quantifiers, the domain as hypotheses, and the equation."""
        left, right = self.written(self.identity.lhs), self.written(self.identity.rhs)
        conditions = [f"0 < {self.written(term)}" for term in self.identity.positive]
        bounds = [bound for name in self.symbols for bound in self._bounds(name)]
        functions = {"Gamma": "R -> R", "hyp2f1": "R -> R -> R -> R -> R"}
        parts = [f"forall {name} : {kind}," for name, kind in functions.items() if name in self.functions]
        opaque = sorted(f"o{k}" for k in set(self.translation.opaque.values()))
        for kind, names in (("Z", self.variables["Z"]), ("R", self.variables["R"] + opaque)):
            if names:
                parts.append(f"forall {' '.join(names)} : {kind},")
        hypotheses = [*(LAWS_OF_GAMMA if "Gamma" in self.functions else ()), *bounds, *conditions]
        return "\n  ".join([*parts, *(f"{text} ->" for text in hypotheses), left, f"= {right}"])

    def _bounds(self, name: str) -> list[str]:
        values, symbol = self.translation.symbols[name], self.symbols[name]
        found = []
        if not values.low.infinite:
            found.append(f"{end(values.low)} {'<' if values.low_open else '<='} {symbol}")
        if not values.high.infinite:
            found.append(f"{symbol} {'<' if values.high_open else '<='} {end(values.high)}")
        return found

    # terms

    def written(self, node: Node) -> str:
        """Return a term as it is written, in Coq."""
        head = node.head
        if head == "num":
            return number(node.number or Fraction(0))
        if head == "sym":
            return self.symbols[str(node.data)]
        if head == "pi":
            return "PI"
        if node.opaque:
            return f"o{self.translation.opaque[node]}"
        if head in ("+", "*"):
            return f"({f' {head} '.join(self.written(arg) for arg in node.args)})"
        if head == "^":
            base, exponent = self.written(node.args[0]), self.translation.done[node.args[1]].constant
            if exponent is None or exponent.denominator != 1:
                if node.args[0].number == -1:
                    return f"(powerRZ (-1) {self._integer(node.args[1])})"
                if self._has_sign(node):
                    raise NotExported("it has a negative base")
                return f"(Rpower {base} {self.written(node.args[1])})"
            return f"({base} ^ {exponent})" if exponent >= 0 else f"(/ ({base} ^ {-exponent}))"
        names = {"sin": "sin", "cos": "cos", "tan": "tan", "exp": "exp", "log": "ln", "atan": "atan"}
        names |= {"gamma": "Gamma", "hyp2f1": "hyp2f1"}
        if head not in names:
            raise NotExported(f"{head} is not exported")
        if head in ("gamma", "hyp2f1"):
            self.functions.add(names[head])
        return f"({names[head]} {' '.join(self.written(arg) for arg in node.args)})"

    def _integer(self, node: Node) -> str:
        """Return a term that is an integer as Coq reads it among the integers."""
        if node.head == "sym" and str(node.data) in self.translation.integers:
            return self.symbols[str(node.data)][len("(IZR ") : -1]
        if node.number is not None and node.number.denominator == 1:
            return f"({node.number})%Z"
        if node.head in ("+", "*"):
            return f"({f' {node.head} '.join(self._integer(arg) for arg in node.args)})%Z"
        raise NotExported("an integer exponent is not a polynomial")

    def _has_sign(self, node: Node) -> bool:
        return self.translation.signs.everywhere(self.translation.done[node.args[0]]) != 1 and (
            self.translation.ranges.of(node.args[0]).sign() != 1
        )

    # elements

    def variable(self, index: int) -> str:
        """Return the variable that stands for a generator."""
        return self.named[index]

    def polynomial(self, value: fmpq_mpoly) -> str:
        """Return a polynomial in the variables of the generators."""
        terms = []
        for exponents, coefficient in value.terms():
            powers = [
                self.variable(k) + (f" ^ {exponent}" if exponent > 1 else "")
                for k, exponent in enumerate(map(int, exponents[: len(self.field.generators)]))
                if exponent
            ]
            share = rational(coefficient)
            terms.append(" * ".join(powers if share == 1 and powers else [number(share), *powers]))
        return f"({' + '.join(terms)})" if terms else "0"

    def element(self, value: Element) -> str:
        """Return a fraction, its denominator as a product of irreducible factors."""
        if value.den.is_constant():
            return self.polynomial(value.num)
        content, found = factors(value.den)
        below = [f"{self.polynomial(factor)} ^ {count}" for factor, count in found]
        share = [number(content)] if content != 1 else []
        return f"({self.polynomial(value.num)} / ({' * '.join(share + below)}))"

    def product(self, value: Element) -> str:
        """Return a fraction with numerator and denominator as products of irreducible factors."""
        content, found = factors(value.num)
        above = [number(content), *(f"{self.polynomial(factor)} ^ {count}" for factor, count in found)]
        content, found = factors(value.den)
        below = [number(content), *(f"{self.polynomial(factor)} ^ {count}" for factor, count in found)]
        return f"({' * '.join(above)} / ({' * '.join(below)}))"

    # generators and their signs

    def _generators(self) -> None:
        for index, made in enumerate(self.field.generators):
            self.named[index] = f"g{index}"
            kind = made.kind
            if kind == "symbol":
                name = next(key[1] for key, k in self.field.index.items() if k == index and isinstance(key, tuple))
                self.named[index] = self.symbols[str(name)]
            elif kind == "pi":
                self.named[index] = "PI"
                self.lines.append("pose proof PI_RGT_0.")
            elif kind == "opaque":
                self.named[index] = f"o{index}"
            elif kind == "angle":
                self._angle(index, made)
            elif kind == "sign":
                (symbols,) = (
                    key[1]
                    for key, k in self.field.index.items()
                    if k == index and isinstance(key, tuple) and len(key) == 2
                )
                if len(symbols) != 1:
                    raise NotExported("a sign with a product of integers is not exported")
                symbol = self.named[symbols[0]][len("(IZR ") : -1]
                self.lines.append(f"destruct (named (powerRZ (-1) {symbol})) as [g{index} G{index}].")
            elif kind in ("root", "power", "exp", "log", "gamma", "atan", "hyp2f1"):
                self._named(index, made)
            else:
                raise NotExported(f"a generator of kind {kind} is not exported")

    def _named(self, index: int, made: Generator) -> None:
        self.lines.append(f"destruct (named ({self._meaning(made)})) as [g{index} G{index}].")
        if made.kind in ("root", "power", "exp"):
            self.lines.append(f"assert (P{index} : 0 < g{index}) by (rewrite G{index}; apply exp_pos).")
        if made.kind == "gamma":
            assert made.source is not None
            self.lines.append(
                f"assert (P{index} : 0 < g{index}) by (rewrite G{index}; "
                "match goal with H : forall x, 0 < x -> 0 < Gamma x |- _ => apply H end; sign)."
            )

    def _meaning(self, made: Generator) -> str:
        """Return the real number that a generator stands for."""
        if made.kind in ("root", "power"):
            atom, part = made.about
            assert isinstance(atom, fmpq_mpoly)
            share = self.element(part) if isinstance(part, Element) else f"(1 / {part})"
            return f"exp ({share} * ln {self.polynomial(atom)})"
        if made.kind == "log":
            (atom,) = made.about
            assert isinstance(atom, fmpq_mpoly)
            return f"ln {self.polynomial(atom)}"
        if made.kind == "gamma":
            assert made.source is not None
            return f"Gamma {self.element(made.source)}"
        args = [self.element(arg) for arg in made.about if isinstance(arg, Element)]
        return f"{made.kind} {' '.join(args)}"

    def _angle(self, index: int, made: Generator) -> None:
        if not made.finite or made.source is None:
            raise NotExported("an angle is not bounded")
        self.lines += [
            f"destruct (named {self.element(made.source)}) as [w{index} W{index}].",
            f"destruct (named (tan (w{index} / 2))) as [g{index} G{index}].",
            "pose proof PI_RGT_0.",
            f"assert (B{index} : - PI < w{index} < PI) by (rewrite W{index}; lra).",
            f"destruct (half_angle w{index} g{index} B{index} G{index}) as [C{index} S{index}].",
            f"assert (D{index} : 0 < (1 + 1 * g{index} ^ 2)) by nra.",
        ]
        values = made.values
        facts = []
        if not less(values.low, ZERO):
            facts.append("half_positive" if values.low_open or values.low != ZERO else "half_not_negative")
        if less(values.high, ONE) or (values.high == ONE and values.high_open):
            facts.append("half_below_one")
        if less(ONE, values.low) or (values.low == ONE and values.low_open):
            facts.append("half_above_one")
        inside = f"ltac:(rewrite W{index}; lra)"
        self.lines += [f"pose proof ({name} w{index} g{index} {inside} {inside} G{index})." for name in facts]

    def _signs(self) -> None:
        """Assert the sign of every factor of a denominator or of a base."""
        done: set[str] = set()
        polynomials = [value.den for value in self.translation.done.values()]
        for made in self.field.generators:
            for part in made.about:
                if isinstance(part, fmpq_mpoly):
                    polynomials.append(part)
                elif isinstance(part, Element):
                    polynomials.append(part.den)
        for node in self.translation.done:
            if node.head == "^":
                base = self.translation.done[node.args[0]]
                exponent = self.translation.done[node.args[1]].constant
                if exponent is None or exponent < 0 or exponent.denominator != 1:
                    polynomials += [base.num, base.den]
        for polynomial in polynomials:
            if polynomial.is_constant():
                continue
            for factor, _ in factors(polynomial)[1]:
                self._sign(factor, done)
            for atom in (polynomial, -polynomial):
                if str(atom) in self._atoms():
                    self._sign(atom, done)

    def _atoms(self) -> set[str]:
        return {str(part) for made in self.field.generators for part in made.about if isinstance(part, fmpq_mpoly)}

    def _sign(self, factor: fmpq_mpoly, done: set[str]) -> None:
        if str(factor) in done:
            return
        direction = self.translation.sign_of_factor(factor)
        if direction is None:
            raise NotExported("the sign of a factor is not shown")
        text = self.polynomial(direction * factor)
        self.lines.append(f"assert (F{len(done)} : 0 < {text}) by {self._positive(direction * factor)}.")
        if direction < 0:
            self.lines.append(f"assert (N{len(done)} : {self.polynomial(factor)} <> 0) by (intro; lra).")
        else:
            self.lines.append(f"assert (N{len(done)} : {text} <> 0) by (apply Rgt_not_eq; exact F{len(done)}).")
        done.add(str(factor))

    def _positive(self, value: fmpq_mpoly) -> str:
        """Return a tactic that shows a polynomial positive: by two squares if it is s p^2 + r x^2 q^2."""
        for index in self.field.used(value):
            parts: dict[int, dict[tuple[int, ...], fmpq]] = {}
            for exponents, coefficient in value.terms():
                rest = (*exponents[:index], 0, *exponents[index + 1 :])
                parts.setdefault(int(exponents[index]), {})[rest] = coefficient
            if parts.keys() != {0, 2} or all(len(part) == 1 for part in parts.values()):
                continue
            roots = [_root(CONTEXT.from_dict(parts[k])) for k in (0, 2)]
            squares = [root for root in roots if root is not None]
            if len(squares) < 2:
                continue
            (s, p), (r, q) = squares
            texts = number(s), self.polynomial(p), f"({number(r)} * {self.variable(index)} ^ 2)", self.polynomial(q)
            whole = "{0} * ({1} * {1}) + {2} * ({3} * {3})".format(*texts)
            return (
                f"(replace {self.polynomial(value)} with ({whole}) by ring; "
                "apply two_squares; [sign | sign | intros; lra])"
            )
        return "sign"


def _root(value: fmpq_mpoly) -> tuple[Fraction, fmpq_mpoly] | None:
    """Return a positive number s and a polynomial p with value = s p^2, or None."""
    content, found = factors(value)
    if content <= 0 or any(count % 2 for _, count in found):
        return None
    root = CONTEXT.constant(1)
    for factor, count in found:
        root *= factor ** (count // 2)
    return content, root


def _translated(identity: Identity) -> Translation:
    units = Units()
    for _ in range(60):
        try:
            translation = Translation(identity, units, relations=False)
            translation.translate(identity.lhs)
            translation.translate(identity.rhs)
        except Again:
            continue
        except NotChecked as missing:
            raise NotExported(str(missing)) from None
        return translation
    raise NotExported("its units did not settle")
