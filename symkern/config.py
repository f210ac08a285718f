"""Which loops the kernels run: compiled by numba where it is installed and the problem is large, numpy elsewhere.

`symkern.config.engine` is "auto", "numba" or "numpy"; the environment variable SYMKERN_ENGINE sets it for a process.
"""

import functools
import importlib.util
import os

from symkern.errors import InvalidArgument

ENGINES = ("auto", "numba", "numpy")
LARGE = 1 << 18
"""Pairs from which a problem is large: smaller ones are not worth loading a compiler for."""

engine: str = os.environ.get("SYMKERN_ENGINE", "auto")


def compiled(*, large: bool) -> bool:
    """Whether compiled loops are used."""
    if engine not in ENGINES:
        raise InvalidArgument("engine", f"one of {', '.join(ENGINES)}", engine)
    if engine == "numba" and not has_numba():
        remedy = 'Install numba with: pip install "symkern[numba]"'
        raise InvalidArgument("engine", "numpy or auto where numba is not installed", engine, remedy)
    return engine == "numba" or (engine == "auto" and large and has_numba())


@functools.cache
def has_numba() -> bool:
    return importlib.util.find_spec("numba") is not None


def reason() -> str:
    """Which loops run, and why, in a sentence."""
    compiled(large=True)  # refuses what is no engine
    if engine != "auto":
        return f"{engine}, because SYMKERN_ENGINE or symkern.config.engine says so"
    if not has_numba():
        return "numpy, because numba is not installed"
    return f"numba from {LARGE:,} pairs on, numpy for smaller problems, which are not worth a compiler"
