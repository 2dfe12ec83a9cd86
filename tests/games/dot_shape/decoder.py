"""Reads dots with their numbers and layers, and contours, back from pixels."""

from functools import cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from flowbench.rules.games.dot_shape.picture import DOT_PX, LOOKS, NUMBER_PX
from tests.games.dot_shape.referee import cloud, corners, read
from tests.games.pixels import distance

WIDE_PX = 14  # of the box around a number: wider ones have two digits
LIKELY = 5  # numbers that are tried at each half pixel: those that fit best at whole ones
NEAR_PX = 1.6  # a dot is found when a mark is this near
CORNER_PX = 5.0  # from the middle of a mark along both axes: inside of a square, outside of a disc
LINE_COLOUR = 60  # sum of the differences of the channels, up to which a pixel has the colour of a line
LINE_PX = 4.5  # as far may a pixel of a contour be from where it must be


def shown(sample, role):
    layers = read(sample.options["ABCDEF".index(role)]) if role in tuple("ABCDEF") else sample.instance.layers
    return [[(x / 10, y / 10) for x, y in layer] for layer in layers]


def decode(frame, role, style):
    if role == "reference":
        return contours(frame, LOOKS[style])
    look = LOOKS[style]
    share = coverage(frame, look)
    if role == "joined":
        return dots((share > 0.5) & (distance(frame, look.line) > LINE_COLOUR))
    return numbered(share, dots(share > 0.5))


def coverage(frame, look):
    """How much of each pixel is ink of a layer rather than ground, 0 to 1."""
    ink = np.minimum.reduce([distance(frame, colour) for colour in look.inks])
    ground = distance(frame, look.ground)
    return ground / np.maximum(ground + ink, 1).astype(np.float32)


def dots(ink):
    """(layer, centre) of each mark: a disc, a ring or a square."""
    _, _, stats, centroids = cv2.connectedComponentsWithStats(ink.astype(np.uint8))
    found = []
    for box, centre in zip(stats[1:], centroids[1:], strict=True):
        if is_mark(*box[2:]):
            x, y = centre + 0.5
            middle = ink[int(y), int(x)]
            corners_of = [ink[int(y + a), int(x + b)] for a in (-CORNER_PX, CORNER_PX) for b in (-CORNER_PX, CORNER_PX)]
            found.append((1 if not middle else 2 if sum(corners_of) >= 3 else 0, (x, y)))
    return found


def is_mark(width, height, area):
    """Marks are as wide as high and well filled; digits are narrower, and two that touch are wider or thinner."""
    large = 1.7 * DOT_PX < min(width, height) and max(width, height) < 2.6 * DOT_PX
    return large and abs(int(width) - int(height)) <= 2 and area > 0.4 * width * height


def numbered(share, found):
    """layer -> number -> centre: each number belongs to the dot it is nearest to."""
    count, labels, stats, centroids = cv2.connectedComponentsWithStats((share > 0.5).astype(np.uint8))
    pieces = {k: [] for k in range(len(found))}
    small = [label for label in range(1, count) if stats[label][4] >= 6 and not is_mark(*stats[label][2:])]
    for group in joined(labels, stats, small):
        x, y = np.average(centroids[group], axis=0, weights=stats[group, 4])
        away = [np.hypot(x - dot_x, y - dot_y) for _, (dot_x, dot_y) in found]
        pieces[int(np.argmin(away))] += group
    layers = {}
    for k, (place, centre) in enumerate(found):
        layers.setdefault(place, {})[number_of(share, labels, stats[pieces[k]], pieces[k])] = centre
    return layers


def joined(labels, stats, pieces):
    """Pieces of ink in groups that a pixel's gap parts: a thin stroke may break."""
    chosen = np.isin(np.arange(len(stats)), pieces).astype(np.uint8)
    _, groups = cv2.connectedComponents(cv2.dilate(chosen[labels], np.ones((2, 2))))
    found = {}
    for label in pieces:
        left, top, width, _, _ = stats[label]
        column = left + int(np.argmax(labels[top, left : left + width] == label))
        found.setdefault(int(groups[top, column]), []).append(label)
    return list(found.values())


