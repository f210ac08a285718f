"""Expressions as one line of Unicode mathematics: (π − θ)(6 cos³θ + 9 cos θ) + sin θ (11 cos²θ + 4)."""

from typing import Any, ClassVar

import sympy as sp
from sympy.printing.printer import Printer

from symkern.typeset import order

SUPERSCRIPTS = str.maketrans("0123456789+-−()nmkdp", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁽⁾ⁿᵐᵏᵈᵖ")
SUBSCRIPTS = str.maketrans("0123456789+-−nmkxy", "₀₁₂₃₄₅₆₇₈₉₊₋₋ₙₘₖₓy")
GREEK = {
    "theta": "θ", "phi": "φ", "psi": "ψ", "xi": "ξ", "sigma": "σ", "rho": "ρ", "tau": "τ", "alpha": "α",
    "beta": "β", "gamma": "γ", "delta": "δ", "mu": "μ", "nu": "ν", "lambda": "λ", "kappa": "κ",
    "epsilon": "ε", "Psi": "Ψ", "Phi": "Φ", "Gamma": "Γ", "Omega": "Ω",
}  # fmt: skip
SYMBOLS = {
    "drho": "dρ",
    "dOmega": "dΩ",
    "dx_across": "‖dx⊥‖",
    "dx_along": "dr",
    "norm_x": "‖x‖",
    "norm_y": "‖y‖",
    "dot": "x·y",
    "wx": "w·x",
    "wy": "w·y",
}
FUNCTIONS = {"sin": "sin", "cos": "cos", "tan": "tan", "cot": "cot", "log": "log", "erf": "erf", "erfc": "erfc",
             "acos": "arccos", "asin": "arcsin", "atan": "arctan"}  # fmt: skip
CAPITALS = {"gamma": "Γ", "uppergamma": "Γ", "elliptic_k": "K", "elliptic_e": "E"}
PRIMES = ("", "′", "″", "‴")
NBSP = "\N{NO-BREAK SPACE}"
LONG = 25
"""Characters of a product after which a line may be broken between its factors."""
"""Stands between factors, so that a line is broken between terms; `unicode` turns it into a space."""

SHORT = 30
"""What stands in parentheses is not broken if it has no more characters than this."""

SUM, PRODUCT, POWER, ATOM = range(4)


def unicode(expr: sp.Expr) -> str:
    """The expression on one line.

    >>> x = sp.Symbol("theta")
    >>> unicode((sp.pi - x) * (6 * sp.cos(x) ** 3 + 9 * sp.cos(x)) / 2)
    '(π − θ)(6 cos³θ + 9 cos θ)/2'
    """
    return breakable(expr).replace(NBSP, " ")


def breakable(expr: sp.Expr) -> str:
    """The expression on one line that may be broken at its spaces: they stand only between the terms of sums."""
    return str(UnicodePrinter().doprint(expr))


class UnicodePrinter(Printer):
    """A printer for the expressions that derivations contain."""

    printmethod = "_unicode"
    _default_settings: ClassVar = {"order": None}

    def emptyPrinter(self, expr: Any) -> str:
        return str(expr)

    # --- what binds how strongly ---------------------------------------------------------------------------------

    def _level(self, expr: sp.Expr) -> int:
        if isinstance(expr, sp.Add):
            return SUM
        if expr.could_extract_minus_sign() or isinstance(expr, (sp.Integral, sp.Sum, sp.Limit)):
            return SUM
        if isinstance(expr, sp.Mul) or (isinstance(expr, sp.Rational) and not expr.is_Integer):
            return PRODUCT
        if isinstance(expr, sp.Pow):
            return PRODUCT if expr.exp.could_extract_minus_sign() else POWER
        if isinstance(expr, sp.Function) and type(expr).__name__ in FUNCTIONS and self._argument(expr)[0] != "(":
            return PRODUCT if type(expr).__name__ == "log" else POWER
        return ATOM

    def _inside(self, expr: sp.Expr, level: int) -> str:
        text = str(self._print(expr))
        return text if self._level(expr) >= level else self._enclosed(text)

    @staticmethod
    def _enclosed(text: str) -> str:
        """In parentheses, and if it is short, on one line."""
        return f"({text.replace(' ', NBSP) if len(text) <= SHORT else text})"

    # --- numbers and names ---------------------------------------------------------------------------------------

    def _print_Integer(self, expr: sp.Integer) -> str:
        return str(expr).replace("-", "−")

    def _print_Rational(self, expr: sp.Rational) -> str:
        return str(expr).replace("-", "−")

    def _print_Pi(self, _: Any) -> str:
        return "π"

    def _print_Exp1(self, _: Any) -> str:
        return "e"

    def _print_Infinity(self, _: Any) -> str:
        return "∞"

    def _print_NegativeInfinity(self, _: Any) -> str:
        return "−∞"

    def _print_Symbol(self, expr: sp.Symbol) -> str:
        return self._name(expr.name)

    def _name(self, name: str) -> str:
        if name in SYMBOLS:
            return SYMBOLS[name]
        bare = name.rstrip("'")
        stem, _, index = bare.partition("_")
        stem = GREEK.get(stem, stem) + PRIMES[len(name) - len(bare)]
        return stem + self._index(index) if index else stem

    def _index(self, index: str) -> str:
        index = index.strip("{}")
        if all(ord(character) in SUBSCRIPTS for character in index):
            return index.translate(SUBSCRIPTS)
        return f"_{{{GREEK.get(index, index)}}}" if len(index) > 1 else f"_{index}"

    # --- sums, products, powers ----------------------------------------------------------------------------------

    def _print_Add(self, expr: sp.Add) -> str:
        text = ""
        for term in order.terms(self._as_ordered_terms(expr)):
            negative = term.could_extract_minus_sign()
            if text:
                text += (" −" if negative else " +") + NBSP
            elif negative:
                text += "−"
            magnitude = -term if negative else term
            printed = str(self._print(magnitude))
            text += f"({printed})" if isinstance(magnitude, sp.Add) else printed
        return text

    def _print_Mul(self, expr: sp.Mul) -> str:
        coefficient, above, below = order.factors(expr)
        sign = "−" if coefficient < 0 else ""
        divided = bool(below) or coefficient.q != 1
        tail = above.pop() if divided and above and isinstance(above[-1], (sp.Integral, sp.Sum)) else None
        numerator = self._product(abs(coefficient.p), above)
        if not divided:
            return sign + numerator
        denominator = self._product(coefficient.q, below)
        single = len(below) + (coefficient.q != 1) == 1
        if above and self._ends_bare(above[-1]):
            numerator = f"({numerator})"  # (sin θ)/2 is not sin(θ/2)
        quotient = f"{numerator}/{denominator if single else f'({denominator})'}"
        return sign + (quotient if tail is None else f"({quotient}){NBSP}{self._print(tail)}")

    def _ends_bare(self, factor: sp.Expr) -> bool:
        """Whether a factor is printed as a function with an argument that has no parentheses."""
        base = factor.base if isinstance(factor, sp.Pow) else factor
        return type(base).__name__ in FUNCTIONS and self._level(base) == POWER and self._argument(base)[0] != "("

    def _product(self, number: int, symbols: list[sp.Expr]) -> str:
        joined = str(number) if number != 1 or not symbols else ""
        for i, factor in enumerate(symbols):
            text = str(self._print(factor))
            closing = i == len(symbols) - 1 and isinstance(factor, (sp.Integral, sp.Sum))
            if self._level(factor) < POWER and not closing:
                text = self._enclosed(text)
            if joined.isdigit() and text[0].isdigit():
                joined += "·" + text  # 2·2^(1/4)
            else:
                space = " " if len(joined) > LONG else NBSP  # a long product may be broken
                joined += text if not joined or self._touches(joined, factor, text) else space + text
        return joined

    @staticmethod
    def _touches(left: str, factor: sp.Expr, right: str) -> bool:
        """Whether a factor follows the text to its left without a space: 15π, 2n, (a)(b)."""
        base = factor.base if isinstance(factor, sp.Pow) else factor
        if right[0] == "(":
            before_function = left.rpartition(NBSP)[2].startswith(("sin", "cos", "J"))
            return left.isdigit() or (left[-1] in "π)" and not before_function)
        return left.isdigit() and (isinstance(base, (sp.Symbol, sp.gamma)) or base.is_number)

    def _print_Pow(self, expr: sp.Pow) -> str:
        base, exponent = expr.base, expr.exp
        if exponent.could_extract_minus_sign() and base != -1:
            return f"1/{self._inside(base**-exponent, POWER)}"
        if exponent == sp.Rational(1, 2):
            return f"√{self._inside(base, ATOM)}"
        raised = self._raised(exponent)
        name = type(base).__name__
        if isinstance(base, sp.Function) and name in ("sin", "cos") and not raised.startswith("^"):
            return name + raised + self._argument(base)
        printed = self._inside(base, ATOM)
        apart = "·" in printed or (name in FUNCTIONS and name not in ("sin", "cos"))  # (x·y)², (log θ)²
        return (f"({printed})" if apart and printed[0] != "(" else printed) + raised

    def _raised(self, exponent: sp.Expr) -> str:
        text = str(self._print(exponent))
        plain = text.replace(" ", "").replace(NBSP, "")
        if all(ord(character) in SUPERSCRIPTS for character in plain):
            return plain.translate(SUPERSCRIPTS)
        return f"^{text}" if len(text) == 1 else f"^({text})"

    # --- functions -----------------------------------------------------------------------------------------------

    def _argument(self, expr: sp.Function) -> str:
        argument = expr.args[0]
        text = str(self._print(argument))
        return text if isinstance(argument, sp.Symbol) else f"({text})"

    def _print_Function(self, expr: sp.Function) -> str:
        name = type(expr).__name__
        if name in FUNCTIONS:
            argument = self._argument(expr)
            return FUNCTIONS[name] + (argument if argument[0] == "(" else NBSP + argument)
        arguments = ", ".join(str(self._print(argument)) for argument in expr.args)
        return f"{CAPITALS.get(name) or self._name(name)}({arguments})"

    def _print_factorial2(self, expr: sp.factorial2) -> str:
        return f"{self._inside(expr.args[0], ATOM)}!!"

    def _print_hyper(self, expr: sp.hyper) -> str:
        upper, lower = (", ".join(str(self._print(a)) for a in side) for side in (expr.ap, expr.bq))
        return f"₂F₁({upper}; {lower}; {self._print(expr.argument)})".replace(" ", NBSP)

    def _print_exp(self, expr: sp.exp) -> str:
        return f"exp({self._print(expr.args[0])})"

    def _print_Component(self, expr: sp.Function) -> str:
        name, upper, lower = (argument.name for argument in expr.args)
        greek = [
            "" if indices == "-" else "".join(GREEK.get(i, i) for i in indices.split()) for indices in (upper, lower)
        ]
        symbol: str = GREEK.get(name, name)
        return symbol + "".join(f"{mark}{text}" for mark, text in zip("^_", greek, strict=True) if text)

    def _print_Heaviside(self, expr: sp.Heaviside) -> str:
        return f"Θ({self._print(expr.args[0])})"

    def _print_BiasIntegral(self, expr: sp.Function) -> str:
        return "I({}, {})".format(*map(self._print, expr.args))

    def _print_OwenT(self, expr: sp.Function) -> str:
        return "T({}, {})".format(*map(self._print, expr.args))

    def _print_Abs(self, expr: sp.Abs) -> str:
        return f"|{self._print(expr.args[0])}|"

    def _print_Min(self, expr: sp.Min) -> str:
        return f"min({', '.join(str(self._print(argument)) for argument in expr.args)})"

    def _print_RisingFactorial(self, expr: sp.RisingFactorial) -> str:
        start, length = expr.args
        return f"({self._print(start)}){self._label(length)}"

    def _print_factorial(self, expr: sp.factorial) -> str:
        return f"{self._inside(expr.args[0], ATOM)}!"

    def _label(self, label: sp.Expr) -> str:
        return self._index(str(self._print(label)).replace(" ", "").replace(NBSP, ""))

    def _print_J(self, expr: sp.Function) -> str:
        degree, angle, *derivatives = expr.args
        return f"J{self._label(degree)}{PRIMES[int(derivatives[0]) if derivatives else 0]}({self._print(angle)})"

    def _print_NonAnalyticPart(self, expr: sp.Function) -> str:
        degree, angle = expr.args
        return f"δJ{self._label(degree)}({self._print(angle)})"

    def _print_Kernel(self, expr: sp.Function) -> str:
        label, first, second = expr.args
        text = str(label)
        composed = text.startswith("(")  # the papers write the depth of a composition as an upper index
        name = "k" if text == "k" else f"k{text.translate(SUPERSCRIPTS) if composed else self._label(label)}"
        return f"{name}({self._print(first)},{NBSP}{self._print(second)})"

    def _print_Expectation(self, expr: sp.Function) -> str:
        return f"E[{self._print(expr.args[0])}]"

    def _print_D(self, expr: sp.Function) -> str:
        times, function = expr.args
        return f"D{'' if times == 1 else self._raised(times)}[{self._print(function)}]"

    def _print_CosineDerivative(self, expr: sp.Function) -> str:
        times, function = expr.args
        raised = "" if times == 1 else self._raised(times)
        below = f"d{NBSP}cos{NBSP}θ" if times == 1 else f"d(cos{NBSP}θ){raised}"
        return f"(d{raised}/{below}){NBSP}{self._inside(function, POWER)}"

    # --- calculus ------------------------------------------------------------------------------------------------

    def _print_Integral(self, expr: sp.Integral) -> str:
        signs, differentials = "", ""
        for variable, *ends in expr.limits:
            signs += "∫" + (f"_{self._bound(ends[0])}^{self._bound(ends[1])}{NBSP}" if ends else NBSP)
            differentials += f"{NBSP}d{self._print(variable)}"
        return signs + self._inside(expr.function, PRODUCT) + differentials

    def _print_Sum(self, expr: sp.Sum) -> str:
        (variable, lower, _), *_ = expr.limits
        return f"Σ_{{{self._print(variable)}≥{self._print(lower)}}}{NBSP}{self._inside(expr.function, PRODUCT)}"

    def _print_Limit(self, expr: sp.Limit) -> str:
        function, variable, point, _ = expr.args
        return f"lim_{{{self._print(variable)}→{self._print(point)}}}{NBSP}{self._inside(function, PRODUCT)}"

    def _print_Derivative(self, expr: sp.Derivative) -> str:
        (variable, times), *_ = expr.variable_count
        function = expr.expr
        if not isinstance(function, sp.Function):
            return f"(d/d{self._print(variable)}){NBSP}{self._inside(function, POWER)}"
        return f"{self._name(type(function).__name__)}{PRIMES[int(times)]}({self._print(variable)})"

    def _bound(self, end: sp.Expr) -> str:
        text = str(self._print(end))
        return text if len(text) == 1 else f"{{{text}}}"
