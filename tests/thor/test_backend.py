"""Environments on the real client: the same as in process, and in one piece after whatever goes wrong."""

import multiprocessing
import os
import pickle
import signal
import stat
import sys
import threading
import time

import gymnasium as gym
import numpy as np
import pytest

import flowbench
from flowbench import registry
from flowbench.errors import SimulatorError
from flowbench.simulators import make_simulator
from flowbench.simulators.unity.client import RECOVERED_AFTER
from tests.thor.conftest import children, ends, within

PLAYER = {"local_executable_path": "flowbench-thor-player", "server_timeout": 200, "server_start_timeout": 400}
SCENES = ["FloorPlan212", "FloorPlan303"]
CATEGORIES = [name for name in registry.ids("rooms") if "Sandbox" not in name]
LEAST_TIMEOUT_S = 2.0
WALLED = ["FloorPlan207", "FloorPlan318"]  # scenes whose walls are known, with tasks of both answers

pytest.importorskip("ai2thor")


@pytest.fixture
def make():
    """Simulators on the player that are closed at the end; nothing may be left of them."""
    before, made = set(children(os.getpid())), []

    def build(**controller):
        made.append(make_simulator("ai2thor", 120, 100, "textured", controller=PLAYER | controller))
        return made[-1]

    yield build
    for simulator in made:
        simulator.close()
    assert set(children(os.getpid())) - before == set()


@pytest.fixture
def env():
    made = gym.make(
        "FlowBench-LeftRight-v0", backend="ai2thor", controller=PLAYER, scenes=SCENES[:1], width=200, height=200
    )
    yield made
    made.close()


def player_of(simulator):
    return simulator._client._server.unity_proc


def loaded(simulator, scene="FloorPlan212"):
    simulator.step("Reset", sceneName=scene)
    return simulator


def executable(folder, name, *lines):
    path = folder / name
    path.write_text("\n".join([f"#!{sys.executable}", "import os, sys, time", *lines]))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


# -- the same as in process ----------------------------------------------------------------------


def same_step(here, there):
    assert here[1:4] == there[1:4]
    for name, array in here[0].items():
        np.testing.assert_array_equal(there[0][name], array, err_msg=name)
    ours, theirs = here[4]["transition"], there[4]["transition"]
    assert (theirs.verdict, theirs.attempt, theirs.task) == (ours.verdict, ours.attempt, ours.task)
    np.testing.assert_array_equal(theirs.after.pixels.depth, ours.after.pixels.depth)
    np.testing.assert_array_equal(theirs.after.pixels.ids, ours.after.pixels.ids)
    assert theirs.after.visibility == ours.after.visibility and theirs.after.scene == ours.after.scene


def play(name, seeds, steps=4):
    kwargs = dict(scenes=WALLED if "ContactWall" in name else SCENES, width=200, height=200)
    ours, theirs = gym.make(name, **kwargs), gym.make(name, backend="ai2thor", controller=PLAYER, **kwargs)
    planner = flowbench.make_planner(ours.spec)
    for seed in seeds:
        observation, info = ours.reset(seed=seed)
        _, other = theirs.reset(seed=seed)
        assert other["task"] == info["task"] and other["scene"] == info["scene"]
        for _ in range(steps):
            action = planner.act(observation, info)
            here, there = ours.step(action), theirs.step(action)
            same_step(here, there)
            observation, info = here[0], here[4]
            if here[2] or here[3]:
                break
    theirs.close()


@pytest.mark.parametrize("name", CATEGORIES)
def test_a_category_gives_the_same_answers_and_pictures(name):
    play(name, range(1))


@pytest.mark.slow
@pytest.mark.parametrize("name", CATEGORIES)
def test_a_category_gives_the_same_on_forty_seeds(name):
    play(name, range(40), steps=2)


