"""Compositions of integer degrees: one polynomial per side, or pieces of one."""

import math
from collections.abc import Sequence

from symkern.approximation.fit import Polynomial
from symkern.approximation.forms import Composition
from symkern.emit import literals
from symkern.emit.templates import filled, paragraph

FEW = 6
"""Up to so many pieces each is evaluated on its own numbers; with more, each number looks its coefficients up."""


def fields(found: Composition) -> dict[str, str]:
    """What a module of a composition has of its own."""
    steps = int(math.log2(found.plus_root)) - 1
    most = max(len(found.plus), len(found.minus))
    roots = "\n    t = np.sqrt(t)" * steps
    root = {2: "square root", 4: "fourth root"}.get(found.plus_root, f"{found.plus_root}th root")
    constants = [
        f"AT_ONE = {found.at_one!r}  # the kernel of equal unit vectors",
        "Piece = tuple[float, float, float, tuple[float, ...]]  # its high end, centre and scale, and coefficients",
        _pieces("PLUS", found.plus),
        _pieces("MINUS", found.minus),
    ]
    analysis = paragraph(
        f"All {len(found.layers)} layers are one function of c. For c > 0 it is analytic in t, the {root} of",
        "s = 1 - |c|, and is evaluated as AT_ONE - t G(t); for c <= 0 it is a function of the square root of s. The",
        f"polynomials ({len(found.plus)} for c > 0, {len(found.minus)} for c <= 0) are proved by ball arithmetic to be",
        f"within {found.error / found.at_one:.1e} of the kernel at c = 1, everywhere.",
    )
    return {
        "constants": "\n".join(constants),
        "analysis": analysis,
        "plus_root": roots,
        "chunk_size": "32768" if most <= FEW else "8192",
        "piecewise": filled("numpy", f"piecewise_{'one' if most == 1 else 'few' if most <= FEW else 'many'}", {}),
        "loop_body": _loop_body(found, steps),
    }


def _loop_body(found: Composition, steps: int) -> str:
    """Both sides for one number at a time, polynomials written out."""
    lines = ["t = np.sqrt(t)"] * steps
    lines.append("if c > 0.0:")
    lines += [f"    {line}" for line in _chosen_piece(found.plus, "t")]
    lines += ["    values[i] = AT_ONE - t * value", "else:"]
    lines += [f"    {line}" for line in _chosen_piece(found.minus, "root")]
    lines.append("    values[i] = value")
    return "\n".join(" " * 12 + line for line in lines)


def _chosen_piece(pieces: Sequence[Polynomial], t: str) -> list[str]:
    lines = []
    for k, piece in enumerate(pieces):
        value = literals.estrin([repr(a) for a in piece.coefficients], "x")
        body = [f"x = ({t} - {piece.centre!r}) * {piece.scale!r}"]
        body += [*literals.powers(len(piece.coefficients), "x"), f"value = {value}"]
        if len(pieces) == 1:
            return body
        lines.append("else:" if k == len(pieces) - 1 else f"{'el' if k else ''}if {t} <= {piece.high!r}:")
        lines += [f"    {line}" for line in body]
    return lines


def _pieces(name: str, pieces: Sequence[Polynomial]) -> str:
    lines = [f"{name}: tuple[Piece, ...] = ("]
    for piece in pieces:
        lines.append(f"    ({piece.high!r}, {piece.centre!r}, {piece.scale!r}, (")
        lines += literals.rows(piece.coefficients, "        ")
        lines.append("    )),")
    return "\n".join([*lines, ")"])
