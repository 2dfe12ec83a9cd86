"""Ids, classes and their names: one surface a number, and nothing where nothing is."""

import numpy as np
import pytest

from flowbench.annotators.segmentation import class_map, class_names, instance_table
from flowbench.simulators import scenes
from flowbench.simulators.embedded.colours import BACKGROUND, colour_table
from flowbench.simulators.embedded.engine import Engine
from flowbench.simulators.embedded.loading import load_scene
from tests import toy

LAYOUT = toy.scene(
    [toy.box_object(f"Mug|{k}", (k - 1.0, 0.05, 3.0), (0.1, 0.1, 0.1), kind="Mug") for k in range(2)]
    + [toy.box_object("Pot|0", (2.0, 0.1, 3.0), (0.2, 0.2, 0.2), kind="Pot")]
).layout
NUMBERS = LAYOUT.surface_ids
IDS = np.array([[0, 0, 0, NUMBERS["Mug|0"]], [0, NUMBERS["Pot|0"], NUMBERS["Pot|0"], NUMBERS["Mug|1"]]], np.int32)
ALL = scenes.scene_names("ithor") + scenes.scene_names("robothor")
SAMPLED = ALL[3::39]


def test_the_table_lists_what_is_in_the_picture_and_nothing_else():
    assert instance_table(LAYOUT, IDS) == {
        str(NUMBERS[name]): {"objectId": name, "objectType": name.split("|")[0]} for name in ("Mug|0", "Mug|1", "Pot|0")
    }


# trouble report R14: classes are no instances, and what belongs to nothing stays nothing
def test_classes_number_the_types_and_leave_out_where_nothing_is():
    classes, names = class_map(LAYOUT, IDS)
    assert [[names.get(str(number)) for number in row] for row in classes.tolist()] == [
        [None, None, None, "Mug"],
        [None, "Pot", "Pot", "Mug"],
    ]
    assert np.count_nonzero(classes == 0) == np.count_nonzero(IDS == 0) == 4
    assert not set(names.values()) & {entry["objectId"] for entry in instance_table(LAYOUT, IDS).values()}


# trouble report R14: no two surfaces share an id or a colour, no class has the colour of a surface
@pytest.mark.parametrize("name", [pytest.param(n, marks=[] if n in SAMPLED else [pytest.mark.slow]) for n in ALL])
def test_ids_and_colours_belong_to_one_surface_each(name):
    layout = load_scene(name)
    table = colour_table(layout)
    colours = [BACKGROUND, *table.instances.values(), *table.classes.values()]
    assert len(set(colours)) == len(colours)
    assert len(set(layout.surfaces)) == len(layout.surfaces) == len(layout.surface_ids) == len(table.instances)
    assert not set(table.classes) & set(table.instances)
    assert tuple(table.class_of[surface] for surface in layout.surfaces) == class_names(layout)


# trouble report R14: every colour of a frame has a name, and every name listed has pixels
@pytest.mark.parametrize("name", ["FloorPlan1", "FloorPlan_Train1_1"])
def test_colours_of_a_frame_and_names_in_the_picture_are_the_same_things(name):
    engine = Engine(96, 96, "flat")
    engine.step("Reset", sceneName=name)
    event = engine.step("Initialize", snapToGrid=False)
    colours, counts = np.unique(event.instance_segmentation_frame.reshape(-1, 3), axis=0, return_counts=True)
    named = {event.color_to_object_id[tuple(colour)]: count for colour, count in zip(colours, counts, strict=True)}
    assert named == {surface: np.count_nonzero(mask) for surface, mask in event.instance_masks.items()}
    seen = {entry["objectId"] for entry in instance_table(event.scene.layout, event.pixels.ids).values()}
    assert seen == set(named) and not seen & set(event.class_masks)
