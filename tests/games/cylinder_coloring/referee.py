"""A second judge: patches as angles, of which those in front are sorted from left to right."""

import math
from dataclasses import replace


def middle_deg(sector):
    return 45 * sector + 22.5


def view(instance, azimuth_deg):
    """Rows of colour names, left to right."""
    front = [k for k in range(8) if math.cos(math.radians(middle_deg(k) - azimuth_deg)) > 0]
    front.sort(key=lambda k: math.sin(math.radians(middle_deg(k) - azimuth_deg)))
    return [[instance.palette[ring[k]] for k in front] for ring in instance.rings]


def accepts(sample, text):
    letter = text.strip().strip(" ().").upper()
    if letter not in tuple("ABCDEF"):
        return False
    rows = [row.split() for row in sample.options["ABCDEF".index(letter)].split(" / ")]
    return rows == view(sample.instance, 45 * sample.instance.target)


def equivalents(instance):
    """Azimuth 0 elsewhere, mirrored, colours renumbered and renamed, the views in the other order, no arrow."""
    found = [moved(instance, lambda angle, k=k: angle + 45 * k) for k in range(8)]
    found.append(moved(instance, lambda angle: -angle))
    count = len(instance.palette)
    renumbered = tuple(tuple((colour + 1) % count for colour in ring) for ring in instance.rings)
    found.append(replace(instance, palette=(instance.palette[-1], *instance.palette[:-1]), rings=renumbered))
    found.append(replace(instance, palette=instance.palette[::-1]))
    found.append(replace(instance, references=instance.references[::-1], arrow=not instance.arrow))
    return found


def moved(instance, change):
    """Every angle changed."""
    rings = []
    for ring in instance.rings:
        new = [None] * 8
        for sector, colour in enumerate(ring):
            new[int(change(middle_deg(sector)) % 360 // 45)] = colour
        rings.append(tuple(new))
    first, second, target = (change(45 * azimuth) % 360 // 45 for azimuth in (*instance.references, instance.target))
    return replace(instance, rings=tuple(rings), references=(first, second), target=target)
