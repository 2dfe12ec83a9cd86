"""What `flowbench doctor` looks at. A problem keeps something from working; a note says what is missing or slow."""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

State = Literal["ok", "note", "problem"]
CORE = ("gymnasium", "shapely", "trimesh", "networkx")
EXTRAS = {"ai2thor": "thor", "pyarrow": "data", "ortools": "solvers", "av": "video", "httpx": "llm", "ray": "ray"}
OPENCV = (
    "opencv-python-headless", "opencv-python", "opencv-contrib-python-headless", "opencv-contrib-python",
)  # fmt: skip
SIDE = 200  # pixels of the render that is timed


@dataclass(frozen=True)
class Check:
    """One line of the report."""

    name: str
    state: State
    text: str


def examine() -> list[Check]:
    """All checks; one that fails is a problem and does not stop the others."""
    parts: tuple[tuple[str, Callable[[], Iterator[Check]]], ...] = (
        ("versions", _versions),
        ("numba cache", _numba_cache),
        ("OpenCV", _opencv),
        ("extras", _extras),
        ("render", _render),
    )
    return [check for name, part in parts for check in _run(name, part)]


def _run(name: str, part: Callable[[], Iterator[Check]]) -> list[Check]:
    try:
        return list(part())
    except Exception as e:  # a broken installation fails in any way; that is what is reported
        return [Check(name, "problem", f"{type(e).__name__}: {' '.join(str(e).split())}")]


def _versions() -> Iterator[Check]:
    from flowbench.datasets.versions import PLATFORM, versions_here

    here = versions_here({})
    yield Check("flowbench", "ok", f"{here['flowbench']}, engine {here['engine']}, Python {here['python']}")
    yield Check("platform tag", "ok", " ".join(f"{name} {here[name]}" for name in PLATFORM))
    yield Check("zlib", "ok", here["zlib"])
    for name in CORE:
        yield _package(name, "problem", "not installed")


def _numba_cache() -> Iterator[Check]:
    from flowbench.render import raster

    function: Any = raster.move_vertices
    path = function.stats.cache_path
    if path is None:
        yield Check("numba cache", "note", "no folder is writable: every process compiles anew. Set NUMBA_CACHE_DIR.")
        return
    place = next(folder for folder in (Path(path), *Path(path).parents) if folder.exists())
    writable = os.access(place, os.W_OK)
    yield Check("numba cache", "ok" if writable else "note", f"{path}{'' if writable else ' (not writable)'}")


def _opencv() -> Iterator[Check]:
    import cv2

    lines = [line.split(":", 1) for line in cv2.getBuildInformation().splitlines() if ":" in line]
    gui = next((value.strip() for name, value in lines if name.strip() == "GUI"), "") or "none"
    builds = [name for name in OPENCV if _version(name) is not None]
    text = f"{cv2.__version__}, GUI {gui}, from {', '.join(builds) or 'an unknown package'}"
    if len(builds) > 1:
        yield Check("OpenCV", "note", f"{text}: they overwrite each other; keep opencv-python-headless alone.")
    else:
        yield Check("OpenCV", "ok", text)


def _extras() -> Iterator[Check]:
    for name, extra in EXTRAS.items():
        if find_spec(name) is None:
            yield Check(name, "note", f"not installed: pip install 'flowbench-gym[{extra}]'")
        else:
            yield _package(name, "note", "installed without metadata")


def _render() -> Iterator[Check]:
    from flowbench.simulators import make_simulator, scenes

    name = scenes.scene_names("ithor")[0]
    simulator = make_simulator("embedded", SIDE, SIDE, "textured")
    loaded = _milliseconds(lambda: simulator.step("Reset", sceneName=name))
    first = _milliseconds(simulator.snapshot)
    again = min(_milliseconds(simulator.snapshot) for _ in range(3))
    yield Check("load a scene", "ok", f"{name} in {loaded:.0f} ms")
    yield Check("render", "ok", f"{SIDE} x {SIDE} in {first:.0f} ms the first time, then {again:.1f} ms")


def _milliseconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return (time.perf_counter() - start) * 1000.0


def _package(name: str, missing: State, text: str) -> Check:
    found = _version(name)
    return Check(name, missing, text) if found is None else Check(name, "ok", found)


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
