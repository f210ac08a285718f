"""Emitted modules: right to the last bits, whatever is put in, and the same to the byte each time."""

import subprocess
import sys
import types
from fractions import Fraction

import numpy as np
import pytest
import worst_cases
from hypothesis import given, settings
from strategies import doubles_in_the_unit_interval

from symkern.cli import main
from symkern.emit import catalogue
from symkern.emit.module import emit, module_name
from symkern.errors import InvalidArgument
from symkern.reference.evaluate import evaluate

ULPS = {"0": 4, "1": 4, "2": 4, "3": 8, "6": 8, "10": 8, "-49/100": 16, "-1/4": 16, "1/2": 16, "5/2": 16}
COMPOSITIONS = ["0,0", "1,1,1", "0,1,1,1,1,1", "-1/4,1,1"]
_modules: dict[str, types.ModuleType] = {}


def module(spec, target="numpy"):
    if (spec, target) not in _modules:
        layers = [Fraction(n) for n in spec.split(",")]
        made = types.ModuleType(module_name(layers))
        exec(emit(layers, target, "nothing"), made.__dict__)
        _modules[spec, target] = made
    return _modules[spec, target]


def error_in_ulps(found, true):
    exact = Fraction(true)
    unit = Fraction(float(np.spacing(type(found)(float(exact)))))
    return abs(Fraction(float(found)) - exact) / unit


@pytest.mark.parametrize("spec", ULPS)
@settings(max_examples=150, deadline=None)
@given(doubles_in_the_unit_interval())
def test_cosines_are_right_to_the_last_bits(spec, c):
    true = evaluate(layers=[spec], cosine=c, digits=25).value
    assert error_in_ulps(module(spec).angular(c), true) <= ULPS[spec]
    single = np.float32(c)
    true = evaluate(layers=[spec], cosine=float(single), digits=25).value
    found = module(spec).angular(single)
    assert found.dtype == np.float32
    assert error_in_ulps(found, true) <= ULPS[spec]


@pytest.mark.parametrize("spec", ULPS)
def test_the_worst_cases_are_not_too_bad(spec):
    cosines = [case for case in worst_cases.load("cosine") if case["n"] == spec]
    angles = [case for case in worst_cases.load("theta") if case["n"] == spec]
    assert cosines
    assert angles
    for case in cosines:  # those of J_n, which is pi times as much: one rounding more
        assert error_in_ulps(np.pi * module(spec).angular(case["cosine"]), case["value"]) <= ULPS[spec] + 2
    for case in angles:
        found = module(spec).J(case["theta"])
        # the sine of half the angle enters with the power 2n + 1
        assert error_in_ulps(found, case["value"]) <= ULPS[spec] + 4 * abs(2 * Fraction(spec) + 1) + 4


@pytest.mark.parametrize("spec", COMPOSITIONS)
@settings(max_examples=60, deadline=None)
@given(doubles_in_the_unit_interval())
def test_compositions_are_within_1e_15_of_the_value_at_one(spec, c):
    true = Fraction(evaluate(layers=spec.split(","), cosine=c, digits=25).value)
    assert abs(Fraction(float(module(spec).angular(c))) - true) <= Fraction(1, 10**15) * Fraction(module(spec).AT_ONE)


@pytest.mark.parametrize("spec", [*ULPS, *COMPOSITIONS])
def test_equal_inputs_are_correctly_rounded(spec):
    true = evaluate(layers=spec.split(","), cosine=1, digits=40).value
    assert float(module(spec).angular(1.0)) == float(true)
    assert float(module(spec).angular(np.float32(1))) == float(np.float32(float(true)))


SHAPES = [np.zeros(0), np.zeros((0, 3)), np.float64(0.25), np.array(0.25), np.linspace(-1, 1, 40_000),
          np.linspace(-1, 1, 12).reshape(3, 4), np.asfortranarray(np.linspace(-1, 1, 12).reshape(3, 4)),
          np.linspace(-1, 1, 12)[::-3], np.array([1, 0, -1]), np.array([True, False])]  # fmt: skip


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("spec", ["0", "2", "1/2", "0,1,1,1,1,1", "-1/4,1,1"])
def test_any_array_will_do(spec):
    for given_ in SHAPES:
        kept = np.array(given_)
        if isinstance(given_, np.ndarray):
            given_.setflags(write=False)
        found = module(spec).angular(given_)
        assert np.shape(found) == np.shape(given_)
        assert np.isfinite(found).all()
        assert np.array_equal(kept, given_)
        expected = [float(module(spec).angular(float(c))) for c in np.ravel(given_)[:50]]
        assert np.array_equal(np.ravel(found)[:50], expected)
    assert module(spec).angular([0.5, [0.25][0]]).shape == (2,)


@pytest.mark.parametrize("spec", ["1", "1/2", "1,1,1"])
def test_bad_input_gets_one_line(spec):
    angular, kernel = module(spec).angular, module(spec).kernel
    assert angular(1 + 4e-16) == angular(1.0)
    assert angular(np.float32(-1.0000001)) == angular(np.float32(-1))
    for bad in (1.5, [0.0, -1.001], np.inf):
        with pytest.raises(ValueError, match="c must be between -1 and 1; got"):
            angular(bad)
    for bad in (1j, "0.5", [None], [object()]):
        with pytest.raises(TypeError, match="c must be real numbers; got an array of"):
            angular(bad)
    with pytest.raises(ValueError, match="as many columns; got 2 and 3"):
        kernel(np.ones((2, 2)), np.ones((2, 3)))
    with pytest.raises(ValueError, match=r"X must be finite; got nan in row 1, column 0"):
        kernel([[1.0, 2.0], [np.nan, 1.0]])
    with pytest.raises(ValueError, match="theta must be between 0 and pi"):
        module(spec).J(3.2)


