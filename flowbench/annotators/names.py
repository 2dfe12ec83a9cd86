"""What objects and motions are called in words."""

import re

from flowbench.records import Motion

_SPECIAL = {
    "Bottle": "glass bottle",
    "HandTowel": "small towel",
    "HandTowelHolder": "towel hook",
    "TowelHolder": "towel rail",
    "Box": "cardboard box",
    "Towel": "bath towel",
    "Knife": "kitchen knife",
    "Desktop": "desktop computer",
    "ArmChair": "armchair",
    "CD": "CD",
    "DiningTable": "dining table",
    "TVStand": "TV stand",
    "KeyChain": "key chain",
    "DishSponge": "sponge",
    "HousePlant": "house plant",
    "CellPhone": "cell phone",
    "BasketBall": "basketball",
    "BaseballBat": "baseball bat",
    "RoomDecor": "room decoration",
    "TableTopDecor": "table decoration",
}


def name_of(object_type: str) -> str:
    """A type in words: "GarbageCan" -> "garbage can".

    >>> name_of("ArmChair"), name_of("RemoteControl")
    ('armchair', 'remote control')
    """
    return _SPECIAL.get(object_type) or re.sub(r"(?<=[a-z])(?=[A-Z])", " ", object_type).lower()


def motion_text(name: str, motion: Motion) -> str:
    """The move in words, in the camera's frame, metres with two decimals.

    >>> motion_text("the mug", Motion("Mug|1", right_m=-0.4, forward_m=0.25))
    'Move the mug 0.40 m to the left and 0.25 m away from the camera.'
    >>> motion_text("object 3", Motion("Mug|1", right_m=-0.4))
    'Move object 3 by 0.40 m to the left.'
    """
    parts = _level_parts(motion)
    if motion.up_m:
        parts.append(f"{'raise' if motion.up_m > 0 else 'lower'} it by {abs(motion.up_m):.2f} m")
    if not parts:
        return f"Leave {name} where it is."
    first, *rest = parts
    moved = (
        f"Move {name} {'by ' if name[-1].isdigit() else ''}{first}"
        if not first.startswith(("raise", "lower"))
        else f"{first.capitalize()}".replace(" it ", f" {name} ", 1)
    )
    return " and ".join([moved, *rest]) + "."


def way_text(motion: Motion) -> str:
    """How far and where to a motion goes, without what is moved.

    >>> way_text(Motion("Mug|1", right_m=-0.28, forward_m=-0.28))
    '0.28 m to the left and 0.28 m toward the camera'
    >>> way_text(Motion("Mug|1", up_m=-0.4))
    '0.40 m down'
    """
    heights = [f"{abs(motion.up_m):.2f} m {'up' if motion.up_m > 0.0 else 'down'}"] if motion.up_m else []
    return " and ".join(_level_parts(motion) + heights)


def _level_parts(motion: Motion) -> list[str]:
    return [
        f"{abs(length):.2f} m {positive if length > 0 else negative}"
        for length, positive, negative in (
            (motion.right_m, "to the right", "to the left"),
            (motion.forward_m, "away from the camera", "toward the camera"),
        )
        if length != 0.0
    ]
