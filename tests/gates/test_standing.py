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
GAP_M = 0.05  # air below something picked up easily
GAP_MOVEABLE_M = 0.35  # feet of furniture are not modelled
WALL_HANDLES = {"TowelHolder", "HandTowelHolder", "ToiletPaperHanger"}
SHEET_M = 0.03
WINDOW_OFF_M = 0.03
HANGING_OFF_M = 0.08  # curtains and blinds hang before the window
BELOW_FLOOR_M = 0.05
SUNK_M = 0.10
SOFT_TYPES = {"ArmChair", "Bed", "Cloth", "Chair", "DogBed", "Pillow", "Sofa", "Towel", "HandTowel", "TeddyBear"}


@pytest.fixture(params=[pytest.param(name, marks=[] if name in SAMPLED else [pytest.mark.slow]) for name in ALL])
def room(request):
    return Room(load_scene(request.param), fit_bodies(scenes.load_facts(request.param)))


class Room:
    """World collision boxes of a scene, and what of it holds together with floor, walls and ceiling."""

    def __init__(self, layout, bodies):
        self.layout, self.items, self.bodies = layout, layout.objects, bodies
        self.boxes = [place(item.boxes, item.pose) for item in self.items]
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
                if j not in found and (self.mobile[j] or not self.mobile[k]) and (self.is_part(j, k) or self.touch(j, k))
            ]
        return set(found)

    def is_part(self, part, owner):
        """Whether something is built into another, within its box."""
        if self.items[part].carrier != self.items[owner].object_id:
            return False
        item = self.items[owner]
        (low, high), (low_part, high_part) = bounds(place(item.box[None], item.pose)[0]), self.extents[part]
        closed = item.object_type in {"Sink", "Bathtub", "Dresser", "Cabinet", "Carcass", "CounterTop"}
        return closed and bool((low - REACH_M < high_part).all() and (high + REACH_M > low_part).all())

    def name(self, k):
        return self.items[k].object_id


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
    if k in held:
        return "touches"
    return "floats"
