"""Game2Real-CylinderColoring-v0."""

from flowbench.envs.games.base import GameEnv


class CylinderColoringEnv(GameEnv):
    """Walk round a painted cylinder to the side from which it looks as wanted.

    ## Description
    The side of a cylinder is painted in 2 to 5 rings of eight patches. From each of eight azimuths half of it is seen.
    Every action goes round by an eighth, or hands the present view in. The game is won when it looks as wanted. The first
    view is one of the two that a question shows; they determine the wanted one.

    ## Observation space
    Dict.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `grid` | (6, 8) | int16 | rows 0 to 4: of each ring, from the top, the four colours seen now, from left to right, then the four wanted (numbers in the palette), padded with -1; row 5: azimuth now, both given azimuths, azimuth wanted (0 to 7), number of rings, of colours, 1 if an arrow on the top points to azimuth 0, 1 once handed in |
    | `action_mask` | (3,) | int8 | 1 where the action is legal: always, until a view is handed in |

    ## Action space
    `Discrete(3)`: 0 go 45 degrees clockwise as seen from above, 1 go 45 degrees counter-clockwise, 2 hand in.

    ## Reward
    1 on the step that hands in the right view, else 0. `illegal="penalty"` makes an illegal action cost 0.1. With
    `reward="shaped"` each step also earns a quarter of the share of the shortest way that it saves (less than 0 where it
    leads away).

    ## Episode end
    Terminated when a view is handed in, and at an illegal action with `illegal="terminate"`; truncated after
    `max_steps`, by default four times the optimum and ten more. Stepping on raises `ResetNeeded`.

    ## Info keys
    `position` (instance and state: what planners see), `step`, `seed` (pass it back to `reset` for the same episode),
    `options`; after each step `transition`, `events`, `illegal`, with `reason` where it is true, and at the goal
    `optimal`: whether no shorter way exists.

    ## Arguments
    `difficulty` ("easy", "medium", "hard" or a number from 0 to 1), `variant` ("standard"), `split` ("train", "eval",
    "dev"; no instance is in two of them), `illegal` ("noop", "penalty", "terminate"), `reward` ("sparse", "shaped"),
    `max_steps`, `style` ("flat", "shaded", "mono"). `reset(options=...)` takes `difficulty` and `instance` (a record or
    its JSON values).

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "Game2Real-CylinderColoring-v0"
