"""Who is who: objects keep the id they had when their scene was loaded, whatever the simulator calls them later.

AI2-THOR's `objectId` may change when things are moved; `name` does not. Where a scene has several objects of one name
at load, those go by their ids.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flowbench.errors import SimulatorError

Row = Mapping[str, Any]  # an entry of `objects` in the metadata


@dataclass
class Roster:
    """The objects of a loaded scene.

    Attributes:
        named: name -> id at load, of objects whose name is theirs alone.
        ids: all ids at load.
        aliases: every id the simulator has used -> id at load.
    """

    named: Mapping[str, str]
    ids: frozenset[str]
    aliases: dict[str, str] = field(default_factory=dict)
    present: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Sequence[Row]) -> "Roster":
        """The roster of a scene that has just been loaded.

        Raises:
            SimulatorError: when two objects have the same id.
        """
        twice = _repeated(row["objectId"] for row in rows)
        if twice:
            raise SimulatorError(f"The scene has several objects with the ids {twice}; nothing could be told apart.")
        counts = Counter(row["name"] for row in rows)
        named = {row["name"]: row["objectId"] for row in rows if counts[row["name"]] == 1}
        ids = {row["objectId"]: row["objectId"] for row in rows}
        return cls(named, frozenset(ids), dict(ids), dict(ids))

    def read(self, rows: Sequence[Row], may_lack: frozenset[str] = frozenset()) -> dict[str, Row]:
        """Id at load -> the entry of that object now.

        Args:
            may_lack: ids of objects that need not be listed.

        Raises:
            SimulatorError: when objects are missing, unknown, or share a name that was one object's; lists them.
        """
        twice = [name for name in _repeated(row["name"] for row in rows) if name in self.named]
        if twice:
            raise SimulatorError(f"The simulator lists several objects with the names {twice}: copies of one object.")
        found = {self._known(row): row for row in rows}
        if missing := sorted(self.ids - found.keys() - may_lack):
            raise SimulatorError(f"The simulator no longer lists {missing}, which the scene had at load.")
        if new := sorted(found.keys() - self.ids):
            raise SimulatorError(f"The simulator lists {new}, which the scene did not have at load.")
        self.present.update({ours: row["objectId"] for ours, row in found.items()})
        self.aliases.update({row["objectId"]: ours for ours, row in found.items()})
        return found

    def theirs(self, object_id: str) -> str:
        """What the simulator calls an object now."""
        return self.present.get(object_id, object_id)

    def ours(self, name: str) -> str:
        """The id at load of whatever the simulator calls so, or has called so; other names stay."""
        return self.aliases.get(name, name)

    def translated(self, text: str) -> str:
        """A message with ids at load in place of the simulator's present ones."""
        for ours, theirs in self.present.items():
            if ours != theirs:
                text = text.replace(theirs, ours)
        return text

    def _known(self, row: Row) -> str:
        theirs = str(row["objectId"])
        return self.named.get(str(row["name"]), self.aliases.get(theirs, theirs))


def _repeated(names: Iterable[str]) -> list[str]:
    return sorted(name for name, count in Counter(names).items() if count > 1)
