"""A module for the kernel of given layers: templates of `codegen/`, filled with certified numbers and derived formulas."""

import math
import random
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from string import Template

import sympy as sp

from symkern import __version__
from symkern.approximation.forms import Composition, Form, IntegerDegree, RealDegree, form
from symkern.approximation.fit import Polynomial
from symkern.carried import carried
from symkern.emit import numbers
from symkern.errors import InvalidArgument, UsageError
from symkern.reference.evaluate import evaluate
from symkern.symbolic import biased, smoothed
from symkern.symbolic.arc_cosine import angular_function
from symkern.symbolic.composition import angle
from symkern.typeset.unicode import unicode

COMPENSATED = 2
"""From this degree on the rounding of 1 - |c| is made good for: s^(n+1/2) multiplies it."""

FEW = 6
"""Up to so many pieces each is evaluated on its own numbers; with more, each number looks its coefficients up."""

CHECK_DIGITS = 30
SMALLEST_EXPONENT = -300
"""Of values to check with: what is smaller is no double."""


def targets() -> list[str]:
    """The folders of templates."""
    return sorted(folder.name for folder in carried("codegen").iterdir() if folder.is_dir())


def module_name(layers: Sequence[Fraction]) -> str:
    """`arccos3`, `arccos_m1_4`, `deep_0_1_1`."""
    names = [str(n).replace("-", "m").replace("/", "_") for n in layers]
    if len(layers) == 1:
        return f"arccos{names[0]}" if layers[0].denominator == 1 else f"arccos_{names[0]}"
    return "deep_" + "_".join(names)


def emit(layers: Sequence[Fraction], target: str, command: str) -> str:
    """The text of a module, the same to the byte each time."""
    if target not in targets():
        raise InvalidArgument("target", f"one of {', '.join(targets())}", target)
    found = form(layers)
    fields = _common(layers) | {"command": command, "version": __version__}
    if isinstance(found, IntegerDegree):
        fields |= _integer(found)
    elif isinstance(found, RealDegree):
        fields |= _real(found)
    else:
        fields |= _composition(found)
    fields["kernel_values"] += _zero_rows(layers)
    kind = {IntegerDegree: "integer", RealDegree: "real", Composition: "composition"}[type(found)]
    fields["chunk"] = _filled("numpy", kind, fields)
    if target != "numpy":
        fields |= _overlay(target, kind, fields)
    return _filled("numpy", "module", fields)


def _filled(target: str, name: str, fields: dict[str, str]) -> str:
    file = carried("codegen") / target / f"{name}.py.txt"
    if not file.is_file():
        raise UsageError(f"The target {target} has no template for this kernel ({name}).")
    return Template(file.read_text(encoding="utf-8")).substitute(fields)


def _overlay(target: str, kind: str, fields: dict[str, str]) -> dict[str, str]:
    """What another target changes of the numpy module: imports, a loop of its own, and where it is called."""
    loop = _filled(target, kind, fields)
    return {
        "imports": _filled(target, "imports", fields),
        "evaluation": _filled(target, "evaluation", fields | {"numpy_evaluation": fields["evaluation"]}).rstrip("\n"),
        "chunk": f"{fields['chunk']}\n\n{loop}",
    }


# variations of degree 0


def emit_smoothed(sigma: Fraction, command: str) -> str:
    """Degree 0 of inputs that are extended by the thresholds of their units."""
    step = _integer(form([Fraction(0)]))  # type: ignore[arg-type]
    fields = _common([Fraction(0)], sigma=sigma) | step | {"command": command, "version": __version__}
    width = _written_out("SIGMA", sigma)
    transform = "_smoothed(cosines, s, u_norms[:, None], v_norms)"
    inner = {"smoothing": f"    cosines, s = {transform}\n", "norms": ""}
    at_one = float(evaluate(0, sigma=sigma, cosine=1))
    fields |= {
        "title": f"Smoothed arc-cosine kernel of degree 0, sigma = {sigma}.",
        "formulas": f"    {unicode(smoothed.K)} = {unicode(1 - sp.acos(smoothed.COSINE) / sp.pi)}",
        "claims": "cho_saul_2012.30",
        "constants": f"{width}\n{step['constants'].replace('AT_ONE = 1.0', f'AT_ONE = {at_one!r}').replace(', (2n - 1)!!', '')}",
        "analysis": "It is the kernel of degree 0 of longer vectors, whose 1 - |cosine| is a sum of positive terms here.\n"
        + step["analysis"].replace("the formula above cancels", "arccos cancels"),
        "angle_arguments": "*_smoothed(np.where(obtuse, s - 1, 1 - s), s, 1.0, 1.0)",
        "kernel_values": _filled("numpy", "kernel_values", inner).rstrip("\n"),
        "evaluation": _evaluation().replace("_chunk(part, s, values", "_fill(*_smoothed(part, s, 1.0, 1.0), values"),
        "unit": "np.spacing(high)",
    }
    fields["chunk"] = _filled("numpy", "smoothed", {"integer_chunk": _filled("numpy", "integer", fields)})
    return _filled("numpy", "module", fields)


