"""The room itself: floor, ceiling and walls, in materials that suit the room."""

from collections.abc import Sequence
from types import MappingProxyType

import numpy as np

from flowbench.bodies.draft import Draft
from flowbench.bodies.finish import Part, mesh_of
from flowbench.bodies.materials import draw
from flowbench.bodies.solids import Solid, box, chamfered
from flowbench.errors import BadValue
from flowbench.records import Floats
from flowbench.render.meshes import Material, Mesh
from flowbench.seeding import fraction

SKIRTING_HEIGHT_M, SKIRTING_DEPTH_M = 0.09, 0.014
LAMP_RIM_M, LAMP_DEPTH_M = 0.02, 0.035
FLOORS = MappingProxyType(
    {
        "kitchen": ("floor tile", "checker tile", "hex tile", "slate tile", "terrazzo", "floor wood"),
        "living_room": ("floor wood", "parquet", "floor wood", "carpet"),
        "bedroom": ("carpet", "carpet", "floor wood", "parquet"),
        "bathroom": ("floor tile", "hex tile", "checker tile", "terrazzo", "slate tile"),
    }
)
WALLS = MappingProxyType(
    {
        "kitchen": ("plaster", "warm plaster", "cool plaster", "subway tile"),
        "living_room": ("plaster", "warm plaster", "cool plaster", "striped paper", "leafy paper"),
        "bedroom": ("warm plaster", "cool plaster", "plaster", "leafy paper", "striped paper"),
        "bathroom": ("wall tile", "subway tile", "mosaic tile", "wall tile"),
    }
)
OUTLOOKS = ("sky", "garden view", "town view", "garden view")
ROOM_TYPES = tuple(FLOORS)
USUAL_ROOM = "living_room"


def floor(polygon: Floats, *, room_type: str = USUAL_ROOM, scene: str = "") -> Mesh:
    """The floor inside a polygon of (n, 2) x and z, at y = 0; its material belongs to the scene's name.

    Rooms of other types than `ROOM_TYPES` look like living rooms.
    """
    return _flat(polygon, 0.0, _choice(FLOORS[_known(room_type)], scene, "floor"), scene, upward=True)


def ceiling(polygon: Floats, height: float, *, scene: str = "") -> Mesh:
    """The ceiling over a polygon of (n, 2) x and z, at y = `height`, looking down."""
    return _flat(polygon, height, "ceiling", scene, upward=False)


def wall(length: float, height: float, *, room_type: str = USUAL_ROOM, scene: str = "") -> Mesh:
    """A wall with a skirting: origin at the middle of its foot, its face in the plane z = 0 looking to +z.

    All walls of a scene share their colour.
    """
    half = length / 2
    face = np.array([(-half, 0.0, 0.0), (half, 0.0, 0.0), (half, height, 0.0), (-half, height, 0.0)])
    plane = Part(Solid(face, np.array([(0, 1, 2), (0, 2, 3)], dtype=np.int32)), 0)
    top, deep = min(SKIRTING_HEIGHT_M, height / 4), SKIRTING_DEPTH_M
    skirting = Part(chamfered((-half, 0.0, 0.0), (half, top, deep), 0.004), 1)
    looks = wall_materials(room_type, scene)
    palette = (looks["wall"], looks["skirting"])
    return mesh_of([plane, skirting], palette, np.ones(3), np.zeros(3), False)


def wall_materials(room_type: str, scene: str) -> dict[str, Material]:
    """What all walls of a scene are made of, by the slots "wall" and "skirting"."""
    name = _choice(WALLS[_known(room_type)], scene, "wall")
    return {
        "wall": draw(name, "structure", scene, "wall"),
        "skirting": draw("white paint", "structure", scene, "skirting"),
    }


def outlook(scene: str) -> dict[str, Material]:
    """What all windows of a scene look out on, by the slot "sky"."""
    return {"sky": draw(_choice(OUTLOOKS, scene, "outlook"), "structure", scene, "outlook")}


def partition(d: Draft) -> None:
    """A piece of inner wall, seen from all sides."""
    half_x, half_z, h = d.width / 2, d.depth / 2, d.height
    d.add(box((-half_x, 0.0, -half_z), (half_x, h, half_z)), "wall")
    d.block((-half_x, 0.0, -half_z), (half_x, h, half_z))


def ceiling_lamp(side: float) -> Mesh:
    """A flat square lamp under a ceiling: origin at the middle of its upper side, y up."""
    half, rim = side / 2, LAMP_RIM_M
    frame = Part(chamfered((-half - rim, -LAMP_DEPTH_M, -half - rim), (half + rim, 0.0, half + rim), 0.004), 0)
    pane = Part(box((-half, -LAMP_DEPTH_M - 0.002, -half), (half, -LAMP_DEPTH_M, half)), 1)
    palette = (draw("brushed steel", "structure", "lamp"), draw("lamp glass", "structure", "lamp"))
    return mesh_of([frame, pane], palette, np.ones(3), np.zeros(3), False)


def slab(low: tuple[float, float, float], high: tuple[float, float, float], material: str, scene: str = "") -> Mesh:
    """A plain box of a material between two corners: a raised floor, a pillar."""
    part = Part(box(low, high), 0)
    return mesh_of([part], (draw(material, "structure", scene, material),), np.ones(3), np.zeros(3), False)


def triangulate(polygon: Floats) -> list[tuple[int, int, int]]:
    """Vertex numbers of the triangles that fill a simple polygon (n, 2), by cutting off ears."""
    if polygon.ndim != 2 or polygon.shape[1] != 2 or len(polygon) < 3:
        raise BadValue(f"A floor polygon has shape (n, 2) with n >= 3, got {polygon.shape}.")
    points = [(float(x), float(z)) for x, z in polygon]
    left = list(range(len(points)))
    if sum(_turn((0.0, 0.0), points[k - 1], points[k]) for k in left) < 0:
        left.reverse()
    triangles = []
    while len(left) > 3:
        k = next((k for k in range(len(left)) if _is_ear(points, left, k)), 0)
        triangles.append((left[k - 1], left[k], left[(k + 1) % len(left)]))
        del left[k]
    return [*triangles, (left[0], left[1], left[2])]


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _is_ear(points: Sequence[tuple[float, float]], left: Sequence[int], k: int) -> bool:
    a, b, c = (points[left[(k + j) % len(left)]] for j in (-1, 0, 1))
    if _turn(a, b, c) <= 0:
        return False
    others = (points[n] for n in left if points[n] not in (a, b, c))
    return not any(_turn(a, b, p) >= 0 and _turn(b, c, p) >= 0 and _turn(c, a, p) >= 0 for p in others)


def _flat(polygon: Floats, y: float, material: str, scene: str, upward: bool) -> Mesh:
    vertices = np.column_stack([polygon[:, 0], np.full(len(polygon), y), polygon[:, 1]]).astype(np.float64)
    faces = np.array(triangulate(polygon), dtype=np.int32)
    # Counter-clockwise in (x, z) has its normal along -y.
    part = Part(Solid(vertices, faces[:, ::-1] if upward else faces), 0)
    return mesh_of([part], (draw(material, "structure", scene, "flat"),), np.ones(3), np.zeros(3), False)


def _known(room_type: str) -> str:
    return room_type if room_type in FLOORS else USUAL_ROOM


def _choice(names: Sequence[str], scene: str, what: str) -> str:
    return names[int(fraction("structure", scene, what) * len(names))]
