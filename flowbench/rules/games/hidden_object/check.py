"""What a scene must be, wherever it comes from."""

from collections.abc import Iterator

import numpy as np

from flowbench.rules.games.hidden_object.generator import BORDER_PX, LEAST_SEEN, LEAST_SEEN_PX
from flowbench.rules.games.hidden_object.records import COLOURS, FILLS, MAX_CELLS, SCENE_SIZE, Scene
from flowbench.rules.games.hidden_object.regions import border_distances
from flowbench.rules.games.hidden_object.shapes import SHAPES
from flowbench.rules.games.hidden_object.visibility import fits_in_scene, visible_pixels

LEAST_RADIUS, MOST_RADIUS = 20, 60  # pixels: below, attributes are hard to see; above, an object leaves its cell
MOST_REGIONS, MOST_CORNERS, MOST_KINDS, MOST_TARGETS = 9, 64, 40, 4


def check_scene(scene: Scene) -> str | None:
    """What is wrong with a scene, in a few words; None when nothing is."""
    return next(_problems(scene), None)


def _problems(scene: Scene) -> Iterator[str]:
    """One problem after the other; a later check may rely on the earlier ones."""
    if not 1 <= scene.cells <= MAX_CELLS:
        yield f"the grid must have 1 to {MAX_CELLS} rows of cells, got {scene.cells}"
    elif not 1 <= len(scene.things) <= scene.cells**2:
        yield f"there must be 1 to {scene.cells**2} objects, got {len(scene.things)}"
    elif problem := _kind_problem(scene) or _region_problem(scene) or _thing_problem(scene):
        yield problem


def _kind_problem(scene: Scene) -> str | None:
    for kind in scene.kinds:
        if kind.shape not in SHAPES or kind.colour not in COLOURS or kind.fill not in FILLS:
            return f"{kind} is not of {SHAPES}, {COLOURS} and {FILLS}"
    if not 1 <= len(scene.kinds) <= MOST_KINDS or len(set(scene.kinds)) < len(scene.kinds):
        return f"there must be 1 to {MOST_KINDS} kinds, all different"
    known = range(len(scene.kinds))
    if any(thing.kind not in known for thing in scene.things):
        return "an object is of a kind that is not listed"
    targets = scene.targets
    fits = 1 <= len(targets) <= MOST_TARGETS and len(set(targets)) == len(targets) and set(targets) <= set(known)
    return None if fits else f"there must be 1 to {MOST_TARGETS} different targets among the kinds, got {targets}"


def _region_problem(scene: Scene) -> str | None:
    if not 1 <= len(scene.regions) <= MOST_REGIONS:
        return f"there must be 1 to {MOST_REGIONS} regions, got {len(scene.regions)}"
    if any(not 3 <= len(region) <= MOST_CORNERS for region in scene.regions):
        return f"a region must have 3 to {MOST_CORNERS} corners"
    corners = [corner for region in scene.regions for corner in region]
    return (
        None if all(0 <= x <= SCENE_SIZE and 0 <= y <= SCENE_SIZE for x, y in corners) else "a region leaves the scene"
    )


def _thing_problem(scene: Scene) -> str | None:
    things = scene.things
    if any(not LEAST_RADIUS <= thing.radius <= MOST_RADIUS for thing in things):
        return f"the radius of an object must be {LEAST_RADIUS} to {MOST_RADIUS} pixels"
    if any(not 0 <= thing.turn_deg < 360 or not fits_in_scene(thing) for thing in things):
        return "an object must be turned by 0 to 359 degrees and lie inside of the scene"
    cells = range(scene.cells)
    if len(scene.by_cell) < len(things) or any(
        row not in cells or column not in cells for row, column in scene.by_cell
    ):
        return "each object must lie in a cell of its own"
    points = np.array([(thing.x, thing.y) for thing in things], dtype=np.float64)
    if border_distances(points, scene.regions).min() < BORDER_PX:
        return f"the middle of an object must be {BORDER_PX:.0f} pixels away from borders"
    seen, whole = visible_pixels(scene.kinds, things)
    if (seen < LEAST_SEEN * whole).any() or seen.min() < LEAST_SEEN_PX:
        return f"{LEAST_SEEN:.0%} of each object must be seen"
    return None
