"""RandomizeMaterials: other colours on the same bodies, a change of looks only."""

import dataclasses
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from flowbench import seeding
from flowbench.records import Layout
from flowbench.render.model import Geometry
from flowbench.simulators.embedded.actions import ActionError
from flowbench.simulators.embedded.loading import load_model
from flowbench.simulators.embedded.state import EngineState, Result
from flowbench.simulators.fitting import HOUSE

Look = tuple[int, int]  # seed, number of the draw
# Our room types -> AI2-THOR's.
ROOM_TYPES = {
    "kitchen": "Kitchen",
    "living_room": "LivingRoom",
    "bedroom": "Bedroom",
    "bathroom": "Bathroom",
    "apartment": "RoboTHOR",
}
SPLITS = ("Train", "Val", "Test")
LAST_TRAIN, LAST_VAL = 20, 25


def randomize_materials(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """RandomizeMaterials: materials of one texture exchange their colours, reproducibly from the engine's seed.

    In houses it is all of them, and there is no return value, as in Unity.
    """
    layout = state.scene.layout
    rooms = _rooms(arguments["inRoomTypes"])
    if layout.source == HOUSE:
        return Result(dataclasses.replace(state, look=(state.seed, state.draws), draws=state.draws + 1))
    own = scene_split(layout.scene)
    used = {name: arguments[f"use{name}Materials"] for name in SPLITS}
    if used[own] is False:
        raise ActionError(f"use{own}Materials cannot be false in {layout.scene}, a {own.lower()} scene.")
    external = arguments["useExternalMaterials"]
    value = {f"use{name}Materials": name == own if given is None else given for name, given in used.items()}
    value["useExternalMaterials"] = own == "Train" if external is None else external
    here = rooms is None or ROOM_TYPES[layout.room_type] in rooms
    look = (state.seed, state.draws) if here else state.look
    value |= {
        "chosenRoomTypes": list(ROOM_TYPES.values()) if rooms is None else rooms,
        "totalMaterialsConsidered": len(load_model(layout).geometry.colours) if here else 0,
    }
    return Result(dataclasses.replace(state, look=look, draws=state.draws + 1), value)


def reset_materials(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """ResetMaterials: the looks of the load."""
    return Result(dataclasses.replace(state, look=None))


def scene_split(scene: str) -> str:
    """Train, Val or Test: by the scene's number modulo 100, or by its name in RoboTHOR."""
    for name in SPLITS:
        if name in scene:
            return name
    number = int(re.sub(r"\D", "", scene)) % 100
    return "Train" if number <= LAST_TRAIN else "Val" if number <= LAST_VAL else "Test"


@lru_cache(maxsize=8)
def dressed(layout: Layout, hidden: frozenset[str], look: Look) -> Geometry:
    """A scene's geometry in another look."""
    geometry = load_model(layout, hidden).geometry
    rng = seeding.generator(*look, "RandomizeMaterials", layout.scene)
    colours = geometry.colours.copy()
    for texture in np.unique(geometry.textures):
        rows = np.flatnonzero(geometry.textures == texture)
        colours[rows] = geometry.colours[rng.permutation(rows)]
    return dataclasses.replace(geometry, colours=colours)


def _rooms(given: list[str] | None) -> list[str] | None:
    if given is None:
        return None
    if not given:
        raise ActionError("inRoomTypes must not be empty.")
    known = {name.lower(): name for name in ROOM_TYPES.values()}
    unknown = [name for name in given if name.lower() not in known]
    if unknown:
        raise ActionError(f"Unknown room type {unknown[0]!r}. Known: {[*known.values()]}.")
    return [known[name.lower()] for name in given]
