"""Game2Real-HiddenObject-v0."""

from flowbench.envs.games.base import GameEnv


class HiddenObjectEnv(GameEnv):
    """Mark every object of the kinds on a card, and no other.

    ## Description
    Twenty to ninety objects lie in a scene with lettered regions. Kinds differ in shape, colour and pattern, many of them
    in one attribute only, and objects may hide parts of others (never more than 40 %, counted in pixels). The agent puts
    marks on objects and takes them away; the goal is to hand in when just the objects of the kinds looked for are marked.

    ## Observation space
    Dict.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `grid` | (11, 10, 5) | int16 | rows 0 to 9: the object in each cell as shape (0 to 11), colour (0 to 3), fill (0 plain, 1 striped, 2 dotted), region (-1 outside of all) and mark (0 or 1); row 10: shape, colour and fill of each kind that is looked for; -1 where there is nothing |
    | `action_mask` | (101,) | int8 | 1 where the action is legal |

    ## Action space
    `Discrete(101)`: row x 10 + column changes the mark of the object in a cell; 100 hands the marks in. Scenes have 6 x 6
    to 10 x 10 cells; their rows and columns are written in the margin of the picture.

    ## Reward
    1 on handing in the right marks, else 0. `illegal="penalty"` makes an illegal action cost 0.1. With `reward="shaped"`
    each step also earns a quarter of the share of the shortest way that it saves (less than 0 where it leads away).

    ## Episode end
    Terminated when marks are handed in, right or wrong, and at an illegal action with `illegal="terminate"`; truncated
    after `max_steps`, by default four times the optimum and ten more. Stepping on raises `ResetNeeded`.

    ## Info keys
    `position` (instance and state: what planners see), `step`, `seed` (pass it back to `reset` for the same episode),
    `options`; after each step `transition`, `events`, `illegal`, with `reason` where it is true, and at the goal
    `optimal`: whether no shorter way exists.

    ## Arguments
    `difficulty` ("easy", "medium", "hard" or a number from 0 to 1), `variant` ("standard"), `split` ("train", "eval",
    "dev"; no instance is in two of them), `illegal` ("noop", "penalty", "terminate"), `reward` ("sparse", "shaped"),
    `max_steps`, `style` ("icons", "paper", "clutter", "mono"). `reset(options=...)` takes `difficulty` and `instance` (a
    record or its JSON values).

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "Game2Real-HiddenObject-v0"
