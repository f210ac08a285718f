"""A derivation as a text page, a LaTeX document or a JSON object."""

import json
import re
import textwrap
from collections.abc import Iterator, Mapping

from symkern.symbolic.derivation import Derivation, Result, Value
from symkern.symbolic.step import Step
from symkern.typeset.tex import tex
from symkern.typeset.unicode import GREEK, NBSP, SUBSCRIPTS, SUPERSCRIPTS, breakable

LONG = 190
"""A LaTeX equation with more characters than this is set as a paragraph that TeX may break."""

TEX_CHARACTERS = {
    **{letter: f"\\{name}" for name, letter in GREEK.items()},
    **{chr(raised): f"^{chr(plain)}" for plain, raised in SUPERSCRIPTS.items()},
    **{chr(lowered): f"_{chr(plain)}" for plain, lowered in SUBSCRIPTS.items() if lowered > 127},
    "π": r"\pi", "Θ": r"\Theta", "ᵀ": "^T", "ℓ": r"\ell", "−": "-", "≥": r"\geq", "≤": r"\leq", "≠": r"\neq",
    "→": r"\to", "√": r"\surd", "·": r"\cdot", "∞": r"\infty", "∂": r"\partial", "⊥": r"\perp",
    "‖": r"\|", "′": "'", "″": "''",
}  # fmt: skip
"""The mathematics that occurs in prose."""


def as_text(derivation: Derivation, *, steps: bool = False, width: int = 100) -> str:
    """Readable Unicode mathematics, no line longer than `width` where it can be broken."""
    lines = [derivation.title, "=" * len(derivation.title)]
    for section in derivation.sections:
        lines += ["", section.title]
        for result in section.results:
            lines += _paragraph(_equation_text(result), _note(result), width)
        for remark in section.remarks:
            lines += textwrap.wrap(remark, width, initial_indent="  ", subsequent_indent="  ")
    if steps:
        lines += ["", f"Steps ({len(derivation.steps)})"]
        for number, step in enumerate(derivation.steps, 1):
            lines += _step_text(number, step, width)
    return "\n".join(lines)


def _note(result: Result) -> str:
    return "; ".join(filter(None, (result.remark, result.source)))


def _equation_text(equation: Result | Step) -> str:
    text = f"{breakable(equation.lhs)} = {breakable(equation.rhs)}"
    return text if equation.beyond is None else f"{text} +{NBSP}O({breakable(equation.beyond)})"


def _paragraph(equation: str, note: str, width: int) -> list[str]:
    lines = textwrap.wrap(equation, width, initial_indent="  ", subsequent_indent="      ", break_long_words=False)
    lines = [line.replace(NBSP, " ") for line in lines]
    if not note:
        return lines
    if len(lines[-1]) + len(f"    [{note}]") <= width:
        return [*lines[:-1], f"{lines[-1]}    [{note}]"]
    return lines + textwrap.wrap(f"[{note}]", width, initial_indent="      ", subsequent_indent="       ")


def _standing(step: Step) -> str:
    """Return what stands behind a step."""
    if step.status == "definition":
        return "a definition"
    return f"proved: {step.check}" if step.status == "proved" else f"argued, not proved: {step.check}"


def _step_text(number: int, step: Step, width: int) -> list[str]:
    label = f"{number:3}. "
    equation = textwrap.wrap(
        _equation_text(step), width, initial_indent=label, subsequent_indent=" " * 9, break_long_words=False
    )
    reasons = [step.because + (f"  [{step.source}]" if step.source else ""), _standing(step)]
    return [line.replace(NBSP, " ") for line in equation] + [
        line
        for reason in reasons
        for line in textwrap.wrap(reason, width, initial_indent="     ", subsequent_indent="     ")
    ]