def emit_biased(bias: Fraction, command: str) -> str:
    """Owen's form, with scipy's owens_t."""
    if bias == 0:
        raise InvalidArgument("bias", "a number other than 0", bias, "Degree 0 without a bias is codegen n=0.")
    at_one = float(evaluate(0, bias=bias, cosine=1))
    fields = _common([Fraction(0)], bias=bias) | {
        "command": command,
        "version": __version__,
        "title": f"Biased arc-cosine kernel of degree 0, bias = {bias}.",
        "formulas": f"    {unicode(biased.K)} = {unicode(biased.owen_form())}    for b > 0",
        "claims": "beyond.owen, cho_saul_2012.26",
        "imports": "from scipy.special import erf, erfc, owens_t\n",
        "constants": f"{_written_out('BIAS', bias)}\nAT_ONE = {at_one!r}  # the kernel of equal unit vectors",
        "analysis": "psi and xi are the angles at x and y of the triangle 0, x, y. The error is a few times 1e-16 of 1, not of the value:\n"
        "where the kernel is small its terms cancel.",
        "kernel_values": "    values = _biased(cosines, s, u_norms[:, None], v_norms)",
        "measure": "of the kernel of equal inputs",
        "unit": "AT_ONE",
        "precision": ".1e",
        "unit_name": "of the kernel of equal inputs",
    }
    fields["chunk"] = _filled("numpy", "biased", fields)
    return _filled("numpy", "module", fields)


def _written_out(name: str, value: Fraction) -> str:
    return f"{name} = {float(value)!r}"


# what every module has


def _common(layers: Sequence[Fraction], **variation: Fraction) -> dict[str, str]:
    listed = ", ".join(map(str, layers))
    single = len(layers) == 1
    title = f"degree {listed}." if single else f"degrees {listed}, first layer first."
    exact = "cho_saul_2010.4, " if single and layers[0].denominator == 1 else ""
    norms = _norms(math.prod(layers, start=Fraction(1)))
    return {
        "title": f"Arc-cosine kernel{'' if single else 's'} of {title}",
        "formulas": _formulas(layers),
        "claims": f"{exact}beyond.closed_form{'' if single else ', cho_saul_2010.18'}",
        "imports": "",
        "zeros": "",
        "angle_arguments": "np.where(obtuse, s - 1, 1 - s), s",
        "kernel_values": _filled("numpy", "kernel_values", {"smoothing": "", "norms": norms}).rstrip("\n"),
        "checks": _checks(layers, **variation),
        "measure": "in units in the last place" if single else "relative to the kernel of equal inputs",
        "unit": "np.spacing(high)" if single else "AT_ONE",
        "precision": ".2f" if single else ".1e",
        "unit_name": "units in the last place" if single else "of the kernel of equal inputs",
        "lost_argument": "",
        "evaluation": _evaluation(),
        "fill_arguments": "",
        "chunk_size": "8192",
    }


def _evaluation() -> str:
    return "\n".join(
        (
            "    for start in range(0, len(cosines), CHUNK):",
            "        part = cosines[start : start + CHUNK]",
            "        s = 1.0 - np.abs(part)",
            "        if s.min() < 0.0:",
            "            part = _clamped(part, 8 * np.finfo(given.dtype).eps)",
            "            s = 1.0 - np.abs(part)",
            "        _chunk(part, s, values[start : start + CHUNK])",
        )
    )


