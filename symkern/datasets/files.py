"""Samples and targets from files: npz, csv and libsvm. Nothing in a file is ever executed."""

import csv
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from symkern.errors import InvalidArgument, UsageError

FORMATS = (".npz", ".csv", ".libsvm", ".svm", ".txt")


@dataclass(frozen=True)
class Samples:
    """Rows of X, dense or sparse, their targets if there are any, and a test part if the file has one."""

    X: Any
    y: npt.NDArray[Any] | None
    X_test: Any = None
    y_test: npt.NDArray[Any] | None = None


def read_samples(file: str) -> Samples:
    """An npz with X and y, or X_train, y_train and X_test, y_test; a csv whose last column is the target; libsvm."""
    path = Path(file)
    if path.suffix.lower() not in FORMATS:
        raise InvalidArgument("--data", f"a file that ends in {', '.join(FORMATS)}", file)
    if not path.is_file():
        raise InvalidArgument("--data", "a file that exists", file)
    if path.suffix.lower() == ".npz":
        return _from_npz(path)
    return _from_csv(path) if path.suffix.lower() == ".csv" else _from_libsvm(path)


def _from_npz(path: Path) -> Samples:
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as archive:
            found = {name: archive[name] for name in archive.files}
    except (ValueError, OSError, EOFError, KeyError, zipfile.BadZipFile) as error:
        reason = "it holds objects, which are not loaded" if "allow_pickle" in str(error) else "it is damaged"
        raise UsageError(f"{path} must be an npz of plain arrays; {reason}.") from None
    if {"data", "indices", "indptr", "shape"} <= set(found):
        return _sparse(found, path)
    for X, y in (("X_train", "y_train"), ("X", "y")):
        if X in found:
            test = _numbers(found.get("X_test"), path)
            return Samples(_numbers(found[X], path), found.get(y), test, found.get("y_test"))
    raise UsageError(f"{path} must have arrays X and y, or X_train and y_train; got {', '.join(found) or 'none'}.")


def _sparse(found: dict[str, npt.NDArray[Any]], path: Path) -> Samples:
    """Rows in compressed form, split by train_idx and test_idx if those are there."""
    from scipy.sparse import csr_matrix

    try:
        parts = found["data"].astype(np.float64), found["indices"], found["indptr"]
        X, y = csr_matrix(parts, shape=tuple(int(n) for n in found["shape"])), found.get("y")
        X.check_format(full_check=True)  # indices beyond the columns would be read from other memory
        if "train_idx" not in found or y is None:
            return Samples(X, y)
        train, test = found["train_idx"], found.get("test_idx")
        return Samples(X[train], y[train]) if test is None else Samples(X[train], y[train], X[test], y[test])
    except (ValueError, IndexError, TypeError):
        raise UsageError(
            f"{path} must have data, indices, indptr and shape of a sparse matrix; they do not fit."
        ) from None


def _numbers(array: npt.NDArray[Any] | None, path: Path) -> Any:
    if array is None:
        return None
    if array.ndim != 2 or array.dtype.kind not in "fiub":
        raise UsageError(f"{path} must have X as a matrix of numbers; got {array.ndim} dimensions of {array.dtype}.")
    return array.astype(np.float64)


def _from_csv(path: Path) -> Samples:
    try:
        with path.open(newline="", encoding="utf-8") as lines:
            rows = [row for row in csv.reader(lines) if row]
    except (UnicodeDecodeError, csv.Error):
        raise UsageError(f"{path} must be a csv file of text; it is not.") from None
    if rows and not any(_is_number(entry) for entry in rows[0][:-1]):
        rows = rows[1:]
    if not rows or len(rows[0]) < 2:
        raise UsageError(f"{path} must have rows with at least a feature and a target, the target last.")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]) or not all(map(_is_number, row[:-1])):
            raise UsageError(
                f"{path} must have {len(rows[0])} columns, numbers but for the last; row {number} differs."
            )
    X = np.array([[float(entry) for entry in row[:-1]] for row in rows])
    last = [row[-1].strip() for row in rows]
    return Samples(X, np.array([float(entry) for entry in last]) if all(map(_is_number, last)) else np.array(last))


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _from_libsvm(path: Path) -> Samples:
    from sklearn.datasets import load_svmlight_file

    try:
        X, y = load_svmlight_file(str(path))
    except (ValueError, IndexError):
        raise UsageError(f"{path} must be in libsvm's format: a target, then index:value pairs; it is not.") from None
    return Samples(X, y)
