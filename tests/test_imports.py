"""Imports point downward, and importing symkern is cheap."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def lint(folder):
    program = Path(sys.executable).parent / "lint-imports"
    return subprocess.run(
        [program, "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"PYTHONPATH": str(folder), "PATH": "", "PYTHONUTF8": "1"},
    )


def test_imports_point_downward():
    result = lint(ROOT)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize(
    ("module", "planted"),
    [
        ("symbolic/step.py", "from symkern import cli"),
        ("symbolic/angular.py", "from symkern.typeset import unicode"),
        ("reference/angular.py", "from symkern.symbolic import price"),
        ("numbers.py", "import sympy"),
        ("errors.py", "import symkern.numbers"),
    ],
)
def test_a_planted_violation_is_found(tmp_path, module, planted):
    shutil.copytree(ROOT / "symkern", tmp_path / "symkern", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    assert lint(tmp_path).returncode == 0
    file = tmp_path / "symkern" / module
    file.write_text(file.read_text(encoding="utf-8") + f"\n{planted}\n", encoding="utf-8")
    result = lint(tmp_path)
    assert result.returncode != 0
    assert "BROKEN" in result.stdout


def loaded_by(statement):
    code = f"import sys; {statement}; print(' '.join(sorted(sys.modules)))"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_importing_symkern_loads_no_heavy_package():
    assert not {"sympy", "sklearn", "scipy", "mpmath", "numpy", "flint"} & loaded_by("import symkern")
    assert not {"sympy", "sklearn", "scipy"} & loaded_by("import symkern.cli")
    assert not {"sympy", "scipy", "matplotlib"} & loaded_by("from symkern import evaluate")
    assert not {"sympy", "scipy", "sklearn", "numba"} & loaded_by("import symkern.kernels")
    assert not {"sympy", "scipy", "sklearn", "numba"} & loaded_by("from symkern import deep; deep(0, 1)([[1, 2]])")
    assert not {"sympy", "scipy", "sklearn", "numba", "hypothesis"} & loaded_by("import symkern.testing")
    assert not {"sympy", "scipy", "mpmath", "flint"} & loaded_by("from symkern.generated import arccos3")


def test_content_folders_are_never_imported():
    for file in (ROOT / "symkern").rglob("*.py"):
        assert not re.search(r"^\s*(import|from) (derivations|codegen)\b", file.read_text(encoding="utf-8"), re.M), file
    assert not list(ROOT.glob("derivations/__init__.py")) + list(ROOT.glob("codegen/__init__.py"))
