import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fake_world
import numpy as np
import pytest
from PIL import Image

from flowbench import simulators
from flowbench.datasets.compare import compare_arrays, compare_images, compare_values
from flowbench.datasets.replay import STORE, Finding, replay
from flowbench.datasets.rollout import rollout
from flowbench.datasets.store import load, read_manifest
from flowbench.datasets.versions import compare_versions
from flowbench.errors import UnknownName


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "data"
    rollout(fake_world.ENV_ID, folder, count=6)
    return folder


@pytest.fixture
def data(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "data"))


def third(data: Path) -> Path:
    return data / load(data).row(2).to_json()["folder"]


def edit(data: Path, change: Callable[[dict[str, Any]], None]) -> Finding:
    """Change the third item's record.json, and find out what a replay says."""
    path = third(data) / "record.json"
    record = json.loads(path.read_text())
    change(record)
    path.write_text(json.dumps(record, sort_keys=True, indent=1) + "\n")
    return found(data)


def found(data: Path) -> Finding:
    report = replay(data)
    first = report.first
    assert first is not None
    assert first.item_id == load(data).ids[2]
    assert report.count("equal") == 5
    assert report.exit_code == {"differs": 1, "not comparable": 3}[first.verdict]
    return first


def test_untouched_data_replay_equal(made: Path) -> None:
    report = replay(made)
    assert (report.count("equal"), report.exit_code, report.first) == (6, 0, None)


def test_an_altered_answer_is_named(data: Path) -> None:
    other = {"yes": "no", "no": "yes"}
    right = load(data)[2].answer
    finding = edit(data, lambda record: record["item"].update(answer=other[right]))
    assert str(finding).endswith(f"differs: answer: expected {other[right]!r}, got {right!r}")


def test_an_altered_action_is_named(data: Path) -> None:
    finding = edit(data, lambda record: record["episode"]["actions"][-1].__setitem__(0, 0.07))
    assert finding.difference is not None
    assert finding.difference.field in ("outcome", "state.x_m")


def test_an_action_altered_below_the_rounding_is_found_all_the_same(data: Path) -> None:
    finding = edit(data, lambda record: record["episode"]["actions"][-1].__setitem__(1, 0.0001))
    assert finding.difference is not None
    assert finding.difference.field == "record.json (SHA-256)"


# trouble report R41
@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda r: r["item"]["state"].update(mover="wall"), "state.mover"),
        (lambda r: r["item"]["question"].update(text="?"), "question.text"),
        (lambda r: r["item"].update(answer_before="maybe"), "answer_before"),
        (lambda r: r["item"].update(id="x"), "id"),
        (lambda r: r["not_finite"].clear(), "state.gap_m"),
        (lambda r: r["episode"].update(seed_key=[5]), "episode.seed_key[0]"),
        (lambda r: r["episode"]["options"].update(scene="room77"), "episode.options.scene"),
        (lambda r: r["episode"]["options"].update(proposal=2), "actions"),
        (lambda r: r["episode"].update(env="{}"), "episode.env"),
        (lambda r: r["episode"]["actions"].append([0.0, 0.0, 0.0]), "actions"),
        (lambda r: r["episode"]["actions"].clear(), "actions"),
        (lambda r: r["episode"]["actions"][0].__setitem__(0, 7), "actions"),
        (lambda r: r["episode"]["actions"][0].append(0), "actions"),
        (lambda r: r["episode"]["actions"][0].__setitem__(0, "left"), "record.json"),
        (lambda r: r["episode"]["digests"].update(depth0="0"), "episode.digests.depth0"),
        (lambda r: r["keys"].update(scene="room77"), "row.keys.scene"),
        (lambda r: r.update(schema_version=2), "record.json"),
        (lambda r: r.pop("item"), "record.json"),
    ],
)
def test_any_altered_field_is_named(data: Path, change: Callable[[dict[str, Any]], None], field: str) -> None:
    finding = edit(data, change)
    assert finding.verdict == "differs"
    assert finding.difference is not None
    assert finding.difference.field.startswith(field)


