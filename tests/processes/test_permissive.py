"""Permissive play: illegal actions are done, shown by the clip, and found by the judge."""

import numpy as np
import pytest

from flowbench.errors import BadValue
from flowbench.rules.processes.animation import animate
from flowbench.rules.processes.judge import judge
from flowbench.rules.processes.levels import LEVELS
from flowbench.rules.processes.prompts import plan
from flowbench.rules.processes.table import process
from flowbench.seeding import generator
from tests.processes.harness import NAMES, case_of, every_process

# The items of each rubric that say something of what is done, and not of how it looks or moves; steps can break them.
BROKEN_BY_STEPS = {
    "maze_square": {"M2", "M5"},
    "maze_round": {"M2", "M5"},
    "sliding_puzzle": {"S6"},
    "jigsaw_puzzle": {"J3", "J4", "J5", "J7"},
    "hanoi_tower": {"H4", "H7"},
    "leave_parking_lot": {"P3", "P7"},
    "polyform_tiling": {"T2", "T3", "T5", "T7"},
    "euler_path": {"E1", "E2", "E3", "E7"},
    "sorting": {"O3", "O4", "O5", "O8"},
    "pick_unique": {"U2", "U3", "U5", "U6"},
    "color_mix": {"C1", "C2", "C6"},
    "object_packing": {"K2", "K3", "K5", "K7"},
    "classify_blocks": {"B3", "B4", "B6", "B7"},
}
GAMES, LONGEST, CASES = 16, 6, 24  # of each case; actions; cases that are tried at most


def forced(rules, instance, state):
    """The illegal actions that lead somewhere."""
    illegal = np.flatnonzero(rules.mask(instance, state) == 0).tolist()
    return [action for action in illegal if rules.force(instance, state, action) is not None]


def games_of(case):
    """Plans by chance: legal and forced actions in turn or by chance, some after the beginning of the solution."""
    rules, instance = process(case.process), case.instance
    for number in range(GAMES):
        rng = generator(number, "permissive play", case.case_id)
        state, actions = rules.initial(instance), []
        solution = list(plan(case))[: int(rng.integers(len(plan(case)) + 1))]
        for k in range(max(int(rng.integers(1, LONGEST + 1)), len(solution))):
            legal, wild = np.flatnonzero(rules.mask(instance, state)).tolist(), forced(rules, instance, state)
            pool = wild if wild and (not legal or rng.random() < 0.5) else legal
            if k < len(solution):
                pool = solution[k : k + 1]
            if not pool or rules.is_goal(instance, state):
                break
            actions.append(pool[int(rng.integers(len(pool)))])
            state = rules.step(instance, state, actions[-1], permissive=True).state
        yield actions


@every_process
def test_steps_can_break_each_rule_that_is_about_what_is_done(name):
    broken = set()
    for number in range(CASES):
        case = case_of(name, LEVELS[number % len(LEVELS)], 1 + number // len(LEVELS))
        for actions in games_of(case):
            clip = animate(process(name), case.instance, case.case_id, actions, permissive=True)
            broken |= {item for item, count in judge(case, clip).counts.items() if count}
        if broken >= BROKEN_BY_STEPS[name]:
            break
    assert broken >= BROKEN_BY_STEPS[name]


@every_process
def test_a_forced_action_never_makes_a_flawless_clip(name):
    case = case_of(name)
    rules = process(name)
    for actions in games_of(case):
        states = [rules.initial(case.instance)]
        violations = 0
        for action in actions:
            move = rules.step(case.instance, states[-1], action, permissive=True)
            violations += bool(move.events)
            states.append(move.state)
        verdict = judge(case, animate(rules, case.instance, case.case_id, actions, permissive=True))
        assert not (violations and verdict.success), actions
        assert verdict.success == (rules.is_goal(case.instance, states[-1]) and not violations), actions
        assert (verdict.tier == 2) >= verdict.success


@every_process
def test_what_is_forced_is_seen(name):
    case = case_of(name)
    rules, start = process(name), process(name).initial(case.instance)
    scene = rules.scene(case.instance, start)
    for action in forced(rules, case.instance, start)[:40]:
        after = rules.force(case.instance, start, action)
        assert rules.scene(case.instance, after) != scene


def test_all_processes_are_listed():
    assert set(NAMES) <= set(BROKEN_BY_STEPS)


def test_permissive_play_that_is_too_long_is_one_clear_error():
    case = case_of("euler_path", "easy")
    with pytest.raises(BadValue, match="has room for"):
        animate(process("euler_path"), case.instance, case.case_id, [0] * 25, permissive=True)
