import dataclasses

import pytest

from flowbench.records import Motion, Task
from flowbench.rules.rooms import closest_three, count_near
from flowbench.rules.rooms.aims import miss
from tests.rules.outcomes import first_task
from tests.rules.test_count_near import BEFORE, SCENE

TASK = Task("count_near", "Bin|1", (), "2")


def aim(scene, task):
    """The length with the smallest miss, between 0.3 and 0.8 m, to the centimetre."""
    hits = [k for k in range(100) if miss(scene, task, Motion("Bin|1", right_m=k / 100.0), 0.3, 0.8) == 0]
    return (hits[0] + hits[-1]) / 200.0


def test_aim_depends_on_the_view_and_the_wording_alone():
    other = dataclasses.replace(TASK, mover="Box|1", landmarks=("Bin|1",), wanted="5", parameters={"tau": 0.5})
    assert aim(SCENE, TASK) == aim(SCENE, other)
    assert len({aim(SCENE, dataclasses.replace(TASK, text_key=k)) for k in range(5)}) > 2
    turned = SCENE.with_camera(dataclasses.replace(SCENE.camera, yaw_deg=45.0))
    assert aim(SCENE, TASK) != aim(turned, TASK)


def test_aims_cover_the_range():
    aims = [aim(SCENE, dataclasses.replace(TASK, text_key=k)) for k in range(60)]
    assert 0.29 <= min(aims) < 0.4 and 0.7 < max(aims) <= 0.81


@pytest.mark.parametrize("rule", [count_near, closest_three])
def test_witnesses_near_the_aim_come_first(rule):
    task = first_task(rule, BEFORE, rule.CLASSES[0])
    misses = [miss(SCENE, task, motion, *rule.LIMITS.aims_m) for motion in rule.witnesses(SCENE, task)]
    assert misses == sorted(misses) and misses[0] < misses[-1]
