"""Episodes without pictures: the same answers, nothing drawn, and what cannot be told from boxes refused."""

import dataclasses

import gymnasium as gym
import pytest
from gymnasium.utils.env_checker import check_env

import flowbench
from flowbench import registry
from flowbench.annotators.item import annotate
from flowbench.datasets.plan import make_plan
from flowbench.envs.rooms.episode import Episode
from flowbench.errors import BadValue
from flowbench.render import raster
from flowbench.simulators.boxed import boxed
from flowbench.simulators.embedded.drawing import snapshot

SMALL = {"scenes": ["FloorPlan1", "FloorPlan203", "FloorPlan212", "FloorPlan305"]}
NEAR, CONTACT = "FlowBench-NearObject-v0", "FlowBench-ContactWall-v0"
NEED_MASKS = ("FlowBench-Occlusion-v0", "FlowBench-LeftRight-v0", "FlowBench-DepthOrder-v0")
WITH_TABLE = [name for name in registry.ids("rooms") if name not in NEED_MASKS]

SEEN_OTHERWISE = {"mover hidden", "landmark hidden", "name lost", "wall unseen", "probe unseen"}

takes_it = pytest.mark.parametrize("env_id", WITH_TABLE)


def make(env_id, **kwargs):
    return gym.make(env_id, observation="table", **(SMALL | kwargs)).unwrapped


@takes_it
def test_checker_finds_nothing_and_no_image_is_observed(env_id):
    env = make(env_id)
    check_env(env, skip_render_check=True)
    assert set(env.observation_space.spaces) == {"objects", "task"}


@pytest.mark.parametrize("env_id", NEED_MASKS)
def test_categories_judged_by_masks_refuse_it(env_id):
    with pytest.raises(BadValue, match="by the pixels of the pictures"):
        make(env_id)


def test_a_data_set_refuses_it():
    with pytest.raises(BadValue, match="holds pictures"):
        make_plan(WITH_TABLE[0], kwargs={"observation": "table"})


def test_nothing_is_drawn(monkeypatch):
    env = make(NEAR)
    monkeypatch.setattr(raster, "draw", None)
    monkeypatch.setattr(raster, "stamp", None)
    env.reset(seed=0)
    *_, info = env.step(env.action_space.sample())
    assert info["transition"].after.pixels is None


def outcomes(env_id, seeds, **kwargs):
    """The verdicts that a drawn environment and one without pictures give of the same motions of the same task."""
    bare, drawn = make(env_id, **kwargs), gym.make(env_id, quality="flat", **(SMALL | kwargs)).unwrapped
    for seed in seeds:
        _, info = bare.reset(seed=seed)
        state = bare.clone_state()
        drawn._running()
        drawn.restore_state(
            Episode(state.task, snapshot(state.now, "flat"), state.now, seed, state.options, drawn._made())
        )
        planner = flowbench.make_planner(env_id)
        for _ in range(3):
            action = planner.act(None, info)
            *_, ended, cut, info = bare.step(action)
            *_, drawn_ended, drawn_cut, other = drawn.step(action)
            yield info["transition"], other["transition"]
            if ended or cut or drawn_ended or drawn_cut:
                break


@takes_it
def test_answers_are_those_of_the_pictures(env_id):
    pairs = list(outcomes(env_id, range(9)))
    both = [(bare.verdict, drawn.verdict) for bare, drawn in pairs if bare.verdict.answer and drawn.verdict.answer]
    assert len(both) >= 4
    for bare, drawn in both:
        assert bare.answer == drawn.answer and bare.measures == drawn.measures
    for bare, drawn in pairs:
        assert bare.attempt == drawn.attempt and bare.after.scene == drawn.after.scene
        reasons = {verdict.reason.split(":")[0] for verdict in (bare.verdict, drawn.verdict)}
        assert len(reasons) == 1 or reasons & SEEN_OTHERWISE


def test_annotating_draws_the_pictures():
    env, planner = make(CONTACT, width=120, height=120), flowbench.make_planner(CONTACT)
    for seed in range(8):
        _, info = env.reset(seed=seed)
        *_, won, _, info = env.step(planner.act(None, info))
        if won:
            break
    item = annotate(info["transition"])
    assert item.images["i0"].std() > 10 and item.answer == info["transition"].verdict.answer


def test_a_transition_that_its_pictures_do_not_show_is_refused(monkeypatch):
    env, planner = make(NEAR, width=120, height=120), flowbench.make_planner(NEAR)
    _, info = env.reset(seed=0)
    *_, won, _, info = env.step(planner.act(None, info))
    assert won
    transition = info["transition"]
    camera = transition.after.scene.camera
    away = transition.after.scene.with_camera(dataclasses.replace(camera, yaw_deg=camera.yaw_deg + 180.0))
    unseen = dataclasses.replace(transition, after=boxed(away))
    with pytest.raises(BadValue, match="mover hidden"):
        annotate(unseen)
