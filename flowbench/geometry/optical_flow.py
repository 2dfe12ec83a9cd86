"""Optical flow of rigid motions, from depth, surface ids and the poses before and after.

Each pixel of the first picture is back-projected with its z-depth, carried along by the rigid motion of its surface and
projected into the second picture: F(x) = project(T_id(unproject(x, z))) - x, in pixels, (u right, v down).
"""

import numpy as np

from flowbench.geometry.camera import NEAR_M, axes, focal_px
from flowbench.geometry.jit import jit
from flowbench.geometry.rotation import matrix, multiply
from flowbench.records import Camera, DepthMap, Floats, FlowMap, IdMap, Mask, Pixels, Pose, SceneState

SAME_DEPTH_M = 0.001


def rigid_transform(before: Pose, after: Pose) -> Floats:
    """(3, 4) world transform that carries a body from one pose to another; exactly the identity when it stayed."""
    if before == after:
        return np.eye(3, 4)
    turn = (
        np.eye(3) if before.rotation == after.rotation else multiply(matrix(after.rotation), matrix(before.rotation).T)
    )
    origin = multiply(np.asarray(before.position)[None], turn.T)[0]
    return np.concatenate([turn, (np.asarray(after.position) - origin)[:, None]], axis=1)


def optical_flow(before: SceneState, after: SceneState, depth0: DepthMap, ids0: IdMap) -> tuple[FlowMap, Mask, Floats]:
    """Flow from a first picture to a second one, and where the points of its moving pixels go.

    Args:
        before, after: the two scene states; same layout, same picture size.
        depth0, ids0: (H, W) z-depth (metres) and surface ids of the first picture.

    Returns:
        flow: (H, W, 2) float32 pixels (u right, v down); exactly 0 where neither surface nor camera moved, where no
            surface is seen, and where a point comes to lie behind the second camera.
        moving: (H, W) bool: pixels whose surface or camera moved.
        points: (n, 3) world points the moving pixels show, carried along; in row order.
    """
    transforms = np.tile(np.eye(3, 4), (len(before.layout.surfaces) + 1, 1, 1))
    still = np.ones(len(transforms), dtype=np.bool_)
    for number, (start, end) in enumerate(zip(before.poses, after.poses, strict=True), start=1):
        transforms[number] = rigid_transform(start, end)
        still[number] = start == end
    still &= before.camera == after.camera
    still[0] = True
    moving, count = _moving(depth0, ids0, still)
    flow, points = np.zeros((*ids0.shape, 2), dtype=np.float32), np.empty((count, 3))
    _carry(depth0, ids0, moving, transforms, _numbers(before.camera), _numbers(after.camera), flow, points)
    return flow, moving, points


def same_surface(first: Pixels, second: Pixels) -> Mask:
    """(H, W) bool: pixels that show the same surface at the same depth, to 1 mm, in both pictures."""
    return np.asarray(_same_surface(first.depth, second.depth, first.ids, second.ids))


def _numbers(camera: Camera) -> Floats:
    """(13,) axes (9), position (3) and focal length (pixels) of a camera for the compiled loop."""
    return np.concatenate([axes(camera).ravel(), np.asarray(camera.position), [focal_px(camera)]])


@jit
def _same_surface(depth0: DepthMap, depth1: DepthMap, ids0: IdMap, ids1: IdMap) -> Mask:
    same = np.empty(ids0.shape, dtype=np.bool_)
    for v in range(ids0.shape[0]):
        for u in range(ids0.shape[1]):
            # Where either depth is infinite the difference is infinite or no number, and nothing is the same.
            same[v, u] = ids0[v, u] == ids1[v, u] and abs(depth0[v, u] - depth1[v, u]) <= np.float32(SAME_DEPTH_M)
    return same


@jit
def _moving(depth0: DepthMap, ids0: IdMap, still: Mask) -> tuple[Mask, int]:
    """Which pixels show a surface that moves, and how many they are."""
    moving, count = np.empty(ids0.shape, dtype=np.bool_), 0
    for v in range(ids0.shape[0]):
        for u in range(ids0.shape[1]):
            moving[v, u] = not still[ids0[v, u]] and np.isfinite(depth0[v, u])
            count += moving[v, u]
    return moving, count


@jit
def _carry(
    depth0: DepthMap,
    ids0: IdMap,
    moving: Mask,
    transforms: Floats,
    c0: Floats,
    c1: Floats,
    flow: FlowMap,
    points: Floats,
) -> None:
    """Fill in `flow` at the moving pixels, and the (n, 3) world points they carry along."""
    height, width = depth0.shape
    n, world = 0, np.empty(3)
    for v in range(height):
        for u in range(width):
            if not moving[v, u]:
                continue
            z, number = float(depth0[v, u]), ids0[v, u]
            x = (u + 0.5 - width / 2.0) / c0[12] * z
            y = (height / 2.0 - v - 0.5) / c0[12] * z
            for i in range(3):
                world[i] = c0[9 + i] + x * c0[i] + y * c0[3 + i] + z * c0[6 + i]
            x1, y1, z1 = 0.0, 0.0, 0.0
            for i in range(3):
                points[n, i] = transforms[number, i, 3]
                for j in range(3):
                    points[n, i] += transforms[number, i, j] * world[j]
                offset = points[n, i] - c1[9 + i]
                x1 += offset * c1[i]
                y1 += offset * c1[3 + i]
                z1 += offset * c1[6 + i]
            if z1 > NEAR_M:
                flow[v, u, 0] = width / 2.0 + c1[12] * x1 / z1 - (u + 0.5)
                flow[v, u, 1] = height / 2.0 - c1[12] * y1 / z1 - (v + 0.5)
            n += 1
