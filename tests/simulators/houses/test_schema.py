import copy
import dataclasses

import numpy as np
import pytest

from flowbench.errors import BadValue
from flowbench.simulators.houses import schema
from flowbench.simulators.houses.upgrade import upgraded
from tests.simulators.houses.data import house, square, two_rooms


def refused(data):
    with pytest.raises(BadValue) as caught:
        schema.read(data)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_both_schemas_give_the_same_house():
    for old in (house(0), two_rooms()):
        new = schema.read(upgraded(old))
        assert upgraded(old)["metadata"]["schema"] == "1.0.0"
        for field in dataclasses.fields(new):
            if field.name not in ("doors", "windows"):
                assert getattr(new, field.name) == getattr(schema.read(old), field.name), field.name


def test_upgrading_twice_changes_nothing_more_and_the_original_stays():
    old = house(0)
    before = copy.deepcopy(old)
    once = upgraded(old)
    assert old == before and upgraded(once) == once


def test_a_house_that_is_not_finished_can_be_read():
    read = schema.read(square())
    assert read.doors == read.windows == read.objects == () and read.start is None and read.ceiling_m == 2.5


def test_numbers_of_numpy_are_numbers():
    data = square()
    data["rooms"][0]["floorPolygon"][1]["z"] = np.float64(4.0)
    data["rooms"][0]["floorPolygon"][2]["x"] = np.int64(4)
    assert schema.read(data) == schema.read(square())


def test_a_house_without_rooms_is_refused():
    assert "`rooms`" in refused({**square(), "rooms": []})
    assert "`rooms`" in refused({"walls": []})
    assert "`walls`" in refused({**square(), "walls": []})


def test_an_unknown_schema_is_refused():
    assert "'9.9.9'" in refused({**square(), "metadata": {"schema": "9.9.9"}})


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 1e12, "2", None, True])
def test_a_corner_that_is_no_sensible_number_is_refused(value):
    data = square()
    data["rooms"][0]["floorPolygon"][0]["x"] = value
    assert "room|2" in refused(data)


def test_hostile_sizes_are_refused():
    many = two_rooms()
    many["doors"] = many["doors"] * 501
    assert "at most 500 doors" in refused(many)
    assert "300 m wide" in refused(square(size=400.0))
    deep = {"id": "2|0", "assetId": "Bed_2", "position": {"x": 1, "y": 1, "z": 1}, "children": []}
    for number in range(1, 40):
        deep = {**deep, "id": f"2|{number}", "children": [deep]}
    assert "deep" in refused({**square(), "objects": [deep]})


def test_an_id_that_is_used_twice_is_refused():
    thing = {"id": "2|0", "assetId": "Bed_2", "position": {"x": 1, "y": 1, "z": 1}}
    assert "'2|0' is used twice" in refused({**square(), "objects": [thing, thing]})
