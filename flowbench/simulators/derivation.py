"""From the metadata of a scene to what ships: boxes with body axes, walls, carriers, counters, shells.

Runs when the scene files are built (`scripts/build_scenes.py`); loading a scene only reads them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from flowbench.geometry.boxes import bounds
from flowbench.records import Floats, Pose
from flowbench.simulators import basins, counters, mounts, parts, stretching, structure
from flowbench.simulators.boxes import THIN_TYPES, Source, make_box, raw_box, with_heights
from flowbench.simulators.fronts import FLAT_TYPES, Scene, body_box
from flowbench.simulators.surfaces import surfaces

BACK_REACH_M = 0.35
COUNTER_AIR_M = 0.02  # a counter's box is this much air above it
SUNK_M = 0.05
FEET_M = 0.03
RAISED_M = 0.35
UPRIGHT = 0.999
STANDING_TYPES = frozenset(
    {
        "ArmChair",
        "Bathtub",
        "Bed",
        "Chair",
        "CoffeeTable",
        "Desk",
        "DiningTable",
        "Dresser",
        "SideTable",
        "Sofa",
        "Toilet",
    }
)
BURNER_M = 0.008
TAKES_NO_SPACE = FLAT_TYPES | parts.BASIN_TYPES | parts.STOVE_TYPES | {"CounterTop", "Floor"}


@dataclass(frozen=True, eq=False)
class Derived:
    """What is known of a scene beyond its metadata; all in the world frame.

    Attributes:
        boxes: object id -> (15,) world box with the axes of the body, shells included.
        carriers: part id -> id of what it is built into.
        pieces: counter id -> the rectangles that are counter and closed down to the floor, sinks cut out.
        open_pieces: counter id -> those below which something movable stands.
        carcasses: shell id -> the shell.
        surfaces: furniture id -> heights above its box's bottom at which it carries things, the main one first.
    """

    room: tuple[structure.Side, ...]
    boxes: dict[str, Floats]
    carriers: dict[str, str]
    pieces: dict[str, tuple[counters.Rectangle, ...]]
    open_pieces: dict[str, tuple[counters.Rectangle, ...]]
    carcasses: dict[str, parts.Carcass]
    surfaces: dict[str, tuple[float, ...]]
    ceiling_m: float
    inner_walls: bool


def derive(sources: Sequence[Source]) -> Derived:
    """Everything derived of one scene."""
    raw = _raw_boxes(sources)
    room = structure.sides(sources, raw)
    things = list(zip(sources, raw, strict=True))
    pieces = {
        source.object_id: counters.pieces(source, box, things, room)
        for source, box in things
        if source.object_type == "CounterTop"
    }
    carried = parts.carriers(sources, raw, pieces)
    shells = {f"Carcass|{k}": shell for k, shell in enumerate(parts.carcasses(sources, raw, carried))}
    for owner, chest in parts.chests(sources, raw, carried, surfaces(sources, dict(_named(sources, raw)), carried)):
        shell_id = f"Carcass|{len(shells)}"
        shells[shell_id], carried[shell_id] = chest, owner
    carried |= {part: shell_id for shell_id, shell in shells.items() for part in shell.parts}
    everything = [*sources, *(_shell_source(shell_id, shell) for shell_id, shell in shells.items())]
    raw += [raw_box(source) for source in everything[len(sources) :]]
    before_fronts = {source.object_id: box for source, box in zip(everything, raw, strict=True)}
    scene = Scene(everything, before_fronts, carried, _obstacles(things, pieces), room)
    boxes = {source.object_id: _final_box(source, scene) for source in everything}
    boxes |= _basins_and_cupboards(sources, boxes, carried)
    solid = [box for source, box in things if source.object_type != "Floor"]
    kinds = {
        key: counters.closed_and_open(
            counters.without_sinks(rectangles, before_fronts[key], things), before_fronts[key], things
        )
        for key, rectangles in pieces.items()
    }
    ceiling_m = structure.ceiling_height(solid)
    placed = [(source, boxes[source.object_id]) for source in everything]
    hung = stretching.stretched(mounts.mounts(placed, frozenset(carried), room, ceiling_m), placed, room)
    for mount in hung:
        shell_id = f"Carcass|{len(shells)}"
        shells[shell_id], boxes[shell_id] = parts.Carcass(mount.kind, bounds(mount.box), ()), mount.box
    return Derived(
        room=room,
        boxes=boxes,
        carriers=carried,
        pieces={key: closed for key, (closed, _) in kinds.items()},
        open_pieces={key: opened for key, (_, opened) in kinds.items()},
        carcasses=shells,
        surfaces=surfaces(sources, boxes, carried),
        ceiling_m=ceiling_m,
        inner_walls=structure.has_inner_walls(things, room) or any(mount.kind == "partition" for mount in hung),
    )


def _basins_and_cupboards(
    sources: Sequence[Source], boxes: dict[str, Floats], carried: dict[str, str]
) -> dict[str, Floats]:
    """The basins of sinks, made to lie in them, and the cupboards that end before them."""
    types = {source.object_id: source.object_type for source in sources}
    pairs = {
        part: owner for part, owner in carried.items() if types.get(part) == "SinkBasin" and types.get(owner) == "Sink"
    }
    changed = {part: basins.nested(boxes[part], boxes[owner]) for part, owner in pairs.items()}
    cupboards = {name: boxes[name] for name, kind in types.items() if kind == "Cabinet"}
    for part, owner in pairs.items():
        cupboards = {name: basins.in_front_of(box, boxes[owner], changed[part]) for name, box in cupboards.items()}
    return changed | cupboards


def _named(sources: Sequence[Source], boxes: Sequence[Floats]) -> list[tuple[str, Floats]]:
    return [(source.object_id, box) for source, box in zip(sources, boxes, strict=True)]


def _raw_boxes(sources: Sequence[Source]) -> list[Floats]:
    raw = [raw_box(source) for source in sources]
    things = list(zip(sources, raw, strict=True))
    return [_raw_box(source, box, things) for source, box in things]


def _raw_box(source: Source, box: Floats, things: Sequence[counters.Thing]) -> Floats:
    if source.object_type != "CounterTop":
        return _standing(source, box)
    box = counters.under_its_things(source, box, things) if counters.is_turned(box) else box
    low, high = bounds(box)
    return with_heights(box, max(float(low[1]), float(high[1]) - COUNTER_AIR_M), float(high[1]))


def _standing(source: Source, box: Floats) -> Floats:
    """A box that ends at the floor: cut where it reaches below, and stretched to it below furniture that has feet."""
    low, high = (float(end[1]) for end in bounds(box))
    is_upright = abs(float(box[10])) > UPRIGHT
    sunk = low < -SUNK_M
    raised = not source.moves and source.object_type in STANDING_TYPES and FEET_M < low < RAISED_M
    return with_heights(box, 0.0, high) if is_upright and (sunk or raised) and source.object_type != "Floor" else box


def _shell_source(shell_id: str, shell: parts.Carcass) -> Source:
    low, high = shell.extent
    x, y, z = ((low + high) / 2.0).tolist()
    return Source(shell_id, "Carcass", Pose((x, y, z)), low, high, None, None, ())


def _obstacles(
    things: Sequence[counters.Thing], pieces: dict[str, tuple[counters.Rectangle, ...]]
) -> list[tuple[str, parts.Extent]]:
    """Fixed things that a door or drawer could not open into."""
    solid = [
        (source.object_id, bounds(box))
        for source, box in things
        if source.object_type not in TAKES_NO_SPACE and not source.moves
    ]
    slabs = [
        (source.object_id, slab)
        for source, box in things
        for slab in parts.grounded(pieces.get(source.object_id, ()), bounds(box))
    ]
    return solid + slabs


def _final_box(source: Source, scene: Scene) -> Floats:
    if source.object_type == "Floor":
        return structure.floor_box(scene.room)
    box = body_box(source, scene)
    if source.object_type in THIN_TYPES:
        return structure.thin_box(source.object_type, box, scene.room)
    if source.object_type == "StoveBurner":
        return _on_top(box, scene.boxes.get(scene.carriers.get(source.object_id, "")))
    return _to_wall(box, scene.room) if source.object_type == "Carcass" else box


def _on_top(burner: Floats, counter: Floats | None) -> Floats:
    """A burner that would vanish in the slab of its counter, laid on top of it instead."""
    if counter is None or bounds(burner)[1][1] > bounds(counter)[1][1] + BURNER_M:
        return burner
    lifted = burner.copy()
    lifted[1], lifted[4] = bounds(counter)[1][1] + BURNER_M / 2.0, BURNER_M / 2.0
    return lifted


def _to_wall(box: Floats, room: Sequence[structure.Side]) -> Floats:
    """A shell grown backwards to the wall when that is within 0.35 m."""
    ahead = box[12:15]
    behind = max(room, key=lambda side: float(side.normal @ ahead))
    gap = behind.gap(*bounds(box))
    if not 0.0 < gap < BACK_REACH_M:
        return box
    size = 2.0 * box[3:6]
    return make_box(box[:3] - ahead * gap / 2.0, size + np.array([0.0, 0.0, gap]), box[6:].reshape(3, 3))
