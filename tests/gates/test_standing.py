"""Nothing floats, is sunk, or stands out from its wall: over the boxes of all scenes."""

from collections import Counter

import numpy as np
import pytest

from flowbench.geometry.boxes import bounds, penetration, place
from flowbench.simulators import scenes
from flowbench.simulators.boxes import THIN_TYPES
from flowbench.simulators.embedded.loading import load_scene
from flowbench.simulators.fitting import fit_bodies

ALL = scenes.scene_names("ithor") + scenes.scene_names("robothor")
SAMPLED = ALL[7::16]
REACH_M = 0.03  # what is this near touches: boxes are conservative inside
GAP_M = 0.065  # air below something small: rackets lean, balls and pillows lie in soft hollows
SOFT_GAP_M = 0.15  # cushions and arms are shaped by us
GAP_MOVEABLE_M = 0.35  # feet of furniture are not modelled
WALL_HANDLES = {"TowelHolder", "HandTowelHolder", "ToiletPaperHanger"}
BENT_TYPES = {
    "BaseballBat",
    "Bathtub",
    "Faucet",
    "ShowerHead",
    "Sink",
    "StoveKnob",
    "ToiletPaperHanger",
    "TowelHolder",
    "HandTowelHolder",
}
CLOSED_TYPES = {"Bathtub", "Cabinet", "Carcass", "CounterTop", "Dresser", "Sink"}
SHEET_M = 0.03
HANGING_OFF_M = {"Window": 0.03, "Blinds": 0.06, "Curtains": 0.09}  # the latter two hang before the window
BELOW_FLOOR_M = 0.05
SUNK_M = 0.10
SEATS = {"ArmChair", "Chair", "Stool"}
TOPS = {"CounterTop", "Desk", "DiningTable", "SideTable"}
OVERLAPPING = {  # the source's own boxes of these reach far into others
    "CounterTop|-01.81|+01.36|+01.18",
    "ShelvingUnit|+01.55|+01.40|+00.37",
    "SideTable|-00.03|+00.10|-02.55",
    "Sink|-01.99|+01.14|-00.98",
    "Statue|-00.44|+00.18|+02.65",
    "Vase|+02.95|+00.23|-03.21",
}
SOFT_TYPES = {"ArmChair", "Bed", "Cloth", "Chair", "DogBed", "Pillow", "Sofa", "Towel", "HandTowel", "TeddyBear"}


@pytest.fixture(params=[pytest.param(name, marks=[] if name in SAMPLED else [pytest.mark.slow]) for name in ALL])
def room(request):
    return Room(load_scene(request.param), fit_bodies(scenes.load_facts(request.param)))


class Room:
    """World collision boxes of a scene, and what of it holds together with floor, walls and ceiling."""

    def __init__(self, layout, bodies):
        self.layout, self.items, self.bodies = layout, layout.objects, bodies
        self.boxes = [place(shape(item), item.pose) for item in self.items]
        self.extents = [extent(boxes) for boxes in self.boxes]
        self.solid = [k for k, boxes in enumerate(self.boxes) if len(boxes)]
        self.mobile = [self._moves(item) for item in self.items]

    def _moves(self, item):
        """Whether it or what it is built into can be moved."""
        while item.carrier is not None:
            item = self.items[self.layout.index[item.carrier]]
        return item.pickupable or item.moveable

    def touch(self, a, b, reach=REACH_M):
        (low_a, high_a), (low_b, high_b) = self.extents[a], self.extents[b]
        if (low_a > high_b + reach).any() or (low_b > high_a + reach).any():
            return False
        return any(penetration(grown(x, reach), y) > 0.0 for x in self.boxes[a] for y in self.boxes[b])

    def is_held(self, k):
        """Whether it touches the floor, a wall or the ceiling, or is built into something closed that it lies in."""
        low, high = self.extents[k]
        corner, other = self.layout.floor.min(axis=0), self.layout.floor.max(axis=0)
        gaps = [*(low[[0, 2]] - corner), *(other - high[[0, 2]]), low[1], self.layout.ceiling_m - high[1]]
        return min(gaps) <= REACH_M

    def grounded(self):
        """Numbers of all that holds together with floor, walls and ceiling; movable things hold no fixed ones."""
        found = [k for k in self.solid if self.is_held(k)]
        for k in found:  # grows while it is walked
            found += [
                j
                for j in self.solid
                if j not in found
                and (self.mobile[j] or not self.mobile[k])
                and (self.is_part(j, k) or self.touch(j, k))
            ]
        return set(found)

    def may_hold(self, holder, other):
        """Movable things hold no fixed ones, but for plinths put on them."""
        return self.mobile[other] or not self.mobile[holder] or self.items[other].object_type == "Carcass"

    def is_part(self, part, owner):
        """Whether something is built into another, within its box."""
        if self.items[part].carrier != self.items[owner].object_id:
            return False
        item = self.items[owner]
        low, high = extent([*self.boxes[owner], place(item.box[None], item.pose)[0]])
        low_part, high_part = self.extents[part]
        return item.object_type in CLOSED_TYPES and bool(
            (low - REACH_M < high_part).all() and (high + REACH_M > low_part).all()
        )

    def name(self, k):
        return self.items[k].object_id


