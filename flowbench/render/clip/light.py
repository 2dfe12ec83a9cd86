"""One lamp with soft shadows, over what the shader has drawn: a factor on every pixel's linear light.

A shadow map is the picture of depths from the lamp. The shadow of what is near its receiver is sharp, of what is far
above it soft. What faces away from the lamp is dark.
"""

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from flowbench.geometry.camera import axes, focal_px
from flowbench.geometry.jit import jit
from flowbench.records import Camera, DepthMap, Floats, Image, Vector

Singles = NDArray[np.float32]

MAP_SIDE = 1024
_AMBIENT, _LAMP = 0.66, 0.56  # factors of what the lamp does not reach, and what it adds where it falls straight
_VIGNETTE = 0.16  # of the light is lost in the corners
_BIAS_M = 0.0025  # behind the first thing the lamp sees
_SOFTNESS = 0.09  # width of a shadow's edge, for each metre that what casts it is above
_NARROWEST_M, _WIDEST_M = 0.003, 0.022  # of that width
_TAPS = 4  # samples to each side of a square


@dataclass(frozen=True)
class Lamp:
    """Where the light comes from and the point it looks at, world frame, metres; it lights a cone of `fov_deg`."""

    position: Vector
    target: Vector
    fov_deg: float

    @property
    def camera(self) -> Camera:
        """The lamp as a camera."""
        x, y, z = (t - p for p, t in zip(self.position, self.target, strict=True))
        yaw, horizon = math.degrees(math.atan2(x, z)), math.degrees(math.atan2(-y, math.hypot(x, z)))
        return Camera(self.position, round(yaw, 6), round(horizon, 6), self.fov_deg, MAP_SIDE, MAP_SIDE)


def numbers(camera: Camera) -> Floats:
    """(14,) axes, position, focal length and half the width of a camera, for compiled loops."""
    return np.concatenate([axes(camera).ravel(), np.asarray(camera.position), [focal_px(camera), camera.width / 2.0]])


@cache
def linear_table() -> tuple[Singles, NDArray[np.uint8]]:
    """Linear light of each sRGB byte, and the byte of each of 4096 levels of linear light."""
    byte = np.arange(256) / 255.0
    linear = np.where(byte <= 0.04045, byte / 12.92, ((byte + 0.055) / 1.055) ** 2.4)
    level = np.arange(4096) / 4095.0
    encoded = np.where(level <= 0.0031308, 12.92 * level, 1.055 * level ** (1.0 / 2.4) - 0.055)
    return linear.astype(np.float32), np.rint(255.0 * encoded).astype(np.uint8)


@jit
def light_up(
    frame: Image,
    depth: DepthMap,
    lens: Floats,
    size: tuple[int, int],
    lamp: Floats,
    still: DepthMap,
    moving: DepthMap,
    where: NDArray[np.bool_],
    grain: NDArray[np.int8],
    decode: Singles,
    encode: NDArray[np.uint8],
    out: Image,
) -> None:
    """Light the pixels of `where`: `out` gets `frame` times the lamp's factor, the grain added.

    `still` and `moving` are two shadow maps; a pixel is in the shadow of either.
    """
    height, width = size
    for v in range(height):
        for u in range(width):
            if where[v, u]:
                factor = _factor(depth, v, u, height, width, lens, lamp, still, moving)
                across, down = (u + 0.5) / width - 0.5, (v + 0.5) / height - 0.5
                factor *= 1.0 - _VIGNETTE * 2.0 * (across * across + down * down)
                for k in range(3):
                    level = decode[frame[v, u, k]] * factor
                    byte = int(encode[min(int(level * 4095.0 + 0.5), 4095)]) + int(grain[v, u])
                    out[v, u, k] = np.uint8(min(max(byte, 0), 255))


@jit
def reached(depth: DepthMap, lens: Floats, lamp: Floats, box: Floats, where: NDArray[np.bool_]) -> None:
    """Mark the pixels whose point lies within a box (left, top, right, bottom) of the shadow map."""
    height, width = depth.shape
    for v in range(height):
        for u in range(width):
            if not where[v, u] and np.isfinite(depth[v, u]):
                x, y, z = _world(lens, u + 0.5, v + 0.5, float(depth[v, u]), height, width)
                a, b, _ = _in_map(lamp, x, y, z)
                where[v, u] = box[0] <= a <= box[2] and box[1] <= b <= box[3]


@jit
def _world(lens: Floats, u: float, v: float, z: float, height: int, width: int) -> tuple[float, float, float]:
    a, b = (u - width / 2.0) / lens[12] * z, (height / 2.0 - v) / lens[12] * z
    return (
        lens[9] + a * lens[0] + b * lens[3] + z * lens[6],
        lens[10] + a * lens[1] + b * lens[4] + z * lens[7],
        lens[11] + a * lens[2] + b * lens[5] + z * lens[8],
    )


