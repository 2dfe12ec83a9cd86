"""From light to colours on a screen: reflection, glow, and a tone curve that leaves neither white nor black patches."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from flowbench.geometry.jit import jit
from flowbench.records import DepthMap, Floats, Image
from flowbench.render.panels import Panel

Single = np.float32
Singles = NDArray[np.float32]
Integers = NDArray[np.int32]
Lens = tuple[float, float, float]

_TONES = 8192
_KNEE = 0.35  # level that lies in the middle of the table
_MATT = 0.1  # up to this gloss nothing is mirrored
_CURVE = (2.51, 0.12, 2.43, 0.59, 0.14)  # a rational curve with a short toe and a long shoulder, see `_tone`
_PI = math.pi
_CLEAR = 0.31  # from this gloss on lamps and windows show in a surface
_METAL_BODY = 0.3  # share of light that metals scatter as other surfaces do
MIRRORED = 17  # numbers of a panel


def _tone(level: float) -> float:
    """Share of the screen's light for a level of light; a white sheet in a well lit room has level 1."""
    a, b, c, d, e = _CURVE
    x = 0.6 * level
    return min(x * (a * x + b) / (x * (c * x + d) + e), 1.0)


def _tone_table() -> NDArray[np.uint8]:
    """The sRGB byte of each level k, stored at level / (level + knee)."""
    table = np.empty(_TONES, dtype=np.uint8)
    for k in range(_TONES):
        share = k / _TONES
        shown = _tone(_KNEE * share / (1.0 - share))
        encoded = 12.92 * shown if shown <= 0.0031308 else 1.055 * math.pow(shown, 1.0 / 2.4) - 0.055
        table[k] = int(round(round(255.0 * encoded, 6)))
    return table


TONES = _tone_table()


def mirror_rows(panels: Sequence[Panel]) -> Floats:
    """(P, MIRRORED) centre, normal, unit right and up, half lengths and radiance of each large panel that shines."""
    rows = []
    for panel in panels:
        if panel.shines and panel.points > 1:
            right, up = (math.sqrt(sum(part * part for part in side)) for side in (panel.right, panel.up))
            across, rising = [part / right for part in panel.right], [part / up for part in panel.up]
            rows.append([*panel.centre, *panel.normal, *across, *rising, right, up, *panel.colour])
    return np.array(rows).reshape(-1, MIRRORED)


def seen_from(mirrored: Floats, eye: Floats, axes: Floats) -> Singles:
    """`mirror_rows` in camera coordinates."""
    rows = mirrored.copy()
    rows[:, :3] -= eye
    for first in (0, 3, 6, 9):
        part = rows[:, first : first + 3].copy()
        rows[:, first : first + 3] = part[:, 0:1] * axes[:, 0] + part[:, 1:2] * axes[:, 1] + part[:, 2:3] * axes[:, 2]
    return rows.astype(np.float32)


@jit
def finish(
    seen: Integers,
    depth: DepthMap,
    albedo: Singles,
    facing: Singles,
    light: Singles,
    materials: Integers,
    gloss: Singles,
    glow: Singles,
    metals: NDArray[np.bool_],
    exposure: float,
    surroundings: Singles,
    mirrored: Singles,
    up: Singles,
    lens: Lens,
    tones: NDArray[np.uint8],
    frame: Image,
) -> None:
    """Fill in `frame`; black where nothing is. `mirrored` and `up`, the world's, are in camera coordinates."""
    height, width = depth.shape
    one, zero, scale = np.float32(1.0), np.float32(0.0), np.float32(exposure / _PI)
    knee, last, half = np.float32(_KNEE), np.float32(_TONES - 1), np.float32(0.5)
    gleam = np.empty(3, dtype=np.float32)
    for y in range(height):
        for x in range(width):
            t = seen[y, x]
            if t < 0:
                frame[y, x, 0] = frame[y, x, 1] = frame[y, x, 2] = np.uint8(0)
                continue
            material = materials[t]
            polish, metal = gloss[material] - np.float32(_MATT), metals[material]
            share, body = zero, one
            if polish > zero:
                share = _reflect(depth, facing, lens, y, x, gloss[material], metal, surroundings, mirrored, up, gleam)
                arrived = light[y, 0, x] + light[y, 1, x] + light[y, 2, x]
                around = surroundings[1, 0] + surroundings[1, 1] + surroundings[1, 2]
                share *= min(half + half * arrived / max(around, np.float32(1e-6)), one) * scale
                body = np.float32(_METAL_BODY) if metal else one
            for k in range(3):
                tint = albedo[y, k, x] if metal else one
                level = albedo[y, k, x] * (body * light[y, k, x] * scale + glow[material]) + share * gleam[k] * tint
                place = last * (level / (level + knee))
                # Triangles seen all but edge-on may have no number for their light: black rather than astray.
                frame[y, x, k] = tones[np.int64(min(place, last) + half)] if place >= zero else np.uint8(0)


