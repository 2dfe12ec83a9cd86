"""A position: a game, an instance and a state of it. What agents and annotators are given."""

from dataclasses import dataclass
from typing import Any

from flowbench.render.board.picture import Picture
from flowbench.rules.games.plain import to_plain
from flowbench.rules.games.table import game


@dataclass(frozen=True)
class Position:
    """Immutable and hashable; pictures are drawn when they are asked for."""

    game: str
    instance: Any
    state: Any

    def draw(self, style: str, role: str | None = None) -> Picture:
        """The picture of the position in a style; in the role that shows play, unless another is named."""
        rules = game(self.game)
        return rules.draw(self.instance, self.state, rules.check_style(style), role or rules.view)

    def text(self) -> str:
        """The position in a few lines of text."""
        return game(self.game).text(self.instance, self.state)

    def to_json(self) -> dict[str, Any]:
        """JSON values: game, instance, state."""
        return {"game": self.game, "instance": to_plain(self.instance), "state": to_plain(self.state)}
