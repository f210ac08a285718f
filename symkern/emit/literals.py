"""Numbers and polynomials as they are written into a module."""

from collections.abc import Sequence

LINE = 110


def rows(values: Sequence[float], indent: str) -> list[str]:
    """As many to a line as fit, each followed by a comma."""
    lines, line = [], indent
    for value in values:
        item = f"{value!r},"
        if len(line) + len(item) + 1 > LINE and line.strip():
            lines.append(line)
            line = indent
        line += item if not line.strip() else f" {item}"
    return [*lines, line]


def wrapped(name: str, values: Sequence[float]) -> str:
    """A tuple of numbers under a name.

    >>> print(wrapped("POLES", [1.5, 2.0]))
    POLES = (
        1.5, 2.0,
    )
    """
    return "\n".join([f"{name} = (", *rows(values, "    "), ")"])


def horner(coefficients: Sequence[str], x: str) -> str:
    """Horner's rule in one expression, lowest power first.

    >>> horner(["1.0", "2.0", "3.0"], "s")
    '1.0 + s * (2.0 + s * 3.0)'
    """
    *rest, last = coefficients
    text = last
    for coefficient in reversed(rest):
        text = f"{coefficient} + {x} * ({text})" if " " in text else f"{coefficient} + {x} * {text}"
    return text


def powers(count: int, x: str) -> list[str]:
    """The squares that Estrin's scheme needs for so many coefficients.

    >>> powers(6, "s")
    ['s2 = s * s', 's4 = s2 * s2']
    """
    lines, size = [], 2
    while size < count:
        half = x if size == 2 else f"{x}{size // 2}"
        lines.append(f"{x}{size} = {half} * {half}")
        size *= 2
    return lines


def estrin(coefficients: Sequence[str], x: str) -> str:
    """Estrin's scheme in one expression, lowest power first: halves that a processor can work on side by side.

    >>> estrin(["1.0", "2.0", "3.0", "4.0", "5.0"], "s")
    '((1.0 + s * 2.0) + s2 * (3.0 + s * 4.0)) + s4 * 5.0'
    """
    if len(coefficients) == 1:
        return coefficients[0]
    size = 1
    while 2 * size < len(coefficients):
        size *= 2
    low, high = estrin(coefficients[:size], x), estrin(coefficients[size:], x)
    power = x if size == 1 else f"{x}{size}"
    return f"{_grouped(low)} + {power} * {_grouped(high)}"


def _grouped(text: str) -> str:
    return f"({text})" if " " in text else text