def _evaluation_in_place(*, compensated: bool) -> str:
    """The same with arrays that are allocated once: freeing as many at a time as this form needs costs page faults."""
    lines = [
        "    work = np.empty((3, min(CHUNK, len(cosines))))",
        "    for start in range(0, len(cosines), CHUNK):",
        "        part = cosines[start : start + CHUNK]",
        "        s, term, spare = work[:, : len(part)]",
        "        np.abs(part, out=spare)",
        "        np.subtract(1.0, spare, out=s)",
        "        if s.min() < 0.0:",
        "            part = _clamped(part, 8 * np.finfo(given.dtype).eps)",
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


def _formulas(layers: Sequence[Fraction]) -> str:
    """The angular functions, rendered from the derived expressions."""
    lines = []
    for k, n in enumerate(layers):
        degree = sp.Rational(n.numerator, n.denominator)
        name = f"J_{n}" if n.denominator == 1 else f"J_{{{n}}}"
        seen = "θ" if k == 0 else f"θ{k}"
        body = angular_function(degree).subs(sp.Symbol("theta", real=True), angle(k))
        line = f"    {name}({seen}) = {unicode(body)}"
        if line not in lines:
            lines.append(line)
        if k + 1 < len(layers):
            lines.append(f"    cos θ{k + 1} = {name}({seen})/{name}(0)")
    return "\n".join(lines)


def _norms(power: Fraction) -> str:
    if power == 0:
        return ""
    written = str(power) if power.denominator == 1 else f"({power})"
    raised = "" if power == 1 else f" ** {written}"
    return f"\n    values *= (u_norms{raised})[:, None]\n    values *= v_norms{raised}"


def _zero_rows(layers: Sequence[Fraction]) -> str:
    """The lines that see to zero vectors, by definition: step(0) = 1/2, and a negative power of 0 is refused."""
    negative = next((n for n in layers if n < 0), None)
    if negative is not None and all(n != 0 for n in layers[: list(layers).index(negative)]):
        return (
            "\n    for name, norms in ((\"X\", u_norms), (\"Y\", v_norms)):\n"
            "        if not norms.all():\n"
            '            rows = ", ".join(map(str, np.flatnonzero(norms == 0)[:5]))\n'
            f'            raise ValueError(f"{{name}} must have no zero rows, where degree {negative} is infinite; got rows {{rows}}.")'
        )
    other, itself = (float(evaluate(layers=list(layers), x=[0], y=[size], digits=30)) for size in (1, 0))
    if other == itself == 0.0:
        return ""  # the power of the norm
    return (
        "\n    u_zero, v_zero = u_norms == 0, v_norms == 0  # step(0) = 1/2\n"
        f"    values[u_zero, :] = {other!r}\n"
        f"    values[:, v_zero] = {other!r}\n"
        f"    values[np.ix_(u_zero, v_zero)] = {itself!r}"
    )


def _checks(layers: Sequence[Fraction], **variation: Fraction) -> str:
    """Cosines at and near both ends, near 0, and anywhere, with 30 digits each."""
    generator = random.Random(0)
    ends = [1.0, 1 - 2**-53, 1 - 2**-30, 0.999, 0.5, 2**-30, 0.0, -(2**-30), -0.5, -0.999, -1 + 2**-30, -1 + 2**-53]
    chosen = ends + sorted((generator.uniform(-1, 1) for _ in range(12)), reverse=True)
    lines = []
    for c in chosen:
        found = evaluate(layers=list(layers), cosine=Fraction(c), digits=CHECK_DIGITS, **variation)
        if found.exponent is None or found.exponent > SMALLEST_EXPONENT:
            lines.append(f'    ("{c.hex()}", "{found.value}"),')
    return "\n".join(lines)


# the three forms


def _integer(found: IntegerDegree) -> dict[str, str]:
    n, fractions = found.n, found.fractions
    at_one = sum(found.cosine_polynomial)
    relative = fractions.error / fractions.constant
    constants = [
        f"DEGREE = {n}",
        f"AT_ONE = {at_one}.0  # the kernel of equal unit vectors, (2n - 1)!!",
        "# the series in s = 1 - |c|: CONSTANT + s (SLOPE + sum of RESIDUES/(POLES - s))",
        f"CONSTANT = {fractions.constant!r}",
        f"SLOPE = {fractions.slope!r}",
        numbers.wrapped("RESIDUES", fractions.residues),
        numbers.wrapped("POLES", fractions.poles),
    ]
    compensated = n >= COMPENSATED
    sign = "+" if n % 2 else "-"
    polynomial = unicode(sp.Poly(found.cosine_polynomial[::-1], sp.Symbol("c")).as_expr())
    analysis = (
        f"With s = 1 - |c| the kernel is s^({2 * n + 1}/2) S(s) for c <= 0, where S is a series of positive terms: it keeps its digits\n"
        f"near c = -1, where the formula above cancels. For c > 0 it is {polynomial} {sign} s^({2 * n + 1}/2) S(s). S is evaluated as\n"
        f"{len(fractions.poles)} partial fractions, proved by ball arithmetic to be within {relative:.1e} of S, relatively, for 0 <= s <= 1."
    )
    series = numbers.estrin([repr(a) for a in found.series.coefficients], "s")
    return {
        "constants": "\n".join(constants),
        "analysis": analysis,
        "power": _power(n),
        "lost_argument": ", lost: Array | None = None" if compensated else "",
        "combination": _combination(found),
        "evaluation": _evaluation_in_place(compensated=compensated),
        "fill_arguments": ", *np.empty((2, len(c[part])))",
        "chunk_size": "32768",
        "powers": _loop_powers(len(found.series.coefficients), "s", 12),
        "series_polynomial": series,
        "cosine_polynomial": numbers.horner([f"{a}.0" for a in found.cosine_polynomial[n % 2 :: 2]], "squared"),
        "loop_end": _loop_end(n),
    }


def _loop_powers(count: int, x: str, indent: int) -> str:
    return "\n".join(" " * indent + line for line in numbers.powers(count, x))


def _power(n: int) -> str:
    """The lines that make `term` the power of s, with what rounding took from s put back where the power is high."""
    if n < COMPENSATED:
        return "    np.sqrt(s, out=term)" + "\n    term *= s" * n
    return (
        "    values *= s\n"
        "    if lost is not None:  # 1 - |c| is rounded where |c| < 1/2, and the power of s multiplies that\n"
        "        lost *= (DEGREE + 0.5) * CONSTANT\n"
        "        values += lost\n"
        "    np.sqrt(s, out=term)\n"
        + ("    term *= s" if n == 2 else "    for _ in range(DEGREE - 1):\n        term *= s")
    )


def _loop_end(n: int) -> str:
    """The same for one number at a time."""
    indent = " " * 12
    if n < COMPENSATED:
        lines = [f"power = np.sqrt(s){' * s' * n}", "obtuse = power * series"]
    else:
        lines = [
            "lost = (1.0 - s) - size if size < 0.5 else 0.0",
            f"power = np.sqrt(s){' * s' * (n - 1)}",
            f"obtuse = power * (s * series + {n + 0.5!r} * CONSTANT * lost)",
        ]
    if n % 2:
        lines.append("values[i] = acute * polynomial + obtuse")
    else:
        lines.append("values[i] = polynomial - obtuse if c > 0.0 else obtuse")
    return "\n".join(indent + line for line in lines)


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


def _real(found: RealDegree) -> dict[str, str]:
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
        numbers.wrapped("SERIES", found.series.coefficients),
        numbers.wrapped("REGULAR", found.regular.coefficients),
    ]
    between = "" if not found.m else f"s^{found.m} " if found.m > 1 else "s "
    analysis = (
        f"With s = 1 - |c| the kernel is s^({exponent}) S(s) for c <= 0, where S is a series of positive terms, and for c > 0 it is\n"
        f"R(c) + FACTOR {between}S(s) L(s) with L = {what}, which stays finite for every degree. S and R are polynomials, proved by\n"
        f"ball arithmetic to be within {size:.1e} of S and {found.regular.error / found.at_one:.1e} of the kernel at c = 1, for 0 <= s <= 1."
    )
    return {
        "constants": "\n".join(constants),
        "analysis": analysis,
        "powers": _loop_powers(len(found.series.coefficients), "s", 12),
        "series_polynomial": numbers.estrin([repr(a) for a in found.series.coefficients], "s"),
        "regular_polynomial": numbers.horner([repr(a) for a in found.regular.coefficients], "c"),
        "loop_logarithm": "np.expm1(EPS * np.log(s)) / EPS" if found.eps else "np.log(s)",
        "obtuse": _power_of("t", found) + " * series[obtuse]",
        "loop_obtuse": _power_of("s", found) + " * series",
        "loop_power": "" if not found.m else f" * s**{found.m}" if found.m > 1 else " * s",
        "logarithm": logarithm,
        "power": "" if not found.m else f" * t**{found.m}" if found.m > 1 else " * t",
    }