@pytest.mark.parametrize("spec", ["0", "1", "3", "1/2", "0,1,1,1,1,1"])
def test_the_kernel_of_vectors(spec):
    rng = np.random.default_rng(5)
    X = rng.standard_normal((6, 3))
    X[1] = X[0] * 3  # parallel
    X[2] = -X[0]
    X[3] = X[0] + 1e-9 * rng.standard_normal(3)
    X[4] = 0
    Y = rng.standard_normal((4, 3))
    found, cross = module(spec).kernel(X), module(spec).kernel(X, Y)
    layers = spec.split(",")
    for result, others in ((found, X), (cross, Y)):
        for i, x in enumerate(X):
            for j, y in enumerate(others):
                true = float(evaluate(layers=layers, x=list(x), y=list(y), digits=20))
                own = [float(evaluate(layers=layers, x=list(v), y=list(v))) for v in (x, y)]
                size = np.sqrt(own[0] * own[1])
                assert result[i, j] == pytest.approx(true, abs=2e-15 * size + 1e-300)
    assert np.array_equal(found, found.T)


@pytest.mark.parametrize(("degree", "c"), [("20", -1 + 2.0**-51), ("61/2", -1 + 2.0**-35)])
def test_small_values_of_large_degrees_do_not_vanish(degree, c):
    """s^(n+1/2) alone is no double here, the kernel is."""
    true = evaluate(layers=[degree], cosine=c, digits=25).value
    assert 0 < float(true) < 1e-250
    assert error_in_ulps(module(degree).angular(c), true) <= 3 * Fraction(degree)


def test_a_negative_degree_names_the_rows_that_are_zero():
    with pytest.raises(ValueError, match=r"X must have no zero rows, where degree -1/4 is infinite; got rows 1, 2"):
        module("-1/4").kernel([[1.0], [0.0], [0.0]])


@pytest.mark.parametrize("name", ["biased", "smoothed"])
def test_the_variations(name):
    from importlib import import_module

    variation = import_module(f"symkern.generated.{name}")
    rng = np.random.default_rng(6)
    X = rng.standard_normal((5, 3))
    X[1], X[2], X[3] = 2 * X[0], -X[0], 0
    found = variation.kernel(X)
    parameter = {"bias": 1} if name == "biased" else {"sigma": 1}
    for i, x in enumerate(X):
        for j, y in enumerate(X):
            assert found[i, j] == pytest.approx(float(evaluate(0, **parameter, x=list(x), y=list(y))), abs=1e-15)


@pytest.mark.parametrize("name", catalogue.modules())
def test_the_catalogue_is_what_is_committed(name):
    layers = catalogue.modules()[name]
    file = catalogue.GENERATED / f"{name}.py"
    difference = catalogue.difference(file, emit(layers, "numpy", catalogue.COMMAND))
    assert not difference, f"{difference}\n\nUpdate it: {catalogue.COMMAND}"


def test_a_drift_is_shown_with_the_command_that_mends_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(catalogue, "GENERATED", tmp_path)
    monkeypatch.setattr(catalogue, "modules", lambda: {"arccos1": [Fraction(1)]})
    assert main(["codegen", "--catalogue"]) == 0
    file = tmp_path / "arccos1.py"
    file.write_text(file.read_text(encoding="utf-8").replace("DEGREE = 1", "DEGREE = 2"), encoding="utf-8")
    capsys.readouterr()
    assert main(["codegen", "--catalogue", "--check"]) == 1
    captured = capsys.readouterr()
    assert "-DEGREE = 2" in captured.out
    assert "+DEGREE = 1" in captured.out
    assert catalogue.COMMAND in captured.err


ALONE = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"symkern", "sympy", "scipy", "mpmath", "flint", "sklearn", "numba"}:
            raise ImportError(name)
sys.meta_path.insert(0, Refuse())
import runpy
runpy.run_path(sys.argv[1], run_name="__main__")
"""


@pytest.mark.parametrize("target", ["numpy", "numba"])
def test_a_module_stands_alone(tmp_path, capsys, target):
    file = tmp_path / "arccos3.py"
    assert main(["codegen", "n=3", "-o", str(file), "--target", target]) == 0
    text = file.read_text(encoding="utf-8")
    assert "import symkern" not in text
    assert f"codegen n=3 -o arccos3.py{'' if target == 'numpy' else ' --target numba'}" in text
    result = subprocess.run([sys.executable, "-c", ALONE, str(file)], capture_output=True, text=True, check=True)
    assert result.stdout.startswith("33 values, largest error ")
    assert float(result.stdout.split()[4]) < 4


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "codegen needs a kernel"),
        (["n=-1/2"], "n must be"),
        (["n=3", "--target", "fortran"], "--target must be one of numpy, numba"),
        (["n=__import__('os')"], "n must be"),
        (["layers=0,1", "bias=1/2"], "a single layer"),
        (["kernel=biased"], "kernel is not an argument"),
    ],
)
def test_bad_requests(words, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["codegen", *words]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_target_without_templates_is_refused():
    with pytest.raises(InvalidArgument, match="one of numba, numpy"):
        emit([Fraction(1)], "fortran", "")
