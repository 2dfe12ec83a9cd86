"""Trajectories as files: gzip, a JSON line a frame, each with what changed since the one before.

The first line is a header, `{"fps": 24, "id": "maze_square_lv1_003", "n": 150, "version": 1}`. A frame is
`{"t": 0.5417, "e": {"car": {"p": [0.02, 1.61, 0.0]}}}`: of each entity the fields that changed, all of them where it is
new; `"gone"` lists ids that left; `"q"` and `"phase"` are there where they say something. Whatever such a file shows is
judged, but what is no trajectory at all is refused with one error.
"""

import gzip
import io
import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from flowbench.datasets import strict_json
from flowbench.datasets.folders import ITEM_ID, write_file
from flowbench.errors import BadValue, StoreError
from flowbench.rules.processes.entity import Entity
from flowbench.rules.processes.trajectory import Frame, Trajectory, time_of

VERSION = 1
MAX_FILE_BYTES = 1 << 20
MAX_TEXT_BYTES = 32 << 20
MAX_FRAMES, MAX_ENTITIES, MAX_FPS = 4096, 512, 240
MAX_NAME, MAX_DEPTH, MAX_VALUES = 128, 6, 20_000
MAX_COORDINATE = 1000.0
TIME_SLACK_S = 1e-4

_FIELDS = {
    "k": "kind", "p": "pos", "r": "quat", "s": "scale", "c": "color", "sh": "shape", "v": "vis", "pa": "parent",
    "x": "extra",
}  # fmt: skip


def trajectory_bytes(trajectory: Trajectory) -> bytes:
    """The bytes of a trajectory's file; equal trajectories give equal bytes."""
    rows: list[dict[str, Any]] = [
        {"version": VERSION, "id": trajectory.case_id, "fps": trajectory.fps, "n": len(trajectory.frames)}
    ]
    before: Mapping[str, Entity] = {}
    for frame in trajectory.frames:
        rows.append(_row(frame, before))
        before = frame.entities
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=9, mtime=0) as file:
        file.write(strict_json.lines(rows))
    return packed.getvalue()


def write_trajectory(path: Path, trajectory: Trajectory) -> None:
    """Write a trajectory's file whole."""
    write_file(path, trajectory_bytes(trajectory))


def read_trajectory(path: Path) -> Trajectory:
    """Read a trajectory's file.

    Raises:
        StoreError: when it is missing, too large, cut off, or says something that is no trajectory; names the line.
    """
    return parse_trajectory(strict_json.read_bytes(path, MAX_FILE_BYTES), path.name)


def parse_trajectory(data: bytes, name: str) -> Trajectory:
    """The trajectory of a file's bytes; see `read_trajectory`."""
    lines = _text(data, name).split(b"\n")
    if lines[-1] != b"":
        raise StoreError(f"{name} is cut off in line {len(lines)}.")
    header = strict_json.loads(lines[0], f"{name} line 1")
    case_id, fps, count = _header(header, name)
    if len(lines) - 2 != count:
        raise StoreError(f"{name} says it has {count} frames, but has {len(lines) - 2}.")
    frames: list[Frame] = []
    entities: Mapping[str, Entity] = {}
    for number, line in enumerate(lines[1:-1]):
        where = f"{name} line {number + 2}"
        try:
            frames.append(_frame(strict_json.loads(line, where), number, fps, entities))
        except BadValue as e:
            raise StoreError(f"{where} is no frame: {e}") from e
        entities = frames[-1].entities
    return Trajectory(case_id, fps, tuple(frames))


def _row(frame: Frame, before: Mapping[str, Entity]) -> dict[str, Any]:
    row: dict[str, Any] = {"t": round(frame.t, 6)}
    changed = {
        name: _delta(item, before.get(name)) for name, item in frame.entities.items() if item is not before.get(name)
    }
    changed = {name: delta for name, delta in changed.items() if delta}
    if changed:
        row["e"] = changed
    if gone := sorted(before.keys() - frame.entities.keys()):
        row["gone"] = gone
    if frame.q is not None:
        row["q"] = frame.q
    if frame.phase:
        row["phase"] = frame.phase
    return row


def _delta(item: Entity, before: Entity | None) -> dict[str, Any]:
    values = {key: getattr(item, name) for key, name in _FIELDS.items()}
    if before is not None:
        values = {key: value for key, value in values.items() if value != getattr(before, _FIELDS[key])}
    if "x" in values:
        values["x"] = dict(values["x"])
    return values


def _text(data: bytes, name: str) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            text = file.read(MAX_TEXT_BYTES + 1)
    except (OSError, EOFError, zlib.error) as e:
        raise StoreError(f"{name} is not a whole gzip file: {e}.") from e
    if len(text) > MAX_TEXT_BYTES:
        raise StoreError(f"{name} holds more than {MAX_TEXT_BYTES} bytes of text.")
    return text


