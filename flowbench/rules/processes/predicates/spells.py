"""From a condition in each row to events: what lasts a single frame and is small is jitter."""

import numpy as np

from flowbench.records import Floats, Mask
from flowbench.rules.processes.rubric import Event
from flowbench.rules.processes.tolerance import TOL
from flowbench.rules.processes.tracks import Tracks


def runs(mask: Mask) -> list[tuple[int, int]]:
    """First and last + 1 row of each run of true rows."""
    if not mask.any():
        return []
    edges = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def spells(tracks: Tracks, mask: Mask, entity: str, detail: str, excess: Floats | None = None) -> list[Event]:
    """The events of a condition.

    Args:
        mask: (N,) rows in which it holds.
        excess: (N,) by how many times the tolerance it is exceeded; left out, a single frame always counts.
    """
    found = []
    for first, end in runs(mask):
        lasting = end - first >= TOL.least_frames
        if lasting or excess is None or bool((excess[first:end] >= TOL.excess).any()):
            found.append(Event(tracks.time(first), tracks.time(end - 1), entity, detail))
    return found
