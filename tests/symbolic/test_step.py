import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from symkern.symbolic.step import NotProved, define, prove, vanishes

x, y, n = sp.symbols("x y n", positive=True)


@pytest.mark.parametrize(
    "identity",
    [
        (x + y) ** 2 - x**2 - 2 * x * y - y**2,
        sp.sin(x) ** 4 - (1 - sp.cos(x) ** 2) ** 2,
        1 / sp.sin(x) ** 2 - 1 - (sp.cos(x) / sp.sin(x)) ** 2,
        sp.gamma(n + 1) - n * sp.gamma(n),
        sp.RisingFactorial(n, 3) - n * (n + 1) * (n + 2),
        (x * y**2) ** n - x**n * y ** (2 * n),
        (1 - x**2) ** n - (1 - x) ** n * (1 + x) ** n,
        (2 * x) ** n * 4**-n - (x / 2) ** n,
    ],
)
def test_identities_vanish(identity):
    assert vanishes(identity)


@pytest.mark.parametrize(
    "wrong",
    [
        (x + y) ** 2 - x**2 - y**2,
        sp.sin(x) ** 4 - (1 + sp.cos(x) ** 2) ** 2,
        sp.gamma(n + 1) - (n + 1) * sp.gamma(n),
        (x * y**2) ** n - x**n * y**n,
        (1 - x**2) ** n + (1 - x) ** n * (1 + x) ** n,  # only the sign is wrong
        (2 * x) ** n * 4**-n - 2 * (x / 2) ** n,  # only a factor is wrong
        sp.Integer(1),
        x,
    ],
)
def test_wrong_identities_do_not_vanish(wrong):
    assert not vanishes(wrong)


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=6), st.integers(1, 4))
def test_a_polynomial_plus_a_constant_never_vanishes_with_it(coefficients, shift):
    polynomial = sum(coefficient * x**i for i, coefficient in enumerate(coefficients))
    product = sp.expand(polynomial * (x + shift))
    assert vanishes(polynomial * (x + shift) - product)
    assert not vanishes(polynomial * (x + shift) - product + shift)


def test_a_step_that_is_wrong_cannot_be_built():
    with pytest.raises(NotProved, match="did not reduce to 0"):
        prove(
            sp.sin(2 * x),
            sp.sin(x) * sp.cos(x),
            "a missing factor",
            residuals=[sp.expand_trig(sp.sin(2 * x)) - sp.sin(x) * sp.cos(x)],
        )


def test_a_definition_is_marked_as_such():
    assert define(x, y, "a name").check == "definition"
    assert prove(x, x, "trivially").check != "definition"
