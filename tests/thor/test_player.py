"""The player as the real client sees it: starting, conversing, failing, leaving."""

import json
import os
import signal
import socket
import subprocess
import sys
import textwrap

import numpy as np
import pytest

from flowbench.simulators.embedded.state import AGENT_HEIGHT_M
from flowbench.simulators.player import player_command
from tests.thor.conftest import ends, runs, within

SERVERS = ("fifo", "wsgi")

pytest.importorskip("ai2thor")


@pytest.mark.parametrize("server", SERVERS)
def test_the_real_client_starts_acts_and_stops(start, server):
    controller = start(server)
    player = controller.server.unity_proc.pid
    assert controller.last_event.metadata["sceneName"] == "FloorPlan1_physics"
    assert controller.last_event.metadata["agent"]["position"]["y"] == AGENT_HEIGHT_M
    places = controller.step("GetReachablePositions").metadata["actionReturn"]
    assert controller.step("Teleport", position=places[-1], rotation=45.0, horizon=30).metadata["lastActionSuccess"]
    assert controller.last_event.metadata["agent"]["rotation"] == {"x": 0.0, "y": 45.0, "z": 0.0}
    controller.stop()
    assert ends(player)


def test_events_carry_the_pictures_that_initialize_asked_for(start):
    controller = start(renderDepthImage=True)
    event = controller.step("Pass")
    assert event.frame.shape == (300, 300, 3) and event.depth_frame.shape == (300, 300)
    assert event.instance_segmentation_frame is None and event.semantic_segmentation_frame is None
    event = controller.step("Pass", renderInstanceSegmentation=True)
    assert len(event.instance_masks) > 1
    event = controller.step("Pass", renderImage=False)
    assert event.frame is None and event.depth_frame is None
    controller.reset("FloorPlan2", renderDepthImage=False)
    assert controller.step("Pass").depth_frame is None


def test_a_headless_client_gets_no_pictures(start):
    controller = start(headless=True, renderDepthImage=True)
    event = controller.step("GetReachablePositions")
    assert event.frame is None and len(event.metadata["actionReturn"]) > 10


@pytest.mark.parametrize("size", [(320, 200), (100, 80)])
def test_pictures_have_the_size_asked_for(start, size):
    controller = start(width=size[0], height=size[1])
    assert controller.step("Pass").frame.shape == (size[1], size[0], 3)


@pytest.mark.parametrize(
    "action,parameters,message",
    [
        ("Levitate", {}, "Invalid action: Levitate"),
        ("TeleportObject", {"objectId": "x", "position": {"x": 0, "y": 0, "z": 0}}, "missing the argument 'rotation'"),
        ("Teleport", {"horizon": "low"}, "horizon must be a finite number"),
        ("Pass", {"speed": 3}, "unknown argument 'speed'"),
    ],
)
def test_what_is_no_valid_action_is_a_value_error_in_the_client(start, action, parameters, message):
    controller = start()
    with pytest.raises(ValueError, match=message):
        controller.step(action, **parameters)
    assert controller.step("Pass")


def test_an_action_that_cannot_be_done_is_a_failed_event(start):
    controller = start()
    event = controller.step("TeleportObject", objectId="x", position={"x": 0, "y": 0, "z": 0}, rotation=0)
    assert not event and event.metadata["errorMessage"] == "Cannot find object with id x"


@pytest.mark.parametrize("kind", ["renderNormalsImage", "renderFlowImage"])
def test_pictures_that_are_not_drawn_are_refused(start, kind):
    with pytest.raises(RuntimeError, match=f"{kind}: flowbench-thor-player draws no such pictures"):
        start(**{kind: True})


@pytest.mark.parametrize("server", SERVERS)
def test_an_exception_is_told_in_a_failed_event(start, server):
    controller = start(server)
    controller.server.send({"action": "Reset", "sceneName": "FloorPlan999", "sequenceId": 0})
    event = controller.server.receive()
    assert not event and event.metadata["errorMessage"].startswith("UnknownName: Unknown scene 'FloorPlan999'")
    assert controller.reset("FloorPlan2").metadata["sceneName"] == "FloorPlan2_physics"


