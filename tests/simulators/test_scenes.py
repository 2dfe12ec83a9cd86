import hashlib
import importlib.util
import json
import subprocess
import sys
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
import shapely

from flowbench.errors import UnknownName
from flowbench.geometry.boxes import bounds, place
from flowbench.records import Layout
from flowbench.simulators import scenes
from flowbench.simulators.facts import ObjectFacts, SceneFacts
from flowbench.simulators.fitting import fit_bodies
from flowbench.simulators.structure import FLOOR_THICKNESS_M

ROOT = Path(__file__).resolve().parents[2]
EXCERPT = json.loads((ROOT / "tests" / "data" / "ithor_metadata.json").read_text(encoding="utf-8"))
SCENES = scenes.scene_names("ithor")
ROBOTHOR = scenes.scene_names("robothor")
ROOM_TYPES = ("kitchen", "living_room", "bedroom", "bathroom")
SHEET_TYPES = {"Window", "Blinds", "Curtains", "ShowerCurtain", "ShowerGlass", "ShowerDoor"}
REMADE_TYPES = SHEET_TYPES | {"Floor", "SinkBasin", "Toilet"}
# The source has these outside their rooms.
LEFT_OUTSIDE = {"Faucet|+00.00|+00.00|+00.00"}


def world_box(item: ObjectFacts) -> np.ndarray:
    return place(item.box[None], item.pose)[0]


def all_facts() -> list[SceneFacts]:
    return [scenes.load_facts(name) for name in SCENES]


def listed(facts: SceneFacts) -> list[ObjectFacts]:
    return [item for item in facts.objects if not item.carcass]


def test_there_are_120_scenes_of_four_room_types():
    rooms = [facts.room_type for facts in all_facts()]
    assert [rooms.count(room) for room in ROOM_TYPES] == [30, 30, 30, 30]
    assert SCENES[0] == "FloorPlan1" and SCENES[-1] == "FloorPlan430"


def test_every_object_of_the_source_is_there():
    assert sum(len(listed(facts)) for facts in all_facts()) == 5670
    assert sum(item.metadata["pickupable"] for facts in all_facts() for item in facts.objects) == 1895
    assert sum(item.metadata["moveable"] for facts in all_facts() for item in facts.objects) == 908


def test_physics_suffix_names_the_same_scene():
    assert scenes.load_facts("FloorPlan1_physics") is scenes.load_facts("FloorPlan1")


def test_unknown_scene_offers_the_nearest():
    with pytest.raises(UnknownName, match="Did you mean 'FloorPlan31[0-9]'"):
        scenes.load_facts("FloorPlan3100")


def test_unknown_source_is_an_error():
    with pytest.raises(UnknownName, match="robothor2"):
        scenes.scene_names("robothor2")


@pytest.mark.parametrize("facts", all_facts(), ids=SCENES)
def test_ids_are_unique_and_references_resolve(facts):
    ids = [item.object_id for item in facts.objects]
    assert len(set(ids)) == len(ids)
    assert {item.carrier for item in facts.objects} <= {None, *ids}
    assert {parent for item in facts.objects for parent in item.parents} <= set(ids)


@pytest.mark.parametrize("facts", all_facts(), ids=SCENES)
def test_boxes_are_finite_right_handed_and_not_flat(facts):
    boxes = np.array([item.box for item in facts.objects])
    axes = boxes[:, 6:].reshape(-1, 3, 3)
    assert np.isfinite(boxes).all()
    assert np.allclose(np.linalg.det(axes), 1.0, atol=1e-6)
    assert (2 * boxes[:, 3:6] >= 0.004 - 1e-9).all()


@pytest.mark.parametrize("facts", all_facts(), ids=SCENES)
def test_walls_enclose_the_centres_of_all_objects(facts):
    centres = np.array([world_box(item)[[0, 2]] for item in facts.objects])
    low, high = facts.floor.min(axis=0), facts.floor.max(axis=0)
    outside = np.maximum(low - centres, centres - high).max(axis=1) > 0.02
    left = {item.object_id for item, is_out in zip(facts.objects, outside, strict=True) if is_out}
    assert left <= LEFT_OUTSIDE


@pytest.mark.parametrize("facts", all_facts(), ids=SCENES)
def test_walls_run_round_the_floor_and_look_inward(facts):
    middle = facts.floor.mean(axis=0)
    corners = {tuple(corner) for corner in facts.floor.tolist()}
    for wall in facts.walls:
        assert {wall.start, wall.end} <= corners
        assert np.dot(middle - np.array(wall.start), wall.inward) > 0.0


