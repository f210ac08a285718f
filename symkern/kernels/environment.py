"""What the kernels run on: versions, the loops that are active and why, BLAS and threads, and where fits are kept."""

import platform
from importlib.metadata import PackageNotFoundError, version

from symkern import __version__, config
from symkern.kernels.threads import blas_libraries, job_count
from symkern.store import Store

PACKAGES = ("numpy", "scipy", "scikit-learn", "sympy", "mpmath", "python-flint", "numba", "matplotlib", "dask")


def environment() -> dict[str, str]:
    """Each as a line of text."""
    found = {"symkern": __version__, "Python": f"{platform.python_version()} on {platform.machine()}"}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    found["loops"] = config.reason()
    found["threads"] = f"{job_count(None)}, or n_jobs of a call"
    names = [f"{library.internal_api} {library.version}" for library in blas_libraries()]
    found["BLAS"] = ", ".join(names) or "unknown"
    kept = Store("forms").folder
    count = len(list(kept.glob("*.json"))) if kept.is_dir() else 0
    found["fits"] = f"{count} kept in {kept}"
    return found
