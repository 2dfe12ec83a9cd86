"""Kinds of motion beyond one translation: what a step does, what the words say, and where they make no sense."""

import dataclasses
import pickle

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import flowbench
from flowbench import registry
from flowbench.annotators.item import annotate
from flowbench.errors import BadValue, NothingToAsk
from flowbench.geometry.check_pose import world_box
from flowbench.geometry.motion import moves_of
from flowbench.records import CameraMotion, Motion
from flowbench.rules.rooms.motions import KINDS, TRANSLATION, action_size, decode, encode, kind_of
from flowbench.simulators.embedded.relations import rigid_pose

NEAR = "FlowBench-NearObject-v0"
SCENES = ["FloorPlan1", "FloorPlan203", "FloorPlan212", "FloorPlan305"]
SMALL = {"width": 160, "height": 160, "scenes": SCENES}
SENSELESS = {
    ("FlowBench-Occlusion-v0", "camera"),
    ("FlowBench-Feasibility-v0", "camera"),
    ("FlowBench-Feasibility-v0", "carry"),
    ("FlowBench-Sandbox-v0", "sequence"),
    ("FlowBench-Sandbox-v0", "two_movers"),
}
BEYOND = [kind for kind in KINDS if kind != TRANSLATION]
PAIRS = [(env_id, kind) for env_id in registry.ids("rooms") for kind in BEYOND]

every_kind = pytest.mark.parametrize("kind", BEYOND)


def make(kind, env_id=NEAR, **kwargs):
    return gym.make(env_id, motions=kind, disable_env_checker=True, **(SMALL | kwargs)).unwrapped


def solve(env, seeds=range(12)):
    """The environment at the end of its first solved episode, and that episode's last transition."""
    planner = flowbench.make_planner(env.env_id)
    for seed in seeds:
        try:
            observation, info = env.reset(seed=seed)
        except NothingToAsk:
            continue
        while planner.ideas_left(info):
            observation, _, won, cut, info = env.step(planner.act(observation, info))
            if won:
                return info["transition"]
            if cut:
                break
    raise AssertionError("no episode was solved")


@pytest.fixture(scope="module")
def solved():
    return {kind: solve(make(kind)) for kind in BEYOND}


@pytest.mark.parametrize(("env_id", "kind"), [pair for pair in PAIRS if pair not in SENSELESS])
def test_what_makes_sense_can_be_made(env_id, kind):
    env = make(kind, env_id)
    assert env.action_space.contains(env.action_space.sample()) and env.config.motions == kind


@pytest.mark.parametrize(("env_id", "kind"), sorted(SENSELESS))
def test_what_makes_no_sense_is_refused_with_the_reason(env_id, kind):
    with pytest.raises(BadValue, match=rf"cannot be asked with motions='{kind}': .*\. Choose another kind"):
        make(kind, env_id)


@pytest.mark.parametrize(
    ("kwargs", "message"),
    [
        ({"motions": "spin"}, "Unknown kind of motions"),
        ({"motions": "yaw", "preset": "paper_literal"}, "translations alone"),
        ({"motions": "camera", "compound": True}, "build on each other"),
    ],
    ids=str,
)
def test_bad_combinations_are_one_clear_error(kwargs, message):
    with pytest.raises(ValueError, match=message):
        registry.resolve(registry.entry(NEAR).env)(**kwargs)


@every_kind
def test_checker_finds_nothing(kind):
    check_env(make(kind, scenes="ithor", views_per_scene=1), skip_render_check=True)


@every_kind
def test_actions_and_moves_turn_into_each_other(solved, kind):
    transition = solved[kind]
    numbers = encode(kind, moves_of(transition.action))
    assert numbers.shape == (action_size(kind),) and np.abs(numbers).max() <= 1.0
    assert kind_of(transition.task) == kind
    assert decode(kind, transition.task, numbers) == transition.action


@every_kind
def test_the_same_action_gives_the_same_bytes(solved, kind):
    transition, env = solved[kind], make(kind)
    env.reset(seed=transition.origin.seed_key[0], options=dict(transition.origin.options))
    *_, info = env.step(encode(kind, moves_of(transition.action)))
    again = info["transition"]
    assert again.verdict == transition.verdict and again.after.scene == transition.after.scene
    assert pickle.dumps(again.after.pixels) == pickle.dumps(transition.after.pixels)


def centre(scene, name):
    return world_box(scene, name)[0:3]


def test_a_turned_mover_turns_about_its_centre(solved):
    transition = solved["yaw"]
    mover, motion = transition.task.mover, transition.action
    before, after = transition.before.scene, transition.after.scene
    turned = (after.pose(mover).rotation[1] - before.pose(mover).rotation[1]) % 360.0
    assert motion.yaw_deg != 0.0 and turned == pytest.approx(motion.yaw_deg % 360.0, abs=1.0)
    length = np.hypot(motion.right_m, motion.forward_m)
    assert np.linalg.norm(centre(after, mover) - centre(before, mover)) == pytest.approx(length, abs=0.02)


