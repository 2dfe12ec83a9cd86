"""Layers of dots in writing, as options are kept; they are shown as pictures."""

import re

from flowbench.errors import ParseError
from flowbench.rules.games.answers.folding import shown
from flowbench.rules.games.answers.grammar import Grammar
from flowbench.rules.games.dot_shape.generator import MAX_DOTS, MAX_LAYERS
from flowbench.rules.games.dot_shape.records import SIZE_PX, UNITS_PER_PX, Layer, Layers

_DOT = r"(?:0|[1-9][0-9]{0,3}),(?:0|[1-9][0-9]{0,3})"
_LAYER = re.compile(f"{_DOT}(?: {_DOT})*")
LEAST_DOTS = 3


class DotLayers(Grammar[Layers]):
    """Dots `x,y` in the order of their numbers, in tenths of a pixel; layers from the outer one inward, by slashes."""

    form = "<x>,<y> <x>,<y> ... / <x>,<y> ..."

    def read(self, text: str) -> Layers:
        """The layers."""
        layers = tuple(_read_layer(part) for part in text.split(" / "))
        if len(layers) > MAX_LAYERS:
            raise ParseError(f"Expected 1 to {MAX_LAYERS} layers, got {len(layers)}.")
        return layers

    def write(self, value: Layers) -> str:
        """The layers with slashes between them."""
        return " / ".join(" ".join(f"{x},{y}" for x, y in layer) for layer in value)


def _read_layer(text: str) -> Layer:
    count = text.count(",")
    if not LEAST_DOTS <= count <= MAX_DOTS or _LAYER.fullmatch(text) is None:
        raise ParseError(f"Expected {LEAST_DOTS} to {MAX_DOTS} dots such as 100,200, got {shown(text)}.")
    values = [int(value) for value in text.replace(",", " ").split(" ")]
    if max(values) > SIZE_PX * UNITS_PER_PX:
        raise ParseError(f"A dot lies outside of the picture of {SIZE_PX} pixels.")
    return tuple(zip(values[::2], values[1::2], strict=True))
