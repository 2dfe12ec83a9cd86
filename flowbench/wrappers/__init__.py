"""Gymnasium wrappers: questions instead of goals, other actions, more to see, records. Loaded when first used."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flowbench.wrappers.add_depth import AddDepth as AddDepth
    from flowbench.wrappers.add_flow import AddFlow as AddFlow
    from flowbench.wrappers.add_segmentation import AddSegmentation as AddSegmentation
    from flowbench.wrappers.ask import Ask as Ask
    from flowbench.wrappers.discrete_motions import DiscreteMotions as DiscreteMotions
    from flowbench.wrappers.pixels_only import PixelsOnly as PixelsOnly
    from flowbench.wrappers.question_text import QuestionText as QuestionText
    from flowbench.wrappers.record_episode import RecordEpisode as RecordEpisode
    from flowbench.wrappers.set_of_marks import SetOfMarks as SetOfMarks
    from flowbench.wrappers.solvable import Solvable as Solvable

_PUBLIC = {
    "AddDepth": "add_depth",
    "AddFlow": "add_flow",
    "AddSegmentation": "add_segmentation",
    "Ask": "ask",
    "DiscreteMotions": "discrete_motions",
    "PixelsOnly": "pixels_only",
    "QuestionText": "question_text",
    "RecordEpisode": "record_episode",
    "SetOfMarks": "set_of_marks",
    "Solvable": "solvable",
}

__all__ = sorted(_PUBLIC)  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    """Load a wrapper from the module that defines it."""
    if name not in _PUBLIC:
        raise AttributeError(f"module 'flowbench.wrappers' has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PUBLIC[name]}"), name)


def __dir__() -> list[str]:
    """The wrappers."""
    return __all__
