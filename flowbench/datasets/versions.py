"""Which versions made a data set, and whether this machine can make the same bytes."""

import platform
import sys
import zlib
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal

import flowbench
from flowbench import simulators

PLATFORM = ("arch", "numpy", "numba", "mujoco", "pillow")  # where these are equal, results are equal to the byte
ENGINE = ("engine", "backend")  # where these differ, results cannot be compared

Comparison = Literal["exact", "tolerant", "not comparable"]


def versions_here(kwargs: Mapping[str, Any]) -> dict[str, str]:
    """The versions of everything that decides bytes, for an environment made with `kwargs`."""
    packages = {name: _package(name) for name in ("numpy", "numba", "mujoco", "pillow")}
    return packages | {
        "arch": platform.machine().lower(),
        "backend": str(kwargs.get("backend", "embedded")),
        "engine": str(simulators.ENGINE_VERSION),
        "flowbench": flowbench.__version__,
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "zlib": zlib.ZLIB_RUNTIME_VERSION,
    }


def compare_versions(recorded: Mapping[str, str], here: Mapping[str, str]) -> tuple[Comparison, str]:
    """How results made with the recorded versions may be compared with results made here, and why."""
    for name in (*ENGINE, *PLATFORM):
        if name not in recorded:
            return "not comparable", f"the record does not say which {name} made it"
    for name in ENGINE:
        if recorded[name] != here[name]:
            return "not comparable", f"made with {name} {recorded[name]}, here is {here[name]}"
    for name in PLATFORM:
        if recorded[name] != here[name]:
            return "tolerant", f"made with {name} {recorded[name]}, here is {here[name]}"
    return "exact", ""


def _package(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "absent"
