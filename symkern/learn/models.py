"""Fitted machines in files that are read without executing anything.

Our own machines are an npz of plain arrays and one text of JSON. Estimators of scikit-learn that hold a kernel of ours
(SVC, GaussianProcessRegressor, pipelines of them) are written by skops, which builds objects of known types alone: its
own list of trusted ones, scikit-learn's Gaussian-process kernels, and our kernels and estimators.
"""

import json
import os
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt
import sklearn.gaussian_process.kernels
from scipy.sparse import csr_matrix, issparse

from symkern.errors import UsageError
from symkern.kernels import Kernel
from symkern.kernels.scikit import GaussianProcessKernel, GramMatrix
from symkern.learn.held_out_search import HeldOutSearch
from symkern.learn.kernel_logistic import KernelLogisticRegression
from symkern.learn.kernel_neuron import KernelNeuronClassifier, KernelNeuronRegressor
from symkern.learn.kernel_perceptron import KernelPerceptron
from symkern.learn.support_vector_machine import SupportVectorMachine

FORMAT = "symkern model 1"
OURS = (
    KernelLogisticRegression,
    KernelNeuronClassifier,
    KernelNeuronRegressor,
    KernelPerceptron,
    SupportVectorMachine,
)
KINDS: dict[str, Any] = {kind.__name__: kind for kind in OURS}
FITTED = (
    "X_fit_",
    "classes_",
    "alpha_",
    "beta_",
    "support_",
    "support_vectors_",
    "dual_coef_",
    "intercept_",
    "_targets",
    "_mistakes",
    "_survivals",
)
LISTS = ("_mistakes", "_survivals")
INSIDE = {"fractions.Fraction", "sklearn.gaussian_process._gpc._BinaryGaussianProcessClassifierLaplace"}
"""What kernels and scikit-learn's estimators have inside, and skops does not trust by itself."""


def save(machine: Any, file: str | Path) -> None:
    """Writes a fitted machine, whole or not at all; of a search, the machine that it found."""
    machine = machine.best_estimator_ if isinstance(machine, HeldOutSearch) else machine
    if type(machine).__name__ in KINDS:
        arrays = _arrays(machine)
        _write(file, lambda stream: np.savez_compressed(stream, allow_pickle=False, **arrays))
        return
    skops = _skops()
    content = skops.dumps(machine)
    foreign = sorted(set(skops.get_untrusted_types(data=content)) - _trusted())
    if foreign:
        raise UsageError(f"A model must be made of known types to be written; got {', '.join(foreign)}.")
    _write(file, lambda stream: stream.write(content))


def _write(file: str | Path, fill: Callable[[IO[bytes]], object]) -> None:
    target = Path(file)
    handle, draft = tempfile.mkstemp(dir=target.absolute().parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as stream:
            fill(stream)
        Path(draft).replace(target)
    finally:
        Path(draft).unlink(missing_ok=True)


def _arrays(machine: Any) -> dict[str, npt.NDArray[Any]]:
    """What one of our own machines is made of."""
    params = machine.get_params(deep=False)
    kernel = params.pop("kernel")
    if isinstance(kernel, Kernel):
        params["kernel"] = {"json": kernel.to_json()}
    elif kernel is None or isinstance(kernel, str):
        params["kernel"] = kernel
    else:
        raise UsageError("A model must have a kernel of ours or a name to be written; got a function.")
    arrays: dict[str, npt.NDArray[Any]] = {}
    for name in FITTED:
        if hasattr(machine, name):
            _put(arrays, name, getattr(machine, name))
    if "random_state" in params and not isinstance(params["random_state"], int):
        params["random_state"] = None
    count = getattr(machine, "n_features_in_", None)
    header = {"format": FORMAT, "kind": type(machine).__name__, "params": params, "n_features": count}
    arrays["header"] = np.array(json.dumps(header))
    return arrays


def _put(arrays: dict[str, npt.NDArray[Any]], name: str, value: Any) -> None:
    if issparse(value):
        arrays |= {f"{name}.{part}": getattr(value, part) for part in ("data", "indices", "indptr")}
        arrays[f"{name}.shape"] = np.array(value.shape)
    elif name in LISTS:
        arrays |= {f"{name}.{number}": entry for number, entry in enumerate(value)}
    else:
        array = np.asarray(value)
        if array.dtype == object:
            raise UsageError("A model must have samples that are numbers to be written; got texts or objects.")
        arrays[name] = array


def load(file: str | Path) -> Any:
    """The machine in a file that `save` wrote."""
    if not Path(file).is_file():
        raise UsageError(f"{file} must be a file that exists.")
    try:
        return _of_skops(file) if "schema.json" in _contents(file) else _of_arrays(file)
    except UsageError:
        raise
    except Exception:  # whatever a file that is not ours may cause
        raise UsageError(f"{file} must be a model that symkern wrote; it is damaged or foreign.") from None


def _contents(file: str | Path) -> list[str]:
    with zipfile.ZipFile(file) as archive:
        return archive.namelist()


def _of_arrays(file: str | Path) -> Any:
    with Path(file).open("rb") as stream, np.load(stream, allow_pickle=False) as archive:
        arrays = {name: archive[name] for name in archive.files}
    header = json.loads(str(arrays["header"]))
    kind, params = KINDS[header["kind"]], dict(header["params"])
    if header["format"] != FORMAT:
        raise ValueError(header["format"])
    if isinstance(params["kernel"], dict):
        params["kernel"] = Kernel.from_json(params["kernel"]["json"])
    machine = kind(**params)
    machine.kernel_ = machine._kernel()
    for name in FITTED:
        if (value := _take(arrays, name)) is not None:
            setattr(machine, name, value)
    if header["n_features"] is not None:
        machine.n_features_in_ = int(header["n_features"])
    return machine


def _take(arrays: dict[str, npt.NDArray[Any]], name: str) -> Any:
    if f"{name}.data" in arrays:
        parts = tuple(arrays[f"{name}.{part}"] for part in ("data", "indices", "indptr"))
        return csr_matrix(parts, shape=tuple(arrays[f"{name}.shape"]))
    if name in LISTS:
        found = [arrays[key] for key in sorted((k for k in arrays if k.startswith(f"{name}.")), key=_number)]
        return found or None
    value = arrays.get(name)
    return None if value is None else value.item() if value.ndim == 0 else value


def _number(key: str) -> int:
    return int(key.rpartition(".")[2])


def _of_skops(file: str | Path) -> Any:
    skops = _skops()
    foreign = sorted(set(skops.get_untrusted_types(file=file)) - _trusted())
    if foreign:
        raise UsageError(f"{file} must be made of known types to be loaded; it has {', '.join(foreign)[:200]}.")
    return skops.load(file, trusted=sorted(_trusted()))


def _skops() -> Any:
    try:
        import skops.io
    except ImportError:
        raise UsageError(
            "skops must be there for models of scikit-learn's own estimators: pip install 'symkern[models]'."
        ) from None
    return skops.io


def _trusted() -> set[str]:
    """Types beside those that skops trusts: objects of them are made of their parameters, and execute nothing."""
    theirs = sklearn.gaussian_process.kernels
    processes = [kind for kind in vars(theirs).values() if isinstance(kind, type) and issubclass(kind, theirs.Kernel)]
    kinds = [*Kernel._kinds.values(), GaussianProcessKernel, GramMatrix, *OURS, *processes]
    return {f"{kind.__module__}.{kind.__qualname__}" for kind in kinds} | INSIDE
