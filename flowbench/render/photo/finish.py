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
Numbers = NDArray[np.int64]
Lens = tuple[float, float, float]

_TONES = 8192
_KNEE = 0.35  # level that lies in the middle of the table
_MATT = 0.1  # up to this gloss nothing is mirrored
_CURVE = (2.51, 0.12, 2.43, 0.59, 0.14)  # a rational curve with a short toe and a long shoulder, see `_tone`
_PI = math.pi
_CLEAR = 0.31  # from this gloss on lamps and windows show in a surface
_METAL_BODY = 0.3  # share of light that metals scatter as other surfaces do
MIRRORED = 17  # numbers of a panel
LANES = 16  # pixels on a sheet of the desk, on which the polished pixels of a row lie; see `gather`
# Rows of a sheet: view ray and depth, normal, gloss, whether a metal, whether lamps and windows show; then what is
# found out: point, mirrored ray, blur, how level it is, whether it rises, share that is mirrored, and light from there.
_VIEW, _DEPTH, _NORMAL, _GLOSS, _METAL, _CLEARLY, _POINT, _WAY, _BLUR, _SIDE, _RISEN, _SHARE, _GLEAM = (
    LANES * row for row in (0, 2, 3, 6, 7, 8, 9, 11, 14, 15, 16, 17, 18)
)
SHEET = LANES * 21


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
    scale = np.float32(exposure / _PI)
    sheets = (width + LANES - 1) // LANES
    desk, columns = np.zeros(sheets * SHEET, dtype=np.float32), np.empty(width, dtype=np.int64)
    body, shine = np.empty(width, dtype=np.float32), np.empty(width, dtype=np.float32)
    added, index = np.empty((3, width), dtype=np.float32), np.empty(width, dtype=np.int32)
    for y in range(height):
        count = _sort_out(seen, depth, facing, lens, y, materials, gloss, glow, metals, columns, desk, body, shine)
        added[:] = np.float32(0.0)
        if count > 0:
            _reflect(count, surroundings, mirrored, up, desk)
            _add_mirrored(count, seen, albedo, light, y, materials, metals, surroundings, scale, columns, desk, added)
        for c in range(3):
            _expose(albedo, light, body, shine, added, y, c, scale, index)
            for x in range(width):
                frame[y, x, c] = tones[index[x]]


@jit
def _sort_out(
    seen: Integers,
    depth: DepthMap,
    facing: Singles,
    lens: Lens,
    y: int,
    materials: Integers,
    gloss: Singles,
    glow: Singles,
    metals: NDArray[np.bool_],
    columns: Numbers,
    desk: Singles,
    body: Singles,
    shine: Singles,
) -> int:
    """Fill in how much of the light pixels of a row scatter, and how much they shine; put polished ones on the desk."""
    count, one, zero = 0, np.float32(1.0), np.float32(0.0)
    middle_x, pixel = lens[0], np.float32(1.0 / lens[2])
    rise = pixel * np.float32(lens[1] - y - 0.5)
    for x in range(seen.shape[1]):
        t = seen[y, x]
        body[x], shine[x] = one, zero
        if t < 0:
            continue
        material = materials[t]
        shine[x] = glow[material]
        if gloss[material] > np.float32(_MATT):
            metal = metals[material]
            body[x] = np.float32(_METAL_BODY) if metal else one
            k = count // LANES * SHEET + count % LANES
            desk[k + _VIEW], desk[k + _VIEW + LANES] = pixel * np.float32(x + 0.5 - middle_x), rise
            desk[k + _DEPTH] = depth[y, x]
            for c in range(3):
                desk[k + _NORMAL + c * LANES] = facing[y, c, x]
            desk[k + _GLOSS], desk[k + _METAL] = gloss[material], np.float32(metal)
            desk[k + _CLEARLY] = np.float32(metal or gloss[material] >= np.float32(_CLEAR))
            columns[count] = x
            count += 1
    return count


