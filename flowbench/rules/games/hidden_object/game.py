"""The rules of Hidden Object."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.render.board.picture import Picture
from flowbench.rules.games.game import GridSpace, Move, Setting
from flowbench.rules.games.handing_in import HandingInGame
from flowbench.rules.games.hidden_object import generator, picture
from flowbench.rules.games.hidden_object.check import check_scene
from flowbench.rules.games.hidden_object.families import OneInRegion, OneKind, SeveralHere, SeveralKinds
from flowbench.rules.games.hidden_object.names import kind_name, region_letter, target_name
from flowbench.rules.games.hidden_object.records import COLOURS, FILLS, MAX_CELLS, Cell, Kind, Marks, Scene
from flowbench.rules.games.hidden_object.shapes import SHAPES

SUBMIT = MAX_CELLS * MAX_CELLS
MOST_REGIONS = 9
_NOTHING = -1


class HiddenObject(HandingInGame[Scene, Marks]):
    """Objects of many kinds lie in a scene with regions; those of a few kinds are to be found."""

    name = "hidden_object"
    title = "Hidden Object"
    capability = 1
    instance_type = Scene
    state_type = Marks
    action_count = SUBMIT + 1
    grid = GridSpace((MAX_CELLS + 1, MAX_CELLS, 5), -1, len(SHAPES) - 1)
    styles = picture.STYLES
    pictures = (("inset", picture.INSET_CAPTION),)
    view = "play"
    work = "the set of marks"
    families = (OneKind(), OneInRegion(), SeveralKinds(), SeveralHere())

    def sample(self, rng: np.random.Generator, setting: Setting) -> Scene:
        """A scene whose objects are all seen well enough to be counted."""
        return generator.draw_scene(rng, setting)

    def check(self, instance: Scene) -> None:
        """Known kinds, one object a cell, all of them seen well enough and clearly on one side of each border."""
        problem = check_scene(instance)
        if problem is not None:
            raise BadValue(f"This is no Hidden Object instance: {problem}.")

    def initial(self, instance: Scene) -> Marks:
        """Nothing is marked."""
        return Marks()

    def flaw_of_change(self, instance: Scene, state: Marks, action: int) -> str | None:
        """No object there."""
        return None if divmod(action, MAX_CELLS) in instance.by_cell else "no object there"

    def mask(self, instance: Scene, state: Marks) -> NDArray[np.int8]:
        """(101,) cells with an object, row by row of a grid of 10 x 10; then handing in."""
        legal = np.zeros(self.action_count, dtype=np.int8)
        if not state.submitted:
            legal[[row * MAX_CELLS + column for row, column in instance.by_cell]] = 1
            legal[SUBMIT] = 1
        return legal

    def advance(self, instance: Scene, state: Marks, action: int) -> Move[Marks]:
        """Put a mark, take one away, or hand in."""
        if action == SUBMIT:
            return Move(Marks(state.cells, submitted=True))
        return Move(Marks(tuple(sorted(set(state.cells) ^ {divmod(action, MAX_CELLS)}))))

    def is_right(self, instance: Scene, state: Marks) -> bool:
        """Whether just the objects looked for are marked."""
        return state.cells == _wanted(instance)

    def corrections(self, instance: Scene, state: Marks) -> Iterable[int]:
        """The mark changed of each cell where it is wrong: only one set of marks is right."""
        wrong = sorted(set(state.cells) ^ set(_wanted(instance)))
        return [row * MAX_CELLS + column for row, column in wrong]

    def observe(self, instance: Scene, state: Marks) -> NDArray[np.int16]:
        """(11, 10, 5) shape, colour, fill, region and mark of the object in each cell; row 10: what is looked for."""
        seen: NDArray[np.int16] = _numbers(instance).copy()
        for cell in state.cells:
            seen[(*cell, 4)] = 1
        return seen

    def text(self, instance: Scene, state: Marks) -> str:
        """What is looked for, and a line an object."""
        wanted = ", ".join(kind_name(instance.kinds[kind]) for kind in instance.targets)
        lines = [f"find all of: {wanted}", "handed in" if state.submitted else f"{len(state.cells)} marked"]
        for (row, column), number in sorted(instance.by_cell.items()):
            home = int(instance.homes[number])
            where = f"region {region_letter(home)}" if home >= 0 else "no region"
            mark = ", marked" if (row, column) in state.cells else ""
            kind = kind_name(instance.kinds[instance.things[number].kind])
            lines.append(f"R{row + 1}C{column + 1}: {kind}, {where}{mark}")
        return "\n".join(lines)

    def draw(self, instance: Scene, state: Marks, style: str, role: str) -> Picture:
        """Role "scene", "card", "inset" (both in one) or "play" (with marks); the card shows the targets of play."""
        targets = tuple((target_name(k), kind) for k, kind in enumerate(instance.targets))
        return picture.draw(instance, state, targets, self.check_style(style), role)

    def canonical(self, instance: Scene) -> Any:
        """What lies where: kind, region and cell of each object; sizes, turns and exact places do not count."""
        kinds, homes = [_attributes(kind) for kind in instance.kinds], instance.homes.tolist()
        things = [
            [*kinds[instance.things[number].kind], homes[number], *cell] for cell, number in instance.by_cell.items()
        ]
        return [instance.cells, len(instance.regions), sorted(things)]

    def hint(self, instance: Scene) -> str:
        """What counts as an object of a kind, and when it lies in a region."""
        last = region_letter(len(instance.regions) - 1)
        return (
            "The scene holds objects that differ in shape, colour and pattern (plain, striped or dotted). An object is "
            "of a kind shown on the card only if all three agree; size and turn do not matter. Objects that are partly "
            "hidden behind others count too. Dashed borders divide the scene into regions with the letters A to "
            f"{last}. An object lies in the region that holds its middle, even where it reaches over the border."
        )

    def action_name(self, instance: Scene, action: int) -> str:
        """For example "mark R2C5"."""
        if action == SUBMIT:
            return "hand in"
        row, column = divmod(action, MAX_CELLS)
        return f"mark R{row + 1}C{column + 1}"


def _wanted(instance: Scene) -> tuple[Cell, ...]:
    cells = instance.by_cell.items()
    return tuple(sorted(cell for cell, number in cells if instance.things[number].kind in instance.targets))


def _attributes(kind: Kind) -> tuple[int, int, int]:
    return SHAPES.index(kind.shape), COLOURS.index(kind.colour), FILLS.index(kind.fill)


def _numbers(instance: Scene) -> NDArray[np.int16]:
    """The observation before anything is marked."""
    seen = np.full((MAX_CELLS + 1, MAX_CELLS, 5), _NOTHING, dtype=np.int16)
    for cell, number in instance.by_cell.items():
        kind = instance.kinds[instance.things[number].kind]
        seen[cell] = (*_attributes(kind), int(instance.homes[number]), 0)
    for k, target in enumerate(instance.targets):
        seen[MAX_CELLS, k, :3] = _attributes(instance.kinds[target])
    return seen
