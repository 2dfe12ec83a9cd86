"""G.final: what must hold at the end."""

from collections.abc import Callable

from flowbench.rules.processes.rubric import Event
from flowbench.rules.processes.tracks import Tracks


def final(tracks: Tracks, holds: Callable[[int], bool], detail: str) -> list[Event]:
    """One event unless a condition holds in each row of the last 0.3 s."""
    if all(holds(row) for row in range(len(tracks))[tracks.end]):
        return []
    return [Event(tracks.time(tracks.end.start), tracks.time(len(tracks) - 1), "", detail)]
