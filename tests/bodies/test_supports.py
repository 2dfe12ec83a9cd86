import numpy as np
import pytest

from flowbench.bodies import Body, counter, fit
from flowbench.records import Vector


def tops(body: Body, x: float = 0.0, z: float = 0.0) -> list[float]:
    """Heights of the tops of all collision boxes under a point, from the highest down."""
    low, high = body.boxes[:, :3] - body.boxes[:, 3:6], body.boxes[:, :3] + body.boxes[:, 3:6]
    under = (low[:, 0] < x) & (x < high[:, 0]) & (low[:, 2] < z) & (z < high[:, 2])
    return sorted(high[under, 1].tolist(), reverse=True)


def is_free(body: Body, point: Vector) -> bool:
    return not (np.abs(np.array(point) - body.boxes[:, :3]) < body.boxes[:, 3:6]).all(axis=1).any()


def visible_top(body: Body, x: float, z: float) -> float:
    """Height at which a vertical ray from above first meets the mesh."""
    a, b, c = (body.mesh.vertices[body.mesh.faces[:, k]] for k in range(3))

    def side(p: np.ndarray, q: np.ndarray) -> np.ndarray:
        return np.asarray((q[:, 0] - p[:, 0]) * (z - p[:, 2]) - (q[:, 2] - p[:, 2]) * (x - p[:, 0]))

    weights = np.stack([side(b, c), side(c, a), side(a, b)])
    total = weights.sum(axis=0)
    inside = (np.abs(total) > 1e-12) & ((weights >= 0).all(axis=0) | (weights <= 0).all(axis=0))
    heights = (weights * np.stack([a[:, 1], b[:, 1], c[:, 1]])).sum(axis=0)[inside] / total[inside]
    return float(heights.max())


@pytest.mark.parametrize("asset", ["a", "b", "c", "d", "e"])
@pytest.mark.parametrize("kind", ["DiningTable", "CoffeeTable", "SideTable", "Dresser", "TVStand", "Stool", "Ottoman"])
def test_things_stand_on_top(kind: str, asset: str) -> None:
    body = fit(kind, (0.8, 0.6, 0.8), asset_id=asset)
    assert tops(body, 0.05, 0.02)[0] == pytest.approx(0.3, abs=1e-9)
    assert visible_top(body, 0.05, 0.02) == pytest.approx(0.3, abs=1e-6)


@pytest.mark.parametrize("asset", ["a", "b", "c", "d"])
@pytest.mark.parametrize(
    ("kind", "size", "surface"),
    [
        ("Bed", (1.4, 0.9, 2.0), 0.55),
        ("Sofa", (2.0, 0.8, 0.9), 0.42),
        ("ArmChair", (0.9, 0.9, 0.9), 0.44),
        ("Chair", (0.5, 0.9, 0.5), 0.45),
        ("Desk", (1.2, 1.3, 0.6), 0.74),
    ],
)
def test_a_known_surface_is_where_things_rest(kind: str, size: Vector, surface: float, asset: str) -> None:
    body = fit(kind, size, asset_id=asset, surfaces_m=(surface,))
    x, z = 0.1, size[2] * 0.2
    assert tops(body, x, z)[0] + size[1] / 2 == pytest.approx(surface, abs=1e-6)
    assert visible_top(body, x, z) + size[1] / 2 == pytest.approx(surface, abs=1e-6)


@pytest.mark.parametrize("kind", ["Bed", "Sofa", "Chair", "Desk"])
def test_the_visible_top_is_the_colliding_top(kind: str) -> None:
    for asset in "abcdef":
        body = fit(kind, (1.2, 0.85, 1.1), asset_id=asset)
        assert tops(body, 0.1, 0.2)[0] == pytest.approx(visible_top(body, 0.1, 0.2), abs=1e-6)


def test_unlikely_surfaces_are_not_believed() -> None:
    assert tops(fit("Chair", (0.5, 0.9, 0.5), surfaces_m=(0.88,)), 0.1, 0.1) == tops(
        fit("Chair", (0.5, 0.9, 0.5)), 0.1, 0.1
    )


def test_a_table_has_a_board_at_a_lower_surface() -> None:
    body = fit("SideTable", (0.5, 1.28, 0.4), asset_id="a", surfaces_m=(0.23, 0.86))
    assert [round(top + 0.64, 6) for top in tops(body, 0.05, 0.1)] == [0.86, 0.23]


def test_shelves_have_boards_at_known_heights() -> None:
    body = fit("ShelvingUnit", (0.9, 1.8, 0.4), surfaces_m=(0.4, 0.9, 1.3))
    assert [round(top + 0.9, 6) for top in tops(body)] == [1.8, 1.3, 0.9, 0.4]


