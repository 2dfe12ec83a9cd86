import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fake_world
import pytest
from fake_world import content

from flowbench.datasets.admit import Tally
from flowbench.datasets.crew import Crew
from flowbench.datasets.plan import make_plan
from flowbench.datasets.pool import Pool
from flowbench.datasets.rollout import rollout
from flowbench.datasets.slots import slot
from flowbench.datasets.store import load, read_manifest
from flowbench.errors import BadValue, SimulatorError, StoreError

COUNT, KWARGS = 30, {"scenes": 16}
HERE = str(Path(__file__).parent)
SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
import fake_world
from flowbench.cli.app import app
fake_world.register()
print("ready", flush=True)
arguments = ["--set", "scenes=16", "--count", "30", "--workers", "2"]
app(["rollout", fake_world.ENV_ID, "--out", sys.argv[2], *arguments])
"""


def run(out: Path, workers: int) -> dict[str, str]:
    rollout(fake_world.ENV_ID, out, count=COUNT, workers=workers, kwargs=KWARGS)
    assert multiprocessing.active_children() == []
    return content(out)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return run(tmp_path_factory.mktemp("whole") / "data", 1)


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("two") / "data"
    run(folder, 2)
    return folder


# trouble report R37
def test_the_number_of_workers_changes_no_byte(tmp_path: Path, whole: dict[str, str], two: Path) -> None:
    assert content(two) == whole
    assert run(tmp_path / "data", 3) == whole


# trouble report R37
@pytest.mark.slow
def test_two_hundred_items_are_the_same_whatever_the_number_of_workers(tmp_path: Path) -> None:
    for workers in (1, 4, 7):
        rollout(fake_world.ENV_ID, tmp_path / str(workers), count=200, workers=workers, kwargs={"scenes": 100})
    made = [content(tmp_path / str(workers)) for workers in (1, 4, 7)]
    assert made[0] == made[1] == made[2]
    dataset = load(tmp_path / "7")
    assert len(set(dataset.ids)) == 200 == len({dataset.record(name).episode.seed_key for name in dataset.ids})


# trouble report R37
def test_of_two_processes_started_at_once_into_one_folder_neither_harms_the_other(
    tmp_path: Path, whole: dict[str, str]
) -> None:
    out = tmp_path / "data"
    children = [start(out), start(out)]
    ends = [(child.communicate(timeout=60)[1].decode(), child.returncode) for child in children]
    refused = [text for text, code in ends if code != 0]
    assert all(code in (0, 2) for _, code in ends) and len(refused) < 2, ends
    assert all("Another process is writing" in text for text in refused)
    assert run(out, 1) == whole


# trouble report R37
def test_no_sample_comes_twice(two: Path) -> None:
    dataset = load(two)
    assert len(set(dataset.ids)) == COUNT
    assert len({dataset.record(name).episode.seed_key for name in dataset.ids}) == COUNT


@pytest.mark.parametrize(
    ("trouble", "error", "message"),
    [
        ("killed", SimulatorError, r"killed by signal 9 in slot \d+ .* run the same command again"),
        ("broken", SimulatorError, r"Slot \d+ failed: ZeroDivisionError: the world has a hole"),
        ("full disk", StoreError, r"No space left on device.* run the same command again"),
    ],
)
def test_trouble_in_a_worker_is_one_error_and_the_run_can_go_on(
    tmp_path: Path, whole: dict[str, str], monkeypatch: Any, trouble: str, error: type[Exception], message: str
) -> None:
    with monkeypatch.context() as patch:
        patch.setenv(fake_world.TROUBLE, trouble)
        with pytest.raises(error, match=message):
            run(tmp_path / "data", 2)
    assert multiprocessing.active_children() == []
    assert not list((tmp_path / "data").glob(".tmp-*"))
    assert len(load(tmp_path / "data")) < COUNT
    assert run(tmp_path / "data", 1) == whole


def start(out: Path, trouble: str = "") -> subprocess.Popen[bytes]:
    """A roll-out with two workers in a process group of its own, about to begin."""
    command = [sys.executable, "-c", SCRIPT, HERE, str(out)]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    child = subprocess.Popen(
        command,
        **pipes,
        start_new_session=True,
        env={**os.environ, fake_world.TROUBLE: trouble},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # background jobs of a shell ignore it
    )
    assert child.stdout is not None
    child.stdout.readline()
    return child


def alive(group: int) -> Iterator[int]:
    """The processes of a group that have not ended."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, their_group = path.read_text().rpartition(")")[2].split()[:3]
        except OSError:  # it ended meanwhile
            continue
        if int(their_group) == group and state != "Z":
            yield int(path.parent.name)


def wait_until_gone(group: int) -> None:
    end = time.monotonic() + 20
    while any(alive(group)):
        assert time.monotonic() < end, list(alive(group))
        time.sleep(0.02)


