"""Precision is private: no test may leave another working precision behind. Profiles of Hypothesis.

* `ci`, the default: the same examples each time, 60 for a property unless it says otherwise;
* `thorough`: other examples each time, and SYMKERN_EXAMPLES times as many (a number, 20 unless given):
  `SYMKERN_EXAMPLES=100 python -m pytest tests/properties --hypothesis-profile=thorough`. The variable alone has the
  same effect.
"""

import os

import mpmath
import pytest
from hypothesis import HealthCheck, settings

THOROUGH = 20
"""Examples of the `thorough` profile for each one of `ci`, unless the environment says otherwise."""

slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("ci", deadline=None, max_examples=60, derandomize=True, suppress_health_check=slow)
multiplier = float(os.environ.get("SYMKERN_EXAMPLES", THOROUGH))
settings.register_profile(
    "thorough", deadline=None, max_examples=max(1, round(60 * multiplier)), suppress_health_check=slow
)


def pytest_configure(config):
    asked = config.getoption("--hypothesis-profile", default=None)
    if asked == "thorough":
        os.environ.setdefault("SYMKERN_EXAMPLES", str(THOROUGH))  # what strategies.examples reads
    elif asked is None:
        settings.load_profile("thorough" if "SYMKERN_EXAMPLES" in os.environ else "ci")


@pytest.fixture(autouse=True)
def working_precision_is_untouched():
    before = mpmath.mp.prec
    yield
    assert mpmath.mp.prec == before