def test_a_shelf_is_a_board_at_its_bottom() -> None:
    body = fit("Shelf", (0.8, 0.3, 0.3))
    assert body.mesh.vertices[:, 1].max() < -0.14
    assert is_free(body, (0.0, -0.14, 0.0))


@pytest.mark.parametrize(
    ("kind", "size"),
    [
        ("Fridge", (0.75, 1.85, 0.9)),
        ("Microwave", (0.6, 0.35, 0.36)),
        ("Safe", (0.5, 0.5, 0.56)),
        ("Cabinet", (0.4, 0.7, 0.4)),
        ("Dresser", (0.9, 1.0, 0.6)),
        ("Box", (0.4, 0.3, 0.4)),
        ("GarbageCan", (0.4, 0.55, 0.4)),
        ("LaundryHamper", (0.5, 0.7, 0.4)),
        ("Sink", (0.6, 0.15, 0.6)),
        ("SinkBasin", (0.4, 0.13, 0.4)),
        ("Bathtub", (0.8, 0.6, 1.7)),
        ("Bowl", (0.2, 0.09, 0.2)),
        ("Cup", (0.1, 0.15, 0.1)),
        ("Mug", (0.11, 0.1, 0.09)),
        ("Pot", (0.3, 0.16, 0.28)),
        ("Pan", (0.28, 0.05, 0.43)),
        ("Drawer", (0.4, 0.2, 0.4)),
        ("Chest", (0.4, 0.6, 0.5)),
        ("WashingMachine", (0.67, 1.14, 0.68)),
        ("ClothesDryer", (0.68, 1.14, 0.68)),
    ],
)
def test_cavities_are_free(kind: str, size: Vector) -> None:
    body = fit(kind, size)
    assert is_free(body, (0.0, 0.0, 0.0))
    assert is_free(body, (0.1 * size[0], 0.05 * size[1], -0.1 * size[2]))


def test_there_is_room_under_a_loft_bed() -> None:
    body = fit("Bed", (1.2, 1.7, 2.0), surfaces_m=(1.5,))
    assert tops(body, 0.1, 0.2)[0] == pytest.approx(1.5 - 0.85, abs=1e-6)
    assert is_free(body, (0.0, 0.2, 0.0)) and is_free(body, (0.0, -0.8, 0.0))


def test_a_drawer_carries_what_lies_in_it() -> None:
    assert tops(fit("Drawer", (0.4, 0.2, 0.4), surfaces_m=(0.05,))) == [pytest.approx(-0.05)]


def test_there_is_room_under_a_table() -> None:
    for asset in "abcdef":
        body = fit("DiningTable", (1.6, 0.75, 0.9), asset_id=asset)
        assert is_free(body, (0.0, -0.1, 0.0)) and is_free(body, (0.4, -0.3, 0.2))


def test_backs_stand_behind() -> None:
    for kind in ("Chair", "Sofa", "Bed"):
        body = fit(kind, (1.0, 0.9, 1.2))
        tall = body.boxes[body.boxes[:, 1] + body.boxes[:, 4] > 0.35]
        assert len(tall) and (tall[:, 2] < 0).all(), kind


def test_a_counter_leaves_its_walkway_free() -> None:
    pieces = [(-1.0, -1.0, 1.0, -0.4), (-1.0, -0.4, -0.4, 1.0)]
    body = counter(pieces, (2.0, 0.03, 2.0))
    assert len(body.boxes) == 2
    assert tops(body, 0.5, -0.7) == [pytest.approx(-0.015)]
    assert tops(body, 0.5, 0.5) == []
    assert body.mesh.vertices[:, 1].max() == pytest.approx(-0.015)


def test_the_base_of_a_counter_reaches_down_and_is_hollow() -> None:
    body = counter([], (1.5, 0.03, 0.6), base_m=0.87)
    assert body.mesh.vertices[:, 1].min() == pytest.approx(-0.885)
    assert is_free(body, (0.0, -0.4, 0.0))
    assert not is_free(body, (0.0, -0.4, 0.23))


@pytest.mark.parametrize("kind", ["CounterTop", "Desk", "DiningTable"])
def test_a_flat_box_is_the_air_above_a_surface(kind: str) -> None:
    body = fit(kind, (1.5, 0.02, 0.6))
    assert tops(body) == [pytest.approx(-0.01)]
    assert visible_top(body, 0.1, 0.1) == pytest.approx(-0.01)


def test_a_fridge_has_boards_where_things_are_known_to_lie() -> None:
    body = fit("Fridge", (0.7, 1.8, 0.8), surfaces_m=(0.6, 1.1))
    assert [round(top + 0.9, 6) for top in tops(body)[1:3]] == [1.1, 0.6]
