import math

import numpy as np
import pytest

from flowbench.errors import BadValue
from flowbench.geometry.walls import on_floor, room_at, room_edges
from flowbench.simulators.houses import schema
from flowbench.simulators.houses.plan import outline, plan
from tests.simulators.houses.data import house, square, two_rooms


def test_walls_look_into_their_rooms_and_carry_their_openings():
    drawn = plan(schema.read(two_rooms()))
    walls = {wall.wall_id: wall for wall in drawn.walls}
    assert walls["wall|2|2"].inward == (-1.0, 0.0) and walls["wall|3|0"].inward == (1.0, 0.0)
    (door,), (other,) = walls["wall|2|2"].openings, walls["wall|3|0"].openings
    assert door.passable and (door.start_m, door.end_m) == (1.0, 2.0)
    assert (other.start_m, other.end_m) == (2.0, 3.0)  # the same hole, measured from the other end
    (window,) = walls["wall|2|0"].openings
    assert not window.passable and (window.low_m, window.high_m) == (1.0, 1.9)


def test_the_outline_of_two_rooms_goes_around_both():
    drawn = plan(schema.read(two_rooms()))
    assert sorted(map(tuple, drawn.outline.tolist())) == [(0.0, 0.0), (0.0, 4.0), (8.0, 0.0), (8.0, 4.0)]


@pytest.mark.parametrize("shift", [(0.0, 0.0), (1e4, -1e4)])
@pytest.mark.parametrize("swapped", [False, True])
def test_rooms_that_touch_in_one_corner_are_two_pieces_and_no_error(shift, swapped):
    data, other = square(x=shift[0], z=shift[1]), square(x=4.0 + shift[0], z=4.0 + shift[1], number=3)
    rooms, walls = data["rooms"] + other["rooms"], data["walls"] + other["walls"]
    drawn = plan(schema.read({"rooms": rooms[::-1] if swapped else rooms, "walls": walls}))
    inside = [(1.0, 1.0), (5.0, 5.0)]
    assert all(on_floor(drawn.outline, x + shift[0], z + shift[1]) for x, z in inside)
    assert not any(on_floor(drawn.outline, x + shift[0], z + shift[1]) for x, z in [(1.0, 5.0), (5.0, 1.0)])


def test_a_floor_that_crosses_itself_is_refused_by_the_name_of_its_room():
    data = square()
    data["rooms"][0]["floorPolygon"] = [{"x": x, "z": z} for x, z in ((0, 0), (2, 2), (2, 0), (0, 2))]
    with pytest.raises(BadValue, match=r"room\|2 crosses itself"):
        plan(schema.read(data))


def test_the_way_round_and_repeated_corners_do_not_matter():
    turned = square()
    corners = turned["rooms"][0]["floorPolygon"]
    turned["rooms"][0]["floorPolygon"] = [*corners[::-1], corners[0]]
    first, second = plan(schema.read(square())), plan(schema.read(turned))
    assert first.walls == second.walls
    assert outline(first.rooms).shape == outline(second.rooms).shape == (4, 2)


def test_a_door_that_ends_on_the_corner_is_cut_to_its_wall():
    data = two_rooms()
    data["doors"][0]["boundingBox"]["max"]["x"] = 4.5
    data["doors"][0]["boundingBox"]["min"]["x"] = 3.5
    walls = {wall.wall_id: wall for wall in plan(schema.read(data)).walls}
    assert [(o.start_m, o.end_m) for o in walls["wall|2|2"].openings] == [(3.5, 4.0)]


def test_a_door_in_a_wall_that_does_not_exist_is_refused():
    data = two_rooms()
    data["doors"][0]["wall0"] = data["doors"][0]["wall1"] = "wall|9"
    with pytest.raises(BadValue, match="which this house does not have"):
        plan(schema.read(data))


def test_every_point_is_in_at_most_one_room():
    rooms = plan(schema.read(house(1))).rooms
    edges, rng = room_edges(rooms), np.random.default_rng(5)
    keys = {
        room_at(edges[edges[:, 4] == key], x, z) for key in set(edges[:, 4]) for x, z in rng.uniform(-2, 14, (50, 2))
    }
    assert keys == {-1.0, *edges[:, 4].tolist()}
    for room in rooms:
        x, z = np.mean(room.floor, axis=0)
        assert math.isfinite(room_at(edges, float(x), float(z)))
