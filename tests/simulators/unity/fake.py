"""A client without AI2-THOR: the embedded engine answers, and a test may distort what it says."""

import copy
from dataclasses import dataclass, field

from flowbench.errors import SimulatorError
from flowbench.simulators import make_simulator
from flowbench.simulators.embedded.engine import Engine

CONTROLLER = {"local_executable_path": "flowbench-thor-player"}
SCENE = "FloorPlan212"


@dataclass
class FakeEvent:
    """What AI2-THOR's client returns."""

    metadata: dict
    frame: object
    depth_frame: object
    instance_segmentation_frame: object


@dataclass
class FakeClient:
    """Stands in for `unity.client.Client`.

    Attributes:
        distort: action, metadata -> None; changes the metadata of every event in place.
        redraw: event -> None; changes its pictures.
        sent: every action with its parameters.
        high_m: how much higher its world is than the engine's.
    """

    engine: Engine = field(default_factory=lambda: Engine(100, 80))
    distort: object = lambda action, metadata: None
    redraw: object = lambda event: None
    sent: list = field(default_factory=list)
    high_m: float = 0.0
    event: FakeEvent | None = None

    def reset(self, scene, width, height, initialize):
        self.engine.step("Reset", sceneName=scene)
        self.engine.step("ChangeResolution", x=width, y=height)
        return self._do("Initialize", initialize).metadata

    def step(self, action, **parameters):
        self.sent.append((action, parameters))
        return self._do(action, parameters)

    def close(self):
        if self.event is None:
            raise SimulatorError("Nothing runs.")

    def _do(self, action, parameters):
        place = parameters.get("position")
        lowered = {"position": {**place, "y": place["y"] - self.high_m}} if place else {}
        told = self.engine.step(action, **parameters | lowered)
        metadata = copy.deepcopy(dict(told.metadata))
        raise_world(metadata, self.high_m)
        self.distort(action, metadata)
        self.event = FakeEvent(metadata, told.frame, told.depth_frame.copy(), told.instance_segmentation_frame)
        self.redraw(self.event)
        return self.event


def raise_world(metadata, high_m):
    """Put all that metadata say of places that much higher."""
    for row in metadata["objects"]:
        row["position"]["y"] += high_m
        for name in ("axisAlignedBoundingBox", "objectOrientedBoundingBox"):
            for corner in (row[name] or {"cornerPoints": []})["cornerPoints"]:
                corner[1] += high_m
        row["axisAlignedBoundingBox"]["center"]["y"] += high_m
    for place in (metadata["agent"]["position"], metadata["cameraPosition"]):
        place["y"] += high_m
    if metadata["lastAction"] == "GetReachablePositions":
        for place in metadata["actionReturn"]:
            place["y"] += high_m


def loaded(scene=SCENE, **given):
    """A simulator for backend "ai2thor" with a scene loaded by a fake client, and the client."""
    simulator = make_simulator("ai2thor", 100, 80, "textured", controller=CONTROLLER)
    simulator._client = client = FakeClient(**given)
    simulator.step("Reset", sceneName=scene)
    return simulator, client


def entry(metadata, object_id):
    """The entry of an object."""
    return next(row for row in metadata["objects"] if row["objectId"] == object_id)


def movable(simulator, index=0):
    """An object that can be put 2 cm higher, where it drops back from."""
    free = []
    for item in simulator.scene.layout.objects:
        if item.pickupable and len(simulator.scene.layout.parts[item.object_id]) == 1:
            free.append(item.object_id)
    return free[index]
