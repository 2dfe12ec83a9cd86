"""Optical flow of a transition, forward and backward, with validity."""

from typing import Any

from numpy.typing import NDArray

from flowbench.geometry.optical_flow import optical_flow, same_surface
from flowbench.records import FlowMap, Mask, Pixels, SceneState
from flowbench.simulators import sees


def flow_arrays(before: SceneState, after: SceneState, first: Pixels, second: Pixels) -> dict[str, NDArray[Any]]:
    """flow01, flow10 (H, W, 2) float32 pixels (u right, v down) and valid01, valid10 (H, W) bool."""
    flow01, valid01 = flow_between(before, after, first, second)
    flow10, valid10 = flow_between(after, before, second, first)
    return {"flow01": flow01, "valid01": valid01, "flow10": flow10, "valid10": valid10}


def flow_between(before: SceneState, after: SceneState, first: Pixels, second: Pixels) -> tuple[FlowMap, Mask]:
    """Flow from the first picture to the second, and where it is valid.

    A flow vector is valid when the point it carries lies in the second picture and nothing there hides it. Pixels that
    do not move are compared as they are; the points of those that do are looked for in the scene itself.
    """
    flow, moving, points = optical_flow(before, after, first.depth, first.ids)
    valid = same_surface(first, second)
    valid[moving] = sees(after, points)
    return flow, valid
