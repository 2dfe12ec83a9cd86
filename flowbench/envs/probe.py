"""`probe`: what would come of some actions, without taking them."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import gymnasium

from flowbench.errors import BadValue
from flowbench.records import Transition


def probe(env: gymnasium.Env[Any, Any], actions: Iterable[Any]) -> tuple[Transition, ...]:
    """Try actions one by one, each from where the episode is, and leave the episode as it was, to the bit.

    Neither its steps nor its generators move on, whatever comes of the actions; errors leave it untouched too.

    Args:
        env: an environment of this package with an episode running, wrapped or not. Only the environment underneath
            all wrappers is asked: what wrappers count or keep does not change.
        actions: as `env.step` takes them, translated by the action wrappers around the environment.

    Returns:
        What `info["transition"]` would be after each action; its `verdict` tells the answer, or why there is none.

    Raises:
        BadValue: for an environment that cannot be put back, and for a bad action.
        ResetNeeded: when no episode is running.

    Example:
        >>> import gymnasium, flowbench
        >>> env = gymnasium.make("Game2Real-MissingTiles-v0", difficulty="easy")
        >>> _, info = env.reset(seed=0)
        >>> [transition.attempt.success for transition in flowbench.probe(env, [0, 1])]
        [True, False]
        >>> env.unwrapped.clone_state().steps
        0
    """
    base: Any = env.unwrapped
    if not (hasattr(base, "clone_state") and hasattr(base, "restore_state")):
        raise BadValue(
            f"probe takes an environment that can be put back (clone_state, restore_state), got {type(base).__name__}. "
            "Pass one of flowbench's; of a vector environment, one of its members."
        )
    with unchanged(base):
        state = base.clone_state()
        return tuple(_tried(base, state, base_action(env, action)) for action in actions)


def _tried(base: Any, state: Any, action: Any) -> Transition:
    base.restore_state(state)
    transition: Transition = base.step(action)[-1]["transition"]
    return transition


@contextmanager
def unchanged(base: Any) -> Iterator[None]:
    """Put the episode and the generator of an environment back at the end, whatever is done with it in between."""
    state, generator = base.clone_state(), getattr(base, "_np_random", None)
    drawn = None if generator is None else generator.bit_generator.state
    try:
        yield
    finally:
        base.restore_state(state)
        base._np_random = generator
        if generator is not None:
            generator.bit_generator.state = drawn


def base_action(env: gymnasium.Env[Any, Any], action: Any) -> Any:
    """An action of a wrapped environment as the environment underneath takes it."""
    layer = env
    while isinstance(layer, gymnasium.Wrapper):
        if isinstance(layer, gymnasium.ActionWrapper):
            action = layer.action(action)
        layer = layer.env
    return action
