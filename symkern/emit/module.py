"""A module for the kernel of given layers: templates, filled with certified numbers and derived formulas."""

import math
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import arb

from symkern import __version__
from symkern.approximation.forms import Chain, Composition, IntegerDegree, RealDegree, SteepDegree, form
from symkern.emit import chain, composition, integer, real, steep
from symkern.emit.templates import filled, targets
from symkern.errors import InvalidArgument
from symkern.reference.evaluate import evaluate
from symkern.reference.precision import ball_precision
from symkern.symbolic.arc_cosine import angular_function
from symkern.symbolic.composition import angle
from symkern.typeset.unicode import unicode

CHECK_DIGITS = 30
SMALLEST_EXPONENT = -300
"""Of values to check with: what is smaller is no double."""


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
    kind, own = _FORMS[type(found)]
    fields = common(layers) | {"command": command, "version": __version__} | own(found)
    before, after = _zero_rows(layers)
    fields["kernel_values"] = before + fields["kernel_values"] + after
    fields["chunk"] = filled("numpy", kind, fields)
    if target != "numpy":
        fields |= _overlay(target, kind, fields)
    return filled("numpy", "module", fields)


_FORMS: dict[type, tuple[str, Callable[[Any], dict[str, str]]]] = {
    IntegerDegree: ("integer", integer.fields),
    RealDegree: ("real", real.fields),
    SteepDegree: ("steep", steep.fields),
    Composition: ("composition", composition.fields),
    Chain: ("chain", chain.fields),
}
"""The template of each form and what fills it."""


def _overlay(target: str, kind: str, fields: dict[str, str]) -> dict[str, str]:
    """What another target changes of the numpy module: imports, a loop of its own, and where it is called."""
    loop = filled(target, kind, fields)
    return {
        "imports": filled(target, "imports", fields),
        "evaluation": filled(target, "evaluation", fields | {"numpy_evaluation": fields["evaluation"]}).rstrip("\n"),
        "chunk": f"{fields['chunk']}\n\n{loop}",
    }


def common(layers: Sequence[Fraction], **variation: Fraction) -> dict[str, str]:
    """The fields that every module has; those of a form take the place of some."""
    listed = ", ".join(map(str, layers))
    single, exactly = len(layers) == 1, not variation
    title = f"degree {listed}." if single else f"degrees {listed}, first layer first."
    exact = "cho_saul_2010.4, " if single and layers[0].denominator == 1 else ""
    norms = _norms(math.prod(layers, start=Fraction(1)))
    return {
        "title": f"Arc-cosine kernel{'' if single else 's'} of {title}",
        "formulas": _formulas(layers),
        "claims": f"{exact}beyond.closed_form{'' if single else ', cho_saul_2010.18'}",
        "imports": "",
        "equal_inputs": "float(angular(1.0)) == AT_ONE" if exactly else "abs(float(angular(1.0)) - AT_ONE) < 1e-15",
        "angle_arguments": "np.where(obtuse, s - 1, 1 - s), s",
        "kernel_values": filled("numpy", "kernel_values", {"smoothing": "", "norms": norms}).rstrip("\n"),
        "checks": _checks(layers, **variation),
        "angle_checks": _angle_checks(layers, **variation),
        "measure": "in units in the last place" if single else "relative to the kernel of equal inputs",
        "unit": "np.spacing(high)" if single else "(scale * AT_ONE)",
        "precision": ".2f" if single else ".1e",
        "unit_name": "units in the last place" if single else "of the kernel of equal inputs",
        "lost_argument": "",
        "evaluation": evaluation(),
        "fill_arguments": "",
        "chunk_size": "8192",
    }


def _formulas(layers: Sequence[Fraction]) -> str:
    """The angular functions, rendered from the derived expressions."""
    lines = []
    for k, n in enumerate(layers):
        degree = sp.Rational(n.numerator, n.denominator)
        name = f"J_{n}" if n.denominator == 1 else f"J_{{{n}}}"
        seen = "θ" if k == 0 else unicode(angle(k))
        body = angular_function(degree).subs(sp.Symbol("theta", real=True), angle(k))
        line = f"    {name}({seen}) = {unicode(body)}"
        if line not in lines:
            lines.append(line)
        if k + 1 < len(layers):
            lines.append(f"    cos {unicode(angle(k + 1))} = {name}({seen})/{name}(0)")
    return "\n".join(lines)


def _norms(power: Fraction) -> str:
    """The line that multiplies by the powers of the norms, symmetrically."""
    if power == 0:
        return ""
    written = str(power) if power.denominator == 1 else f"({power})"
    raised = "" if power == 1 else f" ** {written}"
    return f"\n    values *= np.multiply.outer(u_norms{raised}, v_norms{raised})"


def _zero_rows(layers: Sequence[Fraction]) -> tuple[str, str]:
    """Lines before and after that see to zero vectors: step(0) = 1/2, and a negative power of 0 is refused."""
    negative = next((n for n in layers if n < 0), None)
    if negative is not None and all(n != 0 for n in layers[: list(layers).index(negative)]):
        return filled("numpy", "zero_rows_refused", {"degree": str(negative)}), ""
    other, itself = (float(evaluate(layers=list(layers), x=[0], y=[size], digits=30)) for size in (1, 0))
    if other == itself == 0.0:
        return "", ""  # the power of the norm sees to it
    return "", filled("numpy", "zero_rows", {"other": repr(other), "itself": repr(itself)}).rstrip("\n")


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


def _angle_checks(layers: Sequence[Fraction], **variation: Fraction) -> str:
    """Return angles down to 1e-16 with J to 30 digits: a cosine does not tell them from 0."""
    lines = []
    for power in (-2, -4, -6, -8, -9, -10, -12, -14, -16):
        theta = 10.0**power
        found = evaluate(layers=list(layers), theta=Fraction(theta), digits=CHECK_DIGITS, **variation)
        with ball_precision(160):
            value = arb(found.value) * arb.pi()
            lines.append(f'    ("{theta.hex()}", "{value.str(CHECK_DIGITS, radius=False)}"),')
    return "\n".join(lines)


def evaluation() -> str:
    return "\n".join(
        (
            "    for start in range(0, len(cosines), CHUNK):",
            "        part = cosines[start : start + CHUNK]",
            "        s = 1.0 - np.abs(part)",
            "        if s.min() < 0.0:",
            "            part = _clamped(part, 8 * float(np.finfo(given.dtype).eps))",
            "            s = 1.0 - np.abs(part)",
            "        _chunk(part, s, values[start : start + CHUNK])",
        )
    )