def number_of(share, labels, boxes, pieces):
    """The number whose picture is nearest to these pieces of ink, wherever in a small window it fits best."""
    if not pieces:
        return None
    left, top = boxes[:, 0].min() - 2, boxes[:, 1].min() - 2
    right, bottom = (boxes[:, 0] + boxes[:, 2]).max() + 2, (boxes[:, 1] + boxes[:, 3]).max() + 2
    mine = cv2.dilate(np.isin(labels[top:bottom, left:right], pieces).astype(np.uint8), np.ones((3, 3))) > 0
    window = np.pad(share[top:bottom, left:right] * mine, 4)
    wide = right - left > WIDE_PX
    numbers = sorted(range(10, 24) if wide else range(1, 10), key=lambda number: mismatch(window, number, phases=1))
    return min(numbers[:LIKELY], key=lambda number: mismatch(window, number))


def mismatch(window, number, phases=4):
    """The least squared difference over all places and half pixels at which the number is laid on the window."""
    best, squares = np.inf, window**2
    for glyph in glyphs(number)[:phases]:
        if glyph.shape[0] <= window.shape[0] and glyph.shape[1] <= window.shape[1]:
            inside = cv2.matchTemplate(window, glyph, cv2.TM_SQDIFF).min()
            overlap = cv2.boxFilter(
                squares, -1, glyph.shape[::-1], normalize=False, borderType=cv2.BORDER_CONSTANT
            ).max()
            best = min(best, float(inside + squares.sum() - overlap))
    return best


@cache
def glyphs(number):
    """The number as it is drawn, at each half pixel."""
    found = []
    for shift_x, shift_y in ((0, 0), (0, 1), (1, 0), (1, 1)):
        image = Image.new("L", (80, 60), 0)
        font = ImageFont.load_default(2 * NUMBER_PX)
        ImageDraw.Draw(image).text((40 + shift_x, 30 + shift_y), str(number), fill=255, font=font, anchor="mm")
        small = np.asarray(image.resize((40, 30), Image.Resampling.LANCZOS), dtype=np.float32) / 255
        rows, columns = np.nonzero(small > 0.1)
        found.append(small[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1])
    return found


def contours(frame, look):
    """The pixels of each contour, the outermost first: one piece of ink each."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats((coverage(frame, look) > 0.5).astype(np.uint8))
    large = [label for label in range(1, count) if stats[label][4] > 100]
    large.sort(key=lambda label: -stats[label][2] * stats[label][3])
    return [np.argwhere(labels == label)[:, ::-1] + 0.5 for label in large]


class Truth:
    """What a picture must show; equal to what was decoded when all of it is found in its place and nothing else."""

    def __init__(self, sample, role):
        self.layers, self.role = shown(sample, role), role

    def __eq__(self, decoded):
        return self.problem(decoded) is None

    def problem(self, decoded):
        if self.role == "reference":
            return self.contour_problem(decoded)
        if self.role == "joined":
            decoded = {(place, self.number(place, at)): at for place, at in decoded}
        else:
            decoded = {(place, number): at for place, layer in decoded.items() for number, at in layer.items()}
        wanted = {(place, k + 1): at for place, layer in enumerate(self.layers) for k, at in enumerate(layer)}
        if set(decoded) != set(wanted):
            return f"found but not there {set(decoded) - set(wanted)}, not found {set(wanted) - set(decoded)}"
        far = {key for key, at in wanted.items() if np.hypot(*np.subtract(at, decoded[key])) > NEAR_PX}
        return f"not in its place: {far}" if far else None

    def number(self, place, at):
        """The number of the dot of a layer that lies at a point."""
        layer = self.layers[place] if place < len(self.layers) else []
        return next((k + 1 for k, dot in enumerate(layer) if np.hypot(*np.subtract(dot, at)) <= NEAR_PX), None)

    def contour_problem(self, decoded):
        if len(decoded) != len(self.layers):
            return f"{len(decoded)} contours"
        for layer, pixels in zip(self.layers, decoded, strict=True):
            line = cloud(corners(layer))
            apart = np.linalg.norm(line[:, None] - pixels, axis=2)
            if apart.min(axis=0).max() > LINE_PX or apart.min(axis=1).max() > LINE_PX:
                return "a contour is not where it must be"
        return None


def truth(sample, role):
    return Truth(sample, role)
