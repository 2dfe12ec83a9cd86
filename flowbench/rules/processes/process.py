"""What a process is. Environment, animator, judge, pictures, prompts and planner all call these functions."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import IllegalAction, UnknownName
from flowbench.rules.games.game import GridSpace, Move, Solution
from flowbench.rules.processes.corruptions.corruption import Corruption, Roles
from flowbench.rules.processes.drawing.look import Looks
from flowbench.rules.processes.entity import Entity, Scene
from flowbench.rules.processes.rubric import Item
from flowbench.rules.processes.tracks import Tracks

I = TypeVar("I")  # noqa: E741 - the instance: what is fixed, and drawn by `sample`
S = TypeVar("S")  # the state: what a step changes

Domain = Literal["structured puzzles", "visual organization", "spatiotemporal dynamics", "physical manipulation"]
STYLES = ("line", "real")


@dataclass(frozen=True)
class About:
    """Where a process stands in the benchmark (arXiv 2608.19583 and its repository).

    Attributes:
        tags_paper, tags_repo: skill tags, as the paper's table counts them and as the repository lists them.
        image_subset: whether it is one of the 16 tasks that image models are asked, too.
        ground_truth: what its judge is given: "image", "text", both or nothing.
        hands: hands that take part; 0 where things move by themselves.
        ours: whether only the name is the benchmark's, and the content ours.
    """

    domain: Domain
    tags_paper: tuple[str, ...]
    tags_repo: tuple[str, ...]
    image_subset: bool
    ground_truth: tuple[str, ...]
    hands: int = 0
    ours: bool = False


@dataclass(frozen=True)
class Words:
    """What a process is in words; none of them depends on the instance.

    Attributes:
        goal: one paragraph.
        constraints: the rules, a sentence each; what holds for all processes is added by `prompts`.
        tiers: what tier 0, 1 and 2 look like.
        picture: the same goal asked of a picture model; "" where the process is not in the image subset.
        materials: what the things of its schematic drawing are in a photograph.
    """

    goal: str
    constraints: tuple[str, ...]
    tiers: tuple[str, str, str]
    picture: str = ""
    materials: str = ""


@dataclass(frozen=True)
class Reference:
    """An acceptable solution: in words, and by marks drawn over the picture of its last scene.

    Attributes:
        text: "" where a picture says it all.
        scene: what the picture shows; None where words say it all.
    """

    text: str = ""
    scene: Scene | None = None


@dataclass(frozen=True)
class Step(Generic[S]):
    """One action of an animated plan: the state before it, and the state after, legal or not."""

    before: S
    action: int
    after: S


class Process(ABC, Generic[I, S]):
    """One pure state machine with everything that depends on its rules.

    Instances and states are frozen dataclasses of numbers, strings, booleans, None, tuples and such dataclasses; they
    are hashable and become JSON by `rules.games.plain`. Nothing here keeps state or draws random numbers other than
    from `rng`.

    Attributes:
        name: in snake_case, the benchmark's; also the name of its folder.
        title: for people.
        about: its place in the benchmark.
        words: its texts.
        instance_type, state_type: the dataclasses.
        action_count: actions are 0 to this - 1, for the largest instance; those that do not exist are illegal.
        grid: what an agent sees.
        seconds: nominal duration of one action; clips stretch or squeeze it, see `animation`.
        rests: whether each action ends at rest; a drive does not.
        leave_s: seconds after the last action in which hands leave, see `leaving`.
        judge_s: how long judging a clip may take: 20 ms where the rules are logic alone.
        looks: how its entities are drawn.
        roles: which rubric item each corruption of the library must hit.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[About]
    words: ClassVar[Words]
    instance_type: ClassVar[type[Any]]
    state_type: ClassVar[type[Any]]
    action_count: ClassVar[int]
    grid: ClassVar[GridSpace]
    seconds: ClassVar[float]
    rests: ClassVar[bool] = True
    leave_s: ClassVar[float] = 0.0
    judge_s: ClassVar[float] = 0.020
    looks: ClassVar[Looks]
    roles: ClassVar[Roles]

    # The state machine

    @abstractmethod
    def sample(self, rng: np.random.Generator, level: str) -> I:
        """Draw an instance of a level ("easy", "mid", "hard"), which is a span of the optimal length.

        Raises:
            Reject: when this draw does not become one; the caller draws again.
        """

    @abstractmethod
    def check(self, instance: I) -> None:
        """Raise BadValue unless the instance, which may come from anywhere, obeys the rules."""

    @abstractmethod
    def initial(self, instance: I) -> S:
        """The first state."""

    @abstractmethod
    def obstacle(self, instance: I, state: S, action: int) -> str | None:
        """Why an action is not legal, in a few words; None when it is."""

    @abstractmethod
    def advance(self, instance: I, state: S, action: int) -> S:
        """What a legal action leads to; call `step`, which checks that it is one."""

    @abstractmethod
    def force(self, instance: I, state: S, action: int) -> S | None:
        """What an illegal action leads to when it is done all the same: the wall crossed, the rule broken.

        None where even that leads nowhere (no such thing, nothing to hold it).
        """

    def step(self, instance: I, state: S, action: int, permissive: bool = False) -> Move[S]:
        """What an action leads to; with `permissive` illegal ones are applied, and named in `events["violation"]`.

        Raises:
            IllegalAction: with the reason.
        """
        reason = self.obstacle(instance, state, action)
        if reason is None:
            return Move(self.advance(instance, state, action))
        forced = self.force(instance, state, action) if permissive else None
        if forced is None:
            raise IllegalAction(reason)
        return Move(forced, {"violation": reason})

    def mask(self, instance: I, state: S) -> NDArray[np.int8]:
        """(action_count,) 1 where an action is legal."""
        legal = (self.obstacle(instance, state, action) is None for action in range(self.action_count))
        return np.fromiter(legal, dtype=np.int8, count=self.action_count)

    @abstractmethod
    def is_goal(self, instance: I, state: S) -> bool:
        """Whether a state is the goal."""

    @abstractmethod
    def solve(self, instance: I, state: S) -> Solution:
        """A proved plan from a state to the goal.

        Raises:
            NoPlan: when it is proved that there is none.
            Reject: when the search reached its cap: nothing is known.
        """

    def distance(self, instance: I, state: S) -> int:
        """Actions left on the solver's plan; what raises `NoPlan` there does so here."""
        return len(self.solve(instance, state).actions)

    @abstractmethod
    def observe(self, instance: I, state: S) -> NDArray[np.int16]:
        """What an agent sees, an array of `grid`."""

    @abstractmethod
    def text(self, instance: I, state: S) -> str:
        """The whole position in a few lines of text."""

    @abstractmethod
    def action_name(self, instance: I, action: int) -> str:
        """An action in a few words."""

    # Motion

    @abstractmethod
    def scene(self, instance: I, state: S) -> dict[str, Entity]:
        """What is seen at rest in a state, by id; camera and ground (`scenery`) included."""

    @abstractmethod
    def motion(self, instance: I, steps: Sequence[Step[S]], number: int, share: float) -> Mapping[str, Entity]:
        """The entities that differ from `scene(before)` at a share (0 to 1) of a step.

        Continuous in `share`: at 0 nothing has moved yet, at 1 everything is as in `scene(after)`; only hands may be
        elsewhere, at 1 where the next step has them at 0. Neighbouring steps are known, so that a way can have round
        corners. Steps may be illegal: what the motion shows is then the violation.
        """

    def leaving(self, instance: I, last: Step[S], share: float) -> Mapping[str, Entity]:
        """The entities that differ from the last scene while hands leave; at 1 all is as in `scene`."""
        return {}

    def pauses(self, instance: I, steps: Sequence[Step[S]], number: int) -> bool:
        """Whether a step ends at rest: `rests`, unless it depends on its neighbours."""
        return self.rests

    def duration(self, instance: I, step: Step[S]) -> float:
        """Nominal seconds of a step: `seconds`, unless steps differ."""
        return self.seconds

    # Judging

    @abstractmethod
    def read(self, instance: I, tracks: Tracks, row: int) -> S | None:
        """The state that the things in a row form, from their poses alone; None where they form none."""

    @abstractmethod
    def rubric(self, instance: I) -> tuple[Item, ...]:
        """The scored items. The goal, which is not scored, is no item."""

    @abstractmethod
    def tier(self, instance: I, tracks: Tracks) -> int:
        """0, 1 or 2, as `words.tiers` say; `reading.tier_of` does it for states that are read at rest."""

    # Words about an instance

    def note(self, instance: I) -> str:
        """Facts of the instance that the picture leaves open; "" where it shows everything."""
        return ""

    @abstractmethod
    def oracle(self, instance: I, actions: Sequence[int]) -> tuple[str, ...]:
        """A plan in words, a line each."""

    @abstractmethod
    def reference(self, instance: I, actions: Sequence[int]) -> Reference:
        """An acceptable solution."""

    # Tests of the judge

    @abstractmethod
    def violations(self, instance: I, case_id: str) -> Sequence[Corruption]:
        """Clips that break this process's own rules, with what the judge must say; the library makes the others."""


def check_style(style: object) -> str:
    """The style itself.

    Raises:
        UnknownName: offers the nearest.
    """
    if not isinstance(style, str) or style not in STYLES:
        raise UnknownName.among("style", style, STYLES)
    return style
