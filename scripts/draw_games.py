"""Draw the gallery of games: every style at three difficulties, and a question of every family with its answer.

    python scripts/draw_games.py [FOLDER]

Writes games.md and the pictures games/*.png into FOLDER (docs/gallery). The same code writes the same bytes.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Pillow

from flowbench.datasets.questions import create
from flowbench.records import Image
from flowbench.render.drawing import font, label
from flowbench.rules.games.answers.choice import LETTERS
from flowbench.rules.games.difficulty import LEVELS
from flowbench.rules.games.family import Family
from flowbench.rules.games.game import Game, Setting
from flowbench.rules.games.generation import draw_instance
from flowbench.rules.games.sample import Sample, draw, roles
from flowbench.rules.games.table import env_id_of, game, games

FOLDER = Path(__file__).parents[1] / "docs" / "gallery"
SEED = 20
CELL_PX, QUESTION_PX, OPTION_PX, GAP_PX, TITLE_PX = 340, 512, 320, 10, 27  # heights of pictures; room for captions
COLOURS = 255  # of a PNG
SHOWN = {"dot_shape": "play"}  # role of the picture that shows most of a game, where it is not the first of a question
PAPER, INK = (255, 255, 255), (40, 44, 52)


def main() -> None:
    """Write the page and its pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    (folder / "games").mkdir(parents=True, exist_ok=True)
    for old in (folder / "games").glob("*.png"):
        old.unlink()
    for name in games():
        save(folder / f"games/{name}.png", styles_sheet(game(name)))
        for family in game(name).families:
            save(folder / f"games/{family.id.lower()}.png", question_sheet(game(name), question_of(name, family)))
    (folder / "games.md").write_text(page(), encoding="utf-8")


def page() -> str:
    """The text of the page."""
    lines = [
        "# Gallery of games",
        "",
        "Every game in each of its styles at the three difficulties, and a question of every family with an answer.",
        "Where several answers are right, all of them score. [games.md](../games.md) says how to make and score them.",
        "`python scripts/draw_games.py` draws this page.",
        "",
        " · ".join(f"[{game(name).title}](#{game(name).title.lower().replace(' ', '-')})" for name in games()),
        "",
    ]
    for name in games():
        lines += game_lines(game(name))
    return "\n".join(lines)


def game_lines(rules: Game) -> Iterator[str]:
    yield from (f"## {rules.title}", "")
    yield from (f"`{env_id_of(rules.name)}`, `flowbench.create({rules.name!r})`. {first_line(rules)}", "")
    styles = ", ".join(f"`{style}`" for style in rules.styles)
    yield from (f"Styles from top to bottom: {styles}; difficulties from left to right: {', '.join(LEVELS)}.", "")
    yield from (f"![{rules.title} in its styles](games/{rules.name}.png)", "")
    yield from (f"Hint given with each question: {question_of(rules.name, rules.families[0]).hint}", "")
    for family in rules.families:
        yield from family_lines(family, question_of(rules.name, family))


def family_lines(family: Family, sample: Sample) -> Iterator[str]:
    formats = " and ".join(family.formats)
    about = f"{first_line(family)} Asked as {formats}; here {sample.fmt}, in `{sample.style}`."
    yield from (f"### {family.id}", "", about, "", f"![{family.id}](games/{family.id.lower()}.png)", "")
    yield from ("```text", *sample.question.splitlines())
    if sample.fmt == "choice" and not family.draws_options:
        yield from (f"{letter}. {text}" for letter, text in zip(LETTERS, sample.options, strict=True))
    yield from ("```", "", f"Answer: `{sample.answer}`", "")


def first_line(thing: object) -> str:
    """What a class says of itself, without the id in front."""
    line = str(type(thing).__doc__).splitlines()[0]
    text = line.partition(": ")[2] or line
    return text[0].upper() + text[1:]


def question_of(name: str, family: Family) -> Sample:
    """A question of a family: styles in turn, and where it has both formats, in turn open and choice."""
    rules = game(name)
    place = [other.id for other in rules.families].index(family.id)
    fmt = family.formats[place % len(family.formats)]
    style = rules.styles[place % len(rules.styles)]
    return create(name, family.id, fmt, size=1, seed=SEED, difficulty="medium", style=style).sample(0)


def styles_sheet(rules: Game) -> Image:
    """A row a style, a column a difficulty."""
    role = SHOWN.get(rules.name, rules.pictures[0][0])
    levels = [draw_instance(rules, Setting(hard, rules.variants[0]), SEED, name) for name, hard in LEVELS.items()]
    rows = [
        [high(rules.draw(instance, rules.initial(instance), style, role).frame, CELL_PX) for instance in levels]
        for style in rules.styles
    ]
    return stacked([beside(row) for row in rows])


def question_sheet(rules: Game, sample: Sample) -> Image:
    """The pictures of a question in their order with their captions, drawn options below."""
    shown = roles(rules, sample)
    asked = [titled(draw(rules, sample, role).frame, QUESTION_PX, text) for role, text in shown if role not in LETTERS]
    options = [titled(draw(rules, sample, role).frame, OPTION_PX, text) for role, text in shown if role in LETTERS]
    half = (len(options) + 1) // 2
    return stacked([beside(row) for row in (asked, options[:half], options[half:]) if row])


def high(frame: Image, height: int) -> Image:
    """A picture at this height, or as it is where it is no higher."""
    height = min(height, frame.shape[0])
    width = round(frame.shape[1] * height / frame.shape[0])
    return np.asarray(cv2.resize(frame, (width, height), interpolation=cv2.INTER_AREA))


def titled(frame: Image, height: int, text: str) -> Image:
    """A picture with its caption above it."""
    small = high(frame, height)
    width = max(small.shape[1], round(font(15).getlength(text)) + 12)
    sheet = np.full((small.shape[0] + TITLE_PX, width, 3), PAPER, dtype=np.uint8)
    sheet[TITLE_PX:, : small.shape[1]] = small
    return label(sheet, text, (2, 0), 15, INK, PAPER)


def beside(pictures: list[Image]) -> Image:
    height = max(picture.shape[0] for picture in pictures)
    return joined([padded(picture, height, picture.shape[1]) for picture in pictures], axis=1)


def stacked(rows: list[Image]) -> Image:
    width = max(row.shape[1] for row in rows)
    return joined([padded(row, row.shape[0], width) for row in rows], axis=0)


def padded(picture: Image, height: int, width: int) -> Image:
    sheet = np.full((height, width, 3), PAPER, dtype=np.uint8)
    sheet[: picture.shape[0], : picture.shape[1]] = picture
    return sheet


def joined(parts: list[Image], axis: int) -> Image:
    shape = (GAP_PX, parts[0].shape[1], 3) if axis == 0 else (parts[0].shape[0], GAP_PX, 3)
    gap = np.full(shape, PAPER, dtype=np.uint8)
    return np.concatenate([part for picture in parts for part in (gap, picture)][1:], axis=axis)


def save(path: Path, picture: Image) -> None:
    Pillow.fromarray(picture).quantize(COLOURS, dither=Pillow.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    main()
