"""Fixtures that the kernels' tests share."""

import pytest

from symkern import config


@pytest.fixture(params=["numpy", "numba"])
def engine(request, monkeypatch):
    """Either of the loops, whatever the size of the problem."""
    if request.param == "numba":
        pytest.importorskip("numba")
    monkeypatch.setattr(config, "engine", request.param)
    return request.param
