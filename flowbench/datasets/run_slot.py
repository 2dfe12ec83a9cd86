"""Run one slot: look for an episode in its view that realises the wanted answer. Pure in the slot."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import gymnasium
import numpy as np

from flowbench.datasets.keys import keys_of
from flowbench.datasets.plan import PROPOSALS
from flowbench.datasets.slots import Slot
from flowbench.errors import NothingToAsk
from flowbench.planners import Planner
from flowbench.records import Transition

Outcome = Literal["found", "no proposal", "not found", "skipped"]


@dataclass(frozen=True, eq=False)
class Candidate:
    """An episode that realised what its slot asked for.

    Attributes:
        keys: what quotas look at.
        options: the reset options of its proposal.
        actions: the whole action history of the episode.
        spec: the environment's spec as JSON.
    """

    slot: Slot
    transition: Transition
    options: Mapping[str, str | int]
    actions: tuple[tuple[float, ...], ...]
    spec: str
    keys: Mapping[str, str]


@dataclass(frozen=True)
class SlotLog:
    """What a slot tried; "skipped" means that no quota could have let its item in, so nothing was tried.

    Attributes:
        renders: steps taken, of the one render budget.
        reasons: why attempts failed, with how often.
    """

    slot: Slot
    outcome: Outcome
    proposals: int = 0
    renders: int = 0
    reasons: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class SlotResult:
    """The candidate of a slot, or None (never more: later ones of a view would look alike), and its log."""

    candidate: Candidate | None
    log: SlotLog


def run_slot(env: gymnasium.Env[Any, Any], planner: Planner, slot: Slot) -> SlotResult:
    """Walk at most 8 proposals of the slot's view on one render budget, up to the first that succeeds."""
    search = _Search(env, planner, slot)
    for proposal in range(PROPOSALS):
        candidate = search.try_proposal(proposal)
        if candidate is not None:
            return SlotResult(candidate, search.log("found"))
        if search.is_over:
            break
    return SlotResult(None, search.log("not found" if search.proposals else "no proposal"))


class _Search:
    """The running counts of one slot."""

    def __init__(self, env: gymnasium.Env[Any, Any], planner: Planner, slot: Slot) -> None:
        self.env, self.planner, self.slot = env, planner, slot
        self.left: int = int(getattr(env.unwrapped, "render_budget"))  # noqa: B009 - not in gymnasium's type
        self.renders = 0
        self.proposals = 0
        self.exhausted = False
        self.reasons: Counter[str] = Counter()

    @property
    def is_over(self) -> bool:
        return self.exhausted or self.left <= 0

    def try_proposal(self, proposal: int) -> Candidate | None:
        options = self.slot.options(proposal)
        try:
            observation, info = self.env.reset(seed=self.slot.seed, options=dict(options))
        except NothingToAsk:
            self.exhausted = True
            return None
        self.proposals += 1
        actions: list[tuple[float, ...]] = []
        while self.left > 0:
            if not self.planner.ideas_left(info):
                self.reasons["planner has no more ideas"] += 1
                return None
            action = np.asarray(self.planner.act(observation, info), dtype=self.env.action_space.dtype)
            actions.append(tuple(float(value) for value in action.ravel()))
            observation, _, terminated, truncated, info = self.env.step(action)
            self.left -= 1
            self.renders += 1
            if terminated:
                return self._candidate(info["transition"], options, actions)
            self.reasons[why_not(info["transition"])] += 1
            if truncated:
                break
        self.reasons["render budget used up"] += 1
        return None

    def log(self, outcome: Outcome) -> SlotLog:
        return SlotLog(self.slot, outcome, self.proposals, self.renders, dict(sorted(self.reasons.items())))

    def _candidate(
        self, transition: Transition, options: Mapping[str, str | int], actions: list[tuple[float, ...]]
    ) -> Candidate:
        assert self.env.spec is not None
        keys = keys_of(self.slot, transition)
        return Candidate(self.slot, transition, options, tuple(actions), self.env.spec.to_json(), keys)


def why_not(transition: Transition) -> str:
    """One short reason why an attempt is not what was wanted, without ids and numbers, so that equal kinds count up."""
    attempt, verdict = transition.attempt, transition.verdict
    if verdict.answer is not None:
        return "the other answer"
    text = verdict.reason or attempt.error
    return " ".join(re.sub(r"\S*\d\S*", "", text.split(":")[0]).split()) or "no reason given"
