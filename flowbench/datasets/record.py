"""record.json: an item's words and facts, and the episode that makes it again."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flowbench.datasets import strict_json
from flowbench.datasets.run_slot import Candidate
from flowbench.errors import StoreError
from flowbench.records import SCHEMA_VERSION, Episode, Item, Origin, Question

MAX_ACTIONS = 10_000


@dataclass(frozen=True, eq=False)
class Record:
    """What record.json holds. `words` has everything of the item but pictures and arrays."""

    words: Mapping[str, Any]
    episode: Episode
    keys: Mapping[str, str]

    def item(self, images: Mapping[str, NDArray[np.uint8]], arrays: Mapping[str, NDArray[Any]]) -> Item:
        """The item, with its pictures and arrays."""
        question, origin = self.words["question"], self.words["origin"]
        return Item(
            item_id=self.words["id"],
            question=Question(
                text=question["text"],
                choices=tuple(question["choices"]),
                images=tuple((name, role) for name, role in question["images"]),
                answer_schema=question["answer_schema"],
                values=tuple(question["values"]),
            ),
            answer=self.words["answer"],
            answer_before=self.words["answer_before"],
            state=self.words["state"],
            images=images,
            arrays=arrays,
            origin=Origin(origin["env"], tuple(origin["seed_key"]), origin["options"], origin["step"]),
        )


def words_of(item: Item) -> dict[str, Any]:
    """Everything of an item but pictures and arrays, as plain values (non-finite numbers kept)."""
    question, origin = item.question, item.origin
    return {
        "answer": item.answer,
        "answer_before": item.answer_before,
        "id": item.item_id,
        "origin": {
            "env": origin.env,
            "options": dict(origin.options),
            "seed_key": list(origin.seed_key),
            "step": origin.step,
        },
        "question": {
            "answer_schema": question.answer_schema,
            "choices": list(question.choices),
            "images": [list(pair) for pair in question.images],
            "text": question.text,
            "values": list(question.values),
        },
        "state": dict(item.state),
    }


def digests_of(item: Item) -> dict[str, str]:
    """SHA-256 of each picture's and array's content, of the label and of the state."""
    words, _ = strict_json.split(words_of(item))
    label = {name: words[name] for name in ("answer", "answer_before", "question")}
    parts = {"label": _text_digest(label), "state": _text_digest(words["state"])}
    return parts | {name: array_digest(array) for name, array in {**item.images, **item.arrays}.items()}


def array_digest(array: NDArray[Any]) -> str:
    """SHA-256 of an array's type, shape and values."""
    head = f"{array.dtype.newbyteorder('<').str}{array.shape}".encode()
    little = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
    digest = hashlib.sha256(head)
    digest.update(little.reshape(-1).view(np.uint8).data)
    return digest.hexdigest()


def episode_of(candidate: Candidate, item: Item, versions: Mapping[str, str]) -> Episode:
    """The replayable record of a candidate."""
    return Episode(
        env=candidate.spec,
        seed_key=(candidate.slot.seed,),
        options=dict(candidate.options),
        actions=candidate.actions,
        digests=digests_of(item),
        versions=dict(versions),
    )


def write_record(item: Item, episode: Episode, keys: Mapping[str, str]) -> bytes:
    """The bytes of record.json. Numbers that are not finite become null and are listed under "not_finite"."""
    content = {
        "episode": {
            "actions": episode.actions,
            "digests": episode.digests,
            "env": episode.env,
            "options": episode.options,
            "seed_key": episode.seed_key,
            "versions": episode.versions,
        },
        "item": words_of(item),
        "keys": keys,
        "schema_version": SCHEMA_VERSION,
    }
    finite, missing = strict_json.split(content)
    return strict_json.dumps({**finite, "not_finite": missing}, indent=1).encode() + b"\n"


def read_record(data: bytes, name: str) -> Record:
    """Read record.json and check its shape.

    Raises:
        StoreError: if it does not hold what `write_record` writes.
    """
    content = strict_json.loads(data, name)
    try:
        if content["schema_version"] != SCHEMA_VERSION:
            raise StoreError(f"{name} has schema version {content['schema_version']}, expected {SCHEMA_VERSION}.")
        missing = content.pop("not_finite")
        content = strict_json.join(content, missing)
        record = Record(content["item"], _episode(content["episode"], name), dict(content["keys"]))
        item = record.item({}, {})
        if not all(isinstance(text, str) for text in (item.item_id, item.answer, item.question.text)):
            raise StoreError(f"{name}: id, answer and question must be strings.")
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as e:
        if isinstance(e, StoreError):
            raise
        raise StoreError(f"{name} is not a record of ours: {type(e).__name__} {e}.") from e
    return record


def _episode(value: Mapping[str, Any], name: str) -> Episode:
    if len(value["actions"]) > MAX_ACTIONS:
        raise StoreError(f"{name} has {len(value['actions'])} actions, more than the limit of {MAX_ACTIONS}.")
    return Episode(
        env=str(value["env"]),
        seed_key=tuple(value["seed_key"]),
        options=dict(value["options"]),
        actions=tuple(tuple(float(number) for number in action) for action in value["actions"]),
        digests=dict(value["digests"]),
        versions={key: str(text) for key, text in value["versions"].items()},
    )


def _text_digest(value: Any) -> str:
    return hashlib.sha256(strict_json.dumps(value).encode()).hexdigest()
