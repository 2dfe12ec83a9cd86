import gymnasium as gym
import numpy as np
import pytest

import flowbench
from flowbench.envs.rooms.options import scene_list
from flowbench.errors import BadValue, StoreError, UnknownName
from tests.simulators.houses.data import FOUR_ROOMS, FOUR_ROOMS_OLD, MANY, ONE_ROOM


def test_a_file_stands_for_all_its_houses():
    assert scene_list(str(MANY)) == (ONE_ROOM, FOUR_ROOMS)
    assert scene_list([str(FOUR_ROOMS_OLD), "FloorPlan1", ONE_ROOM]) == (str(FOUR_ROOMS_OLD), "FloorPlan1", ONE_ROOM)


def test_files_that_do_not_exist_and_houses_named_twice_are_refused(tmp_path):
    with pytest.raises(StoreError, match="There is no file"):
        scene_list(str(tmp_path / "none.jsonl.gz"))
    with pytest.raises(BadValue, match="twice"):
        scene_list([str(MANY), ONE_ROOM])
    with pytest.raises(UnknownName, match="FloorPlan"):
        scene_list(["FloorPlan1000"])


@pytest.mark.parametrize("category", ["NearObject", "ContactWall", "CloserTo"])
def test_an_episode_in_a_house_of_four_rooms_ends_as_wanted(category):
    env = gym.make(f"FlowBench-{category}-v0", scenes=[FOUR_ROOMS], width=200, height=200)
    planner = flowbench.make_planner(env.spec)
    observation, info = env.reset(seed=3)
    assert info["scene"].layout.rooms and info["scene"].layout.scene == FOUR_ROOMS
    reward, over = 0.0, False
    while not over:
        observation, reward, ended, cut, info = env.step(planner.act(observation, info))
        over = ended or cut
    assert reward == 1.0
    item = flowbench.annotate(info["transition"])
    assert item.answer == info["task"].wanted


def test_the_same_seed_gives_the_same_episode_in_a_house():
    pictures = []
    for _ in range(2):
        env = gym.make("FlowBench-CountNear-v0", scenes=[FOUR_ROOMS], width=120, height=120)
        observation, info = env.reset(seed=11)
        pictures.append((observation["image"], info["task"]))
    assert np.array_equal(pictures[0][0], pictures[1][0]) and pictures[0][1] == pictures[1][1]


def test_walls_of_houses_are_known():
    env = gym.make("FlowBench-ContactWall-v0", scenes=str(MANY), width=64, height=64)
    assert env.unwrapped.askable(scene_list(str(MANY))) == (ONE_ROOM, FOUR_ROOMS)
