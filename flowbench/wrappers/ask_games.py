"""The questions that `Ask` puts in games: those of the families, about the instance of the episode."""

from collections.abc import Mapping
from typing import Any

from flowbench.envs.games.base import GameEnv
from flowbench.errors import BadValue, UnknownName
from flowbench.records import Image
from flowbench.rules.games.answers.choice import LETTERS
from flowbench.rules.games.difficulty import hardness
from flowbench.rules.games.family import FORMATS, Family, Format
from flowbench.rules.games.position import Position
from flowbench.rules.games.rejection import Reject
from flowbench.rules.games.sample import make_sample
from flowbench.rules.games.table import game
from flowbench.seeding import generator
from flowbench.wrappers.asked import Asked, GameQuestion
from flowbench.wrappers.kinds import AnyEnv

MOST_SHOWN = 2  # pictures of a question, without its options


class GameAsker:
    """Asks a family's question, or that of a family drawn for each episode."""

    def __init__(self, base: GameEnv, family: str | None, fmt: str | None, size: int, looks: bool) -> None:
        """Check family and format."""
        asked, played = base.game.variants[0], base.config.variant
        if played != asked:
            raise BadValue(f"Questions are asked about the variant {asked!r}, got an environment with {played!r}.")
        self.game, self.style = base.game.name, str(base.config.style)
        self.fmt = _format(base.game.families if family is None else (base.game.family(family),), fmt)
        self.families = tuple(
            one.id for one in base.game.families if self.fmt in one.formats and family in (None, one.id)
        )
        drawn = self.fmt == "choice" and any(base.game.family(name).draws_options for name in self.families)
        self.choices = len(LETTERS) if self.fmt == "choice" else 0
        self.shape = (MOST_SHOWN + len(LETTERS) * drawn + looks, size, size)

    def ask(self, env: AnyEnv, observation: Any, info: dict[str, Any]) -> Asked | None:
        """The question about the instance; None where it gives no sound one."""
        rules, seed = game(self.game), int(info["seed"])
        rng = generator(seed, self.game, "ask", self.fmt, *self.families)
        family = rules.family(self.families[int(rng.integers(len(self.families)))])
        place, hard = int(rng.integers(len(LETTERS))), hardness(info["options"]["difficulty"])
        try:
            instance = info["position"].instance
            return GameQuestion(make_sample(rules, family, self.fmt, instance, self.style, place, rng, hard))
        except Reject:
            return None

    def look(self, info: Mapping[str, Any]) -> Image:
        """The picture of the position that was reached."""
        position: Position = info["position"]
        return position.draw(self.style).frame

    def outcome(self, info: Mapping[str, Any]) -> dict[str, Any]:
        """Whether the move is legal, and why it is not."""
        return {"moved": not info["illegal"], "told": str(info.get("reason", ""))}


def _format(families: tuple[Family[Any, Any, Any], ...], fmt: str | None) -> Format:
    offered = [one for one in reversed(FORMATS) if any(one in family.formats for family in families)]
    if fmt is not None and fmt not in FORMATS:
        raise UnknownName.among("format", fmt, FORMATS)
    if fmt is not None and fmt not in offered:
        raise BadValue(f"{', '.join(family.id for family in families)} is asked in the formats {offered}, got {fmt!r}.")
    return next(one for one in offered if fmt in (None, one))