@jit
def _in_map(lamp: Floats, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Column, row and depth of a world point in the shadow map."""
    dx, dy, dz = x - lamp[9], y - lamp[10], z - lamp[11]
    right = dx * lamp[0] + dy * lamp[1] + dz * lamp[2]
    up = dx * lamp[3] + dy * lamp[4] + dz * lamp[5]
    ahead = dx * lamp[6] + dy * lamp[7] + dz * lamp[8]
    return lamp[13] + lamp[12] * right / ahead, lamp[13] - lamp[12] * up / ahead, ahead


@jit
def _factor(
    depth: DepthMap,
    v: int,
    u: int,
    height: int,
    width: int,
    lens: Floats,
    lamp: Floats,
    still: DepthMap,
    moving: DepthMap,
) -> float:
    here = float(depth[v, u])
    if not np.isfinite(here):
        return 1.0
    x, y, z = _world(lens, u + 0.5, v + 0.5, here, height, width)
    nx, ny, nz = _normal(depth, v, u, height, width, lens, x, y, z)
    lx, ly, lz = lamp[9] - x, lamp[10] - y, lamp[11] - z
    far = math.sqrt(lx * lx + ly * ly + lz * lz)
    facing = (nx * lx + ny * ly + nz * lz) / far
    if facing <= 0.02:
        return _AMBIENT
    # A step aside on the receiver changes its depth in the map by this much: no surface shades itself.
    ahead = nx * lamp[6] + ny * lamp[7] + nz * lamp[8]
    right = nx * lamp[0] + ny * lamp[1] + nz * lamp[2]
    up = nx * lamp[3] + ny * lamp[4] + nz * lamp[5]
    a, b, deep = _in_map(lamp, x, y, z)
    texel = deep / lamp[12]
    slope_a, slope_b = (-right / ahead) * texel, (up / ahead) * texel
    open_share = _open(a, b, deep, texel, slope_a, slope_b, still, moving)
    return float(_AMBIENT + _LAMP * min(1.0, 0.25 + 0.95 * facing) * open_share)


@jit
def _normal(
    depth: DepthMap, v: int, u: int, height: int, width: int, lens: Floats, x: float, y: float, z: float
) -> tuple[float, float, float]:
    """The surface's normal towards the camera, from the nearer of the two neighbours in each direction."""
    ax, ay, az = _tangent(depth, v, u, 0, 1, height, width, lens, x, y, z)
    bx, by, bz = _tangent(depth, v, u, 1, 0, height, width, lens, x, y, z)
    nx, ny, nz = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
    if nx * (lens[9] - x) + ny * (lens[10] - y) + nz * (lens[11] - z) < 0.0:
        nx, ny, nz = -nx, -ny, -nz
    length = math.sqrt(nx * nx + ny * ny + nz * nz)
    if length < 1e-18:
        return 0.0, 1.0, 0.0
    return nx / length, ny / length, nz / length


@jit
def _tangent(
    depth: DepthMap,
    v: int,
    u: int,
    dv: int,
    du: int,
    height: int,
    width: int,
    lens: Floats,
    x: float,
    y: float,
    z: float,
) -> tuple[float, float, float]:
    best, sign = np.inf, 1
    for s in (-1, 1):
        r, c = v + s * dv, u + s * du
        r2, c2 = v + 2 * s * dv, u + 2 * s * du
        if 0 <= r2 < height and 0 <= c2 < width:
            # Inverse depth is linear on a plane: the side on which it bends least is the same face.
            bent = abs(1.0 / depth[v, u] - 2.0 / depth[r, c] + 1.0 / depth[r2, c2])
            if bent < best:
                best, sign = bent, s
    r, c = min(max(v + sign * dv, 0), height - 1), min(max(u + sign * du, 0), width - 1)
    px, py, pz = _world(lens, c + 0.5, r + 0.5, float(depth[r, c]), height, width)
    return sign * (px - x), sign * (py - y), sign * (pz - z)


@jit
def _open(
    a: float, b: float, deep: float, texel: float, slope_a: float, slope_b: float, still: DepthMap, moving: DepthMap
) -> float:
    """Share of the lamp's light that gets to a point, from both maps."""
    blocked, count = 0.0, 0
    wide = _WIDEST_M / texel
    for i in range(-2, 3):
        for j in range(-2, 3):
            da, db = 0.5 * i * wide, 0.5 * j * wide
            first = min(_at(still, a + da, b + db), _at(moving, a + da, b + db))
            gap = deep + da * slope_a + db * slope_b - first
            if gap > _BIAS_M:
                blocked += gap
                count += 1
    if count == 0:
        return 1.0
    reach = min(max(_SOFTNESS * blocked / count, _NARROWEST_M), _WIDEST_M) / texel
    lit = 0.0
    for i in range(-_TAPS, _TAPS + 1):
        for j in range(-_TAPS, _TAPS + 1):
            da, db = i * reach / _TAPS, j * reach / _TAPS
            limit = deep + da * slope_a + db * slope_b - _BIAS_M
            first = min(_at(still, a + da, b + db), _at(moving, a + da, b + db))
            lit += 1.0 if first >= limit else 0.0
    return lit / float((2 * _TAPS + 1) ** 2)


@jit
def _at(depths: DepthMap, a: float, b: float) -> float:
    row, column = int(math.floor(b)), int(math.floor(a))
    if row < 0 or column < 0 or row >= depths.shape[0] or column >= depths.shape[1]:
        return np.inf
    return float(depths[row, column])
