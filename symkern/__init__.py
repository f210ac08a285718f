"""symkern: the mathematics of infinite-network kernels, derived, checked and turned into code.

Importing it is cheap: SymPy is loaded by the first derivation, mpmath and flint by the first evaluation.

>>> import symkern
>>> symkern.derive(n=1)["J"]
(pi - theta)*cos(theta) + sin(theta)
>>> print(symkern.evaluate(n=1, theta="pi/2", digits=10))
1.000000000 ± 1e-14
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symkern.reference.evaluate import evaluate as evaluate
    from symkern.symbolic.derive import derive as derive

__version__ = "0.1.0"
__all__ = ["derive", "evaluate"]

_HOMES = {"derive": "symkern.symbolic.derive", "evaluate": "symkern.reference.evaluate"}


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
