"""Exact arrays beside the picture: the same as the items'."""

import numpy as np
import pytest

import flowbench
from flowbench.errors import BadValue, UnknownName
from flowbench.render.board.flow import flow_between
from flowbench.wrappers import AddDepth, AddFlow, AddSegmentation, PixelsOnly, SetOfMarks
from tests.wrappers.made import a_game, room


def won(env, seed=3):
    """The first observation, the last one, and the item of the winning step."""
    first, info = env.reset(seed=seed)
    planner = flowbench.make_planner(env.unwrapped.env_id)
    observation, done = first, False
    while not done:
        observation, _, terminated, truncated, info = env.step(planner.act(observation, info))
        done = terminated or truncated
    return first, observation, info, flowbench.annotate(info["transition"])


@pytest.mark.parametrize("kwargs", [{}, {"observation": "table"}, {"compound": True}], ids=str)
def test_a_room_s_arrays_are_the_item_s(kwargs):
    first, last, info, item = won(AddFlow(AddSegmentation(AddDepth(room(**kwargs)))))
    for key, name in (("depth", "depth"), ("ids", "ids"), ("classes", "classes")):
        assert np.array_equal(first[key], item.arrays[f"{name}0"]) and np.array_equal(
            last[key], item.arrays[f"{name}1"]
        )
    assert np.array_equal(last["flow"], item.arrays["flow01"])
    assert np.array_equal(last["flow_valid"].astype(bool), item.arrays["valid01"])
    assert np.abs(last["flow"]).max() > 1.0 and not first["flow"].any() and not first["flow_valid"].any()
    assert info["class_names"][1:] == tuple(item.state["classes"].values())


def test_surface_names_stand_behind_the_ids():
    env = AddSegmentation(room())
    observation, info = env.reset(seed=3)
    mover = info["surface_names"].index(info["task"].mover)
    assert (observation["ids"] == mover).any() and observation["objects"][0] == mover


@pytest.mark.parametrize("name", ["RollingCube", "MissingTiles", "BlockCounting"])
def test_a_game_s_ids_and_flow_are_those_of_its_pictures(name):
    env = AddFlow(AddSegmentation(a_game(name)))
    first, info = env.reset(seed=1)
    before = info["position"]
    after, *_, info = env.step(env.unwrapped.expert_action())
    flow, valid = flow_between(
        before.draw(env.unwrapped.config.style), info["position"].draw(env.unwrapped.config.style)
    )
    assert np.array_equal(first["ids"], before.draw(env.unwrapped.config.style).ids)
    assert np.array_equal(after["flow"], flow) and np.array_equal(after["flow_valid"], valid.astype(np.int8))


def test_depth_is_finite_also_where_nothing_is_seen(monkeypatch):
    import dataclasses

    from flowbench.wrappers import add_depth, kinds

    def sky(view):
        pixels = kinds.pixels_of(view)
        return dataclasses.replace(pixels, depth=np.full_like(pixels.depth, np.inf))

    monkeypatch.setattr(add_depth, "pixels_of", sky)
    env = AddDepth(room())
    observation, _ = env.reset(seed=3)
    assert (observation["depth"] == 1000.0).all() and env.observation_space.contains(observation)


def test_pixels_are_the_picture_and_nothing_else():
    env, bare = PixelsOnly(room()), room()
    assert np.array_equal(env.reset(seed=3)[0], bare.reset(seed=3)[0]["image"])
    move = np.array([0.2, 0.0, 0.1], np.float32)
    assert np.array_equal(env.step(move)[0], bare.step(move)[0]["image"])


@pytest.mark.parametrize("style", [None, "mono"])
def test_pixels_of_a_game_are_drawn_in_a_style(style):
    env = PixelsOnly(a_game(), style=style)
    observation, info = env.reset(seed=1)
    assert np.array_equal(observation, info["position"].draw(style or env.unwrapped.config.style).frame)


def test_smaller_pixels_keep_their_proportions():
    env = PixelsOnly(a_game("CubeNet"), size=100)
    observation, _ = env.reset(seed=1)
    assert observation.shape == (100, 100, 3)
    assert observation[:50].any() and not observation[50:].any()  # the picture is twice as wide as high


def test_marks_are_drawn_where_the_item_has_them():
    from flowbench.annotators.referring import written_item

    for refer in ("dots", "numbers"):
        first, last, info, item = won(SetOfMarks(room(), refer))
        question, images = written_item(item, refer)
        assert np.array_equal(first["image"], images["i0"]) and np.array_equal(last["image"], images["i1"])
        assert info["marks"][info["task"].mover] in question.text


def test_marks_stay_out_of_the_pictures_of_the_transition():
    env = SetOfMarks(room())
    observation, info = env.reset(seed=3)
    observation, *_, info = env.step(np.zeros(3, np.float32))
    assert not np.array_equal(observation["image"], info["transition"].after.pixels.frame)


def test_wrappers_that_need_other_observations_say_so():
    with pytest.raises(BadValue, match="AddDepth adds to Dict observations, got Box"):
        AddDepth(PixelsOnly(room()))
    with pytest.raises(BadValue, match=r"\['depth'\] already; use AddDepth once"):
        AddDepth(AddDepth(room()))
    for wrapper in (PixelsOnly, SetOfMarks):
        with pytest.raises(BadValue, match='observation="image"'):
            wrapper(room(observation="table"))
    with pytest.raises(UnknownName, match="kind of marks 'arrows'"):
        SetOfMarks(room(), "arrows")
    with pytest.raises(UnknownName, match="style of rolling_cube"):
        PixelsOnly(a_game(), style="oil")
    with pytest.raises(BadValue, match="Rooms have no drawing style"):
        PixelsOnly(room(), style="mono")
    with pytest.raises(BadValue, match="size must be an integer from 1 to 4096, got 0"):
        PixelsOnly(room(), size=0)
