"""The contact sheet of a data set: a row an example, with pictures, depth, flow, segmentation, question and answer."""

import textwrap
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image as PillowImage

from flowbench.cli.outlines import outlined
from flowbench.records import Image, Item
from flowbench.render.drawing import contact_sheet, depth_colours, flow_colours, id_colours

CELL = 280  # pixels, the longer side of a picture on the sheet
TEXT_WIDTH = 110  # characters
HEADERS = ("before", "after", "depth (near bright, 0 to 10 m)", "flow, before to after", "segmentation")


def draw_sheet(items: Sequence[Item]) -> Image:
    """One picture of several items."""
    rows = [row_pictures(item) for item in items]
    return contact_sheet(rows, HEADERS, [row_text(item) for item in items], [captions(item) for item in items], size=15)


def row_pictures(item: Item) -> list[Image]:
    """The pictures of an item in the order of `HEADERS`."""
    flow = item.arrays["flow01"]
    pictures = (
        outlined(item, "i0", "ids0"),
        outlined(item, "i1", "ids1"),
        depth_colours(item.arrays["depth0"]),
        flow_colours(flow, max(1.0, longest(flow))),
        id_colours(item.arrays["ids0"]),
    )
    return [scaled(picture) for picture in pictures]


def row_text(item: Item) -> str:
    """Question and answer."""
    before = f" (before the move: {item.answer_before})" if item.answer_before is not None else ""
    question = textwrap.fill(item.question.text, TEXT_WIDTH)
    return f"{item.item_id}\n{question}\nAnswer: {item.answer}{before}"


def captions(item: Item) -> tuple[str, ...]:
    """What is worth knowing below single pictures."""
    named = [str(item.state[name]).split("|")[0] for name in ("mover",) if name in item.state]
    named += [str(name).split("|")[0] for name in item.state.get("landmarks", ())]
    marks = ", ".join(f"{chr(ord('A') + k)} {name}" for k, name in enumerate(named))
    return marks, "", "", f"full colour {max(1.0, longest(item.arrays['flow01'])):.0f} px", ""


def longest(flow: NDArray[np.float32]) -> float:
    """Length of the longest finite flow vector, pixels."""
    lengths = np.hypot(flow[..., 0], flow[..., 1])
    return float(lengths[np.isfinite(lengths)].max(initial=0.0))


def scaled(picture: Image) -> Image:
    """A picture at the size of a cell; small ones are not blurred."""
    height, width = picture.shape[:2]
    factor = CELL / max(height, width)
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    how = PillowImage.Resampling.NEAREST if factor > 1 else PillowImage.Resampling.BOX
    return np.asarray(PillowImage.fromarray(picture).resize(size, how))
