"""What a model replied, kept on disk line by line, so that nothing is asked twice and a run that was killed goes on."""

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flowbench.datasets import strict_json
from flowbench.datasets.folders import storing
from flowbench.errors import StoreError

MAX_BYTES = 1 << 30
COLUMNS = ("key", "model", "reply")


class Replies:
    """Replies by request. One process at a time; see `folders.locked`."""

    def __init__(self, path: Path) -> None:
        """Read what is there. A last line that was cut off is forgotten.

        Raises:
            StoreError: if the file holds something else.
        """
        self.path = path
        self._texts: dict[str, str] = {}
        if os.path.lexists(path):
            _cut_torn_line(path)
            for number, row in enumerate(strict_json.read_lines(path, MAX_BYTES), start=1):
                if not isinstance(row, dict) or any(not isinstance(row.get(name), str) for name in COLUMNS):
                    raise StoreError(f"{path} line {number} is no reply of ours. Remove the file to ask again.")
                self._texts[row["key"]] = row["reply"]

    def get(self, request: Mapping[str, Any]) -> str | None:
        """The reply to a request, or None where there is none yet."""
        return self._texts.get(key_of(request))

    def add(self, request: Mapping[str, Any], reply: str) -> None:
        """Keep a reply; it is on disk when this returns."""
        row = {"key": key_of(request), "model": request["model"], "reply": reply}
        with storing(self.path), open(self.path, "ab") as file:
            file.write(strict_json.lines([row]))
            file.flush()
            os.fsync(file.fileno())
        self._texts[row["key"]] = reply


def key_of(request: Mapping[str, Any]) -> str:
    """SHA-256 of all that the endpoint is sent: model, prompt, words, temperature and seed."""
    return hashlib.sha256(strict_json.dumps(request).encode()).hexdigest()


def _cut_torn_line(path: Path) -> None:
    whole = strict_json.read_bytes(path, MAX_BYTES)
    end = whole.rfind(b"\n") + 1
    if end < len(whole):
        with storing(path):
            os.truncate(path, end)
