"""Replay a recording: every episode again, every step compared with what was recorded of it."""

from collections.abc import Callable, Iterable
from pathlib import Path

import gymnasium
import numpy as np

from flowbench import registry
from flowbench.datasets.compare import Difference, compare_values
from flowbench.datasets.recordings import Recorded, digest_of, episode_names, made_by, outcome_of, read_episode
from flowbench.datasets.replay import Finding, ReplayReport
from flowbench.datasets.versions import compare_versions, versions_here
from flowbench.errors import FlowBenchError, StoreError, UnknownName
from flowbench.records import Transition


def replay_recording(
    root: Path, ids: Iterable[str] | None = None, progress: Callable[[int, int], None] | None = None
) -> ReplayReport:
    """Make every episode again and compare: states and pictures by their digests, outcomes value by value.

    On another platform digests cannot be compared; outcomes then agree within the tolerances of `compare`.

    Raises:
        StoreError: if the folder is no recording of ours, or holds no episode.
        UnknownName: if there is no episode with one of the ids.
    """
    known = episode_names(root)
    if not known:
        raise StoreError(f"{root} holds no episodes yet.")
    wanted = known if ids is None else tuple(ids)
    for name in wanted:
        if name not in known:
            raise UnknownName.among("episode", name, known)
    findings = []
    for name in wanted:
        findings.append(_replay(root, name))
        if progress is not None:
            progress(len(findings), len(wanted))
    return ReplayReport(tuple(findings))


def _replay(root: Path, name: str) -> Finding:
    try:
        recorded = read_episode(root, name)
        env_id, kwargs = made_by(recorded.episode)
        verdict, reason = compare_versions(recorded.episode.versions, versions_here(kwargs))
        if verdict == "not comparable":
            return Finding(name, "not comparable", reason=reason)
        registry.entry(env_id)  # nothing else than what is registered is ever made
        env = gymnasium.make(env_id, disable_env_checker=True, **kwargs)
        found = _compared(env, recorded, tolerant=verdict == "tolerant")
    except (FlowBenchError, gymnasium.error.Error, TypeError, ValueError) as e:
        return Finding(name, "differs", Difference("episode", "one that runs", str(e)))
    return Finding(name, "equal" if found is None else "differs", found, reason)


def _compared(env: gymnasium.Env[np.ndarray, np.ndarray], recorded: Recorded, tolerant: bool) -> Difference | None:
    """The first difference between what was recorded and what comes now."""
    episode, space = recorded.episode, env.action_space
    env.reset(seed=int(episode.seed_key[0]), options=dict(episode.options))
    for k, (action, outcome) in enumerate(zip(episode.actions, recorded.outcomes, strict=True)):
        values = np.asarray(action, dtype=space.dtype).reshape(space.shape or ())
        transition: Transition = env.step(values)[-1]["transition"]
        named = {"start": transition.before} if k == 0 else {}
        for name, state in {**named, f"step{k:05d}": transition.after}.items():
            if not tolerant and episode.digests.get(name) != digest_of(state):
                return Difference(f"digests.{name}", str(episode.digests.get(name)), digest_of(state))
        found = compare_values(f"step{k:05d}", dict(outcome), outcome_of(transition), tolerant)
        if found is not None:
            return found
    return None