def test_two_moves_add_up_and_both_ends_are_legal(solved):
    transition = solved["sequence"]
    first, second = transition.action
    assert first.object_id == second.object_id == transition.task.mover
    env = make(TRANSLATION)
    env.reset(seed=transition.origin.seed_key[0], options=dict(transition.origin.options) | {"mover": first.object_id})
    *_, info = env.step(encode(TRANSLATION, (first,)))
    assert info["transition"].attempt.success
    way = np.array([first.right_m + second.right_m, first.forward_m + second.forward_m])
    came = centre(transition.after.scene, first.object_id) - centre(transition.before.scene, first.object_id)
    assert np.linalg.norm(came[[0, 2]]) == pytest.approx(np.linalg.norm(way), abs=0.02)


def test_two_movers_move_and_nothing_else(solved):
    transition = solved["two_movers"]
    before, after = transition.before.scene, transition.after.scene
    moved = {name for name in before.layout.index if before.pose(name) != after.pose(name)}
    own = {part for move in transition.action for part in before.layout.parts[move.object_id]}
    assert moved == own and len(transition.action) == 2
    assert transition.action[1].object_id == transition.task.parameters["second_mover"]


def test_the_camera_ends_where_the_action_takes_it(solved):
    transition = solved["camera"]
    motion, walk = transition.action
    before, after = transition.before.scene.camera, transition.after.scene.camera
    assert isinstance(motion, Motion) and isinstance(walk, CameraMotion)
    shift = np.subtract(after.position, before.position)
    yaw = np.radians(before.yaw_deg)
    assert shift @ [np.cos(yaw), 0, -np.sin(yaw)] == pytest.approx(walk.right_m, abs=1e-6)
    assert shift @ [np.sin(yaw), 0, np.cos(yaw)] == pytest.approx(walk.forward_m, abs=1e-6)
    assert shift[1] == pytest.approx(0.0, abs=1e-6)
    assert (after.yaw_deg - before.yaw_deg - walk.yaw_deg) % 360.0 == pytest.approx(0.0, abs=1e-9)
    assert after.horizon_deg - before.horizon_deg == walk.tilt_deg


def test_contents_go_along_rigidly(solved):
    transition = solved["carry"]
    before, after, mover = transition.before.scene, transition.after.scene, transition.task.mover
    own = before.layout.parts[mover]
    riders = [n for n in before.layout.index if before.pose(n) != after.pose(n) and n not in own]
    assert riders
    for name in riders:
        expected = rigid_pose(before.pose(mover), after.pose(mover), before.pose(name))
        assert np.abs(np.subtract(expected.position, after.pose(name).position)).max() < 1e-9


@every_kind
def test_a_failed_action_leaves_everything_where_it_was(kind):
    env = make(kind)
    _, info = env.reset(seed=0)
    action = np.zeros(env.action_space.shape, np.float32)
    action[-3 if kind in ("sequence", "two_movers") else 1] = -1.0  # into the floor, or out of the room
    action[0 if kind in ("sequence", "two_movers") else 2] = 1.0
    *_, info = env.step(action)
    transition = info["transition"]
    assert not transition.attempt.success and transition.after.scene == transition.before.scene


@every_kind
def test_words_and_state_tell_the_whole_action(solved, kind):
    transition = solved[kind]
    item = annotate(transition)
    told = item.state["moves"]
    assert len(told) == len(moves_of(transition.action))
    assert item.state["motion_text"] in item.question.text
    says = {
        "yaw": "clockwise, seen from above",
        "sequence": "Then move it",
        "two_movers": "Then move the",
        "camera": "the camera",
        "carry": "with all that lies on or in it",
    }
    assert says[kind] in item.question.text
    assert item.state["parameters"]["motions"] == kind
    assert ("camera_after" in item.state) is (kind == "camera") and ("carried" in item.state) is (kind == "carry")


def test_turns_build_on_each_other():
    env = make("yaw", compound=True)
    _, info = env.reset(seed=1)
    turn = np.array([0.0, 0.0, 0.0, 0.125], np.float32)  # 22.5 degrees, rounded to whole ones
    env.step(turn)
    *_, info = env.step(turn)
    assert info["transition"].attempt.success
    assert info["transition"].action == Motion(info["task"].mover, yaw_deg=44.0)


def test_numpy_integers_are_integers_and_scenes_come_once():
    env = make(TRANSLATION, width=np.int64(64), height=np.int32(48), views_per_scene=np.int64(1))
    assert env.observation_space["image"].shape == (48, 64, 3)
    env.reset(seed=0)
    *_, info = env.step(np.zeros(3, np.float32))
    assert '"width": 64' in info["transition"].origin.env
    with pytest.raises(BadValue, match="FloorPlan1 twice"):
        make(TRANSLATION, scenes=["FloorPlan1", "FloorPlan2", "FloorPlan1"])


def test_translation_is_the_default_and_leaves_no_trace():
    transition = solve(make(TRANSLATION))
    assert "motions" not in transition.task.parameters
    assert not {"moves", "carried", "camera_after"} & set(annotate(transition).state)
    plain = dataclasses.asdict(transition.action)
    assert plain["yaw_deg"] == 0.0 and plain["pivot"] == "box centre"
