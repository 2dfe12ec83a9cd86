import dataclasses

import gymnasium as gym
import numpy as np
import pytest

import flowbench
from flowbench.envs.rooms import observation
from flowbench.envs.rooms.views import MOST_VIEWS, farthest_points, find_views, views
from flowbench.errors import NothingToAsk, UnknownName
from flowbench.geometry.check_pose import check_pose
from flowbench.geometry.motion import moved_poses
from flowbench.planners.rooms.base import as_action
from flowbench.records import Motion
from flowbench.simulators import scenes

OCCLUSION = "FlowBench-Occlusion-v0"
ALL = [name for source in scenes.THEIRS for name in scenes.scene_names(source)]
SAMPLED = ("FloorPlan9", "FloorPlan222", "FloorPlan317", "FloorPlan426", "FloorPlan_Val2_3")


@pytest.fixture(scope="module")
def env():
    return gym.make(OCCLUSION, width=200, height=200, scenes=["FloorPlan1", "FloorPlan212"]).unwrapped


def test_options_pin_what_they_name(env):
    options = {"scene": "FloorPlan212", "view": 1, "wanted": "yes", "proposal": 1}
    _, info = env.reset(seed=3, options=options)
    assert info["options"] == options and info["task"].wanted == "yes"
    _, same = env.reset(seed=3, options={**options, "mover": info["task"].mover, "proposal": 0})
    assert same["task"].mover == info["task"].mover


def test_seed_and_reported_options_make_the_same_episode(env):
    first, info = env.reset(seed=11)
    again, same = env.reset(seed=11, options=info["options"])
    assert info["task"] == same["task"]
    assert (first["image"] == again["image"]).all()


# trouble report R06
def test_proposals_run_out_with_one_clear_error(env):
    with pytest.raises(NothingToAsk, match="another view, answer or proposal"):
        env.reset(seed=0, options={"scene": "FloorPlan1", "view": 0, "wanted": "yes", "proposal": 999})
    env.reset(seed=0)  # the next good reset works


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scene": "FloorPlan2"}, "Unknown scene"),
        ({"wanted": "perhaps"}, "Unknown answer"),
        ({"view": 3}, "from 0 to 2"),
        ({"view": 1.0}, "must be an integer"),
        ({"proposal": -1}, "from 0"),
        ({"landmarks": "Mug|1"}, "list of object ids"),
        ({"scene": "FloorPlan1", "view": 0, "mover": "Stool|+00.74|+00.00|+00.57"}, "Did you mean 'Stool"),
    ],
    ids=str,
)
def test_bad_options_are_refused(env, options, message):
    with pytest.raises(ValueError, match=message):
        env.reset(seed=0, options=options)


@pytest.mark.parametrize(("compound", "expected"), [(False, 0.02), (True, 0.04)])
def test_each_attempt_starts_from_the_first_state_unless_compound(compound, expected):
    env = gym.make(OCCLUSION, width=64, height=64, scenes=["FloorPlan212"], compound=compound).unwrapped
    _, info = env.reset(seed=0)
    scene, mover = info["scene"], info["task"].mover
    directions = [(1, 0), (-1, 0), (0, 1), (0, -1)]
    right, forward = next(
        (right, forward)
        for right, forward in directions
        if check_pose(scene, mover, moved_poses(scene, Motion(mover, 0.04 * right, 0.0, 0.04 * forward))[mover]).ok
    )
    for _ in range(2):
        info = env.step(as_action(Motion("", right_m=0.02 * right, forward_m=0.02 * forward)))[4]
    assert info["transition"].attempt.success, info["transition"].attempt
    shift = np.subtract(info["transition"].after.scene.pose(mover).position, scene.pose(mover).position)
    assert np.linalg.norm(shift) == pytest.approx(expected)


def test_actions_are_rounded_to_whole_centimetres(env):
    _, info = env.reset(seed=0)
    motion = env.motion(np.array([0.1771, -0.0012, 0.5], np.float32), info["task"])
    assert (motion.right_m, motion.up_m, motion.forward_m) == (0.35, 0.0, 1.0)


