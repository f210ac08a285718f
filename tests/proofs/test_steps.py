"""Rules for step functions, and each way to misuse them."""

import pytest

from symkern.proofs.domains import POSITIVE, REALS, domain, interval
from symkern.proofs.rules.equality import has_value
from symkern.proofs.rules.improper import improper
from symkern.proofs.rules.plane import whole_plane
from symkern.proofs.rules.steps import from_step, line_with_steps, plane_map, plane_polar, plane_with_steps, same_step
from symkern.proofs.terms import Term, cos, erf, exp, integral, log, oo, pi, sin, sqrt, step, symbols, tan
from symkern.proofs.theorem import NotProved
from symkern.theorems.biased import DENSITY, whole_density

a, r, s, x, u, v, w_1, w_2, phi = symbols("a r s x u v w_1 w_2 phi")
BELL, ERROR = exp(-(x**2)), sqrt(pi) / 2 * erf(x)
LINE = domain(s=REALS)
TURNED = exp(-(u**2 + v**2) / 2)


def tail(below: bool = False) -> Term:
    return integral(BELL, x, -oo, s) if below else integral(BELL, x, s, oo)


def known(below: bool = False):
    return improper(tail(below), ERROR, x, LINE)


def test_a_positive_factor_does_not_move_a_step():
    found = same_step(a * x - s, a, x - s / a, domain(a=POSITIVE, x=REALS, s=REALS))
    assert (found.lhs, found.rhs) == (step(a * x - s), step(x - s / a)) and found.proved


@pytest.mark.parametrize("sign", [interval(-1, 0), REALS, interval(0, 1, "[)")])
def test_a_factor_that_may_not_be_positive_is_refused(sign):
    with pytest.raises(NotProved):
        same_step(a * x, a, x, domain(a=sign, x=REALS))


def test_arguments_that_are_not_multiples_are_refused():
    with pytest.raises(NotProved):
        same_step(a * x - s, a, x - s, domain(a=POSITIVE, x=REALS, s=REALS))


def test_a_step_restricts_the_range_from_either_side():
    above = from_step(tail(), -oo, known(), above=True)
    assert above.lhs is integral(step(x - s) * BELL, x, -oo, oo) and above.rhs is tail()
    below = from_step(tail(True), oo, known(True), above=False)
    assert below.lhs is integral(step(s - x) * BELL, x, -oo, oo) and below.rhs is tail(True)


def test_a_part_that_is_not_known_to_converge_is_refused():
    with pytest.raises(NotProved, match="converge"):
        from_step(integral(exp(x), x, s, oo), -oo, known(), above=True)


def test_the_cut_must_lie_in_the_range():
    where = domain(s=interval(-1, 1))
    tail_ = improper(tail(), ERROR, x, where)
    with pytest.raises(NotProved):
        from_step(tail(), 0, tail_, above=True)  # s may be below 0, and the part is larger than the whole
    assert from_step(tail(), -1, tail_, above=True).proved


def test_a_step_does_not_cut_at_infinity():
    line = improper(integral(BELL, x, -oo, oo), ERROR, x, domain())
    with pytest.raises(NotProved):
        from_step(integral(BELL, x, -oo, oo), oo, line, above=False)


def test_steps_keep_an_integral_convergent():
    found = line_with_steps(tail(), [x - 2 * s, sin(x)], x, known())
    assert found.statement.term is integral(step(x - 2 * s) * (step(sin(x)) * BELL), x, s, oo)


@pytest.mark.parametrize("argument", [x**-1, log(x), integral(exp(u * x), u, 0, 1)])
def test_arguments_without_values_or_that_are_not_elementary_are_refused(argument):
    with pytest.raises(NotProved):
        line_with_steps(tail(), [argument], x, known())
    with pytest.raises(NotProved):
        plane_with_steps(TURNED, [argument], (u, v), whole_density())


