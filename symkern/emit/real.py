"""Degrees that are no integers: a power of s on one side, a logarithm or what becomes one on the other."""

from fractions import Fraction

from symkern.approximation.forms import RealDegree
from symkern.emit import literals
from symkern.emit.templates import indented, paragraph


def fields(found: RealDegree) -> dict[str, str]:
    """What a module of a degree that is no integer has of its own."""
    n = found.n
    logarithm = "    logarithm = np.expm1(EPS * np.log(t)) / EPS" if found.eps else "    logarithm = np.log(t)"
    grown = f"(s^{Fraction(found.eps).limit_denominator(10**6)} - 1)/{Fraction(found.eps).limit_denominator(10**6)}"
    what = grown if found.eps else "log s"
    size = found.series.error / found.series.coefficients[0]
    exponent = n + Fraction(1, 2)
    constants = [
        f"AT_ONE = {found.at_one!r}  # the kernel of equal unit vectors",
        f"EPS = {found.eps!r}  # {exponent} = {found.m} + EPS, rounded",
        f"FACTOR = {found.kappa!r}",
        literals.wrapped("SERIES", found.series.coefficients),
        literals.wrapped("REGULAR", found.regular.coefficients),
    ]
    between = "" if not found.m else f"s^{found.m} " if found.m > 1 else "s "
    analysis = paragraph(
        f"With s = 1 - |c| the kernel is s^({exponent}) S(s) for c <= 0, where S is a series of positive terms,",
        f"and for c > 0 it is R(c) + FACTOR {between}S(s) L(s) with L = {what}, finite for every degree. S and R are",
        f"polynomials, proved by ball arithmetic to be within {size:.1e} of S and",
        f"{found.regular.error / found.at_one:.1e} of the kernel at c = 1, for 0 <= s <= 1.",
    )
    return {
        "constants": "\n".join(constants),
        "analysis": analysis,
        "powers": indented(literals.powers(len(found.series.coefficients), "s"), 12),
        "series_polynomial": literals.estrin([repr(a) for a in found.series.coefficients], "s"),
        "regular_polynomial": literals.horner([repr(a) for a in found.regular.coefficients], "c"),
        "loop_logarithm": "np.expm1(EPS * np.log(s)) / EPS" if found.eps else "np.log(s)",
        "obtuse": _power_of("t", found, "series[obtuse]"),
        "loop_obtuse": _power_of("s", found, "series"),
        "loop_power": "" if not found.m else f" * s**{found.m}" if found.m > 1 else " * s",
        "logarithm": logarithm,
        "power": "" if not found.m else f" * t**{found.m}" if found.m > 1 else " * t",
    }


def _power_of(s: str, found: RealDegree, series: str) -> str:
    """series s^m s^eps: eps is rounded less than m + eps would be, and no power is too small for a double by itself."""
    whole = [min(16, found.m - start) for start in range(0, found.m, 16)]
    factors = [s if power == 1 else f"{s} ** {power}" for power in whole] + ([f"{s} ** EPS"] if found.eps else [])
    return " * ".join([series, *factors])
