"""The variations of degree 0: smoothed and biased steps, Cho & Saul (2012), section 3."""

from fractions import Fraction

import sympy as sp

from symkern import __version__
from symkern.approximation.forms import IntegerDegree, form
from symkern.emit import integer
from symkern.emit.module import common, evaluation
from symkern.emit.templates import filled, paragraph
from symkern.errors import InvalidArgument
from symkern.reference.evaluate import evaluate
from symkern.symbolic import biased, smoothed
from symkern.typeset.unicode import unicode


def emit_smoothed(sigma: Fraction, command: str) -> str:
    """Degree 0 of inputs that are extended by the thresholds of their units."""
    step = _degree_zero()
    fields = common([Fraction(0)], sigma=sigma) | step | {"command": command, "version": __version__}
    transform = "_smoothed(cosines, s, u_norms[:, None], v_norms)"
    inner = {"smoothing": f"    cosines, s = {transform}\n", "norms": ""}
    at_one = float(evaluate(0, sigma=sigma, cosine=1))
    constants = step["constants"].replace("AT_ONE = 1.0", f"AT_ONE = {at_one!r}").replace(", (2n - 1)!!", "")
    analysis = step["analysis"].replace("the formula above cancels", "arccos cancels")
    fields |= {
        "title": f"Smoothed arc-cosine kernel of degree 0, sigma = {sigma}.",
        "formulas": f"    {unicode(smoothed.K)} = {unicode(1 - sp.acos(smoothed.COSINE) / sp.pi)}",
        "claims": "cho_saul_2012.30",
        "constants": f"SIGMA = {float(sigma)!r}\n{constants}",
        "analysis": f"It is the kernel of degree 0 of longer vectors, by a sum of positive terms.\n{analysis}",
        "angle_arguments": "*_smoothed(np.where(obtuse, s - 1, 1 - s), s, 1.0, 1.0)",
        "kernel_values": filled("numpy", "kernel_values", inner).rstrip("\n"),
        "evaluation": evaluation().replace("_chunk(part, s, values", "_fill(*_smoothed(part, s, 1.0, 1.0), values"),
        "unit": "np.spacing(high)",
    }
    fields["chunk"] = filled("numpy", "smoothed", {"integer_chunk": filled("numpy", "integer", fields)})
    return filled("numpy", "module", fields)


def emit_biased(bias: Fraction, command: str) -> str:
    """Owen's form, with scipy's owens_t."""
    if bias == 0:
        raise InvalidArgument("bias", "a number other than 0", bias, "Degree 0 without a bias is codegen n=0.")
    at_one = float(evaluate(0, bias=bias, cosine=1))
    fields = common([Fraction(0)], bias=bias) | {
        "command": command,
        "version": __version__,
        "title": f"Biased arc-cosine kernel of degree 0, bias = {bias}.",
        "formulas": f"    {unicode(biased.K)} = {unicode(biased.owen_form())}    for b > 0",
        "claims": "beyond.owen, cho_saul_2012.26",
        "imports": "from scipy.special import erf, erfc, owens_t\n",
        "constants": f"BIAS = {float(bias)!r}\nAT_ONE = {at_one!r}  # the kernel of equal unit vectors",
        "analysis": paragraph(
            "psi and xi are the angles at x and y of the triangle 0, x, y. The error is a few times 1e-16 of 1, not of",
            "the value: where the kernel is small its terms cancel.",
        ),
        "kernel_values": "    values = _biased(cosines, s, u_norms[:, None], v_norms)",
        "measure": "of the kernel of equal inputs",
        "unit": "AT_ONE",
        "precision": ".1e",
        "unit_name": "of the kernel of equal inputs",
    }
    fields["chunk"] = filled("numpy", "biased", fields)
    return filled("numpy", "module", fields)


def _degree_zero() -> dict[str, str]:
    found = form([Fraction(0)])
    assert isinstance(found, IntegerDegree)
    return integer.fields(found)
