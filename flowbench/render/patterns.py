"""The procedural textures themselves: one small function each, from arithmetic and keyed noise only.

Every function takes a generator and returns a tileable (SIZE, SIZE) or (SIZE, SIZE, 3) array. Patterns are factors
around 1 that multiply a material's colour; pictures are linear-light colours. Column 0 is u = 0 and row 0 is v = 0, so
row 0 is the bottom of a picture whose v points up. Grain, brushing and planks run along u.
"""

import numpy as np
from numpy.random import Generator

from flowbench.records import Floats

SIZE = 256
_STEPS = (np.arange(SIZE) + 0.5) / SIZE
U, V = np.meshgrid(_STEPS, _STEPS)


def noise(rng: Generator, across: int, up: int) -> Floats:
    """(SIZE, SIZE) smooth tileable noise in [-1, 1] with `across` x `up` cells."""
    knots = rng.random((up, across)) * 2.0 - 1.0
    column, across_share = _cells(across)
    row, up_share = _cells(up)
    rows = knots[row] * (1.0 - up_share[:, None]) + knots[(row + 1) % up] * up_share[:, None]
    smooth: Floats = rows[:, column] * (1.0 - across_share) + rows[:, (column + 1) % across] * across_share
    return smooth


def clouds(rng: Generator, across: int, up: int, octaves: int = 4) -> Floats:
    """(SIZE, SIZE) noise in about [-1, 1] summed over octaves, each half as strong as the one before."""
    total = np.zeros((SIZE, SIZE))
    for octave in range(octaves):
        total += noise(rng, min(across << octave, SIZE), min(up << octave, SIZE)) * 0.5**octave
    return total * 0.75


def wood(rng: Generator) -> Floats:
    """Long grain with a few growth rings."""
    bend = clouds(rng, 1, 4, 3)
    rings = ramp(wave(V * 5.0 + 0.9 * bend), -0.7, 1.0)
    fibres = noise(rng, 4, 128) * 0.6 + noise(rng, 8, 256) * 0.4
    return tinted(1.0 - 0.16 * rings + 0.07 * fibres + 0.05 * bend, (0.8, 1.0, 1.25))


def planks(rng: Generator) -> Floats:
    """Four floor boards, each with its own grain, shade and joint."""
    board = np.floor(V * 4.0).astype(int)
    start = np.array([0.0, 0.5, 0.22, 0.71])[board]
    piece = board * 2 + (np.mod(U + start, 1.0) < 0.5)
    shade = (rng.permutation(8) / 7.0 - 0.5)[piece]
    rings = ramp(wave(V * 12.0 + 1.2 * clouds(rng, 2, 4, 3) + shade * 9.0), -0.6, 1.0)
    fibres = noise(rng, 4, 128)
    seam = groove(V * 4.0, 0.018) * groove((U + start) * 2.0, 0.006)
    return tinted((1.0 + 0.16 * shade - 0.09 * rings + 0.05 * fibres) * (0.62 + 0.38 * seam), (0.85, 1.0, 1.2))


def carpet(rng: Generator) -> Floats:
    """Short pile."""
    return 1.0 + 0.16 * noise(rng, 128, 128) + 0.10 * noise(rng, 256, 256) + 0.05 * clouds(rng, 4, 4, 2)


def fabric(rng: Generator) -> Floats:
    """A plain weave of 32 x 32 round threads."""
    over = (np.floor(U * 32.0) + np.floor(V * 32.0)) % 2.0
    warp, weft = 1.0 - wave(U * 32.0 + 0.5) ** 2, 1.0 - wave(V * 32.0 + 0.5) ** 2
    return 0.9 + 0.2 * (over * warp + (1.0 - over) * weft) + 0.05 * noise(rng, 64, 64)


def linen(rng: Generator) -> Floats:
    """Uneven threads both ways."""
    threads = noise(rng, 6, 96) + noise(rng, 96, 6)
    return 1.0 + 0.07 * threads + 0.04 * noise(rng, 128, 128)


