"""Trajectory files: they read back equal, and what is no trajectory is refused with one error."""

import gzip
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flowbench.datasets.trajectory_files import (
    MAX_FILE_BYTES,
    parse_trajectory,
    read_trajectory,
    trajectory_bytes,
    write_trajectory,
)
from flowbench.errors import StoreError
from flowbench.rules.processes.judge import judge
from tests.processes.harness import case_of, corruptions_of, every_case, oracle_of

MAX_BYTES = 200_000


def lines_of(clip):
    return gzip.decompress(trajectory_bytes(clip)).split(b"\n")[:-1]


def packed(lines):
    return gzip.compress(b"".join(line + b"\n" for line in lines))


def altered(number, **changes):
    """The clip of a maze with some keys of a line replaced."""
    lines = lines_of(oracle_of(case_of("maze_square")))
    lines[number] = json.dumps({**json.loads(lines[number]), **changes}).encode()
    return packed(lines)


@every_case
def test_trajectories_read_back_equal_and_are_small(name, level, index):
    case = case_of(name, level, index)
    for item in (oracle_of(case), *(made.trajectory for made in corruptions_of(case)[::4])):
        data = trajectory_bytes(item)
        assert parse_trajectory(data, "x") == item and len(data) < MAX_BYTES
        assert trajectory_bytes(parse_trajectory(data, "x")) == data


def test_files_are_written_and_read(tmp_path):
    clip = oracle_of(case_of("hanoi_tower"))
    write_trajectory(tmp_path / "a.jsonl.gz", clip)
    assert read_trajectory(tmp_path / "a.jsonl.gz") == clip
    with pytest.raises(StoreError, match="cannot be read"):
        read_trajectory(tmp_path / "b.jsonl.gz")
    (tmp_path / "big").write_bytes(b"\0" * (MAX_FILE_BYTES + 1))
    with pytest.raises(StoreError, match="more than the limit"):
        read_trajectory(tmp_path / "big")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not strict JSON"),
        (b"no gzip", "not a whole gzip file"),
        (trajectory_bytes(oracle_of(case_of("maze_square")))[:-20], "not a whole gzip file"),
        (gzip.compress(b"{}\n"), "must be a header"),
        (gzip.compress(b"[1]"), "cut off in line 1"),
        (gzip.compress(b"\0" * (33 << 20)), "more than"),
        (packed(lines_of(oracle_of(case_of("maze_square")))[:-1]), "says it has"),
        (packed([*lines_of(oracle_of(case_of("maze_square")))[:40], b"{"]), "says it has"),
        (altered(0, version=9), "version 9"),
        (altered(0, n=10**9), "n is an integer"),
        (altered(0, fps=0), "fps is an integer"),
        (altered(0, fps=True), "fps is an integer"),
        (altered(0, id="../../etc"), "names no case"),
        (altered(5, t=99.0), "a frame is missing"),
        (altered(5, t="now"), "a number"),
        (altered(5, z=1), "it must be a map"),
        (altered(5, gone=["nobody"]), "was not there"),
        (altered(5, gone="car"), "a list of ids"),
        (altered(5, e=[]), "a map is wanted"),
        (altered(5, e={"car": 5}), "a map is wanted"),
        (altered(5, e={"car": {"p": [0, 0]}}), "3 numbers"),
        (altered(5, e={"car": {"p": [0, 0, 1e9]}}), "a number within"),
        (altered(5, e={"car": {"r": [2, 0, 0, 0]}}), "a number within"),
        (altered(5, e={"car": {"r": [0, 0, 0, 0]}}), "quaternion"),
        (altered(5, e={"car": {"s": 0}}), "a size is above 0"),
        (altered(5, e={"car": {"v": -0.5}}), "a share is from 0 to 1"),
        (altered(5, e={"car": {"c": [1, 2, 300]}}), "a colour"),
        (altered(5, e={"car": {"sh": 5}}), "a text"),
        (altered(5, e={"car": {"x": {"a": {"b": 1}}}}), "numbers, texts and lists"),
        (altered(5, e={"car": {"x": {"a": [[[[[[[[1]]]]]]]]}}}), "deep"),
        (altered(5, e={"car": {"q": 1}}), "unknown fields"),
        (altered(5, e={"new": {"p": [0, 0, 0]}}), "is new and must have"),
        (altered(5, e={f"n{k}": {"k": "piece", "p": [0, 0, 0]} for k in range(600)}), "more than 512"),
        (altered(5, e={"n" * 300: {"k": "piece", "p": [0, 0, 0]}}), "ids are texts"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_trajectory_is_one_clear_error(data, message):
    with pytest.raises(StoreError, match=message):
        parse_trajectory(data, "file.jsonl.gz")


def test_nonfinite_numbers_and_double_keys_are_refused():
    lines = lines_of(oracle_of(case_of("maze_square")))
    for bad in (b'{"t":NaN}', b'{"t":0.1,"t":0.2}', b'{"t":1e999}', b"[" * 5000):
        with pytest.raises(StoreError):
            parse_trajectory(packed([lines[0], bad, *lines[2:]]), "x")


def test_what_a_file_shows_is_judged_and_not_refused():
    case = case_of("maze_square")
    for changes in (
        {"e": {"car": {"p": [0.3, 0.3, 0.0]}}},
        {"e": {"second": {"k": "piece", "p": [0.0, 0.0, 0.0]}}},
        {"gone": ["camera"], "e": {}},
    ):
        verdict = judge(case, parse_trajectory(altered(60, **changes), "x"))
        assert not verdict.success


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_damaged_files_never_crash(data):
    whole = bytearray(gzip.decompress(trajectory_bytes(oracle_of(case_of("hanoi_tower", "easy")))))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        clip = parse_trajectory(gzip.compress(bytes(whole)), "x")
    except StoreError:
        return
    if clip.case_id == case_of("hanoi_tower", "easy").case_id:
        judge(case_of("hanoi_tower", "easy"), clip)
