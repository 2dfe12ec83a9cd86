"""Game2Real-CubeNet-v0."""

from flowbench.envs.games.base import GameEnv


class CubeNetEnv(GameEnv):
    """Put the squares of a net where folding brings them on a cube.

    ## Description
    Six squares with 3 x 3 patterns form one of the eleven nets of a cube. The anchor is already in front, its upper side
    up; every action puts another square at one of the remaining positions, its pattern turned by quarter turns as it is
    read there. With the sixth square the game is over: it is won when all are where folding the net (printed side
    outside) brings them, each the right way round.

    ## Observation space
    Dict.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `grid` | (6, 14) | int16 | a row a square: row and column in the net (from 0), 1 for the anchor, position and turn on the cube (-1 while it is not there), nine stickers (0 to 5) as printed, row by row |
    | `action_mask` | (144,) | int8 | 1 where the action is legal |

    ## Action space
    `Discrete(144)`: 24 * square + 4 * position + turn. Squares count in the order of the observation's rows, positions are
    top, bottom, back, front, right, left; the turn is in quarters clockwise from the pattern as printed to the pattern as
    read there (from outside: the side faces with the top up, the top with the back up, the bottom with the front up).
    Illegal where the square or the position is used.

    ## Reward and episode end
    1 on the step that completes the right cube, else 0; terminated with the sixth square.

    ## Arguments
    `variant` ("standard"), `style` ("flat", "lines", "craft", "mono"). All else, also what `info` holds, is the
    same for all games: see `GameEnv`.

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "Game2Real-CubeNet-v0"
