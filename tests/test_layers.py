"""Every import points left along the layers."""

import ast
from pathlib import Path

import pytest

import flowbench

LAYERS = (
    ("errors", "numbers", "records", "seeding", "registry", "assets", "geometry", "render", "bodies", "physics")
    + ("simulators", "rules", "envs", "planners", "annotators", "evaluation", "datasets", "wrappers", "cli")
)  # fmt: skip
SHARED = LAYERS[:6]
FORBIDDEN = {("planners", "envs"), ("rules/games", "simulators"), ("rules/processes", "simulators")}
ROOT = Path(flowbench.__file__).parent
FILES = sorted(
    path.relative_to(ROOT)
    for path in ROOT.rglob("*.py")
    if path.parent != ROOT or path.stem not in ("__init__", "__main__")
)


def imported_modules(path):
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: import by full name"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def layer(name):
    return name.removesuffix(".py")


@pytest.mark.parametrize("path", FILES, ids=str)
def test_imports_point_left(path):
    here = layer(path.parts[0])
    for module in imported_modules(path):
        parts = module.split(".")
        if parts[0] != "flowbench" or len(parts) == 1 or parts[1] not in LAYERS:
            continue
        there = parts[1]
        allowed = LAYERS.index(there) <= LAYERS.index(here) or (here in SHARED and there in SHARED)
        assert allowed, f"{path} ({here}) imports {module} ({there}), which lies to its right"
        assert not any(str(path).startswith(left) and there == right for left, right in FORBIDDEN)


def test_every_file_is_in_a_known_layer():
    assert {layer(path.parts[0]) for path in FILES} <= set(LAYERS)
