"""What the paper takes for walls: the upright sides of the axis-aligned box around the whole scene."""

from functools import lru_cache

import numpy as np

from flowbench.geometry.boxes import bounds, place
from flowbench.geometry.check_pose import world_box
from flowbench.geometry.motion import displacement
from flowbench.geometry.walls import WallGap
from flowbench.records import Floats, Layout, Motion, SceneState

SIDES = {"-x": (-1.0, 0.0), "+x": (1.0, 0.0), "-z": (0.0, -1.0), "+z": (0.0, 1.0)}  # name -> way out (x, z)


@lru_cache(maxsize=16)
def scene_box(layout: Layout) -> tuple[Floats, Floats]:
    """Lowest and highest corner (3,) of the box around all objects as they were loaded, metres."""
    corners = [bounds(place(item.box[None], item.pose)[0]) for item in layout.objects]
    return np.min([low for low, _ in corners], axis=0), np.max([high for _, high in corners], axis=0)


def scene_box_gaps(scene: SceneState, object_id: str, motion: Motion | None = None) -> list[WallGap]:
    """Signed gap from an object's axis-aligned box to each side of the scene's, the nearest first, by name of side.

    Args:
        motion: made before, if there is one.
    """
    shift = np.zeros(3) if motion is None else displacement(scene.camera, motion)
    (low, high), (least, most) = bounds(world_box(scene, object_id)), scene_box(scene.layout)
    inner, outer = low + shift - least, most - high - shift
    gaps = {"-x": inner[0], "+x": outer[0], "-z": inner[2], "+z": outer[2]}
    return sorted((WallGap(name, float(gap)) for name, gap in gaps.items()), key=lambda gap: gap.gap_m)
