"""Draw instances: again and again from the same key until one is good, and belongs to the split asked for."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from flowbench.errors import NothingToAsk, UnknownName
from flowbench.rules.games.game import Game, Setting
from flowbench.rules.games.rejection import Reject
from flowbench.seeding import Key, generator

MAX_DRAWS = 200
SPLITS: Mapping[str, range] = {"train": range(0, 10), "eval": range(10, 14), "dev": range(14, 16)}  # of 16 shares
_SHARES = 16


def fingerprint(game: Game[Any, Any], instance: Any) -> str:
    """SHA-256 in hex, equal for instances that are the same up to the game's symmetries and renamings."""
    canonical = json.dumps([game.name, game.canonical(instance)], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def split_of(game: Game[Any, Any], instance: Any) -> str:
    """The one split an instance may occur in: decided by its fingerprint, so that no two splits share an instance."""
    share = int(fingerprint(game, instance)[:8], 16) % _SHARES
    return next(name for name, shares in SPLITS.items() if share in shares)


def check_split(split: str) -> str:
    """The split itself.

    Raises:
        UnknownName: when there is no such split.
    """
    if split not in tuple(SPLITS):  # what cannot be hashed is no split either
        raise UnknownName.among("split", split, SPLITS)
    return split


def draw_instance(game: Game[Any, Any], setting: Setting, *key: Key) -> Any:
    """The instance that belongs to a key, always the same.

    Raises:
        NothingToAsk: after 200 draws that were no good; says why they were not.
    """
    reasons: Counter[str] = Counter()
    for draw in range(MAX_DRAWS):
        try:
            instance = game.sample(generator(*key, "instance", game.name, setting.split, draw), setting)
        except Reject as e:
            reasons[str(e)] += 1
            continue
        if split_of(game, instance) == setting.split:
            return instance
        reasons["of another split"] += 1
    told = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common())
    raise NothingToAsk(
        f"{game.name}: no instance in {MAX_DRAWS} draws at hardness {setting.hard:.2f} ({told}). "
        "Try another seed or difficulty."
    )
