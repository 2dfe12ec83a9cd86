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

    ## Reward and episode end
    1 on handing in the right marks, else 0; terminated when marks are handed in, right or wrong.

    ## Arguments
    `variant` ("standard"), `style` ("icons", "paper", "clutter", "mono"). All else, also what `info` holds, is the
    same for all games: see `GameEnv`.

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "Game2Real-HiddenObject-v0"
