"""The numba target: the numbers of the numpy one, from loops that the compiler vectorised."""

import importlib.util
import platform
from fractions import Fraction

import numpy as np
import pytest

from symkern.emit.module import emit, module_name

pytest.importorskip("numba", reason="numba is not installed: its target falls back to numpy, which is tested")
pytestmark = pytest.mark.filterwarnings("default")  # numba has warnings of its own


@pytest.fixture(scope="module", params=["0", "2", "1/2", "1,1,1"])
def modules(request, tmp_path_factory):
    layers = [Fraction(n) for n in request.param.split(",")]
    loaded = []
    for target in ("numpy", "numba"):
        file = tmp_path_factory.mktemp(target) / f"{module_name(layers)}.py"
        file.write_text(emit(layers, target, ""), encoding="utf-8")
        spec = importlib.util.spec_from_file_location(f"{target}_{file.stem}", file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        loaded.append(module)
    return loaded


def test_the_same_numbers_to_a_few_units(modules):
    plain, fast = modules
    rng = np.random.default_rng(3)
    cosines = np.concatenate([rng.uniform(-1, 1, 5000), 1 - 2.0 ** rng.uniform(-53, 0, 1000), [1.0, -1.0, 0.0]])
    cosines = np.concatenate([cosines, -cosines])
    expected, found = plain.angular(cosines), fast.angular(cosines)
    assert np.max(np.abs(expected - found) / np.spacing(np.maximum(expected, 1e-300))) <= 8
    assert fast.angular(np.float32(0.5)).dtype == np.float32
    assert float(fast.angular(1 + 4e-16)) == plain.AT_ONE
    with pytest.raises(ValueError, match="c must be between -1 and 1"):
        fast.angular([0.0, 1.5])


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="the names of registers are those of x86")
def test_the_loop_is_vectorised(modules):
    fast = modules[1]
    fast.angular(np.zeros(10))
    (assembly,) = fast._loop.inspect_asm().values()
    packed = [line for line in assembly.splitlines() if "pd" in line and ("ymm" in line or "zmm" in line)]
    assert len(packed) > 20