def _power_of(s: str, found: RealDegree) -> str:
    """s^(m + eps) as two factors: eps is rounded less than m + eps would be, and the rounding multiplies log s."""
    whole = "" if not found.m else s if found.m == 1 else f"{s} ** {found.m}"
    rest = f"{s} ** EPS" if found.eps else ""
    return " * ".join(filter(None, (whole, rest)))


def _composition(found: Composition) -> dict[str, str]:
    steps = int(math.log2(found.plus_root)) - 1
    most = max(len(found.plus), len(found.minus))
    roots = "\n    t = np.sqrt(t)" * steps
    root = {2: "square root", 4: "fourth root"}.get(found.plus_root, f"{found.plus_root}th root")
    constants = [
        f"AT_ONE = {found.at_one!r}  # the kernel of equal unit vectors",
        *([] if found.at_minus_one is None else [f"AT_MINUS_ONE = {found.at_minus_one!r}  # of opposite ones"]),
        "Piece = tuple[float, float, float, tuple[float, ...]]  # its high end, centre and scale, and coefficients",
        _pieces("PLUS", found.plus),
        _pieces("MINUS", found.minus),
    ]
    analysis = (
        f"All {len(found.layers)} layers are one function of c. For c > 0 it is analytic in t, the {root} of s = 1 - |c|, and is evaluated as\n"
        f"AT_ONE - t G(t); for c <= 0 it is analytic in the square root of s. The polynomials ({len(found.plus)} for c > 0, {len(found.minus)} for c <= 0)\n"
        f"are proved by ball arithmetic to be within {found.error / found.at_one:.1e} of the kernel at c = 1, everywhere."
    )
    if any(n.denominator != 1 for n in found.layers):
        analysis = analysis.replace("it is analytic in t, the", "it is a function of t, the")
    return {
        "constants": "\n".join(constants),
        "analysis": analysis,
        "plus_root": roots,
        "chunk_size": "32768" if most <= FEW else "8192",
        "piecewise": _filled("numpy", f"piecewise_{'one' if most == 1 else 'few' if most <= FEW else 'many'}", {}),
        "opposite": "\n    values[(root == 0) & ~acute] = AT_MINUS_ONE" if found.at_minus_one is not None else "",
        "loop_body": _loop_body(found, steps),
    }


