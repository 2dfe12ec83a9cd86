"""Whatever answers AI2-THOR's actions: the embedded engine, and the scenes it loads."""

import dataclasses
from collections.abc import Mapping
from typing import Any, Protocol, TypeVar, cast

from flowbench.bodies.own import Bodies
from flowbench.errors import SimulatorError, UnknownName
from flowbench.records import Floats, Mask, SceneState, Snapshot, Vector
from flowbench.render.pictures import Quality
from flowbench.render.visibility import visible_points
from flowbench.simulators.embedded.drawing import draw, placed_model
from flowbench.simulators.embedded.engine import Engine

EMBEDDED, AI2THOR = BACKENDS = ("embedded", "ai2thor")
ENGINE_VERSION = 5  # raised whenever the embedded engine, its scenes or its bodies give other states or pictures


class Outcome(Protocol):
    """What came of an action."""

    @property
    def metadata(self) -> Mapping[str, Any]:
        """AI2-THOR's `lastAction`, `lastActionSuccess`, `errorMessage`, `actionReturn` at least."""


class Simulator(Protocol):
    """What an environment asks of a simulator, besides AI2-THOR's own vocabulary."""

    def step(self, action: str, **parameters: Any) -> Outcome:
        """Do one action."""

    @property
    def scene(self) -> SceneState:
        """The present state."""

    @property
    def state(self) -> Any:
        """All that actions have made of the scene; `restore` takes it too."""

    def restore(self, scene: Any) -> None:
        """Continue from an earlier `scene` (poses, camera, what is hidden) or `state` (everything)."""

    def snapshot(self) -> Snapshot:
        """The present state with its picture."""

    def close(self) -> None:
        """Let go of everything; the next Reset starts anew."""


AnyOutcome = TypeVar("AnyOutcome", bound=Outcome)


def require(event: AnyOutcome) -> AnyOutcome:
    """The event of an action that must succeed.

    Raises:
        SimulatorError: with what the simulator says, when it has not.
    """
    if not event.metadata["lastActionSuccess"]:
        raise SimulatorError(f"{event.metadata['lastAction']} failed: {event.metadata['errorMessage']}")
    return event


def as_map(values: Vector) -> Mapping[str, float]:
    """An AI2-THOR Vector3 map."""
    return dict(zip("xyz", values, strict=True))


def make_simulator(
    backend: str,
    width: int,
    height: int,
    quality: Quality,
    carry: bool = False,
    bodies: Bodies = (),
    controller: Mapping[str, Any] | None = None,
) -> Simulator:
    """A simulator by the name of its backend, without a scene.

    Args:
        carry: whether what rests on a moved object goes with it.
        bodies: files with meshes of the user's own, by object type; see `bodies.own.checked`.
        controller: how "ai2thor" starts AI2-THOR's client; see `unity.options`. It knows neither `quality` nor the two
            arguments before.
    """
    if backend not in BACKENDS:
        raise UnknownName.among("backend", backend, BACKENDS)
    if backend == AI2THOR:
        from flowbench.simulators.unity.options import Launch
        from flowbench.simulators.unity.simulator import UnitySimulator

        return UnitySimulator(width, height, Launch.of(controller or {}))
    return Engine(width, height, quality, carry=carry, bodies=bodies)


def sees(scene: SceneState, points: Floats) -> Mask:
    """(n,) whether the scene's camera sees each of (n, 3) world points: in the picture, nothing 1 mm in front."""
    return visible_points(placed_model(scene), scene.camera, points)


def with_pixels(view: Snapshot) -> Snapshot:
    """The snapshot with its picture, drawn again as it was if it came without (for example out of a pickle)."""
    if view.pixels is not None:
        return view
    return dataclasses.replace(view, pixels=draw(view.scene, cast(Quality, view.quality), view.look))
