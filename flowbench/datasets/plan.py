"""What is to be rolled out, without how many: everything an item's bytes may depend on."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import gymnasium

from flowbench import registry
from flowbench.datasets import strict_json
from flowbench.datasets.versions import versions_here
from flowbench.errors import BadValue, StoreError
from flowbench.records import SCHEMA_VERSION
from flowbench.seeding import seed_value

ROUND = 64  # slots in a round, which is a shard, whatever the number of workers
VISITS = 3  # times a view is asked for each class
PROPOSALS = 8  # proposals a slot walks at most

_SPLIT = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")


@dataclass(frozen=True, eq=False)
class Plan:
    """A stream of slots: the environment, how it is made, and the seed.

    Attributes:
        kwargs: JSON values for `gymnasium.make`, without the preset.
        split: names the stream of seeds ("train", "test", ...); which scenes are used is the business of `kwargs`.
        rates: class -> exact share wanted of it.
        views: every (scene, view number) in published order.
        per_view: items of a view at most.
        per_scene: items of a scene at most, a second one only once the stream has come round; None where only its views
            limit them.
    """

    env_id: str
    kwargs: Mapping[str, Any]
    preset: str
    split: str
    seed: int
    rates: Mapping[str, Fraction]
    views: tuple[tuple[str, int], ...]
    per_view: int = 1
    per_scene: int | None = None

    @cached_property
    def make_kwargs(self) -> dict[str, Any]:
        """All keyword arguments for `gymnasium.make`."""
        return {**self.kwargs, "preset": self.preset}

    @cached_property
    def versions(self) -> dict[str, str]:
        """The versions on this machine."""
        return versions_here(self.kwargs)

    @cached_property
    def tag(self) -> str:
        """Eight hex digits that belong to this stream; part of its items' ids."""
        identity = [self.env_id, dict(self.kwargs), self.preset, self.split, self.seed]
        return hashlib.sha256(strict_json.dumps(identity).encode()).hexdigest()[:8]

    def item_id(self, index: int) -> str:
        """The id of the item of a slot: the same in every run, different in every other stream."""
        return f"{self.env_id}_{self.tag}_{index:06d}"

    def make(self) -> gymnasium.Env[Any, Any]:
        """Make the environment, without Gymnasium's checks of the first reset and step (a view may have no task)."""
        return gymnasium.make(self.env_id, disable_env_checker=True, **self.make_kwargs)

    def describe(self) -> dict[str, Any]:
        """The content of plan.json."""
        return {
            "env": self.env_id,
            "kwargs": strict_json.plain(self.kwargs),
            "per_scene": self.per_scene,
            "per_view": self.per_view,
            "preset": self.preset,
            "proposals": PROPOSALS,
            "rates": {name: str(rate) for name, rate in self.rates.items()},
            "round": ROUND,
            "schema_version": SCHEMA_VERSION,
            "seed": self.seed,
            "split": self.split,
            "versions": self.versions,
            "views": {
                "count": len(self.views),
                "sha256": hashlib.sha256(strict_json.dumps(self.views).encode()).hexdigest(),
            },
            "visits": VISITS,
        }


def make_plan(
    env_id: str,
    *,
    seed: int = 0,
    split: str = "train",
    preset: str = "balanced",
    kwargs: Mapping[str, Any] | None = None,
    per_view: int = 1,
    per_scene: int | None = None,
) -> Plan:
    """Look up an environment's classes, rates and views.

    Raises:
        UnknownName: if the environment, the preset or a scene does not exist.
        BadValue: if an argument is outside what is documented.
    """
    entry = registry.entry(env_id)
    given = strict_json.loads(strict_json.dumps({**entry.kwargs, **(kwargs or {})}), "kwargs")  # in one order
    if "preset" in given:
        raise BadValue("Pass the preset as `preset`, not among the environment's keyword arguments.")
    if entry.family == "games":
        from flowbench.datasets.game_plan import make_game_plan

        return make_game_plan(entry.id, _seed(seed), _split(split), preset, given)
    rule = registry.resolve(entry.rule)
    views = _views(entry, given)
    if not views:
        raise BadValue(f"{entry.id} has no views with {strict_json.dumps(given)}.")
    return Plan(
        env_id=entry.id,
        kwargs=given,
        preset=preset,
        split=_split(split),
        seed=_seed(seed),
        rates=_exact(rule.CLASSES, rule.rates(preset)),
        views=views,
        per_view=_limit("per_view", per_view),
        per_scene=None if per_scene is None else _limit("per_scene", per_scene),
    )


def read_plan(content: Mapping[str, Any]) -> Plan:
    """Make the plan that a plan.json describes.

    Raises:
        StoreError: if it is no plan of ours.
    """
    named = ("env", "kwargs", "per_scene", "per_view", "preset", "seed", "split")
    wrong = [name for name in named if name not in content]
    if wrong:
        raise StoreError(f"plan.json lacks {', '.join(wrong)}.")
    if not isinstance(content["kwargs"], dict) or not isinstance(content["env"], str):
        raise StoreError("plan.json does not describe an environment.")
    return make_plan(
        content["env"],
        seed=content["seed"],
        split=content["split"],
        preset=content["preset"],
        kwargs=content["kwargs"],
        per_view=content["per_view"],
        per_scene=content["per_scene"],
    )


def _views(entry: registry.Entry, kwargs: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    try:
        space = registry.resolve(entry.env).slot_space(kwargs)
    except TypeError as e:
        raise BadValue(f"{entry.id} cannot be made with {strict_json.dumps(kwargs)}: {e}.") from e
    return tuple((str(scene), int(view)) for scene, view in space)


def _split(split: str) -> str:
    if not isinstance(split, str) or not _SPLIT.fullmatch(split):
        raise BadValue(f"A split is a short name in lower case such as 'train', got {split!r}.")
    return split


def _limit(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise BadValue(f"{name} is a positive integer, got {type(value).__name__} {value!r}.")
    return value


def _seed(seed: object) -> int:
    value = seed_value(seed)
    if value is None:
        raise BadValue("A data set needs a seed: a non-negative integer.")
    return value


def _exact(classes: tuple[str, ...], rates: Mapping[str, float]) -> dict[str, Fraction]:
    exact = {name: Fraction(rates[name]).limit_denominator(1_000_000) for name in classes}
    total = sum(exact.values(), Fraction(0))
    if any(rate < 0 for rate in exact.values()) or abs(total - 1) > Fraction(1, 10_000):
        raise BadValue(f"The rates of the classes must be shares that add up to 1, got {dict(rates)}.")
    return {name: rate / total for name, rate in exact.items()}
