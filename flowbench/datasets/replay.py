"""Replay a data set: every episode again, every label, picture and array recomputed and compared."""

import hashlib
import os
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

import gymnasium
import numpy as np

from flowbench.annotators.item import annotate
from flowbench.datasets import strict_json
from flowbench.datasets.compare import Difference, compare_arrays, compare_images, compare_values
from flowbench.datasets.game_plan import GamePlan
from flowbench.datasets.index import Row
from flowbench.datasets.item_files import read_arrays, read_image
from flowbench.datasets.plan import Plan, read_plan
from flowbench.datasets.record import Record, digests_of, words_of
from flowbench.datasets.recordings import is_recording
from flowbench.datasets.run_slot import why_not
from flowbench.datasets.runners import game_item
from flowbench.datasets.sets import stores
from flowbench.datasets.slots import slot
from flowbench.datasets.store import Dataset, read_manifest, store_digests
from flowbench.datasets.versions import compare_versions
from flowbench.errors import FlowBenchError, NothingToAsk, StoreError, UnknownName
from flowbench.records import Episode, Item, Transition

Verdict = Literal["equal", "differs", "not comparable"]
Progress = Callable[[int, int], None]  # items replayed, items in all
STORE = "(store)"  # stands for the item where the store as a whole differs


@dataclass(frozen=True)
class Finding:
    """What replaying one item showed. `reason` explains "not comparable", or which tolerance was needed."""

    item_id: str
    verdict: Verdict
    difference: Difference | None = None
    reason: str = ""

    def __str__(self) -> str:
        """One line."""
        return ": ".join(str(part) for part in (self.item_id, self.verdict, self.difference, self.reason) if part)


@dataclass(frozen=True)
class ReplayReport:
    """What replaying a data set showed, item by item in order. `finished` is False where the roll-out was stopped."""

    findings: tuple[Finding, ...]
    finished: bool = True

    def count(self, verdict: Verdict) -> int:
        """Number of items with a verdict."""
        return Counter(finding.verdict for finding in self.findings)[verdict]

    @property
    def first(self) -> Finding | None:
        """The first finding that differs, else the first that is not comparable, else None."""
        for verdict in ("differs", "not comparable"):
            for finding in self.findings:
                if finding.verdict == verdict:
                    return finding
        return None

    @property
    def exit_code(self) -> int:
        """0 all equal, 1 something differs, 3 something is not comparable."""
        return 1 if self.count("differs") else 3 if self.count("not comparable") else 0

    def to_json(self) -> dict[str, Any]:
        """The report as JSON values; equal items are counted, the others listed."""
        odd = [
            {
                "id": finding.item_id,
                "verdict": finding.verdict,
                "field": finding.difference.field if finding.difference else None,
                "expected": finding.difference.expected if finding.difference else None,
                "got": finding.difference.got if finding.difference else None,
                "apart": finding.difference.apart if finding.difference else None,
                "reason": finding.reason or None,
            }
            for finding in self.findings
            if finding.verdict != "equal"
        ]
        names: tuple[Verdict, ...] = ("equal", "differs", "not comparable")
        return {"counts": {name: self.count(name) for name in names}, "findings": odd, "finished": self.finished}


def replay(
    path: str | os.PathLike[str], ids: Iterable[str] | None = None, progress: Progress | None = None
) -> ReplayReport:
    """Make every episode again from its record and compare all that comes out.

    Args:
        path: a data set, a set of several, or a recording (`wrappers.RecordEpisode`).
        ids: which items; all by default.
        progress: called after each item.

    Raises:
        StoreError: if the folder is no data set of ours.
        UnknownName: if there is no item with one of the ids.
    """
    if is_recording(Path(path)):
        from flowbench.datasets.replay_recording import replay_recording

        return replay_recording(Path(path), ids, progress)
    datasets = [dataset for dataset in stores(path).values() if len(dataset)]
    if not datasets:
        raise StoreError(f"{path} holds no items yet.")
    wanted = None if ids is None else list(ids)
    known = [item_id for dataset in datasets for item_id in dataset.ids]
    for name in wanted or ():
        if name not in known:
            raise UnknownName.among("item", name, known)
    chosen = [
        (dataset, [row for row in dataset.rows if wanted is None or row.item_id in wanted]) for dataset in datasets
    ]
    total, findings = sum(len(rows) for _, rows in chosen), list[Finding]()
    for dataset, rows in chosen:
        for finding in _replay_store(dataset, rows):
            findings.append(finding)
            if progress is not None:
                progress(sum(found.item_id != STORE for found in findings), total)
    finished = all(read_manifest(dataset.root) is not None for dataset in datasets)
    return ReplayReport(tuple(findings), finished)


def _replay_store(dataset: Dataset, rows: list[Row]) -> Iterator[Finding]:
    plan, manifest = read_plan(dataset.plan), read_manifest(dataset.root)
    if manifest is not None:
        yield from _check_store(dataset.root, manifest)
    if isinstance(plan, GamePlan):
        yield from (_QuestionReplay(dataset, plan, row).finding() for row in rows)
        return
    env = plan.make()
    try:
        for row in rows:
            yield _EpisodeReplay(dataset, plan, row, env).finding()
    finally:
        env.close()


