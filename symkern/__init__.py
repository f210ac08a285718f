"""symkern: the mathematics of infinite-network kernels, derived, checked and turned into code.

Importing it is cheap: SymPy is loaded by the first derivation.

>>> import symkern
>>> symkern.derive(n=1)["J"]
(pi - theta)*cos(theta) + sin(theta)
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symkern.symbolic.derive import derive as derive

__version__ = "0.1.0"
__all__ = ["derive"]


def __getattr__(name: str) -> object:
    if name == "derive":
        from symkern.symbolic.derive import derive

        return derive
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