@pytest.mark.slow
@pytest.mark.parametrize("server", SERVERS)
def test_a_player_without_an_engine_says_why(start, server):
    with pytest.raises(ValueError, match="Unknown quality 'blurred'"):
        start(server, arguments=("--quality", "blurred"))


@pytest.mark.slow
def test_what_breaks_while_the_engine_is_imported_is_told(start, tmp_path, monkeypatch):
    broken = tmp_path / "broken" / "mujoco"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text("raise OSError('no such library')")
    monkeypatch.setenv("PYTHONPATH", str(broken.parent))
    with pytest.raises(ValueError, match="OSError: no such library"):
        start()


@pytest.mark.slow
def test_the_player_draws_flat_and_textured(start):
    plain, flat = start(), start(arguments=("--quality", "flat"))
    assert plain.step("Pass").frame.max() > 0 and flat.step("Pass").frame.max() == 0


@pytest.mark.slow
@pytest.mark.parametrize("server", SERVERS)
def test_the_player_leaves_when_the_client_is_killed(tmp_path, server):
    program = textwrap.dedent(
        f"""
        import os, signal, sys
        from ai2thor.controller import Controller
        from ai2thor.{server}_server import {server.title()}Server
        controller = Controller(local_executable_path={player_command()!r}, server_class={server.title()}Server,
            x_display=":0", scene="FloorPlan1", server_timeout=200, server_start_timeout=500)
        print(controller.server.unity_proc.pid, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
        """
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, timeout=600)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert ends(int(done.stdout))


def test_the_player_leaves_on_sigterm(start):
    controller = start()
    controller.server.unity_proc.terminate()
    assert controller.server.unity_proc.wait(timeout=20) == -signal.SIGTERM


@pytest.mark.slow
def test_the_player_ignores_ctrl_c(start):
    controller = start()
    controller.server.unity_proc.send_signal(signal.SIGINT)
    assert controller.step("Pass")


def pipes(tmp_path):
    paths = {"SERVER": tmp_path / "server.pipe", "CLIENT": tmp_path / "client.pipe"}
    for path in paths.values():
        os.mkfifo(path)
    return {f"AI2THOR_FIFO_{end}_PIPE_PATH": str(path) for end, path in paths.items()}


@pytest.mark.slow
def test_a_player_at_a_pipe_nobody_reads_leaves_with_its_parent(tmp_path):
    environment = os.environ | pipes(tmp_path) | {"AI2THOR_SERVER_TYPE": "FIFO"}
    program = f"import subprocess; print(subprocess.Popen({player_command().split()!r}).pid)"
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, stdout=subprocess.PIPE, text=True, timeout=60
    )
    assert ends(int(done.stdout))


def test_the_pipe_is_open_before_anything_heavy_is_imported(tmp_path):
    environment = os.environ | pipes(tmp_path) | {"AI2THOR_SERVER_TYPE": "FIFO", "PYTHONPATH": str(tmp_path)}
    (tmp_path / "flowbench.py").write_text("import time; time.sleep(600)")
    player = subprocess.Popen(player_command().split(), env=environment)
    pipe = within(lambda: open(tmp_path / "server.pipe", "rb"), 20)
    assert runs(player.pid)
    player.kill()
    player.wait()
    pipe.close()


def test_by_hand_the_player_says_how_it_is_started():
    done = subprocess.run(player_command().split(), capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "--attach HOST:PORT" in done.stderr


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_a_client_that_starts_nothing_is_attached_to(start):
    port = free_port()
    size = ["-screen-width", "240", "-screen-height", "200"]
    player = subprocess.Popen([*player_command("--attach", f"127.0.0.1:{port}").split(), *size])
    try:
        controller = start("wsgi", start_unity=False, port=port, local_executable_path=None, renderDepthImage=True)
        event = controller.step("Pass")
        assert event.frame.shape == (200, 240, 3) and np.isfinite(event.depth_frame).all()
        controller.stop()
        assert player.wait(timeout=20) == 0
    finally:
        player.kill()
        player.wait()


def test_metadata_are_plain_json(start):
    controller = start()
    json.dumps(dict(controller.step("Pass").metadata), allow_nan=False)