def test_planner_reaches_the_wanted_outcome_and_the_label_is_recomputed():
    env = gym.make(OCCLUSION, width=400, height=400, scenes=["FloorPlan1", "FloorPlan212", "FloorPlan301"])
    planner = flowbench.make_planner(env.spec)
    won = 0
    for seed in range(6):
        observed, info = env.reset(seed=seed)
        reward, done = 0.0, False
        while not done:
            observed, reward, terminated, truncated, info = env.step(planner.act(observed, info))
            done = terminated or truncated
        transition, task = info["transition"], info["task"]
        masks = [v.pixels.ids for v in (transition.before, transition.after)]
        numbers = transition.before.scene.layout.surface_ids
        landmark = masks[0] == numbers[task.landmarks[0]]
        mover = np.isin(masks[1], [numbers[part] for part in transition.before.scene.layout.parts[task.mover]])
        share = (mover & landmark).sum() / landmark.sum()
        expected = "yes" if share >= 0.5 else "no" if share <= 0.1 else None
        assert transition.verdict.answer in (expected, None)
        assert (reward == 1.0) == (transition.verdict.answer == task.wanted)
        won += int(reward)
    assert won >= 5


def test_planner_without_further_ideas_does_nothing(env):
    observed, info = env.reset(seed=0)
    planner = flowbench.make_planner(OCCLUSION)
    late = info | {"step": 99}
    assert planner.ideas_left(info) and not planner.ideas_left(late)
    assert not planner.act(observed, late).any()


def test_object_table_lists_mover_landmark_then_the_largest(env):
    observed, info = env.reset(seed=5)
    table, ids = observed["objects"].reshape(96, 20), info["scene"].layout.surface_ids
    task = info["task"]
    assert [int(row[0]) for row in table[:2]] == [ids[task.mover], ids[task.landmarks[0]]]
    assert table[0][17] == 1.0 and table[1][18] == 1.0
    pixels = [row[10] for row in table[2:] if row[0] > 0]
    assert pixels == sorted(pixels, reverse=True)
    assert observed["task"][2] == ids[task.mover] and observed["task"][3] == ids[task.landmarks[0]]


def test_type_numbers_cover_every_scene():
    names = {item.object_type for scene in scenes.scene_names() for item in scenes.load_facts(scene).objects}
    assert {name for name in names if observation.type_number(name) == 0} == {"Carcass"}
    assert observation.type_number("Dragon") == 0


def test_views_are_pure_apart_and_lower_counts_are_prefixes():
    chosen = views("FloorPlan212", 3)
    assert views("FloorPlan212", 10)[:3] == chosen
    positions = np.array([view.position for view in chosen])
    gaps = [np.linalg.norm(a - b) for k, a in enumerate(positions) for b in positions[k + 1 :]]
    assert min(gaps) >= 1.0
    assert [view.score for view in chosen] == sorted((view.score for view in chosen), reverse=True)


@pytest.mark.parametrize("name", [pytest.param(n, marks=[] if n in SAMPLED else [pytest.mark.slow]) for n in ALL])
def test_published_views_are_those_found_in_the_scene(name):
    found = find_views(name, MOST_VIEWS)
    assert [dataclasses.replace(view, score=round(view.score, 6)) for view in found] == list(views(name, MOST_VIEWS))


def test_farthest_points_spread():
    line = np.array([[x, 0.0, 0.0] for x in range(11)], float)
    assert farthest_points(line, 3)[:, 0].tolist() == [0.0, 10.0, 5.0]


def test_shaped_reward_grows_toward_the_wanted_cover():
    env = gym.make(OCCLUSION, width=64, height=64, scenes=["FloorPlan1"], reward="shaped").unwrapped
    _, info = env.reset(seed=0, options={"wanted": "yes"})
    rule, task = env.rule, info["task"]
    rewards = []
    for cover in (0.0, 0.2, 0.4):
        verdict = flowbench.Verdict(None, "ambiguous", {"cover": cover})
        rewards.append(rule.nearness(task, verdict))
    assert rewards == sorted(rewards) and rewards[0] == 0.0 and rewards[-1] < 1.0
    assert rule.nearness(dataclasses.replace(task, wanted="no"), flowbench.Verdict(None)) == 0.0


def test_unknown_scene_offers_the_nearest():
    with pytest.raises(UnknownName, match="Did you mean"):
        gym.make(OCCLUSION, scenes=["FloorPlan1x"])
