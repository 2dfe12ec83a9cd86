"""Which colour each dot of a question gets."""

from collections.abc import Iterator, Mapping, Sequence

from flowbench import seeding
from flowbench.errors import BadValue
from flowbench.render.drawing import Colour
from flowbench.render.lab import distance, to_lab

# Ten colours that go by common names; any two are at least 42 CIELAB units apart.
PALETTE: Mapping[str, Colour] = {
    "red": (225, 20, 20),
    "orange": (255, 140, 0),
    "yellow": (255, 235, 0),
    "green": (0, 160, 40),
    "cyan": (0, 215, 235),
    "blue": (0, 90, 235),
    "purple": (130, 0, 150),
    "pink": (255, 100, 200),
    "white": (255, 255, 255),
    "black": (0, 0, 0),
}
NEAREST = 2  # so many of the palette's colours nearest to an object are never used on it ...
MIN_DISTANCE = 40.0  # ... nor any nearer than this, CIELAB units


def draw_colours(beneath: Mapping[str, tuple[float, float, float]], *key: seeding.Key) -> dict[str, str]:
    """A colour for each object, all different, drawn at random by the key.

    No object gets one of the two palette colours nearest to its own, nor one within 40 CIELAB units of it. Where these
    rules leave no way to give all objects different colours, each takes one of those farthest from its own instead.

    Args:
        beneath: object id -> its mean colour in the picture, sRGB from 0 to 255.
        key: what seeds the draw.

    Returns:
        Object id -> name of a colour of the palette.

    Raises:
        BadValue: for more objects than colours.
    """
    if len(beneath) > len(PALETTE):
        raise BadValue(f"At most {len(PALETTE)} objects can have dots of different colours, got {len(beneath)}.")
    drawn = {name: seeding.ordered(usable_colours(colour), *key, name) for name, colour in beneath.items()}
    farthest = {name: list(reversed(by_nearness(colour))) for name, colour in beneath.items()}
    found = next(_assignments(drawn), None) or next(_assignments(farthest))
    return dict(zip(beneath, found, strict=True))


def usable_colours(beneath: tuple[float, float, float]) -> list[str]:
    """The palette's colours that stand out from a colour."""
    own = to_lab(beneath)
    return [name for name in by_nearness(beneath)[NEAREST:] if distance(to_lab(PALETTE[name]), own) > MIN_DISTANCE]


def by_nearness(beneath: tuple[float, float, float]) -> list[str]:
    """All colours of the palette, the one nearest to a colour first."""
    own = to_lab(beneath)
    return sorted(PALETTE, key=lambda name: distance(to_lab(PALETTE[name]), own))


def _assignments(choices: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """All ways to choose different colours, those that come first in each list first."""
    yield from _extended((), list(choices.values()))


def _extended(taken: tuple[str, ...], left: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    if not left:
        yield taken
        return
    for name in left[0]:
        if name not in taken:
            yield from _extended((*taken, name), left[1:])
