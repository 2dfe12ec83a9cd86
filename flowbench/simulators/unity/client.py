"""AI2-THOR's Controller kept on a leash: started when first needed, never waited for too long, never left behind."""

import contextlib
import os
import queue
import threading
import time
import warnings
import weakref
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from flowbench.errors import MissingExtra, SimulatorError
from flowbench.simulators.player import PLAYER
from flowbench.simulators.unity.options import Launch

LOG = Path(".ai2thor", "log", "unity.log")  # below the home folder
LOG_TAIL = 600  # characters of it that an error quotes
WATCH_S = 0.05
GRACE_S = 5.0  # for a start that was given up to come to its end
RECOVERED_AFTER = 100  # actions without a crash after which one restart is allowed again
NO_FIELD = b"\x03\x00\x00\x00\x00"  # a field the client does not take: it stops waiting and raises
REFUSED = ("InvalidAction", "MissingArguments", "AmbiguousAction", "InvalidArgument")


class Client:
    """One running simulator behind AI2-THOR's own client."""

    def __init__(self, launch: Launch) -> None:
        """Remember how to start; nothing starts before the first `reset`."""
        self.launch = launch
        self._controller: Any = None
        self._server: Any = None
        self._owner = os.getpid()
        self._crashes = 0
        self._actions = 0
        self._finish: Any = None

    def reset(self, scene: str, width: int, height: int, initialize: Mapping[str, Any]) -> Mapping[str, Any]:
        """Load a scene and initialise the agent, starting the simulator if need be; the event's metadata.

        Raises:
            SimulatorError: when it does not start, does not answer in time, or has crashed again after a restart.
        """
        self._check_owner()
        with self._quiet():
            if self._controller is None:
                self._start(scene, width, height, initialize)
            else:
                self._ask(lambda controller: controller.reset(scene), "Reset")
        self._count()
        return self._controller.last_event.metadata  # type: ignore[no-any-return]

    def step(self, action: str, **parameters: Any) -> Any:
        """Do one action; AI2-THOR's event, also when the action fails.

        Raises:
            SimulatorError: when the simulator has crashed or does not answer in time.
        """
        self._check_owner()
        if self._controller is None:
            raise SimulatorError("No scene is loaded. Reset the environment first.")
        with self._quiet():
            self._ask(lambda controller: controller.step(action, **parameters), action)
        self._count()
        return self._controller.last_event

    @property
    def event(self) -> Any:
        """The last event."""
        return self._controller.last_event

    def close(self) -> None:
        """End the simulator; `reset` starts it again."""
        if self._owner == os.getpid() and self._finish is not None:
            self._finish()
        self._controller = self._server = self._finish = None

    def __getstate__(self) -> dict[str, Any]:
        """How to start another one: what runs stays here."""
        return {"launch": self.launch}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["launch"])  # type: ignore[misc]

    def _start(self, scene: str, width: int, height: int, initialize: Mapping[str, Any]) -> None:
        if self._crashes > 1:
            raise SimulatorError(
                f"AI2-THOR ({self.launch.program}) has crashed again after a restart. Close the environment, see "
                f"{Path.home() / LOG}, and make it anew."
            )
        classes = _client_classes()
        logged = _log_size()
        arguments = {**self.launch.arguments, "width": width, "height": height, "scene": scene, **initialize}
        start = _Start(classes[0], arguments | {"server_class": classes[1][self.launch.server]})
        start.run(self.launch.start_timeout_s)
        if start.failure is not None or start.timed_out:
            self._crashes += 1
            start.end()
            raise SimulatorError(self._not_started(start, logged)) from start.failure
        self._controller, self._server = start.controller, start.server
        self._controller.start = _no_restart
        self._finish = weakref.finalize(self, _end, self._server, os.getpid())
        _watch(self._server)

    def _ask(self, request: Any, action: str) -> None:
        controller = self._controller
        try:
            request(controller)
        except ValueError as e:
            if _is_refusal(controller, str(e)):
                return
            raise self._crash(action, e) from e
        except Exception as e:  # whatever the client raises here, it cannot be used any longer
            raise self._crash(action, e) from e

    def _crash(self, action: str, error: Exception) -> SimulatorError:
        exit_code = _exit_code(self._server)
        self._crashes += 1
        self._actions = 0
        self.close()
        if exit_code is not None:
            what = f"ended (exit code {exit_code}) during {action}"
        elif isinstance(error, TimeoutError):
            what = f"did not answer {action} within {self.launch.step_timeout_s:g} s"
        else:
            what = f"failed during {action}: {error}"
        return SimulatorError(f"AI2-THOR ({self.launch.program}) {what}. The next reset starts it again, once.")

    def _count(self) -> None:
        self._actions += 1
        if self._actions >= RECOVERED_AFTER:
            self._crashes = 0

    def _check_owner(self) -> None:
        if self._owner != os.getpid() and self._controller is not None:
            raise SimulatorError(
                f"This environment's AI2-THOR runs in process {self._owner}; process {os.getpid()} cannot use it. Make "
                "the environment in the process that uses it (vector environments: context='spawn')."
            )
        self._owner = os.getpid()

    def _not_started(self, start: "_Start", logged: int) -> str:
        if start.timed_out:
            what = f"did not start within {self.launch.start_timeout_s:g} s"
        elif start.exit_code is not None:
            what = f"ended while starting (exit code {start.exit_code})"
        else:
            what = f"did not start: {start.failure}"
        tail = _log_tail(logged)
        return (
            f"AI2-THOR ({self.launch.program}) {what}. Usual remedies: (1) without a display, run under xvfb-run or "
            "pass controller={'x_display': ':N'} of a running X server; (2) on a GPU without X, pass "
            "controller={'platform': 'CloudRendering', ...}, which needs Vulkan (vulkaninfo); (3) without Unity, pass "
            f"controller={{'local_executable_path': {PLAYER!r}}} or backend='embedded'. Log: {Path.home() / LOG}"
            + (f", its end: {tail}" if tail else ".")
        )

    @contextlib.contextmanager
    def _quiet(self) -> Iterator[None]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the client's own: deprecations, files it leaves open, agents it expects
            yield