def test_the_first_altered_pixel_is_named(data: Path) -> None:
    path = third(data) / "i1.png"
    pixels = np.array(Image.open(path))
    pixels[3, 7, 1] ^= 1
    pixels[5, 0, 1] ^= 1
    Image.fromarray(pixels).save(path)
    difference = found(data).difference
    assert difference is not None
    assert difference.field == "i1[3, 7]"


def test_the_first_altered_entry_of_an_array_is_named(data: Path) -> None:
    path = third(data) / "arrays.npz"
    with np.load(path) as file:
        arrays = dict(file)
    arrays["flow01"][2, 4, 1] += 1
    np.savez_compressed(path, **arrays)
    difference = found(data).difference
    assert difference is not None
    assert difference.field == "flow01[2, 4]"


@pytest.mark.parametrize("name", ["record.json", "i0.png", "i1.png", "arrays.npz"])
@pytest.mark.parametrize("share", [0.0, 0.3, 0.5, 0.8, 0.999])
def test_any_altered_byte_is_found(data: Path, name: str, share: float) -> None:
    path = third(data) / name
    content = bytearray(path.read_bytes())
    content[int(share * len(content))] ^= 1
    path.write_bytes(content)
    assert found(data).verdict in ("differs", "not comparable")


def test_a_missing_file_is_named(data: Path) -> None:
    (third(data) / "i0.png").unlink()
    difference = found(data).difference
    assert difference is not None
    assert difference.field == "i0.png"


# trouble report R13
@pytest.mark.parametrize("name", ["engine", "backend"])
def test_another_engine_is_not_comparable(data: Path, name: str) -> None:
    finding = edit(data, lambda record: record["episode"]["versions"].update({name: "other"}))
    assert finding.verdict == "not comparable"
    assert f"made with {name} other" in finding.reason


