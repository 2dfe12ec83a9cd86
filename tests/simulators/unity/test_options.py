"""The `controller` argument: what it may say, and what environments refuse on the backend "ai2thor"."""

import sys

import gymnasium as gym
import pytest

import flowbench  # noqa: F401 (registers)
from flowbench.errors import BadValue, UnknownName
from flowbench.simulators.unity.options import START_TIMEOUT_S, Launch

PLAYER = {"local_executable_path": "flowbench-thor-player"}


def test_the_player_is_started_with_the_running_python():
    command = Launch.of({"local_executable_path": "flowbench-thor-player --quality flat"}).arguments
    assert command["local_executable_path"].startswith(sys.executable)
    assert command["local_executable_path"].endswith("start.py --quality flat")


def test_without_a_display_the_client_is_given_a_name_of_one(monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    assert Launch.of(PLAYER).arguments["x_display"] == ":0"
    assert Launch.of(PLAYER | {"x_display": ":7"}).arguments["x_display"] == ":7"
    monkeypatch.setenv("DISPLAY", ":3")
    assert "x_display" not in Launch.of(PLAYER).arguments


def test_starts_are_given_at_most_two_minutes():
    assert Launch.of(PLAYER).start_timeout_s == START_TIMEOUT_S <= 120.0


@pytest.mark.parametrize(
    "controller,error,message",
    [
        ({}, BadValue, "must be told what to start"),
        ({"server": "fifo"}, BadValue, "must be told what to start"),
        (PLAYER | {"server": "tcp"}, BadValue, "one of"),
        (PLAYER | {"servr": "fifo"}, UnknownName, "Did you mean 'server'"),
        (PLAYER | {"server_timeout": 0}, BadValue, "positive number"),
        (PLAYER | {"server_start_timeout": True}, BadValue, "positive number"),
        (PLAYER | {"port": -1}, BadValue, "port number"),
        ({"start_unity": False}, BadValue, "attaches"),
        ({"start_unity": False, "server": "fifo", "port": 8200}, BadValue, "attaches"),
        ("fifo", BadValue, "must be a map"),
    ],
)
def test_what_is_wrong_is_said(controller, error, message):
    with pytest.raises(error, match=message):
        Launch.of(controller)


def test_attaching_needs_no_program():
    assert Launch.of({"start_unity": False, "server": "wsgi", "port": 8200}).server == "wsgi"


@pytest.mark.parametrize(
    "given,name",
    [
        ({"quality": "flat"}, "quality"),
        ({"observation": "table"}, "observation"),
        ({"motions": "carry"}, "motions"),
    ],
)
def test_what_is_the_embedded_engines_alone_is_refused(given, name):
    with pytest.raises(BadValue, match=f"has no {name}="):
        gym.make("FlowBench-ClosestThree-v0", backend="ai2thor", controller=PLAYER, **given)


def test_a_controller_without_the_backend_is_refused():
    with pytest.raises(BadValue, match="backend='ai2thor'"):
        gym.make("FlowBench-Occlusion-v0", controller=PLAYER)


def test_an_environment_starts_nothing_before_its_first_reset(monkeypatch):
    monkeypatch.setattr("flowbench.simulators.unity.client._client_classes", lambda: pytest.fail("started"))
    gym.make("FlowBench-Occlusion-v0", backend="ai2thor", controller=PLAYER).close()
