"""How long one 800 x 800 frame takes: our qualities next to Embree and PyBullet's TinyRenderer, one thread.

    python benchmarks/render.py                      # FloorPlan1 through the package
    python benchmarks/render.py FloorPlan16 --at-least 50000    # its faces cut in four until there are as many
    python benchmarks/render.py --synthetic 50000    # about as many triangles of boxes in a room

Embree gives depth and ids alone (batch intersection through pixel centres, then NumPy), so `flat` is its counterpart.
PyBullet draws the same triangles in plain colours without shadows, with depth and ids: the counterpart of `textured`.
For `photo` the light of a scene is prepared once and again in part when something moves; both are listed apart.
It is optional (`pip install pybullet`, Python below 3.12).
"""

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS", "TBB_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import argparse  # noqa: E402
import statistics  # noqa: E402
import time  # noqa: E402
from collections.abc import Callable  # noqa: E402

import numpy as np  # noqa: E402
from embreex.mesh_construction import TriangleMesh  # noqa: E402
from embreex.rtcore_scene import EmbreeScene  # noqa: E402

try:
    import pybullet
except ImportError:
    pybullet = None

from flowbench.geometry.camera import NEAR_M, axes, focal_px  # noqa: E402
from flowbench.geometry.rotation import matrix, multiply  # noqa: E402
from flowbench.records import Camera  # noqa: E402
from flowbench.render.meshes import Material, Mesh  # noqa: E402
from flowbench.render.model import Instance, Model  # noqa: E402
from flowbench.render.panels import Panel  # noqa: E402
from flowbench.render.pictures import render, silhouettes  # noqa: E402
from flowbench.render.textures import TEXTURES  # noqa: E402

SIDE = 800
FAR_M = 50.0  # PyBullet's far plane
MIRROR = np.array([1.0, 1.0, -1.0])  # our left-handed world in PyBullet's right-handed one


def main() -> None:
    """Measure and print one table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene", nargs="?", default="FloorPlan1")
    parser.add_argument("--synthetic", type=int, metavar="TRIANGLES", help="boxes in a room instead of a scene")
    parser.add_argument("--at-least", type=int, default=0, metavar="TRIANGLES", help="cut the faces of a scene up")
    parser.add_argument("--frames", type=int, default=30)
    arguments = parser.parse_args()
    started = time.perf_counter()
    model, camera = synthetic(arguments.synthetic) if arguments.synthetic else packaged(arguments.scene)
    model = finer(model, arguments.at_least)
    name = "synthetic" if arguments.synthetic else arguments.scene
    size = f"{model.triangle_count} triangles, {len(model.geometry.owners)} instances"
    print(f"{name}: {size}, {camera.width} x {camera.height}, built in {time.perf_counter() - started:.1f} s")
    started = time.perf_counter()
    render(model, camera)
    print(f"first frame (compilation or cache, textures): {time.perf_counter() - started:.1f} s")
    started = time.process_time()
    render(model, camera, "photo")
    first_photo = time.process_time() - started
    started = time.process_time()
    render(shifted(model), camera, "photo")
    moved_photo = time.process_time() - started
    print(f"first photo: {first_photo:.1f} s; first photo after a move: {moved_photo:.2f} s (processor time)")
    flat = median_ms(lambda: render(model, camera, "flat"), arguments.frames)
    textured = median_ms(lambda: render(model, camera, "textured"), arguments.frames)
    photo = median_ms(lambda: render(model, camera, "photo"), max(3, arguments.frames // 3))
    fine = median_ms(lambda: render(model, camera, "photo_2x2"), max(3, arguments.frames // 10))
    alone = median_ms(lambda: silhouettes(model, camera), arguments.frames)
    cast = median_ms(embree(model, camera), max(3, arguments.frames // 5))
    rows = {"flat": flat, "textured": textured, "photo": photo, "photo_2x2": fine}
    rows |= {"silhouettes": alone, "Embree": cast}
    if pybullet is not None:
        rows["PyBullet"] = median_ms(bullet(model, camera), max(3, arguments.frames // 5))
    print(f"{'':12}{'ms':>8}{'/ Embree':>10}{'/ textured':>12}")
    for name, value in rows.items():
        print(f"{name:12}{value:8.2f}{value / cast:10.3f}{value / textured:12.2f}")
    if pybullet is None:
        print(f"{'PyBullet':12}{'not installed':>16}")


def finer(model: Model, least: int) -> Model:
    """The model with the faces of its largest things cut in four, until it has so many."""
    geometry = model.geometry
    counts = np.diff(geometry.face_ranges)
    order = np.argsort(-geometry.spheres[:, 3], kind="stable")
    missing = least - model.triangle_count
    chosen = order[: int(np.searchsorted(np.cumsum(3 * counts[order]), missing)) + 1] if missing > 0 else order[:0]
    pieces = []
    for k in range(len(counts)):
        palette_of = geometry.materials[geometry.face_ranges[k] : geometry.face_ranges[k + 1]]
        rows, materials = np.unique(palette_of, return_inverse=True)
        first, last = geometry.face_ranges[k : k + 2]
        corners = geometry.vertices[geometry.faces[first:last]]
        parts = [corners, geometry.normals[first:last], geometry.uvs[first:last]]
        if k in chosen:
            parts, materials = [quartered(part) for part in parts], np.tile(materials, 4)
        pieces.append((parts, materials, rows, int(geometry.owners[k])))
    instances = [
        Instance(
            Mesh(
                parts[0].reshape(-1, 3),
                np.arange(3 * len(materials), dtype=np.int32).reshape(-1, 3),
                parts[1].astype(np.float32),
                parts[2].astype(np.float32),
                materials.astype(np.int32),
                tuple(look(model, int(row)) for row in rows),
            ),
            owner,
            model.rotations[k],
            model.translations[k],
        )
        for k, (parts, materials, rows, owner) in enumerate(pieces)
    ]
    return Model.build(instances, geometry.panels) if missing > 0 else model


def quartered(corners: np.ndarray) -> np.ndarray:
    """(4 F, 3, n) corners of faces cut at the middles of their edges."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    ab, bc, ca = (a + b) / 2, (b + c) / 2, (c + a) / 2
    return np.concatenate([np.stack(three, axis=1) for three in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))])


