"""Generated modules of compositions against exact values, at every angle."""

import math
import types
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import example, given, settings
from strategies import examples, powers_of_two, small_angles

from symkern.emit.module import emit, module_name
from symkern.kernels import deep
from symkern.reference.evaluate import evaluate
from symkern.testing.bound import UNIT, excess

SPECS = ("1/3,0", "-0.49,1", "0,-1/4", "1,1", "0,0")


@cache
def module(spec):
    layers = [Fraction(n) for n in spec.split(",")]
    made = types.ModuleType(module_name(layers))
    exec(emit(layers, "numpy", "nothing"), made.__dict__)
    return made


@pytest.mark.parametrize("spec", SPECS)
@given(small_angles())
@settings(max_examples=examples(30))
@example(1e-16)
@example(1e-10)
@example(3e-9)
def test_angles(spec, angle):
    """J(theta) is pi times the kernel of unit vectors; a rounding of theta is allowed for."""
    layers = spec.split(",")
    for theta in (angle, math.pi - angle):
        right = Fraction(evaluate(layers=layers, theta=theta, digits=25).value)
        beside = [
            Fraction(evaluate(layers=layers, theta=Fraction(theta) * (1 + k * UNIT), digits=25).value)
            for k in (-32, 32)
            if Fraction(theta) * (1 + k * UNIT) < Fraction(314159265358979, 10**14)
        ]
        deviation = max((abs(value - right) for value in beside), default=Fraction(0))
        top = Fraction(evaluate(layers=layers, theta=0, digits=25).value)
        error = abs(Fraction(float(module(spec).J(theta))) / Fraction(math.pi) - right)
        assert error <= 32 * UNIT * top + deviation, float(error / (32 * UNIT * top + deviation))


@pytest.mark.parametrize("spec", SPECS)
@given(small_angles(), powers_of_two(300), powers_of_two(300))
@settings(max_examples=examples(30))
@example(1e-10, 1.0, 1.0)
@example(1e-16, 1.0, 1.0)
def test_rows(spec, angle, first, second):
    direction, across = np.array([0.6, -0.8]), np.array([0.8, 0.6])
    x, y = first * direction, second * (math.cos(angle) * direction + math.sin(angle) * across)
    computed = float(module(spec).kernel(np.array([x, y]))[0, 1])
    assert excess(deep(*spec.split(",")), x.tolist(), y.tolist(), computed) <= 1
