"""Trainings that are finished, in a file: a search that was interrupted goes on from there."""

import base64
import hashlib
import json
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from symkern.errors import InvalidArgument, UsageError
from symkern.kernels import Kernel
from symkern.kernels.rows import is_sparse


@dataclass(frozen=True)
class Outcome:
    """What a training says of the held-out samples, a column for each function, and which samples support it."""

    decisions: npt.NDArray[np.float64]
    support: npt.NDArray[np.intp]


class FinishedTrainings:
    """Outcomes by kernel and penalty, a line of JSON each; what is cut off, damaged or of other samples counts
    as absent."""

    def __init__(self, file: str | Path, what: str, *arrays: Any) -> None:
        self.file, self._lock = Path(file), threading.Lock()
        if not self.file.absolute().parent.is_dir():
            raise InvalidArgument("resume", "a file in a folder that exists", file)
        digest = hashlib.sha256(what.encode())
        for array in arrays:
            for part in (array.data, array.indices, array.indptr) if is_sparse(array) else (array,):
                digest.update(f"{part.dtype} {part.shape}".encode())
                digest.update(np.ascontiguousarray(part).data)
        self._samples = digest.hexdigest()
        self._found: dict[str, Outcome] = {}
        try:
            lines = self.file.read_text(encoding="utf-8").splitlines() if self.file.exists() else []
        except (OSError, UnicodeDecodeError):
            raise UsageError(f"resume must be a file of trainings, or none yet; {self.file} is neither.") from None
        for line in lines:
            try:
                entry = json.loads(line)
                decisions = _read(entry["decisions"], "<f8").reshape(-1, int(entry["functions"]))
                self._found[str(entry["key"])] = Outcome(decisions, _read(entry["support"], "<i8").astype(np.intp))
            except (ValueError, KeyError, TypeError):
                continue
        self._cut_off = bool(lines) and not self.file.read_bytes().endswith(b"\n")

    def get(self, kernel: Any, C: float) -> Outcome | None:
        """What an earlier search found, or None."""
        return self._found.get(self._key(kernel, C))

    def put(self, kernel: Any, C: float, outcome: Outcome) -> None:
        """Keeps an outcome at once."""
        entry = {
            "key": self._key(kernel, C),
            "functions": outcome.decisions.shape[1],
            "decisions": _written(outcome.decisions, "<f8"),
            "support": _written(outcome.support, "<i8"),
        }
        with self._lock, self.file.open("a", encoding="utf-8") as stream:
            stream.write(("\n" if self._cut_off else "") + json.dumps(entry) + "\n")
            self._cut_off = False

    def _key(self, kernel: Any, C: float) -> str:
        if not isinstance(kernel, Kernel | str):
            raise UsageError("resume must go with kernels of ours or names, which can be told again; got a function.")
        written = kernel.to_json() if isinstance(kernel, Kernel) else kernel
        return hashlib.sha256(f"{self._samples} {written} {C!r}".encode()).hexdigest()


def _written(array: npt.NDArray[Any], kind: str) -> str:
    return base64.b64encode(array.astype(kind).tobytes()).decode("ascii")


def _read(text: str, kind: str) -> npt.NDArray[Any]:
    return np.frombuffer(base64.b64decode(text, validate=True), dtype=kind)
