"""Derivation files are read as pytest reads tests: any file or folder that is named, or those the package carries."""

import contextlib
import io
import runpy
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from symkern.carried import carried
from symkern.claims.claim import Claim, declared
from symkern.errors import InvalidArgument


@dataclass
class Collected:
    """The claims of a file, in their order; what it printed; and why it could not be read."""

    file: Path
    claims: list[Claim] = field(default_factory=list)
    printed: str = ""
    error: str = ""


def files(names: list[str]) -> list[Path]:
    """The derivation files that are meant by files and folders."""
    found: list[Path] = []
    for path in map(Path, names) if names else [carried("derivations")]:
        if path.is_dir():
            found += sorted(file for file in path.rglob("*.py") if not file.name.startswith("_"))
        elif path.is_file():
            found.append(path)
        else:
            raise InvalidArgument("FILE", "a derivation file, a folder of them, or the id of a claim", path)
    return found


def read(file: Path) -> Collected:
    """Run a file and collect the claims it declares, up to where it fails if it does. This executes the file's code."""
    collected = Collected(file)
    output = io.StringIO()
    with contextlib.redirect_stdout(output), _beside(file):
        declared.clear()
        try:
            runpy.run_path(str(file))
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            collected.error = described(error, file)
    collected.printed = output.getvalue()
    collected.claims = list(declared)
    return collected


@contextlib.contextmanager
def _beside(file: Path) -> Iterator[None]:
    """Let a derivation file import the files beside it, whose names begin with an underscore, and forget them after."""
    folder = str(file.resolve().parent)
    before = set(sys.modules)
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)
        for name in set(sys.modules) - before:
            if name.startswith("_") and str(getattr(sys.modules[name], "__file__", "")).startswith(folder):
                del sys.modules[name]


def described(error: BaseException, file: Path) -> str:
    """The kind of an error, what it says, and the line of the file it comes from."""
    if isinstance(error, SyntaxError):
        return f"syntax error in line {error.lineno}: {error.msg}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(file)]
    where = f" in line {lines[-1]}" if lines else ""
    return f"{type(error).__name__}{where}: {error}"
