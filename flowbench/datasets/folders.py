"""Files and folders of a store: fixed names, paths that stay inside, writes that are whole or not there.

Whatever is being written is called `.tmp-...` until its bytes are on disk; then it is renamed. A name found inside data
is never joined to a path: where things lie follows from slot numbers, and each part must match its pattern.
"""

import contextlib
import hashlib
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from flowbench.errors import StoreError

TEMPORARY = ".tmp-"
PATIENCE_S = 30.0  # for processes of a run that was killed: they notice within a second
_DEVICE = r"(?!(?i:con|prn|aux|nul|com[0-9]|lpt[0-9])\Z)"  # Windows opens a device of that name instead of a file
ITEM_ID = re.compile(_DEVICE + r"[A-Za-z0-9][A-Za-z0-9_-]{0,127}")
_PART = re.compile(r"[a-z0-9]{1,16}(\.(json|jsonl|md|png|npz|tar|parquet))?")


def inside(root: Path, *parts: str) -> Path:
    """The path of a member of a store.

    Raises:
        StoreError: if a part does not match the fixed pattern, or is a symlink, or leads outside.
    """
    path = root
    for part in parts:
        if not _PART.fullmatch(part):
            raise StoreError(f"{part!r} is not a name that a data folder of ours can hold.")
        path = path / part
        if path.is_symlink():
            raise StoreError(f"{path} is a symlink; data folders hold none.")
    if not path.resolve().is_relative_to(root.resolve()):
        raise StoreError(f"{path} lies outside {root}.")
    return path


def write_file(path: Path, data: bytes) -> None:
    """Put a whole file in place, or leave what was there."""
    with storing(path):
        temporary = path.with_name(TEMPORARY + path.name)
        _write_synced(temporary, data)
        os.replace(temporary, path)
        _sync_names(path.parent)


def write_streamed(path: Path, fill: Callable[[IO[bytes]], None]) -> None:
    """Put a large file in place, written by `fill`, or leave what was there."""
    with storing(path):
        temporary = path.with_name(TEMPORARY + path.name)
        with open(temporary, "wb") as file:
            fill(file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
        _sync_names(path.parent)


def fill_folder(path: Path, fill: Callable[[Path], None]) -> dict[str, str]:
    """Make a folder anew, filled by `fill`, for `move_folder` to put in place; gives the SHA-256 of each file."""
    with storing(path):
        if path.exists():
            shutil.rmtree(path)
        path.mkdir()
        fill(path)
        return {file.name: _digest(file) for file in sorted(path.iterdir())}


def move_folder(temporary: Path, path: Path) -> None:
    """Put a filled folder in place. It must not exist yet, and is not on disk for sure before `sync_folder`."""
    with storing(path):
        os.rename(temporary, path)


def sync_folder(path: Path) -> None:
    """Wait until a folder's files are on disk; that it is there itself is sure once its parent is written to."""
    with storing(path):
        for file in sorted(path.iterdir()):
            with open(file, "r+b") as handle:
                os.fsync(handle.fileno())
        _sync_names(path)


def make_folder(path: Path) -> None:
    """Make a folder and its parents."""
    with storing(path):
        if not path.is_dir():
            path.mkdir(parents=True, exist_ok=True)
            _sync_names(path.parent)


def remove(path: Path) -> None:
    """Remove a file, a symlink or a folder with all it holds."""
    with storing(path):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def remove_temporaries(folder: Path) -> None:
    """Remove what an interrupted run left unfinished in a folder."""
    for path in sorted(folder.glob(TEMPORARY + "*")):
        remove(path)


@contextlib.contextmanager
def storing(path: Path) -> Iterator[None]:
    """Turn an operating-system error into a `StoreError` that says what is safe."""
    try:
        yield
    except OSError as e:
        raise StoreError(
            f"{path} cannot be written: {e.strerror or e}. What was finished before is kept; "
            "once that is mended, run the same command again to go on."
        ) from e


@contextlib.contextmanager
def locked(folder: Path, shared: bool = False, patience_s: float = 0.0) -> Iterator[None]:
    """Hold a folder so that no second process writes into it; `shared`, together with others that share it.

    Raises:
        StoreError: if another process holds it for longer than the patience.
    """
    try:
        import fcntl
    except ImportError:  # Windows has no advisory locks on folders
        yield
        return
    kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
    handle = os.open(folder, os.O_RDONLY)
    try:
        end = time.monotonic() + patience_s
        while True:
            try:
                fcntl.flock(handle, kind | fcntl.LOCK_NB)
                break
            except OSError as e:
                if time.monotonic() >= end:
                    raise StoreError(
                        f"Another process is writing to {folder}. Wait for it, or choose another folder."
                    ) from e
            time.sleep(0.05)
        yield
    finally:
        os.close(handle)


def _write_synced(path: Path, data: bytes) -> None:
    with open(path, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _digest(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sync_names(path: Path) -> None:
    if os.name == "nt":  # folders cannot be opened there
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
