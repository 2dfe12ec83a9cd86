"""The real AI2-THOR client: everything here is marked `thor` and runs where it is installed."""

import threading
import time
from pathlib import Path

import pytest

from flowbench.simulators.player import player_command

HERE = Path(__file__).parent
OUTER_TIMEOUT_S = 600.0  # where nothing is said to be quick; a busy machine may take minutes to start a player
QUIET = (
    "ignore::SyntaxWarning",
    "ignore::DeprecationWarning",
    "ignore::ResourceWarning",
    "ignore::pytest.PytestUnraisableExceptionWarning",
    "ignore:.*RoboTHOR scene:UserWarning",
)  # the client's own: invalid escapes, files it leaves open, agents it expects


def pytest_collection_modifyitems(items):
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.thor)
            for line in QUIET:
                item.add_marker(pytest.mark.filterwarnings(line))


@pytest.fixture(autouse=True)
def alone(tmp_path, monkeypatch):
    """A home of its own, no display, no GPU."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    return tmp_path


@pytest.fixture
def start():
    """Make a real Controller on the player, in a thread so that nothing can wait for ever; all are stopped."""
    pytest.importorskip("ai2thor")
    from ai2thor.controller import Controller
    from ai2thor.fifo_server import FifoServer
    from ai2thor.wsgi_server import WsgiServer

    running = []

    def make(server="fifo", arguments=(), **given):
        defaults = dict(
            local_executable_path=player_command(*arguments),
            server_class={"fifo": FifoServer, "wsgi": WsgiServer}[server],
            x_display=":0",
            quality="Very Low",
            scene="FloorPlan1",
            width=300,
            height=300,
            server_timeout=200,
            server_start_timeout=500,
        )
        made = within(lambda: Controller(**defaults | given))
        running.append(made)
        return made

    yield make
    for controller in running:
        controller.stop()


def within(call, seconds=OUTER_TIMEOUT_S):
    """What a call returns or raises, if it comes to an end in time."""
    outcome = {}

    def run():
        try:
            outcome["value"] = call()
        except BaseException as e:
            outcome["error"] = e

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    assert outcome, f"no end after {seconds} s"
    if "error" in outcome:
        raise outcome["error"]
    return outcome["value"]


def children(pid):
    """Process ids of the children of a process that have not ended."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except (OSError, ValueError):
            continue
        if entry.name.isdigit() and int(fields[1]) == pid and fields[0] != "Z":
            found.append(int(entry.name))
    return found


def runs(pid):
    """Whether a process has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def ends(pid, seconds=20.0):
    """Whether a process ends in time."""
    give_up = time.monotonic() + seconds
    while runs(pid) and time.monotonic() < give_up:
        time.sleep(0.05)
    return not runs(pid)
