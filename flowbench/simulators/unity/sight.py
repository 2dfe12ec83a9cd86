"""What a simulator's pictures say, in our words: z-depth in metres, and ids of surfaces by their colours."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import SimulatorError
from flowbench.records import DepthMap, IdMap, Image, Layout, Pixels
from flowbench.simulators.unity.roster import Roster

AT_FAR_PLANE = 0.999  # of the far plane's distance: nothing is nearer
Codes = NDArray[np.uint32]


@dataclass(frozen=True)
class Lens:
    """How the simulator's depth is to be read: its clipping planes, metres, and what its numbers are multiplied by."""

    near_m: float = 0.1
    far_m: float = 20.0
    scale: float = 1.0


def pixels(event: Any, layout: Layout, roster: Roster, lens: Lens) -> Pixels:
    """The picture of an event of AI2-THOR's client.

    Raises:
        SimulatorError: when it has no colours, no depth or no ids.
    """
    frames = event.frame, event.depth_frame, event.instance_segmentation_frame
    if any(frame is None for frame in frames):
        raise SimulatorError("The simulator sent no picture, depth or segmentation. Initialize it with all three.")
    frame, depth, segmentation = frames
    return Pixels(
        np.ascontiguousarray(frame), metric(depth, lens), ids(segmentation, event.metadata["colors"], layout, roster)
    )


def metric(depth: NDArray[np.float32], lens: Lens) -> DepthMap:
    """(H, W) z-depth in metres; inf where nothing is: nearer than the near plane, at the far one, or no number."""
    metres = np.array(depth, dtype=np.float32)
    if lens.scale != 1.0:
        metres *= np.float32(lens.scale)
    with np.errstate(invalid="ignore"):
        metres[~((metres >= lens.near_m) & (metres < AT_FAR_PLANE * lens.far_m))] = np.inf
    return metres


def ids(segmentation: Image, colours: Sequence[Mapping[str, Any]], layout: Layout, roster: Roster) -> IdMap:
    """(H, W) surface ids; 0 where the colour stands for no surface of the scene, or for several."""
    surfaces = _surfaces_by_code(colours, layout, roster)
    found, where = np.unique(_codes(segmentation), return_inverse=True)
    numbers = np.array([surfaces.get(int(code), 0) for code in found], dtype=np.int32)
    return numbers[where].reshape(segmentation.shape[:2])


def _surfaces_by_code(colours: Sequence[Mapping[str, Any]], layout: Layout, roster: Roster) -> dict[int, int]:
    """Colour -> surface id; names that are classes, not things, are passed over."""
    pairs = {
        (_code(row["color"]), layout.surface_ids[name])
        for row in colours
        if "|" in row["name"] and (name := roster.ours(row["name"])) in layout.surface_ids
    }
    shared = Counter(code for code, _ in pairs)
    return {code: number for code, number in pairs if shared[code] == 1}


def _codes(segmentation: Image) -> Codes:
    red, green, blue = (segmentation[..., channel].astype(np.uint32) for channel in range(3))
    return np.asarray(red << 16 | green << 8 | blue)


def _code(colour: Sequence[int]) -> int:
    red, green, blue = colour[:3]
    return int(red) << 16 | int(green) << 8 | int(blue)
