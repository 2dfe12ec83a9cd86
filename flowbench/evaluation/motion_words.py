"""From a sentence about a move to metres: the reverse of how moves are worded."""

import re

from flowbench.errors import BadValue
from flowbench.records import Vector

RIGHT, UP, FORWARD = range(3)
_METRES = {"m": 1.0, "cm": 0.01}
_LENGTH = r"(\d+(?:\.\d+)?)\s*(m|cm)\b"
_TOWARD = {
    "right": (RIGHT, 1.0),
    "left": (RIGHT, -1.0),
    "up": (UP, 1.0),
    "down": (UP, -1.0),
    "away from the camera": (FORWARD, 1.0),
    "toward the camera": (FORWARD, -1.0),
    "towards the camera": (FORWARD, -1.0),
    "forward": (FORWARD, 1.0),
    "back": (FORWARD, -1.0),
}
_SLIDE = re.compile(rf"{_LENGTH}\s+(?:to\s+the\s+)?({'|'.join(sorted(_TOWARD, key=len, reverse=True))})\b", re.I)
_LIFT = re.compile(rf"\b(raise|lower)\b[^.]*?\bby\s+{_LENGTH}", re.I)
_STAY = re.compile(r"\bleave\b.*\bwhere it is\b", re.I)
_ANY_LENGTH = re.compile(_LENGTH)


def read_motion(text: str) -> Vector:
    """Metres (right, up, forward) in the level camera frame of the move a text describes.

    Raises:
        BadValue: when no move can be read.

    >>> read_motion("Move the mug 0.40 m to the left and 0.25 m away from the camera.")
    (-0.4, 0.0, 0.25)
    >>> read_motion("Lower the mug by 12 cm.")
    (0.0, -0.12, 0.0)
    """
    steps = components(text)
    if not steps and not _STAY.search(text):
        raise BadValue(f"No move can be read from {text!r}. Expected lengths in m or cm, each with a direction.")
    total = [0.0, 0.0, 0.0]
    for axis, metres in steps:
        total[axis] += metres
    return total[0], total[1], total[2]


def components(text: str) -> list[tuple[int, float]]:
    """The (axis, signed metres) of each length in a text that has a direction, slides first."""
    slides = [
        (_TOWARD[direction.lower()], float(number) * _METRES[unit]) for number, unit, direction in _SLIDE.findall(text)
    ]
    steps = [(axis, sign * metres) for (axis, sign), metres in slides]
    for verb, number, unit in _LIFT.findall(text):
        steps.append((UP, float(number) * _METRES[unit] * (1.0 if verb.lower() == "raise" else -1.0)))
    return steps


def lengths(text: str) -> list[float]:
    """All lengths a text mentions, metres, in order."""
    return [float(number) * _METRES[unit] for number, unit in _ANY_LENGTH.findall(text)]
