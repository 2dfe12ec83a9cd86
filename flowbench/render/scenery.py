"""What hangs in frames and shows in windows: small landscapes, abstract pictures, views of a garden and of a town.

Conventions are those of `patterns`: linear-light colours, row 0 at the bottom.
"""

import numpy as np
from numpy.random import Generator

from flowbench.records import Floats
from flowbench.render.patterns import U, V, clouds, noise, ramp, sky

Colour = tuple[float, float, float]


def garden(rng: Generator) -> Floats:
    """A lawn with bushes and trees under a sky, out of focus."""
    picture, bushy = sky(rng), clouds(rng, 14, 14, 4)
    far = 0.34 + 0.05 * clouds(rng, 4, 1, 3)[0]
    picture = _over(picture, ramp(far[None, :] - V, 0.0, 0.02), (0.17, 0.25, 0.21), 0.2 * bushy)
    for k in range(5):
        across, height, wide = rng.random(), rng.uniform(0.36, 0.62), rng.uniform(0.09, 0.17)
        beside = np.mod(U - across + 0.5, 1.0) - 0.5
        crown = wide - np.sqrt(beside**2 + ((V - height) * 0.8) ** 2) + 0.04 * np.roll(bushy, 50 * k)
        trunk = ramp(0.012 - np.abs(beside), 0.0, 0.006) * (height > V)
        picture = _over(picture, trunk, (0.13, 0.09, 0.06), 0.0 * U)
        picture = _over(picture, ramp(crown, 0.0, 0.02), (0.10, 0.18, 0.07), 0.45 * np.roll(bushy, 31 * k, axis=1))
    lawn = 0.2 + 0.02 * clouds(rng, 4, 1, 3)[0]
    return _over(picture, ramp(lawn[None, :] - V, 0.0, 0.012), (0.20, 0.29, 0.11), 0.25 * clouds(rng, 24, 48, 3))


def town(rng: Generator) -> Floats:
    """Houses across the street with rows of windows."""
    picture, left = sky(rng), 0.0
    while left < 1.0:
        wide, tall = rng.uniform(0.14, 0.24), rng.uniform(0.36, 0.68)
        wall = np.array([(0.46, 0.30, 0.22), (0.50, 0.46, 0.38), (0.34, 0.36, 0.38), (0.56, 0.50, 0.42)])[
            rng.integers(4)
        ]
        inside = (left <= U) & (left + wide > U) & (tall > V)
        x, y = (U - left) / wide * 3.0 % 1.0, V * 11.0 % 1.0
        pane = ((np.abs(x - 0.5) < 0.22) & (np.abs(y - 0.5) < 0.3) & (tall - 0.03 > V)).astype(np.float64)
        cornice = (tall - 0.015 < V).astype(np.float64)
        face = wall * (1.0 - 0.65 * pane - 0.2 * cornice)[:, :, None] + np.array([0.05, 0.08, 0.11]) * pane[:, :, None]
        picture = np.where(inside[:, :, None], face, picture)
        left += wide
    street = ramp(0.07 - V, 0.0, 0.004)
    return _over(picture, street, (0.22, 0.22, 0.23), 0.1 * noise(rng, 64, 16))


def seascape(rng: Generator) -> Floats:
    """A sailing boat on a calm sea."""
    picture = np.array([0.72, 0.60, 0.48]) * (1.0 - V)[:, :, None] + np.array([0.20, 0.38, 0.62]) * V[:, :, None]
    picture = picture * (1.0 + 0.14 * clouds(rng, 2, 6, 4))[:, :, None]
    picture = _over(picture, ramp(0.42 - V, 0.0, 0.004), (0.05, 0.20, 0.27), 0.4 * clouds(rng, 6, 48, 3))
    hull = ramp(0.03 - np.abs(V - 0.40), 0.0, 0.006) * ramp(0.11 + 0.5 * (V - 0.40) - np.abs(U - 0.4), 0.0, 0.006)
    sail = ((np.abs(U - 0.42) < (0.74 - V) * 0.32) & (V > 0.45) & (U > 0.4)).astype(np.float64)
    jib = ((np.abs(U - 0.36) < (0.66 - V) * 0.2) & (V > 0.45) & (U < 0.39)).astype(np.float64)
    picture = _over(picture, np.clip(sail + jib, 0.0, 1.0), (0.80, 0.75, 0.66), 0.04 * noise(rng, 32, 32))
    return _brushed(_over(picture, hull, (0.28, 0.08, 0.05), 0.0 * U), rng)


def blocks(rng: Generator) -> Floats:
    """Rectangles in a few flat colours between dark lines."""
    colours = np.array(
        [(0.72, 0.68, 0.58), (0.62, 0.10, 0.06), (0.05, 0.14, 0.36), (0.75, 0.52, 0.08), (0.8, 0.78, 0.7)]
    )
    columns, rows = np.sort(rng.uniform(0.12, 0.88, 3)), np.sort(rng.uniform(0.12, 0.88, 3))
    cell = np.searchsorted(columns, U.ravel()) + 4 * np.searchsorted(rows, V.ravel())
    picture = colours[rng.integers(0, 5, 16)][cell].reshape(*U.shape, 3)
    lines = [np.abs(U - edge) for edge in columns] + [np.abs(V - edge) for edge in rows]
    return _brushed(_over(picture, ramp(0.014 - np.min(lines, axis=0), 0.0, 0.004), (0.03, 0.03, 0.03), 0.0 * U), rng)


