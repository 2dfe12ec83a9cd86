"""The player's answers, without a client."""

import json

import numpy as np
import pytest

from flowbench.simulators.embedded.colours import md5_colour
from flowbench.simulators.player.messages import COLOUR, DEPTH, IDS
from flowbench.simulators.player.serve import serve
from flowbench.simulators.player.session import Session, broken

SIDE = (60, 40)


@pytest.fixture(scope="module")
def session():
    made = Session(*SIDE)
    made.first()
    return made


def agent(message):
    return message.metadata["agents"][0]


def test_the_first_event_shows_a_scene():
    first = Session(*SIDE).first()
    assert first.metadata["sequenceId"] == 0 and agent(first)["sceneName"] == "FloorPlan1_physics"
    assert [picture.kind for picture in first.pictures] == [COLOUR]


def test_the_sequence_id_is_echoed(session):
    assert session.answer({"action": "Pass", "sequenceId": 41}).metadata["sequenceId"] == 41


def test_third_party_cameras_are_always_listed(session):
    assert session.answer({"action": "Pass"}).metadata["thirdPartyCameras"] == []


def test_rows_go_out_bottom_up_and_ids_are_opaque_unique_colours(session):
    message = session.answer({"action": "Pass", "renderInstanceSegmentation": True, "renderDepthImage": True})
    data = {picture.kind: picture.data for picture in message.pictures}
    shot = session._engine.step("Pass").shot
    width, height = SIDE
    ids = np.frombuffer(data[IDS], np.uint8).reshape(height, width, 4)[::-1]
    np.testing.assert_array_equal(ids[..., :3], shot.instance_segmentation_frame)
    assert (ids[..., 3] == 255).all()
    depth = np.frombuffer(data[DEPTH], "<f4").reshape(height, width)[::-1]
    np.testing.assert_array_equal(depth, shot.depth_frame)
    np.testing.assert_array_equal(np.frombuffer(data[COLOUR], np.uint8).reshape(height, width, 3)[::-1], shot.frame)
    colours = [tuple(row["color"]) for row in agent(message)["colors"]]
    assert len(set(colours)) == len(colours)
    seen = {name for name in shot.instance_masks}
    assert {row["name"] for row in agent(message)["colors"] if tuple(row["color"]) == md5_colour(row["name"])} >= seen


def test_an_exception_is_a_failed_event_and_the_session_goes_on(session, monkeypatch):
    real = type(session._engine).step

    def breaks(engine, action, **parameters):
        if isinstance(action, dict):
            raise RuntimeError("the roof is on fire")
        return real(engine, action, **parameters)

    with monkeypatch.context() as patch:
        patch.setattr(type(session._engine), "step", breaks)
        told = agent(session.answer({"action": "Pass", "sequenceId": 1}))
    assert not told["lastActionSuccess"] and told["lastAction"] == "Pass"
    assert told["errorMessage"].startswith("RuntimeError: the roof is on fire. trace: ")
    assert agent(session.answer({"action": "Pass"}))["lastActionSuccess"]


def test_without_an_engine_every_action_says_why():
    told = broken({"action": "Initialize", "sequenceId": 5}, OSError("no disk"), *SIDE)
    assert told.metadata["sequenceId"] == 5 and agent(told)["errorCode"] == "InvalidAction"
    assert agent(told)["errorMessage"].startswith("OSError: no disk")


def test_messages_are_json(session):
    json.dumps(session.answer({"action": "GetReachablePositions"}).metadata, allow_nan=False)


def test_started_by_hand_without_arguments_it_explains_itself(capsys):
    assert serve(None, False, []) == 2
    assert "--attach HOST:PORT" in capsys.readouterr().err
