"""The templates of `codegen/`: a folder per target."""

import textwrap
from pathlib import Path
from string import Template

from symkern.carried import carried
from symkern.errors import UsageError

WIDTH = 118


def targets() -> list[str]:
    """The folders of templates."""
    return sorted(folder.name for folder in carried("codegen").iterdir() if folder.is_dir())


def filled(target: str, name: str, fields: dict[str, str]) -> str:
    """A template with its fields; all it names must be there."""
    file = carried("codegen") / target / f"{name}.py.txt"
    if not file.is_file():
        raise UsageError(f"The target {target} has no template for this kernel ({name}).")
    return Template(file.read_text(encoding="utf-8")).substitute(fields)


def paragraph(*sentences: str) -> str:
    """Text for a docstring, in lines that fit."""
    return textwrap.fill(" ".join(sentences), WIDTH, break_long_words=False, break_on_hyphens=False)


def indented(lines: list[str], spaces: int) -> str:
    """Lines of code."""
    return "\n".join(" " * spaces + line for line in lines)


def write(text: str, file: Path) -> None:
    """All of it or nothing."""
    draft = file.with_name(f".{file.name}.draft")
    draft.write_text(text, encoding="utf-8")
    draft.replace(file)
