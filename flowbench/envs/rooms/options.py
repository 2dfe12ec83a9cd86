"""What a room environment can be made and reset with, checked before anything happens."""

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Self, get_args

import numpy as np

from flowbench import registry
from flowbench.bodies.own import checked
from flowbench.errors import BadValue, UnknownName
from flowbench.render.pictures import Quality
from flowbench.rules.rooms.manner import SEARCHES, searches
from flowbench.rules.rooms.motions import CARRY, KINDS, TRANSLATION, YAW, check_kind
from flowbench.rules.rooms.presets import PRESETS, answer_of
from flowbench.simulators import BACKENDS, EMBEDDED, houses, scenes
from flowbench.simulators.unity.options import Launch

QUALITIES: tuple[Quality, ...] = get_args(Quality)
REWARDS = ("sparse", "shaped")
IMAGE, TABLE = OBSERVATIONS = ("image", "table")
SOURCES = (*scenes.THEIRS, *houses.SOURCES)
RESET_OPTIONS = ("scene", "view", "mover", "landmarks", "wanted", "proposal")
MAX_SIDE = 4096


@dataclass(frozen=True)
class RoomConfig:
    """The keyword arguments of a room environment; all JSON values.

    Attributes:
        scenes: "ithor", "robothor", "procthor" (also "procthor_val", "procthor_test"), a file with houses (see
            `simulators.houses`), or a list of scene names and files.
        views_per_scene: how many views of each scene are used.
        preset: how often each answer is wanted: "balanced", "paper", or "paper_literal" with all of the paper's rules.
        search: "default"; "fast" or "full" (the paper's two budgets); in Occlusion "ray_grid" (its plans).
        backend: the simulator: "embedded", or "ai2thor": AI2-THOR's own client, and so Unity.
        controller: how "ai2thor" is started: see `simulators.unity.options`.
        quality: "textured", or "flat" (black frames; depth, ids and labels only).
        width, height: picture size, pixels.
        reward: "sparse" (1 for the wanted outcome) or "shaped" (adds a quarter of the nearness to it).
        compound: whether moves build on each other instead of each starting from the first state.
        motions: what a step does: "translation", "yaw", "sequence", "two_movers", "camera" or "carry"; see
            `rules.rooms.motions`.
        bodies: object type -> file with a mesh of your own (.glb, .obj, .ply, .stl; see `bodies.own`), drawn in place
            of ours; what collides stays the same.
        observation: "image", or "table" (no picture: nothing is drawn, and what is seen is told from boxes).
    """

    building: ClassVar[tuple[str, ...]] = (TRANSLATION, YAW)  # kinds of motions that can build on each other

    scenes: str | Sequence[str] = "ithor"
    views_per_scene: int = 3
    preset: str = "balanced"
    search: str = "default"
    backend: str = "embedded"
    quality: Quality = "textured"
    width: int = 800
    height: int = 800
    reward: str = "sparse"
    compound: bool = False
    observation: str = IMAGE
    motions: str = TRANSLATION
    bodies: Mapping[str, str] = field(default_factory=dict)
    controller: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, env_id: str, arguments: Mapping[str, Any]) -> Self:
        """The configuration of an environment from its keyword arguments.

        Raises:
            BadValue: for an argument that does not exist, or a search the category does not have; lists those that do.
        """
        known = [item.name for item in fields(cls)]
        if unknown := sorted(set(arguments) - set(known)):
            raise BadValue(f"{env_id} takes {known}, got {unknown}.")
        config, rule = cls(**arguments), registry.resolve(registry.entry(env_id).rule)
        found = searches(rule)
        if config.search not in found:
            raise BadValue(f"{env_id} has the searches {', '.join(found)}, got {config.search!r}. Pass one of them.")
        check_kind(rule.__name__.rpartition(".")[2], config.motions, config.preset)
        if config.observation == TABLE and getattr(rule, "NEEDS_PICTURE", False):
            raise BadValue(
                f"{env_id} labels its outcomes by the pixels of the pictures, so that it has no observation={TABLE!r}. "
                f"Leave it out, or take a category that asks about places."
            )
        return config

    def __post_init__(self) -> None:
        """Check every value.

        Raises:
            UnknownName, BadValue: naming the argument, what came and what would do.
        """
        for kind, value, known in (
            ("preset", self.preset, PRESETS),
            ("search", self.search, SEARCHES),
            ("backend", self.backend, BACKENDS),
            ("quality", self.quality, QUALITIES),
            ("reward", self.reward, REWARDS),
            ("observation", self.observation, OBSERVATIONS),
            ("kind of motions", self.motions, KINDS),
        ):
            if value not in known:
                raise UnknownName.among(kind, value, known)
        _check_count("views_per_scene", self.views_per_scene, 10)
        _check_count("width", self.width, MAX_SIDE)
        _check_count("height", self.height, MAX_SIDE)
        if self.compound not in (True, False):
            raise BadValue(f"compound must be true or false, got {self.compound!r}.")
        if self.compound and self.motions not in self.building:
            raise BadValue(
                f"Moves that build on each other (compound=True) are translations or turns of one object, got "
                f"motions={self.motions!r}. Leave one of the two out, or take FlowBench-Sandbox-v0."
            )
        scene_list(self.scenes)
        checked(self.bodies)
        self._check_backend()

    def _check_backend(self) -> None:
        """Refuse what the backend does not have."""
        if self.backend == EMBEDDED:
            if self.controller:
                raise BadValue("controller says how backend='ai2thor' is started; pass that too, or leave it out.")
            return
        Launch.of(self.controller)
        theirs = {name for source in scenes.THEIRS for name in scenes.scene_names(source)}
        if foreign := [name for name in scene_list(self.scenes) if name not in theirs]:
            raise BadValue(f"backend='ai2thor' has AI2-THOR's scenes ({', '.join(scenes.THEIRS)}), not {foreign[0]!r}.")
        ours = {"quality": self.quality != "textured", "bodies": bool(self.bodies)}
        ours |= {"observation": self.observation == TABLE, "motions": self.motions == CARRY}
        for name in (name for name, given in ours.items() if given):
            raise BadValue(
                f"backend='ai2thor' has no {name}={getattr(self, name)!r}: that is the embedded engine's. Leave it out"
                + (", or pass controller={'quality': ...} with one of AI2-THOR's." if name == "quality" else ".")
            )


