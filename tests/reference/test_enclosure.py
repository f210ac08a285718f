"""Every enclosure contains the value at twice the precision, and is as narrow as was asked."""

import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from symkern.reference.enclosure import Enclosure
from symkern.reference.evaluate import read_quantity
from symkern.reference.quantity import Quantity


def fraction(rng, low, high):
    return Fraction(rng.randint(int(low * 1000), int(high * 1000)), 1000)


def degree(rng):
    return rng.choice(
        (fraction(rng, -0.499, 12), Fraction(rng.randint(0, 30)), Fraction(2 * rng.randint(0, 12) + 1, 2))
    )


def angle(rng):
    distance = f"{rng.randint(1, 9)}e-{rng.randint(1, 60)}"
    return rng.choice((distance, f"pi-{distance}", f"{rng.randint(1, 23)}*pi/24", str(fraction(rng, 0.001, 3.141))))


def vector(rng, dimension=3):
    return [fraction(rng, -4, 4) * Fraction(10) ** rng.choice((0, 0, 0, -9, 9)) for _ in range(dimension)]


def pair(rng):
    x = vector(rng)
    factor = rng.choice((1, 2, -1, Fraction(1, 3)))
    near = [factor * x[0] + Fraction(1, 10 ** rng.randint(5, 30)), *(factor * entry for entry in x[1:])]
    return {"x": x, "y": rng.choice((vector(rng), near, [factor * entry for entry in x]))}


def at_an_angle(rng) -> Quantity:
    return read_quantity(degree(rng), theta=angle(rng))


def differentiated(rng) -> Quantity:
    return read_quantity(degree(rng), theta=angle(rng), derivative=rng.randint(1, 4))


def of_vectors(rng) -> Quantity:
    return read_quantity(abs(degree(rng)), **pair(rng))


def with_bias(rng) -> Quantity:
    return read_quantity(0, bias=fraction(rng, -6, 6) or 1, **pair(rng))


def with_width(rng) -> Quantity:
    return read_quantity(0, sigma=abs(fraction(rng, -3, 3)) or 1, **pair(rng))


def composed(rng) -> Quantity:
    layers = [abs(degree(rng)) for _ in range(rng.randint(2, 4))]
    return read_quantity(layers=layers, **pair(rng))


KINDS: dict[Callable[..., Quantity], int] = {
    at_an_angle: 1000,
    differentiated: 250,
    of_vectors: 250,
    with_bias: 250,
    with_width: 100,
    composed: 200,
}


def test_there_are_two_thousand():
    assert sum(KINDS.values()) >= 2000


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_contains_the_value_at_twice_the_precision(kind):
    rng = random.Random(kind.__name__)
    for _ in range(KINDS[kind]):
        quantity, digits = kind(rng), rng.randint(1, 60)
        enclosure = quantity.enclose(digits)
        # the value at twice the precision, with digits enough that its own rounding does not matter
        assert enclosure.contains(quantity.enclose(2 * digits + 15)), (quantity, digits)
        if enclosure.exponent is not None:
            assert Enclosure("0", f"1e{enclosure.exponent + 1 - digits}").contains(Enclosure("0", enclosure.radius))


def test_containment_can_fail():
    assert not Enclosure("1.00", "0.01").contains(Enclosure("1.02", "0"))
    assert not Enclosure("1.00", "0.01").contains(Enclosure("1.009", "0.002"))
    assert not Enclosure("1.00", "0.01").overlaps(Enclosure("1.021", "0.01"))
    assert Enclosure("1.00", "0.01").overlaps(Enclosure("1.019", "0.01"))
    huge = "e-" + "9" * 300
    assert not Enclosure(f"1.00{huge}", f"0.01{huge}").overlaps(Enclosure(f"1.03{huge}", f"0.01{huge}"))


@pytest.mark.parametrize(
    ("value", "exponent"),
    [("12.5", 1), ("0.00125", -3), ("-1.2e-7", -7), ("0", None), ("0.000", None), ("3e+400", 400)],
)
def test_the_power_of_ten(value, exponent):
    assert Enclosure(value, "0").exponent == exponent
