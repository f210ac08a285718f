"""Identities by hand: the checker accepts what follows from its laws on the domain, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from checker.by_hand import (
    NATURALS,
    NEGATIVE,
    POSITIVE,
    REALS,
    TO_HALF_PI,
    TO_PI,
    add,
    certificate,
    cos,
    gamma,
    identity,
    interval,
    inv,
    mul,
    neg,
    pi,
    power,
    sin,
    sqrt,
    sub,
    sym,
    tan,
)

from symkern.checker import Outcome, check, parse

x, y, m, n, t = map(sym, "xymnt")
J = "fn:J:0b0004f42e94"
one_minus_cos2 = sub("1", power(cos(t), "2"))
half = "1/2"
over_x = ["integral", "z", "0", "1", mul(x, sym("z"))]


def outcome(data: Any) -> Outcome:
    (found,) = parse(json.dumps(certificate(data))).identities
    return check(found)


TRUE = {
    "triple_angle": identity(sin(mul("3", x)), sub(mul("3", sin(x)), mul("4", power(sin(x), "3"))), x=REALS),
    "double_angle": identity(cos(mul("2", x)), sub(mul("2", power(cos(x), "2")), "1"), x=REALS),
    "sum_of_angles": identity(sin(add(x, y)), add(mul(sin(x), cos(y)), mul(cos(x), sin(y))), x=REALS, y=REALS),
    "root_is_sine": identity(sqrt(one_minus_cos2), sin(t), t=TO_PI),
    "root_is_sine_to_a_closed_end": identity(sqrt(one_minus_cos2), sin(t), t=interval("0", ("0", "1/2"), "(]")),
    "power_on_all_angles": identity(
        power(sqrt(add("1", power(cos(t), "2"))), "2"), add("1", power(cos(t), "2")), t=REALS
    ),
    "cancel_on_all_angles": identity(mul(inv(add("2", cos(t))), add("2", cos(t))), "1", t=REALS),
    "root_of_square_of_negative": identity(sqrt(power(x, "2")), neg(x), x=NEGATIVE),
    "absolute_of_not_positive": identity(["abs", x], neg(x), x=interval("-oo", "0", "(]")),
    "square_of_absolute": identity(power(["abs", x], "2"), power(x, "2"), x=REALS),
    "product_of_roots": identity(mul(sqrt(x), sqrt(y)), sqrt(mul(x, y)), x=POSITIVE, y=POSITIVE),
    "roots_of_numbers": identity(sqrt("8"), mul("2", sqrt("2"))),
    "even_sign": identity(power("-1", mul("2", m)), "1", m=NATURALS),
    "sign_of_neighbours": identity(power("-1", mul(m, add(m, "1"))), "1", m=NATURALS),
    "cosine_of_integer_turns": identity(cos(mul(pi, m)), power("-1", m), m=NATURALS),
    "gamma_shift": identity(gamma(add(x, "3")), mul(x, add(x, "1"), add(x, "2"), gamma(x)), x=POSITIVE),
    "gamma_at_half": identity(gamma("7/2"), mul("15/8", sqrt(pi))),
    "gamma_below_zero": identity(gamma("-1/2"), mul("-2", sqrt(pi))),
    "gamma_at_integer": identity(gamma("6"), "120"),
    "cosine_of_a_twelfth": identity(cos(mul("1/12", pi)), mul("1/4", add(sqrt("6"), sqrt("2")))),
    "sine_of_a_twelfth": identity(sin(mul("1/12", pi)), mul("1/4", sub(sqrt("6"), sqrt("2")))),
    "sine_of_five_twelfths": identity(sin(mul("5/12", pi)), mul("1/4", add(sqrt("6"), sqrt("2")))),
    "cosine_of_seven_sixths": identity(cos(mul("7/6", pi)), mul("-1/2", sqrt("3"))),
    "cosine_of_acos": identity(cos(["acos", x]), x, x=interval("-1", "1")),
    "sine_of_acos": identity(sin(["acos", x]), sqrt(sub("1", power(x, "2"))), x=interval("-1", "1")),
    "cosine_of_twice_atan": identity(
        cos(mul("2", ["atan", x])), mul(sub("1", power(x, "2")), inv(add("1", power(x, "2")))), x=REALS
    ),
    "log_of_product": identity(["log", mul(x, y)], add(["log", x], ["log", y]), x=POSITIVE, y=POSITIVE),
    "exp_of_log": identity(["exp", mul(n, ["log", x])], power(x, n), x=POSITIVE, n=REALS),
    "power_of_power": identity(power(power(x, n), inv(n)), x, x=POSITIVE, n=POSITIVE),
    "power_of_a_root": identity(
        power(mul(x, sqrt(y)), n), mul(power(x, n), power(y, mul(half, n))), x=POSITIVE, y=POSITIVE, n=REALS
    ),
    "exp_of_sum": identity(mul(["exp", x], ["exp", y]), ["exp", add(x, y)], x=REALS, y=REALS),
    "tan_of_complement": identity(tan(sub(mul(half, pi), t)), inv(tan(t)), t=TO_HALF_PI),
    "tan_of_double": identity(
        tan(mul("2", t)), mul("2", tan(t), inv(sub("1", power(tan(t), "2")))), t=interval("0", ("0", "1/4"))
    ),
    "atan_is_odd": identity(["atan", neg(x)], neg(["atan", x]), x=REALS),
    "condition_of_the_domain": identity(mul(sub(x, y), inv(sub(x, y))), "1", positive=[sub(x, y)], x=REALS, y=REALS),
    "product_is_positive": identity(power(sqrt(mul(x, y)), "2"), mul(x, y), positive=[mul(x, y)], x=REALS, y=REALS),
    "fixed_symbol": identity(mul(x, inv(x)), "1", x=interval("1", "1", "[]")),
    "negative_base": identity(power(x, add(m, "1")), mul(x, power(x, m)), m=NATURALS, x=NEGATIVE),
    "bound_names": identity(
        add(over_x, "1"), add("1", ["integral", "w", "0", "1", mul(sym("w"), x)]), known=[over_x], x=REALS
    ),
    "equal_arguments": identity([J, add("1", "1"), x], mul("1", [J, "2", x]), known=[[J, "2", x]], x=REALS),
    "series_at_zero": identity(["hyp2f1", "1", x, "2", "0"], "1", x=REALS),
}

FALSE = {
    "root_of_square_on_reals": identity(sqrt(power(x, "2")), x, x=REALS),
    "root_of_square_of_negative": identity(sqrt(power(x, "2")), x, x=NEGATIVE),
    "product_of_roots_of_negatives": identity(mul(sqrt(x), sqrt(y)), sqrt(mul(x, y)), x=NEGATIVE, y=NEGATIVE),
    "product_of_roots_of_any_sign": identity(mul(sqrt(x), sqrt(y)), sqrt(mul(x, y)), x=REALS, y=POSITIVE),
    "even_sign_of_a_real": identity(power("-1", mul("2", m)), "1", m=REALS),
    "cancel_at_zero": identity(mul(x, inv(x)), "1", x=REALS),
    "cancel_at_a_closed_end": identity(mul(x, inv(x)), "1", x=interval("0", "1", "[]")),
    "zero_times_a_pole": identity(mul("0", inv(x)), "0", x=REALS),
    "zero_to_the_zero": identity(power(x, "0"), "1", x=REALS),
    "gamma_shift_at_a_pole": identity(gamma(add(x, "1")), mul(x, gamma(x)), x=interval("-1", "oo")),
    "gamma_shift_at_zero": identity(gamma(add(x, "1")), mul(x, gamma(x)), x=interval("0", "oo", "[)")),
    "gamma_at_minus_one": identity(mul("0", gamma("-1")), "0"),
    "tan_across_its_pole": identity(mul(tan(x), cos(x)), sin(x), x=TO_PI),
    "tan_at_its_pole": identity(mul(tan(x), cos(x)), sin(x), x=interval("0", ("0", "1/2"), "(]")),
    "tan_at_half_pi": identity(mul("0", tan(mul(half, pi))), "0"),
    "root_is_sine_beyond_pi": identity(sqrt(one_minus_cos2), sin(t), t=interval("0", ("0", "2"))),
    "root_is_sine_at_zero": identity(sqrt(one_minus_cos2), sin(t), t=interval("0", ("0", "1"), "[)")),
    "cancel_at_pi": identity(mul(inv(add("1", cos(t))), add("1", cos(t))), "1", t=interval("0", ("0", "1"), "(]")),
    "cancel_on_all_angles": identity(mul(inv(add("1", cos(t))), add("1", cos(t))), "1", t=REALS),
    "almost_integer": identity(["exp", mul(pi, sqrt("163"))], "262537412640768744"),
    "almost_pi": identity(pi, "355/113"),
    "almost_one": identity(add("1", power("10", "-60")), "1"),
    "squares_agree": identity(cos(t), sqrt(sub("1", power(sin(t), "2"))), t=TO_PI),
    "acos_beyond_its_branch": identity(["acos", cos(t)], t, t=interval("0", ("0", "2"))),
    "acos_beyond_one": identity(cos(["acos", x]), x, x=interval("-2", "2")),
    "absolute_value": identity(["abs", x], x, x=REALS),
    "step_at_zero": identity(["step", x], "1", x=interval("0", "1", "[]")),
    "log_of_square": identity(["log", power(x, "2")], mul("2", ["log", x]), x=REALS),
    "no_value_known": identity(mul([J, "2", x], "0"), "0", x=REALS),
    "divergent_integral": identity(sub(*2 * [["integral", "z", "0", "1", inv(sym("z"))]]), "0"),
    "other_definition": identity([J, x], mul("1", ["fn:J:0b0004f42e95", x]), known=[[J, x]], x=REALS),
    "other_limits": identity(over_x, mul("1", ["integral", "z", "0", "2", mul(x, sym("z"))]), known=[over_x], x=REALS),
    "swapped_bound_variable": identity(
        [J, "0"],
        add([J, "0"], ["integral", "x", "0", "1", power(x, y)], neg(["integral", "x", "0", "1", power(y, x)])),
        known=[[J, "0"], ["integral", "x", "0", "1", power(x, y)], ["integral", "x", "0", "1", power(y, x)]],
        y=interval("1", "2"),
    ),
    "captured_bound_variable": identity(
        ["integral", "z", "0", "1", ["integral", "w", "0", "1", power(sym("z"), "2")]],
        mul("1", ["integral", "z", "0", "1", ["integral", "z", "0", "1", power(sym("z"), "3")]]),
        known=[["integral", "z", "0", "1", ["integral", "w", "0", "1", power(sym("z"), "2")]]],
    ),
    "pole_under_the_integral": identity(
        ["integral", "z", "0", "1", mul(sym("z"), inv(sym("z")))],
        mul("1", ["integral", "z", "0", "1", "1"]),
        known=[["integral", "z", "0", "1", mul(sym("z"), inv(sym("z")))], ["integral", "z", "0", "1", "1"]],
    ),
    "series_outside_its_circle": identity(mul("0", ["hyp2f1", "1", "1", "2", x]), "0", x=interval("0", "1", "(]")),
    "series_with_a_bad_parameter": identity(mul("0", ["hyp2f1", "1", "1", x, half]), "0", x=REALS),
    "symbol_without_a_domain": identity(sub(x, x), "0"),
    "symbol_without_a_domain_in_a_body": identity(add(over_x, "0"), over_x, known=[over_x]),
    "empty_interval": identity("1", "2", x=interval("1", "0")),
    "empty_open_interval": identity("1", "2", x=interval("1", "1")),
    "no_integer_inside": identity("1", "2", x=interval("1/3", "1/2", integer=True)),
    "conditions_that_nothing_satisfies": identity("1", "2", positive=[neg(power(x, "2"))], x=REALS),
    "contradicting_conditions": identity("1", "2", positive=[x, neg(x)], x=REALS),
    "infinity_minus_infinity": identity(sub(["oo"], ["oo"]), "0"),
    "huge_exponent": identity(power(x, "1000000000000"), "1", x=POSITIVE),
    "huge_power": identity(power("2", power("10", "100")), "1"),
    "huge_polynomial": identity(
        power(add(x, y, n, m, t, "1"), "500"), "1", x=REALS, y=REALS, n=REALS, m=REALS, t=REALS
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_identities_are_rechecked(name: str) -> None:
    assert outcome(TRUE[name]) == Outcome("re-checked")


@pytest.mark.parametrize("name", FALSE)
def test_what_does_not_follow_is_not_accepted(name: str) -> None:
    found = outcome(FALSE[name])
    assert found.verdict in ("rejected", "not checked")
    assert found.reason


@pytest.mark.parametrize("name", ["almost_integer", "almost_pi", "almost_one", "squares_agree", "absolute_value"])
def test_disjoint_balls_reject(name: str) -> None:
    assert outcome(FALSE[name]).verdict == "rejected"


def test_an_open_condition_is_reported() -> None:
    found = outcome(identity(add(x, x), mul("2", x), open_=["x > 0"], x=REALS))
    assert found == Outcome("open", "open condition: x > 0")


@pytest.mark.parametrize("ends", ["()", "[)"])
def test_the_denominator_of_the_angle_integral_is_positive_on_open_angles_only(ends: str) -> None:
    psi = sym("psi")
    value = sub("1", mul(cos(t), cos(psi)))
    domain = {"t": interval("0", ("0", "1"), ends), "psi": interval("0", ("0", "1/2"), ends)}
    expected = "re-checked" if ends == "()" else "not checked"
    assert outcome(identity(mul(value, inv(value)), "1", **domain)).verdict == expected
