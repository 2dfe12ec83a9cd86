"""The modular geometry baseline: a move read from its sentence, a mask and a depth map make a flow."""

import numpy as np

from flowbench.evaluation.flow_metrics import mover_mask
from flowbench.evaluation.motion_words import read_motion
from flowbench.geometry.camera import from_level, project, unproject
from flowbench.records import Camera, DepthMap, FlowMap, Item, Mask, Vector


def modular_flow(text: str, mover: Mask, depth: DepthMap, camera: Camera) -> FlowMap:
    """The flow of the move a sentence describes.

    Args:
        text: for example "Move the mug 0.40 m to the left."
        mover: (H, W) bool, where the mover is seen.
        depth: (H, W) float32 z-depth, metres.
        camera: its intrinsics and pitch are used; where it stands is not.

    Returns:
        (H, W, 2) float32 pixels (u right, v down): 0 off the mover, where the depth is not finite, and where a point
        would come to lie behind the camera.

    Raises:
        BadValue: when no move can be read from the text.
    """
    shift = from_level(camera, np.asarray([read_motion(text)]))[0]
    rows, columns = np.nonzero(mover)
    moved = unproject(camera, depth)[rows, columns] + shift
    places = project(camera, moved)[:, :2] - np.stack([columns, rows], axis=1) - 0.5
    flow = np.zeros((*mover.shape, 2), dtype=np.float32)
    flow[rows, columns] = np.where(np.isfinite(places).all(axis=1, keepdims=True), places, 0.0)
    return flow


def modular_flow_of(item: Item) -> FlowMap:
    """The baseline on a room item, with the item's own mask and depth."""
    text = str(item.state["motion_text"])
    return modular_flow(text, mover_mask(item, "ids0"), item.arrays["depth0"], camera_of(item))


def camera_of(item: Item) -> Camera:
    """The camera an item's pictures were taken with."""
    facts = item.state["camera"]
    x, y, z = (float(metres) for metres in facts["position"])
    position: Vector = (x, y, z)
    return Camera(
        position=position,
        yaw_deg=float(facts["yaw_deg"]),
        horizon_deg=float(facts["horizon_deg"]),
        fov_deg=float(facts["fov_deg"]),
        width=int(facts["width"]),
        height=int(facts["height"]),
    )