@jit
def _reflect(count: int, surroundings: Singles, mirrored: Singles, up: Singles, desk: Singles) -> None:
    """Fill in the light from where each pixel on the desk mirrors to, and how much of it is mirrored."""
    zero, one, two, half = np.float32(0.0), np.float32(1.0), np.float32(2.0), np.float32(0.5)
    ux, uy, uz = up[0], up[1], up[2]
    for sheet in range(np.uint64((count + LANES - 1) // LANES)):
        for lane in range(np.uint64(LANES)):
            k = sheet * np.uint64(SHEET) + lane
            vx, vy, z = desk[k + np.uint64(_VIEW)], desk[k + np.uint64(_VIEW + LANES)], desk[k + np.uint64(_DEPTH)]
            nx, ny = desk[k + np.uint64(_NORMAL)], desk[k + np.uint64(_NORMAL + LANES)]
            nz, gloss = desk[k + np.uint64(_NORMAL + 2 * LANES)], desk[k + np.uint64(_GLOSS)]
            px, py, unit = vx * z, vy * z, one / math.sqrt(vx * vx + vy * vy + one)
            vx, vy, vz = vx * unit, vy * unit, unit
            along = vx * nx + vy * ny + vz * nz
            rx, ry, rz = vx - two * along * nx, vy - two * along * ny, vz - two * along * nz
            rise = rx * ux + ry * uy + rz * uz
            side = one - abs(rise)
            grazing = one - min(abs(along), one)
            fresnel = grazing * grazing
            fresnel = fresnel * fresnel * grazing
            metal = np.float32(0.75) + np.float32(0.2) * fresnel
            other = gloss * (np.float32(0.05) + half * gloss * fresnel)
            desk[k + np.uint64(_SHARE)] = other + (metal - other) * desk[k + np.uint64(_METAL)]
            desk[k + np.uint64(_POINT)], desk[k + np.uint64(_POINT + LANES)] = px, py
            desk[k + np.uint64(_WAY)], desk[k + np.uint64(_WAY + LANES)] = rx, ry
            desk[k + np.uint64(_WAY + 2 * LANES)] = rz
            desk[k + np.uint64(_BLUR)] = np.float32(0.03) + np.float32(0.7) * (one - gloss) * (one - gloss)
            desk[k + np.uint64(_SIDE)] = side
            desk[k + np.uint64(_RISEN)] = np.float32(rise > zero)
    for c in range(3):
        _mirror_room(count, surroundings, c, desk)
    for p in range(mirrored.shape[0]):
        _mirror_panel(count, mirrored, p, desk)


@jit
def _mirror_room(count: int, surroundings: Singles, c: int, desk: Singles) -> None:
    """What the room about a pixel sends there: its sides, and its ceiling or floor."""
    one, below, beside, above = np.float32(1.0), surroundings[0, c], surroundings[1, c], surroundings[2, c]
    first = np.uint64(_GLEAM) + np.uint64(c) * np.uint64(LANES)
    for sheet in range(np.uint64((count + LANES - 1) // LANES)):
        for lane in range(np.uint64(LANES)):
            k = sheet * np.uint64(SHEET) + lane
            side, risen = desk[k + np.uint64(_SIDE)], desk[k + np.uint64(_RISEN)]
            desk[k + first] = side * beside + (one - side) * (below + (above - below) * risen)


@jit
def _mirror_panel(count: int, mirrored: Singles, p: int, desk: Singles) -> None:
    """Add what a lamp or a window sends to where pixels mirror to."""
    zero, one, two = np.float32(0.0), np.float32(1.0), np.float32(2.0)
    x, y, z = mirrored[p, 0], mirrored[p, 1], mirrored[p, 2]
    nx, ny, nz = mirrored[p, 3], mirrored[p, 4], mirrored[p, 5]
    ax, ay, az = mirrored[p, 6], mirrored[p, 7], mirrored[p, 8]
    bx, by, bz = mirrored[p, 9], mirrored[p, 10], mirrored[p, 11]
    wide, high = mirrored[p, 12], mirrored[p, 13]
    red, green, blue = mirrored[p, 14], mirrored[p, 15], mirrored[p, 16]
    for sheet in range(np.uint64((count + LANES - 1) // LANES)):
        for lane in range(np.uint64(LANES)):
            k = sheet * np.uint64(SHEET) + lane
            rx, ry = desk[k + np.uint64(_WAY)], desk[k + np.uint64(_WAY + LANES)]
            rz = desk[k + np.uint64(_WAY + 2 * LANES)]
            steep = rx * nx + ry * ny + rz * nz
            cx, cy = x - desk[k + np.uint64(_POINT)], y - desk[k + np.uint64(_POINT + LANES)]
            cz = z - desk[k + np.uint64(_DEPTH)]
            away = (cx * nx + cy * ny + cz * nz) / min(steep, np.float32(-0.02))
            far = max(away, zero)
            hx, hy, hz = rx * far - cx, ry * far - cy, rz * far - cz
            soft = desk[k + np.uint64(_BLUR)] * far + np.float32(0.01)
            across, rising = abs(hx * ax + hy * ay + hz * az), abs(hx * bx + hy * by + hz * bz)
            inside = min(max((wide + soft - across) / (two * soft), zero), one)
            inside *= min(max((high + soft - rising) / (two * soft), zero), one)
            inside *= min(wide / soft, one) * min(high / soft, one) * np.float32(_PI)
            meets = np.float32(steep < np.float32(-0.02)) * np.float32(away > zero) * desk[k + np.uint64(_CLEARLY)]
            bright = inside * inside * meets
            desk[k + np.uint64(_GLEAM)] += bright * red
            desk[k + np.uint64(_GLEAM + LANES)] += bright * green
            desk[k + np.uint64(_GLEAM + 2 * LANES)] += bright * blue


@jit
def _add_mirrored(
    count: int,
    seen: Integers,
    albedo: Singles,
    light: Singles,
    y: int,
    materials: Integers,
    metals: NDArray[np.bool_],
    surroundings: Singles,
    scale: Single,
    columns: Numbers,
    desk: Singles,
    added: Singles,
) -> None:
    """Fill in the mirrored light of polished pixels; less where little light arrives."""
    one, half = np.float32(1.0), np.float32(0.5)
    around = max(surroundings[1, 0] + surroundings[1, 1] + surroundings[1, 2], np.float32(1e-6))
    for n in range(count):
        x, k = columns[n], n // LANES * SHEET + n % LANES
        arrived = light[y, 0, x] + light[y, 1, x] + light[y, 2, x]
        share = desk[k + _SHARE] * min(half + half * arrived / around, one) * scale
        metal = metals[materials[seen[y, x]]]
        for c in range(3):
            added[c, x] = share * desk[k + _GLEAM + c * LANES] * (albedo[y, c, x] if metal else one)


@jit
def _expose(
    albedo: Singles,
    light: Singles,
    body: Singles,
    shine: Singles,
    added: Singles,
    row: int,
    channel: int,
    scale: Single,
    index: Integers,
) -> None:
    """Fill in the places of a row's levels in the tone table."""
    y, c = np.uint64(row), np.uint64(channel)
    knee, last, half, zero = np.float32(_KNEE), np.float32(_TONES - 1), np.float32(0.5), np.float32(0.0)
    for x in range(np.uint64(index.shape[0])):
        level = albedo[y, c, x] * (body[x] * light[y, c, x] * scale + shine[x]) + added[c, x]
        place = last * (level / (level + knee))
        # Triangles seen all but edge-on may have no number for their light: black rather than astray.
        index[x] = np.int32(min(place, last) + half) if place >= zero else np.int32(0)
