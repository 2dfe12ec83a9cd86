"""Answers and predictions against a stored data set: reads the files and hands over to `evaluation`."""

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import Any

from flowbench.datasets import strict_json
from flowbench.datasets.sets import load
from flowbench.errors import StoreError
from flowbench.evaluation import answers as graded
from flowbench.evaluation import game_answers
from flowbench.evaluation.game_answers import GameReport
from flowbench.evaluation.grading import Answer
from flowbench.evaluation.prompts import MODES
from flowbench.evaluation.reports import Report
from flowbench.records import Item

MAX_BYTES = 1 << 30  # of an answers file
MAX_LINE_BYTES = 16 << 20  # of one answer
MAX_SHUFFLES = 1000

Source = str | os.PathLike[str]


def score(
    data: Source | Iterable[Item],
    answers: Source | Iterable[Answer | Mapping[str, Any]],
    ids: Collection[str] | None = None,
) -> Report | GameReport:
    """Score answers to a data set, of rooms or of questions about games.

    Args:
        data: a folder that a roll-out filled, or items.
        answers: a JSONL file of rows {"id", "response", "mode"?, "shuffle"?}, such rows, or answers.
        ids: score these items alone.

    Raises:
        StoreError: for files that cannot be read, or lines that are no answers; names file and line.
        BadValue: for items, answers or ids that do not fit together (see `evaluation.answers.score`, and
            `evaluation.game_answers.score` for games).
    """
    items = iter(load(data) if isinstance(data, str | os.PathLike) else data)
    given = read_answers(Path(answers)) if isinstance(answers, str | os.PathLike) else _answers(answers)
    first = list(islice(items, 1))
    if any(game_answers.is_game_item(item) for item in first):
        return game_answers.score(chain(first, items), given, ids)
    return graded.score(chain(first, items), given, ids)


def _answers(given: Iterable[Answer | Mapping[str, Any]]) -> Iterator[Answer]:
    for number, one in enumerate(given, start=1):
        yield one if isinstance(one, Answer) else _answer(one, f"answer {number}")


def read_answers(path: Path) -> Iterator[Answer]:
    """The answers of a JSONL file; blank lines are skipped, keys beside the four known ones are not looked at."""
    for where, line in _lines(path):
        yield _answer(strict_json.loads(line, where), where)


def read_ids(path: Path) -> tuple[str, ...]:
    """The ids of a text file, one a line; blank lines are skipped."""
    ids = []
    for where, line in _lines(path):
        try:
            ids.append(line.decode("utf-8").strip())
        except UnicodeDecodeError as e:
            raise StoreError(f"{where} is not text in UTF-8.") from e
    return tuple(ids)


def _lines(path: Path) -> Iterator[tuple[str, bytes]]:
    """Lines that are not blank, each with its name for errors."""
    with strict_json.opened(path, MAX_BYTES) as file:
        number = 0
        while line := file.readline(MAX_LINE_BYTES + 1):
            number += 1
            where = f"{path.name} line {number}"
            if len(line) > MAX_LINE_BYTES:
                raise StoreError(f"{where} is longer than {MAX_LINE_BYTES} bytes.")
            if line.strip(b"\xef\xbb\xbf \t\r\n"):
                yield where, line.removeprefix(b"\xef\xbb\xbf")


def _answer(row: Any, where: str) -> Answer:
    if not isinstance(row, Mapping) or not isinstance(row.get("id"), str) or "response" not in row:
        raise StoreError(f'{where} is no answer. Expected {{"id": "...", "response": "..."}}.')
    response, mode, shuffle = row["response"], row.get("mode", MODES[0]), row.get("shuffle")
    if not (response is None or isinstance(response, str)):
        raise StoreError(f"{where}: the response is a {type(response).__name__}, expected text or null.")
    if mode not in MODES:
        raise StoreError(f"{where}: the mode is {mode!r}, expected one of {', '.join(MODES)}.")
    if shuffle is not None and (type(shuffle) is not int or not 0 <= shuffle < MAX_SHUFFLES):
        raise StoreError(f"{where}: the shuffle is {shuffle!r}, expected null or a number below {MAX_SHUFFLES}.")
    return Answer(row["id"], response, mode, shuffle, where)