def test_a_transition_is_annotated_from_the_simulators_own_pictures(env):
    planner = flowbench.make_planner(env.spec)
    observation, info = env.reset(seed=3)
    for _ in range(16):
        observation, _, won, truncated, info = env.step(planner.act(observation, info))
        if won or truncated:
            break
    transition = info["transition"]
    item = flowbench.annotate(transition)
    again = flowbench.annotate(pickle.loads(pickle.dumps(transition)))
    assert won
    np.testing.assert_array_equal(item.images["i1"], transition.after.pixels.frame)
    np.testing.assert_array_equal(again.images["i1"], item.images["i1"])
    assert item.answer == transition.verdict.answer


# -- what can go wrong ---------------------------------------------------------------------------


@pytest.mark.parametrize("server", ["fifo", "wsgi"])
def test_a_player_killed_in_mid_step_is_a_named_error_and_the_next_reset_works(make, server):
    simulator = loaded(make(server=server))
    player = player_of(simulator)
    player.send_signal(signal.SIGSTOP)
    threading.Timer(0.5, player.kill).start()
    began = time.monotonic()
    with pytest.raises(SimulatorError, match=r"ended \(exit code -9\) during Pass.*next reset starts it again"):
        within(lambda: simulator.step("Pass"), 60)
    assert time.monotonic() - began < 25
    assert ends(player.pid)
    assert loaded(simulator).step("Pass").metadata["lastActionSuccess"]


@pytest.mark.slow
@pytest.mark.parametrize("server", ["fifo", "wsgi"])
def test_a_player_killed_between_steps_is_a_named_error(make, server):
    simulator = loaded(make(server=server))
    player_of(simulator).kill()
    with pytest.raises(SimulatorError, match="during Pass"):
        within(lambda: simulator.step("Pass"), 60)


@pytest.mark.slow
@pytest.mark.parametrize("server", ["fifo", "wsgi"])
def test_a_player_that_does_not_answer_is_given_up_in_time(make, server):
    simulator = make(server=server)
    loaded(simulator)
    player = player_of(simulator)
    simulator._client._server.timeout = LEAST_TIMEOUT_S
    player.send_signal(signal.SIGSTOP)
    with pytest.raises(SimulatorError, match="did not answer Pass within"):
        within(lambda: simulator.step("Pass"), 30)
    assert ends(player.pid)
    assert loaded(simulator).step("Pass").metadata["lastActionSuccess"]


@pytest.mark.slow
def test_after_a_second_crash_it_gives_up(make):
    simulator = make()
    for _ in range(2):
        loaded(simulator)
        player_of(simulator).kill()
        with pytest.raises(SimulatorError):
            within(lambda: simulator.step("Pass"), 60)
    with pytest.raises(SimulatorError, match="has crashed again after a restart"):
        simulator.step("Reset", sceneName="FloorPlan212")


@pytest.mark.slow
def test_a_restart_that_held_for_long_allows_another(make):
    simulator = make()
    for _ in range(2):
        loaded(simulator)
        for _ in range(RECOVERED_AFTER):
            simulator.step("Pass")
        player_of(simulator).kill()
        with pytest.raises(SimulatorError):
            within(lambda: simulator.step("Pass"), 60)
    assert loaded(simulator).step("Pass").metadata["lastActionSuccess"]


@pytest.mark.parametrize("server", ["fifo", "wsgi"])
def test_a_build_that_exits_at_start_is_named_with_the_remedies(make, tmp_path, server):
    program = executable(tmp_path, "crashes", "sys.stderr.write('no vulkan here')", "sys.exit(3)")
    simulator = make(server=server, local_executable_path=program, server_start_timeout=60)
    with pytest.raises(
        SimulatorError, match=r"exit code 3.*xvfb-run.*CloudRendering.*flowbench-thor-player.*no vulkan here"
    ):
        within(lambda: simulator.step("Reset", sceneName="FloorPlan212"), 30)


