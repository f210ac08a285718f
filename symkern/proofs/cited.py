"""Theorems that are cited, not proved: few, named, each with its source and a numerical test of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symkern.proofs.domains import POSITIVE, REALS, Domain, above, domain, interval
from symkern.proofs.terms import cos, exp, gamma, half, hyp2f1, integral, oo, pi, sqrt, symbols, term
from symkern.proofs.theorem import Equal, HasDerivative, Statement, Tends, Theorem, conclude


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
        Citation("derivative of z^(c-1) 2F1(a, b; c; z)", "DLMF 15.5.4"),
        Citation("derivative of 2F1(a, b; c; z)", "DLMF 15.5.1"),
        Citation("Legendre's duplication formula", "DLMF 5.5.5"),
        Citation("Gauss's sum of the hypergeometric series", "DLMF 15.4.20, with Abel's theorem"),
        Citation("scalar curvature of a rotationally symmetric metric", "Petersen, Riemannian Geometry, section 4.2.3"),
        Citation("cosine transform of the Gaussian function", "DLMF 7.7.3, its real part"),
    )
}


def _cite(name: str, statement: Statement, where: Domain) -> Theorem:
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
    """Gamma(b) Gamma(c-b)/Gamma(c) 2F1(a, b; c; z) = integral of t^(b-1) (1-t)^(c-b-1) (1-zt)^(-a), c > b > 0."""
    right = integral(t ** (b - 1) * (1 - t) ** (c - b - 1) * (1 - z * t) ** -a, t, 0, 1)
    left = gamma(b) * gamma(c - b) / gamma(c) * hyp2f1(a, b, c, z)
    where = domain([c - b], a=REALS, b=POSITIVE, c=POSITIVE, z=interval(-1, 1))
    return _cite("Euler's integral of the hypergeometric function", Equal(left, right), where)


def hypergeometric_slope() -> Theorem:
    """d/dz z^(c-1) 2F1(a, b; c; z) = (c-1) z^(c-2) 2F1(a, b; c-1; z) for c > 1 and z in (0, 1)."""
    function, slope = z ** (c - 1) * hyp2f1(a, b, c, z), (c - 1) * z ** (c - 2) * hyp2f1(a, b, c - 1, z)
    where = domain(a=REALS, b=REALS, c=above(1), z=UNIT)
    return _cite("derivative of z^(c-1) 2F1(a, b; c; z)", HasDerivative(z, function, slope), where)


def hypergeometric_derivative() -> Theorem:
    """d/dz 2F1(a, b; c; z) = (a b/c) 2F1(a+1, b+1; c+1; z) for c > 0 and z in (-1, 1)."""
    slope = a * b / c * hyp2f1(a + 1, b + 1, c + 1, z)
    where = domain(a=REALS, b=REALS, c=POSITIVE, z=interval(-1, 1))
    return _cite("derivative of 2F1(a, b; c; z)", HasDerivative(z, hyp2f1(a, b, c, z), slope), where)


def legendre_duplication() -> Theorem:
    """Gamma(2a) = 2^(2a-1) Gamma(a) Gamma(a + 1/2) / sqrt(pi) for a > 0."""
    right = 2 ** (2 * a - 1) * gamma(a) * gamma(a + half) / sqrt(pi)
    return _cite("Legendre's duplication formula", Equal(gamma(2 * a), right), domain(a=POSITIVE))


def gauss_sum() -> Theorem:
    """2F1(a, b; c; z) tends to Gamma(c) Gamma(c-a-b)/(Gamma(c-a) Gamma(c-b)) as z in (0, 1) tends to 1; c > a + b."""
    value = gamma(c) * gamma(c - a - b) / (gamma(c - a) * gamma(c - b))
    where = domain([c - a - b, c - a, c - b], a=POSITIVE, b=POSITIVE, c=POSITIVE)
    statement = Tends(z, term(1), hyp2f1(a, b, c, z), value, UNIT)
    return _cite("Gauss's sum of the hypergeometric series", statement, where)


def gaussian_cosine() -> Theorem:
    """sqrt(pi/a)/2 e^(-z^2/a) = integral of e^(-a t^2) cos(2 z t) from 0 to infinity, a > 0, z real."""
    right = integral(exp(-a * t**2) * cos(2 * z * t), t, 0, oo)
    left = half * sqrt(pi / a) * exp(-(z**2) / a)
    return _cite("cosine transform of the Gaussian function", Equal(left, right), domain(a=POSITIVE, z=REALS))
