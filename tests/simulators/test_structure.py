import numpy as np
import pytest

from flowbench.geometry import rotation
from flowbench.geometry.boxes import bounds, corners
from flowbench.records import Pose
from flowbench.simulators import scenes, structure
from flowbench.simulators.boxes import Source, make_box, raw_box
from flowbench.simulators.counters import closed_and_open, pieces, without_sinks
from flowbench.simulators.derivation import derive
from flowbench.simulators.fronts import reframe

UP = np.array([0.0, 1.0, 0.0])


def thing(object_type, low, high, *, number=0, rotation_deg=(0.0, 0.0, 0.0), moves=False, asset_size=None, parents=()):
    low, high = np.array(low, dtype=float), np.array(high, dtype=float)
    x, y, z = ((low + high) / 2).tolist()
    oriented = corners(make_box((low + high) / 2, high - low, np.eye(3))) if moves else None
    object_id = f"{object_type}|{number}"
    return Source(
        object_id, object_type, Pose((x, y, z), rotation_deg), low, high, oriented, asset_size, tuple(parents)
    )


FLOOR = thing("Floor", (-2, -0.5, -3), (2, 0, 3))


def sides_of(*things):
    sources = [FLOOR, *things]
    return structure.sides(sources, [raw_box(source) for source in sources])


def test_wall_is_at_the_outermost_face_near_the_floor_side():
    fridge, chair = thing("Fridge", (-1.8, 0, 0), (-1, 2, 1)), thing("Chair", (-1.5, 0, 0), (-1, 1, 1))
    side = sides_of(fridge, chair)[0]
    assert side.place == pytest.approx(-1.8) and side.evidenced


def test_wall_without_anything_near_is_the_floor_side_and_a_guess():
    side = sides_of(thing("Fridge", (-1.8, 0, 0), (-1, 2, 1)))[1]
    assert side.place == pytest.approx(2.0) and not side.evidenced


def test_windows_do_not_push_walls_out():
    window, fridge = thing("Window", (-2.2, 1, 0), (-1.7, 2, 1)), thing("Fridge", (-1.8, 0, 0), (-1, 2, 1))
    assert sides_of(window, fridge)[0].place == pytest.approx(-1.8)


def test_something_flat_far_inside_shows_that_the_floor_runs_on_behind_the_wall():
    switch = thing("LightSwitch", (-0.5, 1.2, 1.78), (-0.4, 1.35, 1.8))
    side = sides_of(switch)[3]
    assert side.place == pytest.approx(1.8) and side.evidenced


def test_one_movable_thing_is_no_evidence_but_two_things_are():
    bin_ = thing("GarbageCan", (-1.9, 0, 0), (-1.6, 0.5, 0.3), moves=True)
    lamp = thing("FloorLamp", (-1.9, 0, 1), (-1.6, 1.5, 1.3), moves=True)
    assert not sides_of(bin_)[0].evidenced
    assert sides_of(bin_, lamp)[0].evidenced


def test_what_lies_outside_the_floor_defines_no_wall():
    assert sides_of(thing("Faucet", (1.9, 0, -4), (2.1, 0.1, -3.9)))[1].place == pytest.approx(2.0)


def test_inner_walls_show_by_things_hung_far_from_all_four():
    painting = thing("Painting", (0, 1, 0), (1, 1.5, 0.05))
    room = sides_of(thing("Fridge", (-1.8, 0, 0), (-1, 2, 1)))
    assert structure.has_inner_walls([(painting, raw_box(painting))], room)
    assert not structure.has_inner_walls([(FLOOR, raw_box(FLOOR))], room)


def test_ceiling_is_at_least_240_cm_and_above_the_highest_thing():
    low, high = raw_box(thing("Chair", (0, 0, 0), (1, 1, 1))), raw_box(thing("Cabinet", (0, 2, 0), (1, 2.7, 1)))
    assert structure.ceiling_height([low]) == pytest.approx(2.4)
    assert structure.ceiling_height([low, high]) == pytest.approx(2.75)


def test_window_becomes_a_sheet_at_the_wall():
    room = sides_of(thing("Fridge", (-1.8, 0, 0), (-1, 2, 1)))
    window = reframe(raw_box(thing("Window", (-1.9, 1, 0), (-1.6, 2, 1))), UP, np.array([1.0, 0.0, 0.0]))
    low, high = bounds(structure.thin_box("Window", window, room))
    assert (low[0], high[0]) == (pytest.approx(-1.8), pytest.approx(-1.78))


