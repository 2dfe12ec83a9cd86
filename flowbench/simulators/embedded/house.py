"""CreateHouse: the scene becomes the house that a JSON object describes."""

from collections.abc import Iterator, Mapping
from typing import Any

from flowbench.errors import BadValue
from flowbench.simulators import houses, scenes
from flowbench.simulators.embedded.actions import ActionError
from flowbench.simulators.embedded.lifecycle import load_into
from flowbench.simulators.embedded.state import EngineState, Result
from flowbench.simulators.houses.finishes import is_known


def create_house(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """CreateHouse: in the scene "Procedural"; the agent goes to its start pose, where the house has one."""
    house, here = arguments["house"], state.scene.layout.scene
    if here != scenes.PROCEDURAL and not houses.is_house(here):
        raise ActionError(f"CreateHouse needs the scene {scenes.PROCEDURAL}, and this is {here}.")
    unknown = sorted({name for name in _materials(house) if not is_known(name)})
    if unknown:
        raise ActionError(f"Invalid materials: {', '.join(unknown)}.")
    try:
        facts = houses.create(house)
    except BadValue as e:
        raise ActionError(f"Exception creating house. {e}") from e
    return Result(load_into(state, facts.scene))


def _materials(house: Mapping[str, Any]) -> Iterator[str]:
    """The names of all materials of walls, floors and the ceiling."""
    parameters = house.get("proceduralParameters")
    given = [parameters.get("ceilingMaterial")] if isinstance(parameters, Mapping) else []
    for key, field in (("walls", "material"), ("rooms", "floorMaterial")):
        rows = house.get(key)
        given += [row.get(field) for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []
    for value in given:
        name = value.get("name") if isinstance(value, Mapping) else value
        if isinstance(name, str) and name:
            yield name