def shape(item):
    """The collision boxes of an object; for taps and the like, which are thin and bent, its whole box."""
    return item.box[None] if item.object_type in BENT_TYPES else item.boxes


def extent(boxes):
    ends = [bounds(box) for box in boxes] or [(np.full(3, np.inf), np.full(3, -np.inf))]
    return np.min([end[0] for end in ends], axis=0), np.max([end[1] for end in ends], axis=0)


def grown(box, reach):
    box = box.copy()
    box[3:6] += reach
    return box


def test_fixed_things_hold_together_with_floor_walls_or_ceiling(room):
    held = room.grounded()
    fixed = [k for k in room.solid if not room.mobile[k]]
    floating = [room.name(k) for k in fixed if k not in held]
    print(f"{room.layout.scene}: {len(fixed)} fixed things, {len(floating)} floating: {floating}")
    assert not floating


def test_movable_things_rest_lean_or_hang(room):
    held = room.grounded()
    movable = [k for k, item in enumerate(room.items) if (item.pickupable or item.moveable) and item.carrier is None]
    how = {k: rests(room, k, held) for k in movable}
    floating = [room.name(k) for k in movable if how[k] == "floats"]
    print(f"{room.layout.scene}: {dict(Counter(how.values()))}: {floating}")
    assert not floating


def rests(room, k, held):
    item = room.items[k]
    if room.layout.load_gaps_m[k] <= (GAP_MOVEABLE_M if item.moveable else GAP_M):
        return "stands"
    if any(parent.split("|")[0] in WALL_HANDLES for parent in item.parents):
        return "hangs on its holder"
    if any(parent.split("|")[0] == "GarbageCan" for parent in item.parents):
        return "lies in a bin"
    if k in held:
        return "leans or is wedged"
    if room.layout.load_gaps_m[k] <= SOFT_GAP_M and lies_in(room, k, SOFT_TYPES):
        return "lies in upholstery"
    return "floats"


def lies_in(room, k, types):
    """Whether the middle of an object is within the box of another one of some types."""
    centre = place(room.items[k].box[None], room.items[k].pose)[0][:3]
    ends = [bounds(place(item.box[None], item.pose)[0]) for item in room.items if item.object_type in types]
    return any((centre > low - REACH_M).all() and (centre < high + REACH_M).all() for low, high in ends)


def test_nothing_is_sunk(room):
    below = [room.name(k) for k in room.solid if room.extents[k][0][1] < -BELOW_FLOOR_M and not is_floor(room, k)]
    depths = room.layout.load_depths_m
    deep = [(int(a), int(b)) for a, b in np.argwhere(np.triu(depths) > SUNK_M) if not may_overlap(room, a, b)]
    named = [(room.name(a), room.name(b), round(float(depths[a, b]), 3)) for a, b in deep]
    print(f"{room.layout.scene}: below the floor {below}; deeper than {SUNK_M} m in each other {named}")
    assert not below and not named


def is_floor(room, k):
    return room.items[k].object_type == "Floor"


def may_overlap(room, a, b):
    """What the source puts into each other: fixed things, contents, seats under tables, what soft things yield."""
    one, other = room.items[a], room.items[b]
    types = {one.object_type, other.object_type}
    named = bool(OVERLAPPING & {one.object_id, other.object_id})
    related = one.object_id in other.parents or other.object_id in one.parents
    parts = room.layout.parts
    built_in = one.object_id in parts[other.object_id] or other.object_id in parts[one.object_id]
    pushed_under = bool(types & SEATS) and bool(types & TOPS)
    soft, fixed = bool(types & SOFT_TYPES), not (room.mobile[a] or room.mobile[b])
    return named or related or built_in or pushed_under or soft or fixed


def test_sheets_are_flat_and_hang_at_a_wall(room):
    sheets = [item for item in room.items if item.object_type in THIN_TYPES]
    for item in sheets:
        mesh = room.bodies[item.object_id].mesh
        assert len(item.boxes) == 0, "a sheet blocks"
        assert np.ptp(mesh.vertices[:, 2]) <= SHEET_M, item.object_id
    off = {item.object_id: off_wall(room, item) for item in sheets if item.object_type in HANGING_OFF_M}
    far = {name: gap for name, gap in off.items() if gap > HANGING_OFF_M[name.split("|")[0]]}
    print(f"{room.layout.scene}: {len(sheets)} sheets, {len(off)} at walls, standing out: {far}")
    assert not far


def off_wall(room, item):
    """Distance from the back of a sheet to the nearest wall, or piece of one, that runs along it."""
    box = place(item.box[None], item.pose)[0]
    (low, high), ahead = bounds(box), box[12:15]
    corner, other = room.layout.floor.min(axis=0), room.layout.floor.max(axis=0)
    gaps = [low[0] - corner[0], other[0] - high[0]] if abs(ahead[0]) > 0.7 else [low[2] - corner[1], other[1] - high[2]]
    for k in room.solid:
        if room.items[k].object_type == "Carcass":
            back = box.copy()
            back[3:6] += 2.0 * REACH_M
            gaps += [REACH_M for wall in room.boxes[k] if penetration(back, wall) > 0.0]
    return round(float(min(gaps)), 3)