@pytest.mark.parametrize("yaw", [0.0, 90.0, 30.0, 200.0])
def test_known_asset_gives_the_true_size_of_a_fixed_object(yaw):
    size = np.array([0.8, 1.8, 0.6])
    reach = np.abs(rotation.matrix((0.0, yaw, 0.0))) @ size / 2
    fridge = thing("Fridge", -reach, reach, rotation_deg=(0.0, yaw, 0.0), asset_size=tuple(size))
    assert 2 * raw_box(fridge)[3:6] == pytest.approx(size)


def test_turned_box_without_asset_keeps_its_axis_aligned_extent():
    reach = np.abs(rotation.matrix((0.0, 20.0, 0.0))) @ np.array([1.0, 0.5, 0.3])
    box = raw_box(thing("Bathtub", -reach, reach, rotation_deg=(0.0, 20.0, 0.0)))
    assert bounds(box)[1] == pytest.approx(reach)
    assert sorted(box[3:6]) == pytest.approx([0.3, 0.5, 1.0])


@pytest.mark.parametrize("forward", [(1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1)])
def test_reframing_turns_the_axes_and_not_the_box(forward):
    box = make_box(np.zeros(3), np.array([1.0, 2.0, 3.0]), np.eye(3))
    turned = reframe(box, UP, np.array(forward, dtype=float))
    assert turned[12:15] == pytest.approx(forward)
    assert np.linalg.det(turned[6:].reshape(3, 3)) == pytest.approx(1.0)
    assert bounds(turned)[1] == pytest.approx(bounds(box)[1])


def counter_in_a_corner():
    counter = thing("CounterTop", (-2, 0.9, -3), (0, 0.92, 0))
    on_it = [
        thing("Apple", (-1.8, 0.92, -0.5), (-1.7, 1, -0.4), moves=True, parents=[counter.object_id]),
        thing("Bread", (-0.5, 0.92, -2.9), (-0.3, 1, -2.7), moves=True, parents=[counter.object_id]),
    ]
    room = sides_of(counter, *on_it)
    return counter, [(item, raw_box(item)) for item in on_it], room


def test_corner_counter_is_two_strips():
    counter, things, room = counter_in_a_corner()
    strips = pieces(counter, raw_box(counter), things, room)
    assert sorted(strips) == [pytest.approx((-2, -3, -1.35, 0)), pytest.approx((-2, -3, 0, -2.35))]


def test_island_is_whole():
    island = thing("CounterTop", (-1, 0.9, -1), (0.5, 0.92, 1))
    assert pieces(island, raw_box(island), [], sides_of(island)) == ((-1, -1, 0.5, 1),)


def test_sink_leaves_a_hole_of_its_size():
    counter = raw_box(thing("CounterTop", (-1, 0.9, -1), (1, 0.92, 1)))
    sink = thing("Sink", (-0.51, 0.6, -0.31), (0.51, 0.92, 0.31))
    rest = without_sinks([(-1, -1, 1, 1)], counter, [(sink, raw_box(sink))])
    assert sum((x1 - x0) * (z1 - z0) for x0, z0, x1, z1 in rest) == pytest.approx(4 - 1.0 * 0.6)


def test_counter_is_open_where_a_stool_stands_below():
    counter = raw_box(thing("CounterTop", (-1, 0.9, 0), (1, 0.92, 0.6)))
    stool = thing("Stool", (0.5, 0, 0.1), (0.9, 0.7, 0.5), moves=True)
    closed, opened = closed_and_open([(-1, 0, 1, 0.6)], counter, [(stool, raw_box(stool))])
    assert opened == (pytest.approx((0.45, 0, 0.95, 0.6)),)
    assert all(x1 <= 0.45 + 1e-9 or x0 >= 0.95 - 1e-9 for x0, _, x1, _ in closed)


def test_drawers_ride_with_the_dresser_that_holds_them_and_face_its_way():
    size = (1.0, 0.9, 0.5)
    dresser = thing("Dresser", (-0.5, 0, -0.25), (0.5, 0.9, 0.25), rotation_deg=(0.0, 180.0, 0.0), asset_size=size)
    drawer = thing("Drawer", (-0.45, 0.1, -0.25), (0.45, 0.3, 0.2))
    derived = derive([FLOOR, dresser, drawer])
    assert derived.carriers == {drawer.object_id: dresser.object_id}
    assert derived.boxes[drawer.object_id][12:15] == pytest.approx(derived.boxes[dresser.object_id][12:15])


