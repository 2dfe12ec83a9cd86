"""Marks on the objects a question mentions: where each dot and badge goes, in which colour, with which number.

What is fixed at reset is made from the picture before the move alone: colours, numbers, and the places there. In the
picture after the move

- what stands still keeps its place as long as it is seen there: a mark that jumps would tell of a motion;
- all else goes to the most interior pixel of its new mask;
- what is out of sight (less than 20 pixels at 800 x 800 left) stays where it was before the move, `hidden` in the
  record and hollow in the picture: a ring in place of a dot, a white badge in place of a red one.
"""

import dataclasses
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from flowbench import seeding
from flowbench.annotators.badges import covers_too_much, place_badge
from flowbench.annotators.interior import crop, most_interior
from flowbench.annotators.mark_colours import PALETTE, draw_colours
from flowbench.errors import BadValue
from flowbench.records import Floats, Image, Mask, Snapshot, Task, Transition
from flowbench.render.marks import Badge, Dot, Point, badge_radius, dot_radii, draw_badges, draw_dots
from flowbench.rules.rooms.eligible import mask_of
from flowbench.rules.rooms.limits import scaled_pixels

MIN_PIXELS = 20  # of a mask that can be marked, at 800 x 800
CLEARANCE_PX = 1.0  # between two dots
RADIUS_STEPS = 5  # sizes of dots, from the largest to the smallest


@dataclass(frozen=True)
class Place:
    """Where the mark of an object is in one picture: pixels (x, y), radii in pixels with the rim."""

    dot: Point
    dot_radius: float
    badge: Point
    badge_radius: float
    hidden: bool = False


@dataclass(frozen=True)
class Mark:
    """The mark of an object: its colour as a dot, its number as a badge, its place in each picture ("i0", "i1")."""

    object_id: str
    colour: str
    number: int
    places: Mapping[str, Place]


def marks_before(before: Snapshot, task: Task, seed_key: Sequence[seeding.Key]) -> tuple[Mark, ...]:
    """The marks of a task in the picture before the move, the mover's first, then the landmarks'.

    Args:
        before: with pixels.
        seed_key: of the episode (`Origin.seed_key`); seeds the draw of colours and numbers.

    Raises:
        BadValue: when an object of the task is not in the picture.
    """
    names = task.named
    masks = {name: mask_of(before, name) for name in names}
    for name, mask in masks.items():
        if not mask.any():
            raise BadValue(f"{name} is not in the picture before the move and cannot be marked; choose one that is.")
    colours = draw_colours(
        {name: mean_colour(before, mask) for name, mask in masks.items()}, "mark colours", *seed_key, *names
    )
    numbers = seeding.ordered(range(1, len(names) + 1), "mark numbers", *seed_key, *names)
    places = _places(masks, {})
    return tuple(
        Mark(name, colours[name], number, {"i0": places[name]}) for name, number in zip(names, numbers, strict=True)
    )


def marks(transition: Transition, before: Snapshot, after: Snapshot) -> tuple[Mark, ...]:
    """The marks of a transition in both pictures; its snapshots with pixels."""
    first = marks_before(before, transition.task, transition.origin.seed_key)
    masks = {mark.object_id: mask_of(after, mark.object_id) for mark in first}
    stay = {mark.object_id: place for mark in first if (place := _kept(mark, masks[mark.object_id], before, after))}
    places = _places(masks, stay)
    return tuple(dataclasses.replace(mark, places={**mark.places, "i1": places[mark.object_id]}) for mark in first)


def mean_colour(view: Snapshot, mask: Mask) -> tuple[float, float, float]:
    """Mean sRGB colour of a mask's pixels."""
    if view.pixels is None:
        raise BadValue("This snapshot has no pixels; draw them with flowbench.simulators.with_pixels.")
    part, (left, top) = crop(mask)
    height, width = part.shape
    frame = view.pixels.frame[top : top + height, left : left + width]
    red, green, blue = frame[part].astype(np.float64).mean(axis=0).tolist()
    return red, green, blue


def as_state(marked: Iterable[Mark]) -> dict[str, Any]:
    """Marks as JSON values: object id -> colour, rgb, number, and a place for each picture."""
    return {
        mark.object_id: {
            "colour": mark.colour,
            "rgb": list(PALETTE[mark.colour]),
            "number": mark.number,
            **{picture: _as_json(place) for picture, place in mark.places.items()},
        }
        for mark in marked
    }


