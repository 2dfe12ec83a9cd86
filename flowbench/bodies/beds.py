"""Beds for people and dogs."""

from flowbench.bodies.draft import Draft
from flowbench.bodies.solids import lathe, pad

LOFT_M, LOFT_MATTRESS_M, LOFT_FRAME_M = 0.9, 0.18, 0.12


def bed(d: Draft) -> None:
    """Frame, mattress with a blanket and a turned-down sheet, headboard at -z. Pillows are objects of their own.

    A bed whose mattress is higher than 0.9 m is a loft bed on four posts, with room below.
    """
    top = d.main_surface(d.height * (0.6 if d.height > 0.5 else 0.9), 0.3)
    half_x, half_z = d.width / 2, d.depth / 2
    board = min(0.06, d.depth * 0.06)
    is_loft = top > LOFT_M
    frame_top = top - LOFT_MATTRESS_M if is_loft else top * 0.5
    foot = frame_top - LOFT_FRAME_M if is_loft else min(0.12, frame_top * 0.5)
    inner = half_x - min(0.02, d.width * 0.02)
    d.piece((-half_x, foot if is_loft else 0.0, -half_z), (half_x, d.height, -half_z + board), "frame", 0.015)
    d.piece((-half_x, foot, -half_z + board), (half_x, frame_top, half_z), "frame", 0.012)
    for x in (-half_x, half_x - board):
        for z in (half_z - board, -half_z) if is_loft else (half_z - board,):
            d.piece((x, 0.0, z), (x + board, foot, z + board), "frame")
    if d.choose("footboard", 2):
        rail = top * 0.98 if is_loft else min(frame_top * 1.35, top * 0.85)
        d.panel((-half_x, foot, half_z - board), (half_x, rail, half_z), "frame", 0.012)
    start, end = -half_z + board, half_z - board * 1.05
    d.add(pad((-inner, frame_top - 0.02, start), (inner, top - 0.012, end), 0.05), "sheet")
    fold = start + (end - start) * 0.3
    edge = min(0.03, half_x * 0.04)
    side = inner + edge * 0.5
    d.add(pad((-side, min(frame_top * 1.02, frame_top + 0.02), fold), (side, top, end + edge * 0.4), 0.05), "blanket")
    d.add(
        pad((-side - edge * 0.2, top - min(0.1, top * 0.15), fold - 0.09), (side + edge * 0.2, top, fold + 0.1), 0.03),
        "sheet",
    )
    d.block((-inner, frame_top, start), (inner, top, end))


def dog_bed(d: Draft) -> None:
    """A round cushion with a raised rim."""
    flat, r, h = d.depth / d.width, d.width / 2, d.height
    floor = h * 0.4
    rim = [
        (r * 0.94, 0.0),
        (r, h * 0.35),
        (r * 0.98, h * 0.75),
        (r * 0.9, h),
        (r * 0.8, h * 0.9),
        (r * 0.74, floor),
        (r * 0.3, floor * 1.1),
    ]
    d.add(lathe(rim, 28, flat), "seat")
    d.add(lathe([(r * 0.72, floor * 0.8), (r * 0.72, floor * 1.12), (r * 0.5, floor * 1.2)], 24, flat), "cushion")
    d.disc(r * 0.92, r * 0.92 * flat, 0.0, floor)
    _rim(d, r, flat, floor, h)


def _rim(d: Draft, r: float, flat: float, low: float, high: float) -> None:
    for side in (-1, 1):
        x0, x1 = sorted((side * r * 0.8, side * r * 0.93))
        z0, z1 = sorted((side * r * 0.8 * flat, side * r * 0.93 * flat))
        d.block((x0, low, -r * 0.35 * flat), (x1, high * 0.95, r * 0.35 * flat))
        d.block((-r * 0.35, low, z0), (r * 0.35, high * 0.95, z1))
