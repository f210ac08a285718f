"""symkern: the mathematics of infinite-network kernels, derived, checked and turned into code.

Importing it is cheap: SymPy is loaded by the first derivation, mpmath and flint by the first evaluation.

>>> import symkern
>>> symkern.derive(n=1)["J"]
(pi - theta)*cos(theta) + sin(theta)
>>> print(symkern.evaluate(n=1, theta="pi/2", digits=10))
1.000000000 ± 1e-14
>>> symkern.ArcCosine(1)([[1.0, 0.0], [1.0, 1.0]]).round(4)
array([[1.    , 1.0683],
       [1.0683, 2.    ]])
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symkern.claims.verify import verify as verify
    from symkern.kernels import ArcCosine as ArcCosine
    from symkern.kernels import Arcsine as Arcsine
    from symkern.kernels import Gaussian as Gaussian
    from symkern.kernels import Kernel as Kernel
    from symkern.kernels import Linear as Linear
    from symkern.kernels import Polynomial as Polynomial
    from symkern.kernels import TwoLayer as TwoLayer
    from symkern.kernels import deep as deep
    from symkern.reference.evaluate import evaluate as evaluate
    from symkern.symbolic.derive import derive as derive

__version__ = "0.1.0"
__all__ = [
    "ArcCosine",
    "Arcsine",
    "Gaussian",
    "Kernel",
    "Linear",
    "Polynomial",
    "TwoLayer",
    "config",
    "deep",
    "derive",
    "evaluate",
    "verify",
]

_HOMES = {
    "derive": "symkern.symbolic.derive",
    "evaluate": "symkern.reference.evaluate",
    "verify": "symkern.claims.verify",
}
_KERNELS = ("ArcCosine", "Arcsine", "Gaussian", "Kernel", "Linear", "Polynomial", "TwoLayer", "deep")


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    if name in _KERNELS:
        return getattr(import_module("symkern.kernels"), name)
    if name == "config":
        return import_module("symkern.config")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
