"""What kinds, regions and targets are called."""

from flowbench.rules.games.hidden_object.records import Kind


def kind_name(kind: Kind) -> str:
    """For example "red striped fish"."""
    return f"{kind.colour} {kind.fill} {kind.shape}"


def region_letter(region: int) -> str:
    """A, B, C, ..."""
    return "ABCDEFGHI"[region]


def target_name(place: int) -> str:
    """T1, T2, ... in the order of the card."""
    return f"T{place + 1}"