@pytest.mark.parametrize("facts", all_facts(), ids=SCENES)
def test_ceiling_is_above_everything_and_sensible(facts):
    tops = [bounds(world_box(item))[1][1] for item in facts.objects]
    assert 2.4 <= facts.ceiling_m <= 3.6
    assert max(tops) <= facts.ceiling_m


@pytest.mark.parametrize("facts", all_facts(), ids=SCENES)
def test_floor_top_is_the_walking_surface(facts):
    floor = next(item for item in facts.objects if item.object_type == "Floor")
    low, high = bounds(world_box(floor))
    assert high[1] == pytest.approx(0.0, abs=1e-4)
    assert high[1] - low[1] == pytest.approx(FLOOR_THICKNESS_M, abs=1e-4)


def test_what_stands_on_the_floor_reaches_it():
    standing = [
        bounds(world_box(item))[0][1]
        for facts in all_facts()
        for item in facts.objects
        if item.object_type in {"Fridge", "Sofa", "GarbageCan", "Bed", "Chair"}
    ]
    assert np.percentile(np.abs(standing), 90) < 0.015


def test_sheets_are_thin_and_never_block():
    sheets = [item for facts in all_facts() for item in facts.objects if not item.blocks]
    assert {item.object_type for item in sheets} == SHEET_TYPES
    assert all(item.size[2] == pytest.approx(0.02) for item in sheets)


@pytest.mark.parametrize("facts", all_facts(), ids=SCENES)
def test_carriers_are_acyclic_and_contain_their_parts(facts):
    known = {item.object_id: item for item in facts.objects}
    for item in facts.objects:
        chain = [item.object_id]
        while (carrier := known[chain[-1]].carrier) is not None:
            assert carrier not in chain
            chain.append(carrier)
    for part in (item for item in facts.objects if item.carrier and item.object_type in {"Drawer", "Shelf"}):
        low, high = bounds(world_box(known[part.carrier]))
        centre = world_box(part)[[0, 2]]
        assert (centre > low[[0, 2]] - 0.05).all() and (centre < high[[0, 2]] + 0.05).all()


@pytest.mark.parametrize("name", ["FloorPlan1", "FloorPlan2", "FloorPlan3", "FloorPlan7", "FloorPlan18"])
def test_counters_leave_the_walkway_free(name):
    counters = [item for item in scenes.load_facts(name).objects if item.object_type == "CounterTop"]
    spanning = max(counters, key=lambda item: item.size[0] * item.size[2])
    cover = shapely.union_all([shapely.box(*piece) for piece in spanning.pieces + spanning.open_pieces])
    assert cover.area < 0.5 * spanning.size[0] * spanning.size[2]


def test_contents_are_what_names_the_receptacle_as_parent():
    facts = scenes.load_facts("FloorPlan1")
    source = {item.object_id: item for item in facts.objects}
    contents = [
        (item.object_id, inside) for item in facts.objects for inside in item.metadata["receptacleObjectIds"] or ()
    ]
    assert contents and all(owner in source[inside].parents for owner, inside in contents)


@pytest.mark.parametrize("name", EXCERPT["scenes"])
def test_boxes_agree_with_the_axis_aligned_boxes_of_the_source(name):
    items = {item.object_id: item for item in scenes.load_facts(name).objects}
    for entry in EXCERPT["scenes"][name]:
        item = items[entry["objectId"]]
        box = entry.get("objectOrientedBoundingBox") or entry["axisAlignedBoundingBox"]
        points = np.array(box["cornerPoints"])
        low, high = bounds(world_box(item))
        fixed = 0.06 if item.asset_id else 0.01
        tolerance = np.inf if item.object_type in REMADE_TYPES else 0.003 if item.mass_kg else fixed
        assert np.abs(low - points.min(axis=0)).max() < tolerance, item.object_id
        assert np.abs(high - points.max(axis=0)).max() < tolerance, item.object_id


@pytest.mark.parametrize("name", EXCERPT["scenes"])
def test_facts_are_those_of_the_source(name):
    facts = scenes.load_facts(name)
    assert [item.object_id for item in listed(facts)] == [entry["objectId"] for entry in EXCERPT["scenes"][name]]
    for item, entry in zip(listed(facts), EXCERPT["scenes"][name], strict=True):
        assert item.mass_kg == pytest.approx(entry.get("mass", 0.0), abs=1e-3)
        assert item.parents == tuple(entry.get("parentReceptacles", ()))
        assert item.metadata["openable"] == entry.get("openable", False)
        assert item.pose.position == pytest.approx([entry["position"][axis] for axis in "xyz"], abs=1e-3)