def _check_count(name: str, value: object, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not 1 <= value <= most:
        raise BadValue(f"{name} must be an integer from 1 to {most}, got {value!r}.")


def scene_list(named: str | Sequence[str]) -> tuple[str, ...]:
    """The scenes behind the `scenes` argument, in published order.

    Raises:
        UnknownName: for a source or scene that does not exist.
    """
    if not isinstance(named, (str, list, tuple)):
        raise BadValue(
            f"scenes must be one of {SOURCES}, a file with houses or a list of scene names, got {type(named).__name__} "
            f"{named!r}."
        )
    if isinstance(named, str) and named in SOURCES:
        return scenes.scene_names(named)
    if isinstance(named, str) and houses.is_house(named):
        named = [named]
    known = [name for source in scenes.THEIRS for name in scenes.scene_names(source)]
    if isinstance(named, str) or not named:
        raise UnknownName.among("scenes", named, SOURCES, "Pass a source, a file or a non-empty list of scene names.")
    named = [one for name in named for one in _scenes_behind(name, known)]
    if twice := [name for k, name in enumerate(named) if name in named[:k]]:
        raise BadValue(f"scenes names {twice[0]} twice; name each scene once.")
    return tuple(named)


def _scenes_behind(name: object, known: Sequence[str]) -> tuple[str, ...]:
    """A scene, or all houses of a file."""
    if isinstance(name, str) and houses.is_house(name):
        return houses.houses_behind(name)
    if name not in known:
        raise UnknownName.among("scene", name, known)
    return (str(name),)


@dataclass(frozen=True)
class ResetOptions:
    """What `reset(options=...)` pins down; None is drawn from the seed. Options hold for one episode only."""

    scene: str | None = None
    view: int | None = None
    mover: str | None = None
    landmarks: tuple[str, ...] | None = None
    wanted: str | None = None
    proposal: int = 0


def reset_options(
    given: Mapping[str, Any] | None, names: Sequence[str], views: int, classes: Sequence[str]
) -> ResetOptions:
    """The options of a reset, checked against the environment's scenes, views and answers.

    Raises:
        UnknownName, BadValue: naming the option and what would do.
    """
    if given is not None and not isinstance(given, Mapping):
        raise BadValue(f"options must be a map of {RESET_OPTIONS} or None, got {type(given).__name__} {given!r}.")
    options = dict(given or {})
    for key in options:
        if key not in RESET_OPTIONS:
            raise UnknownName.among("reset option", key, RESET_OPTIONS)
    scene, wanted, landmarks = options.get("scene"), options.get("wanted"), options.get("landmarks")
    if scene is not None and scene not in names:
        raise UnknownName.among("scene", scene, names)
    answers = [answer for answer in dict.fromkeys(map(answer_of, classes)) if answer not in classes]
    if wanted is not None and wanted not in classes and wanted not in answers:
        raise UnknownName.among("answer", wanted, [*classes, *answers])
    if landmarks is not None and (isinstance(landmarks, str) or not isinstance(landmarks, Sequence)):
        raise BadValue(f"The reset option 'landmarks' must be a list of object ids, got {landmarks!r}.")
    return ResetOptions(
        scene=scene,
        view=None if options.get("view") is None else _count("view", options["view"], views),
        mover=options.get("mover"),
        landmarks=None if landmarks is None else tuple(landmarks),
        wanted=wanted,
        proposal=_count("proposal", options.get("proposal", 0), 1000),
    )


def _count(name: str, value: object, below: int) -> int:
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError as e:
        raise BadValue(f"The reset option {name!r} must be an integer, got {type(value).__name__} {value!r}.") from e
    if not 0 <= number < below:
        raise BadValue(f"The reset option {name!r} must be from 0 to {below - 1}, got {number}.")
    return number