def wait_until_working(child: subprocess.Popen[bytes], out: Path, items: int = 1) -> None:
    """Until some items are there; the parent makes the first before it starts workers."""
    while child.poll() is None and len(list(out.glob("shards/00000/*/record.json"))) < items:
        time.sleep(0.01)


# trouble report R41
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes through /proc")
def test_ctrl_c_ends_all_processes_and_leaves_what_can_go_on(tmp_path: Path, whole: dict[str, str]) -> None:
    child = start(tmp_path / "data", "slow")
    wait_until_working(child, tmp_path / "data", items=3)
    os.killpg(child.pid, signal.SIGINT)
    _, errors = child.communicate(timeout=30)
    assert (child.returncode, errors) == (130, b"Interrupted. The same command goes on from here.\n")
    wait_until_gone(child.pid)  # the tracker of multiprocessing notices a moment later
    assert run(tmp_path / "data", 2) == whole


# trouble report R40
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes through /proc")
@pytest.mark.parametrize("kills", [2, pytest.param(10, marks=pytest.mark.slow)])
def test_killed_at_random_moments_it_resumes_to_the_same_bytes(
    tmp_path: Path, whole: dict[str, str], kills: int
) -> None:
    rng = random.Random(kills)
    for _ in range(kills):
        child = start(tmp_path / "data")
        wait_until_working(child, tmp_path / "data")
        time.sleep(rng.uniform(0.0, 2.0))
        child.kill()
        child.communicate()
    assert run(tmp_path / "data", 2) == whole
    wait_until_gone(child.pid)


def test_a_pool_gives_what_one_process_gives_in_any_order_of_finishing(tmp_path: Path) -> None:
    plan = make_plan(fake_world.ENV_ID, kwargs=KWARGS)
    with Crew(2) as crew:
        pool = Pool(plan, tmp_path, crew)
        results = [pool.result(index, Tally()) for index in (0, 1, 5)]
        pool.close()
    assert [finished.index for finished in results] == [0, 1, 5]
    assert [finished.log.slot for finished in results] == [slot(plan, index) for index in (0, 1, 5)]
    kept = {f"{finished.index:06d}" for finished in results if finished.row is not None}
    assert kept <= {path.name for path in tmp_path.iterdir()}
    assert not {"000002", "000003", "000004"} & {path.name for path in tmp_path.iterdir()}


def test_one_crew_serves_several_roll_outs(tmp_path: Path, whole: dict[str, str]) -> None:
    with Crew(2) as crew:
        for name in ("first", "second"):
            rollout(fake_world.ENV_ID, tmp_path / name, count=COUNT, workers=2, kwargs=KWARGS, crew=crew)
            assert content(tmp_path / name) == whole
            assert not list((tmp_path / name).glob(".tmp-*"))
        processes = {worker.process.pid for worker in crew.workers}
        rollout(fake_world.ENV_ID, tmp_path / "third", count=9, workers=2, kwargs={"scenes": 8}, seed=1, crew=crew)
        assert {worker.process.pid for worker in crew.workers} == processes and len(processes) == 2
    assert multiprocessing.active_children() == []


def test_a_crew_ends_with_a_roll_out_that_failed_and_starts_anew(
    tmp_path: Path, whole: dict[str, str], monkeypatch: Any
) -> None:
    with Crew(2) as crew:
        with monkeypatch.context() as patch:
            patch.setenv(fake_world.TROUBLE, "broken")
            with pytest.raises(SimulatorError, match="the world has a hole"):
                rollout(fake_world.ENV_ID, tmp_path / "data", count=COUNT, workers=2, kwargs=KWARGS, crew=crew)
        assert not crew.is_started and multiprocessing.active_children() == []
        rollout(fake_world.ENV_ID, tmp_path / "data", count=COUNT, workers=2, kwargs=KWARGS, crew=crew)
    assert content(tmp_path / "data") == whole


@pytest.mark.parametrize("workers", [0, -1, 1000, 2.0, True])
def test_a_number_of_workers_is_checked(tmp_path: Path, workers: Any) -> None:
    with pytest.raises(BadValue, match="number of workers"):
        rollout(fake_world.ENV_ID, tmp_path / "data", count=1, workers=workers)


def test_one_digest_stands_for_the_data_set(tmp_path: Path) -> None:
    digests = set()
    for number, seed in enumerate((0, 0, 1)):
        report = rollout(fake_world.ENV_ID, tmp_path / str(number), count=3, seed=seed)
        manifest = read_manifest(tmp_path / str(number))
        assert manifest is not None
        assert manifest["digest"] == report.digest == json.loads(json.dumps(report.to_json()))["digest"]
        digests.add(report.digest)
    assert len(digests) == 2
