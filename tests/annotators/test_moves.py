"""Whole actions in words, and rewordings of them that would change what they say."""

import pytest

from flowbench.annotators.moves import action_text, camera_text, moves_json, object_text
from flowbench.annotators.recheck import objection
from flowbench.records import CameraMotion, Motion

TURN = "Move the mug 0.40 m to the left and turn it by 90 degrees clockwise, seen from above. Does it touch a wall?"
CARRY = "Move the tray, with all that lies on or in it, 0.40 m to the left. Does it touch a wall?"


def name(object_id):
    return f"the {object_id.split('|')[0].lower()}"


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Motion("Mug|1"), "Leave the mug where it is."),
        (Motion("Mug|1", yaw_deg=-15.0), "Turn the mug by 15 degrees anticlockwise, seen from above."),
        (
            Motion("Mug|1", up_m=0.1, yaw_deg=90.0),
            "Raise the mug by 0.10 m and turn it by 90 degrees clockwise, seen from above.",
        ),
        (
            (Motion("Mug|1", right_m=0.2), Motion("Mug|1", forward_m=-0.3)),
            "Move the mug 0.20 m to the right. Then move it 0.30 m toward the camera.",
        ),
        (
            (Motion("Mug|1", right_m=0.2), Motion("Pan|1", forward_m=0.3)),
            "Move the mug 0.20 m to the right. Then move the pan 0.30 m away from the camera.",
        ),
        (
            (Motion("Mug|1", right_m=0.2), CameraMotion(forward_m=0.1), Motion("Mug|1", right_m=0.2)),
            "Move the mug 0.20 m to the right. Then move the camera 0.10 m forward. "
            "Then move the mug 0.20 m to the right.",
        ),
        (
            (Motion("Mug|1", right_m=0.2), CameraMotion()),
            "Move the mug 0.20 m to the right. Then leave the camera where it is.",
        ),
    ],
    ids=str,
)
def test_every_move_is_a_sentence(action, text):
    assert action_text(action, name) == text


def test_contents_are_told_once():
    twice = (Motion("Tray|1", right_m=0.2), Motion("Tray|1", right_m=0.2))
    assert action_text(twice, name, carries=True).count("with all that lies on or in it") == 1


@pytest.mark.parametrize(
    ("walk", "text"),
    [
        (CameraMotion(tilt_deg=-4.0), "Tilt the camera up by 4 degrees."),
        (CameraMotion(right_m=-0.1), "Move the camera 0.10 m to the left."),
        (
            CameraMotion(forward_m=-0.1, yaw_deg=12.0),
            "Move the camera 0.10 m backward and turn it by 12 degrees to the right.",
        ),
    ],
    ids=str,
)
def test_the_cameras_moves_are_told_in_its_own_directions(walk, text):
    assert camera_text(walk) == text


def test_numbered_objects_read_well():
    assert object_text("object 3", Motion("Mug|1", right_m=0.2, yaw_deg=30.0)).startswith("Move object 3 by 0.20 m")


def test_moves_are_json_values():
    assert moves_json((Motion("Mug|1", 0.1), CameraMotion(yaw_deg=5.0))) == [
        {"object_id": "Mug|1", "right_m": 0.1, "up_m": 0.0, "forward_m": 0.0, "yaw_deg": 0.0},
        {"camera": "agent", "right_m": 0.0, "forward_m": 0.0, "yaw_deg": 5.0, "tilt_deg": 0.0},
    ]


@pytest.mark.parametrize(
    ("template", "rewording", "accepted"),
    [
        (TURN, TURN.replace("Does it touch a wall?", "Is it touching a wall?"), True),
        (TURN, TURN.replace("clockwise", "anticlockwise"), False),
        (TURN, TURN.replace("clockwise", "counter-clockwise"), False),
        (TURN, TURN.replace("90", "60"), False),
        (CARRY, CARRY.replace(", with all that lies on or in it,", ""), False),
    ],
)
def test_a_rewording_keeps_turns_and_contents(template, rewording, accepted):
    assert (objection(template, rewording) == "") is accepted
