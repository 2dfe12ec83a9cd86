"""Patterns of floors and walls: parquet, tiles of several kinds, wallpaper. Conventions are those of `patterns`."""

import numpy as np
from numpy.random import Generator

from flowbench.records import Floats
from flowbench.render.patterns import SIZE, U, V, clouds, groove, noise, ramp, tinted, wave


def parquet(rng: Generator) -> Floats:
    """Herringbone: blocks four times as long as wide, laid at right angles in steps."""
    x, y = np.floor(U * 8.0).astype(int), np.floor(V * 8.0).astype(int)
    diagonal = (x - y) % 8
    lies = diagonal < 4
    along = np.where(lies, (x - diagonal) % 8, (y - (7 - diagonal)) % 8)
    block = np.where(lies, y * 8 + along, 64 + x * 8 + along)
    shade = (rng.permutation(128) / 127.0 - 0.5)[block]
    grain = np.where(lies, noise(rng, 8, 128), noise(rng, 128, 8))
    first, last = np.where(lies, diagonal == 0, diagonal == 7), np.where(lies, diagonal == 3, diagonal == 4)
    inside, across = np.where(lies, U, V) * 8.0 % 1.0, np.where(lies, V, U) * 8.0
    ends = np.minimum(np.where(first, inside, 1.0), np.where(last, 1.0 - inside, 1.0))
    seam = groove(across, 0.05) * ramp(ends, 0.02, 0.05)
    return tinted((1.0 + 0.26 * shade + 0.06 * grain) * (0.66 + 0.34 * seam), (0.85, 1.0, 1.2))


def hexagons(rng: Generator) -> Floats:
    """Honeycomb tiles with pale joints: 4 across, 4 rows of two."""
    nearest, second = np.full((SIZE, SIZE), 9.0), np.full((SIZE, SIZE), 9.0)
    owner = np.zeros((SIZE, SIZE), dtype=int)
    for number, (a, b) in enumerate((a, b) for b in range(8) for a in range(4)):
        across, up = (a + 0.5 * (b % 2)) / 4.0, b / 8.0
        dx, dy = np.mod(U - across + 0.5, 1.0) - 0.5, np.mod(V - up + 0.5, 1.0) - 0.5
        away = np.sqrt((dx * 4.0) ** 2 + (dy * 8.0 * 0.8660254) ** 2)
        closer = away < nearest
        second = np.where(closer, nearest, np.minimum(second, away))
        owner, nearest = np.where(closer, number, owner), np.where(closer, away, nearest)
    shade = (rng.permutation(32) / 31.0 - 0.5)[owner]
    glazed: Floats = (1.0 + 0.09 * shade + 0.02 * clouds(rng, 8, 8, 3)) * (
        0.72 + 0.28 * ramp(second - nearest, 0.03, 0.08)
    )
    return glazed


def terrazzo(rng: Generator) -> Floats:
    """Chips of several shades in a pale ground."""
    picture = np.ones((SIZE, SIZE, 3)) * (1.0 + 0.02 * clouds(rng, 16, 16, 3))[:, :, None]
    tints = np.array([(0.55, 0.5, 0.46), (0.8, 0.62, 0.5), (0.66, 0.7, 0.72), (1.2, 1.18, 1.12)])
    near = np.arange(-9, 10)
    dx, dy = np.meshgrid(near / SIZE, near / SIZE)
    for chip in range(230):
        row, column = (rng.integers(SIZE, size=2)[:, None] + near) % SIZE
        reach, turn = rng.uniform(0.008, 0.026), rng.random() - 0.5
        inside = ramp(reach - np.abs(dx + turn * dy) - np.abs(dy - turn * dx), 0.0, 0.004)[:, :, None]
        spot = np.ix_(row, column)
        picture[spot] = picture[spot] * (1.0 - inside) + tints[chip % 4] * inside
    return picture


def subway(rng: Generator) -> Floats:
    """Long glazed tiles in a running bond: 2 across, 8 courses."""
    course = np.floor(V * 8.0).astype(int)
    along = U * 2.0 + 0.5 * (course % 2)
    number = np.mod(np.floor(along), 2.0).astype(int) + 2 * course
    shade = (rng.permutation(16) / 15.0 - 0.5)[number]
    body = groove(along, 0.012) * groove(V * 8.0, 0.045)
    bevel = groove(along, 0.05) * groove(V * 8.0, 0.2)
    glaze: Floats = 1.0 + 0.05 * shade + 0.03 * bevel + 0.02 * clouds(rng, 8, 16, 3)
    return glaze * (0.68 + 0.32 * body)


def mosaic(rng: Generator) -> Floats:
    """12 x 12 small tiles of one colour in many shades."""
    number = (np.floor(U * 12.0) + 12.0 * np.floor(V * 12.0)).astype(int)
    shade = (rng.permutation(144) / 143.0 - 0.5)[number]
    body = groove(U * 12.0, 0.09) * groove(V * 12.0, 0.09)
    return tinted(1.0 + 0.36 * shade, (1.1, 1.0, 0.8)) * (0.78 + 0.22 * body)[:, :, None]


def slate(rng: Generator) -> Floats:
    """Large split stones, each with its own shade and clouds."""
    course = np.floor(V * 3.0).astype(int)
    along = U * 2.0 + np.array([0.0, 0.37, 0.71])[course]
    number = np.mod(np.floor(along), 2.0).astype(int) + 2 * course
    shade = (rng.permutation(6) / 5.0 - 0.5)[number]
    body = groove(along, 0.012) * groove(V * 3.0, 0.018)
    stone = 1.0 + 0.2 * shade + 0.14 * clouds(rng, 5, 5, 5) + 0.05 * noise(rng, 128, 64)
    return tinted(stone * (0.7 + 0.3 * body), (1.0, 1.0, 0.95))


def stripes(rng: Generator) -> Floats:
    """Wallpaper with broad upright stripes, each between two thin lines."""
    broad = ramp(wave(U * 4.0), -0.12, 0.12)
    line = ramp(np.abs(np.mod(U * 8.0, 1.0) - 0.5), 0.44, 0.46)
    return 0.96 + 0.075 * broad - 0.09 * line + 0.012 * noise(rng, 128, 128)


def damask(rng: Generator) -> Floats:
    """Wallpaper with leaves about a stem, every second column half a repeat higher."""
    column = np.floor(U * 2.0)
    x, y = np.mod(U * 2.0, 1.0) - 0.5, np.mod(V * 2.0 + 0.5 * column, 1.0) - 0.5
    across = np.abs(x)
    heart = ramp(0.2 - np.sqrt(across**2 * 1.9 + (y - 0.06) ** 2), 0.0, 0.015)
    hollow = ramp(0.12 - np.sqrt(across**2 * 2.4 + (y - 0.07) ** 2), 0.0, 0.015)
    leaves = ramp(0.055 - np.abs(np.sqrt((across - 0.2) ** 2 + (y + 0.16) ** 2) - 0.13), 0.0, 0.02) * (y < 0.0)
    stem = ramp(0.016 - across, 0.0, 0.01) * (y < -0.08)
    figure = np.clip(heart - 0.7 * hollow + leaves + stem, 0.0, 1.0)
    return 0.985 + 0.07 * figure + 0.012 * noise(rng, 128, 128)
