"""Integer degrees: partial fractions for numpy, a polynomial for compiled loops, and no branch at c = 0."""

import sympy as sp

from symkern.approximation.forms import IntegerDegree
from symkern.emit import literals
from symkern.emit.templates import indented, paragraph
from symkern.typeset.unicode import unicode

COMPENSATED = 1
"""From this degree on the rounding of 1 - |c| is made good for: s^(n+1/2) multiplies it."""


def fields(found: IntegerDegree) -> dict[str, str]:
    """What a module of an integer degree has of its own."""
    n, fractions = found.n, found.fractions
    at_one = sum(found.cosine_polynomial)
    relative = fractions.error / fractions.constant
    constants = [
        f"DEGREE = {n}",
        f"AT_ONE = {at_one}.0  # the kernel of equal unit vectors, (2n - 1)!!",
        "# the series in s = 1 - |c|: CONSTANT + s (SLOPE + sum of RESIDUES/(POLES - s))",
        f"CONSTANT = {fractions.constant!r}",
        f"SLOPE = {fractions.slope!r}",
        literals.wrapped("RESIDUES", fractions.residues),
        literals.wrapped("POLES", fractions.poles),
    ]
    compensated = n >= COMPENSATED
    sign = "+" if n % 2 else "-"
    polynomial = unicode(sp.Poly(found.cosine_polynomial[::-1], sp.Symbol("c")).as_expr())
    power = f"s^({2 * n + 1}/2)"
    analysis = paragraph(
        f"With s = 1 - |c| the kernel is {power} S(s) for c <= 0, where S is a series of positive terms: it keeps its",
        f"digits near c = -1, where the formula above cancels. For c > 0 it is {polynomial} {sign} {power} S(s). S is",
        f"evaluated as {len(fractions.poles)} partial fractions, proved by ball arithmetic to be within {relative:.1e}",
        "of S, relatively, for 0 <= s <= 1.",
    )
    series = literals.estrin([repr(a) for a in found.series.coefficients], "s")
    return {
        "constants": "\n".join(constants),
        "analysis": analysis,
        "power": _power(n),
        "lost_argument": ", lost: Array | None = None" if compensated else "",
        "combination": _combination(found),
        "evaluation": _evaluation(compensated=compensated),
        "fill_arguments": ", *np.empty((2, len(c[part])))",
        "chunk_size": "32768",
        "powers": indented(literals.powers(len(found.series.coefficients), "s"), 12),
        "series_polynomial": series,
        "cosine_polynomial": literals.horner([f"{a}.0" for a in found.cosine_polynomial[n % 2 :: 2]], "squared"),
        "loop_end": _loop_end(n),
    }


def _power(n: int) -> str:
    """The lines that multiply by the power of s, one s at a time: the power alone may be too small for a double."""
    lines = []
    if n >= COMPENSATED:
        lines += [
            "values *= s",
            "if lost is not None:  # 1 - |c| is rounded where |c| < 1/2, and the power of s multiplies that",
            "    lost *= (DEGREE + 0.5) * CONSTANT",
            "    values += lost",
        ]
    lines.append("values *= np.sqrt(s, out=term)")
    if n == COMPENSATED + 1:
        lines.append("values *= s")
    elif n > COMPENSATED:
        lines += [f"for _ in range(DEGREE - {COMPENSATED}):", "    values *= s"]
    lines[-1] += "  # now the kernel for c <= 0"
    return indented(lines, 4)


def _loop_end(n: int) -> str:
    """The same for one number at a time."""
    if n < COMPENSATED:
        lines = ["obtuse = series * np.sqrt(s)"]
    else:
        lines = [
            "lost = (1.0 - s) - size if size < 0.5 else 0.0",
            f"obtuse = (s * series + {n + 0.5!r} * CONSTANT * lost) * np.sqrt(s){' * s' * (n - 1)}",
        ]
    if n % 2:
        lines.append("values[i] = acute * polynomial + obtuse")
    else:
        lines.append("values[i] = polynomial - obtuse if c > 0.0 else obtuse")
    return indented(lines, 12)


def _combination(found: IntegerDegree) -> str:
    """P_n(c) for c > 0 beside what holds for c <= 0, without a branch."""
    n = found.n
    coefficients = [f"{a}.0" for a in found.cosine_polynomial[n % 2 :: 2]]
    lines = []
    if n == 0:
        return "    values -= np.ceil(acute, out=acute)  # 1 where c > 0, 0 elsewhere\n    np.abs(values, out=values)"
    if n == 1:
        return "    values += acute"
    lines.append("    squared = np.multiply(acute, acute, out=s)")
    lines.append(f"    polynomial = np.multiply({coefficients[-1]}, squared, out=spare)")
    for a in coefficients[-2:0:-1]:
        lines += [f"    polynomial += {a}", "    polynomial *= squared"]
    if n % 2:
        lines += [f"    polynomial += {coefficients[0]}", "    polynomial *= acute", "    values += polynomial"]
    else:
        lines.append("    np.ceil(acute, out=acute)  # 1 where c > 0, 0 elsewhere")
        lines += [] if coefficients[0] == "1.0" else [f"    acute *= {coefficients[0]}"]
        lines.append("    polynomial += acute")
        lines += ["    values -= polynomial", "    np.abs(values, out=values)  # polynomial - values where c > 0"]
    return "\n".join(lines)


def _evaluation(*, compensated: bool) -> str:
    """The same with arrays that are allocated once: freeing as many at a time as this form needs costs page faults."""
    lines = [
        "    work = np.empty((3, min(CHUNK, len(cosines))))",
        "    for start in range(0, len(cosines), CHUNK):",
        "        part = cosines[start : start + CHUNK]",
        "        s, term, spare = work[:, : len(part)]",
        "        np.abs(part, out=spare)",
        "        np.subtract(1.0, spare, out=s)",
        "        if s.min() < 0.0:",
        "            part = _clamped(part, 8 * float(np.finfo(given.dtype).eps))",
        "            np.abs(part, out=spare)",
        "            np.subtract(1.0, spare, out=s)",
    ]
    call = "        _chunk(part, s, values[start : start + CHUNK], term, spare)"
    if compensated:
        lines += [
            "        np.subtract(1.0, s, out=term)",
            "        np.subtract(term, spare, out=spare)  # what rounding took from s, exactly",
        ]
        call = call[:-1] + ", lost=spare)"
    return "\n".join([*lines, call])
