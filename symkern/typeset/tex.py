"""Expressions as LaTeX."""

from collections.abc import Sequence
from typing import Any

import sympy as sp
from sympy.printing.latex import LatexPrinter

from symkern.typeset.order import terms as in_writing_order
from symkern.typeset.unicode import GREEK

SYMBOLS = {
    "drho": r"d\rho",
    "dOmega": r"d\Omega",
    "dx_across": r"\|dx_\perp\|",
    "dx_along": "dr",
    "x̄": r"\bar{x}",
    "ȳ": r"\bar{y}",
    "norm_x": r"\|x\|",
    "norm_y": r"\|y\|",
    "dot": r"(x \cdot y)",
    "wx": r"(w \cdot x)",
    "wy": r"(w \cdot y)",
}


def tex(expr: sp.Expr) -> str:
    r"""The expression as LaTeX, without delimiters.

    >>> print(tex(sp.pi - sp.Symbol("theta")))
    \pi - \theta
    """
    return str(TexPrinter().doprint(expr))


class TexPrinter(LatexPrinter):
    """SymPy's printer with the notation of the papers."""

    def __init__(self) -> None:
        super().__init__({"inv_trig_style": "full", "ln_notation": False})

    def _as_ordered_terms(self, expr: sp.Add, order: str | None = None) -> list[sp.Expr]:
        terms: Sequence[sp.Expr] = super()._as_ordered_terms(expr, order)
        return in_writing_order(terms)

    def _print_Symbol(self, expr: sp.Symbol, style: str = "plain") -> str:
        return SYMBOLS.get(expr.name) or str(super()._print_Symbol(expr, style))

    def _print_J(self, expr: sp.Function, exp: str | None = None) -> str:
        degree, angle, *derivatives = expr.args
        primes = "'" * int(derivatives[0]) if derivatives else ""
        return self._power(rf"J_{{{self._print(degree)}}}{primes}\left({self._print(angle)}\right)", exp)

    def _print_NonAnalyticPart(self, expr: sp.Function, exp: str | None = None) -> str:
        degree, angle = expr.args
        return self._power(rf"\delta J_{{{self._print(degree)}}}\left({self._print(angle)}\right)", exp)

    def _print_Kernel(self, expr: sp.Function, exp: str | None = None) -> str:
        label, first, second = expr.args
        text = str(label)
        composed = text.startswith("(")  # the papers write the depth of a composition as an upper index
        name = "k" if text == "k" else rf"k{'^' if composed else '_'}{{{text if composed else self._print(label)}}}"
        return self._power(rf"{name}\left({self._print(first)}, {self._print(second)}\right)", exp)

    def _print_Component(self, expr: sp.Function, exp: str | None = None) -> str:
        name, upper, lower = (argument.name for argument in expr.args)
        symbol = f"\\{name}" if name in GREEK else name
        for mark, indices in (("^", upper), ("_", lower)):
            if indices != "-":
                symbol += rf"{mark}{{{' '.join(f'{chr(92)}{i}' if i in GREEK else i for i in indices.split())}}}"
        return self._power(f"{{{symbol}}}", exp)

    def _print_Expectation(self, expr: sp.Function, exp: str | None = None) -> str:
        return self._power(rf"\operatorname{{E}}\left[{self._print(expr.args[0])}\right]", exp)

    def _print_D(self, expr: sp.Function, exp: str | None = None) -> str:
        times, function = expr.args
        raised = "" if times == 1 else rf"^{{{self._print(times)}}}"
        return self._power(rf"\mathcal{{D}}{raised}\left[{self._print(function)}\right]", exp)

    def _print_CosineDerivative(self, expr: sp.Function, exp: str | None = None) -> str:
        times, function = expr.args
        above, below = "d", r"d \cos\theta"
        if times != 1:
            raised = rf"^{{{self._print(times)}}}"
            above, below = f"d{raised}", rf"d (\cos\theta){raised}"
        return self._power(rf"\frac{{{above}}}{{{below}}} {self._print(function)}", exp)

    def _print_Heaviside(self, expr: sp.Heaviside, exp: str | None = None) -> str:
        return self._power(rf"\Theta\left({self._print(expr.args[0])}\right)", exp)

    def _print_BiasIntegral(self, expr: sp.Function, exp: str | None = None) -> str:
        return self._power(rf"I\left({self._print(expr.args[0])}, {self._print(expr.args[1])}\right)", exp)

    def _print_OwenT(self, expr: sp.Function, exp: str | None = None) -> str:
        return self._power(rf"T\left({self._print(expr.args[0])}, {self._print(expr.args[1])}\right)", exp)

    def _print_hyper(self, expr: sp.hyper, exp: str | None = None) -> str:
        upper, lower = (", ".join(str(self._print(a)) for a in side) for side in (expr.ap, expr.bq))
        return self._power(rf"{{}}_2F_1\left({upper}; {lower}; {self._print(expr.argument)}\right)", exp)

    def _print_elliptic_k(self, expr: sp.elliptic_k, exp: str | None = None) -> str:
        return self._power(rf"K\left({self._print(expr.args[0])}\right)", exp)

    def _print_elliptic_e(self, expr: sp.elliptic_e, exp: str | None = None) -> str:
        return self._power(rf"E\left({self._print(expr.args[0])}\right)", exp)

    @staticmethod
    def _power(body: str, exp: Any) -> str:
        return body if exp is None else f"{body}^{{{exp}}}"
