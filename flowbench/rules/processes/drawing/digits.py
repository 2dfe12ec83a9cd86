"""Digits and capital letters as strokes, for engraving: drawn in a box one unit high, about its middle."""

import math
from collections.abc import Mapping, Sequence

Point = tuple[float, float]
Stroke = tuple[Point, ...]


def _arc(cx: float, cy: float, rx: float, ry: float, start_deg: float, end_deg: float, steps: int = 12) -> Stroke:
    """Counter-clockwise from x where the end is larger."""
    angles = [math.radians(start_deg + (end_deg - start_deg) * k / steps) for k in range(steps + 1)]
    return tuple((cx + rx * math.cos(a), cy + ry * math.sin(a)) for a in angles)


GLYPHS: Mapping[str, Sequence[Stroke]] = {
    "0": (_arc(0.0, 0.0, 0.27, 0.5, 0, 360, 24),),
    "1": (((-0.16, 0.3), (0.04, 0.5), (0.04, -0.5)),),
    "2": ((*_arc(0.0, 0.22, 0.27, 0.28, 160, -35), (-0.28, -0.5), (0.3, -0.5)),),
    "3": (_arc(-0.02, 0.25, 0.26, 0.25, 150, -90), _arc(-0.02, -0.25, 0.29, 0.25, 90, -150)),
    "4": (((0.12, -0.5), (0.12, 0.5), (-0.3, -0.18), (0.32, -0.18)),),
    "5": (((0.26, 0.5), (-0.22, 0.5), (-0.25, 0.07)), (_arc(-0.01, -0.19, 0.29, 0.31, 140, -145))),
    "6": (_arc(0.0, -0.21, 0.28, 0.29, 0, 360, 20), ((-0.27, -0.16), (-0.2, 0.18), (0.16, 0.5))),
    "7": (((-0.28, 0.5), (0.3, 0.5), (-0.08, -0.5)),),
    "8": (_arc(0.0, 0.25, 0.23, 0.25, 0, 360, 20), _arc(0.0, -0.25, 0.28, 0.25, 0, 360, 20)),
    "9": (_arc(0.0, 0.21, 0.28, 0.29, 0, 360, 20), ((0.27, 0.16), (0.2, -0.18), (-0.16, -0.5))),
    "A": (((-0.32, -0.5), (0.0, 0.5), (0.32, -0.5)), ((-0.2, -0.14), (0.2, -0.14))),
    "B": (((-0.25, -0.5), (-0.25, 0.5)), ((-0.25, 0.5), *_arc(0.02, 0.26, 0.22, 0.24, 90, -90), (-0.25, 0.02)),
          ((-0.25, 0.02), *_arc(0.04, -0.24, 0.25, 0.26, 90, -90), (-0.25, -0.5))),
    "C": (_arc(0.04, 0.0, 0.33, 0.5, 50, 310, 18),),
    "E": (((0.25, 0.5), (-0.25, 0.5), (-0.25, -0.5), (0.27, -0.5)), ((-0.25, 0.03), (0.18, 0.03))),
    "F": (((0.27, 0.5), (-0.25, 0.5), (-0.25, -0.5)), ((-0.25, 0.03), (0.18, 0.03))),
    "G": ((*_arc(0.04, 0.0, 0.33, 0.5, 50, 330, 18), (0.34, 0.0), (0.08, 0.0)),),
    "H": (((-0.27, 0.5), (-0.27, -0.5)), ((0.27, 0.5), (0.27, -0.5)), ((-0.27, 0.02), (0.27, 0.02))),
    "D": (((-0.25, -0.5), (-0.25, 0.5), *_arc(-0.04, 0.0, 0.34, 0.5, 90, -90, 16), (-0.25, -0.5)),),
}  # fmt: skip


def strokes(text: str, height: float, centre: Point = (0.0, 0.0)) -> list[Stroke]:
    """The strokes of a text so high about a point; characters that are not known are left out."""
    advance = 0.72 * height
    left = centre[0] - advance * (len(text) - 1) / 2.0
    return [
        tuple((left + k * advance + x * height, centre[1] + y * height) for x, y in stroke)
        for k, character in enumerate(text)
        for stroke in GLYPHS.get(character, ())
    ]
