"""World boxes of scene objects from what the simulator's metadata says about them.

A box is a row of 15 (see `flowbench.records`), here in the world frame. Its three axes are unit vectors whose matrix
has determinant +1 in world coordinates, so that x = y cross z: seen along the front (+z) with up (+y) above, +x points
right, as in the left-handed world itself.
"""

from dataclasses import dataclass

import numpy as np

from flowbench.geometry import rotation
from flowbench.records import Floats, Pose, Vector

MIN_THICKNESS_M = 0.004
ASSET_AGREEMENT_M = 0.05
THIN_M = 0.02
OFF_AXIS_DEG = 2.0

# Their axis-aligned boxes enclose more than the object on three sides.
LOOSE_TYPES = frozenset({"Toilet"})
# These enclose a wall opening or a hanging cloth loosely; their box is re-made thin (see `structure.thin_box`).
THIN_TYPES = frozenset({"Window", "Blinds", "Curtains", "ShowerCurtain", "ShowerGlass", "ShowerDoor"})


@dataclass(frozen=True, eq=False)
class Source:
    """One object as the metadata describes it at load.

    Attributes:
        low, high: (3,) corners of its axis-aligned world box.
        corners: (8, 3) corners of its oriented world box in the simulator's order, or None for what cannot move.
        asset_size: its true size along its own axes (from the asset database), or None where unknown.
        parents: ids of the receptacles it lies on or in.
    """

    object_id: str
    object_type: str
    pose: Pose
    low: Floats
    high: Floats
    corners: Floats | None
    asset_size: Vector | None
    parents: tuple[str, ...]

    @property
    def centre(self) -> Floats:
        """(3,) centre of the axis-aligned box."""
        return (self.low + self.high) / 2.0

    @property
    def moves(self) -> bool:
        """Whether the simulator can move it (it has an oriented box exactly then)."""
        return self.corners is not None


def make_box(centre: Floats, size: Floats, axes: Floats) -> Floats:
    """(15,) box row from centre (3,), full size (3,) and axes (3, 3), one unit axis a row; no side below 4 mm."""
    half = np.maximum(size, MIN_THICKNESS_M) / 2.0
    return np.concatenate([centre, half, axes.ravel()])


def with_heights(box: Floats, low: float, high: float) -> Floats:
    """A level box between two other heights."""
    changed = box.copy()
    upright = 3 + int(np.argmax(np.abs(box[6:].reshape(3, 3)[:, 1])))
    changed[1], changed[upright] = (low + high) / 2.0, (high - low) / 2.0
    return changed


def raw_box(source: Source) -> Floats:
    """World box of an object with axes as measured: its own, or upright ones where only a world box is known.

    Movers have an oriented box. Others get their asset's true size when that agrees with the axis-aligned box (or is
    turned, which hides the sides), then a box turned by their yaw when that explains the axis-aligned box, then the
    axis-aligned box itself.
    """
    own = rotation.matrix(source.pose.rotation).T
    if source.corners is not None:
        return _oriented_box(source.corners, own)
    if source.asset_size is not None and source.object_type not in THIN_TYPES:
        size = np.asarray(source.asset_size)
        if source.object_type in LOOSE_TYPES:
            return _front_box(source, size, own)
        sides = source.high - source.low
        if _is_off_axis(own) or np.all(np.abs(np.abs(own.T) @ size - sides) < ASSET_AGREEMENT_M):
            return make_box(source.centre, size, own)
    return _turned_box(source, own)


def _front_box(source: Source, size: Floats, own: Floats) -> Floats:
    """The asset's size, centred on its origin, at the bottom and the front of a loose axis-aligned box."""
    centre = np.asarray(source.pose.position, dtype=np.float64)
    centre[1] = source.low[1] + size[1] / 2.0
    reach = float(np.abs(own[2]) @ (source.high - source.low)) / 2.0
    return make_box(centre + own[2] * (float((source.centre - centre) @ own[2]) + reach - size[2] / 2.0), size, own)


def _oriented_box(corner_points: Floats, own: Floats) -> Floats:
    edges = corner_points[[0, 4, 0]] - corner_points[[1, 0, 3]]
    return make_box(corner_points.mean(axis=0), np.linalg.norm(edges, axis=1), own)


def _turned_box(source: Source, own: Floats) -> Floats:
    """The box turned by the object's yaw when its sides come out positive, else the axis-aligned box."""
    size = source.high - source.low
    if _is_off_axis(own):
        yaw = _level_yaw(own)
        turned = _turned_size(size, yaw, source.object_type in THIN_TYPES)
        if turned is not None:
            return make_box(source.centre, turned, rotation.matrix((0.0, yaw, 0.0)).T)
    return make_box(source.centre, size, np.eye(3))


def _level_yaw(own: Floats) -> float:
    """Yaw in degrees of the most level of an object's axes."""
    level = own[int(np.argmin(np.abs(own[:, 1])))]
    return float(np.degrees(np.arctan2(level[0], level[2])))


def _is_off_axis(own: Floats) -> bool:
    return abs((_level_yaw(own) + 45.0) % 90.0 - 45.0) > OFF_AXIS_DEG


def _turned_size(size: Floats, yaw_deg: float, thin: bool) -> Floats | None:
    """Sides of the box that, turned by yaw, has the axis-aligned `size`; None where there is none.

    Near 45 degrees only the sum of the two sides is known: what is thin may be that long either way (`thin_box` then
    takes the depth away), anything else is taken as square.
    """
    sine, cosine = (abs(value) for value in rotation.sin_cos(yaw_deg))
    determinant = cosine * cosine - sine * sine
    if abs(determinant) < 0.2:
        total = float(size[0] + size[2]) / (sine + cosine)
        side = total - THIN_M if thin else total / 2.0
        return np.array([side, size[1], side])
    width = (cosine * size[0] - sine * size[2]) / determinant
    depth = (cosine * size[2] - sine * size[0]) / determinant
    return np.array([width, size[1], depth]) if min(width, depth) > 0.0 else None
