"""The wheel: one top-level name, and it works from another folder with the checkout out of sight."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    source = tmp_path_factory.mktemp("checkout")
    for name in ("pyproject.toml", "README.md", "LICENSE", "CITATION.cff", "symkern", "derivations", "codegen"):
        item = ROOT / name
        copy = shutil.copytree if item.is_dir() else shutil.copy
        copy(item, source / name)
    out = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, source],
        check=True,
        capture_output=True,
    )
    shutil.rmtree(source)
    (built,) = out.glob("*.whl")
    return built


def test_it_installs_one_top_level_name(wheel):
    names = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {name for name in names if not name.endswith(".dist-info")} == {"symkern"}


def test_it_carries_the_content_folders(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "symkern/derivations/README.md" in names and "symkern/codegen/README.md" in names


def test_it_runs_elsewhere_without_the_checkout(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "site")}
    code = (
        "import symkern, sys; print(symkern.__file__); from symkern.cli import main; sys.exit(main(['derive', 'n=3']))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=elsewhere, env=environment, capture_output=True, text=True, encoding="utf-8"
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith(str(tmp_path / "site"))
    assert "J₃(θ) = (π − θ)(6 cos³θ + 9 cos θ)" in result.stdout
