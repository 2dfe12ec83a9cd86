"""The table of environments: strings only, so that importing it loads nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import gymnasium

from flowbench.errors import BadValue, UnknownName


@dataclass(frozen=True)
class Entry:
    """One environment: where its parts live, as "module:attribute".

    Attributes:
        family: "rooms", "games" or "processes".
        env: the Gymnasium class.
        rule: the module with the pure functions (`propose`, `label`, ... in rooms).
        planner: the scripted agent's class.
        annotator: the function Transition -> Item.
        kwargs: JSON values the environment is made with by default.
    """

    id: str
    family: str
    env: str
    rule: str
    planner: str
    annotator: str
    kwargs: Mapping[str, Any] = field(default_factory=dict)


_ENTRIES: dict[str, Entry] = {}


def register(entry: Entry) -> None:
    """Add an environment, from inside the package or outside it. The same entry twice is one registration.

    Raises:
        BadValue: if another entry has this id.
    """
    if _ENTRIES.get(entry.id) == entry:
        return
    if entry.id in _ENTRIES or entry.id in gymnasium.registry:
        raise BadValue(f"An environment {entry.id!r} is registered already. Register yours under another id.")
    _ENTRIES[entry.id] = entry
    gymnasium.register(id=entry.id, entry_point=entry.env, kwargs=dict(entry.kwargs))


def ids(family: str | None = None) -> tuple[str, ...]:
    """The registered ids, all or those of a family, in the order they were registered."""
    return tuple(env_id for env_id, found in _ENTRIES.items() if family in (None, found.family))


def entry(env_id: str) -> Entry:
    """The entry of an id; a `flowbench:` prefix is accepted.

    Raises:
        UnknownName: if there is none; offers the nearest match.
    """
    bare = env_id.removeprefix("flowbench:")
    if bare not in _ENTRIES:
        raise UnknownName.among("environment", env_id, _ENTRIES)
    return _ENTRIES[bare]


def resolve(reference: str) -> Any:
    """Import the object behind "module:attribute", or the module behind "module"."""
    module, _, attribute = reference.partition(":")
    loaded = import_module(module)
    return getattr(loaded, attribute) if attribute else loaded


def rule_of(category: str) -> Any:
    """The rule of a category of rooms: named like its module, or from outside the package by its `CATEGORY`.

    Raises:
        UnknownName: offers the nearest.
    """
    own = {found.rule.rsplit(".", 1)[-1]: found.rule for found in _ENTRIES.values() if found.family == "rooms"}
    if category in own:
        return resolve(own[category])
    for reference in own.values():
        if not reference.startswith("flowbench.") and getattr(resolve(reference), "CATEGORY", None) == category:
            return resolve(reference)
    raise UnknownName.among("category", category, own)


def _rooms(category: str, module: str, planner: str = "witnesses") -> Entry:
    return Entry(
        id=f"FlowBench-{category}-v0",
        family="rooms",
        env=f"flowbench.envs.rooms.{module}:{category}Env",
        rule=f"flowbench.rules.rooms.{module}",
        planner=f"flowbench.planners.rooms.{planner}:{category}Planner",
        annotator="flowbench.annotators.item:annotate_room",
    )


def _game(name: str, module: str) -> Entry:
    return Entry(
        id=f"Game2Real-{name}-v0",
        family="games",
        env=f"flowbench.envs.games.{module}:{name}Env",
        rule=f"flowbench.rules.games.{module}.game:{name}",
        planner="flowbench.planners.solver:SolverPlanner",
        annotator="flowbench.annotators.game_item:annotate_game",
    )


def _process(name: str, module: str) -> Entry:
    return Entry(
        id=f"VGI-{name}-v0",
        family="processes",
        env=f"flowbench.envs.processes.{module}:{name}Env",
        rule=f"flowbench.rules.processes.{module}.process:{name}",
        planner="flowbench.planners.process_solver:ProcessPlanner",
        annotator="flowbench.annotators.process_item:annotate_process",
    )


_GAMES = (
    _game("MissingTiles", "missing_tiles"),
    _game("HiddenObject", "hidden_object"),
    _game("DotShape", "dot_shape"),
    _game("BlockCounting", "block_counting"),
    _game("ColorSwap", "color_swap"),
    _game("CubeNet", "cube_net"),
    _game("CylinderColoring", "cylinder_coloring"),
    _game("RollingCube", "rolling_cube"),
)  # fmt: skip


_PROCESSES = (
    _process("MazeSquare", "maze_square"),
    _process("MazeRound", "maze_round"),
    _process("SlidingPuzzle", "sliding_puzzle"),
    _process("JigsawPuzzle", "jigsaw_puzzle"),
    _process("HanoiTower", "hanoi_tower"),
    _process("LeaveParkingLot", "leave_parking_lot"),
    _process("PolyformTiling", "polyform_tiling"),
    _process("EulerPath", "euler_path"),
    _process("Sorting", "sorting"),
    _process("PickUnique", "pick_unique"),
    _process("ColorMix", "color_mix"),
    _process("ObjectPacking", "object_packing"),
    _process("ClassifyBlocks", "classify_blocks"),
)  # fmt: skip


def register_all() -> None:
    """Register the environments of this package."""
    for built_in in (
        _rooms("Occlusion", "occlusion"),
        _rooms("LeftRight", "left_right"),
        _rooms("NearObject", "near_object"),
        _rooms("DepthOrder", "depth_order"),
        _rooms("CountNear", "count_near"),
        _rooms("ClosestThree", "closest_three"),
        _rooms("CloserTo", "closer_to"),
        _rooms("ContactWall", "contact_wall"),
        _rooms("Feasibility", "feasibility"),
        _rooms("Sandbox", "sandbox", planner="sandbox"),
    ):
        register(built_in)
    for built_in in (*_GAMES, *_PROCESSES):
        register(built_in)
