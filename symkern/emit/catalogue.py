"""What `symkern.generated` holds, and whether it is what the catalogue would write today."""

import difflib
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from symkern.carried import carried
from symkern.emit.module import emit
from symkern.emit.templates import write
from symkern.emit.variations import emit_biased, emit_smoothed

COMMAND = "python -m symkern codegen --catalogue"
GENERATED = Path(__file__).parents[1] / "generated"


def catalogue() -> dict[str, dict[str, Any]]:
    """As it stands in the file: modules by their layers, and the variations by their parameter."""
    return tomllib.loads((carried("codegen") / "catalogue.toml").read_text(encoding="utf-8"))


def modules() -> dict[str, list[Fraction]]:
    """The layers of each module, by its name."""
    return {name: [Fraction(n) for n in layers] for name, layers in catalogue()["modules"].items()}


def texts() -> Iterator[tuple[Path, str]]:
    """Every file of the folder and what should be in it, one at a time."""
    named = modules()
    for name, layers in named.items():
        yield GENERATED / f"{name}.py", emit(layers, "numpy", COMMAND)
    for kind, write_one in (("biased", emit_biased), ("smoothed", emit_smoothed)):
        for name, parameter in catalogue()[kind].items():
            yield GENERATED / f"{name}.py", write_one(Fraction(parameter), COMMAND)
    listed = "\n".join(
        f'    "{name}": {tuple(map(str, layers))!r},'.replace("'", '"') for name, layers in named.items()
    )
    head = f'"""What `{COMMAND}` wrote; never edited by hand. MODULES has the degrees of the layers of each."""'
    yield GENERATED / "__init__.py", f"{head}\n\nMODULES = {{\n{listed}\n}}\n"


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