def tile(rng: Generator) -> Floats:
    """2 x 2 glazed tiles with pale joints."""
    number = (np.floor(U * 2.0) + 2.0 * np.floor(V * 2.0)).astype(int)
    shade = (rng.permutation(4) / 3.0 - 0.5)[number]
    body = groove(U * 2.0, 0.022) * groove(V * 2.0, 0.022)
    glaze: Floats = 1.0 + 0.05 * shade + 0.03 * clouds(rng, 8, 8, 3)
    return glaze * (0.72 + 0.28 * body)


def brick(rng: Generator) -> Floats:
    """A running bond: 4 bricks across, 8 courses, pale mortar."""
    course = np.floor(V * 8.0).astype(int)
    along = U * 4.0 + 0.5 * (course % 2)
    number = np.mod(np.floor(along), 4.0).astype(int) + 4 * course
    shade = (rng.permutation(32) / 31.0 - 0.5)[number]
    body: Floats = (groove(along, 0.035) * groove(V * 8.0, 0.07))[:, :, None]
    clay = tinted(1.0 + 0.28 * shade + 0.10 * clouds(rng, 16, 16, 3), (0.8, 1.0, 1.1))
    mortar: Floats = np.array([1.15, 1.4, 1.5]) * (1.0 + 0.08 * noise(rng, 64, 64))[:, :, None]
    return clay * body + mortar * (1.0 - body)


def plaster(rng: Generator) -> Floats:
    """Rolled paint."""
    return 1.0 + 0.025 * clouds(rng, 24, 24, 3) + 0.015 * noise(rng, 128, 128)


def paper(rng: Generator) -> Floats:
    """Fine fibres."""
    return 1.0 + 0.02 * noise(rng, 128, 64) + 0.02 * noise(rng, 64, 128) + 0.015 * clouds(rng, 4, 4, 2)


def marble(rng: Generator) -> Floats:
    """Soft clouds crossed by a few thin veins."""
    bend = clouds(rng, 2, 2, 5)
    vein = ramp(1.0 - np.abs(wave(U + V + 0.8 * bend)), 0.86, 1.0)
    faint = ramp(1.0 - np.abs(wave(2.0 * U - V + 1.1 * clouds(rng, 3, 3, 5))), 0.9, 1.0)
    return tinted(1.0 - 0.30 * vein - 0.14 * faint + 0.06 * bend, (1.05, 1.0, 0.92))


def stone(rng: Generator) -> Floats:
    """Granite: light and dark speckles."""
    speckle = noise(rng, 96, 96) + 0.7 * noise(rng, 160, 160)
    return 1.0 + 0.16 * ramp(speckle, 0.4, 1.2) - 0.22 * ramp(-speckle, 0.4, 1.2) + 0.05 * clouds(rng, 6, 6, 3)


def leaf(rng: Generator) -> Floats:
    """A mid rib along u with slanted side veins."""
    offset = np.abs(V - 0.5)
    rib = ramp(0.03 - offset, 0.0, 0.02)
    veins = ramp(wave(U * 8.0 - 3.0 * offset), 0.86, 1.0) * ramp(0.48 - offset, 0.0, 0.1)
    return tinted(1.0 + 0.28 * np.maximum(rib, 0.7 * veins) + 0.09 * clouds(rng, 8, 8, 3), (1.1, 0.9, 1.0))


def metal(rng: Generator) -> Floats:
    """Brushed along u."""
    return 1.0 + 0.05 * noise(rng, 2, 128) + 0.05 * noise(rng, 4, 256)


def plain_noise(rng: Generator) -> Floats:
    """Clouds without direction."""
    return 1.0 + 0.12 * clouds(rng, 8, 8, 4)


def checker(rng: Generator) -> Floats:
    """2 x 2 fields, light and dark."""
    del rng
    return 0.7 + 0.6 * ((np.floor(U * 2.0) + np.floor(V * 2.0)) % 2.0)


