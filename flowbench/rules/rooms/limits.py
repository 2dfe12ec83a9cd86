"""The constants all room categories share. Pixel counts hold at 800 x 800 and scale with the picture's area."""

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


@dataclass(frozen=True)
class LandmarkLimits:
    """What a question may refer to besides the mover."""

    min_pixels: int = 60
    min_share: float = 0.20
    max_extent_m: float = 1.8


@dataclass(frozen=True)
class MoveLimits:
    """How far things go. The spec's ranges: at least 0.15 m; each action component at most `max_move_m`."""

    min_move_m: float = 0.15
    max_move_m: float = 2.0


MOVER = MoverLimits()
LANDMARK = LandmarkLimits()
MOVE = MoveLimits()

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
