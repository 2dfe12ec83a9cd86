"""Actions of Polyform Tiling as numbers: piece, row, column, quarter turns."""

from flowbench.rules.processes.polyform_tiling.records import MOST_COLUMNS, MOST_PIECES, MOST_ROWS, TURNS, Pose

COUNT = MOST_PIECES * MOST_ROWS * MOST_COLUMNS * TURNS


def number_of(piece: int, pose: Pose) -> int:
    """The action that lays a piece."""
    row, column, turns = pose
    return ((piece * MOST_ROWS + row) * MOST_COLUMNS + column) * TURNS + turns


def piece_of(action: int) -> int:
    """The piece of an action."""
    return action // (MOST_ROWS * MOST_COLUMNS * TURNS)


def pose_of(action: int) -> Pose:
    """The pose of an action."""
    rest, turns = divmod(action % (MOST_ROWS * MOST_COLUMNS * TURNS), TURNS)
    return *divmod(rest, MOST_COLUMNS), turns
