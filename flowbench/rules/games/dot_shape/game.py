"""The rules of Dot Shape."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.render.board.picture import Picture
from flowbench.rules.games.dot_shape import generator, picture, symmetry
from flowbench.rules.games.dot_shape.contours import points_of, unclear_contours, unclear_dots
from flowbench.rules.games.dot_shape.families import CornerCount, DotCount, SameContour
from flowbench.rules.games.dot_shape.generator import MAX_DOTS, MAX_LAYERS
from flowbench.rules.games.dot_shape.grammar import LEAST_DOTS
from flowbench.rules.games.dot_shape.records import SIZE_PX, Dots, Joined
from flowbench.rules.games.game import Ending, Game, GridSpace, Move, Setting, Solution

LAYER_NAMES = ("outer", "middle", "inner")
_NOTHING = -1


class DotShape(Game[Dots, Joined]):
    """The dots of each layer are joined in the order of their numbers, and the last one with the first."""

    name = "dot_shape"
    title = "Dot Shape"
    capability = 1
    instance_type = Dots
    state_type = Joined
    action_count = MAX_LAYERS * MAX_DOTS
    grid = GridSpace((MAX_LAYERS, MAX_DOTS, 3), -1, SIZE_PX)
    styles = picture.STYLES
    pictures = picture.REFERENCE
    view = "play"
    families = (SameContour(), CornerCount(), DotCount())

    def sample(self, rng: np.random.Generator, setting: Setting) -> Dots:
        """Nested contours that do not cross, with clear corners and dots that do not touch."""
        return Dots(generator.draw_layers(rng, generator.draw_sizes(rng, setting.hard)))

    def check(self, instance: Dots) -> None:
        """One to three layers of dots that can be read, with clear contours inside one another."""
        layers = instance.layers
        problem = None
        if not 1 <= len(layers) <= MAX_LAYERS or any(not LEAST_DOTS <= len(layer) <= MAX_DOTS for layer in layers):
            problem = f"it must have 1 to {MAX_LAYERS} layers of {LEAST_DOTS} to {MAX_DOTS} dots"
        problem = problem or unclear_dots(layers) or unclear_contours(layers)
        if problem is not None:
            raise BadValue(f"This is no Dot Shape instance: {problem}; got {instance}.")

    def initial(self, instance: Dots) -> Joined:
        """Nothing is joined."""
        return Joined((0,) * len(instance.layers))

    def hindrance(self, instance: Dots, state: Joined, action: int) -> str | None:
        """No such dot, not the next one of its layer, or a layer that cannot be begun yet."""
        place, dot = divmod(action, MAX_DOTS)
        if place >= len(instance.layers) or dot >= len(instance.layers[place]):
            return "there is no such dot"
        joined, whole = state.counts[place], len(instance.layers[place])
        if joined > whole:
            return "this layer is closed"
        if joined == 0 and place > 0 and state.counts[place - 1] == 0:
            return "the layer around this one has not been begun"
        return None if dot == joined % whole else "not the next number of its layer"

    def mask(self, instance: Dots, state: Joined) -> NDArray[np.int8]:
        """(69,) layer by layer, 23 dots each: the next dot of each layer that has been begun or can be."""
        legal = np.zeros(self.action_count, dtype=np.int8)
        for place, (joined, layer) in enumerate(zip(state.counts, instance.layers, strict=True)):
            if joined <= len(layer) and (joined > 0 or place == 0 or state.counts[place - 1] > 0):
                legal[place * MAX_DOTS + joined % len(layer)] = 1
        return legal

    def advance(self, instance: Dots, state: Joined, action: int) -> Move[Joined]:
        """Join the next dot of a layer; the event "closed" names a layer whose contour is complete by it."""
        place = action // MAX_DOTS
        counts = (*state.counts[:place], state.counts[place] + 1, *state.counts[place + 1 :])
        closed = counts[place] > len(instance.layers[place])
        return Move(Joined(counts), {"closed": _layer_name(instance, place)} if closed else {})

    def ending(self, instance: Dots, state: Joined) -> Ending | None:
        """The goal when all contours are closed; there is no dead end."""
        done = all(joined > len(layer) for joined, layer in zip(state.counts, instance.layers, strict=True))
        return "goal" if done else None

    def solve(self, instance: Dots, state: Joined) -> Solution:
        """What is left of each layer, from the outermost inward: every action brings the goal nearer by one."""
        actions: list[int] = []
        for place, (joined, layer) in enumerate(zip(state.counts, instance.layers, strict=True)):
            actions += [place * MAX_DOTS + dot % len(layer) for dot in range(joined, len(layer) + 1)]
        return Solution(tuple(actions), "optimal")

    def observe(self, instance: Dots, state: Joined) -> NDArray[np.int16]:
        """(3, 23, 3) x and y of each dot in pixels and whether it has been joined; -1 where there is none."""
        seen = np.full(self.grid.shape, _NOTHING, dtype=np.int16)
        for place, (joined, layer) in enumerate(zip(state.counts, instance.layers, strict=True)):
            seen[place, : len(layer), :2] = np.rint(points_of(layer))
            seen[place, : len(layer), 2] = np.arange(len(layer)) < joined
        return seen

    def text(self, instance: Dots, state: Joined) -> str:
        """How many there are, and a line a layer: how far it is joined, and where its dots lie, in pixels."""
        lines = [f"{len(instance.layers)} layers, {sum(map(len, instance.layers))} dots"]
        for place, (joined, layer) in enumerate(zip(state.counts, instance.layers, strict=True)):
            done = "closed" if joined > len(layer) else f"joined up to {joined}"
            dots = " ".join(f"{k + 1}:({x:.1f},{y:.1f})" for k, (x, y) in enumerate(points_of(layer)))
            lines.append(f"{_layer_name(instance, place)} layer, {done}: {dots}")
        return "\n".join(lines)

    def draw(self, instance: Dots, state: Joined, style: str, role: str) -> Picture:
        """Role "reference" (contours), "joined" (with dots), "dots" (with numbers, no lines) or "play"."""
        return picture.draw(instance.layers, state, self.check_style(style), role)

    def canonical(self, instance: Dots) -> Any:
        """The vertices of all layers on a grid of 1/64 of the drawing's size, up to turning and mirroring."""
        return symmetry.canonical(instance.layers)

    def hint(self, instance: Dots) -> str:
        """How layers are told apart, and how dots are joined."""
        return (
            "A drawing has one to three layers, one inside the other. The dots of the outer layer are discs, those of "
            "the middle one rings and those of the inner one squares; with two layers, the inner one has rings. Dots "
            "of a layer are numbered from 1 and joined by straight lines in this order, the last one with number 1. "
            "Layers are never joined with one another. A dot may lie on a straight part of its contour."
        )

    def action_name(self, instance: Dots, action: int) -> str:
        """For example "join middle 7"."""
        place, dot = divmod(action, MAX_DOTS)
        return f"join {LAYER_NAMES[place]} {dot + 1}"


def _layer_name(instance: Dots, place: int) -> str:
    return "inner" if place > 0 and place == len(instance.layers) - 1 else LAYER_NAMES[place]
