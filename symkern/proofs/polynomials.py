"""Sparse polynomials over the rational numbers whose exponents are rational numbers too.

The variables are numbered quantities ("atoms"). A monomial is a sorted tuple of (atom, exponent), exponents not zero; a
polynomial maps monomials to non-zero coefficients. Exponents that are no integers, or negative, are for atoms that
are positive; who makes such a monomial sees to that.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import gcd, lcm
from typing import TypeAlias

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

Monomial: TypeAlias = tuple[tuple[int, Fraction], ...]
Polynomial: TypeAlias = dict[Monomial, Fraction]

ONE: Polynomial = {(): Fraction(1)}


def constant(value: Fraction | int) -> Polynomial:
    """Return a constant polynomial."""
    return {(): Fraction(value)} if value else {}


def variable(atom: int, exponent: Fraction | int = 1) -> Polynomial:
    """Return a power of an atom."""
    return {((atom, Fraction(exponent)),): Fraction(1)} if exponent else ONE


def add(first: Polynomial, second: Polynomial, factor: Fraction | int = 1) -> Polynomial:
    """Return first + factor * second."""
    result = dict(first)
    for monomial, coefficient in second.items():
        changed = result.get(monomial, Fraction(0)) + factor * coefficient
        if changed:
            result[monomial] = changed
        else:
            result.pop(monomial, None)
    return result


def times(first: Monomial, second: Monomial) -> Monomial:
    """Return the product of two monomials."""
    exponents = dict(first)
    for atom, exponent in second:
        exponents[atom] = exponents.get(atom, Fraction(0)) + exponent
    return tuple(sorted((atom, exponent) for atom, exponent in exponents.items() if exponent))


def multiply(first: Polynomial, second: Polynomial) -> Polynomial:
    """Return the product."""
    result: Polynomial = {}
    for left, a in first.items():
        for right, b in second.items():
            monomial = times(left, right)
            changed = result.get(monomial, Fraction(0)) + a * b
            if changed:
                result[monomial] = changed
            else:
                del result[monomial]
    return result


def power(base: Polynomial, exponent: int) -> Polynomial:
    """Return a power with an integer exponent that is not negative."""
    result = ONE
    for _ in range(exponent):
        result = multiply(result, base)
    return result


def product(factors: Iterable[Polynomial]) -> Polynomial:
    """Return the product of all factors."""
    result = ONE
    for factor in factors:
        result = multiply(result, factor)
    return result


def atoms(poly: Polynomial) -> set[int]:
    """Return the atoms that occur."""
    return {atom for monomial in poly for atom, _ in monomial}


def rewritten(poly: Polynomial, atom: int, power_of: Callable[[Fraction], Polynomial]) -> Polynomial:
    """Return the polynomial with each power of an atom replaced by what `power_of` makes of its exponent."""
    result: Polynomial = {}
    for monomial, coefficient in poly.items():
        exponent = dict(monomial).get(atom)
        if exponent is None:
            result = add(result, {monomial: coefficient})
        else:
            rest = tuple(pair for pair in monomial if pair[0] != atom)
            result = add(result, multiply({rest: coefficient}, power_of(exponent)))
    return result


def lowest(poly: Polynomial, atom: int) -> Fraction:
    """Return the smallest exponent of an atom, which counts as 0 where the atom is missing."""
    return min(dict(monomial).get(atom, Fraction(0)) for monomial in poly)


def content(poly: Polynomial) -> tuple[Fraction, Monomial, Polynomial]:
    """Return a rational number, a monomial and a primitive polynomial whose product is the polynomial."""
    common = tuple((atom, low) for atom in sorted(atoms(poly)) if (low := lowest(poly, atom)))
    inverse = tuple((atom, -exponent) for atom, exponent in common)
    coefficients = list(poly.values())
    size = Fraction(gcd(*(abs(c.numerator) for c in coefficients)), lcm(*(c.denominator for c in coefficients)))
    lead = poly[max(poly)]
    number = size if lead > 0 else -size
    return number, common, {times(monomial, inverse): c / number for monomial, c in poly.items()}


def factored(poly: Polynomial) -> list[tuple[Polynomial, int]]:
    """Return primitive factors and multiplicities, without rational and monomial content.

    Flint proposes the factors; they are returned only if their product is the polynomial up to its content, otherwise
    the polynomial itself is the one factor. Nothing rests on flint here.
    """
    _, _, primitive = content(poly)
    if len(primitive) == 1:
        return []
    names = sorted(atoms(primitive))
    scale = lcm(*(e.denominator for monomial in primitive for _, e in monomial))
    ring = fmpq_mpoly_ctx.get([f"x{atom}" for atom in names], "lex")
    dense = {
        tuple(int(dict(monomial).get(atom, 0) * scale) for atom in names): fmpq(c.numerator, c.denominator)
        for monomial, c in primitive.items()
    }
    _, proposed = fmpq_mpoly(dense, ring).factor()
    found: list[tuple[Polynomial, int]] = []
    for factor, multiplicity in proposed:
        terms = {
            tuple((atom, Fraction(int(e), scale)) for atom, e in zip(names, exponents, strict=True) if e): Fraction(
                int(c.p), int(c.q)
            )
            for exponents, c in factor.to_dict().items()
        }
        found.append((content(terms)[2], int(multiplicity)))
    whole = product(power(factor, multiplicity) for factor, multiplicity in found)
    if add(whole, primitive, -1) and add(whole, primitive):
        return [(primitive, 1)]
    return found


def quotient(poly: Polynomial, divisor: Polynomial) -> Polynomial | None:
    """Return the exact quotient if there is one; flint proposes it, and the product is compared."""
    names = sorted(atoms(poly) | atoms(divisor))
    if any(e.denominator != 1 or e < 0 for p in (poly, divisor) for monomial in p for _, e in monomial):
        return None
    ring = fmpq_mpoly_ctx.get([f"x{atom}" for atom in names], "lex")

    def dense(p: Polynomial) -> fmpq_mpoly:
        return fmpq_mpoly(
            {tuple(int(dict(m).get(a, 0)) for a in names): fmpq(c.numerator, c.denominator) for m, c in p.items()}, ring
        )

    proposed, rest = divmod(dense(poly), dense(divisor))
    if rest.to_dict():
        return None
    result = {
        tuple((atom, Fraction(int(e))) for atom, e in zip(names, exponents, strict=True) if e): Fraction(
            int(c.p), int(c.q)
        )
        for exponents, c in proposed.to_dict().items()
    }
    return None if add(multiply(result, divisor), poly, -1) else result