def screen(rng: Generator) -> Floats:
    """A desktop with two windows and a bar."""
    glow = (0.5 + 0.5 * clouds(rng, 2, 2, 3))[:, :, None]
    picture = np.array([0.02, 0.06, 0.16]) + np.array([0.02, 0.16, 0.24]) * glow * V[:, :, None]
    _panel(picture, (0.10, 0.62), (0.30, 0.88), (0.75, 0.78, 0.80), lines=9)
    _panel(picture, (0.50, 0.92), (0.16, 0.60), (0.05, 0.07, 0.09), lines=7)
    picture[: SIZE // 16] = (0.03, 0.04, 0.06)
    return picture


def painting(rng: Generator) -> Floats:
    """Hills under an evening sun."""
    sky = np.array([0.75, 0.40, 0.18]) * (1.0 - V)[:, :, None] + np.array([0.12, 0.25, 0.50]) * V[:, :, None]
    sun = ramp(0.012 - ((U - 0.68) ** 2 + (V - 0.62) ** 2), -0.001, 0.001)[:, :, None]
    picture = sky * (1.0 - sun) + np.array([0.95, 0.72, 0.30]) * sun
    for height, colour in ((0.52, (0.16, 0.20, 0.30)), (0.40, (0.12, 0.24, 0.18)), (0.24, (0.20, 0.30, 0.08))):
        crest = height + 0.10 * clouds(rng, 3, 1, 3)[0]
        hill = ramp(crest[None, :] - V, 0.0, 0.006)[:, :, None]
        picture = picture * (1.0 - hill) + np.array(colour) * hill
    return picture * (1.0 + 0.18 * noise(rng, 40, 80) + 0.1 * noise(rng, 128, 128))[:, :, None]


def sky(rng: Generator) -> Floats:
    """Blue above, haze below, a few clouds."""
    base = np.array([0.62, 0.74, 0.86]) * (1.0 - V)[:, :, None] + np.array([0.16, 0.36, 0.74]) * V[:, :, None]
    cover = ramp(clouds(rng, 3, 5, 5), 0.05, 0.7)[:, :, None] * 0.85
    return base * (1.0 - cover) + 0.92 * cover


def wave(turns: Floats) -> Floats:
    """A smooth periodic curve in [-1, 1] with period 1: two parabolas, close to a sine."""
    phase = np.mod(turns, 1.0) * 2.0 - 1.0
    curve: Floats = 4.0 * phase * (np.abs(phase) - 1.0)
    return curve


def ramp(value: Floats, low: float, high: float) -> Floats:
    """0 below `low`, 1 above `high`, smooth between."""
    share = np.clip((value - low) / (high - low), 0.0, 1.0)
    return share * share * (3.0 - 2.0 * share)


def groove(turns: Floats, width: float) -> Floats:
    """1 inside each unit cell, falling to 0 within `width` of its borders."""
    phase = np.mod(turns, 1.0)
    return ramp(np.minimum(phase, 1.0 - phase), width * 0.5, width * 1.2)


def tinted(factor: Floats, strength: tuple[float, float, float]) -> Floats:
    """(SIZE, SIZE, 3) the same factor, its distance from 1 scaled for each colour."""
    colours: Floats = 1.0 + (factor[:, :, None] - 1.0) * np.array(strength)
    return colours


def _cells(count: int) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], Floats]:
    place = _STEPS * count
    cell = np.floor(place)
    share = place - cell
    return cell.astype(np.int64) % count, share * share * (3.0 - 2.0 * share)


def _panel(
    picture: Floats,
    across: tuple[float, float],
    up: tuple[float, float],
    colour: tuple[float, float, float],
    lines: int,
) -> None:
    left, right, bottom, top = (int(SIZE * edge) for edge in (*across, *up))
    picture[bottom:top, left:right] = colour
    picture[top - 10 : top, left:right] = (0.20, 0.30, 0.45)
    pitch = (top - bottom - 16) // lines
    for line in range(lines):
        row, length = top - 18 - line * pitch, (right - left - 16) * (5 + (line * 7) % 5) // 10
        picture[row - 3 : row, left + 8 : left + 8 + length] = np.array(colour) * 0.45 + 0.12
