"""Positioning in scenes of several rooms."""

import itertools
import math

import pytest
import shapely

from flowbench.envs.rooms.views import MIN_SPACING_M, MOST_VIEWS, View, cover, find_views
from flowbench.simulators import scenes
from tests.simulators.houses.data import FOUR_ROOMS


def view(x, z, score, yaw=0.0):
    return View((x, 0.9, z), yaw, 0.0, score)


def row(z, scores):
    """Candidates of a room, 2 m apart, each looking another way."""
    return [view(2.0 * k, z, score, 90.0 * k) for k, score in enumerate(scores)]


def room_of(name, one):
    point = shapely.Point(one.position[0], one.position[2])
    return next(room.room_id for room in scenes.load_facts(name).rooms if shapely.Polygon(room.floor).contains(point))


def test_each_room_is_covered_before_any_room_has_a_second_view():
    rooms = [row(0.0, [9, 8, 7]), row(10.0, [3, 2]), row(20.0, [1, 0.5])]
    assert [one.score for one in cover(rooms, 5)] == [9, 3, 1, 8, 2]


def test_a_room_is_covered_even_where_its_views_are_near_those_of_others():
    rooms = [[view(0.0, 0.0, 9.0), view(3.0, 0.0, 8.0, 180.0)], [view(0.0, 0.5, 1.0)]]
    assert [one.score for one in cover(rooms, 3)] == [9.0, 1.0, 8.0]


def test_views_of_a_room_that_look_the_same_way_come_later():
    rooms = [[view(0.0, 0.0, 9.0), view(2.0, 0.0, 8.0, 350.0), view(4.0, 0.0, 5.0, 90.0)], row(10.0, [1.0])]
    assert [one.score for one in cover(rooms, 4)] == [9.0, 1.0, 5.0, 8.0]


def test_the_spacing_yields_until_there_are_enough():
    near = [view(0.5 * k, 0.0, 9.0 - k, 90.0 * k) for k in range(6)]
    assert len(cover([near, row(10.0, [1.0])], 5)) == 5
    assert len(cover([[view(0.1 * k, 0.0, 9.0 - k) for k in range(3)], row(10.0, [1.0])], 5)) == 2


def test_of_four_rooms_each_has_at_most_three_views():
    assert len(cover([row(10.0 * k, [9, 8, 7, 6, 5]) for k in range(4)], 20)) == 12
    assert len(cover([row(10.0 * k, [9, 8, 7, 6, 5, 4]) for k in range(2)], 20)) == MOST_VIEWS


@pytest.fixture(scope="module")
def found():
    return find_views(FOUR_ROOMS, MOST_VIEWS)


def test_a_house_of_four_rooms_is_seen_from_each(found):
    rooms = [room_of(FOUR_ROOMS, one) for one in found]
    assert len(found) == MOST_VIEWS
    assert len(set(rooms[:4])) == 4 and max(map(rooms.count, rooms)) <= 3


def test_cameras_keep_their_distance(found):
    gaps = [math.dist(a.position, b.position) for a, b in itertools.combinations(found, 2)]
    assert min(gaps) >= MIN_SPACING_M[-1]
