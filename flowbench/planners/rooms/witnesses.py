"""The planner that most categories use: the witnesses of the category's own rule, as many as it has renders."""

from collections.abc import Sequence
from types import ModuleType
from typing import ClassVar

from flowbench.planners.rooms.base import RoomPlanner
from flowbench.records import Motion, SceneState, Task
from flowbench.rules.rooms import (
    closer_to,
    closest_three,
    contact_wall,
    count_near,
    depth_order,
    feasibility,
    left_right,
    manner,
    near_object,
    occlusion,
)


class WitnessPlanner(RoomPlanner):
    """Tries the motions that the rule predicts to bring the wanted answer about, in the rule's order."""

    rule: ClassVar[ModuleType]

    def plan(self, scene: SceneState, task: Task) -> Sequence[Motion]:
        """The witnesses of the task."""
        return manner.witnesses(self.rule, scene, task)[: manner.budget(self.rule, manner.Manner.of(task))]


class OcclusionPlanner(WitnessPlanner):
    """Slides A in front of B, or just beside it, as the boxes' outlines predict."""

    rule: ClassVar = occlusion


class LeftRightPlanner(WitnessPlanner):
    """Slides A to the left or right, past the landmark or toward it."""

    rule: ClassVar = left_right


class NearObjectPlanner(WitnessPlanner):
    """Slides A so that its distance to the landmark ends on the wanted side of the threshold."""

    rule: ClassVar = near_object


class DepthOrderPlanner(WitnessPlanner):
    """Slides A toward the camera or away from it, past the depth of the landmark or toward it."""

    rule: ClassVar = depth_order


class CountNearPlanner(WitnessPlanner):
    """Slides A so that the wanted number of the six objects ends within the threshold."""

    rule: ClassVar = count_near


class ClosestThreePlanner(WitnessPlanner):
    """Slides A to where the wanted three of the six objects are the nearest."""

    rule: ClassVar = closest_three


class CloserToPlanner(WitnessPlanner):
    """Moves A from the landmark it is nearest to, toward the wanted one and beyond the middle between the two."""

    rule: ClassVar = closer_to


class ContactWallPlanner(WitnessPlanner):
    """Slides A to the nearest wall, short of it, or away from it."""

    rule: ClassVar = contact_wall


class FeasibilityPlanner(WitnessPlanner):
    """Slides A to where the task's probe should be free, or stopped."""

    rule: ClassVar = feasibility
