"""Precision is private: no test may leave another working precision behind."""

import mpmath
import pytest
from hypothesis import settings

settings.register_profile("default", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("default")


@pytest.fixture(autouse=True)
def working_precision_is_untouched():
    before = mpmath.mp.prec
    yield
    assert mpmath.mp.prec == before
