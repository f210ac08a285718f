"""Theorems that are cited, not proved: few, named, each with its source and a numerical test of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symkern.proofs.domains import POSITIVE, Domain, above, domain, interval
from symkern.proofs.terms import exp, gamma, hyp2f1, integral, oo, symbols
from symkern.proofs.theorem import Equal, Theorem, conclude


@dataclass(frozen=True)
class Citation:
    """A theorem by name, and where it is proved."""

    name: str
    source: str


SOURCES: Mapping[str, Citation] = {
    citation.name: citation
    for citation in (
        Citation("Euler's integral of the Gamma function", "DLMF 5.2.1"),
        Citation("Euler's integral of the Beta function", "DLMF 5.12.1"),
        Citation("Euler's integral of the hypergeometric function", "DLMF 15.6.1"),
    )
}


def _cite(name: str, statement: Equal, where: Domain) -> Theorem:
    return conclude(f"cited: {SOURCES[name].source}", statement, where, cites=[name])


a, b, c, t, z = symbols("a b c t z")
UNIT = interval(0, 1)


def euler_gamma() -> Theorem:
    """Gamma(a) = integral of t^(a-1) e^(-t) from 0 to infinity, a > 0."""
    right = integral(t ** (a - 1) * exp(-t), t, 0, oo)
    return _cite("Euler's integral of the Gamma function", Equal(gamma(a), right), domain(a=POSITIVE))


def euler_beta() -> Theorem:
    """Gamma(a) Gamma(b)/Gamma(a+b) = integral of t^(a-1) (1-t)^(b-1) from 0 to 1, a > 0, b > 0."""
    right = integral(t ** (a - 1) * (1 - t) ** (b - 1), t, 0, 1)
    left = gamma(a) * gamma(b) / gamma(a + b)
    return _cite("Euler's integral of the Beta function", Equal(left, right), domain(a=POSITIVE, b=POSITIVE))


def euler_hypergeometric() -> Theorem:
    """Gamma(b) Gamma(c-b)/Gamma(c) 2F1(a, b; c; z) = integral of t^(b-1) (1-t)^(c-b-1) (1-zt)^(-a), c > b > 0, |z| < 1."""
    right = integral(t ** (b - 1) * (1 - t) ** (c - b - 1) * (1 - z * t) ** -a, t, 0, 1)
    left = gamma(b) * gamma(c - b) / gamma(c) * hyp2f1(a, b, c, z)
    where = domain([c - b], a=above(-oo), b=POSITIVE, c=POSITIVE, z=interval(-1, 1))
    return _cite("Euler's integral of the hypergeometric function", Equal(left, right), where)
