"""Questions about games, by index: `ds[i]` is the same in every process, whichever others were looked at."""

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

from PIL import Image as Pillow

from flowbench import __version__
from flowbench.datasets import strict_json
from flowbench.datasets.composition import DIFFICULTIES, shares
from flowbench.datasets.spread import spread
from flowbench.errors import BadValue, NothingToAsk, UnknownName
from flowbench.numbers import whole
from flowbench.records import Image
from flowbench.render.picture_hash import look_hash, pixel_hash
from flowbench.rules.games.answers.choice import LETTERS
from flowbench.rules.games.difficulty import hardness
from flowbench.rules.games.family import FORMATS, Format
from flowbench.rules.games.game import Game, Setting
from flowbench.rules.games.generation import check_split, draw_instance, fingerprint
from flowbench.rules.games.plain import to_plain
from flowbench.rules.games.rejection import Reject
from flowbench.rules.games.sample import Grade, Sample, draw, facts, from_facts, make_sample, roles, score
from flowbench.rules.games.table import env_id_of
from flowbench.rules.games.table import game as find_game
from flowbench.seeding import Key, generator, seed_value

MIXED = "mixed"
MAX_ATTEMPTS = 200  # instances tried for one question
MAX_SIZE = 10**9  # questions of a stream


@dataclass(frozen=True)
class Config:
    """Everything a question depends on but its index. None is a mixture, as in the published collection."""

    game: str
    family: str | None
    fmt: str | None
    seed: int
    split: str
    difficulty: str | float
    style: str | None

    @property
    def tag(self) -> str:
        """Eight hex digits of this configuration."""
        return sha256(strict_json.dumps([str(value) for value in vars(self).values()]).encode()).hexdigest()[:8]


class GameQuestions(Sequence[dict[str, Any]]):
    """Questions about one game. See `create`.

    Attributes:
        kinds: (family, format) of a block of questions, each as often as it comes up.
    """

    def __init__(self, config: Config, size: int) -> None:
        """Check the configuration; nothing is drawn yet."""
        self.config, self.size = config, size
        self.game: Game[Any, Any] = find_game(config.game)
        self.kinds = _kinds(self.game, config)

    def __len__(self) -> int:
        """Number of questions."""
        return self.size

    def __getitem__(self, index: Any) -> Any:
        """The question at a position (negative ones count from the end), or a list of those of a slice."""
        if isinstance(index, slice):
            return [self[k] for k in range(*index.indices(self.size))]
        return self.item(self._position(index))

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The questions in order."""
        return (self[k] for k in range(self.size))

    def sample(self, index: int) -> Sample:
        """The question without its pictures.

        Raises:
            NothingToAsk: when 200 instances gave no question.
        """
        return self._sample(self._position(index))

    def kind(self, index: int) -> tuple[str, Format]:
        """Family and format of a question."""
        return spread(self.kinds, index, *self._key, "kind")

    def level(self, index: int) -> str | float:
        """The difficulty of a question."""
        return spread(self._levels, index, *self._key, "level")

    def keys(self, sample: Sample, index: int) -> dict[str, str]:
        """What can be counted about a question; "question" is the same for the same question about like instances."""
        asked = strict_json.dumps([fingerprint(self.game, sample.instance), sample.family, to_plain(sample.query)])
        return {
            "question": sha256(asked.encode()).hexdigest()[:12],
            "family": sample.family,
            "format": sample.fmt,
            "difficulty": str(self.level(index)),
            "style": sample.style,
        }

    def item(self, index: int) -> dict[str, Any]:
        """The question as a map.

        Keys: id, images (PIL, RGB), question, hint, options (six texts, none for open questions or drawn options),
        image_roles, answer, metadata (JSON values; its "facts" are what an answer is verified against).
        """
        sample = self.sample(index)
        shown = roles(self.game, sample)
        pictures = [draw(self.game, sample, role) for role, _ in shown]
        drawn = self.game.family(sample.family).draws_options
        return {
            "id": f"{self.game.name}_{self.config.tag}_{index:06d}",
            "images": [Pillow.fromarray(picture.frame) for picture in pictures],
            "question": sample.question,
            "hint": sample.hint,
            "options": [] if drawn else list(sample.options),
            "image_roles": [caption for _, caption in shown],
            "answer": sample.answer,
            "metadata": {**self._metadata(sample, index), "pictures": [_hashes(picture.frame) for picture in pictures]},
        }

    def score_answer(self, text: str, item: Mapping[str, Any]) -> float:
        """1.0 for a right answer, else 0.0. Only the item's facts are looked at, never its reference answer."""
        return self._grade(text, item).score

    def explain(self, text: str, item: Mapping[str, Any]) -> str:
        """What is wrong with an answer, in words; empty when it is right."""
        return self._grade(text, item).diagnosis

    def _grade(self, text: str, item: Mapping[str, Any]) -> Grade:
        metadata = item.get("metadata") if isinstance(item, Mapping) else None
        if not isinstance(metadata, Mapping) or not isinstance(metadata.get("facts"), Mapping):
            raise BadValue(f"Expected a question with its metadata and facts, got {str(item)[:80]!r}.")
        return score(self.game, from_facts(self.game, metadata["facts"]), text)

    def _position(self, index: object) -> int:
        try:
            position = operator.index(index)  # type: ignore[arg-type]
        except TypeError as e:
            raise BadValue(f"A question is found by its position, got {type(index).__name__} {index!r}.") from e
        if not -self.size <= position < self.size:
            raise IndexError(f"position {position} of {self.size} questions")
        return position % self.size

    def _sample(self, index: int) -> Sample:
        config, key = self.config, self._key
        (family, fmt), level = self.kind(index), self.level(index)
        style = config.style or spread(self.game.styles, index, *key, "style")
        place = spread(range(len(LETTERS)), index, *key, "letter")
        setting = Setting(hardness(level), self.game.variants[0], config.split)
        for attempt in range(MAX_ATTEMPTS):
            own: tuple[Key, ...] = (*key, family, fmt, str(level), index, attempt)
            try:
                instance = draw_instance(self.game, setting, *own)
                rng = generator(*own, "question")
                return make_sample(self.game, self.game.family(family), fmt, instance, style, place, rng, setting.hard)
            except Reject:
                continue
        raise NothingToAsk(f"{self.game.name}: question {index} ({family}, {fmt}) found no instance. Try another seed.")

    @property
    def _key(self) -> tuple[Key, ...]:
        return self.config.seed, env_id_of(self.game.name), self.config.split

    @cached_property
    def _levels(self) -> Sequence[str | float]:
        mixed = self.config.difficulty == MIXED
        return DIFFICULTIES[self.config.split] if mixed else (self.config.difficulty,)

    def _metadata(self, sample: Sample, index: int) -> dict[str, Any]:
        return {
            "facts": facts(sample),
            "game": sample.game,
            "capability": self.game.capability,
            "family": sample.family,
            "format": sample.fmt,
            "style": sample.style,
            "difficulty": self.level(index),
            "split": self.config.split,
            "seed": self.config.seed,
            "index": index,
            "instance_id": fingerprint(self.game, sample.instance),
            "option_kinds": list(sample.kinds),
            "version": __version__,
        }


