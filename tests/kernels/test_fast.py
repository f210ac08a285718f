"""The compiled loops are what they are meant to be: packed arithmetic, without Python, kept between processes."""

import json
import os
import platform
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

fast = pytest.importorskip("symkern.kernels.fast")


COMPILED = """
import numpy as np, json
from symkern import ArcCosine, config, deep
from symkern.kernels import fast
config.engine = "numba"
X = np.random.default_rng(0).standard_normal((600, 5))
for kernel in (ArcCosine(1), ArcCosine("1/2"), deep(1, 1), ArcCosine(0, bias=1), ArcCosine(0, sigma=1)):
    kernel(X, X[::-1])
    kernel(X)  # blocks of columns, whose type is another
names = ("integer", "smoothed", "real", "tabulated", "biased", "squares")
print(json.dumps({name: list(getattr(fast, name).inspect_asm().values()) for name in names}))
"""


def run(code, **environment):
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    return found.stdout


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="looks at x86 instructions")
def test_loops_are_vectorised(tmp_path):
    """A loop that a change has made scalar still works, several times slower, and nothing else would tell.

    Each loop is looked at for whole rows and for blocks of columns.
    """
    found = json.loads(run(COMPILED, NUMBA_CACHE_DIR=str(tmp_path)))  # what comes from a cache cannot be looked at
    for name, texts in found.items():
        if name != "squares":
            rows, columns = (text.count("gather") + text.count("scatter") for text in texts)
            assert rows == columns, name  # numbers of a row are read and written side by side in both
    cpu = Path("/proc/cpuinfo")
    fused = cpu.exists() and " fma " in cpu.read_text(encoding="ascii", errors="ignore")
    for name, text in ((name, text) for name, texts in found.items() for text in texts):
        packed = sum(text.count(f"{operation}pd") for operation in ("mul", "fmadd213", "fmadd231", "sqrt"))
        assert packed >= 4, name
        if fused and name != "squares":
            assert "vfmadd" in text, name
            assert "ymm" in text or "zmm" in text, name


def test_exponentials_are_right():
    x = np.concatenate([-np.linspace(0, 700, 20_001), [-0.0, -1e-300]])
    found = x.copy()
    fast._exponentials(found, np.empty_like(x))
    assert np.all(np.abs(found - np.exp(x)) <= 4 * np.spacing(np.exp(x)))


def test_a_small_problem_loads_no_compiler():
    code = "import sys; from symkern import ArcCosine; ArcCosine(1)([[1, 2], [3, 4]]); print('numba' in sys.modules)"
    assert run(code, SYMKERN_ENGINE="auto").strip() == "False"


def test_compilation_is_cached(tmp_path):
    """A second process finds all that the first compiled."""
    code = """
import numpy as np
from symkern import ArcCosine
from symkern.kernels import fast
ArcCosine(1)(np.random.default_rng(0).standard_normal((600, 3)))
print(sum(fast.integer.stats.cache_hits.values()), sum(fast.integer.stats.cache_misses.values()))
"""
    first, second = (run(code, NUMBA_CACHE_DIR=str(tmp_path), SYMKERN_ENGINE="numba").split() for _ in range(2))
    assert int(first[1]) > 0
    assert second == [first[1], "0"]
