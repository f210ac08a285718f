"""What a verdict depends on: the file, the modules that its imports reach, and the libraries under them."""

import ast
import hashlib
import importlib.metadata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
ENGINE = ("symkern.claims.run", "symkern.claims.judge", "symkern.claims.collect")
"""Modules that judge every claim, whatever its file imports."""


def fingerprint(file: Path) -> str:
    """Return a digest of a derivation file and of all that its verdicts may depend on."""
    digest = hashlib.sha256(file.read_bytes())
    beside, modules, libraries = _reached(file.resolve())
    for source in (*beside, *modules):
        digest.update(source.read_bytes())
    for library in libraries:
        digest.update(_version(library).encode())
    return digest.hexdigest()


def _reached(file: Path) -> tuple[list[Path], list[Path], list[str]]:
    """Return files beside a derivation file, modules of the package, and other packages, all that imports reach."""
    beside: set[Path] = set()
    modules: set[Path] = set()
    libraries: set[str] = set()
    pending = [name for engine in ENGINE for name in (engine,)]
    waiting = [file]
    while waiting:
        here = waiting.pop()
        for name in imported(here):
            neighbour = file.parent / f"{name}.py"
            if neighbour.is_file() and neighbour not in beside:
                beside.add(neighbour)
                waiting.append(neighbour)
            else:
                pending.append(name)
    while pending:
        name = pending.pop()
        if name.partition(".")[0] != "symkern":
            libraries.add(name.partition(".")[0])
            continue
        for source in _sources(name):
            if source not in modules:
                modules.add(source)
                pending += imported(source)
    return sorted(beside), sorted(modules), sorted(libraries)


@cache
def _imports(source: Path, stamp: tuple[int, int]) -> tuple[str, ...]:
    found: list[str] = []
    for node in ast.walk(ast.parse(source.read_bytes())):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return tuple(dict.fromkeys(found))


def imported(source: Path) -> tuple[str, ...]:
    """Return the names that a file imports, inside functions too; an imported object counts as a module of its name."""
    status = source.stat()
    try:
        return _imports(source, (status.st_mtime_ns, status.st_size))
    except SyntaxError:
        return ()


def _sources(name: str) -> Iterator[Path]:
    """Yield the files that a dotted name of the package stands for: the module, and the packages it is in."""
    parts = name.split(".")[1:]
    here = PACKAGE
    if (here / "__init__.py").is_file():
        yield here / "__init__.py"
    for part in parts:
        if (here / f"{part}.py").is_file():
            yield here / f"{part}.py"
            return
        here = here / part
        if not (here / "__init__.py").is_file():
            return
        yield here / "__init__.py"


@cache
def _version(library: str) -> str:
    names = importlib.metadata.packages_distributions().get(library, [])
    return " ".join(f"{name} {importlib.metadata.version(name)}" for name in names)
