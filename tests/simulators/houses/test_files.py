import gzip
import json
import time

import pytest

from flowbench.errors import StoreError
from flowbench.simulators.houses.files import house_names, is_file_name, parsed, read_house
from tests.simulators.houses.data import FOUR_ROOMS, FOUR_ROOMS_OLD, MANY, square


def refusal(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(StoreError) as caught:
        read_house(str(path))
    text = str(caught.value)
    assert "\n" not in text and name in text
    return text


def test_a_file_with_many_houses_names_each_by_its_line():
    assert house_names(str(MANY)) == (f"{MANY}#0", f"{MANY}#1")
    assert read_house(FOUR_ROOMS)["metadata"]["schema"] == "1.0.0"


def test_a_file_with_one_house_is_its_own_name():
    assert house_names(str(FOUR_ROOMS_OLD)) == (str(FOUR_ROOMS_OLD),)
    assert read_house(str(FOUR_ROOMS_OLD))["metadata"]["schema"] == "0.0.1"


def test_scene_names_are_no_file_names():
    assert is_file_name("a b/train.jsonl.gz#12") and is_file_name("x.json")
    assert not any(is_file_name(name) for name in ("FloorPlan1", "x.json#", "x.jsonl.gz#a", "houses"))


def test_a_house_beyond_the_last_is_refused_with_the_number_there_are():
    with pytest.raises(StoreError, match="no house 7: it holds 2, counted from 0"):
        read_house(f"{MANY}#7")


def test_a_file_without_houses_says_so(tmp_path):
    (tmp_path / "empty.jsonl").write_bytes(b"\n")
    with pytest.raises(StoreError, match="no house 3: it holds 0"):
        read_house(f"{tmp_path / 'empty.jsonl'}#3")


def test_a_pointer_of_git_lfs_is_told_apart(tmp_path):
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n"
    assert "git lfs pull" in refusal(tmp_path, "train.jsonl.gz", pointer)
    assert "git lfs pull" in refusal(tmp_path, "house.json", pointer)


def test_a_cut_gzip_is_refused(tmp_path):
    one, many = FOUR_ROOMS_OLD.read_bytes(), MANY.read_bytes()
    assert "cut off" in refusal(tmp_path, "cut.json.gz", one[: len(one) // 2])
    (tmp_path / "cut.jsonl.gz").write_bytes(many[: len(many) * 3 // 4])
    with pytest.raises(StoreError, match="cut off"):
        house_names(str(tmp_path / "cut.jsonl.gz"))
    assert "not a sound gzip" in refusal(tmp_path, "text.json.gz", b"{}")


def test_what_is_no_house_file_is_refused(tmp_path):
    assert "not JSON" in refusal(tmp_path, "cut.json", json.dumps(square()).encode()[:-5])
    assert "JSON object" in refusal(tmp_path, "list.json", b"[1, 2]")
    assert "no number" in refusal(tmp_path, "nan.json", b'{"rooms": NaN}')


def test_files_that_unpack_to_very_much_are_refused_quickly(tmp_path):
    start = time.process_time()
    assert "too large" in refusal(tmp_path, "zeros.json.gz", gzip.compress(bytes(40_000_000)))
    assert "too large" in refusal(tmp_path, "zeros.jsonl.gz", gzip.compress(bytes(40_000_000)))
    assert time.process_time() - start < 5.0


def test_deep_nesting_is_refused_without_a_traceback_of_its_own():
    with pytest.raises(StoreError, match="nested too deeply"):
        parsed(b'{"rooms":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "deep.json")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(StoreError, match="There is no file"):
        house_names(str(tmp_path / "nothing.jsonl.gz"))
