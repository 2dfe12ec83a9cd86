"""The judge's items of Sliding Puzzle."""

from functools import partial
from typing import Any

import numpy as np

from flowbench.rules.processes.predicates.ending import final
from flowbench.rules.processes.predicates.motion import hands, one_mover
from flowbench.rules.processes.predicates.spells import spells
from flowbench.rules.processes.predicates.stillness import fixed
from flowbench.rules.processes.predicates.things import attributes, inventory
from flowbench.rules.processes.process import Process
from flowbench.rules.processes.reading import goal_at, illegal, is_step, rests
from flowbench.rules.processes.rubric import Event, Item
from flowbench.rules.processes.sliding_puzzle.records import TRAY_M, Tray
from flowbench.rules.processes.tolerance import TOL
from flowbench.rules.processes.tracks import Tracks


def tile_ids(tray: Tray) -> tuple[str, ...]:
    """Ids of the tiles in the order of their numbers."""
    return tuple(f"tile_{number}" for number in range(1, tray.size**2))


def rubric(rules: Process[Any, Any], tray: Tray) -> tuple[Item, ...]:
    """S1 to S6."""
    tiles = tile_ids(tray)
    return (
        Item(
            "S1", "The same tiles with the same numbers throughout.", "object-state inconsistency", "no number changes",
            lambda tracks: [*inventory(tracks, tiles), *attributes(tracks, tiles), *hands(tracks, 0, ())],
        ),
        Item(
            "S2", "One tile moves at a time.", "rule violation", "one tile moves",
            lambda tracks: one_mover(tracks, tiles),
        ),
        Item(
            "S3", "Each move slides one tile straight into the empty cell beside it.", "rule violation",
            "straight into the empty cell",
            lambda tracks: illegal(
                tracks, rests(rules, tray, tracks, tiles), partial(is_step, rules, tray), "no slide leads there"
            ),
        ),
        Item(
            "S4", "Tiles stay flat, inside the tray.", "physical collapse", "stay flat",
            lambda tracks: lifted(tray, tracks, tiles),
        ),
        Item(
            "S5", "The tray and the camera stay where they are.", "object-state inconsistency", "tray stays",
            lambda tracks: fixed(tracks, ("tray",)),
        ),
        Item(
            "S6", "At the end all tiles lie in order.", "rule violation", "lie in order",
            lambda tracks: final(tracks, goal_at(rules, tray, tracks), "the tiles are not in order"),
        ),
    )  # fmt: skip


def lifted(tray: Tray, tracks: Tracks, tiles: tuple[str, ...]) -> list[Event]:
    """Tiles off the floor of the tray, turned, or beyond its border."""
    reach = (TRAY_M - tray.cell_m) / 2.0
    found = []
    for name in tiles:
        track = tracks[name]
        off = np.abs(track.pos[:, 2] - track.pos[0, 2])
        beyond = np.maximum(np.abs(track.pos[:, :2]).max(axis=1) - reach, 0.0)
        excess = np.maximum(np.maximum(off, beyond) / TOL.position_m, track.turn_deg / TOL.angle_deg)
        found += spells(tracks, track.there & (excess > 1.0), name, "leaves the floor of the tray", excess)
    return found
