"""The family of questions about a painted cylinder: which view is missing."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from flowbench.render.board.picture import Picture
from flowbench.rules.games.answers.cells import Grid
from flowbench.rules.games.answers.grammar import Grammar
from flowbench.rules.games.cylinder_coloring import picture
from flowbench.rules.games.cylinder_coloring.records import SEEN, Cylinder, degrees
from flowbench.rules.games.cylinder_coloring.wrong_views import wrong_views
from flowbench.rules.games.family import Family, Format, Whole
from flowbench.rules.games.game import Game
from flowbench.rules.games.options import Wrong

Named = tuple[tuple[str, ...], ...]


class MissingView(Family[Cylinder, Whole, Named]):
    """CC1: which of six views is the one from a third azimuth."""

    id = "CC1"
    formats = ("choice",)
    draws_options = True

    def ask(self, instance: Cylinder, rng: np.random.Generator, hard: float, fmt: Format) -> Whole:
        """The same of every instance."""
        return Whole()

    def question(self, instance: Cylinder, query: Whole) -> str:
        """The wording."""
        return (
            "Two views of one painted cylinder are given, with the azimuths from which they are seen. Which option is "
            f"the view of it from azimuth {degrees(instance.target)}\u00b0?"
        )

    def grammar(self, instance: Cylinder, query: Whole) -> Grammar[Named]:
        """Four colours of each ring."""
        return Grid(len(instance.rings), len(SEEN), instance.palette)

    def answer(self, instance: Cylinder, query: Whole) -> Named:
        """By turning."""
        return instance.named(instance.view(instance.target))

    def wrongs(self, instance: Cylinder, query: Whole, rng: np.random.Generator, hard: float) -> Iterator[Wrong[Named]]:
        """See `wrong_views`."""
        return (Wrong(wrong.kind, instance.named(wrong.value)) for wrong in wrong_views(instance, rng, hard))

    def draw_option(
        self, game: Game[Cylinder, Any], instance: Cylinder, query: Whole, value: Named, style: str
    ) -> Picture:
        """The cylinder with this pattern in front."""
        pattern = tuple(tuple(instance.palette.index(name) for name in ring) for ring in value)
        return picture.draw_option(instance, pattern, style)
