"""What must not move: fixtures, pieces that are done, the camera and the scene."""

from collections.abc import Iterable

import numpy as np

from flowbench.records import Floats
from flowbench.rules.processes.entity import CAMERA, GROUND
from flowbench.rules.processes.predicates.spells import spells
from flowbench.rules.processes.predicates.things import attributes, inventory
from flowbench.rules.processes.rubric import Event
from flowbench.rules.processes.tolerance import TOL
from flowbench.rules.processes.tracks import Tracks


def still(tracks: Tracks, ids: Iterable[str]) -> list[Event]:
    """G.static: each stays where it was in the first scene."""
    found = []
    for name in ids:
        excess = shift(tracks, name, TOL.position_m, TOL.angle_deg)
        found += spells(tracks, excess > 1.0, name, "has moved", excess)
    return found


def still_after(tracks: Tracks, name: str, row: int) -> list[Event]:
    """A piece that came to rest in a row stays there."""
    track = tracks[name]
    apart = np.sqrt(((track.pos - track.pos[row]) ** 2).sum(axis=1)) / TOL.position_m
    late = np.arange(len(tracks)) > row
    return spells(tracks, late & track.there & (apart > 1.0), name, "moves again", apart)


def scene(tracks: Tracks) -> list[Event]:
    """G.scene: camera and ground are there, look and stay as they were."""
    found = []
    for kind in (CAMERA, GROUND):
        names = [name for name in tracks.of_kind(kind) if name in tracks.start]
        for name in names:
            excess = shift(tracks, name, TOL.camera_m, TOL.camera_deg)
            found += spells(tracks, excess > 1.0, name, "has moved", excess)
        found += attributes(tracks, names) + inventory(tracks, names, strangers=False)
    return found


def fixed(tracks: Tracks, ids: Iterable[str]) -> list[Event]:
    """The layout and the scene: fixtures neither move, vanish nor change, and neither does the picture's frame."""
    names = tuple(ids)
    return still(tracks, names) + attributes(tracks, names) + inventory(tracks, names, strangers=False) + scene(tracks)


def shift(tracks: Tracks, name: str, position_m: float, angle_deg: float) -> Floats:
    """(N,) how far a thing is from where it was in the first scene, in tolerances; 0 while it is not there."""
    track = tracks[name]
    return np.where(track.there, np.maximum(track.shift_m / position_m, track.turn_deg / angle_deg), 0.0)