def test_index_digests_are_those_of_the_files():
    folder = resources.files("flowbench").joinpath("assets", "scenes")
    for row in json.loads(folder.joinpath("index.json").read_text(encoding="utf-8"))["scenes"]:
        data = folder.joinpath(f"{row['scene']}.json").read_bytes()
        assert hashlib.sha256(data).hexdigest() == row["sha256"]


def test_layout_holds_collision_boxes_inside_the_boxes():
    layout = scenes.build_layout(scenes.load_facts("FloorPlan1"))
    assert isinstance(layout, Layout)
    for item in layout.objects:
        grown = 0.03 + np.abs(item.box[3:6, None] * item.box[6:].reshape(3, 3)).sum(axis=0)
        near = [bounds(box) for box in item.boxes if item.object_type not in {"CounterTop"}]
        assert all((low >= item.box[:3] - grown).all() and (high <= item.box[:3] + grown).all() for low, high in near)


def test_bodies_are_made_once():
    facts = scenes.load_facts("FloorPlan1")
    assert fit_bodies(facts) is fit_bodies(facts)


def test_a_drawer_is_made_of_what_its_carrier_is_made_of():
    facts = scenes.load_facts("FloorPlan301")
    fitted, kinds = fit_bodies(facts), {item.object_id: item.object_type for item in facts.objects}
    drawers = [i for i in facts.objects if i.object_type == "Drawer" and kinds.get(i.carrier) in ("Dresser", "Desk")]
    assert drawers
    for drawer in drawers:
        shared = set(fitted[drawer.object_id].mesh.palette) & set(fitted[drawer.carrier].mesh.palette)
        assert shared, drawer.object_id


def test_robothor_has_75_scenes_in_the_source_order():
    assert len(ROBOTHOR) == 75 and ROBOTHOR[:6:5] == ("FloorPlan_Train1_1", "FloorPlan_Train2_1")
    assert ROBOTHOR[59:61] == ("FloorPlan_Train12_5", "FloorPlan_Val1_1") and ROBOTHOR[-1] == "FloorPlan_Val3_5"
    assert scenes.load_facts("FloorPlan_Train1_1_physics") is scenes.load_facts("FloorPlan_Train1_1")
    assert sum(len(listed(scenes.load_facts(name))) for name in ROBOTHOR) == 3045


@pytest.mark.parametrize("name", ROBOTHOR)
def test_robothor_floors_are_approximate_and_their_walls_no_evidence(name):
    facts = scenes.load_facts(name)
    assert (facts.source, facts.room_type) == ("robothor", "apartment")
    assert facts.floor_is_approximate and facts.inner_walls and not any(wall.evidenced for wall in facts.walls)
    assert not any(item.object_type == "Floor" for item in facts.objects)
    centres = np.array([world_box(item)[[0, 2]] for item in facts.objects])
    assert (centres >= facts.floor.min(axis=0) - 0.02).all() and (centres <= facts.floor.max(axis=0) + 0.02).all()
    width, depth = np.ptp(facts.floor, axis=0)
    assert 7.0 < width < 9.5 and 3.0 < depth < 4.6


@pytest.mark.parametrize("name", ROBOTHOR)
def test_robothor_ids_are_unique_and_references_resolve(name):
    items = scenes.load_facts(name).objects
    ids = {item.object_id for item in items}
    assert len(ids) == len(items)
    assert {item.carrier for item in items} <= {None, *ids}
    assert {parent for item in items for parent in item.parents} <= ids


def test_names_that_occur_twice_are_harmless():
    rooms = [scenes.load_facts(name) for name in ROBOTHOR]
    doubled = [facts for facts in rooms if len({item.name for item in facts.objects}) < len(facts.objects)]
    assert doubled
    assert all(len(scenes.build_layout(facts).index) == len(facts.objects) for facts in doubled[:3])


def test_ithor_floors_are_the_sources():
    assert not any(facts.floor_is_approximate for facts in all_facts())


@pytest.mark.slow
def test_rebuilding_gives_the_same_bytes(tmp_path):
    if importlib.util.find_spec("procthor") is None:
        pytest.skip("procthor is not installed (extra `thor`)")
    subprocess.run([sys.executable, ROOT / "scripts" / "build_scenes.py", "--out", tmp_path], check=True)
    folder = ROOT / "flowbench" / "assets" / "scenes"
    assert {path.name for path in folder.iterdir()} == {path.name for path in tmp_path.iterdir()}
    assert all(path.read_bytes() == (tmp_path / path.name).read_bytes() for path in folder.iterdir())
