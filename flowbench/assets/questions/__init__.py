"""Question templates and type lists, one TOML file a category."""

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any

from flowbench import registry


@lru_cache(maxsize=32)
def load(category: str) -> dict[str, Any]:
    """The data of a category, or of another list of types. One from outside has it as `QUESTIONS` of its rule.

    Raises:
        UnknownName: when there is no such category.
    """
    file = files(__name__) / f"{category}.toml"
    if not file.is_file():
        return dict(registry.rule_of(category).QUESTIONS)
    return tomllib.loads(file.read_text(encoding="utf-8"))
