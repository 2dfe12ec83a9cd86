"""The labels of a clip, frame by frame: ids, exact flow to the next frame, and depth in the style "real"."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from flowbench.records import DepthMap, FlowMap, IdMap, Image, Mask, Pixels
from flowbench.render.board.picture import Picture
from flowbench.rules.processes.drawing.line import LinePainter
from flowbench.rules.processes.drawing.painter import painter
from flowbench.rules.processes.entity import Scene
from flowbench.rules.processes.position import Case
from flowbench.rules.processes.table import process
from flowbench.rules.processes.table_plane import WIDTH_PX
from flowbench.rules.processes.trajectory import Trajectory

P = TypeVar("P", bound=Picture | Pixels)


@dataclass(frozen=True, eq=False)
class LabelledFrame:
    """One frame of a clip.

    Attributes:
        frame: (H, W, 3) uint8, as the clip shows it before it is encoded.
        ids: (H, W) int32; `clip_ids` says which thing each number is.
        depth: (H, W) float32 z-depth in metres; None in the style "line".
        flow: (H, W, 2) float32 pixels (u right, v down) to the next frame; 0 in the last one.
        valid: (H, W) bool, where the same point is seen in the next frame; False for what changes its form.
    """

    frame: Image
    ids: IdMap
    depth: DepthMap | None
    flow: FlowMap
    valid: Mask


def clip_ids(clip: Trajectory) -> dict[str, int]:
    """The number in `ids` of each thing of a clip."""
    return {name: number for number, name in enumerate(_names(clip), 1)}


def annotate_clip(case: Case, clip: Trajectory, style: str, width: int = WIDTH_PX) -> Iterator[LabelledFrame]:
    """Label the frames of a clip of a case, one after the other.

    Raises:
        UnknownName: for another style.
    """
    made = painter(process(case.process).looks, style, _names(clip), width)
    if isinstance(made, LinePainter):
        yield from _labelled(clip, made.pictures(clip), made.flow, lambda picture: None)
    else:
        yield from _labelled(clip, made.pictures(clip), made.flow, lambda pixels: pixels.depth)


def _labelled(
    clip: Trajectory,
    pictures: Iterator[P],
    flow_of: Callable[[tuple[Scene, P], tuple[Scene, P]], tuple[FlowMap, Mask]],
    depth_of: Callable[[P], DepthMap | None],
) -> Iterator[LabelledFrame]:
    scenes = [frame.entities for frame in clip.frames]
    here = next(pictures)
    for scene, after in zip(scenes, [*scenes[1:], scenes[-1]], strict=True):
        there = next(pictures, here)
        if after == scene:
            flow, valid = np.zeros((*here.ids.shape, 2), dtype=np.float32), np.ones(here.ids.shape, dtype=np.bool_)
        else:
            flow, valid = flow_of((scene, here), (after, there))
        yield LabelledFrame(here.frame, here.ids, depth_of(here), flow, valid)
        here = there


def _names(clip: Trajectory) -> list[str]:
    return sorted({name for frame in clip.frames for name in frame.entities})
