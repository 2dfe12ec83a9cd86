"""Finds the objects of a scene and of its card in pixels: what a dark rim encloses, its colour, pattern and shape."""

from functools import cache

import cv2
import numpy as np

from flowbench.rules.games.hidden_object.looks import LOOKS
from flowbench.rules.games.hidden_object.picture import THING_ID
from flowbench.rules.games.hidden_object.records import SCENE_SIZE
from flowbench.rules.games.hidden_object.shapes import SHAPES, inside, placed
from flowbench.rules.games.hidden_object.visibility import visible_pixels
from tests.games.harness import pictured
from tests.games.pixels import near

PATCH, PATCH_RADIUS = 36, 12.0  # of the patches that are compared; all have the area of a disc of this radius
SHADES = 15  # as far may a pixel be from its colour
LEAST_AREA = 120  # pixels inside of a rim; smaller patches are scraps
LEAST_PURE = 0.55  # share of the pixels of a patch that have the colours of one kind


def decode(frame, role, style):
    """(card kinds from left to right, patches of the scene); a patch is (colour, fill, shape, pixels)."""
    scene = frame[:SCENE_SIZE] if role in ("scene", "inset") else frame[:0]
    card = frame[len(scene) :]
    on_card = sorted(patches(card, LOOKS[style]), key=lambda patch: patch[3][1].mean()) if len(card) else []
    return [patch[:3] for patch in on_card], patches(scene, LOOKS[style]) if len(scene) else []


def patches(frame, look):
    rim = 26 if look is LOOKS["mono"] else 44  # how far its pixels may be off; ink is nearly as dark in mono
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        (~near(frame, look.rim, rim)).astype(np.uint8), connectivity=4
    )
    found = []
    for label in range(1, count):
        left, top, width, height, area = stats[label]
        if LEAST_AREA <= area <= 12_000 and max(width, height) <= 140:
            mask = labels[top : top + height, left : left + width] == label
            patch = read_patch(frame[top : top + height, left : left + width], mask, look)
            if patch is not None:
                rows, columns = np.nonzero(mask)
                found.append((*patch, (rows + top, columns + left)))
    return found


def read_patch(frame, mask, look):
    best = None
    for colour, (fill, ink) in look.fills.items():
        filled, inked = near(frame, fill, SHADES) & mask, near(frame, ink, SHADES) & mask
        pure = (filled | inked).sum() / mask.sum()
        if filled.sum() >= 0.15 * mask.sum() and pure >= LEAST_PURE and (best is None or pure > best[0]):
            deep = cv2.erode(np.pad(mask, 1).astype(np.uint8), np.ones((3, 3)), iterations=2)[1:-1, 1:-1] > 0
            best = (pure, colour, pattern(inked & deep, deep))
    return None if best is None else (best[1], best[2], shape_of(mask))


def pattern(inked, mask):
    """By the largest piece of ink: none to speak of, long, or as long as wide."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(inked.astype(np.uint8), connectivity=8)
    pieces = [(stats[k][4], k) for k in range(1, count)]
    if sum(area for area, _ in pieces) < 0.05 * mask.sum():
        return "plain"
    _, labels = cv2.connectedComponents(inked.astype(np.uint8), connectivity=8)
    rows, columns = np.nonzero(labels == max(pieces)[1])
    _, (width, height), _ = cv2.minAreaRect(np.stack([columns, rows], axis=1).astype(np.float32))
    return "striped" if max(width, height) + 1 > 1.6 * (min(width, height) + 1) else "dotted"


def shape_of(mask):
    views, squares = templates()
    apart = squares - 2.0 * (views @ normalised(mask).ravel())  # squared differences, but for the mask's own square
    return SHAPES[int(apart.argmin()) // 24]


@cache
def templates():
    views = np.stack([normalised(template(shape, 15 * k)).ravel() for shape in SHAPES for k in range(24)])
    return views, (views * views).sum(axis=1)


def template(shape, turn_deg):
    image = np.zeros((140, 140), dtype=np.uint8)
    points = np.array(placed(inside(shape), (70.0, 70.0), 60.0, turn_deg))
    cv2.fillPoly(image, [np.rint(points).astype(np.int32)], 1)
    return image > 0


def normalised(mask):
    """The mask around its middle, scaled to one area."""
    rows, columns = np.nonzero(mask)
    scale = PATCH_RADIUS * np.sqrt(np.pi / len(rows))
    move = np.array([[scale, 0, PATCH / 2 - scale * columns.mean()], [0, scale, PATCH / 2 - scale * rows.mean()]])
    return cv2.warpAffine(mask.astype(np.float32), move, (PATCH, PATCH), flags=cv2.INTER_AREA)


class Truth:
    """What a picture must show; equal to what was decoded when every object is found as what it is."""

    def __init__(self, sample, role):
        scene, query = sample.instance, sample.query
        kinds = [scene.kinds[kind] for kind in query.kinds] if role != "scene" else []
        self.card = [(kind.colour, kind.fill, kind.shape) for kind in kinds]
        self.things = [scene.kinds[thing.kind] for thing in scene.things] if role != "card" else []
        self.ids = pictured(sample, role).ids
        seen, whole = visible_pixels(scene.kinds, scene.things)
        self.share = seen / whole

    def __eq__(self, decoded):
        return self.problems(decoded) == []

    def problems(self, decoded):
        card, patches = decoded
        found = [] if card == self.card else [("card", card, self.card)]
        by_thing = {}
        for patch in patches:
            values, counts = np.unique(self.ids[patch[3]], return_counts=True)
            by_thing.setdefault(int(values[counts.argmax()]) - THING_ID, []).append(patch)
        found += [("no object", number) for number in by_thing if not 0 <= number < len(self.things)]
        for number, kind in enumerate(self.things):
            mine = by_thing.get(number, [])
            largest = max(mine, key=lambda patch: len(patch[3][0]), default=None)
            if largest is None or {patch[0] for patch in mine} != {kind.colour}:
                found.append((number, kind, [patch[:3] for patch in mine]))
            elif self.share[number] > 0.99 and (len(mine), *largest[1:3]) != (1, kind.fill, kind.shape):
                found.append((number, kind, [patch[:3] for patch in mine]))
        return found


def truth(sample, role):
    return Truth(sample, role)
