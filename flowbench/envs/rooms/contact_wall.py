"""FlowBench-ContactWall-v0."""

from typing import Any

from flowbench.envs.rooms.base import RoomEnv
from flowbench.envs.rooms.options import scene_list
from flowbench.errors import BadValue
from flowbench.rules.rooms.contact_wall import are_known
from flowbench.simulators import houses, scenes


class ContactWallEnv(RoomEnv):
    """Move object A so that it is, or is not, in contact with a wall of its room.

    The clearance is the smallest signed gap between A's box and a wall; contact up to 0.05 m, none from 0.15 m on,
    ambiguous between, rejected where A is more than 0.02 m inside the wall. Walls of the scenes are rebuilt from what
    stands and hangs at them: scenes with signs of further walls inside the room are left out, among them all of
    RoboTHOR, and walls that nothing shows or that are out of the picture are not asked about. Classes: "yes" (slides to
    the wall) and "no" (nine in ten stop short of it by 0.15 to 0.45 m, the others go away from it). Truncated after 12
    attempts. Observations, actions, rewards and arguments: see `RoomEnv`.

    ## Version history
    v0: first version.
    """

    env_id = "FlowBench-ContactWall-v0"

    def __init__(self, render_mode: str | None = None, **config: Any) -> None:
        """Check the configuration, also that there is a scene to ask about."""
        super().__init__(render_mode, **config)
        self.askable(scene_list(self.config.scenes))

    @classmethod
    def askable(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        """The scenes whose walls are known.

        Raises:
            BadValue: when there is none among them.
        """
        known = tuple(name for name in names if houses.is_house(name) or _are_known(scenes.load_facts(name)))
        if not known:
            raise BadValue(
                f"{cls.env_id} asks about contact with walls, but where they are is known in none of the scenes "
                f"{', '.join(names[:3])}{', ...' if len(names) > 3 else ''}. Pass scenes='ithor', or scenes without "
                "signs of further walls inside the room."
            )
        return known


def _are_known(facts: scenes.SceneFacts) -> bool:
    return are_known(facts.walls, facts.inner_walls)
