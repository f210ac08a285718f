"""What every kernel can do: be called, combined, shown, compared, cloned, searched over, written and read again."""

import copy
import inspect
import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from symkern import config
from symkern.errors import InvalidArgument, UsageError
from symkern.kernels.combined import stacked_values
from symkern.kernels.degrees import Degrees
from symkern.kernels.gram import Filler, Inputs, gram
from symkern.kernels.layers import Layer
from symkern.kernels.magnitudes import ones
from symkern.kernels.pairs import Pairs
from symkern.kernels.rows import Transform, is_sparse, read_matrix
from symkern.kernels.stack import Stack, fused
from symkern.kernels.threads import fork_waits, job_count, single_threaded_blas
from symkern.numbers import exact

if TYPE_CHECKING:
    from symkern.kernels.scikit import GaussianProcessKernel, GramMatrix

Array = npt.NDArray[np.float64]

OF_GAUSSIAN_PROCESSES = ("theta", "bounds", "hyperparameters", "n_dims", "requires_vector_input", "clone_with_theta")
"""What scikit-learn's ask of their kernels."""


class Kernel(ABC):
    """A positive semi-definite function k(x, y) of two vectors.

    `k(X)` and `k(X, Y)` are matrices of it for the rows of X and Y, `k(x, y)` is the number for two vectors, and
    `k.diag(X)` has k(x, x) for the rows. X and Y may be dense in any order, float32 (and then the result is), of
    integers, memory-mapped, or sparse. Kernels are parameters of scikit-learn's estimators as they are.
    """

    _kinds: ClassVar[dict[str, type["Kernel"]]] = {}

    def __init_subclass__(cls) -> None:
        if not cls.__name__.startswith("_"):
            Kernel._kinds[cls.__name__] = cls

    def __new__(cls, *_: Any, **__: Any) -> "Kernel":
        _introduce()
        return super().__new__(cls)

    if not TYPE_CHECKING:  # or a type checker would believe in any attribute

        def __getattr__(self, name: str) -> Any:
            """Nothing: but who looks for what Gaussian processes need is told where that is."""
            remedy = " Gaussian processes take k.gp()." if name in OF_GAUSSIAN_PROCESSES else ""
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}.{remedy}")

    # What a kernel is made of --------------------------------------------------------------------------------------

    @abstractmethod
    def _layers(self) -> list[Layer]:
        """Its layers, the first first."""

    def _view(self) -> tuple[Any, Transform | None]:
        """How it sees its inputs: a key, and what is done to them first."""
        return None, None

    def _check(self) -> None:  # noqa: B027 (some have none)
        """Refuses parameters that break a rule."""

    def _bind(self, inputs: Inputs) -> Filler:
        return Stack(self._layers(), inputs, inputs.view(*self._view()))

    _alone: ClassVar[bool] = True  # whether inner products are used by one stack only

    # Calls ---------------------------------------------------------------------------------------------------------

    def __call__(self, X: Any, Y: Any = None, *, out: npt.NDArray[Any] | None = None, n_jobs: int | None = None) -> Any:
        """The kernel of every row of X with every row of Y, or with every row of X; of two vectors, a number.

        Two sparse matrices of one row each are two vectors: scikit-learn's pairwise functions ask so.
        `out` receives the matrix. `n_jobs` threads work on it, all cores unless given; the bits are the same for any.
        """
        return self._matrix(X, Y, out, n_jobs)

    def _matrix(self, X: Any, Y: Any, out: npt.NDArray[Any] | None, n_jobs: int | None, *, apart: bool = False) -> Any:
        self._check()
        x, x_vector = read_matrix(X, "X")
        y, y_vector = (None, x_vector) if Y is None or Y is X else read_matrix(Y, "Y")
        if x_vector:  # pair by pair, as scikit-learn asks whom it does not know
            _introduce()
        pairs = x.shape[0] * (x if y is None else y).shape[0]
        inputs = Inputs(x, y, job_count(n_jobs), _loops(pairs), apart=apart)
        found = gram(inputs, self._bind, self._alone, out)
        if (x_vector and y_vector) or (found.size == 1 and is_sparse(x) and (y is None or is_sparse(y))):
            return float(found[0, 0])
        return found[0] if x_vector else found[:, 0] if y_vector else found

    def diag(self, X: Any) -> npt.NDArray[Any]:
        """k(x, x) for every row of X, without the rest."""
        self._check()
        x, vector = read_matrix(X, "X")
        inputs = Inputs(x, None, 1)
        with single_threaded_blas(), np.errstate(over="ignore"):
            found = self._bind(inputs).diagonal().astype(inputs.kind)
        return found[0] if vector else found

    def angular(self, c: npt.ArrayLike) -> Any:
        """The kernel of two unit vectors with cosine c, element by element; J_n(arccos c)/pi for `ArcCosine(n)`."""
        self._check()
        if self._view()[1] is not None:
            raise UsageError("angular must be asked of a kernel of the inputs themselves; this one has a covariance.")
        given = np.asarray(c)
        if given.dtype.kind not in "fiub":
            raise InvalidArgument("c", "real numbers", f"entries of type {given.dtype}")
        kind = np.float32 if given.dtype == np.float32 else np.float64
        cosine = given.astype(np.float64).reshape(-1)
        if cosine.size and not np.max(np.abs(cosine)) <= 1.0 + 8 * np.finfo(kind).eps:
            raise InvalidArgument("c", "between -1 and 1", cosine[np.argmax(np.abs(np.nan_to_num(cosine, nan=2.0)))])
        np.clip(cosine, -1.0, 1.0, out=cosine)
        unit = ones(cosine.size)
        pairs = Pairs(unit, unit, cosine, 1.0 - np.abs(cosine), listed=True)
        layers = fused(self._layers())
        if len(layers) == 1 and isinstance(layers[0], Degrees):
            values = layers[0].function(cosine)  # which mends what rounding takes from 1 - |c|
        else:
            values = stacked_values(layers, pairs)
        shaped = values.astype(kind).reshape(given.shape)
        return shaped if given.ndim else shaped[()]

    def gradient(self, X: Any, Y: Any = None, *, by: str = "X", weights: Any = None) -> npt.NDArray[Any]:
        """Derivatives of k(x, y) for every row of X and Y, by the coordinates of x or by a parameter such as "bias".

        By "X" it has three dimensions, unless `weights` are given, a matrix like k(X, Y): then it is the gradient of
        the sum of weights times kernels, with a row for each x, and nothing larger is made on the way.
        """
        from symkern.kernels.gradient import gradient

        self._check()
        return gradient(self, X, Y, by, weights)

    def gp(self, limits: tuple[float, float] = (1e-5, 1e5), *, degrees: bool = False) -> "GaussianProcessKernel":
        """One of scikit-learn's own kernels, of a copy of this one, for its Gaussian processes.

        Its hyperparameters are biases, widths, factors and offsets within limits, and with `degrees` also the degrees.
        """
        from symkern.kernels.scikit import GaussianProcessKernel

        return GaussianProcessKernel(copy.deepcopy(self), limits, degrees)

    def gram(self) -> "GramMatrix":
        """A transformer for pipelines: `make_pipeline(k.gram(), KernelRidge(kernel="precomputed"))`."""
        from symkern.kernels.scikit import GramMatrix

        return GramMatrix(self)

    # Combinations --------------------------------------------------------------------------------------------------

    def __matmul__(self, inner: object) -> "Kernel":
        """This kernel on top of another: cho_saul_2010 (12)."""
        from symkern.kernels.composition import Composition

        return Composition((inner, self)) if isinstance(inner, Kernel) else NotImplemented

    def __add__(self, other: object) -> "Kernel":
        from symkern.kernels.algebra import Sum

        return Sum((self, other)) if isinstance(other, Kernel) else NotImplemented

    def __mul__(self, other: object) -> "Kernel":
        from symkern.kernels.algebra import Product, Scaled

        if isinstance(other, Kernel):
            return Product((self, other))
        return Scaled(other, self) if isinstance(other, (int, float, Fraction, np.number)) else NotImplemented

    def __rmul__(self, factor: object) -> "Kernel":
        return self * factor

    # Parameters ----------------------------------------------------------------------------------------------------

    @classmethod
    def _names(cls) -> list[str]:
        return [name for name in inspect.signature(cls.__init__).parameters if name != "self"]

    def _parts(self) -> Iterator[tuple[str, "Kernel"]]:
        """Kernels inside, by the name under which their parameters are reached."""
        return iter(())

    def _smooth(self) -> list[str]:
        """Its own parameters that have derivatives."""
        return []

    def _smooth_parameters(self) -> list[str]:
        """Those of kernels inside as well."""
        return self._smooth() + [f"{name}__{key}" for name, part in self._parts() for key in part._smooth_parameters()]

    def _whole(self) -> list["Kernel"]:
        """This one and all that are inside."""
        return [self, *(kernel for _, part in self._parts() for kernel in part._whole())]

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Parameters by name, those of kernels inside as well: what scikit-learn's searches set."""
        found = {name: getattr(self, name) for name in self._names()}
        if deep:
            for name, part in self._parts():
                found[name] = part
                found |= {f"{name}__{key}": value for key, value in part.get_params().items()}
        return found

    def set_params(self, **given: Any) -> "Kernel":
        """Sets parameters in place, all of them or, if one breaks a rule, none."""
        parts = dict(self._parts())
        before = [(kernel, kernel.__dict__.copy()) for kernel in self._whole()]
        try:
            for key, value in given.items():
                name, _, inner = key.partition("__")
                if inner and name in parts:
                    parts[name].set_params(**{inner: value})
                elif name in parts:
                    self._replace_part(name, value)
                elif inner or name not in self._names():
                    known = ", ".join(sorted(self.get_params()))
                    raise InvalidArgument("parameter", f"one of {known or 'none at all'}", key)
                else:
                    setattr(self, name, value)
            self._check()
        except ValueError:
            for kernel, values in before:
                kernel.__dict__.update(values)
            raise
        return self

    def _replace_part(self, name: str, value: Any) -> None:
        raise InvalidArgument("parameter", "one that can be replaced", name)

    def __repr__(self) -> str:
        written = []
        for name, parameter in inspect.signature(type(self).__init__).parameters.items():
            named = parameter.kind is parameter.KEYWORD_ONLY
            if name == "self" or (named and getattr(self, name) is parameter.default):
                continue
            written.append(f"{name}={_shown(getattr(self, name))}" if named else _shown(getattr(self, name)))
        return f"{type(self).__name__}({', '.join(written)})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented if not isinstance(other, Kernel) else False
        mine, theirs = self.get_params(deep=False), other.get_params(deep=False)
        return all(_same(mine[name], theirs[name]) for name in mine)

    def __hash__(self) -> int:
        """Of its class alone: parameters may change, and scikit-learn looks callables up in dictionaries."""
        return hash(type(self))

    # Writing -------------------------------------------------------------------------------------------------------

    def to_json(self) -> str:
        """The kernel as text that `Kernel.from_json` reads; numbers and names only, never code."""
        return json.dumps(_written(self))

    @staticmethod
    def from_json(text: str) -> "Kernel":
        try:
            found = _read(json.loads(text))
        except (json.JSONDecodeError, KeyError, TypeError, RecursionError) as error:
            raise UsageError(f"The text must be a kernel as to_json writes it; got something else ({error}).") from None
        if not isinstance(found, Kernel):
            raise UsageError(f"The text must be a kernel as to_json writes it; got a {type(found).__name__}.")
        return found


