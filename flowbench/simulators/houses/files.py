"""Files with houses: one in a .json or .json.gz, one a line in a .jsonl or .jsonl.gz such as ProcTHOR-10K's."""

import gzip
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import IO, Any

from flowbench.errors import StoreError

MAX_HOUSE_BYTES = 16_000_000  # of one house as text; the largest of ProcTHOR-10K has about 1 MB
MAX_LINES = 100_000
POINTER = b"version https://git-lfs"
NAME = re.compile(r"(?P<path>.+\.jsonl?(?:\.gz)?)(?:#(?P<number>[0-9]{1,6}))?", re.DOTALL)


def is_file_name(name: str) -> bool:
    """Whether a scene's name is that of a file with houses: "path.json", "path.jsonl.gz#17"."""
    return NAME.fullmatch(name) is not None


def house_names(path: str) -> tuple[str, ...]:
    """The names of all houses in a file, in its order.

    Raises:
        StoreError: for a file that does not exist or holds no houses.
    """
    named = NAME.fullmatch(path)
    if named is None:
        raise StoreError(f"A file with houses ends in .json, .json.gz, .jsonl or .jsonl.gz, got {path!r}.")
    if not Path(named["path"]).is_file():
        raise StoreError(f"There is no file {named['path']} with houses.")
    if named["number"] is not None or not _holds_many(Path(path)):
        return (path,)
    count = _count(path, Path(path).stat().st_mtime_ns)
    if not count:
        raise StoreError(f"{path} holds no houses: expected one JSON object a line.")
    return tuple(f"{path}#{number}" for number in range(count))


def read_house(name: str) -> Mapping[str, Any]:
    """A house as JSON values.

    Args:
        name: a path, with "#" and a number for the house of that line (from 0) where a file has one a line.

    Raises:
        StoreError: in one sentence, for a file that is missing, cut, a Git-LFS pointer, too large, or not JSON.
    """
    named = NAME.fullmatch(name)
    if named is None:
        raise StoreError(f"A file with houses ends in .json, .json.gz, .jsonl or .jsonl.gz, got {name!r}.")
    path, number = Path(named["path"]), int(named["number"] or 0)
    if named["number"] is not None and not _holds_many(path):
        raise StoreError(f"{path} holds one house: leave out #{number}.")
    return parsed(_line(path, number) if _holds_many(path) else _whole(path), name)


def parsed(text: bytes, name: str) -> Mapping[str, Any]:
    """The JSON object of a text.

    Raises:
        StoreError: for anything else.
    """
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        raise StoreError(f"{name} is nested too deeply to be a house.") from None
    except ValueError as e:
        raise StoreError(f"{name} is not JSON: {e}. Is the file complete?") from e
    if not isinstance(value, dict):
        raise StoreError(f"{name} must hold a JSON object with a house, got {type(value).__name__}.")
    return value


def _refuse_constant(word: str) -> Any:
    raise ValueError(f"{word} is no number")


def _holds_many(path: Path) -> bool:
    return path.name.removesuffix(".gz").endswith(".jsonl")


def _whole(path: Path) -> bytes:
    with _opened(path) as stream:
        return _limited(stream.read(MAX_HOUSE_BYTES + 1), path)


def _line(path: Path, number: int) -> bytes:
    count = 0
    with _opened(path) as stream:
        for line in _lines(stream, path):
            if count == number:
                return line
            count += 1
    raise StoreError(f"{path} has no house {number}: it holds {count}, counted from 0.")


@lru_cache(maxsize=16)
def _count(path: str, changed_ns: int) -> int:
    with _opened(Path(path)) as stream:
        return sum(1 for _ in _lines(stream, Path(path)))


def _lines(stream: IO[bytes], path: Path) -> Iterator[bytes]:
    """The lines that are not blank."""
    for _ in range(MAX_LINES):
        line = stream.readline(MAX_HOUSE_BYTES + 1)
        if not line:
            return
        if _limited(line, path).strip():
            yield line
    raise StoreError(f"{path} has more than {MAX_LINES} lines; split it.")


def _limited(text: bytes, path: Path) -> bytes:
    if len(text) > MAX_HOUSE_BYTES:
        raise StoreError(f"{path} holds more than {MAX_HOUSE_BYTES // 1_000_000} MB for one house, too large for one.")
    if text.startswith(POINTER):
        raise StoreError(f"{path} is a Git-LFS pointer, not the file itself: run `git lfs pull` where it came from.")
    return text


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    """A file, unpacked on the way where its name ends in .gz; what goes wrong becomes one sentence."""
    try:
        with path.open("rb") as raw:
            if raw.read(len(POINTER)) == POINTER:
                _limited(POINTER, path)
            raw.seek(0)
            if path.suffix == ".gz":
                with gzip.open(raw) as stream:
                    yield stream  # type: ignore[misc]
            else:
                yield raw
    except EOFError as e:
        raise StoreError(f"{path} is cut off: the gzip stream ends early. Copy or download it again.") from e
    except (gzip.BadGzipFile, zlib.error) as e:
        raise StoreError(f"{path} is not a sound gzip file ({e}). Copy or download it again.") from e
    except OSError as e:
        raise StoreError(f"Cannot read {path}: {e.strerror or e}.") from e