# trouble report R13
def test_across_a_changed_engine_nothing_is_comparable(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flowbench.simulators.ENGINE_VERSION", 99)
    report = replay(made)
    assert (report.count("not comparable"), report.exit_code) == (6, 3)
    assert report.first is not None
    assert f"made with engine {load(made).plan['versions']['engine']}, here is 99" in report.first.reason


def test_the_engine_is_recorded_in_plan_manifest_and_records(made: Path) -> None:
    manifest, dataset = read_manifest(made), load(made)
    assert manifest is not None
    recorded = [manifest["versions"], dataset.plan["versions"], dataset.record(0).episode.versions]
    assert {versions["engine"] for versions in recorded} == {str(simulators.ENGINE_VERSION)}


def test_another_release_with_the_same_engine_is_compared_to_the_byte() -> None:
    here = dict.fromkeys(("engine", "backend", "arch", "numpy", "numba", "mujoco", "pillow"), "1")
    assert compare_versions({**here, "flowbench": "0.1.0"}, {**here, "flowbench": "0.2.0"}) == ("exact", "")


# trouble report R13
def test_a_missing_version_is_not_comparable(data: Path) -> None:
    finding = edit(data, lambda record: record["episode"]["versions"].pop("numba"))
    assert (finding.verdict, finding.reason) == ("not comparable", "the record does not say which numba made it")


def test_a_changed_index_is_a_difference_of_the_store(data: Path) -> None:
    lines = (data / "index.jsonl").read_text().splitlines(keepends=True)
    (data / "index.jsonl").write_text("".join(lines[:-1]))
    first = replay(data).first
    assert first is not None
    assert (first.item_id, first.verdict) == (STORE, "differs")


def test_an_unfinished_roll_out_says_so(data: Path) -> None:
    assert replay(data).finished
    (data / "manifest.json").unlink()
    report = replay(data)
    assert (report.finished, report.count("equal"), report.exit_code) == (False, 6, 0)


def test_only_some_items_can_be_replayed(made: Path) -> None:
    ids = load(made).ids[1:3]
    assert [finding.item_id for finding in replay(made, ids=ids).findings] == list(ids)
    with pytest.raises(UnknownName, match="Did you mean"):
        replay(made, ids=[ids[0] + "0"])


def test_another_platform_is_compared_with_tolerance() -> None:
    here = dict.fromkeys(("engine", "backend", "arch", "numpy", "numba", "mujoco", "pillow"), "1")
    assert compare_versions(here, here) == ("exact", "")
    assert compare_versions({**here, "numpy": "2"}, here) == ("tolerant", "made with numpy 2, here is 1")


# trouble reports R13, R12
@pytest.mark.parametrize(
    ("field", "expected", "got", "passes"),
    [
        ("pose.position", 1.0, 1.0 + 2e-6, True),
        ("pose.position", 1.0, 1.0 + 3e-4, False),
        ("pose.position", 1.0, 1.05, False),
        ("camera.yaw_deg", 359.9998, 0.0, True),
        ("camera.yaw_deg", -0.0, 360.0, True),
        ("camera.yaw_deg", 0.0, 0.01, False),
        ("measures.cover", 0.5, 0.5005, True),
        ("answer", "yes", "no", False),
        ("supported", True, 1, False),
    ],
)
def test_tolerances_of_facts(field: str, expected: Any, got: Any, passes: bool) -> None:
    assert (compare_values(field, expected, got, tolerant=True) is None) == passes


# trouble report R13
@pytest.mark.parametrize(
    ("field", "expected", "got", "text"),
    [
        ("state.boxes_after.Mug|1[0]", 1.0, 1.05, "expected 1.0, got 1.05 (0.05 apart)"),
        ("state.camera.yaw_deg", 359.0, 1.5, "expected 359.0, got 1.5 (2.5 apart)"),
        ("state.measures.gap_m", 0.5, float("inf"), "expected 0.5, got inf"),
        ("state.count", 1, 10**400, f"expected 1, got {str(10**400)[:197]}..."),
        ("answer", "yes", "no", "expected 'yes', got 'no'"),
    ],
)
def test_a_difference_names_the_object_and_the_distance(field: str, expected: Any, got: Any, text: str) -> None:
    assert str(compare_values(field, expected, got, tolerant=True)) == f"{field}: {text}"


def test_an_object_that_ends_elsewhere_is_named_with_its_distance(data: Path) -> None:
    def shift(record: dict[str, Any]) -> None:
        record["item"]["state"]["pose"][0] += 0.05

    finding = edit(data, shift)
    assert finding.difference is not None and finding.difference.apart is not None
    assert finding.difference.field == "state.pose[0]"
    assert finding.difference.apart == pytest.approx(0.05)
    assert "(0.05 apart)" in str(finding)


def test_tolerances_of_pictures_and_arrays() -> None:
    image, depth = np.zeros((40, 50, 3), np.uint8), np.full((40, 50), 2.0, np.float32)
    few, many = image.copy(), image.copy()
    few[0, :19], many[0, :21] = 50, 50
    assert compare_images({"i0": image + 2}, {"i0": image}, tolerant=True) is None
    assert compare_images({"i0": image}, {"i0": few}, tolerant=True) is None
    assert compare_images({"i0": image}, {"i0": many}, tolerant=True) is not None
    assert compare_arrays({"depth0": depth}, {"depth0": depth + np.float32(5e-5)}, tolerant=True) is None
    assert compare_arrays({"depth0": depth}, {"depth0": depth + np.float32(5e-4)}, tolerant=True) is not None
    assert compare_arrays({"depth0": depth}, {"depth0": depth + np.float32(5e-5)}) is not None


# trouble report R15
def test_infinite_and_missing_depth_equals_itself() -> None:
    depth = np.array([[np.inf, np.nan, 1.0]], np.float32)
    assert compare_arrays({"depth0": depth}, {"depth0": depth.copy()}) is None
    assert compare_arrays({"depth0": depth}, {"depth0": depth.copy()}, tolerant=True) is None


def test_types_and_names_of_arrays_count() -> None:
    ids = np.ones((2, 2), np.int32)
    assert "int64" in str(compare_arrays({"ids0": ids}, {"ids0": ids.astype(np.int64)}))
    assert compare_arrays({"ids0": ids}, {}) is not None


def test_content_survives_writing_and_reading(made: Path) -> None:
    for item in load(made):
        assert item.arrays["depth0"].dtype == np.float32
        assert item.arrays["ids0"].dtype == np.int32
        assert item.state["gap_m"] == float("inf")
        assert hashlib.sha256(item.images["i0"].tobytes()).digest()
