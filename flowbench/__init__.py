"""Gymnasium environments in which every transition is explained exactly.

Importing registers the environments and nothing more; the functions below are loaded when first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from flowbench import registry

if TYPE_CHECKING:
    from flowbench.annotators.item import annotate as annotate
    from flowbench.datasets.questions import create as create
    from flowbench.datasets.replay import replay as replay
    from flowbench.datasets.score import score as score
    from flowbench.datasets.sets import load as load
    from flowbench.envs.probe import probe as probe
    from flowbench.planners import make_planner as make_planner
    from flowbench.registry import Entry as Entry
    from flowbench.registry import register as register
    from flowbench.rules.rooms.measure import measure as measure

__version__ = "0.1.0"

_PUBLIC = {
    "Entry": "flowbench.registry",
    "register": "flowbench.registry",
    "make_planner": "flowbench.planners",
    "annotate": "flowbench.annotators.item",
    "create": "flowbench.datasets.questions",
    "load": "flowbench.datasets.sets",
    "measure": "flowbench.rules.rooms.measure",
    "probe": "flowbench.envs.probe",
    "replay": "flowbench.datasets.replay",
    "score": "flowbench.datasets.score",
} | {
    name: "flowbench.records"
    for name in (
        "Attempt", "Camera", "Episode", "Item", "Layout", "Motion", "Origin", "Pixels", "Pose", "Question",
        "SceneObject", "SceneState", "Snapshot", "Task", "Transition", "Verdict", "Wall",
    )
}  # fmt: skip

__all__ = ["__version__", *sorted(_PUBLIC)]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    """Load a public name from the module that defines it."""
    if name not in _PUBLIC:
        raise AttributeError(f"module 'flowbench' has no attribute {name!r}")
    return getattr(import_module(_PUBLIC[name]), name)


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)


registry.register_all()