def circles(rng: Generator) -> Floats:
    """Overlapping discs in warm and cool colours."""
    picture = np.ones((*U.shape, 3)) * np.array([0.70, 0.62, 0.50])
    tints: tuple[Colour, ...] = ((0.55, 0.12, 0.07), (0.07, 0.20, 0.27), (0.70, 0.42, 0.10), (0.20, 0.26, 0.16))
    grain = 0.1 * clouds(rng, 6, 6, 3)
    for k in range(7):
        across, up, reach = rng.uniform(0.15, 0.85), rng.uniform(0.15, 0.85), rng.uniform(0.08, 0.24)
        reach = min(reach, across, 1.0 - across, up, 1.0 - up)
        disc = ramp(reach - np.sqrt((U - across) ** 2 + (V - up) ** 2), 0.0, 0.006) * 0.85
        picture = _over(picture, disc, tints[k % 4], grain)
    return _brushed(picture, rng)


def flowers(rng: Generator) -> Floats:
    """A vase of flowers before a dark ground."""
    picture = np.ones((*U.shape, 3)) * np.array([0.10, 0.12, 0.10]) * (1.0 + 0.4 * clouds(rng, 3, 3, 4))[:, :, None]
    picture = _over(picture, ramp(0.22 - V, 0.0, 0.006), (0.32, 0.19, 0.10), 0.2 * clouds(rng, 8, 32, 3))
    width = 0.10 + 0.05 * (1.0 - ((V - 0.28) / 0.14) ** 2)
    vase = ramp(width - np.abs(U - 0.5), 0.0, 0.008) * ((V > 0.14) & (V < 0.44))
    petals = clouds(rng, 20, 20, 3)
    for _ in range(26):
        across, up = 0.5 + 0.24 * rng.standard_normal() * 0.7, 0.62 + 0.16 * rng.standard_normal() * 0.7
        green = ramp(0.05 - np.sqrt((U - across) ** 2 + ((V - up + 0.05) * 1.6) ** 2), 0.0, 0.02)
        picture = _over(picture, green, (0.10, 0.22, 0.07), 0.3 * petals)
    picture = _over(picture, vase, (0.16, 0.30, 0.46), 0.3 * clouds(rng, 4, 4, 3) + 0.8 * (0.42 - U))
    tints: tuple[Colour, ...] = ((0.75, 0.16, 0.16), (0.85, 0.62, 0.20), (0.85, 0.80, 0.72), (0.55, 0.22, 0.45))
    for k in range(22):
        across, up = 0.5 + 0.2 * rng.standard_normal() * 0.8, 0.64 + 0.13 * rng.standard_normal()
        reach = rng.uniform(0.025, 0.05)
        bloom = ramp(reach - np.sqrt((U - across) ** 2 + (V - up) ** 2) + 0.01 * np.roll(petals, 11 * k), 0.0, 0.012)
        picture = _over(picture, bloom, tints[k % 4], 0.35 * np.roll(petals, 17 * k))
    return _brushed(picture, rng)


def film(rng: Generator) -> Floats:
    """A still of a film between black bars: mountains at a lake."""
    picture = np.array([0.75, 0.52, 0.42]) * (1.0 - V)[:, :, None] + np.array([0.14, 0.20, 0.42]) * V[:, :, None]
    for height, rough, colour in ((0.62, 0.16, (0.26, 0.25, 0.36)), (0.5, 0.10, (0.12, 0.14, 0.20))):
        crest = height + rough * clouds(rng, 4, 1, 5)[0]
        picture = _over(picture, ramp(crest[None, :] - V, 0.0, 0.008), colour, 0.1 * clouds(rng, 16, 16, 3))
    lake = picture[::-1][: picture.shape[0]] * np.array([0.55, 0.65, 0.8])
    picture = np.where((V < 0.36)[:, :, None], np.roll(lake, -round(0.28 * len(V)), axis=0), picture)
    bars = ((V < 0.12) | (V > 0.88)).astype(np.float64)
    return _over(picture, bars, (0.01, 0.01, 0.012), 0.0 * U)


def _over(picture: Floats, cover: Floats, colour: Colour, change: Floats) -> Floats:
    """A colour over a picture where `cover` is 1; `change` varies its strength."""
    share = np.asarray(cover, dtype=np.float64)[:, :, None]
    painted: Floats = picture * (1.0 - share) + np.array(colour) * np.maximum(1.0 + change, 0.0)[:, :, None] * share
    return painted


def _brushed(picture: Floats, rng: Generator) -> Floats:
    strokes: Floats = 1.0 + 0.10 * noise(rng, 40, 90) + 0.06 * noise(rng, 128, 128)
    return picture * strokes[:, :, None]