def test_lone_stack_of_shelves_gets_a_shell_and_burners_a_stove():
    shelves = [thing("Shelf", (0, y, 0), (0.8, y + 0.3, 0.3), number=k) for k, y in enumerate((0.03, 0.43, 0.83))]
    burner = thing("StoveBurner", (-1, 0.9, -1), (-0.8, 0.92, -0.8))
    derived = derive([FLOOR, *shelves, burner])
    assert {shell.kind for shell in derived.carcasses.values()} == {"shelves", "stove"}
    assert set(derived.carriers) == {burner.object_id, *(shelf.object_id for shelf in shelves)}
    assert derived.surfaces["Carcass|0"] == pytest.approx((0.8, 0.4))


def test_beds_face_away_from_their_pillows():
    beds = [
        (facts, item) for name in scenes.scene_names() for facts in [scenes.load_facts(name)] for item in facts.objects
    ]
    pairs = [(bed, pillow) for facts, bed in beds for pillow in facts.objects if bed.object_type == "Bed"]
    lying = [
        (bed, pillow) for bed, pillow in pairs if pillow.object_type == "Pillow" and bed.object_id in pillow.parents
    ]
    assert len(lying) > 30
    for bed, pillow in lying:
        local = rotation.to_local(bed.pose, np.array([pillow.pose.position]))[0] - bed.box[:3]
        assert local @ bed.box[12:15] < 0.1


def test_floor_boxes_lie_outside_the_walls_and_few_rooms_show_inner_walls():
    facts = [scenes.load_facts(name) for name in scenes.scene_names()]
    sides = [wall.evidenced for item in facts for wall in item.walls]
    assert 0.8 < np.mean(sides) < 0.95
    assert 40 <= sum(item.inner_walls for item in facts) <= 60


def test_a_scene_without_a_floor_is_the_rectangle_around_its_objects():
    derived = derive([thing("Painting", (-3, 1, -1), (-2.97, 1.5, 0)), thing("Box", (2.8, 0, 1), (3, 0.3, 1.2))])
    margin = structure.FREE_MARGIN_M
    assert [side.place for side in derived.room] == pytest.approx([-3.0, 3.0 + margin, -1.0 - margin, 1.2 + margin])
    assert derived.inner_walls and not any(side.evidenced for side in derived.room)


def test_furniture_that_reaches_below_the_floor_ends_at_it():
    table = thing("DiningTable", (0, -0.34, 0), (1, 0.7, 0.6))
    low, high = bounds(derive([FLOOR, table]).boxes[table.object_id])
    assert (low[1], high[1]) == (pytest.approx(0.0), pytest.approx(0.7))


FRIDGE = thing("Fridge", (-2, 0, -3), (-1, 2, -2))


def shells_of(*things):
    derived = derive([FLOOR, *things])
    return {shell.kind: bounds(derived.boxes[name]) for name, shell in derived.carcasses.items()}, derived


def test_a_picture_in_the_middle_of_a_room_hangs_on_an_inner_wall():
    sofa = thing("Sofa", (0, 0, 2), (1.9, 0.8, 2.9))
    shells, derived = shells_of(thing("Painting", (0, 1, 0), (1, 1.5, 0.04)), FRIDGE, sofa)
    low, high = shells["partition"]
    assert low[1] == 0.0 and high[1] == pytest.approx(2.4, abs=0.01)
    assert low[0] < 0.0 and high[0] > 1.0 and derived.inner_walls


def test_a_cupboard_off_the_wall_hangs_on_a_backing():
    low, high = shells_of(thing("Cabinet", (-1.8, 1.4, 0), (-1.5, 2, 0.6)), FRIDGE)[0]["backing"]
    assert (low[0], high[0]) == (pytest.approx(-2.0), pytest.approx(-1.8))


def test_what_would_stand_in_the_air_stands_on_a_board_or_a_plinth():
    low, high = shells_of(FRIDGE, thing("Vase", (-1.9, 1.5, 1), (-1.7, 1.8, 1.2), moves=True))[0]["board"]
    assert high[1] == pytest.approx(1.5) and low[0] == pytest.approx(-2.0)
    low, high = shells_of(FRIDGE, thing("Vase", (0.1, 1.5, 0), (0.3, 1.8, 0.2), moves=True))[0]["plinth"]
    assert (low[1], high[1]) == (pytest.approx(0.0), pytest.approx(1.5))


def test_drawers_of_a_desk_sit_in_a_chest_that_rides_with_it():
    desk = thing("Desk", (-0.6, 0, -0.3), (0.6, 0.75, 0.3), asset_size=(1.2, 0.75, 0.6))
    drawer = thing("Drawer", (0.2, 0.4, -0.25), (0.55, 0.6, 0.3))
    shells, derived = shells_of(desk, drawer)
    assert derived.carriers == {drawer.object_id: "Carcass|0", "Carcass|0": desk.object_id}
    low, high = shells["chest"]
    assert low[1] == pytest.approx(0.0) and 0.7 < high[1] < 0.75
