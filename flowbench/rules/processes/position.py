"""A case and a position: what environments, planners and annotators hand around."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flowbench.rules.games.plain import from_plain, to_plain
from flowbench.rules.processes.levels import check_level
from flowbench.rules.processes.table import process


@dataclass(frozen=True)
class Case:
    """An instance with its name.

    Attributes:
        process: name of the process.
        case_id: `<process>_lv<level>_<index>`, for example "maze_square_lv1_003".
        level: "easy", "mid" or "hard".
    """

    process: str
    case_id: str
    level: str
    instance: Any

    def to_json(self) -> dict[str, Any]:
        """JSON values."""
        return {"process": self.process, "id": self.case_id, "level": self.level, "instance": to_plain(self.instance)}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Case":
        """The case of such values, checked against the rules.

        Raises:
            BadValue, UnknownName: when they are not those of a case.
        """
        head = from_plain(_Head, {name: value.get(name) for name in ("process", "id", "level")})
        rules = process(head.process)
        instance = from_plain(rules.instance_type, value.get("instance"))
        rules.check(instance)
        return cls(rules.name, head.id, check_level(head.level), instance)


@dataclass(frozen=True)
class _Head:
    process: str
    id: str
    level: str


@dataclass(frozen=True)
class Position:
    """A case in a state; immutable and hashable."""

    case: Case
    state: Any

    def to_json(self) -> dict[str, Any]:
        """JSON values: case, state."""
        return {"case": self.case.to_json(), "state": to_plain(self.state)}

    def text(self) -> str:
        """The position in a few lines of text."""
        return process(self.case.process).text(self.case.instance, self.state)
