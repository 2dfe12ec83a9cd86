"""The style `line`: flat fills and black strokes on white paper, drawn from the entities of a scene."""

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from flowbench.records import FlowMap, Image, Mask
from flowbench.render.board.flow import flow_between
from flowbench.render.board.picture import Picture
from flowbench.render.clip.sprites import Placed, Sheet
from flowbench.render.drawing import Colour
from flowbench.rules.processes.drawing.look import Looks, flat
from flowbench.rules.processes.entity import CAMERA, HAND, Entity, Quaternion, Scene
from flowbench.rules.processes.table_plane import HEIGHT_PX, TABLE_HEIGHT_M, TABLE_WIDTH_M, WIDTH_PX
from flowbench.rules.processes.trajectory import Trajectory

PAPER: Colour = (253, 253, 251)
_FRONT_FLOOR_M = 0.12  # where z = 0 is in pictures from the front, above the lower edge


class LinePainter:
    """Draws scenes whose things have the given ids."""

    def __init__(self, looks: Looks, names: Sequence[str], width: int = WIDTH_PX) -> None:
        """Number the things: `numbers` are the ids in pictures."""
        self._looks = looks
        self.numbers: Mapping[str, int] = {name: k for k, name in enumerate(sorted(names), 1)}
        height = round(width * HEIGHT_PX / WIDTH_PX)
        self._sheet = Sheet(width, height, width / TABLE_WIDTH_M, PAPER)

    def picture(self, scene: Scene) -> Picture:
        """A scene: colours, ids, places."""
        return self._sheet.draw(self._placed(scene))

    def frames(self, trajectory: Trajectory) -> Iterator[Image]:
        """The frames of a clip; what lies below everything that changes is drawn once."""
        scenes = [frame.entities for frame in trajectory.frames]
        below = self._ground(scenes)
        kept = {thing.ident for thing in below}
        ground = self._sheet.draw(below)
        last: tuple[list[Placed], Image] | None = None
        for scene in scenes:
            things = [thing for thing in self._placed(scene) if thing.ident not in kept]
            if last is None or last[0] != things:
                last = things, self._sheet.draw_over(ground, things).frame
            yield last[1]

    def pictures(self, trajectory: Trajectory) -> Iterator[Picture]:
        """The pictures of a clip, with ids and places."""
        last: tuple[Scene, Picture] | None = None
        for frame in trajectory.frames:
            if last is None or last[0] != frame.entities:
                last = frame.entities, self.picture(frame.entities)
            yield last[1]

    def flow(self, one: tuple[Scene, Picture], two: tuple[Scene, Picture]) -> tuple[FlowMap, Mask]:
        """Exact flow (H, W, 2) float32 pixels from one scene's picture to another's, and where it is seen again.

        What changes its form is not valid.
        """
        flow, valid = flow_between(one[1], two[1])
        before, after = ({thing.ident: thing.sketch for thing in self._placed(scene)} for scene, _ in (one, two))
        changed = [k for k in before if k in after and before[k] != after[k]]
        return flow, valid & ~np.isin(one[1].ids, changed)

    def _ground(self, scenes: Sequence[Scene]) -> list[Placed]:
        """The first things in drawing order, as long as they are the same in all frames."""
        first = sorted(self._placed(scenes[0]), key=lambda thing: thing.order)
        changing = {
            self.numbers[name]
            for scene in {id(scene): scene for scene in scenes}.values()
            for name in scene.keys() | scenes[0].keys()
            if scene.get(name) != scenes[0].get(name)
        }
        kept = []
        for thing in first:
            if thing.ident in changing:
                break
            kept.append(thing)
        moved = [thing.order for scene in scenes for thing in self._moved(scene, changing)]
        lowest = min(moved, default=None)
        return [thing for thing in kept if lowest is None or thing.order < lowest]

    def _moved(self, scene: Scene, changing: set[int]) -> list[Placed]:
        names = {name: item for name, item in scene.items() if self.numbers[name] in changing}
        return self._placed({**names, "camera": scene["camera"]} if "camera" in scene else names)

    def _placed(self, scene: Scene) -> list[Placed]:
        front = "camera" in scene and scene["camera"].kind == CAMERA and scene["camera"].shape == "front"
        found = []
        for name, item in scene.items():
            sketch = flat(self._looks, item) if item.vis > 0.0 else None
            if sketch is not None:
                x, y, turn, height = _seen(item, front)
                turn = turn if self._looks.flat_turns else 0.0
                found.append(Placed(self.numbers[name], sketch, x, y, turn, item.scale, min(item.vis, 1.0), height))
        return found


def _seen(item: Entity, front: bool) -> tuple[float, float, float, float]:
    """Where in the picture, how it is turned, and what is nearer to the eye."""
    x, y, z = item.pos
    if front:
        turn = _about_z(item.quat) if item.kind == HAND else _about_y(item.quat)  # hands look the same from above
        return x, z + _FRONT_FLOOR_M - TABLE_HEIGHT_M / 2.0, turn, -y
    return x, y, _about_z(item.quat), z


def _about_z(quat: Quaternion) -> float:
    return round(math.degrees(2.0 * math.atan2(quat[3], quat[0])), 6)


def _about_y(quat: Quaternion) -> float:
    """Counter-clockwise seen against y."""
    return round(-math.degrees(2.0 * math.atan2(quat[2], quat[0])), 6)
