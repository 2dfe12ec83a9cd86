"""G.sep: solids that pass through each other, for upright boxes that turn about the vertical."""

import itertools
from collections.abc import Mapping

import numpy as np

from flowbench.records import Floats, Mask
from flowbench.rules.processes.predicates.spells import spells
from flowbench.rules.processes.rubric import Event
from flowbench.rules.processes.tolerance import TOL
from flowbench.rules.processes.tracks import Track, Tracks

HalfSizes = tuple[float, float, float]  # along the thing's own x, y, z; its reference point is the middle


def apart(tracks: Tracks, boxes: Mapping[str, HalfSizes]) -> list[Event]:
    """An event for each pair of boxes that overlap by more than the tolerance while one of them moves."""
    found = []
    for one, two in itertools.combinations(boxes, 2):
        moving = tracks[one].moving | tracks[two].moving
        if moving.any():
            depth = np.where(moving, overlap_m(tracks[one], tracks[two], boxes[one], boxes[two]), 0.0)
            excess = depth / TOL.penetration_m
            found += spells(tracks, excess > 1.0, one, f"passes through {two}", excess)
    return found


def overlap_m(one: Track, two: Track, half_one: HalfSizes, half_two: HalfSizes) -> Floats:
    """(N,) how deep two boxes overlap: the least over the separating axes; 0 or less where they are apart."""
    offset = two.pos - one.pos
    depth = half_one[2] + half_two[2] - np.abs(offset[:, 2])
    frames = _axes(one), _axes(two)
    for axis in (*frames[0], *frames[1]):
        reach = _reach(axis, frames[0], half_one) + _reach(axis, frames[1], half_two)
        depth = np.minimum(depth, reach - np.abs((offset[:, :2] * axis).sum(axis=1)))
    there: Mask = one.there & two.there & (one.vis > TOL.visibility) & (two.vis > TOL.visibility)
    return np.where(there, depth, 0.0)


def _axes(track: Track) -> tuple[Floats, Floats]:
    """(N, 2) the directions of a box's own x and y on the table."""
    angle = np.radians(track.heading_deg)
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.stack([cosine, sine], axis=1), np.stack([-sine, cosine], axis=1)


def _reach(axis: Floats, frame: tuple[Floats, Floats], half: HalfSizes) -> Floats:
    return np.asarray(sum(size * np.abs((axis * own).sum(axis=1)) for size, own in zip(half[:2], frame, strict=True)))
