"""The constants all room categories share. Pixel counts hold at 800 x 800 and scale with the picture's area."""

import math
from dataclasses import dataclass

from flowbench.records import Camera

REFERENCE_PIXELS = 800 * 800


@dataclass(frozen=True)
class MoverLimits:
    """What may be moved.

    Attributes:
        near_m, far_m: open band of camera distances of the box centre.
        min_extent_ratio: (largest box edge) / (camera distance).
        min_pixels, min_share: visible pixels, and their share of the free silhouette, before and after.
        frame_margin: how far inside the frame the projected box centre lies, share of its size.
        hung_gap_m, hung_gap_moveable_m: air below at load from which on a thing counts as hung.
        max_lean_deg: how far its most level side may be from level.
        may_carry: whether things may lie on it or in it; they stay behind.
    """

    near_m: float = 1.5
    far_m: float = 4.5
    min_extent_ratio: float = 0.08
    min_pixels: int = 200
    min_share: float = 0.40
    frame_margin: float = 0.03
    hung_gap_m: float = 0.05
    hung_gap_moveable_m: float = 0.35
    max_lean_deg: float = 10.0
    may_carry: bool = False


@dataclass(frozen=True)
class LandmarkLimits:
    """What a question may refer to besides the mover.

    Attributes:
        framed: whether its centre must be in the picture.
        own_support: whether it may be what the mover stands on.
    """

    min_pixels: int = 60
    min_share: float = 0.20
    max_extent_m: float = 1.8
    framed: bool = True
    own_support: bool = False


@dataclass(frozen=True)
class MoveLimits:
    """How far things go. The spec's ranges: at least 0.15 m; each action component at most `max_move_m`."""

    min_move_m: float = 0.15
    max_move_m: float = 2.0


@dataclass(frozen=True)
class RoomLimits:
    """All of them, and whether moved objects may hang in the air."""

    mover: MoverLimits = MoverLimits()
    landmark: LandmarkLimits = LandmarkLimits()
    move: MoveLimits = MoveLimits()
    floats: bool = False


USUAL = RoomLimits()
MOVER, LANDMARK, MOVE = USUAL.mover, USUAL.landmark, USUAL.move

PAPER = RoomLimits(
    MoverLimits(
        min_pixels=30,
        min_share=0.0,
        frame_margin=-math.inf,
        hung_gap_m=math.inf,
        hung_gap_moveable_m=math.inf,
        max_lean_deg=180.0,
        may_carry=True,
    ),
    LandmarkLimits(min_pixels=30, min_share=0.0, max_extent_m=math.inf, framed=False, own_support=True),
    MoveLimits(min_move_m=0.05, max_move_m=2.01),
    floats=True,
)  # the paper's own: seen is what has 30 pixels, and moves go from 5 cm to 2 m, plus what rounding two components adds

NEVER_LANDMARKS = frozenset(
    {
        "Floor",
        "Wall",
        "Ceiling",
        "Carcass",
        "Window",
        "CounterTop",
        "SinkBasin",
        "BathtubBasin",
        "StoveBurner",
        "StoveKnob",
    }
    | {"Shelf", "Curtains", "Blinds", "LightSwitch", "ShowerDoor", "ShowerGlass", "ShowerCurtain", "ShowerHead"}
)


def scaled_pixels(count: float, camera: Camera) -> float:
    """A pixel count given at 800 x 800, for this camera's picture size."""
    return count * camera.width * camera.height / REFERENCE_PIXELS
