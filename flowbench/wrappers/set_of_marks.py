"""`SetOfMarks`: the objects that a task is about, marked in the picture."""

import dataclasses
from typing import Any

import gymnasium
from numpy.typing import NDArray

from flowbench.annotators.marks import as_state, draw_marks, marks, marks_before
from flowbench.annotators.referring import words
from flowbench.errors import BadValue, UnknownName
from flowbench.simulators import with_pixels
from flowbench.wrappers.kinds import AnyEnv, dict_space, room_under

WAYS = ("dots", "numbers")


class SetOfMarks(gymnasium.Wrapper[Any, Any, Any, Any], gymnasium.utils.RecordConstructorArgs):
    """Draw marks on `image`: on the mover and the landmarks of a room's task, as items are written.

    Colours and numbers are fixed at the reset, from the first picture and the seed. After a move, marks of what stood
    still keep their place; what is out of sight keeps its old place with a hollow mark.

    ## Info keys
    `marks`: what each object is called in the marked picture (object id -> "the object at the red dot").

    Args:
        refer: "dots", or "numbers" (red badges).
    """

    def __init__(self, env: AnyEnv, refer: str = "dots") -> None:
        """Wrap a room whose observations have a picture.

        Raises:
            UnknownName: for another kind of marks.
            BadValue: around anything else.
        """
        gymnasium.utils.RecordConstructorArgs.__init__(self, refer=refer)
        gymnasium.Wrapper.__init__(self, env)
        if refer not in WAYS:
            raise UnknownName.among("kind of marks", refer, WAYS)
        room_under(env, "SetOfMarks")
        if "image" not in dict_space(env, "SetOfMarks").spaces:
            raise BadValue('SetOfMarks draws on `image`; make the environment with observation="image".')
        self.refer = refer

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start an episode."""
        observation, info = self.env.reset(seed=seed, options=options)
        return self._marked(observation, info)

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Take an action."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        marked, told = self._marked(observation, info)
        return marked, reward, terminated, truncated, told

    def _marked(self, observation: Any, info: dict[str, Any]) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        episode = room_under(self.env, "SetOfMarks").clone_state()
        before, transition = with_pixels(episode.before), info.get("transition")
        if transition is None:
            picture, after, placed = "i0", before, marks_before(before, episode.task, (episode.seed,))
        else:
            picture, after = "i1", with_pixels(transition.after)
            placed = marks(dataclasses.replace(transition, before=before), before, after)
        state = as_state(placed)
        image = draw_marks(observation["image"], state, picture, self.refer)
        return {**observation, "image": image}, info | {"marks": words(self.refer, after, episode.task, state, picture)}
