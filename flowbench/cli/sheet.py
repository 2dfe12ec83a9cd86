"""The contact sheet of a data set: a row an example, with pictures, depth, flow, segmentation, question and answer."""

import dataclasses
import textwrap
from collections.abc import Sequence
from string import ascii_uppercase

import numpy as np
from numpy.typing import NDArray
from PIL import Image as PillowImage

from flowbench.annotators.referring import written_item
from flowbench.cli.outlines import LETTERS, outlined
from flowbench.records import Image, Item
from flowbench.render.drawing import contact_sheet, depth_colours, flow_colours, id_colours

CELL = 280  # pixels, the longer side of a picture on the sheet
MARKED_CELL = 480  # the same where pictures have marks, so that digits can be read
TEXT_WIDTH = 110  # characters
HEADERS = ("before", "after", "depth (near bright, 0 to 10 m)", "flow, before to after", "segmentation")


def draw_sheet(items: Sequence[Item], refer: str | None = None) -> Image:
    """One picture of several items.

    Args:
        refer: how questions and pictures point at objects ("dots", "numbers", "names"); left out, mover and landmarks
            are outlined.
    """
    marked = refer is not None
    if refer is not None:
        items = [referred(item, refer) for item in items]
    rows = [row_pictures(item, marked) for item in items]
    under = [captions(item, marked) for item in items]
    return contact_sheet(rows, HEADERS, [row_text(item) for item in items], under, size=15)


def referred(item: Item, refer: str) -> Item:
    """An item whose question and pictures point at objects in one of the three ways."""
    question, images = written_item(item, refer)
    return dataclasses.replace(item, question=question, images=images)


def row_pictures(item: Item, marked: bool = False) -> list[Image]:
    """The pictures of an item in the order of `HEADERS`: the first two outlined or, if they have marks, all larger."""
    flow = item.arrays["flow01"]
    pictures = (
        item.images["i0"] if marked else outlined(item, "i0", "ids0"),
        item.images["i1"] if marked else outlined(item, "i1", "ids1"),
        depth_colours(item.arrays["depth0"]),
        flow_colours(flow, max(1.0, longest(flow))),
        id_colours(item.arrays["ids0"]),
    )
    return [scaled(picture, MARKED_CELL if marked else CELL) for picture in pictures]


def row_text(item: Item) -> str:
    """Question, options and answer."""
    before = f" (before the move: {item.answer_before})" if item.answer_before is not None else ""
    question = textwrap.fill(item.question.text, TEXT_WIDTH)
    options = "   ".join(
        f"{letter}) {text}" for letter, text in zip(ascii_uppercase, item.question.choices, strict=False)
    )
    return f"{item.item_id}\n{question}\n{textwrap.fill(options, TEXT_WIDTH)}\nAnswer: {item.answer}{before}"


def captions(item: Item, marked: bool = False) -> tuple[str, ...]:
    """What is worth knowing below single pictures: which outline is what, unless they are marked, and the flow."""
    named = [str(item.state[name]).split("|")[0] for name in ("mover",) if name in item.state]
    named += [str(name).split("|")[0] for name in item.state.get("landmarks", ())]
    outlines = "" if marked else ", ".join(f"{letter} {name}" for letter, name in zip(LETTERS, named, strict=False))
    return outlines, "", "", f"full colour {max(1.0, longest(item.arrays['flow01'])):.0f} px", ""


def longest(flow: NDArray[np.float32]) -> float:
    """Length of the longest finite flow vector, pixels."""
    lengths = np.hypot(flow[..., 0], flow[..., 1])
    return float(lengths[np.isfinite(lengths)].max(initial=0.0))


def scaled(picture: Image, cell: int = CELL) -> Image:
    """A picture at the size of a cell; small ones are not blurred."""
    height, width = picture.shape[:2]
    factor = cell / max(height, width)
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    how = PillowImage.Resampling.NEAREST if factor > 1 else PillowImage.Resampling.BOX
    return np.asarray(PillowImage.fromarray(picture).resize(size, how))
