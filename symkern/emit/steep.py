"""High degrees: w^(n+1/2) times a short series of positive terms in w = (1 + c)/2."""

from fractions import Fraction

from symkern.approximation.forms import SteepDegree
from symkern.emit import literals
from symkern.emit.templates import paragraph
from symkern.errors import InvalidArgument


def fields(form: SteepDegree) -> dict[str, str]:
    """Return what a module of a high degree has of its own."""
    if form.unit:
        raise InvalidArgument("n", "low enough for the kernel of equal unit vectors to be a double", form.n)
    power = form.n + Fraction(1, 2)
    constants = [
        f"AT_ONE = {form.at_one!r}  # the kernel of equal unit vectors",
        f"POWER = {float(power)!r}  # {power}, rounded",
        f"POWER_REST = {float(power - Fraction(float(power)))!r}  # what rounding took from it",
        literals.wrapped("SERIES", form.series.coefficients),
    ]
    analysis = paragraph(
        f"With w = (1 + c)/2 the kernel is AT_ONE w^({power}) S(w), where S is a series of positive terms that is 1 at",
        f"w = 1. Its {len(form.series.coefficients)} terms are proved by ball arithmetic and Gauss's sum to be within",
        f"{form.series.error:.1e} of S, for 0 <= w <= 1.",
    )
    return {"constants": "\n".join(constants), "analysis": analysis}