@jit
def _reflect(
    depth: DepthMap,
    facing: Singles,
    lens: Lens,
    y: int,
    x: int,
    gloss: Single,
    metal: bool,
    surroundings: Singles,
    mirrored: Singles,
    up: Singles,
    gleam: Singles,
) -> Single:
    """Fill in the light from where a pixel mirrors to, and return how much of it is mirrored."""
    zero, one, two, half = np.float32(0.0), np.float32(1.0), np.float32(2.0), np.float32(0.5)
    z, pixel = depth[y, x], np.float32(1.0 / lens[2])
    vx, vy = pixel * np.float32(x + 0.5 - lens[0]), pixel * np.float32(lens[1] - y - 0.5)
    px, py, unit = vx * z, vy * z, one / math.sqrt(vx * vx + vy * vy + one)
    vx, vy, vz = vx * unit, vy * unit, unit
    nx, ny, nz = facing[y, 0, x], facing[y, 1, x], facing[y, 2, x]
    along = vx * nx + vy * ny + vz * nz
    rx, ry, rz = vx - two * along * nx, vy - two * along * ny, vz - two * along * nz
    rise = rx * up[0] + ry * up[1] + rz * up[2]
    side = one - abs(rise)
    far = np.int64(2) if rise > zero else np.int64(0)
    for k in range(3):
        gleam[k] = side * surroundings[1, k] + (one - side) * surroundings[far, k]
    count = mirrored.shape[0] if metal or gloss >= np.float32(_CLEAR) else 0
    blur = np.float32(0.03) + np.float32(0.7) * (one - gloss) * (one - gloss)
    for p in range(count):
        steep = rx * mirrored[p, 3] + ry * mirrored[p, 4] + rz * mirrored[p, 5]
        if steep >= np.float32(-0.02):
            continue
        cx, cy, cz = mirrored[p, 0] - px, mirrored[p, 1] - py, mirrored[p, 2] - z
        away = (cx * mirrored[p, 3] + cy * mirrored[p, 4] + cz * mirrored[p, 5]) / steep
        if away <= zero:
            continue
        hx, hy, hz = rx * away - cx, ry * away - cy, rz * away - cz
        soft = blur * away + np.float32(0.01)
        across = abs(hx * mirrored[p, 6] + hy * mirrored[p, 7] + hz * mirrored[p, 8])
        rising = abs(hx * mirrored[p, 9] + hy * mirrored[p, 10] + hz * mirrored[p, 11])
        inside = min(max((mirrored[p, 12] + soft - across) / (two * soft), zero), one)
        inside *= min(max((mirrored[p, 13] + soft - rising) / (two * soft), zero), one)
        if inside > zero:
            inside *= min(mirrored[p, 12] / soft, one) * min(mirrored[p, 13] / soft, one) * np.float32(_PI)
            for k in range(3):
                gleam[k] += inside * inside * mirrored[p, 14 + k]
    grazing = one - min(abs(along), one)
    fresnel = grazing * grazing
    fresnel = fresnel * fresnel * grazing
    if metal:
        return np.float32(np.float32(0.75) + np.float32(0.2) * fresnel)
    return np.float32(gloss * (np.float32(0.05) + half * gloss * fresnel))
