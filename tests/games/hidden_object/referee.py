"""A second judge: objects are counted one by one, and regions are found by how often a border winds around a point."""

import math
import re
from dataclasses import replace

from tests.games.fields import endings, read_fields

LETTERS = "abcdefghi"


def winds_around(polygon, x, y):
    """Whether the angles under which the sides are seen add up to a whole turn."""
    total = 0.0
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        step = math.atan2(by - y, bx - x) - math.atan2(ay - y, ax - x)
        total += (step + math.pi) % (2 * math.pi) - math.pi
    return abs(total) > math.pi


def count(scene, kind, region=None):
    look = scene.kinds[kind]
    found = 0
    for thing in scene.things:
        same = scene.kinds[thing.kind] == look
        if same and (region is None or winds_around(scene.regions[region], thing.x, thing.y)):
            found += 1
    return found


def wanted(sample):
    """A number, or the numbers by lower-case name."""
    scene, query = sample.instance, sample.query
    if sample.family in ("HO1", "HO2"):
        return count(scene, query.kinds[0], *query.regions)
    if len(query.kinds) == 1:
        return {LETTERS[region]: count(scene, query.kinds[0], region) for region in query.regions}
    return {f"t{k + 1}": count(scene, kind, *query.regions) for k, kind in enumerate(query.kinds)}


def read_number(text):
    return int(text) if re.fullmatch("0|[1-9][0-9]*", text) else None


def accepts(sample, text):
    text = text.strip().lower()
    if sample.fmt == "choice":
        letter = text.strip(" ().").upper()
        return letter in tuple("ABCDEF") and is_right(sample, sample.options["ABCDEF".index(letter)].lower())
    if sample.family in ("HO1", "HO2"):
        return is_right(sample, re.sub(r"\s*\.$", "", text))
    return any(is_right(sample, part) for part in endings(text))


def is_right(sample, text):
    right = wanted(sample)
    if isinstance(right, int):
        return read_number(text) == right
    fields = read_fields(text, list(right))
    return fields is not None and {key: read_number(value) for key, value in fields.items()} == right


def equivalents(instance):
    """Objects stacked in another order, turned and a little larger; kinds listed in another order; other targets."""
    turned = tuple(replace(t, turn_deg=(t.turn_deg + 15) % 360, radius=t.radius + 1) for t in instance.things[::-1])
    last = len(instance.kinds) - 1
    renumbered = tuple(replace(thing, kind=last - thing.kind) for thing in instance.things)
    return [
        instance,
        replace(instance, things=turned),
        replace(instance, kinds=instance.kinds[::-1], things=renumbered),
        replace(instance, targets=(last,)),
    ]
