"""Proofs of lemmas of Coq: every part of an identity is shown to be the fraction that it was translated to."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq_mpoly

from symkern.checker.coq_statements import Lemma, NotExported, Statement, number
from symkern.checker.fractions_of_polynomials import CONTEXT, Element, Generator
from symkern.checker.reading import Node
from symkern.checker.signs import factors


class Proof(Statement):
    """The proof of one identity."""

    def lemma(self) -> Lemma:
        """Return the lemma; raise `NotExported` if there is no proof."""
        statement = self.statement()
        self._generators()
        self._signs()
        for node in self.translation.done:
            self._equation(node)
        self._finish()
        return Lemma(self.name, statement, "  intros.\n" + "".join(f"  {line}\n" for line in self.lines))

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
            proof = self._exponential(node.args, value)
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
                direction = self.translation.sign_of_factor(factor)
                if direction is None:
                    raise NotExported("the sign of a factor of a base is not shown")
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
            raise NotExported("an exponent is too large")
        return f"({' + '.join(terms)})" if terms else "0"

    def _logarithm(self, written: str, node: Node) -> str:
        """Return the proof steps that write the logarithm of a base as a sum over its factors."""
        base = self.translation.done[node]
        total = self._sum([(self._logarithm_of(f), count) for f, count in self._factors_of_base(base)])
        return (
            f"replace (ln {written}) with {total} by (transitivity (ln (exp {total})); [symmetry; apply ln_exp | "
            f"apply f_equal; collect; {self._folded('root', 'power', 'exp')}{self._rewrites(node)}field; nonzero])"
        )

    def _logarithm_of(self, factor: fmpq_mpoly) -> str:
        """Return the logarithm of a positive factor: for an exponential, what it is the exponential of."""
        used = self.field.used(factor)
        made = self.field.generators[used[0]] if len(used) == 1 and factor == CONTEXT.gen(used[0]) else None
        if made is not None and made.kind in ("root", "power", "exp"):
            return self._meaning(made)[len("exp ") :]
        return f"ln {self.polynomial(factor)}"

    def _power(self, node: Node) -> str:
        """Return the proof for a real power of a positive base."""
        base, exponent = node.args
        logarithm = self._logarithm(self.written(base), base)
        # unfolding `Rpower` would also unfold the powers in the base, which the equations speak of
        start = f"rewrite (power_is_exp {self.written(base)} {self.written(exponent)}); "
        return f"{start}{logarithm}; " + self._exponential((exponent,), self.translation.done[node])

    def _exponential(self, nodes: Sequence[Node], value: Element) -> str:
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
                direction = self.translation.sign_of_factor(factor)
                if direction is None:
                    raise NotExported("the sign of a factor is not shown")
                parts.append((self._logarithm_of(direction * factor), side * count))
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
                    raise NotExported("an angle is a fraction of pi")
                terms += [("(PI / 2)" if share > 0 else "(- (PI / 2))")] * abs(int(2 * share))
                continue
            index = self.field.index[("angle", "", part.key)]
            divisor = self.translation.units.divisors.get(("angle", "", part.key), 1)
            units.append(index)
            count = int(share * divisor)
            terms += [f"w{index}" if count > 0 else f"(- w{index})"] * abs(count)
        if len(terms) > 24:
            raise NotExported("a multiple of an angle is too large")
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
                raise NotExported("Gamma at a number is not exported")
            total = number(first) if first == 1 else "(1 / 2)"
            for _ in range(int(constant - first)):
                total = f"({total} + 1)"
            ground = (
                "match goal with H : Gamma 1 = 1 |- _ => rewrite ?H end; "
                "match goal with H : Gamma (1 / 2) = _ |- _ => rewrite ?H end; unfold Rpower; "
            )
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
            zero = f"({self._rewrites(node.args[0])}field; nonzero)"
            return f"replace {self.written(node.args[0])} with 0 by {zero}; apply atan_0"
        used = self.field.used(value.num)
        if len(used) != 1 or value.num != CONTEXT.gen(used[0]):
            raise NotExported(f"a value of {node.head} is not exported")
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
            raise NotExported("its sides have no common normal form without more relations")
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
    assert made.replacement is not None
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