class _Start:
    """Making a Controller in a thread of its own, since its constructor may wait for ever."""

    def __init__(self, controller_class: Any, arguments: Mapping[str, Any]) -> None:
        self.controller = controller_class.__new__(controller_class)
        self.arguments = arguments
        self.failure: BaseException | None = None
        self.timed_out = False
        self.exit_code: int | None = None
        self._thread = threading.Thread(target=self._make, daemon=True)

    @property
    def server(self) -> Any:
        """What holds the connection and the child, once there is one."""
        return getattr(self.controller, "server", None)

    def run(self, timeout_s: float) -> None:
        """Start, and wait until the Controller is made, its child has ended, or the time is up."""
        give_up = time.monotonic() + timeout_s
        with _without_cuda_devices(self.arguments):
            self._thread.start()
            while self._thread.is_alive():
                self._thread.join(WATCH_S)
                self.exit_code = _exit_code(self.server)
                self.timed_out = time.monotonic() > give_up
                if self._thread.is_alive() and (self.timed_out or self.exit_code is not None):
                    return self.end()

    def end(self) -> None:
        """End the child, and the thread that waits for it."""
        give_up = time.monotonic() + GRACE_S
        while self._thread.is_alive() and time.monotonic() < give_up:
            _kill(self.server)
            _release(self.server)
            self._thread.join(WATCH_S)
        _end(self.server, os.getpid())
        self.failure = self.failure or TimeoutError("given up")

    def _make(self) -> None:
        try:
            self.controller.__init__(**self.arguments)
        except BaseException as e:  # handed to the thread that waits
            self.failure = e


@contextlib.contextmanager
def _without_cuda_devices(arguments: Mapping[str, Any]) -> Iterator[None]:
    """Keep the client from looking for the Vulkan number of a GPU that nobody asked for."""
    devices = None if "gpu_device" in arguments else os.environ.pop("CUDA_VISIBLE_DEVICES", None)
    try:
        yield
    finally:
        if devices is not None:
            os.environ["CUDA_VISIBLE_DEVICES"] = devices


def _client_classes() -> tuple[Any, Mapping[str, Any]]:
    """AI2-THOR's Controller and its servers by name."""
    try:
        from ai2thor.controller import Controller
        from ai2thor.fifo_server import FifoServer
        from ai2thor.wsgi_server import WsgiServer
    except ImportError as e:
        raise MissingExtra.of("ai2thor", "thor") from e
    return Controller, {"fifo": FifoServer, "wsgi": WsgiServer}


def _is_refusal(controller: Any, message: str) -> bool:
    """Whether an error only repeats what the simulator answered."""
    metadata = controller.last_event.metadata
    refused = not metadata["lastActionSuccess"] and metadata["errorCode"] in REFUSED
    return bool(refused and metadata["errorMessage"] == message)


def _no_restart(*_: Any, **__: Any) -> None:
    """In place of the client's own restart, which would go on as if nothing had happened."""
    raise SimulatorError("its process has ended")


def _exit_code(server: Any) -> int | None:
    child = getattr(server, "unity_proc", None)
    return None if child is None else child.poll()


def _end(server: Any, owner: int) -> None:
    """Kill the child and close what leads to it; safe at any stage of a start."""
    if os.getpid() != owner:
        return
    _kill(server)
    for pipe in (getattr(server, "client_pipe", None), getattr(server, "server_pipe", None)):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
    if hasattr(server, "tmp_dir"):
        server.tmp_dir.cleanup()
    if hasattr(server, "wsgi_server") and server.started:
        server.stopped = True
        with contextlib.suppress(queue.Full):
            server.response_queue.put_nowait({})  # the end of the conversation
        stopping = threading.Thread(target=server.wsgi_server.shutdown, daemon=True)
        stopping.start()
        stopping.join(GRACE_S)
        server.wsgi_server.server_close()


def _kill(server: Any) -> None:
    child = getattr(server, "unity_proc", None)
    if child is not None and child.poll() is None:
        child.kill()
        child.wait()


def _watch(server: Any) -> None:
    """Wake the client up when its child ends: over pipes it would not notice before its time-out."""
    if getattr(server, "unity_proc", None) is None or not hasattr(server, "server_pipe_path"):
        return

    def watch() -> None:
        server.unity_proc.wait()
        while not server.server_pipe.closed:
            _release(server)
            time.sleep(WATCH_S)

    threading.Thread(target=watch, daemon=True).start()


def _release(server: Any) -> None:
    """Let a client that waits for an event over a pipe fail: give it something to read that is none."""
    with contextlib.suppress(OSError):
        if hasattr(server, "server_pipe_path"):
            descriptor = os.open(server.server_pipe_path, os.O_WRONLY | os.O_NONBLOCK)
            try:
                os.write(descriptor, NO_FIELD * 800)  # less than a pipe takes at once
            finally:
                os.close(descriptor)


def _log_size() -> int:
    with contextlib.suppress(OSError):
        return (Path.home() / LOG).stat().st_size
    return 0


def _log_tail(start: int) -> str:
    """The end of what was logged since `start`."""
    with contextlib.suppress(OSError):
        return (Path.home() / LOG).read_bytes()[start:].decode(errors="replace").strip()[-LOG_TAIL:]
    return ""
