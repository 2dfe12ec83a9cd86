"""A pool of processes that run slots ahead of admission. It decides nothing: slots are pure, admission is serial.

A worker runs one slot at a time. While admission waits for the next slot in order, idle workers get later ones of a
window, those that the tally known by then does not refuse; and by preference of scenes that they have loaded, since
loading a scene and choosing its views takes far longer than an attempt.
"""

from multiprocessing.connection import wait
from pathlib import Path

from flowbench.datasets.admit import FEW_VALUED, Tally, quotas, refusal
from flowbench.datasets.crew import Crew, Worker
from flowbench.datasets.folders import remove
from flowbench.datasets.plan import ROUND, Plan
from flowbench.datasets.slots import slot, slot_count
from flowbench.datasets.work import Finished, scratch_folder
from flowbench.datasets.worker import Job

WINDOW = ROUND  # slots after the next one that may be run ahead
AHEAD = 7  # results a worker, finished or running, that may wait for admission


class Pool:
    """An executor of several processes."""

    def __init__(self, plan: Plan, scratch: Path, crew: Crew) -> None:
        """Take a crew, which is free again once this is closed."""
        self._plan, self._scratch, self._rules, self._crew = plan, scratch, quotas(plan), crew
        self._ready: dict[int, Finished] = {}
        crew.assign(plan, scratch)

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
        """Let go of the crew."""
        self._crew.release()

    def _collect(self, index: int) -> None:
        """Wait until a worker answers; what comes too late is deleted."""
        busy = {worker.connection: worker for worker in self._crew.workers if worker.running is not None}
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
        idle = [worker for worker in self._crew.workers if worker.running is None]
        for worker in idle:
            index = self._next_for(worker, front, so_far)
            if index is not None:
                self._crew.owners.setdefault(slot(self._plan, index).scene, worker)
                worker.run(Job(index, known))

    def _next_for(self, worker: Worker, front: int, so_far: Tally) -> int | None:
        """The slot an idle worker runs next."""
        taken = {other.running for other in self._crew.workers} | self._ready.keys()
        last = min(front + WINDOW, slot_count(self._plan))
        open_slots = [index for index in range(front, last) if index not in taken and self._may_run(index, so_far)]
        waiting = sum(index is not None and index >= front for index in taken)
        if waiting >= AHEAD * len(self._crew.workers):
            return front if front in open_slots else None
        near = (index for index in open_slots if self._crew.owners.get(slot(self._plan, index).scene, worker) is worker)
        return next(near, open_slots[0] if open_slots else None)

    def _may_run(self, index: int, so_far: Tally) -> bool:
        return refusal(self._rules, so_far, slot(self._plan, index).keys) is None
