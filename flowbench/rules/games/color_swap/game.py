"""The rules of Color Swap."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.render.board.paints import PAINTS
from flowbench.render.board.picture import Picture
from flowbench.rules.games.color_swap import generator, picture, symmetry
from flowbench.rules.games.color_swap.families import Changed, Histogram, SomeColours, Transformed
from flowbench.rules.games.color_swap.figures import CUT_ANGLES, CUT_SHARES, FIGURES, Cut, is_sound
from flowbench.rules.games.color_swap.records import Card, Model, Painting, becomes
from flowbench.rules.games.game import GridSpace, Move, Setting
from flowbench.rules.games.handing_in import HandingInGame

SUBMIT = generator.MAX_PIECES * generator.MAX_COLOURS


class ColorSwap(HandingInGame[Model, Painting]):
    """Cards exchange the colours of a model's pieces, all rows of a card at once."""

    name = "color_swap"
    title = "Color Swap"
    capability = 1
    instance_type = Model
    state_type = Painting
    action_count = SUBMIT + 1
    grid = GridSpace((3, generator.MAX_PIECES), -1, generator.MAX_PIECES)
    styles = picture.STYLES
    pictures = (("card", "model of coloured pieces, and what is exchanged"),)
    view = "play"
    work = "the model"
    families = (Transformed(), Histogram(), SomeColours(), Changed())

    def sample(self, rng: np.random.Generator, setting: Setting) -> Model:
        """A model; what it becomes is determined."""
        return generator.draw_model(rng, setting)

    def check(self, instance: Model) -> None:
        """A known figure with sound pieces, known colours, and cards without two successors of a colour."""
        if not (_is_cut(instance) and _is_coloured(instance) and _has_cards(instance)):
            raise BadValue(
                f"A Color Swap instance has a figure of {sorted(FIGURES)} cut into at most {generator.MAX_PIECES} "
                f"pieces of sound size, a palette of 3 to {generator.MAX_COLOURS} different colours of {list(PAINTS)}, "
                f"a colour of it for every piece, and 1 or {generator.MAX_CARDS} cards of 1 to {generator.MAX_ROWS} "
                f"rows in which no colour has two successors; together they change something; got {instance}."
            )

    def initial(self, instance: Model) -> Painting:
        """Nothing painted yet."""
        return Painting(instance.colours)

    def flaw_of_change(self, instance: Model, state: Painting, action: int) -> str | None:
        """No such piece or colour, or a colour the piece has."""
        piece, colour = divmod(action, generator.MAX_COLOURS)
        if piece >= len(state.colours) or colour >= len(instance.palette):
            return "there is no such piece or colour"
        return "the piece has this colour" if state.colours[piece] == colour else None

    def mask(self, instance: Model, state: Painting) -> NDArray[np.int8]:
        """(257,) eight colours a piece; then handing in."""
        legal = np.zeros(self.action_count, dtype=np.int8)
        if not state.submitted:
            count = len(state.colours)
            paints = legal[:SUBMIT].reshape(generator.MAX_PIECES, generator.MAX_COLOURS)
            paints[:count, : len(instance.palette)] = 1
            paints[np.arange(count), state.colours] = 0
            legal[SUBMIT] = 1
        return legal

    def advance(self, instance: Model, state: Painting, action: int) -> Move[Painting]:
        """Paint a piece, or hand in."""
        if action == SUBMIT:
            return Move(Painting(state.colours, submitted=True))
        piece, colour = divmod(action, generator.MAX_COLOURS)
        return Move(Painting((*state.colours[:piece], colour, *state.colours[piece + 1 :])))

    def is_right(self, instance: Model, state: Painting) -> bool:
        """Whether the cards lead to this model."""
        return state.colours == instance.final

    def corrections(self, instance: Model, state: Painting) -> Iterable[int]:
        """Every piece painted that is not yet as it must be: only one model is right."""
        return [
            piece * generator.MAX_COLOURS + wanted
            for piece, (now, wanted) in enumerate(zip(state.colours, instance.final, strict=True))
            if now != wanted
        ]

    def observe(self, instance: Model, state: Painting) -> NDArray[np.int16]:
        """(3, 32), padded with -1. Row 0: the pieces' colours at first; row 1: now.

        Row 2: what card 1 turns each colour into (8), the same for card 2 (8), then the number of pieces, colours and
        cards, and 1 once handed in.
        """
        grid = np.full(self.grid.shape, -1, dtype=np.int16)
        grid[0, : len(instance.colours)] = instance.colours
        grid[1, : len(state.colours)] = state.colours
        colour_count = len(instance.palette)
        for number, card in enumerate(instance.cards):
            first = number * generator.MAX_COLOURS
            grid[2, first : first + colour_count] = [becomes(card, colour) for colour in range(colour_count)]
        facts = (len(instance.colours), colour_count, len(instance.cards), int(state.submitted))
        first = generator.MAX_CARDS * generator.MAX_COLOURS
        grid[2, first : first + len(facts)] = facts
        return grid

    def text(self, instance: Model, state: Painting) -> str:
        """Cards, and the pieces with their colours."""
        lines = [f"{instance.figure} of {len(state.colours)} pieces"]
        for number, card in enumerate(instance.cards, start=1):
            lines.append(
                f"card {number}: {', '.join(_written(row.source, row.target, row.both, instance) for row in card)}"
            )
        lines.append("before: " + " ".join(instance.named(instance.colours)))
        lines.append(f"{'handed in' if state.submitted else 'now'}: " + " ".join(instance.named(state.colours)))
        return "\n".join(lines)

    def draw(self, instance: Model, state: Painting, style: str, role: str) -> Picture:
        """Role "card" or "play"."""
        return picture.draw(instance, state, self.check_style(style), role)

    def canonical(self, instance: Model) -> Any:
        """Pieces with their neighbours and colours, and the cards, up to renaming."""
        return symmetry.canonical(instance)

    def hint(self, instance: Model) -> str:
        """How cards are read."""
        order = (
            "There are two cards: card 1 applies first, card 2 to what comes out."
            if len(instance.cards) == 2
            else "There is one card."
        )
        return (
            "A model is made of pieces with one colour each; lines separate the pieces, also pieces of one colour. A "
            "double arrow on a card exchanges two colours: every piece that has one gets the other. An arrow from one "
            "colour to another gives every piece of the first colour the second; pieces of the second colour keep it "
            "unless another row changes it. All rows of a card apply at once, to the colours the pieces had before the "
            f"card. {order} Colours: {', '.join(instance.palette)}."
        )

    def action_name(self, instance: Model, action: int) -> str:
        """For example "paint piece 3 blue"; what the instance does not have goes by its number."""
        if action == SUBMIT:
            return "hand in"
        piece, colour = divmod(action, generator.MAX_COLOURS)
        known = colour < len(instance.palette)
        return f"paint piece {piece + 1} {instance.palette[colour] if known else f'in colour {colour + 1}'}"


