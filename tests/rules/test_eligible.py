"""What counts as seen: pixels of the picture with a stated minimum, whatever flags say."""

import pytest

from flowbench.records import Snapshot
from flowbench.rules.rooms.eligible import is_landmark
from flowbench.rules.rooms.limits import LANDMARK, scaled_pixels
from tests import toy

NAMES = ("near but hidden", "far but large", "two stray pixels", "behind another", "cut by the border")
COUNTS = [(0, 400), (400, 500), (2, 300), (0, 200), (40, 40)]
SCENE = toy.scene([toy.box_object(f"{name}|1", (k - 2.0, 0.2, 4.0), (0.3, 0.4, 0.3)) for k, name in enumerate(NAMES)])
VIEW = Snapshot(
    SCENE,
    None,
    {SCENE.layout.surface_ids[f"{name}|1"]: pair for name, pair in zip(NAMES, COUNTS, strict=True)},
)


def test_the_stated_minimum_scales_with_the_picture():
    assert LANDMARK.min_pixels == 60
    assert scaled_pixels(LANDMARK.min_pixels, SCENE.camera) == pytest.approx(60 * 300 * 300 / (800 * 800))


# trouble report R19
@pytest.mark.parametrize(("name", "seen"), list(zip(NAMES, (False, True, False, False, True), strict=True)))
def test_pixels_decide_what_a_question_may_refer_to(name, seen):
    assert is_landmark(VIEW, f"{name}|1") is seen
