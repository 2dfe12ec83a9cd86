"""The executable judge: tier and rubric of a trajectory, from what it shows alone. It never reads actions."""

from flowbench.errors import BadValue
from flowbench.rules.processes.position import Case
from flowbench.rules.processes.rubric import merged
from flowbench.rules.processes.table import process
from flowbench.rules.processes.tracks import Tracks
from flowbench.rules.processes.trajectory import Trajectory
from flowbench.rules.processes.verdict import ItemVerdict, ProcessVerdict

LEAST_FRAMES = 8


def judge(case: Case, trajectory: Trajectory) -> ProcessVerdict:
    """Judge a clip of a case.

    Raises:
        BadValue: for the clip of another case, or one of fewer than 8 frames.
    """
    if trajectory.case_id != case.case_id:
        raise BadValue(f"This is a trajectory of {trajectory.case_id!r}, not of {case.case_id!r}.")
    if len(trajectory.frames) < LEAST_FRAMES:
        raise BadValue(f"A trajectory has at least {LEAST_FRAMES} frames, got {len(trajectory.frames)}.")
    rules, instance = process(case.process), case.instance
    tracks = Tracks(rules.scene(instance, rules.initial(instance)), trajectory)
    items = tuple(ItemVerdict(item.id, item.failure, merged(item.check(tracks))) for item in rules.rubric(instance))
    return ProcessVerdict(rules.tier(instance, tracks), items)
