"""What `symkern.generated` holds, and whether it is what the catalogue would write today."""

import difflib
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from symkern.carried import carried
from symkern.emit.module import emit, write

COMMAND = "python -m symkern codegen --catalogue"
GENERATED = Path(__file__).parents[1] / "generated"


def modules() -> dict[str, list[Fraction]]:
    """The layers of each module, by its name."""
    text = (carried("codegen") / "catalogue.toml").read_text(encoding="utf-8")
    return {name: [Fraction(n) for n in layers] for name, layers in tomllib.loads(text)["modules"].items()}


def texts() -> Iterator[tuple[Path, str]]:
    """Every file of the folder and what should be in it, one at a time."""
    named = modules()
    for name, layers in named.items():
        yield GENERATED / f"{name}.py", emit(layers, "numpy", COMMAND)
    listed = "\n".join(f'    "{name}",' for name in named)
    yield GENERATED / "__init__.py", f'"""What `{COMMAND}` wrote; never edited by hand."""\n\n__all__ = [\n{listed}\n]\n'


def update(file: Path, text: str) -> bool:
    """Write a file where it differs; whether it did."""
    if file.is_file() and file.read_text(encoding="utf-8") == text:
        return False
    file.parent.mkdir(exist_ok=True)
    write(text, file)
    return True


def difference(file: Path, text: str) -> str:
    """A diff from what is there to what should be; empty where they agree."""
    there = file.read_text(encoding="utf-8") if file.is_file() else ""
    lines = difflib.unified_diff(there.splitlines(), text.splitlines(), file.name, "generated now", lineterm="", n=1)
    return "\n".join(lines)
