"""Compositions with degrees that are no integers: a function per layer, each taking the distance that the last left."""

from collections.abc import Sequence
from fractions import Fraction

from symkern.approximation.forms import Chain, Degree, IntegerDegree, RealDegree, SteepDegree, falling
from symkern.emit import literals
from symkern.emit.templates import paragraph

HALF = Fraction(1, 2)
STEEP_TERMS = 24
"""Powers of s/2 near c = 1, as at run time."""


def fields(form: Chain) -> dict[str, str]:
    """Return what a module of a chain has of its own."""
    constants = [f"AT_ONE = {form.at_one!r}  # the kernel of equal unit vectors"]
    for number, part in enumerate(form.parts, 1):
        constants += _constants(part, number)
    analysis = paragraph(
        f"The {len(form.layers)} layers are evaluated one after another. Each takes g = 1 - |c| of the one below to",
        "its own, g = 1 - f(c)/f(1), to full relative accuracy however small it is. f is convex in c, so that relative",
        "errors of g do not grow from layer to layer: the polynomials are proved by ball arithmetic to be within",
        f"{form.error:.1e} of the kernel at c = 1, everywhere.",
    )
    gaps = range(2, len(form.parts) + 1)
    return {
        "constants": "\n".join(constants),
        "analysis": analysis,
        "compositions": "\n".join(f"    gap = _gap_{number}(gap)" for number in gaps),
        "layers": "\n\n\n".join(_functions(part, number, vector=True) for number, part in enumerate(form.parts, 1)),
        "scalar_layers": "\n\n".join(
            "\n".join(f"    {line}".rstrip() for line in _functions(part, number, vector=False).splitlines())
            for number, part in enumerate(form.parts, 1)
        ),
        "scalar_compositions": "\n".join(f"            gap = _scalar_gap_{number}(gap)" for number in gaps),
    }


def _constants(part: Degree, number: int) -> list[str]:
    """Return the lines of a layer's numbers, all divided by f(1)."""
    scale = 1.0 if isinstance(part, SteepDegree) else part.at_one
    names = {"SERIES": part.series.coefficients, **_polynomials(part)}
    lines = [f"\n# layer {number}: degree {part.n}"]
    lines += [literals.wrapped(f"{name}_{number}", [a / scale for a in values]) for name, values in names.items()]
    if isinstance(part, RealDegree):
        lines.append(f"EPS_{number} = {part.eps!r}  # {part.n + HALF} = {part.m} + EPS, rounded")
        lines.append(f"FACTOR_{number} = {part.kappa!r}")
    return lines


def _polynomials(part: Degree) -> dict[str, Sequence[float]]:
    """Return the regular part in powers of c, and the fall from its value at c = 1 over s, in powers of s."""
    if isinstance(part, SteepDegree):
        return {"FALL": [a / sum(part.series.coefficients) for a in falling(part.series.coefficients)[:STEEP_TERMS]]}
    regular = part.cosine_polynomial if isinstance(part, IntegerDegree) else part.regular.coefficients
    return {"REGULAR": regular, "FALL": falling(regular) or (0.0,)}


def _functions(part: Degree, number: int, *, vector: bool) -> str:
    """Return the functions `_opposite` and `_gap` of a layer, of arrays or of one number."""
    prefix, kind = ("_", "Array") if vector else ("_scalar_", "float")
    choose = "np.where(s < {near!r}, {fall}, {rest})" if vector else "({fall} if s < {near!r} else {rest})"
    polynomial = f"{prefix}polynomial"
    decorator = "" if vector else "@njit\n"
    opposite, lines, fall, rest = _expressions(part, number, f"{prefix}opposite_{number}(s)", polynomial)
    near = 1 / (2 * float(part.n) + 4)
    body = [*lines, f"return {fall if rest is None else choose.format(near=near, fall=fall, rest=rest)}"]
    return "\n".join(
        (
            f"{decorator}def {prefix}opposite_{number}(s: {kind}) -> {kind}:",
            f'    """f(s - 1)/f(1) of degree {part.n}."""',
            f"    return {opposite}",
            "",
            *([""] if vector else []),
            f"{decorator}def {prefix}gap_{number}(s: {kind}) -> {kind}:",
            f'    """1 - f(1 - s)/f(1) of degree {part.n}."""',
            *(f"    {line}" for line in body),
        )
    )


def _expressions(part: Degree, number: int, opposite: str, polynomial: str) -> tuple[str, list[str], str, str | None]:
    """Return the kernel of opposite vectors, lines before, the fall for small s, and the fall for others."""
    series = f"{polynomial}(SERIES_{number}, s)"
    fall = f"s * {polynomial}(FALL_{number}, s)"
    rest = f"1.0 - {polynomial}(REGULAR_{number}, 1.0 - s)"
    if isinstance(part, SteepDegree):
        power = repr(float(part.n + HALF))
        whole = f"(1.0 - s / 2) ** {power} * {polynomial}(SERIES_{number}, 1.0 - s / 2)"
        small = f"-np.expm1({power} * np.log1p(-s / 2) + np.log1p(-s / 2 * {polynomial}(FALL_{number}, s / 2)))"
        return f"(s / 2) ** {power} * {polynomial}(SERIES_{number}, s / 2)", [], small, f"1.0 - {whole}"
    if isinstance(part, IntegerDegree):
        powers = f" * s**{part.n}" if part.n > 1 else " * s" if part.n else ""
        if not part.n:
            return f"{series} * np.sqrt(s)", [], opposite, None
        sign = "-" if part.n % 2 else "+"
        lines = [f"beyond = {opposite}"]
        return f"{series}{powers} * np.sqrt(s)", lines, f"{fall} {sign} beyond", f"{rest} {sign} beyond"
    powers = f" * s**{part.m}" if part.m > 1 else " * s" if part.m else ""
    power = f" * s**EPS_{number}" if part.eps else ""
    if not part.m:
        growth = f"FACTOR_{number} / EPS_{number}"
        lines = [
            f"grown = s * {polynomial}(SERIES_{number}[1:], s)",
            f"steep = {growth} * (grown - (grown + SERIES_{number}[0]) * s**EPS_{number})",
            f"level = {growth} * SERIES_{number}[0]",
        ]
        return f"{series}{power}", lines, f"{fall} + steep", f"{rest} + level + steep"
    logarithm = f"np.expm1(EPS_{number} * np.log(apart)) / EPS_{number}" if part.eps else "np.log(apart)"
    lines = ["apart = np.maximum(s, 1e-300)", f"beyond = FACTOR_{number} * {series}{powers} * {logarithm}"]
    return f"{series}{powers}{power}", lines, f"{fall} - beyond", f"{rest} - beyond"
