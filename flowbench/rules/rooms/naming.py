"""By what an object can be told from all others in a picture: its type alone, or being the left or right one of two."""

from flowbench.geometry.camera import project
from flowbench.geometry.check_pose import world_box
from flowbench.records import Snapshot
from flowbench.rules.rooms.eligible import is_framed
from flowbench.rules.rooms.limits import LANDMARK, scaled_pixels

SIDE_GAP = 0.08  # of the width, between the centres of the left and the right one
UNIQUE, LEFT, RIGHT = "", "left", "right"


def qualifier(view: Snapshot, object_id: str) -> str | None:
    """What must stand before the name of an object's type so that it means this object; None where nothing does.

    Nothing ("") where no other of the type has a pixel in the picture; "left" or "right" where just two are clearly
    seen, well apart.
    """
    kind = view.scene.object(object_id).object_type
    others = [
        item.object_id
        for item in view.scene.layout.objects
        if item.object_type == kind and item.object_id != object_id and view.visible(item.object_id)[0] > 0
    ]
    if not others:
        return UNIQUE
    if len(others) > 1 or not all(_is_clear(view, name) for name in (object_id, others[0])):
        return None
    own, other = (_across(view, name) for name in (object_id, others[0]))
    if abs(own - other) < SIDE_GAP:
        return None
    return LEFT if own < other else RIGHT


def _is_clear(view: Snapshot, object_id: str) -> bool:
    enough = view.visible(object_id)[0] >= scaled_pixels(LANDMARK.min_pixels, view.scene.camera)
    return enough and is_framed(view.scene, object_id)


def _across(view: Snapshot, object_id: str) -> float:
    """Projected box centre, share of the width."""
    camera = view.scene.camera
    return float(project(camera, world_box(view.scene, object_id)[None, 0:3])[0, 0]) / camera.width
