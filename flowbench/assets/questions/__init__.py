"""Question templates and type lists, one TOML file a category."""

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any


@lru_cache(maxsize=32)
def load(category: str) -> dict[str, Any]:
    """The data of a category, or of another list of types."""
    return tomllib.loads((files(__name__) / f"{category}.toml").read_text(encoding="utf-8"))
