"""Reads views of a cylinder back from pixels: rings, colours of the patches, the eye on the plan, the arrow on top."""

import math

import numpy as np

from flowbench.render.board.paints import PAINTS
from flowbench.rules.games.cylinder_coloring.picture import ELEVATION, LOOKS, OPTION_BODY, VIEW_BODY, eye_place
from flowbench.rules.games.cylinder_coloring.records import WORDS
from tests.games.color_swap.decoder import expected
from tests.games.pixels import near

COLUMNS_DEG = (-67.5, -22.5, 22.5, 67.5)  # middles of the patches, from the middle of the view to the right


def truth(sample, role):
    instance = sample.instance
    if role in tuple("ABCDEF"):
        rows = [row.split() for row in sample.options["ABCDEF".index(role)].split(" / ")]
        return rows, None, instance.target if instance.arrow else None
    azimuth = instance.references[0 if role == "view1" else 1]
    rows = [[instance.palette[ring[(azimuth + k) % 8]] for k in (-2, -1, 0, 1)] for ring in instance.rings]
    return rows, azimuth, azimuth if instance.arrow else None


def decode(frame, role, style):
    body = OPTION_BODY if role in tuple("ABCDEF") else VIEW_BODY
    rings = max(
        count for count in (1, 2, 3, 4, 5) if all(is_seam(frame, body, k / count, style) for k in range(1, count))
    )
    rows = [[patch(frame, body, (row, rings), angle, style) for angle in COLUMNS_DEG] for row in range(rings)]
    return rows, None if body is OPTION_BODY else eye(frame, style), arrow(frame, body, style)


def pixel(frame, body, angle_deg, share):
    x, y = body.point(angle_deg, share)
    return frame[int(y), int(x)]


def is_seam(frame, body, share, style):
    angles = [middle + shift for middle in COLUMNS_DEG[1:3] for shift in np.linspace(-14, 14, 15)]
    points = np.array([pixel(frame, body, angle, share) for angle in angles])
    return near(points, LOOKS[style].line, 70).mean() > 0.8


def patch(frame, body, place, angle_deg, style):
    row, rings = place
    names = [
        (angle_deg + shift, (row + part) / rings)
        for shift in np.linspace(-11, 11, 12)
        for part in np.linspace(0.25, 0.75, 24)
    ]
    points = np.array([body.point(*name) for name in names]).astype(int)
    pixels = frame[points[:, 1], points[:, 0]].astype(float)
    if style == "mono":
        ink = pixels[:, 0] < 128
        return min(WORDS, key=lambda word: np.mean(ink != expected(word, points[:, 0] + 0.5, points[:, 1] + 0.5)))
    middle = np.median(pixels, axis=0)
    return min(WORDS, key=lambda word: unlike(middle, np.array(PAINTS[word], float), LOOKS[style].shaded))


def unlike(pixel_colour, paint, shaded):
    """Distance from a colour in the best of the lights that there are."""
    lights = np.linspace(0.6, 1.0, 41) if shaded else (1.0,)
    return min(np.abs(pixel_colour - light * paint).sum() for light in lights)


def eye(frame, style):
    """The azimuth at which the plan has a dot."""
    inked = []
    for azimuth in range(8):
        x, y = (int(value) for value in eye_place(azimuth))
        inked.append(near(frame[y - 3 : y + 4, x - 3 : x + 4], LOOKS[style].ink, 60).mean())
    return int(np.argmax(inked)) if max(inked) > 0.9 and sorted(inked)[-2] < 0.3 else None


def arrow(frame, body, style):
    """From where one looks if the arrow on the top points to azimuth 0."""
    ys, xs = np.mgrid[: frame.shape[0], : frame.shape[1]] + 0.5
    right, front = (xs - body.x) / body.radius, (ys - body.top) / (ELEVATION * body.radius)
    dark = near(frame, (16, 16, 18) if style == "shaded" else LOOKS[style].ink, 60) & (np.hypot(right, front) < 0.85)
    if dark.sum() < 15:
        return None
    points_to = math.degrees(math.atan2(right[dark].mean(), front[dark].mean()))  # from the eye to the right
    return round(-points_to / 45) % 8