def look(model: Model, row: int) -> Material:
    """A material as a model has it; its texture coordinates are in repeats already."""
    geometry = model.geometry
    linear = np.clip(geometry.colours[row].astype(float), 0.0, 1.0)
    red, green, blue = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055).tolist()
    texture = TEXTURES[geometry.textures[row]] if geometry.textures[row] >= 0 else ""
    return Material(
        str(row),
        (red, green, blue),
        texture,
        1.0,
        float(geometry.gloss[row]),
        float(geometry.glow[row]),
        bool(geometry.metals[row]),
    )


def shifted(model: Model) -> Model:
    """The model with its smallest thing elsewhere."""
    smallest = int(np.argmin(model.geometry.spheres[:, 3]))
    pose = model.rotations[smallest], model.translations[smallest] + np.array([0.2, 0.05, 0.1])
    return model.placed_instances({smallest: pose})


def median_ms(work: Callable[[], object], frames: int) -> float:
    """Median processor time of one call after a warm-up; on an idle machine that is the wall time."""
    work()
    times = []
    for _ in range(frames):
        started = time.process_time_ns()
        work()
        times.append(time.process_time_ns() - started)
    return statistics.median(times) / 1e6


def packaged(name: str) -> tuple[Model, Camera]:
    """A scene of the package as its engine draws it, from the scene's best view."""
    from flowbench.envs.rooms.views import stand_at, views
    from flowbench.simulators import make_simulator
    from flowbench.simulators.embedded.drawing import placed_model

    engine = make_simulator("embedded", SIDE, SIDE, "textured")
    stand_at(engine, name, views(name, 1)[0])
    return placed_model(engine.scene), engine.scene.camera


def synthetic(triangles: int) -> tuple[Model, Camera]:
    """Turned boxes of every texture in a room, and a view from its corner."""
    rng = np.random.default_rng(7)
    instances = [Instance(box((6.0, 2.6, 5.0), "plaster", 0), 1, np.eye(3), np.zeros(3))]
    while 12 * len(instances) < triangles:
        number = len(instances)
        solid = box(tuple(rng.uniform(0.03, 0.25, 3)), TEXTURES[number % len(TEXTURES)], number)
        place = rng.uniform((-2.8, -1.2, -1.0), (2.8, 1.2, 2.3))
        instances.append(Instance(solid, number + 1, matrix((0.0, float(rng.uniform(0, 360)), 0.0)), place))
    lamp = Panel((0.0, 1.25, 0.0), (0.4, 0.0, 0.0), (0.0, 0.0, 0.4), (0.0, -1.0, 0.0), (9.0, 8.6, 8.0), points=32)
    floor = Panel((0.0, -1.29, 0.0), (2.9, 0.0, 0.0), (0.0, 0.0, 2.4), (0.0, 1.0, 0.0), (0.5, 0.4, 0.3), shines=False)
    return Model.build(instances, (lamp, floor)), Camera((-1.5, 0.4, -2.3), 20.0, 15.0, 90.0, SIDE, SIDE)


