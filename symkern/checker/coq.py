"""Write the identities of a certificate as lemmas of Coq on real numbers, and let Coq check them.

`python -m symkern.checker.coq CERTIFICATE FOLDER` writes two files and lets Coq check them:

- `Identities.v`: one lemma for every identity that is exported, with its domain as hypotheses and a proof.
- `manifest.json`: names of the lemmas, digests of their statements, and what is not exported.

Coq accepts a file that was cut between two lemmas. So a second file, made from the certificate and never read, states
every lemma of the manifest once more, proves it by naming it, and prints the axioms: a lemma that is missing, that says
something else or that rests on more than the real numbers of Coq's library is refused.

Opaque terms are real numbers and Gamma and the hypergeometric series are functions that a lemma quantifies over; what
it uses of Gamma is a hypothesis. Real powers are `Rpower`. A power with an exponent that is an integer by computation
is written with this integer. Coq's division by 0 has a value, so a lemma says less about poles than the checker does.

In a proof every angle is written by the tangent of half a unit, every real power by exponentials of multiples of the
logarithms of the factors of its base, and the rest is left to Coq's tactic `field`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from flint import fmpq, fmpq_mpoly

from symkern.checker.checking import FILE
from symkern.checker.fractions_of_polynomials import CONTEXT, Element, Generator, NotChecked, rational
from symkern.checker.ranges import ONE, ZERO, less
from symkern.checker.reading import Certificate, Damaged, End, Identity, Node, read
from symkern.checker.signs import factors
from symkern.checker.translation import Again, Translation, Units

SECONDS = 170
"""Time that Coq may take for all lemmas."""
MOST_FAILURES = 60
"""Lemmas whose proof Coq may refuse before the export is given up."""
AXIOMS = {
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
}
"""Axioms on which the real numbers of Coq's library rest."""
FORBIDDEN = re.compile(
    r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|Hypothes[ie]s|Variables?|Context|Unset|Set|Extract\w*|"
    r"Declare|Load|bypass_check|Primitive|Plugin|ML|Cd|Redirect|Require)\b(?! Import Reals Lra Psatz)"
)
"""Words of Coq that could let a file pass without a proof, or reach outside it."""
MISSING = "NOT CHECKED: coqc is not installed"
HEADER = "(* Written by python -m symkern.checker.coq from a certificate. Do not edit. *)\n"
PRELUDE = r"""Require Import Reals Lra Psatz.
Open Scope R_scope.

Lemma named : forall x : R, exists y, y = x.
Proof. intro x. exists x. reflexivity. Qed.

Lemma half_angle : forall w t, - PI < w < PI -> t = tan (w / 2) ->
  cos w = (1 - t * t) / (1 + t * t) /\ sin w = 2 * t / (1 + t * t).
Proof.
  intros w t H ->.
  assert (C : cos (w / 2) <> 0) by (apply Rgt_not_eq, cos_gt_0; lra).
  assert (S : sin (w / 2) * sin (w / 2) + cos (w / 2) * cos (w / 2) = 1) by (generalize (sin2_cos2 (w / 2)); unfold Rsqr; auto).
  assert (D : 1 + tan (w / 2) * tan (w / 2) = / (cos (w / 2) * cos (w / 2))).
  { unfold tan.
    replace (1 + sin (w / 2) / cos (w / 2) * (sin (w / 2) / cos (w / 2)))
      with ((sin (w / 2) * sin (w / 2) + cos (w / 2) * cos (w / 2)) / (cos (w / 2) * cos (w / 2))) by (field; auto).
    rewrite S. field. auto. }
  rewrite D.
  replace (cos w) with (cos (w / 2 + w / 2)) by (f_equal; field).
  replace (sin w) with (sin (w / 2 + w / 2)) by (f_equal; field).
  rewrite cos_plus, sin_plus. unfold tan. split; field; auto.
Qed.

Lemma half_positive : forall w t, 0 < w -> w < PI -> t = tan (w / 2) -> 0 < t.
Proof. intros w t A B ->. apply tan_gt_0; lra. Qed.

Lemma half_not_negative : forall w t, 0 <= w -> w < PI -> t = tan (w / 2) -> 0 <= t.
Proof.
  intros w t [A | A] B ->.
  - left. apply tan_gt_0; lra.
  - rewrite <- A. replace (0 / 2) with 0 by field. rewrite tan_0. lra.
Qed.

Lemma half_below_one : forall w t, - PI < w -> w < PI / 2 -> t = tan (w / 2) -> t < 1.
Proof. intros w t A B ->. rewrite <- tan_PI4. apply tan_increasing; lra. Qed.

Lemma half_above_one : forall w t, PI / 2 < w -> w < PI -> t = tan (w / 2) -> 1 < t.
Proof. intros w t A B ->. rewrite <- tan_PI4. apply tan_increasing; lra. Qed.

Lemma two_squares : forall s p r q, 0 < s -> 0 < r -> (p = 0 -> q = 0 -> False) -> 0 < s * (p * p) + r * (q * q).
Proof.
  intros s p r q A B C.
  destruct (Req_dec p 0) as [D | D].
  - assert (q <> 0) by (intro; auto). assert (0 < q * q) by nra. nra.
  - assert (0 < p * p) by nra. assert (0 <= q * q) by nra. nra.
Qed.

Lemma sign_square : forall k : Z, powerRZ (-1) k ^ 2 = 1.
Proof.
  intro k. destruct k as [ | p | p]; simpl; rewrite ?Rmult_1_r; try reflexivity.
  - rewrite <- Rpow_mult_distr. replace (-1 * -1) with 1 by ring. apply pow1.
  - rewrite <- Rinv_mult. rewrite <- Rpow_mult_distr. replace (-1 * -1) with 1 by ring. rewrite pow1. apply Rinv_1.
Qed.

Ltac sign :=
  first
  [ lra
  | solve [repeat first [assumption | apply Rplus_lt_0_compat | apply Rmult_lt_0_compat | apply pow_lt | lra]]
  | nra ].
Ltac nonzero := repeat split; try assumption; try (apply pow_nonzero); try assumption; try (intro; lra); try lra; try (intro; nra).
Ltac expand := repeat first
  [ rewrite cos_plus | rewrite sin_plus | rewrite cos_neg | rewrite sin_neg
  | rewrite cos_PI2 | rewrite sin_PI2 | rewrite cos_0 | rewrite sin_0 ].
Ltac collect := repeat first
  [ rewrite exp_plus | rewrite exp_Ropp | rewrite exp_0 | rewrite exp_ln by (assumption || lra) ].

"""


