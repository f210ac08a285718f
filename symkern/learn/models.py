"""Fitted machines in files: an npz of plain arrays and one text of JSON, read without executing anything."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, issparse

from symkern.errors import UsageError
from symkern.kernels import Kernel
from symkern.learn.kernel_logistic import KernelLogisticRegression
from symkern.learn.kernel_neuron import KernelNeuronClassifier, KernelNeuronRegressor
from symkern.learn.kernel_perceptron import KernelPerceptron

FORMAT = "symkern model 1"
KINDS: dict[str, Any] = {
    kind.__name__: kind
    for kind in (KernelLogisticRegression, KernelNeuronClassifier, KernelNeuronRegressor, KernelPerceptron)
}
FITTED = ("X_fit_", "classes_", "alpha_", "beta_", "support_", "dual_coef_", "_targets", "_mistakes", "_survivals")
LISTS = ("_mistakes", "_survivals")


def save(machine: Any, file: str | Path) -> None:
    """Writes a fitted machine, whole or not at all."""
    kind = type(machine).__name__
    if kind not in KINDS:
        raise UsageError(f"A model must be one of {', '.join(KINDS)}; got {kind}.")
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
    params["random_state"] = params["random_state"] if isinstance(params.get("random_state"), int) else None
    header = {"format": FORMAT, "kind": kind, "params": params, "n_features": getattr(machine, "n_features_in_", None)}
    arrays["header"] = np.array(json.dumps(header))
    target = Path(file)
    handle, draft = tempfile.mkstemp(dir=target.absolute().parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as stream:
            np.savez_compressed(stream, allow_pickle=False, **arrays)
        Path(draft).replace(target)
    finally:
        Path(draft).unlink(missing_ok=True)


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
    foreign = UsageError(f"{file} must be a model that symkern wrote; it is damaged or foreign.")
    if not Path(file).is_file():
        raise UsageError(f"{file} must be a file that exists.")
    try:
        with Path(file).open("rb") as stream, np.load(stream, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        header = json.loads(str(arrays["header"]))
        kind, params = KINDS[header["kind"]], dict(header["params"])
        if header["format"] != FORMAT:
            raise foreign
        if isinstance(params["kernel"], dict):
            params["kernel"] = Kernel.from_json(params["kernel"]["json"])
        machine = kind(**params)
        for name in FITTED:
            if (value := _take(arrays, name)) is not None:
                setattr(machine, name, value)
        if header["n_features"] is not None:
            machine.n_features_in_ = int(header["n_features"])
    except UsageError:
        raise
    except Exception:  # whatever a file that is not ours may cause
        raise foreign from None
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
