"""Game2Real-ColorSwap-v0."""

from flowbench.envs.games.base import GameEnv


class ColorSwapEnv(GameEnv):
    """Recolour a model as the cards say.

    ## Description
    A model is made of 8 to 32 pieces of 4 to 8 colours. One or two cards say which colours are exchanged (a double arrow)
    or turned into which (an arrow). All rows of a card apply at once to the colours before the card; the second card
    applies to what the first leads to. Every action paints one piece or hands the model in. Which model is right is
    determined by the cards.

    ## Observation space
    Dict.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `grid` | (3, 32) | int16 | row 0: colours of the pieces at first (numbers in the palette), row 1: now, padded with -1; row 2: what card 1 turns each colour into (8), the same for card 2 (8), the number of pieces, of colours, of cards, and 1 once handed in; -1 where there is nothing |
    | `action_mask` | (257,) | int8 | 1 where the action is legal |

    ## Action space
    `Discrete(257)`.

    | action | meaning |
    |---|---|
    | 8 * piece + colour | paint the piece (from 0) in the colour (number in the palette); illegal where it has this colour |
    | 256 | hand the model in |

    ## Reward
    1 on the step that hands in the right model, else 0. `illegal="penalty"` makes an illegal action cost 0.1. With
    `reward="shaped"` each step also earns a quarter of the share of the shortest way that it saves (less than 0 where it
    leads away).

    ## Episode end
    Terminated when a model is handed in, and at an illegal action with `illegal="terminate"`; truncated after
    `max_steps`, by default four times the optimum and ten more. Stepping on raises `ResetNeeded`.

    ## Info keys
    `position` (instance and state: what planners see), `step`, `seed` (pass it back to `reset` for the same episode),
    `options`; after each step `transition`, `events`, `illegal`, with `reason` where it is true, and at the goal
    `optimal`: whether no shorter way exists.

    ## Arguments
    `difficulty` ("easy", "medium", "hard" or a number from 0 to 1), `variant` ("standard"), `split` ("train", "eval",
    "dev"; no instance is in two of them), `illegal` ("noop", "penalty", "terminate"), `reward` ("sparse", "shaped"),
    `max_steps`, `style` ("mosaic", "glass", "blocks", "mono"). `reset(options=...)` takes `difficulty` and `instance` (a
    record or its JSON values).

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "Game2Real-ColorSwap-v0"