def _check_store(root: Path, manifest: Mapping[str, Any]) -> Iterator[Finding]:
    found = compare_values("manifest.digests", manifest["digests"], store_digests(root))
    if found is not None:
        yield Finding(STORE, "differs", found)


class _Differs(Exception):
    """Carries the first difference up."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference


class _Replay(ABC):
    """Makes one item again and compares."""

    def __init__(self, dataset: Dataset, plan: Plan, row: Row) -> None:
        self.dataset, self.plan, self.row = dataset, plan, row

    @abstractmethod
    def _item(self, episode: Episode) -> Item:
        """The item as it comes out now."""

    def finding(self) -> Finding:
        try:
            record = self._read("record.json", lambda: self.dataset.record(self.row.item_id))
            mode, reason = compare_versions(record.episode.versions, self.plan.versions)
            if mode == "not comparable":
                return Finding(self.row.item_id, "not comparable", None, reason)
            self._compare(record, tolerant=mode == "tolerant")
        except _Differs as e:
            return Finding(self.row.item_id, "differs", e.difference)
        return Finding(self.row.item_id, "equal", None, f"within tolerance: {reason}" if reason else "")

    def _compare(self, record: Record, tolerant: bool) -> None:
        item = self._item(record.episode)
        then, now = record.words, strict_json.join(*strict_json.split(words_of(item)))
        for name in ("state", "answer", "answer_before", "question", "origin", "id"):
            _stop_at(compare_values(name, then[name], now[name], tolerant and name == "state"))
        files, limits = self.dataset.files(self.row), self.dataset.limits
        for name in sorted(item.images):
            image = self._read(f"{name}.png", partial(read_image, files, name, limits))
            _stop_at(compare_images({name: image}, {name: item.images[name]}, tolerant))
        arrays = self._read("arrays.npz", partial(read_arrays, files, limits))
        _stop_at(compare_arrays(arrays, item.arrays, tolerant))
        self._check_bytes(record, item, tolerant)

    def _check_bytes(self, record: Record, item: Item, tolerant: bool) -> None:
        """Beyond what was compared: digests in the record, the row, and the bytes of the files."""
        if not tolerant:
            _stop_at(compare_values("episode.digests", dict(record.episode.digests), digests_of(item)))
        _stop_at(compare_values("row.answer", record.words["answer"], self.row.answer))
        _stop_at(compare_values("row.question", record.words["question"]["text"], self.row.question))
        _stop_at(compare_values("row.keys", dict(record.keys), dict(self.row.keys)))
        for name, expected in sorted(self.row.files.items()):
            files = self.dataset.files(self.row)
            data = self._read(name, partial(files.read, name, self.dataset.limits.file_bytes))
            _stop_at(compare_values(f"{name} (SHA-256)", expected, hashlib.sha256(data).hexdigest()))

    def _read(self, name: str, reading: Callable[[], Any]) -> Any:
        try:
            return reading()
        except (StoreError, KeyError) as e:
            raise _Differs(Difference(name, "a file that can be read", str(e))) from e


class _EpisodeReplay(_Replay):
    """Plays the episode of an item again."""

    def __init__(self, dataset: Dataset, plan: Plan, row: Row, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(dataset, plan, row)
        self.env = env

    def _item(self, episode: Episode) -> Item:
        """The item as it comes out now."""
        self._check_origin(episode)
        return annotate(self._redo(episode), item_id=self.plan.item_id(self.row.slot))

    def _check_origin(self, episode: Episode) -> None:
        """The episode must be the one that the plan's slot asks for."""
        asked = slot(self.plan, self.row.slot)
        spec = self.env.spec
        assert spec is not None
        _stop_at(compare_values("episode.env", spec.to_json(), episode.env))
        _stop_at(compare_values("episode.seed_key", [asked.seed], list(episode.seed_key)))
        proposal = episode.options.get("proposal")
        options = asked.options(proposal if isinstance(proposal, int) else 0)
        _stop_at(compare_values("episode.options", options, dict(episode.options)))

    def _redo(self, episode: Episode) -> Transition:
        """The transition that ends the episode."""
        space = self.env.action_space
        try:
            _, info = self.env.reset(seed=int(episode.seed_key[0]), options=dict(episode.options))
            terminated = truncated = False
            for k, action in enumerate(episode.actions):
                if terminated or truncated:
                    raise _Differs(Difference("actions", f"{len(episode.actions)} steps", f"the end after {k}"))
                values = np.asarray(action, dtype=space.dtype).reshape(space.shape or ())
                _, _, terminated, truncated, info = self.env.step(values)
        except (FlowBenchError, ValueError) as e:
            raise _Differs(Difference("actions", "an episode that runs", str(e))) from e
        if not episode.actions:
            raise _Differs(Difference("actions", "at least one", "none"))
        transition: Transition = info["transition"]
        if not terminated:
            raise _Differs(Difference("outcome", f"the answer {episode.options['wanted']!r}", why_not(transition)))
        return transition


class _QuestionReplay(_Replay):
    """Asks the question of an item again."""

    def _item(self, episode: Episode) -> Item:
        plan, index = self.plan, self.row.slot
        assert isinstance(plan, GamePlan)
        try:
            return game_item(plan, index, plan.questions.sample(index))
        except NothingToAsk as e:
            raise _Differs(Difference("question", "one with this index", str(e))) from e


def _stop_at(difference: Difference | None) -> None:
    if difference is not None:
        raise _Differs(difference)
