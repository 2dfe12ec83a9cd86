"""A worker process: takes plans and their slots from a connection, runs them, answers; ends with its parent."""

import contextlib
import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path

from flowbench import registry
from flowbench.datasets.admit import Tally
from flowbench.datasets.folders import PATIENCE_S, locked
from flowbench.datasets.plan import Plan
from flowbench.datasets.work import Bench
from flowbench.errors import StoreError

ONE_THREAD = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True)
class Assignment:
    """What the jobs that follow are slots of, and the folder for their candidates."""

    entry: registry.Entry
    plan: Plan
    scratch: Path


@dataclass(frozen=True)
class Job:
    """A slot to run, and what is known of the tally."""

    index: int
    so_far: Tally


@dataclass(frozen=True)
class Failure:
    """A slot that ended in an error. `in_store`: files could not be written, rather than the slot be run."""

    text: str
    in_store: bool
    traceback: str


def start_worker() -> tuple[SpawnProcess, Connection]:
    """Start a process; it waits for an `Assignment`, then for its jobs, until None ends the assignment."""
    context = multiprocessing.get_context("spawn")  # a fork would copy locks and threads in any state
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs,), daemon=True)
    resource_tracker.ensure_running()  # which process.start() would start, and unblock signals after that
    with _one_thread_each(), _without_ctrl_c():
        process.start()
    theirs.close()
    return process, ours


@contextlib.contextmanager
def _one_thread_each() -> Iterator[None]:
    """What is started here computes with one thread: the processes share the cores among themselves."""
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value


@contextlib.contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """What is started here is born deaf to Ctrl-C, which would catch it while it imports."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the parent, which ends this process
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _limit_threads()
    try:
        while True:
            assignment: Assignment = connection.recv()
            registry.register(assignment.entry)  # one from outside the package is not known here yet
            with locked(assignment.scratch, shared=True, patience_s=PATIENCE_S):
                _work(connection, assignment)
    except (EOFError, OSError, StoreError):
        return  # the parent is gone, and the folder with it


def _work(connection: Connection, assignment: Assignment) -> None:
    with contextlib.ExitStack() as stack:
        bench: Bench | None = None
        while (job := connection.recv()) is not None:
            try:
                bench = bench or stack.enter_context(Bench(assignment.plan, assignment.scratch))
                answer = bench.result(job.index, job.so_far)
            except Exception as e:  # reported by the parent, which ends this process
                text = f"Slot {job.index} failed: {type(e).__name__}: {e}" if not isinstance(e, StoreError) else str(e)
                connection.send(Failure(text, isinstance(e, StoreError), traceback.format_exc()))
            else:
                connection.send(answer)


def _end_with_parent() -> None:
    """End at once when the parent does, in the middle of a slot too: nobody is left to want its result."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _limit_threads() -> None:
    import cv2

    cv2.setNumThreads(1)
