"""Trajectory files that were edited by hand: judged or refused with one error, whatever was done to them."""

import gzip
import json
import time
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flowbench.datasets.trajectory_files import MAX_FRAMES, parse_trajectory, trajectory_bytes
from flowbench.errors import BadValue, StoreError
from flowbench.rules.processes.judge import judge
from flowbench.rules.processes.table import process
from tests.processes.harness import NAMES, case_of, every_process, oracle_of

REFUSED = (StoreError, BadValue)
ODD_VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**30), 10**30), st.floats(), st.text(max_size=4),
    st.lists(st.floats(-3.0, 3.0), max_size=5), st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)  # fmt: skip


@cache
def rows_of(name):
    data = gzip.decompress(trajectory_bytes(oracle_of(case_of(name, "easy"))))
    return [json.loads(line) for line in data.splitlines()]


def packed(rows, more=b""):
    return gzip.compress(b"".join(json.dumps(row).encode() + b"\n" for row in rows) + more, 1)


def outcome(name, data):
    """The verdict, or None where the file is refused; anything else is an error."""
    try:
        return judge(case_of(name, "easy"), parse_trajectory(data, "edited.jsonl.gz"))
    except REFUSED as e:
        assert len(str(e)) < 400 and "\n" not in str(e)
        return None


def number_of_frames(rows):
    return [{**rows[0], "n": len(rows) - 1}, *rows[1:]]


def again_timed(rows):
    """Frames renumbered after some were added or taken away."""
    return number_of_frames([rows[0], *({**row, "t": round(k / 24, 6)} for k, row in enumerate(rows[1:]))])


@every_process
def test_teleports_extra_things_and_vanishing_ones_are_judged(name):
    rows, piece = rows_of(name), process(name).roles.piece
    middle = len(rows) // 2
    for changes in (
        {"e": {piece: {"p": [0.31, -0.22, 0.0]}}},
        {"e": {"stranger": {"k": "piece", "p": [0.0, 0.0, 0.0]}}},
        {"e": {"second hand": {"k": "hand", "p": [0.3, 0.0, 0.1]}, "third hand": {"k": "hand", "p": [0.0, 0.0, 0.1]}}},
        {"gone": [piece]},
        {"gone": ["camera", "ground"]},
        {"e": {piece: {"k": "ghost"}}},
        {"e": {piece: {"x": {"points": [], "units": "much", "cells": 3}}}},
        {"e": {piece: {"p": [1e3, -1e3, 1e3]}}},
    ):
        edited = [*rows[:middle], {"t": rows[middle]["t"], **changes}, *rows[middle + 1 :]]
        verdict = outcome(name, packed(edited))
        assert verdict is None or not verdict.success


@every_process
def test_missing_frames_are_refused_and_renumbered_ones_judged(name):
    rows = rows_of(name)
    middle = len(rows) // 2
    assert outcome(name, packed([*rows[:middle], *rows[middle + 1 :]])) is None
    assert outcome(name, packed(number_of_frames([*rows[:middle], *rows[middle + 1 :]]))) is None
    assert outcome(name, packed(again_timed([*rows[:13], *rows[-13:]]))) is not None
    assert outcome(name, packed(again_timed(rows[:13]))).final < 1.0
    assert outcome(name, packed(rows)[:-30]) is None
    assert outcome(name, packed(rows[:-1], json.dumps(rows[-1]).encode()[:9])) is None


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_any_edit_of_any_field_is_judged_or_refused(data):
    name = data.draw(st.sampled_from(NAMES))
    rows = json.loads(json.dumps(rows_of(name)))
    for _ in range(data.draw(st.integers(1, 3))):
        row = rows[data.draw(st.integers(1, len(rows) - 1))]
        target = row
        if row.get("e") and data.draw(st.booleans()):
            target = row["e"][data.draw(st.sampled_from(sorted(row["e"])))]
        if target.get("x") and data.draw(st.booleans()):
            target = target["x"]
        key = data.draw(st.sampled_from([*sorted(target), "p", "r", "s", "c", "x", "e", "gone", "units", "points"]))
        target[key] = data.draw(ODD_VALUES)
    outcome(name, packed(rows))


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_frames_in_any_order_and_number_are_judged_or_refused(data):
    name = data.draw(st.sampled_from(NAMES))
    rows = rows_of(name)
    picked = data.draw(st.lists(st.integers(1, len(rows) - 1), min_size=1, max_size=40))
    outcome(name, packed(again_timed([rows[0], *(rows[k] for k in picked)])))


@pytest.mark.parametrize("bad", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 400, "1" + "0" * 5000])
@pytest.mark.parametrize("field", ['{{"t":{}}}', '{{"t":0.0,"e":{{"chalk":{{"p":[{},0,0]}}}}}}'])
def test_numbers_that_are_none_and_huge_ones_are_refused(bad, field):
    rows = rows_of("euler_path")
    lines = [json.dumps(row).encode() for row in rows]
    lines[1] = field.format(bad).encode()
    with pytest.raises(StoreError):
        parse_trajectory(gzip.compress(b"\n".join(lines) + b"\n"), "edited.jsonl.gz")


@pytest.mark.parametrize("count", [MAX_FRAMES + 1, 10**6])
def test_a_million_lines_are_refused_at_once(count):
    header = {**rows_of("maze_square")[0], "n": count}
    data = packed([header], b'{"t":0.0}\n' * count)
    start = time.process_time()
    with pytest.raises(StoreError, match="n is an integer from 1 to 4096"):
        parse_trajectory(data, "edited.jsonl.gz")
    with pytest.raises(StoreError, match="says it has 100 frames"):
        parse_trajectory(packed([{**header, "n": 100}], b'{"t":0.0}\n' * count), "edited.jsonl.gz")
    assert time.process_time() - start < 5.0


def test_the_largest_clips_are_judged_in_seconds():
    rows = rows_of("pick_unique")
    still = [{"t": round(k / 24, 6)} for k in range(1, MAX_FRAMES)]
    crowd = {f"stranger {k}": {"k": "piece", "p": [0.0, 0.0, 0.0]} for k in range(400)}
    restless = [{**row, "e": {"stranger 1": {"p": [0.001 * (k % 7), 0.0, 0.0]}}} for k, row in enumerate(still)]
    first = {**rows[1], "e": {**rows[1]["e"], **crowd}}
    start = time.process_time()
    verdict = outcome("pick_unique", packed([{**rows[0], "n": MAX_FRAMES}, first, *restless]))
    assert verdict is not None and not verdict.success and time.process_time() - start < 20.0
