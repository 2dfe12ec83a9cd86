"""What the tests of the room rules share: toy views after a motion, and outcomes that must not be labelled."""

import numpy as np
import pytest

from flowbench.geometry.check_pose import check_pose, world_box
from flowbench.geometry.motion import moved_poses
from flowbench.records import Attempt
from tests.rules.test_occlusion import look

SUCCESS = Attempt(True)

every_implausible_outcome = pytest.mark.parametrize(
    ("attempt", "kind"),
    [
        (Attempt(False, "x", collider="Sofa|1"), "collision: Sofa|1"),
        (Attempt(False, "x", supported=False, gap_m=0.4), "unsupported: 0.40 m"),
        (Attempt(True, supported=False, gap_m=0.3), "unsupported: 0.30 m"),
        (Attempt(True, settled_m=0.2), "falls: 0.20 m"),
        (Attempt(False, "odd"), "failed: odd"),
        (SUCCESS, "short move: 0.00 m"),
    ],
)


def after(scene, motion):
    """The view of a scene once a motion is made."""
    return look(scene.with_poses(moved_poses(scene, motion)))


def first_task(rule, view, want, seed=0):
    """The first task a rule proposes."""
    return next(rule.propose(view, want, np.random.default_rng(seed)))


def assert_fit_for_a_task(scene, motion):
    """Free, supported, at its own height, in whole centimetres, neither too short nor too long."""
    assert check_pose(scene, motion.object_id, moved_poses(scene, motion)[motion.object_id]).ok
    assert 0.15 <= np.hypot(motion.right_m, motion.forward_m) <= 2.0 and motion.up_m == 0.0 == motion.yaw_deg
    assert np.allclose(
        np.round([100 * motion.right_m, 100 * motion.forward_m]) / 100, [motion.right_m, motion.forward_m]
    )


def centre_distance(scene, a, b):
    """Distance between two box centres, axis by axis."""
    first, second = world_box(scene, a), world_box(scene, b)
    return sum((first[k] - second[k]) ** 2 for k in range(3)) ** 0.5