def _hashes(frame: Image) -> dict[str, str]:
    return {"sha256": pixel_hash(frame), "look": look_hash(frame)}


def create(
    game: str,
    family: str | None = None,
    fmt: str | None = None,
    size: int = 500,
    seed: int = 0,
    difficulty: str | float = MIXED,
    split: str = "train",
    style: str | None = None,
) -> GameQuestions:
    """Questions about a game, each computed when it is looked at.

    Args:
        game: "rolling_cube", ... or an environment's id.
        family: "RC1", ...; None mixes them as the published collection does.
        fmt: "open" or "choice"; None for both.
        size: how many there are; a longer stream starts with the shorter one.
        seed: another seed gives other questions.
        difficulty: "easy", "medium", "hard", a number from 0 to 1, or "mixed".
        split: "train", "eval" or "dev": no instance is in two of them, whatever the seeds.
        style: how pictures are drawn; None mixes the game's styles.

    Raises:
        UnknownName, BadValue: naming the argument, what came and what would do.
    """
    rules = find_game(game)
    value = seed_value(seed)
    if value is None:
        raise BadValue("Questions need a seed: a non-negative integer.")
    count = whole("size", size, 1, MAX_SIZE)
    if not isinstance(difficulty, str):
        difficulty = hardness(difficulty)
    elif difficulty != MIXED:
        hardness(difficulty)
    if style is not None:
        rules.check_style(style)
    if fmt is not None and fmt not in FORMATS:
        raise UnknownName.among("format", fmt, FORMATS)
    return GameQuestions(Config(rules.name, family, fmt, value, check_split(split), difficulty, style), count)


def _kinds(game: Game[Any, Any], config: Config) -> list[tuple[str, Format]]:
    """(family, format) of a block of questions."""
    if config.family is not None:
        formats = game.family(config.family).formats
        asked = [fmt for fmt in formats if config.fmt in (None, fmt)]
        kinds = [(config.family, fmt) for fmt in asked]
    else:
        kinds = [
            (name, fmt)
            for name, given in shares(game.name, config.split)
            for fmt in FORMATS
            if fmt == given and config.fmt in (None, fmt)
        ]
    if not kinds:
        raise BadValue(f"{config.game} has no questions of the family {config.family} in the format {config.fmt!r}.")
    return kinds