def draw_marks(image: Image, state: Mapping[str, Any], picture: str, refer: str) -> Image:
    """A picture with the marks that `as_state` describes.

    Args:
        image: (H, W, 3) uint8, not changed.
        state: an item's `state["marks"]`.
        picture: which one it is: "i0" or "i1".
        refer: "dots", "numbers", or "names", which leaves it unmarked.
    """
    if refer == "dots":
        return draw_dots(image, [_dot(entry["rgb"], entry[picture]) for entry in state.values()])
    if refer == "numbers":
        return draw_badges(image, [_badge(entry["number"], entry[picture]) for entry in state.values()])
    return image


def _kept(mark: Mark, mask: Mask, before: Snapshot, after: Snapshot) -> Place | None:
    """The old place of what stands still and is still seen there, or of what is out of sight."""
    place = mark.places["i0"]
    if mask.sum() < scaled_pixels(MIN_PIXELS, after.scene.camera):
        return dataclasses.replace(place, hidden=True)
    still = before.scene.pose(mark.object_id) == after.scene.pose(mark.object_id)
    still = still and before.scene.camera == after.scene.camera
    return place if still and mask[place.dot[1], place.dot[0]] else None


def _places(masks: Mapping[str, Mask], stay: Mapping[str, Place]) -> dict[str, Place]:
    """A place for each mask; dots that stay come first, then small masks before large ones, which have more choice."""
    order = sorted(masks, key=lambda name: (name not in stay, int(masks[name].sum())))
    dots: dict[str, tuple[Point, float]] = {}
    for name in order:
        kept = stay.get(name)
        dots[name] = (kept.dot, kept.dot_radius) if kept else _place_dot(masks[name], list(dots.values()))
    badges = _place_badges(masks, order, {name: point for name, (point, _) in dots.items()})
    height, width = next(iter(masks.values())).shape
    return {
        name: Place(*dots[name], badges[name], badge_radius(width, height), name in stay and stay[name].hidden)
        for name in masks
    }


def _place_dot(mask: Mask, placed: Sequence[tuple[Point, float]]) -> tuple[Point, float]:
    """The most interior pixel whose dot touches no other, and the largest radius with which it fits into the mask."""
    smallest, largest = dot_radii(mask.shape[1], mask.shape[0])
    part, (left, top) = crop(mask)
    room = _room(part.shape, [((x - left, y - top), radius) for (x, y), radius in placed])
    for radius in np.linspace(largest, smallest, RADIUS_STEPS).tolist():
        allowed = room >= radius + CLEARANCE_PX
        if (part & allowed).any():
            (x, y), depth = most_interior(part, allowed)
            if depth >= radius or radius == smallest:
                return (left + x, top + y), radius
    row, column = divmod(int(np.argmax(np.where(part, room, -np.inf))), part.shape[1])
    return (left + column, top + row), smallest


def _room(shape: tuple[int, ...], placed: Sequence[tuple[Point, float]]) -> Floats:
    """(H, W) distance of each pixel to the nearest dot's edge; inf without dots."""
    rows, columns = np.ogrid[: shape[0], : shape[1]]
    room = np.full(shape, np.inf)
    for (x, y), radius in placed:
        room = np.minimum(room, np.sqrt((columns - x) ** 2.0 + (rows - y) ** 2.0) - radius)
    return room


def _place_badges(masks: Mapping[str, Mask], order: Sequence[str], anchors: Mapping[str, Point]) -> dict[str, Point]:
    height, width = next(iter(masks.values())).shape
    radius = badge_radius(width, height)
    small = [name for name in order if covers_too_much(masks[name], radius)]
    reach = math.ceil(radius / 2.0)  # around the end of a pointer
    layers = np.sum([masks[name] for name in order], axis=0, dtype=np.uint8)  # one may be a part of another
    badges: dict[str, Point] = {}
    for name in order:
        clear = layers > (0 if name in small else masks[name])
        for other, (x, y) in anchors.items():
            if other != name:
                clear[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1] = True
        badges[name] = place_badge(anchors[name], radius, clear, list(badges.values()))
    return badges


def _as_json(place: Place) -> dict[str, Any]:
    return {**dataclasses.asdict(place), "dot": list(place.dot), "badge": list(place.badge)}


def _dot(colour: Sequence[int], place: Mapping[str, Any]) -> Dot:
    red, green, blue = colour
    return Dot(_point(place["dot"]), place["dot_radius"], (red, green, blue), place["hidden"])


def _badge(number: int, place: Mapping[str, Any]) -> Badge:
    return Badge(_point(place["badge"]), place["badge_radius"], number, _point(place["dot"]), place["hidden"])


def _point(values: Sequence[int]) -> Point:
    x, y = values
    return x, y
