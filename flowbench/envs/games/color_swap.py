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

    ## Reward and episode end
    1 on the step that hands in the right model, else 0; terminated when a model is handed in.

    ## Arguments
    `variant` ("standard"), `style` ("mosaic", "glass", "blocks", "mono"). All else, also what `info` holds, is the
    same for all games: see `GameEnv`.

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "Game2Real-ColorSwap-v0"
