"""The style `real`: solids with textures under a lamp, drawn from the entities of a scene.

Pictures come with exact z-depth and ids, and with exact flow between any two of one clip.
"""

import dataclasses
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np

from flowbench.records import Camera, Floats, FlowMap, Image, Mask, Pixels, Vector
from flowbench.render.clip.light import Lamp
from flowbench.render.clip.stage import Put, Stage, flow_between
from flowbench.render.meshes import Mesh
from flowbench.rules.processes.drawing.look import Looks, solid
from flowbench.rules.processes.entity import Entity, Quaternion, Scene
from flowbench.rules.processes.table_plane import HEIGHT_PX, WIDTH_PX
from flowbench.rules.processes.trajectory import Trajectory

_HALF_SEEN = 0.5  # ghosts below this are not drawn
_LAMPS: Mapping[str, tuple[Vector, Vector, float]] = {  # by view: position and target (render frame), degrees
    "above": ((-1.15, 2.3, 0.95), (0.0, 0.0, 0.0), 46.0),
    "front": ((-1.1, 2.2, -1.3), (0.0, 0.1, 0.1), 50.0),
}


class RealPainter:
    """Draws scenes whose things have the given ids."""

    def __init__(self, looks: Looks, names: Sequence[str], width: int = WIDTH_PX) -> None:
        """Number the things: `numbers` are the ids in pictures."""
        self._looks = looks
        self.numbers: Mapping[str, int] = {name: k for k, name in enumerate(sorted(names), 1)}
        self._size = (width, round(width * HEIGHT_PX / WIDTH_PX))

    def picture(self, scene: Scene) -> Pixels:
        """A scene: colours, z-depth in metres, ids."""
        return self._stage(scene, ()).frame([])

    def frames(self, trajectory: Trajectory) -> Iterator[Image]:
        """The colours of a clip."""
        return (pixels.frame for pixels in self.pictures(trajectory))

    def pictures(self, trajectory: Trajectory) -> Iterator[Pixels]:
        """The pictures of a clip; what never changes is drawn once, and drawn anew only where the camera moves."""
        scenes = [frame.entities for frame in trajectory.frames]
        changing = _changing(scenes)
        stages: dict[Entity, Stage] = {}
        last: tuple[dict[str, Entity], Pixels] | None = None
        for scene in scenes:
            moving = {name: item for name, item in scene.items() if name in changing}
            if last is None or last[0] != moving:
                camera = scene["camera"]
                if camera not in stages:
                    stages[camera] = self._stage(scene, changing)
                last = moving, stages[camera].frame(self._puts(moving))
            yield last[1]

    def flow(self, one: tuple[Scene, Pixels], two: tuple[Scene, Pixels]) -> tuple[FlowMap, Mask]:
        """Exact flow (H, W, 2) float32 pixels from one scene's picture to another's, and where it is seen again.

        What changes its form is not valid.
        """
        camera = camera_of(one[0]["camera"], self._size)
        before = {item.ident: item for item in self._puts(one[0])}
        after = {item.ident: item for item in self._puts(two[0])}
        poses = {k: _carry(before[k], after[k]) for k in before if k in after and not _same(before[k], after[k])}
        flow, valid = flow_between(camera, one[1], two[1], poses)
        changed = [k for k in before if k in after and before[k].mesh is not after[k].mesh]
        return flow, valid & ~np.isin(one[1].ids, changed)

    def _stage(self, scene: Scene, changing: Sequence[str] | set[str]) -> Stage:
        still = {name: item for name, item in scene.items() if name not in changing}
        camera = scene["camera"]
        lamp = Lamp(*_LAMPS["front" if camera.shape == "front" else "above"])
        return Stage(camera_of(camera, self._size), lamp, self._puts(still))

    def _puts(self, scene: Scene) -> list[Put]:
        found = []
        for name, item in scene.items():
            mesh = solid(self._looks, item) if item.vis >= _HALF_SEEN else None
            if mesh is not None:
                place = np.array([item.pos[0], item.pos[2], item.pos[1]])
                found.append(Put(self.numbers[name], _scaled(mesh, item.scale), rotation_of(item.quat), place))
        return found


def _changing(scenes: Sequence[Scene]) -> set[str]:
    distinct = list({id(scene): scene for scene in scenes}.values())
    names = {name for scene in distinct for name in scene} - {"camera"}
    return {name for name in names if any(scene.get(name) != scenes[0].get(name) for scene in distinct)}


def camera_of(item: Entity, size: tuple[int, int]) -> Camera:
    """The camera of an entity: it looks along its own y, level in itself."""
    ahead = rotation_of(item.quat)[:, 2]  # in the render frame, where y and z have changed places
    yaw = math.degrees(math.atan2(ahead[0], ahead[2]))
    horizon = -math.degrees(math.asin(min(max(float(ahead[1]), -1.0), 1.0)))
    x, y, z = item.pos
    return Camera((x, z, y), round(yaw, 6), round(horizon, 6), float(item.fact("fov_deg")), *size)


def rotation_of(quat: Quaternion) -> Floats:
    """(3, 3) rotation in the render frame of a turn in the world of processes."""
    w, x, y, z = quat
    norm = math.sqrt(w * w + x * x + y * y + z * z)
    w, x, y, z = w / norm, x / norm, y / norm, z / norm
    turn = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
    return turn[[0, 2, 1]][:, [0, 2, 1]]


@lru_cache(maxsize=64)
def _scaled(mesh: Mesh, scale: float) -> Mesh:
    return (
        mesh
        if scale == 1.0
        else dataclasses.replace(mesh, vertices=mesh.vertices * scale, uvs=mesh.uvs * np.float32(scale))
    )


def _carry(before: Put, after: Put) -> tuple[Floats, Floats]:
    turn = after.rotation @ before.rotation.T
    return turn, after.translation - turn @ before.translation


def _same(before: Put, after: Put) -> bool:
    return bool((before.rotation == after.rotation).all() and (before.translation == after.translation).all())
