"""What the optical flow of real examples must satisfy: against depth, against itself, and against Embree."""

import dataclasses
import itertools
from dataclasses import dataclass

import numpy as np

from flowbench.annotators.flow import flow_arrays
from flowbench.geometry.camera import axes, focal_px, project, unproject
from flowbench.geometry.optical_flow import rigid_transform
from flowbench.simulators.embedded.drawing import placed_model
from tests.render.embree import Caster

VISIBLE_M = 0.001
BEND_M = 0.002
PLANE_M = 0.00005
NEAR_M = 0.02
GENTLE_M = 0.01  # on steeper slopes a turn bends the flow so much that four vectors do not tell what lies between
CLOSEST_M = 0.05  # what comes nearer to the second camera is not seen by it
MOST_PIXELS = 60_000  # of one example


@dataclass(frozen=True)
class MovingPixels:
    """The pixels of one example that move: where they are, where they go, and how the second picture looks there."""

    rows: np.ndarray
    columns: np.ndarray
    u: np.ndarray
    v: np.ndarray
    z: np.ndarray  # depth of the carried point, before the second camera
    numbers: np.ndarray  # surface id
    points: np.ndarray  # (n, 3) carried world points


def moved_surfaces(before, after):
    """Ids of the surfaces that move in the picture: of what was moved, and of everything where the camera was."""
    if before.camera != after.camera:
        return np.arange(1, len(before.layout.surfaces) + 1)
    return 1 + np.flatnonzero([one != other for one, other in zip(before.poses, after.poses, strict=True)])


