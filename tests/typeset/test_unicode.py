import pytest
import sympy as sp

from symkern.symbolic.notation import CosineDerivative, D, J, kernel, n, norm_x, theta
from symkern.typeset.tex import tex
from symkern.typeset.unicode import unicode

cos, sin = sp.cos(theta), sp.sin(theta)


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (sp.pi - theta, "π − θ"),
        (
            (sp.pi - theta) * (6 * cos**3 + 9 * cos) + sin * (11 * cos**2 + 4),
            "(π − θ)(6 cos³θ + 9 cos θ) + sin θ (11 cos²θ + 4)",
        ),
        (-theta / 2, "−θ/2"),
        (sp.Rational(-3, 2) * theta**2, "−3θ²/2"),
        (norm_x**6 * 15, "15‖x‖⁶"),
        (norm_x ** sp.Rational(5, 2), "‖x‖^(5/2)"),
        (sp.sqrt(2) * sp.sqrt(sp.pi) * theta, "√(2π) θ"),
        (1 / sp.sqrt(theta + 1), "1/√(θ + 1)"),
        (theta / (2 * sp.gamma(n + 1)), "θ/(2Γ(n + 1))"),
        (sp.cos(theta / 2) ** (2 * n + 1), "cos²ⁿ⁺¹(θ/2)"),
        (theta**2 * sp.log(theta) / 8, "θ² (log θ)/8"),
        (sp.Integral(cos**n / 2, (theta, 0, sp.pi / 2)), "∫_0^{π/2} (cosⁿθ)/2 dθ"),
        (J(sp.Integer(3), theta, 2), "J₃″(θ)"),
        (J(sp.Rational(-1, 4), sp.pi - theta), "J_{−1/4}(π − θ)"),
        (J(n - 1, theta), "Jₙ₋₁(θ)"),
        (kernel(sp.Integer(12)), "k₁₂(x, y)"),
        (D(n, sin), "Dⁿ[sin θ]"),
        (CosineDerivative(sp.Integer(1), J(n, theta)), "(d/d cos θ) Jₙ(θ)"),
        (sp.hyper((1, 2), (3,), theta), "₂F₁(1, 2; 3; θ)"),
        ((theta + 1) ** -2 * theta, "θ/(θ + 1)²"),
        (-(theta + 1) * sin, "−(θ + 1) sin θ"),
        (sp.oo, "∞"),
        (sin / 2, "(sin θ)/2"),
        (sp.log(1 / theta) ** 2, "(log(1/θ))²"),
        (sp.cos(theta / 2) ** sp.Rational(7, 2), "cos(θ/2)^(7/2)"),
        (sp.Abs(theta), "|θ|"),
        ((5 * sp.Pow(2, sp.Rational(1, 4)) * theta) ** n, "(5·2^(1/4) θ)ⁿ"),
        (5 * sp.Pow(2, sp.Rational(1, 4)) * theta, "5·2^(1/4) θ"),
    ],
)
def test_it_reads_as_a_mathematician_writes(expr, text):
    assert unicode(expr) == text


def test_latex_uses_the_notation_of_the_papers():
    assert tex(norm_x**2) == r"\|x\|^{2}"
    assert tex(J(sp.Integer(3), theta)) == r"J_{3}\left(\theta\right)"
    assert tex(sp.pi - theta) == r"\pi - \theta"
