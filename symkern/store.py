"""Results that are costly to find again, as JSON in the user's cache folder, or nowhere if it cannot be written."""

import contextlib
import hashlib
import json
import os
from pathlib import Path
from typing import Any


class Store:
    """Values by key, each with a digest of itself: a file that is damaged, foreign or cut off counts as absent."""

    def __init__(self, kind: str) -> None:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        self.folder = Path(base) / "symkern" / kind

    def get(self, key: str) -> Any:
        """The value, or None."""
        try:
            found = json.loads((self.folder / f"{key}.json").read_text(encoding="utf-8"))
            value = found["value"]
            return value if found["digest"] == _digest(key, value) else None
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def put(self, key: str, value: Any) -> None:
        """All of it or nothing, whoever else writes at the same time."""
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            draft = self.folder / f"{key}.{os.getpid()}"
            draft.write_text(json.dumps({"digest": _digest(key, value), "value": value}), encoding="utf-8")
            draft.replace(self.folder / f"{key}.json")


def _digest(key: str, value: Any) -> str:
    return hashlib.sha256(f"{key} {json.dumps(value, sort_keys=True)}".encode()).hexdigest()