def moving_pixels(transition, flow):
    before, after = transition.before, transition.after
    rows, columns = np.nonzero(np.isin(before.pixels.ids, moved_surfaces(before.scene, after.scene)))
    stride = -(-len(rows) // MOST_PIXELS)
    rows, columns = rows[::stride], columns[::stride]
    ids = before.pixels.ids[rows, columns]
    world = unproject(before.scene.camera, before.pixels.depth)[rows, columns]
    points = carried(world, ids, before.scene.poses, after.scene.poses)
    camera = after.scene.camera
    z = (points - camera.position) @ axes(camera)[2]
    ahead = z > CLOSEST_M
    u = columns + 0.5 + flow[rows, columns, 0].astype(float)
    v = rows + 0.5 + flow[rows, columns, 1].astype(float)
    return MovingPixels(*(array[ahead] for array in (rows, columns, u, v, z, ids, points)))


def carried(points, numbers, before, after):
    """World points of surfaces, each moved as its object goes from one pose to another; what is no object stays."""
    moved = points.copy()
    for number in np.unique(numbers[(numbers > 0) & (numbers <= len(before))]):
        turn = rigid_transform(before[number - 1], after[number - 1])
        moved[numbers == number] = points[numbers == number] @ turn[:, :3].T + turn[:, 3]
    return moved


def neighbours(u, v, shape):
    """Top left of the four pixel centres around a picture point, the weights, and whether all four exist."""
    left, top = np.floor(u - 0.5).astype(int), np.floor(v - 0.5).astype(int)
    inside = (left >= 0) & (top >= 0) & (left + 1 < shape[1]) & (top + 1 < shape[0])
    return left, top, u - 0.5 - left, v - 0.5 - top, inside


def four(array, left, top):
    return np.stack([array[top, left], array[top, left + 1], array[top + 1, left], array[top + 1, left + 1]])


def bilinear(values, a, b):
    return (values[0] * (1 - a) + values[1] * a) * (1 - b) + (values[2] * (1 - a) + values[3] * a) * b


def check_flow_projects_the_carried_point(transitions):
    for transition in transitions:
        flow = flows(transition)["flow01"]
        pixels, camera = moving_pixels(transition, flow), transition.after.scene.camera
        local = (pixels.points - camera.position) @ axes(camera).T
        u = camera.width / 2 + focal_px(camera) * local[:, 0] / local[:, 2]
        v = camera.height / 2 - focal_px(camera) * local[:, 1] / local[:, 2]
        assert np.abs(u - pixels.u).max() < 1e-3 and np.abs(v - pixels.v).max() < 1e-3


@dataclass(frozen=True)
class Landing:
    """Valid mover pixels whose landing point lies between four pixel centres of the same surface."""

    pixels: MovingPixels
    left: np.ndarray
    top: np.ndarray
    a: np.ndarray
    b: np.ndarray
    depths: np.ndarray  # (4, n)
    near: np.ndarray  # (n,) the four lie within 2 cm of each other in depth


def landing(transition, arrays):
    second = transition.after.pixels
    pixels = moving_pixels(transition, arrays["flow01"])
    left, top, a, b, inside = neighbours(pixels.u, pixels.v, second.depth.shape)
    keep = np.flatnonzero(arrays["valid01"][pixels.rows, pixels.columns] & inside)
    keep = keep[(four(second.ids, left[keep], top[keep]) == pixels.numbers[keep]).all(axis=0)]
    chosen = MovingPixels(*(getattr(pixels, field.name)[keep] for field in dataclasses.fields(pixels)))
    depths = four(second.depth.astype(float), left[keep], top[keep])
    return Landing(chosen, left[keep], top[keep], a[keep], b[keep], depths, np.ptp(depths, axis=0) <= NEAR_M)


def landing_errors(transitions):
    """(n,) metres between interpolated and carried depth, and whether the four neighbours lie within 2 cm."""
    errors, near = [], []
    for transition in transitions:
        land = landing(transition, flow_of(transition))
        errors.append(np.abs(1.0 / bilinear(1.0 / land.depths, land.a, land.b) - land.pixels.z))
        near.append(land.near)
    return np.concatenate(errors), np.concatenate(near)


def check_depth_at_the_landing_point_is_the_carried_points_away_from_breaks(transitions):
    errors, near = landing_errors(transitions)
    share = np.mean(errors[near] <= 0.005)
    print(
        f"landing depth: median {np.median(errors) * 1e3:.5f} mm; within 5 mm {share:.5f} of {near.sum()} within 2 cm"
    )
    assert np.median(errors) <= 0.0005 and share >= 0.99


def check_validity_is_what_embree_sees(transitions):
    agree, total = 0, 0
    for transition in transitions:
        arrays = flows(transition)
        pixels = moving_pixels(transition, arrays["flow01"])
        valid = arrays["valid01"][pixels.rows, pixels.columns]
        seen = embree_sees(transition, pixels)
        agree, total = agree + (valid == seen).sum(), total + len(seen)
        clear = away_from_edges(transition.before.pixels, pixels.columns + 0.5, pixels.rows + 0.5)
        clear &= away_from_edges(transition.after.pixels, pixels.u, pixels.v)
        wrong = [n for n in np.flatnonzero(clear & (valid != seen)) if not grazes(transition, pixels, n)]
        assert len(wrong) == 0, (transition.origin, len(wrong), pixels.rows[wrong[:5]], pixels.columns[wrong[:5]])
    print(f"validity: {agree / total:.5f} of {total} mover pixels agree with Embree")
    assert agree / total >= 0.995


def grazes(transition, pixels, number, by=1e-6):
    """Whether a ray meets an outline: turned by a millionth, Embree, in single precision, says otherwise."""
    rows = [number] * 8
    near = MovingPixels(*(getattr(pixels, field.name)[rows] for field in dataclasses.fields(pixels)))
    ways = np.array([way for way in itertools.product((-by, by), repeat=3)])
    near = dataclasses.replace(near, points=near.points + ways * near.z[:, None])
    return len(set(embree_sees(transition, near).tolist())) == 2


def embree_sees(transition, pixels):
    camera = transition.after.scene.camera
    caster = Caster(placed_model(transition.after.scene), camera)
    depth, _ = caster.cast((pixels.points - camera.position) / pixels.z[:, None])
    in_frame = (pixels.u >= 0) & (pixels.u < camera.width) & (pixels.v >= 0) & (pixels.v < camera.height)
    return in_frame & (depth >= pixels.z - VISIBLE_M)


def away_from_edges(picture, u, v, reach=2):
    """Whether every pixel within `reach` shows the same surface, and its depth runs on without a break or bend."""
    height, width = picture.ids.shape
    row, column = np.floor(v).astype(int), np.floor(u).astype(int)
    inside = (row >= reach) & (row < height - reach) & (column >= reach) & (column < width - reach)
    row, column = np.clip(row, reach, height - 1 - reach), np.clip(column, reach, width - 1 - reach)
    clear, centre = inside.copy(), picture.ids[row, column]
    for down in range(-reach, reach + 1):
        for right in range(-reach, reach + 1):
            clear &= picture.ids[row + down, column + right] == centre
            if abs(right) < reach:
                clear &= bend(picture.depth, row + down, column + right, 0, 1) < BEND_M
            if abs(down) < reach:
                clear &= bend(picture.depth, row + down, column + right, 1, 0) < BEND_M
    return clear


def bend(depth, row, column, down, right):
    """How far the depth of a pixel is from the mean of its two neighbours: 0 on a plane, but for perspective."""
    here, one, other = (depth[row + k * down, column + k * right].astype(float) for k in (0, -1, 1))
    return np.abs(here - (one + other) / 2)


def check_forward_and_backward_flow_cancel(transitions):
    """The backward flow at a landing point is that of the surface a ray through it meets; and as stored, on planes."""
    exact, stored = [], []
    for transition in transitions:
        arrays = flows(transition)
        land = landing(transition, arrays)
        pixels = land.pixels
        forward = arrays["flow01"][pixels.rows, pixels.columns].astype(float)
        back = backward_at(transition, pixels)
        exact.append(np.linalg.norm(forward + back, axis=1)[land.near])
        between = bilinear(four(arrays["flow10"].astype(float), land.left, land.top), land.a[:, None], land.b[:, None])
        level = (np.ptp(land.depths, axis=0) <= GENTLE_M) & on_a_plane(transition.after.pixels, land)
        stored.append(np.linalg.norm(forward + between, axis=1)[level])
    exact, stored = np.concatenate(exact), np.concatenate(stored)
    print(f"forward + backward: {np.mean(exact <= 0.05):.5f} of {len(exact)} within 0.05 px,")
    print(f"  {np.mean(stored <= 0.05):.5f} of {len(stored)} between stored vectors on one plane")
    assert np.mean(exact <= 0.05) >= 0.99 and np.mean(stored <= 0.05) >= 0.99


def backward_at(transition, pixels):
    """Backward flow (n, 2) at the landing points: what a ray finds there, carried back into the first picture."""
    before, after = transition.before.scene, transition.after.scene
    camera = after.camera
    local = np.stack([pixels.u - camera.width / 2, camera.height / 2 - pixels.v], axis=1) / focal_px(camera)
    rays = np.column_stack([local, np.ones(len(local))]) @ axes(camera)
    caster = Caster(placed_model(after), camera)
    depth, triangles = caster.cast(rays)
    met = np.where(triangles < 0, np.nan, 1.0)[:, None] * (rays * depth[:, None] + np.asarray(camera.position))
    numbers = np.where(triangles < 0, 0, caster.model.geometry.surfaces[triangles])
    back = project(before.camera, carried(met, numbers, after.poses, before.poses))[:, :2]
    return np.where(np.isfinite(back), back, np.inf) - np.stack([pixels.u, pixels.v], axis=1)


def on_a_plane(picture, land):
    """Whether the four neighbours and the ring around them lie on one plane: inverse depth is linear there."""
    inverse = 1.0 / picture.depth.astype(float)
    level = np.ones(len(land.left), dtype=bool)
    height, width = picture.depth.shape
    for down in (0, 1):
        for right in (0, 1):
            row = np.clip(land.top + down, 1, height - 2)
            column = np.clip(land.left + right, 1, width - 2)
            off = np.maximum(bend(inverse, row, column, 0, 1), bend(inverse, row, column, 1, 0))
            level &= off * picture.depth[row, column] ** 2 < PLANE_M
    return level


def check_zero_flow_where_nothing_moves(transitions):
    for transition in transitions:
        before, after, arrays = transition.before, transition.after, flows(transition)
        still = ~np.isin(before.pixels.ids, moved_surfaces(before.scene, after.scene))
        assert not arrays["flow01"][still].any()
        assert arrays["flow01"][~still].any()
        covered = still & (before.pixels.ids != after.pixels.ids)
        assert not arrays["valid01"][covered].any()


def flows(transition):
    """The flow arrays of a transition, kept with it."""
    kept = getattr(transition, "_flow_arrays", None)
    if kept is None:
        kept = flow_of(transition)
        object.__setattr__(transition, "_flow_arrays", kept)
    return kept


def flow_of(transition):
    before, after = transition.before, transition.after
    return flow_arrays(before.scene, after.scene, before.pixels, after.pixels)
