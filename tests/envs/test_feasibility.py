"""The probe of Feasibility: tried through the simulator, undone, and in agreement with geometry."""

import gymnasium as gym
import pytest

import flowbench
from flowbench.annotators.item import annotate
from flowbench.envs.rooms.attempts import attempt, probe_stops
from flowbench.envs.rooms.views import stand_at, views
from flowbench.geometry.check_pose import check_free
from flowbench.geometry.motion import moved_poses
from flowbench.records import Motion
from flowbench.rules.rooms.eligible import usable_movers
from flowbench.simulators import make_simulator

FEASIBILITY = "FlowBench-Feasibility-v0"
PLACES = [("FloorPlan1", 0), ("FloorPlan212", 1), ("FloorPlan301", 0), ("FloorPlan415", 0), ("FloorPlan_Train3_2", 0)]


@pytest.fixture(scope="module")
def simulator():
    return make_simulator("embedded", 100, 100, "flat")


def way_points(mover, right, forward):
    return [Motion(mover, right_m=right * 0.05 * k, forward_m=forward * 0.05 * k) for k in range(1, 22)]


@pytest.mark.parametrize(("scene", "number"), PLACES)
def test_simulator_and_geometry_stop_at_the_same_things(simulator, scene, number):
    stand_at(simulator, scene, views(scene, 3)[number])
    stopped = 0
    for mover in usable_movers(simulator.snapshot()):
        for direction in ((1, 0), (-1, 0), (0, 1), (0, -1), (0.7, 0.7)):
            points = way_points(mover, *direction)
            stops = probe_stops(simulator, points)
            start = simulator.scene
            checks = [check_free(start, mover, moved_poses(start, point)[mover]) for point in points[: len(stops)]]
            by_geometry = [check.collider or ("" if check.inside else "the outside of the room") for check in checks]
            assert list(stops) == by_geometry
            assert "" not in stops[-1:] or len(stops) == len(points)
            stopped += bool(stops[-1])
    assert stopped >= 2


@pytest.mark.parametrize(("scene", "number"), PLACES[:2])
def test_a_probe_leaves_no_trace(simulator, scene, number):
    stand_at(simulator, scene, views(scene, 3)[number])
    mover = usable_movers(simulator.snapshot())[0]
    state = simulator.state
    probe_stops(simulator, way_points(mover, 0, -1))
    assert simulator.state is state
    motion = Motion(mover, right_m=0.15)
    bare, without = attempt(simulator, state.scene, motion)
    probed, facts = attempt(simulator, state.scene, motion, way_points(mover, 0, -1))
    assert bare.scene.poses == probed.scene.poses == simulator.scene.poses
    assert (bare.pixels.ids == probed.pixels.ids).all()
    assert without.probe_stops == () and (len(facts.probe_stops) > 0) == facts.success
    again, _ = attempt(simulator, state.scene, motion)  # the mover still comes to rest: it was not left hanging
    assert again.scene.poses == bare.scene.poses and mover not in simulator.state.kinematic


def test_transitions_carry_the_probe_and_items_ask_about_it():
    env = gym.make(FEASIBILITY, width=200, height=200, scenes=["FloorPlan1", "FloorPlan212", "FloorPlan301"])
    planner = flowbench.make_planner(env.spec)
    answers = set()
    for seed in range(8):
        observed, info = env.reset(seed=seed)
        done = False
        while not done:
            observed, reward, terminated, truncated, info = env.step(planner.act(observed, info))
            done = terminated or truncated
        transition = info["transition"]
        if reward == 1.0:
            item = annotate(transition)
            assert item.state["attempt"]["probe_stops"] == list(transition.attempt.probe_stops)
            assert bool(transition.attempt.probe_stops[-1]) == (item.answer == "no")
            probe = item.state["parameters"]
            lengths = {f"{abs(probe[name]):.2f} m" for name in ("probe_right_m", "probe_forward_m") if probe[name]}
            assert all(length in item.question.text and length in item.state["reasoning"] for length in lengths)
            answers.add(item.answer)
    assert answers == {"yes", "no"}