@pytest.mark.slow
@pytest.mark.parametrize("server", ["fifo", "wsgi"])
@pytest.mark.parametrize("opens", [True, False])
def test_a_build_that_never_answers_is_given_up_in_time(make, tmp_path, server, opens):
    lines = ["os.open(os.environ['AI2THOR_FIFO_SERVER_PIPE_PATH'], os.O_WRONLY)"] if opens and server == "fifo" else []
    program = executable(tmp_path, "sleeps", *lines, "time.sleep(600)")
    simulator = make(server=server, local_executable_path=program, server_start_timeout=LEAST_TIMEOUT_S)
    began = time.monotonic()
    with pytest.raises(SimulatorError, match=f"did not start within {LEAST_TIMEOUT_S:g} s.*Usual remedies"):
        within(lambda: simulator.step("Reset", sceneName="FloorPlan212"), 30)
    assert time.monotonic() - began < LEAST_TIMEOUT_S + 10


def test_a_program_that_does_not_exist_is_named(make):
    simulator = make(local_executable_path="/nowhere/thor")
    with pytest.raises(SimulatorError, match=r"/nowhere/thor.*did not start.*No such file"):
        within(lambda: simulator.step("Reset", sceneName="FloorPlan212"), 30)


@pytest.mark.slow
def test_a_pipe_left_over_by_a_dead_client_does_not_matter(make, tmp_path, monkeypatch):
    stale = tmp_path / "tmp"
    stale.mkdir()
    for name in ("server.pipe", "client.pipe"):
        os.mkfifo(stale / name)
    monkeypatch.setenv("TMPDIR", str(stale))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setenv("AI2THOR_FIFO_SERVER_PIPE_PATH", str(stale / "server.pipe"))
    monkeypatch.setenv("AI2THOR_FIFO_CLIENT_PIPE_PATH", str(stale / "client.pipe"))
    assert loaded(make()).step("Pass").metadata["lastActionSuccess"]


def test_a_crash_in_the_middle_of_an_episode_leaves_an_environment_that_can_be_reset(env):
    env.reset(seed=0)
    player_of(env.unwrapped._simulator).kill()
    with pytest.raises(SimulatorError):
        within(lambda: env.step(env.action_space.sample()), 60)
    _, info = env.reset(seed=0)
    assert info["task"].category


def test_closing_ends_the_player_and_a_reset_starts_another(env):
    env.reset(seed=0)
    player = player_of(env.unwrapped._simulator).pid
    env.close()
    assert ends(player)
    env.reset(seed=0)
    assert player_of(env.unwrapped._simulator).pid != player


@pytest.mark.slow
def test_a_forgotten_simulator_takes_its_player_along():
    simulator = loaded(make_simulator("ai2thor", 100, 100, "textured", controller=PLAYER))
    player = player_of(simulator).pid
    del simulator
    assert ends(player)


def test_use_in_a_forked_process_is_refused_at_once(make):
    simulator = loaded(make())
    context = multiprocessing.get_context("fork")
    with pytest.warns(DeprecationWarning) if sys.version_info >= (3, 12) else _nothing():
        answers = context.Queue()
        child = context.Process(target=_step_and_tell, args=(simulator, answers))
        child.start()
    assert "cannot use it" in answers.get(timeout=30)
    child.join(30)
    assert simulator.step("Pass").metadata["lastActionSuccess"]


def _step_and_tell(simulator, answers):
    try:
        simulator.step("Pass")
    except SimulatorError as e:
        answers.put(str(e))


def _nothing():
    import contextlib

    return contextlib.nullcontext()


@pytest.mark.slow
def test_a_pickled_environment_starts_a_player_of_its_own(env):
    env.reset(seed=0)
    copy = pickle.loads(pickle.dumps(env.unwrapped))
    action = np.zeros(3, dtype=np.float32)
    here, there = env.step(action), copy.step(action)
    assert there[4]["transition"].verdict == here[4]["transition"].verdict
    assert player_of(copy._simulator).pid != player_of(env.unwrapped._simulator).pid
    copy.close()