def _introduce() -> None:
    """To scikit-learn, if it is loaded: it asks kernels of its own kind for whole matrices, others pair by pair."""
    if "sklearn" in sys.modules and "symkern.kernels.scikit" not in sys.modules:
        import symkern.kernels.scikit  # noqa: F401


def _loops(pairs: int) -> Any:
    """The compiled loops, or None for numpy."""
    if not config.compiled(large=pairs >= config.LARGE):
        return None
    with fork_waits():  # a child that is forked amid an import waits for its end in vain
        from symkern.kernels import fast
    return fast


def _shown(value: Any) -> str:
    if isinstance(value, Fraction):
        return repr(str(value)) if value.denominator != 1 else str(value)
    if isinstance(value, np.ndarray):
        return f"array of shape {value.shape}"
    return repr(value.item() if isinstance(value, np.generic) else value)


def _same(a: Any, b: Any) -> bool:
    """Whether two parameters mean the same: "1/2" and 0.5, a list and an array of the same numbers."""
    a, b = (list(value) if isinstance(value, (tuple, np.ndarray)) else value for value in (a, b))
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_same, a, b))
    numbers = (str, int, float, Fraction, np.generic)
    if isinstance(a, numbers) and isinstance(b, numbers):
        return exact("a", a) == exact("b", b)
    return bool(a == b)


def _written(value: Any) -> Any:
    if isinstance(value, Kernel):
        return {"type": type(value).__name__} | {
            name: _written(entry) for name, entry in value.get_params(deep=False).items() if entry is not None
        }
    if isinstance(value, (tuple, list)):
        return [_written(entry) for entry in value]
    if isinstance(value, np.ndarray):
        return {"array": value.tolist()}
    if isinstance(value, Fraction):
        return str(value)
    return value.item() if isinstance(value, np.generic) else value


def _read(value: Any) -> Any:
    if isinstance(value, Mapping):
        if "array" in value:
            return np.array(value["array"], dtype=np.float64)
        kind = Kernel._kinds.get(str(value["type"]))
        if kind is None:
            raise InvalidArgument("type", f"one of {', '.join(sorted(Kernel._kinds))}", value["type"])
        return kind(**{name: _read(entry) for name, entry in value.items() if name != "type"})
    if isinstance(value, list):
        found = [_read(entry) for entry in value]
        return tuple(found) if any(isinstance(entry, Kernel) for entry in found) else found
    return value
