"""The Occlusion planner: supported free poses of A along the ground ray to B, ranked by predicted silhouette cover."""

from collections.abc import Sequence
from itertools import islice

from flowbench.planners.rooms.base import RoomPlanner
from flowbench.records import Motion, SceneState, Task
from flowbench.rules.rooms import occlusion
from flowbench.rules.rooms.manner import Manner, budget, plans_of, witnesses


class OcclusionPlanner(RoomPlanner):
    """Tries as many motions as the category has renders, best predicted first."""

    def plan(self, scene: SceneState, task: Task) -> Sequence[Motion]:
        """The witnesses of the task's pair."""
        how = Manner.of(task)
        if plans_of(occlusion, how) is not occlusion:
            return witnesses(occlusion, scene, task)
        found = occlusion.witnesses(scene, task.mover, task.landmarks[0], task.wanted)
        return [witness.motion for witness in islice(found, budget(occlusion, how))]
