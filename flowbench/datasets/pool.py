"""A pool of processes that run slots ahead of admission. It decides nothing: slots are pure, admission is serial.

A worker runs one slot at a time. While admission waits for the next slot in order, idle workers get later ones of a
window, those that the tally known by then does not refuse; and by preference of scenes that they have loaded, since
loading a scene and choosing its views takes far longer than an attempt.
"""

from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path

from flowbench.datasets.admit import FEW_VALUED, Tally, quotas, refusal
from flowbench.datasets.folders import remove
from flowbench.datasets.plan import ROUND, Plan
from flowbench.datasets.slots import slot, slot_count
from flowbench.datasets.work import Finished, scratch_folder
from flowbench.datasets.worker import Failure, Job, start_worker
from flowbench.errors import SimulatorError, StoreError

WINDOW = ROUND  # slots after the next one that may be run ahead
AHEAD = 4  # results a worker, finished or running, that may wait for admission


class WorkerTraceback(Exception):
    """Shows where in a worker an error came from."""


class Worker:
    """A process, and the slot it runs."""

    def __init__(self, process: SpawnProcess, connection: Connection) -> None:
        """Hold both ends."""
        self.process, self.connection = process, connection
        self.running: int | None = None

    def run(self, job: Job) -> None:
        """Hand it a slot."""
        try:
            self.connection.send(job)
        except OSError as e:
            raise self.crash() from e
        self.running = job.index

    def receive(self) -> Finished:
        """What came of its slot.

        Raises:
            StoreError, SimulatorError: if that failed, or the process is gone.
        """
        try:
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


class Pool:
    """An executor of several processes."""

    def __init__(self, plan: Plan, scratch: Path, workers: int) -> None:
        """Start the processes."""
        self._plan, self._scratch, self._rules = plan, scratch, quotas(plan)
        self._ready: dict[int, Finished] = {}
        self._owners: dict[str, Worker] = {}  # scene -> the worker that loaded it first
        self._workers: list[Worker] = []
        try:
            for _ in range(workers):
                self._workers.append(Worker(*start_worker(plan, scratch)))
        except BaseException:
            self.close()
            raise

    def result(self, index: int, so_far: Tally) -> Finished:
        """What comes of a slot; others are run meanwhile."""
        self._forget_before(index)
        while index not in self._ready:
            self._feed(index, so_far)
            self._collect(index)
        finished = self._ready.pop(index)
        self._feed(index + 1, so_far)
        return finished

    def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.stop()
        self._workers = []

    def _collect(self, index: int) -> None:
        """Wait until a worker answers; what comes too late is deleted."""
        busy = {worker.connection: worker for worker in self._workers if worker.running is not None}
        for connection in wait(list(busy)):
            finished = busy[connection].receive()  # type: ignore[index]  # wait gives back what it was given
            self._ready[finished.index] = finished
        self._forget_before(index)

    def _forget_before(self, index: int) -> None:
        """Delete the candidates of slots that were skipped."""
        for old in [number for number in self._ready if number < index]:
            if self._ready.pop(old).row is not None:
                remove(scratch_folder(self._scratch, old))

    def _feed(self, front: int, so_far: Tally) -> None:
        known = so_far.only(FEW_VALUED)
        idle = [worker for worker in self._workers if worker.running is None]
        for worker in idle:
            index = self._next_for(worker, front, so_far)
            if index is not None:
                self._owners.setdefault(slot(self._plan, index).scene, worker)
                worker.run(Job(index, known))

    def _next_for(self, worker: Worker, front: int, so_far: Tally) -> int | None:
        """The slot an idle worker runs next."""
        taken = {other.running for other in self._workers} | self._ready.keys()
        last = min(front + WINDOW, slot_count(self._plan))
        open_slots = [index for index in range(front, last) if index not in taken and self._may_run(index, so_far)]
        waiting = sum(index is not None and index >= front for index in taken)
        if waiting >= AHEAD * len(self._workers):
            return front if front in open_slots else None
        near = (index for index in open_slots if self._owners.get(slot(self._plan, index).scene, worker) is worker)
        return next(near, open_slots[0] if open_slots else None)

    def _may_run(self, index: int, so_far: Tally) -> bool:
        return refusal(self._rules, so_far, slot(self._plan, index).keys) is None