def test_a_line_that_is_not_known_to_converge_is_refused():
    with pytest.raises(NotProved, match="converge"):
        line_with_steps(integral(exp(x), x, s, oo), [x], x, known())


def test_steps_keep_an_integral_over_the_plane_convergent():
    found = plane_with_steps(DENSITY, [w_1 - w_2], (w_1, w_2), whole_density())
    assert found.statement.term is whole_plane(step(w_1 - w_2) * DENSITY, w_1, w_2)


def test_a_density_that_may_be_negative_or_diverges_is_refused():
    with pytest.raises(NotProved):
        plane_with_steps(w_1 * DENSITY, [w_1], (w_1, w_2), whole_density())
    with pytest.raises(NotProved):
        plane_with_steps(exp(w_1**2), [w_1], (w_1, w_2), whole_density())


TURN = domain(a=REALS)


def turned(forms, steps=(w_1,), images=None, density=DENSITY, target=TURNED, where=TURN):
    images = (u * cos(a) - v * sin(a),) if images is None else images
    base = has_value(whole_plane(TURNED, u, v), where, whole_density())
    return plane_map(
        density, steps, (w_1, w_2), forms, target, images, (u, v), plane_with_steps(target, images, (u, v), base)
    )


ROTATION = (w_1 * cos(a) + w_2 * sin(a), w_2 * cos(a) - w_1 * sin(a))


def test_a_rotation_keeps_the_integral():
    found = turned(ROTATION)
    assert found.proved and found.lhs is whole_plane(step(w_1) * DENSITY, w_1, w_2)


def test_a_stretch_brings_its_determinant():
    stretched = exp(-((2 * w_1) ** 2 + (3 * w_2) ** 2) / 2)
    found = turned((2 * w_1, 3 * w_2), images=(u / 2,), density=stretched)
    assert found.proved and found.rhs.args[0].head == "^"


@pytest.mark.parametrize(
    "mistake",
    [
        {"forms": (w_1, 2 * w_1)},  # no inverse
        {"forms": (w_1 + 1, w_2)},  # not linear
        {"forms": (w_1 * w_2, w_2)},
        {"forms": ROTATION, "images": (u,)},  # another half-plane
        {"forms": (2 * w_1, w_2), "images": (u / 2,)},  # another density
        {"forms": ROTATION, "steps": (w_1, w_2)},  # a step function without its image
        {"forms": (tan(a) * w_1, w_2), "images": (u / tan(a),)},  # the determinant may vanish or have no value
    ],
)
def test_mistaken_maps_are_refused(mistake):
    with pytest.raises(NotProved):
        turned(**mistake)


BELL_OF_RADIUS = r * exp(-(r**2) / 2)
IMAGES = (r * cos(phi) - 1,)


def in_polar_coordinates(steps=(w_1 - 1,), images=IMAGES, radial=BELL_OF_RADIUS, density=DENSITY):
    known = plane_with_steps(DENSITY, steps, (w_1, w_2), whole_density())
    return plane_polar(density, steps, (w_1, w_2), radial, images, (r, phi), known)


def test_polar_coordinates_of_the_plane():
    found = in_polar_coordinates()
    inner = integral(step(r * cos(phi) - 1) * BELL_OF_RADIUS, r, 0, oo)
    assert found.proved and found.rhs is integral(inner, phi, -pi, pi)


@pytest.mark.parametrize(
    "mistake",
    [
        {"radial": exp(-(r**2) / 2)},  # the Jacobian is missing
        {"images": (r * sin(phi) - 1,)},  # another half-plane
        {"images": ()},  # a step function without its image
        {"density": exp(-(w_1**2)), "radial": r * exp(-((r * cos(phi)) ** 2))},  # not known to converge
        {"density": w_1 * DENSITY, "radial": r * cos(phi) * BELL_OF_RADIUS},  # may be negative
    ],
)
def test_mistaken_polar_coordinates_are_refused(mistake):
    with pytest.raises(NotProved):
        in_polar_coordinates(**mistake)