class _NotExported(Exception):
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


class _Writer:
    """The lemma of one identity."""

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

    def lemma(self) -> Lemma:
        left, right = self.written(self.identity.lhs), self.written(self.identity.rhs)
        conditions = [f"0 < {self.written(term)}" for term in self.identity.positive]
        bounds = [bound for name in self.symbols for bound in self._bounds(name)]
        self._generators()
        self._signs()
        for node in self.translation.done:
            self._equation(node)
        self._finish()
        self.variables["R"] += sorted(f"o{k}" for k in set(self.translation.opaque.values()))
        hypotheses: list[str] = []
        if "Gamma" in self.functions:
            hypotheses += [
                "(forall x, 0 < x -> Gamma (x + 1) = x * Gamma x)",
                "(forall x, 0 < x -> 0 < Gamma x)",
                "Gamma 1 = 1",
                "Gamma (1 / 2) = Rpower PI (1 / 2)",
            ]
        hypotheses += bounds + conditions
        quantified = "".join(
            f"forall {function} : {type_}, "
            for function, type_ in (("Gamma", "R -> R"), ("hyp2f1", "R -> R -> R -> R -> R"))
            if function in self.functions
        )
        for type_, names in self.variables.items():
            if names:
                quantified += f"forall {' '.join(names)} : {type_},\n  "
        statement = quantified + "".join(f"{text} ->\n  " for text in hypotheses) + f"{left}\n  = {right}"
        return Lemma(self.name, statement, "  intros.\n" + "".join(f"  {line}\n" for line in self.lines))

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
                    raise _NotExported("it has a negative base")
                return f"(Rpower {base} {self.written(node.args[1])})"
            return f"({base} ^ {exponent})" if exponent >= 0 else f"(/ ({base} ^ {-exponent}))"
        names = {"sin": "sin", "cos": "cos", "tan": "tan", "exp": "exp", "log": "ln", "atan": "atan"}
        names |= {"gamma": "Gamma", "hyp2f1": "hyp2f1"}
        if head not in names:
            raise _NotExported(f"{head} is not exported")
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
        raise _NotExported("an integer exponent is not a polynomial")

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
                (key,) = (key for key, k in self.field.index.items() if k == index)
                symbols = key[1] if isinstance(key, tuple) else ()
                if len(symbols) != 1:
                    raise _NotExported("a sign with a product of integers is not exported")
                symbol = self.named[symbols[0]][len("(IZR ") : -1]
                self.lines.append(f"destruct (named (powerRZ (-1) {symbol})) as [g{index} G{index}].")
            elif kind in ("root", "power", "exp", "log", "gamma", "atan", "hyp2f1"):
                self._named(index, made)
            else:
                raise _NotExported(f"a generator of kind {kind} is not exported")

    def _named(self, index: int, made: Generator) -> None:
        self.lines.append(f"destruct (named ({self._meaning(made)})) as [g{index} G{index}].")
        if made.kind in ("root", "power", "exp"):
            self.lines.append(f"assert (P{index} : 0 < g{index}) by (rewrite G{index}; apply exp_pos).")
        if made.kind == "gamma":
            assert made.source is not None
            self.lines.append(
                f"assert (P{index} : 0 < g{index}) by (rewrite G{index}; auto with real; match goal with H : forall x, 0 < x -> 0 < Gamma x |- _ => apply H end; sign)."
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
            raise _NotExported("an angle is not bounded")
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
        for node, value in self.translation.done.items():
            if node.head == "^":
                base = self.translation.done[node.args[0]]
                exponent = self.translation.done[node.args[1]].constant
                if exponent is None or exponent < 0 or exponent.denominator != 1:
                    polynomials += [base.num, base.den]
            del value
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
        direction = self.translation.signs.polynomial(factor)
        if direction is None:
            raise _NotExported("the sign of a factor is not shown")
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
            if roots[0] is None or roots[1] is None:
                continue
            (s, p), (r, q) = roots
            texts = number(s), self.polynomial(p), f"({number(r)} * {self.variable(index)} ^ 2)", self.polynomial(q)
            whole = "{0} * ({1} * {1}) + {2} * ({3} * {3})".format(*texts)
            return (
                f"(replace {self.polynomial(value)} with ({whole}) by ring; "
                "apply two_squares; [sign | sign | intros; lra])"
            )
        return "sign"

    # equations

    def _rewrites(self, *nodes: Node) -> str:
        """Return the rewriting of all parts of terms by their equations, outermost first."""
        inside: set[Node] = set()

        def walk(node: Node) -> None:
            inside.add(node)
            if not node.opaque:
                for arg in node.args:
                    walk(arg)

        for node in nodes:
            walk(node)
        names = [name for node, name in self.equations.items() if node in inside]
        return "".join(f"rewrite ?{name}; " for name in reversed(names))

    def _equation(self, node: Node) -> None:
        """Assert that a part of the terms is the fraction that it was translated to."""
        head = node.head
        value = self.translation.done[node]
        if head in ("num", "sym", "pi", "+", "*") or node.opaque:
            return
        name = f"E{len(self.equations)}"
        if head == "^":
            exponent = self.translation.done[node.args[1]].constant
            if exponent is not None and exponent.denominator == 1:
                if exponent >= 0:
                    return
                base = node.args[0]
                proof = (
                    f"assert (T : {self.written(base)} = {self.product(self.translation.done[base])}) "
                    f"by ({self._rewrites(base)}field; nonzero); rewrite T; field; nonzero"
                )
            elif node.args[0].number == -1:
                proof = f"repeat (rewrite powerRZ_add by lra); simpl powerRZ; {self._folded('sign')}field; nonzero"
            else:
                proof = self._power(node)
        elif head in ("sin", "cos", "tan"):
            proof = self._trigonometric(node)
        elif head == "exp":
            proof = self._exponential(self.written(node.args[0]), node.args, self.written(node), value)
        elif head == "gamma":
            proof = self._gamma(node, value)
        elif head == "log":
            proof = self._logarithm(self.written(node.args[0]), node.args[0])
            proof = f"{proof}; {self._definitions('log')}field; nonzero"
        else:
            proof = self._same_function(node, value)
        self.lines.append(f"assert ({name} : {self.written(node)} = {self.element(value)}).")
        self.lines.append(f"{{ {proof}. }}")
        self.equations[node] = name

    def _definitions(self, *kinds: str) -> str:
        return "".join(f"rewrite ?G{k}; " for k, made in enumerate(self.field.generators) if made.kind in kinds)

    def _folded(self, *kinds: str) -> str:
        return "".join(f"rewrite <- ?G{k}; " for k, made in enumerate(self.field.generators) if made.kind in kinds)

    def _factors_of_base(self, base: Element) -> list[tuple[fmpq_mpoly, int]]:
        """Return positive polynomials and exponents whose product is a positive fraction."""
        found: list[tuple[fmpq_mpoly, int]] = []
        share = Fraction(1)
        for part, side in ((base.num, 1), (base.den, -1)):
            content, parts = factors(part)
            share *= abs(content) ** side
            for factor, count in parts:
                direction = self.translation.signs.polynomial(factor)
                if direction is None:
                    raise _NotExported("the sign of a factor of a base is not shown")
                found.append((direction * factor, side * count))
        for part_, side in ((share.numerator, 1), (share.denominator, -1)):
            here = part_
            prime = 2
            while here > 1:
                count = 0
                while here % prime == 0:
                    here //= prime
                    count += 1
                if count:
                    found.append((CONTEXT.constant(prime), side * count))
                prime += 1
        return found

    def _sum(self, parts: list[tuple[str, int]]) -> str:
        """Return a sum in which a part with the exponent k stands k times."""
        terms = [part if count > 0 else f"(- {part})" for part, count in parts for _ in range(abs(count))]
        if len(terms) > 60:
            raise _NotExported("an exponent is too large")
        return f"({' + '.join(terms)})" if terms else "0"

    def _logarithm(self, written: str, node: Node) -> str:
        """Return the proof steps that write the logarithm of a base as a sum over its factors."""
        base = self.translation.done[node]
        total = self._sum([(f"ln {self.polynomial(f)}", count) for f, count in self._factors_of_base(base)])
        return (
            f"replace (ln {written}) with {total} by (transitivity (ln (exp {total})); [symmetry; apply ln_exp | "
            f"apply f_equal; collect; {self._rewrites(node)}field; nonzero])"
        )

    def _power(self, node: Node) -> str:
        """Return the proof for a real power of a positive base."""
        base, exponent = node.args
        logarithm = self._logarithm(self.written(base), base)
        return f"unfold Rpower; {logarithm}; " + self._exponential("", (exponent,), "", self.translation.done[node])

    def _exponential(self, _argument: str, nodes: Sequence[Node], _whole: str, value: Element) -> str:
        """Return the proof that an exponential is a product of generators and of factors."""
        parts: list[tuple[str, int]] = []
        for polynomial, side in ((value.num, 1), (value.den, -1)):
            content, found = factors(polynomial)
            if polynomial is value.num and abs(content) != 1:
                for prime, count in self._factors_of_base(
                    Element(CONTEXT.constant(0) + content.numerator, self.field.one)
                ):
                    parts.append((f"ln {self.polynomial(prime)}", count))
                for prime, count in self._factors_of_base(
                    Element(CONTEXT.constant(0) + content.denominator, self.field.one)
                ):
                    parts.append((f"ln {self.polynomial(prime)}", -count))
            for factor, count in found:
                used = self.field.used(factor)
                made = self.field.generators[used[0]] if len(used) == 1 and factor == CONTEXT.gen(used[0]) else None
                if made is not None and made.kind in ("root", "power", "exp"):
                    meaning = self._meaning(made)
                    parts.append((meaning[len("exp ") :], side * count))
                else:
                    direction = self.translation.signs.polynomial(factor)
                    if direction is None:
                        raise _NotExported("the sign of a factor is not shown")
                    parts.append((f"ln {self.polynomial(direction * factor)}", side * count))
        total = self._sum(parts)
        return (
            f"transitivity (exp {total}); [f_equal; {self._rewrites(*nodes)}field; nonzero | "
            f"collect; {self._folded('root', 'power', 'exp')}field; nonzero]"
        )

    def _trigonometric(self, node: Node) -> str:
        """Return the proof for sin, cos or tan of a sum of multiples of units."""
        angle = self.translation.done[node.args[0]]
        written = self.written(node.args[0])
        terms: list[str] = []
        units: list[int] = []
        pi = self.field.index.get("pi", -1)
        for share, part in self.field.parts(angle):
            if self.field.used(part.num) == [pi] and part.num.degrees()[pi] == 1:
                if share == Fraction(1, 4) and node.head == "tan" and len(angle.num) == 1:
                    return f"replace {written} with (PI / 4) by (field; nonzero); rewrite tan_PI4; field; nonzero"
                if (2 * share).denominator > 1:
                    raise _NotExported("an angle is a fraction of pi")
                terms += [("(PI / 2)" if share > 0 else "(- (PI / 2))")] * abs(int(2 * share))
                continue
            index = self.field.index[("angle", "", part.key)]
            divisor = self.translation.units.divisors.get(("angle", "", part.key), 1)
            units.append(index)
            count = int(share * divisor)
            terms += [f"w{index}" if count > 0 else f"(- w{index})"] * abs(count)
        if len(terms) > 24:
            raise _NotExported("a multiple of an angle is too large")
        total = f"({' + '.join(terms)})" if terms else "0"
        unfolded = "".join(f"rewrite ?W{index}; " for index in units)
        values = "".join(f"rewrite ?C{index}, ?S{index}; " for index in units)
        start = f"replace {written} with {total} by ({unfolded}{self._rewrites(node.args[0])}field; nonzero); "
        if node.head == "tan":
            start += "unfold tan; "
        return f"{start}expand; {values}field; nonzero"

    def _gamma(self, node: Node, value: Element) -> str:
        """Return the proof for a shifted Gamma function."""
        argument = self.translation.done[node.args[0]]
        written = self.written(node.args[0])
        constant = argument.constant
        law = "match goal with H : forall x, 0 < x -> Gamma (x + 1) = _ |- _ => rewrite ?H by sign end"
        if constant is not None:
            first = Fraction(1) if constant.denominator == 1 else Fraction(1, 2)
            if constant < first or constant - first > 12 or constant.denominator > 2:
                raise _NotExported("Gamma at a number is not exported")
            total = number(first) if first == 1 else "(1 / 2)"
            for _ in range(int(constant - first)):
                total = f"({total} + 1)"
            ground = "match goal with H : Gamma 1 = 1 |- _ => rewrite ?H end; match goal with H : Gamma (1 / 2) = _ |- _ => rewrite ?H end; unfold Rpower; "
            return (
                f"replace {written} with {total} by (field; nonzero); repeat {law}; {ground}"
                f"replace (1 / 2 * ln PI) with ((1 / 2) * ln PI) by field; {self._folded('root')}field; nonzero"
            )
        index = next(k for k in self.field.used(value.num) if self.field.generators[k].kind == "gamma")
        start = self.field.generators[index].source
        assert start is not None
        shift = self.field.subtract(argument, start).constant
        assert shift is not None
        total = self.element(start)
        for _ in range(int(shift)):
            total = f"({total} + 1)"
        repeated = f"do {int(shift)} {law}; " if shift else ""
        return (
            f"replace {written} with {total} by ({self._rewrites(node.args[0])}field; nonzero); {repeated}"
            f"rewrite <- ?G{index}; field; nonzero"
        )

    def _same_function(self, node: Node, value: Element) -> str:
        """Return the proof that a function at an argument is the generator at an equal one."""
        if value.constant == 0 and node.head == "atan":
            return f"replace {self.written(node.args[0])} with 0 by ({self._rewrites(node.args[0])}field; nonzero); apply atan_0"
        used = self.field.used(value.num)
        if len(used) != 1 or value.num != CONTEXT.gen(used[0]):
            raise _NotExported(f"a value of {node.head} is not exported")
        return f"rewrite G{used[0]}; f_equal; {self._rewrites(*node.args)}field; nonzero"

    def _finish(self) -> None:
        """Prove the equation between the fractions; powers of roots are replaced by multiples of their relations."""
        left = self.translation.done[self.identity.lhs]
        right = self.translation.done[self.identity.rhs]
        rewrites = self._rewrites(self.identity.lhs, self.identity.rhs)
        difference = self.field.subtract(left, right)
        rest = difference.num
        shares: list[str] = []
        relations: list[str] = []
        for index in range(len(self.field.generators) - 1, -1, -1):
            made = self.field.generators[index]
            if not made.degree or made.replacement is None or not len(rest):
                continue
            share, rest = _divided(rest, index, made)
            if len(share):
                relation = f"(g{index} ^ {made.degree} - {self.polynomial(made.replacement)})"
                self.lines.append(f"assert (R{index} : {relation} = 0).")
                self.lines.append(f"{{ apply Rminus_diag_eq; {self._relation(index, made)}. }}")
                relations.append(f"rewrite ?R{index}; ")
                shares.append(f"{self.polynomial(share)} * {relation}")
        if len(rest):
            raise _NotExported("its sides have no common normal form without more relations")
        if not shares:
            self.lines.append(f"{rewrites}field; nonzero.")
            return
        below = self.element(Element(self.field.one, difference.den))
        self.lines += [
            f"{rewrites}apply Rminus_diag_uniq.",
            f"transitivity (({' + '.join(shares)}) * {below}).",
            "- field; nonzero.",
            f"- {''.join(relations)}ring.",
        ]

    def _relation(self, index: int, made: Generator) -> str:
        """Return the proof that the power of a root, or the square of a sign, is what it is."""
        if made.kind == "sign":
            return f"rewrite G{index}; apply sign_square"
        assert made.replacement is not None
        logarithm = f"ln {self.polynomial(made.replacement)}"
        total = self._sum([(f"(1 / {made.degree} * {logarithm})", made.degree)])
        return (
            f"transitivity (exp {total}); [collect; rewrite <- ?G{index}; ring | "
            f"replace {total} with ({logarithm}) by field; apply exp_ln; assumption || lra]"
        )


def _divided(value: fmpq_mpoly, index: int, made: Generator) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    """Return the quotient and rest of a polynomial by the relation of a root."""
    root = CONTEXT.gen(index)
    quotient = CONTEXT.constant(0)
    while len(value) and value.degrees()[index] >= made.degree:
        high = {}
        top = int(value.degrees()[index])
        for exponents, coefficient in value.terms():
            if exponents[index] == top:
                high[(*exponents[:index], top - made.degree, *exponents[index + 1 :])] = coefficient
        part = CONTEXT.from_dict(high)
        quotient += part
        value -= part * (root**made.degree - made.replacement)
    return quotient, value


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
            raise _NotExported(str(missing)) from None
        return translation
    raise _NotExported("its units did not settle")


def lemmas(certificate: Certificate) -> tuple[list[Lemma], dict[str, str]]:
    """Return the lemmas of a certificate, and the names and reasons of what is not exported."""
    found: list[Lemma] = []
    left_out: dict[str, str] = {}
    for place, identity in enumerate(certificate.identities):
        name = f"identity_{place}_{re.sub(r'[^A-Za-z0-9]', '_', identity.lemma)[:40]}"
        try:
            if identity.open:
                raise _NotExported("it has an open condition")
            found.append(_Writer(identity, name).lemma())
        except _NotExported as reason:
            left_out[name] = str(reason)
    return found, left_out


def statements(found: Sequence[Lemma]) -> str:
    """Return the file that names every lemma at its statement and prints the axioms that all rest on."""
    parts = [HEADER, "Require Identities.\nRequire Import Reals Lra.\nOpen Scope R_scope.\n\n"]
    parts += [
        f"Definition here_{lemma.name} :\n  {lemma.statement} :=\n  Identities.{lemma.name}.\n\n" for lemma in found
    ]
    pairs = "".join(f"(here_{lemma.name}, " for lemma in found) + "tt" + ")" * len(found)
    return "".join(parts) + f"Definition all_of_them := {pairs}.\nPrint Assumptions all_of_them.\n"


@dataclass
class Export:
    """What became of a certificate in Coq.

    Attributes
    ----------
    lemmas : list of Lemma
        Lemmas in the files.
    left_out : dict of str to str
        Names of identities that are not exported, and why.
    failure : str
        Why the files were not checked or are refused; empty if all lemmas hold.
    """

    lemmas: list[Lemma]
    left_out: dict[str, str]
    failure: str = ""

    @property
    def lines(self) -> list[str]:
        """The report: what is not exported, and a summary."""
        found = [f"{name}: not exported: {reason}" for name, reason in self.left_out.items()]
        if self.failure:
            return [*found, self.failure]
        return [*found, f"{len(self.lemmas)} lemmas checked by Coq, {len(self.left_out)} identities not exported"]

    @property
    def manifest(self) -> str:
        """The manifest as text."""
        entries = [{"lemma": lemma.name, "sha256": lemma.sha256} for lemma in self.lemmas]
        return json.dumps({"lemmas": entries, "not_exported": self.left_out}, indent=1) + "\n"


def _compiled(folder: Path, name: str) -> tuple[str, str]:
    """Return what Coq says of a file: its output, and its error or an empty text."""
    try:
        done = subprocess.run(
            ["coqc", "-q", "-R", ".", "", name],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except FileNotFoundError:
        return "", MISSING
    except subprocess.TimeoutExpired:
        return "", f"Coq took more than {SECONDS} seconds"
    return done.stdout, (done.stderr.strip() or "Coq failed") if done.returncode else ""


def export(certificate: Certificate, folder: Path) -> Export:
    """Write the lemmas of a certificate to a folder and let Coq check them.

    Parameters
    ----------
    certificate : Certificate
        The identities.
    folder : Path
        Folder for `Identities.v` and `manifest.json`; it is made if it is not there.

    Returns
    -------
    Export
        The lemmas that Coq accepted. One whose proof it refuses is left out, with this reason.
    """
    folder.mkdir(parents=True, exist_ok=True)
    found, left_out = lemmas(certificate)
    made = Export(found, left_out)
    for _ in range(MOST_FAILURES):
        lines = _write(made, folder)
        _, error = _compiled(folder, "Identities.v")
        place = re.search(r'"\./Identities\.v", line (\d+)', error)
        if place is None:
            break
        number_ = max((k for k, line in enumerate(lines) if line <= int(place[1])), default=None)
        if number_ is None:
            break
        refused = made.lemmas.pop(number_)
        made.left_out[refused.name] = "Coq did not accept its proof"
    if error:
        made.failure = error if error == MISSING else f"refused: {error.splitlines()[-1]}"
        return made
    return check(certificate, folder)


def _write(made: Export, folder: Path) -> list[int]:
    """Write the files of an export; return the first line of every lemma."""
    text = HEADER + PRELUDE
    lines = []
    for lemma in made.lemmas:
        lines.append(text.count("\n") + 1)
        text += lemma.text + "\n"
    (folder / "Identities.v").write_text(text, encoding="utf-8")
    (folder / "manifest.json").write_text(made.manifest, encoding="utf-8")
    return lines


def check(certificate: Certificate, folder: Path) -> Export:
    """Check that a folder proves the lemmas of its manifest, and that these are the certificate's.

    The statements are made anew from the certificate; of the folder only the proofs are taken.
    """
    found, left_out = lemmas(certificate)
    made = Export(found, left_out)
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        proofs = (folder / "Identities.v").read_text(encoding="utf-8")
        named = {entry["lemma"]: entry["sha256"] for entry in manifest["lemmas"]}
        reasons = {str(name): str(reason) for name, reason in manifest["not_exported"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        made.failure = "refused: the folder has no complete manifest and proofs"
        return made
    expected = {lemma.name for lemma in found} | left_out.keys()
    if named.keys() | reasons.keys() != expected or named.keys() & reasons.keys():
        made.failure = "refused: the manifest does not name every identity of the certificate once"
        return made
    made.lemmas = [lemma for lemma in found if lemma.name in named]
    made.left_out = reasons
    if any(named[lemma.name] != lemma.sha256 for lemma in made.lemmas) or len(made.lemmas) != len(named):
        made.failure = "refused: a statement of the manifest is not the certificate's"
    elif not made.lemmas:
        made.failure = "refused: there is no lemma"
    elif forbidden := FORBIDDEN.search(proofs):
        made.failure = f"refused: the proofs use {forbidden[0]}"
    else:
        made.failure = _checked(made.lemmas, proofs)
    return made


def _checked(found: Sequence[Lemma], proofs: str) -> str:
    """Return why Coq refuses proofs of lemmas, or an empty text."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "Identities.v").write_text(proofs, encoding="utf-8")
        (folder / "Statements.v").write_text(statements(found), encoding="utf-8")
        output = ""
        for file in ("Identities.v", "Statements.v"):
            output, error = _compiled(folder, file)
            if error:
                return error if error == MISSING else f"refused: {' '.join(error.splitlines()[-3:])[:300]}"
    axioms = set(re.findall(r"^([A-Za-z_][\w.']*)\s*:", output, re.MULTILINE))
    if unknown := sorted(axioms - AXIOMS - {"Axioms"}):
        return f"refused: a proof rests on {unknown[0]}"
    return "" if "Axioms:" in output else "refused: Coq did not say which axioms the proofs rest on"


def main(arguments: Sequence[str] | None = None) -> int:
    """Export a certificate to Coq, or check an export, and return the exit status.

    The status is 0 if Coq accepts all lemmas, 1 if it does not, 2 for a damaged certificate and 3 without Coq.
    """
    parser = argparse.ArgumentParser(prog="python -m symkern.checker.coq", description="Let Coq check a certificate.")
    parser.add_argument("certificate", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--check", action="store_true", help="check an export that is there already")
    options = parser.parse_args(arguments)
    path = options.certificate / FILE if options.certificate.is_dir() else options.certificate
    try:
        certificate = read(path)
    except Damaged as damage:
        sys.stdout.write(f"{path}: not a certificate: {damage}\n")
        return 2
    made = check(certificate, options.folder) if options.check else export(certificate, options.folder)
    sys.stdout.writelines(f"{line}\n" for line in made.lines)
    if made.failure == MISSING:
        return 3
    return 1 if made.failure else 0


if __name__ == "__main__":
    sys.exit(main())
