"""Score what readers called the pictures of `draw_naming.py`.

    python scripts/score_naming.py ANSWERS.jsonl [--dir docs/naming]

A line of answers: {"reader": "a", "sheet": "bodies_00", "answers": {"1": "wooden chair", "2": "mug", ...}}. An answer
is right when what it names, up to the first word that begins a description ("on", "with", "seen", ...), is the type's
name or one of its synonyms, with any words in front. Numbers without one are wrong.
"""

import argparse
import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

NAMING = Path(__file__).parents[1] / "docs" / "naming"
DESCRIBES = frozenset("on in with at by from for seen drawn without".split())  # not "of": "bunch of keys" is a name
Key = Mapping[str, Mapping[str, str]]  # sheet -> number -> type
Row = tuple[str, str, str, str, bool]  # reader, sheet, type, answer, right


def main() -> None:
    """Print the share of right names, by sheet and by type."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("answers", type=Path)
    parser.add_argument(
        "--dir", type=Path, default=NAMING, help="where the sheets' key.json is; docs/naming by default"
    )
    arguments = parser.parse_args()
    synonyms = tomllib.loads((NAMING / "synonyms.toml").read_text())
    key = json.loads((arguments.dir / "key.json").read_text())
    lines = [json.loads(line) for line in arguments.answers.read_text().splitlines() if line.strip()]
    rows = list(judged(lines, key, synonyms))
    for kind in ("bodies", "rooms"):
        marks = [right for _, sheet, _, _, right in rows if sheet.startswith(kind)]
        if marks:
            print(f"{kind}: {sum(marks)} of {len(marks)} right ({100.0 * sum(marks) / len(marks):.1f} %)")
    for object_type, answers in sorted(wrong(rows).items()):
        print(f"  {object_type}: {', '.join(answers)}")


def judged(lines: Iterable[Mapping[str, object]], key: Key, synonyms: Mapping[str, list[str]]) -> Iterable[Row]:
    """A row for every picture of every sheet that a reader answered."""
    for line in lines:
        reader, sheet, given = str(line["reader"]), str(line["sheet"]), line["answers"]
        assert isinstance(given, dict)
        for number, object_type in key[sheet].items():
            answer = str(given.get(number, ""))
            yield reader, sheet, object_type, answer, is_right(answer, object_type, synonyms[object_type])


def is_right(answer: str, object_type: str, synonyms: Iterable[str]) -> bool:
    """Whether what an answer names ends in the type's name or a synonym.

    >>> is_right("A red coffee mug.", "Mug", ["cup"])
    True
    >>> is_right("mug holder", "Mug", ["cup"])
    False
    >>> is_right("mug on a saucer", "Mug", ["cup"]), is_right("plate with a mug", "Mug", ["cup"])
    (True, False)
    """
    said = _words(answer)
    said = said[: next((k for k, word in enumerate(said) if k and word in DESCRIBES), len(said))]
    return any(said[-len(name) :] == name for name in map(_words, [_spaced(object_type), object_type, *synonyms]))


def wrong(rows: Iterable[Row]) -> Mapping[str, list[str]]:
    """Type -> what it was called instead."""
    found: dict[str, list[str]] = defaultdict(list)
    for _, _, object_type, answer, right in rows:
        if not right:
            found[object_type].append(answer or "-")
    return found


def _spaced(object_type: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", object_type)


def _words(text: str) -> list[str]:
    """Lower-case words without a final s."""
    return [word[:-1] if word.endswith("s") and not word.endswith("ss") else word for word in _split(text)]


def _split(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower().replace("'", "").replace("-", " "))


if __name__ == "__main__":
    main()
