"""Pictures of scenes and clips in either style."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from flowbench.records import Image
from flowbench.render.clip.video import write_video
from flowbench.rules.processes.drawing.line import LinePainter
from flowbench.rules.processes.drawing.look import Looks
from flowbench.rules.processes.drawing.real import RealPainter
from flowbench.rules.processes.entity import Scene
from flowbench.rules.processes.process import check_style
from flowbench.rules.processes.table_plane import WIDTH_PX
from flowbench.rules.processes.trajectory import Trajectory

Painter = LinePainter | RealPainter


def painter(looks: Looks, style: str, names: Iterable[str], width: int = WIDTH_PX) -> Painter:
    """The painter of a style for things of these ids.

    Raises:
        UnknownName: for another style.
    """
    made = LinePainter if check_style(style) == "line" else RealPainter
    return made(looks, tuple(sorted(names)), width)


def draw_scene(looks: Looks, style: str, scene: Scene, width: int = WIDTH_PX) -> Image:
    """(H, W, 3) uint8, H : W = 9 : 16."""
    return painter(looks, style, scene, width).picture(scene).frame


def draw_clip(looks: Looks, style: str, clip: Trajectory, width: int = WIDTH_PX) -> Iterator[Image]:
    """The frames of a clip."""
    names = {name for frame in clip.frames for name in frame.entities}
    return painter(looks, style, names, width).frames(clip)


def film_clip(looks: Looks, style: str, clip: Trajectory, path: Path, width: int = WIDTH_PX) -> int:
    """Write a clip as a video file; returns the number of frames. See `write_video` for what is raised."""
    return write_video(path, draw_clip(looks, style, clip, width), clip.fps)