def as_latex(derivation: Derivation, *, steps: bool = False) -> str:
    """A document that compiles on its own."""
    body = [rf"\section*{{{_tex_text(derivation.title)}}}"]
    for section in derivation.sections:
        body.append(rf"\subsection*{{{_tex_text(section.title)}}}")
        for result in section.results:
            body += _tex_equation(result, _note(result))
        body += [rf"{_tex_text(remark)}\par" for remark in section.remarks]
    if steps:
        body += [r"\subsection*{Steps}", r"\begin{enumerate}"]
        for step in derivation.steps:
            reason = step.because + (f" ({step.source})" if step.source else "")
            body += [r"\item", *_tex_equation(step, f"{reason}; {_standing(step)}")]
        body.append(r"\end{enumerate}")
    return "\n".join([*_preamble(), r"\begin{document}", *body, r"\end{document}"])


def _preamble() -> Iterator[str]:
    yield r"\documentclass{article}"
    yield r"\usepackage[utf8]{inputenc}"
    yield r"\usepackage{amsmath,amssymb}"
    yield r"\usepackage[margin=25mm]{geometry}"
    for character, command in TEX_CHARACTERS.items():
        yield rf"\DeclareUnicodeCharacter{{{ord(character):04X}}}{{\ensuremath{{{command}}}}}"


def _tex_equation(equation: Result | Step, note: str) -> list[str]:
    body = f"{tex(equation.lhs)} = {tex(equation.rhs)}"
    if equation.beyond is not None:
        body += rf" + O\left({tex(equation.beyond)}\right)"
    if len(body) <= LONG:
        lines = [rf"\[{body}\]"]
    else:  # inline mathematics is broken at + and - wherever no \left ... \right encloses them
        open_ended = body.replace(r"\left", "").replace(r"\right", "")
        lines = [rf"\begin{{flushleft}}$\displaystyle {open_ended}$\end{{flushleft}}"]
    if note:
        lines.append(rf"{{\small\hfill {_tex_text(note)}}}\par")
    return lines


def _tex_text(text: str) -> str:
    """Prose for TeX; symbols with indices, such as J_n or R_νμβ^μ, become mathematics."""
    pieces = re.split(r"((?:[A-Za-zΓδθφ∂]+)(?:[_^](?:\{[^}]*\}|[^\W_]+))+)", text)
    return "".join(_tex_indexed(piece) if i % 2 else _tex_plain(piece) for i, piece in enumerate(pieces))


def _tex_indexed(symbol: str) -> str:
    return "$" + re.sub(r"([_^])([^\W_]+)", r"\1{\2}", symbol) + "$"


def _tex_plain(text: str) -> str:
    for character in "&%#_":
        text = text.replace(character, "\\" + character)
    for letter in "wxy":
        text = text.replace(f"{letter}\N{COMBINING MACRON}", rf"$\bar{{{letter}}}$").replace("ȳ", r"$\bar{y}$")
    return text.replace("^", r"\^{}").replace("<", r"$<$").replace(">", r"$>$").replace("|", r"$|$")


def as_json(derivation: Derivation, *, steps: bool = False) -> str:
    """One object: the parameters, then each result by its key, as text that SymPy parses; null where there is none."""
    data: dict[str, object] = {name: _plain(value) for name, value in derivation.parameters.items()}
    for section in derivation.sections:
        data |= {result.key: _plain(result.rhs) for result in section.results if result.key}
        data |= {key: _plain(value) for key, value in section.data.items()}
    said = {result.key: _note(result) for result in derivation.results() if result.key and _note(result)}
    data |= {"notes": said, "remarks": [remark for section in derivation.sections for remark in section.remarks]}
    if steps:
        data["steps"] = [
            {
                "lhs": str(step.lhs),
                "rhs": str(step.rhs),
                "beyond": _plain(step.beyond),
                "because": step.because,
                "source": step.source,
                "check": step.check,
                "status": step.status,
            }
            for step in derivation.steps
        ]
    return json.dumps(data, indent=2, ensure_ascii=False)


def _plain(value: Value) -> object:
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    return None if value is None else str(value)