def _loop_body(found: Composition, steps: int) -> str:
    """Both sides for one number at a time, polynomials written out."""
    lines = ["t = np.sqrt(t)"] * steps
    lines.append("if c > 0.0:")
    lines += [f"    {line}" for line in _chosen_piece(found.plus, "t")]
    lines += ["    values[i] = AT_ONE - t * value", "else:"]
    lines += [f"    {line}" for line in _chosen_piece(found.minus, "root")]
    lines.append("    values[i] = value" if found.at_minus_one is None else "    values[i] = value if s > 0.0 else AT_MINUS_ONE")
    return "\n".join(" " * 12 + line for line in lines)


def _chosen_piece(pieces: Sequence[Polynomial], t: str) -> list[str]:
    lines = []
    for k, piece in enumerate(pieces):
        value = numbers.estrin([repr(a) for a in piece.coefficients], "x")
        body = [f"x = ({t} - {piece.centre!r}) * {piece.scale!r}"]
        body += [*numbers.powers(len(piece.coefficients), "x"), f"value = {value}"]
        if len(pieces) == 1:
            return body
        lines.append("else:" if k == len(pieces) - 1 else f"{'el' if k else ''}if {t} <= {piece.high!r}:")
        lines += [f"    {line}" for line in body]
    return lines


def _pieces(name: str, pieces: Sequence[Polynomial]) -> str:
    lines = [f"{name}: tuple[Piece, ...] = ("]
    for piece in pieces:
        lines.append(f"    ({piece.high!r}, {piece.centre!r}, {piece.scale!r}, (")
        lines += numbers.rows(piece.coefficients, "        ")
        lines.append("    )),")
    return "\n".join([*lines, ")"])


def write(text: str, file: Path) -> None:
    """All of it or nothing."""
    draft = file.with_name(f".{file.name}.draft")
    draft.write_text(text, encoding="utf-8")
    draft.replace(file)
