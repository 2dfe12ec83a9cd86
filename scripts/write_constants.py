"""Write the list of constants into docs/exactness.md, from the code itself.

    python scripts/write_constants.py

Everything between the two marks is replaced; a test fails where it is not what this would write. Of a second record of
the same kind (what `paper_literal` changes) only the fields that differ are listed.
"""

import ast
import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

PAGE = Path(__file__).parents[1] / "docs" / "exactness.md"
NO_CONSTANTS = {  # names for things, not numbers that matter
    "LEFT", "RIGHT", "FORWARD", "BACK", "FREE", "FLOOR", "CEILING", "FIRST_WALL", "NEEDS_PICTURE", "SHIFT",
    "SHIFT_AND_TURN", "CAMERA_WALK",
}  # fmt: skip
BEGIN, END = "<!-- constants: begin -->", "<!-- constants: end -->"
MODULES: Mapping[str, tuple[str, ...]] = {
    "Rooms, all categories": ("rules.rooms.limits", "rules.rooms.naming", "rules.rooms.plausible", "rules.rooms.aims"),
    "Motions": ("rules.rooms.motions", "rules.rooms.moves", "geometry.motion"),
    "Categories": tuple(
        f"rules.rooms.{name}"
        for name in (
            "occlusion", "closer_to", "contact_wall", "left_right", "feasibility", "probes", "closest_three",
            "count_near", "near_object", "depth_order", "body_depth", "sandbox",
        )
    ),
    "Views and episodes": ("envs.rooms.views", "envs.rooms.base", "envs.rooms.observation"),
    "Collision, support, standing": (
        "geometry.obstacles", "geometry.check_pose", "geometry.support", "geometry.standing",
    ),
    "Settling": ("physics.settle", "physics.bodies", "physics.world"),
    "Pictures, flow, what is seen": (
        "geometry.camera", "geometry.optical_flow", "geometry.box_sight", "geometry.silhouettes", "render.visibility",
        "simulators.boxed",
    ),
    "Marks and scale": ("annotators.marks", "annotators.badges", "annotators.scale"),
    "Data sets": ("datasets.plan", "datasets.admit", "evaluation.lengths"),
}  # fmt: skip


def main() -> None:
    """Replace the list in the page."""
    PAGE.write_text(with_list(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def with_list(page: str) -> str:
    """The page with the list as the code has it now."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{constants()}{END}{after}"


def constants() -> str:
    """All constants as Markdown tables, a table a subject."""
    parts = []
    for title, names in MODULES.items():
        parts += [f"\n### {title}\n\n", "| file | constant | value |\n|---|---|---|\n"]
        for name in names:
            module = import_module(f"flowbench.{name}")
            parts += [f"| `{name}` | `{key}` | {value} |\n" for key, value in _constants_of(module)]
    return "".join([*parts, "\n"])


def _constants_of(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Name and value of the numbers a module defines itself, and of the fields of its records of numbers."""
    shown: dict[str, Any] = {}
    for key in _assigned(Path(str(module.__file__))):
        value = getattr(module, key)
        if not dataclasses.is_dataclass(value):
            if key not in NO_CONSTANTS and (text := _text(value)) is not None:
                yield key, text
        elif type(value).__module__ == module.__name__ and not any(value is part for part in _parts(shown.values())):
            usual = next((other for other in shown.values() if type(other) is type(value)), None)
            shown[key] = value
            yield from ((f"{key}.{field}", text) for field, text in _fields(value, usual))


def _assigned(path: Path) -> Iterator[str]:
    """Public upper-case names that a file assigns at its top level, in order."""
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        for target in targets:
            for name in target.elts if isinstance(target, ast.Tuple) else [target]:
                if isinstance(name, ast.Name) and name.id.isupper() and not name.id.startswith("_"):
                    yield name.id


def _parts(records: Iterable[Any]) -> Iterator[Any]:
    for record in records:
        yield from (getattr(record, field.name) for field in dataclasses.fields(record))


def _fields(record: Any, usual: Any, prefix: str = "") -> Iterator[tuple[str, str]]:
    """The fields of a record; where there is a usual one, those that differ from it."""
    for field in dataclasses.fields(record):
        value, other = getattr(record, field.name), getattr(usual, field.name, None)
        if dataclasses.is_dataclass(value):
            yield from _fields(value, other, f"{prefix}{field.name}.")
        elif (usual is None or value != other) and (text := _text(value)) is not None:
            yield f"{prefix}{field.name}", text


def _text(value: Any) -> str | None:
    """A number, or numbers, as the page shows them; None for what is neither."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{value:g}" if isinstance(value, float) else str(value)
    if isinstance(value, tuple) and value and all(isinstance(one, int | float) for one in value):
        return ", ".join(f"{one:g}" for one in value)
    if isinstance(value, Mapping) and value and all(_text(one) for one in value.values()):
        return "; ".join(f"{key}: {_text(one)}" for key, one in value.items())
    return str(value) if type(value).__name__ == "Fraction" else None


if __name__ == "__main__":
    main()
