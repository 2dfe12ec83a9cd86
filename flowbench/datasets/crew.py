"""Worker processes that may serve several roll-outs, one after the other: what they compiled and loaded they keep."""

import contextlib
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Self

from flowbench import registry
from flowbench.datasets.plan import Plan
from flowbench.datasets.work import Finished
from flowbench.datasets.worker import Assignment, Failure, Job, start_worker
from flowbench.errors import SimulatorError, StoreError


class WorkerTraceback(Exception):
    """Shows where in a worker an error came from."""


class Worker:
    """A process, and the slot it runs.

    Attributes:
        running: the slot of the present assignment that it runs, or None.
        owed: answers of earlier assignments that are still to come; nobody wants them.
    """

    def __init__(self, process: SpawnProcess, connection: Connection) -> None:
        """Hold both ends."""
        self.process, self.connection = process, connection
        self.running: int | None = None
        self.owed = 0

    def assign(self, assignment: Assignment) -> None:
        """Tell it whose slots come next."""
        self._send(assignment)

    def run(self, job: Job) -> None:
        """Hand it a slot."""
        self._send(job)
        self.running = job.index

    def release(self) -> None:
        """End its assignment, once it has run its slot. One that is gone stays gone."""
        self.owed += self.running is not None
        self.running = None
        with contextlib.suppress(OSError):
            self.connection.send(None)

    def _send(self, message: Assignment | Job) -> None:
        try:
            self.connection.send(message)
        except OSError as e:
            raise self.crash() from e

    def receive(self) -> Finished:
        """What came of its slot.

        Raises:
            StoreError, SimulatorError: if that failed, or the process is gone.
        """
        try:
            while self.owed:
                self.connection.recv()
                self.owed -= 1
            answer: Finished | Failure = self.connection.recv()
        except (EOFError, OSError) as e:
            raise self.crash() from e
        if isinstance(answer, Failure):
            kind = StoreError if answer.in_store else SimulatorError
            raise kind(answer.text) from WorkerTraceback(answer.traceback)
        self.running = None
        return answer

    def crash(self) -> SimulatorError:
        """The error that says how the process ended."""
        self.process.join(timeout=5)
        code = self.process.exitcode
        how = f"was killed by signal {-code}" if code is not None and code < 0 else f"ended with exit code {code}"
        what = "" if self.running is None else f" in slot {self.running}"
        return SimulatorError(
            f"A worker process {how}{what} (is there too little memory for so many workers?). What was finished "
            "before is kept; run the same command again to go on."
        )

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.process.close()
        self.connection.close()


class Crew:
    """A number of worker processes; they start with the first assignment. Leaving its `with` block ends them.

    Attributes:
        owners: scene -> the worker that loaded it first.
    """

    def __init__(self, size: int) -> None:
        """Start nothing yet."""
        self.size = size
        self.workers: list[Worker] = []
        self.owners: dict[str, Worker] = {}

    @property
    def is_started(self) -> bool:
        """Whether there are processes."""
        return bool(self.workers)

    def assign(self, plan: Plan, scratch: Path) -> None:
        """Give every worker a plan, and the folder for its candidates."""
        while len(self.workers) < self.size:
            self.workers.append(Worker(*start_worker()))
        for worker in self.workers:
            worker.assign(Assignment(registry.entry(plan.env_id), plan, scratch))

    def release(self) -> None:
        """End the assignment; the workers wait for another."""
        for worker in self.workers:
            worker.release()

    def close(self) -> None:
        """End all processes."""
        for worker in self.workers:
            worker.stop()
        self.workers, self.owners = [], {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