def _written(source: int, target: int, both: bool, instance: Model) -> str:
    return f"{instance.palette[source]} {'<->' if both else '->'} {instance.palette[target]}"


def _is_cut(instance: Model) -> bool:
    if instance.figure not in FIGURES or len(FIGURES[instance.figure]) + len(instance.cuts) > generator.MAX_PIECES:
        return False
    first = len(FIGURES[instance.figure])
    fits = all(_is_cut_of(cut, first + k) for k, cut in enumerate(instance.cuts))
    return fits and all(is_sound(piece) for piece in instance.pieces)


def _is_cut_of(cut: Cut, piece_count: int) -> bool:
    piece, angle, percent = cut
    return 0 <= piece < piece_count and angle in CUT_ANGLES and percent in CUT_SHARES


def _is_coloured(instance: Model) -> bool:
    palette, colours = instance.palette, instance.colours
    known = (
        3 <= len(palette) <= generator.MAX_COLOURS and len(set(palette)) == len(palette) and set(palette) <= set(PAINTS)
    )
    return known and len(colours) == len(instance.pieces) and set(colours) <= set(range(len(palette)))


def _has_cards(instance: Model) -> bool:
    fits = 1 <= len(instance.cards) <= generator.MAX_CARDS
    return fits and all(_is_card(card, len(instance.palette)) for card in instance.cards) and _changes(instance)


def _is_card(card: Card, colour_count: int) -> bool:
    sources = [colour for row in card for colour in ((row.source, row.target) if row.both else (row.source,))]
    ends = {colour for row in card for colour in (row.source, row.target)}
    fits = 1 <= len(card) <= generator.MAX_ROWS and ends <= set(range(colour_count))
    return fits and len(set(sources)) == len(sources) and all(row.source != row.target for row in card)


def _changes(instance: Model) -> bool:
    return instance.final != instance.colours