def _header(header: Any, name: str) -> tuple[str, int, int]:
    if not isinstance(header, dict) or set(header) != {"version", "id", "fps", "n"}:
        raise StoreError(f'{name} line 1 must be a header with "version", "id", "fps" and "n".')
    if header["version"] != VERSION:
        raise StoreError(f"{name} has version {header['version']!r}; this release reads version {VERSION}.")
    case_id = header["id"]
    if not isinstance(case_id, str) or not ITEM_ID.fullmatch(case_id):
        raise StoreError(f"{name} names no case: {case_id!r}.")
    for key, most in (("fps", MAX_FPS), ("n", MAX_FRAMES)):
        if not _is_int(header[key]) or not 1 <= header[key] <= most:
            raise StoreError(f"{name}: {key} is an integer from 1 to {most}, got {header[key]!r}.")
    return case_id, header["fps"], header["n"]


def _frame(row: Any, number: int, fps: int, before: Mapping[str, Entity]) -> Frame:
    if not isinstance(row, dict) or not {"t"} <= set(row) <= {"t", "e", "gone", "q", "phase"}:
        raise BadValue('it must be a map with "t", and "e", "gone", "q", "phase" where needed')
    t, phase = _number(row["t"], 1e6), _number(row.get("phase", 0.0), 1.0)
    if abs(t - number / fps) > TIME_SLACK_S:
        raise BadValue(f"frame {number} is at {number / fps:.4f} s, got t = {t}: a frame is missing or out of place")
    entities = dict(before)
    for name in _list(row.get("gone", [])):
        if entities.pop(name, None) is None:
            raise BadValue(f"{name!r} is gone, but was not there")
    for name, delta in _map(row.get("e", {})).items():
        if not isinstance(name, str) or not 1 <= len(name) <= MAX_NAME:
            raise BadValue(f"ids are texts of 1 to {MAX_NAME} characters, got {name!r:.60}")
        entities[name] = _entity(name, _map(delta), entities.get(name))
    if len(entities) > MAX_ENTITIES:
        raise BadValue(f"it has {len(entities)} entities, more than {MAX_ENTITIES}")
    same = before if "e" not in row and "gone" not in row else entities
    return Frame(time_of(number, fps), same, row.get("q"), phase)


def _entity(name: str, delta: Mapping[str, Any], before: Entity | None) -> Entity:
    if unknown := sorted(set(delta) - set(_FIELDS)):
        raise BadValue(f"{name!r} has unknown fields {unknown}")
    if before is None and not {"k", "p"} <= set(delta):
        raise BadValue(f'{name!r} is new and must have at least "k" (kind) and "p" (position)')
    values = {_FIELDS[key]: _READ[key](value) for key, value in delta.items()}
    return Entity(**values) if before is None else replace(before, **values)


def _vector(length: int, most: float) -> Callable[[Any], tuple[float, ...]]:
    def read(value: Any) -> tuple[float, ...]:
        if not isinstance(value, list) or len(value) != length:
            raise BadValue(f"{length} numbers are wanted, got {value!r:.60}")
        return tuple(_number(part, most) for part in value)

    return read


def _turn(value: Any) -> tuple[float, ...]:
    quat = _vector(4, 1.01)(value)
    if abs(sum(part * part for part in quat) - 1.0) > 0.01:
        raise BadValue(f"a turn is a quaternion of length 1, got {value!r:.60}")
    return quat


def _number(value: Any, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -most <= value <= most:
        raise BadValue(f"a number within {most:g} of 0 is wanted, got {value!r:.60}")
    return float(value)


def _positive(value: Any) -> float:
    number = _number(value, 100.0)
    if number <= 0.0:
        raise BadValue(f"a size is above 0, got {number}")
    return number


def _share(value: Any) -> float:
    number = _number(value, 1.0)
    if number < 0.0:
        raise BadValue(f"a share is from 0 to 1, got {number}")
    return number


def _colour(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != 3 or not all(_is_int(part) and 0 <= part <= 255 for part in value):
        raise BadValue(f"a colour is three integers from 0 to 255, got {value!r:.60}")
    return tuple(value)


def _word(value: Any) -> str:
    if not isinstance(value, str) or len(value) > MAX_NAME:
        raise BadValue(f"a text of at most {MAX_NAME} characters is wanted, got {value!r:.60}")
    return value


def _facts(value: Any) -> tuple[tuple[str, Any], ...]:
    count = [0]
    return tuple(sorted((_word(key), _frozen(item, count, 0)) for key, item in _map(value).items()))


def _frozen(value: Any, count: list[int], depth: int) -> Any:
    """Lists as tuples, so that entities can be compared and hashed."""
    count[0] += 1
    if count[0] > MAX_VALUES or depth > MAX_DEPTH:
        raise BadValue(f"further facts hold at most {MAX_VALUES} values, {MAX_DEPTH} deep")
    if isinstance(value, list):
        return tuple(_frozen(part, count, depth + 1) for part in value)
    if isinstance(value, dict):
        raise BadValue("further facts are numbers, texts and lists")
    return value


def _map(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise BadValue(f"a map is wanted, got {json.dumps(value)[:60]}")
    return value


def _list(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BadValue(f"a list of ids is wanted, got {json.dumps(value)[:60]}")
    return value


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_READ: Mapping[str, Callable[[Any], Any]] = {
    "k": _word, "p": _vector(3, MAX_COORDINATE), "r": _turn, "s": _positive, "c": _colour, "sh": _word, "v": _share,
    "pa": _word, "x": _facts,
}  # fmt: skip