def box(size: tuple[float, ...], texture: str, number: int) -> Mesh:
    """A box around the origin with flat normals, textured on every side."""
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    corners, normals, uvs = [], [], []
    for axis in range(3):
        a, b = [k for k in range(3) if k != axis]
        for side in (-1.0, 1.0):
            quad = np.zeros((4, 3))
            quad[:, axis], quad[:, a], quad[:, b] = side, signs[:, 0], signs[:, 1]
            quad *= np.array(size) / 2.0
            for turn in ((0, 1, 2), (0, 2, 3)):
                corners.append(quad[list(turn)])
                normals.append(np.tile(np.eye(3)[axis] * side, (3, 1)))
                uvs.append(quad[list(turn)][:, (a, b)])
    shade = np.random.default_rng(number).uniform(0.3, 0.9, 3)
    material = Material(
        f"m{number}", (float(shade[0]), float(shade[1]), float(shade[2])), texture, 0.5, (number % 5) / 6
    )
    return Mesh(
        np.concatenate(corners),
        np.arange(36, dtype=np.int32).reshape(12, 3),
        np.array(normals, dtype=np.float32),
        np.array(uvs, dtype=np.float32),
        np.zeros(12, dtype=np.int32),
        (material,),
    )


def embree(model: Model, camera: Camera) -> Callable[[], object]:
    """Depth and ids of one view by ray-cast; the acceleration structure is built beforehand."""
    scene = EmbreeScene()
    TriangleMesh(scene, model.world_vertices().astype(np.float32), model.geometry.faces)
    f = focal_px(camera)
    columns = (np.arange(camera.width) + 0.5 - camera.width / 2.0) / f
    rows = (camera.height / 2.0 - np.arange(camera.height) - 0.5) / f
    grid = np.stack(np.broadcast_arrays(columns[None, :], rows[:, None], 1.0), axis=-1).reshape(-1, 3)
    rays = multiply(grid, axes(camera)).astype(np.float32)
    origins = np.broadcast_to(np.array(camera.position, dtype=np.float32), rays.shape).copy()
    surfaces = np.append(model.geometry.surfaces, 0)

    def picture() -> object:
        hits = scene.run(origins, rays, output=True)
        missed = hits["primID"] < 0
        return np.where(missed, np.inf, hits["tfar"]), surfaces[hits["primID"]]

    return picture


def bullet(model: Model, camera: Camera) -> Callable[[], object]:
    """Colour, depth and ids of one view by TinyRenderer; a body for each instance is made beforehand."""
    pybullet.connect(pybullet.DIRECT)
    scene, vertices = model.geometry, model.world_vertices() * MIRROR
    surfaces = {}
    for k, owner in enumerate(scene.owners.tolist()):
        first, last = scene.vertex_ranges[k : k + 2]
        faces = scene.faces[scene.face_ranges[k] : scene.face_ranges[k + 1]]
        shape = pybullet.createVisualShape(
            pybullet.GEOM_MESH,
            vertices=vertices[first:last].tolist(),
            indices=(faces - first)[:, ::-1].ravel().tolist(),  # a mirror turns faces round
            rgbaColor=[*scene.colours[scene.materials[scene.face_ranges[k]]].tolist(), 1.0],
        )
        surfaces[pybullet.createMultiBody(baseVisualShapeIndex=shape)] = owner
    by_body = np.array([surfaces[body] for body in range(len(surfaces))] + [0])
    eye, (_, up, ahead) = np.array(camera.position) * MIRROR, axes(camera) * MIRROR
    view = pybullet.computeViewMatrix(eye.tolist(), (eye + ahead).tolist(), up.tolist())
    lens = pybullet.computeProjectionMatrixFOV(camera.fov_deg, camera.width / camera.height, NEAR_M, FAR_M)

    def picture() -> object:
        _, _, colour, depth, bodies = pybullet.getCameraImage(
            camera.width, camera.height, view, lens, shadow=0, renderer=pybullet.ER_TINY_RENDERER
        )
        return colour, FAR_M * NEAR_M / (FAR_M - (FAR_M - NEAR_M) * depth), by_body[bodies]

    return picture


if __name__ == "__main__":
    main()
