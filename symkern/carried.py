"""Folders of content that go with the package: beside it in a checkout, inside it in a wheel."""

from pathlib import Path


def carried(folder: str) -> Path:
    """Where `derivations` or `codegen` is."""
    package = Path(__file__).parent
    beside = package.parent
    project = beside / "pyproject.toml"
    if project.is_file() and 'name = "symkern"' in project.read_text(encoding="utf-8"):
        return beside / folder
    return package / folder
